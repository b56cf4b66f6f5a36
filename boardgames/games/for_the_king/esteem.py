"""The Gain Esteem Phase: the Favor deck is auctioned card by card (F5)."""

from __future__ import annotations

from bisect import bisect_left

from boardgames.core.chance import chance, deal
from boardgames.games.for_the_king.cards import FIRST_GOLD, GOLD_OF, gold, gold_in, is_king
from boardgames.games.for_the_king.kings import king_to_resolve, shown
from boardgames.games.for_the_king.state import (
    Action,
    Auction,
    Bid,
    Discard,
    Hidden,
    Pass,
    Pay,
    Phase,
    State,
    Table,
    What,
)
from boardgames.games.for_the_king.table import DISCARD, GAINED, SHOWN, bids, payments
from boardgames.games.for_the_king.tuples import added, removed, replaced

BIDDING, PAYING, DISCARDING = Phase.BID, Phase.PAY, Phase.DISCARD
LOST_ONE = (What.LOST, 1)


def begin_esteem(table: Table, hidden: Hidden) -> State:
    """Shuffle the Favor deck (F5.1) and open the first auction."""
    cards = [card for favored in hidden.favored for card in favored]
    favor = tuple(deal(cards, len(cards), hidden.seed, hidden.events))
    hidden = Hidden(
        hidden.hands, hidden.deck, hidden.removed, hidden.favored, favor, hidden.lost, None, hidden.seed,
        hidden.events + 1,
    )  # fmt: skip
    return _open(0, table.first, table, hidden)


def highest_bid(state: State) -> int:
    """Return how much the seat to act may bid at most, by what everybody knows (F5.8)."""
    auction, hidden = state.auction, state.hidden
    assert auction is not None
    if hidden.favor[auction.number] < FIRST_GOLD:
        return state.table.gold
    hands = hidden.hands
    return max([len(hands[seat]) for seat in state.bidding])


def list_bids(state: State) -> tuple[Action, ...]:
    """List to pass, and the bids above the last one (F5.3)."""
    return bids(state.bid + 1, highest_bid(state))


def bid(state: State, action: Bid) -> State | None:
    """Bid more than the last bidder."""
    amount = action.amount
    if state.phase is not BIDDING or type(amount) is not int or not state.bid < amount <= highest_bid(state):
        return None
    bidding = state.bidding
    if len(bidding) == 1:
        return _win(state, bidding[0], amount)
    return State(BIDDING, bidding[1], bidding[1:] + bidding[:1], amount, None, state.auction, state.table, state.hidden)


def pass_by(state: State, _: Pass) -> State | None:
    """Leave this auction; the last bidder wins when he alone is left."""
    if state.phase is not BIDDING:
        return None
    bidding = state.bidding[1:]
    if len(bidding) > 1 or (bidding and not state.bid):
        return State(BIDDING, bidding[0], bidding, state.bid, None, state.auction, state.table, state.hidden)
    return _win(state, bidding[0], state.bid) if bidding else _unsold(state, state.table, state.hidden)


def list_payments(state: State) -> tuple[Action, ...]:
    """List the sets of Gold cards that pay the bid and from which none could be left out (F5.4)."""
    return payments(_gold_of(state.hidden.hands[state.player]), state.bid)


def pay(state: State, action: Pay) -> State | None:
    """Pay for a Government or King card, then take it (F5.6)."""
    if state.phase is not PAYING or action not in list_payments(state):
        return None
    player, table, hidden = state.player, state.table, state.hidden
    coins = tuple([gold(coin) for coin in action.coins])
    hand, history = hidden.hands[player], table.histories[player]
    for coin in coins:
        hand = removed(hand, coin)
    history += tuple([SHOWN[coin] for coin in coins])
    table = Table(
        table.first, table.duties, table.gold - gold_in(coins), table.gone + coins,
        replaced(table.histories, player, history),
    )  # fmt: skip
    return _receive(state, player, hand, table, hidden.lost)


def list_discards(state: State) -> tuple[Action, ...]:
    """List the cards that may be the next one to lay down (F5.5)."""
    possible = _discardable(state)
    return tuple([DISCARD[card] for card in dict.fromkeys(possible)])


def discard(state: State, action: Discard) -> State | None:
    """Lay down a card to pay for Gold; after the last one, take the Gold (F5.6)."""
    auction = state.auction
    if auction is None or state.phase is not DISCARDING:
        return None
    possible = _discardable(state)
    if action.card not in possible:
        return None
    player, table, hidden = state.player, state.table, state.hidden
    card = possible[possible.index(action.card)]
    hand = removed(hidden.hands[player], card)
    lost = replaced(hidden.lost, player, added(hidden.lost[player], card))
    discarded = auction.discarded + 1
    if discarded == state.bid:
        history = table.histories[player] + ((What.LOST, discarded),)
        table = Table(
            table.first, table.duties, table.gold, table.gone, replaced(table.histories, player, history)
        )  # fmt: skip
        return _receive(state, player, hand, table, lost)
    auction = Auction(auction.number, auction.opener, auction.defaulted, discarded)
    return State(
        DISCARDING, player, (), state.bid, None, auction, table,
        _with_hands(hidden, replaced(hidden.hands, player, hand), lost, laid=card),
    )  # fmt: skip


