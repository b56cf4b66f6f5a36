"""The Gain Esteem Phase: the Favor deck is auctioned card by card (F5)."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.action import listed_as
from boardgames.core.chance import chance, deal
from boardgames.core.values import deleted, evolve, inserted, replaced
from boardgames.games.for_the_king import actions, events
from boardgames.games.for_the_king.actions import DISCARDS, Action, Bid, Discard, Pass, Pay
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    GOLD_OF,
    gold,
    gold_in,
    is_king,
    payable,
)
from boardgames.games.for_the_king.state import (
    BID,
    DISCARD,
    GAINED_NOTES,
    KING,
    LOST,
    OVER,
    PAY,
    SHORT,
    SHOWN_NOTES,
    Rules,
    make_auction,
    make_hidden,
    make_state,
)

if TYPE_CHECKING:
    from boardgames.games.for_the_king.components import Cards
    from boardgames.games.for_the_king.state import (
        Auction,
        HandHistory,
        Hidden,
        Phase,
        Public,
        State,
    )


def begin_esteem(game: Rules, public: Public, hidden: Hidden) -> State:
    """Shuffle the Favor deck (F5.1) and let the game's first player open the first auction."""
    cards = [card for favored in hidden.favored for card in favored]
    favor = tuple(deal(cards, len(cards), hidden.seed, hidden.events))
    if game.recorder is not None:
        game.recorder.append(events.FavorDeckShuffled())
    return _open_auction(
        game, 0, public.first, public, evolve(hidden, favor=favor, events=hidden.events + 1)
    )


def _open_auction(game: Rules, number: int, opener: int, public: Public, hidden: Hidden) -> State:
    """Turn up this Favor card and let the opener speak first (F5.2)."""
    if game.recorder is not None:
        game.recorder.append(
            events.AuctionOpens(number + 1, len(hidden.favor), hidden.favor[number], opener)
        )
    bidding = _clockwise(opener, game.players)
    return _in_auction(BID, bidding, 0, make_auction(number, opener, (), 0), public, hidden)


def _in_auction(
    phase: Phase,
    bidding: tuple[int, ...],
    amount: int,
    auction: Auction,
    public: Public,
    hidden: Hidden,
) -> State:
    """Return a State of this half of the game in which the first of these seats decides."""
    return make_state(
        phase, bidding[0], bidding if phase is BID else (), amount, None, auction, public, hidden
    )


def _clockwise(first: int, players: int) -> tuple[int, ...]:
    return tuple(range(first, players)) + tuple(range(first))


def bid_limit(state: State) -> int:
    """Return the highest bid that the seat to act may make, according to public information
    (F5.8).
    """
    assert state.auction is not None
    card = state.hidden.favor[state.auction.number]
    if card < FIRST_GOLD:
        return state.public.gold
    return max([len(state.hidden.hands[seat]) for seat in state.bidding])


def list_bids(_game: Rules, state: State, _seat: int) -> tuple[Action, ...]:
    """List the pass and the bids above the last one (F5.3)."""
    return actions.bids(state.bid + 1, bid_limit(state))


def bid(game: Rules, state: State, action: Bid, seat: int) -> State:
    """Bid more than the last bidder."""
    amount, bidding, auction = action.amount, state.bidding, state.auction
    if auction is None or state.phase is not BID or type(amount) is not int:
        raise ForbiddenError
    if not state.bid < amount <= bid_limit(state):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.BidMade(seat, amount, state.bid))
    if len(bidding) == 1:
        return _win(game, state, auction, seat, amount)
    return _in_auction(BID, bidding[1:] + bidding[:1], amount, auction, state.public, state.hidden)


