"""Checks whether a State or a View read from outside is possible in this game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.errors import require
from boardgames.games.koryo.components import BARBARIAN, CARDS, EVENTS, LOBBYING, SENATOR_BONUS, SHIP_OWNER, Kind
from boardgames.games.koryo.phases.actions import has_option
from boardgames.games.koryo.scoring import majority
from boardgames.games.koryo.state import ACTIONS, DISCARDS, ORDERS, SEATS_AFTER, TURN_ORDER, State, Turn

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from boardgames.games.koryo.rules import Koryo
    from boardgames.games.koryo.view import View

PAIR = 2


def inventory(_game: Koryo, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of cards of every kind, and of tokens."""
    hidden = state.hidden
    zones = (*state.tableaux, *hidden.hands, *hidden.orders, *hidden.discards, state.gone, hidden.pile)
    # Zone by zone: in an invalid State, the sum of the cards of a kind could overflow into the next kind.
    counts = map(sum, zip(*map(CARDS.unpack, zones), strict=True))
    cards: dict[Hashable, int] = {str(kind): count for kind, count in zip(Kind, counts, strict=True)}
    return cards | {"token": state.bank + sum(state.tokens)}


def check_state(game: Koryo, /, state: State) -> None:
    """Raise `DecodeError` unless seats, cards, tokens and phase fit together; later checks rely on earlier ones."""
    _check_seats(game, state)
    _check_pieces(game, state)
    _check_hidden_cards(state)
    _check_turn(game, state)


def _check_seats(game: Koryo, state: State) -> None:
    hidden, seats = state.hidden, range(game.players)
    per_seat = {
        "tableaux": state.tableaux,
        "tokens": state.tokens,
        "hidden.hands": hidden.hands,
        "hidden.orders": hidden.orders,
        "hidden.discards": hidden.discards,
    }
    for name, entries in per_seat.items():
        require(len(entries) == game.players, f"{name}: not of a game with {game.players} players")
    require(state.player in seats and state.round.first in seats, "player, round.first: no such seat")
    require(state.round.ship_owner in (None, *seats), "round.ship_owner: no such seat")


def _check_pieces(game: Koryo, state: State) -> None:
    components = game.components
    last = len(components.seasons)
    require(state.hidden.seed >= 0, "hidden.seed: a seed is 0 or more")
    require(1 <= state.round.season <= last, f"round.season: seasons are 1 to {last}")
    require(min(state.tokens) >= 0, "tokens: negative")
    require(state.bank >= 0, "bank: negative")
    held = inventory(game, state)
    tokens, cards = components.tokens, sum(components.copies)
    require(held["token"] == tokens, f"bank, tokens: the game has {tokens} in all")
    in_box = {str(kind): count for kind, count in zip(CARDS.kind, components.copies, strict=True)}
    require(held == in_box | {"token": tokens}, f"top level: not the {cards} cards of the game")


def _check_hidden_cards(state: State) -> None:
    """Check that hands, orders and discards are possible in this phase."""
    phase, hidden, seats = state.phase, state.hidden, TURN_ORDER[len(state.tokens)][state.round.first]
    later = SEATS_AFTER[len(state.tokens)][state.round.first][state.player]
    holding = (state.player, *later) if phase is ORDERS else ()
    if phase is ORDERS:
        face_down = tuple(seat for seat in seats if seat not in holding)
    else:
        face_down = later if phase is ACTIONS else ()
    for seat in seats:
        require(seat in holding or not hidden.hands[seat], "hidden.hands: not in this phase")
        require(seat in face_down or not hidden.orders[seat], "hidden.orders: not in this phase")
        require(seat not in holding or not hidden.discards[seat], "hidden.discards: this seat still holds its hand")
        require(_could_order(state, seat), "hidden.orders: cards that this seat could not place")


def _check_turn(game: Koryo, state: State) -> None:
    """Check that the turn and the seat to act fit the phase."""
    phase, turn = state.phase, state.turn
    require(phase is ACTIONS or turn == Turn(limit=turn.limit), "turn: not in this phase")
    require(phase is DISCARDS or not turn.limit, "turn.limit: not in this phase")
    if phase is ORDERS:
        require(not state.gone, "gone: not in this phase")
        require(
            state.round.ship_owner == majority(state.tableaux, SHIP_OWNER),
            "round.ship_owner: not the seat with the Ship Owner majority",
        )
    elif phase is ACTIONS:
        require(
            _could_reveal(state, BARBARIAN, turn.barbarians), "turn.barbarians: that many cannot have been revealed"
        )
        require(_could_reveal(state, LOBBYING, turn.lobbyings), "turn.lobbyings: that many cannot have been revealed")
        require(has_option(state, state.player), "turn: there is nothing to decide")
    elif phase is DISCARDS:
        bonus = turn.limit - game.components.seasons[state.round.season - 1].limit
        require(bonus in (0, SENATOR_BONUS), "turn.limit: not a limit of this season")
        tableau = state.tableaux[state.player]
        events = CARDS.size(CARDS.only(tableau, EVENTS))
        require(events < turn.limit < CARDS.size(tableau), "turn.limit: there is nothing to discard")
    else:
        last = len(game.components.seasons)
        require(state.round.season == last, f"phase: over before season {last}")
        require(state.player == state.round.first, "player: must be the first player after the game")


def _could_order(state: State, seat: int) -> bool:
    """Return whether this seat can have placed its face-down order (K6)."""
    order = state.hidden.orders[seat]
    kinds = len(CARDS.kinds(order))
    return kinds <= 1 or (kinds == CARDS.size(order) == PAIR and state.round.ship_owner == seat)


def _could_reveal(state: State, event: Kind, count: int) -> bool:
    """Return whether the player can have revealed this many of an Event: each is in their tableau or was destroyed."""
    return 0 <= count <= CARDS.count(state.tableaux[state.player], event) + CARDS.count(state.gone, event)


def check_view(game: Koryo, view: View) -> None:
    """Raise `DecodeError` if the seats and sizes in this View are impossible."""
    players = game.players
    sizes = (view.hand_sizes, view.order_sizes, view.discard_sizes)
    lengths = {len(entries) for entries in (view.tableaux, view.tokens, *sizes)}
    require(lengths == {players}, f"tableaux, tokens, sizes: not of a game with {players} players")
    require(0 <= view.player < players and 0 <= (view.seat or 0) < players, "seat, player: no such seat")
    require(min(map(min, sizes)) >= 0, "hand_sizes, order_sizes, discard_sizes: negative")
    if view.seat is not None:
        own = (sum(view.hand), sum(view.order), sum(view.discards))
        fits = own == tuple([entries[view.seat] for entries in sizes])
        require(fits, "hand, order, discards: not as many cards as the sizes say")
