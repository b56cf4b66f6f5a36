"""The Event cards: what each of them lets its player do (K7.6, K7.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from boardgames.core.values import evolve, value
from boardgames.games.koryo import events
from boardgames.games.koryo.actions import DESTROY_FROM, SWAP, Action, Destroy, Swap
from boardgames.games.koryo.components import (
    BARBARIAN,
    CARDS,
    CHARACTERS,
    FAMILIES,
    GUARDIAN,
    LOBBYING,
    SPY,
    Cards,
    Kind,
)
from boardgames.games.koryo.phases.round_end import leave
from boardgames.games.koryo.scoring import majority
from boardgames.games.koryo.state import Rules, State
from boardgames.kit.cards import ItemsByKind


@value
class EventCard:
    """What an Event lets its player do once, at any time in the turn that reveals it (K7.2).

    `phases/turns.py` sees to the rest: whether such a card is due, that it is so no longer, and
    how the turn goes on.
    """

    kind: Kind
    action: type[Action]
    """The type of the actions that resolve it; it resolves no other Event."""
    choices: Callable[[State, int], Sequence[Action]]
    """Lists these actions, given the seat whose turn it is."""
    allows: Callable[[State, int, Any], bool]
    """Returns whether one of these actions is listed."""
    effect: Callable[[Rules, State, Any, int], State]
    """Does what the action says, and reports it."""


# Barbarian.


def open_to_barbarians(tableaux: Sequence[Cards], seat: int) -> list[int]:
    """Return the others who have a Character, and no Guardian majority (K7.6)."""
    safe = (seat, majority(tableaux, GUARDIAN))
    return [
        other
        for other, tableau in enumerate(tableaux)
        if other not in safe and CARDS.has_any(tableau, CHARACTERS)
    ]


def _destructions(state: State, seat: int) -> list[Action]:
    actions: list[Action] = []
    for victim in open_to_barbarians(state.tableaux, seat):
        actions += DESTROY_FROM[victim].of(state.tableaux[victim])
    return actions


def _may_destroy(state: State, seat: int, action: Destroy) -> bool:
    victim = action.victim
    if victim not in open_to_barbarians(state.tableaux, seat):
        return False
    return CARDS.count(state.tableaux[victim], action.character) > 0


def _destroy(game: Rules, state: State, action: Destroy, seat: int) -> State:
    """Destroy a Character of another player (K7.6)."""
    victim, character = action.victim, action.character
    if game.recorder is not None:
        game.recorder.append(events.CharacterDestroyed(seat, victim, character))
    return leave(state, victim, CARDS.one[character], state.turn)


# Lobbying.

UNPROTECTED_WITH = 2
"""The number of players at which Spies do not protect from Lobbying (K7.7)."""
FAMILIES_OF = ItemsByKind(CARDS, FAMILIES)
"""The families in a tableau."""


def open_to_lobbying(tableaux: Sequence[Cards]) -> list[int]:
    """Return the seats whose Characters a Lobbying can exchange (K7.7).

    These are all with a Character, except, with three or four players, the owner of the Spy
    majority if they have no Guardian.
    """
    protected = majority(tableaux, SPY) if len(tableaux) > UNPROTECTED_WITH else None
    if protected is not None and CARDS.count(tableaux[protected], GUARDIAN):
        protected = None
    return [
        seat
        for seat, tableau in enumerate(tableaux)
        if seat != protected and CARDS.has_any(tableau, CHARACTERS)
    ]


def _swaps(state: State, _seat: int) -> Sequence[Action]:
    """Return every exchange of two Characters of different families (K7.7)."""
    tableaux = state.tableaux
    partners = open_to_lobbying(tableaux)
    return _exchanges(tuple([(seat, FAMILIES_OF.of(tableaux[seat])) for seat in partners]))


@lru_cache(maxsize=1 << 10)  # a search comes back to the same tableaux
def _exchanges(partners: tuple[tuple[int, tuple[Kind, ...]], ...]) -> Sequence[Action]:
    """Return the exchanges between these seats, each given with the families that it has."""
    swaps: list[Action] = []
    for index, (low, givable) in enumerate(partners, start=1):
        for given in givable:
            for high, returnable in partners[index:]:
                by_returned = SWAP[low, high][given]
                swaps += [
                    by_returned[returned] for returned in returnable if returned in by_returned
                ]
    return swaps


def _may_swap(state: State, _seat: int, action: Swap) -> bool:
    tableaux = state.tableaux
    partners = open_to_lobbying(tableaux)
    if action.low not in partners or action.high not in partners:
        return False
    low_has_it = CARDS.count(tableaux[action.low], action.given) > 0
    return low_has_it and CARDS.count(tableaux[action.high], action.returned) > 0


def _swap(game: Rules, state: State, action: Swap, seat: int) -> State:
    """Exchange Characters of two players (K7.7)."""
    low, high = action.low, action.high
    if game.recorder is not None:
        game.recorder.append(
            events.CharactersSwapped(seat, low, action.given, high, action.returned)
        )
    given = CARDS.one[action.given]
    returned = CARDS.one[action.returned]
    tableaux = CARDS.remove_from(state.tableaux, low, given)
    tableaux = CARDS.add_to(tableaux, low, returned)
    tableaux = CARDS.remove_from(tableaux, high, returned)
    tableaux = CARDS.add_to(tableaux, high, given)
    return evolve(state, tableaux=tableaux)


EVENT_CARDS = (
    EventCard(BARBARIAN, Destroy, _destructions, _may_destroy, _destroy),
    EventCard(LOBBYING, Swap, _swaps, _may_swap, _swap),
)
"""Every Event, in the order of `EVENTS`, in which its actions are listed."""
RESOLVED_BY: Mapping[type[Action], EventCard] = {card.action: card for card in EVENT_CARDS}
"""By type of action: the Event that it resolves."""
