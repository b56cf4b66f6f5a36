"""Estimates a seat's chance to win Mundus Novus: a softmax over the seats of a weighted sum of
features.

The features are the doubloons that a seat has or can expect in this round, and what it owns for
future rounds. Their weights in weights.toml are fitted to games between bots (see
`examples/tune.py`). The worth of a hand is set manually: unrevealed choices count as if the best
further cards followed, and a set that has been begun counts as completed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from boardgames.contract.refusals import check_seat
from boardgames.core.values import ahead
from boardgames.games.mundus_novus.components import CARDS, CASAS, Estate, Owned
from boardgames.games.mundus_novus.phases.storage import places_to_store, shipyard_pay
from boardgames.games.mundus_novus.scoring import GOAL
from boardgames.games.mundus_novus.skill import worth
from boardgames.games.mundus_novus.skill.worth import (
    FEATURES,
    OF_DOUBLOONS,
    OF_SHIPYARD_PAYS,
    OWNED,
    WEIGHTS,
)
from boardgames.games.mundus_novus.state import (
    IN_TURN,
    NO_TURN,
    Phase,
    Rules,
    State,
    estate_of,
)
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
    left = rounds_left(game, state)
    return [
        (OF_DOUBLOONS * (now + prospects) + left * _worth_of_cards(game, owned, pays)) / (1 + left)
        for now, prospects, pays, owned in standings(game, state, left)
    ]


def features(game: Rules, state: State) -> tuple[str, list[list[float]]]:
    """Return the situation, and the features of each seat; once a perfect set is shown, nothing
    else counts.
    """
    if shown := state.round.perfect:
        return "perfect", [[float(seat in shown)] for seat in game.seats]
    left = rounds_left(game, state)
    rows = []
    for standing in standings(game, state, left):
        amounts = dict.fromkeys(OWNED, 0.0)
        for name, amount in worth.owned_features(game, standing.owned):
            amounts[name] += amount
        amounts["shipyard_pays"] = standing.pays
        doubloons = (standing.now + standing.prospects) / (1 + left)
        rows.append([doubloons, *[left * amount / (1 + left) for amount in amounts.values()]])
    return "play", rows


def reasons(game: Rules, /, state: State, player: int) -> Mapping[str, float]:
    """Return how much each source of doubloons favours this seat; see `Game.reasons`."""
    player = check_seat(game, player)
    if shown := state.round.perfect:
        return {
            "perfect_set": PERFECT * ahead([float(seat in shown) for seat in game.seats], player)
        }
    left = rounds_left(game, state)
    found = standings(game, state, left)
    sources = {
        "doubloons": [OF_DOUBLOONS * standing.now for standing in found],
        "development_cards": [
            left * _worth_of_cards(game, standing.owned, standing.pays) for standing in found
        ],
        "cards_in_hand": [OF_DOUBLOONS * standing.prospects for standing in found],
    }
    return {source: ahead(column, player) / (1 + left) for source, column in sources.items()}


def _worth_of_cards(game: Rules, owned: Owned, pays: int) -> float:
    """Return the worth, in each later round, of the Development cards and what Shipyards pay."""
    return worth.use_of(game, owned) + OF_SHIPYARD_PAYS * pays


def rounds_left(game: Rules, state: State) -> float:
    """Return the expected number of rounds after this one."""
    public = state.public
    incomes = [estate_of(game, owned).income for owned in public.owned]
    wealth = [have + income for have, income in zip(public.doubloons, incomes, strict=True)]
    by_wealth = (GOAL - max(wealth)) / (PACE + PACE_OF_INCOME * max(incomes))
    before_turns, in_turns, after_turns = ROUNDS
    if state.phase is Phase.STORAGE:
        by_wealth += after_turns
    else:
        by_wealth += in_turns if state.phase in IN_TURN else before_turns
    by_deck = len(state.hidden.deck) / (PURCHASES * game.players)
    return max(0.0, min(by_wealth, by_deck))


class SeatValue(NamedTuple):
    """The basis of a seat's features, in doubloons."""

    now: int
    """Those that it has, with what Shipyards have yet to pay in this round."""
    prospects: float
    """Others that it can expect in this round."""
    pays: int
    """What its Shipyards would pay now."""
    owned: Owned
    """Its Development cards."""


def standings(game: Rules, state: State, left: float) -> list[SeatValue]:
    """Return how each seat stands, with this many rounds after this one."""
    public = state.public
    estates = [estate_of(game, owned) for owned in public.owned]
    caravels = [len(estate.caravels) for estate in estates]
    shipyards_have_paid = state.phase is Phase.STORAGE
    found = []
    for seat, estate in enumerate(estates):
        now = public.doubloons[seat]
        pays = 0
        if estate.shipyards:
            pays = estate.shipyards * shipyard_pay(seat, caravels)
            if not shipyards_have_paid:
                now += pays
        prospects = _prospects(game, state, seat, estate, left, caravels)
        found.append(SeatValue(now, prospects, pays, public.owned[seat]))
    return found


def _prospects(
    game: Rules, state: State, seat: int, estate: Estate, left: float, caravels: list[int]
) -> float:
    """Return the doubloons that a seat will get in this round, and the worth of what it can store
    for the next.
    """
    phase = state.phase
    if phase is Phase.STORAGE:
        places = places_to_store(game, state, seat)
        return min(1.0, left) * worth.storing(state.hidden, seat, places)
    if phase in IN_TURN:
        first = state.round.first
        place = (seat - first) % game.players
        place_now = (state.player - first) % game.players
        later = place - place_now
        has_had_a_turn = later < 0
        if has_had_a_turn:
            return min(1.0, left) * worth.stored_best(state.hidden.hands[seat], estate.slots)
        turn = NO_TURN if later else state.turn
        begun, more = worth.sets(game, state, seat, estate, turn, left, caravels)
        return estate.income + begun + IN_TURNS * more - LATER * later
    # Before the first turn of the round.
    _, more = worth.sets(game, state, seat, estate, NO_TURN, left, caravels)
    gains = estate.income + BEFORE_TURNS * more
    trade = state.trade
    if phase is Phase.OFFERS:
        hidden = state.hidden
        return gains + worth.offering(
            hidden.hands[seat],
            hidden.chosen[seat],
            hidden.steps[seat],
            trade.announced,
            free=CASAS in estate.characters,
        )
    if trade.offers:
        gains += ON_OFFER * CARDS.size(trade.offers[seat])
        if seat == state.round.master:
            gains += OFFICE
    return gains
