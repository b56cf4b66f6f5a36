"""How well each seat stands in Mundus Novus, as a chance to win: a softmax over the seats, of weighted features.

The features are the doubloons that a seat has or can expect in this round, and what it owns for the rounds to come.
Their weights in weights.toml are fitted to games that bots played (see `examples/tune.py`). What a hand promises is
set by hand: cards chosen but not revealed yet count as if the best of the others followed them, and a set that has
been begun counts as completed.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING, TypeAlias

from boardgames.core.latest import latest
from boardgames.core.tuples import ahead
from boardgames.core.weights import read_weights, softmax
from boardgames.games.mundus_novus.actions import DONE
from boardgames.games.mundus_novus.components import (
    CARDS,
    DISTINCT,
    GROUP_SIZE,
    GROUPS,
    LARGEST_DIFFERENT,
    QUEUE_SIZE,
    RELIC,
    Character,
    Event,
    Kind,
)
from boardgames.games.mundus_novus.phases.choices import last_kind
from boardgames.games.mundus_novus.phases.event import event_for
from boardgames.games.mundus_novus.phases.progression import REACH
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.turn_options import LARGEST_IDENTICAL, SMALLEST_IDENTICAL, UNUSED
from boardgames.games.mundus_novus.scoring import GOAL, outcome
from boardgames.games.mundus_novus.state import NO_TURN, Phase, State, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.actions import Action
    from boardgames.games.mundus_novus.components import Development, Estate, Owned
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import Hidden

IN_TURN = (Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE)

# Set by hand. All worths are in doubloons.

EARLY_END = 0.1
"""Chance that a random player ends their turn though they could do something else."""
PACE, PACE_OF_INCOME = 7.9, 0.48
"""Doubloons that the richest player earns in a round, and further ones for each that Development cards pay."""
PURCHASES = 0.8
"""Development cards that a player takes in a round."""
ROUNDS = (-0.4, 0.15, 0.5)
"""Rounds to add to those still to come: before the turns of a round, during them, and after them."""
PARTIAL = (0.0, 0.3, 0.7, 1.4)
"""By number of different resources, too few for a different set: what they are worth."""
RELIC_KEPT = 0.4
"""The worth of a relic when no relic set may be made."""
PERFECT = 4.6
"""By how much a perfect set raises the logarithm of the odds to win; it is shown too rarely to fit that."""
STORED_KIND = (0.9, 0.9, 0.9, 1.0, 1.0, 1.0, 1.2, 1.2, 1.2, 2.5)
"""By Kind: the worth of a card in store."""
CARD_TAKEN = 0.95
"""What a player gains by the card that they take for one in their offer."""
COSTS = (1.1, 0.51, 1.24, 0.73)
"""Lost with a card that goes into an offer: the only one of its resource, one of two or of three, each further one."""
COST_OF_KIND = 0.03
"""Subtracted from the cost for each step in Kind, but not for more than three cards of a resource."""
COST_OF_RELIC = 2.2
"""Lost with a relic that goes into an offer."""
BEFORE_TURNS, IN_TURNS = 0.44, 0.88
"""What a doubloon counts that the hand promises, before the turns of the round and during them."""
LATER = 0.13
"""Lost with each turn that comes before the player's own."""
LEFT_OVER = 0.15
"""The worth of a card that no set needs."""
ON_OFFER = 0.57
"""What a player gains for each of their cards on offer, once all are revealed."""
OFFICE = -0.46
"""What being Trade Master is worth while cards are exchanged."""
CONVERSION = 0.05
"""The cost of a conversion until its set is made, so that Merchants convert only what helps."""

# The features of a seat.

OWNED = (
    "income", "caravel_1", "caravel_2", "caravel_3", "slot", "shipyard", "shipyard_pays",
    "merchant_1_3", "merchant_4_6", "merchant_7_9",
    *[character.name.lower() for character in Character],
)  # fmt: skip
FEATURES = {"play": ("doubloons", *OWNED)}
"""The features of a seat.

Divided by one more than the rounds still to come, since a lead counts for less the longer the game goes on:

- `doubloons`: those that it has, and those that it can expect from its cards in this round.

Multiplied by the rounds still to come as well:

- `income`: doubloons that its Development cards pay; `slot`: cards that its Warehouses store;
- `caravel_1`, `caravel_2`, `caravel_3`: whether it has one, whether a second, how many more;
- `shipyard`: how many; `shipyard_pays`: what they would pay now;
- `merchant_...`: whether it has one of the group;
- the characters: whether it has them.
"""
WEIGHTS = read_weights(__package__, "evaluation", FEATURES)
OF_DOUBLOONS = WEIGHTS["play"][0]
OF_OWNED = dict(zip(OWNED, WEIGHTS["play"][1:], strict=True))
OF_SHIPYARD_PAYS = OF_OWNED["shipyard_pays"]

