"""How well each seat stands in Mundus Novus: the doubloons it can expect at the end, as a chance to win."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from math import exp, fsum, log
from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.codec import from_json
from boardgames.core.errors import ConfigurationError
from boardgames.core.latest import latest
from boardgames.core.tuples import ahead
from boardgames.core.values import value
from boardgames.games.mundus_novus.actions import DONE
from boardgames.games.mundus_novus.components import CARDS, DISTINCT, GROUP_SIZE, LARGEST, QUEUE, Event, Kind
from boardgames.games.mundus_novus.phases.choices import last_kind
from boardgames.games.mundus_novus.phases.events import event_for
from boardgames.games.mundus_novus.phases.means import FEWEST, MOST, UNUSED
from boardgames.games.mundus_novus.phases.progression import REACH
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.scoring import GOAL
from boardgames.games.mundus_novus.state import NO_TURN, Phase, State, Turn

if TYPE_CHECKING:
    from random import Random

    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.actions import Action
    from boardgames.games.mundus_novus.components import Development, Estate, Owned
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import Hidden

IN_TURN = (Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE)
EARLY_END = 0.1
"""Chance that a random player ends their turn though they could do something else."""


@value
class Weights:
    """What things are worth, in doubloons unless said otherwise. They are fitted: see `weights.toml`."""

    pace: float
    """Doubloons that a player without Development cards gets in a round."""
    pace_of_income: float
    """Further ones, for each doubloon that Development cards pay."""
    rounds: tuple[float, ...]
    """Rounds to add, before the turns of a round, during them, and after them."""
    purchases: float
    """Development cards that a player takes in a round."""
    spread: float
    """Doubloons that multiply the odds of two seats by e, at the end."""
    spread_a_round: float
    """The same, for each round still to come."""
    perfect: float
    """Chance to win of a player who has shown a perfect set, while the round goes on."""
    income: float
    """Each doubloon that Development cards pay a round."""
    caravel: float
    """A round, like all that is owned, and beside the doubloons that the card pays."""
    slot: float
    shipyard: float
    merchants: tuple[float, ...]
    """The first of a group, the second, the third, each further one."""
    characters: tuple[float, ...]
    """By Character."""
    before_turns: float
    """What a doubloon counts that the hand promises, before the turns of the round, as a share of one earned."""
    in_turns: float
    """The same during the turns."""
    partial: tuple[float, ...]
    """By number of resources, which are too few for a different set."""
    left_over: float
    """A card that no set needs, while there may still come others to it."""
    relic_left_over: float
    offered: float
    """What comes back for a card in an offer, before all are revealed."""
    costs: tuple[float, float, float, float]
    """Lost with a card that goes into an offer: the only one of its resource, of two, of three, each one more."""
    cost_of_kind: float
    """Subtracted for each step in Kind, but for more than three cards of it."""
    cost_of_relic: float
    on_offer: float
    """What comes back for a card on offer, once all are revealed."""
    office: float
    """Being Trade Master while cards are exchanged."""
    later: float
    """Lost with each player whose turn comes before."""
    stored: tuple[float, ...]
    """By Kind: a card in store."""
    working: float
    """Lost with each Merchant at work until his set is made, so that he works only where it helps."""


@cache
def weights() -> Weights:
    """Return the weights, read when they are first needed."""
    import tomllib  # noqa: PLC0415  # only bots need it

    text = (resources.files(__package__ or "") / "weights.toml").read_text(encoding="utf-8")
    return from_json(Weights, tomllib.loads(text))


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


# Chances.


@latest
def chances(game: MundusNovus, state: State) -> tuple[float, ...]:
    """Return each seat's estimated chance to win, before the end of the game; together they are 1.

    Cards chosen but not revealed yet count as if the best of the others followed them, a set begun as if completed.
    A search asks for several seats of one State, so that the last answer is remembered.
    """
    known, shown = weights(), state.round.perfect
    if shown:
        others = game.players - len(shown)
        rest = (1 - known.perfect) if others else 0.0
        return tuple([(1 - rest) / len(shown) if seat in shown else rest / others for seat in game.seats])
    left = rounds_left(game, state)
    expected = [now + later + prospects for now, later, prospects in expectations(game, state, left)]
    best, spread = max(expected), _spread(left)
    odds = [exp((each - best) / spread) for each in expected]
    total = fsum(odds)
    return tuple([each / total for each in odds])


def reasons(game: MundusNovus, state: State, seat: int) -> dict[str, float]:
    """Return how much each source of doubloons speaks for this seat, as `Game.reasons` does."""
    if state.round.perfect:
        odds = weights().perfect / (1 - weights().perfect)
        return {"perfect set": log(odds) * ahead([float(each in state.round.perfect) for each in game.seats], seat)}
    left = rounds_left(game, state)
    sources = zip(*expectations(game, state, left), strict=True)
    return {words: ahead(each, seat) / _spread(left) for words, each in zip(SOURCES, sources, strict=True)}


def _spread(left: float) -> float:
    """Return how many doubloons multiply the odds of two seats by e, with so many rounds to come."""
    known = weights()
    return known.spread + known.spread_a_round * left


def rounds_left(game: MundusNovus, state: State) -> float:
    """Return how many rounds are likely to come after this one."""
    known, public, phase = weights(), state.public, state.phase
    incomes = [game.estates[owned].income for owned in public.owned]
    richest = max([doubloons + income for doubloons, income in zip(public.doubloons, incomes, strict=True)])
    by_wealth = (GOAL - richest) / (known.pace + known.pace_of_income * max(incomes))
    by_wealth += known.rounds[2 if phase is Phase.STORAGE else phase in IN_TURN]
    return max(0.0, min(by_wealth, len(state.hidden.deck) / (known.purchases * game.players)))


SOURCES = ("doubloons", "Development cards", "cards in hand")
"""Where the doubloons come from that a seat can expect."""


def expectations(game: MundusNovus, state: State, left: float) -> list[tuple[float, float, float]]:
    """Return the doubloons that each seat can expect at the end, with so many rounds to come after this one.

    Those it has, those that its Development cards will bring, and those from the cards in hand and in this round.
    """
    public, estates, worths, phase, known = state.public, game.estates, game.worths, state.phase, weights()
    caravels = [len(estates[owned].caravels) for owned in public.owned]
    expected: list[tuple[float, float, float]] = []
    for seat, (doubloons, owned) in enumerate(zip(public.doubloons, public.owned, strict=True)):
        estate = estates[owned]
        rate, now = known.income * estate.income + worths.uses[owned], doubloons
        if estate.shipyards:
            more = estate.shipyards * sum([number > caravels[seat] for number in caravels])
            rate += more
            if phase is not Phase.STORAGE:
                now += more
        expected.append((now, left * rate, _prospects(game, state, seat, estate, left, caravels)))
    return expected


def _prospects(game: MundusNovus, state: State, seat: int, estate: Estate, left: float, caravels: list[int]) -> float:
    """Return what a seat still gets in this round, and what it can store for the next one."""
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
    (begun, more), known = _sets(game, state, seat, estate, turn, left, caravels), weights()
    if phase in IN_TURN:
        return estate.income + begun + known.in_turns * more - known.later * later
    worth = estate.income + known.before_turns * more
    if phase is Phase.OFFERS:
        hidden, announced = state.hidden, state.trade.announced
        return worth + _offering(hand, hidden.chosen[seat], hidden.steps[seat], announced, free=estate.casas)
    if state.trade.offers:
        worth += known.on_offer * CARDS.size(state.trade.offers[seat])
        if seat == state.round.master:
            worth += known.office
    return worth


# Development cards.


class CardWorth(NamedTuple):
    """What a Development card is worth to whoever buys it."""

    now: int
    """Doubloons in this round."""
    later: float
    """A round, after this one; without what Merchants and Shipyards are worth."""
    group: int | None
    """As in `Development`, like the next one."""
    shipyard: bool


class Worths:
    """What the Development cards of a game are worth."""

    def __init__(self, cards: dict[str, Development]) -> None:
        """Take the cards of the game."""
        self.cards: dict[str, CardWorth] = {key: _worth_of_card(card) for key, card in cards.items()}
        self.uses = Uses(cards)
        """By the cards of a player: what they are worth a round, beside the doubloons they and Shipyards pay."""


def _worth_of_card(card: Development) -> CardWorth:
    known = weights()
    use = known.slot * card.slots
    if card.character is not None:
        use = known.characters[card.character]
    elif card.caravel:
        use = known.caravel
    elif card.shipyard:
        use = known.shipyard
    return CardWorth(card.doubloons, known.income * card.doubloons + use, card.group, card.shipyard)


class Uses(dict["Owned", float]):
    """What some Development cards are worth a round, beside the doubloons they pay; worked out when first asked for."""

    LARGEST = 1 << 14
    """Entries after which it is emptied."""

    def __init__(self, cards: dict[str, Development]) -> None:
        """Take the Development cards of the game."""
        self._cards = cards

    def __missing__(self, owned: Owned) -> float:
        """Work out what these cards are worth."""
        if len(self) >= self.LARGEST:
            self.clear()
        known, merchants = weights(), [0] * len(REACH)
        worths = []
        for key in owned:
            card = self._cards[key]
            if card.group is None:
                worths.append(_worth_of_card(card).later - known.income * card.doubloons)
            else:
                worths.append(known.merchants[min(merchants[card.group], len(known.merchants) - 1)])
                merchants[card.group] += 1
        self[owned] = use = fsum(worths)
        return use


def worth_of(game: MundusNovus, key: str, estate: Estate, left: float, caravels: list[int]) -> float:
    """Return what this Development card is worth to the owner of this estate, its doubloons of this turn included.

    `caravels` are the numbers of Caravels of all seats.
    """
    now, later, group, shipyard = game.worths.cards[key]
    if group is not None:
        merchants = weights().merchants
        later += merchants[min(estate.merchants[group], len(merchants) - 1)]
    elif shipyard:
        own = len(estate.caravels)
        more = sum([number > own for number in caravels])
        return more + left * (more + later)
    return now + left * later


def worths_of_queue(game: MundusNovus, state: State, estate: Estate, left: float, caravels: list[int]) -> list[float]:
    """Return, by number of queue cards to choose from, what the best of them is worth to the owner of this estate."""
    best, worths = 0.0, [0.0]
    for key in state.public.queue:
        best = max(best, worth_of(game, key, estate, left, caravels))
        worths.append(best)
    return worths + [best] * (QUEUE + 1 - len(worths))


# Sets (M6).


def _sets(
    game: MundusNovus, state: State, seat: int, estate: Estate, turn: Turn, left: float, caravels: list[int]
) -> tuple[float, float]:
    """Return what the set begun is worth, and what the sets that the seat can still make are."""
    event = event_for(state.round.event, estate)
    hand, merchants, begun = state.hidden.hands[seat], estate.merchants, 0.0
    purchases = worths_of_queue(game, state, estate, left, caravels)
    identical = different = relics = True
    if turn is not NO_TURN:
        merchants = tuple([have - used for have, used in zip(merchants, turn.employed, strict=True)])
        begun = -weights().working * (len(turn.converted) + (turn.group is not None))
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
    """Return the hand without so many different resources, those of which there are most."""
    counts = CARDS.unpack(hand)
    plenty = sorted([kind for kind in Kind if kind is not Kind.RELIC], key=counts.__getitem__, reverse=True)
    return CARDS.remove(hand, CARDS.join([CARDS.one[kind] for kind in plenty[:number] if counts[kind]]))


def price(game: MundusNovus, event: Event, distinct: int) -> float:
    """Return what a different set pays, or what so many resources promise that are too few for one."""
    partial = weights().partial
    if distinct < len(partial):
        return partial[distinct]
    return distinct if event is Event.NATIVES else game.different_prices[distinct]


Plan = tuple[tuple[int, float], ...]
"""How many queue cards an identical set reaches (0: without one), with the worth of all else that the hand yields."""


SIZES = tuple(
    tuple([(FEWEST + more, reach) for more, reach in enumerate(row) if reach not in row[:more]]) for row in REACH
)
"""By group: sizes of identical sets with the queue cards they reach, without those that reach no more than others."""
SIZES_IN_STORM = ((FEWEST, 1),)


class Plans:
    """The best plans for hands: what to earn beside each kind of identical set; worked out when first asked for."""

    def __init__(self, game: MundusNovus) -> None:
        """Take the game, for its prices."""
        self._sold = {event: [price(game, event, distinct) for distinct in range(LARGEST + 1)] for event in Event}
        """By event and number of different resources."""
        self._relics = game.relic_prices
        self.of = lru_cache(1 << 15)(self._plan)
        """As `_plan`. A plain dict could be read by bots: it would hold the hands that others looked at."""

    def _plan(
        self, hand: PackedCards, merchants: tuple[int, ...], event: Event, allowed: tuple[bool, bool, bool, bool]
    ) -> Plan:
        """Return the plans for this hand, where these sets may be made: identical, different, relics, perfect."""
        known, (identical, different, relic_set, perfect) = weights(), allowed
        *counts, relics = CARDS.unpack(hand)
        cards, distinct, gain = sum(counts), DISTINCT.of(hand), 0
        if merchants != UNUSED:
            missing = [counts[start : start + GROUP_SIZE].count(0) for start in (0, 3, 6)]
            gain = min(cards - distinct, sum(map(min, merchants, missing)))
        if distinct + gain == len(counts) and relics and perfect:
            return ((0, float(GOAL)),)
        sold = self._sold[event] if different else NOTHING_SOLD
        kept = self._relics if relic_set else [known.relic_left_over * wild for wild in range(relics + 1)]
        best = {0: sold[distinct + gain] + kept[min(relics, MOST)]}
        for kind, count in enumerate(counts if identical else ()):
            group = kind // GROUP_SIZE
            helpers = min(merchants[group], cards - count)
            most = count + helpers + relics
            if most < FEWEST:
                continue
            for size, reach in SIZES[group] if event is not Event.STORM else SIZES_IN_STORM:
                if size > most:
                    break
                natural = min(count, size)
                converted = min(helpers, size - natural)
                remaining = distinct - (natural == count > 0) - max(0, converted - (cards - distinct))
                worth = sold[max(0, remaining)] + kept[min(relics - size + natural + converted, MOST)]
                if worth > best.get(reach, -1.0):
                    best[reach] = worth
        left_over = known.left_over * (cards + relics)
        return tuple([(reach, worth + left_over) for reach, worth in best.items()])


@lru_cache(16)
def plans_of(game: MundusNovus) -> Plans:
    """Return the plans of a game. They are not kept in the game itself, which all bots share."""
    return Plans(game)


NOTHING_SOLD = [0.0] * (LARGEST + 1)

# Cards chosen one by one.


@lru_cache(maxsize=1 << 13)
def stored_best(cards: PackedCards, number: int) -> float:
    """Return what the best cards are worth in store, so many at most."""
    stored = weights().stored
    worths = [stored[kind] for kind, count in enumerate(CARDS.unpack(cards)) for _ in range(count)]
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

    Who offers freely may stop at any time, and has done so when there are more steps than cards.
    """
    known, offered, lowest = weights(), CARDS.unpack(chosen), last_kind(chosen)
    chosen_gains, followers = [], []
    for kind, count in enumerate(CARDS.unpack(hand)):
        gains = [known.offered - cost for cost in _costs(kind, count)]
        chosen_gains += gains[: offered[kind]]
        if kind >= lowest:
            followers += gains[offered[kind] :]
    if free:
        followers = [follower for follower in followers if follower > 0] if steps == CARDS.size(chosen) else []
    return fsum([*chosen_gains, *sorted(followers, reverse=True)[: announced - steps]])


def _costs(kind: int, count: int) -> list[float]:
    """Return what one misses without the first, second, third card of a kind, the one to go first before the others."""
    known = weights()
    if kind == Kind.RELIC:
        return [known.cost_of_relic] * count
    single, pair, three, more = known.costs
    less = known.cost_of_kind * kind
    if count >= FEWEST:
        return [more] * (count - FEWEST) + [three - less] * FEWEST
    return [pair - less, single - less][2 - count :]
