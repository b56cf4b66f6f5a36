"""How well a seat stands in Mundus Novus: the doubloons it can expect at the end, as a chance to win."""

from __future__ import annotations

from math import exp, fsum
from typing import TYPE_CHECKING

from boardgames.games.mundus_novus.cards import CARD, GROUP_SIZE, MASK, SHIFTS, TOTAL, Cards, Kind, unpacked
from boardgames.games.mundus_novus.closing import GOAL, places_to_store
from boardgames.games.mundus_novus.components import Event
from boardgames.games.mundus_novus.progression import ANY, FEWEST, MOST, REACH, event_for
from boardgames.games.mundus_novus.state import Phase, State, Turn
from boardgames.games.mundus_novus.supply import NO_TURN
from boardgames.games.mundus_novus.trade import last_kind

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.box import Box
    from boardgames.games.mundus_novus.components import Development, Estate

PACE = 9.0
"""Doubloons by which the richest comes closer to the end in a round."""
PURCHASES = 0.8
"""Development cards that a player takes in a round."""
SHOWN = 0.98
"""Chance to win of a player who has shown a perfect set, while the round goes on."""
IN_TURN = (Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE)

# What things are worth, in doubloons.

CARAVEL, SLOT, SHIPYARD = 1.7, 0.7, 0.25
MERCHANT = (1.6, 1.0, 0.6)
"""The first of a group, the second, the third."""
FURTHER_MERCHANT = 0.3
ALMAGRO, COSA, CASAS, PIZARRO, PONCE, VALDIVIA, ORELLANA, CORONADO = 0.3, 0.4, 0.4, 0.2, 0.1, 0.4, 0.8, 0.2
"""A round, beside the doubloons that the card pays."""
PARTIAL = (0.0, 0.6, 1.4, 2.8)
"""Fewer resources than make a different set."""
LEFT_OVER, RELIC_LEFT_OVER = 0.15, 0.4
"""A card that no set needs, while there may still come others to it."""
RETURN = 1.3
"""What comes back for a card on offer."""
OFFICE = 0.8
"""Being Trade Master while cards are exchanged."""
TURN_EARLIER = 0.15
"""Taking one's turn one player earlier."""
STORED = (0.7, 0.7, 0.7, 0.8, 0.8, 0.8, 1.0, 1.0, 1.0, 2.0)
"""By Kind: a card in store."""
PENDING = 0.05
"""What a Merchant at work is short of a finished set, so that he works only where it helps."""


def evaluate(box: Box, state: State, player: int) -> float:
    """Return the estimated chance of this seat to win.

    Cards chosen but not revealed yet count as if the best of the others followed them, a set begun as if completed.
    """
    shown = state.round.perfect
    if shown:
        return SHOWN / len(shown) if player in shown else 1 - SHOWN
    left = rounds_left(box, state)
    expected = [_wealth(box, state, seat, left) for seat in range(box.players)]
    lead = expected[player] - max([wealth for seat, wealth in enumerate(expected) if seat != player])
    lead += _prospects(box, state, player, left)
    return 1 / (1 + exp(-lead / (5 + 2 * left)))


def rounds_left(box: Box, state: State) -> float:
    """Return how many rounds are likely to come after this one."""
    by_wealth = (GOAL - max(state.table.doubloons)) / PACE
    by_deck = len(state.hidden.deck) / (PURCHASES * box.players)
    return max(0.0, min(by_wealth, by_deck))


def _wealth(box: Box, state: State, seat: int, left: float) -> float:
    """Return doubloons, and what the Development cards bring in the rounds to come; Shipyards pay in this one too."""
    table = state.table
    estate = box.estates[table.owned[seat]]
    more = 0
    if estate.shipyards:
        sizes = [len(box.estates[owned].caravels) for owned in table.owned]
        more = estate.shipyards * sum([size > len(estate.caravels) for size in sizes])
    now = more if state.phase is not Phase.STORAGE else 0
    if not _has_played(box, state, seat):
        now += estate.income
    return table.doubloons[seat] + now + left * (estate.income + more + _use(estate))