def after_king(state: State, auction: Auction, table: Table) -> State:
    """Return the State after the winner's King card has changed the Duties."""
    return _next(auction, table, state.hidden)


def _gold_of(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return the Gold cards of a sorted hand."""
    return hand[bisect_left(hand, FIRST_GOLD) :]


def _discardable(state: State) -> tuple[int, ...]:
    """Return the part of the hand from which the next card may come: none passed over, enough left behind it."""
    auction, hidden = state.auction, state.hidden
    assert auction is not None
    hand = hidden.hands[state.player]
    start = 0 if hidden.laid is None else bisect_left(hand, hidden.laid)
    return hand[start : len(hand) - (state.bid - auction.discarded) + 1]


def _with_hands(
    hidden: Hidden, hands: tuple[tuple[int, ...], ...], lost: tuple[tuple[int, ...], ...], laid: int | None = None
) -> Hidden:
    return Hidden(
        hands, hidden.deck, hidden.removed, hidden.favored, hidden.favor, lost, laid, hidden.seed, hidden.events
    )  # fmt: skip


def _open(number: int, opener: int, table: Table, hidden: Hidden) -> State:
    """Turn up this Favor card and let the opener speak first (F5.2)."""
    bidding = _clockwise(opener, len(hidden.hands))
    return State(BIDDING, opener, bidding, 0, None, Auction(number, opener, (), 0), table, hidden)


def _clockwise(first: int, players: int) -> tuple[int, ...]:
    return tuple(range(first, players)) + tuple(range(first))


def _next(auction: Auction, table: Table, hidden: Hidden) -> State:
    """Open the next auction, to the left of who opened this one; or end the game (F6.1)."""
    number = auction.number + 1
    if number < len(hidden.favor):
        return _open(number, (auction.opener + 1) % len(hidden.hands), table, hidden)
    over = Auction(number, auction.opener, (), 0)
    return State(Phase.OVER, auction.opener, (), 0, None, over, table, hidden)


def _win(state: State, winner: int, amount: int) -> State:
    """Let the winner pay; if he cannot, he defaults (F5.7)."""
    auction, hidden = state.auction, state.hidden
    assert auction is not None
    hand = hidden.hands[winner]
    if hidden.favor[auction.number] >= FIRST_GOLD:
        if len(hand) >= amount:
            return State(DISCARDING, winner, (), amount, None, auction, state.table, hidden)
        return _default(state, winner, ())
    if gold_in(hand) >= amount:
        return State(PAYING, winner, (), amount, None, auction, state.table, hidden)
    return _default(state, winner, ((What.SHORT, amount),))


def _default(state: State, winner: int, proof: tuple[tuple[What, int], ...]) -> State:
    """Take a random card from a winner who cannot pay, and auction the card anew without him (F5.7)."""
    auction, table, hidden = state.auction, state.table, state.hidden
    assert auction is not None
    hand = hidden.hands[winner]
    if hand:
        card = hand[chance(len(hand), hidden.seed, hidden.events)]
        proof += (LOST_ONE,)
        hidden = Hidden(
            replaced(hidden.hands, winner, removed(hand, card)), hidden.deck, hidden.removed, hidden.favored,
            hidden.favor, replaced(hidden.lost, winner, added(hidden.lost[winner], card)), None, hidden.seed,
            hidden.events + 1,
        )  # fmt: skip
    if proof:
        history = table.histories[winner] + proof
        table = Table(
            table.first, table.duties, table.gold, table.gone, replaced(table.histories, winner, history)
        )  # fmt: skip
    defaulted = auction.defaulted + (winner,)
    bidding = tuple([seat for seat in _clockwise(auction.opener, len(hidden.hands)) if seat not in defaulted])
    if not bidding:
        return _unsold(state, table, hidden)
    again = Auction(auction.number, auction.opener, defaulted, 0)
    return State(BIDDING, bidding[0], bidding, 0, None, again, table, hidden)


def _unsold(state: State, table: Table, hidden: Hidden) -> State:
    """Discard the card that nobody bought."""
    auction = state.auction
    assert auction is not None
    card = hidden.favor[auction.number]
    table = Table(
        table.first, table.duties, table.gold - GOLD_OF[card], table.gone + (card,), table.histories
    )  # fmt: skip
    return _next(auction, table, hidden)


def _receive(
    state: State, player: int, hand: tuple[int, ...], table: Table, lost: tuple[tuple[int, ...], ...]
) -> State:
    """Give the winner, whose hand has paid, his card: into his hand, or to resolve if it is a King (F5.6)."""
    auction, hidden = state.auction, state.hidden
    assert auction is not None
    card = hidden.favor[auction.number]
    if is_king(card):
        table = shown(table, card)
        hidden = _with_hands(hidden, replaced(hidden.hands, player, hand), lost)
        return king_to_resolve(player, None, auction, table, hidden) or _next(auction, table, hidden)
    history = table.histories[player] + (GAINED[card],)
    table = Table(table.first, table.duties, table.gold, table.gone, replaced(table.histories, player, history))
    hidden = _with_hands(hidden, replaced(hidden.hands, player, added(hand, card)), lost)
    return _next(auction, table, hidden)
