"""The Actions of Koryŏ: their classes, their notation, and all instances, which are shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import ClassVar, TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.action import Notation, SharedActions
from boardgames.core.values import value
from boardgames.games.koryo.components import CARDS, EVENTS, FAMILIES, MOST_COPIES, Kind
from boardgames.games.koryo.state import ACTIONS, DISCARDS, MOST_PLAYERS, ORDERS, Phase, Rules, Seat
from boardgames.kit.cards import CountsCache, ItemsByKind, KindsCache, PackedCards

__all__ = [
    "Absolve",
    "Action",
    "Bank",
    "Destroy",
    "Discard",
    "End",
    "Order",
    "Steal",
    "Swap",
]


class _Decision(BaseAction):
    __slots__ = ()
    phase: ClassVar[Phase] = ACTIONS


@value
class Order(_Decision):
    """Place these cards face down (K6), or none; two of different kinds are given in the order of
    Kind.
    """

    phase: ClassVar[Phase] = ORDERS
    cards: tuple[Kind, ...]
    """A kind for each card."""

    @property
    def mixed(self) -> bool:
        """Whether the cards are of two different kinds (K6.3)."""
        return bool(self.cards) and self.cards[0] != self.cards[-1]

    def __str__(self) -> str:
        if not self.cards:
            return "order none"
        if self.mixed:
            return f"order {self.cards[0]} {self.cards[-1]}"
        return f"order {len(self.cards)} {self.cards[0]}"


@value
class Bank(_Decision):
    """Use the Banker: take a token from the bank (K7.3)."""


@value
class Absolve(_Decision):
    """Use the Priest: destroy an Event of the player's own tableau (K7.4)."""

    event: Kind
    """The Event that is destroyed: Barbarian or Lobbying."""


@value
class Steal(_Decision):
    """Use the Spy: take a token from another player (K7.5)."""

    victim: Seat
    """The seat that loses a token."""

    def __str__(self) -> str:
        return f"steal {self.victim + 1}"


@value
class Destroy(_Decision):
    """Resolve a Barbarian: destroy a Character of another player (K7.6)."""

    victim: Seat
    """The seat that loses the Character."""
    character: Kind
    """The family of the Character."""

    def __str__(self) -> str:
        return f"destroy {self.character} of {self.victim + 1}"


@value
class Swap(_Decision):
    """Resolve a Lobbying: exchange Characters of two players, the lower seat first (K7.7)."""

    low: Seat
    """The lower of the two seats."""
    given: Kind
    """The Character that the lower seat gives."""
    high: Seat
    """The higher of the two seats."""
    returned: Kind
    """The Character that the higher seat gives."""

    def __str__(self) -> str:
        return f"swap {self.given} of {self.low + 1} for {self.returned} of {self.high + 1}"


@value
class Discard(_Decision):
    """Discard a Character at the end of the season (K8.1)."""

    phase: ClassVar[Phase] = DISCARDS
    character: Kind
    """The family of the Character."""


@value
class End(_Decision):
    """End the turn, giving up whatever is unresolved (K7.8)."""


Action: TypeAlias = Order | Bank | Absolve | Steal | Destroy | Swap | Discard | End
"""Any action of the game."""

# Every action of the game.

SEATS = range(MOST_PLAYERS)

ORDER_NONE = Order(())
IDENTICAL = tuple(
    tuple(Order((kind,) * count) for count in range(1, MOST_COPIES + 1)) for kind in Kind
)
"""By kind: one card, two cards and so on."""
MIXED = {(low, high): Order((low, high)) for low, high in combinations(Kind, 2)}
"""By the two kinds."""
BANK = Bank()
ABSOLVE = {event: Absolve(event) for event in EVENTS}
STEAL = tuple(Steal(victim) for victim in SEATS)
DESTROY = tuple(tuple(Destroy(victim, family) for family in FAMILIES) for victim in SEATS)
"""By victim and family."""
SWAP = {
    (low, high): {
        given: {
            returned: Swap(low, given, high, returned)
            for returned in FAMILIES
            if returned is not given
        }
        for given in FAMILIES
    }
    for low, high in combinations(SEATS, 2)
}
"""By pair of seats, family given by the lower one, other family given by the higher one (K7.7)."""
DISCARD = tuple(Discard(family) for family in FAMILIES)
END = End()

EVERY_ORDER = (ORDER_NONE, *(order for orders in IDENTICAL for order in orders), *MIXED.values())
PLACED: Mapping[tuple[Kind, ...], tuple[PackedCards, bool]] = {
    order.cards: (CARDS.join([CARDS.one[kind] for kind in order.cards]), order.mixed)
    for order in EVERY_ORDER
}
"""By the cards of an Order: the same cards, packed, and whether they are of two different kinds."""
COUNTED: Mapping[tuple[Kind, ...], tuple[tuple[Kind, int], ...]] = {
    order.cards: tuple(Counter(order.cards).items()) for order in EVERY_ORDER
}
"""By the cards of an Order: each of their kinds, and how many there are."""

EVERY_ACTION: tuple[Action, ...] = (
    *EVERY_ORDER,
    BANK,
    *ABSOLVE.values(),
    *STEAL,
    *(destroy for row in DESTROY for destroy in row),
    *(swap for rows in SWAP.values() for row in rows.values() for swap in row.values()),
    *DISCARD,
    END,
)
SHARED = SharedActions(EVERY_ACTION)

# The actions that some cards allow.

IDENTICAL_ORDERS = CountsCache(CARDS, lambda kind, held: IDENTICAL[kind][:held])
"""For a hand: the orders of cards of one kind."""
ABSOLVE_FROM = KindsCache(
    CARDS, lambda kinds: tuple([ABSOLVE[kind] for kind in kinds if kind in ABSOLVE])
)
"""For a tableau: what a Priest can destroy in it."""
DESTROY_FROM = tuple(ItemsByKind(CARDS, row) for row in DESTROY)
"""By victim: what a Barbarian can destroy in a tableau."""
DISCARD_FROM = ItemsByKind(CARDS, DISCARD)
"""For a tableau: what can be discarded from it."""


def parse(_game: Rules, /, text: str) -> Action:
    """Read `order 3 Banker`, `bank`, `destroy Merchant of 3` …; raise `NotationError` for anything
    else.
    """
    return _notation().parse(text)


@cache
def _notation() -> Notation[Action]:
    """Return the parser: it accepts two kinds in any order, a single card without the 1, and
    `nothing`.
    """
    turned = {f"order {high} {low}": order for (low, high), order in MIXED.items()}
    single = {f"order {kind}": IDENTICAL[kind][0] for kind in Kind}
    return Notation(EVERY_ACTION, also=turned | single | {"order nothing": ORDER_NONE})
