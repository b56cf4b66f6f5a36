"""What a card given unseen can have been, for a seat that saw only that it was given (M5.6, M8).

A gift passes unseen from one hand to another, and later events of both hands say something about it. Gifts are drawn
one after the other, each with its chance given those before it. A card that Pirates took is drawn in the same way: its
kind is public, but not whether it was the known card of that kind (M4.5).

Words, besides the giver and the receiver of a gift:

- sure: a card that is certainly in a hand, since it is public or came as a gift; it need not have been dealt;
- brought: a sure card that came as a gift;
- seen: a card that a seat is known to have been dealt from the last pile, or to have held when it was made;
- recent: given since that pile was made;
- kept: still with the receiver, besides its public cards;
- missing: a sure card for which the hand has no place left, so that it must have been given away.

Example: the giver's hand is a public corn and three other cards, and one of the four was given. It may have been the
corn (`Gift.sure` has corn), with weight 1, or one of the others, with weight 3 together. Once the giver shows corn, the
public one counts as shown, since equal cards are interchangeable: then the gift was no sure card.
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
"""Numbers of cards by seat and Kind."""


class Dealt(NamedTuple):
    """What is certain about every hand, given the gifts drawn so far.

    A number is negative while a later gift has to make up for an earlier one. Example: a player gives away a known
    card, is given an equal one, and shows that.
    """

    given: tuple[Kind, ...]
    sure: CountsBySeat
    """The cards of each hand that were not dealt to it unseen, or that were already public."""
    brought: CountsBySeat
    """The cards among them that came as gifts."""
    seen: CountsBySeat
    """The cards that each seat is known to have been dealt from the last pile, or to have held when it was made."""

    def is_settled(self, viewer: int | None) -> bool:
        """Return whether the other seats need no further gift."""
        seats = enumerate(zip(self.sure, self.seen, strict=True))
        return all(min(*sure, *seen) >= 0 for seat, (sure, seen) in seats if seat != viewer)

    def keeps(self, gift: Gift, kind: Kind) -> bool:
        """Return whether the receiver still holds the gift, besides their known cards, if it was of this kind.

        If such cards have left, any gift may have been one of them, but no more gifts have left than such cards.
        """
        if CARDS.count(gift.kept, kind):
            return True
        # A seat whose hand was empty since then no longer holds a gift: `kept` is empty then, as for a theft.
        if gift.receiver is None or not gift.recent or not gift.kept:
            return False
        return self.seen[gift.receiver][kind] <= 0


def gifts_of(view: View) -> Gifts | None:
    """Return the possibilities for the first gift, and through them those for all others; None if a gift has none."""
    return _next_gift(view, _without_gifts(view), unseen(view))


def _next_gift(view: View, dealt: Dealt, pool: list[int]) -> Gifts | None:
    """Return the possibilities for the next gift; None if it has none, or if a gift is missing after the last one."""
    gifts = Gifts(view, dealt, pool)
    possible = gifts.candidates if len(dealt.given) < len(view.given) else dealt.is_settled(view.seat)
    return gifts if possible else None


def _without_gifts(view: View) -> Dealt:
    deal, unpack = view.public.deal, CARDS.unpack
    known = tuple([unpack(cards) for cards in view.public.known])
    seen = [unpack(CARDS.add(shown, held)) for shown, held in zip(deal.shown, deal.held_known, strict=True)]
    return Dealt((), known, tuple([(0,) * len(Kind)] * len(known)), tuple(seen))


def unseen(view: View) -> list[int]:
    """Return, by Kind, the number of cards in other hands or the pile that are not known to be there."""
    deal, dealt = view.public.deal, _without_gifts(view)
    all_cards = CARDS.unpack(CARDS.add(deal.held, deal.source))
    own = [CARDS.unpack(view.held), CARDS.unpack(view.drawn)]
    seen = [counts for seat, counts in enumerate(dealt.seen) if seat != view.seat]
    return [count - sum(column) for count, *column in zip(all_cards, *own, *seen, strict=True)]


class Gifts:
    """What the next gift can have been, given the gifts before it.

    Each outcome is cached, with all that follows from it.
    """

    def __init__(self, view: View, dealt: Dealt, pool: list[int]) -> None:
        """`dealt` is what is certain so far; `pool` has, by Kind, the number of cards whose place is unknown."""
        self.view: View = view
        self.dealt: Dealt = dealt
        self.pool: list[int] = pool
        self.candidates: list[tuple[Kind, bool]] = []
        """Kinds, and whether the card was among the known cards of the giver's hand; empty after the last gift.

        Known cards are the public ones and those that came as earlier gifts.
        """
        self._weighted: list[tuple[int, float]] = []
        self._after: dict[int, Gifts | None] = {}
        index = len(dealt.given)
        if index < len(view.given):
            self.gift: Gift = view.public.gifts[index]
            self.later: tuple[Gift, ...] = view.public.gifts[index + 1 :]
            sure, unsure = self._weights(view.given[index])
            self.candidates = [*[(kind, True) for kind in sure], *[(kind, False) for kind in unsure]]
            self._weighted = [*enumerate([*sure.values(), *unsure.values()])]

    def drawn(self, rng: Random) -> Gifts | None:
        """Draw the next gift, and return the possibilities for the one after it; None for a dead end."""
        number = pick_weighted(self._weighted, rng)
        if number not in self._after:
            kind, was_sure = self.candidates[number]
            pool = self.pool[:]
            dealt = self._given(kind, was_sure=was_sure, pool=pool)
            self._after[number] = None if dealt is None else _next_gift(self.view, dealt, pool)
        return self._after[number]

    def _weights(self, known: Kind | None) -> tuple[dict[Kind, int], dict[Kind, float]]:
        """Return the kinds that the gift can have been, as a sure card and as another one, with their weights.

        A sure card weighs 1, for the giver chose among the cards of the hand. All others together weigh as much as
        there are places for them in the hand, by kind as the cards whose place is unknown.
        """
        view, dealt, gift = self.view, self.dealt, self.gift
        kinds = [known] if known is not None else [kind for kind in Kind if self._can_be(kind)]
        sure = {kind: number for kind in kinds if (number := self._sure_cards(kind)) > 0}
        unsure: dict[Kind, float] = {}
        missing = sum(dealt.sure[gift.giver]) - view.hand_sizes[gift.giver]
        if not sure or (gift.doubtful and not self._must_be_sure(missing)):
            losses = 1 + sum([each.giver == gift.giver for each in self.later])
            places, everything = max(1, losses - missing), max(1, sum(self.pool))
            must_be = known is not None and (gift.receiver is not None or not sure)
            for kind in kinds:
                unseen = self.pool[kind] + (gift.recent and self._may_be_seen(kind))
                if unseen > 0 or must_be or unseen + self._returned_later(kind) > 0:
                    unsure[kind] = places * max(1, unseen) / everything
        return sure, unsure

    def _can_be(self, kind: Kind) -> bool:
        """Return whether the receiver has a place for such a card, has shown one, or has given it away."""
        gift, view = self.gift, self.view
        receiver = gift.receiver
        if receiver is None:
            return True
        if self.dealt.keeps(gift, kind):
            return receiver == view.seat or sum(self.dealt.sure[receiver]) < view.hand_sizes[receiver]
        return not gift.recent or self._may_be_seen(kind) or self._gives_later(receiver)

    def _sure_cards(self, kind: Kind) -> int:
        """Return the number of sure cards of this kind that the giver can have chosen from."""
        giver = self.gift.giver
        held = self.dealt.sure[giver][kind]
        if not CARDS.count(self.gift.sure, kind):
            return min(held, self.dealt.brought[giver][kind])
        return held if held > 0 else int(self._brings_later(giver, kind))

    def _must_be_sure(self, missing: int) -> bool:
        """Return whether the gift must be a known card, given the number missing from the giver's hand."""
        giver = self.gift.giver
        received = any([gift.receiver == giver for gift in self.view.public.gifts[: len(self.dealt.given)]])
        others = sum([gift.giver == giver and bool(gift.sure or received) for gift in (self.gift, *self.later)])
        return bool(self.gift.sure or received) and giver != self.view.seat and missing >= others

    def _may_be_seen(self, kind: Kind) -> bool:
        """Return whether the receiver may have shown the gift since then, if it was of this kind."""
        receiver = self.gift.receiver
        return receiver is not None and not self.dealt.keeps(self.gift, kind) and self.dealt.seen[receiver][kind] > 0

    def _returned_later(self, kind: Kind) -> int:
        """Return the number of later gifts that have left their receivers, if they were of this kind.

        If more such cards have been shown than were dealt, some of them must have been gifts.
        """
        return sum(
            gift.recent and gift.receiver is not None and known in (None, kind) and not self.dealt.keeps(gift, kind)
            for gift, known in zip(self.later, self.view.given[len(self.dealt.given) + 1 :], strict=True)
        )

    def _gives_later(self, seat: int) -> bool:
        return any([gift.giver == seat for gift in self.later])

    def _brings_later(self, seat: int, kind: Kind) -> bool:
        """Return whether a later gift may have brought the seat such a card, which then stayed."""
        return any([gift.receiver == seat and CARDS.count(gift.kept, kind) > 0 for gift in self.later])

    def _given(self, kind: Kind, *, was_sure: bool, pool: list[int]) -> Dealt | None:
        """Return what is certain if the gift was of this kind; None if it cannot have been.

        A recent gift that was no sure card had been dealt to the giver: the giver has one more seen. One that the
        receiver no longer keeps is among those that the receiver showed: the receiver has one less seen.
        """
        view, dealt, gift = self.view, self.dealt, self.gift
        giver, receiver = gift.giver, gift.receiver
        sure, brought, seen = [[list(counts) for counts in each] for each in (dealt.sure, dealt.brought, dealt.seen)]
        kept_by = receiver if dealt.keeps(gift, kind) else None
        if was_sure:
            sure[giver][kind] -= 1
            left = brought[giver][kind] - (not CARDS.count(gift.sure, kind))
            brought[giver][kind] = min(left, max(0, sure[giver][kind]))
        if kept_by is not None:
            sure[kept_by][kind] += 1
            brought[kept_by][kind] += 1
        if gift.recent:
            more_seen, less_seen = (None if was_sure else giver), (receiver if kept_by is None else None)
        else:
            more_seen, less_seen = kept_by, (giver if was_sure else None)
        if more_seen is not None:
            seen[more_seen][kind] += 1
            if more_seen != view.seat:  # the viewer's own cards are not in the pool
                pool[kind] -= 1
        if less_seen is not None:
            if seen[less_seen][kind] > 0 or (not gift.recent and self._brings_later(less_seen, kind)):
                seen[less_seen][kind] -= 1
                if less_seen != view.seat:
                    pool[kind] += 1
            elif gift.recent and self._gives_later(less_seen):
                sure[less_seen][kind] += 1  # until they pass it on
                brought[less_seen][kind] += 1
            else:
                return None
        frozen = [tuple(map(tuple, each)) for each in (sure, brought, seen)]
        return Dealt((*dealt.given, kind), *frozen)
