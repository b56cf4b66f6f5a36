"""Checks whether a State or a View read from outside is possible in this game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from boardgames.core.errors import require
from boardgames.games.koryo.components import CARDS, EVENTS, Kind
from boardgames.games.koryo.state import ACTIONS, DISCARDS, ORDERS, Rules, State, seats_after
from boardgames.games.koryo.view import View

PAIR = 2


def inventory(_game: Rules, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of cards of every kind, and of tokens."""
    hidden = state.hidden
    zones = (
        *state.tableaux,
        *hidden.hands,
        *hidden.orders,
        *hidden.discards,
        state.gone,
        hidden.pile,
    )
    # Zone by zone: in an invalid State, the sum of the cards of a kind could overflow into the next
    # kind.
    counts = map(sum, zip(*map(CARDS.unpack, zones), strict=True))
    cards: dict[Hashable, int] = {
        str(kind): count for kind, count in zip(Kind, counts, strict=True)
    }
    return cards | {"token": state.bank + sum(state.tokens)}


def check_state(game: Rules, /, state: State) -> None:
    """Raise `DecodeError` unless the game can be played on from here; whether play could have led
    here is not asked.
    """
    hidden, seats, last = state.hidden, range(game.players), len(game.components.seasons)
    per_seat = (state.tableaux, state.tokens, hidden.hands, hidden.orders, hidden.discards)
    fits = all(len(entries) == game.players for entries in per_seat)
    require(fits, f"tableaux, tokens, hidden: not of a game with {game.players} players")
    named = {state.player, state.round.first, state.round.ship_owner} - {None}
    require(named <= set(seats), "player, round: no such seat")
    require(1 <= state.round.season <= last, f"round.season: seasons are 1 to {last}")
    fits = (
        min(*state.tokens, state.bank, hidden.seed, state.turn.barbarians, state.turn.lobbyings)
        >= 0
    )
    require(fits, "tokens, bank, hidden.seed, turn: negative")
    tokens, cards = game.components.tokens, sum(game.components.copies)
    in_box = {
        str(kind): count for kind, count in zip(Kind, game.components.copies, strict=True)
    } | {"token": tokens}
    require(
        inventory(game, state) == in_box,
        f"top level: not the {cards} cards and {tokens} tokens of the game",
    )
    later = seats_after(game.players, state.round.first, state.player)
    holding = (state.player, *later) if state.phase is ORDERS else ()
    face_down = {ORDERS: {*seats}.difference(holding), ACTIONS: later}.get(state.phase, ())
    for seat in seats:
        fits = not hidden.discards[seat] if seat in holding else not hidden.hands[seat]
        fits = fits and (seat in face_down or not hidden.orders[seat])
        order, kinds = hidden.orders[seat], len(CARDS.kinds(hidden.orders[seat]))
        # Sampling takes for granted that an order could be placed (K6).
        fits = fits and (
            kinds <= 1 or (kinds == CARDS.size(order) == PAIR and state.round.ship_owner == seat)
        )
        require(fits, f"hidden: cards that seat {seat} cannot have in this phase")
    if state.phase is DISCARDS:
        tableau = state.tableaux[state.player]
        events = CARDS.size(CARDS.only(tableau, EVENTS))
        require(
            events < state.turn.limit < CARDS.size(tableau),
            "turn.limit: there is nothing to discard",
        )


def check_view(game: Rules, view: View) -> None:
    """Raise `DecodeError` if the seats and sizes in this View are impossible."""
    players = game.players
    sizes = (view.hand_sizes, view.order_sizes, view.discard_sizes)
    lengths = {len(entries) for entries in (view.tableaux, view.tokens, *sizes)}
    require(lengths == {players}, f"tableaux, tokens, sizes: not of a game with {players} players")
    require(
        0 <= view.player < players and 0 <= (view.seat or 0) < players, "seat, player: no such seat"
    )
    require(min(map(min, sizes)) >= 0, "hand_sizes, order_sizes, discard_sizes: negative")
    if view.seat is not None:
        own = (sum(view.hand), sum(view.order), sum(view.discards))
        fits = own == tuple([entries[view.seat] for entries in sizes])
        require(fits, "hand, order, discards: not as many cards as the sizes say")
