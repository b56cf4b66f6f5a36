"""Event: how the game and each round begin (M2, M3)."""

from __future__ import annotations

from boardgames.core.chance import chance, check_seed, deal
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import actions, events
from boardgames.games.mundus_novus.components import (
    CARDS,
    CORONADO,
    COSA,
    EVENT_PRICE,
    LARGEST_DIFFERENT,
    NATIVES,
    NO_EVENT,
    QUEUE_SIZE,
    Estate,
    Income,
    RoundEvent,
)
from boardgames.games.mundus_novus.memory import piled
from boardgames.games.mundus_novus.phases.supply import begin_supply, clockwise
from boardgames.games.mundus_novus.state import (
    NO_SUPPLY,
    NO_TRADE,
    NO_TURN,
    Hidden,
    Phase,
    Public,
    Round,
    Rules,
    State,
    has,
    with_income,
)
from boardgames.kit.cards import NO_CARDS

NATIVE_PRICES = tuple(range(LARGEST_DIFFERENT + 1))
"""By number of different resources: what a set of them pays with the Natives (M3.3)."""


def event_for(event: RoundEvent, estate: Estate) -> RoundEvent:
    """Return the event for the owner of this estate: none with de la Cosa (M3.4)."""
    return NO_EVENT if COSA in estate.characters else event


def prices_of(game: Rules, event: RoundEvent) -> tuple[int, ...]:
    """Return, by number of resources, what a different set pays a player affected by this event
    (M6.4, M3.3).
    """
    return NATIVE_PRICES if event is NATIVES else game.different_prices


def new_game(game: Rules, /, seed: int | None = None) -> State:
    """Lay out market and queue, choose a random Trade Master, and deal the first round (M2)."""
    seed = check_seed(seed)
    master = chance(game.players, seed, 0)
    market = CARDS.join(deal(CARDS.singles(game.resources), game.components.market, seed, 1))
    pile = CARDS.remove(game.resources, market)
    deck = tuple(deal(list(game.used), len(game.used), seed, 2))
    public = Public(
        market=market,
        discards=NO_CARDS,
        history=(piled(pile),),
        queue=deck[:QUEUE_SIZE],
        doubloons=game.zeros,
        earned=(game.zeros,) * len(Income),
        owned=((),) * game.players,
    )
    hidden = Hidden(
        hands=game.no_cards,
        chosen=game.no_cards,
        steps=game.zeros,
        given=((),) * game.players,
        pile=pile,
        dealt=((NO_CARDS,),) * game.players,
        deck=deck[QUEUE_SIZE:],
        seed=seed,
    )
    return begin_round(game, 1, master, public, hidden)


def beginning(game: Rules, /, state: State) -> tuple[events.Event, ...]:
    """Return what happens before the first State: cards are laid out, and those of the first round
    dealt (M2).
    """
    public, hidden, current = state.public, state.hidden, state.round
    kinds, sizes = CARDS.each, CARDS.sizes(hidden.hands)
    pile = CARDS.size(hidden.pile) + sum(sizes)
    return (
        events.CardsLaidOut(kinds(public.market), public.queue, pile, len(hidden.deck)),
        events.TradeMasterChanged(current.master),
        events.RoundBegins(current.number, current.event),
        *[
            events.CardsDealt(seat, sizes[seat], kinds(hidden.hands[seat]))
            for seat in clockwise(game, state)
        ],
    )


def begin_round(game: Rules, number: int, master: int, public: Public, hidden: Hidden) -> State:
    """Return the State at the start of a round: the choice of Coronado's owner, or else the start
    of Supply.
    """
    event = game.developments[public.queue[0]].event if number > 1 else NO_EVENT
    state = State(
        round=Round(number, event, master, master),
        phase=Phase.EVENT,
        player=master,
        owing=(),
        supply=NO_SUPPLY,
        trade=NO_TRADE,
        turn=NO_TURN,
        public=public,
        hidden=hidden,
    )
    if game.recorder is not None:
        game.recorder.append(events.RoundBegins(number, event))
    if event is NO_EVENT:
        for seat, owned in enumerate(public.owned):
            if has(game, owned, CORONADO) and public.doubloons[seat] >= EVENT_PRICE:  # M3.2
                return evolve(state, player=seat)
    return begin_supply(game, state)


def summon(game: Rules, state: State, action: actions.Summon, seat: int) -> State:
    """Pay for an event, or choose none (M3.2)."""
    none = action.event is NO_EVENT
    if game.recorder is not None:
        game.recorder.append(events.EventChosen(seat, action.event, 0 if none else EVENT_PRICE))
    if none:
        return begin_supply(game, state)
    public = with_income(state.public, Income.CORONADO, seat, -EVENT_PRICE)
    return begin_supply(
        game, evolve(state, round=evolve(state.round, event=action.event), public=public)
    )
