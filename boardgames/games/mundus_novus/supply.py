"""Event and Supply: how a round begins (M3, M4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.chance import deal
from boardgames.games.mundus_novus.cards import CARD, MASK, SHIFTS, Cards, cards_one_by_one, kinds_mark
from boardgames.games.mundus_novus.changing import added, with_doubloons, with_hands, with_known
from boardgames.games.mundus_novus.components import SUPPLY, Event
from boardgames.games.mundus_novus.memory import left
from boardgames.games.mundus_novus.state import (
    Action,
    Detach,
    Hidden,
    Phase,
    Pick,
    Round,
    Sail,
    State,
    Summon,
    Supply,
    Table,
    Trade,
    Turn,
)
from boardgames.games.mundus_novus.table import PICKS, SAIL, SUMMON

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.box import Box

SUMMONING_PRICE = 2
EVENTS_OF_A_ROUND = 16
"""Chance events for which there are numbers: two for dealing, and one for the Pirates at each fleet."""
NO_SUPPLY, NO_TRADE, NO_TURN = Supply(), Trade(), Turn()


def begin_round(box: Box, number: int, master: int, table: Table, hidden: Hidden) -> State:
    """Return the State at the start of a round: its event, and the Supply unless Coronado's owner is asked (M3)."""
    event = box.events[table.queue[0]] if number > 1 else Event.NONE
    whole = Round(number, event, master, master)
    state = State(whole, Phase.EVENT, master, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, hidden)
    if number > 1 and event is Event.NONE:
        for seat, owned in enumerate(table.owned):
            if box.estates[owned].coronado and table.doubloons[seat] >= SUMMONING_PRICE:
                return State(whole, Phase.EVENT, seat, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, hidden)
    return _deal(box, state)


def list_events(_: Box, __: State, ___: int) -> tuple[Action, ...]:
    """Return the events to choose from, none first (M3.2)."""
    return SUMMON


def summon(box: Box, state: State, action: Summon, _: int) -> State | None:
    """Let Coronado's owner pay for an event, or not (M3.2)."""
    if state.phase is not Phase.EVENT:
        return None
    if action.event is Event.NONE:
        return _deal(box, state)
    old, table, seat = state.round, state.table, state.player
    table = with_doubloons(table, added(table.doubloons, seat, -SUMMONING_PRICE))
    whole = Round(old.number, action.event, old.master, old.first)
    return _deal(box, State(whole, Phase.EVENT, seat, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, state.hidden))


def _deal(box: Box, state: State) -> State:
    """Deal five cards to each player and turn up one for each Caravel (M4.1, M4.2)."""
    table, hidden, players = state.table, state.hidden, box.players
    seed, event = hidden.seed, EVENTS_OF_A_ROUND * state.round.number
    turned_up = sum([len(box.estates[owned].caravels) for owned in table.owned])
    wanted = SUPPLY * players + turned_up
    cards = cards_one_by_one(hidden.pile)
    discards, source, drawn = table.discards, table.source, list(hidden.drawn)
    rest: list[Cards] = []
    if len(cards) < wanted:
        # M4.6: what is left is dealt first, the rest comes out of the discards.
        rest = deal(cards, len(cards), seed, event)
        cards = cards_one_by_one(discards)
        source, discards, drawn = discards, 0, [0] * players
    dealt = rest + deal(cards, wanted - len(rest), seed, event + 1)
    hands = list(hidden.hands)
    for step in range(players):
        seat = (state.round.master + step) % players
        start, end = step * SUPPLY, (step + 1) * SUPPLY
        hands[seat] += sum(dealt[start:end])
        drawn[seat] += sum(dealt[max(start, len(rest)) : end])
    display = dealt[SUPPLY * players :]
    source -= sum(dealt[max(SUPPLY * players, len(rest)) :])
    table = Table(table.market, discards, source, table.queue, table.doubloons, table.owned, table.known, table.gifts)
    hidden = Hidden(
        tuple(hands), box.zeros, box.zeros, hidden.given, sum(cards), tuple(drawn), hidden.deck, hidden.seed
    )
    after = State(
        state.round, Phase.FLEETS, state.round.master, (), Supply(sum(display)), NO_TRADE, NO_TURN, table, hidden
    )
    for seat, owned in enumerate(table.owned):
        estate = box.estates[owned]
        if estate.ponce and len(estate.caravels) > 1:
            return _detached(after, seat, ())
    return _begin_picks(box, after)


# Fleets (M4.2 to M4.4).


class Fleet(NamedTuple):
    """A fleet, in the order in which fleets pick."""

    value: int
    lowest: int
    """The lowest single Caravel (M4.2)."""
    step: int
    """Seats from the Trade Master on, clockwise."""
    seat: int
    size: int


