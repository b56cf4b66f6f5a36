"""Checks whether a State or a View read from outside is possible in this game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from boardgames.core.errors import (
    DecodeError,
    require,
    require_counts,
    require_entries,
    require_seat,
)
from boardgames.games.koryo.components import (
    CARDS,
    KEYS,
    SENATOR_BONUS,
    SHIP_OWNER,
    Cards,
    Kind,
    events_in,
)
from boardgames.games.koryo.phases.round_end import base_limit
from boardgames.games.koryo.phases.turns import list_turn
from boardgames.games.koryo.scoring import majority
from boardgames.games.koryo.secrets.view import View
from boardgames.games.koryo.state import (
    ACTIONS,
    DISCARDS,
    NEW_TURN,
    ORDERS,
    OVER,
    Rules,
    State,
    seats_after,
)

PAIR = 2


def inventory(_game: Rules, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of cards of every kind, and of tokens."""
    cards: dict[Hashable, int] = dict(zip(KEYS, _count_cards(state), strict=True))
    return cards | {"token": state.bank + sum(state.tokens)}


def _count_cards(state: State) -> list[int]:
    """Return the number of cards of each kind in all zones."""
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
    return list(map(sum, zip(*map(CARDS.unpack, zones), strict=True)))


def check_state(game: Rules, /, state: State) -> None:
    """Raise `DecodeError` unless the State has the pieces of the game, and every field fits the
    phase.

    It does not ask whether play could have led here. Later checks rely on earlier ones.
    """
    hidden = state.hidden
    _check_seats(game, state)
    require_entries("hidden.hands", hidden.hands, game.players)
    require_entries("hidden.orders", hidden.orders, game.players)
    require_entries("hidden.discards", hidden.discards, game.players)
    require(hidden.seed >= 0, "hidden.seed: expected 0 or more")
    require_counts("tokens", state.tokens)
    require(state.bank >= 0, "bank: expected 0 or more")
    tokens = state.bank + sum(state.tokens)
    require(
        tokens == game.components.tokens,
        f"tokens: expected {game.components.tokens} with those in the bank, not {tokens}",
    )
    _check_cards(game, state)
    _check_face_down(
        state,
        hands=("hidden.hands", hidden.hands),
        orders=("hidden.orders", hidden.orders),
        discards=("hidden.discards", hidden.discards),
    )
    for seat, order in enumerate(hidden.orders):
        _check_order(f"hidden.orders[{seat}]", order, is_ship_owner=seat == state.round.ship_owner)
    _check_round(game, state)
    _check_turn(game, state)


def check_view(game: Rules, view: View) -> None:
    """Raise `DecodeError` if the seats and sizes in this View are impossible."""
    _check_seats(game, view)
    if view.seat is not None:
        require_seat("seat", view.seat, game.players)
    for name, sizes in (
        ("hand_sizes", view.hand_sizes),
        ("order_sizes", view.order_sizes),
        ("discard_sizes", view.discard_sizes),
    ):
        require_entries(name, sizes, game.players)
        require_counts(name, sizes)
    _check_face_down(
        view,
        hands=("hand_sizes", view.hand_sizes),
        orders=("order_sizes", view.order_sizes),
        discards=("discard_sizes", view.discard_sizes),
    )
    for name, cards, sizes in (
        ("hand", view.hand, view.hand_sizes),
        ("order", view.order, view.order_sizes),
        ("discards", view.discards, view.discard_sizes),
    ):
        size = 0 if view.seat is None else sizes[view.seat]
        if sum(cards) != size:
            raise DecodeError(f"{name}: expected {size} cards, as the sizes say")
    if view.seat is not None and view.order_sizes[view.seat] > 1:
        _check_order(
            "order", CARDS.pack(view.order), is_ship_owner=view.seat == view.round.ship_owner
        )


def _check_seats(game: Rules, seen: State | View) -> None:
    """Check that there is an entry for every seat, and that every seat named exists."""
    players = game.players
    require_entries("tableaux", seen.tableaux, players)
    require_entries("tokens", seen.tokens, players)
    require_seat("player", seen.player, players)
    require_seat("round.first", seen.round.first, players)
    if seen.round.ship_owner is not None:
        require_seat("round.ship_owner", seen.round.ship_owner, players)