def _use(estate: Estate) -> float:
    """Return what the Development cards are worth a round, beside the doubloons they pay."""
    worth = CARAVEL * len(estate.caravels) + SLOT * estate.slots + SHIPYARD * estate.shipyards
    for count in estate.merchants:
        worth += fsum(MERCHANT[:count]) + FURTHER_MERCHANT * max(0, count - len(MERCHANT))
    powers = (ALMAGRO, COSA, CASAS, PIZARRO, PONCE, VALDIVIA, ORELLANA, CORONADO)
    return worth + fsum([power for power, has in zip(powers, estate[-len(powers) :], strict=True) if has])


def _has_played(box: Box, state: State, seat: int) -> bool:
    """Tell whether this seat has ended its turn of the round."""
    if state.phase is Phase.STORAGE:
        return True
    first = state.round.first
    return state.phase in IN_TURN and (seat - first) % box.players < (state.player - first) % box.players


def _prospects(box: Box, state: State, player: int, left: float) -> float:
    """Return what the player's own cards promise: in this round before the end of his turn, in the next one after."""
    hand = state.hidden.hands[player]
    if state.phase is Phase.STORAGE:
        return _storing(box, state, player) if left else 0.0
    if _has_played(box, state, player):
        slots = box.estates[state.table.owned[player]].slots
        return _best(hand, slots) if left else 0.0
    if state.phase in IN_TURN:
        turn = state.turn if player == state.player else NO_TURN
        later = (player - state.round.first) % box.players
        return _sets(box, state, player, turn, left) - TURN_EARLIER * later
    worth = _sets(box, state, player, NO_TURN, left)
    if state.phase is Phase.OFFERS:
        return worth + _offering(box, state, player)
    if state.trade.offers:
        worth += RETURN * (state.trade.offers[player] >> TOTAL) + (OFFICE if player == state.round.master else 0.0)
    return worth


# Sets (M6).


