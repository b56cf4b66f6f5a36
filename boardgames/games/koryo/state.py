"""The State of Koryŏ, the View of one seat, and the Actions."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.values import value
from boardgames.games.koryo.components import Cards, Counts, Kind


class Phase(IntEnum):
    """The phase of the round that waits for a decision; dealing never does."""

    ORDERS = 0
    ACTIONS = 1
    DISCARDS = 2
    OVER = 3


@value
class Round:
    """What stays the same from one deal to the next."""

    season: int
    """1 to 8."""
    first: int
    """The seat of the first player."""
    ship_owner: int | None
    """Who has the Ship Owner majority in phase II (K6.3); the View has to remember it (K10)."""


@value
class Turn:
    """What the player whose turn it is has still to do, or has done already."""

    barbarians: int = 0
    """Revealed Barbarians that are not resolved yet."""
    lobbyings: int = 0
    """Revealed Lobbyings that are not resolved yet."""
    banked: bool = False
    absolved: bool = False
    stolen: bool = False
    limit: int = 0
    """In phase IV: the limit as it was read when the player began to discard (K8.3); otherwise 0."""


@value
class Hidden:
    """What no View shows whole. Tuples have one entry per seat."""

    hands: tuple[Cards, ...]
    orders: tuple[Cards, ...]
    """Cards lying face down; none once revealed."""
    discards: tuple[Cards, ...]
    """What each player discarded unseen when he placed his order (K6.4)."""
    pile: Cards
    """Cards that were not dealt; their order is without meaning, for the next deal shuffles all anew (K4.1)."""
    seed: int
    """The seed of the game, from which every deal is drawn."""


@value
class State:
    """A position, everything included. Tuples have one entry per seat."""

    round: Round
    phase: Phase
    player: int
    """The seat to act; after the game the first player."""
    turn: Turn
    tableaux: tuple[Cards, ...]
    tokens: tuple[int, ...]
    bank: int
    gone: Cards
    """Cards that left a tableau in this round."""
    hidden: Hidden


@value
class View:
    """What one seat, or a spectator, knows (K10). Tuples have one entry per seat."""

    seat: int | None
    """Whose View this is; None for a spectator."""
    round: Round
    phase: Phase
    player: int
    turn: Turn
    tableaux: tuple[Counts, ...]
    tokens: tuple[int, ...]
    bank: int
    hand_sizes: tuple[int, ...]
    order_sizes: tuple[int, ...]
    discard_sizes: tuple[int, ...]
    gone: Counts
    pile_size: int
    hand: Counts
    """The seat's own hand; empty for a spectator."""
    order: Counts
    """The seat's own order, as long as it lies face down."""
    discards: Counts
    """What the seat itself discarded in this round."""


@value
class Order(BaseAction):
    """Place these cards face down (K6), none included; two different ones in the order of Kind."""

    cards: tuple[Kind, ...]

    def __str__(self) -> str:
        """Return `order 3 Banker`, `order Banker Barbarian` or `order none`."""
        if not self.cards:
            return "order none"
        first, last = self.cards[0], self.cards[-1]
        return f"order {len(self.cards)} {first}" if first == last else f"order {first} {last}"


@value
class Bank(BaseAction):
    """Take a token from the bank, as a Banker may (K7.3)."""


@value
class Absolve(BaseAction):
    """Destroy one of one's own Events, as a Priest may (K7.4)."""

    event: Kind


@value
class Steal(BaseAction):
    """Take a token from another player, as a Spy may (K7.5)."""

    victim: int

    def __str__(self) -> str:
        """Return `steal 2`."""
        return f"steal {self.victim + 1}"


@value
class Destroy(BaseAction):
    """Resolve a Barbarian: destroy a Character of another player (K7.6)."""

    victim: int
    character: Kind

    def __str__(self) -> str:
        """Return `destroy Merchant of 3`."""
        return f"destroy {self.character} of {self.victim + 1}"


@value
class Swap(BaseAction):
    """Resolve a Lobbying: exchange a Character of one player with one of another, the lower seat first (K7.7)."""

    low: int
    given: Kind
    """The Character that the lower seat gives."""
    high: int
    returned: Kind
    """The Character that the higher seat gives."""

    def __str__(self) -> str:
        """Return `swap Banker of 1 for Spy of 2`."""
        return f"swap {self.given} of {self.low + 1} for {self.returned} of {self.high + 1}"


@value
class Discard(BaseAction):
    """Discard a Character at the end of the round (K8.1)."""

    character: Kind


@value
class End(BaseAction):
    """End the turn, giving up what is unresolved (K7.8)."""


Action: TypeAlias = Order | Bank | Absolve | Steal | Destroy | Swap | Discard | End
