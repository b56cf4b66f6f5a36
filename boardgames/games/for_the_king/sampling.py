"""What one seat knows of For the King, and random worlds that this cannot tell apart (F7).

What others can know of a hand is its history, the same for all of them: cards that entered unseen while Advisors kept
them, cards that everybody saw enter, Gold shown in payment, numbers of cards that left unseen, and bids that its Gold
could not pay. `_Hand` turns one history into a possible hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import DecodeError
from boardgames.games.for_the_king.cards import GOLD_OF, is_king, minus
from boardgames.games.for_the_king.state import Hidden, Phase, State, View, What

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from boardgames.games.for_the_king.state import History

TRIES = 200
"""Unbiased attempts at a hand whose owner could not pay a bid, before one that is sure not to have the Gold."""
RESTARTS = 50
"""Attempts at all hands before a View counts as impossible; a real one hardly ever needs a second."""
STAYS = 1 << 30
"""The time at which a card leaves that never does."""
NOW = STAYS - 1
"""The time of a payment that is still going on."""
FOR_SALE = (Phase.BID, Phase.PAY, Phase.DISCARD)
"""The phases in which the Favor card turned up last lies on the table."""


def view(state: State, seat: int | None) -> View:
    """Return what this seat, or None for a spectator, knows (F7)."""
    hidden, turn, auction = state.hidden, state.turn, state.auction
    hand: tuple[int, ...] = ()
    favored, lost, drawn, laid = hand, hand, None, None
    if seat is not None:
        hand, favored, lost = hidden.hands[seat], hidden.favored[seat], hidden.lost[seat]
        if state.player == seat:
            laid = hidden.laid
        if turn is not None and turn.advisor == seat and state.phase is Phase.PLACE:
            drawn = hidden.deck[0]
    return View(
        seat, state.phase, state.player, state.bidding, state.bid, turn, auction, state.table,
        tuple(map(len, hidden.hands)), tuple(map(len, hidden.favored)), len(hidden.deck),
        hidden.favor[: auction.number + 1] if auction else (), drawn, hand, favored, lost, laid,
    )  # fmt: skip


def sample(seen: View, cards: Sequence[int], rng: Random) -> State:
    """Return a State with this View, `cards` being all those of the game.

    The unseen physical cards are laid out uniformly over the places where they can be, hand by hand in a random order
    of seats; of a hand that lost cards unseen, each card that it did not show later was as likely to go as any other.
    Only where a hand proved too poor for a bid and chance finds no such hand soon, it is made poor on purpose.

    Raises `DecodeError` if there is no such State; that takes a View which did not come from a game.
    """
    try:
        state = _sample(seen, cards, rng)
        if view(state, seen.seat) != seen:
            raise DecodeError("no State has this View: its parts contradict each other")
    except (IndexError, ValueError) as error:
        if isinstance(error, DecodeError):
            raise
        raise DecodeError("no State has this View: its parts contradict each other") from None
    return state


class _Outcome(NamedTuple):
    """A possible hand, what it lost, and the last card it laid down if it is about to pay for Gold."""

    hand: tuple[int, ...]
    lost: tuple[int, ...]
    laid: int | None


class _Hand:
    """The cards that ever were in one hand, by what everybody saw: some known, some not.

    A card shown in payment is taken to be the one of its value that entered last, or else one that entered unseen. Of
    equal cards that leaves most to lose before, so no possible world is lost by it.
    """

    def __init__(self, history: History, discarding: tuple[int, int] = (0, 0)) -> None:
        """Take what happened to the hand; `discarding`: cards it is about to lay down in all, and so far (F5.5)."""
        self.cards: list[int | None] = []
        """None: not known."""
        self.entered: list[int] = []
        self.left: list[int] = []
        self.losses: list[tuple[int, int]] = []
        """Time and number of cards."""
        self.bounds: list[tuple[int, int]] = []
        """Time, and a bid which the hand's Gold did not reach."""
        self.discarding = discarding
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
                self.bounds.append((time, number))
        if discarding[1]:
            self.losses.append((NOW, discarding[0]))
        self.unknown = [index for index, card in enumerate(self.cards) if card is None]

    def _enter(self, card: int | None, time: int) -> None:
        self.cards.append(card)
        self.entered.append(time)
        self.left.append(STAYS)

    def _show(self, card: int, time: int) -> None:
        present = [index for index, left in enumerate(self.left) if left == STAYS]
        same = [index for index in present if self.cards[index] == card]
        index = same[-1] if same else [index for index in present if self.cards[index] is None][0]
        self.cards[index] = card
        self.left[index] = time

    def known(self) -> list[int]:
        """Return the cards that everybody knows and nobody has seen leaving: they are in the hand, or lost."""
        return [card for card, left in zip(self.cards, self.left, strict=True) if card is not None and left == STAYS]

    def world(self, pool: list[int], rng: Random) -> _Outcome | None:
        """Return a possible hand whose unknown cards are drawn from the pool, which then lacks them; None if by chance
        there is none.
        """
        for _ in range(TRIES if self.bounds else 1):
            left, groups = self._lose(rng, by_worth=None)
            attempt = list(pool)
            filled = self._filled(draw(attempt, len(self.unknown), rng))
            if self._was_short(filled, left):
                pool[:] = attempt
                return self._outcome(filled, groups)
        poorest = sorted(shuffle(list(pool), rng), key=GOLD_OF.__getitem__)[: len(self.unknown)]
        filled = self._filled(poorest)
        left, groups = self._lose(rng, by_worth=filled)
        if not self._was_short(filled, left):
            return None
        pool[:] = minus(pool, poorest)
        return self._outcome(filled, groups)

    def _filled(self, drawn: Sequence[int]) -> list[int]:
        filled = [-1 if card is None else card for card in self.cards]
        for index, card in zip(self.unknown, drawn, strict=True):
            filled[index] = card
        return filled

    def _lose(self, rng: Random, by_worth: list[int] | None) -> tuple[list[int], list[list[int]]]:
        """Return when each card left, and the cards of each loss; random ones, or the Gold of highest worth first."""
        left, groups = list(self.left), []
        for time, number in self.losses:
            present = [
                index for index, entered in enumerate(self.entered) if entered < time and left[index] == STAYS
            ]
            if by_worth is None or time == NOW:
                group = draw(present, number, rng)
            else:
                present.sort(key=lambda index: GOLD_OF[by_worth[index]])
                group = present[len(present) - number :]
            for index in group:
                left[index] = time
            groups.append(group)
        return left, groups

    def _was_short(self, filled: list[int], left: list[int]) -> bool:
        """Tell whether the hand's Gold never reached a bid that it could not pay."""
        for time, owed in self.bounds:
            held = [
                GOLD_OF[card]
                for card, entered, gone in zip(filled, self.entered, left, strict=True)
                if entered < time < gone
            ]
            if sum(held) >= owed:
                return False
        return True

    def _outcome(self, filled: list[int], groups: list[list[int]]) -> _Outcome:
        """Return the hand and its losses; of a payment that is going on, the first cards in the order of F5.5."""
        gone = {index for index, left in enumerate(self.left) if left != STAYS}
        lost: list[int] = []
        for group in groups:
            going = sorted(group, key=filled.__getitem__)
            if self.discarding[1] and group is groups[-1]:
                going = going[: self.discarding[1]]
            gone.update(going)
            lost += [filled[index] for index in going]
        hand = sorted([card for index, card in enumerate(filled) if index not in gone])
        return _Outcome(tuple(hand), tuple(sorted(lost)), lost[-1] if self.discarding[1] else None)


