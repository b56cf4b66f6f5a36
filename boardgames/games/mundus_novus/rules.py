"""The rules of Mundus Novus, by Serge Laget and Bruno Cathala (2011), as numbered in RULES.md beside this file.

Source: a Korean translation of the published rulebook, and the designer's published answers. Deviations: none; what
these leave open is decided by the rulings listed in RULES.md. The module `actions` describes how turns are split into
decisions.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from boardgames.core.action import SharedActions
from boardgames.core.cards import NO_CARDS
from boardgames.core.chance import chance, checked_seed, deal
from boardgames.core.game import Game
from boardgames.games.mundus_novus import (
    actions,
    areas,
    check,
    development_worth,
    evaluation,
    memory,
    prior,
    random_play,
    sampling,
    scene,
    scoring,
)
from boardgames.games.mundus_novus.actions import Action
from boardgames.games.mundus_novus.components import (
    CARDS,
    COMPONENTS,
    QUEUE_SIZE,
    SMALLEST_DIFFERENT,
    Components,
    Estates,
    developments,
)
from boardgames.games.mundus_novus.events import Event
from boardgames.games.mundus_novus.phases import event, merchants, progression, storage, supply, trade
from boardgames.games.mundus_novus.shared_actions import all_actions, notation
from boardgames.games.mundus_novus.state import OVER, Hidden, Income, Phase, Public, State
from boardgames.games.mundus_novus.view import View, view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from random import Random

    from boardgames.core.action import Notation
    from boardgames.core.cards import PackedCards
    from boardgames.core.codec import JSON
    from boardgames.core.components import Source
    from boardgames.core.outcome import Outcome
    from boardgames.core.scene import Label, Piece, Scene, ScoreSheet
    from boardgames.games.mundus_novus.components import Development

LEGAL_ACTIONS: Mapping[Phase, Callable[[MundusNovus, State, int], tuple[Action, ...]]] = {
    Phase.EVENT: event.list_events,
    Phase.FLEETS: supply.list_fleets,
    Phase.PICKS: supply.list_picks,
    Phase.NUMBER: trade.list_numbers,
    Phase.OFFERS: trade.list_offers,
    Phase.MASTER: trade.list_masters,
    Phase.TRADES: trade.list_trades,
    Phase.GIFT: trade.list_gifts,
    Phase.FIRST: trade.list_first,
    Phase.TURN: progression.list_turn,
    Phase.MERCHANT: merchants.list_conversions,
    Phase.SALE: progression.list_sales,
    Phase.PURCHASE: progression.list_purchases,
    Phase.STORAGE: storage.list_stores,
    Phase.OVER: lambda _game, _state, _seat: (),
}
"""By phase: the function that lists the legal actions of a seat."""

APPLY: Mapping[type[Action], Callable[[MundusNovus, State, Any, int], State]] = {
    actions.Summon: event.summon,
    actions.Detach: supply.detach,
    actions.Sail: supply.sail,
    actions.Pick: supply.pick_card,
    actions.Announce: trade.announce,
    actions.Offer: trade.offer,
    actions.OfferNothing: trade.offer_nothing,
    actions.Appoint: trade.appoint,
    actions.Take: trade.take,
    actions.Exchange: trade.exchange,
    actions.Give: trade.give,
    actions.Begin: trade.begin,
    actions.Identical: progression.identical,
    actions.Different: progression.different,
    actions.Relics: progression.relics,
    actions.Perfect: progression.perfect,
    actions.Employ: merchants.employ,
    actions.Done: progression.done,
    actions.Convert: merchants.convert,
    actions.Sell: progression.sell,
    actions.Buy: progression.buy,
    actions.BuyUnseen: progression.buy_unseen,
    actions.Store: storage.store,
    actions.StoreNothing: storage.store_nothing,
}
"""By type of action: the function that carries it out, or raises `IllegalActionError` if the rules forbid it."""


class MundusNovus(Game[State, Action, View]):
    """Mundus Novus for 2 to 6 players; offers and storage are simultaneous, everything else is in turn."""

    name = "mundus_novus"
    title = "Mundus Novus"
    player_counts: ClassVar[range] = range(2, 7)
    goal = "75 doubloons end the game, and the richest wins; a set of all nine resources and a relic wins at once."
    rules_version = 1
    slips: ClassVar[Mapping[str, float]] = {"easy": 0.1, "fair": 0.02}
    event_types = Event

    def __init__(self, players: int, components: Components | Source | None = None) -> None:
        """Take the number of players, and components other than the published ones: a TOML file or its content.

        Raises `ConfigurationError` for a wrong number of players or faulty components.
        """
        super().__init__(players)
        self.components: Components = COMPONENTS.load(components)
        self.seats: tuple[int, ...] = tuple(range(players))
        self.zeros: tuple[int, ...] = (0,) * players
        self.no_cards: tuple[PackedCards, ...] = (NO_CARDS,) * players
        self.developments: dict[str, Development] = developments(self.components)
        """All Development cards by key, including those for more players."""
        self.used: tuple[str, ...] = tuple(key for key, card in self.developments.items() if card.players <= players)
        """The keys of the cards used with this number of players (M2)."""
        self.resources: PackedCards = CARDS.pack(self.components.resources)
        self.estates: Estates = Estates(self.developments)
        self.relic_prices: tuple[int, ...] = (0, *self.components.relics)
        """By number of relics (M6.5)."""
        self.different_prices: tuple[int, ...] = (0,) * SMALLEST_DIFFERENT + self.components.different
        """By number of different resources (M6.4)."""
        self.detach: dict[int, actions.Detach] = {
            value: actions.Detach(value)
            for value in sorted({self.developments[key].caravel for key in self.used} - {0})
        }
        """By value of a Caravel."""
        self.actions: SharedActions[Action] = SharedActions(all_actions(self.detach))

    def options(self) -> dict[str, JSON]:
        """Return the components, unless they are the published ones."""
        return COMPONENTS.options(self.components)

    # The rules.

    def new_game(self, seed: int | None = None) -> State:
        """Lay out market and queue, choose a random Trade Master, and deal the first round (M2)."""
        seed = checked_seed(seed)
        master = chance(self.players, seed, 0)
        market = CARDS.join(deal(CARDS.singles(self.resources), self.components.market, seed, 1))
        pile = CARDS.remove(self.resources, market)
        deck = tuple(deal(list(self.used), len(self.used), seed, 2))
        public = Public(
            market=market, discards=NO_CARDS, deal=memory.new_deal(pile, self.no_cards, self.no_cards),
            queue=deck[:QUEUE_SIZE], doubloons=self.zeros, earned=(self.zeros,) * len(Income),
            owned=((),) * self.players,
            known=self.no_cards, gifts=(),
        )  # fmt: skip
        hidden = Hidden(
            hands=self.no_cards, chosen=self.no_cards, steps=self.zeros, given=(), pile=pile, held=self.no_cards,
            drawn=self.no_cards, deck=deck[QUEUE_SIZE:], seed=seed,
        )  # fmt: skip
        return event.begin_round(self, 1, master, public, hidden)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that still have to choose if all choose at once (M5.1, M6.10), otherwise the one to act."""
        if state.owing:
            return state.owing
        return (state.player,) if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        """List what the seat can do; never more than 150 actions."""
        if player is None:
            player = state.player
        elif player is not state.player:  # the usual case takes no further check
            self.check_seat(player)
            if player != state.player and player not in state.owing:
                return ()
        return LEGAL_ACTIONS[state.phase](self, state, player)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        """Return the State after this decision and everything that follows automatically."""
        known = self.actions.find(action)
        seat = state.player if player is None else player
        if known is None or known.phase is not state.phase or not (seat is state.player or self._may_act(state, seat)):
            raise self.illegal(state, action, player)
        return APPLY[type(known)](self, state, known, seat)

    def _may_act(self, state: State, seat: int) -> bool:
        return type(seat) is int and (seat == state.player or seat in state.owing)

    def score(self, state: State) -> tuple[int, ...]:
        """Return the doubloons of every seat."""
        return state.public.doubloons

    def outcome(self, state: State) -> Outcome | None:
        """Return who has won, and why the game has ended (M7)."""
        return scoring.outcome(state)

    # Hidden information.

    def view(self, state: State, player: int | None) -> View:
        """Return what M8 lets this seat know."""
        self.check_viewer(player)
        return view_of(state, player)

    def determinize(self, view: View, rng: Random) -> State:
        """Return a random State with this View; raise `DecodeError` if it cannot come from a game."""
        return sampling.sample(self, view, rng)

    # Play.

    def evaluate(self, state: State, player: int) -> float:
        """Return this seat's estimated chance to win, from the doubloons that everybody can expect at the end."""
        self.check_seat(player)
        return evaluation.chances(self, state)[player]

    def prior(self, state: State, player: int, actions: Sequence[Action]) -> Sequence[float]:
        """Return what each action promises at first sight, from the seat's own cards and what lies open."""
        self.check_seat(player)
        return prior.prior(self, state, player, actions)

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Action:
        """Return a random legal action; a turn rarely ends while there is something to do in it."""
        return random_play.random_action(self, state, rng, player)

    def reasons(self, state: State, player: int) -> Mapping[str, float]:
        """Return how much each source of doubloons favours this seat, against an average opponent."""
        self.check_seat(player)
        return evaluation.reasons(self, state, player)

    # Words.

    def parse(self, text: str) -> Action:
        """Read `take indigo from 3`, `set 3 coffee + 1 relic` …; raise `NotationError` for anything else."""
        return self._notation.parse(text)

    def pieces(self) -> Mapping[str, Piece]:
        """Return all Resource cards, Development cards, events and the doubloon."""
        return self._pieces

    def scene(self, view: View) -> Scene:
        """Return the table: players with what is known of their hands, market and queue, and the seat's own cards."""
        return scene.scene(self, view)

    def label(self, view: View, action: Action) -> Label:
        """Return what this action means to the seat of the View, with what a set pays or takes."""
        return scene.label(self, view, action)

    def score_sheet(self, state: State) -> ScoreSheet:
        """Return the doubloons of every seat by where they came from."""
        return scoring.score_sheet(state)

    def round(self, state: State) -> int:
        """Return the number of the round."""
        return state.round.number

    def events(self, state: State, action: Action, player: int | None = None) -> tuple[Event, ...]:
        """Return what happens when the seat takes this action, and everything that follows automatically."""
        return super().events(state, action, player)

    def describe(self, event: Event, viewer: int | None) -> list[str]:
        """Return what this viewer is told of an event that they see."""
        return scene.describe(self, event, viewer)

    def position(self, state: State) -> str:
        """Return round and phase."""
        return scene.position(state)

    # Values.

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        """Return the Resource cards by kind, and the Development cards by key."""
        return check.pieces(state)

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` unless seats, cards and phase fit together."""
        check.check_state(self, state)

    def check_view(self, view: View) -> None:
        """Raise `DecodeError` unless a possible State has this View."""
        self.check_world_of(view, view.seat)

    @cached_property
    def uses(self) -> development_worth.Uses:
        """What Development cards count for in estimates."""
        return development_worth.Uses(self.developments)

    @cached_property
    def _pieces(self) -> Mapping[str, Piece]:
        return areas.pieces(self.developments)

    @cached_property
    def _notation(self) -> Notation[Action]:
        return notation(self.actions)
