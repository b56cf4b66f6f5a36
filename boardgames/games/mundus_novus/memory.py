"""What players remember of each other's hands (M8).

All remember the cards that entered a hand openly and have not left it openly since
(`Public.known`), and those that left it openly and must have been dealt to it (`Deal.shown`). Only
a gift (M5.6) leaves unseen: to all but its giver and receiver, it makes one of the giver's known
cards doubtful. So does a card that Pirates take at random (M4.5) if such a card was known to be
there, since it may have been the known one or another of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.core.values import evolve, replaced
from boardgames.games.mundus_novus.components import CARDS, Cards, Kind, KindSet
from boardgames.games.mundus_novus.state import (
    Deal,
    Gift,
    Hidden,
    Public,
    make_deal,
    make_public,
    with_hands,
)
from boardgames.kit.cards import NO_CARDS, PackedCards


def new_deal(
    source: PackedCards, hands: tuple[PackedCards, ...], known: tuple[PackedCards, ...]
) -> Deal:
    """Return the public information right after these cards were shuffled into the pile, with these
    hands.
    """
    sizes = tuple([CARDS.size(hand) for hand in hands])
    return Deal(source, CARDS.join(hands), sizes, known, (NO_CARDS,) * len(hands))


def after_entering(public: Public, seat: int, cards: Cards, market: Cards | None = None) -> Public:
    """Return the public part after these cards have openly entered the seat's hand; `market` is
    given if it changed.
    """
    return make_public(
        public.market if market is None else market,
        public.discards,
        public.deal,
        public.queue,
        public.doubloons,
        public.earned,
        public.owned,
        CARDS.add_to(public.known, seat, cards),
        public.gifts,
        public.discarded,
    )


def after_leaving(
    public: Public, seat: int, cards: Cards, hand: Cards, *, discarded: Cards = NO_CARDS
) -> Public:
    """Return the public part after these cards have openly left the seat's hand, which is now
    `hand`.

    Example: 2 corn and 1 indigo are known to be in the hand, and 1 corn and 1 potato leave it. 1
    corn and 1 indigo stay known; the potato must have been dealt to the seat, or given: a gift to
    it is no longer kept as a potato. A gift from it is no longer sure as what it does not hold any
    more; as corn it is doubtful, for the corn that left may have been any of them.
    """
    known = public.known
    gifts = public.gifts
    deal = public.deal
    now = known[seat]
    dealt = cards
    if now:
        both = CARDS.common(now, cards)
        now = CARDS.remove(now, both)
        dealt = CARDS.remove(cards, both)
        known = replaced(known, seat, now)
    if gifts:
        gone = CARDS.one_each(dealt) if hand else CARDS.every
        gifts = _given_before(_kept_after(gifts, seat, gone), seat, now, hand, cards)
    if dealt:
        shown = CARDS.add_to(deal.shown, seat, dealt)
        deal = make_deal(deal.source, deal.held, deal.held_sizes, deal.held_known, shown)
    return make_public(
        public.market,
        CARDS.add(public.discards, discarded),
        deal,
        public.queue,
        public.doubloons,
        public.earned,
        public.owned,
        known,
        gifts,
        public.discarded,
    )


def _kept_after(gifts: tuple[Gift, ...], seat: int, gone: KindSet) -> tuple[Gift, ...]:
    """Return the gifts after this seat no longer keeps those that were of these kinds."""
    after = []
    for gift in gifts:
        if gift.receiver == seat:
            after.append(evolve(gift, kept=CARDS.without(gift.kept, gone)))
        else:
            after.append(gift)
    return tuple(after)


def _given_before(
    gifts: tuple[Gift, ...], seat: int, known: Cards, hand: Cards, left: Cards
) -> tuple[Gift, ...]:
    """Return the gifts, as far as those from this seat are sure after these cards have left it."""
    possible = _possible(gifts, seat, known)
    missing = CARDS.size(known) - CARDS.size(hand)
    explaining = [gift for gift in gifts if gift.giver == seat and gift.sure]
    # If as many known cards are missing as gifts can explain, each of these gifts was a known card.
    each_was_known = missing >= len(explaining)
    after = []
    for gift in gifts:
        if gift.giver != seat or not gift.sure:
            after.append(gift)
            continue
        may_have_left = gift.doubtful or bool(CARDS.common(gift.sure, left))
        doubtful = may_have_left and not each_was_known
        sure = CARDS.common(gift.sure, possible)
        after.append(evolve(gift, sure=sure, doubtful=doubtful))
    return tuple(after)


def _possible(gifts: Sequence[Gift], seat: int, known: Cards) -> KindSet:
    """Return the kinds of which this seat may hold a card known to another seat."""
    kept = [gift.kept for gift in gifts if gift.receiver == seat]
    return CARDS.one_each(CARDS.join([known, *kept]))


def after_theft(public: Public, hidden: Hidden, seat: int, kind: Kind) -> tuple[Public, Hidden]:
    """Return both parts after Pirates have taken a card at random from the seat's hand, and
    discarded it (M4.5).

    If such a card was known to be in the hand beside unknown ones, it remains open which of them
    was taken.
    """
    card = CARDS.one[kind]
    hands = CARDS.remove_from(hidden.hands, seat, card)
    hidden = with_hands(hidden, hands)
    hand = hands[seat]
    known = public.known[seat]
    all_are_known = CARDS.size(known) > CARDS.size(hand)
    could_be_known = CARDS.count(_possible(public.gifts, seat, known), kind)
    if all_are_known or not could_be_known:
        return after_leaving(public, seat, card, hand, discarded=card), hidden
    theft = Gift(giver=seat, receiver=None, sure=card, kept=NO_CARDS)
    discards = CARDS.add(public.discards, card)
    public = evolve(public, gifts=(*public.gifts, theft), discards=discards)
    return public, evolve(hidden, given=(*hidden.given, kind))


def after_gift(public: Public, giver: int, receiver: int) -> Public:
    """Return the public part after a gift from one seat to another (M5.6)."""
    sure = _possible(public.gifts, giver, public.known[giver])
    gift = Gift(giver, receiver, sure, kept=CARDS.every)
    return evolve(public, gifts=(*public.gifts, gift))


def after_round(public: Public, hidden: Hidden) -> tuple[Public, Hidden]:
    """Begin a new deal, as if the pile had just been made, if all cards in all hands are public."""
    while (index := _latest_settled(public)) is not None:
        public = _made_public(public, index)
        given = hidden.given[:index] + hidden.given[index + 1 :]
        hidden = evolve(hidden, given=given)
    if CARDS.sizes(hidden.hands) != CARDS.sizes(public.known):
        return public, hidden
    if any(map(_informs, public.gifts)):
        return public, hidden
    return after_reshuffle(public, hidden, hidden.pile)


def _latest_settled(public: Public) -> int | None:
    """Return the index of the latest gift that is fully known to all; None if there is none."""
    for index in reversed(range(len(public.gifts))):
        if _is_settled(public, public.gifts[index]):
            return index
    return None


def _is_settled(public: Public, gift: Gift) -> bool:
    """Return whether all know which of the giver's known cards this gift was.

    While another gift is unsettled, a card may be counted elsewhere: a seat that gives a known card
    away, is given an equal one and shows that, seems to have shown the known one.
    """
    if gift.doubtful or CARDS.size(gift.sure) != 1:
        return False
    deal = public.deal
    card = gift.sure
    if not CARDS.contains(public.known[gift.giver], card):
        return False
    if not gift.recent:
        return CARDS.contains(deal.held_known[gift.giver], card)
    if gift.receiver is None or _is_kept(gift, card):
        return True
    return CARDS.contains(deal.shown[gift.receiver], card)


def _is_kept(gift: Gift, card: Cards) -> bool:
    """Return whether the receiver still holds the gift if it was this card."""
    return CARDS.contains(gift.kept, card)


def _made_public(public: Public, index: int) -> Public:
    """Return the public part after the kind of a gift has become public: it counts as given
    openly.
    """
    gifts = public.gifts
    gift = gifts[index]
    deal = public.deal
    card = gift.sure
    if not gift.recent:
        deal = evolve(deal, held_known=_given_openly(deal.held_known, gift, card))
    elif gift.receiver is not None and not _is_kept(gift, card):
        deal = evolve(deal, shown=CARDS.remove_from(deal.shown, gift.receiver, card))
    known = _given_openly(public.known, gift, card)
    return evolve(public, known=known, gifts=gifts[:index] + gifts[index + 1 :], deal=deal)


def _given_openly(
    known: tuple[PackedCards, ...], gift: Gift, card: Cards
) -> tuple[PackedCards, ...]:
    """Return the known cards by seat if all have seen that the gift was this card."""
    known = CARDS.remove_from(known, gift.giver, card)
    if gift.receiver is not None and _is_kept(gift, card):
        known = CARDS.add_to(known, gift.receiver, card)
    return known


def after_reshuffle(public: Public, hidden: Hidden, source: PackedCards) -> tuple[Public, Hidden]:
    """Begin a new deal: the pile now consists of `source`. Gifts that no longer inform any seat are
    dropped.
    """
    gifts: list[Gift] = []
    given: list[Kind] = []
    for gift, kind in zip(public.gifts, hidden.given, strict=True):
        if _informs(gift):
            gifts.append(evolve(gift, recent=False))
            given.append(kind)
    deal = new_deal(source, hidden.hands, public.known)
    public = evolve(public, deal=deal, gifts=tuple(gifts))
    nothing = (NO_CARDS,) * len(hidden.hands)
    return public, evolve(hidden, given=tuple(given), held=hidden.hands, drawn=nothing)


def _informs(gift: Gift) -> bool:
    """Return whether some seat can know more about a hand than others because of this gift."""
    return bool(gift.sure or gift.kept)


def remembered(public: Public, kinds: Sequence[Kind | None], seat: int) -> tuple[Cards, int]:
    """Return the known cards of this seat, and the maximum number of them that may have left
    unseen.

    `kinds` has the kinds of the gifts that the reader knows, otherwise None: unknown gifts make
    cards doubtful.
    """
    known = public.known[seat]
    doubts = 0
    missing = NO_CARDS
    for gift, kind in zip(public.gifts, kinds, strict=True):
        if kind is None:
            if gift.giver == seat and gift.sure:
                doubts += 1
            continue
        card = CARDS.one[kind]
        if gift.receiver == seat and _is_kept(gift, card):
            known = CARDS.add(known, card)
        elif gift.giver == seat and CARDS.contains(gift.sure, card):
            missing = CARDS.add(missing, card)
    return CARDS.without(known, missing), doubts
