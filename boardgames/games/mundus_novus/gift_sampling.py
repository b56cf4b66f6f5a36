"""What a card given unseen can have been, for a seat that saw only that it was given (M5.6, M8).

A gift passes unseen from one hand to another, and what happens to both hands afterwards says something about it. Gifts
are drawn one after the other, each with its chance given those before it. A card that Pirates took is drawn likewise:
everybody knows its kind, but not whether it was the known one (M4.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from boardgames.core.chance import pick_weighted
from boardgames.games.mundus_novus.components import CARDS, Kind

if TYPE_CHECKING:
    from random import Random

    from boardgames.games.mundus_novus.state import Gift
    from boardgames.games.mundus_novus.view import View


CountsBySeat: TypeAlias = tuple[tuple[int, ...], ...]
"""By seat and Kind: a number of cards."""


class Dealt(NamedTuple):
    """What is certain about every hand, given what the gifts so far were.

    A number is negative as long as a later gift has to make up for an earlier one. Example: a player gives away a known
    card, is given an equal one, and shows that one.
    """

    given: tuple[Kind, ...]
    sure: CountsBySeat
    """The cards of each hand that it was not dealt unseen, or that everybody knew already."""
    brought: CountsBySeat
    """Which of them a gift brought."""
    seen: CountsBySeat
    """The cards that each seat was dealt since the last pile, or held then, and that are known to have been so."""

    def is_settled(self, viewer: int | None) -> bool:
        """Tell whether no gift is missing that the other seats must have been given."""
        seats = enumerate(zip(self.sure, self.seen, strict=True))
        return all(min(*sure, *seen) >= 0 for seat, (sure, seen) in seats if seat != viewer)


def gifts_of(view: View) -> Gifts | None:
    """Return the possibilities for the first gift, and through it for all others; None if some gift has none."""
    return _gifts(view, _without_gifts(view), unseen(view))


def _without_gifts(view: View) -> Dealt:
    deal, unpack = view.public.deal, CARDS.unpack
    known = tuple([unpack(cards) for cards in view.public.known])
    seen = [unpack(CARDS.add(shown, held)) for shown, held in zip(deal.shown, deal.held_known, strict=True)]
    return Dealt((), known, tuple([(0,) * len(Kind)] * len(known)), tuple(seen))


class Gifts:
    """What the next gift can have been, given what the gifts before it were.

    Gifts are drawn one after the other. Each outcome is kept, with all that follows from it.
    """

    def __init__(self, view: View, dealt: Dealt, pool: list[int]) -> None:
        """Take what is certain so far, and by Kind the number of cards that nobody has located."""
        self.view: View = view
        self.dealt: Dealt = dealt
        self.pool: list[int] = pool
        self.index: int = len(dealt.given)
        self.candidates: list[tuple[Kind, bool]] = []
        """Kinds, and whether the card was among the known ones of its giver's hand; empty after the last gift."""
        self._weighted: list[tuple[int, float]] = []
        if self.index < len(view.given):
            self.candidates, weights = _candidates(view, self.index, dealt, pool)
            self._weighted = [*enumerate(weights)]
        self._after: dict[int, Gifts | None] = {}

    def drawn(self, rng: Random) -> Gifts | None:
        """Draw what the next gift was, and return the possibilities for the one after it; None for a dead end."""
        number = pick_weighted(self._weighted, rng)
        if number not in self._after:
            kind, was_sure = self.candidates[number]
            pool = self.pool[:]
            gift = self.view.public.gifts[self.index]
            dealt = _given(self.view, self.dealt, gift, kind, was_sure=was_sure, pool=pool)
            self._after[number] = None if dealt is None else _gifts(self.view, dealt, pool)
        return self._after[number]


def _gifts(view: View, dealt: Dealt, pool: list[int]) -> Gifts | None:
    """Return the possibilities for the next gift; None if it has none, or if a gift is missing after the last one."""
    gifts = Gifts(view, dealt, pool)
    if gifts.index < len(view.given):
        return gifts if gifts.candidates else None
    return gifts if dealt.is_settled(view.seat) else None


def unseen(view: View) -> list[int]:
    """Return of each Kind how many cards are in other hands or the pile without anybody knowing."""
    deal, dealt = view.public.deal, _without_gifts(view)
    all_cards = CARDS.unpack(CARDS.add(deal.held, deal.source))
    own = [CARDS.unpack(view.held), CARDS.unpack(view.drawn)]
    seen = [counts for seat, counts in enumerate(dealt.seen) if seat != view.seat]
    return [count - sum(column) for count, *column in zip(all_cards, *own, *seen, strict=True)]


def _candidates(view: View, index: int, dealt: Dealt, pool: list[int]) -> tuple[list[tuple[Kind, bool]], list[float]]:
    """Return what this gift can have been, each kind as a card known in the giver's hand or not, and the weights.

    Known cards are those that everybody knew, and those that earlier gifts brought.
    """
    gift, known = view.public.gifts[index], view.given[index]
    kinds = [known] if known is not None else [kind for kind in Kind if _can_be(view, index, dealt, kind)]
    sure = {kind: number for kind in kinds if (number := _known_cards(view, index, dealt, kind)) > 0}
    unsure: dict[Kind, float] = {}
    missing = sum(dealt.sure[gift.giver]) - view.hand_sizes[gift.giver]
    if not sure or (gift.doubtful and not _must_be_sure(view, index, dealt, missing)):
        losses = sum([each.giver == gift.giver for each in view.public.gifts[index:]])
        places, everything = max(1, losses - missing), max(1, sum(pool))
        must_be = known is not None and (gift.receiver is not None or not sure)
        for kind in kinds:
            unseen = pool[kind] + (gift.recent and _has_been_shown(dealt, gift, kind))
            if unseen > 0 or must_be or unseen + _returned_later(view, index, dealt, kind) > 0:
                unsure[kind] = places * max(1, unseen) / everything
    candidates = [*[(kind, True) for kind in sure], *[(kind, False) for kind in unsure]]
    return candidates, [*sure.values(), *unsure.values()]


