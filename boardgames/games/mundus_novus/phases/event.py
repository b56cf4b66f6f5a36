"""Event: how a round begins (M3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.values import evolve
from boardgames.games.mundus_novus.components import Event
from boardgames.games.mundus_novus.events import EventChosen, RoundBegins
from boardgames.games.mundus_novus.phases.supply import begin_supply
from boardgames.games.mundus_novus.shared_actions import SUMMON
from boardgames.games.mundus_novus.state import (
    NO_SUPPLY,
    NO_TRADE,
    NO_TURN,
    Hidden,
    Income,
    Phase,
    Public,
    Round,
    State,
    with_income,
)

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.actions import Action, Summon
    from boardgames.games.mundus_novus.components import Estate
    from boardgames.games.mundus_novus.rules import MundusNovus

EVENT_PRICE = 2


def event_for(event: Event, estate: Estate) -> Event:
    """Return the event as it affects the owner of this estate: not at all with de la Cosa (M3.4)."""
    return Event.NONE if estate.cosa else event


def begin_round(game: MundusNovus, number: int, master: int, public: Public, hidden: Hidden) -> State:
    """Return the State at the start of a round: the choice of Coronado's owner, or else what Supply begins with."""
    event = game.developments[public.queue[0]].event if number > 1 else Event.NONE
    state = State(
        round=Round(number, event, master, master), phase=Phase.EVENT, player=master, owing=(),
        supply=NO_SUPPLY, trade=NO_TRADE, turn=NO_TURN, public=public, hidden=hidden,
    )  # fmt: skip
    if game.recorder is not None and number > 1:
        game.recorder.append(RoundBegins(number, event))
    if number > 1 and event is Event.NONE:
        for seat in range(game.players):
            if may_choose_event(game, state, seat):
                return evolve(state, player=seat)
    return begin_supply(game, state)


def may_choose_event(game: MundusNovus, state: State, seat: int) -> bool:
    """Tell whether the seat may choose an event, in a round that has none (M3.2)."""
    public = state.public
    return game.estates[public.owned[seat]].coronado and public.doubloons[seat] >= EVENT_PRICE


def list_events(_game: MundusNovus, _state: State, _seat: int) -> tuple[Action, ...]:
    """Return the events to choose from, none first (M3.2)."""
    return SUMMON


def summon(game: MundusNovus, state: State, action: Summon, seat: int) -> State:
    """Pay for an event, or leave the round without one (M3.2)."""
    none = action.event is Event.NONE
    if game.recorder is not None:
        game.recorder.append(EventChosen(seat, action.event, 0 if none else EVENT_PRICE))
    if none:
        return begin_supply(game, state)
    public = with_income(state.public, Income.CORONADO, seat, -EVENT_PRICE)
    return begin_supply(game, evolve(state, round=evolve(state.round, event=action.event), public=public))
