"""The end of a round: Shipyards, and the cards that are stored (M6.9, M6.10)."""

from __future__ import annotations

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import actions, events
from boardgames.games.mundus_novus.components import CARDS, FIRE, Income, Kind
from boardgames.games.mundus_novus.memory import after_leaving, after_round
from boardgames.games.mundus_novus.phases.event import begin_round, event_for
from boardgames.games.mundus_novus.phases.trade import choose, may_choose
from boardgames.games.mundus_novus.scoring import is_over, paid
from boardgames.games.mundus_novus.state import (
    NO_TURN,
    OVER,
    Phase,
    Rules,
    State,
    caravels_of,
    estate_of,
)


def end_turns(game: Rules, state: State) -> State:
    """Pay for the Shipyards (M6.9), and let the players store cards (M6.10)."""
    public = state.public
    caravels = caravels_of(game, public)
    for seat, owned in enumerate(public.owned):
        shipyards = estate_of(game, owned).shipyards
        if shipyards:
            earned = shipyards * shipyard_pay(seat, caravels)
            public = paid(game, public, Income.SHIPYARDS, seat, earned)
    state = evolve(
        state, phase=Phase.STORAGE, player=state.round.master, turn=NO_TURN, public=public
    )
    owing = tuple([seat for seat in game.seats if places_to_store(game, state, seat)])
    return evolve(state, player=owing[0], owing=owing) if owing else _end_round(game, state)


def shipyard_pay(seat: int, caravels: list[int]) -> int:
    """Return what the seat's Shipyard pays: a doubloon for each seat that has more Caravels
    (M6.9).
    """
    own = caravels[seat]
    return sum([number > own for number in caravels])


def places_to_store(game: Rules, state: State, seat: int) -> int:
    """Return the number of cards that the seat may store: at most the slots of its Warehouses
    (M6.10, M3.3).
    """
    estate = estate_of(game, state.public.owned[seat])
    if event_for(state.round.event, estate) is FIRE:
        return 0
    return min(estate.slots, CARDS.size(state.hidden.hands[seat]))


def list_stores(_game: Rules, state: State, seat: int) -> tuple[actions.Action, ...]:
    """Return what the seat may store next (M6.10)."""
    return (*[actions.STORE[kind] for kind in may_choose(state, seat)], actions.STORE_NOTHING)


def store(game: Rules, state: State, action: actions.Store, seat: int) -> State:
    """Choose a card to store (M6.10)."""
    if action.kind not in may_choose(state, seat):
        raise ForbiddenError
    return _after_choice(game, state, seat, action.kind)


def store_nothing(game: Rules, state: State, _action: actions.StoreNothing, seat: int) -> State:
    """Store no further card (M6.10)."""
    return _after_choice(game, state, seat, None)


def _after_choice(game: Rules, state: State, seat: int, kind: Kind | None) -> State:
    after = choose(game, state, seat, places_to_store(game, state, seat), "store", kind)
    return after if after.owing else _end_round(game, after)


def _end_round(game: Rules, state: State) -> State:
    """Discard what is not stored (M6.10); end the game or begin the next round."""
    hidden = state.hidden
    current = state.round
    stored = hidden.chosen
    gone = tuple(map(CARDS.remove, hidden.hands, stored))
    public = state.public
    for seat, cards in enumerate(gone):
        if cards:
            public = after_leaving(public, seat, cards, discarded=cards)
            if game.recorder is not None:
                game.recorder.append(events.CardsDiscarded(seat, CARDS.each(cards)))
        if stored[seat] and game.recorder is not None:
            kept = CARDS.each(stored[seat])
            game.recorder.append(events.CardsStored(seat, len(kept), kept))
    public = evolve(public, discarded=gone)
    hidden = evolve(hidden, hands=stored, chosen=game.no_cards, steps=game.zeros)
    public, hidden = after_round(public, hidden)
    if is_over(game, current, public):
        if game.recorder is not None:
            game.recorder.append(events.GameEnds())
        return evolve(state, phase=OVER, player=current.master, public=public, hidden=hidden)
    return begin_round(game, current.number + 1, current.master, public, hidden)
