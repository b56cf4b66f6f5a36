"""Hanabi as a Game: one team, hands that all but their owners see, and clues. Try it: `python
examples/hanabi.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, TypeAlias

from boardgames import Action, Outcome, evolve, value
from boardgames.kit import (
    Count,
    DeclaredGame,
    DeclaredWords,
    Each,
    Hidden,
    Open,
    Seat,
    Seed,
    Spot,
    ZoneRule,
    deal,
    replaced,
    require,
)
from boardgames.scene import Label, Piece, Touch
from boardgames.testing import check_game

COLOURS = {"b": "blue", "g": "green", "r": "red", "w": "white", "y": "yellow"}
PACK = tuple([colour + rank for colour in COLOURS for rank in "1112233445"])  # `r1` is a red 1
ALL = "bgrwy12345"  # what a card can be, as long as nobody has said anything about it
CLUES, FUSES, MOST = 8, 3, 25


@value
class Table:
    hands: Annotated[
        tuple[tuple[str, ...], ...], ZoneRule("others", numbered=True)
    ]  # the newest card last
    deck: Hidden[tuple[str, ...]]  # the next card last
    played: Open[tuple[str, ...]]
    discards: Open[tuple[str, ...]]
    can_be: Each[
        tuple[str, ...]
    ]  # of each card in hand, the colours and ranks that the clues leave
    turn: Seat
    seed: Seed
    clues: Count = CLUES
    fuses: Count = FUSES
    turns_left: int | None = None  # None: not before the deck is empty


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Play(Action):
    number: Annotated[int, range(1, 6)]  # the place in the hand, from 1


@value
class Discard(Action):
    number: Annotated[int, range(1, 6)]


@value
class Clue(Action):
    seat: Seat
    named: Annotated[str, (*ALL,)]

    def __str__(self) -> str:
        return f"clue {self.seat + 1} {self.named}"  # people count seats from 1


Move: TypeAlias = Play | Discard | Clue


@cache
def _cards_of(can_be: str) -> frozenset[str]:
    return frozenset([card for card in PACK if card[0] in can_be and card[1] in can_be])


class HanabiWords(DeclaredWords[State, Move, View]):
    def pieces(self) -> Mapping[str, Piece]:
        return {
            card: Piece(card, f"{COLOURS[card[0]]} {card[1]}", "", COLOURS[card[0]], int(card[1]))
            for card in PACK
        }

    def marks(self, view: View, place: Spot) -> tuple[str, ...]:
        able = ALL if place.owner is None else view.can_be[place.owner][place.number]
        return () if able == ALL else (able.rstrip("12345"), able.lstrip("bgrwy"))

    def label(self, view: View, action: Move) -> Label:
        if not isinstance(action, Clue):
            return Label(str(action), (Touch(view.seat, "hand"),))
        touched = sorted({card for card in view.hands[action.seat] if action.named in card})
        text = (
            f"clue {self.seat_name(action.seat, None)}: {COLOURS.get(action.named, action.named)}"
        )
        return Label(text, tuple([Touch(action.seat, "hand", card) for card in touched]))

    def tell(
        self, before: State, player: int, action: Move, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        lines = [f"{card} is played" for card in after.played[len(before.played) :]]
        lines += [f"{card} is discarded" for card in after.discards[len(before.discards) :]]
        return (*super().tell(before, player, action, after, viewer), *lines)


class Hanabi(DeclaredGame[State, Move, View]):
    """Play the ranks 1 to 5 of every colour in order; you see all hands but your own (after A.
    Bauza, 2010).

    In a turn, play a card: if it is the next one of its colour, it stays, and a 5 gives back a
    clue; otherwise it is discarded, and a fuse burns. Or discard a card, which gives back a clue.
    Or spend a clue, and point out all cards of one colour or rank in another hand, one at least.
    Whoever plays or discards draws. The game ends with the third fuse and no points, with all 25
    cards played, or when everybody has had a turn after the last card was drawn.
    """

    name, title, player_counts, utility_type = "hanabi", "Hanabi", range(2, 6), "identical"
    words_type = HanabiWords
    cards, size, clues = PACK, 5, CLUES

    def small(self) -> Hanabi:
        tiny = type(self)(2)
        tiny.cards, tiny.size, tiny.clues = ("b1", "b1", "b2", "g1"), 1, 1
        return tiny

    def pack(self) -> tuple[str, ...]:
        return self.cards

    def start(self, seed: int) -> State:
        cards, size = (
            deal(list(self.cards), len(self.cards), seed, 0),
            self.size - (self.players > 3),
        )
        hands = tuple(
            [tuple(cards[size * seat : size * (seat + 1)]) for seat in range(self.players)]
        )
        return State(
            hands,
            tuple(cards[size * self.players :]),
            (),
            (),
            ((ALL,) * size,) * self.players,
            0,
            seed,
            self.clues,
        )

    def allowed(self, table: Table, place: Spot) -> frozenset[str] | None:
        return None if place.owner is None else _cards_of(table.can_be[place.owner][place.number])

    def sees_all(self, table: Table, viewer: int | None) -> bool:
        return not self.to_act(table)

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (
            ()
            if 0 in (state.fuses, state.turns_left) or len(state.played) == MOST
            else (state.turn,)
        )

    def choices(self, state: State, seat: int) -> list[Move]:
        kinds = (Play, Discard) if state.clues < self.clues else (Play,)
        found: list[Move] = [
            kind(number) for kind in kinds for number in range(1, len(state.hands[seat]) + 1)
        ]
        others = [other for other in range(self.players) if other != seat and state.clues]
        return found + [
            Clue(other, each) for other in others for each in sorted({*"".join(state.hands[other])})
        ]

    def act(self, state: State, action: Move, seat: int) -> State:
        left = None if state.turns_left is None else state.turns_left - 1
        state = evolve(state, turn=(seat + 1) % self.players, turns_left=left)
        if isinstance(action, Clue):
            cards = zip(state.hands[action.seat], state.can_be[action.seat], strict=True)
            known = tuple(
                [narrowed(able, action.named, fits=action.named in card) for card, able in cards]
            )
            return evolve(
                state, clues=state.clues - 1, can_be=replaced(state.can_be, action.seat, known)
            )
        place, drawn, is_play = action.number - 1, state.deck[-1:], isinstance(action, Play)
        card, hand, able = state.hands[seat][place], state.hands[seat], state.can_be[seat]
        state = evolve(
            state,
            hands=replaced(state.hands, seat, hand[:place] + hand[place + 1 :] + drawn),
            can_be=replaced(
                state.can_be, seat, able[:place] + able[place + 1 :] + (ALL,) * len(drawn)
            ),
            deck=state.deck[:-1],
            turns_left=self.players if len(state.deck) == 1 else left,
        )
        if is_play and _is_next(state.played, card):
            return evolve(
                state,
                played=(*state.played, card),
                clues=min(self.clues, state.clues + (card[1] == "5")),
            )
        clues, fuses = (state.clues, state.fuses - 1) if is_play else (state.clues + 1, state.fuses)
        return evolve(state, discards=(*state.discards, card), clues=clues, fuses=fuses)

    def score(self, state: State) -> tuple[int, ...]:
        return (len(state.played) if state.fuses else 0,) * self.players

    def outcome(self, state: State) -> Outcome | None:
        ended = super().outcome(state)
        return ended and replace(ended, winners=(), maximum=MOST, utility=())

    def estimate(self, state: State, player: int) -> float:
        return (len(state.played) + state.fuses + state.clues / self.clues) / (MOST + FUSES + 1)

    def check_state(self, state: State) -> None:
        require(
            [*map(len, state.can_be)] == [*map(len, state.hands)],
            "can_be: expected one for each card in hand",
        )
        require(
            0 <= state.clues <= self.clues and 0 <= state.fuses <= FUSES,
            "clues, fuses: no such numbers",
        )
        super().check_state(state)
        for number, card in enumerate(state.played):
            require(_is_next(state.played[:number], card), "played: expected ranks in order")
        require(
            (state.turns_left is None) == bool(state.deck),
            "turns_left: expected once the deck is empty",
        )


def _is_next(played: tuple[str, ...], card: str) -> bool:
    return int(card[1]) == 1 + [each[0] for each in played].count(card[0])


def narrowed(able: str, named: str, *, fits: bool) -> str:
    """Return what a card can be after a clue that names, or does not name, this colour or rank of
    it.
    """
    return "".join(
        [each for each in able if each.isdigit() != named.isdigit() or (each == named) == fits]
    )


if __name__ == "__main__":
    print(check_game(Hanabi(2)))
