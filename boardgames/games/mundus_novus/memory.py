"""What players remember of each other's hands (M8).

Everybody remembers the cards that entered a hand openly and have not left it openly since. Only a gift (M5.6) leaves
unseen: it makes one of those cards doubtful for all but its giver and its receiver, who both know more than the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.mundus_novus.cards import CARD, EVERY_KIND, Cards, Kind, KindSet, kind_set, without
from boardgames.games.mundus_novus.state import Gift

if TYPE_CHECKING:
    from collections.abc import Sequence


def left(
    known: tuple[Cards, ...], gifts: tuple[Gift, ...], seat: int, cards: Cards, hand: Cards
) -> tuple[tuple[Cards, ...], tuple[Gift, ...]]:
    """Return what is known of the hands after these cards have openly left this one, which is now `hand`."""
    before = known[seat]
    now = before
    if before:
        now = without(before, cards) if hand else 0
        known = known[:seat] + (now,) + known[seat + 1 :]
    if gifts:
        # A card more of a kind than were known may be the gift itself.
        gone = kind_set(cards + without(before, cards) - before) if hand else EVERY_KIND
        gifts = tuple([_card_left(gift, seat, gone) for gift in gifts])
        gifts = _with_sure(gifts, seat, now)
    return known, gifts


def _card_left(gift: Gift, seat: int, gone: KindSet) -> Gift:
    if gift.receiver != seat:
        return gift
    return Gift(gift.giver, gift.receiver, gift.sure, gift.kept & ~gone)


def _with_sure(gifts: tuple[Gift, ...], seat: int, known: Cards) -> tuple[Gift, ...]:
    """Let the gifts that this seat gave be of doubt only for kinds that somebody may still think it holds."""
    possible = _possible(gifts, seat, known)
    return tuple(
        [
            Gift(gift.giver, gift.receiver, gift.sure & possible, gift.kept) if gift.giver == seat else gift
            for gift in gifts
        ]
    )


def _possible(gifts: Sequence[Gift], seat: int, known: Cards) -> KindSet:
    """Return the kinds of which somebody knows this seat to hold a card."""
    kinds = kind_set(known)
    for gift in gifts:
        if gift.receiver == seat:
            kinds |= gift.kept
    return kinds


def given(gifts: tuple[Gift, ...], known: tuple[Cards, ...], giver: int, receiver: int) -> tuple[Gift, ...]:
    """Return the gifts after one more; the giver keeps at least one card of those he had."""
    return (*gifts, Gift(giver, receiver, _possible(gifts, giver, known[giver]), EVERY_KIND))


def remembered(gifts: tuple[Gift, ...], kinds: tuple[Kind, ...]) -> tuple[tuple[Gift, ...], tuple[Kind, ...]]:
    """Return the gifts of which anybody can still know something, and what they were."""
    if not gifts:
        return gifts, kinds
    lasting = [pair for pair in zip(gifts, kinds, strict=True) if pair[0].sure or pair[0].kept]
    return tuple([gift for gift, _ in lasting]), tuple([kind for _, kind in lasting])


def held(known: Cards, gifts: Sequence[Gift], kinds: Sequence[Kind | None], seat: int) -> tuple[Cards, int]:
    """Return cards that this seat holds, and how many of them at most may have left unseen.

    `kinds` says what the gifts were, None where that is not known: those are what makes cards doubtful.
    """
    doubts, missing = 0, 0
    for gift, kind in zip(gifts, kinds, strict=True):
        if kind is None:
            doubts += gift.giver == seat and gift.sure > 0
        elif gift.receiver == seat and gift.kept >> kind & 1:
            known += CARD[kind]
        elif gift.giver == seat and gift.sure >> kind & 1:
            missing += CARD[kind]
    if missing:
        known = without(known, missing)
    return known, doubts
