"""The Share Influence Phase (F3): Advisors distribute the deck, and their opponents take; King
cards (F4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.action import listed_as
from boardgames.core.values import deleted, evolve, inserted, replaced
from boardgames.games.for_the_king import events
from boardgames.games.for_the_king.actions import PLACEMENTS, TAKES, king_changes
from boardgames.games.for_the_king.components import PLAYER_COUNTS, Cards, is_king
from boardgames.games.for_the_king.phases.esteem import begin_esteem, next_auction
from boardgames.games.for_the_king.state import (
    GAINED_NOTES,
    KEPT_NOTE,
    KING,
    PLACE,
    TAKE,
    Rules,
    make_hidden,
    make_state,
    make_turn,
)

if TYPE_CHECKING:
    from boardgames.games.for_the_king.actions import Action, Centre, Change, Favor, Keep, Take
    from boardgames.games.for_the_king.state import Hidden, Phase, Public, State, Table, Turn

NEW_TURNS = tuple(make_turn(seat, False, False, ()) for seat in range(PLAYER_COUNTS[-1]))
"""By seat: its turn as Advisor before placing a card."""


def beginning(_game: Rules, /, state: State) -> tuple[events.Event, ...]:
    """Return what happens before the first State: the cards are laid out, and the first player is
    Advisor (F2).
    """
    hidden = state.hidden
    laid_out = events.CardsLaidOut(state.public.duties, len(hidden.deck), len(hidden.removed))
    return laid_out, *_turn_begins(state.player, hidden)


def _turn_begins(advisor: int, hidden: Hidden) -> tuple[events.Event, ...]:
    return events.TurnBegins(advisor), events.CardDrawn(advisor, hidden.deck[0])


def turns_in_all(game: Rules) -> int:
    """Return the number of turns in the Share Influence Phase (F3.3)."""
    return game.setup.deck // (game.players + 1)


def turn_number(game: Rules, at: Table, deck_size: int) -> int:
    """Return the number of the current turn of the Share Influence Phase, from 1; a card drawn is
    not in the deck.
    """
    return turns_in_all(game) - (deck_size - (at.phase is PLACE)) // (game.players + 1)


def round_number(game: Rules, /, state: State) -> int:
    """Return the number of the turn; auctions are numbered on from the last turn."""
    if state.auction is None:
        return turn_number(game, state, len(state.hidden.deck))
    return turns_in_all(game) + min(state.auction.number + 1, len(state.hidden.favor))


def begin_turn(game: Rules, advisor: int, public: Public, hidden: Hidden) -> State:
    """Return the State in which this Advisor places the first card of their turn."""
    if game.recorder is not None:
        game.recorder += _turn_begins(advisor, hidden)
    return _in_turn(PLACE, advisor, NEW_TURNS[advisor], public, hidden)


def _in_turn(phase: Phase, player: int, turn: Turn, public: Public, hidden: Hidden) -> State:
    return make_state(phase, player, (), 0, turn, None, public, hidden)


def _with_cards(
    hidden: Hidden, deck: Cards, hands: tuple[Cards, ...], favored: tuple[Cards, ...]
) -> Hidden:
    return make_hidden(
        hands, deck, hidden.removed, favored, (), hidden.lost, None, hidden.seed, hidden.events
    )


def list_placements(game: Rules, state: State, _seat: int) -> tuple[Action, ...]:
    """List the places where the drawn card may go (F3.1)."""
    turn = state.turn
    assert turn is not None
    return PLACEMENTS[turn.kept, turn.favored, _centre_is_full(game, turn)]


def keep(game: Rules, state: State, action: Keep, seat: int) -> State:
    """Place the drawn card in the Advisor's personal deck; a King is shown and resolved instead
    (F3.4).
    """
    turn = state.turn
    if turn is None or state.phase is not PLACE or turn.kept:
        raise ForbiddenError
    hidden = state.hidden
    card = hidden.deck[0]
    deck = hidden.deck[1:]
    turn = make_turn(turn.advisor, True, turn.favored, turn.centre)
    if game.recorder is not None:
        game.recorder.append(events.CardKept(seat, card))
    if is_king(card):
        hidden = _with_cards(hidden, deck, hidden.hands, hidden.favored)
        return _show_king(game, state, card, turn, hidden)
    hands = replaced(hidden.hands, seat, inserted(hidden.hands[seat], card))
    hidden = _with_cards(hidden, deck, hands, hidden.favored)
    public = state.public.with_notes(seat, (KEPT_NOTE,))
    return _after_placing(game, turn, public, hidden)


def centre(game: Rules, state: State, action: Centre, seat: int) -> State:
    """Place the drawn card in the centre."""
    turn = state.turn
    if turn is None or state.phase is not PLACE or _centre_is_full(game, turn):
        raise ForbiddenError
    hidden = state.hidden
    card = hidden.deck[0]
    if game.recorder is not None:
        game.recorder.append(events.CardOffered(seat, card))
    offered = inserted(turn.centre, card)
    turn = make_turn(turn.advisor, turn.kept, turn.favored, offered)
    hidden = _with_cards(hidden, hidden.deck[1:], hidden.hands, hidden.favored)
    return _after_placing(game, turn, state.public, hidden)


def favor(game: Rules, state: State, action: Favor, seat: int) -> State:
    """Place the drawn card on the Favor deck."""
    turn = state.turn
    if turn is None or state.phase is not PLACE or turn.favored:
        raise ForbiddenError
    hidden = state.hidden
    card = hidden.deck[0]
    if game.recorder is not None:
        game.recorder.append(events.CardFavored(seat, card))
    turn = make_turn(turn.advisor, turn.kept, True, turn.centre)
    favored = replaced(hidden.favored, seat, inserted(hidden.favored[seat], card))
    hidden = _with_cards(hidden, hidden.deck[1:], hidden.hands, favored)
    return _after_placing(game, turn, state.public, hidden)


def _centre_is_full(game: Rules, turn: Turn) -> bool:
    return len(turn.centre) + 1 == game.players


def _after_placing(game: Rules, turn: Turn, public: Public, hidden: Hidden) -> State:
    """Let the Advisor place the next card, or the first opponent take one once all are placed
    (F3.2).
    """
    advisor = turn.advisor
    if turn.kept and turn.favored and _centre_is_full(game, turn):
        first = (advisor + 1) % game.players
        return _in_turn(TAKE, first, turn, public, hidden)
    if game.recorder is not None:
        game.recorder.append(events.CardDrawn(advisor, hidden.deck[0]))
    return _in_turn(PLACE, advisor, turn, public, hidden)


def list_takes(_game: Rules, state: State, _seat: int) -> tuple[Action, ...]:
    """List the different cards in the centre (F3.2); equal cards are one choice (F3.5)."""
    turn = state.turn
    assert turn is not None
    return tuple([TAKES[card] for card in dict.fromkeys(turn.centre)])


def take(game: Rules, state: State, action: Take, seat: int) -> State:
    """Take a card from the centre; a King is shown and resolved instead (F3.4)."""
    turn = state.turn
    if turn is None or state.phase is not TAKE or action.card not in turn.centre:
        raise ForbiddenError
    hidden = state.hidden
    card = turn.centre[turn.centre.index(action.card)]
    left = deleted(turn.centre, card)
    turn = make_turn(turn.advisor, turn.kept, turn.favored, left)
    if game.recorder is not None:
        game.recorder.append(events.CardTaken(seat, card))
    if is_king(card):
        return _show_king(game, state, card, turn, hidden)
    hands = replaced(hidden.hands, seat, inserted(hidden.hands[seat], card))
    hidden = _with_cards(hidden, hidden.deck, hands, hidden.favored)
    public = state.public.with_notes(seat, (GAINED_NOTES[card],))
    return _after_taking(game, seat, turn, public, hidden)


def _after_taking(game: Rules, seat: int, turn: Turn, public: Public, hidden: Hidden) -> State:
    """Let the next opponent take, the next Advisor begin, or the auctions start (F3.3)."""
    following = (seat + 1) % game.players
    if following != turn.advisor:
        return _in_turn(TAKE, following, turn, public, hidden)
    if hidden.deck:
        return begin_turn(game, (turn.advisor + 1) % game.players, public, hidden)
    return begin_esteem(game, public, hidden)


def _show_king(game: Rules, state: State, card: int, turn: Turn, hidden: Hidden) -> State:
    """Let the player resolve the King they kept or took; one that can change nothing just leaves
    the game (F4.2).
    """
    public = state.public.with_gone((card,), 0)
    if king_changes(card, public.duties):
        return _in_turn(KING, state.player, turn, public, hidden)
    if game.recorder is not None:
        game.recorder.append(events.KingWithoutEffect(card))
    return _after_king(game, state.player, turn, public, hidden)


def _after_king(game: Rules, seat: int, turn: Turn, public: Public, hidden: Hidden) -> State:
    """Continue the turn after the King of this seat has been resolved, or has left the game."""
    if seat == turn.advisor:
        return _after_placing(game, turn, public, hidden)
    return _after_taking(game, seat, turn, public, hidden)


def list_changes(_game: Rules, state: State, _seat: int) -> tuple[Action, ...]:
    """List the ways to make as many changes as possible (F4.2)."""
    return king_changes(state.public.gone[-1], state.public.duties)


def change(game: Rules, state: State, action: Change, seat: int) -> State:
    """Change the Duties, then continue the turn or the auctions."""
    if state.phase is not KING:
        raise ForbiddenError
    public = state.public
    king = public.gone[-1]
    chosen = listed_as(action, king_changes(king, public.duties))
    if chosen is None:
        raise ForbiddenError
    duties = list(public.duties)
    for office in chosen.raised:
        duties[office] += 1
    for office in chosen.lowered:
        duties[office] -= 1
    if game.recorder is not None:
        changed = events.DutiesChanged(seat, king, chosen.raised, chosen.lowered)
        game.recorder.append(changed)
    public = evolve(public, duties=tuple(duties))
    if state.turn is not None:
        return _after_king(game, seat, state.turn, public, state.hidden)
    assert state.auction is not None
    return next_auction(game, state.auction, public, state.hidden)
