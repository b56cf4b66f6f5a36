"""Phase II: in turn order, each player places an order face down (K6)."""

from __future__ import annotations

from boardgames.contract.refusals import ForbiddenError
from boardgames.games.koryo.actions import (
    IDENTICAL,
    IDENTICAL_ORDERS,
    MIXED,
    ORDER_NONE,
    PLACED,
    Action,
    Order,
)
from boardgames.games.koryo.components import CARDS
from boardgames.games.koryo.events import OrderPlaced
from boardgames.games.koryo.phases.turns import begin_turns
from boardgames.games.koryo.state import (
    ORDERS,
    Rules,
    State,
    make_hidden,
    make_state,
    turn_order,
)
from boardgames.kit.cards import NO_CARDS


def list_orders(_game: Rules, state: State, seat: int) -> tuple[Action, ...]:
    """List the orders that this seat's hand allows, including the empty one (K6.2)."""
    hand = state.hidden.hands[seat]
    if state.round.ship_owner != seat:
        return (ORDER_NONE, *IDENTICAL_ORDERS.of(hand))
    orders = [ORDER_NONE]
    held = CARDS.kinds(hand)
    for index, kind in enumerate(held, start=1):
        orders += IDENTICAL[kind][: CARDS.count(hand, kind)]
        orders += [MIXED[kind, other] for other in held[index:]]
    return tuple(orders)


def order(game: Rules, state: State, action: Order, seat: int) -> State:
    """Place the order, and discard the rest of the hand face down (K6.4)."""
    hidden = state.hidden
    hand = hidden.hands[seat]
    placed, is_mixed = PLACED[action.cards]
    if not CARDS.contains(hand, placed):
        raise ForbiddenError
    if is_mixed and state.round.ship_owner != seat:  # K6.3
        raise ForbiddenError
    rest = CARDS.remove(hand, placed)
    if game.recorder is not None:
        order_size, rest_size = CARDS.sizes((placed, rest))
        game.recorder.append(
            OrderPlaced(seat, order_size, rest_size, action.cards, CARDS.each(rest))
        )
    hands = [*hidden.hands]
    orders = [*hidden.orders]
    discards = [*hidden.discards]
    hands[seat] = NO_CARDS
    orders[seat] = placed
    discards[seat] = rest
    hidden = make_hidden(tuple(hands), tuple(orders), tuple(discards), hidden.pile, hidden.seed)
    following = (seat + 1) % game.players
    if following != state.round.first:
        return make_state(
            state.round,
            ORDERS,
            following,
            state.turn,
            state.tableaux,
            state.tokens,
            state.bank,
            state.gone,
            hidden,
        )
    return begin_turns(game, state, hidden, turn_order(game.players, state.round.first))
