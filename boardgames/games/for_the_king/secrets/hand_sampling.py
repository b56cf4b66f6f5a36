"""What another seat's hand can hold, and can have lost, given its public history (F7).

The public history of a hand must have been possible: Gold shown in payment was there; a bid that
could not be paid was higher than the Gold in the hand. Any selection of the cards that left it
unseen was equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import product
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple, TypeAlias

from boardgames.core.chance import draw, pick_weighted
from boardgames.core.errors import DecodeError, require
from boardgames.games.for_the_king.components import (
    CARDS,
    FIRST_GOLD,
    FIRST_KING,
    gold_in,
    is_king,
    without,
)
from boardgames.games.for_the_king.secrets.view import View
from boardgames.games.for_the_king.state import (
    DISCARD,
    GAINED,
    KEPT,
    LOST,
    PAY,
    SHORT,
    SHOWN,
    HandHistory,
    NoteKind,
    Table,
)

GOLD_CARDS = CARDS[FIRST_GOLD:]
GoldCounts: TypeAlias = tuple[int, int, int]
"""The numbers of Gold cards of value 1, 2 and 3."""


class Memory(NamedTuple):
    """What a history says about a hand."""

    kept: int
    """The number of cards that entered unseen."""
    gained: tuple[int, ...]
    """The cards that entered in public."""
    known: tuple[int, ...]
    """The gained cards that have not left in public; some may have been lost unseen."""
    shown: tuple[int, ...]
    """The Gold shown in payment."""
    needed: tuple[int, ...]
    """The Gold shown that had not been gained in public: it was among the cards kept."""
    lost: int
    """The number of cards that left unseen."""
    bounded: bool
    """Whether a default has revealed something about the Gold in the hand."""
    size: int
    """The number of cards in the hand."""
    is_possible: bool
    """Whether a hand can have this history: it never loses more cards than it holds, shows Gold
    only, gains no King.
    """


@lru_cache(maxsize=1 << 12)
def recall(history: HandHistory) -> Memory:
    """Return what a history says about its hand; Gold that is shown is a known card of its value if
    there is one.
    """
    kept = 0
    lost = 0
    size = 0
    least_size = 0
    bounded = False
    gained: list[int] = []
    known: list[int] = []
    shown: list[int] = []
    needed: list[int] = []
    for kind, number in history:
        if kind is KEPT:
            kept += 1
            size += 1
        elif kind is GAINED:
            size += 1
            gained.append(number)
            known.append(number)
        elif kind is SHOWN:
            size -= 1
            shown.append(number)
            if number in known:
                known.remove(number)
            else:
                needed.append(number)
        elif kind is LOST:
            size -= number
            lost += number
        else:
            bounded = True
        least_size = min(least_size, size)
    gains_no_king = not any(map(is_king, gained))
    shows_only_gold = min(shown, default=FIRST_GOLD) >= FIRST_GOLD
    is_possible = least_size == 0 and gains_no_king and shows_only_gold
    return Memory(
        kept,
        tuple(gained),
        tuple(known),
        tuple(shown),
        tuple(needed),
        lost,
        bounded,
        size,
        is_possible,
    )


def history_so_far(seen: Table, seat: int) -> HandHistory:
    """Return the history of a hand, including the winner's discards so far, which are not noted
    yet.
    """
    history = seen.public.histories[seat]
    if seen.auction is None or seat != seen.player or not seen.auction.discarded:
        return history
    return (*history, (LOST, seen.auction.discarded))


def count_gold(cards: Sequence[int]) -> GoldCounts:
    """Return the Gold among the cards."""
    one, two, three = GOLD_CARDS
    return cards.count(one), cards.count(two), cards.count(three)


def gold_cards(counts: GoldCounts) -> list[int]:
    """Return these Gold cards."""
    cards: list[int] = []
    for card, count in zip(GOLD_CARDS, counts, strict=True):
        cards += [card] * count
    return cards


def plus(one: GoldCounts, other: GoldCounts) -> GoldCounts:
    """Return the sum of both."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def minus(one: GoldCounts, other: GoldCounts) -> GoldCounts:
    """Return the difference; numbers may be negative."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


class LossCounter:
    """Counts the ways to lose cards unseen that fit a history: kept cards came first, and all but
    Gold are alike.
    """

    def __init__(
        self, history: HandHistory, owed: int = 0, final: Sequence[int] | None = None
    ) -> None:
        """`owed` is the bid that the hand can pay with Gold at the end, `final` the hand at the
        end, if known.
        """
        self._history = history
        self._owed = owed
        self._final = None if final is None else count_gold(final)
        memory = recall(history)
        self.survivors: list[int] = []
        """The cards other than Gold that were kept unseen and are in the final hand, if that is
        known.
        """
        self.safe: list[int] = []
        """The cards other than Gold that were gained and are in the final hand."""
        if final is not None:
            held = [card for card in final if card < FIRST_KING]
            self.survivors = without(held, [card for card in memory.gained if card < FIRST_KING])
            self.safe = without(held, self.survivors)
        self._losable: list[int] = []
        """By note of the history: the number of cards before it that can be lost."""
        losable = memory.kept - len(self.survivors)
        for kind, number in history:
            self._losable.append(losable)
            if kind is GAINED:
                losable += number not in self.safe
            elif kind is SHOWN:
                losable -= 1
            elif kind is LOST:
                losable -= number
        self._found: dict[tuple[int, GoldCounts], int] = {}

    def count(self, held: GoldCounts, start: int = 0) -> int:
        """Return the number of ways in which the history can go on with this Gold from this note
        on.
        """
        ways = self._found.get((start, held))
        if ways is None:
            ways = self._count(held, start)
            self._found[start, held] = ways
        return ways

    def _count(self, held: GoldCounts, start: int) -> int:
        for index, (kind, number) in enumerate(self._history[start:], start):
            if kind is LOST:
                return sum([ways for _, ways in self.losses(held, index)])
            if kind is SHORT:
                if _value(held) >= number:
                    return 0
            elif number >= FIRST_GOLD:
                held = gold_after(held, kind, number)
                if min(held) < 0:
                    return 0
        if self._final is not None:
            return int(held == self._final)
        return int(_value(held) >= self._owed)

    def losses(self, held: GoldCounts, index: int) -> list[tuple[GoldCounts, int]]:
        """Return each Gold that may be lost at this note, with the number of ways in which the
        history can go on.

        If a Gold 1 and two other cards lose two, it stays in 1 way and goes in 2: `[((0, 0, 0), 1),
        ((1, 0, 0), 2)]`. If they could not pay a bid of 1 afterwards, it went.
        """
        number = self._history[index][1]
        others = self._losable[index] - sum(held)
        weighted = []
        ones, twos, threes = [range(min(count, number) + 1) for count in held]
        for lost in product(ones, twos, threes):
            rest = number - sum(lost)
            if not 0 <= rest <= others:
                continue
            ways = self.count(minus(held, lost), index + 1)
            if ways:
                choices = prod(map(comb, held, lost))
                weighted.append((lost, ways * comb(others, rest) * choices))
        return weighted


def _value(held: GoldCounts) -> int:
    return held[0] + 2 * held[1] + 3 * held[2]


def gold_after(held: GoldCounts, kind: NoteKind, number: int) -> GoldCounts:
    """Return the Gold in a hand after a card was gained or shown; anything but Gold changes
    nothing.
    """
    if number < FIRST_GOLD:
        return held
    card = count_gold([number])
    return plus(held, card) if kind is GAINED else minus(held, card)


class HandWorld(NamedTuple):
    """What another seat holds in a sampled world."""

    hand: list[int]
    lost: list[int]
    """The cards that it has lost unseen."""
    laid: int | None
    """The card that it discarded last in the current payment."""


class UnseenHand:
    """What a View says about another seat's hand."""

    def __init__(self, view: View, seat: int) -> None:
        """Read the View; raise `DecodeError` if it contradicts itself."""
        self.history: HandHistory = view.public.histories[seat]
        self.memory: Memory = recall(self.history)
        self.owed: int = 0
        """The bid that it has to pay with Gold."""
        self.price: int = 0
        """The number of cards that it has to discard in payment for Gold."""
        self.discarded: int = 0
        """The number of cards that it has discarded for this so far."""
        if seat == view.player:
            if view.phase is PAY:
                self.owed = view.bid
            elif view.phase is DISCARD and view.auction is not None:
                self.price = view.bid
                self.discarded = view.auction.discarded
        self.final: tuple[int, ...] | None = view.hands[seat] if view.hands else None
        """The revealed hand; after the game only."""
        self.visible: Sequence[int] = self.memory.known
        """The cards that it holds or has lost according to the View."""
        self.settled: GoldCounts = count_gold(self.memory.needed)
        """The Gold shown by the View beyond what was gained in public: it was among the
        cards kept.
        """
        survivors: Sequence[int] = ()
        if self.final is not None:
            gained = [card for card in self.memory.gained if card < FIRST_KING]
            self.visible = [*self.final, *without(gained, self.final)]
            gold_shown = plus(count_gold(self.final), count_gold(self.memory.shown))
            self.settled = minus(gold_shown, count_gold(self.memory.gained))
            survivors = self.losses.survivors
        self.unknown: int = self.memory.kept - sum(self.settled) - len(survivors)
        """The number of cards that it holds or has lost and that the View does not show."""
        if self.unknown < 0:
            raise DecodeError(f"public.histories[{seat}]: too few cards")
        # What is left to discard is in the hand.
        require(self.memory.size >= self.price, "bid: more cards than the player has")
        is_bound = self.memory.lost or self.memory.bounded or self.owed
        self.is_unbounded: bool = self.final is None and not is_bound
        """Whether any cards may have been kept, provided that the settled Gold is among them."""

    @cached_property
    def losses(self) -> LossCounter:
        """The counter of the ways in which the hand can have lost cards."""
        return LossCounter(self.history, self.owed, self.final)

    def deal(self, drawn: list[int], rng: Random) -> HandWorld | None:
        """Take these as the unknown cards and lose random cards; return None if the history does
        not allow that.
        """
        memory = self.memory
        if self.is_unbounded:
            return self._pay([*drawn, *memory.known], [], rng)
        hand = [*drawn, *memory.needed]
        lost: list[int] = []
        for kind, number in self.history:
            if kind is GAINED:
                hand.append(number)
            elif kind is SHOWN:
                if number not in hand:
                    return None
                hand.remove(number)
            elif kind is LOST:
                lost += draw(hand, number, rng)
            elif kind is SHORT and gold_in(hand) >= number:
                return None
        return None if gold_in(hand) < self.owed else self._pay(hand, lost, rng)

    def weighted_draws(self, unseen: GoldCounts) -> dict[GoldCounts, int]:
        """Return each Gold that can be among the unknown cards, with its number of ways, not
        counting the choices from `unseen`.
        """
        weighted = {}
        kept = factorial(self.memory.kept)
        ones, twos, threes = [
            range(max(0, -had), min(most, self.unknown) + 1)
            for had, most in zip(self.settled, unseen, strict=True)
        ]
        for drawn in product(ones, twos, threes):
            others = self.unknown - sum(drawn)
            if others < 0:
                continue
            held = plus(self.settled, drawn)
            ways = self.losses.count(held)
            if ways:
                alike = prod(map(factorial, (*held, others)))
                weighted[drawn] = ways * kept // alike
        return weighted

    def deal_counted(self, drawn: list[int], rng: Random) -> HandWorld:
        """Take these as the unknown cards, with Gold from `weighted_draws`, and lose cards so that
        the history fits.
        """
        losses = self.losses
        held = plus(self.settled, count_gold(drawn))
        others = [card for card in drawn if card < FIRST_KING]
        safe = [*losses.survivors]
        lost: list[int] = []
        for index, (kind, number) in enumerate(self.history):
            if kind is LOST:
                gone = pick_weighted(losses.losses(held, index), rng)
                held = minus(held, gone)
                lost += gold_cards(gone)
                lost += draw(others, number - sum(gone), rng)
            elif kind is GAINED and number < FIRST_KING:
                cards = safe if number in losses.safe else others
                cards.append(number)
            elif kind is not SHORT:
                held = gold_after(held, kind, number)
        return self._pay([*safe, *others, *gold_cards(held)], lost, rng)

    def _pay(self, hand: list[int], lost: list[int], rng: Random) -> HandWorld:
        """Choose random cards for the current payment, and discard the first of them (F5.5)."""
        if not self.discarded:
            return HandWorld(hand, lost, None)
        chosen = sorted(draw(hand, self.price, rng))
        going = chosen[: self.discarded]
        staying = chosen[self.discarded :]
        return HandWorld(hand + staying, lost + going, going[-1])
