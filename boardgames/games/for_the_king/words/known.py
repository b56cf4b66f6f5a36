"""What a reader of For the King knows of each hand, and of the cards that lie elsewhere."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    FIRST_KING,
    LETTER_OF,
    NAMES,
    OFFICE_OF,
    VALUE_OF,
    Office,
)
from boardgames.games.for_the_king.secrets.hand_sampling import history_so_far, recall
from boardgames.games.for_the_king.secrets.view import View
from boardgames.games.for_the_king.state import LOST
from boardgames.scene.parts import Item, Mark, make_item


class KnownHand(NamedTuple):
    """What the reader knows of a hand."""

    known: Sequence[int]
    """The cards known to be in it, or to have been in it before cards were lost unseen."""
    certain: Sequence[int]
    """The known cards that entered it after its last loss and so cannot have been lost."""
    lost: int
    """The number of cards that left it unseen."""


class Sum(NamedTuple):
    """What the known cards of an office, or the Gold, in a hand add up to."""

    least: int
    most: int
    """The sum with what may be gone."""
    letter: str
    """The best letter; empty for Gold, and if no card is known."""


def known_hand(view: View, seat: int) -> KnownHand:
    """Return what the reader knows of this seat's hand."""
    history = history_so_far(view, seat)
    memory = recall(history)
    if view.hands or seat == view.seat:
        hand = view.hands[seat] if view.hands else view.hand
        return KnownHand(hand, hand, memory.lost)
    known = memory.known if view.hand_sizes[seat] else ()
    if not memory.lost:
        return KnownHand(known, known, 0)
    latest_first = takewhile(lambda note: note[0] is not LOST, reversed(history))
    since_loss = tuple([*latest_first][::-1])
    return KnownHand(known, recall(since_loss).known, memory.lost)


def sums_of(hand: KnownHand, offices: Iterable[Office]) -> Mapping[Office | None, Sum]:
    """Return what the known cards in this hand add up to: by office, and for the Gold under
    None.
    """
    certain = _by_office(hand.certain)
    known = _by_office(hand.known)
    sums = {}
    for office in (*offices, None):
        cards = known.get(office, ())
        least = sum([VALUE_OF[card] for card in certain.get(office, ())])
        most = sum([VALUE_OF[card] for card in cards])
        letter = LETTER_OF[min(cards)] if cards and office is not None else ""
        sums[office] = Sum(least, most, letter)
    return sums


def _by_office(cards: Iterable[int]) -> Mapping[Office | None, Sequence[int]]:
    """Return the cards of each office, and the Gold under None."""
    found: dict[Office | None, list[int]] = {}
    for card in cards:
        if card < FIRST_KING:
            found.setdefault(OFFICE_OF[card], []).append(card)
        elif card >= FIRST_GOLD:
            found.setdefault(None, []).append(card)
    return found


def items_of(
    cards: Iterable[int], *, hidden: bool = False, marks: tuple[Mark, ...] = ()
) -> tuple[Item, ...]:
    """Return the cards as items, with equal cards grouped."""
    counts = sorted(Tally(cards).items())
    return tuple([make_item(NAMES[card], count, marks, hidden) for card, count in counts])
