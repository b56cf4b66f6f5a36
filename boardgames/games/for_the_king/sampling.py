"""Sampling of For the King: random worlds that one seat cannot tell apart from the true one (F7)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.chance import draw, fresh_seed, pick, shuffle
from boardgames.core.errors import DecodeError
from boardgames.games.for_the_king.components import GOLD_OF, is_king, without
from boardgames.games.for_the_king.memory import HandEvent
from boardgames.games.for_the_king.state import Hidden, Phase, State
from boardgames.games.for_the_king.view import View, view

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from boardgames.games.for_the_king.memory import HandHistory

RESTARTS = 10
"""Attempts at all hands before a View counts as impossible; a real one hardly ever needs a second."""
FOR_SALE = (Phase.BID, Phase.PAY, Phase.DISCARD)
"""The phases in which the Favor card turned up last lies on the table."""
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


def sample(seen: View, cards: Sequence[int], rng: Random) -> State:
    """Return a State with this View, `cards` being all those of the game.

    The unseen physical cards are laid out uniformly over the places where they can be; of a hand that lost cards
    unseen, each card that it did not show later was as likely to go as any other. Hands that proved too poor for a bid,
    or rich enough, come first, in random order, each uniformly among those that fit. Only where chance finds none of
    these soon, one is mended by exchanging random cards; every world that fits keeps a chance all the same.

    Raises `DecodeError` if there is no such State; that takes a View which did not come from a game.
    """
    try:
        state = _sample(seen, cards, rng)
        fits = view(state, seen.seat) == seen
    except DecodeError:
        raise
    except (IndexError, ValueError):
        fits = False
    if not fits:
        raise DecodeError("no State has this View: its parts contradict each other")
    return state


def _sample(seen: View, cards: Sequence[int], rng: Random) -> State:
    seats = range(len(seen.hand_sizes))
    others = [seat for seat in seats if seat != seen.seat]
    histories = {seat: _history(seen, seat) for seat in others}
    own_favored = without(seen.favored, seen.turned)
    known = [*seen.table.gone, *_open_cards(seen), *seen.hand, *seen.lost, *own_favored]
    for hand in histories.values():
        known += hand.known()
    unseen = without(cards, known)
    if len(unseen) != len(cards) - len(known):
        raise DecodeError("no State has this View: it shows more cards than the game has")

    kings = [card for card in unseen if is_king(card)]
    worlds, pool = _hands(histories, [card for card in unseen if not is_king(card)], rng)
    pool = shuffle(pool + kings, rng)

    face_down = sum(seen.favored_sizes) - len(seen.turned) - len(own_favored)
    drawn = 0 if seen.drawn is None else 1
    left = len(pool) - face_down - (seen.deck_size - drawn)
    if min(face_down, seen.deck_size - drawn, left) < 0:
        raise DecodeError("no State has this View: there are not enough cards for its decks")
    favor = [*own_favored, *draw(pool, face_down, rng)]
    favored = _favored(seen, [*seen.turned, *favor], rng)
    deck = (*([] if seen.drawn is None else [seen.drawn]), *draw(pool, seen.deck_size - drawn, rng))
    own = PossibleHand(seen.hand, seen.lost, seen.laid)
    laid = worlds.get(seen.player, own).laid if seen.phase is Phase.DISCARD else None
    return State(
        seen.phase, seen.player, seen.bidding, seen.bid, seen.turn, seen.auction, seen.table,
        Hidden(
            tuple([worlds.get(seat, own).hand for seat in seats]), deck, tuple(sorted(pool)), favored,
            () if seen.auction is None else (*seen.turned, *shuffle(favor, rng)),
            tuple([worlds.get(seat, own).lost for seat in seats]), laid, fresh_seed(rng), 0,
        ),
    )  # fmt: skip


def _history(seen: View, seat: int) -> HandTracker:
    """Return what everybody knows of the hand of this seat, the payment included that it is about."""
    history = seen.table.histories[seat]
    if seat == seen.player and seen.phase is Phase.PAY:
        return HandTracker(history, owes=seen.bid)
    if seat == seen.player and seen.phase is Phase.DISCARD and seen.auction is not None:
        return HandTracker(history, lays=seen.bid, laid=seen.auction.discarded)
    return HandTracker(history)


def _open_cards(seen: View) -> list[int]:
    """Return the cards that lie open, or are held up for this seat alone, and are not gone."""
    cards = [] if seen.turn is None else list(seen.turn.centre)
    if seen.drawn is not None:
        cards.append(seen.drawn)
    if seen.phase in FOR_SALE:
        cards.append(seen.turned[-1])
    return cards


def _hands(
    histories: dict[int, HandTracker], unseen: list[int], rng: Random
) -> tuple[dict[int, PossibleHand], list[int]]:
    """Return a possible hand for each of these seats, and the unseen cards that are in none of them."""
    for _ in range(RESTARTS):
        pool, worlds = list(unseen), {}
        for seat in sorted(shuffle(list(histories), rng), key=lambda seat: not histories[seat].bounded):
            world = histories[seat].world(pool, rng)
            if world is None:
                break
            worlds[seat] = world
        else:
            return worlds, pool
    raise DecodeError("no State has this View: no hands can have done what they did")


def _favored(seen: View, cards: list[int], rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return who placed which of these cards on the Favor deck; the seat itself remembers what it did."""
    placed = shuffle(without(cards, seen.favored), rng)
    favored = []
    for seat, size in enumerate(seen.favored_sizes):
        if seat == seen.seat:
            favored.append(seen.favored)
        else:
            favored.append(tuple(sorted(placed[:size])))
            del placed[:size]
    return tuple(favored)


class PossibleHand(NamedTuple):
    """A possible hand, what it lost, and the last card it laid down if it is about to pay for Gold."""

    hand: tuple[int, ...]
    lost: tuple[int, ...]
    laid: int | None


class _Attempt(NamedTuple):
    """One way in which it can have been; indices are those of the cards of a `HandTracker`."""

    cards: list[int]
    """The unknown ones filled in."""
    left: list[int]
    """When each card left the hand."""
    groups: list[list[int]]
    """The cards of each loss."""
    spare: list[int]
    """What is left of the pool."""


class HandTracker:
    """The cards that ever were in one hand, by what everybody saw: some known, some not.

    A card shown in payment is taken to be the one of its value that entered last, or else one that entered unseen. Of
    equal cards that leaves most to lose before, so no possible world is lost by it.
    """

    def __init__(self, history: HandHistory, owes: int = 0, lays: int = 0, laid: int = 0) -> None:
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
        for time, (event, number) in enumerate(history):
            if event is HandEvent.KEPT:
                self._enter(None, time)
            elif event is HandEvent.GAINED:
                self._enter(number, time)
            elif event is HandEvent.SHOWN:
                self._show(number, time)
            elif event is HandEvent.LOST:
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

    def world(self, pool: list[int], rng: Random) -> PossibleHand | None:
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

    def _outcome(self, attempt: _Attempt) -> PossibleHand:
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
        return PossibleHand(tuple(hand), tuple(sorted(lost)), lost[-1] if self.laid else None)
