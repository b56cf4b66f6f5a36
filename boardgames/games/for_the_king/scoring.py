"""Who gets which Duty, what that scores, and how equals are ranked (F6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.for_the_king.cards import FIRST_KING, LETTER_OF, OFFICE_OF, VALUE_OF, Office, gold_in

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST_FOR_SECONDARY = 3
"""Players from whom on there are Secondary Duties (F2)."""
NO_LETTER = "["
"""Sorts behind Z: the letter of a player without a card of an office."""
TIE_BREAKS = ("Gold in hand", *(f"the {office} card nearest to A" for office in Office))


def secondary(duty: int, players: int) -> int:
    """Return the Secondary Duty that goes with a Primary one; 0 means there is none (F2)."""
    return duty // 2 if players >= FEWEST_FOR_SECONDARY else 0


def order(hands: Sequence[Sequence[int]], office: Office) -> list[int]:
    """Return the seats with a card of this office, the first to choose first (F6.1)."""
    contenders = []
    for seat, hand in enumerate(hands):
        cards = [card for card in hand if card < FIRST_KING and OFFICE_OF[card] is office]
        if cards:
            contenders.append((-sum([VALUE_OF[card] for card in cards]), min(cards), seat))
    return [seat for _, _, seat in sorted(contenders)]


def score(hands: Sequence[Sequence[int]], duties: Sequence[int]) -> tuple[int, ...]:
    """Return the sum of the Duties that every seat's hand earns."""
    points = [0] * len(hands)
    for office in Office:
        worths = (duties[office], secondary(duties[office], len(hands)))
        for seat, worth in zip(order(hands, office), worths, strict=False):
            points[seat] += worth
    return tuple(points)


def tie_break_keys(hands: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return, per seat, what ranks it among equals: Gold, then the nearest letter of each office; higher is better."""
    keys = []
    for hand in hands:
        letters = [NO_LETTER] * len(Office)
        for card in hand:
            if card < FIRST_KING:
                office = OFFICE_OF[card]
                letters[office] = min(letters[office], LETTER_OF[card])
        keys.append((gold_in(hand), *[-ord(letter) for letter in letters]))
    return keys
