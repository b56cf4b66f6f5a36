"""The rules of For the King (and Me), by Steve Finn (2021), numbered as in RULES.md beside this file.

Source: a Korean translation of the rulebook, without its pictures. Deviations: F5.4 is narrower than the text, and part
of the components is reconstructed. RULES.md lists both, and the rulings on what the text leaves open.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from boardgames.core.chance import chance, checked_seed, deal
from boardgames.core.game import Game, is_seat
from boardgames.games.for_the_king import areas, evaluation, prior, scene, scoring
from boardgames.games.for_the_king.actions import (
    Action,
    Bid,
    Centre,
    Change,
    Discard,
    Favor,
    ForTheKingNotation,
    Keep,
    Pass,
    Pay,
    Take,
)
from boardgames.games.for_the_king.check import all_cards, check_state
from boardgames.games.for_the_king.components import (
    COMPONENTS,
    NAMES,
    PLAYER_COUNTS,
    Office,
    cards_in_play,
    gold_in,
    setup_of,
)
from boardgames.games.for_the_king.events import Event
from boardgames.games.for_the_king.phases import esteem, influence, kings
from boardgames.games.for_the_king.random_play import random_bid
from boardgames.games.for_the_king.sampling import sampler_of
from boardgames.games.for_the_king.state import BID, DISCARD, KING, OVER, PAY, PLACE, TAKE, Hidden, Phase, Public, State
from boardgames.games.for_the_king.view import View, view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from random import Random

    from boardgames.core.codec import JSON
    from boardgames.core.components import Source
    from boardgames.core.outcome import Outcome
    from boardgames.core.scene import Label, Piece, Scene, ScoreSheet
    from boardgames.games.for_the_king.components import Components, Setup

LEGAL_ACTIONS: dict[Phase, Callable[[ForTheKing, State, int], tuple[Action, ...]]] = {
    PLACE: influence.list_placements,
    TAKE: influence.list_takes,
    KING: kings.list_changes,
    BID: esteem.list_bids,
    PAY: esteem.list_payments,
    DISCARD: esteem.list_discards,
    OVER: lambda _game, _state, _seat: (),
}
"""By phase: the function that lists the legal actions."""

APPLY: dict[type[Action], Callable[[ForTheKing, State, Any, int], State]] = {
    Keep: influence.keep,
    Centre: influence.centre,
    Favor: influence.favor,
    Take: influence.take,
    Change: kings.change,
    Bid: esteem.bid,
    Pass: esteem.pass_,
    Pay: esteem.pay,
    Discard: esteem.discard,
}
"""By type of action: the function that carries it out, or raises `IllegalActionError` if the rules forbid it."""

FIRST_DUTY = 3
"""Every Primary Duty at the start (F2)."""
TO_ACT = tuple((seat,) for seat in range(PLAYER_COUNTS[-1]))


class ForTheKing(Game[State, Action, View]):
    """For the King (and Me) for 2 to 5 players. One seat decides at a time."""

    name = "for_the_king"
    title = "For the King (and Me)"
    player_counts: ClassVar[range] = PLAYER_COUNTS
    goal = "At the end each office, such as Diplomacy, pays points to the highest totals of its cards; most points win."
    rules_version = 1
    event_types = Event
    slips: ClassVar[Mapping[str, float]] = {"easy": 0.24, "fair": 0.08}

    def __init__(self, players: int, components: Components | Source | None = None) -> None:
        """Take the number of players, and components other than the published ones: a TOML file or its contents.

        Raises `ConfigurationError` for a wrong number of players, and for components with a fault, naming it.
        """
        super().__init__(players)
        self.components: Components = COMPONENTS.load(components)
        self.cards: tuple[int, ...] = cards_in_play(self.components, players)
        """Every card of the game, the ones removed unseen included, ascending."""
        self.setup: Setup = setup_of(self.components, players)
        """The setup for this number of players."""
        self.gold: int = gold_in(self.cards)
        """The value of all Gold in the game, the cards removed unseen included."""

    # The rules.

    def new_game(self, seed: int | None = None) -> State:
        """Shuffle, remove cards unseen, and let a random first player be Advisor (F2)."""
        seed = checked_seed(seed)
        first = chance(self.players, seed, 0)
        cards = tuple(deal(list(self.cards), len(self.cards), seed, 1))
        deck, removed = cards[: self.setup.deck], tuple(sorted(cards[self.setup.deck :]))
        duties = tuple([FIRST_DUTY if office in self.setup.offices else 0 for office in Office])
        nothing: tuple[tuple[Any, ...], ...] = ((),) * self.players
        public = Public(first=first, duties=duties, gold=self.gold, gone=(), histories=nothing)
        hidden = Hidden(
            hands=nothing,
            deck=deck,
            removed=removed,
            favored=nothing,
            favor=(),
            lost=nothing,
            laid=None,
            seed=seed,
            events=2,
        )
        return influence.begin_turn(self, first, public, hidden)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the one seat that decides, or none after the game."""
        return TO_ACT[state.player] if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        """List what the player can place, take, change, bid, pay or discard."""
        if player is not None and player is not state.player:  # the usual case takes no further check
            self.check_seat(player)
            if player != state.player:
                return ()
        return LEGAL_ACTIONS[state.phase](self, state, state.player)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        """Return the State after this decision and everything that follows automatically."""
        handler = APPLY.get(type(action))
        if handler is None or not (player is None or is_seat(player, state.player)):
            raise self.illegal(state, action, player)
        return handler(self, state, action, state.player)

    def score(self, state: State) -> tuple[int, ...]:
        """Return the Duties that every seat would have if the game ended now; personal decks count as hands (F6)."""
        return scoring.score(state.hidden.hands, state.public.duties)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has the highest score when the Favor deck is empty, and what decided between equals (F6.3)."""
        return scoring.outcome(self, state)

    # Hidden information.

    def view(self, state: State, player: int | None) -> View:
        """Return what this seat may know (F7)."""
        self.check_viewer(player)
        return view_of(state, player)

    def determinize(self, view: View, rng: Random) -> State:
        """Return a random State with this View; raise `DecodeError` if no game can have led to it."""
        return sampler_of(self, view).sample(rng)

    # Play.

    def evaluate(self, state: State, player: int) -> float:
        """Return the estimated chance of this seat to win, from the Duties that it can expect at the end."""
        self.check_seat(player)
        return evaluation.chances(self, state)[player]

    def prior(self, state: State, player: int, actions: Sequence[Action]) -> list[float]:
        """Return how promising these actions look: by the points that cards promise, from the seat's own View."""
        self.check_seat(player)
        return prior.prior(self, state, player, actions)

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Action:
        """Return a random legal action; in an auction mostly a pass, or a small raise within the seat's means (F8)."""
        if state.phase is BID and (player is None or is_seat(player, state.player)):
            return random_bid(state, rng)
        return super().random_action(state, rng, player)

    def reasons(self, state: State, player: int) -> Mapping[str, float]:
        """Return how much each office, Gold and so on favours this seat, against an average opponent."""
        self.check_seat(player)
        return evaluation.reasons(self, state, player)

    # Words.

    def parse(self, text: str) -> Action:
        """Read `keep`, `take Military C4`, `bid 4`, `pay 1+3` and so on; raise `NotationError` for anything else."""
        return self._notation.parse(text)

    @cached_property
    def _notation(self) -> ForTheKingNotation:
        return ForTheKingNotation()

    def pieces(self) -> Mapping[str, Piece]:
        """Return every office, Government card, King card and Gold card in play, by key: the name of a card."""
        return areas.pieces(self)

    def scene(self, view: View) -> Scene:
        """Return the table: Duties, centre or auction, what is known of each hand, and the seat's own cards."""
        return scene.scene(self, view)

    def label(self, view: View, action: Action) -> Label:
        """Return the action in words; a bid beyond the seat's means is marked as a bluff."""
        return scene.label(view, action)

    def score_sheet(self, state: State) -> ScoreSheet:
        """Return the points from every Duty that somebody took."""
        return scoring.score_sheet(state)

    def round(self, state: State) -> int:
        """Return the number of the turn, or of the auction counted on from the last turn."""
        return scene.round_number(self, state)

    def events(self, state: State, action: Action, player: int | None = None) -> tuple[Event, ...]:
        """Return what happens when the seat takes this action, and everything that follows automatically."""
        return super().events(state, action, player)

    def describe(self, event: Event, viewer: int | None) -> list[str]:
        """Return what this viewer is told of an event that they see."""
        return scene.describe(event, viewer)

    def position(self, state: State) -> str:
        """Return what is to be decided, and how far the game has progressed."""
        return scene.position(state)

    # Values.

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        """Return how many there are of every card, by its name."""
        cards = all_cards(state)
        return {NAMES[card]: cards.count(card) for card in sorted(set(cards))}

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` unless seats, cards, bids and histories fit together."""
        check_state(self, state)

    def check_view(self, view: View) -> None:
        """Raise `DecodeError` unless a possible State has this View."""
        self.check_world_of(view, view.seat)

    def options(self) -> dict[str, JSON]:
        """Return the components, if they are not the published ones."""
        return COMPONENTS.options(self.components)
