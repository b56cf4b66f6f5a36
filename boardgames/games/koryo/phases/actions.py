"""Phase III: in turn order, each player takes a whole turn (K7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.cards import NO_CARDS, ItemsByKind
from boardgames.core.refusals import illegal_action
from boardgames.core.tuples import increased
from boardgames.core.values import evolve
from boardgames.games.koryo import components, events
from boardgames.games.koryo.actions import ABSOLVE, BANK, DESTROY_FROM, END, STEAL, SWAP
from boardgames.games.koryo.components import BANKER, CARDS, CHARACTERS, EVENTS, GUARDIAN, PRIEST, SPY, Cards, Kind
from boardgames.games.koryo.phases.round_end import begin_round_end, leave
from boardgames.games.koryo.scoring import has_majority, majority
from boardgames.games.koryo.state import (
    ACTIONS,
    NEW_TURN,
    SEATS_AFTER,
    Hidden,
    State,
    Turn,
    make_hidden,
    make_state,
    make_turn,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardgames.games.koryo.actions import Absolve, Action, Bank, Destroy, End, Steal, Swap
    from boardgames.games.koryo.rules import Koryo

EVENT_KINDS = CARDS.some_of(EVENTS)
POWERS = CARDS.some_of((BANKER, PRIEST, SPY))
"""The families whose majority allows an action in a turn."""
FAMILIES_OF = ItemsByKind(CARDS, components.FAMILIES)
"""The families in a tableau."""

UNPROTECTED_WITH = 2
"""The number of players at which Spies do not protect from Lobbying (K7.7)."""


# The course of a turn.


def begin_turns(game: Koryo, state: State, hidden: Hidden, seats: Sequence[int]) -> State:
    """Let these seats reveal their orders in turn (K7.1), up to the first seat that has a choice (K7.9).

    `hidden` replaces that of the State and has the orders.
    """
    tableaux, orders = [*state.tableaux], [*hidden.orders]
    for seat in seats:
        order = orders[seat]
        if order:
            tableaux[seat] = CARDS.add(tableaux[seat], order)
            orders[seat] = NO_CARDS
            if game.recorder is not None:
                game.recorder.append(events.OrderRevealed(seat, events.cards_in(order)))
        # Only these cards give a choice; most turns have none of them, and need no State of their own.
        has_events = CARDS.has_any(order, EVENT_KINDS)
        if has_events or CARDS.has_any(tableaux[seat], POWERS):
            turn = NEW_TURN
            if has_events:
                turn = make_turn(CARDS.count(order, components.BARBARIAN), CARDS.count(order, components.LOBBYING))
            state = _revealed(state, seat, turn, tableaux, orders, hidden)
            if has_option(state, seat):
                return state
            if has_events and game.recorder is not None:
                game.recorder.append(events.EventsWithoutUse(seat, events.cards_in(CARDS.only(order, EVENTS))))
    return begin_round_end(game, _revealed(state, state.player, NEW_TURN, tableaux, orders, hidden))


def _revealed(
    state: State, seat: int, turn: Turn, tableaux: Sequence[Cards], orders: Sequence[Cards], hidden: Hidden
) -> State:
    """Return the State in this seat's turn, with these tableaux and orders, and everything else from `hidden`."""
    hidden = make_hidden(hidden.hands, tuple(orders), hidden.discards, hidden.pile, hidden.seed)
    return make_state(state.round, ACTIONS, seat, turn, tuple(tableaux), state.tokens, state.bank, state.gone, hidden)


def list_turn(_game: Koryo, state: State, seat: int) -> tuple[Action, ...]:
    """List everything the player can do now, in any order they like (K7.2)."""
    tableaux = state.tableaux
    actions: list[Action] = []
    if CARDS.has_any(tableaux[seat], POWERS):
        if may_bank(state, seat):
            actions.append(BANK)
        for event in own_events(state, seat):
            actions.append(ABSOLVE[event])  # noqa: PERF401  # usually there is none, and an empty comprehension costs more
        for victim in theft_victims(state, seat):
            actions.append(STEAL[victim])  # noqa: PERF401  # the same
    if state.turn.barbarians:
        for victim in barbarian_targets(state, seat):
            actions += DESTROY_FROM[victim].of(tableaux[victim])
    if state.turn.lobbyings:
        actions += _swaps(state)
    actions.append(END)
    return tuple(actions)


def has_option(state: State, seat: int) -> bool:
    """Return whether the player can do more than end their turn (K7.9)."""
    turn = state.turn
    return bool(
        (
            CARDS.has_any(state.tableaux[seat], POWERS)
            and (may_bank(state, seat) or own_events(state, seat) or theft_victims(state, seat))
        )
        or (turn.barbarians and barbarian_targets(state, seat))
        or (turn.lobbyings and _can_exchange(state))
    )


def _go_on(game: Koryo, state: State, seat: int) -> State:
    """Continue the turn after an action; it ends automatically if nothing is left to do (K7.9)."""
    return state if has_option(state, seat) else _end_turn(game, state, seat)


def _end_turn(game: Koryo, state: State, seat: int) -> State:
    later = SEATS_AFTER[game.players][state.round.first][seat]
    return begin_turns(game, state, state.hidden, later) if later else begin_round_end(game, state)


def end(game: Koryo, state: State, action: End, seat: int) -> State:
    """End the turn, giving up whatever is unresolved (K7.8)."""
    del action
    if game.recorder is not None:
        game.recorder.append(events.TurnEnded(seat))
    return _end_turn(game, state, seat)


# The powers: each once a turn, if the player has the majority at that moment (K7.2).


def may_bank(state: State, seat: int) -> bool:
    """Return whether the player can take a token from the bank (K7.3)."""
    return not state.turn.banked and state.bank > 0 and has_majority(state.tableaux, BANKER, seat)


