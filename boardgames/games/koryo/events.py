"""What can happen in Koryŏ: who sees what of it, and what it changes on the table."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, TypeAlias

from boardgames.core.integers import Natural, Positive
from boardgames.core.values import evolve, value
from boardgames.games.koryo.components import KEYS, Kind
from boardgames.games.koryo.state import Seat
from boardgames.scene.events import (
    Change,
    CounterChange,
    MarkChange,
    Place,
    TurnChange,
    moves,
)
from boardgames.scene.events import Event as BaseEvent
from boardgames.scene.events import OfSeat as OfAnySeat
from boardgames.scene.facts import ACTOR, Moment, OnTable, by, progress, such_that

GONE = Place(None, "gone")
PILE = Place(None, "pile")
FIRST_PLAYER = "first_player"
"""Marks the first player of a season."""


def _moves(
    cards: tuple[Kind, ...] | None,
    source: Place,
    target: Place,
    *,
    size: int = 0,
    face_down: bool = False,
) -> tuple[Change, ...]:
    """Return the moves of these cards; None means that the viewer does not know them, only their
    number.
    """
    pieces = [None] * size if cards is None else [KEYS[kind] for kind in cards]
    return moves(pieces, source, target, face_down=face_down)


def _holders(at: Moment) -> set[int]:
    """Return the seats in whose tableaux the cards of the Event lie."""
    needed = Counter([KEYS[kind] for kind in at.event.cards])
    return {
        seat
        for seat in range(len(at.after.seats))
        if needed and needed <= Counter(at.held(seat, "tableau"))
    }


HOLDERS = OnTable(_holders)
HELD = such_that("cards", lambda at: at.event.seat in _holders(at))


@value
class CardsLaidOut(BaseEvent):
    """The game begins: all cards are in the pile, and all tokens in the bank (K3)."""

    cards: Natural
    tokens: Natural

    def changes(self) -> tuple[Change, ...]:
        return *moves([None] * self.cards, None, PILE), CounterChange(None, "bank", self.tokens)


@value
class OfSeat(OfAnySeat):
    """What a player does, or what happens to them."""

    seat: Seat


@value
class OrderPlaced(OfSeat):
    """A player places an order face down, and discards the rest of their hand face down
    (K6, K6.4).
    """

    order_size: Natural
    discards_size: Natural
    order: tuple[Kind, ...] | None
    """None if the viewer does not know the cards."""
    discards: tuple[Kind, ...] | None
    """The same."""

    def seen_by(self, viewer: int | None) -> OrderPlaced:
        return self if viewer == self.seat else evolve(self, order=None, discards=None)

    def changes(self) -> tuple[Change, ...]:
        hand, order, discards = [Place(self.seat, zone) for zone in ("hand", "order", "discards")]
        return (
            *_moves(self.order, hand, order, size=self.order_size, face_down=True),
            *_moves(self.discards, hand, discards, size=self.discards_size, face_down=True),
        )


@value
class OrderRevealed(OfSeat):
    """A player turns their order over, into their tableau (K7.1)."""

    cards: tuple[Kind, ...]

    def changes(self) -> tuple[Change, ...]:
        return _moves(self.cards, Place(self.seat, "order"), Place(self.seat, "tableau"))


@value
class EventsWithoutUse(OfSeat):
    """The revealed Events cannot be used, and the turn ends at once (K7.9)."""

    seat: Annotated[Seat, HOLDERS]
    cards: Annotated[tuple[Kind, ...], HELD]


@value
class TokenTaken(OfSeat):
    """A player takes a token from the bank (K7.3)."""

    def changes(self) -> tuple[Change, ...]:
        return CounterChange(None, "bank", -1), CounterChange(self.seat, "tokens", 1)


@value
class EventAbsolved(OfSeat):
    """A player destroys an Event of their own with the Priest (K7.4)."""

    event: Kind

    def changes(self) -> tuple[Change, ...]:
        return _moves((self.event,), Place(self.seat, "tableau"), GONE)


@value
class TokenStolen(OfSeat):
    """A player takes a token from another with the Spy (K7.5)."""

    victim: Seat

    def changes(self) -> tuple[Change, ...]:
        return CounterChange(self.victim, "tokens", -1), CounterChange(self.seat, "tokens", 1)


@value
class CharacterDestroyed(OfSeat):
    """A player destroys another's Character with a Barbarian (K7.6)."""

    seat: Annotated[Seat, ACTOR]
    victim: Seat
    character: Kind

    def changes(self) -> tuple[Change, ...]:
        return _moves((self.character,), Place(self.victim, "tableau"), GONE)


@value
class CharactersSwapped(OfSeat):
    """A player exchanges Characters of two players with a Lobbying (K7.7)."""

    seat: Annotated[Seat, ACTOR]
    low: Seat
    """The lower of the two seats."""
    given: Kind
    """What the lower seat gives."""
    high: Seat
    returned: Kind

    def changes(self) -> tuple[Change, ...]:
        low, high = Place(self.low, "tableau"), Place(self.high, "tableau")
        return _moves((self.given,), low, high) + _moves((self.returned,), high, low)


@value
class TurnEnded(OfSeat):
    """A player ends their turn while something is left to do (K7.8)."""

    seat: Annotated[Seat, by("End")]


@value
class CharacterDiscarded(OfSeat):
    """A player discards a Character to meet their limit (K8.1)."""

    character: Kind

    def changes(self) -> tuple[Change, ...]:
        return _moves((self.character,), Place(self.seat, "tableau"), GONE)


@value
class CharactersLost(OfSeat):
    """A player's Events alone reach the limit, so they lose all their Characters (K8.2)."""

    cards: tuple[Kind, ...]

    def changes(self) -> tuple[Change, ...]:
        return _moves(self.cards, Place(self.seat, "tableau"), GONE)


@value
class SeasonBegins(BaseEvent):
    """All cards outside the tableaux are shuffled into the pile (K4.1), and there is a new first
    player (K4.2).
    """

    season: Annotated[Positive, progress(0)]
    first: Seat
    gone: tuple[Kind, ...]
    """The cards that had left the tableaux in the season before."""
    discards_sizes: tuple[Natural, ...]
    """The number of cards that each seat discarded face down."""

    def changes(self) -> tuple[Change, ...]:
        changes = _moves(self.gone, GONE, PILE, face_down=True)
        for seat, size in enumerate(self.discards_sizes):
            changes += _moves(None, Place(seat, "discards"), PILE, size=size)
        return (
            *changes,
            MarkChange(None, FIRST_PLAYER, on=False),
            MarkChange(self.first, FIRST_PLAYER),
        )


@value
class CardsDealt(OfSeat):
    """A player is dealt their hand (K5)."""

    size: Natural
    cards: tuple[Kind, ...] | None
    """None if the viewer does not know the cards."""

    def seen_by(self, viewer: int | None) -> CardsDealt:
        return self if viewer == self.seat else evolve(self, cards=None)

    def changes(self) -> tuple[Change, ...]:
        return _moves(self.cards, PILE, Place(self.seat, "hand"), size=self.size)


@value
class GameEnds(BaseEvent):
    """The last season is over (K4.2)."""

    def changes(self) -> tuple[Change, ...]:
        return (TurnChange(()),)


Event: TypeAlias = (
    CardsLaidOut
    | OrderPlaced
    | OrderRevealed
    | EventsWithoutUse
    | TokenTaken
    | EventAbsolved
    | TokenStolen
    | CharacterDestroyed
    | CharactersSwapped
    | TurnEnded
    | CharacterDiscarded
    | CharactersLost
    | SeasonBegins
    | CardsDealt
    | GameEnds
)
