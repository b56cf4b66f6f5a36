"""How well a seat stands in Mundus Novus: the doubloons it can expect at the end, as a chance to win."""

from __future__ import annotations

from math import exp, fsum
from typing import TYPE_CHECKING

from boardgames.core.errors import ConfigurationError
from boardgames.games.mundus_novus.actions import DONE
from boardgames.games.mundus_novus.components import CARDS, GROUP_SIZE, QUEUE, Event, Kind
from boardgames.games.mundus_novus.phases.choices import last_kind
from boardgames.games.mundus_novus.phases.events import event_for
from boardgames.games.mundus_novus.phases.means import FEWEST, MOST
from boardgames.games.mundus_novus.phases.progression import REACH
from boardgames.games.mundus_novus.phases.storage import places_to_store, shipyard_income
from boardgames.games.mundus_novus.phases.trade import offers_freely
from boardgames.games.mundus_novus.scoring import GOAL
from boardgames.games.mundus_novus.state import NO_TURN, Phase, State, Turn

if TYPE_CHECKING:
    from random import Random

    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.actions import Action
    from boardgames.games.mundus_novus.components import Development, Estate
    from boardgames.games.mundus_novus.rules import MundusNovus

PACE = 9.0
"""Doubloons by which the richest comes closer to the end in a round."""
PURCHASES = 0.8
"""Development cards that a player takes in a round."""
SHOWN = 0.98
"""Chance to win of a player who has shown a perfect set, while the round goes on."""
MOST_EXPONENT = 700.0
"""Of `exp`, so that the poorest seat does not overflow it."""
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


def evaluate(game: MundusNovus, state: State, player: int) -> float:
    """Return the estimated chance of this seat to win.

    Cards chosen but not revealed yet count as if the best of the others followed them, a set begun as if completed.
    """
    shown = state.round.perfect
    if shown:
        return SHOWN / len(shown) if player in shown else 1 - SHOWN
    left = rounds_left(game, state)
    expected = [_wealth(game, state, seat, left) for seat in range(game.players)]
    lead = expected[player] - max([wealth for seat, wealth in enumerate(expected) if seat != player])
    lead += _prospects(game, state, player, left)
    return 1 / (1 + exp(min(MOST_EXPONENT, -lead / (5 + 2 * left))))


EARLY_END = 0.1
"""Chance that a random player ends their turn though they could do something else."""


def random_action(game: MundusNovus, state: State, rng: Random, player: int | None) -> Action:
    """Return a random legal action; a turn ends early only now and then, while there is something to do in it."""
    actions = game.legal_actions(state, player)
    count = len(actions)
    if not count:
        seat = state.player if player is None else player
        raise ConfigurationError(f"player {seat + 1} has nothing to decide now")
    if count > 1 and actions[-1] is DONE and rng.random() >= EARLY_END:
        count -= 1
    return actions[int(rng.random() * count)]


def rounds_left(game: MundusNovus, state: State) -> float:
    """Return how many rounds are likely to come after this one."""
    by_wealth = (GOAL - max(state.public.doubloons)) / PACE
    by_deck = len(state.hidden.deck) / (PURCHASES * game.players)
    return max(0.0, min(by_wealth, by_deck))


def _wealth(game: MundusNovus, state: State, seat: int, left: float) -> float:
    """Return doubloons, and what the Development cards bring in the rounds to come; Shipyards pay in this one too."""
    public = state.public
    estate = game.estates[public.owned[seat]]
    more = shipyard_income(game, state, seat)
    now = more if state.phase is not Phase.STORAGE else 0
    if not _has_played(game, state, seat):
        now += estate.income
    return public.doubloons[seat] + now + left * (estate.income + more + _use(estate))


def _use(estate: Estate) -> float:
    """Return what the Development cards are worth a round, beside the doubloons they pay."""
    worth = CARAVEL * len(estate.caravels) + SLOT * estate.slots + SHIPYARD * estate.shipyards
    for count in estate.merchants:
        worth += fsum(MERCHANT[:count]) + FURTHER_MERCHANT * max(0, count - len(MERCHANT))
    powers = (ALMAGRO, COSA, CASAS, PIZARRO, PONCE, VALDIVIA, ORELLANA, CORONADO)
    return worth + fsum([power for power, has in zip(powers, estate[-len(powers) :], strict=True) if has])


def _has_played(game: MundusNovus, state: State, seat: int) -> bool:
    """Tell whether this seat has ended its turn of the round."""
    if state.phase is Phase.STORAGE:
        return True
    first = state.round.first
    return state.phase in IN_TURN and (seat - first) % game.players < (state.player - first) % game.players


def _prospects(game: MundusNovus, state: State, player: int, left: float) -> float:
    """Return what the player's own cards promise: in this round before the end of his turn, in the next one after."""
    hand = state.hidden.hands[player]
    if state.phase is Phase.STORAGE:
        return _storing(game, state, player) if left else 0.0
    if _has_played(game, state, player):
        slots = game.estates[state.public.owned[player]].slots
        return _best(hand, slots) if left else 0.0
    if state.phase in IN_TURN:
        turn = state.turn if player == state.player else NO_TURN
        later = (player - state.round.first) % game.players
        return _sets(game, state, player, turn, left) - TURN_EARLIER * later
    worth = _sets(game, state, player, NO_TURN, left)
    if state.phase is Phase.OFFERS:
        return worth + _offering(game, state, player)
    if state.trade.offers:
        worth += RETURN * CARDS.size(state.trade.offers[player]) + (OFFICE if player == state.round.master else 0.0)
    return worth


