"""The Share Influence Phase: Advisors distribute the deck, and their opponents take from the centre (F3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.tuples import deleted, inserted, replaced
from boardgames.core.values import evolve
from boardgames.games.for_the_king.actions import PLACEMENTS, TAKES, Action, Centre, Favor, Keep, Take, king_changes
from boardgames.games.for_the_king.components import is_king
from boardgames.games.for_the_king.memory import GAINED, KEPT
from boardgames.games.for_the_king.phases.esteem import begin_esteem
from boardgames.games.for_the_king.state import KING, PLACE, TAKE, Hidden, Public, State, Turn

if TYPE_CHECKING:
    from boardgames.games.for_the_king.rules import ForTheKing


def begin_turn(advisor: int, public: Public, hidden: Hidden) -> State:
    """Return the State in which this Advisor places the first card of their turn."""
    turn = Turn(advisor=advisor, kept=False, favored=False, centre=())
    return State(
        phase=PLACE, player=advisor, bidding=(), bid=0, turn=turn, auction=None, public=public, hidden=hidden
    )  # fmt: skip


def list_placements(game: ForTheKing, state: State, seat: int) -> tuple[Action, ...]:
    """List where the drawn card may go (F3.1)."""
    del seat
    turn = state.turn
    assert turn is not None
    return PLACEMENTS[turn.kept, turn.favored, _centre_is_full(game, turn)]


def keep(game: ForTheKing, state: State, action: Keep, seat: int) -> State:
    """Place the drawn card in the Advisor's personal deck; a King is shown and resolved instead (F3.4)."""
    turn, public, hidden = state.turn, state.public, state.hidden
    if turn is None or state.phase is not PLACE or turn.kept:
        raise game.illegal(state, action, seat)
    card, turn = hidden.deck[0], evolve(turn, kept=True)
    if is_king(card):
        return _show_king(state, card, turn, evolve(hidden, deck=hidden.deck[1:]))
    hands = replaced(hidden.hands, seat, inserted(hidden.hands[seat], card))
    public = evolve(public, histories=replaced(public.histories, seat, public.histories[seat] + (KEPT,)))
    return _after_placing(state, turn, public, evolve(hidden, hands=hands, deck=hidden.deck[1:]))


def centre(game: ForTheKing, state: State, action: Centre, seat: int) -> State:
    """Place the drawn card in the centre."""
    turn, hidden = state.turn, state.hidden
    if turn is None or state.phase is not PLACE or _centre_is_full(game, turn):
        raise game.illegal(state, action, seat)
    turn = evolve(turn, centre=inserted(turn.centre, hidden.deck[0]))
    return _after_placing(state, turn, state.public, evolve(hidden, deck=hidden.deck[1:]))


def favor(game: ForTheKing, state: State, action: Favor, seat: int) -> State:
    """Place the drawn card on the Favor deck."""
    turn, hidden = state.turn, state.hidden
    if turn is None or state.phase is not PLACE or turn.favored:
        raise game.illegal(state, action, seat)
    favored = replaced(hidden.favored, seat, inserted(hidden.favored[seat], hidden.deck[0]))
    hidden = evolve(hidden, favored=favored, deck=hidden.deck[1:])
    return _after_placing(state, evolve(turn, favored=True), state.public, hidden)


def _centre_is_full(game: ForTheKing, turn: Turn) -> bool:
    """Tell whether the centre has a card for each opponent."""
    return len(turn.centre) + 1 == game.players


def _after_placing(state: State, turn: Turn, public: Public, hidden: Hidden) -> State:
    """Let the Advisor place the next card, or the first opponent take one once all are placed (F3.2)."""
    phase, player, players = PLACE, turn.advisor, len(hidden.hands)
    if turn.kept and turn.favored and len(turn.centre) + 1 == players:
        phase, player = TAKE, (turn.advisor + 1) % players
    return evolve(state, phase=phase, player=player, turn=turn, public=public, hidden=hidden)


def list_takes(game: ForTheKing, state: State, seat: int) -> tuple[Action, ...]:
    """List the different cards of the centre (F3.2); equal ones are one choice (F3.5)."""
    del game, seat
    turn = state.turn
    assert turn is not None
    return tuple([TAKES[card] for card in dict.fromkeys(turn.centre)])


def take(game: ForTheKing, state: State, action: Take, seat: int) -> State:
    """Take a card from the centre; a King is shown and resolved instead (F3.4)."""
    turn, public, hidden = state.turn, state.public, state.hidden
    if turn is None or state.phase is not TAKE or action.card not in turn.centre:
        raise game.illegal(state, action, seat)
    card = turn.centre[turn.centre.index(action.card)]
    turn = evolve(turn, centre=deleted(turn.centre, card))
    if is_king(card):
        return _show_king(state, card, turn, hidden)
    hands = replaced(hidden.hands, seat, inserted(hidden.hands[seat], card))
    public = evolve(public, histories=replaced(public.histories, seat, public.histories[seat] + (GAINED[card],)))
    return _after_taking(state, turn, public, evolve(hidden, hands=hands))


def _after_taking(state: State, turn: Turn, public: Public, hidden: Hidden) -> State:
    """Let the next opponent take, the next Advisor begin, or the auctions start (F3.3)."""
    players = len(hidden.hands)
    following = (state.player + 1) % players
    if following != turn.advisor:
        return evolve(state, phase=TAKE, player=following, turn=turn, public=public, hidden=hidden)
    if hidden.deck:
        return begin_turn((turn.advisor + 1) % players, public, hidden)
    return begin_esteem(public, hidden)


def _show_king(state: State, card: int, turn: Turn, hidden: Hidden) -> State:
    """Let the player resolve the King they kept or took; one that can change nothing just leaves the game (F4.2)."""
    public = evolve(state.public, gone=state.public.gone + (card,))
    if king_changes(card, public.duties):
        return evolve(state, phase=KING, turn=turn, public=public, hidden=hidden)
    return _continue(state, turn, public, hidden)


def after_king(state: State, turn: Turn) -> State:
    """Continue the turn after a King has been resolved."""
    return _continue(state, turn, state.public, state.hidden)


def _continue(state: State, turn: Turn, public: Public, hidden: Hidden) -> State:
    go_on = _after_placing if state.player == turn.advisor else _after_taking
    return go_on(state, turn, public, hidden)