def pass_(game: Rules, state: State, action: Pass, seat: int) -> State:
    """Leave this auction; the last bidder wins once they are the only one left."""
    auction, amount = state.auction, state.bid
    if auction is None or state.phase is not BID:
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.Passed(seat))
    bidding = state.bidding[1:]
    if len(bidding) > 1 or (bidding and not amount):
        return _in_auction(BID, bidding, amount, auction, state.public, state.hidden)
    if bidding:
        return _win(game, state, auction, bidding[0], amount)
    return _discard_unsold(game, auction, state.public, state.hidden)


def _win(game: Rules, state: State, auction: Auction, winner: int, amount: int) -> State:
    """Let the winner pay; a winner who cannot defaults (F5.7)."""
    hidden = state.hidden
    card = hidden.favor[auction.number]
    if payable(hidden.hands[winner], card) < amount:
        return _default(game, state, auction, winner, amount)
    if game.recorder is not None:
        game.recorder.append(events.AuctionWon(winner, card, amount))
    phase = DISCARD if card >= FIRST_GOLD else PAY
    return _in_auction(phase, (winner,), amount, auction, state.public, hidden)


def _default(game: Rules, state: State, auction: Auction, winner: int, amount: int) -> State:
    """Take a random card from a winner who cannot pay, and restart the auction without them
    (F5.7).
    """
    hidden = state.hidden
    hand = hidden.hands[winner]
    notes: HandHistory = ()
    if hidden.favor[auction.number] < FIRST_GOLD:
        notes = ((SHORT, amount),)
    lost: Cards = ()
    if hand:
        card = hand[chance(len(hand), hidden.seed, hidden.events)]
        lost = (card,)
        notes += ((LOST, 1),)
        lost_by_seat = replaced(hidden.lost, winner, inserted(hidden.lost[winner], card))
        hidden = _with_hand(hidden, winner, deleted(hand, card), lost_by_seat)
        hidden = evolve(hidden, events=hidden.events + 1)
    if game.recorder is not None:
        game.recorder.append(events.Defaulted(winner, amount, lost))
    public = state.public.with_notes(winner, notes)
    defaulted = (*auction.defaulted, winner)
    seats = _clockwise(auction.opener, game.players)
    bidding = tuple([seat for seat in seats if seat not in defaulted])
    if not bidding:
        return _discard_unsold(game, auction, public, hidden)
    if game.recorder is not None:
        game.recorder.append(events.BiddingRestarts(bidding[0]))
    auction = evolve(auction, defaulted=defaulted)
    return _in_auction(BID, bidding, 0, auction, public, hidden)


def _discard_unsold(game: Rules, auction: Auction, public: Public, hidden: Hidden) -> State:
    card = hidden.favor[auction.number]
    if game.recorder is not None:
        game.recorder.append(events.CardUnsold(card))
    return next_auction(game, auction, public.with_gone((card,), GOLD_OF[card]), hidden)


def list_payments(_game: Rules, state: State, seat: int) -> tuple[Pay, ...]:
    """List the sets of Gold cards that pay the bid and of which no card can be spared (F5.4)."""
    hand = state.hidden.hands[seat]
    return actions.payments(hand[bisect_left(hand, FIRST_GOLD) :], state.bid)


def pay(game: Rules, state: State, action: Pay, seat: int) -> State:
    """Pay for a Government or King card, then take it (F5.6)."""
    possible = list_payments(game, state, seat) if state.phase is PAY else ()
    payment = listed_as(action, possible)
    if payment is None:
        raise ForbiddenError
    coins = tuple([gold(coin) for coin in payment.coins])
    if game.recorder is not None:
        game.recorder.append(events.GoldPaid(seat, coins))
    hand = state.hidden.hands[seat]
    for coin in coins:
        hand = deleted(hand, coin)
    notes = tuple([SHOWN_NOTES[coin] for coin in coins])
    public = state.public.with_notes(seat, notes).with_gone(coins, gold_in(coins))
    return _receive(game, state, hand, state.hidden.lost, public)


def list_discards(_game: Rules, state: State, seat: int) -> tuple[Action, ...]:
    """List the cards that may be discarded next (F5.5)."""
    return tuple([DISCARDS[card] for card in dict.fromkeys(_discardable(state, seat))])