SeatFeatures: TypeAlias = "tuple[int, float, int, Owned]"
"""What the features of a seat are made from, in doubloons.

Those it has, with what Shipyards still pay in this round; others that it can expect in this round; what its
Shipyards would pay now. Then its Development cards.
"""


def random_action(game: MundusNovus, state: State, rng: Random, player: int | None) -> Action:
    """Return a random legal action; a turn ends early only now and then, while there is something to do in it."""
    actions = game.legal_actions(state, player)
    count = len(actions)
    if not count:
        raise game.not_to_act(state, player, "no legal action")
    if count > 1 and actions[-1] is DONE and rng.random() >= EARLY_END:
        count -= 1
    return actions[int(rng.random() * count)]


# Chances.


@latest
def chances(game: MundusNovus, state: State) -> list[float]:
    """Return every seat's estimated chance to win, or at the end its share of the victory; the sum is 1.

    A search asks for several seats of one State, so the last answer is remembered.
    """
    ended = outcome(state)
    if ended is not None:
        return [ended.share(seat) for seat in game.seats]
    shown = state.round.perfect
    if shown:
        sums = [PERFECT * (seat in shown) for seat in game.seats]
    else:
        left, uses = rounds_left(game, state), game.uses
        sums = [
            (OF_DOUBLOONS * (now + prospects) + left * (uses[owned] + OF_SHIPYARD_PAYS * pays)) / (1 + left)
            for now, prospects, pays, owned in standings(game, state, left)
        ]
    return softmax(sums)


def features(game: MundusNovus, state: State) -> tuple[str, list[list[float]]]:
    """Return the situation, and the features of each seat; once a perfect set is shown, nothing else counts."""
    shown = state.round.perfect
    if shown:
        return "perfect", [[float(seat in shown)] for seat in game.seats]
    left, rows = rounds_left(game, state), []
    for now, prospects, pays, owned in standings(game, state, left):
        amounts = dict.fromkeys(OWNED, 0.0)
        for name, amount in _owned_features(game.developments, owned):
            amounts[name] += amount
        amounts["shipyard_pays"] = pays
        rows.append([(now + prospects) / (1 + left), *[left * amount / (1 + left) for amount in amounts.values()]])
    return "play", rows


SOURCES = ("doubloons", "Development cards", "cards in hand")
"""What the features stand for, in `reasons`."""


def reasons(game: MundusNovus, state: State, seat: int) -> dict[str, float]:
    """Return how much each source of doubloons favours this seat, as `Game.reasons` does."""
    shown = state.round.perfect
    if shown:
        return {"perfect set": PERFECT * ahead([float(each in shown) for each in game.seats], seat)}
    left, uses = rounds_left(game, state), game.uses
    rows = [
        (OF_DOUBLOONS * now, left * (uses[owned] + OF_SHIPYARD_PAYS * pays), OF_DOUBLOONS * prospects)
        for now, prospects, pays, owned in standings(game, state, left)
    ]
    return {
        words: ahead(column, seat) / (1 + left) for words, column in zip(SOURCES, zip(*rows, strict=True), strict=True)
    }


def rounds_left(game: MundusNovus, state: State) -> float:
    """Return how many rounds are likely to come after this one."""
    public, phase = state.public, state.phase
    incomes = [game.estates[owned].income for owned in public.owned]
    richest = max([doubloons + income for doubloons, income in zip(public.doubloons, incomes, strict=True)])
    by_wealth = (GOAL - richest) / (PACE + PACE_OF_INCOME * max(incomes))
    by_wealth += ROUNDS[2 if phase is Phase.STORAGE else phase in IN_TURN]
    return max(0.0, min(by_wealth, len(state.hidden.deck) / (PURCHASES * game.players)))


def caravels_of(game: MundusNovus, state: State) -> list[int]:
    """Return how many Caravels each seat has."""
    estates = game.estates
    return [len(estates[owned].caravels) for owned in state.public.owned]


