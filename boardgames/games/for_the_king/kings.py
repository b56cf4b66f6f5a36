"""King cards: who resolves one, and how (F4)."""

from __future__ import annotations

from boardgames.games.for_the_king.cards import FIRST_KING, Effect
from boardgames.games.for_the_king.state import Action, Auction, Change, Hidden, Phase, State, Table, Turn
from boardgames.games.for_the_king.table import changes

EFFECTS = tuple(Effect)


def shown(table: Table, card: int) -> Table:
    """Return the table after this card has left the game before everybody's eyes."""
    return Table(table.first, table.duties, table.gold, table.gone + (card,), table.histories)


def king_to_resolve(
    player: int, turn: Turn | None, auction: Auction | None, table: Table, hidden: Hidden
) -> State | None:
    """Return the State in which the player resolves the King shown last; None if it can change nothing (F4.2)."""
    if not changes(EFFECTS[table.gone[-1] - FIRST_KING], table.duties):
        return None
    return State(Phase.KING, player, (), 0, turn, auction, table, hidden)


def list_changes(state: State) -> tuple[Action, ...]:
    """List the ways to make as many changes as possible (F4.2)."""
    table = state.table
    return changes(EFFECTS[table.gone[-1] - FIRST_KING], table.duties)


def changed(state: State, action: Change) -> Table | None:
    """Return the table after these changes; None if they are not what the King card says."""
    if state.phase is not Phase.KING:
        return None
    possible = list_changes(state)
    if action not in possible:
        return None
    table, duties = state.table, list(state.table.duties)
    for office in action.raised:
        duties[office] += 1
    for office in action.lowered:
        duties[office] -= 1
    return Table(table.first, tuple(duties), table.gold, table.gone, table.histories)
