"""Every Action of Koryŏ, made once, so that listing the legal ones builds none."""

from __future__ import annotations

from itertools import combinations, product

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


def _by_counts(first: int) -> dict[int, tuple[tuple[Order, ...], list[Cards]]]:
    """Return, for all possible counts of three kinds from this one on: the orders of identical cards, and the cards."""
    table = {}
    kinds = list(Kind)[first : first + 3]
    for counts in product(*[range(CARDS_IN_GAME[kind] + 1) for kind in kinds]):
        held = list(zip(kinds, counts, strict=True))
        key = sum(count << BITS * step for step, count in enumerate(counts))
        orders = tuple(order for kind, count in held for order in ORDERS_UP_TO[kind][count])
        table[key] = (orders, [CARD[kind] for kind, count in held for _ in range(count)])
    return table


_TABLES = [_by_counts(first) for first in (0, 3, 6, 9)]
ORDERS_0, ORDERS_3, ORDERS_6, ORDERS_9 = (
    {counts: orders for counts, (orders, _) in table.items()} for table in _TABLES
)
"""By the counts of kinds 0 to 2, 3 to 5 and so on, as a hand has them: the orders of identical cards. 990 entries."""
CARDS_0, CARDS_3, CARDS_6, CARDS_9 = ({counts: cards for counts, (_, cards) in table.items()} for table in _TABLES)
"""By the same counts: the cards one by one."""


def notation() -> Notation[Action]:
    """Return the reader of Koryŏ's notation."""
    orders = [ORDER_NONE, *(order for orders in _ORDERS_OF for order in orders), *PAIRS.values()]
    turns: list[Action] = [BANK, *ABSOLVE.values(), *STEAL, *(each for row in DESTROY for each in row), *DISCARD, END]
    swaps = [swap for rows in SWAP.values() for row in rows for swap in row if swap.given != swap.returned]
    turned = {f"order {high} {low}": order for (low, high), order in PAIRS.items()}
    single = {f"order {kind}": _ORDERS_OF[kind][0] for kind in Kind}
    return Notation([*orders, *turns, *swaps], also=turned | single)