def _check_face_down(
    seen: State | View,
    *,
    hands: tuple[str, Sequence[int]],
    orders: tuple[str, Sequence[int]],
    discards: tuple[str, Sequence[int]],
) -> None:
    """Check that nobody has face-down cards that they cannot have in this phase (K6).

    Each zone is a path and an entry for every seat: its cards in a State, their number in a View.
    """
    players = len(seen.tokens)
    later = seats_after(players, seen.round.first, seen.player)
    holding: Sequence[int] = ()
    ordered: Sequence[int] = ()
    if seen.phase is ORDERS:
        holding = (seen.player, *later)
        ordered = [seat for seat in range(players) if seat not in holding]
    elif seen.phase is ACTIONS:
        ordered = later
    for seat in range(players):
        if seat in holding:
            _require_none(discards, seat)
        else:
            _require_none(hands, seat)
        if seat not in ordered:
            _require_none(orders, seat)


def _require_none(zone: tuple[str, Sequence[int]], seat: int) -> None:
    path, entries = zone
    if entries[seat]:
        raise DecodeError(f"{path}[{seat}]: no cards there in this phase")


def _check_cards(game: Rules, state: State) -> None:
    for kind, found in zip(Kind, _count_cards(state), strict=True):
        expected = game.components.copies[kind]
        if found != expected:
            # The pile is what the other zones leave of the cards.
            raise DecodeError(
                f"hidden.pile: expected {expected} {kind} with those elsewhere, not {found}"
            )


def _check_order(path: str, order: Cards, *, is_ship_owner: bool) -> None:
    """Check that an order could be placed (K6); sampling relies on it."""
    kinds = len(CARDS.kinds(order))
    if kinds <= 1:
        return
    require(is_ship_owner, f"{path}: only the Ship Owner orders two kinds")
    require(kinds == PAIR, f"{path}: more than two kinds")
    require(CARDS.size(order) == PAIR, f"{path}: more than one card of two kinds")


def _check_round(game: Rules, state: State) -> None:
    last = len(game.components.seasons)
    require(1 <= state.round.season <= last, f"round.season: seasons are 1 to {last}")
    if state.phase is ORDERS:
        require(not state.gone, "gone: no cards there in this phase")
        require(
            state.round.ship_owner == majority(state.tableaux, SHIP_OWNER),
            "round.ship_owner: not the seat with the Ship Owner majority",
        )
    if state.phase is OVER:
        require(state.round.season == last, f"round.season: expected {last} after the game")
        require(state.player == state.round.first, "player: expected round.first after the game")


def _check_turn(game: Rules, state: State) -> None:
    turn = state.turn
    tableau = state.tableaux[state.player]
    if state.phase is ACTIONS:
        # Each Event to resolve was revealed: it is in the player's tableau, or was destroyed.
        require(turn.due == events_in(turn.due), "turn.due: expected Events only")
        for event in CARDS.kinds(turn.due):
            revealed = CARDS.count(tableau, event) + CARDS.count(state.gone, event)
            require(
                CARDS.count(turn.due, event) <= revealed,
                f"turn.due.{KEYS[event]}: expected at most {revealed}, the number revealed",
            )
        require(len(list_turn(game, state)) > 1, "turn: there is nothing to decide")
    else:
        require(turn.due == NEW_TURN.due, "turn.due: not in this phase")
        require(turn.banked == NEW_TURN.banked, "turn.banked: not in this phase")
        require(turn.absolved == NEW_TURN.absolved, "turn.absolved: not in this phase")
        require(turn.stolen == NEW_TURN.stolen, "turn.stolen: not in this phase")
    if state.phase is DISCARDS:
        # The player has to discard, and can choose what (K8).
        base = base_limit(game, state)
        require(
            turn.limit in (base, base + SENATOR_BONUS),
            f"turn.limit: expected {base} or {base + SENATOR_BONUS} in this season",
        )
        require(CARDS.size(tableau) > turn.limit, "turn.limit: there is nothing to discard")
        events = CARDS.size(events_in(tableau))
        require(events < turn.limit, "turn.limit: there is no choice, since Events reach it")
    else:
        require(turn.limit == NEW_TURN.limit, "turn.limit: not in this phase")
