"""Texts and scenes of For the King: the table, the actions, what happens, and where the points come from."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from boardgames.core.scene import Area, Counter, Item, Label, Piece, Scene, Touch, Unseen, Zone, face_down
from boardgames.core.text import COLUMNS, fold, listed, plural, seat_name
from boardgames.core.values import evolve
from boardgames.games.for_the_king.actions import (
    Action,
    Bid,
    Centre,
    Change,
    Discard,
    Favor,
    Keep,
    Pass,
    Pay,
    Take,
)
from boardgames.games.for_the_king.components import (
    COMPONENTS,
    FIRST_GOLD,
    FIRST_KING,
    LETTER_OF,
    NAMES,
    OFFICE_OF,
    VALUE_OF,
    Effect,
    Office,
    gold,
    gold_in,
    is_king,
    without,
)
from boardgames.games.for_the_king.memory import HandEvent, recall
from boardgames.games.for_the_king.scoring import FEWEST_FOR_SECONDARY, score, secondary
from boardgames.games.for_the_king.state import BID, DISCARD, FOR_SALE, KING, OVER, PAY, PLACE, TAKE, State, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boardgames.games.for_the_king.rules import ForTheKing
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
    PLACE: "The Advisor places each card before seeing the next: one to keep, one for each opponent, one to auction.",
    TAKE: "Each opponent of the Advisor takes one of the cards in the centre.",
    KING: "A King card changes what an office pays at the end, and leaves the game.",
    BID: "Cards are auctioned one by one: bid more than the last bid, or pass and be out. You pay only if you win.",
    PAY: "You have won the card: pay at least your bid in Gold from your hand, without change.",
    DISCARD: "A Gold card is paid for with as many cards from your hand as you bid.",
}
"""By Phase: what it is about, for a reader who meets it for the first time."""
ONLY_PRIMARY = "At the end, the highest total of its cards takes the Primary Duty."
"""What an office is for where there are no Secondary Duties (F2)."""
KING_TASKS = {
    Effect.RAISE_ONE: "raise one Primary Duty",
    Effect.LOWER_ONE: "lower one Primary Duty",
    Effect.RAISE_TWO: "raise two different Primary Duties",
    Effect.LOWER_TWO: "lower two different Primary Duties",
    Effect.EITHER: "raise or lower one Primary Duty",
    Effect.BOTH: "raise one Primary Duty and lower another",
}
MAY_BE_GONE = "may be gone"
"""Marks a card that entered a hand in public, where the hand has lost cards unseen since."""
HIDING_PLACES = ("drawn", "hand", "lost", "deck", "favor", "removed")
"""The zones in which cards lie face down."""


# The pieces.


def pieces(game: ForTheKing) -> Mapping[str, Piece]:
    """Return the Duties of the offices in play with their Government cards, the King cards and the Gold, by key.

    The key of a card is its name, as in notation and JSON; the key of an office is its name in lower case.
    """
    described = COMPONENTS.pieces
    found: dict[str, Piece] = {}
    cards = game.cards
    for office in game.setup.offices:
        duty = described[office.name.lower()]
        found[duty.key] = duty if game.players >= FEWEST_FOR_SECONDARY else evolve(duty, text=ONLY_PRIMARY)
        for card in dict.fromkeys(cards):
            if card < FIRST_KING and OFFICE_OF[card] is office:
                text = f"Counts {VALUE_OF[card]} in {office}; among equal totals, the letter nearest to A is ahead."
                found[NAMES[card]] = Piece(NAMES[card], NAMES[card], text, duty.group, VALUE_OF[card], "F6.1")
    for card in dict.fromkeys(cards):
        if card >= FIRST_KING:
            piece = described[NAMES[card]]
            found[piece.key] = evolve(piece, worth=VALUE_OF[card]) if card >= FIRST_GOLD else piece
    return found


# The table.


def scene(game: ForTheKing, view: View) -> Scene:
    """Return the table as this seat sees it: Duties, what is known of each hand, the centre or the auction."""
    seats = range(game.players)
    turn_is_on = view.phase is not OVER
    points = score([_certain_cards(view, seat) for seat in seats], view.public.duties)
    areas = [_seat_area(view, seat, points[seat]) for seat in seats]
    zones = _centre_zones(view)
    placed = sum([zone.size for area in areas for zone in area.zones]) + sum([zone.size for zone in zones])
    zones.append(Zone("removed", "Removed unseen", face_down(len(game.cards) - placed), minor=True))
    centre = Area(seat=None, name="Table", zones=tuple(zones), counters=tuple(_centre_counters(view)))
    return Scene(
        viewer=view.seat,
        title=game.title,
        heading=_heading(game, view),
        areas=(centre, *areas),
        to_act=(view.player,) if turn_is_on else (),
        prompt=_asked(view) if turn_is_on else "",
        notes=tuple(_notes(view)),
        unseen=(Unseen(HIDING_PLACES, _items(_unseen_cards(game, view), hidden=True)),),
        layout="columns",
        tip=TIPS.get(view.phase, ""),
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


def _centre_zones(view: View) -> list[Zone]:
    """Return what lies on the table and belongs to nobody, except the cards removed at setup."""
    zones = []
    gone = list(view.public.gone)
    if view.phase is KING:
        zones.append(Zone("king", "To resolve", _items([gone.pop()])))
    if view.turn is not None:
        in_hand = view.phase is PLACE
        zones.append(Zone("centre", "Centre", _items(view.turn.centre)))
        zones.append(Zone("deck", "Deck", face_down(view.deck_size - in_hand)))
    elif view.phase in FOR_SALE:
        zones.append(Zone("sale", "For sale", _items(view.turned[-1:])))
    own = without(view.favored, view.turned)
    unturned = sum(view.favored_sizes) - len(view.turned)
    zones.append(Zone("favor", "Favor deck", _items(own, hidden=True) + face_down(unturned - len(own))))
    zones.append(Zone("gone", "Out of the game", _items(gone), minor=True))
    return zones


def _centre_counters(view: View) -> Iterator[Counter]:
    """Yield the Duties, Primary and Secondary, and in an auction the last bid and the limit of bids."""
    players = len(view.hand_sizes)
    for office in Office:
        duty = view.public.duties[office]
        if duty:
            second = secondary(duty, players)
            yield Counter(office.name.lower(), str(office), duty, note=f"/ {second}" if second else "")
    if view.phase is BID:
        if view.bid:
            yield Counter("bid", "last bid", view.bid)
        yield Counter("limit", "bids up to", bid_limit(view))


def _seat_area(view: View, seat: int, points: int) -> Area:
    own = seat == view.seat
    known, lost = _known_cards(view, seat), _lost_size(view, seat)
    certain = _certain_cards(view, seat)
    zones = []
    if view.turn is not None and view.phase is PLACE and seat == view.player:
        zones.append(
            Zone("drawn", "drawn card", face_down(1) if view.drawn is None else _items([view.drawn], hidden=True))
        )
    zones.append(Zone("hand", "hand", _hand_items(view, seat, known, lost)))
    zones.append(Zone("lost", "lost cards", _items(view.lost, hidden=True) if own else face_down(lost), minor=not lost))
    counters = [
        _counter(office.name.lower(), str(office), _in_office(certain, office), _in_office(known, office))
        for office in Office
        if view.public.duties[office]
    ]
    counters.append(_counter("gold", "Gold", _gold_cards(certain), _gold_cards(known)))
    if not (own or view.hands):
        unknown = min(view.hand_sizes[seat], view.hand_sizes[seat] + lost - len(known))
        counters.append(Counter("unknown", "unknown", unknown))
    counters.append(Counter("points", "points so far", points))
    return Area(
        seat=seat,
        name=seat_name(seat, view.seat),
        zones=tuple(zones),
        counters=tuple(counters),
        marks=tuple(_seat_marks(view, seat)),
    )


def _in_office(cards: Sequence[int], office: Office) -> list[int]:
    """Return the cards of this office."""
    return [card for card in cards if card < FIRST_KING and OFFICE_OF[card] is office]


def _gold_cards(cards: Sequence[int]) -> list[int]:
    """Return the Gold cards among these."""
    return [card for card in cards if card >= FIRST_GOLD]


def _counter(key: str, name: str, certain: Sequence[int], known: Sequence[int]) -> Counter:
    """Return the sum of the values certainly in a hand; its note: with those that may be gone, and the best letter."""
    least, most = (sum([VALUE_OF[card] for card in cards]) for cards in (certain, known))
    notes = [f"to {most}" if most > least else "", _nearest_letter(known)]
    return Counter(key, name, least, note=" ".join(note for note in notes if note))


def _known_cards(view: View, seat: int) -> Sequence[int]:
    """Return the cards that the viewer knows to be in a hand, or to have been there before others were lost unseen."""
    if view.hands or not view.hand_sizes[seat]:
        return view.hands[seat] if view.hands else ()
    return view.hand if seat == view.seat else recall(view.public.histories[seat]).known


def _lost_size(view: View, seat: int) -> int:
    """Return how many cards have left a hand unseen."""
    discarding = view.auction is not None and view.phase is DISCARD and seat == view.player
    lost = recall(view.public.histories[seat]).lost
    return lost + view.auction.discarded if discarding and view.auction is not None else lost


def _hand_items(view: View, seat: int, known: Sequence[int], lost: int) -> tuple[Item, ...]:
    size = view.hand_sizes[seat]
    if view.hands:
        return _items(known)
    if seat == view.seat or not lost:
        return _items(known, hidden=True) + face_down(size - len(known))
    certain = _certain_cards(view, seat)
    doubtful = without(known, certain)
    items = _items(certain, hidden=True)
    if len(known) <= size:
        items += _items(doubtful, hidden=True, marks=(MAY_BE_GONE,))
    # Otherwise some of them are gone, and nobody can say which: a note lists them.
    return items + face_down(size - sum([item.count for item in items]))


def _certain_cards(view: View, seat: int) -> Sequence[int]:
    """Return the known cards of a hand that entered it after its last loss: they cannot have been lost."""
    known, discarding = _known_cards(view, seat), view.phase is DISCARD and seat == view.player
    if not known or seat == view.seat or view.hands or not _lost_size(view, seat):
        return known
    if discarding and view.auction is not None and view.auction.discarded:
        return ()
    since = []
    for event, number in reversed(view.public.histories[seat]):
        if event is HandEvent.LOST:
            break
        since.append((event, number))
    return recall(tuple(reversed(since))).known


def _nearest_letter(cards: Sequence[int]) -> str:
    return min([LETTER_OF[card] for card in cards if card < FIRST_KING], default="")


def _seat_marks(view: View, seat: int) -> Iterator[str]:
    if view.turn is not None and seat == view.turn.advisor:
        yield "Advisor"
    if view.auction is None or view.phase is OVER:
        return
    if seat in view.auction.defaulted:
        yield "could not pay"
    elif view.phase is BID and seat not in view.bidding:
        yield "passed"
    elif view.phase is BID and view.bid and seat == view.bidding[-1]:
        yield f"bid {view.bid}"
    elif view.phase is PAY and seat == view.player:
        yield f"won for {view.bid}"
    elif view.phase is DISCARD and seat == view.player:
        yield f"won for {view.bid}, {view.auction.discarded} discarded"


def _notes(view: View) -> Iterator[str]:
    if view.phase is not OVER:
        duties = "Primary / Secondary Duty" if len(view.hand_sizes) >= FEWEST_FOR_SECONDARY else "Primary Duty"
        yield f"Offices: {duties}. By seat: the sum of the values known to be there, and the letter nearest to A."
    if not view.hands and any([_lost_size(view, seat) for seat in range(len(view.hand_sizes)) if seat != view.seat]):
        yield "Lost cards left the hand face down. 0 to 8: 8 if none of the known cards was among them, 0 if all were."
    for seat, size in enumerate(view.hand_sizes):
        known, lost = _known_cards(view, seat), _lost_size(view, seat)
        if seat != view.seat and not view.hands and lost and len(known) > size:
            doubtful = without(known, _certain_cards(view, seat))
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


def bid_limit(view: View) -> int:
    """Return the highest possible bid for the card for sale, given what everybody knows (F5.8)."""
    if view.turned[-1] < FIRST_GOLD:
        return view.public.gold
    return max([view.hand_sizes[seat] for seat in view.bidding])


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
            seen += _certain_cards(view, seat)
    if view.turn is not None:
        seen += view.turn.centre
    if view.drawn is not None:
        seen.append(view.drawn)
    if view.phase in FOR_SALE:
        seen.append(view.turned[-1])
    return without(game.cards, seen)


def _items(cards: Sequence[int], *, hidden: bool = False, marks: tuple[str, ...] = ()) -> tuple[Item, ...]:
    return tuple([Item(NAMES[card], count, marks, hidden) for card, count in sorted(Tally(cards).items())])


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
        case Change():
            return Label(_change_text(action), (Touch(None, "king", NAMES[view.public.gone[-1]]),), "change Duties")
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


def _change_text(change: Change) -> str:
    """Return the change in words: `raise Diplomacy and Military`, `raise Diplomacy and lower Military`."""
    parts = [("raise", change.raised), ("lower", change.lowered)]
    return " and ".join([f"{verb} {listed(map(str, offices))}" for verb, offices in parts if offices])


def coins_text(coin: int, count: int) -> str:
    """Return this many Gold cards in words: `Gold 3` or `2 Gold 3`."""
    return f"{count} {NAMES[gold(coin)]}" if count > 1 else NAMES[gold(coin)]


# What happens.


def cards_text(cards: Sequence[int]) -> str:
    """Return the cards by name with their number: `Military C4, Gold 3 x2`, or `none`."""
    names = [f"{NAMES[card]} x{count}" if count > 1 else NAMES[card] for card, count in sorted(Tally(cards).items())]
    return ", ".join(names) or "none"


def cards_in_short(cards: Sequence[int]) -> str:
    """Return the cards in few words: `Military C4 and H4, Gold 1 (x3) and 2`."""
    by_word: dict[str, list[str]] = {}
    for card, count in sorted(Tally(cards).items()):
        word, rest = NAMES[card].split(" ", 1)
        by_word.setdefault(word, []).append(f"{rest} (x{count})" if count > 1 else rest)
    return ", ".join(f"{word} {listed(rests)}" for word, rests in by_word.items())


def _wrapped(text: str) -> list[str]:
    """Return lines of at most 80 columns, broken between cards."""
    if len(text) <= COLUMNS:
        return [text]
    *most, last = text.split(", ")
    return fold([*[f"{part}," for part in most], last])


def tell(before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
    """Return what the viewer sees of this seat's action: the action itself, then its effects."""
    lines = [f"{seat_name(player, viewer)}: {_action_seen(before, player, action, viewer)}"]
    lines += _consequences(before, player, action, after, viewer)
    return tuple(line for text in lines for line in _wrapped(text))


