"""New values from old ones in which one thing is different, for the changes that recur."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.mundus_novus.state import Hidden, Table

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.cards import Cards


def added(entries: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    """Return the entries with this amount, or these cards, added to one of them."""
    return entries[:index] + (entries[index] + amount,) + entries[index + 1 :]


def with_hands(hidden: Hidden, hands: tuple[Cards, ...]) -> Hidden:
    """Return what is hidden, with other hands."""
    return Hidden(hands, hidden.chosen, hidden.steps, hidden.given, hidden.pile, hidden.drawn, hidden.deck, hidden.seed)


def with_doubloons(table: Table, doubloons: tuple[int, ...]) -> Table:
    """Return the table, with other doubloons."""
    return Table(
        table.market, table.discards, table.source, table.queue, doubloons, table.owned, table.known, table.gifts
    )


def with_known(table: Table, known: tuple[Cards, ...]) -> Table:
    """Return the table, with other cards known to be in the hands."""
    return Table(
        table.market, table.discards, table.source, table.queue, table.doubloons, table.owned, known, table.gifts
    )
