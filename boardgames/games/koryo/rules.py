"""The rules of Koryŏ, by Gary Kim (2013), as numbered in RULES.md beside this file.

Sources: the published French, English, Korean and Polish rulebooks. Deviations: none; the rulings
listed in RULES.md decide what the rulebooks leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from boardgames.contract.refusals import ForbiddenError, check_seat, illegal_action, is_seat
from boardgames.games.koryo import actions, scoring
from boardgames.games.koryo.actions import SHARED, Action
from boardgames.games.koryo.components import COMPONENTS, Components
from boardgames.games.koryo.events import Event
from boardgames.games.koryo.phases import distribution, orders, round_end, turns
from boardgames.games.koryo.phases.event_cards import RESOLVED_BY
from boardgames.games.koryo.secrets import check, sampling
from boardgames.games.koryo.secrets.view import View, view
from boardgames.games.koryo.skill import evaluation, prior
from boardgames.games.koryo.state import MOST_PLAYERS, OVER, Phase, State
from boardgames.kit.components import ComponentGame

if TYPE_CHECKING:
    from boardgames.games.koryo.words.english import English

LEGAL_ACTIONS: Mapping[Phase, Callable[[Koryo, State, int], tuple[Action, ...]]] = {
    Phase.ORDERS: orders.list_orders,
    Phase.ACTIONS: lambda game, state, _seat: turns.list_turn(game, state),
    Phase.DISCARDS: round_end.list_discards,
    Phase.OVER: lambda _game, _state, _seat: (),
}
"""The function that lists the legal actions, by phase."""

APPLY: Mapping[type[Action], Callable[[Koryo, State, Any, int], State]] = {
    actions.Order: orders.order,
    actions.Bank: turns.bank,
    actions.Absolve: turns.absolve,
    actions.Steal: turns.steal,
    **dict.fromkeys(RESOLVED_BY, turns.resolve),
    actions.Discard: round_end.discard,
    actions.End: turns.end,
}
"""The function that carries out an action or raises `ForbiddenError`, by type of action."""


class Koryo(ComponentGame[State, Action, View, Components, Event]):
    """Koryŏ for 2 to 4 players. One seat decides at a time."""

    name = "koryo"
    title = "Koryŏ"
    player_counts: ClassVar[range] = range(2, MOST_PLAYERS + 1)
    rules_version = 1
    slips: ClassVar[Mapping[str, float]] = {"easy": 0.16, "fair": 0.0}
    event_types = Event
    component_table = COMPONENTS

    # The rules.

    new_game: Final = distribution.new_game

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.player,) if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        if player is not None and player is not state.player:  # fast path without further checks
            check_seat(self, player)
            if player != state.player:
                return ()
        return LEGAL_ACTIONS[state.phase](self, state, state.player)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        known = SHARED.by_id.get(id(action)) or SHARED.find(action)
        acting = state.player
        may_act = player is None or player is acting or is_seat(player, acting)
        if known is None or known.phase is not state.phase or not may_act:
            raise illegal_action(self, state, action, player)
        try:
            return APPLY[type(known)](self, state, known, acting)
        except ForbiddenError:
            raise illegal_action(self, state, action, player) from None

    def round(self, state: State) -> int:
        return state.round.season

    score: Final = scoring.score
    outcome: Final = scoring.outcome

    # Hidden information.

    view: Final = view
    determinize: Final = sampling.determinize

    # Play.

    chances: Final = evaluation.chances
    reasons: Final = evaluation.reasons
    prior: Final = prior.prior

    # Words.

    @property
    def words(self) -> English:
        from boardgames.games.koryo.words.english import English  # no bot needs them

        return English(self)

    # Events and notation.

    beginning: Final = distribution.beginning
    parse: Final = actions.parse

    # Values.

    inventory: Final = check.inventory
    check_state: Final = check.check_state