def standings(game: MundusNovus, state: State, left: float) -> list[SeatFeatures]:
    """Return what the features of each seat are made from, with this many rounds to come after this one."""
    public, estates, caravels, paid = state.public, game.estates, caravels_of(game, state), state.phase is Phase.STORAGE
    found = []
    for seat, (doubloons, owned) in enumerate(zip(public.doubloons, public.owned, strict=True)):
        estate, now, pays = estates[owned], doubloons, 0
        if estate.shipyards:
            own = caravels[seat]
            pays = estate.shipyards * sum([number > own for number in caravels])
            if not paid:
                now += pays
        found.append((now, _prospects(game, state, seat, estate, left, caravels), pays, owned))
    return found


def _prospects(game: MundusNovus, state: State, seat: int, estate: Estate, left: float, caravels: list[int]) -> float:
    """Return the doubloons that a seat still gets in this round, and what it can store for the next one."""
    phase, hand = state.phase, state.hidden.hands[seat]
    if phase is Phase.STORAGE:
        return min(1.0, left) * _storing(state.hidden, seat, places_to_store(game, state, seat))
    later = 0
    turn = NO_TURN
    if phase in IN_TURN:
        first = state.round.first
        later = (seat - first) % game.players - (state.player - first) % game.players
        if later < 0:
            return min(1.0, left) * stored_best(hand, estate.slots)
        if not later:
            turn = state.turn
    begun, more = _sets(game, state, seat, turn, left, caravels)
    if phase in IN_TURN:
        return estate.income + begun + IN_TURNS * more - LATER * later
    worth = estate.income + BEFORE_TURNS * more
    if phase is Phase.OFFERS:
        hidden, announced = state.hidden, state.trade.announced
        return worth + _offering(hand, hidden.chosen[seat], hidden.steps[seat], announced, free=estate.casas)
    if state.trade.offers:
        worth += ON_OFFER * CARDS.size(state.trade.offers[seat])
        if seat == state.round.master:
            worth += OFFICE
    return worth


# Development cards.


def _owned_features(cards: dict[str, Development], owned: Owned) -> Iterator[tuple[str, int]]:
    """Yield features of `OWNED` with their amounts; a feature can come several times."""
    caravels, merchants = 0, [0] * len(GROUPS)
    for key in owned:
        card = cards[key]
        yield from _features_of_card(card, caravels, merchants)
        if card.caravel:
            caravels += 1
        elif card.group is not None:
            merchants[card.group] += 1


