"""Every Action of Koryŏ, made once, so that listing the legal ones builds none."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from boardgames.core.action import Notation
from boardgames.games.koryo.components import BITS, CARD, CARDS_IN_GAME, EVENTS, FAMILIES, Cards, Kind
from boardgames.games.koryo.state import Absolve, Action, Bank, Destroy, Discard, End, Order, Steal, Swap

SEATS = range(4)

ORDER_NONE = Order(())
_ORDERS_OF = tuple(tuple(Order((kind,) * count) for count in range(1, CARDS_IN_GAME[kind] + 1)) for kind in Kind)
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


@cache
def identical_orders(first: int, counts: int) -> tuple[Order, ...]:
    """Return the orders of identical cards among three kinds from the `first` on, whose counts are given."""
    return tuple(order for kind, count in _three_kinds(first, counts) for order in ORDERS_UP_TO[kind][count])


@cache
def cards_among(first: int, counts: int) -> tuple[Cards, ...]:
    """Return the cards, one by one, of three kinds from the `first` on, whose counts are given."""
    return tuple(CARD[kind] for kind, count in _three_kinds(first, counts) for _ in range(count))


def _three_kinds(first: int, counts: int) -> list[tuple[Kind, int]]:
    """Return each kind with its count; in groups of three there are 990 cases in all, so that answers can be kept."""
    kinds = list(Kind)[first : first + 3]
    return [(kind, counts >> BITS * step & 15) for step, kind in enumerate(kinds)]


def notation() -> Notation[Action]:
    """Return the reader of Koryŏ's notation."""
    orders = [ORDER_NONE, *(order for orders in _ORDERS_OF for order in orders), *PAIRS.values()]
    turns: list[Action] = [BANK, *ABSOLVE.values(), *STEAL, *(each for row in DESTROY for each in row), *DISCARD, END]
    swaps = [swap for rows in SWAP.values() for row in rows for swap in row if swap.given != swap.returned]
    turned = {f"order {high} {low}": order for (low, high), order in PAIRS.items()}
    single = {f"order {kind}": _ORDERS_OF[kind][0] for kind in Kind}
    return Notation([*orders, *turns, *swaps], also=turned | single)
