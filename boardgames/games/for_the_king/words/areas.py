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
    found: dict[str, Piece] = {}
    cards = game.cards
    for office in game.setup.offices:
        duty = described[office.name.lower()]
        found[duty.key] = (
            duty if game.players >= FEWEST_FOR_SECONDARY else evolve(duty, text=ONLY_PRIMARY)
        )
        for card in dict.fromkeys(cards):
            if card < FIRST_KING and OFFICE_OF[card] is office:
                text = (
                    f"Counts {VALUE_OF[card]} in {office}; among equal totals, the letter nearest"
                    " to A is ahead."
                )
                found[NAMES[card]] = Piece(
                    NAMES[card], NAMES[card], text, duty.group, VALUE_OF[card], "F6.1"
                )
    for card in dict.fromkeys(cards):
        if card >= FIRST_KING:
            piece = described[NAMES[card]]
            found[piece.key] = evolve(piece, worth=VALUE_OF[card]) if card >= FIRST_GOLD else piece
    return found


def items_of(
    cards: Sequence[int], *, hidden: bool = False, marks: tuple[str, ...] = ()
) -> tuple[Item, ...]:
    """Return the cards as items, with equal cards grouped."""
    return tuple(
        [Item(NAMES[card], count, marks, hidden) for card, count in sorted(Tally(cards).items())]
    )


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
    unturned = sum(view.favored_sizes) - len(view.turned)
    zones.append(
        Zone("favor", "Favor deck", items_of(own, hidden=True) + face_down(unturned - len(own)))
    )
    zones.append(Zone("gone", "Out of the game", items_of(gone), minor=True))
    return zones


def centre_counters(view: View) -> Iterator[Counter]:
    """Yield the Duties, Primary and Secondary, and in an auction the last bid and the limit of
    bids.
    """
    players = len(view.hand_sizes)
    for office in Office:
        if duty := view.public.duties[office]:
            second = secondary(duty, players)
            yield Counter(
                office.name.lower(), str(office), duty, note=f"/ {second}" if second else ""
            )
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
    own = seat == view.seat
    zones = []
    if view.turn is not None and view.phase is PLACE and seat == view.player:
        drawn = face_down(1) if view.drawn is None else items_of([view.drawn], hidden=True)
        zones.append(Zone("drawn", "drawn card", drawn))
    lost = items_of(view.lost, hidden=True) if own else face_down(hand.lost)
    zones.append(Zone("hand", "hand", _hand_items(view, seat, hand)))
    zones.append(Zone("lost", "lost cards", lost, minor=not hand.lost, brief=True))
    counters = [
        _counter(office.name.lower(), str(office), hand)
        for office in Office
        if view.public.duties[office]
    ]
    counters.append(_counter("gold", "Gold", hand))
    if not (own or view.hands):
        unknown = min(view.hand_sizes[seat], view.hand_sizes[seat] + hand.lost - len(hand.known))
        counters.append(Counter("unknown", "unknown", unknown, derived=True))
    counters.append(Counter("points", "known points", points, derived=True))
    return Area(
        seat,
        seat_name(seat, view.seat),
        tuple(zones),
        tuple(counters),
        tuple(_seat_marks(view, seat)),
    )


def _counter(key: str, name: str, hand: KnownHand) -> Counter:
    """Return what is certainly in a hand of an office or Gold; noted: the sum with what may be
    gone, best letter.
    """
    certain, known = (
        [card for card in cards if NAMES[card].startswith(name)]
        for cards in (hand.certain, hand.known)
    )
    least, most = (sum([VALUE_OF[card] for card in cards]) for cards in (certain, known))
    nearest = min([components.LETTER_OF[card] for card in known if card < FIRST_KING], default="")
    notes = [f"to {most}" if most > least else "", nearest]
    return Counter(key, name, least, note=" ".join(note for note in notes if note), derived=True)


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
    since = [*takewhile(lambda note: note[0] is not NoteKind.LOST, reversed(history))]
    return KnownHand(
        memory.known if view.hand_sizes[seat] else (), recall(tuple(since[::-1])).known, memory.lost
    )


def _hand_items(view: View, seat: int, hand: KnownHand) -> tuple[Item, ...]:
    size = view.hand_sizes[seat]
    if view.hands or seat == view.seat:
        return items_of(hand.known)
    items = items_of(hand.certain, hidden=True)
    if len(hand.known) <= size:
        items += items_of(without(hand.known, hand.certain), hidden=True, marks=(MAY_BE_GONE,))
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
