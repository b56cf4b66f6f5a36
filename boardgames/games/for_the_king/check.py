"""Checks whether a State or a View read from outside can be worked with."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import chain

from boardgames.core.errors import require
from boardgames.games.for_the_king.actions import HIGHEST_DUTY, LOWEST_DUTY, king_changes
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    NAMES,
    Office,
    gold_in,
    is_king,
    without,
)
from boardgames.games.for_the_king.hand_sampling import (
    LossCounter,
    count_gold,
    history_so_far,
    recall,
)
from boardgames.games.for_the_king.state import (
    BID,
    DISCARD,
    KING,
    OVER,
    PAY,
    PLACE,
    TAKE,
    Auction,
    Rules,
    State,
    Table,
    Turn,
)
from boardgames.games.for_the_king.view import View, view

IN_A_TURN = (PLACE, TAKE, KING)
IN_AN_AUCTION = (KING, BID, PAY, DISCARD, OVER)
PAYING = (PAY, DISCARD)


def check_state(game: Rules, /, state: State) -> None:
    """Raise `DecodeError` unless the game can be played on from here; whether play could have led
    here is not asked.
    """
    public, hidden = state.public, state.hidden
    per_seat = (public.histories, hidden.hands, hidden.favored, hidden.lost)
    fits = all(len(entries) == game.players for entries in per_seat)
    require(fits, f"the State is not of a game with {game.players} players")
    require(min(hidden.seed, hidden.events) >= 0, "hidden.seed, hidden.events: expected 0 or more")
    favored = list(chain(*hidden.favored))
    _check_table(game, state, len(hidden.deck), len(favored))
    fits = sorted(hidden.favor) == ([] if state.auction is None else sorted(favored))
    require(fits, "hidden.favor: not the cards that were placed there")
    fits = sorted(_all_cards(state)) == list(game.cards)
    require(fits, f"the State does not hold the {len(game.cards)} cards of the game")
    for seat, hand in enumerate(hidden.hands):
        own = view(game, state, seat)
        check_view(game, own)
        history = history_so_far(own, seat)
        memory = recall(history)
        kept = without([*hand, *hidden.lost[seat], *memory.shown], memory.gained)
        ways = LossCounter(history, final=hand).count(count_gold(kept))
        require(ways, f"public.histories[{seat}]: cannot have led to this hand")


def inventory(_game: Rules, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of every card, by name."""
    cards = _all_cards(state)
    return {NAMES[card]: cards.count(card) for card in sorted(set(cards))}


def _all_cards(state: State) -> list[int]:
    hidden, auction, turn = state.hidden, state.auction, state.turn
    cards = [*hidden.deck, *hidden.removed, *state.public.gone, *chain(*hidden.hands, *hidden.lost)]
    if turn is not None:
        cards += turn.centre
    if auction is None:
        return [*cards, *chain(*hidden.favored)]
    # A King being resolved has already left the game, and is no longer for sale.
    return [*cards, *hidden.favor[auction.number + (state.phase is KING) :]]


def check_view(game: Rules, view: View) -> None:
    """Raise `DecodeError` with the first fault of a View; the cards that the seat cannot locate are
    not checked.
    """
    players, auction, seat, over = game.players, view.auction, view.seat, view.phase is OVER
    lengths = {len(view.public.histories), len(view.hand_sizes), len(view.favored_sizes)}
    require(lengths == {players}, f"the View is not of a game with {players} players")
    require(seat is None or seat in range(players), "seat: no such seat")
    require(min(view.favored_sizes) >= 0, "favored_sizes: expected 0 or more")
    _check_table(game, view, view.deck_size, sum(view.favored_sizes))
    turned = 0 if auction is None else auction.number + (not over)
    require(len(view.turned) == turned, "turned: not as many as were auctioned")
    fits = tuple(map(len, view.hands)) == (view.hand_sizes if over else ())
    require(fits, "hands: all are laid open at the end, and not before")
    if view.phase in PAYING:
        require(
            (view.turned[-1] >= FIRST_GOLD) == (view.phase is DISCARD),
            "phase: this card is paid differently",
        )
    placing = view.turn is not None and view.phase is PLACE and view.turn.advisor == seat
    require((view.drawn is not None) == placing, "drawn: the Advisor alone holds a card")
    if seat is None:
        has_none = view.laid is None and not (view.hand or view.favored or view.lost)
        require(has_none, "hand, favored, lost, laid: a spectator has none")
    else:
        _check_own_cards(view, seat)


