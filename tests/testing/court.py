"""A game in which cards go back into the deck, as in Coup: whoever puts them there knows what it
holds.
"""

# ruff: noqa: D101  # a game as an author writes it: the contract describes the methods

from __future__ import annotations

from typing import Annotated, TypeAlias

from boardgames import Action, value
from boardgames.core.chance import deal
from boardgames.core.values import deleted, evolve, increased, inserted, replaced
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import Counts, Own, Seat, Seed, Shown, Trail, ZoneRule
from boardgames.scene.events import Place

KINDS = ("assassin", "captain", "duke", "envoy", "lady")
PACK = tuple(sorted(KINDS * 3))
COST = 3
"""What a blow costs, in coins."""
DECK = Place(None, "deck")


def court(seat: int) -> Place:
    return Place(seat, "courts")


def lost(seat: int) -> Place:
    return Place(seat, "lost")


@value
class Table:
    courts: Own[tuple[str, ...]]
    lost: Shown[tuple[str, ...]]
    deck: Annotated[tuple[str, ...], ZoneRule("nobody", ordered=False)]
    trail: Trail[str]
    coins: Counts
    turn: Seat
    seed: Seed
    draws: int = 0
    turns: int = 0
    phase: str = "turn"
    victim: int = 0


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Take(Action): ...


@value
class Exchange(Action): ...


@value
class Show(Action):
    card: Annotated[str, KINDS]


@value
class Strike(Action):
    seat: Seat

    def __str__(self) -> str:
        return f"strike {self.seat + 1}"


@value
class Lose(Action):
    card: Annotated[str, KINDS]


@value
class Return(Action):
    """Two cards go back into the deck, in ascending order."""

    one: Annotated[str, KINDS]
    other: Annotated[str, KINDS]


Move: TypeAlias = Take | Exchange | Show | Strike | Lose | Return


class Court(DeclaredGame[State, Move, View]):
    """Take a coin; or draw two cards and put two back; or show a card, shuffle it into the deck and
    draw another, for two coins; or pay three, and another player loses a card of their choice.
    Everybody has two cards; the player with the most cards and coins after three turns each wins.
    """

    name, title, player_counts = "court", "Court", range(3, 6)
    secret = (Return,)

    def pack(self) -> tuple[str, ...]:
        return PACK

    def start(self, seed: int) -> State:
        cards = deal(list(PACK), len(PACK), seed, 0)
        courts = tuple(
            [tuple(sorted(cards[2 * seat : 2 * seat + 2])) for seat in range(self.players)]
        )
        nothing = ((),) * self.players
        rest = tuple(sorted(cards[2 * self.players :]))
        return State(courts, nothing, rest, (), (0,) * self.players, 0, seed)

    def to_act(self, state: Table) -> tuple[int, ...]:
        if state.phase == "over":
            return ()
        return (state.victim if state.phase == "lose" else state.turn,)

    def choices(self, state: State, seat: int) -> tuple[Move, ...]:
        held = sorted({*state.courts[seat]})
        if state.phase == "lose":
            return tuple([Lose(card) for card in held])
        if state.phase == "return":
            cards = state.courts[seat]
            pairs = {
                (one, other) for place, one in enumerate(cards) for other in cards[place + 1 :]
            }
            return tuple([Return(*pair) for pair in sorted(pairs)])
        struck = [
            Strike(other)
            for other in range(self.players)
            if other != seat and state.courts[other] and state.coins[seat] >= COST
        ]
        return (Take(), Exchange(), *[Show(card) for card in held], *struck)

    def act(self, state: State, action: Move, seat: int) -> State:
        match action:
            case Take():
                return self._next(self._paid(state, seat, 1))
            case Exchange():
                return evolve(self._drawn(state, seat, 2), phase="return")
            case Return(one, other):
                return self._next(self._moved(state, court(seat), DECK, (one, other)))
            case Show(card):
                shown = self._moved(self._paid(state, seat, 2), court(seat), lost(seat), (card,))
                shuffled = self._moved(shown, lost(seat), DECK, (card,))
                return self._next(self._drawn(shuffled, seat, 1))
            case Strike(victim):
                return evolve(self._paid(state, seat, -COST), phase="lose", victim=victim)
            case Lose(card):
                return self._next(self._moved(state, court(seat), lost(seat), (card,)))

    def _paid(self, state: State, seat: int, coins: int) -> State:
        return evolve(state, coins=increased(state.coins, seat, coins))

    def _drawn(self, state: State, seat: int, count: int) -> State:
        cards = deal([*state.deck], count, state.seed, state.draws + 1)
        after = evolve(state, draws=state.draws + 1)
        return self._moved(after, DECK, court(seat), tuple(sorted(cards)))

    def _moved(self, state: State, source: Place, target: Place, cards: tuple[str, ...]) -> State:
        """Return the State after these cards have passed from one zone to another."""
        after = evolve(state, trail=(*state.trail, (source, target, cards)))
        for card in cards:
            after = _with(after, source, deleted(_held(after, source), card))
            after = _with(after, target, inserted(_held(after, target), card))
        return after

    def _next(self, state: State) -> State:
        left = [seat for seat in range(self.players) if state.courts[seat]]
        turns = state.turns + 1
        if len(left) == 1 or turns == 3 * self.players:
            return evolve(state, phase="over", turns=turns)
        seat = (state.turn + 1) % self.players
        while seat not in left:
            seat = (seat + 1) % self.players
        return evolve(state, phase="turn", turns=turns, turn=seat, victim=0)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple(
            [
                10 * len(cards) + coins
                for cards, coins in zip(state.courts, state.coins, strict=True)
            ]
        )


def _held(state: State, pile: Place) -> tuple[str, ...]:
    if pile.seat is None:
        return state.deck
    return (state.courts if pile.zone == "courts" else state.lost)[pile.seat]


def _with(state: State, pile: Place, cards: tuple[str, ...]) -> State:
    if pile.seat is None:
        return evolve(state, deck=cards)
    if pile.zone == "courts":
        return evolve(state, courts=replaced(state.courts, pile.seat, cards))
    return evolve(state, lost=replaced(state.lost, pile.seat, cards))
