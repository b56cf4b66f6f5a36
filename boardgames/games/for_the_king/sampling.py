"""What one seat knows of For the King, and random worlds that this cannot tell apart (F7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import DecodeError
from boardgames.games.for_the_king.cards import is_king, minus
from boardgames.games.for_the_king.histories import Holding, PossibleHand
from boardgames.games.for_the_king.state import Hidden, Phase, State, View

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

RESTARTS = 10
"""Attempts at all hands before a View counts as impossible; a real one hardly ever needs a second."""
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
    own = Holding(seen.hand, seen.lost, seen.laid)
    laid = worlds.get(seen.player, own).laid if seen.phase is Phase.DISCARD else None
    return State(
        seen.phase, seen.player, seen.bidding, seen.bid, seen.turn, seen.auction, seen.table,
        Hidden(
            tuple([worlds.get(seat, own).hand for seat in seats]), deck, tuple(sorted(pool)), favored,
            () if seen.auction is None else (*seen.turned, *shuffle(favor, rng)),
            tuple([worlds.get(seat, own).lost for seat in seats]), laid, fresh_seed(rng), 0,
        ),
    )  # fmt: skip


def _history(seen: View, seat: int) -> PossibleHand:
    """Return what everybody knows of the hand of this seat, the payment included that it is about."""
    history = seen.table.histories[seat]
    if seat == seen.player and seen.phase is Phase.PAY:
        return PossibleHand(history, owes=seen.bid)
    if seat == seen.player and seen.phase is Phase.DISCARD and seen.auction is not None:
        return PossibleHand(history, lays=seen.bid, laid=seen.auction.discarded)
    return PossibleHand(history)


def _open_cards(seen: View) -> list[int]:
    """Return the cards that lie open, or are held up for this seat alone, and are not gone."""
    cards = [] if seen.turn is None else list(seen.turn.centre)
    if seen.drawn is not None:
        cards.append(seen.drawn)
    if seen.phase in FOR_SALE:
        cards.append(seen.turned[-1])
    return cards


def _hands(histories: dict[int, PossibleHand], unseen: list[int], rng: Random) -> tuple[dict[int, Holding], list[int]]:
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
    placed = shuffle(minus(cards, seen.favored), rng)
    favored = []
    for seat, size in enumerate(seen.favored_sizes):
        if seat == seen.seat:
            favored.append(seen.favored)
        else:
            favored.append(tuple(sorted(placed[:size])))
            del placed[:size]
    return tuple(favored)
