"""What every State of Mundus Novus has in common: its pieces, and how seats, cards and phase fit together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from boardgames.games.mundus_novus.cards import (
    CARD,
    EVERY_RESOURCE,
    TOTAL,
    Kind,
    cards_one_by_one,
    holds,
    kind_set,
    kinds_in,
    unpacked,
)
from boardgames.games.mundus_novus.closing import is_over, places_to_store
from boardgames.games.mundus_novus.components import QUEUE, SMALLEST, Event, owned_cards
from boardgames.games.mundus_novus.memory import held
from boardgames.games.mundus_novus.state import SIMULTANEOUS, Phase, State, Supply, Trade, Turn
from boardgames.games.mundus_novus.supply import SUMMONING_PRICE
from boardgames.games.mundus_novus.table import ANNOUNCED
from boardgames.games.mundus_novus.trade import last_kind

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from boardgames.games.mundus_novus.box import Box

Demand = tuple[bool, str]
"""Whether something holds that must, and the words for when it does not."""


def pieces(box: Box, state: State) -> dict[Hashable, int]:
    """Return how many Resource cards of each kind, and Development cards of each name, there are anywhere."""
    table, hidden = state.table, state.hidden
    zones = [table.market, table.discards, state.supply.display, *state.trade.offers, *hidden.hands, hidden.pile]
    zones += [CARD[card] for _, card in state.turn.converted]
    counts = [sum(column) for column in zip(*map(unpacked, zones), strict=True)]
    found: Counter[Hashable] = Counter({str(kind): count for kind, count in zip(Kind, counts, strict=True)})
    indices = [*table.queue, *hidden.deck, *(index for owned in table.owned for index in owned_cards(owned))]
    found.update(box.cards[index].name if index < len(box.cards) else f"card {index}" for index in indices)
    return found


def demands(box: Box, state: State) -> Iterator[Demand]:
    """Return what must hold of a State, from the coarse to the fine: the later ones rely on those before."""
    yield from _of_seats(box, state)
    yield from _of_pieces(box, state)
    yield from _of_phase(box, state)
    yield from _of_choices(box, state)
    yield from _of_memory(state)


def _of_seats(box: Box, state: State) -> Iterator[Demand]:
    seats, table, hidden = range(box.players), state.table, state.hidden
    per_seat = (table.doubloons, table.owned, table.known, hidden.hands, hidden.chosen, hidden.steps, hidden.drawn)
    fits = all(len(entries) == box.players for entries in per_seat)
    yield fits and len(state.trade.offers) in (0, box.players), f"the State is not of a game with {box.players} players"
    named = [state.player, state.round.master, state.round.first, *state.owing, *state.supply.picks]
    named += [*state.round.perfect, *state.trade.candidates]
    named += [seat for seat in (state.trade.partner, state.trade.short) if seat is not None]
    named += [seat for gift in table.gifts for seat in (gift.giver, gift.receiver)]
    yield all(seat in seats for seat in named), "there is no such seat"
    yield sorted(set(state.round.perfect)) == list(state.round.perfect), "round.perfect: not in ascending order"
    yield all(gift.giver != gift.receiver for gift in table.gifts), "table.gifts: given to himself"
    yield len(table.gifts) == len(hidden.given), "hidden.given: not as many as table.gifts"
    yield hidden.seed >= 0, "hidden.seed: a seed is 0 or more"
    yield state.round.number >= 1, "round.number: rounds count from 1"
    yield min(table.doubloons) >= 0, "table.doubloons: fewer than none"


def _of_pieces(box: Box, state: State) -> Iterator[Demand]:
    table, hidden = state.table, state.hidden
    indices = [*table.queue, *hidden.deck, *(index for owned in table.owned for index in owned_cards(owned))]
    yield sorted(indices) == list(box.used), "the State does not hold the Development cards of the game"
    yield len(table.queue) <= QUEUE, f"table.queue: more than {QUEUE} cards"
    found = pieces(box, state)
    counts = unpacked(box.resources)
    fits = all(found[str(kind)] == count for kind, count in zip(Kind, counts, strict=True))
    yield fits, "the State does not hold the Resource cards of the game"
    yield table.market >> TOTAL == box.components.market, "table.market: not the cards of a market"
    source = [*map(unpacked, hidden.drawn), unpacked(hidden.pile)]
    fits = tuple(sum(column) for column in zip(*source, strict=True)) == unpacked(table.source)
    yield fits, "table.source: not the pile and what was drawn from it"


def _of_phase(box: Box, state: State) -> Iterator[Demand]:
    phase, turn = state.phase, state.turn
    table, estate = state.table, box.estates[state.table.owned[state.player]]
    if phase in (Phase.NUMBER, Phase.MASTER, Phase.GIFT, Phase.FIRST, Phase.OVER):
        yield state.player == state.round.master, "player: not the Trade Master"
    if phase is Phase.EVENT:
        able = estate.coronado and table.doubloons[state.player] >= SUMMONING_PRICE
        yield able and state.round.event is Event.NONE, "phase: nobody can choose an event"
    if phase is Phase.OVER:
        yield is_over(state.round, table), "phase: the game is not over"
    yield from _of_supply(box, state)
    yield from _of_trade(state)
    turning = (Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE)
    yield phase in turning or turn == Turn(), "turn: not in this phase"
    if phase in turning:
        yield from _of_turn(box, state)


def _of_supply(box: Box, state: State) -> Iterator[Demand]:
    phase, supply = state.phase, state.supply
    if phase not in (Phase.FLEETS, Phase.PICKS):
        yield supply == Supply(), "supply: not in this phase"
        return
    splitter = [box.estates[owned] for owned in state.table.owned if box.estates[owned].ponce]
    staying = list(splitter[0].caravels) if splitter else []
    for caravel in supply.detached:
        yield caravel in staying[:-1], "supply.detached: not a Caravel that can sail apart"
        staying.remove(caravel)
    yield sorted(supply.detached) == list(supply.detached), "supply.detached: out of order"
    if phase is Phase.PICKS:
        fits = len(supply.picks) == supply.display >> TOTAL and supply.picks[:1] == (state.player,)
        yield fits, "supply.picks: not as many as cards"
    else:
        estate = box.estates[state.table.owned[state.player]]
        yield estate.ponce and len(estate.caravels) > 1 and not supply.picks, "supply: nothing to split"


def _of_trade(state: State) -> Iterator[Demand]:
    phase, trade = state.phase, state.trade
    trading = (Phase.OFFERS, Phase.MASTER, Phase.TRADES, Phase.GIFT)
    yield phase in trading or trade == Trade(), "trade: not in this phase"
    yield phase not in trading or trade.announced in ANNOUNCED, "trade.announced: 2 to 4 cards are offered"
    yield bool(trade.offers) == (phase in (Phase.MASTER, Phase.TRADES)), "trade.offers: not in this phase"
    yield len(trade.candidates) > 1 or phase is not Phase.MASTER, "trade.candidates: nobody to choose from"
    yield trade.partner != state.player or phase is not Phase.TRADES, "trade.partner: the player himself"
    yield (phase is Phase.GIFT) == (trade.short not in (None, state.player)), "trade.short: not in this phase"


def _of_turn(box: Box, state: State) -> Iterator[Demand]:
    phase, turn = state.phase, state.turn
    merchants = box.estates[state.table.owned[state.player]].merchants
    fits = len(turn.employed) == len(merchants)
    fits = fits and all(0 <= used <= have for used, have in zip(turn.employed, merchants, strict=True))
    yield fits, "turn.employed: not so many Merchants"
    used = [0, 0, 0]
    for target, _ in turn.converted:
        used[min(2, target.group)] += 1
    fits = all(target is not Kind.RELIC and target is not card for target, card in turn.converted)
    yield fits and list(turn.converted) == sorted(turn.converted), "turn.converted: no conversions"
    yield all(now <= ever for now, ever in zip(used, turn.employed, strict=True)), "turn.converted: no Merchant for it"
    yield (phase is Phase.PURCHASE) == (turn.reach is not None), "turn.reach: not in this phase"
    yield phase is not Phase.PURCHASE or not turn.converted, "turn.converted: not in this phase"
    yield turn.reach is None or 0 <= turn.reach <= QUEUE, f"turn.reach: more than {QUEUE} cards"
    yield (phase is Phase.SALE) == (turn.size > 0), "turn.size: not in this phase"
    yield (phase is Phase.MERCHANT) == (turn.group is not None), "turn.group: not in this phase"
    if phase is Phase.SALE:
        targets = sum({1 << target for target, _ in turn.converted})
        present = kind_set(state.hidden.hands[state.player]) & EVERY_RESOURCE | targets
        fits = SMALLEST <= turn.size <= present.bit_count() and len(turn.converted) == targets.bit_count() <= turn.size
        yield fits, "turn.size: no set of so many"
    if phase is Phase.MERCHANT:
        fits = turn.group in range(len(merchants))
        yield fits, "turn.group: no such group"


def _of_choices(box: Box, state: State) -> Iterator[Demand]:
    hidden, phase = state.hidden, state.phase
    if phase not in SIMULTANEOUS:
        yield not state.owing, "owing: not in this phase"
        yield not any(hidden.chosen) and not any(hidden.steps), "hidden.chosen: not in this phase"
        return
    yield bool(state.owing) and list(state.owing) == sorted(set(state.owing)), "owing: nobody, or out of order"
    yield state.player == state.owing[0], "player: not the first who owes"
    for seat in range(box.players):
        offers = phase is Phase.OFFERS
        places = state.trade.announced if offers else places_to_store(box, state, seat)
        chosen, steps = hidden.chosen[seat], hidden.steps[seat]
        free = not offers or box.estates[state.table.owned[seat]].casas
        fits = 0 <= steps < places if seat in state.owing else steps == places
        fits = fits and (chosen >> TOTAL <= steps if free else chosen >> TOTAL == steps)
        yield fits and holds(hidden.hands[seat], chosen), "hidden.chosen: not what the seat can choose"
        if not free:
            later = [card for card in cards_one_by_one(hidden.hands[seat] - chosen) if _kind(card) >= last_kind(chosen)]
            yield len(later) >= places - steps, "hidden.chosen: no cards left to go on with"


def _kind(card: int) -> Kind:
    return kinds_in(card)[0]


def _of_memory(state: State) -> Iterator[Demand]:
    table, hidden = state.table, state.hidden
    for seat, hand in enumerate(hidden.hands):
        sure, _ = held(table.known[seat], table.gifts, hidden.given, seat)
        yield holds(hand, sure), "table.known: the hand does not hold it"
