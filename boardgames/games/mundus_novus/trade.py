"""Trade: offers, the chain of exchanges, and what is settled after it (M5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.mundus_novus.cards import (
    CARD,
    FROM,
    MASK,
    SHIFTS,
    TOTAL,
    Cards,
    Kind,
    kinds_in,
    kinds_mark,
    worth,
)
from boardgames.games.mundus_novus.changing import added, with_hands, with_known
from boardgames.games.mundus_novus.memory import given, left
from boardgames.games.mundus_novus.state import (
    Action,
    Announce,
    Appoint,
    Begin,
    Exchange,
    Give,
    Hidden,
    Offer,
    OfferNothing,
    Phase,
    Round,
    State,
    Table,
    Take,
    Trade,
)
from boardgames.games.mundus_novus.supply import NO_SUPPLY, NO_TRADE, NO_TURN
from boardgames.games.mundus_novus.table import ANNOUNCE, APPOINT, BEGIN, EXCHANGES, GIFTS, OFFER_NOTHING, OFFERS, TAKES

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.box import Box

VALDIVIA_BONUS = 3
ORELLANA_PRIZE = 2

# Choosing cards one by one, for offers here and for storage in `closing` (M5.1, M6.10).


def last_kind(chosen: Cards) -> int:
    """Return the highest kind among the cards, 0 for none: the next one chosen may not be lower."""
    bits = chosen & FROM[0]
    return kinds_in(bits)[-1] if bits else 0


def with_choice(state: State, seat: int, card: Cards) -> Hidden:
    """Return what is hidden after this seat has chosen one more card, or none (0)."""
    hidden = state.hidden
    chosen = added(hidden.chosen, seat, card) if card else hidden.chosen
    steps = added(hidden.steps, seat, 1)
    return Hidden(hidden.hands, chosen, steps, hidden.given, hidden.pile, hidden.drawn, hidden.deck, hidden.seed)


def committed(state: State, seat: int, hidden: Hidden, *, complete: bool) -> State:
    """Return the State after a choice; a complete one is committed, and hidden still."""
    owing = tuple([each for each in state.owing if each != seat]) if complete else state.owing
    return State(
        state.round, state.phase, owing[0] if owing else seat, owing, state.supply, state.trade, state.turn,
        state.table, hidden,
    )  # fmt: skip


# Offers (M5.1, M5.2).


def list_numbers(_: Box, __: State, ___: int) -> tuple[Action, ...]:
    """Return the numbers of cards that may be announced (M5.1)."""
    return ANNOUNCE


def announce(box: Box, state: State, action: Announce, _: int) -> State | None:
    """Announce how many cards are offered (M5.1)."""
    if state.phase is not Phase.NUMBER:
        return None
    return State(
        state.round, Phase.OFFERS, 0, tuple(range(box.players)), NO_SUPPLY, Trade(action.cards), NO_TURN,
        state.table, state.hidden,
    )  # fmt: skip


def _offerable(box: Box, state: State, seat: int) -> Cards:
    """Return the cards of which the next one offered may be: enough must be left of no lower kind (M5.1)."""
    hidden = state.hidden
    chosen = hidden.chosen[seat]
    step = hidden.steps[seat]
    free = box.estates[state.table.owned[seat]].casas
    if free and step > chosen >> TOTAL:
        return 0
    cards = hidden.hands[seat] - chosen & FROM[last_kind(chosen)]
    if free:
        return cards
    missing = state.trade.announced - step
    for kind in reversed(kinds_in(cards)):
        missing -= cards >> SHIFTS[kind] & MASK
        if missing <= 0:
            break
        cards &= ~(MASK << SHIFTS[kind])
    return cards


def list_offers(box: Box, state: State, seat: int) -> tuple[Action, ...]:
    """Return what the seat may add to its offer (M5.1)."""
    actions = OFFERS[kinds_mark(_offerable(box, state, seat))]
    return (*actions, OFFER_NOTHING) if box.estates[state.table.owned[seat]].casas else actions


def offer(box: Box, state: State, action: Offer, seat: int) -> State | None:
    """Add a card to the offer (M5.1)."""
    if state.phase is not Phase.OFFERS or not _offerable(box, state, seat) >> SHIFTS[action.kind] & MASK:
        return None
    return _offered(box, state, seat, CARD[action.kind])


def offer_nothing(box: Box, state: State, _: OfferNothing, seat: int) -> State | None:
    """Offer no more cards (M5.1)."""
    if state.phase is not Phase.OFFERS or not box.estates[state.table.owned[seat]].casas:
        return None
    return _offered(box, state, seat, 0)


def _offered(box: Box, state: State, seat: int, card: Cards) -> State:
    hidden = with_choice(state, seat, card)
    after = committed(state, seat, hidden, complete=hidden.steps[seat] == state.trade.announced)
    return after if after.owing else _reveal(box, after)


def totals(box: Box, owned: tuple[int, ...], offers: tuple[Cards, ...]) -> list[int]:
    """Return the total of each offer (M5.2)."""
    return [
        worth(cards) + (VALDIVIA_BONUS if box.estates[cards_owned].valdivia else 0)
        for cards, cards_owned in zip(offers, owned, strict=True)
    ]


def _reveal(box: Box, state: State) -> State:
    """Lay the offers open, and see who becomes Trade Master (M5.2)."""
    table, hidden = state.table, state.hidden
    offers = hidden.chosen
    hands = tuple([hand - cards for hand, cards in zip(hidden.hands, offers, strict=True)])
    known, gifts = table.known, table.gifts
    for seat, cards in enumerate(offers):
        if known[seat] or gifts:
            known, gifts = left(known, gifts, seat, cards, hands[seat])
    table = Table(table.market, table.discards, table.source, table.queue, table.doubloons, table.owned, known, gifts)
    hidden = Hidden(hands, box.zeros, box.zeros, hidden.given, hidden.pile, hidden.drawn, hidden.deck, hidden.seed)
    sums = totals(box, table.owned, offers)
    highest = max(sums)
    tied = tuple([seat for seat, total in enumerate(sums) if total == highest])
    master = state.round.master
    trade = Trade(state.trade.announced, offers, candidates=tied)
    after = State(state.round, Phase.MASTER, master, (), NO_SUPPLY, trade, NO_TURN, table, hidden)
    if master in tied:
        return _begin_trades(after, master)
    return after if len(tied) > 1 else _begin_trades(after, tied[0])


def list_masters(_: Box, state: State, __: int) -> tuple[Action, ...]:
    """Return the tied seats (M5.2)."""
    return tuple([APPOINT[seat] for seat in state.trade.candidates])


def appoint(_: Box, state: State, action: Appoint, __: int) -> State | None:
    """Let the Trade Master choose his successor (M5.2)."""
    if state.phase is not Phase.MASTER or action.seat not in state.trade.candidates:
        return None
    return _begin_trades(state, action.seat)


# The chain of exchanges (M5.3 to M5.5).


def _begin_trades(state: State, master: int) -> State:
    old, offers = state.round, state.trade.offers
    whole = Round(old.number, old.event, master, master)
    after = State(
        whole, Phase.TRADES, master, (), NO_SUPPLY, Trade(state.trade.announced, offers), NO_TURN,
        state.table, state.hidden,
    )  # fmt: skip
    return after if _others_offer(offers, master) else _end_trades(after)


def _others_offer(offers: tuple[Cards, ...], player: int) -> bool:
    """Tell whether a card lies on offer that is not this player's own."""
    for seat, cards in enumerate(offers):  # noqa: SIM110  # any() takes twice as long, in every trade
        if cards and seat != player:
            return True
    return False


