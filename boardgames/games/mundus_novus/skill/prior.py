"""A cheap guess at what a good player of Mundus Novus does, based on what their View shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import fsum
from typing import Any

from boardgames.contract.refusals import check_seat
from boardgames.games.mundus_novus import actions
from boardgames.games.mundus_novus.actions import Action
from boardgames.games.mundus_novus.components import (
    CARDS,
    DISTINCT,
    GROUP_SIZE,
    ORELLANA,
    ORELLANA_PRIZE,
    RELIC,
    SMALLEST_IDENTICAL,
    STORM,
    Kind,
)
from boardgames.games.mundus_novus.phases import progression, trade
from boardgames.games.mundus_novus.phases.event import event_for, prices_of
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.skill.evaluation import rounds_left
from boardgames.games.mundus_novus.skill.worth import STORED_KIND, worths_of_cards, worths_of_queue
from boardgames.games.mundus_novus.state import (
    Phase,
    Rules,
    State,
    caravels_of,
    estate_of,
    has,
)
from boardgames.kit.cards import PackedCards

# All gains are in doubloons; a negative gain is a loss and vice versa. The `CONSTANTS` are fitted,
# as in `examples/tune.py`, to 1,740 choices of `mcts:iterations=200` in 18 games with 2 players,
# seeds from 50000 on, some of whose choices were made by `greedy` or at random. Log loss on
# held-out games: 1.24 before the fit, 0.99 after it. Choices that did not occur there keep values
# set manually.

DISTINCT_STEP = (0.663, -0.593, -0.928, 1.74, 3.79, 2.75, 5.3, 5.22, 6.0)
"""By number of different resources in hand: gain from one more, for a different set."""
ANOTHER = (0.0, -4.78, -2.21, -0.843, 0.3, 0.1)
"""By number of cards of the resource, up to 5: gain from another one, besides an identical set that
it completes.
"""
LEAVING = (0.0, -0.787, 1.56, 0.997, 0.8, 0.1)
"""By number of cards of the resource that stay, up to 5: loss from one that leaves."""
RELIC_CARD = 7.1
"""Gain from a relic."""
BACK = 2.66
"""Gain in return for a card on offer."""
BID = -0.0977
"""Gain per point of an offer: the highest makes its owner Trade Master, but high cards are good for
sets.
"""
MERCHANT = 10.2
"""Gain from a Merchant, who is played before sets, which would use up the cards."""
END_OF_TURN = -5.72
PERFECT = 40.0
"""Gain from a perfect set: it wins."""
UNSEEN_CARD = 4.0
"""Gain from the top card of the deck."""
FIRST_TURN = 0.118
"""Gain from playing before all others."""
LATER_TURN = 1.68
"""Gain per seat that plays before the player, if another seat is chosen to be first."""
CONSTANTS = (
    "DISTINCT_STEP",
    "ANOTHER",
    "LEAVING",
    "RELIC_CARD",
    "BACK",
    "BID",
    "MERCHANT",
    "END_OF_TURN",
    "UNSEEN_CARD",
    "FIRST_TURN",
    "LATER_TURN",
    "SHARPNESS",
)
"""The names of the fitted values: numbers, tuples of numbers, and `SHARPNESS`."""
SHARPNESS = {
    Phase.PICKS: 0.062,
    Phase.OFFERS: 0.338,
    Phase.TRADES: 0.184,
    Phase.GIFT: 0.274,
    Phase.FIRST: 0.399,
    Phase.TURN: 0.262,
    Phase.MERCHANT: 0.555,
    Phase.PURCHASE: 0.641,
    Phase.STORAGE: 2.43,
}
"""By phase: what a doubloon adds to the logarithm of an action's weight; in other phases, all weigh
the same.
"""


def prior(game: Rules, /, state: State, player: int, actions: Sequence[Action]) -> Sequence[float]:
    """Return the logarithm of each action's weight."""
    player = check_seat(game, player)
    if (sharpness := SHARPNESS.get(state.phase)) is None:
        return [0.0] * len(actions)
    return [sharpness * gain for gain in GAINS[state.phase](game, state, player, actions)]