def _can_be(view: View, index: int, dealt: Dealt, kind: Kind) -> bool:
    """Tell whether the receiver has a place for such a card, has shown one, or has given it away."""
    gift = view.public.gifts[index]
    receiver = gift.receiver
    if receiver is None:
        return True
    if _stays(dealt, gift, kind):
        return receiver == view.seat or sum(dealt.sure[receiver]) < view.hand_sizes[receiver]
    return not gift.recent or _has_been_shown(dealt, gift, kind) or _gives_later(view, index, receiver)


def _known_cards(view: View, index: int, dealt: Dealt, kind: Kind) -> int:
    """Return how many known cards of this kind the giver may have taken the gift from."""
    gift = view.public.gifts[index]
    held = dealt.sure[gift.giver][kind]
    if not CARDS.count(gift.sure, kind):
        return min(held, dealt.brought[gift.giver][kind])
    return held if held > 0 else int(_brings_later(view, index, gift.giver, kind))


def _must_be_sure(view: View, index: int, dealt: Dealt, missing: int) -> bool:
    """Tell whether so many known cards are missing in the giver's hand that this gift must have been one of them."""
    gifts = view.public.gifts
    giver = gifts[index].giver
    received = any([gift.receiver == giver for gift in gifts[: len(dealt.given)]])
    others = sum([gift.giver == giver and bool(gift.sure or received) for gift in gifts[index:]])
    return bool(gifts[index].sure or received) and giver != view.seat and missing >= others


def _has_been_shown(dealt: Dealt, gift: Gift, kind: Kind) -> bool:
    """Tell whether the receiver may have shown the gift since, if it was of this kind."""
    return gift.receiver is not None and not _stays(dealt, gift, kind) and dealt.seen[gift.receiver][kind] > 0


def _returned_later(view: View, index: int, dealt: Dealt, kind: Kind) -> int:
    """Return how many gifts after this one have left their receivers since, if they were of this kind.

    If more such cards have been shown than were dealt, some of them must have been gifts.
    """
    gifts = [*zip(view.public.gifts, view.given, strict=True)][index + 1 :]
    return sum(
        gift.recent and gift.receiver is not None and known in (None, kind) and not _stays(dealt, gift, kind)
        for gift, known in gifts
    )


def _stays(dealt: Dealt, gift: Gift, kind: Kind) -> bool:
    """Tell whether the receiver still holds the gift, besides their known cards, if it was of this kind.

    When such a card has left, several gifts may have been the one; but no more of them have left than such cards.
    """
    if CARDS.count(gift.kept, kind):
        return True
    # Nobody who has been without any card still holds a gift; of such a gift no kind is kept, nor of what Pirates took.
    if gift.receiver is None or not gift.recent or not gift.kept:
        return False
    return dealt.seen[gift.receiver][kind] <= 0


def _gives_later(view: View, index: int, seat: int) -> bool:
    """Tell whether this seat has given a card away after this gift."""
    return any([gift.giver == seat for gift in view.public.gifts[index + 1 :]])


def _brings_later(view: View, index: int, seat: int, kind: Kind) -> bool:
    """Tell whether a gift after this one may have brought the seat such a card, which then stayed."""
    return any([gift.receiver == seat and CARDS.count(gift.kept, kind) > 0 for gift in view.public.gifts[index + 1 :]])


def _given(view: View, dealt: Dealt, gift: Gift, kind: Kind, *, was_sure: bool, pool: list[int]) -> Dealt | None:
    """Return what is certain if the gift was of this kind; None if it cannot have been."""
    index, giver, receiver = len(dealt.given), gift.giver, gift.receiver
    sure, brought, seen = [[list(counts) for counts in each] for each in (dealt.sure, dealt.brought, dealt.seen)]
    kept_by = receiver if _stays(dealt, gift, kind) else None
    if was_sure:
        sure[giver][kind] -= 1
        left = brought[giver][kind] - (not CARDS.count(gift.sure, kind))
        brought[giver][kind] = min(left, max(0, sure[giver][kind]))
    if kept_by is not None:
        sure[kept_by][kind] += 1
        brought[kept_by][kind] += 1
    if gift.recent:
        was_dealt_it, was_not_dealt_it = (None if was_sure else giver), (receiver if kept_by is None else None)
    else:
        was_dealt_it, was_not_dealt_it = kept_by, (giver if was_sure else None)
    if was_dealt_it is not None:
        seen[was_dealt_it][kind] += 1
        if was_dealt_it != view.seat:  # the viewer's own cards are no part of the pool
            pool[kind] -= 1
    if was_not_dealt_it is not None:
        if seen[was_not_dealt_it][kind] > 0 or (not gift.recent and _brings_later(view, index, was_not_dealt_it, kind)):
            seen[was_not_dealt_it][kind] -= 1
            if was_not_dealt_it != view.seat:
                pool[kind] += 1
        elif gift.recent and _gives_later(view, index, was_not_dealt_it):
            sure[was_not_dealt_it][kind] += 1  # until they pass it on
            brought[was_not_dealt_it][kind] += 1
        else:
            return None
    frozen = [tuple(map(tuple, each)) for each in (sure, brought, seen)]
    return Dealt((*dealt.given, kind), *frozen)
