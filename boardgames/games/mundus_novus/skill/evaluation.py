"""Estimates a seat's chance to win Mundus Novus: a softmax over the seats of a weighted sum of
features.

The features are the doubloons that a seat has or can expect in this round, and what it owns for
future rounds. Their weights in weights.toml are fitted to games between bots (see
`examples/tune.py`). The worth of a hand is set manually: unrevealed choices count as if the best
further cards followed, and a set that has been begun counts as completed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boardgames.contract.refusals import check_seat
from boardgames.core.values import ahead
from boardgames.games.mundus_novus.components import CARDS, Estate, Owned
from boardgames.games.mundus_novus.phases.storage import caravels_of, places_to_store, shipyard_pay
from boardgames.games.mundus_novus.scoring import GOAL
from boardgames.games.mundus_novus.skill import worth
from boardgames.games.mundus_novus.skill.worth import (
    FEATURES,
    OF_DOUBLOONS,
    OF_SHIPYARD_PAYS,
    OWNED,
    WEIGHTS,
)
from boardgames.games.mundus_novus.state import IN_TURN, NO_TURN, Phase, Rules, State
from boardgames.kit.weights import chances_by

__all__ = ["FEATURES", "WEIGHTS", "chances", "features", "reasons"]

# Set manually. All worths are in doubloons.

PACE, PACE_OF_INCOME = 7.9, 0.48
"""Doubloons that the richest player earns in a round: a base, and more for each doubloon that
Development cards pay.
"""
PURCHASES = 0.8
"""Development cards that a player takes in a round, on average."""
ROUNDS = (-0.4, 0.15, 0.5)
"""Rounds to add to the number left: before the turns of a round, during them, and after them."""
PERFECT = 4.6
"""What a perfect set adds to the logarithm of the odds to win; it is too rare to be fitted."""
BEFORE_TURNS, IN_TURNS = 0.44, 0.88
"""Weight of a doubloon expected from the hand, before the turns of the round and during them."""
LATER = 0.13
"""Doubloons lost with each turn before the player's own."""
ON_OFFER = 0.57
"""Gain for each of the player's cards on offer, once all are revealed."""
OFFICE = -0.46
"""Worth of being Trade Master while cards are exchanged."""


@chances_by
def chances(game: Rules, /, state: State) -> Sequence[float]:
    """Return every seat's estimated chance to win, based on the doubloons that all seats can expect
    at the end.
    """
    if shown := state.round.perfect:
        return [PERFECT * (seat in shown) for seat in game.seats]
    left, uses = rounds_left(game, state), game.uses
    return [
        (OF_DOUBLOONS * (now + prospects) + left * (uses[owned] + OF_SHIPYARD_PAYS * pays))
        / (1 + left)
        for now, prospects, pays, owned in standings(game, state, left)
    ]


def features(game: Rules, state: State) -> tuple[str, list[list[float]]]:
    """Return the situation, and the features of each seat; once a perfect set is shown, nothing
    else counts.
    """
    if shown := state.round.perfect:
        return "perfect", [[float(seat in shown)] for seat in game.seats]
    left, rows = rounds_left(game, state), []
    for now, prospects, pays, owned in standings(game, state, left):
        amounts = dict.fromkeys(OWNED, 0.0)
        for name, amount in worth.owned_features(game.developments, owned):
            amounts[name] += amount
        amounts["shipyard_pays"] = pays
        rows.append(
            [
                (now + prospects) / (1 + left),
                *[left * amount / (1 + left) for amount in amounts.values()],
            ]
        )
    return "play", rows


def reasons(game: Rules, /, state: State, player: int) -> Mapping[str, float]:
    """Return how much each source of doubloons favours this seat; see `Game.reasons`."""
    player = check_seat(game, player)
    if shown := state.round.perfect:
        return {
            "perfect set": PERFECT * ahead([float(each in shown) for each in game.seats], player)
        }
    left, uses = rounds_left(game, state), game.uses
    rows = [
        (
            OF_DOUBLOONS * now,
            left * (uses[owned] + OF_SHIPYARD_PAYS * pays),
            OF_DOUBLOONS * prospects,
        )
        for now, prospects, pays, owned in standings(game, state, left)
    ]
    columns = zip(
        ("doubloons", "Development cards", "cards in hand"), zip(*rows, strict=True), strict=True
    )
    return {source: ahead(column, player) / (1 + left) for source, column in columns}


def rounds_left(game: Rules, state: State) -> float:
    """Return the expected number of rounds after this one."""
    public, phase = state.public, state.phase
    incomes = [game.estates[owned].income for owned in public.owned]
    richest = max(
        [doubloons + income for doubloons, income in zip(public.doubloons, incomes, strict=True)]
    )
    by_wealth = (GOAL - richest) / (PACE + PACE_OF_INCOME * max(incomes))
    by_wealth += ROUNDS[2 if phase is Phase.STORAGE else phase in IN_TURN]
    return max(0.0, min(by_wealth, len(state.hidden.deck) / (PURCHASES * game.players)))


def standings(game: Rules, state: State, left: float) -> list[tuple[int, float, int, Owned]]:
    """Return the basis of each seat's features in doubloons, with this many rounds after this one.

    Those that it has, with what Shipyards have yet to pay in this round; others that it can expect
    in this round; what its Shipyards would pay now. Last, its Development cards.
    """
    public, estates, caravels, paid = (
        state.public,
        game.estates,
        caravels_of(game, state),
        state.phase is Phase.STORAGE,
    )
    found = []
    for seat, (doubloons, owned) in enumerate(zip(public.doubloons, public.owned, strict=True)):
        estate, now, pays = estates[owned], doubloons, 0
        if estate.shipyards:
            pays = estate.shipyards * shipyard_pay(seat, caravels)
            if not paid:
                now += pays
        found.append((now, _prospects(game, state, seat, estate, left, caravels), pays, owned))
    return found


def _prospects(
    game: Rules, state: State, seat: int, estate: Estate, left: float, caravels: list[int]
) -> float:
    """Return the doubloons that a seat will get in this round, and the worth of what it can store
    for the next.
    """
    phase, hand = state.phase, state.hidden.hands[seat]
    if phase is Phase.STORAGE:
        return min(1.0, left) * worth.storing(
            state.hidden, seat, places_to_store(game, state, seat)
        )
    later = 0
    turn = NO_TURN
    if phase in IN_TURN:
        first = state.round.first
        later = (seat - first) % game.players - (state.player - first) % game.players
        if later < 0:
            return min(1.0, left) * worth.stored_best(hand, estate.slots)
        if not later:
            turn = state.turn
    begun, more = worth.sets(game, state, seat, turn, left, caravels)
    if phase in IN_TURN:
        return estate.income + begun + IN_TURNS * more - LATER * later
    gains = estate.income + BEFORE_TURNS * more
    if phase is Phase.OFFERS:
        hidden, announced = state.hidden, state.trade.announced
        return gains + worth.offering(
            hand, hidden.chosen[seat], hidden.steps[seat], announced, free=estate.casas
        )
    if state.trade.offers:
        gains += ON_OFFER * CARDS.size(state.trade.offers[seat])
        if seat == state.round.master:
            gains += OFFICE
    return gains
