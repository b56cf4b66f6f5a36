"""Checks whether a State or a View read from outside is possible in this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain

from boardgames.core.errors import (
    DecodeError,
    require,
    require_counts,
    require_entries,
    require_seat,
)
from boardgames.games.for_the_king.actions import (
    HIGHEST_BID,
    HIGHEST_DUTY,
    LOWEST_DUTY,
    king_changes,
)
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    NAMES,
    Office,
    gold_in,
    is_king,
    without,
)
from boardgames.games.for_the_king.secrets.hand_sampling import (
    LossCounter,
    Memory,
    count_gold,
    history_so_far,
    recall,
)
from boardgames.games.for_the_king.secrets.view import View
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
    Rules,
    State,
    Table,
    Turn,
)

OFFICES = tuple(Office)
IN_A_TURN = (PLACE, TAKE, KING)
IN_AN_AUCTION = (KING, BID, PAY, DISCARD, OVER)
PAYING = (PAY, DISCARD)


def inventory(_game: Rules, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of every card, by name."""
    cards = Counter[int]()
    for _, zone in _zones(state):
        cards.update(zone)
    return {NAMES[card]: cards[card] for card in sorted(cards)}


def _zones(state: State) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the cards in each place, with its path."""
    hidden, auction = state.hidden, state.auction
    for seat, hand in enumerate(hidden.hands):
        yield f"hidden.hands[{seat}]", hand
    for seat, lost in enumerate(hidden.lost):
        yield f"hidden.lost[{seat}]", lost
    yield "public.gone", state.public.gone
    if state.turn is not None:
        yield "turn.centre", state.turn.centre
    if auction is None:
        for seat, favored in enumerate(hidden.favored):
            yield f"hidden.favored[{seat}]", favored
    else:
        # A King being resolved has already left the game, and is no longer for sale.
        yield "hidden.favor", hidden.favor[auction.number + (state.phase is KING) :]
    yield "hidden.deck", hidden.deck
    yield "hidden.removed", hidden.removed


def check_state(game: Rules, /, state: State) -> None:
    """Raise `DecodeError` unless the State has the cards of the game, and every field fits the
    phase.

    Of the play that led here it asks only whether each hand can have its history. Later checks rely
    on earlier ones.
    """
    hidden = state.hidden
    require_entries("public.histories", state.public.histories, game.players)
    require_entries("hidden.hands", hidden.hands, game.players)
    require_entries("hidden.favored", hidden.favored, game.players)
    require_entries("hidden.lost", hidden.lost, game.players)
    require(hidden.seed >= 0, "hidden.seed: expected 0 or more")
    require(hidden.events >= 0, "hidden.events: expected 0 or more")
    favor_size = sum(map(len, hidden.favored))
    _check_table(game, state, ("hidden.deck", len(hidden.deck)), favor_size)
    memories = [recall(history_so_far(state, seat)) for seat in range(game.players)]
    for seat, memory in enumerate(memories):
        _check_hand(
            (f"hidden.hands[{seat}]", hidden.hands[seat]),
            (f"hidden.lost[{seat}]", hidden.lost[seat]),
            memory,
        )
    _check_favor_deck(state)
    _check_cards(game, state)
    for seat, memory in enumerate(memories):
        _check_losses(state, seat, memory)
    _check_laid("hidden.laid", hidden.laid, hidden.lost[state.player], state)
    if state.phase in PAYING and state.auction is not None:
        _check_payment(state, hidden.favor[state.auction.number])
        _check_means(state, state.auction, hidden.hands[state.player], hidden.laid)


def _check_favor_deck(state: State) -> None:
    """Check that the Favor deck has the cards placed there, once it has been shuffled (F5.1)."""
    hidden = state.hidden
    if state.auction is None:
        require(not hidden.favor, "hidden.favor: not shuffled yet")
        return
    if sorted(hidden.favor) == sorted(chain.from_iterable(hidden.favored)):
        return
    left = Counter(hidden.favor)
    for seat, favored in enumerate(hidden.favored):
        is_there = Counter(favored) <= left
        require(is_there, f"hidden.favored[{seat}]: a card that is not in the Favor deck")
        left.subtract(favored)
    require(not any(left.values()), "hidden.favor: a card that nobody placed there")


def _check_cards(game: Rules, state: State) -> None:
    """Check that each card of the game is in one place."""
    zones = [*_zones(state)]
    if sorted(chain.from_iterable([cards for _, cards in zones])) == sorted(game.cards):
        return
    left = Counter(game.cards)
    for path, cards in zones:
        for card in cards:
            left[card] -= 1
            if left[card] < 0:
                raise DecodeError(f"{path}: more {NAMES[card]} than the game has")
    missing = min(left.elements(), default=None)
    if missing is not None:
        # The cards removed at setup are those that are in no other place.
        raise DecodeError(f"hidden.removed: {NAMES[missing]} is missing")


def _check_losses(state: State, seat: int, memory: Memory) -> None:
    """Check that some choice of the cards lost unseen led to this hand."""
    if not (memory.lost or memory.shown or memory.bounded):
        return
    hand, lost = state.hidden.hands[seat], state.hidden.lost[seat]
    kept = without([*hand, *lost, *memory.shown], memory.gained)
    ways = LossCounter(history_so_far(state, seat), final=hand).count(count_gold(kept))
    require(ways, f"public.histories[{seat}]: cannot have led to this hand")


def check_view(game: Rules, view: View) -> None:
    """Raise `DecodeError` with the first fault of a View; the cards that the seat cannot locate are
    not checked.
    """
    require_entries("public.histories", view.public.histories, game.players)
    require_entries("hand_sizes", view.hand_sizes, game.players)
    require_entries("favored_sizes", view.favored_sizes, game.players)
    if view.seat is not None:
        require_seat("seat", view.seat, game.players)
    require_counts("favored_sizes", view.favored_sizes)
    _check_table(game, view, ("deck_size", view.deck_size), sum(view.favored_sizes))
    for seat, size in enumerate(view.hand_sizes):
        expected = recall(history_so_far(view, seat)).size
        if size != expected:
            raise DecodeError(f"hand_sizes[{seat}]: expected {expected}, as the history says")
    _check_turned(view)
    _check_open_hands(game, view)
    is_placing = view.turn is not None and view.phase is PLACE and view.turn.advisor == view.seat
    require((view.drawn is not None) == is_placing, "drawn: the Advisor alone holds a card")
    if view.seat is None:
        require(not view.hand, "hand: a spectator has none")
        require(not view.favored, "favored: a spectator has none")
        require(not view.lost, "lost: a spectator has none")
        require(view.laid is None, "laid: a spectator has none")
    else:
        _check_own_cards(view, view.seat)


def _check_turned(view: View) -> None:
    """Check the Favor cards turned up, of which the last one is for sale."""
    if view.auction is None:
        require(not view.turned, "turned: nothing is auctioned yet")
        return
    is_for_sale = view.phase is not OVER
    require(
        view.auction.number + is_for_sale == len(view.turned),
        "auction.number: not as many cards as have been turned up",
    )
    if view.phase in PAYING:
        _check_payment(view, view.turned[-1])


def _check_open_hands(game: Rules, view: View) -> None:
    """Check that all hands are laid open after the game, and not before (F6.3)."""
    if view.phase is not OVER:
        require(not view.hands, "hands: laid open after the game only")
        return
    require_entries("hands", view.hands, game.players)
    for seat, hand in enumerate(view.hands):
        size = view.hand_sizes[seat]
        if len(hand) != size:
            raise DecodeError(f"hands[{seat}]: expected {size} cards")
        require(not any(map(is_king, hand)), f"hands[{seat}]: no hand ever holds a King")
    if view.seat is not None:
        require(view.hands[view.seat] == view.hand, "hands: not the seat's own hand")


def _check_own_cards(view: View, seat: int) -> None:
    memory = recall(history_so_far(view, seat))
    _check_hand(("hand", view.hand), ("lost", view.lost), memory)
    size = view.favored_sizes[seat]
    if len(view.favored) != size:
        raise DecodeError(f"favored: expected {size} cards, as favored_sizes says")
    if seat != view.player:
        require(view.laid is None, "laid: another seat is to act")
        return
    _check_laid("laid", view.laid, view.lost, view)
    if view.phase in PAYING and view.auction is not None:
        _check_means(view, view.auction, view.hand, view.laid)


def _check_hand(
    hand: tuple[str, Sequence[int]], lost: tuple[str, Sequence[int]], memory: Memory
) -> None:
    """Check that a hand and what it lost unseen, each given with its path, fit what the history
    says.
    """
    hand_path, held = hand
    lost_path, gone = lost
    if len(held) != memory.size:
        raise DecodeError(f"{hand_path}: expected {memory.size} cards, as the history says")
    if len(gone) != memory.lost:
        raise DecodeError(f"{lost_path}: expected {memory.lost} cards, as the history says")
    ever_held = [*held, *gone, *memory.shown]
    require(not any(map(is_king, ever_held)), f"{hand_path}: no hand ever holds a King")
    kept = without(ever_held, memory.gained)
    require(len(kept) == memory.kept, f"{hand_path}: a card that the history says is gone")


def _check_laid(path: str, laid: int | None, lost: Sequence[int], seen: Table) -> None:
    """Check the last card that the player to act has discarded in a payment (F5.5)."""
    if seen.auction is not None and seen.auction.discarded:
        require(laid in lost, f"{path}: expected a card that was discarded")
    else:
        require(laid is None, f"{path}: nothing has been discarded")


def _check_payment(seen: Table, card: int) -> None:
    """Check that the card for sale is paid for in this way (F5.4, F5.5)."""
    is_gold = card >= FIRST_GOLD
    require(is_gold == (seen.phase is DISCARD), "phase: this card is paid for differently")


def _check_means(seen: Table, auction: Auction, hand: Sequence[int], laid: int | None) -> None:
    """Check that the player to act can pay the rest of their bid."""
    if seen.phase is PAY:
        means = gold_in(hand)
    else:
        # Cards are discarded in ascending order (F5.5).
        means = len([card for card in hand if laid is None or card >= laid])
    require(seen.bid - auction.discarded <= means, "bid: more than the player can pay")


# Messages with numbers are formatted only if they are raised: every sampled View is checked here.


def _check_table(game: Rules, seen: Table, deck: tuple[str, int], favor_size: int) -> None:
    """Check what a State shares with all its Views; the deck is given as path and size."""
    turn = seen.turn
    auction = seen.auction
    require_seat("player", seen.player, game.players)
    _check_public(game, seen.public)
    if turn is None:
        require(seen.phase in IN_AN_AUCTION, "phase: expected one of an auction")
    else:
        require(auction is None, "auction: not before the last turn")
        require(seen.phase in IN_A_TURN, "phase: expected one of a turn")
        _check_turn(game, seen, turn, deck)
    if auction is None:
        require(turn is not None, "turn: expected a turn or an auction")
    else:
        path, deck_size = deck
        if deck_size:
            raise DecodeError(f"{path}: cards left to place")
        _check_auction(game, seen, auction, favor_size)
    if seen.phase is KING:
        # The King being resolved is the last card that left the game (F4).
        gone = seen.public.gone
        require(gone, "public.gone: expected a King to resolve")
        require(is_king(gone[-1]), "public.gone: expected a King to resolve as the last card")
        changes = king_changes(gone[-1], seen.public.duties)
        require(changes, "public.gone: a King that can change nothing")


def _check_public(game: Rules, public: Public) -> None:
    """Check what lies open on the table in any phase."""
    require_seat("public.first", public.first, game.players)
    if len(public.duties) != len(OFFICES):
        raise DecodeError(f"public.duties: expected {len(OFFICES)}")
    for office, duty in zip(OFFICES, public.duties, strict=True):
        if office not in game.setup.offices:
            if duty:
                fault = f"expected 0, since {office} is not in play"
                raise DecodeError(f"public.duties[{office:d}]: {fault}")
        elif not LOWEST_DUTY <= duty <= HIGHEST_DUTY:
            fault = f"expected {LOWEST_DUTY} to {HIGHEST_DUTY} for {office}"
            raise DecodeError(f"public.duties[{office:d}]: {fault}")
    for seat, history in enumerate(public.histories):
        if not recall(history).is_possible:
            raise DecodeError(f"public.histories[{seat}]: no hand can have it")
    gold = game.gold - gold_in(public.gone)
    if public.gold != gold:
        raise DecodeError(f"public.gold: expected {gold}, what nobody saw leave")


def _check_turn(game: Rules, seen: Table, turn: Turn, deck: tuple[str, int]) -> None:
    """Check a turn of the Share Influence Phase (F3)."""
    require_seat("turn.advisor", turn.advisor, game.players)
    require(not seen.bidding, "bidding: not in this phase")
    require(seen.bid == 0, "bid: not in this phase")
    for seat, history in enumerate(seen.public.histories):
        memory = recall(history)
        if memory.lost or memory.shown:
            raise DecodeError(f"public.histories[{seat}]: nothing leaves a hand in this phase")
    centre = len(turn.centre)
    if seen.player == turn.advisor:  # F3.1
        require(seen.phase is not TAKE, "player: the Advisor does not take")
        if centre >= game.players:
            raise DecodeError(f"turn.centre: expected fewer than {game.players} cards")
        to_place = game.players + 1 - turn.kept - turn.favored - centre
        if seen.phase is KING:
            require(turn.kept, "turn.kept: the King to resolve was kept")
        else:
            require(to_place > 0, "turn: nothing left to place")
    else:  # F3.2
        require(seen.phase is not PLACE, "player: only the Advisor places cards")
        require(turn.kept, "turn.kept: the Advisor has not kept a card")
        require(turn.favored, "turn.favored: the Advisor has not placed a card there")
        waiting = (turn.advisor - seen.player) % game.players - (seen.phase is KING)
        if centre != waiting:
            raise DecodeError(f"turn.centre: expected {waiting} cards, one for each to take")
        to_place = 0
    path, deck_size = deck
    later = deck_size - to_place
    if later < 0:
        raise DecodeError(f"{path}: expected {to_place} cards or more")
    if later % (game.players + 1):
        raise DecodeError(f"{path}: not the cards of whole turns")


def _check_auction(game: Rules, seen: Table, auction: Auction, favor_size: int) -> None:
    """Check an auction of the Gain Esteem Phase (F5), or the end of the game."""
    phase = seen.phase
    if phase is OVER:
        if auction.number != favor_size:
            raise DecodeError(f"auction.number: expected {favor_size} after the game")
    elif not 0 <= auction.number < favor_size:
        raise DecodeError(f"auction.number: expected 0 to {favor_size - 1}")
    opened = auction.number - 1 if phase is OVER else auction.number
    opener = (seen.public.first + opened) % game.players
    if auction.opener != opener:
        raise DecodeError(f"auction.opener: expected {opener}, since all take turns")
    for index, seat in enumerate(auction.defaulted):
        path = f"auction.defaulted[{index}]"
        require_seat(path, seat, game.players)
        require(seat not in auction.defaulted[:index], f"{path}: the same seat again")
    if phase is BID:
        _check_bidding(game, seen, auction)
    else:
        require(not seen.bidding, "bidding: not in this phase")
        _check_bid(seen, auction)
    if phase is not DISCARD:
        require(auction.discarded == 0, "auction.discarded: not in this phase")
    elif not 0 <= auction.discarded < seen.bid:
        expected = f"expected 0 to {seen.bid - 1}, less than the bid"
        raise DecodeError(f"auction.discarded: {expected}")
    if phase is OVER:
        require(seen.player == opener, "player: expected the last opener after the game")


def _check_bid(seen: Table, auction: Auction) -> None:
    """Check the bid after the bidding: what the winner has to pay."""
    if seen.phase not in PAYING:
        require(seen.bid == 0, "bid: not in this phase")
        return
    if not 0 < seen.bid <= HIGHEST_BID:
        raise DecodeError(f"bid: expected 1 to {HIGHEST_BID}")
    require(seen.player not in auction.defaulted, "player: a seat that has defaulted")


def _check_bidding(game: Rules, seen: Table, auction: Auction) -> None:
    """Check who is still bidding, and how much."""
    bidding = seen.bidding
    require(bidding, "bidding: expected the player to act")
    for index, seat in enumerate(bidding):
        path = f"bidding[{index}]"
        require_seat(path, seat, game.players)
        require(seat not in auction.defaulted, f"{path}: a seat that has defaulted")
        require(seat not in bidding[:index], f"{path}: the same seat again")
    require(seen.player == bidding[0], "player: expected the first of bidding")
    if not 0 <= seen.bid <= HIGHEST_BID:
        raise DecodeError(f"bid: expected 0 to {HIGHEST_BID}")
    if len(bidding) == 1:
        require(seen.bid == 0, "bid: the last bidder has won")
