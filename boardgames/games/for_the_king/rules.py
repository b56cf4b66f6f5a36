"""The rules of For the King (and Me), by Steve Finn (2021), numbered as in RULES.md beside this
file.

Source: a Korean translation of the rulebook, without its pictures. Deviations: F5.4 is narrower
than the text, and part of the components is reconstructed. RULES.md lists both, and the rulings on
what the text leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from boardgames.contract.refusals import ForbiddenError, check_seat, illegal_action, is_seat
from boardgames.core.chance import chance, check_seed, deal, pick
from boardgames.games.for_the_king import actions, scoring
from boardgames.games.for_the_king.actions import Action
from boardgames.games.for_the_king.components import (
    COMPONENTS,
    PLAYER_COUNTS,
    Components,
    Office,
    Setup,
    gold_in,
)
from boardgames.games.for_the_king.events import Event
from boardgames.games.for_the_king.phases import esteem, influence
from boardgames.games.for_the_king.secrets import check, sampling
from boardgames.games.for_the_king.secrets.view import View, view
from boardgames.games.for_the_king.skill import evaluation, prior
from boardgames.games.for_the_king.state import BID, OVER, Hidden, Phase, Public, State
from boardgames.kit.components import ComponentGame, ComponentSource

if TYPE_CHECKING:
    from boardgames.games.for_the_king.words.english import English

LEGAL_ACTIONS: Mapping[Phase, Callable[[ForTheKing, State, int], tuple[Action, ...]]] = {
    Phase.PLACE: influence.list_placements,
    Phase.TAKE: influence.list_takes,
    Phase.KING: influence.list_changes,
    Phase.BID: esteem.list_bids,
    Phase.PAY: esteem.list_payments,
    Phase.DISCARD: esteem.list_discards,
    Phase.OVER: lambda _game, _state, _seat: (),
}
"""The function that lists the legal actions, by phase."""

APPLY: Mapping[type[Action], Callable[[ForTheKing, State, Any, int], State]] = {
    actions.Keep: influence.keep,
    actions.Centre: influence.centre,
    actions.Favor: influence.favor,
    actions.Take: influence.take,
    actions.Change: influence.change,
    actions.Bid: esteem.bid,
    actions.Pass: esteem.pass_,
    actions.Pay: esteem.pay,
    actions.Discard: esteem.discard,
}
"""The function that carries out an action or raises `ForbiddenError`, by type of action."""

FIRST_DUTY = 3
"""Every Primary Duty at the start (F2)."""


class ForTheKing(ComponentGame[State, Action, View, Components, Event]):
    """For the King (and Me) for 2 to 5 players. One seat decides at a time."""

    name = "for_the_king"
    title = "For the King (and Me)"
    player_counts: ClassVar[range] = PLAYER_COUNTS
    rules_version = 1
    event_types = Event
    component_table = COMPONENTS
    slips: ClassVar[Mapping[str, float]] = {"easy": 0.24, "fair": 0.08}

    def __init__(
        self, players: int, components: Components | ComponentSource | None = None
    ) -> None:
        super().__init__(players, components)
        self.cards: tuple[int, ...] = self.components.cards_in_play(players)
        self.setup: Setup = self.components.setup_of(players)
        self.gold: int = gold_in(self.cards)

    # The rules.

    def new_game(self, seed: int | None = None) -> State:
        """Shuffle, remove cards unseen, and let a random first player be Advisor (F2)."""
        seed = check_seed(seed)
        first = chance(self.players, seed, 0)
        cards = tuple(deal(list(self.cards), len(self.cards), seed, 1))
        duties = tuple([FIRST_DUTY if office in self.setup.offices else 0 for office in Office])
        nothing: tuple[tuple[()], ...] = ((),) * self.players
        public = Public(first, duties, self.gold, gone=(), histories=nothing)
        hidden = Hidden(
            hands=nothing,
            deck=cards[: self.setup.deck],
            removed=tuple(sorted(cards[self.setup.deck :])),
            favored=nothing,
            favor=(),
            lost=nothing,
            laid=None,
            seed=seed,
            events=2,
        )
        return influence.begin_turn(self, first, public, hidden)

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.player,) if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        if player is not None and player is not state.player:  # fast path without further checks
            check_seat(self, player)
            if player != state.player:
                return ()
        return LEGAL_ACTIONS[state.phase](self, state, state.player)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        handler = APPLY.get(type(action))
        if handler is None or not (player is None or is_seat(player, state.player)):
            raise illegal_action(self, state, action, player)
        try:
            return handler(self, state, action, state.player)
        except ForbiddenError:
            raise illegal_action(self, state, action, player) from None

    score: Final = scoring.score
    outcome: Final = scoring.outcome

    # Hidden information.

    view: Final = view
    determinize: Final = sampling.determinize

    # Play.

    chances: Final = evaluation.chances
    reasons: Final = evaluation.reasons
    prior: Final = prior.prior

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Action:
        """Return a random legal action; in an auction mostly a pass, or a small raise within the
        seat's means (F8).
        """
        if state.phase is BID and (player is None or is_seat(player, state.player)):
            assert state.auction is not None
            limit = esteem.bid_limit(state)
            card = state.hidden.favor[state.auction.number]
            hand = state.hidden.hands[state.player]
            return evaluation.random_bid(state.bid, limit, card, hand, rng)
        # Not by `super()`, which would take a tenth of the time of such a decision.
        return ComponentGame.random_action(self, state, rng, player)

    def random_choice(
        self, view: View, actions: tuple[Action, ...], rng: Random, player: int
    ) -> Action:
        """Return the same without a sampled world, as a bid depends on one's own hand alone."""
        check_seat(self, player)
        if view.phase is BID:
            limit = view.bid + len(actions) - 1  # a pass, and each bid up to the limit
            return evaluation.random_bid(view.bid, limit, view.turned[-1], view.hand, rng)
        return pick(actions, rng)

    # Words.

    @property
    def words(self) -> English:
        from boardgames.games.for_the_king.words.english import English  # no bot needs them

        return English(self)

    # Events and notation.

    beginning: Final = influence.beginning
    parse: Final = actions.parse
    round: Final = influence.round_number

    # Values.

    inventory: Final = check.inventory
    check_state: Final = check.check_state