def _sets(box: Box, state: State, player: int, turn: Turn, left: float) -> float:
    """Return what the sets that the player can still make are worth, the one begun included."""
    estate = box.estates[state.table.owned[player]]
    event = event_for(state.round.event, estate)
    counts = list(unpacked(state.hidden.hands[player]))
    for target, _ in turn.converted:
        counts[target] += 1
    merchants = [have - used for have, used in zip(estate.merchants, turn.employed, strict=True)]
    purchases = _purchases(box, state, player, left, storm=event is Event.STORM)
    worth = -PENDING * (len(turn.converted) + (turn.group is not None))
    if turn.reach is not None:
        worth += purchases[turn.reach]
    if turn.size:
        worth += _price(box, event, turn.size)
        plenty = sorted(range(len(counts) - 1), key=counts.__getitem__, reverse=True)
        for kind in plenty[: turn.size]:
            counts[kind] -= counts[kind] > 0
    *resources, relics = counts
    may_buy = not turn.identical or event is Event.KINGS_HELP
    may_sell, may_sell_relics = not turn.different, not turn.relics

    def rest(distinct: int, wild: int) -> float:
        """Return what is earned for the other sets."""
        sold = _price(box, event, distinct) if may_sell else 0.0
        return sold + (box.relic_prices[min(wild, MOST)] if may_sell_relics else RELIC_LEFT_OVER * wild)

    cards = sum(resources)
    distinct = sum([count > 0 for count in resources])
    missing = [sum([not count for count in resources[start : start + GROUP_SIZE]]) for start in (0, 3, 6)]
    gain = min(cards - distinct, sum([min(pair) for pair in zip(merchants, missing, strict=True)]))
    if distinct + gain == len(resources) and relics and player not in state.round.perfect:
        return GOAL + worth
    best = rest(distinct + gain, relics)
    if may_buy:
        for kind, count in enumerate(resources):
            helpers = min(merchants[kind // GROUP_SIZE], cards - count)
            for size in range(FEWEST, min(MOST, count + helpers + relics) + 1):
                natural = min(count, size)
                converted = min(helpers, size - natural)
                wild = size - natural - converted
                reach = 1 if event is Event.STORM else REACH[kind // GROUP_SIZE][size - FEWEST]
                remaining = distinct - (natural == count > 0) - max(0, converted - (cards - distinct))
                best = max(best, purchases[reach] + rest(max(0, remaining), relics - wild))
    return worth + best + LEFT_OVER * (cards + relics)


def _price(box: Box, event: Event, distinct: int) -> float:
    if distinct < len(PARTIAL):
        return PARTIAL[distinct] / 2
    return distinct if event is Event.NATIVES else box.different_prices[distinct]


def _purchases(box: Box, state: State, player: int, left: float, *, storm: bool) -> list[float]:
    """Return, by number of queue cards to choose from, what the best of them is worth to this player."""
    worths = [0.0]
    estate = box.estates[state.table.owned[player]]
    for index in state.table.queue[: 1 if storm else ANY]:
        worths.append(max(worths[-1], _card(box, state, box.cards[index], estate, left)))
    return worths + worths[-1:] * (ANY + 1 - len(worths))


def _card(box: Box, state: State, card: Development, estate: Estate, left: float) -> float:
    """Return what a Development card is worth to the owner of this estate, its doubloons of this turn included."""
    owned = CARD_USES[card.character] if card.character is not None else 0.0
    if card.caravel:
        owned = CARAVEL
    elif card.group is not None:
        held = estate.merchants[card.group]
        owned = MERCHANT[held] if held < len(MERCHANT) else FURTHER_MERCHANT
    elif card.slots:
        owned = SLOT * card.slots
    elif card.shipyard:
        sizes = [len(box.estates[each].caravels) for each in state.table.owned]
        more = sum([size > len(estate.caravels) for size in sizes])
        return more + left * (more + SHIPYARD)
    return card.doubloons + left * (card.doubloons + owned)


CARD_USES = (ALMAGRO, COSA, CASAS, PIZARRO, PONCE, VALDIVIA, ORELLANA, CORONADO, 0.0)
"""By Character, as `_use` counts them."""

# Cards chosen one by one.


def _best(cards: Cards, number: int) -> float:
    """Return what the best cards are worth in store, so many at most."""
    worths = [STORED[kind] for kind, count in enumerate(unpacked(cards)) for _ in range(count)]
    return fsum(sorted(worths, reverse=True)[:number])


def _storing(box: Box, state: State, player: int) -> float:
    """Return what is stored, and the best that can still follow in ascending order."""
    hidden = state.hidden
    chosen, steps = hidden.chosen[player], hidden.steps[player]
    stored = _best(chosen, chosen >> TOTAL)
    if steps > chosen >> TOTAL:
        return stored
    rest = _not_below(hidden.hands[player] - chosen, last_kind(chosen))
    return stored + _best(rest, places_to_store(box, state, player) - steps)


def _not_below(cards: Cards, kind: int) -> Cards:
    return sum([(cards >> shift & MASK) * CARD[other] for other, shift in enumerate(SHIFTS) if other >= kind])


def _offering(box: Box, state: State, player: int) -> float:
    """Return what is gained by offering the chosen cards, and those that best follow them in ascending order."""
    hidden = state.hidden
    chosen, steps, hand = hidden.chosen[player], hidden.steps[player], unpacked(hidden.hands[player])
    offered = unpacked(chosen)
    gain, followers = 0.0, []
    lowest = last_kind(chosen)
    for kind, count in enumerate(hand):
        gains = [RETURN - cost for cost in _costs(kind, count)]
        gain += fsum(gains[: offered[kind]])
        if kind >= lowest:
            followers += gains[offered[kind] :]
    if box.estates[state.table.owned[player]].casas:
        followers = [follower for follower in followers if follower > 0] if steps == chosen >> TOTAL else []
    return gain + fsum(sorted(followers, reverse=True)[: state.trade.announced - steps])


def _costs(kind: int, count: int) -> list[float]:
    """Return what one misses without the first, second, third card of a kind, the one to go first before the others."""
    if kind == Kind.RELIC:
        return [3.0] * count
    bonus = 0.04 * kind
    if count >= FEWEST:
        return [1.0] * (count - FEWEST) + [1.7 - bonus] * FEWEST
    return [0.7 - bonus, 1.5 - bonus][2 - count :]
