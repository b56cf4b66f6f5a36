"""Checks of States and Views that come from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.errors import require
from boardgames.games.for_the_king.actions import HIGHEST_BID, HIGHEST_DUTY, LOWEST_DUTY, king_changes
from boardgames.games.for_the_king.components import FIRST_GOLD, NAMES, Office, gold_in, is_king, without
from boardgames.games.for_the_king.hand_sampling import LossCounter, count_gold
from boardgames.games.for_the_king.memory import HandHistory, NoteKind, recall
from boardgames.games.for_the_king.phases import esteem
from boardgames.games.for_the_king.state import (
    BID,
    DISCARD,
    KING,
    OVER,
    PAY,
    PLACE,
    TAKE,
    Auction,
    Public,
    State,
    Table,
    Turn,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from boardgames.games.for_the_king.rules import ForTheKing
    from boardgames.games.for_the_king.view import View

IN_A_TURN = (PLACE, TAKE, KING)
IN_AN_AUCTION = (KING, BID, PAY, DISCARD, OVER)
PAYING = (PAY, DISCARD)
LEFT_EARLY = "nothing leaves a hand before the auctions"
CANNOT_PAY = "bid: more than the player can pay"


def check_state(game: ForTheKing, /, state: State) -> None:
    """Raise `DecodeError` with the first fault of a State; later checks rely on earlier ones."""
    public, hidden, auction = state.public, state.hidden, state.auction
    per_seat = (public.histories, hidden.hands, hidden.favored, hidden.lost)
    same_players = all(len(entries) == game.players for entries in per_seat)
    require(same_players, f"the State is not of a game with {game.players} players")
    require(min(hidden.seed, hidden.events) >= 0, "hidden.seed, hidden.events: expected 0 or more")
    _check_public(game, state, len(hidden.deck), sum(map(len, hidden.favored)))
    placed = [] if auction is None else sorted([card for favored in hidden.favored for card in favored])
    require(sorted(hidden.favor) == placed, "hidden.favor: not the cards that were placed there")
    fits = sorted(_all_cards(state)) == list(game.cards)
    require(fits, f"the State does not hold the {len(game.cards)} cards of the game")
    discarded = 0 if auction is None else auction.discarded
    for seat, (hand, lost) in enumerate(zip(hidden.hands, hidden.lost, strict=True)):
        history = _history(public, seat, discarded if seat == state.player else 0)
        kept = _check_hand((f"hidden.hands[{seat}]", f"hidden.lost[{seat}]"), hand, lost, history)
        memory = recall(history)
        if memory.lost or memory.shown or memory.bounded:
            ways = LossCounter(history, final=hand).count(count_gold(kept))
            require(ways, f"public.histories[{seat}]: cannot have led to this hand")
    require((hidden.laid is None) == (discarded == 0), "hidden.laid: not the last card discarded")
    require(hidden.laid is None or hidden.laid in hidden.lost[state.player], "hidden.laid: not a card that was lost")
    if auction is not None and state.phase in PAYING:
        for_gold = hidden.favor[auction.number] >= FIRST_GOLD
        require(for_gold == (state.phase is DISCARD), "phase: this card is paid for differently")
        list_ways = esteem.list_discards if for_gold else esteem.list_payments
        require(list_ways(game, state, state.player), CANNOT_PAY)


def inventory(_game: ForTheKing, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of every card, by name."""
    cards = _all_cards(state)
    return {NAMES[card]: cards.count(card) for card in sorted(set(cards))}


def _all_cards(state: State) -> list[int]:
    hidden, auction = state.hidden, state.auction
    cards = [*hidden.deck, *hidden.removed, *state.public.gone]
    for zone in (hidden.hands, hidden.lost):
        cards += [card for owned in zone for card in owned]
    if state.turn is not None:
        cards += state.turn.centre
    if auction is None:
        return cards + [card for favored in hidden.favored for card in favored]
    # A King being resolved has already left the game, and is no longer for sale.
    return cards + list(hidden.favor[auction.number + (state.phase is KING) :])


def _history(public: Public, seat: int, discarded: int) -> HandHistory:
    """Return the history of a hand, including the winner's discards so far, which are not noted yet."""
    history = public.histories[seat]
    return history + ((NoteKind.LOST, discarded),) if discarded else history


def _check_hand(names: tuple[str, str], hand: Sequence[int], lost: Sequence[int], history: HandHistory) -> list[int]:
    """Require that a hand and its losses fit its history; return the cards kept unseen. Messages use `names`."""
    memory = recall(history)
    ever_held = [*hand, *lost, *memory.shown]
    require(not any(map(is_king, ever_held)), f"{names[0]}: no hand ever holds a King")
    require(len(lost) == memory.lost, f"{names[1]}: not as many as its history says")
    require(len(ever_held) == memory.kept + len(memory.gained), f"{names[0]}: not as many as its history says")
    kept = without(ever_held, memory.gained)
    require(len(kept) == memory.kept, f"{names[0]}: not the cards that its history says")
    return kept


