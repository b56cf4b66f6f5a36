"""The rules of Mundus Novus, by Serge Laget and Bruno Cathala (2011), as numbered in RULES.md beside this file.

Source: a Korean translation of the published rulebook, with the designer's published answers. Deviations: none; what
these leave open is decided by the rulings listed in RULES.md. How turns are cut into decisions stands in `state`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import chance, checked_seed, deal
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import DecodeError
from boardgames.core.game import Game
from boardgames.games.mundus_novus import closing, progression, supply, text, trade
from boardgames.games.mundus_novus.box import Box
from boardgames.games.mundus_novus.cards import TOTAL, Kind, cards_one_by_one
from boardgames.games.mundus_novus.checking import demands, pieces
from boardgames.games.mundus_novus.components import QUEUE, components_from, published
from boardgames.games.mundus_novus.evaluation import evaluate
from boardgames.games.mundus_novus.memory import held
from boardgames.games.mundus_novus.sampling import sample
from boardgames.games.mundus_novus.state import (
    Action,
    Announce,
    Appoint,
    Begin,
    Buy,
    BuyUnseen,
    Convert,
    Detach,
    Different,
    Done,
    Employ,
    Exchange,
    Give,
    Hidden,
    Identical,
    Offer,
    OfferNothing,
    Perfect,
    Phase,
    Pick,
    Relics,
    Sail,
    Sell,
    State,
    Store,
    StoreNothing,
    Summon,
    Table,
    Take,
    View,
)
from boardgames.games.mundus_novus.table import DONE, notation
from boardgames.games.mundus_novus.telling import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from random import Random

    from boardgames.core.action import Notation
    from boardgames.core.components import Source
    from boardgames.core.outcome import Outcome
    from boardgames.games.mundus_novus.components import Components

TO_ACT = tuple((seat,) for seat in range(6))
OVER = Phase.OVER


class MundusNovus(Game[State, Action, View]):
    """Mundus Novus for 2 to 6 players; offers and storage are simultaneous, nothing else is."""

    name = "mundus_novus"
    title = "Mundus Novus"
    player_counts = range(2, 7)
    rules_version = 1

    def __init__(self, players: int, components: Components | Source | None = None) -> None:
        """Take the number of players, and other components than the published ones.

        Raises `ConfigurationError` that names the key and the fault if these cannot be played with.
        """
        super().__init__(players)
        self.components = components_from(components)
        self.box = Box(self.components, players)

    def options(self) -> dict[str, JSON]:
        """Return the components, where they are not the published ones."""
        return {} if self.components == published() else {"components": to_json(self.components)}

    # The rules.

    def new_game(self, seed: int | None = None) -> State:
        """Lay out market and queue, choose a random Trade Master, and deal the first round (M2)."""
        seed, box = checked_seed(seed), self.box
        master = chance(self.players, seed, 0)
        market = sum(deal(cards_one_by_one(box.resources), self.components.market, seed, 1))
        deck = tuple(deal(list(box.used), len(box.used), seed, 2))
        source, zeros = box.resources - market, box.zeros
        table = Table(market, 0, source, deck[:QUEUE], zeros, zeros, zeros, ())
        return supply.begin_round(
            box, 1, master, table, Hidden(zeros, zeros, zeros, (), source, zeros, deck[QUEUE:], seed)
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return all who still choose cards where all do at once (M5.1, M6.10), otherwise the one who decides."""
        if state.owing:
            return state.owing
        return TO_ACT[state.player] if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        """List what the seat can do; never more than 150 actions."""
        if player is None:
            player = state.player
        elif player != state.player and player not in state.owing:
            self.check_seat(player)
            return ()
        return _LIST[state.phase](self.box, state, player)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        """Return the State after this decision and all that follows from it without another one."""
        after = None
        if player is None or player == state.player or player in state.owing:
            try:
                known = self.box.actions.get(action)
            except TypeError:  # what has no hash is no action
                known = None
            if known is not None:
                seat = state.player if player is None else player
                after = _DO[type(known)](self.box, state, known, seat)
        if after is None:
            raise self.illegal(state, action, player)
        return after

    def score(self, state: State) -> tuple[int, ...]:
        """Return the doubloons of every seat."""
        return state.table.doubloons

    def outcome(self, state: State) -> Outcome | None:
        """Return who won and by which of the ends (M7)."""
        return closing.outcome(state)

    # Hidden information.

    def view(self, state: State, player: int | None) -> View:
        """Return what M8 lets this seat know."""
        hidden, table = state.hidden, state.table
        hand = chosen = steps = drawn = 0
        given: tuple[Kind | None, ...] = ()
        if player is not None:
            self.check_seat(player)
            hand, drawn = hidden.hands[player], hidden.drawn[player]
            chosen, steps = hidden.chosen[player], hidden.steps[player]
        if table.gifts:
            given = tuple(
                [
                    kind if player in (gift.giver, gift.receiver) else None
                    for gift, kind in zip(table.gifts, hidden.given, strict=True)
                ]
            )
        return View(
            player, state.round, state.phase, state.player, state.owing, state.supply, state.trade, state.turn, table,
            tuple([cards >> TOTAL for cards in hidden.hands]),
            tuple([cards >> TOTAL for cards in hidden.drawn]),
            hidden.pile >> TOTAL, len(hidden.deck), hand, chosen, steps, drawn, given,
        )  # fmt: skip

    def determinize(self, view: View, rng: Random) -> State:
        """Return a random State with this View; `DecodeError` if the View never came from a game."""
        return sample(self.box, view, rng)

    def held(self, view: View, seat: int) -> tuple[int, int]:
        """Return the cards that the viewer knows this seat to hold, and how many of them may have left unseen (M8)."""
        return held(view.table.known[seat], view.table.gifts, view.given, seat)

    # Play.

    def evaluate(self, state: State, player: int) -> float:
        """Return the estimated chance of this seat to win, from the wealth that all can expect at the end."""
        if state.phase is OVER:
            winners = closing.standing(state)[0]
            return 1 / len(winners) if player in winners else 0.0
        return evaluate(self.box, state, player)

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Action:
        """Return a random legal action; a turn ends early only now and then, while there is something to do in it."""
        actions = self.legal_actions(state, player)
        count = len(actions)
        if count > 1 and actions[-1] is DONE and rng.random() >= EARLY_END:
            count -= 1
        return actions[int(rng.random() * count)]

    # Words.

    def parse(self, text: str) -> Action:
        """Read `take indigo from 3`, `set 3 coffee + 1 relic` …; raise `NotationError` for anything else."""
        return self._notation.parse(text)

    def render(self, view: View) -> str:
        """Return the table: players, market, queue with its events, offers, and the seat's own cards."""
        return text.render(self.box, view)

    def tell(self, before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
        """Return what this viewer sees: of cards chosen or given in secret only that it is done (M8)."""
        return tell(self.box, before, player, action, after, viewer)

    def position(self, state: State) -> str:
        """Return round and phase."""
        return f"round {state.round.number}, {text.PHASES[state.phase]}"

    # Values.

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        """Return the Resource cards by kind, and the Development cards by name."""
        return pieces(self.box, state)

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` unless seats, cards and phase fit together."""
        for fits, fault in demands(self.box, state):
            if not fits:
                raise DecodeError(fault)
        if not all(self.legal_actions(state, seat) for seat in self.to_act(state)):
            raise DecodeError(f"phase: there is nothing to decide ({self.position(state)})")

    @cached_property
    def _notation(self) -> Notation[Action]:
        return notation(self.box.actions)


EARLY_END = 0.1
"""Chance that a random player ends his turn though he could do something else."""

_LIST: tuple[Callable[[Box, State, int], tuple[Action, ...]], ...] = (
    supply.list_events,
    supply.list_fleets,
    supply.list_picks,
    trade.list_numbers,
    trade.list_offers,
    trade.list_masters,
    trade.list_trades,
    trade.list_gifts,
    trade.list_first,
    progression.list_turn,
    progression.list_conversions,
    progression.list_sales,
    progression.list_purchases,
    closing.list_stores,
    lambda _, __, ___: (),
)
"""By phase: what lists the legal actions of a seat."""

_DO: Mapping[type, Callable[[Box, State, Any, int], State | None]] = {
    Summon: supply.summon,
    Detach: supply.detach,
    Sail: supply.sail,
    Pick: supply.pick_card,
    Announce: trade.announce,
    Offer: trade.offer,
    OfferNothing: trade.offer_nothing,
    Appoint: trade.appoint,
    Take: trade.take,
    Exchange: trade.exchange,
    Give: trade.give,
    Begin: trade.begin,
    Identical: progression.identical,
    Different: progression.different,
    Relics: progression.relics,
    Perfect: progression.perfect,
    Employ: progression.employ,
    Done: progression.done,
    Convert: progression.convert,
    Sell: progression.sell,
    Buy: progression.buy,
    BuyUnseen: progression.buy_unseen,
    Store: closing.store,
    StoreNothing: closing.store_nothing,
}
"""By action: what does it, or returns None where the rules forbid it."""
