"""Texts and scenes of For the King: the table, the actions, what happens, and where the points come from."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING, assert_never

from boardgames.core.scene import Area, Label, Scene, Touch, Unseen, Zone, face_down
from boardgames.core.text import fold, listed, plural, seat_name
from boardgames.games.for_the_king.actions import Bid, Centre, Change, Discard, Favor, Keep, Pass, Pay, Take
from boardgames.games.for_the_king.areas import (
    bid_limit,
    centre_counters,
    centre_zones,
    certain_cards,
    items_of,
    known_cards,
    lost_size,
    seat_area,
)
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    FIRST_KING,
    NAMES,
    VALUE_OF,
    Effect,
    gold,
    gold_in,
    is_king,
    without,
)
from boardgames.games.for_the_king.events import (
    AuctionOpens,
    AuctionWon,
    BiddingRestarts,
    BidMade,
    CardDiscarded,
    CardDrawn,
    CardFavored,
    CardKept,
    CardOffered,
    CardReceived,
    CardTaken,
    CardUnsold,
    Defaulted,
    DutiesChanged,
    FavorDeckShuffled,
    GameEnds,
    GoldPaid,
    HandLaidOpen,
    KingWithoutEffect,
    Passed,
    TurnBegins,
)
from boardgames.games.for_the_king.scoring import FEWEST_FOR_SECONDARY, score
from boardgames.games.for_the_king.state import BID, DISCARD, FOR_SALE, KING, OVER, PAY, PLACE, TAKE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.games.for_the_king.actions import Action
    from boardgames.games.for_the_king.components import Office
    from boardgames.games.for_the_king.events import Event
    from boardgames.games.for_the_king.rules import ForTheKing
    from boardgames.games.for_the_king.state import State
    from boardgames.games.for_the_king.view import View

DECISIONS = {
    PLACE: "places a card",
    TAKE: "takes a card from the centre",
    KING: "resolves a King card",
    BID: "bids or passes",
    PAY: "pays with Gold",
    DISCARD: "discards cards to pay for Gold",
}
"""By Phase: what the player to act does."""
TIPS = {
    PLACE: "The Advisor places each card before seeing the next: keep one, put one for each opponent into the centre, "
    "and one onto the Favor deck, to be auctioned.",
    TAKE: "Each opponent of the Advisor takes one of the cards in the centre.",
    KING: "A King card changes what an office pays at the end, and leaves the game.",
    BID: "Cards are auctioned one by one: bid more than the last bid, or pass and be out. You pay only if you win.",
    PAY: "You have won the card: pay at least your bid in Gold from your hand, without change.",
    DISCARD: "A Gold card is paid for with as many cards from your hand as you bid.",
}
"""By Phase: what it is about, for a reader who meets it for the first time."""
LOST = "Lost cards left the hand face down. 0 to 8: 8 if none of the known cards was among them, 0 if all were."
KING_TASKS = {
    Effect.RAISE_ONE: "raise one Primary Duty",
    Effect.LOWER_ONE: "lower one Primary Duty",
    Effect.RAISE_TWO: "raise two different Primary Duties",
    Effect.LOWER_TWO: "lower two different Primary Duties",
    Effect.EITHER: "raise or lower one Primary Duty",
    Effect.BOTH: "raise one Primary Duty and lower another",
}
HIDING_PLACES = ("drawn", "hand", "lost", "deck", "favor", "removed")
"""The zones in which cards lie face down."""


# The table.


def scene(game: ForTheKing, view: View) -> Scene:
    """Return the table as this seat sees it: Duties, what is known of each hand, the centre or the auction."""
    seats = range(game.players)
    turn_is_on = view.phase is not OVER
    points = score([certain_cards(view, seat) for seat in seats], view.public.duties)
    areas = [seat_area(view, seat, points[seat]) for seat in seats]
    zones = centre_zones(view)
    placed = sum([zone.size for area in areas for zone in area.zones]) + sum([zone.size for zone in zones])
    zones.append(Zone("removed", "Removed unseen", face_down(len(game.cards) - placed), minor=True))
    centre = Area(seat=None, name="Table", zones=tuple(zones), counters=tuple(centre_counters(view)))
    return Scene(
        viewer=view.seat,
        title=game.title,
        heading=_heading(game, view),
        areas=(centre, *areas),
        to_act=(view.player,) if turn_is_on else (),
        prompt=_asked(view) if turn_is_on else "",
        notes=tuple(_notes(view)),
        unseen=(Unseen(HIDING_PLACES, items_of(_unseen_cards(game, view), hidden=True)),),
        layout="columns",
        tip=LOST if view.phase is BID and _has_lost_cards(view) else TIPS.get(view.phase, ""),
        race=("points",),
    )


def turns_in_all(game: ForTheKing) -> int:
    """Return how many turns the Share Influence Phase has (F3.3)."""
    return game.setup.deck // (game.players + 1)


def turn_number(game: ForTheKing, at: State | View, deck_size: int) -> int:
    """Return the number of the current turn of the Share Influence Phase, from 1."""
    turn = at.turn
    assert turn is not None
    if at.player == turn.advisor:
        left = (deck_size + turn.kept + turn.favored + len(turn.centre)) // (game.players + 1)
    else:
        left = deck_size // (game.players + 1) + 1
    return turns_in_all(game) - left + 1


def _heading(game: ForTheKing, view: View) -> str:
    if view.phase is OVER:
        return "game over"
    if view.turn is not None:
        number = turn_number(game, view, view.deck_size)
        return f"turn {number} of {turns_in_all(game)}"
    assert view.auction is not None
    return f"auction {view.auction.number + 1} of {sum(view.favored_sizes)}"


def _has_lost_cards(view: View) -> bool:
    """Return whether others have lost cards that the reader has not seen."""
    return not view.hands and any([lost_size(view, seat) for seat in range(len(view.hand_sizes)) if seat != view.seat])


def _notes(view: View) -> Iterator[str]:
    if view.phase is not OVER:
        duties = "Primary / Secondary Duty" if len(view.hand_sizes) >= FEWEST_FOR_SECONDARY else "Primary Duty"
        yield f"Offices: {duties}. By seat: the sum of the values known to be there, and the letter nearest to A."
    if _has_lost_cards(view):
        yield LOST
    for seat, size in enumerate(view.hand_sizes):
        known, lost = known_cards(view, seat), lost_size(view, seat)
        if seat != view.seat and not view.hands and lost and len(known) > size:
            doubtful = without(known, certain_cards(view, seat))
            left = len(doubtful) - lost
            if left < 1:
                continue
            yield f"{seat_name(seat, view.seat)} holds at least {left} of these: {cards_in_short(doubtful)}."


def _asked(view: View) -> str:
    """Return what the player to act is asked to do, or who is being waited for."""
    waiting = f"{seat_name(view.player, view.seat)} {DECISIONS[view.phase]}."
    return _prompt(view) if view.seat == view.player else waiting


def _prompt(view: View) -> str:
    """Return what the reader, who is to act, is asked to do."""
    auction = view.auction
    if view.phase is PLACE and view.drawn is not None:
        return f"You have drawn {NAMES[view.drawn]}. Where does it go?"
    if view.phase is TAKE:
        return "Take a card from the centre."
    if view.phase is KING:
        king = view.public.gone[-1]
        return f"{NAMES[king]}: {KING_TASKS[Effect(king - FIRST_KING)]}."
    if view.phase is PAY:
        return f"Pay {view.bid} in Gold, without change."
    if view.phase is DISCARD and auction is not None:
        left = plural(view.bid - auction.discarded, "card")
        card = NAMES[view.turned[-1]]
        order = ", in the order of your hand. You keep the cards that you pass over"
        return f"Discard {left} to pay for {card}{order if view.bid - auction.discarded > 1 else ''}."
    return _bid_prompt(view)


def means(view: View) -> int:
    """Return the highest bid for the card for sale that the viewer can pay."""
    return len(view.hand) if view.turned[-1] >= FIRST_GOLD else gold_in(view.hand)


def _bid_prompt(view: View) -> str:
    card, can_pay = view.turned[-1], means(view)
    if view.bid >= bid_limit(view):
        return f"{NAMES[card]}: nobody can outbid {view.bid}; you can only pass."
    price = f"{plural(can_pay, 'card')} from your hand" if card >= FIRST_GOLD else f"{can_pay} in Gold"
    within = f"You can pay {'up to' if can_pay > view.bid else 'no more than'} {price}" if can_pay else "You cannot pay"
    if can_pay >= bid_limit(view):  # nor is a higher bid allowed
        return f"{NAMES[card]}: {within}."
    loss = "lose a random card, and not get this one" if view.hand else "not get this card"
    return f"{NAMES[card]}: {within}. {'A higher' if can_pay else 'Any'} bid is a bluff: you would {loss}."


def _unseen_cards(game: ForTheKing, view: View) -> list[int]:
    """Return the cards that the viewer has not located for certain."""
    seen = [*view.public.gone, *view.hand, *view.lost, *without(view.favored, view.turned)]
    for seat in range(game.players):
        if seat != view.seat:
            seen += certain_cards(view, seat)
    if view.turn is not None:
        seen += view.turn.centre
    if view.drawn is not None:
        seen.append(view.drawn)
    if view.phase in FOR_SALE:
        seen.append(view.turned[-1])
    return without(game.cards, seen)


def cards_in_short(cards: Sequence[int]) -> str:
    """Return the cards in few words: `Military C4 and H4, Gold 1 (x3) and 2`."""
    by_word: dict[str, list[str]] = {}
    for card, count in sorted(Tally(cards).items()):
        word, rest = NAMES[card].split(" ", 1)
        by_word.setdefault(word, []).append(f"{rest} (x{count})" if count > 1 else rest)
    return ", ".join(f"{word} {listed(rests)}" for word, rests in by_word.items())


# What the player can do.


def label(view: View, action: Action) -> Label:  # one per Action
    """Return what this action means to the seat of this View."""
    seat = view.player
    drawn = "the card drawn" if view.drawn is None else NAMES[view.drawn]
    card = Touch(seat, "drawn", None if view.drawn is None else NAMES[view.drawn])
    match action:
        case Keep():
            is_resolved = view.drawn is not None and is_king(view.drawn)
            note = "you resolve it at once" if is_resolved else ""
            return Label(f"keep {drawn}", (card, Touch(seat, "hand")), "place", note=note)
        case Centre():
            return Label(f"put {drawn} into the centre", (card, Touch(None, "centre")), "place")
        case Favor():
            return Label(f"put {drawn} onto the Favor deck", (card, Touch(None, "favor")), "place")
        case Take(taken):
            note = "you resolve it at once" if is_king(taken) else ""
            return Label(f"take {NAMES[taken]}", (Touch(None, "centre", NAMES[taken]),), "take", note=note)
        case Change(raised, lowered):
            return Label(
                _change_text(raised, lowered), (Touch(None, "king", NAMES[view.public.gone[-1]]),), "change Duties"
            )
        case Pass():
            return Label("pass", (Touch(None, "sale", NAMES[view.turned[-1]]),), "pass")
        case Bid(amount):
            beyond = view.seat == seat and amount > means(view)
            sale = Touch(None, "sale", NAMES[view.turned[-1]])
            return Label(f"bid {amount}", (sale,), "bid", amount, "more than you can pay: a bluff" if beyond else "")
        case Pay(coins):
            spare = sum(coins) - view.bid
            paid = [coins_text(coin, coins.count(coin)) for coin in dict.fromkeys(coins)]
            touches = tuple([Touch(seat, "hand", NAMES[gold(coin)]) for coin in dict.fromkeys(coins)])
            return Label(f"pay {listed(paid)}", touches, "pay", note=f"{spare} more than the bid" if spare else "")
        case Discard(discarded):
            return Label(f"discard {NAMES[discarded]}", (Touch(seat, "hand", NAMES[discarded]),), "discard")
        case _:
            assert_never(action)


def _change_text(raised: Sequence[Office], lowered: Sequence[Office]) -> str:
    """Return the change in words: `raise Diplomacy and Military`, `raise Diplomacy and lower Military`."""
    parts = [("raise", raised), ("lower", lowered)]
    return " and ".join([f"{verb} {listed(map(str, offices))}" for verb, offices in parts if offices])


def coins_text(coin: int, count: int) -> str:
    """Return this many Gold cards in words: `Gold 3` or `2 Gold 3`."""
    return f"{count} {NAMES[gold(coin)]}" if count > 1 else NAMES[gold(coin)]


# What happens.


def describe(event: Event, viewer: int | None) -> list[str]:
    """Return the lines that tell this viewer of what they see happen; none for what the next scene shows anyway."""
    match event:
        case TurnBegins(advisor):
            return [f"Advisor: {seat_name(advisor, viewer)}"]
        case CardDrawn(_, card):
            return [] if card is None else [f"You draw {NAMES[card]}"]
        case CardKept(seat, card):
            return _line(seat, viewer, f"keep {_card(card)}")
        case CardOffered(seat, card):
            return _line(seat, viewer, f"put {NAMES[card]} into the centre")
        case CardFavored(seat, card):
            return _line(seat, viewer, f"put {_card(card)} onto the Favor deck")
        case CardTaken(seat, card):
            return _line(seat, viewer, f"take {NAMES[card]}")
        case DutiesChanged(seat, _, raised, lowered):
            return _line(seat, viewer, _change_text(raised, lowered))
        case KingWithoutEffect(king):
            return [f"{NAMES[king]} can change nothing and leaves the game"]
        case FavorDeckShuffled():
            return ["The deck is empty; the Favor deck is shuffled."]
        case AuctionOpens(number, favor_cards, card, opener):
            return [f"Favor card {number} of {favor_cards}: {NAMES[card]}. Opener: {seat_name(opener, viewer)}"]
        case BidMade(seat, amount):
            return _line(seat, viewer, f"bid {amount}")
        case Passed(seat):
            return _line(seat, viewer, "pass")
        case AuctionWon(seat, card, amount):
            return _line(seat, viewer, f"{NAMES[card]} won for {amount}")
        case Defaulted(seat, amount, lost):
            loss = "".join([f"; lost unseen: {_card(card)}" for card in lost])
            return _line(seat, viewer, f"cannot pay {amount}{loss}")
        case BiddingRestarts(opener):
            return [f"Bidding starts again. Opener: {seat_name(opener, viewer)}"]
        case CardUnsold(card):
            return [f"Nobody buys {NAMES[card]}"]
        case GoldPaid(seat, coins):
            return _line(seat, viewer, f"pay {'+'.join([str(VALUE_OF[coin]) for coin in coins])}")
        case CardDiscarded(seat, card, number, price):
            return _line(seat, viewer, f"discard {_card(card)} ({number} of {price})")
        case CardReceived(seat, card):
            return _line(seat, viewer, f"{NAMES[card]} received")
        case GameEnds():
            return ["The Favor deck is empty. All hands are laid open:"]
        case HandLaidOpen(seat, cards):
            return _hand_lines(f"{seat_name(seat, viewer)}:", cards)
        case _:
            assert_never(event)


def _line(seat: int, viewer: int | None, what: str) -> list[str]:
    return [f"{seat_name(seat, viewer)}: {what}"]


def _card(card: int | None) -> str:
    return "a card" if card is None else NAMES[card]


def _hand_lines(whose: str, cards: Sequence[int]) -> list[str]:
    """Return `Player 1: Military C4, Gold 3 x2`, broken between cards."""
    names = [f"{NAMES[card]} x{count}" if count > 1 else NAMES[card] for card, count in sorted(Tally(cards).items())]
    *most, last = names or ["none"]
    return fold([*[f"{name}," for name in most], last], whose)


def position(state: State) -> str:
    """Return what is to be decided, and how far the game has progressed, for error messages."""
    if state.auction is not None:
        return f"auction {state.auction.number + 1}, {state.phase.name.lower()}"
    return f"{len(state.hidden.deck)} cards in the deck, {state.phase.name.lower()}"


def round_number(game: ForTheKing, state: State) -> int:
    """Return the number of the turn, or of the auction counted on from the last turn."""
    if state.auction is None:
        return turn_number(game, state, len(state.hidden.deck))
    return turns_in_all(game) + min(state.auction.number + 1, len(state.hidden.favor))