def _sample(seen: View, cards: Sequence[int], rng: Random) -> State:
    seats = range(len(seen.hand_sizes))
    others = [seat for seat in seats if seat != seen.seat]
    histories = {seat: _Hand(seen.table.histories[seat], _discarding(seen, seat)) for seat in others}
    own_favored = minus(seen.favored, seen.turned)
    known = [*seen.table.gone, *_open_cards(seen), *seen.hand, *seen.lost, *own_favored]
    for hand in histories.values():
        known += hand.known()
    unseen = minus(cards, known)
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
    own = _Outcome(seen.hand, seen.lost, seen.laid)
    laid = worlds.get(seen.player, own).laid if seen.phase is Phase.DISCARD else None
    return State(
        seen.phase, seen.player, seen.bidding, seen.bid, seen.turn, seen.auction, seen.table,
        Hidden(
            tuple([worlds.get(seat, own).hand for seat in seats]), deck, tuple(sorted(pool)), favored,
            () if seen.auction is None else (*seen.turned, *shuffle(favor, rng)),
            tuple([worlds.get(seat, own).lost for seat in seats]), laid, fresh_seed(rng), 0,
        ),
    )  # fmt: skip


def _discarding(seen: View, seat: int) -> tuple[int, int]:
    """Return how many cards this seat lays down in all to pay for Gold right now, and so far."""
    if seen.phase is Phase.DISCARD and seat == seen.player and seen.auction is not None:
        return seen.bid, seen.auction.discarded
    return 0, 0


def _open_cards(seen: View) -> list[int]:
    """Return the cards that lie open, or are held up for this seat alone, and are not gone."""
    cards = [] if seen.turn is None else list(seen.turn.centre)
    if seen.drawn is not None:
        cards.append(seen.drawn)
    if seen.phase in FOR_SALE:
        cards.append(seen.turned[-1])
    return cards


def _hands(
    histories: dict[int, _Hand], unseen: list[int], rng: Random
) -> tuple[dict[int, _Outcome], list[int]]:
    """Return a possible hand for each of these seats, and the unseen cards that are in none of them."""
    for _ in range(RESTARTS):
        pool, worlds = list(unseen), {}
        for seat in shuffle(list(histories), rng):
            world = histories[seat].world(pool, rng)
            if world is None:
                break
            worlds[seat] = world
        else:
            return worlds, pool
    raise DecodeError("no State has this View: no hands can have done what they did")


def _favored(seen: View, cards: list[int], rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return who placed which of these cards on the Favor deck; the seat itself remembers what it did."""
    placed = shuffle(minus(cards, seen.favored), rng)
    favored = []
    for seat, size in enumerate(seen.favored_sizes):
        if seat == seen.seat:
            favored.append(seen.favored)
        else:
            favored.append(tuple(sorted(placed[:size])))
            del placed[:size]
    return tuple(favored)
