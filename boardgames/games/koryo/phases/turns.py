"""Phase III: in turn order, each player takes a whole turn (K7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.values import evolve, identity_cache, increased
from boardgames.games.koryo import events
from boardgames.games.koryo.actions import ABSOLVE_FROM, BANK, END, STEAL
from boardgames.games.koryo.components import (
    BANKER,
    CARDS,
    EVENT_KINDS,
    PRIEST,
    SPY,
    Cards,
    Kind,
    events_in,
)
from boardgames.games.koryo.phases.event_cards import EVENT_CARDS, RESOLVED_BY
from boardgames.games.koryo.phases.round_end import begin_discards, leave
from boardgames.games.koryo.scoring import majority
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
from boardgames.kit.cards import NO_CARDS, KindsCache

if TYPE_CHECKING:
    from boardgames.games.koryo.actions import Absolve, Action, Bank, End, Steal
    from boardgames.games.koryo.state import Hidden, State, Turn


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
        if has_events or CARDS.has_any(tableaux[seat], WITH_POWER):
            turn = make_turn(events_in(order)) if has_events else NEW_TURN
            state = _revealed(state, seat, turn, tableaux, orders, hidden)
            if len(list_turn(game, state)) > 1:
                return state
            if has_events and game.recorder is not None:
                game.recorder.append(events.EventsWithoutUse(seat, CARDS.each(turn.due)))
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


@identity_cache  # asked for twice: to see whether the turn goes on, and by whoever is to act
def list_turn(_game: Rules, state: State) -> tuple[Action, ...]:
    """List everything the player can do now, in any order they like (K7.2); the end alone if
    nothing is left (K7.9).
    """
    seat = state.player
    actions: list[Action] = []
    for choices in POWERS_OF.of(state.tableaux[seat]):
        actions += choices(state, seat)
    if due := state.turn.due:
        for card in EVENT_CARDS:
            if CARDS.count(due, card.kind):
                actions += card.choices(state, seat)
    actions.append(END)
    return tuple(actions)


def _go_on(game: Rules, state: State, seat: int) -> State:
    """Continue the turn after an action; it ends automatically if nothing is left to do (K7.9)."""
    return state if len(list_turn(game, state)) > 1 else _end_turn(game, state, seat)


def _end_turn(game: Rules, state: State, seat: int) -> State:
    following = seats_after(game.players, state.round.first, seat)
    if not following:
        return begin_discards(game, state, turn_order(game.players, state.round.first))
    return begin_turns(game, state, state.hidden, following)


def end(game: Rules, state: State, action: End, seat: int) -> State:
    """End the turn, giving up whatever is unresolved (K7.8)."""
    if game.recorder is not None:
        game.recorder.append(events.TurnEnded(seat))
    return _end_turn(game, state, seat)


# The powers: each once a turn, if the player has the majority at that moment (K7.2).


def bankings(state: State, seat: int) -> Sequence[Bank]:
    """Return the way to take a token from the bank with the Banker, if there is one (K7.3)."""
    if state.turn.banked or not state.bank or majority(state.tableaux, BANKER) != seat:
        return ()
    return (BANK,)


def bank(game: Rules, state: State, action: Bank, seat: int) -> State:
    """Take a token from the bank (K7.3)."""
    if action not in bankings(state, seat):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.TokenTaken(seat))
    turn = evolve(state.turn, banked=True)
    tokens = increased(state.tokens, seat, 1)
    return _go_on(game, evolve(state, turn=turn, tokens=tokens, bank=state.bank - 1), seat)


def absolutions(state: State, seat: int) -> Sequence[Absolve]:
    """Return the ways to destroy an own Event with the Priest (K7.4)."""
    if state.turn.absolved or majority(state.tableaux, PRIEST) != seat:
        return ()
    return ABSOLVE_FROM.of(state.tableaux[seat])


def absolve(game: Rules, state: State, action: Absolve, seat: int) -> State:
    """Destroy an Event of the player's own tableau (K7.4); an unresolved Event can still be
    resolved.
    """
    if action not in absolutions(state, seat):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.EventAbsolved(seat, action.event))
    turn = evolve(state.turn, absolved=True)
    return _go_on(game, leave(state, seat, CARDS.one[action.event], turn), seat)


def thefts(state: State, seat: int) -> Sequence[Steal]:
    """Return the ways to steal a token with the Spy (K7.5)."""
    if state.turn.stolen or majority(state.tableaux, SPY) != seat:
        return ()
    return [STEAL[victim] for victim, held in enumerate(state.tokens) if held and victim != seat]


def steal(game: Rules, state: State, action: Steal, seat: int) -> State:
    """Take a token from another player (K7.5)."""
    if action not in thefts(state, seat):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.TokenStolen(seat, action.victim))
    turn = evolve(state.turn, stolen=True)
    tokens = increased(increased(state.tokens, action.victim, -1), seat, 1)
    return _go_on(game, evolve(state, turn=turn, tokens=tokens), seat)


POWERS: Mapping[Kind, Callable[[State, int], Sequence[Action]]] = {
    BANKER: bankings,
    PRIEST: absolutions,
    SPY: thefts,
}
"""By family: lists what its majority allows, in the order in which it is listed."""
WITH_POWER = CARDS.some_of(POWERS)
"""These families, in the form that `CARDS.has_any` takes."""
POWERS_OF = KindsCache(
    CARDS, lambda kinds: [choices for family, choices in POWERS.items() if family in kinds]
)
"""For a tableau: what lists the choices of the families in it."""

# The Events.


def resolve(game: Rules, state: State, action: Action, seat: int) -> State:
    """Resolve an Event: each once, at any time in the turn (K7.2)."""
    card = RESOLVED_BY[type(action)]
    turn = state.turn
    if not CARDS.count(turn.due, card.kind) or not card.allows(state, seat, action):
        raise ForbiddenError
    turn = evolve(turn, due=CARDS.remove(turn.due, CARDS.one[card.kind]))
    return _go_on(game, card.effect(game, evolve(state, turn=turn), action, seat), seat)