def _action_seen(before: State, player: int, action: Action, viewer: int | None) -> str:
    """Return the action as this viewer sees it; a card hidden from them is just a card."""
    drawn = before.hidden.deck[0] if before.phase is PLACE else FIRST_GOLD
    open_to_viewer = viewer == player
    if isinstance(action, Keep):
        return f"keep {NAMES[drawn]}" if open_to_viewer or is_king(drawn) else "keep a card"
    if isinstance(action, Centre):
        return f"put {NAMES[drawn]} into the centre"
    if isinstance(action, Favor):
        return f"put {NAMES[drawn] if open_to_viewer else 'a card'} onto the Favor deck"
    if isinstance(action, Discard) and before.auction is not None:
        number = f"({before.auction.discarded + 1} of {before.bid})"
        return f"{action} {number}" if open_to_viewer else f"discard a card {number}"
    if isinstance(action, Change):
        return _change_text(action)
    return str(action)


def _consequences(before: State, player: int, action: Action, after: State, viewer: int | None) -> Iterator[str]:
    shown = after.public.gone[len(before.public.gone) :]
    if isinstance(action, (Keep, Take)) and shown and after.phase is not KING:
        yield f"{NAMES[shown[-1]]} can change nothing and leaves the game"
    if before.auction is not None:
        yield from _auction_lines(before, player, action, after, viewer)
    if after.phase is OVER:
        yield "The Favor deck is empty. All hands are laid open:"
        for seat, hand in enumerate(after.hidden.hands):
            yield f"{seat_name(seat, viewer)}: {cards_text(hand)}"
    elif after.turn is not None:
        yield from _turn_lines(before, after.turn, after, viewer)
    elif after.auction is not None and (before.auction is None or before.auction.number != after.auction.number):
        if before.auction is None:
            yield "The deck is empty; the Favor deck is shuffled."
        number, favor = after.auction.number, after.hidden.favor
        opener = seat_name(after.player, viewer)
        yield f"Favor card {number + 1} of {len(favor)}: {NAMES[favor[number]]}. Opener: {opener}"