def _barred(state: State) -> int | None:
    """Return the seat that the player may not take from, for it would be the third time in a row (M5.5)."""
    trade = state.trade
    if not trade.repeated:
        return None
    for seat, cards in enumerate(trade.offers):
        if cards and seat not in (state.player, trade.partner):
            return trade.partner
    return None


def list_trades(_: Box, state: State, __: int) -> tuple[Action, ...]:
    """Return the cards that may be taken, kept or exchanged in the market (M5.3)."""
    market = kinds_mark(state.table.market)
    kept: list[Action] = []
    exchanged: list[Action] = []
    excluded = (state.player, _barred(state))
    for victim, cards in enumerate(state.trade.offers):
        if cards and victim not in excluded:
            mark = kinds_mark(cards)
            kept += TAKES[victim][mark]
            by_kind = EXCHANGES[victim]
            for kind in kinds_in(cards):
                exchanged += by_kind[kind][market]
    return tuple(kept + exchanged)


def take(_: Box, state: State, action: Take, __: int) -> State | None:
    """Take a card into the hand (M5.3)."""
    if not _may_take(state, action.victim, action.kind):
        return None
    table = state.table
    return _taken(state, action, action.kind, table.market, table.doubloons)


def exchange(box: Box, state: State, action: Exchange, _: int) -> State | None:
    """Take a card, and exchange it in the market (M5.3, M5.7)."""
    table = state.table
    if not _may_take(state, action.victim, action.kind) or not table.market >> SHIFTS[action.wanted] & MASK:
        return None
    market = table.market + CARD[action.kind] - CARD[action.wanted]
    doubloons, player = table.doubloons, state.player
    if box.estates[table.owned[player]].orellana and pays_orellana(market):
        doubloons = added(doubloons, player, ORELLANA_PRIZE)
    return _taken(state, action, action.wanted, market, doubloons)


