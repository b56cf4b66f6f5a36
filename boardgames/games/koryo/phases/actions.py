"""Phase III: in turn order, each player takes a whole turn (K7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.values import evolve, identity_cache, increased
from boardgames.games.koryo import components, events
from boardgames.games.koryo.actions import ABSOLVE, BANK, DESTROY_FROM, END, STEAL, SWAP
from boardgames.games.koryo.components import (
    BANKER,
    CARDS,
    CHARACTERS,
    EVENTS,
    GUARDIAN,
    PRIEST,
    SPY,
    Cards,
    Kind,
)
from boardgames.games.koryo.phases.round_end import begin_discards, leave
from boardgames.games.koryo.scoring import has_majority, majority
from boardgames.games.koryo.state import (
    ACTIONS,
    NEW_TURN,
    Rules,
    make_hidden,
    make_state,
    make_turn,
    seats_after,
    turn_order,
)
from boardgames.kit.cards import NO_CARDS, ItemsByKind

if TYPE_CHECKING:
    from boardgames.games.koryo.actions import Absolve, Action, Bank, Destroy, End, Steal, Swap
    from boardgames.games.koryo.state import Hidden, State, Turn

EVENT_KINDS = CARDS.some_of(EVENTS)
POWERS = CARDS.some_of((BANKER, PRIEST, SPY))
"""The families whose majority allows an action in a turn."""
FAMILIES_OF = ItemsByKind(CARDS, components.FAMILIES)
"""The families in a tableau."""

UNPROTECTED_WITH = 2
"""The number of players at which Spies do not protect from Lobbying (K7.7)."""


def begin_turns(game: Rules, state: State, hidden: Hidden, seats: Sequence[int]) -> State:
    """Let these seats reveal the orders in `hidden` in turn (K7.1), up to the first seat that has a
    choice (K7.9).
    """
    tableaux = [*state.tableaux]
    orders = [*hidden.orders]
    for seat in seats:
        order = orders[seat]
        if order:
            tableaux[seat] = CARDS.add(tableaux[seat], order)
            orders[seat] = NO_CARDS
            if game.recorder is not None:
                game.recorder.append(events.OrderRevealed(seat, CARDS.each(order)))
        # Only these cards give a choice; most turns have none of them, and need no State of their
        # own.
        has_events = CARDS.has_any(order, EVENT_KINDS)
        if has_events or CARDS.has_any(tableaux[seat], POWERS):
            turn = NEW_TURN
            if has_events:
                turn = make_turn(
                    CARDS.count(order, components.BARBARIAN),
                    CARDS.count(order, components.LOBBYING),
                )
            state = _revealed(state, seat, turn, tableaux, orders, hidden)
            if len(list_turn(game, state)) > 1:
                return state
            if has_events and game.recorder is not None:
                unused = CARDS.only(order, EVENTS)
                game.recorder.append(events.EventsWithoutUse(seat, CARDS.each(unused)))
    state = _revealed(state, state.player, NEW_TURN, tableaux, orders, hidden)
    return begin_discards(game, state, turn_order(game.players, state.round.first))


def _revealed(
    state: State,
    seat: int,
    turn: Turn,
    tableaux: Sequence[Cards],
    orders: Sequence[Cards],
    hidden: Hidden,
) -> State:
    """Return the State in this seat's turn, with these tableaux and orders, and everything else
    from `hidden`.
    """
    hidden = make_hidden(hidden.hands, tuple(orders), hidden.discards, hidden.pile, hidden.seed)
    return make_state(
        state.round,
        ACTIONS,
        seat,
        turn,
        tuple(tableaux),
        state.tokens,
        state.bank,
        state.gone,
        hidden,
    )


@identity_cache  # whether there are any decides about the turn before they are asked for
def list_turn(_game: Rules, state: State) -> tuple[Action, ...]:
    """List everything the player can do now, in any order they like (K7.2); the end alone if
    nothing is left (K7.9).
    """
    seat = state.player
    tableaux = state.tableaux
    actions: list[Action] = []
    if CARDS.has_any(tableaux[seat], POWERS):
        if may_bank(state, seat):
            actions.append(BANK)
        actions += [ABSOLVE[event] for event in own_events(state, seat)]
        actions += [STEAL[victim] for victim in theft_victims(state, seat)]
    if state.turn.barbarians:
        for victim in open_to_barbarians(tableaux, seat):
            actions += DESTROY_FROM[victim].of(tableaux[victim])
    if state.turn.lobbyings:
        actions += _swaps(state)
    actions.append(END)
    return tuple(actions)


def _go_on(game: Rules, state: State, seat: int) -> State:
    """Continue the turn after an action; it ends automatically if nothing is left to do (K7.9)."""
    return state if len(list_turn(game, state)) > 1 else _end_turn(game, state, seat)


def _end_turn(game: Rules, state: State, seat: int) -> State:
    following = seats_after(game.players, state.round.first, seat)
    return begin_turns(game, state, state.hidden, following)


def end(game: Rules, state: State, action: End, seat: int) -> State:
    """End the turn, giving up whatever is unresolved (K7.8)."""
    if game.recorder is not None:
        game.recorder.append(events.TurnEnded(seat))
    return _end_turn(game, state, seat)


# The powers: each once a turn, if the player has the majority at that moment (K7.2).


def may_bank(state: State, seat: int) -> bool:
    """Return whether the player can take a token from the bank (K7.3)."""
    return not state.turn.banked and state.bank > 0 and has_majority(state.tableaux, BANKER, seat)


def bank(game: Rules, state: State, action: Bank, seat: int) -> State:
    """Take a token from the bank (K7.3)."""
    if not may_bank(state, seat):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.TokenTaken(seat))
    turn = evolve(state.turn, banked=True)
    tokens = increased(state.tokens, seat, 1)
    return _go_on(game, evolve(state, turn=turn, tokens=tokens, bank=state.bank - 1), seat)


def own_events(state: State, seat: int) -> list[Kind]:
    """Return the Events that the player can destroy with their Priest (K7.4)."""
    tableau = state.tableaux[seat]
    if (
        state.turn.absolved
        or not CARDS.has_any(tableau, EVENT_KINDS)
        or not has_majority(state.tableaux, PRIEST, seat)
    ):
        return []
    return [event for event in EVENTS if CARDS.count(tableau, event)]


def absolve(game: Rules, state: State, action: Absolve, seat: int) -> State:
    """Destroy an Event of the player's own tableau (K7.4); an unresolved Event can still be
    resolved.
    """
    if action.event not in own_events(state, seat):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.EventAbsolved(seat, action.event))
    turn = evolve(state.turn, absolved=True)
    return _go_on(game, leave(state, seat, CARDS.one[action.event], turn), seat)


def theft_victims(state: State, seat: int) -> list[int]:
    """Return the seats from which the player can steal a token with their Spy (K7.5)."""
    if state.turn.stolen or not has_majority(state.tableaux, SPY, seat):
        return []
    return [victim for victim, tokens in enumerate(state.tokens) if tokens and victim != seat]


def steal(game: Rules, state: State, action: Steal, seat: int) -> State:
    """Take a token from another player (K7.5)."""
    if action.victim not in theft_victims(state, seat):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.TokenStolen(seat, action.victim))
    turn = evolve(state.turn, stolen=True)
    tokens = increased(increased(state.tokens, action.victim, -1), seat, 1)
    return _go_on(game, evolve(state, turn=turn, tokens=tokens), seat)


# The Events: each once, at any time in the turn (K7.2).


def open_to_barbarians(tableaux: Sequence[Cards], seat: int) -> list[int]:
    """Return the others who have a Character, and no Guardian majority (K7.6)."""
    safe = (seat, majority(tableaux, GUARDIAN))
    return [
        other
        for other, tableau in enumerate(tableaux)
        if other not in safe and CARDS.has_any(tableau, CHARACTERS)
    ]


def may_destroy(state: State, seat: int, action: Destroy) -> bool:
    """Return whether the player can resolve a Barbarian by this (K7.6)."""
    victim = action.victim
    if not state.turn.barbarians or victim not in open_to_barbarians(state.tableaux, seat):
        return False
    return CARDS.count(state.tableaux[victim], action.character) > 0


def destroy(game: Rules, state: State, action: Destroy, seat: int) -> State:
    """Resolve a Barbarian: destroy a Character of another player (K7.6)."""
    if not may_destroy(state, seat, action):
        raise ForbiddenError
    victim, character = action.victim, action.character
    if game.recorder is not None:
        game.recorder.append(events.CharacterDestroyed(seat, victim, character))
    turn = evolve(state.turn, barbarians=state.turn.barbarians - 1)
    return _go_on(game, leave(state, victim, CARDS.one[character], turn), seat)


def open_to_lobbying(tableaux: Sequence[Cards]) -> list[int]:
    """Return the seats with a Character, but not a protected Spy majority (K7.7)."""
    protected = majority(tableaux, SPY) if len(tableaux) > UNPROTECTED_WITH else None
    if protected is not None and CARDS.count(tableaux[protected], GUARDIAN):
        protected = None
    return [
        seat
        for seat, tableau in enumerate(tableaux)
        if seat != protected and CARDS.has_any(tableau, CHARACTERS)
    ]


def _swaps(state: State) -> list[Swap]:
    """Return every exchange of two Characters of different families (K7.7)."""
    swaps: list[Swap] = []
    partners = [
        (seat, FAMILIES_OF.of(state.tableaux[seat])) for seat in open_to_lobbying(state.tableaux)
    ]
    for index, (low, givable) in enumerate(partners, start=1):
        for given in givable:
            for high, returnable in partners[index:]:
                by_returned = SWAP[low, high][given]
                swaps += [
                    by_returned[returned] for returned in returnable if returned in by_returned
                ]
    return swaps


def may_swap(state: State, action: Swap) -> bool:
    """Return whether the player can resolve a Lobbying by this (K7.7)."""
    if not state.turn.lobbyings:
        return False
    partners = open_to_lobbying(state.tableaux)
    if action.low not in partners or action.high not in partners:
        return False
    low_has_it = CARDS.count(state.tableaux[action.low], action.given) > 0
    return low_has_it and CARDS.count(state.tableaux[action.high], action.returned) > 0


def swap(game: Rules, state: State, action: Swap, seat: int) -> State:
    """Resolve a Lobbying: exchange Characters of two players (K7.7)."""
    if not may_swap(state, action):
        raise ForbiddenError
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
    turn = evolve(state.turn, lobbyings=state.turn.lobbyings - 1)
    return _go_on(game, evolve(state, turn=turn, tableaux=tableaux), seat)
