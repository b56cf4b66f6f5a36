"""What must hold of a State of For the King that is read from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.errors import DecodeError
from boardgames.games.for_the_king.cards import FIRST_GOLD, Office, gold_in, is_king, minus
from boardgames.games.for_the_king.esteem import list_discards, list_payments
from boardgames.games.for_the_king.kings import list_changes
from boardgames.games.for_the_king.state import Phase, State, What
from boardgames.games.for_the_king.table import HIGHEST_DUTY, LOWEST_DUTY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.games.for_the_king.components import Setup
    from boardgames.games.for_the_king.state import Auction, Turn

IN_A_TURN = (Phase.PLACE, Phase.TAKE, Phase.KING)
IN_AN_AUCTION = (Phase.KING, Phase.BID, Phase.PAY, Phase.DISCARD, Phase.OVER)
Demand = tuple[bool, str]
"""Whether something holds, and the words for when it does not."""


def check(state: State, cards: Sequence[int], setup: Setup, players: int) -> None:
    """Raise `DecodeError` that names the first fault of a State of a game with these cards."""
    for fits, fault in _demands(state, cards, setup, players):
        if not fits:
            raise DecodeError(fault)


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
    # While the winner resolves a King it is among the cards that are gone, and not for sale any more.
    return cards + list(hidden.favor[auction.number + (state.phase is Phase.KING) :])


def _demands(state: State, cards: Sequence[int], setup: Setup, players: int) -> Iterator[Demand]:
    """Yield what must hold; each demand may rely on those before it."""
    table, hidden, turn, auction = state.table, state.hidden, state.turn, state.auction
    seats = range(players)
    per_seat = (table.histories, hidden.hands, hidden.favored, hidden.lost)
    yield all(len(entries) == players for entries in per_seat), f"the State is not of a game with {players} players"
    yield state.player in seats, "player: no such seat"
    yield table.first in seats, "table.first: no such seat"
    yield hidden.seed >= 0, "hidden.seed: a seed is 0 or more"
    yield hidden.events >= 0, "hidden.events: fewer than none"
    yield (turn is None) != (auction is None), "turn, auction: one of them, not both"
    yield state.phase in (IN_A_TURN if turn else IN_AN_AUCTION), "phase: not in this half of the game"
    yield len(table.duties) == len(Office), f"table.duties: expected {len(Office)}"
    for office, duty in zip(Office, table.duties, strict=True):
        possible = LOWEST_DUTY <= duty <= HIGHEST_DUTY if office in setup.offices else duty == 0
        yield possible, f"table.duties[{office.value}]: not possible for {office}"
    if turn is not None:
        yield from _turn_demands(state, turn, players)
    if auction is not None:
        yield from _auction_demands(state, auction, players)
    yield sorted(all_cards(state)) == list(cards), f"the State does not hold the {len(cards)} cards of the game"
    yield table.gold == gold_in(cards) - gold_in(table.gone), "table.gold: not what has not been seen to leave"
    for seat in seats:
        yield from _hand_demands(state, seat)
    if state.phase is Phase.KING:
        yield bool(table.gone) and is_king(table.gone[-1]), "table.gone: no King to resolve"
        yield bool(list_changes(state)), "table.gone: a King that changes nothing"
    if auction is not None:
        yield from _bid_demands(state, auction)


def _turn_demands(state: State, turn: Turn, players: int) -> Iterator[Demand]:
    hidden, kings = state.hidden, state.phase is Phase.KING
    yield turn.advisor in range(players), "turn.advisor: no such seat"
    yield not hidden.favor, "hidden.favor: not shuffled yet"
    yield not any(hidden.lost), "hidden.lost: nothing is lost before the auctions"
    yield hidden.laid is None, "hidden.laid: nothing is paid before the auctions"
    yield not (state.bidding or state.bid), "bidding: not in this phase"
    if state.player == turn.advisor:
        placed = turn.kept + turn.favored + len(turn.centre)
        yield state.phase is not Phase.TAKE, "player: the Advisor takes nothing"
        yield kings or bool(hidden.deck), "hidden.deck: no card to place"
        yield len(turn.centre) < players, "turn.centre: too many cards"
        yield kings or placed <= players, "turn: nothing left to place"
        yield (len(hidden.deck) + placed) % (players + 1) == 0, "hidden.deck: not as many as whole turns need"
        yield not kings or turn.kept, "turn.kept: the King is kept"
    else:
        waiting = (turn.advisor - state.player) % players
        yield state.phase is not Phase.PLACE, "player: only the Advisor places cards"
        yield turn.kept and turn.favored, "turn: the Advisor has not placed all cards"
        yield len(turn.centre) == waiting - kings, "turn.centre: not one card for each who has yet to take"
        yield len(hidden.deck) % (players + 1) == 0, "hidden.deck: not as many as whole turns need"


def _auction_demands(state: State, auction: Auction, players: int) -> Iterator[Demand]:
    hidden, over = state.hidden, state.phase is Phase.OVER
    placed = sorted([card for favored in hidden.favored for card in favored])
    seats = range(players)
    yield not hidden.deck, "hidden.deck: still cards to distribute"
    yield sorted(hidden.favor) == placed, "hidden.favor: not the cards that were placed there"
    yield 0 <= auction.number < len(hidden.favor) + over, "auction.number: no such card"
    yield over == (auction.number == len(hidden.favor)), "phase: the game ends with the Favor deck"
    yield auction.opener in seats, "auction.opener: no such seat"
    yield _different(auction.defaulted, seats), "auction.defaulted: not different seats"
    yield _different(state.bidding, seats), "bidding: not different seats"
    yield not set(state.bidding) & set(auction.defaulted), "bidding: a seat that has defaulted"


def _different(chosen: Sequence[int], seats: range) -> bool:
    return len(set(chosen)) == len(chosen) and set(chosen) <= set(seats)


def _hand_demands(state: State, seat: int) -> Iterator[Demand]:
    """Yield whether a hand and what it lost can come from its history."""
    hidden = state.hidden
    hand, lost = hidden.hands[seat], hidden.lost[seat]
    kept, losses = 0, 0
    gained, shown = [], []
    for what, number in state.table.histories[seat]:
        if what is What.KEPT:
            kept += 1
        elif what is What.GAINED:
            gained.append(number)
        elif what is What.SHOWN:
            shown.append(number)
        elif what is What.LOST:
            losses += number
    if state.auction is not None and state.phase is Phase.DISCARD and seat == state.player:
        losses += state.auction.discarded
    possible = [*hand, *lost, *shown]
    where = f"hidden.hands[{seat}]"
    yield not any(map(is_king, possible)), f"{where}: no hand ever holds a King"
    yield all(card >= FIRST_GOLD for card in shown), f"table.histories[{seat}]: only Gold pays"
    yield len(lost) == losses, f"hidden.lost[{seat}]: not as many as its history says"
    yield len(possible) == kept + len(gained), f"{where}: not as many as its history says"
    yield len(minus(possible, gained)) == kept, f"{where}: not the cards that its history says"


def _bid_demands(state: State, auction: Auction) -> Iterator[Demand]:
    phase, bidding, hidden = state.phase, state.bidding, state.hidden
    paying = phase in (Phase.PAY, Phase.DISCARD)
    yield (phase is Phase.BID) == bool(bidding), "bidding: not in this phase"
    yield phase is Phase.DISCARD or not auction.discarded, "auction.discarded: not in this phase"
    yield (hidden.laid is None) == (auction.discarded == 0), "hidden.laid: not the last card laid down"
    if phase is Phase.BID:
        yield bidding[0] == state.player, "player: not the next one to speak"
        yield state.bid >= 0 and (len(bidding) > 1 or not state.bid), "bid: the auction is over"
    elif paying:
        yield state.bid > 0 and state.player not in auction.defaulted, "bid: there is nothing to pay"
        yield 0 <= auction.discarded < state.bid, "auction.discarded: there is nothing left to pay"
        for_gold = hidden.favor[auction.number] >= FIRST_GOLD
        yield for_gold == (phase is Phase.DISCARD), "phase: this card is paid for otherwise"
        yield hidden.laid is None or hidden.laid in hidden.lost[state.player], "hidden.laid: not a card lost"
        owed = state.bid - auction.discarded if for_gold else 0
        yield len(hidden.hands[state.player]) >= owed, "bid: more than the player can pay"
        yield bool(list_discards(state) if for_gold else list_payments(state)), "bid: more than the player can pay"
    else:
        yield state.bid == 0, "bid: not in this phase"
