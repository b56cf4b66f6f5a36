"""The end of the game: who takes which Duty, the points for it, and how ties are broken (F6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardgames.core.outcome import Outcome, ranked
from boardgames.games.for_the_king.components import (
    FIRST_KING,
    OFFICE_KEYS,
    VALUE_OF,
    Office,
    gold_in,
    of_office,
)
from boardgames.games.for_the_king.state import OVER, Rules, State

FEWEST_FOR_SECONDARY = 3
"""The number of players from which there are Secondary Duties (F2)."""
PRIMARY, SECONDARY = "primary", "secondary"
"""The kinds of a Duty."""
TIE_BREAKS = ("gold_in_hand", *(f"{key}_nearest" for key in OFFICE_KEYS))
"""Their keys, in the order in which they count."""


def secondary(duty: int, players: int) -> int:
    """Return the Secondary Duty that goes with a Primary Duty; 0 for none (F2)."""
    return duty // 2 if players >= FEWEST_FOR_SECONDARY else 0


def office_ranking(hands: Sequence[Sequence[int]], office: Office) -> list[int]:
    """Return the seats with a card of this office, best first (F6.1)."""
    held = [(seat, of_office(hand, office)) for seat, hand in enumerate(hands)]
    contenders = [
        (-sum([VALUE_OF[card] for card in cards]), cards[0], seat)  # the nearest letter is first
        for seat, cards in held
        if cards
    ]
    return [seat for _, _, seat in sorted(contenders)]


def duties_taken(
    hands: Sequence[Sequence[int]], duties: Sequence[int]
) -> Iterator[tuple[Office, str, int, int]]:
    """Yield the Duties that the first and the second in each office take: office, kind, points and
    seat (F6.1, F6.2).
    """
    for office in Office:
        match office_ranking(hands, office):
            case [first, second, *_]:
                yield office, PRIMARY, duties[office], first
                yield office, SECONDARY, secondary(duties[office], len(hands)), second
            case [first]:
                yield office, PRIMARY, duties[office], first


def points(hands: Sequence[Sequence[int]], duties: Sequence[int]) -> tuple[int, ...]:
    """Return, by seat, the sum of the Duties that its hand takes; hands are sorted."""
    totals = [0] * len(hands)
    for _, _, worth, seat in duties_taken(hands, duties):
        totals[seat] += worth
    return tuple(totals)


def score(_game: Rules, /, state: State) -> tuple[int, ...]:
    """Return every seat's points if the game ended now; personal decks count as hands (F6)."""
    return points(state.hidden.hands, state.public.duties)


def tie_break_keys(hands: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return, by seat, its Gold and then its nearest card of each office, as numbers; higher is
    better (F6.3).
    """
    return [
        (gold_in(hand), *[-min(of_office(hand, each), default=FIRST_KING) for each in Office])
        for hand in hands
    ]


def outcome(_game: Rules, /, state: State) -> Outcome | None:
    """Return None until the game is over; then the highest score wins, subject to the tie-breaks
    (F6.3).
    """
    if state.phase is not OVER:
        return None
    hands = state.hidden.hands
    scores = points(hands, state.public.duties)
    keys = [(total, *key) for total, key in zip(scores, tie_break_keys(hands), strict=True)]
    ranking = ranked(keys)
    tie_break = None
    if scores.count(max(scores)) > 1 and len(ranking[0]) == 1:
        best, next_best = (keys[place[0]][1:] for place in ranking[:2])
        tie_break = next(
            name
            for name, one, other in zip(TIE_BREAKS, best, next_best, strict=True)
            if one != other
        )
    return Outcome(ranking[0], ranking, scores, "favor_deck_empty", tie_break)