def fleets(box: Box, state: State) -> list[Fleet]:
    """Return all fleets in the order in which they pick."""
    found = []
    for seat, owned in enumerate(state.table.owned):
        estate = box.estates[owned]
        if not estate.caravels:
            continue
        step = (seat - state.round.master) % box.players
        # The highest Caravel always stays: what leaves it is the other fleet.
        staying, leaving = list(estate.caravels), []
        if estate.ponce:
            leaving = list(state.supply.detached)
            for caravel in leaving:
                staying.remove(caravel)
        if estate.pizarro:
            staying[-1] = 0
        found += [Fleet(sum(fleet), min(fleet), step, seat, len(fleet)) for fleet in (staying, leaving) if fleet]
    return sorted(found)


def _detached(state: State, seat: int, caravels: tuple[int, ...]) -> State:
    supply = Supply(state.supply.display, (), caravels)
    return State(state.round, Phase.FLEETS, seat, (), supply, NO_TRADE, NO_TURN, state.table, state.hidden)


def _detachable(box: Box, state: State) -> tuple[int, ...]:
    """Return the Caravels that may still leave: higher ones than those that left, but never the highest."""
    caravels = box.estates[state.table.owned[state.player]].caravels[:-1]
    detached = state.supply.detached
    if not detached:
        return caravels
    # Caravels of one value leave one after the other, too.
    gone = caravels.index(detached[-1]) + detached.count(detached[-1])
    return caravels[gone:]


def list_fleets(box: Box, state: State, _: int) -> tuple[Action, ...]:
    """Return the Caravels that may sail apart, and the end of the splitting (M4.4)."""
    return (*[box.detach[caravel] for caravel in sorted(set(_detachable(box, state)))], SAIL)


def detach(box: Box, state: State, action: Detach, _: int) -> State | None:
    """Let a Caravel leave the fleet (M4.4)."""
    if state.phase is not Phase.FLEETS or action.caravel not in _detachable(box, state):
        return None
    return _detached(state, state.player, (*state.supply.detached, action.caravel))


def sail(box: Box, state: State, _: Sail, __: int) -> State | None:
    """End the splitting (M4.4)."""
    return _begin_picks(box, state) if state.phase is Phase.FLEETS else None


def _begin_picks(box: Box, state: State) -> State:
    picks = tuple([fleet.seat for fleet in fleets(box, state) for _ in range(fleet.size)])
    if not picks:
        return _end_supply(box, state)
    supply = Supply(state.supply.display, picks, state.supply.detached)
    return State(state.round, Phase.PICKS, picks[0], (), supply, NO_TRADE, NO_TURN, state.table, state.hidden)


def list_picks(_: Box, state: State, __: int) -> tuple[Action, ...]:
    """Return the cards turned up (M4.2)."""
    return PICKS[kinds_mark(state.supply.display)]


def pick_card(box: Box, state: State, action: Pick, _: int) -> State | None:
    """Let the fleet take a card (M4.2)."""
    supply, kind = state.supply, action.kind
    if state.phase is not Phase.PICKS or not supply.display >> SHIFTS[kind] & MASK:
        return None
    table, hidden, seat, card = state.table, state.hidden, state.player, CARD[kind]
    table = with_known(table, added(table.known, seat, card))
    hidden = with_hands(hidden, added(hidden.hands, seat, card))
    picks = supply.picks[1:]
    supply = Supply(supply.display - card, picks, supply.detached)
    following = picks[0] if picks else seat
    after = State(state.round, Phase.PICKS, following, (), supply, NO_TRADE, NO_TURN, table, hidden)
    return after if picks else _end_supply(box, after)


# Pirates (M4.5).


def _end_supply(box: Box, state: State) -> State:
    """Let the Pirates take their share, and the Trade Master announce."""
    table, hidden = state.table, state.hidden
    if state.round.event is Event.PIRATES:
        table, hidden = _robbed(box, state)
    return State(state.round, Phase.NUMBER, state.round.master, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, hidden)


def _robbed(box: Box, state: State) -> tuple[Table, Hidden]:
    table, hidden = state.table, state.hidden
    event = EVENTS_OF_A_ROUND * state.round.number + 2
    hands, known, gifts, discards = list(hidden.hands), table.known, table.gifts, table.discards
    for number, fleet in enumerate(fleets(box, state), start=event):
        seat = fleet.seat
        if fleet.size > 1 and not box.estates[table.owned[seat]].cosa:
            card = deal(cards_one_by_one(hands[seat]), 1, hidden.seed, number)[0]
            hands[seat] -= card
            discards += card
            known, gifts = left(known, gifts, seat, card, hands[seat])
    return (
        Table(table.market, discards, table.source, table.queue, table.doubloons, table.owned, known, gifts),
        with_hands(hidden, tuple(hands)),
    )