# The cards of a hand.


def gains(game: Rules, state: State, player: int) -> list[float]:
    """Return, by Kind, the gain from a card of it for the player's hand, in a different and in an
    identical set.
    """
    estate = estate_of(game, state.public.owned[player])
    hand = state.hidden.hands[player]
    *counts, relics = CARDS.unpack(hand)
    # What the smallest identical set of each group buys.
    purchases = _worths_of_purchases(game, state, player)
    if event_for(state.round.event, estate) is STORM:
        bought = [purchases[1]] * len(progression.REACH)
    else:
        bought = [purchases[reaches[0]] for reaches in progression.REACH]
    # What the best smallest identical set is worth: of the cards in hand, with wild relics; with a
    # relic more, where they are too few; and by resource, with another card of it.
    now = 0.0
    with_relic = 0.0
    with_another: list[float] = []
    for kind, count in enumerate(counts):
        group = kind // GROUP_SIZE
        missing = SMALLEST_IDENTICAL - count - estate.merchants[group]
        if missing > relics + 1:
            with_another.append(0.0)
            continue
        worth = bought[group] - RELIC_CARD * max(0, missing)
        if missing <= relics:
            now = max(now, worth)
        else:
            with_relic = max(with_relic, worth)
        with_another.append(bought[group] - RELIC_CARD * max(0, missing - 1))
    step = DISTINCT_STEP[min(DISTINCT.of(hand), len(DISTINCT_STEP) - 1)]
    found = []
    for count, completed in zip(counts, with_another, strict=True):
        gain = ANOTHER[min(count, len(ANOTHER) - 1)] if count else step
        found.append(gain + max(0.0, completed - now))
    found.append(RELIC_CARD + max(0.0, with_relic - now))
    return found


def _worths_of_purchases(game: Rules, state: State, player: int) -> list[float]:
    """Return the worth of the best purchase, by number of queue cards to choose from."""
    left = rounds_left(game, state)
    return worths_of_queue(game, state, player, left, caravels_of(game, state.public))


@lru_cache(maxsize=1 << 13)
def losses(hand: PackedCards) -> tuple[tuple[float, ...], ...]:
    """Return, by Kind, the loss from each card of it that leaves the hand, in the order of
    leaving.
    """
    *counts, relics = CARDS.unpack(hand)
    step = DISTINCT_STEP[max(DISTINCT.of(hand), 1) - 1]
    rows = [
        tuple(
            [
                LEAVING[min(left, len(LEAVING) - 1)] if left else step
                for left in range(count - 1, -1, -1)
            ]
        )
        for count in counts
    ]
    return (*rows, (RELIC_CARD,) * relics)


def best_ascending(worths: Sequence[Sequence[float]], number: int) -> list[float]:
    """Return, by Kind, the best worth of this many cards, beginning with one of it and in ascending
    order.

    `worths` has, by Kind, the worth of each card; cards that would lower the total are left out.
    """
    found = [0.0] * len(worths)
    best: list[float] = []
    for kind in range(len(worths) - 1, -1, -1):
        if row := worths[kind]:
            first, *others = row
            best = sorted([*others, *best], reverse=True)[: number - 1]
            found[kind] = fsum([first, *best])
            best = sorted([first, *best], reverse=True)
    return found


# By phase.


def _gains_of_taking(
    game: Rules,
    state: State,
    player: int,
    choices: Sequence[actions.Pick | actions.Take | actions.Exchange],
) -> list[float]:
    by_kind = gains(game, state, player)
    market = state.public.market
    has_orellana = has(game, state.public.owned[player], ORELLANA)
    found = []
    for action in choices:
        if type(action) is not actions.Exchange:
            found.append(by_kind[action.kind])
            continue
        gain = by_kind[action.wanted]
        if has_orellana:
            given, wanted = CARDS.one[action.kind], CARDS.one[action.wanted]
            if trade.pays_orellana(CARDS.remove(CARDS.add(market, given), wanted)):
                gain += ORELLANA_PRIZE
        found.append(gain)
    return found