def _check_own_cards(view: View, seat: int) -> None:
    hand, lost, laid = view.hand, view.lost, view.laid
    sizes = (view.hand_sizes[seat], view.favored_sizes[seat])
    require(
        (len(hand), len(view.favored)) == sizes, "hand, favored: not as many cards as the sizes say"
    )
    require(not view.hands or view.hands[seat] == hand, "hands: not the seat's own hand")
    memory = recall(history_so_far(view, seat))
    ever_held = [*hand, *lost, *memory.shown]
    require(not any(map(is_king, ever_held)), f"hand of seat {seat}: no hand ever holds a King")
    kept = without(ever_held, memory.gained)
    fits = len(lost) == memory.lost and len(kept) == memory.kept == len(ever_held) - len(
        memory.gained
    )
    require(fits, f"hand and lost cards of seat {seat}: not as the history says")
    discarded = view.auction.discarded if view.auction is not None and seat == view.player else 0
    require((laid in lost) if discarded else laid is None, "laid: not the last card discarded")
    if seat == view.player and view.phase in PAYING:
        can_pay = (
            gold_in(hand)
            if view.phase is PAY
            else len([card for card in hand if laid is None or card >= laid])
        )
        require(can_pay >= view.bid - discarded, "bid: more than the player can pay")


def _check_table(game: Rules, seen: Table, deck_size: int, favor_size: int) -> None:
    """Check the part that a State shares with all its Views."""
    public, turn, auction, phase = seen.public, seen.turn, seen.auction, seen.phase
    require((turn is None) != (auction is None), "turn, auction: expected exactly one of them")
    require(phase in (IN_A_TURN if turn else IN_AN_AUCTION), "phase: not in this half of the game")
    named = {seen.player, public.first, *seen.bidding}
    named.update(
        (turn.advisor,) if turn else (), (auction.opener, *auction.defaulted) if auction else ()
    )
    require(named <= set(range(game.players)), "there is no such seat")
    require(len(public.duties) == len(Office), f"public.duties: expected {len(Office)}")
    for office, duty in zip(Office, public.duties, strict=True):
        fits = LOWEST_DUTY <= duty <= HIGHEST_DUTY if office in game.setup.offices else duty == 0
        require(fits, f"public.duties[{office}]: impossible for {office}")
    for seat, history in enumerate(public.histories):
        require(recall(history).is_possible, f"public.histories[{seat}]: no hand can have it")
    require(
        public.gold == game.gold - gold_in(public.gone),
        "public.gold: not the Gold that nobody saw leave",
    )
    if phase is KING:
        can_change = (
            public.gone
            and is_king(public.gone[-1])
            and king_changes(public.gone[-1], public.duties)
        )
        require(can_change, "public.gone: no King to resolve")
    if turn is not None:
        _check_turn(game, seen, turn, deck_size)
    if auction is not None:
        require(not deck_size, "hidden.deck: cards left to distribute")
        _check_auction(seen, auction, favor_size)


def _check_turn(game: Rules, seen: Table, turn: Turn, deck_size: int) -> None:
    phase, players, centre = seen.phase, game.players, len(turn.centre)
    if seen.player == turn.advisor:
        to_place = players + 1 - turn.kept - turn.favored - centre
        fits = phase is not TAKE and centre < players and (to_place > 0 or phase is KING)
    else:
        to_place, waiting = 0, (turn.advisor - seen.player) % players
        fits = phase is not PLACE and centre == waiting - (phase is KING)
    require(fits, "turn: not one of this phase")
    fits = deck_size >= to_place and (deck_size - to_place) % (players + 1) == 0
    require(fits, "hidden.deck: not a number of whole turns")


def _check_auction(seen: Table, auction: Auction, favor_size: int) -> None:
    phase, bidding = seen.phase, seen.bidding
    fits = 0 <= auction.number <= favor_size and (phase is OVER) == (auction.number == favor_size)
    require(fits, "auction.number: the game ends with the Favor deck")
    require(
        bidding[:1] == ((seen.player,) if phase is BID else ()), "bidding: not the next to speak"
    )
    require(seen.bid > 0 if phase in PAYING else seen.bid >= 0, "bid: no such bid")
    fits = 0 <= auction.discarded < (seen.bid if phase is DISCARD else 1)
    require(fits, "auction.discarded: nothing left to pay")
