"""The Share Influence Phase: Advisors distribute the deck, the others take from the centre (F3)."""

from __future__ import annotations

from boardgames.games.for_the_king.cards import is_king
from boardgames.games.for_the_king.esteem import begin_esteem
from boardgames.games.for_the_king.kings import king_to_resolve, shown
from boardgames.games.for_the_king.state import (
    Action,
    Centre,
    Favor,
    Hidden,
    Keep,
    Phase,
    State,
    Table,
    Take,
    Turn,
    What,
)
from boardgames.games.for_the_king.table import GAINED, PLACEMENTS, TAKE
from boardgames.games.for_the_king.tuples import added, removed, replaced

PLACE, TAKING = Phase.PLACE, Phase.TAKE
KEPT = (What.KEPT, 1)


def begin_turn(advisor: int, table: Table, hidden: Hidden) -> State:
    """Return the State in which this Advisor places his first card."""
    return State(PLACE, advisor, (), 0, Turn(advisor, False, False, ()), None, table, hidden)


def list_placements(state: State) -> tuple[Action, ...]:
    """List where the card drawn may go (F3.1)."""
    turn = state.turn
    assert turn is not None
    return PLACEMENTS[turn.kept, turn.favored, len(turn.centre) + 1 == len(state.table.histories)]


def list_takes(state: State) -> tuple[Action, ...]:
    """List the different cards of the centre (F3.2)."""
    turn = state.turn
    assert turn is not None
    return tuple([TAKE[card] for card in dict.fromkeys(turn.centre)])


def keep(state: State, _: Keep) -> State | None:
    """Place the card drawn into the Advisor's personal deck; a King is shown and resolved instead (F3.4)."""
    turn, table, hidden = state.turn, state.table, state.hidden
    if turn is None or state.phase is not PLACE or turn.kept:
        return None
    advisor, card = turn.advisor, hidden.deck[0]
    turn = Turn(advisor, True, turn.favored, turn.centre)
    if is_king(card):
        table = shown(table, card)
        hidden = _drawn(hidden, hidden.hands, hidden.favored)
        return king_to_resolve(advisor, turn, None, table, hidden) or _placed(turn, table, hidden)
    hands = replaced(hidden.hands, advisor, added(hidden.hands[advisor], card))
    histories = replaced(table.histories, advisor, table.histories[advisor] + (KEPT,))
    table = Table(table.first, table.duties, table.gold, table.gone, histories)
    return _placed(turn, table, _drawn(hidden, hands, hidden.favored))


def centre(state: State, _: Centre) -> State | None:
    """Place the card drawn into the centre."""
    turn, hidden = state.turn, state.hidden
    if turn is None or state.phase is not PLACE or len(turn.centre) + 1 == len(hidden.hands):
        return None
    turn = Turn(turn.advisor, turn.kept, turn.favored, added(turn.centre, hidden.deck[0]))
    return _placed(turn, state.table, _drawn(hidden, hidden.hands, hidden.favored))


def favor(state: State, _: Favor) -> State | None:
    """Place the card drawn onto the Favor deck."""
    turn, hidden = state.turn, state.hidden
    if turn is None or state.phase is not PLACE or turn.favored:
        return None
    advisor = turn.advisor
    favored = replaced(hidden.favored, advisor, added(hidden.favored[advisor], hidden.deck[0]))
    turn = Turn(advisor, turn.kept, True, turn.centre)
    return _placed(turn, state.table, _drawn(hidden, hidden.hands, favored))


def take(state: State, action: Take) -> State | None:
    """Take a card of the centre; a King is shown and resolved instead (F3.4)."""
    turn, table, hidden, player = state.turn, state.table, state.hidden, state.player
    if turn is None or state.phase is not TAKING or action.card not in turn.centre:
        return None
    card = turn.centre[turn.centre.index(action.card)]
    turn = Turn(turn.advisor, True, True, removed(turn.centre, card))
    if is_king(card):
        table = shown(table, card)
        return king_to_resolve(player, turn, None, table, hidden) or _taken(player, turn, table, hidden)
    hands = replaced(hidden.hands, player, added(hidden.hands[player], card))
    histories = replaced(table.histories, player, table.histories[player] + (GAINED[card],))
    table = Table(table.first, table.duties, table.gold, table.gone, histories)
    hidden = Hidden(
        hands, hidden.deck, hidden.removed, hidden.favored, (), hidden.lost, None, hidden.seed, hidden.events
    )  # fmt: skip
    return _taken(player, turn, table, hidden)


def after_king(state: State, turn: Turn, table: Table) -> State:
    """Return the State after a King card has changed the Duties."""
    if state.player == turn.advisor:
        return _placed(turn, table, state.hidden)
    return _taken(state.player, turn, table, state.hidden)


def _drawn(hidden: Hidden, hands: tuple[tuple[int, ...], ...], favored: tuple[tuple[int, ...], ...]) -> Hidden:
    """Return what is hidden after the top card has left the deck."""
    return Hidden(
        hands, hidden.deck[1:], hidden.removed, favored, (), hidden.lost, None, hidden.seed, hidden.events
    )  # fmt: skip


def _placed(turn: Turn, table: Table, hidden: Hidden) -> State:
    """Return the State in which the Advisor places his next card, or else the first opponent takes (F3.2)."""
    advisor, players = turn.advisor, len(hidden.hands)
    if turn.kept and turn.favored and len(turn.centre) + 1 == players:
        return State(TAKING, (advisor + 1) % players, (), 0, turn, None, table, hidden)
    return State(PLACE, advisor, (), 0, turn, None, table, hidden)


def _taken(player: int, turn: Turn, table: Table, hidden: Hidden) -> State:
    """Return the State in which the next opponent takes, or the next Advisor begins, or the auctions do (F3.3)."""
    players = len(hidden.hands)
    following = (player + 1) % players
    if following != turn.advisor:
        return State(TAKING, following, (), 0, turn, None, table, hidden)
    if hidden.deck:
        return begin_turn((turn.advisor + 1) % players, table, hidden)
    return begin_esteem(table, hidden)