def _discardable(state: State, seat: int) -> tuple[int, ...]:
    """Return the cards that have not been passed over and after which enough are left to finish."""
    auction, hidden = state.auction, state.hidden
    assert auction is not None
    hand = hidden.hands[seat]
    start = 0 if hidden.laid is None else bisect_left(hand, hidden.laid)
    still_owed = state.bid - auction.discarded
    return hand[start : len(hand) - still_owed + 1]


def discard(game: Rules, state: State, action: Discard, seat: int) -> State:
    """Discard a card in payment for Gold; after the last one, take the Gold (F5.6)."""
    auction = state.auction
    if auction is None or state.phase is not DISCARD:
        raise ForbiddenError
    possible = _discardable(state, seat)
    if action.card not in possible:
        raise ForbiddenError
    card = possible[possible.index(action.card)]
    hidden = state.hidden
    hand = deleted(hidden.hands[seat], card)
    lost = replaced(hidden.lost, seat, inserted(hidden.lost[seat], card))
    discarded = auction.discarded + 1
    if game.recorder is not None:
        game.recorder.append(events.CardDiscarded(seat, card, discarded, state.bid))
    if discarded < state.bid:
        hidden = _with_hand(hidden, seat, hand, lost, laid=card)
        auction = make_auction(auction.number, auction.opener, auction.defaulted, discarded)
        return _in_auction(DISCARD, (seat,), state.bid, auction, state.public, hidden)
    public = state.public.with_notes(seat, ((LOST, discarded),))
    return _receive(game, state, hand, lost, public)


def _with_hand(
    hidden: Hidden, seat: int, hand: Cards, lost: tuple[Cards, ...], laid: int | None = None
) -> Hidden:
    """Return the hidden cards with this hand of a seat, and what all seats have lost; `laid` is
    the last card discarded in a payment that goes on.
    """
    hands = replaced(hidden.hands, seat, hand)
    return make_hidden(
        hands,
        hidden.deck,
        hidden.removed,
        hidden.favored,
        hidden.favor,
        lost,
        laid,
        hidden.seed,
        hidden.events,
    )


def _receive(
    game: Rules, state: State, hand: Cards, lost: tuple[Cards, ...], public: Public
) -> State:
    """Give the card to the winner, who has paid: into this hand, or to resolve if it is a King
    (F5.6).
    """
    auction, winner = state.auction, state.player
    assert auction is not None
    card = state.hidden.favor[auction.number]
    if game.recorder is not None:
        game.recorder.append(events.CardReceived(winner, card, price=state.bid))
    if not is_king(card):
        hidden = _with_hand(state.hidden, winner, inserted(hand, card), lost)
        return next_auction(game, auction, public.with_notes(winner, (GAINED_NOTES[card],)), hidden)
    hidden = _with_hand(state.hidden, winner, hand, lost)
    public = public.with_gone((card,), 0)
    if actions.king_changes(card, public.duties):
        return _in_auction(KING, (winner,), 0, auction, public, hidden)
    if game.recorder is not None:
        game.recorder.append(events.KingWithoutEffect(card))
    return next_auction(game, auction, public, hidden)


def next_auction(game: Rules, auction: Auction, public: Public, hidden: Hidden) -> State:
    """Let the player to the left of the opener open the next auction (F5.2), or end the game
    (F6.1).
    """
    number = auction.number + 1
    if number < len(hidden.favor):
        return _open_auction(game, number, (auction.opener + 1) % game.players, public, hidden)
    if game.recorder is not None:
        game.recorder.append(events.GameEnds())
        game.recorder += [events.HandLaidOpen(seat, hand) for seat, hand in enumerate(hidden.hands)]
    ended = make_auction(number, auction.opener, (), 0)
    return _in_auction(OVER, (auction.opener,), 0, ended, public, hidden)
