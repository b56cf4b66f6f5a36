"""What a card given unseen can have been, for a seat that saw only that it was given (M5.6, M8).

A gift passes unseen from one hand to another, and later events of both hands say something about
it. Gifts are drawn one after the other, each with its chance given those before it. A card that
Pirates took is drawn in the same way: its kind is public, but not whether it was the known card of
that kind (M4.5).

Words, besides the giver and the receiver of a gift; fields of the State are named in full:

- sure: a card that is certainly in a hand, since it is public or came as a gift; it need not have
  been dealt;
- brought: a sure card that came as a gift;
- seen: a card that a seat is known to have been dealt from the last pile, or to have held when it
  was made;
- recent: given since that pile was made;
- kept: still with the receiver, besides its public cards;
- missing: a sure card for which the hand has no place left, so that it must have been given away.

Example: the giver's hand is a public corn and three other cards, and one of the four was given. It
may have been the corn (`Gift.sure` has corn), with weight 1, or one of the others, with weight 3
together. Once the giver shows corn, the public one counts as the one that left, since equal cards
are interchangeable: then the gift was no sure card.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from random import Random

from boardgames.core.chance import pick_weighted
from boardgames.core.values import value
from boardgames.games.mundus_novus.components import CARDS, Kind
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import Gift
from boardgames.kit.cards import PackedCards


@value
class Certain:
    """What is certain about the hands once all gifts are drawn; cards by seat."""

    given: tuple[Kind, ...]
    """The kinds of the gifts."""
    sure: Sequence[PackedCards]
    seen: Sequence[PackedCards]


def unseen(view: View) -> list[int]:
    """Return, by Kind, the number of cards in other hands or the pile that are not seen."""
    deal = view.public.deal
    seen = _seen(view)
    located = [view.held, view.drawn, *[seen[seat] for seat in _others(view)]]
    located_by_kind = map(sum, zip(*map(CARDS.unpack, located), strict=True))
    dealt = CARDS.unpack(CARDS.add(deal.held, deal.source))
    return [*map(operator.sub, dealt, located_by_kind)]


def _seen(view: View) -> list[PackedCards]:
    """Return the seen cards by seat, if no gift was among them."""
    deal = view.public.deal
    return [*map(CARDS.add, deal.shown, deal.held_known)]


def _others(view: View) -> list[int]:
    """Return all seats but that of the View."""
    return [seat for seat in range(len(view.hand_sizes)) if seat != view.seat]


def gifts_of(view: View) -> Gifts | None:
    """Return the possibilities for the first gift, and through them those for all others; None if a
    gift has none.
    """
    sure = [*map(CARDS.unpack, view.public.known)]
    brought = [(0,) * len(CARDS.kind)] * len(sure)
    seen = [*map(CARDS.unpack, _seen(view))]
    first = Gifts(view, (), sure, brought, seen, unseen(view))
    return first if first.is_possible() else None


def certain(view: View, gifts: Gifts | None) -> Certain:
    """Return what is certain after the last gift; None if there are no gifts."""
    if gifts is None:
        return Certain((), view.public.known, _seen(view))
    return Certain(gifts.given, [*map(CARDS.pack, gifts.sure)], [*map(CARDS.pack, gifts.seen)])


class Gifts:
    """What the next gift can have been, given the gifts before it.

    Each outcome is cached, with all that follows from it. Cards are counted by seat and Kind. A
    number is negative while a later gift has to make up for an earlier one. Example: a player gives
    away a sure card, is given an equal one, and shows that.
    """

    def __init__(
        self,
        view: View,
        given: tuple[Kind, ...],
        sure: Sequence[Sequence[int]],
        brought: Sequence[Sequence[int]],
        seen: Sequence[Sequence[int]],
        pool: list[int],
    ) -> None:
        """`given` has the kinds of the gifts so far.

        `pool` has, by Kind, the number of cards in other hands or the pile that are not seen.
        """
        self.view: View = view
        self.given: tuple[Kind, ...] = given
        self.pool: list[int] = pool
        self.sure: Sequence[Sequence[int]] = sure
        self.brought: Sequence[Sequence[int]] = brought
        self.seen: Sequence[Sequence[int]] = seen
        self.candidates: list[tuple[Kind, bool]] = []
        """The kinds of the next gift, and whether it was a sure card; empty after the last gift."""
        self._weighted: list[tuple[int, float]] = []
        self._after: dict[int, Gifts | None] = {}
        index = len(given)
        if index < len(view.given):
            self.gift: Gift = view.public.gifts[index]
            self.later: tuple[Gift, ...] = view.public.gifts[index + 1 :]
            from_sure, from_others = self._weights(view.given[index])
            self.candidates = [
                *[(kind, True) for kind in from_sure],
                *[(kind, False) for kind in from_others],
            ]
            self._weighted = [*enumerate([*from_sure.values(), *from_others.values()])]

    def is_possible(self) -> bool:
        """Return whether the next gift has a candidate; after the last one, whether the other seats
        need no more.
        """
        if len(self.given) < len(self.view.given):
            return bool(self.candidates)
        seats = enumerate(zip(self.sure, self.seen, strict=True))
        return all(min(*sure, *seen) >= 0 for seat, (sure, seen) in seats if seat != self.view.seat)

    def drawn(self, rng: Random) -> Gifts | None:
        """Draw the next gift, and return the possibilities for the one after it; None for a dead
        end.
        """
        number = pick_weighted(self._weighted, rng)
        if number not in self._after:
            kind, was_sure = self.candidates[number]
            self._after[number] = self._if_given(kind, was_sure=was_sure)
        return self._after[number]

    def _weights(self, told: Kind | None) -> tuple[dict[Kind, int], dict[Kind, float]]:
        """Return the kinds that the gift can have been, as a sure card and as another one, with
        their weights.

        `told` is its kind if the viewer knows it. A sure card weighs 1, for the giver chose among
        the cards of the hand. All others together weigh as much as there are places for them in the
        hand, by kind as the pool.

        Example: the hand is the public corn and three others; the pool has 2 corn, 4 indigo and 6
        relics. Corn weighs 1 as a sure card and 3 * 2/12 as another, indigo 3 * 4/12, a relic 3 *
        6/12.
        """
        gift = self.gift
        kinds = [told] if told is not None else [kind for kind in Kind if self._can_be(kind)]
        from_sure = {kind: number for kind in kinds if (number := self._sure_cards(kind)) > 0}
        from_others: dict[Kind, float] = {}
        missing = sum(self.sure[gift.giver]) - self.view.hand_sizes[gift.giver]
        may_be_another = gift.doubtful and not self._must_be_sure(missing)
        if from_sure and not may_be_another:
            return from_sure, from_others
        given_later = sum([later.giver == gift.giver for later in self.later])
        places = max(1, 1 + given_later - missing)
        everything = max(1, sum(self.pool))
        must_be = told is not None and (gift.receiver is not None or not from_sure)
        for kind in kinds:
            cards = self.pool[kind]
            if gift.recent and self._may_have_left(kind):
                cards += 1
            # So long ago that nothing else tells of it.
            is_gone = not gift.recent and not self._keeps(gift, kind)
            if must_be or is_gone or cards > 0 or cards + self._left_later(kind) > 0:
                from_others[kind] = places * max(1, cards) / everything
        return from_sure, from_others

    def _can_be(self, kind: Kind) -> bool:
        """Return whether the receiver has a place for such a card, has shown one, or has given it
        away.
        """
        gift, view = self.gift, self.view
        receiver = gift.receiver
        if receiver is None:
            return True
        if self._keeps(gift, kind):
            return receiver == view.seat or sum(self.sure[receiver]) < view.hand_sizes[receiver]
        return not gift.recent or self._may_have_left(kind) or self._gives_later(receiver)

    def _keeps(self, gift: Gift, kind: Kind) -> bool:
        """Return whether the receiver still holds the gift, besides its public cards, if it was of
        this kind.

        If such cards have left, any gift may have been one of them, but no more gifts have left
        than such cards.
        """
        if CARDS.count(gift.kept, kind):
            return True
        # A seat whose hand was empty since then no longer holds a gift: `kept` is empty then, as
        # for a theft.
        if gift.receiver is None or not gift.recent or not gift.kept:
            return False
        return self.seen[gift.receiver][kind] <= 0

    def _sure_cards(self, kind: Kind) -> int:
        """Return the number of sure cards of this kind that the giver can have chosen from."""
        giver = self.gift.giver
        number = self.sure[giver][kind]
        if not CARDS.count(self.gift.sure, kind):
            return min(number, self.brought[giver][kind])
        return number if number > 0 else int(self._brings_later(giver, kind))

    def _must_be_sure(self, missing: int) -> bool:
        """Return whether the gift must be a sure card, given the number missing from the giver's
        hand.
        """
        giver = self.gift.giver
        received = any(
            [gift.receiver == giver for gift in self.view.public.gifts[: len(self.given)]]
        )
        gifts = sum(
            [
                gift.giver == giver and bool(gift.sure or received)
                for gift in (self.gift, *self.later)
            ]
        )
        return bool(self.gift.sure or received) and giver != self.view.seat and missing >= gifts

    def _may_have_left(self, kind: Kind) -> bool:
        """Return whether the receiver may have shown the gift since then, if it was of this
        kind.
        """
        receiver = self.gift.receiver
        return (
            receiver is not None
            and not self._keeps(self.gift, kind)
            and self.seen[receiver][kind] > 0
        )

    def _left_later(self, kind: Kind) -> int:
        """Return the number of later gifts that have left their receivers, if they were of this
        kind.

        If more such cards have been shown than were dealt, some of them must have been gifts.
        """
        return sum(
            gift.recent
            and gift.receiver is not None
            and told in (None, kind)
            and not self._keeps(gift, kind)
            for gift, told in zip(self.later, self.view.given[len(self.given) + 1 :], strict=True)
        )

    def _gives_later(self, seat: int) -> bool:
        return any([gift.giver == seat for gift in self.later])

    def _brings_later(self, seat: int, kind: Kind) -> bool:
        """Return whether a later gift may have brought the seat such a card, which then stayed."""
        return any(
            [gift.receiver == seat and CARDS.count(gift.kept, kind) > 0 for gift in self.later]
        )

    def _if_given(self, kind: Kind, *, was_sure: bool) -> Gifts | None:
        """Return what follows if the gift was of this kind; None if it cannot have been.

        A recent gift that was no sure card had been dealt to the giver: one more card of theirs is
        seen. One that the receiver no longer keeps is among the cards that they showed: one less of
        these was dealt to them.
        """
        pool = self.pool[:]
        sure = [[*counts] for counts in self.sure]
        brought = [[*counts] for counts in self.brought]
        seen = [[*counts] for counts in self.seen]
        kept_by = self.gift.receiver if self._keeps(self.gift, kind) else None
        if was_sure:
            self._leave(sure, brought, kind)
        if kept_by is not None:
            sure[kept_by][kind] += 1
            brought[kept_by][kind] += 1
        more_seen, less_seen = self._seats_seen(kept_by, was_sure=was_sure)
        # The viewer's own cards are not in the pool.
        if more_seen is not None:
            seen[more_seen][kind] += 1
            if more_seen != self.view.seat:
                pool[kind] -= 1
        if less_seen is None:
            pass
        elif self._may_see_less(less_seen, kind, seen):
            seen[less_seen][kind] -= 1
            if less_seen != self.view.seat:
                pool[kind] += 1
        elif self.gift.recent and self._gives_later(less_seen):
            # It is sure until they pass it on.
            sure[less_seen][kind] += 1
            brought[less_seen][kind] += 1
        else:
            return None
        after = Gifts(self.view, (*self.given, kind), sure, brought, seen, pool)
        return after if after.is_possible() else None

    def _leave(self, sure: list[list[int]], brought: list[list[int]], kind: Kind) -> None:
        """Count this gift as a sure card that has left the giver's hand."""
        giver = self.gift.giver
        sure[giver][kind] -= 1
        was_brought = not CARDS.count(self.gift.sure, kind)
        left = brought[giver][kind] - was_brought
        brought[giver][kind] = min(left, max(0, sure[giver][kind]))

    def _seats_seen(self, kept_by: int | None, *, was_sure: bool) -> tuple[int | None, int | None]:
        """Return the seat of which one more dealt card is seen because of this gift, and the one of
        which one less is.
        """
        gift = self.gift
        if not gift.recent:
            return kept_by, gift.giver if was_sure else None
        more_seen = None if was_sure else gift.giver
        return more_seen, gift.receiver if kept_by is None else None

    def _may_see_less(self, seat: int, kind: Kind, seen: list[list[int]]) -> bool:
        """Return whether one of the seen cards of the seat may not have been dealt to it."""
        if seen[seat][kind] > 0:
            return True
        return not self.gift.recent and self._brings_later(seat, kind)