def pays_orellana(market: Cards) -> bool:
    """Tell whether the market is all of a kind, or consecutive numbers (M5.7)."""
    kinds, size = kinds_in(market), market >> TOTAL
    if len(kinds) == 1:
        return True
    return len(kinds) == size == kinds[-1] - kinds[0] + 1 and kinds[-1] is not Kind.RELIC


def _may_take(state: State, victim: int, kind: Kind) -> bool:
    if state.phase is not Phase.TRADES or victim in (state.player, _barred(state)):
        return False
    offers = state.trade.offers
    return victim < len(offers) and offers[victim] >> SHIFTS[kind] & MASK > 0


def _taken(state: State, action: Take | Exchange, gained: Kind, market: Cards, doubloons: tuple[int, ...]) -> State:
    """Return the State after a card was taken; he who lost it goes next (M5.4)."""
    trade, table, hidden, player, victim = state.trade, state.table, state.hidden, state.player, action.victim
    card = CARD[gained]
    offers = added(trade.offers, victim, -CARD[action.kind])
    table = Table(
        market, table.discards, table.source, table.queue, doubloons, table.owned,
        added(table.known, player, card), table.gifts,
    )  # fmt: skip
    hidden = with_hands(hidden, added(hidden.hands, player, card))
    trade = Trade(trade.announced, offers, player, trade.partner == victim)
    after = State(state.round, Phase.TRADES, victim, (), NO_SUPPLY, trade, NO_TURN, table, hidden)
    return after if _others_offer(offers, victim) else _end_trades(after)


# The end of the chain (M5.6).


def _end_trades(state: State) -> State:
    """Give the player to move his own cards back, and a card more if he is one short (M5.6)."""
    player, master, table, hidden = state.player, state.round.master, state.table, state.hidden
    back = state.trade.offers[player]
    if back:
        hidden = with_hands(hidden, added(hidden.hands, player, back))
        table = with_known(table, added(table.known, player, back))
    if player == master:
        return State(state.round, Phase.FIRST, master, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, hidden)
    trade = Trade(state.trade.announced, short=player)
    return State(state.round, Phase.GIFT, master, (), NO_SUPPLY, trade, NO_TURN, table, hidden)


def list_gifts(_: Box, state: State, __: int) -> tuple[Action, ...]:
    """Return the cards of the Trade Master's hand (M5.6)."""
    return GIFTS[kinds_mark(state.hidden.hands[state.player])]


def give(_: Box, state: State, action: Give, __: int) -> State | None:
    """Give a card unseen by the others (M5.6)."""
    kind, giver, receiver, table, hidden = action.kind, state.player, state.trade.short, state.table, state.hidden
    if state.phase is not Phase.GIFT or receiver is None or not hidden.hands[giver] >> SHIFTS[kind] & MASK:
        return None
    hands = added(added(hidden.hands, giver, -CARD[kind]), receiver, CARD[kind])
    table = Table(
        table.market, table.discards, table.source, table.queue, table.doubloons, table.owned, table.known,
        given(table.gifts, table.known, giver, receiver),
    )  # fmt: skip
    hidden = Hidden(
        hands, hidden.chosen, hidden.steps, (*hidden.given, kind), hidden.pile, hidden.drawn, hidden.deck,
        hidden.seed,
    )  # fmt: skip
    return State(state.round, Phase.FIRST, giver, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, hidden)


def list_first(box: Box, _: State, __: int) -> tuple[Action, ...]:
    """Return all seats (M6.1)."""
    return BEGIN[: box.players]


def begin(box: Box, state: State, action: Begin, _: int) -> State | None:
    """Name the first player of Progression (M6.1)."""
    if state.phase is not Phase.FIRST or action.seat >= box.players:
        return None
    old = state.round
    whole = Round(old.number, old.event, old.master, action.seat)
    return State(whole, Phase.TURN, action.seat, (), NO_SUPPLY, NO_TRADE, NO_TURN, state.table, state.hidden)