def _offers(
    _game: Rules, state: State, player: int, choices: Sequence[actions.Action]
) -> list[float]:
    hidden = state.hidden
    places = state.trade.announced - hidden.steps[player]
    by_kind = _gains_of_offering(hidden.hands[player], hidden.chosen[player], places)
    return [
        by_kind[action.kind] if isinstance(action, actions.Offer) else 0.0 for action in choices
    ]


@lru_cache(maxsize=1 << 12)
def _gains_of_offering(hand: PackedCards, chosen: PackedCards, number: int) -> list[float]:
    worths = [
        [BACK + BID * kind.number - loss for loss in row[count:]]
        for kind, row, count in zip(Kind, losses(hand), CARDS.unpack(chosen), strict=True)
    ]
    return best_ascending(worths, number)


def _turn(game: Rules, state: State, player: int, choices: Sequence[Any]) -> list[float]:
    event = event_for(state.round.event, estate_of(game, state.public.owned[player]))
    purchases: list[float] = []
    found = []
    for action in choices:
        kind = type(action)
        if kind is actions.Identical:
            purchases = purchases or _worths_of_purchases(game, state, player)
            reach = progression.reach_of(action.resource, action.cards + action.relics, event)
            relics = action.cards if action.resource is RELIC else action.relics
            gain = purchases[reach] - RELIC_CARD * relics
        elif kind is actions.Different:
            gain = prices_of(game, event)[action.cards]
        elif kind is actions.Relics:
            gain = game.relic_prices[action.cards]
        elif kind is actions.Employ:
            gain = MERCHANT
        elif kind is actions.Perfect:
            gain = PERFECT
        elif kind is actions.Done:
            gain = END_OF_TURN
        else:
            raise _unknown(action)
        found.append(gain)
    return found


def _unknown(action: object) -> NotImplementedError:
    return NotImplementedError(f"{type(action).__name__}: no gain is known")


def _conversions(
    game: Rules, state: State, player: int, choices: Sequence[actions.Convert]
) -> list[float]:
    hand = state.hidden.hands[player]
    gained, lost = gains(game, state, player), losses(hand)
    return [gained[action.target] - lost[action.card][0] for action in choices]


def _buys(game: Rules, state: State, player: int, choices: Sequence[actions.Action]) -> list[float]:
    worths = worths_of_cards(
        game, state, player, rounds_left(game, state), caravels_of(game, state.public)
    )
    found = []
    for action in choices:
        if isinstance(action, actions.Buy):
            found.append(worths[action.place])
        elif isinstance(action, actions.BuyUnseen):
            found.append(UNSEEN_CARD)
        else:
            raise _unknown(action)
    return found


def _stores(
    game: Rules, state: State, player: int, choices: Sequence[actions.Action]
) -> list[float]:
    hidden = state.hidden
    places = places_to_store(game, state, player) - hidden.steps[player]
    left = CARDS.unpack(CARDS.remove(hidden.hands[player], hidden.chosen[player]))
    by_kind = best_ascending(
        [[STORED_KIND[kind]] * count for kind, count in enumerate(left)], places
    )
    found = []
    for action in choices:
        if isinstance(action, actions.Store):
            found.append(by_kind[action.kind])
        elif isinstance(action, actions.StoreNothing):
            found.append(0.0)
        else:
            raise _unknown(action)
    return found


GAINS: Mapping[Phase, Callable[[Rules, State, int, Sequence[Any]], list[float]]] = {
    Phase.PICKS: _gains_of_taking,
    Phase.OFFERS: _offers,
    Phase.TRADES: _gains_of_taking,
    Phase.GIFT: lambda _game, state, player, choices: [
        -losses(state.hidden.hands[player])[action.kind][0] for action in choices
    ],
    Phase.FIRST: lambda game, _state, player, choices: [
        (
            LATER_TURN * ((player - action.seat) % game.players)
            if action.seat != player
            else FIRST_TURN
        )
        for action in choices
    ],
    Phase.TURN: _turn,
    Phase.MERCHANT: _conversions,
    Phase.PURCHASE: _buys,
    Phase.STORAGE: _stores,
}
"""By phase: the function that returns the gain of each action."""