def bank(game: Koryo, state: State, action: Bank, seat: int) -> State:
    """Take a token from the bank (K7.3)."""
    if not may_bank(state, seat):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.TokenTaken(seat))
    turn, tokens = evolve(state.turn, banked=True), increased(state.tokens, seat, 1)
    return _go_on(game, evolve(state, turn=turn, tokens=tokens, bank=state.bank - 1), seat)


def own_events(state: State, seat: int) -> list[Kind]:
    """Return the Events that the player can destroy with their Priest (K7.4)."""
    tableau = state.tableaux[seat]
    if state.turn.absolved or not CARDS.has_any(tableau, EVENT_KINDS) or not has_majority(state.tableaux, PRIEST, seat):
        return []
    return [event for event in EVENTS if CARDS.count(tableau, event)]


def absolve(game: Koryo, state: State, action: Absolve, seat: int) -> State:
    """Destroy an Event of the player's own tableau (K7.4); an unresolved Event can still be resolved."""
    if action.event not in own_events(state, seat):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.EventAbsolved(seat, action.event))
    turn = evolve(state.turn, absolved=True)
    return _go_on(game, leave(state, seat, CARDS.one[action.event], turn), seat)


def theft_victims(state: State, seat: int) -> list[int]:
    """Return the seats from which the player can steal a token with their Spy (K7.5)."""
    if state.turn.stolen or not has_majority(state.tableaux, SPY, seat):
        return []
    return [victim for victim, tokens in enumerate(state.tokens) if tokens and victim != seat]


def steal(game: Koryo, state: State, action: Steal, seat: int) -> State:
    """Take a token from another player (K7.5)."""
    if action.victim not in theft_victims(state, seat):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.TokenStolen(seat, action.victim))
    tokens = increased(increased(state.tokens, action.victim, -1), seat, 1)
    return _go_on(game, evolve(state, turn=evolve(state.turn, stolen=True), tokens=tokens), seat)


# The Events: each once, at any time in the turn (K7.2).


def barbarian_targets(state: State, seat: int) -> list[int]:
    """Return the seats that this player's Barbarian can hit now (K7.6)."""
    return open_to_barbarians(state.tableaux, seat) if state.turn.barbarians else []


def open_to_barbarians(tableaux: Sequence[Cards], seat: int) -> list[int]:
    """Return the others who have a Character, and no Guardian majority (K7.6)."""
    safe = (seat, majority(tableaux, GUARDIAN))
    return [
        victim for victim, tableau in enumerate(tableaux) if victim not in safe and CARDS.has_any(tableau, CHARACTERS)
    ]


def destroy(game: Koryo, state: State, action: Destroy, seat: int) -> State:
    """Resolve a Barbarian: destroy a Character of another player (K7.6)."""
    victim, character = action.victim, action.character
    if victim not in barbarian_targets(state, seat) or not CARDS.count(state.tableaux[victim], character):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.CharacterDestroyed(seat, victim, character))
    turn = evolve(state.turn, barbarians=state.turn.barbarians - 1)
    return _go_on(game, leave(state, victim, CARDS.one[character], turn), seat)


def lobbying_partners(state: State) -> list[int]:
    """Return the seats that can take part in an exchange now (K7.7)."""
    return open_to_lobbying(state.tableaux) if state.turn.lobbyings else []


def open_to_lobbying(tableaux: Sequence[Cards]) -> list[int]:
    """Return the seats with a Character, but not a protected Spy majority (K7.7)."""
    protected = majority(tableaux, SPY) if len(tableaux) > UNPROTECTED_WITH else None
    if protected is not None and CARDS.count(tableaux[protected], GUARDIAN):
        protected = None
    return [seat for seat, tableau in enumerate(tableaux) if seat != protected and CARDS.has_any(tableau, CHARACTERS)]


def _swaps(state: State) -> list[Swap]:
    """Return every exchange of two Characters of different families (K7.7)."""
    swaps: list[Swap] = []
    partners = [(seat, FAMILIES_OF.of(state.tableaux[seat])) for seat in lobbying_partners(state)]
    for index, (low, givable) in enumerate(partners, start=1):
        for given in givable:
            for high, returnable in partners[index:]:
                by_returned = SWAP[low, high][given]
                swaps += [by_returned[returned] for returned in returnable if returned in by_returned]
    return swaps


def _can_exchange(state: State) -> bool:
    """Return whether two players have Characters of different families to exchange (K7.7)."""
    families = [FAMILIES_OF.of(state.tableaux[seat]) for seat in lobbying_partners(state)]
    # There is something to exchange unless all players have only cards of the same family.
    return len(families) > 1 and any(len(held) > 1 or held != families[0] for held in families)


def swap(game: Koryo, state: State, action: Swap, seat: int) -> State:
    """Resolve a Lobbying: exchange Characters of two players (K7.7)."""
    low, high, tableaux = action.low, action.high, state.tableaux
    partners = lobbying_partners(state)
    if not (
        low in partners
        and high in partners
        and CARDS.count(tableaux[low], action.given)
        and CARDS.count(tableaux[high], action.returned)
    ):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.CharactersSwapped(seat, low, action.given, high, action.returned))
    given, returned = CARDS.one[action.given], CARDS.one[action.returned]
    tableaux = CARDS.add_to(CARDS.remove_from(tableaux, low, given), low, returned)
    tableaux = CARDS.add_to(CARDS.remove_from(tableaux, high, returned), high, given)
    turn = evolve(state.turn, lobbyings=state.turn.lobbyings - 1)
    return _go_on(game, evolve(state, turn=turn, tableaux=tableaux), seat)
