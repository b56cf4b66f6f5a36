"""Koryŏ in Korean, as a translator would write it: data, and sentences.

Particles depend on the last sound of a word. It has words for the frozen box alone.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from boardgames.core.text import fold
from boardgames.core.values import evolve
from boardgames.games.koryo import actions, events
from boardgames.games.koryo.components import KEYS, Kind
from boardgames.games.koryo.state import ACTIONS, DISCARDS, ORDERS, OVER, Phase, State
from boardgames.games.koryo.words.structure import KoryoWords
from boardgames.scene.parts import Piece
from boardgames.scene.phrases import Phrases
from tests.games.korean_phrases import KoreanPhrases, subject, thing, with_particle

KINDS = (
    "현자",
    "첩자",
    "원로",
    "사제",
    "선주",
    "은행가",
    "수호자",
    "전령",
    "상인",
    "야만인",
    "로비",
)
"""By Kind, of the frozen box."""
UNKNOWN = "새 카드"
"""A card that is not in the frozen box."""

TEXTS = {
    "omniscient": "동수인 다수를 이깁니다. 점수는 자기 가문만 셉니다.",
    "spy": "다수이면 다른 사람의 토큰을 하나 훔치고, 로비를 막습니다.",
    "senator": "다수이면 시즌 끝에 카드를 두 장 더 가질 수 있습니다.",
    "priest": "다수이면 당신의 사건을 하나 없앱니다.",
    "ship_owner": "다수이면 서로 다른 두 장을 주문할 수 있습니다.",
    "banker": "다수이면 은행에서 토큰을 하나 받습니다.",
    "guardian": "다수이면 야만인이 당신을 건드리지 못합니다.",
    "broadcaster": "다수이면 카드를 한 장 더 받습니다.",
    "merchant": "능력은 없지만 점수가 가장 높습니다.",
    "barbarian": "다른 사람의 인물을 하나 없앱니다.",
    "lobbying": "두 사람의 인물을 하나씩 바꿉니다.",
    "token": "게임 끝에 1점입니다.",
}
"""What the pieces do, by key: other texts than those of components.toml."""
RULES = "# 고려\n\n## 요약\n\n여덟 시즌 동안 카드를 주문하고 다수를 다툽니다.\n\n## 점수 (K9)\n"
TERMS = {"majority": "이 가문의 카드가 가장 많습니다.", "tokens": "게임 끝에 1점씩입니다."}


class Korean(KoryoWords):
    """Koryŏ in Korean."""

    goal: ClassVar[str] = "여덟 시즌 뒤 영향력이 가장 높은 사람이 이깁니다."
    names: ClassVar[Mapping[str, str]] = {
        "table": "중앙",
        "gone": "이번 시즌에 나간 카드",
        "pile": "카드 더미",
        "tableau": "앞에 놓인 카드",
        "hand": "손패",
        "order": "주문",
        "discards": "버린 카드",
        "discarded": "버린 카드",
        "dealt": "받는 카드",
        "limit": "한도",
        "bank": "남은 토큰",
        "cards": "카드",
        "tokens": "토큰",
        "influence": "현재 영향력",
        "first_player": "시작 플레이어",
        "majority": "다수",
        "tie": "동수",
        "events": "사건",
        **{f"{key}_majority": f"{kind} 다수" for key, kind in zip(KEYS, KINDS, strict=False)},
        "group_event": "사건",
        "card_limit": "카드 한도",
        "seasons_#": "#시즌이 끝났습니다",
    }
    phases: ClassVar[Mapping[Phase, str]] = {
        ORDERS: "주문",
        ACTIONS: "행동",
        DISCARDS: "시즌 끝",
        OVER: "게임 끝",
    }
    tips: ClassVar[Mapping[Phase, str]] = {
        ORDERS: "모두 같은 종류의 카드를 내려놓고 나머지는 버립니다.",
        ACTIONS: "차례대로 주문을 공개하고 다수의 능력과 사건을 씁니다.",
        DISCARDS: "한도보다 카드가 많은 사람은 인물을 버립니다.",
    }
    groups: ClassVar[Mapping[type[actions.Action], str]] = {
        actions.Order: "주문",
        actions.Steal: "토큰 훔치기",
        actions.Destroy: "인물 없애기",
        actions.Swap: "인물 바꾸기",
        actions.Discard: "버리기",
    }

    round_name: ClassVar[str] = "시즌"

    def rules(self) -> str:
        return RULES

    def terms(self) -> Mapping[str, str]:
        return TERMS

    @property
    def title(self) -> str:
        return "고려"

    def pieces(self) -> Mapping[str, Piece]:
        names = dict(zip(KEYS, KINDS, strict=False)) | {"token": "토큰"}
        return {
            key: evolve(piece, name=names.get(key, UNKNOWN), text=TEXTS.get(key, UNKNOWN))
            for key, piece in super().pieces().items()
        }

    @cached_property
    def phrases(self) -> Phrases:
        return KoreanPhrases(self.people)

    def position(self, state: State) -> str:
        return f"{state.round.season}시즌, {self.phases[state.phase]}"

    def stage(self, season: int, seasons: int) -> str:
        return f"{seasons}시즌 중 {season}시즌"

    def heading(self, season: int, seasons: int, phase: Phase) -> str:
        return f"{self.stage(season, seasons)}, {self.phases[phase]}"

    def waiting(self, player: int, viewer: int | None) -> str:
        return f"{self.seat_name(player, viewer)}의 차례입니다"

    def prompt(self, phase: Phase, limit: int, excess: int, *, may_pair: bool) -> str:
        if phase is ORDERS:
            pair = " (선주: 다른 두 장도 가능)" if may_pair else ""
            return f"같은 종류의 카드를 뒷면으로 내려놓으세요{pair}:"
        if phase is DISCARDS:
            return f"한도 {limit}장에 맞게 인물 {excess}장을 버리세요:"
        return "당신의 차례: 능력과 사건을 원하는 순서로 쓰고 차례를 마치세요:"

    def to_resolve(self, events: Sequence[tuple[Kind, int]]) -> str:
        return f"처리할 사건: {_counted(events)}"

    def given_up(self, events: Sequence[tuple[Kind, int]]) -> str:
        return f"포기: {_counted(events)}"

    def on_ties(self) -> str:
        return f"{with_particle(KINDS[0], '이', '가')} 이긴 동수는 능력을 주지만 점수는 없습니다."

    def remark(self, seat: int, viewer: int | None, points: int) -> str:
        hall = "명예의 전당" if points > 0 else "수치의 벽"
        return f"{subject(self.seat_name(seat, viewer))} {points}점으로 {hall}에 올랐습니다"

    def action(self, action: actions.Action, seat: int, viewer: int | None) -> str:
        match action:
            case actions.Order(cards):
                return f"주문: {_listed(cards)}"
            case actions.Bank():
                return "은행에서 토큰 받기 (은행가)"
            case actions.Absolve(event):
                return f"내 {thing(KINDS[event])} 없애기 (사제)"
            case actions.Steal(victim):
                return f"{self.seat_name(victim, viewer)}의 토큰 훔치기 (첩자)"
            case actions.Destroy(victim, character):
                return f"{self.seat_name(victim, viewer)}의 {thing(KINDS[character])} 없애기"
            case actions.Swap(low, given, high, returned):
                gift = f"{self.seat_name(low, viewer)}의 {thing(KINDS[given])}"
                price = f"{self.seat_name(high, viewer)}의"
                return f"{gift} {price} {with_particle(KINDS[returned], '과', '와')} 바꾸기"
            case actions.Discard(character):
                return f"{thing(KINDS[character])} 버리기"
            case actions.End():
                return "차례 마치기"
            case _:
                raise NotImplementedError(action)

    def describe(self, event: events.Event, viewer: int | None) -> Sequence[str]:
        match event:
            case events.OrderPlaced(seat, size, _, order):
                cards = _listed(order) if order else f"카드 {size}장을 뒷면으로"
                return [f"{subject(self.seat_name(seat, viewer))} 주문했습니다: {cards}"]
            case events.OrderRevealed(seat, cards):
                who = subject(self.seat_name(seat, viewer))
                return fold(_listed(cards).split(), f"{who} 공개했습니다:")
            case events.EventsWithoutUse(seat, cards):
                return [f"{subject(self.seat_name(seat, viewer))} 쓸 수 없습니다: {_listed(cards)}"]
            case events.TokenTaken(seat):
                return [f"{subject(self.seat_name(seat, viewer))} 은행에서 토큰을 받았습니다"]
            case events.TokenStolen(seat, victim):
                whose = f"{self.seat_name(victim, viewer)}의 토큰을"
                return [f"{subject(self.seat_name(seat, viewer))} {whose} 훔쳤습니다"]
            case events.EventAbsolved(seat, kind):
                who = subject(self.seat_name(seat, viewer))
                return [f"{who} 사제로 {thing(KINDS[kind])} 없앴습니다"]
            case events.CharacterDestroyed(seat, victim, character):
                whose = f"{self.seat_name(victim, viewer)}의 {thing(KINDS[character])}"
                return [f"{subject(self.seat_name(seat, viewer))} {whose} 없앴습니다"]
            case events.CharactersSwapped(seat, low, given, high, returned):
                gift = f"{self.seat_name(low, viewer)}의 {thing(KINDS[given])}"
                price = f"{self.seat_name(high, viewer)}의"
                swapped = f"{gift} {price} {with_particle(KINDS[returned], '과', '와')}"
                return [f"{subject(self.seat_name(seat, viewer))} {swapped} 바꾸었습니다"]
            case events.TurnEnded(seat):
                return [f"{subject(self.seat_name(seat, viewer))} 차례를 마쳤습니다"]
            case events.CharacterDiscarded(seat, character):
                who = subject(self.seat_name(seat, viewer))
                return [f"{who} {thing(KINDS[character])} 버렸습니다"]
            case events.CharactersLost(seat):
                return [f"{subject(self.seat_name(seat, viewer))} 인물을 모두 잃었습니다"]
            case events.SeasonBegins(season, first):
                return [f"{season}시즌 시작, 시작 플레이어: {self.seat_name(first, viewer)}"]
            case events.CardsLaidOut() | events.CardsDealt():
                return []
            case events.GameEnds():
                return ["마지막 시즌이 끝났습니다."]
            case _:
                raise NotImplementedError(event)


def _listed(cards: Sequence[Kind]) -> str:
    counts = Tally(cards).items()
    return ", ".join([f"{KINDS[kind]} {count}장" for kind, count in counts]) or "없음"


def _counted(cards: Sequence[tuple[Kind, int]]) -> str:
    return ", ".join([f"{KINDS[kind]} {count}장" for kind, count in cards])
