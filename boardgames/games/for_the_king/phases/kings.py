"""King cards: the player who kept, took or won one changes Primary Duties (F4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.values import evolve
from boardgames.games.for_the_king.actions import Action, Change, king_changes
from boardgames.games.for_the_king.phases import esteem, influence
from boardgames.games.for_the_king.state import KING, State

if TYPE_CHECKING:
    from boardgames.games.for_the_king.rules import ForTheKing


def list_changes(game: ForTheKing, state: State, seat: int) -> tuple[Action, ...]:
    """List the ways to make as many changes as possible (F4.2)."""
    del game, seat
    return king_changes(state.public.gone[-1], state.public.duties)


def change(game: ForTheKing, state: State, action: Change, seat: int) -> State:
    """Change the Duties, then continue the turn or the auctions."""
    public, turn = state.public, state.turn
    possible = king_changes(public.gone[-1], public.duties) if state.phase is KING else ()
    if action not in possible:
        raise game.illegal(state, action, seat)
    chosen = possible[possible.index(action)]
    duties = list(public.duties)
    for office in chosen.raised:
        duties[office] += 1
    for office in chosen.lowered:
        duties[office] -= 1
    state = evolve(state, public=evolve(public, duties=tuple(duties)))
    return esteem.after_king(state) if turn is None else influence.after_king(state, turn)
