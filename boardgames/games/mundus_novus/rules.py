"""The rules of Mundus Novus, by Serge Laget and Bruno Cathala (2011), as numbered in RULES.md
beside this file.

Source: a Korean translation of the published rulebook, and the designer's published answers.
Deviations: none; the rulings listed in RULES.md decide what these leave open. The module `actions`
describes how turns are split into decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from boardgames.contract.refusals import ForbiddenError, check_seat, illegal_action, not_to_act
from boardgames.core.action import Notation, SharedActions
from boardgames.core.integers import as_integer
from boardgames.games.mundus_novus import actions, scoring
from boardgames.games.mundus_novus.actions import Action
from boardgames.games.mundus_novus.components import (
    CARDS,
    CARDS_DEALT,
    COMPONENTS,
    SMALLEST_DIFFERENT,
    Components,
    developments,
)
from boardgames.games.mundus_novus.events import Event
from boardgames.games.mundus_novus.phases import (
    event,
    merchants,
    progression,
    storage,
    supply,
    trade,
)
from boardgames.games.mundus_novus.secrets import check, sampling
from boardgames.games.mundus_novus.secrets.view import View, view_of
from boardgames.games.mundus_novus.skill import evaluation, prior
from boardgames.games.mundus_novus.state import OVER, Phase, State
from boardgames.kit.cards import NO_CARDS, PackedCards
from boardgames.kit.components import ComponentGame, ComponentSource

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.components import Development
    from boardgames.games.mundus_novus.words.english import English

LEGAL_ACTIONS: Mapping[Phase, Callable[[MundusNovus, State, int], tuple[Action, ...]]] = {
    Phase.EVENT: lambda _game, _state, _seat: actions.SUMMON,
    Phase.FLEETS: supply.list_fleets,
    Phase.PICKS: lambda _game, state, _seat: actions.PICKS(state.supply.display),
    Phase.NUMBER: lambda game, _state, _seat: tuple(
        [actions.ANNOUNCE[cards] for cards in game.announced]
    ),
    Phase.OFFERS: trade.list_offers,
    Phase.MASTER: lambda _game, state, _seat: tuple(
        [actions.APPOINT[seat] for seat in state.trade.candidates]
    ),
    Phase.TRADES: trade.list_trades,
    Phase.GIFT: lambda _game, state, seat: actions.GIFTS(state.hidden.hands[seat]),
    Phase.FIRST: lambda game, _state, _seat: actions.BEGIN[: game.players],
    Phase.TURN: progression.list_turn,
    Phase.MERCHANT: merchants.list_conversions,
    Phase.SALE: progression.list_sales,
    Phase.PURCHASE: progression.list_purchases,
    Phase.STORAGE: storage.list_stores,
    Phase.OVER: lambda _game, _state, _seat: (),
}
"""The function that lists the legal actions of a seat, by phase."""

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
"""The function that carries out an action or raises `ForbiddenError`, by type of action."""


EARLY_END = 0.1
"""Chance that a random player ends their turn although they could do something else."""


class MundusNovus(ComponentGame[State, Action, View, Components, Event]):
    """Mundus Novus for 2 to 6 players; offers and storage are simultaneous, everything else is in
    turn.
    """

    name = "mundus_novus"
    title = "Mundus Novus"
    player_counts: ClassVar[range] = range(2, 7)
    rules_version = 1
    slips: ClassVar[Mapping[str, float]] = {"easy": 0.1, "fair": 0.0}
    event_types = Event
    component_table = COMPONENTS
    cards_dealt: int = CARDS_DEALT
    announced: tuple[int, ...] = actions.ANNOUNCED
    last_round: int = scoring.LAST_ROUND

    def __init__(
        self, players: int, components: Components | ComponentSource | None = None
    ) -> None:
        super().__init__(players, components)
        box = self.components
        self.seats: tuple[int, ...] = tuple(range(players))
        self.zeros: tuple[int, ...] = (0,) * players
        self.no_cards: tuple[PackedCards, ...] = (NO_CARDS,) * players
        self.developments: dict[str, Development] = developments(box)
        self.used: tuple[str, ...] = tuple(
            [key for key, card in self.developments.items() if card.players <= players]
        )
        self.resources: PackedCards = CARDS.pack(box.resources)
        self.relic_prices: tuple[int, ...] = (0, *box.relics)
        too_few = (0,) * SMALLEST_DIFFERENT
        self.different_prices: tuple[int, ...] = (*too_few, *box.different)
        caravels = {self.developments[key].caravel for key in self.used} - {0}
        self.actions: SharedActions[Action] = SharedActions(
            actions.all_actions(sorted(caravels), self.announced)
        )

    # The rules.

    new_game: Final = event.new_game

    def to_act(self, state: State) -> tuple[int, ...]:
        return state.owing or ((state.player,) if state.phase is not OVER else ())

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        """Return the legal actions of the seat; never more than 150."""
        if player is None:
            player = state.player
        elif player is not state.player:  # fast path without further checks
            player = check_seat(self, player)
            if player != state.player and player not in state.owing:
                return ()
        return LEGAL_ACTIONS[state.phase](self, state, player)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        known = self.actions.by_id.get(id(action)) or self.actions.find(action)
        seat: int | None = state.player
        if player is not None and player is not seat:  # fast path without further checks
            seat = as_integer(player)
            if seat != state.player and seat not in state.owing:
                seat = None
        if known is None or known.phase is not state.phase or seat is None:
            raise illegal_action(self, state, action, player)
        try:
            return APPLY[type(known)](self, state, known, seat)
        except ForbiddenError:
            raise illegal_action(self, state, action, player) from None

    def score(self, state: State) -> tuple[int, ...]:
        return state.public.doubloons

    outcome: Final = scoring.outcome

    # Hidden information.

    view: Final = view_of
    determinize: Final = sampling.determinize

    # Play.

    chances: Final = evaluation.chances
    reasons: Final = evaluation.reasons
    prior: Final = prior.prior

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Action:
        """Return a random legal action; a turn rarely ends while there is something else to do."""
        found = self.legal_actions(state, player)
        if not found:
            raise not_to_act(self, state, player, "no legal action")
        return random_of(found, rng)

    def random_choice(
        self, view: View, actions: tuple[Action, ...], rng: Random, player: int
    ) -> Action:
        """Return the same without a sampled world, as it depends on the actions alone."""
        del view
        check_seat(self, player)
        return random_of(actions, rng)

    # Words.

    @property
    def words(self) -> English:
        from boardgames.games.mundus_novus.words.english import English  # no bot needs them

        return English(self)

    # Events and notation.

    beginning: Final = event.beginning

    def parse(self, text: str) -> Action:
        return self._notation.parse(text)

    def round(self, state: State) -> int:
        return state.round.number

    # Values.

    inventory: Final = check.inventory
    check_state: Final = check.check_state

    @cached_property
    def _notation(self) -> Notation[Action]:
        """The parser of the notation; it accepts `sugar` for sugar cane."""
        return Notation(
            self.actions,
            also={str(each).replace("sugar cane", "sugar"): each for each in self.actions},
        )


def random_of(found: tuple[Action, ...], rng: Random) -> Action:
    """Return one of these actions; a turn rarely ends while there is something else to do."""
    count = len(found)
    if count > 1 and found[-1] is actions.DONE and rng.random() >= EARLY_END:
        count -= 1
    return found[int(rng.random() * count)]
