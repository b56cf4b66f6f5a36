"""Briscola for two as a Game: hidden hands, a shuffled pack. Try it: `python
examples/briscola.py`.
"""

from __future__ import annotations

from typing import Annotated, assert_never

from boardgames import Action, evolve, value
from boardgames.kit import (
    DeclaredGame,
    DeclaredWords,
    Open,
    Seat,
    Shown,
    ZoneRule,
    deal,
    deleted,
    inserted,
    replaced,
    require,
)
from boardgames.scene import Change, Event, OnTable, PieceMove, Place, moves
from boardgames.testing import check_game

RANKS = "24567JQK3A"  # the strongest last
POINTS = {"J": 2, "Q": 3, "K": 4, "3": 10, "A": 11}  # 120 in all
PACK = tuple(sorted(rank + suit for rank in RANKS for suit in "cdhs"))
HAND = 3
TRUMP_KEPT = 5  # what a trump in hand is worth to `estimate`, in points


def trump_card(table: Table, _viewer: object, _owner: object, card: str) -> bool:
    """Tell whether this is the card that lies under the stock: everybody sees where it goes."""
    return card == table.trump


@value
class Table:
    hands: Annotated[tuple[tuple[str, ...], ...], ZoneRule("owner", ordered=False, also=trump_card)]
    stock: Annotated[
        tuple[str, ...], ZoneRule("nobody", also=trump_card)
    ]  # the next card first, the trump card last
    trump: str  # its suit is trumps for the whole game
    led: Open[str | None]  # the first card of the trick
    leader: Seat  # who plays it
    won: Shown[tuple[str, ...]] = ((), ())  # the tricks of each seat, in the order of play


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Play(Action):
    card: Annotated[str, PACK]


STOCK = Place(None, "stock")
IS_TRUMP_CARD = OnTable(lambda at: at.event.card == at.after.heading.split()[-1])


@value
class Shuffled(Event):
    cards: int  # in the pack
    trump: str  # the card that lies face up under the stock

    def changes(self) -> tuple[Change, ...]:
        return moves([*[None] * (self.cards - 1), self.trump], None, STOCK)


@value
class Played(Event):
    seat: int
    card: str

    def changes(self) -> tuple[Change, ...]:
        return moves([self.card], Place(self.seat, "hand"), Place(None, "led"))


@value
class Won(Event):
    seat: int
    trick: tuple[str, str]

    def changes(self) -> tuple[Change, ...]:
        return moves(self.trick, Place(None, "led"), Place(self.seat, "won"))


@value
class Drawn(Event):
    seat: int
    card: str | None  # None: not seen
    is_trump_card: Annotated[bool, IS_TRUMP_CARD]

    def seen_by(self, viewer: int | None) -> Drawn:
        return self if viewer == self.seat or self.is_trump_card else evolve(self, card=None)

    def changes(self) -> tuple[Change, ...]:
        return (
            PieceMove(self.card, 1, STOCK, Place(self.seat, "hand"), face_down=self.card is None),
        )


class BriscolaWords(DeclaredWords[State, Play, View]):
    def heading(self, view: View) -> str:
        return f"trump card {view.trump}"

    def describe(
        self, event: Shuffled | Played | Won | Drawn, viewer: int | None
    ) -> tuple[str, ...]:
        who = "" if isinstance(event, Shuffled) else self.seat_name(event.seat, viewer)
        match event:
            case Shuffled():
                return (f"The trump card is {event.trump}.",)
            case Played():
                return (f"{who} played {event.card}",)
            case Won():
                return (
                    f"{who} won the trick {' '.join(event.trick)}, {points(event.trick)} points",
                )
            case Drawn():
                return (f"{who} drew {event.card or 'a card'}",)
            case _:
                assert_never(event)


