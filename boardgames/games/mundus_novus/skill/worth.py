"""The worth of a player's Development cards and hand, in doubloons.

The weights of Development cards are fitted to games between bots; other worths are set manually.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from boardgames.games.mundus_novus import components
from boardgames.games.mundus_novus.components import (
    CARDS,
    DISTINCT,
    GROUPS,
    KINGS_HELP,
    MOST_RELICS,
    RELIC,
    RESOURCES,
    SMALLEST_IDENTICAL,
    STORM,
    Character,
    Kind,
    RoundEvent,
)
from boardgames.games.mundus_novus.phases.event import event_for, prices_of
from boardgames.games.mundus_novus.phases.merchants import (
    NO_MERCHANTS,
    unused,
)
from boardgames.games.mundus_novus.phases.progression import REACH
from boardgames.games.mundus_novus.phases.storage import shipyard_pay
from boardgames.games.mundus_novus.phases.trade import last_kind
from boardgames.games.mundus_novus.scoring import GOAL
from boardgames.games.mundus_novus.state import (
    NO_TURN,
    Hidden,
    Rules,
    State,
    Turn,
    estate_of,
)
from boardgames.kit.cards import PackedCards
from boardgames.kit.weights import read_weights

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.components import Development, Estate, Owned

# The features of a seat.

MERCHANTS = ("merchant_1_3", "merchant_4_6", "merchant_7_9")
"""By group: the feature of a Merchant."""
OWNED = (
    "income",
    "caravel_1",
    "caravel_2",
    "caravel_3",
    "slot",
    "shipyard",
    "shipyard_pays",
    *MERCHANTS,
    *[character.name.lower() for character in Character],
)
FEATURES = {"play": ("doubloons", *OWNED)}
"""The features of a seat.

Divided by one more than the rounds left, since a lead counts less the longer the game goes on:

- `doubloons`: those that it has, and those that it can expect from its cards in this round.

Also multiplied by the rounds left:

- `income`: doubloons that its Development cards pay; `slot`: cards that its Warehouses store;
- `caravel_1`, `caravel_2`, `caravel_3`: whether it has one, whether a second, and the number of
  others;
