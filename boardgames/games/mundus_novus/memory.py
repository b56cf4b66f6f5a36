"""What players remember of each other's hands (M8).

Everybody remembers the cards that entered a hand openly and have not left it openly since. Only a gift (M5.6) leaves
unseen: for all but its giver and its receiver it makes one of the giver's known cards doubtful, while these two know
more than the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.cards import NO_CARDS
from boardgames.core.tuples import replaced
from boardgames.games.mundus_novus.components import ALL_KINDS, CARDS, Cards, Kind, KindSet
from boardgames.games.mundus_novus.state import Gift, Hidden, Table

if TYPE_CHECKING:
    from collections.abc import Sequence


def entered(table: Table, seat: int, cards: Cards) -> Table:
    """Return the table after these cards have openly entered the seat's hand."""
    known = table.known
    return table.evolve(known=replaced(known, seat, CARDS.add(known[seat], cards)))


def left(table: Table, seat: int, cards: Cards, hand: Cards) -> Table:
    """Return the table after these cards have openly left the seat's hand, which is `hand` now."""
    known, gifts = table.known, table.gifts
    before = known[seat]
    if not before and not gifts:
        return table
    now = CARDS.without(before, cards) if hand else NO_CARDS
    if gifts:
        # If more cards of a kind have left than were known, the gift may be among them.
        gone = CARDS.one_each(CARDS.without(cards, before)) if hand else ALL_KINDS
        gifts = tuple([_after_cards_left(gift, seat, gone) for gift in gifts])
        possible = _possible(gifts, seat, now)
        gifts = tuple(
            [gift.evolve(sure=CARDS.common(gift.sure, possible)) if gift.giver == seat else gift for gift in gifts]
        )
    return table.evolve(known=replaced(known, seat, now), gifts=gifts)


def _after_cards_left(gift: Gift, seat: int, gone: KindSet) -> Gift:
    return gift.evolve(kept=CARDS.without(gift.kept, gone)) if gift.receiver == seat else gift


def _possible(gifts: Sequence[Gift], seat: int, known: Cards) -> KindSet:
    """Return the kinds of which somebody may know that this seat holds a card."""
    return CARDS.one_each(CARDS.join([known, *[gift.kept for gift in gifts if gift.receiver == seat]]))


def given(table: Table, giver: int, receiver: int) -> Table:
    """Return the table after a gift from the one to the other (M5.6)."""
    gift = Gift(giver, receiver, _possible(table.gifts, giver, table.known[giver]), ALL_KINDS)
    return table.evolve(gifts=(*table.gifts, gift))


def forgotten(table: Table, hidden: Hidden) -> tuple[Table, Hidden]:
    """Drop the gifts about which nobody can know anything any more."""
    if not table.gifts:
        return table, hidden
    lasting = [pair for pair in zip(table.gifts, hidden.given, strict=True) if pair[0].sure or pair[0].kept]
    return (
        table.evolve(gifts=tuple([gift for gift, _ in lasting])),
        hidden.evolve(given=tuple([kind for _, kind in lasting])),
    )


def held(table: Table, kinds: Sequence[Kind | None], seat: int) -> tuple[Cards, int]:
    """Return cards that this seat holds, and how many of them at most may have left unseen.

    `kinds` says what the gifts were, as far as the reader knows: the others make cards doubtful.
    """
    known = table.known[seat]
    doubts, missing = 0, NO_CARDS
    for gift, kind in zip(table.gifts, kinds, strict=True):
        if kind is None:
            doubts += gift.giver == seat and gift.sure != NO_CARDS
        elif gift.receiver == seat and CARDS.count(gift.kept, kind):
            known = CARDS.add(known, CARDS.one[kind])
        elif gift.giver == seat and CARDS.count(gift.sure, kind):
            missing = CARDS.add(missing, CARDS.one[kind])
    return CARDS.without(known, missing) if missing else known, doubts
