"""What the program says by itself, in Korean: one object for all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boardgames.core.outcome import Outcome
from boardgames.scene.phrases import Phrases

CLOSED_DIGITS = "013678"
"""Digits whose names end in a consonant."""


def with_particle(word: str, closed: str, opened: str) -> str:
    """Return the word with the particle that fits its last sound: `첩자를`, `상인을`."""
    last = word[-1]
    is_closed = last in CLOSED_DIGITS if last.isdigit() else (ord(last) - ord("가")) % 28 > 0
    return word + (closed if is_closed else opened)


def subject(word: str) -> str:
    return with_particle(word, "이", "가")


def thing(word: str) -> str:
    return with_particle(word, "을", "를")


class KoreanPhrases(Phrases):
    """The phrases of Korean."""

    # Drawings.

    unknown = "비공개"
    total = "합계"
    on_board: Mapping[str, str] = {
        ">": "차례인 플레이어.",
        "?": "판에 뒷면으로 놓인 말.",
        ".": "아무것도 없음.",
    }

    def seat_name(self, seat: int, viewer: int | None) -> str:
        return "당신" if seat == viewer else self.player(seat)

    def player(self, seat: int) -> str:
        name = self.people[seat] if self.people else ""
        return name or f"플레이어 {seat + 1}"

    def short_player(self, seat: int) -> str:
        return f"{seat + 1}번"

    def own(self, zone: str) -> str:
        return f"내 {zone}"

    def of_seat(self, owner: str, zone: str) -> str:
        return f"{owner}의 {zone}"

    def of_limit(self, number: int, limit: int) -> str:
        return f"{number}/{limit}"

    def listed(self, names: Sequence[str]) -> str:
        return ", ".join(names)

    def teams(self, teams: Sequence[Sequence[int]], viewer: int | None) -> str:
        named = [self.listed([self.seat_name(seat, viewer) for seat in team]) for team in teams]
        return f"팀: {'; '.join(named)}" if named else ""

    def worth(self, worth: int) -> str:
        return f"값 {worth}"

    def back(self, back: str) -> str:
        return f"뒷면: {back}"

    your_turn = "당신의 차례."

    def waiting_for(self, players: Sequence[str]) -> str:
        return f"{self.listed(players)}의 차례."

    # The end.

    unfinished = "게임이 끝나지 않았습니다."

    def resigned(self, who: str) -> str:
        return f"{subject(who)} 기권했습니다"

    def forfeited(self, who: str) -> str:
        return f"{subject(who)} 몰수패했습니다"

    def agreed(self, who: str) -> str:
        return f"{subject(who)} 게임을 끝내자고 했고 모두 동의했습니다"

    def game_over(self, reason: str) -> str:
        return f"게임이 끝났습니다: {reason}."

    def points(self, number: int) -> str:
        return f"{number}점"

    def place(self, place: int, who: str, points: str) -> str:
        return f"{place}위 {who}: {points}"

    def tie_broken(self, by: str) -> str:
        return f"동점은 {with_particle(by, '으로', '로')} 가렸습니다."

    def points_after(self, round_name: str) -> str:
        return f"{round_name}마다 게임이 끝났다고 할 때의 점수"

    def held(self, who: str) -> str:
        return f"{who}의 손패:"

    def verdict(self, outcome: Outcome, viewer: int | None) -> str:
        if not outcome.winners:
            return "이긴 사람이 없습니다"
        names = self.listed([self.seat_name(seat, viewer) for seat in outcome.winners])
        return f"{subject(names)} 이겼습니다"

    # At a table.

    players: Mapping[str, str] = {
        "human": "사람",
        "easy": "쉬운 봇",
        "fair": "보통 봇",
        "strong": "강한 봇",
        "random": "무작위 봇",
    }
    bot = "봇"
    taken_back = "되돌렸습니다."
    bots_stopped = "오류로 봇이 멈췄습니다."
    bots_hurried = "지금 여러 게임이 진행되어 봇이 더 짧게 생각합니다."
    lesson_has_changed = "수업이 바뀌어 게임만 이어집니다."
    over = "게임이 끝났습니다"
    moved_on = "판이 바뀌었으니 다시 보세요"
    bot_plays = "봇이 대신하고 있으니 먼저 자리를 되찾으세요"
    no_bot_plays = "이 자리를 대신하는 봇이 없습니다"
    not_your_turn = "당신의 차례가 아닙니다"
    nothing_to_undo = "되돌릴 것이 없습니다"
    no_undo_in_lesson = "배우는 동안은 되돌릴 수 없습니다"
    no_undo_at_end = "게임이 끝나 시드와 손패가 더는 비밀이 아닙니다"
    no_undo_asked = "아무도 되돌리자고 하지 않았습니다"
    no_end_asked = "아무도 끝내자고 하지 않았습니다"
    no_hints_in_lesson = "배우는 동안은 힌트가 없습니다: 답을 해 보면 왜 틀렸는지 알려 줍니다"
    no_hints = "힌트는 봇과 둘 때만 있습니다"

    def request(self, what: str) -> str:
        return {"undo": "당신의 마지막 행동을 되돌리는 것", "end": "게임을 끝내는 것"}[what]

    def request_refused(self, what: str, seat: int | None) -> str:
        who = "모두가 동의하지는" if seat is None else f"{self.seat_name(seat, None)}이 동의하지"
        return f"{self.request(what)}에 {who} 않았습니다."

    def request_granted(self, what: str) -> str:
        return f"{self.request(what)}에 모두 동의했습니다."

    def request_lapsed(self, what: str) -> str:
        return f"{self.request(what)}에 모두 동의하기 전에 게임이 이어졌습니다."

    def bot_failed(self, seat: int) -> str:
        return f"{self.seat_name(seat, None)}의 봇이 실패했습니다. 그때는 무작위로 대신합니다"

    def seat_given(self, seat: int) -> str:
        return f"{self.seat_name(seat, None)}의 자리에 다른 사람이 앉았습니다."

    def only_choice(self, what: str) -> str:
        return f"{what} (다른 선택이 없음)"

    def times(self, what: str, number: int) -> str:
        return f"{what} ({number}번)"

    def not_legal(self, action: str) -> str:
        return f"{action}: 지금은 할 수 없습니다"

    def not_possible(self, action: str) -> str:
        return f"지금은 할 수 없습니다: '{action}'."

    def which_numbers(self, first: int, last: int) -> str:
        return f"{first}번에서 {last}번까지 있습니다."

    def ambiguous(self, some: Sequence[str], in_all: int) -> str:
        more = f" (모두 {in_all}가지)" if in_all > len(some) else ""
        return f"여러 뜻이 있습니다: {', '.join(some)}{more}. 조금 더 써 주세요."

    def no_such_action(self, answer: str, guess: str) -> str:
        meant = f" 이것인가요: {guess}?" if guess else ""
        return f"그런 행동은 없습니다: '{answer}'.{meant}"

    # Estimates.

    chance_to_win = "이길 확률"
    result_of_team = "팀의 예상 결과"
    all_else = "그 밖의 것"
    alike = "다른 것과 비슷함"
    not_tried = "살펴볼 가치가 없음"
    at_sight = "언뜻 본 판단"
    no_difference = "차이를 찾지 못함"
    within_chance = "견주기에 너무 비슷함: 탐색의 차이는 우연일 수 있음"
    numbers = "숫자: 다른 선택과 견준 퍼센트포인트."
    equal = "값이 같으면 더 나은 판을 남기는 선택이 먼저입니다."

    def too_short(self, seconds: str, *, at_least: bool) -> str:
        return f"견줄 시간이 모자람: {'적어도' if at_least else '약'} {seconds}초 필요"

    def gains(self, what: str, points: float, *, is_certain: bool) -> str:
        about = "" if is_certain else "약 "
        return f"{what}; 지금 {about}{abs(points):g}점을 {'얻음' if points > 0 else '잃음'}"

    def in_favour(self, reasons: str) -> str:
        return f"좋은 점: {reasons}"

    def against(self, reasons: str) -> str:
        return f"나쁜 점: {reasons}"

    def asked(self, choice: str) -> str:
        return f"{choice} (물어본 것)"

    def left_out(self, number: int) -> str:
        return f"(살펴볼 가치가 없는 선택 {number}가지)"

    def own_estimate(self, name: str) -> str:
        return f"당신이 보는 것으로 어림한 {name}."

    # The terminal.

    commands: Mapping[str, str] = {
        "도움말": "?",
        "판": "table",
        "범례": "legend",
        "기록": "log",
        "힌트": "hint",
        "규칙": "rules",
        "되돌리기": "undo",
        "뒤로": "back",
        "비기기": "finish",
        "끝": "quit",
        "모두": "all",
        "요약": "short",
        "예": "yes",
        "아니요": "no",
    }
    help: Mapping[str, str] = {
        "?이름": "카드, 또는 판의 낱말, 숫자, 표시",
        "범례": "판에 있는 모든 것의 뜻",
        "판": "판 전체를 다시",
        "기록, 기록 모두": "지난 선택 뒤에, 또는 처음부터 일어난 일",
        "규칙, 규칙 요약": "규칙 전체 또는 요약",
        "힌트, 힌트 선택": "봇이라면 할 일, 또는 당신의 선택에 대한 생각",
        "되돌리기": "모두 동의하면 지난 선택을 되돌림",
        "비기기": "모두 동의하면 이긴 사람 없이 게임을 끝냄",
        "낱말 ... (6)": "이 낱말로 시작하는 선택 6가지; 낱말을 쓰세요",
        "뒤로": "그런 묶음에서 나옴",
        "끝": "멈춤; 시작한 게임은 남습니다",
    }
    asking_for_help = "도움말은 ?, 게임을 배우려면 '규칙 요약'."
    more_played = "(그 전에 더 있었습니다: '기록 모두'로 읽으세요.)"
    lesson_goes_on = "이 수업은 시작한 적이 있어 이어집니다."
    thinking = "생각하는 중 ..."
    one_by_one = "(이 순서대로 하나씩 고르세요.)"
    type_a_number = "숫자나 목록의 행동을 쓰세요. 도움말은 ?."
    type_a_choice = "선택의 숫자나 낱말의 처음을 쓰세요."
    type_legend = "판에 있는 것은 범례, 하는 법은 규칙 요약을 쓰세요."
    in_short = "요약"
    goal_words: Sequence[str] = ("승리", "목표")
    unexplained = "이 게임은 다른 낱말과 숫자를 설명하지 않습니다."
    nothing_yet = "아직 아무 일도 없었습니다."
    ask_to_grant = "다른 사람들이 그 뒤의 일을 보았습니다. 모두 동의합니까 (예, 아니요)? "
    ask_to_end = "여기서 이긴 사람 없이 게임을 끝낼까요 (예, 아니요)? "
    ask_all_to_end = "모두 여기서 이긴 사람 없이 끝내는 데 동의합니까 (예, 아니요)? "
    goes_on = "게임이 이어집니다."
    ask_to_keep = "다시 보거나 분석하도록 기록을 남길까요? 예 또는 아니요: "
    stopped = "멈췄습니다."
    not_kept = "멈췄습니다. 게임을 남기지 못했습니다:"
    more = "-- 계속: 엔터, 뒤로, 모두, 또는 끝 -- "

    def with_seed(self, title: str, seed: int) -> str:
        return f"{title}, 시드 {seed}"

    def you_are(self, player: str) -> str:
        return f"당신은 {player}입니다."

    def is_thinking(self, player: str) -> str:
        return f"{player}: 생각하는 중 ..."

    def confirm(self, typed: str) -> str:
        return f"(엔터: {typed}) "

    def tip(self, tip: str) -> str:
        return f"도움말: {tip}"

    def take_keyboard(self, player: str) -> str:
        return f"{player}: 자판 앞에 앉아 엔터를 누르세요. "

    def numbers_of(self, stem: str, first: int, last: int) -> str:
        return f"{stem} {first}~{last}".strip()

    def type_either(self, number: int, short: str) -> str:
        return f"{number} 또는 낱말의 처음을 쓰세요: {short}"

    def rules_mention(self, name: str) -> str:
        return f"규칙에 있습니다: '{name}'."

    def nothing_called(self, name: str) -> str:
        return f"그런 이름은 없습니다: '{name}'."

    def no_rule(self, title: str, wanted: str, headings: Sequence[str]) -> str:
        return f"{title} 규칙에 없습니다: '{wanted}' ({', '.join(headings)})"

    def several_choices(self, wanted: str, number: int) -> str:
        return f"{wanted}: 선택이 {number}가지이니 하나를 물어보세요."

    def goes_on_with(self, command: str) -> str:
        return f"계속하려면: {command}"

    def begin_anew_with(self, command: str) -> str:
        return f"새로 시작하려면: {command}"

    def seed(self, seed: int) -> str:
        return f"시드: {seed}"

    def replay_with(self, command: str) -> str:
        return f"다시 보려면: {command}"

    def analyse_with(self, command: str) -> str:
        return f"분석하려면: {command}"

    def kept_in(self, path: str) -> str:
        return f"기록: {path}."

    def fault(self, seat: int, reason: str, others: int) -> str:
        more = f" (그리고 {others}번 더)" if others else ""
        return f"{self.seat_name(seat, None)}의 잘못: {reason}{more}"

    # Records.

    step = "엔터 다음, e 사건, b 앞, ? 도움말: "
    step_help: Sequence[str] = (
        "  엔터   다음 행동",
        "  e      그 행동의 다음 사건, 그리고 판에서 바뀌는 것",
        "  b      앞의 행동",
        "  숫자   그 번호의 행동; 0은 나눠 주기",
        "  끝     멈춤",
    )
    deal = "카드를 나눠 주었습니다."
    unseen = "이 독자에게 보이지 않는 일"
    the_costliest = "가장 비싼 결정:"
    not_a_sum = "결정마다 따로 판단하므로 잃은 것을 더할 수 없습니다."

    def record_of(self, title: str, seed: int | None, version: int) -> str:
        drawn = "" if seed is None else f"시드 {seed}, "
        return f"{title}, {drawn}규칙 {version}판"

    def no_such_ply(self, answer: str, plies: int) -> str:
        return f"그런 행동은 없습니다: {answer}. 0에서 {plies}까지 있습니다."

    def belonging_to(self, seat: int, viewer: int | None, part: str) -> str:
        return f"{self.seat_name(seat, viewer)}의 {part}"

    def moved(self, what: str, source: str, target: str) -> str:
        start = f" {source}에서" if source else ""
        end = f" {with_particle(target, '으로', '로')}" if target else ""
        return f"{what}:{start}{end}"

    def marked(self, mark: str, seat: int | None, viewer: int | None, *, on: bool) -> str:
        who = "모두" if seat is None else self.seat_name(seat, viewer)
        return f"{mark}: {who}{'' if on else ' 아님'}"

    def see_with(self, seat: int, command: str) -> str:
        return f"{subject(self.seat_name(seat, None))} 본 것을 보려면: {command}"

    def extent(self, decisions: int, stopped: int | None, actions: int) -> str:
        analysed = f"결정 {decisions}개 분석"
        return (
            analysed if stopped is None else f"{analysed}, 행동 {actions}개 중 {stopped}에서 멈춤"
        )

    def report_of(self, title: str, players: int, extent: str) -> str:
        return f"{title}, {players}명, {extent}"

    def after_each(self, what: str) -> str:
        return f"결정마다 그 뒤의 {what}, %:"

    def at_action(self, ply: int, when: str) -> str:
        return f"행동 {ply}" + (f", {when}" if when else "")

    def better(self, action: str) -> str:
        return f"더 나은 것: {action}"

    def verdicts(self, decisions: int, agrees: int, worse: int, too_close: int, gap: float) -> str:
        return (
            f"결정 {decisions}개 중 탐색과 같은 것 {agrees}개, 못한 것 {worse}개, 가릴 수 없는 것"
            f" {too_close}개. 탐색의 선택이 평균 {gap:.1f}퍼센트포인트 낫습니다."
        )


KOREAN = KoreanPhrases()