- `shipyard`: their number; `shipyard_pays`: what they would pay now;
- `merchant_...`: whether it has one of the group;
- the characters: whether it has them.
"""
WEIGHTS = read_weights(__package__, "evaluation", FEATURES)
OF_DOUBLOONS = WEIGHTS["play"][0]
OF_OWNED = dict(zip(OWNED, WEIGHTS["play"][1:], strict=True))
OF_SHIPYARD_PAYS = OF_OWNED["shipyard_pays"]


def owned_features(game: Rules, owned: Owned) -> Iterator[tuple[str, int]]:
    """Yield features of `OWNED` with their amounts; a feature can occur several times."""
    caravels, merchants = 0, [0] * len(GROUPS)
    for key in owned:
        card = game.developments[key]
        yield from _features_of_card(card, caravels, merchants)
        if card.caravel:
            caravels += 1
        elif card.group is not None:
            merchants[card.group] += 1


def _features_of_card(
    card: Development, caravels: int, merchants: Sequence[int]
) -> Iterator[tuple[str, int]]:
    """Yield the features of a card for a player who also owns these Caravels and Merchants."""
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


@lru_cache(maxsize=1 << 15)
def use_of(game: Rules, owned: Owned) -> float:
    """Return the weighted sum of the features of `OWNED` for these cards, without
    `shipyard_pays`.
    """
    return fsum([OF_OWNED[name] * amount for name, amount in owned_features(game, owned)])


SHIPYARD_PAYS = OF_SHIPYARD_PAYS / OF_DOUBLOONS
"""Worth, in each later round, of a doubloon that a Shipyard would pay now."""


def worths_of_cards(
    game: Rules, state: State, seat: int, left: float, caravels: list[int]
) -> list[float]:
    """Return the worth of each queue card for the seat, in doubloons, including its pay in this
    turn.

    `left`: rounds after this one; `caravels`: the number that each seat has.
    """
    public = state.public
    found: list[float] = []
    for now, later, is_shipyard in _worths(game, public.queue, public.owned[seat]):
        worth = now + left * later
        if is_shipyard:
            worth += _worth_of_shipyard(seat, left, caravels)
        found.append(worth)
    return found


def worths_of_queue(
    game: Rules, state: State, seat: int, left: float, caravels: list[int]
) -> list[float]:
    """Return the worth of the best queue card for the seat, by number of queue cards to choose
    from.
    """
    public = state.public
    best = 0.0
    found = [best]
    for now, later, is_shipyard in _worths(game, public.queue, public.owned[seat]):
        worth = now + left * later
        if is_shipyard:
            worth += _worth_of_shipyard(seat, left, caravels)
        if worth > best:  # noqa: PLR1730  # max() takes longer
            best = worth
        found.append(best)
    found += [best] * (components.QUEUE_SIZE + 1 - len(found))
    return found


def _worth_of_shipyard(seat: int, left: float, caravels: list[int]) -> float:
    """Return what another Shipyard would pay the seat in this round and later."""
    return shipyard_pay(seat, caravels) * (1 + left * SHIPYARD_PAYS)


@lru_cache(1 << 13)
def _worths(game: Rules, queue: tuple[str, ...], owned: Owned) -> list[tuple[int, float, bool]]:
    """Return what each of these queue cards is worth to the owner of the other cards, in doubloons.

    That is: in this round, in each later round, and whether it is a Shipyard, whose pay is not
    included.
    """
    estate, worths = estate_of(game, owned), []
    for card in [game.developments[key] for key in queue]:
        features = _features_of_card(card, len(estate.caravels), estate.merchants)
        later = fsum([OF_OWNED[name] * amount for name, amount in features])
        worths.append((card.doubloons, later / OF_DOUBLOONS, card.shipyard))
    return worths


# The cards of a hand.

PARTIAL = (0.0, 0.3, 0.7, 1.4)
"""By number of different resources, too few for a different set: their worth."""
RELICS_KEPT = tuple([0.4 * number for number in range(MOST_RELICS + 1)])
"""The worth of so many relics when no relic set may be made."""
STORED_KIND = (0.9, 0.9, 0.9, 1.0, 1.0, 1.0, 1.2, 1.2, 1.2, 2.5)
"""By Kind: the worth of a stored card."""
CARD_TAKEN = 0.95
"""The gain from the card that a player takes in return for one in their offer."""
COSTS = (1.1, 0.51, 1.24, 0.73)
"""The cost of offering a card: the only one of its resource, one of two, one of three, and each
further one.
"""
COST_OF_KIND = 0.03
"""Subtracted from the cost for each step in Kind, for up to three cards of a resource."""
COST_OF_RELIC = 2.2
"""The cost of offering a relic."""
LEFT_OVER = 0.15
"""The worth of a card that no set needs."""
CONVERSION = 0.05
"""The cost of a conversion until its set is made, so that Merchants convert only what helps."""

# Sets (M6).


class AllowedSets(NamedTuple):
    """Which sets a player may still make."""

    identical: bool = True
    different: bool = True
    relics: bool = True
    perfect: bool = True


EVERY_SET = AllowedSets()


def sets(
    game: Rules,
    state: State,
    seat: int,
    estate: Estate,
    turn: Turn,
    left: float,
    caravels: list[int],
) -> tuple[float, float]:
    """Return the worth of the begun set and of the sets that the seat with this estate can still
    make.
    """
    event = event_for(state.round.event, estate)
    hand = state.hidden.hands[seat]
    merchants = estate.merchants
    purchases = worths_of_queue(game, state, seat, left, caravels)
    perfect = seat not in state.round.perfect
    allowed = EVERY_SET if perfect else AllowedSets(perfect=False)
    begun = 0.0
    if turn is not NO_TURN:
        begun -= CONVERSION * (len(turn.converted) + (turn.group is not None))
        if turn.reach is not None:
            begun += purchases[turn.reach]
        if turn.converted:  # they still count as cards of the hand
            hand = CARDS.join([hand, *[CARDS.one[target] for target, _ in turn.converted]])
        if turn.size:
            begun += prices_of(game, event)[turn.size]
            hand = _without_some(hand, turn.size)
        merchants = unused(merchants, turn.employed)
        allowed = AllowedSets(
            identical=not turn.identical or event is KINGS_HELP,
            different=not turn.different,
            relics=not turn.relics,
            perfect=perfect,
        )
    plans = _plans(game, hand, merchants, event, allowed)
    return begun, max([purchases[reach] + rest for reach, rest in plans])


def _without_some(hand: PackedCards, number: int) -> PackedCards:
    """Return the hand without one card each of this many resources, the most frequent ones."""
    counts = CARDS.unpack(hand)
    plenty = sorted(RESOURCES, key=counts.__getitem__, reverse=True)
    sold = [CARDS.one[kind] for kind in plenty[:number] if counts[kind]]
    return CARDS.remove(hand, CARDS.join(sold))


def _useful_sizes(reaches: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple(
        [
            (SMALLEST_IDENTICAL + more, reach)
            for more, reach in enumerate(reaches)
            if reach not in reaches[:more]
        ]
    )


SizesByGroup: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
SIZES: SizesByGroup = tuple(map(_useful_sizes, REACH))
"""By group: sizes of identical sets with their reach, without sizes that reach no more than smaller
ones.
"""
SIZES_IN_STORM: SizesByGroup = (((SMALLEST_IDENTICAL, 1),),) * len(GROUPS)


NOTHING_SOLD = [0.0] * (components.LARGEST_DIFFERENT + 1)


class HandPlan(NamedTuple):
    """What a player may do with a hand."""

    reach: int
    """The queue cards in reach of an identical set; 0 without one."""
    rest: float
    """The worth of the rest of the hand."""


WINNING = (HandPlan(0, float(GOAL)),)
"""The only plan of a player who can show a perfect set."""


@lru_cache(1 << 15)
def _plans(
    game: Rules,
    hand: PackedCards,
    merchants: tuple[int, ...],
    event: RoundEvent,
    allowed: AllowedSets,
) -> tuple[HandPlan, ...]:
    """Return the best plans for this hand, one for each reach.

    Example: 3 corn, 1 coffee, 1 cotton and 1 potato, no Merchant. Without an identical set, the 4
    resources pay as a different set: (0, 5.0). With the set of 3 corn, 3 resources are left, and
    worth `PARTIAL[3]`: (1, 1.4). To both, `LEFT_OVER` is added for each of the 6 cards.

    Not cached in a plain dict, because bots could read the hands of others there.
    """
    *counts, relics = CARDS.unpack(hand)
    distinct = DISTINCT.of(hand)
    supplied = _supplied(counts, merchants, spare=sum(counts) - distinct)
    if allowed.perfect and relics and distinct + supplied == len(counts):
        return WINNING
    # What the cards are worth that no identical set takes: by number of different resources, and by
    # number of relics up to the largest relic set.
    of_resources: Sequence[float] = NOTHING_SOLD
    if allowed.different:
        of_resources = [*PARTIAL, *prices_of(game, event)[components.SMALLEST_DIFFERENT :]]
    of_relics: Sequence[float] = game.relic_prices if allowed.relics else RELICS_KEPT
    rests = {0: of_resources[distinct + supplied] + of_relics[min(relics, MOST_RELICS)]}
    if allowed.identical:
        sizes = SIZES_IN_STORM if event is STORM else SIZES
        for reach, gone, wild in _identical_sets(counts, relics, merchants, sizes):
            rest = of_resources[max(0, distinct - gone)]
            rest += of_relics[min(relics - wild, MOST_RELICS)]
            if rest > rests.get(reach, -1.0):
                rests[reach] = rest
    left_over = LEFT_OVER * CARDS.size(hand)
    return tuple([HandPlan(reach, rest + left_over) for reach, rest in rests.items()])


def _identical_sets(
    counts: Sequence[int], relics: int, merchants: Sequence[int], sizes: SizesByGroup
) -> Iterator[tuple[int, int, int]]:
    """Yield, for each identical set of a useful size: its reach, the number of resources of which
    it takes the last card, and the number of wild relics that it needs.
    """
    cards = sum(counts)
    spare = cards - len(counts) + counts.count(0)  # beside one of each resource
    for kind, count in enumerate(counts):
        group = kind // components.GROUP_SIZE
        helpers = min(merchants[group], cards - count)  # other cards that Merchants can convert
        for size, reach in sizes[group]:
            if size > count + helpers + relics:
                break
            natural = min(count, size)
            converted = min(helpers, size - natural)
            # What goes are the last cards of this resource, and conversions beyond the spare cards.
            gone = max(0, converted - spare) + (natural == count > 0)
            yield reach, gone, size - natural - converted


def _supplied(counts: Sequence[int], merchants: Sequence[int], spare: int) -> int:
    """Return the number of missing resources that these Merchants can supply from spare cards."""
    if merchants == NO_MERCHANTS:
        return 0
    missing = 0
    for group, number in enumerate(merchants):
        first = group * components.GROUP_SIZE
        missing += min(number, counts[first : first + components.GROUP_SIZE].count(0))
    return min(spare, missing)


# Cards chosen one by one.


@lru_cache(maxsize=1 << 13)
def stored_best(cards: PackedCards, number: int) -> float:
    """Return the worth of the best cards to store, at most this many."""
    worths = [
        STORED_KIND[kind] for kind, count in enumerate(CARDS.unpack(cards)) for _ in range(count)
    ]
    return fsum(sorted(worths, reverse=True)[:number])


def storing(hidden: Hidden, seat: int, places: int) -> float:
    """Return the worth of the stored cards and of the best that can follow in ascending order."""
    chosen, steps = hidden.chosen[seat], hidden.steps[seat]
    stored = stored_best(chosen, CARDS.size(chosen))
    if steps > CARDS.size(chosen):
        return stored
    rest = CARDS.only(CARDS.remove(hidden.hands[seat], chosen), tuple(Kind)[last_kind(chosen) :])
    return stored + stored_best(rest, places - steps)


@lru_cache(maxsize=1 << 13)
def offering(
    hand: PackedCards, chosen: PackedCards, steps: int, announced: int, *, free: bool
) -> float:
    """Return the gain from offering the chosen cards, and the best that can follow in ascending
    order.

    A seat that offers freely may stop at any time, and has stopped if there are more steps than
    cards.
    """
    offered, lowest = CARDS.unpack(chosen), last_kind(chosen)
    chosen_gains, followers = [], []
    for kind, count in enumerate(CARDS.unpack(hand)):
        gains = [CARD_TAKEN - cost for cost in _costs(kind, count)]
        chosen_gains += gains[: offered[kind]]
        if kind >= lowest:
            followers += gains[offered[kind] :]
    if free and steps > CARDS.size(chosen):
        followers = []
    elif free:
        followers = [gain for gain in followers if gain > 0]
    return fsum([*chosen_gains, *sorted(followers, reverse=True)[: announced - steps]])


def _costs(kind: int, count: int) -> list[float]:
    """Return the cost of giving up each card of a kind, in the order in which they go."""
    if kind == RELIC:
        return [COST_OF_RELIC] * count
    single, pair, three, more = COSTS
    less = COST_OF_KIND * kind
    if count >= SMALLEST_IDENTICAL:
        return [more] * (count - SMALLEST_IDENTICAL) + [three - less] * SMALLEST_IDENTICAL
    return [pair - less, single - less][2 - count :]
