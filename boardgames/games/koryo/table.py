"""Every Action of Koryŏ, made once, so that listing the legal ones builds none."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from boardgames.core.action import Notation
from boardgames.games.koryo.components import BITS, CARD, EVENTS, FAMILIES, MOST_COPIES, Kind
from boardgames.games.koryo.state import Absolve, Action, Bank, Destroy, Discard, End, Order, Steal, Swap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

SEATS = range(4)

ORDER_NONE = Order(())
_ORDERS_OF = tuple(tuple(Order((kind,) * count) for count in range(1, MOST_COPIES + 1)) for kind in Kind)
ORDERS_UP_TO = tuple(tuple(orders[:held] for held in range(len(orders) + 1)) for orders in _ORDERS_OF)
"""By kind and number held: the orders of one, two, three … of it."""
PAIRS = {(low, high): Order((low, high)) for low, high in combinations(Kind, 2)}
PLACED = {
    order.cards: sum(CARD[kind] for kind in order.cards)
    for order in (ORDER_NONE, *PAIRS.values(), *(order for orders in _ORDERS_OF for order in orders))
}
"""By what an Order says: the cards as a State counts them."""
BANK = Bank()
ABSOLVE = {event: Absolve(event) for event in EVENTS}
STEAL = tuple(Steal(victim) for victim in SEATS)
DESTROY = tuple(tuple(Destroy(victim, family) for family in FAMILIES) for victim in SEATS)
"""By victim and family."""
SWAP = {
    (low, high): tuple(tuple(Swap(low, given, high, returned) for returned in FAMILIES) for given in FAMILIES)
    for low, high in combinations(SEATS, 2)
}
"""By pair of seats, family given by the lower one, family given by the higher one."""
DISCARD = tuple(Discard(family) for family in FAMILIES)
END = End()


class _ByCounts(dict[int, tuple[T, ...]]):
    """By the counts of three kinds, as a hand has them: something made of them, when it is first asked for."""

    def __init__(self, first: Kind, make: Callable[[Kind, int], Iterable[T]]) -> None:
        super().__init__()
        self.kinds = tuple(Kind)[first : first + 3]
        self.make = make

    def __missing__(self, counts: int) -> tuple[T, ...]:
        held = [(kind, counts >> BITS * step & MOST_COPIES) for step, kind in enumerate(self.kinds)]
        self[counts] = made = tuple([each for kind, count in held for each in self.make(kind, count)])
        return made


_FIRST_OF_THREE = tuple(Kind)[::3]
ORDERS_BY_COUNTS = tuple(_ByCounts(first, lambda kind, count: ORDERS_UP_TO[kind][count]) for first in _FIRST_OF_THREE)
"""For each three kinds, by their counts: the orders of identical cards."""
CARDS_BY_COUNTS = tuple(_ByCounts(first, lambda kind, count: [CARD[kind]] * count) for first in _FIRST_OF_THREE)
"""For each three kinds, by their counts: the cards one by one."""


def notation() -> Notation[Action]:
    """Return the reader of Koryŏ's notation."""
    orders = [ORDER_NONE, *(order for orders in _ORDERS_OF for order in orders), *PAIRS.values()]
    turns: list[Action] = [BANK, *ABSOLVE.values(), *STEAL, *(each for row in DESTROY for each in row), *DISCARD, END]
    swaps = [swap for rows in SWAP.values() for row in rows for swap in row if swap.given != swap.returned]
    turned = {f"order {high} {low}": order for (low, high), order in PAIRS.items()}
    single = {f"order {kind}": _ORDERS_OF[kind][0] for kind in Kind}
    return Notation([*orders, *turns, *swaps], also=turned | single)
