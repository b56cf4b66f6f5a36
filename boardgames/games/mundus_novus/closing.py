"""The end of a round: Shipyards, storage, and whether the game is over (M6.9, M6.10, M7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.outcome import Outcome, ranked
from boardgames.games.mundus_novus.cards import CARD, FROM, MASK, SHIFTS, TOTAL, Cards, kinds_mark
from boardgames.games.mundus_novus.changing import with_doubloons
from boardgames.games.mundus_novus.components import Event
from boardgames.games.mundus_novus.memory import left, remembered
from boardgames.games.mundus_novus.state import (
    Action,
    Hidden,
    Phase,
    Round,
    State,
    Store,
    StoreNothing,
    Table,
)
from boardgames.games.mundus_novus.supply import NO_SUPPLY, NO_TRADE, NO_TURN, begin_round
from boardgames.games.mundus_novus.table import STORE_NOTHING, STORES
from boardgames.games.mundus_novus.trade import committed, last_kind, with_choice

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.box import Box

GOAL = 75
"""Doubloons that end the game (M7.2)."""
LAST_ROUND = 100
"""The round that ends the game in any case (M7.4)."""


def end_turns(box: Box, whole: Round, table: Table, hidden: Hidden) -> State:
    """Pay the Shipyards (M6.9), and let all store who can (M6.10)."""
    estates = [box.estates[owned] for owned in table.owned]
    fleet_sizes = [len(estate.caravels) for estate in estates]
    doubloons = tuple(
        [
            held + estate.shipyards * sum([size > own for size in fleet_sizes]) if estate.shipyards else held
            for held, estate, own in zip(table.doubloons, estates, fleet_sizes, strict=True)
        ]
    )
    table = with_doubloons(table, doubloons)
    owing = tuple([seat for seat in range(box.players) if _may_store(box, whole, table, hidden, seat)])
    first = owing[0] if owing else whole.master
    state = State(whole, Phase.STORAGE, first, owing, NO_SUPPLY, NO_TRADE, NO_TURN, table, hidden)
    return state if owing else _end_round(box, state)


def _may_store(box: Box, whole: Round, table: Table, hidden: Hidden, seat: int) -> int:
    """Return how many cards the seat may store: at most those it has left (M6.10, M3.3)."""
    estate = box.estates[table.owned[seat]]
    if whole.event is Event.FIRE and not estate.cosa:
        return 0
    return min(estate.slots, hidden.hands[seat] >> TOTAL)


def places_to_store(box: Box, state: State, seat: int) -> int:
    """Return how many cards the seat chooses at the end of this round."""
    return _may_store(box, state.round, state.table, state.hidden, seat)


def _storable(state: State, seat: int) -> Cards:
    hidden = state.hidden
    chosen = hidden.chosen[seat]
    if hidden.steps[seat] > chosen >> TOTAL:
        return 0
    return hidden.hands[seat] - chosen & FROM[last_kind(chosen)]


def list_stores(_: Box, state: State, seat: int) -> tuple[Action, ...]:
    """Return what the seat may store next (M6.10)."""
    return (*STORES[kinds_mark(_storable(state, seat))], STORE_NOTHING)


def store(box: Box, state: State, action: Store, seat: int) -> State | None:
    """Choose a card to store (M6.10)."""
    if state.phase is not Phase.STORAGE or not _storable(state, seat) >> SHIFTS[action.kind] & MASK:
        return None
    return _stored(box, state, seat, CARD[action.kind])


def store_nothing(box: Box, state: State, _: StoreNothing, seat: int) -> State | None:
    """Store no more cards (M6.10)."""
    return _stored(box, state, seat, 0) if state.phase is Phase.STORAGE else None


def _stored(box: Box, state: State, seat: int, card: Cards) -> State:
    hidden = with_choice(state, seat, card)
    complete = hidden.steps[seat] == places_to_store(box, state, seat)
    after = committed(state, seat, hidden, complete=complete)
    return after if after.owing else _end_round(box, after)


def _end_round(box: Box, state: State) -> State:
    """Discard what is not stored (M6.10); end the game or begin the next round."""
    table, hidden, whole = state.table, state.hidden, state.round
    known, gifts, discards = table.known, table.gifts, table.discards
    for seat, (hand, kept) in enumerate(zip(hidden.hands, hidden.chosen, strict=True)):
        if hand != kept:
            discards += hand - kept
            if known[seat] or gifts:
                known, gifts = left(known, gifts, seat, hand - kept, kept)
    gifts, given = remembered(gifts, hidden.given)
    table = Table(table.market, discards, table.source, table.queue, table.doubloons, table.owned, known, gifts)
    hidden = Hidden(hidden.chosen, box.zeros, box.zeros, given, hidden.pile, hidden.drawn, hidden.deck, hidden.seed)
    if is_over(whole, table):
        return State(whole, Phase.OVER, whole.master, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, hidden)
    return begin_round(box, whole.number + 1, whole.master, table, hidden)


def is_over(whole: Round, table: Table) -> bool:
    """Tell whether the game ends with this round (M7.1 to M7.4)."""
    return bool(whole.perfect) or max(table.doubloons) >= GOAL or whole.unfilled or whole.number >= LAST_ROUND


def standing(state: State) -> tuple[tuple[int, ...], ...]:
    """Return all seats, best first: perfect sets, then doubloons (M7.5)."""
    shown = state.round.perfect
    return ranked([(seat in shown, held) for seat, held in enumerate(state.table.doubloons)])


def outcome(state: State) -> Outcome | None:
    """Return how the game ended (M7), or None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    ranking, whole = standing(state), state.round
    tie_break = None
    if whole.perfect:
        reason = "a perfect set was shown"
        if len(ranking[0]) < len(whole.perfect):
            tie_break = "doubloons"
    elif max(state.table.doubloons) >= GOAL:
        reason = f"somebody has {GOAL} doubloons or more"
    elif whole.unfilled:
        reason = "the queue could not be refilled"
    else:
        reason = f"{LAST_ROUND} rounds have been played"
    return Outcome(ranking[0], ranking, state.table.doubloons, reason, tie_break)