class Briscola(DeclaredGame[State, Play, View]):
    """Play a card each: the higher trump, or else the higher card of the suit led, wins the trick.

    Any card may be played at any time. Whoever wins a trick draws a card first, then the other one,
    and leads the next. An ace is worth 11 points, a three 10, king 4, queen 3, jack 2. More than 60
    points win.
    """

    name, title, player_counts = "briscola", "Briscola", range(2, 3)
    event_types = Shuffled | Played | Won | Drawn
    words_type = BriscolaWords
    cards, hand = PACK, HAND

    def small(self) -> Briscola:
        tiny = type(self)(2)
        tiny.cards, tiny.hand = ("2c", "2d", "3c", "3d", "Ac", "Ad"), 1
        return tiny

    def pack(self) -> tuple[str, ...]:
        return self.cards

    def start(self, seed: int) -> State:
        cards, size = deal(list(self.cards), len(self.cards), seed, 0), self.hand
        hands = (tuple(sorted(cards[:size])), tuple(sorted(cards[size : 2 * size])))
        return State(hands, tuple(cards[2 * size :]), cards[-1], None, 0)

    def beginning(self, state: State) -> tuple[Shuffled | Drawn, ...]:
        dealt = [Drawn(seat, card, False) for seat, hand in enumerate(state.hands) for card in hand]
        return (Shuffled(len(self.cards), state.trump), *dealt)

    def to_act(self, state: Table) -> tuple[int, ...]:
        seat = state.leader if state.led is None else 1 - state.leader
        return (seat,) if state.hands[seat] else ()

    def choices(self, state: State, seat: int) -> tuple[Play, ...]:
        return tuple([Play(card) for card in state.hands[seat]])  # sorted, as the hand is

    def act(self, state: State, action: Play, seat: int) -> State:
        card, led = action.card, state.led
        self.report(Played(seat, card))
        hands = replaced(state.hands, seat, deleted(state.hands[seat], card))
        if led is None:
            return evolve(state, hands=hands, led=card)
        winner = seat if beats(card, led, state.trump) else state.leader
        self.report(Won(winner, (led, card)))
        won = replaced(state.won, winner, (*state.won[winner], led, card))
        for drawer, drawn in zip(
            (winner, 1 - winner), state.stock, strict=False
        ):  # nobody draws from an empty stock
            self.report(Drawn(drawer, drawn, drawn == state.trump))
            hands = replaced(hands, drawer, inserted(hands[drawer], drawn))
        return evolve(state, hands=hands, stock=state.stock[2:], led=None, leader=winner, won=won)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple([points(cards) for cards in state.won])

    def ending(self, state: State) -> str:
        return "all cards are played"

    def estimate(self, state: State, player: int) -> float:
        mine, others = points(state.won[player]), points(state.won[1 - player])
        trumps = [card for card in state.hands[player] if card[1] == state.trump[1]]
        risk = 0 if state.led is None or player != state.leader else points((state.led,))
        return 0.5 + (mine - others + TRUMP_KEPT * len(trumps) - risk) / 300

    def check_state(self, state: State) -> None:
        super().check_state(state)
        lead, follow = len(state.hands[state.leader]), len(state.hands[1 - state.leader])
        require(
            lead + (state.led is not None) == follow <= self.hand, "hands: no such numbers of cards"
        )
        require(len(state.won[0]) % 2 == 0, "won: expected whole tricks")
        require(state.trump in self.cards, "trump: no such card")
        if state.stock:
            require(
                follow == self.hand and state.stock[-1] == state.trump,
                "stock: expected full hands, trump card last",
            )


def points(cards: tuple[str, ...]) -> int:
    """Return what these cards are worth."""
    return sum([POINTS.get(card[0], 0) for card in cards])


def beats(card: str, led: str, trump: str) -> bool:
    """Tell whether the second card of a trick wins it."""
    if card[1] == led[1]:
        return RANKS.index(card[0]) > RANKS.index(led[0])
    return card[1] == trump[1]


if __name__ == "__main__":
    check_game(Briscola(2))
    print("Briscola keeps the contract.")
