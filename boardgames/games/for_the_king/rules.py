"""The rules of For the King (and Me), by Steve Finn (2021), as numbered in RULES.md beside this file.

Source: a Korean translation of the rulebook, without its pictures. Deviations: F5.4 is narrower than the text, and part
of the components is reconstructed; both are listed in RULES.md, as are the rulings on what the text leaves open.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import chance, checked_seed, deal, pick
from boardgames.core.codec import to_json
from boardgames.core.errors import DecodeError
from boardgames.core.game import Game
from boardgames.core.outcome import Outcome, ranked
from boardgames.games.for_the_king import esteem, influence, text
from boardgames.games.for_the_king.cards import NAMES, Office, gold_in
from boardgames.games.for_the_king.checks import all_cards, check
from boardgames.games.for_the_king.components import PLAYER_COUNTS, cards_in_play, load, published, setup_of
from boardgames.games.for_the_king.evaluation import evaluate
from boardgames.games.for_the_king.kings import changed, list_changes
from boardgames.games.for_the_king.policy import random_bid
from boardgames.games.for_the_king.sampling import sample, view
from boardgames.games.for_the_king.scoring import TIE_BREAKS, score, tie_break_keys
from boardgames.games.for_the_king.state import (
    Action,
    Bid,
    Centre,
    Change,
    Discard,
    Favor,
    Hidden,
    Keep,
    Pass,
    Pay,
    Phase,
    State,
    Table,
    Take,
    View,
)
from boardgames.games.for_the_king.table import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from random import Random

    from boardgames.core.codec import JSON
    from boardgames.core.components import Source
    from boardgames.games.for_the_king.components import Components

BIDDING, OVER = Phase.BID, Phase.OVER
TO_ACT = tuple((seat,) for seat in range(PLAYER_COUNTS[-1]))
FIRST_DUTY = 3
"""Every Primary Duty at the start (F2)."""


class ForTheKing(Game[State, Action, View]):
    """For the King (and Me) for 2 to 5 players: one decision after the other, none of them simultaneous."""

    name = "for_the_king"
    title = "For the King (and Me)"
    player_counts = PLAYER_COUNTS
    rules_version = 1

    def __init__(self, players: int, components: Components | Source | None = None) -> None:
        """Take the number of players, and components other than the published ones: a TOML file or what is in one.

        Raises `ConfigurationError` if the game is not for so many, or names file, key and fault of the components.
        """
        super().__init__(players)
        self.components = load(components)
        self._cards = cards_in_play(self.components, players)
        self._setup = setup_of(self.components, players)

    def new_game(self, seed: int | None = None) -> State:
        """Shuffle, remove cards unseen, and let a random first player be Advisor (F2)."""
        seed = checked_seed(seed)
        first = chance(self.players, seed, 0)
        cards = tuple(deal(list(self._cards), len(self._cards), seed, 1))
        deck, removed = cards[: self._setup.deck], tuple(sorted(cards[self._setup.deck :]))
        duties = tuple([FIRST_DUTY if office in self._setup.offices else 0 for office in Office])
        nothing: tuple[tuple[Any, ...], ...] = ((),) * self.players
        table = Table(first, duties, gold_in(self._cards), (), nothing)
        return influence.begin_turn(first, table, Hidden(nothing, deck, removed, nothing, (), nothing, None, seed, 2))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the one seat that decides, or none after the game."""
        return TO_ACT[state.player] if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        """List what the player can place, take, change, bid, pay or discard."""
        if player is not None and player != state.player:
            self.check_seat(player)
            return ()
        return _LIST[state.phase](state)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        """Return the State after this decision and all that follows from it without another one."""
        do = _DO.get(type(action))
        after = None
        if do is not None and (player is None or player == state.player):
            after = do(state, action)
        if after is None:
            raise self.illegal(state, action, player)
        return after

    def score(self, state: State) -> tuple[int, ...]:
        """Return the Duties that every seat would have if the game ended now, personal decks counting as hands (F6)."""
        return score(state.hidden.hands, state.table.duties)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has the highest score when the Favor deck is empty, and what decided among equals (F6.3)."""
        if state.phase is not OVER:
            return None
        scores = self.score(state)
        keys = [(points, *key) for points, key in zip(scores, tie_break_keys(state.hidden.hands), strict=True)]
        ranking = ranked(keys)
        tie_break = None
        if scores.count(max(scores)) > 1 and len(ranking[0]) == 1:
            best, next_best = (keys[place[0]][1:] for place in ranking[:2])
            tie_break = next(name for name, one, other in zip(TIE_BREAKS, best, next_best, strict=True) if one != other)
        return Outcome(ranking[0], ranking, scores, "the Favor deck is empty", tie_break)

    def view(self, state: State, player: int | None) -> View:
        """Return what F7 lets this seat know."""
        if player is not None:
            self.check_seat(player)
        return view(state, player)

    def determinize(self, view: View, rng: Random) -> State:
        """Return a random State with this View; `DecodeError` if the View never came from a game."""
        if len(view.hand_sizes) != self.players:
            raise DecodeError(f"the View is not of a game with {self.players} players")
        state = sample(view, self._cards, rng)
        self.check_state(state)
        return state

    def evaluate(self, state: State, player: int) -> float:
        """Return the estimated chance of this seat to win, from the Duties that it can expect at the end."""
        if state.phase is OVER:
            outcome = self.outcome(state)
            return 1 / len(outcome.winners) if outcome and player in outcome.winners else 0.0
        return evaluate(state, player)

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Action:
        """Return a random legal action; in an auction mostly a small raise within one's means, or to pass (F8)."""
        if state.phase is BIDDING and (player is None or player == state.player):
            return random_bid(state, rng)
        return pick(self.legal_actions(state, player), rng)

    def parse(self, text: str) -> Action:
        """Read `keep`, `take Military C4`, `bid 4`, `pay 1+3` and so on; raise `NotationError` for anything else."""
        return self._reader.parse(text)

    def render(self, view: View) -> str:
        """Return the table: Duties, centre or auction, what is known of each hand, and the seat's own cards."""
        return text.render(view)

    def tell(self, before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
        """Return what this viewer sees: of a card that another player keeps, favors or discards only its back (F7)."""
        return text.tell(before, player, action, after, viewer)

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        """Return every card by its name."""
        cards = all_cards(state)
        return {NAMES[card]: cards.count(card) for card in sorted(set(cards))}

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` unless seats, cards, bids and histories fit together."""
        check(state, self._cards, self._setup, self.players)

    def position(self, state: State) -> str:
        """Return what is to be decided, and how far the game is."""
        if state.auction is not None:
            return f"auction {state.auction.number + 1}, {state.phase.name.lower()}"
        return f"{len(state.hidden.deck)} cards in the deck, {state.phase.name.lower()}"

    def options(self) -> dict[str, JSON]:
        """Return the components, if they are not the published ones."""
        return {} if self.components == published() else {"components": to_json(self.components)}

    @cached_property
    def _reader(self) -> Reader:
        return Reader()


def _change(state: State, action: Change) -> State | None:
    table = changed(state, action)
    if table is None:
        return None
    if state.turn is not None:
        return influence.after_king(state, state.turn, table)
    return None if state.auction is None else esteem.after_king(state, state.auction, table)


_LIST: tuple[Callable[[State], tuple[Action, ...]], ...] = (
    influence.list_placements,
    influence.list_takes,
    list_changes,
    esteem.list_bids,
    esteem.list_payments,
    esteem.list_discards,
    lambda _: (),
)
"""By phase: what lists the legal actions."""
_DO: dict[type, Callable[[State, Any], State | None]] = {
    Keep: influence.keep,
    Centre: influence.centre,
    Favor: influence.favor,
    Take: influence.take,
    Change: _change,
    Bid: esteem.bid,
    Pass: esteem.pass_by,
    Pay: esteem.pay,
    Discard: esteem.discard,
}
"""By type of action: what carries it out, or returns None if it is illegal."""
