"""Trade: offers, the chain of exchanges, and how it ends (M5); offers are chosen as stored cards
are (M6.10).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.values import evolve, increased
from boardgames.games.mundus_novus import actions, events
from boardgames.games.mundus_novus.components import (
    CARDS,
    CASAS,
    ORELLANA,
    ORELLANA_PRIZE,
    RELIC,
    VALDIVIA,
    VALDIVIA_BONUS,
    Income,
    Kind,
    Owned,
)
from boardgames.games.mundus_novus.memory import after_entering, after_gift, after_leaving
from boardgames.games.mundus_novus.scoring import paid
from boardgames.games.mundus_novus.state import (
    NO_TRADE,
    Phase,
    Rules,
    Trade,
    has,
    make_state,
    make_trade,
    with_choices,
    with_hands,
)
from boardgames.kit.cards import PackedCards

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.state import Public, State


# Cards that all players choose in secret, one by one: to offer (M5.1) and to store (M6.10).


def may_choose(state: State, seat: int, missing: int = 1) -> tuple[Kind, ...]:
    """Return the kinds that the seat can choose next such that enough cards remain for the rest of
    its choice.

    Kinds lower than the last one chosen are excluded; after a `nothing` there are none.
    """
    hidden = state.hidden
    chosen = hidden.chosen[seat]
    if hidden.steps[seat] > CARDS.size(chosen):
        return ()
    return _choosable(CARDS.remove(hidden.hands[seat], chosen), last_kind(chosen), missing)


@lru_cache(maxsize=1 << 12)
def _choosable(cards: PackedCards, lowest: int, missing: int) -> tuple[Kind, ...]:
    kinds = [kind for kind in CARDS.kinds(cards) if kind >= lowest]
    later = 0
    for place in reversed(range(len(kinds))):
        later += CARDS.count(cards, kinds[place])
        if later >= missing:
            return tuple(kinds[: place + 1])
    return ()


def last_kind(chosen: PackedCards) -> int:
    """Return the highest kind among the cards, 0 for none: the next card chosen may not be
    lower.
    """
    return CARDS.kinds(chosen)[-1] if chosen else 0


def choose(
    game: Rules,
    state: State,
    seat: int,
    places: int,
    aim: Literal["offer", "store"],
    kind: Kind | None,
) -> State:
    """Return the State after this seat has chosen a card, or none; after `places` decisions its
    choice is complete.
    """
    if game.recorder is not None:
        freely = aim == "store" or offers_freely(game, state, seat)
        game.recorder.append(events.CardChosen(seat, aim, kind, freely))
    hidden = state.hidden
    player = state.player
    owing = state.owing
    chosen = hidden.chosen
    steps = increased(hidden.steps, seat, 1)
    if kind is not None:
        chosen = CARDS.add_to(chosen, seat, CARDS.one[kind])
    if steps[seat] >= places:
        owing = tuple([other for other in owing if other != seat])
        player = owing[0] if owing else seat
    return make_state(
        state.round,
        state.phase,
        player,
        owing,
        state.supply,
        state.trade,
        state.turn,
        state.public,
        with_choices(hidden, chosen, steps),
    )


# Offers (M5.1).


def announce(game: Rules, state: State, action: actions.Announce, seat: int) -> State:
    """Announce how many cards each player offers (M5.1)."""
    if game.recorder is not None:
        game.recorder.append(events.CardsAnnounced(seat, action.cards))
    return evolve(state, phase=Phase.OFFERS, player=0, owing=game.seats, trade=Trade(action.cards))


def offerable(state: State, seat: int, *, freely: bool) -> tuple[Kind, ...]:
    """Return the kinds that the seat may add to its offer: enough cards of that kind or higher must
    remain (M5.1).
    """
    missing = 1 if freely else state.trade.announced - state.hidden.steps[seat]
    return may_choose(state, seat, missing)


def offers_freely(game: Rules, state: State, seat: int) -> bool:
    """Return whether the seat may offer fewer cards than announced: with Las Casas (M5.1)."""
    return has(game, state.public.owned[seat], CASAS)


def list_offers(game: Rules, state: State, seat: int) -> tuple[actions.Action, ...]:
    """Return what the seat may add to its offer (M5.1)."""
    freely = offers_freely(game, state, seat)
    found = [actions.OFFER[kind] for kind in offerable(state, seat, freely=freely)]
    return (*found, actions.OFFER_NOTHING) if freely else tuple(found)


def offer(game: Rules, state: State, action: actions.Offer, seat: int) -> State:
    """Add a card to the offer (M5.1)."""
    freely = offers_freely(game, state, seat)
    if action.kind not in offerable(state, seat, freely=freely):
        raise ForbiddenError
    return _after_offer(game, state, seat, action.kind)


def offer_nothing(game: Rules, state: State, _action: actions.OfferNothing, seat: int) -> State:
    """Add no further card to the offer (M5.1)."""
    if not offers_freely(game, state, seat):
        raise ForbiddenError
    return _after_offer(game, state, seat, None)


def _after_offer(game: Rules, state: State, seat: int, kind: Kind | None) -> State:
    after = choose(game, state, seat, state.trade.announced, "offer", kind)
    return after if after.owing else _reveal(game, after)


# The new Trade Master (M5.2).


def totals(game: Rules, owned: tuple[Owned, ...], offers: tuple[PackedCards, ...]) -> list[int]:
    """Return the total of each offer (M5.2)."""
    return [
        _total(cards) + VALDIVIA_BONUS * has(game, own, VALDIVIA)
        for cards, own in zip(offers, owned, strict=True)
    ]


@lru_cache(maxsize=1 << 11)
def _total(cards: PackedCards) -> int:
    return sum([kind.number for kind in CARDS.each(cards)])


def _reveal(game: Rules, state: State) -> State:
    """Reveal the offers, and determine the new Trade Master (M5.2)."""
    public = state.public
    hidden = state.hidden
    offers = hidden.chosen
    sums = totals(game, public.owned, offers)
    for seat, cards in enumerate(offers):
        public = after_leaving(public, seat, cards)
        if game.recorder is not None:
            game.recorder.append(events.OfferRevealed(seat, CARDS.each(cards), sums[seat]))
    hands = tuple(map(CARDS.remove, hidden.hands, offers))
    after = evolve(
        state,
        trade=Trade(state.trade.announced, offers),
        public=public,
        hidden=evolve(hidden, hands=hands, chosen=game.no_cards, steps=game.zeros),
    )
    highest = max(sums)
    tied = tuple([seat for seat, total in enumerate(sums) if total == highest])
    if len(tied) == 1:
        return _begin_trades(game, after, tied[0])
    master = state.round.master
    if master in tied:
        return _begin_trades(game, after, master)
    if game.recorder is not None:
        game.recorder.append(events.TradeMasterTied(master, tied))
    trade = Trade(state.trade.announced, offers, candidates=tied)
    return evolve(after, phase=Phase.MASTER, player=master, trade=trade)


def appoint(game: Rules, state: State, action: actions.Appoint, seat: int) -> State:
    """Choose the new Trade Master (M5.2)."""
    if action.seat not in state.trade.candidates:
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.TradeMasterAppointed(seat, action.seat))
    return _begin_trades(game, state, action.seat)


# The chain of exchanges (M5.3 to M5.5, M5.7).


def _begin_trades(game: Rules, state: State, master: int) -> State:
    if game.recorder is not None and master != state.round.master:
        game.recorder.append(events.TradeMasterChanged(master))
    offers = state.trade.offers
    after = evolve(
        state,
        round=evolve(state.round, master=master, first=master),
        phase=Phase.TRADES,
        player=master,
        trade=Trade(state.trade.announced, offers),
    )
    return after if _others_offer(offers, master) else _end_trades(game, after)


def _others_offer(offers: tuple[PackedCards, ...], player: int) -> bool:
    return any(offers[:player]) or any(offers[player + 1 :])


def barred_partner(trade: Trade, seat: int) -> int | None:
    """Return the seat with which this one may not trade a third time in a row (M5.5); None if there
    is none, or if nobody else has a card on offer.
    """
    partner = trade.partner
    if not trade.repeated:
        return None
    offers = enumerate(trade.offers)
    others = [other for other, cards in offers if cards and other not in (seat, partner)]
    return partner if others else None


def may_take(state: State, seat: int, action: actions.Take | actions.Exchange) -> bool:
    """Return whether the seat may take this card from this victim (M5.3)."""
    trade = state.trade
    victim = action.victim
    if victim >= len(trade.offers) or victim in (seat, barred_partner(trade, seat)):
        return False
    return CARDS.count(trade.offers[victim], action.kind) > 0


def list_trades(_game: Rules, state: State, seat: int) -> tuple[actions.Action, ...]:
    """Return the cards that may be taken, to keep or to exchange in the market (M5.3)."""
    market = state.public.market
    spared = (seat, barred_partner(state.trade, seat))
    kept: list[actions.Action] = []
    exchanged: list[actions.Action] = []
    for victim, offer in enumerate(state.trade.offers):
        if not offer or victim in spared:
            continue
        kept += actions.TAKES[victim](offer)
        exchanges = actions.EXCHANGES[victim](market)
        for kind in CARDS.kinds(offer):
            exchanged += exchanges[kind]
    return tuple(kept + exchanged)


def take(game: Rules, state: State, action: actions.Take, seat: int) -> State:
    """Take a card into hand (M5.3)."""
    if not may_take(state, seat, action):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.CardTaken(seat, action.victim, action.kind))
    card = CARDS.one[action.kind]
    return _taken(game, state, after_entering(state.public, seat, card), action, card)


def exchange(game: Rules, state: State, action: actions.Exchange, seat: int) -> State:
    """Take a card, and exchange it in the market (M5.3), where that may pay Orellana's owner
    (M5.7).
    """
    public = state.public
    kind = action.kind
    wanted = action.wanted
    if not may_take(state, seat, action) or not CARDS.count(public.market, wanted):
        raise ForbiddenError
    gained = CARDS.one[wanted]
    market = CARDS.remove(CARDS.add(public.market, CARDS.one[kind]), gained)
    is_paid = has(game, public.owned[seat], ORELLANA) and pays_orellana(market)
    if game.recorder is not None:
        # Exchanging a card for its own kind is the same as keeping it, unless it pays.
        if kind is wanted and not is_paid:
            game.recorder.append(events.CardTaken(seat, action.victim, kind))
        else:
            game.recorder.append(events.CardExchanged(seat, action.victim, kind, wanted))
    public = after_entering(public, seat, gained, market)
    if is_paid:
        public = paid(game, public, Income.ORELLANA, seat, ORELLANA_PRIZE)
    return _taken(game, state, public, action, gained)


def _taken(
    game: Rules,
    state: State,
    public: Public,
    action: actions.Take | actions.Exchange,
    gained: PackedCards,
) -> State:
    """Return the State, with this public part, after the player to move has gained a card; the
    player who lost one is next (M5.4).
    """
    seat = state.player
    victim = action.victim
    trade = state.trade
    hidden = state.hidden
    offers = CARDS.remove_from(trade.offers, victim, CARDS.one[action.kind])
    after = make_state(
        state.round,
        state.phase,
        victim,
        state.owing,
        state.supply,
        make_trade(trade.announced, offers, seat, repeated=trade.partner == victim),
        state.turn,
        public,
        with_hands(hidden, CARDS.add_to(hidden.hands, seat, gained)),
    )
    return after if _others_offer(offers, victim) else _end_trades(game, after)


def pays_orellana(market: PackedCards) -> bool:
    """Return whether the market has a single kind, or consecutive numbers (M5.7)."""
    kinds = CARDS.kinds(market)
    size = CARDS.size(market)
    if len(kinds) == 1:
        return True
    return len(kinds) == size == kinds[-1] - kinds[0] + 1 and kinds[-1] is not RELIC


# The end of Trade (M5.6, M6.1).


def _end_trades(game: Rules, state: State) -> State:
    """Give the player to move their own cards back, and another card if they are one short
    (M5.6).
    """
    player = state.player
    master = state.round.master
    public = state.public
    hidden = state.hidden
    back = state.trade.offers[player]
    if game.recorder is not None:
        game.recorder.append(events.TradeEnds(player, CARDS.each(back)))
        if player != master:
            game.recorder.append(events.CardMissing(player))
    if back:
        hidden = with_hands(hidden, CARDS.add_to(hidden.hands, player, back))
        public = after_entering(public, player, back)
    if player == master:
        return evolve(state, phase=Phase.FIRST, trade=NO_TRADE, public=public, hidden=hidden)
    trade = Trade(state.trade.announced, short=player)
    return evolve(state, phase=Phase.GIFT, player=master, trade=trade, public=public, hidden=hidden)


def give(game: Rules, state: State, action: actions.Give, seat: int) -> State:
    """Give a card, unseen by the others (M5.6)."""
    receiver = state.trade.short
    hidden = state.hidden
    if receiver is None or not CARDS.count(hidden.hands[seat], action.kind):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.CardGiven(seat, receiver, action.kind))
    public, hidden = after_gift(state.public, hidden, seat, receiver, action.kind)
    return evolve(
        state, phase=Phase.FIRST, player=seat, trade=NO_TRADE, public=public, hidden=hidden
    )


def begin(game: Rules, state: State, action: actions.Begin, seat: int) -> State:
    """Name the first player of Progression (M6.1)."""
    if action.seat not in game.seats:
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.FirstPlayerNamed(seat, action.seat))
    return evolve(
        state, round=evolve(state.round, first=action.seat), phase=Phase.TURN, player=action.seat
    )
