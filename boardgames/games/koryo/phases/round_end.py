"""Phase IV: in turn order, each player discards down to the limit (K8); then the next round begins
(K4.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.values import evolve
from boardgames.games.koryo.actions import DISCARD_FROM, Action, Discard
from boardgames.games.koryo.components import CARDS, SENATOR, SENATOR_BONUS, Cards, events_in
from boardgames.games.koryo.events import CharacterDiscarded, CharactersLost, GameEnds
from boardgames.games.koryo.phases.distribution import begin_round
from boardgames.games.koryo.scoring import majority
from boardgames.games.koryo.state import (
    DISCARDS,
    NEW_TURN,
    OVER,
    Rules,
    State,
    Turn,
    seats_after,
)


def begin_discards(game: Rules, state: State, seats: Sequence[int]) -> State:
    """Let these seats meet their limit in turn, up to the first with a choice (K8.1); then the
    round ends (K4.2).
    """
    base = base_limit(game, state)
    for seat in seats:
        tableau = state.tableaux[seat]
        size = CARDS.size(tableau)
        if size <= base or size <= (limit := limit_of(game, state, seat)):
            continue
        events = events_in(tableau)
        if CARDS.size(events) < limit:
            turn = evolve(NEW_TURN, limit=limit)
            return evolve(state, phase=DISCARDS, player=seat, turn=turn)
        # K8.2: Events alone reach the limit, so there is no choice: all Characters go.
        characters = CARDS.remove(tableau, events)
        if characters and game.recorder is not None:
            game.recorder.append(CharactersLost(seat, CARDS.each(characters)))
        state = leave(state, seat, characters, state.turn)
    season = state.round.season
    first = state.round.first
    if season < len(game.components.seasons):
        return begin_round(game, state, season + 1, (first + 1) % game.players)
    if game.recorder is not None:
        game.recorder.append(GameEnds())
    return evolve(state, phase=OVER, player=first, turn=NEW_TURN)


def base_limit(game: Rules, state: State) -> int:
    """Return the number of cards that a tableau may keep without the Senator majority (K8.1)."""
    return game.components.seasons[state.round.season - 1].limit


def limit_of(game: Rules, state: State, seat: int) -> int:
    """Return the number of cards that this seat's tableau may keep, given the current majorities
    (K8.1).
    """
    base = base_limit(game, state)
    return base + SENATOR_BONUS if majority(state.tableaux, SENATOR) == seat else base


def list_discards(_game: Rules, state: State, seat: int) -> tuple[Action, ...]:
    """List the Characters that the player can discard; Events cannot be (K8.2)."""
    return DISCARD_FROM.of(state.tableaux[seat])


def discard(game: Rules, state: State, action: Discard, seat: int) -> State:
    """Discard a Character; the limit is the one from when the player began to discard (K8.3)."""
    if not CARDS.count(state.tableaux[seat], action.character):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(CharacterDiscarded(seat, action.character))
    state = leave(state, seat, CARDS.one[action.character], state.turn)
    if CARDS.size(state.tableaux[seat]) > state.turn.limit:
        return state
    return begin_discards(game, state, seats_after(game.players, state.round.first, seat))


def leave(state: State, seat: int, cards: Cards, turn: Turn) -> State:
    """Return the State without these cards in this seat's tableau, and with this turn."""
    tableaux = CARDS.remove_from(state.tableaux, seat, cards)
    return evolve(state, turn=turn, tableaux=tableaux, gone=CARDS.add(state.gone, cards))
