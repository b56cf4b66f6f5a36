"""The areas of a scene of For the King: the pieces, the centre, and what a reader knows of each
seat.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from boardgames.core.text import seat_name
from boardgames.core.values import evolve
from boardgames.games.for_the_king import components
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    FIRST_KING,
    NAMES,
    OFFICE_OF,
    VALUE_OF,
    Office,
    without,
)
from boardgames.games.for_the_king.events import ADVISOR, LAST_BID, PASSED, UNABLE, won_for
from boardgames.games.for_the_king.scoring import FEWEST_FOR_SECONDARY, secondary
from boardgames.games.for_the_king.secrets.hand_sampling import history_so_far, recall
from boardgames.games.for_the_king.secrets.view import View
from boardgames.games.for_the_king.state import (
    BID,
    DISCARD,
    FOR_SALE,
    KING,
    OVER,
    PAY,
    PLACE,
    NoteKind,
    Rules,
)
from boardgames.scene.parts import Area, Counter, Item, Piece, Zone, face_down

ONLY_PRIMARY = "At the end, the highest total of its cards takes the Primary Duty."
"""What an office is for if there are no Secondary Duties (F2)."""
MAY_BE_GONE = "may be gone"
"""Marks a card that entered a hand in public, if the hand has lost cards unseen since then."""


def pieces(game: Rules, /) -> Mapping[str, Piece]:
    """Return the Duties in play, by the name of the office in lower case, and the cards, by their
    names in JSON.
    """
    described = components.COMPONENTS.pieces
    cards = [*dict.fromkeys(game.cards)]
    known: dict[str, Piece] = {}
    for office in game.setup.offices:
        duty = described[office.name.lower()]
        if game.players < FEWEST_FOR_SECONDARY:
            known[duty.key] = evolve(duty, text=ONLY_PRIMARY)
        else:
            known[duty.key] = duty
        of_office = [card for card in cards if card < FIRST_KING and OFFICE_OF[card] is office]
        for card in of_office:
            known[NAMES[card]] = _office_card(card, duty)
    for card in cards:
        if card >= FIRST_KING:
            piece = described[NAMES[card]]
            known[piece.key] = evolve(piece, worth=VALUE_OF[card]) if card >= FIRST_GOLD else piece
    return known


def _office_card(card: int, duty: Piece) -> Piece:
    name, worth = NAMES[card], VALUE_OF[card]
    text = (
        f"Counts {worth} in {OFFICE_OF[card]}; among equal totals, the letter nearest to A is"
        " ahead."
    )
    return Piece(name, name, text, duty.group, worth, "F6.1", duty.colour)


def items_of(
    cards: Sequence[int], *, hidden: bool = False, marks: tuple[str, ...] = ()
) -> tuple[Item, ...]:
    """Return the cards as items, with equal cards grouped."""
    counts = sorted(Tally(cards).items())
    return tuple([Item(NAMES[card], count, marks, hidden) for card, count in counts])


def centre_zones(view: View) -> list[Zone]:
    """Return the zones that belong to no seat, except the cards removed at setup."""
    zones = []
    gone = list(view.public.gone)
    if view.phase is KING:
        zones.append(Zone("king", "To resolve", items_of([gone.pop()])))
    if view.turn is not None:
        in_hand = view.phase is PLACE
        zones.append(Zone("centre", "Centre", items_of(view.turn.centre)))
        zones.append(Zone("deck", "Deck", face_down(view.deck_size - in_hand)))
    elif view.phase in FOR_SALE:
        zones.append(Zone("sale", "For sale", items_of(view.turned[-1:])))
    own = without(view.favored, view.turned)
    of_others = sum(view.favored_sizes) - len(view.turned) - len(own)
    favor = items_of(own, hidden=True) + face_down(of_others)
    zones.append(Zone("favor", "Favor deck", favor))
    zones.append(Zone("gone", "Out of the game", items_of(gone), minor=True))
    return zones


def centre_counters(view: View) -> Iterator[Counter]:
    """Yield the Duties, Primary and Secondary, and in an auction the last bid and the limit of
    bids.
    """
    players = len(view.hand_sizes)
    for office, duty in zip(Office, view.public.duties, strict=True):
        if duty:
            second = secondary(duty, players)
            note = f"/ {second}" if second else ""
            yield Counter(office.name.lower(), str(office), duty, note=note)
    if view.phase is BID:
        if view.bid:
            yield Counter("bid", "last bid", view.bid)
        yield Counter("limit", "bid limit", bid_limit(view), derived=True)


def bid_limit(view: View) -> int:
    """Return the highest possible bid for the card for sale, according to public information
    (F5.8).
    """
    if view.turned[-1] < FIRST_GOLD:
        return view.public.gold
    return max([view.hand_sizes[seat] for seat in view.bidding])


def seat_area(view: View, seat: int, hand: KnownHand, points: int) -> Area:
    """Return the area of a seat, given what the reader knows of its hand and its current points."""
    return Area(
        seat,
        seat_name(seat, view.seat),
        tuple(_seat_zones(view, seat, hand)),
        tuple(_seat_counters(view, seat, hand, points)),
        tuple(_seat_marks(view, seat)),
    )


def _seat_zones(view: View, seat: int, hand: KnownHand) -> Iterator[Zone]:
    if view.turn is not None and view.phase is PLACE and seat == view.player:
        drawn = face_down(1) if view.drawn is None else items_of([view.drawn], hidden=True)
        yield Zone("drawn", "drawn card", drawn)
    yield Zone("hand", "hand", _hand_items(view, seat, hand))
    is_own = seat == view.seat
    lost = items_of(view.lost, hidden=True) if is_own else face_down(hand.lost)
    yield Zone("lost", "lost cards", lost, minor=not hand.lost, brief=True)


def _seat_counters(view: View, seat: int, hand: KnownHand, points: int) -> Iterator[Counter]:
    for office, duty in zip(Office, view.public.duties, strict=True):
        if duty:
            yield _counter(office.name.lower(), str(office), hand)
    yield _counter("gold", "Gold", hand)
    if seat != view.seat and not view.hands:
        size = view.hand_sizes[seat]
        unknown = min(size, size + hand.lost - len(hand.known))
        yield Counter("unknown", "unknown", unknown, derived=True)
    yield Counter("points", "known points", points, derived=True)


def _counter(key: str, name: str, hand: KnownHand) -> Counter:
    """Return what is certainly in a hand of an office or Gold; noted: the sum with what may be
    gone, best letter.
    """
    certain = [card for card in hand.certain if NAMES[card].startswith(name)]
    known = [card for card in hand.known if NAMES[card].startswith(name)]
    least = sum([VALUE_OF[card] for card in certain])
    most = sum([VALUE_OF[card] for card in known])
    letters = [components.LETTER_OF[card] for card in known if card < FIRST_KING]
    notes = []
    if most > least:
        notes.append(f"to {most}")
    if letters:
        notes.append(min(letters))
    return Counter(key, name, least, note=" ".join(notes), derived=True)


class KnownHand(NamedTuple):
    """What the reader knows of a hand."""

    known: Sequence[int]
    """The cards known to be in it, or to have been in it before cards were lost unseen."""
    certain: Sequence[int]
    """The known cards that entered it after its last loss and so cannot have been lost."""
    lost: int
    """The number of cards that left it unseen."""


def known_hand(view: View, seat: int) -> KnownHand:
    """Return what the reader knows of this seat's hand."""
    history = history_so_far(view, seat)
    memory = recall(history)
    if view.hands or seat == view.seat:
        hand = view.hands[seat] if view.hands else view.hand
        return KnownHand(hand, hand, memory.lost)
    latest_first = takewhile(lambda note: note[0] is not NoteKind.LOST, reversed(history))
    since_loss = tuple([*latest_first][::-1])
    known = memory.known if view.hand_sizes[seat] else ()
    return KnownHand(known, recall(since_loss).known, memory.lost)


def _hand_items(view: View, seat: int, hand: KnownHand) -> tuple[Item, ...]:
    size = view.hand_sizes[seat]
    if view.hands or seat == view.seat:
        return items_of(hand.known)
    items = items_of(hand.certain, hidden=True)
    if len(hand.known) <= size:
        doubtful = without(hand.known, hand.certain)
        items += items_of(doubtful, hidden=True, marks=(MAY_BE_GONE,))
    # Otherwise some of them are gone, but it is unknown which: a note lists them.
    return items + face_down(size - sum([item.count for item in items]))


def _seat_marks(view: View, seat: int) -> Iterator[str]:
    auction, phase = view.auction, view.phase
    if view.turn is not None and seat == view.turn.advisor:
        yield ADVISOR
    if auction is None or phase is OVER:
        return
    if seat in auction.defaulted:
        yield UNABLE
    elif phase is BID and seat not in view.bidding:
        yield PASSED
    elif phase is BID and view.bid and seat == view.bidding[-1]:
        yield LAST_BID.format(view.bid)
    elif phase in (PAY, DISCARD) and seat == view.player:
        yield won_for(view.bid, auction.discarded)
