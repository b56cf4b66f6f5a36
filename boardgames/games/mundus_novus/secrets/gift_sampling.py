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
from typing import NamedTuple

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
    first = Gifts(view, (), Tally.of(view))
    return first if first.is_possible() else None


def certain(view: View, gifts: Gifts | None) -> Certain:
    """Return what is certain after the last gift; None if there are no gifts."""
    if gifts is None:
        return Certain((), view.public.known, _seen(view))
    tally = gifts.tally
    return Certain(gifts.given, [*map(CARDS.pack, tally.sure)], [*map(CARDS.pack, tally.seen)])


class Tally:
    """The cards that are certain given the gifts drawn so far, counted by seat and Kind.

    A number is negative while a later gift has to make up for an earlier one. Example: a player
    gives away a sure card, is given an equal one, and shows that.
    """

    def __init__(
        self,
        viewer: int | None,
        sure: list[list[int]],
        brought: list[list[int]],
        seen: list[list[int]],
        pool: list[int],
    ) -> None:
        self.viewer: int | None = viewer
        self.sure: list[list[int]] = sure
        self.brought: list[list[int]] = brought
        self.seen: list[list[int]] = seen
        self.pool: list[int] = pool
        """By Kind, the number of cards in other hands or the pile that are not seen."""

    @classmethod
    def of(cls, view: View) -> Tally:
        """Return what is certain before any gift is drawn."""
        known = view.public.known
        return cls(
            viewer=view.seat,
            sure=[[*CARDS.unpack(cards)] for cards in known],
            brought=[[0] * len(CARDS.kind) for _ in known],
            seen=[[*CARDS.unpack(cards)] for cards in _seen(view)],
            pool=unseen(view),
        )

    def copy(self) -> Tally:
        """Return a tally that can be changed without changing this one."""
        return Tally(
            viewer=self.viewer,
            sure=[[*counts] for counts in self.sure],
            brought=[[*counts] for counts in self.brought],
            seen=[[*counts] for counts in self.seen],
            pool=self.pool[:],
        )

    def bring(self, seat: int, kind: Kind) -> None:
        """Count a gift as a sure card of the seat."""
        self.sure[seat][kind] += 1
        self.brought[seat][kind] += 1

    def take(self, seat: int, kind: Kind, *, was_brought: bool) -> None:
        """Count a gift as a sure card that has left the seat's hand."""
        self.sure[seat][kind] -= 1
        left = self.brought[seat][kind] - was_brought
        self.brought[seat][kind] = min(left, max(0, self.sure[seat][kind]))

    def see(self, seat: int, kind: Kind, number: int) -> None:
        """Count so many more cards as dealt to the seat, and as seen."""
        self.seen[seat][kind] += number
        if seat != self.viewer:  # the viewer's own cards are not in the pool
            self.pool[kind] -= number

    def is_complete(self) -> bool:
        """Return whether no other seat needs a later gift to make up for an earlier one."""
        for seat, counts in enumerate(self.sure):
            if seat != self.viewer and min(*counts, *self.seen[seat]) < 0:
                return False
        return True


class Candidate(NamedTuple):
    """A card that a gift can have been."""

    kind: Kind
    was_sure: bool
    """Whether it was a sure card of the giver."""
    weight: float
    """How likely it is, relative to the other candidates."""