# Sets (M6).


def _sets(game: MundusNovus, state: State, player: int, turn: Turn, left: float) -> float:
    """Return what the sets that the player can still make are worth, the one begun included."""
    estate = game.estates[state.public.owned[player]]
    event = event_for(state.round.event, estate)
    counts = list(CARDS.unpack(state.hidden.hands[player]))
    for target, _ in turn.converted:
        counts[target] += 1
    merchants = [have - used for have, used in zip(estate.merchants, turn.employed, strict=True)]
    purchases = _purchases(game, state, player, left, storm=event is Event.STORM)
    worth = -PENDING * (len(turn.converted) + (turn.group is not None))
    if turn.reach is not None:
        worth += purchases[turn.reach]
    if turn.size:
        worth += _price(game, event, turn.size)
        plenty = sorted(range(len(counts) - 1), key=counts.__getitem__, reverse=True)
        for kind in plenty[: turn.size]:
            counts[kind] -= counts[kind] > 0
    *resources, relics = counts
    may_buy = not turn.identical or event is Event.KINGS_HELP
    may_sell, may_sell_relics = not turn.different, not turn.relics

    def rest(distinct: int, wild: int) -> float:
        """Return what is earned for the other sets."""
        sold = _price(game, event, distinct) if may_sell else 0.0
        return sold + (game.relic_prices[min(wild, MOST)] if may_sell_relics else RELIC_LEFT_OVER * wild)

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


def _price(game: MundusNovus, event: Event, distinct: int) -> float:
    if distinct < len(PARTIAL):
        return PARTIAL[distinct] / 2
    return distinct if event is Event.NATIVES else game.different_prices[distinct]


def _purchases(game: MundusNovus, state: State, player: int, left: float, *, storm: bool) -> list[float]:
    """Return, by number of queue cards to choose from, what the best of them is worth to this player."""
    worths = [0.0]
    estate = game.estates[state.public.owned[player]]
    for key in state.public.queue[: 1 if storm else QUEUE]:
        worths.append(max(worths[-1], _card(game, state, game.cards[key], estate, left)))
    return worths + worths[-1:] * (QUEUE + 1 - len(worths))


def _card(game: MundusNovus, state: State, card: Development, estate: Estate, left: float) -> float:
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
        sizes = [len(game.estates[each].caravels) for each in state.public.owned]
        more = sum([size > len(estate.caravels) for size in sizes])
        return more + left * (more + SHIPYARD)
    return card.doubloons + left * (card.doubloons + owned)


CARD_USES = (ALMAGRO, COSA, CASAS, PIZARRO, PONCE, VALDIVIA, ORELLANA, CORONADO, 0.0)
"""By Character, as `_use` counts them."""

# Cards chosen one by one.


def _best(cards: PackedCards, number: int) -> float:
    """Return what the best cards are worth in store, so many at most."""
    worths = [STORED[kind] for kind, count in enumerate(CARDS.unpack(cards)) for _ in range(count)]
    return fsum(sorted(worths, reverse=True)[:number])


def _storing(game: MundusNovus, state: State, player: int) -> float:
    """Return what is stored, and the best that can still follow in ascending order."""
    hidden = state.hidden
    chosen, steps = hidden.chosen[player], hidden.steps[player]
    stored = _best(chosen, CARDS.size(chosen))
    if steps > CARDS.size(chosen):
        return stored
    lowest = last_kind(chosen)
    rest = CARDS.only(CARDS.remove(hidden.hands[player], chosen), tuple(Kind)[lowest:])
    return stored + _best(rest, places_to_store(game, state, player) - steps)


def _offering(game: MundusNovus, state: State, player: int) -> float:
    """Return what is gained by offering the chosen cards, and those that best follow them in ascending order."""
    hidden = state.hidden
    chosen, steps, hand = hidden.chosen[player], hidden.steps[player], CARDS.unpack(hidden.hands[player])
    offered = CARDS.unpack(chosen)
    gain, followers = 0.0, []
    lowest = last_kind(chosen)
    for kind, count in enumerate(hand):
        gains = [RETURN - cost for cost in _costs(kind, count)]
        gain += fsum(gains[: offered[kind]])
        if kind >= lowest:
            followers += gains[offered[kind] :]
    if offers_freely(game, state, player):
        followers = [follower for follower in followers if follower > 0] if steps == CARDS.size(chosen) else []
    return gain + fsum(sorted(followers, reverse=True)[: state.trade.announced - steps])


def _costs(kind: int, count: int) -> list[float]:
    """Return what one misses without the first, second, third card of a kind, the one to go first before the others."""
    if kind == Kind.RELIC:
        return [3.0] * count
    bonus = 0.04 * kind
    if count >= FEWEST:
        return [1.0] * (count - FEWEST) + [1.7 - bonus] * FEWEST
    return [0.7 - bonus, 1.5 - bonus][2 - count :]
