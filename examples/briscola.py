"""Briscola for two as a Game: hidden hands, a shuffled pack. Try it: `python examples/briscola.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from random import Random

from boardgames import Action, DecodeError, Game, Notation, Outcome, checked_seed, ranked, seat_name, value
from boardgames.core.chance import deal, shuffle
from boardgames.testing import check_game

RANKS = "24567JQK3A"  # the strongest last
POINTS = {"J": 2, "Q": 3, "K": 4, "3": 10, "A": 11}  # 120 in all
PACK = tuple(sorted(rank + suit for rank in RANKS for suit in "cdhs"))
HAND = 3
HIDDEN = "??"  # the back of a card
TRUMP_KEPT = 5  # what a trump in hand is worth to `evaluate`, in points


@value
class State:
    hands: tuple[tuple[str, ...], ...]  # of each seat, sorted
    stock: tuple[str, ...]  # the next card first; the trump card lies under it, face up
    trump: str  # that card; its suit is trumps for the whole game
    led: str | None  # the first card of the trick
    leader: int  # who plays it
    won: tuple[tuple[str, ...], ...] = ((), ())  # the tricks of each seat, in the order of play


@value
class View:
    seat: int | None
    hands: tuple[tuple[str, ...], ...]  # HIDDEN for a card that this seat has not seen
    stock: int  # how many cards are left
    trump: str
    led: str | None
    leader: int
    won: tuple[tuple[str, ...], ...]


@value
class Play(Action):
    card: str


PLAYS = {card: Play(card) for card in PACK}  # made once: so they cost nothing in play


class Briscola(Game[State, Play, View]):
    """Play a card each: the higher trump, or else the higher card of the suit led, wins the trick.

    Any card may be played at any time. Whoever wins a trick draws a card first, then the other one, and leads the
    next. An ace is worth 11 points, a three 10, king 4, queen 3, jack 2. More than 60 points win.
    """

    name, title, player_counts = "briscola", "Briscola", range(2, 3)
    notation = Notation(PLAYS.values())

    def new_game(self, seed: int | None = None) -> State:
        cards = deal(list(PACK), len(PACK), checked_seed(seed), 0)
        hands = (tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND : 2 * HAND])))
        return State(hands, tuple(cards[2 * HAND :]), cards[-1], None, 0)

    def to_act(self, state: State) -> tuple[int, ...]:
        seat = state.leader if state.led is None else 1 - state.leader
        return (seat,) if state.hands[seat] else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Play, ...]:
        seats = self.to_act(state)
        if not seats or player not in (None, *seats):
            return ()
        return tuple([PLAYS[card] for card in state.hands[seats[0]]])  # sorted, as the hand is

    def apply(self, state: State, action: Play, player: int | None = None) -> State:
        seats = self.to_act(state)
        if type(action) is not Play or not seats or player not in (None, *seats):
            raise self.illegal(state, action, player)
        seat, card = seats[0], action.card
        if card not in state.hands[seat]:
            raise self.illegal(state, action, player)
        hands, stock, won = list(state.hands), state.stock, list(state.won)
        hands[seat] = tuple([each for each in hands[seat] if each != card])
        if state.led is None:
            return State(tuple(hands), stock, state.trump, card, seat, state.won)
        winner = seat if beats(card, state.led, state.trump) else state.leader
        won[winner] += (state.led, card)
        for drawer, drawn in zip((winner, 1 - winner), stock, strict=False):  # nobody draws when the stock is gone
            hands[drawer] = tuple(sorted((*hands[drawer], drawn)))
        return State(tuple(hands), stock[2:], state.trump, None, winner, tuple(won))

    def score(self, state: State) -> tuple[int, ...]:
        return tuple([points(cards) for cards in state.won])

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        ranking = ranked(self.score(state))
        return Outcome(ranking[0], ranking, self.score(state), "all cards are played")

    def view(self, state: State, player: int | None) -> View:
        hands = tuple([hand if seat == player else covered(hand, state.trump) for seat, hand in enumerate(state.hands)])
        return View(player, hands, len(state.stock), state.trump, state.led, state.leader, state.won)

    def determinize(self, view: View, rng: Random) -> State:
        own = () if view.seat is None else view.hands[view.seat]
        seen = {*own, view.trump, view.led, *view.won[0], *view.won[1]}
        unseen = shuffle([card for card in PACK if card not in seen], rng)
        hands = list(view.hands)
        for seat, hand in enumerate(hands):
            if seat != view.seat:
                hands[seat] = tuple(sorted([card if card == view.trump else unseen.pop() for card in hand]))
        stock = (*unseen, view.trump) if view.stock else ()
        return State(tuple(hands), stock, view.trump, view.led, view.leader, view.won)

    def evaluate(self, state: State, player: int) -> float:
        mine, others = points(state.won[player]), points(state.won[1 - player])
        if not self.to_act(state):
            return 0.5 if mine == others else float(mine > others)
        trumps = [card for card in state.hands[player] if card[1] == state.trump[1]]
        risk = 0 if state.led is None or player != state.leader else points((state.led,))
        return 0.5 + (mine - others + TRUMP_KEPT * len(trumps) - risk) / 300

    def parse(self, text: str) -> Play:
        return self.notation.parse(text)

    def render(self, view: View) -> str:
        lines = [f"Trump card: {view.trump}. Cards in the stock: {view.stock}. On the table: {view.led or 'nothing'}."]
        for seat, hand in enumerate(view.hands):
            lines.append(f"{seat_name(seat, view.seat)}: {' '.join(hand)}, {points(view.won[seat])} points")
        return "\n".join(lines)

    def tell(self, before: State, player: int, action: Play, after: State, viewer: int | None) -> tuple[str, ...]:
        lines = [f"{seat_name(player, viewer)}: {action}"]
        if before.led is not None:
            trick = (before.led, action.card)
            lines.append(f"{seat_name(after.leader, viewer)}: win the trick {' '.join(trick)}, {points(trick)} points")
            for drawer, drawn in zip((after.leader, 1 - after.leader), before.stock, strict=False):
                seen = drawn if drawer == viewer or drawn == before.trump else "a card"
                lines.append(f"{seat_name(drawer, viewer)}: draw {seen}")
        return tuple(lines)

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        led = () if state.led is None else (state.led,)
        return Counter([card for cards in (*state.hands, *state.won, state.stock, led) for card in cards])

    def check_state(self, state: State) -> None:
        if len(state.hands) != 2 or len(state.won) != 2 or state.leader not in (0, 1):
            raise DecodeError("hands, won, leader: expected those of two seats")
        if self.inventory(state) != Counter(PACK) or state.trump not in PACK:
            raise DecodeError("hands, stock, led, won: expected every card once")
        lead, follow = len(state.hands[state.leader]), len(state.hands[1 - state.leader])
        if lead + (state.led is not None) != follow or follow > HAND or len(state.won[0]) % 2:
            raise DecodeError("hands, won: no such numbers of cards")
        if state.stock and (follow < HAND or state.stock[-1] != state.trump):
            raise DecodeError("stock: expected full hands, and the trump card under it")


def points(cards: tuple[str, ...]) -> int:
    """Return what these cards are worth."""
    return sum([POINTS.get(card[0], 0) for card in cards])


def beats(card: str, led: str, trump: str) -> bool:
    """Tell whether the second card of a trick wins it."""
    if card[1] == led[1]:
        return RANKS.index(card[0]) > RANKS.index(led[0])
    return card[1] == trump[1]


def covered(hand: tuple[str, ...], trump: str) -> tuple[str, ...]:
    """Return the hand as others see it: of all cards, they have seen only the trump card go there."""
    return tuple(sorted([card if card == trump else HIDDEN for card in hand]))


if __name__ == "__main__":
    check_game(Briscola(2))
    print("Briscola keeps the contract.")