class Gifts:
    """What the next gift can have been, given the gifts before it.

    Each outcome is cached, with all that follows from it.
    """

    view: View
    given: tuple[Kind, ...]
    """The kinds of the gifts so far."""
    tally: Tally
    """What is certain given these."""
    number_unseen: int
    candidates: list[Candidate]
    """What the next gift can have been; empty after the last gift."""

    # Only if there is a next gift.
    gift: Gift
    earlier: tuple[Gift, ...]
    later: tuple[Gift, ...]
    told_later: tuple[Kind | None, ...]
    """The kinds of the later gifts, as far as the viewer knows them."""
    may_have_left: list[bool]
    """By Kind: whether the receiver may have shown the gift since."""

    def __init__(self, view: View, given: tuple[Kind, ...], tally: Tally) -> None:
        """`given` has the kinds of the gifts so far, and `tally` what is certain given these."""
        self.view = view
        self.given = given
        self.tally = tally
        self.number_unseen = sum(tally.pool)
        self.candidates = []
        self._after: dict[int, Gifts | None] = {}
        """What follows, by the number of the candidate."""
        if len(given) < len(view.given):
            self._look_at_next()
        weights = [candidate.weight for candidate in self.candidates]
        self._weighted: list[tuple[int, float]] = [*enumerate(weights)]

    def _look_at_next(self) -> None:
        """Find what the next gift can have been."""
        number = len(self.given)
        gifts = self.view.public.gifts
        told = self.view.given
        self.gift = gifts[number]
        self.earlier = gifts[:number]
        self.later = gifts[number + 1 :]
        self.told_later = told[number + 1 :]
        self.may_have_left = [self._may_have_left(kind) for kind in CARDS.kind]
        self.candidates = self._candidates(told[number])

    def is_possible(self) -> bool:
        """Return whether the next gift has a candidate; after the last one, whether the other seats
        need no more.
        """
        if len(self.given) < len(self.view.given):
            return bool(self.candidates)
        return self.tally.is_complete()

    def drawn(self, rng: Random) -> Gifts | None:
        """Draw the next gift, and return the possibilities for the one after it; None for a dead
        end.
        """
        number = pick_weighted(self._weighted, rng)
        if number not in self._after:
            self._after[number] = self._if_given(self.candidates[number])
        return self._after[number]

    # What the gift can have been.

    def _candidates(self, told: Kind | None) -> list[Candidate]:
        """Return what the gift can have been: sure cards of the giver, and others.

        `told` is its kind if the viewer knows it. A sure card weighs 1, for the giver chose among
        the cards of the hand. All others together weigh as much as there are places for them in the
        hand, by kind as the pool. What the receiver has shown since weighs more: the gift explains
        it, and otherwise they must have been dealt such a card.

        Example: the hand is the public corn and three others; the pool has 2 corn, 4 indigo and 6
        relics. Corn weighs 1 as a sure card and 3 * 2/12 as another, indigo 3 * 4/12, a relic 3 *
        6/12. If the receiver, who was dealt 2 unseen cards, has since shown a corn, then both
        weights of corn are divided by the chance that one of these 2 was a corn.
        """
        kinds = [told] if told is not None else [kind for kind in Kind if self._can_be(kind)]
        sure_cards = self._sure_cards(kinds)
        if sure_cards and not self._may_be_another():
            return sure_cards
        is_told = told is not None
        was_stolen = self.gift.receiver is None
        must_be = is_told and not (was_stolen and sure_cards)
        return sure_cards + self._other_cards(kinds, must_be=must_be)

    def _sure_cards(self, kinds: Sequence[Kind]) -> list[Candidate]:
        """Return the sure cards of these kinds that the gift can have been."""
        found = []
        for kind in kinds:
            number = self._number_of_sure(kind)
            if number > 0:
                found.append(Candidate(kind, True, number / self._chance_without(kind)))
        return found

    def _other_cards(self, kinds: Sequence[Kind], *, must_be: bool) -> list[Candidate]:
        """Return the cards of these kinds that it can have been, and that were not sure.

        `must_be`: whether it was certainly one of these, whatever the pool has.
        """
        given_later = sum([later.giver == self.gift.giver for later in self.later])
        places = max(1, 1 + given_later - self._missing())
        found = []
        for kind in kinds:
            if must_be or self._can_be_another(kind):
                weight = places * self._share(kind) / self._chance_without(kind)
                found.append(Candidate(kind, False, weight))
        return found

    def _share(self, kind: Kind) -> float:
        """Return the share of this kind among the unseen cards.

        If the receiver may have shown the gift, what they have shown counts as unseen.
        """
        shown = self.may_have_left[kind]
        cards = self.tally.pool[kind] + shown
        return max(1, cards) / max(1, cards, self.number_unseen + shown)

    def _chance_without(self, kind: Kind) -> float:
        """Return the chance that the receiver could have shown such a card as they did without the
        gift, 1 if they have shown none.
        """
        if not self.may_have_left[kind]:
            return 1
        receiver = self.gift.receiver
        assert receiver is not None
        deal = self.view.public.deal
        dealt = deal.held_sizes[receiver] + self.view.drawn_sizes[receiver]
        unseen_places = max(1, dealt - sum(self.tally.seen[receiver]) + 1)
        return 1 - (1 - self._share(kind)) ** unseen_places

    def _can_be(self, kind: Kind) -> bool:
        """Return whether the receiver has a place for such a card, has shown one, or has given it
        away.
        """
        gift = self.gift
        view = self.view
        receiver = gift.receiver
        if receiver is None:
            return True
        if self._keeps(gift, kind):
            sure_cards = sum(self.tally.sure[receiver])
            return receiver == view.seat or sure_cards < view.hand_sizes[receiver]
        return not gift.recent or self.may_have_left[kind] or self._gives_later(receiver)

    def _can_be_another(self, kind: Kind) -> bool:
        """Return whether the gift can have been such a card without being sure."""
        cards = self.tally.pool[kind] + self.may_have_left[kind]
        if cards > 0:
            return True
        # So long ago that nothing else tells of it.
        is_gone = not self.gift.recent and not self._keeps(self.gift, kind)
        return is_gone or cards + self._left_later(kind) > 0

    def _number_of_sure(self, kind: Kind) -> int:
        """Return the number of sure cards of this kind that the giver can have chosen from."""
        giver = self.gift.giver
        number = self.tally.sure[giver][kind]
        if not CARDS.count(self.gift.sure, kind):
            return min(number, self.tally.brought[giver][kind])
        return number if number > 0 else int(self._brings_later(giver, kind))

    def _missing(self) -> int:
        """Return the number of the giver's sure cards that are missing from the hand."""
        giver = self.gift.giver
        return sum(self.tally.sure[giver]) - self.view.hand_sizes[giver]

    def _may_be_another(self) -> bool:
        """Return whether the gift may have been no sure card, if it can have been one.

        It was one if as many sure cards are missing from the giver's hand as its gifts can explain.
        """
        if not self.gift.doubtful:
            return False
        giver = self.gift.giver
        if giver == self.view.seat:
            return True
        was_given_cards = any([gift.receiver == giver for gift in self.earlier])
        if not self.gift.sure and not was_given_cards:
            return True
        explaining = 0
        for gift in (self.gift, *self.later):
            if gift.giver == giver and (gift.sure or was_given_cards):
                explaining += 1
        return self._missing() < explaining

    # What has become of it, and of others.

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
        return self.tally.seen[gift.receiver][kind] <= 0

    def _may_have_left(self, kind: Kind) -> bool:
        receiver = self.gift.receiver
        if receiver is None or not self.gift.recent or self._keeps(self.gift, kind):
            return False
        return self.tally.seen[receiver][kind] > 0

    def _left_later(self, kind: Kind) -> int:
        """Return the number of later gifts that have left their receivers, if they were of this
        kind.

        If more such cards have been shown than were dealt, some of them must have been gifts.
        """
        number = 0
        for gift, told in zip(self.later, self.told_later, strict=True):
            can_be = gift.receiver is not None and told in (None, kind)
            if can_be and gift.recent and not self._keeps(gift, kind):
                number += 1
        return number

    def _gives_later(self, seat: int) -> bool:
        return any([gift.giver == seat for gift in self.later])

    def _brings_later(self, seat: int, kind: Kind) -> bool:
        """Return whether a later gift may have brought the seat such a card, which then stayed."""
        return any(
            [gift.receiver == seat and CARDS.count(gift.kept, kind) > 0 for gift in self.later]
        )

    # What follows from a candidate.

    def _if_given(self, candidate: Candidate) -> Gifts | None:
        """Return what follows if the gift was this card; None if it cannot have been."""
        gift = self.gift
        kind, was_sure, _ = candidate
        keeper = gift.receiver if self._keeps(gift, kind) else None
        tally = self.tally.copy()
        if was_sure:
            tally.take(gift.giver, kind, was_brought=not CARDS.count(gift.sure, kind))
        if keeper is not None:
            tally.bring(keeper, kind)
        more_seen = self._sees_more(keeper, was_sure=was_sure)
        if more_seen is not None:
            tally.see(more_seen, kind, 1)
        less_seen = self._sees_less(keeper, was_sure=was_sure)
        if less_seen is not None and not self._explained(tally, less_seen, kind):
            return None
        after = Gifts(self.view, (*self.given, kind), tally)
        return after if after.is_possible() else None

    def _sees_more(self, keeper: int | None, *, was_sure: bool) -> int | None:
        """Return the seat of which one more dealt card is seen because of this gift.

        A recent gift that was no sure card had been dealt to the giver. An older one was held by
        whoever keeps it.
        """
        if not self.gift.recent:
            return keeper
        return None if was_sure else self.gift.giver

    def _sees_less(self, keeper: int | None, *, was_sure: bool) -> int | None:
        """Return the seat of which one dealt card less is seen because of this gift.

        A recent one that the receiver no longer keeps is among the cards that they showed: one less
        of these was dealt to them. An older one was no longer held by the giver.
        """
        if not self.gift.recent:
            return self.gift.giver if was_sure else None
        return self.gift.receiver if keeper is None else None

    def _explained(self, tally: Tally, seat: int, kind: Kind) -> bool:
        """Count one card less as dealt to the seat, or the gift as passed on; return whether it can
        be either.
        """
        if tally.seen[seat][kind] > 0 or self._was_dealt_later(seat, kind):
            tally.see(seat, kind, -1)
            return True
        if self.gift.recent and self._gives_later(seat):
            tally.bring(seat, kind)  # it is sure until they pass it on
            return True
        return False

    def _was_dealt_later(self, seat: int, kind: Kind) -> bool:
        """Return whether a later gift may stand for this one among the cards that the seat held."""
        return not self.gift.recent and self._brings_later(seat, kind)