def _features_of_card(card: Development, caravels: int, merchants: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yield the features of a card for whoever owns this many Caravels, and Merchants of each group, besides."""
    yield "income", card.doubloons
    yield "slot", card.slots
    if card.character is not None:
        yield card.character.name.lower(), 1
    elif card.caravel:
        yield f"caravel_{min(caravels, 2) + 1}", 1
    elif card.group is not None:
        yield MERCHANTS[card.group], int(not merchants[card.group])
    elif card.shipyard:
        yield "shipyard", 1


MERCHANTS = ("merchant_1_3", "merchant_4_6", "merchant_7_9")
"""By group: the feature of a Merchant."""


CardWorth: TypeAlias = tuple[int, float, bool]
"""What a Development card is worth to whoever buys it, in doubloons: in this round, and in each round to come.

What a Shipyard pays is not included; the last entry says whether the card is one.
"""


class Uses(dict["Owned", float]):
    """Caches what cards count for: the weighted sum of the features of `OWNED`, apart from `shipyard_pays`."""

    LARGEST = 1 << 14
    """Entries after which it is emptied."""

    def __init__(self, cards: dict[str, Development]) -> None:
        """Take the Development cards of the game."""
        self._cards = cards

    def __missing__(self, owned: Owned) -> float:
        """Work out the sum for these cards."""
        if len(self) >= self.LARGEST:
            self.clear()
        self[owned] = use = fsum([OF_OWNED[name] * amount for name, amount in _owned_features(self._cards, owned)])
        return use


SHIPYARD_PAYS = OF_SHIPYARD_PAYS / OF_DOUBLOONS
"""What a doubloon that a Shipyard would pay now is worth in each round to come."""


def worths_of_cards(game: MundusNovus, state: State, seat: int, left: float, caravels: list[int]) -> list[float]:
    """Return what each queue card is worth to the seat, in doubloons, those that it pays in this turn included.

    `left`: rounds to come; `caravels`: how many each seat has.
    """
    public = state.public
    return [
        now + left * later + (_shipyard_worth(seat, left, caravels) if shipyard else 0.0)
        for now, later, shipyard in plans_of(game).worths(public.queue, public.owned[seat])
    ]


def worths_of_queue(game: MundusNovus, state: State, seat: int, left: float, caravels: list[int]) -> list[float]:
    """Return, by number of queue cards to choose from, what the best of them is worth to the seat, as above."""
    public, best, worths = state.public, 0.0, [0.0]
    for now, later, shipyard in plans_of(game).worths(public.queue, public.owned[seat]):
        worth = now + left * later
        if shipyard:
            worth += _shipyard_worth(seat, left, caravels)
        if worth > best:  # noqa: PLR1730  # max() takes longer
            best = worth
        worths.append(best)
    return worths + [best] * (QUEUE_SIZE + 1 - len(worths))


def _shipyard_worth(seat: int, left: float, caravels: list[int]) -> float:
    """Return the doubloons that a further Shipyard can be expected to pay."""
    own = caravels[seat]
    return sum([number > own for number in caravels]) * (1 + left * SHIPYARD_PAYS)


# Sets (M6).


def _sets(
    game: MundusNovus, state: State, seat: int, turn: Turn, left: float, caravels: list[int]
) -> tuple[float, float]:
    """Return what the set begun is worth, and what the sets that the seat can still make are."""
    estate = game.estates[state.public.owned[seat]]
    event = event_for(state.round.event, estate)
    hand, merchants, begun = state.hidden.hands[seat], estate.merchants, 0.0
    purchases = worths_of_queue(game, state, seat, left, caravels)
    identical = different = relics = True
    if turn is not NO_TURN:
        merchants = tuple([have - used for have, used in zip(merchants, turn.employed, strict=True)])
        begun = -CONVERSION * (len(turn.converted) + (turn.group is not None))
        if turn.reach is not None:
            begun += purchases[turn.reach]
        if turn.converted:
            hand = CARDS.join([hand, *[CARDS.one[target] for target, _ in turn.converted]])
        if turn.size:
            begun += price(game, event, turn.size)
            hand = _without_some(hand, turn.size)
        identical = not turn.identical or event is Event.KINGS_HELP
        different, relics = not turn.different, not turn.relics
    perfect = seat not in state.round.perfect
    found = plans_of(game).of(hand, merchants, event, (identical, different, relics, perfect))
    return begun, max([purchases[reach] + rest for reach, rest in found])


def _without_some(hand: PackedCards, number: int) -> PackedCards:
    """Return the hand without this many different resources, those of which there are most."""
    counts = CARDS.unpack(hand)
    plenty = sorted([kind for kind in Kind if kind is not Kind.RELIC], key=counts.__getitem__, reverse=True)
    return CARDS.remove(hand, CARDS.join([CARDS.one[kind] for kind in plenty[:number] if counts[kind]]))


def price(game: MundusNovus, event: Event, distinct: int) -> float:
    """Return what a different set pays, or what this many resources promise that are too few for one."""
    if distinct < len(PARTIAL):
        return PARTIAL[distinct]
    return distinct if event is Event.NATIVES else game.different_prices[distinct]


SetPlan = tuple[tuple[int, float], ...]
"""How many queue cards an identical set reaches (0: without one), with the worth of all else that the hand yields."""


SIZES = tuple(
    tuple([(SMALLEST_IDENTICAL + more, reach) for more, reach in enumerate(row) if reach not in row[:more]])
    for row in REACH
)
"""By group: sizes of identical sets with the queue cards they reach, without those that reach no more than others."""
SIZES_IN_STORM = ((SMALLEST_IDENTICAL, 1),)


class Plans:
    """What queue cards are worth, and the best plans for hands: what to earn beside each kind of identical set.

    Both are worked out when first asked for.
    """

    def __init__(self, game: MundusNovus) -> None:
        """Take the game, for its prices."""
        self._sold = {
            event: [price(game, event, distinct) for distinct in range(LARGEST_DIFFERENT + 1)] for event in Event
        }
        """By event and number of different resources."""
        self._relics = game.relic_prices
        self.of = lru_cache(1 << 15)(self._plan)
        """As `_plan`. A plain dict could be read by bots: it would hold the hands that others looked at."""
        self._cards = game.developments
        self.worths = lru_cache(1 << 13)(self._worths)
        """As `_worths`."""

    def _plan(
        self, hand: PackedCards, merchants: tuple[int, ...], event: Event, allowed: tuple[bool, bool, bool, bool]
    ) -> SetPlan:
        """Return the plans for this hand, where these sets may be made: identical, different, relics, perfect."""
        identical, different, relic_set, perfect = allowed
        *counts, relics = CARDS.unpack(hand)
        cards, distinct, gain = sum(counts), DISTINCT.of(hand), 0
        if merchants != UNUSED:
            missing = [counts[start : start + GROUP_SIZE].count(0) for start in (0, 3, 6)]
            gain = min(cards - distinct, sum(map(min, merchants, missing)))
        if distinct + gain == len(counts) and relics and perfect:
            return ((0, float(GOAL)),)
        sold = self._sold[event] if different else NOTHING_SOLD
        kept = self._relics if relic_set else [RELIC_KEPT * wild for wild in range(relics + 1)]
        best = {0: sold[distinct + gain] + kept[min(relics, LARGEST_IDENTICAL)]}
        for kind, count in enumerate(counts if identical else ()):
            group = kind // GROUP_SIZE
            helpers = min(merchants[group], cards - count)
            most = count + helpers + relics
            if most < SMALLEST_IDENTICAL:
                continue
            for size, reach in SIZES[group] if event is not Event.STORM else SIZES_IN_STORM:
                if size > most:
                    break
                natural = min(count, size)
                converted = min(helpers, size - natural)
                remaining = distinct - (natural == count > 0) - max(0, converted - (cards - distinct))
                worth = sold[max(0, remaining)] + kept[min(relics - size + natural + converted, LARGEST_IDENTICAL)]
                if worth > best.get(reach, -1.0):
                    best[reach] = worth
        left_over = LEFT_OVER * (cards + relics)
        return tuple([(reach, worth + left_over) for reach, worth in best.items()])

    def _worths(self, queue: tuple[str, ...], owned: Owned) -> list[CardWorth]:
        """Return what each of these queue cards is worth to the owner of the others."""
        own = [self._cards[key] for key in owned]
        caravels = sum([card.caravel > 0 for card in own])
        merchants = [sum([card.group == group for card in own]) for group in range(len(GROUPS))]
        worths = []
        for card in [self._cards[key] for key in queue]:
            later = fsum([OF_OWNED[name] * amount for name, amount in _features_of_card(card, caravels, merchants)])
            worths.append((card.doubloons, later / OF_DOUBLOONS, card.shipyard))
        return worths


@lru_cache(16)
def plans_of(game: MundusNovus) -> Plans:
    """Return the plans of a game. They are not kept in the game itself, which all bots share."""
    return Plans(game)


NOTHING_SOLD = [0.0] * (LARGEST_DIFFERENT + 1)

# Cards chosen one by one.


@lru_cache(maxsize=1 << 13)
def stored_best(cards: PackedCards, number: int) -> float:
    """Return what the best cards are worth in store, this many at most."""
    worths = [STORED_KIND[kind] for kind, count in enumerate(CARDS.unpack(cards)) for _ in range(count)]
    return fsum(sorted(worths, reverse=True)[:number])


def _storing(hidden: Hidden, seat: int, places: int) -> float:
    """Return what is stored, and the best that can still follow in ascending order."""
    chosen, steps = hidden.chosen[seat], hidden.steps[seat]
    stored = stored_best(chosen, CARDS.size(chosen))
    if steps > CARDS.size(chosen):
        return stored
    rest = CARDS.only(CARDS.remove(hidden.hands[seat], chosen), tuple(Kind)[last_kind(chosen) :])
    return stored + stored_best(rest, places - steps)


@lru_cache(maxsize=1 << 13)
def _offering(hand: PackedCards, chosen: PackedCards, steps: int, announced: int, *, free: bool) -> float:
    """Return what is gained by offering the chosen cards, and those that best follow them in ascending order.

    A seat that offers freely may stop at any time, and has done so when there are more steps than cards.
    """
    offered, lowest = CARDS.unpack(chosen), last_kind(chosen)
    chosen_gains, followers = [], []
    for kind, count in enumerate(CARDS.unpack(hand)):
        gains = [CARD_TAKEN - cost for cost in _costs(kind, count)]
        chosen_gains += gains[: offered[kind]]
        if kind >= lowest:
            followers += gains[offered[kind] :]
    if free:
        followers = [follower for follower in followers if follower > 0] if steps == CARDS.size(chosen) else []
    return fsum([*chosen_gains, *sorted(followers, reverse=True)[: announced - steps]])


def _costs(kind: int, count: int) -> list[float]:
    """Return what one misses without the first, second, third card of a kind, the one to go first before the others."""
    if kind == RELIC:
        return [COST_OF_RELIC] * count
    single, pair, three, more = COSTS
    less = COST_OF_KIND * kind
    if count >= SMALLEST_IDENTICAL:
        return [more] * (count - SMALLEST_IDENTICAL) + [three - less] * SMALLEST_IDENTICAL
    return [pair - less, single - less][2 - count :]
