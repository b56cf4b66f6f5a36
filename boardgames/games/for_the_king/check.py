"""What must hold of a State of For the King that comes from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.errors import require
from boardgames.games.for_the_king.actions import HIGHEST_DUTY, LOWEST_DUTY
from boardgames.games.for_the_king.components import FIRST_GOLD, Office, gold_in, is_king, without
from boardgames.games.for_the_king.memory import HandEvent
from boardgames.games.for_the_king.phases import esteem, kings
from boardgames.games.for_the_king.state import Phase, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardgames.games.for_the_king.components import Setup
    from boardgames.games.for_the_king.rules import ForTheKing
    from boardgames.games.for_the_king.state import Auction, Turn

IN_A_TURN = (Phase.PLACE, Phase.TAKE, Phase.KING)
IN_AN_AUCTION = (Phase.KING, Phase.BID, Phase.PAY, Phase.DISCARD, Phase.OVER)


def check_state(game: ForTheKing, state: State, cards: Sequence[int], setup: Setup) -> None:
    """Raise `DecodeError` with the first fault of a State of a game with these cards, sorted, and this setup.

    Each requirement may rely on those before it.
    """
    table, hidden, turn, auction = state.table, state.hidden, state.turn, state.auction
    seats = range(game.players)
    per_seat = (table.histories, hidden.hands, hidden.favored, hidden.lost)
    same_players = all(len(entries) == game.players for entries in per_seat)
    require(same_players, f"the State is not of a game with {game.players} players")
    require(state.player in seats, "player: no such seat")
    require(table.first in seats, "table.first: no such seat")
    require(hidden.seed >= 0, "hidden.seed: expected 0 or more")
    require(hidden.events >= 0, "hidden.events: expected 0 or more")
    require((turn is None) != (auction is None), "turn, auction: expected one of them")
    require(state.phase in (IN_A_TURN if turn else IN_AN_AUCTION), "phase: not in this half of the game")
    require(len(table.duties) == len(Office), f"table.duties: expected {len(Office)}")
    for office, duty in zip(Office, table.duties, strict=True):
        possible = LOWEST_DUTY <= duty <= HIGHEST_DUTY if office in setup.offices else duty == 0
        require(possible, f"table.duties[{office.value}]: impossible for {office}")
    if turn is not None:
        _check_turn(game, state, turn)
    if auction is not None:
        _check_auction(game, state, auction)
    require(sorted(all_cards(state)) == list(cards), f"the State does not hold the {len(cards)} cards of the game")
    require(table.gold == gold_in(cards) - gold_in(table.gone), "table.gold: not the Gold that nobody saw leave")
    for seat in seats:
        _check_hand(state, seat)
    if state.phase is Phase.KING:
        require(table.gone and is_king(table.gone[-1]), "table.gone: no King to resolve")
        require(kings.list_changes(game, state, state.player), "table.gone: a King that can change nothing")
    if auction is not None:
        _check_bid(game, state, auction)


def all_cards(state: State) -> list[int]:
    """Return every card of the game, wherever it is."""
    hidden, auction = state.hidden, state.auction
    cards = [*hidden.deck, *hidden.removed, *state.table.gone]
    for zone in (hidden.hands, hidden.lost):
        cards += [card for owned in zone for card in owned]
    if state.turn is not None:
        cards += state.turn.centre
    if auction is None:
        return cards + [card for favored in hidden.favored for card in favored]
    # A King being resolved has already left the game, and is no longer for sale.
    return cards + list(hidden.favor[auction.number + (state.phase is Phase.KING) :])


def _check_turn(game: ForTheKing, state: State, turn: Turn) -> None:
    hidden, resolving, players = state.hidden, state.phase is Phase.KING, game.players
    require(turn.advisor in range(players), "turn.advisor: no such seat")
    require(not hidden.favor, "hidden.favor: not shuffled yet")
    require(not any(hidden.lost), "hidden.lost: nothing is lost before the auctions")
    require(hidden.laid is None, "hidden.laid: nothing is paid before the auctions")
    require(not (state.bidding or state.bid), "bidding: not in this phase")
    if state.player == turn.advisor:
        placed = turn.kept + turn.favored + len(turn.centre)
        require(state.phase is not Phase.TAKE, "player: the Advisor does not take")
        require(resolving or hidden.deck, "hidden.deck: no card to place")
        require(len(turn.centre) < players, "turn.centre: too many cards")
        require(resolving or placed <= players, "turn: nothing left to place")
        require((len(hidden.deck) + placed) % (players + 1) == 0, "hidden.deck: not a number of whole turns")
        require(not resolving or turn.kept, "turn.kept: the King being resolved was kept")
    else:
        waiting = (turn.advisor - state.player) % players
        require(state.phase is not Phase.PLACE, "player: only the Advisor places cards")
        require(turn.kept and turn.favored, "turn: the Advisor has not placed all cards")
        require(len(turn.centre) == waiting - resolving, "turn.centre: not one card for each who has yet to take")
        require(len(hidden.deck) % (players + 1) == 0, "hidden.deck: not a number of whole turns")


def _check_auction(game: ForTheKing, state: State, auction: Auction) -> None:
    hidden, over = state.hidden, state.phase is Phase.OVER
    placed = sorted([card for favored in hidden.favored for card in favored])
    seats = range(game.players)
    require(not hidden.deck, "hidden.deck: cards left to distribute")
    require(sorted(hidden.favor) == placed, "hidden.favor: not the cards that were placed there")
    require(0 <= auction.number < len(hidden.favor) + over, "auction.number: no such card")
    require(over == (auction.number == len(hidden.favor)), "phase: the game ends with the Favor deck")
    require(auction.opener in seats, "auction.opener: no such seat")
    require(_are_different(auction.defaulted, seats), "auction.defaulted: not different seats")
    require(_are_different(state.bidding, seats), "bidding: not different seats")
    require(not set(state.bidding).intersection(auction.defaulted), "bidding: a seat that has defaulted")


def _are_different(chosen: Sequence[int], seats: range) -> bool:
    return len(set(chosen)) == len(chosen) and set(chosen) <= set(seats)


def _check_hand(state: State, seat: int) -> None:
    """Require that a hand and what it lost can come from its history."""
    hand, lost = state.hidden.hands[seat], state.hidden.lost[seat]
    kept, losses = 0, 0
    gained, shown = [], []
    for event, number in state.table.histories[seat]:
        if event is HandEvent.KEPT:
            kept += 1
        elif event is HandEvent.GAINED:
            gained.append(number)
        elif event is HandEvent.SHOWN:
            shown.append(number)
        elif event is HandEvent.LOST:
            losses += number
    if state.auction is not None and state.phase is Phase.DISCARD and seat == state.player:
        losses += state.auction.discarded
    ever_held = [*hand, *lost, *shown]
    where = f"hidden.hands[{seat}]"
    require(not any(map(is_king, ever_held)), f"{where}: no hand ever holds a King")
    require(all(card >= FIRST_GOLD for card in shown), f"table.histories[{seat}]: only Gold is shown in payment")
    require(len(lost) == losses, f"hidden.lost[{seat}]: not as many as its history says")
    require(len(ever_held) == kept + len(gained), f"{where}: not as many as its history says")
    require(len(without(ever_held, gained)) == kept, f"{where}: not the cards that its history says")


def _check_bid(game: ForTheKing, state: State, auction: Auction) -> None:
    phase, bidding, hidden, seat = state.phase, state.bidding, state.hidden, state.player
    require((phase is Phase.BID) == bool(bidding), "bidding: not in this phase")
    require(phase is Phase.DISCARD or not auction.discarded, "auction.discarded: not in this phase")
    require((hidden.laid is None) == (auction.discarded == 0), "hidden.laid: not the last card discarded")
    if phase is Phase.BID:
        require(bidding[0] == seat, "player: not the next to speak")
        require(state.bid >= 0 and (len(bidding) > 1 or not state.bid), "bid: the auction is over")
    elif phase in (Phase.PAY, Phase.DISCARD):
        require(state.bid > 0 and seat not in auction.defaulted, "bid: there is nothing to pay")
        require(0 <= auction.discarded < state.bid, "auction.discarded: nothing left to pay")
        for_gold = hidden.favor[auction.number] >= FIRST_GOLD
        require(for_gold == (phase is Phase.DISCARD), "phase: this card is paid for differently")
        require(hidden.laid is None or hidden.laid in hidden.lost[seat], "hidden.laid: not a card that was lost")
        owed = state.bid - auction.discarded if for_gold else 0
        require(len(hidden.hands[seat]) >= owed, "bid: more than the player can pay")
        list_ways = esteem.list_discards if for_gold else esteem.list_payments
        require(list_ways(game, state, seat), "bid: more than the player can pay")
    else:
        require(state.bid == 0, "bid: not in this phase")
