"""The rules of Koryŏ, by Gary Kim (2013), as numbered in RULES.md beside this file.

Sources: the published French, English, Korean and Polish rulebooks. Deviations: none; what they leave open is decided
by the rulings listed in RULES.md.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from boardgames.core.chance import checked_seed
from boardgames.core.game import Game, is_seat
from boardgames.games.koryo import check, evaluation, prior, scene, scoring
from boardgames.games.koryo.actions import (
    SHARED,
    Absolve,
    Action,
    Bank,
    Destroy,
    Discard,
    End,
    Order,
    Steal,
    Swap,
    notation,
)
from boardgames.games.koryo.components import CARDS, COMPONENTS, Components, Kind
from boardgames.games.koryo.events import Event
from boardgames.games.koryo.phases.actions import absolve, bank, destroy, end, list_turn, steal, swap
from boardgames.games.koryo.phases.distribution import empty_table, set_up
from boardgames.games.koryo.phases.orders import list_orders, order
from boardgames.games.koryo.phases.round_end import discard, list_discards
from boardgames.games.koryo.sampling import sampler_of
from boardgames.games.koryo.state import OVER, Phase, State
from boardgames.games.koryo.view import View, view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from random import Random

    from boardgames.core.action import Notation
    from boardgames.core.codec import JSON
    from boardgames.core.components import Source
    from boardgames.core.outcome import Outcome
    from boardgames.core.scene import Label, Piece, Scene, ScoreSheet

LEGAL_ACTIONS: Mapping[Phase, Callable[[Koryo, State, int], tuple[Action, ...]]] = {
    Phase.ORDERS: list_orders,
    Phase.ACTIONS: list_turn,
    Phase.DISCARDS: list_discards,
    Phase.OVER: lambda _game, _state, _seat: (),
}
"""By phase: the function that lists the legal actions."""

APPLY: Mapping[type[Action], Callable[[Koryo, State, Any, int], State]] = {
    Order: order,
    Bank: bank,
    Absolve: absolve,
    Steal: steal,
    Destroy: destroy,
    Swap: swap,
    Discard: discard,
    End: end,
}
"""By type of action: the function that carries it out, or raises `IllegalActionError` if the rules forbid it."""


class Koryo(Game[State, Action, View]):
    """Koryŏ for 2 to 4 players: one decision after the other, none of them simultaneous."""

    name = "koryo"
    title = "Koryŏ"
    player_counts: ClassVar[range] = range(2, 5)
    goal = "After eight seasons, each family pays its number to whoever has most of its cards; the most influence wins."
    rules_version = 1
    slips: ClassVar[Mapping[str, float]] = {"easy": 0.16, "fair": 0.0}
    event_types = Event

    def __init__(self, players: int, components: Components | Source | None = None) -> None:
        """Take the number of players, and components other than the published ones: a TOML file or its content.

        Raises `ConfigurationError` for a wrong number of players or faulty components.
        """
        super().__init__(players)
        self.components: Components = COMPONENTS.load(components)
        self.empty_table: State = empty_table(players, self.components)

    def options(self) -> dict[str, JSON]:
        """Return the components, unless they are the published ones."""
        return COMPONENTS.options(self.components)

    # The rules.

    def new_game(self, seed: int | None = None) -> State:
        """Deal the first season to a random first player (K3)."""
        return set_up(self, checked_seed(seed))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the one seat that decides, or none after the game."""
        return (state.player,) if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        """List what the player can order, do in their turn, or discard."""
        if player is not None and player is not state.player:  # the usual case takes no further check
            self.check_seat(player)
            if player != state.player:
                return ()
        return LEGAL_ACTIONS[state.phase](self, state, state.player)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        """Return the State after this decision and everything that follows automatically."""
        known = SHARED.find(action)
        if known is None or known.phase is not state.phase or not (player is None or is_seat(player, state.player)):
            raise self.illegal(state, action, player)
        return APPLY[type(known)](self, state, known, state.player)

    def score(self, state: State) -> tuple[int, ...]:
        """Return the influence of every seat as the tableaux stand (K9)."""
        return scoring.influence(state.tableaux, state.tokens)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has the most influence after round 8; a tie is a shared victory (K9.3)."""
        return scoring.outcome(self, state)

    # Hidden information.

    def view(self, state: State, player: int | None) -> View:
        """Return what K10 lets this seat know."""
        self.check_viewer(player)
        return view_of(state, player)

    def determinize(self, view: View, rng: Random) -> State:
        """Return a random State with this View; `DecodeError` if the View never came from a game."""
        return sampler_of(self, view).sample(rng)

    # Play.

    def evaluate(self, state: State, player: int) -> float:
        """Return this seat's estimated chance to win, with the hands and orders of this State."""
        self.check_seat(player)
        return evaluation.chances(self, state)[player]

    def prior(self, state: State, player: int, actions: Sequence[Action]) -> list[float]:
        """Return how promising these actions look, by what they change at once in the chances to win."""
        self.check_seat(player)
        return prior.prior(self, state, player, actions)

    def reasons(self, state: State, player: int) -> Mapping[str, float]:
        """Return how much each family, the tokens and so on favours this seat, against an average opponent."""
        self.check_seat(player)
        return evaluation.reasons(self, state, player)

    # Words.

    def parse(self, text: str) -> Action:
        """Read `order 3 Banker`, `bank`, `destroy Merchant of 3` …; raise `NotationError` for anything else."""
        return self._notation.parse(text)

    def pieces(self) -> Mapping[str, Piece]:
        """Return the nine families, the two Events and the token."""
        return COMPONENTS.pieces

    def scene(self, view: View) -> Scene:
        """Return the table: tableaux with majorities, limits, tokens, influence, and the seat's own cards."""
        return scene.scene(self, view)

    def label(self, view: View, action: Action) -> Label:
        """Return what this action means to the seat of this View, such as `destroy Player 2's Merchant`."""
        return scene.label(view, action)

    def score_sheet(self, state: State) -> ScoreSheet:
        """Return the influence by family, Events and tokens (K9)."""
        return scoring.score_sheet(state)

    def round(self, state: State) -> int:
        """Return the season."""
        return state.round.season

    def events(self, state: State, action: Action, player: int | None = None) -> tuple[Event, ...]:
        """Return what happens when the seat takes this action, and everything that follows automatically."""
        return super().events(state, action, player)

    def describe(self, event: Event, viewer: int | None) -> list[str]:
        """Return what this viewer is told of an event that they see."""
        return scene.describe(event, viewer)

    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        """Return who enters the Hall of Fame or the Wall of Shame (K9.3)."""
        self.check_viewer(viewer)
        return scene.remarks(self.score(state), viewer)

    def position(self, state: State) -> str:
        """Return season and phase."""
        return scene.position(state)

    # Values.

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        """Return the 55 cards by kind, and the 8 tokens."""
        hidden = state.hidden
        zones = (*state.tableaux, *hidden.hands, *hidden.orders, *hidden.discards, state.gone, hidden.pile)
        # Zone by zone: in a State read from outside, too many cards of a kind would overflow into the next kind.
        counts = map(sum, zip(*map(CARDS.unpack, zones), strict=True))
        cards: dict[Hashable, int] = {str(kind): count for kind, count in zip(Kind, counts, strict=True)}
        return cards | {"token": state.bank + sum(state.tokens)}

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` unless seats, cards, tokens and phase fit together."""
        check.check_state(self, state)

    def check_view(self, view: View) -> None:
        """Raise `DecodeError` unless a possible State has this View."""
        self.check_world_of(view, view.seat)

    @cached_property
    def _notation(self) -> Notation[Action]:
        return notation()