def _turn_lines(before: State, turn: Turn, after: State, viewer: int | None) -> Iterator[str]:
    if before.turn is not None and before.turn.advisor != turn.advisor:
        yield f"Advisor: {seat_name(turn.advisor, viewer)}"
    if after.phase is PLACE and turn.advisor == viewer:
        yield f"You draw {NAMES[after.hidden.deck[0]]}"


def _auction_lines(before: State, player: int, action: Action, after: State, viewer: int | None) -> Iterator[str]:
    """Yield who won the card for sale, could not pay for it, or received it, or that nobody bought it."""
    assert before.auction is not None
    card = before.hidden.favor[before.auction.number]
    over = after.auction is None or after.auction.number != before.auction.number
    if before.phase is BID:
        won = _winner(before, player, action)
        if won is not None:
            winner, amount = won
            who = seat_name(winner, viewer)
            if after.phase in (PAY, DISCARD):
                yield f"{who}: {NAMES[card]} won for {amount}"
            else:
                lost = without(after.hidden.lost[winner], before.hidden.lost[winner])
                loss = f"; lost unseen: {NAMES[lost[0]] if winner == viewer else 'a card'}" if lost else ""
                yield f"{who}: cannot pay {amount}{loss}"
                if not over:
                    yield f"Bidding starts again. Opener: {seat_name(after.player, viewer)}"
        if over:
            yield f"Nobody buys {NAMES[card]}"
    elif before.phase in (PAY, DISCARD) and (over or after.phase is KING):
        yield f"{seat_name(player, viewer)}: {NAMES[card]} received"
        if is_king(card) and after.phase is not KING:
            yield f"{NAMES[card]} can change nothing and leaves the game"


def _winner(before: State, player: int, action: Action) -> tuple[int, int] | None:
    """Return who wins through this bid or pass, and for how much; None if nobody does yet."""
    bidding = before.bidding
    if isinstance(action, Bid) and len(bidding) == 1:
        return player, action.amount
    if isinstance(action, Pass) and before.bid and bidding[1:] == bidding[-1:]:
        return bidding[-1], before.bid
    return None


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