def check_view(game: ForTheKing, view: View) -> None:
    """Raise `DecodeError` with the first fault of a View; the cards that the seat cannot locate are not checked."""
    players = game.players
    same_players = len(view.public.histories) == len(view.hand_sizes) == len(view.favored_sizes) == players
    require(same_players, f"the View is not of a game with {game.players} players")
    require(view.seat is None or view.seat in range(game.players), "seat: no such seat")
    require(min(*view.favored_sizes, view.deck_size) >= 0, "favored_sizes, deck_size: expected 0 or more")
    _check_public(game, view, view.deck_size, sum(view.favored_sizes))
    auction, over = view.auction, view.phase is OVER
    turned = 0 if auction is None else auction.number + (not over)
    require(len(view.turned) == turned, "turned: not as many as were auctioned")
    require(bool(view.hands) == over, "hands: laid open at the end, and not before")
    if over:
        require(tuple(map(len, view.hands)) == view.hand_sizes, "hands: not of these sizes")
    if view.phase in PAYING:
        require((view.turned[-1] >= FIRST_GOLD) == (view.phase is DISCARD), "phase: this card is paid differently")
    placing = view.turn is not None and view.phase is PLACE and view.turn.advisor == view.seat
    require((view.drawn is not None) == placing, "drawn: the Advisor alone holds a card")
    if view.seat is None:
        require(not (view.hand or view.favored or view.lost), "hand, favored, lost: a spectator has none")
        require(view.laid is None, "laid: a spectator has none")
    else:
        _check_own_cards(view, view.seat)


def _check_own_cards(view: View, seat: int) -> None:
    discarded = view.auction.discarded if view.auction is not None and view.player == seat else 0
    require(len(view.hand) == view.hand_sizes[seat], "hand: not as many as hand_sizes says")
    require(len(view.favored) == view.favored_sizes[seat], "favored: not as many as favored_sizes says")
    require(not view.hands or view.hands[seat] == view.hand, "hands: not the seat's own hand")
    _check_hand(("hand", "lost"), view.hand, view.lost, _history(view.public, seat, discarded))
    require((view.laid is None) == (discarded == 0), "laid: not the last card discarded")
    require(view.laid is None or view.laid in view.lost, "laid: not a card that was lost")
    if view.player == seat and view.phase is PAY:
        require(gold_in(view.hand) >= view.bid, CANNOT_PAY)
    if view.player == seat and view.phase is DISCARD:
        left = len([card for card in view.hand if view.laid is None or card >= view.laid])
        require(left >= view.bid - discarded, CANNOT_PAY)


def _check_public(game: ForTheKing, seen: Table, deck_size: int, favor_size: int) -> None:
    """Check the part that a State shares with all its Views."""
    public, turn, auction = seen.public, seen.turn, seen.auction
    require((turn is None) != (auction is None), "turn, auction: expected exactly one of them")
    require(seen.phase in (IN_A_TURN if turn else IN_AN_AUCTION), "phase: not in this half of the game")
    named = {seen.player, public.first, *seen.bidding}
    named.update((turn.advisor,) if turn else (), (auction.opener, *auction.defaulted) if auction else ())
    require(named <= set(range(game.players)), "there is no such seat")
    require(len(public.duties) == len(Office), f"public.duties: expected {len(Office)}")
    for office, duty in enumerate(public.duties):
        fits = LOWEST_DUTY <= duty <= HIGHEST_DUTY if office in game.setup.offices else duty == 0
        require(fits, f"public.duties[{office}]: impossible for {Office(office)}")
    for seat, history in enumerate(public.histories):
        memory = recall(history)
        fault = memory.fault or (LEFT_EARLY if turn is not None and memory.left else "")
        require(not fault, f"public.histories[{seat}]: {fault}")
    require(public.gold == game.gold - gold_in(public.gone), "public.gold: not the Gold that nobody saw leave")
    if turn is not None:
        _check_turn(game, seen, turn, deck_size)
    if auction is not None:
        require(not deck_size, "hidden.deck: cards left to distribute")
        _check_auction(seen, auction, favor_size)
    if seen.phase is KING:
        require(public.gone and is_king(public.gone[-1]), "public.gone: no King to resolve")
        require(king_changes(public.gone[-1], public.duties), "public.gone: a King that can change nothing")


def _check_turn(game: ForTheKing, seen: Table, turn: Turn, deck_size: int) -> None:
    resolving, players = seen.phase is KING, game.players
    if seen.player == turn.advisor:
        to_place = players + 1 - turn.kept - turn.favored - len(turn.centre)
        require(seen.phase is not TAKE, "player: the Advisor does not take")
        require(resolving or to_place > 0, "turn: nothing left to place")
        require(len(turn.centre) < players, "turn.centre: too many cards")
        require(not resolving or turn.kept, "turn.kept: the King being resolved was kept")
    else:
        to_place, waiting = 0, (turn.advisor - seen.player) % players
        require(seen.phase is not PLACE, "player: only the Advisor places cards")
        require(len(turn.centre) == waiting - resolving, "turn.centre: not one card for each who has yet to take")
    fits = deck_size >= to_place and (deck_size - to_place) % (players + 1) == 0
    require(fits, "hidden.deck: not a number of whole turns")


def _check_auction(seen: Table, auction: Auction, favor_size: int) -> None:
    phase, bidding = seen.phase, seen.bidding
    fits = 0 <= auction.number <= favor_size and (phase is OVER) == (auction.number == favor_size)
    require(fits, "auction.number: the game ends with the Favor deck")
    speakers = [*bidding, *auction.defaulted]
    require(len(set(speakers)) == len(speakers), "bidding, auction.defaulted: not different seats")
    require((phase is BID) == bool(bidding), "bidding: not in this phase")
    require(0 <= auction.discarded < (seen.bid if phase is DISCARD else 1), "auction.discarded: nothing left to pay")
    require(0 <= seen.bid <= HIGHEST_BID, "bid: no such bid")
    if phase is BID:
        require(bidding[0] == seen.player, "player: not the next to speak")
        require(len(bidding) > 1 or not seen.bid, "bid: the auction is over")
    elif phase in PAYING:
        require(seen.bid and seen.player not in auction.defaulted, "bid: there is nothing to pay")
