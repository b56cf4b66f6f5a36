"""King cards: the player who kept, took or won one changes Primary Duties (F4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.refusals import illegal_action
from boardgames.core.values import evolve
from boardgames.games.for_the_king.actions import Action, Change, king_changes
from boardgames.games.for_the_king.events import DutiesChanged
from boardgames.games.for_the_king.phases import esteem, influence
from boardgames.games.for_the_king.state import KING, State

if TYPE_CHECKING:
    from boardgames.games.for_the_king.rules import ForTheKing


def list_changes(_game: ForTheKing, state: State, _seat: int) -> tuple[Action, ...]:
    """List the ways to make as many changes as possible (F4.2)."""
    return king_changes(state.public.gone[-1], state.public.duties)


def change(game: ForTheKing, state: State, action: Change, seat: int) -> State:
    """Change the Duties, then continue the turn or the auctions."""
    public, turn = state.public, state.turn
    possible = king_changes(public.gone[-1], public.duties) if state.phase is KING else ()
    if action not in possible:
        raise illegal_action(game, state, action, seat)
    chosen = possible[possible.index(action)]
    duties = list(public.duties)
    for office in chosen.raised:
        duties[office] += 1
    for office in chosen.lowered:
        duties[office] -= 1
    if game.recorder is not None:
        game.recorder.append(DutiesChanged(seat, public.gone[-1], chosen.raised, chosen.lowered))
    public = evolve(public, duties=tuple(duties))
    if turn is not None:
        return influence.after_king(game, seat, turn, public, state.hidden)
    assert state.auction is not None
    return esteem.next_auction(game, state.auction, public, state.hidden)
