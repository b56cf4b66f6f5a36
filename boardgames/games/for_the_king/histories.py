"""What one hand can be, by all that everybody saw happen to it (F7).

What others can know of a hand is its history, the same for all of them: cards that entered unseen while its owner was
Advisor, cards that everybody saw enter, Gold shown in payment, numbers of cards that left unseen, and bids that its
Gold could not pay.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.chance import draw, pick
from boardgames.games.for_the_king.cards import GOLD_OF
from boardgames.games.for_the_king.state import What

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from boardgames.games.for_the_king.state import History

TRIES = 200
"""Unbiased attempts at a hand whose Gold is bounded, before one is mended until it fits."""
MENDINGS = 3000
"""Exchanges of two cards to make a hand fit, of which a few dozen do."""
LOSSES_MENDED = 0.5
"""How often two cards are exchanged of which one was lost, rather than an unknown one for one of the pool."""
STAYS = 1 << 30
"""The time at which a card leaves that never does."""
NOW = STAYS - 1
"""The time of a payment that is still going on."""


class Holding(NamedTuple):
    """A possible hand, what it lost, and the last card it laid down if it is about to pay for Gold."""

    hand: tuple[int, ...]
    lost: tuple[int, ...]
    laid: int | None


class _Attempt(NamedTuple):
    """One way in which it can have been; indices are those of the cards of a `PossibleHand`."""

    cards: list[int]
    """The unknown ones filled in."""
    left: list[int]
    """When each card left the hand."""
    groups: list[list[int]]
    """The cards of each loss."""
    spare: list[int]
    """What is left of the pool."""


class PossibleHand:
    """The cards that ever were in one hand, by what everybody saw: some known, some not.

    A card shown in payment is taken to be the one of its value that entered last, or else one that entered unseen. Of
    equal cards that leaves most to lose before, so no possible world is lost by it.
    """

    def __init__(self, history: History, owes: int = 0, lays: int = 0, laid: int = 0) -> None:
        """Take what happened to the hand.

        `owes`: a bid that its Gold will pay now (F5.4). `lays`: cards that it lays down just now to pay for Gold; so
        many of them have been `laid` (F5.5).
        """
        self.cards: list[int | None] = []
        """None: not known."""
        self.entered: list[int] = []
        self.left: list[int] = []
        self.losses: list[tuple[int, int]] = []
        """Time and number of cards."""
        self.short: list[tuple[int, int]] = []
        """Time, and a bid which the hand's Gold did not reach."""
        self.owes = owes
        self.laid = laid
        for time, (what, number) in enumerate(history):
            if what is What.KEPT:
                self._enter(None, time)
            elif what is What.GAINED:
                self._enter(number, time)
            elif what is What.SHOWN:
                self._show(number, time)
            elif what is What.LOST:
                self.losses.append((time, number))
            else:
                self.short.append((time, number))
        if laid:
            self.losses.append((NOW, lays))
        self.unknown = [index for index, card in enumerate(self.cards) if card is None]

    def _enter(self, card: int | None, time: int) -> None:
        self.cards.append(card)
        self.entered.append(time)
        self.left.append(STAYS)

    def _show(self, card: int, time: int) -> None:
        present = [index for index, left in enumerate(self.left) if left == STAYS]
        same = [index for index in present if self.cards[index] == card]
        index = same[-1] if same else min([index for index in present if self.cards[index] is None])
        self.cards[index] = card
        self.left[index] = time

    @property
    def bounded(self) -> bool:
        """Whether anything is known of how much Gold the hand has or had."""
        return bool(self.short or self.owes)

    def known(self) -> list[int]:
        """Return the cards that everybody knows and nobody has seen leaving: they are in the hand, or lost."""
        return [card for card, left in zip(self.cards, self.left, strict=True) if card is not None and left == STAYS]

    def world(self, pool: list[int], rng: Random) -> Holding | None:
        """Return a possible hand whose unknown cards are taken out of the pool; None if none was found."""
        for _ in range(TRIES):
            attempt = self._attempt(pool, rng)
            if not self._misfit(attempt):
                break
        else:
            if not self._mended(attempt, rng):
                return None
        pool[:] = attempt.spare
        return self._outcome(attempt)

    def _attempt(self, pool: list[int], rng: Random) -> _Attempt:
        """Fill in the unknown cards and lose cards, all at random."""
        spare = list(pool)
        cards = [-1 if card is None else card for card in self.cards]
        for index, card in zip(self.unknown, draw(spare, len(self.unknown), rng), strict=True):
            cards[index] = card
        left, groups = list(self.left), []
        for time, number in self.losses:
            present = [index for index, entered in enumerate(self.entered) if entered < time and left[index] == STAYS]
            group = draw(present, number, rng)
            for index in group:
                left[index] = time
            groups.append(group)
        return _Attempt(cards, left, groups, spare)

    def _misfit(self, attempt: _Attempt) -> int:
        """Return by how much Gold the hand exceeds the bids that it could not pay, or falls short of what it owes."""
        misfit = 0
        for time, owed in self.short:
            misfit += max(0, self._gold_at(time, attempt) - owed + 1)
        if self.owes:
            misfit += max(0, self.owes - self._gold_at(NOW, attempt))
        return misfit

    def _gold_at(self, time: int, attempt: _Attempt) -> int:
        held = zip(attempt.cards, self.entered, attempt.left, strict=True)
        return sum([GOLD_OF[card] for card, entered, left in held if entered < time < left])

    def _mended(self, attempt: _Attempt, rng: Random) -> bool:
        """Exchange random cards as long as that makes nothing worse, until the hand fits; tell whether it does."""
        misfit = self._misfit(attempt)
        if not self.losses and not (self.unknown and attempt.spare):
            return False
        for _ in range(MENDINGS):
            exchange = self._exchange(attempt, rng)
            exchange()
            after = self._misfit(attempt)
            if not after:
                return True
            if after > misfit:
                exchange()
            misfit = min(misfit, after)
        return False

    def _exchange(self, attempt: _Attempt, rng: Random) -> Callable[[], None]:
        """Return what exchanges two random cards, and changes them back if it is called again."""
        if self.unknown and attempt.spare and not (self.losses and rng.random() < LOSSES_MENDED):
            index, other = pick(self.unknown, rng), int(rng.random() * len(attempt.spare))
            return partial(self._exchange_unknown, attempt, index, other)
        number = int(rng.random() * len(self.losses))
        time = self.losses[number][0]
        others = [
            index
            for index, entered in enumerate(self.entered)
            if entered < time <= attempt.left[index] and self.left[index] == STAYS
        ]
        return partial(self._exchange_lost, attempt, pick(attempt.groups[number], rng), pick(others, rng))

    def _exchange_unknown(self, attempt: _Attempt, index: int, other: int) -> None:
        """Let an unknown card be one of the pool instead."""
        cards, spare = attempt.cards, attempt.spare
        cards[index], spare[other] = spare[other], cards[index]

    def _exchange_lost(self, attempt: _Attempt, one: int, other: int) -> None:
        """Let each of the two cards leave when the other one did."""
        left = attempt.left
        left[one], left[other] = left[other], left[one]
        for group in attempt.groups:
            group[:] = [other if index == one else one if index == other else index for index in group]

    def _outcome(self, attempt: _Attempt) -> Holding:
        """Return the hand and its losses; of a payment that is going on, the first cards in the order of F5.5."""
        cards = attempt.cards
        gone = {index for index, left in enumerate(self.left) if left != STAYS}
        lost: list[int] = []
        for (time, _), group in zip(self.losses, attempt.groups, strict=True):
            going = sorted(group, key=cards.__getitem__)
            if time == NOW:
                going = going[: self.laid]
            gone.update(going)
            lost += [cards[index] for index in going]
        hand = sorted([card for index, card in enumerate(cards) if index not in gone])
        return Holding(tuple(hand), tuple(sorted(lost)), lost[-1] if self.laid else None)
