"""The State of Koryŏ and its parts."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Annotated, Protocol, TypeAlias

from boardgames.contract import protocols
from boardgames.core.chance import SeedNumber
from boardgames.core.codec import Bounds
from boardgames.core.integers import Natural, Positive
from boardgames.core.values import maker, value
from boardgames.games.koryo.components import Cards, Components
from boardgames.kit.cards import NO_CARDS


class Rules(protocols.Rules, Protocol):
    """The game as its rules see it."""

    components: Components


MOST_PLAYERS = 4
Seat: TypeAlias = Annotated[int, Bounds(0, MOST_PLAYERS - 1)]


class Phase(IntEnum):
    """A phase of the season with decisions; distribution has none."""

    ORDERS = 0
    ACTIONS = 1
    DISCARDS = 2
    OVER = 3


ORDERS, ACTIONS, DISCARDS, OVER = Phase


@value
class Round:
    """What stays the same from one deal to the next."""

    season: Positive
    """1 to 8."""
    first: Seat
    """The seat of the first player."""
    ship_owner: Seat | None
    """The seat with the Ship Owner majority in phase II (K6.3); stored, because the View must
    remember it (K10).
    """


@value
class Turn:
    """What the player to act has done in this turn and has yet to do."""

    due: Cards = NO_CARDS
    """The Events revealed in this turn that are not resolved yet."""
    banked: bool = False
    """Whether the power of the Banker has been used (K7.3)."""
    absolved: bool = False
    """Whether the power of the Priest has been used (K7.4)."""
    stolen: bool = False
    """Whether the power of the Spy has been used (K7.5)."""
    limit: Natural = 0
    """In phase IV, the limit when the player began to discard (K8.3); otherwise 0."""


NEW_TURN = Turn()
"""A turn in which nothing has been done and no Event is unresolved."""


@value
class Hidden:
    """What no View shows completely. Tuples have one entry per seat."""

    hands: tuple[Cards, ...]
    """The hand of each player; empty once their order is placed."""
    orders: tuple[Cards, ...]
    """Orders that are still face down; empty once revealed."""
    discards: tuple[Cards, ...]
    """The rest of each hand, discarded face down when its order was placed (K6.4)."""
    pile: Cards
    """Cards not dealt, in no particular order: every deal shuffles them anew (K4.1)."""
    seed: SeedNumber
    """The seed of the game, from which every deal is drawn."""


@value
class State:
    """A complete position. Tuples have one entry per seat."""

    round: Round
    """The season, and what stays the same within it."""
    phase: Phase
    """The phase that waits for a decision."""
    player: Seat
    """The seat to act; after the game, the first player."""
    turn: Turn
    """What the player to act has done in this turn and has yet to do."""
    tableaux: tuple[Cards, ...]
    """The cards face up in front of each player."""
    tokens: tuple[Natural, ...]
    """The victory point tokens of each player."""
    bank: Natural
    """The tokens in the bank."""
    gone: Cards
    """Cards that left a tableau in this season."""
    hidden: Hidden
    """What no View shows completely."""


# For values that are built at nearly every decision.
make_round = maker(Round)
make_turn = maker(Turn)
make_hidden = maker(Hidden)
make_state = maker(State)


@cache
def turn_order(players: int, first: int) -> tuple[int, ...]:
    """Return all seats in turn order: the first player and then clockwise (K4)."""
    return (*range(first, players), *range(first))


@cache
def seats_after(players: int, first: int, seat: int) -> tuple[int, ...]:
    """Return the seats that come after this one in turn order (K4)."""
    order = turn_order(players, first)
    return order[order.index(seat) + 1 :]
