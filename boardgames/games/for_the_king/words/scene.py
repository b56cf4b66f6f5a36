"""Texts and scenes of For the King: the table, the actions, what happens, and where the points come
from.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import assert_never

from boardgames.core.text import fold, listed, plural, seat_name, seat_object
from boardgames.core.values import evolve
from boardgames.games.for_the_king import components, events, scoring
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
    FIRST_GOLD,
    NAMES,
    Effect,
    Office,
    gold,
    is_king,
    payable,
    without,
)
from boardgames.games.for_the_king.events import Event
from boardgames.games.for_the_king.phases.influence import turn_number, turns_in_all
from boardgames.games.for_the_king.secrets.view import View, shown_cards
from boardgames.games.for_the_king.state import (
    BID,
    DISCARD,
    KING,
    OVER,
    PAY,
    PLACE,
    TAKE,
    Rules,
    State,
)
from boardgames.games.for_the_king.words import areas
from boardgames.scene.parts import Area, Counter, Unseen, Zone, face_down
from boardgames.scene.plan import Plan, Space
from boardgames.scene.scene import Label, Scene, Touch

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
    PLACE: (
        "The Advisor places each card before seeing the next: keep one, put one for each opponent"
        " into the centre, and one onto the Favor deck, to be auctioned."
    ),
    TAKE: "Each opponent of the Advisor takes one of the cards in the centre.",
    KING: "A King card changes what an office pays at the end, and leaves the game.",
    BID: (
        "Cards are auctioned one by one: bid more than the last bid, or pass and be out. Only the"
        " winner pays."
    ),
    PAY: "The winner of the auction pays at least the bid in Gold from their hand, without change.",
    DISCARD: (
        "The winner of a Gold card pays for it with as many cards from their hand as they bid."
    ),
}
"""By Phase: what it is about, for a newcomer."""
LOST = "Cards left these hands face down."
OFFICE_KEYS = frozenset(office.name.lower() for office in Office)
"""The keys of the counters of offices."""
KING_TASKS = {
    Effect.RAISE_ONE: "raise one Primary Duty",
    Effect.LOWER_ONE: "lower one Primary Duty",
    Effect.RAISE_TWO: "raise two different Primary Duties",
    Effect.LOWER_TWO: "lower two different Primary Duties",
    Effect.EITHER: "raise or lower one Primary Duty",
    Effect.BOTH: "raise one Primary Duty and lower another",
}

MOST_PLAYERS = 5
PLANS = {
    players: Plan(
        centre=(
            # For sale is one card of those that lay in the centre before.
            Space(("centre", "sale"), "Centre", (players - 1, 1), weight=7),
            Space(("king",), "To resolve", (1,), weight=3),
            Space(("favor",), "Favor deck", (6,), weight=3),
            Space(("deck",), "Deck", form="count"),
            Space(("gone",), "Out of the game", form="count"),
            Space(("removed",), "Removed unseen", form="count"),
        ),
        seat=(
            Space(("drawn",), "drawn card", (1,)),
            Space(("hand",), "hand", (12,), weight=6),
            Space(("lost",), "lost cards", form="count"),
        ),
        counters=("bid", "limit"),
        beside=True,
        share=3,
    )
    for players in range(2, MOST_PLAYERS + 1)
}
"""By the number of players: where things lie."""


# The table.


def scene(game: Rules, /, view: View) -> Scene:
    """Return the table as this seat sees it: Duties, what is known of each hand, the centre or the
    auction.
    """
    hands = [areas.known_hand(view, seat) for seat in range(game.players)]
    certain = [sorted(hand.certain) for hand in hands]
    points = scoring.points(certain, view.public.duties)
    seats = [areas.seat_area(view, seat, hand, points[seat]) for seat, hand in enumerate(hands)]
    seats = _ranked(seats, certain, view.public.duties)
    centre = _centre(game, view, seats)
    is_on = view.phase is not OVER
    return Scene(
        viewer=view.seat,
        title=game.title,
        heading=_heading(game, view),
        areas=(centre, *seats),
        to_act=(view.player,) if is_on else (),
        prompt=_prompt(view) if is_on else "",
        notes=tuple(_notes(view, hands, [centre, *seats])),
        unseen=(_unseen(game, view, certain),),
        layout="columns",
        tip=TIPS.get(view.phase, ""),
        race=("points",),
        plan=PLANS[game.players],
    )


def _ranked(
    seats: Sequence[Area], hands: Sequence[Sequence[int]], duties: Sequence[int]
) -> list[Area]:
    """Return the areas with a rank at the counters of those who take a Duty now (F6.1)."""
    ranks: dict[tuple[str, int], int] = {}
    for office in Office:
        takers = scoring.office_ranking(hands, office)
        paid = [duties[office], scoring.secondary(duties[office], len(hands))]
        for rank, (seat, worth) in enumerate(zip(takers, paid, strict=False), start=1):
            ranks[office.name.lower(), seat] = rank if worth else 0
    return [
        evolve(
            area,
            counters=tuple(
                [
                    evolve(counter, rank=ranks.get((counter.key, seat), 0))
                    for counter in area.counters
                ]
            ),
        )
        for seat, area in enumerate(seats)
    ]


def _centre(game: Rules, view: View, seats: Sequence[Area]) -> Area:
    """Return the centre; what lies neither there nor in the areas of seats was removed at setup."""
    zones = areas.centre_zones(view)
    placed = sum([zone.size for zone in chain(zones, *[area.zones for area in seats])])
    removed = face_down(len(game.cards) - placed)
    zones.append(Zone("removed", "Removed unseen", removed, minor=True))
    return Area(None, "Table", tuple(zones), tuple(areas.centre_counters(view)))


def _unseen(game: Rules, view: View, certain: Sequence[Sequence[int]]) -> Unseen:
    """Return the cards that the reader cannot locate, given those that are certainly in the
    hands.
    """
    own_favored = without(view.favored, view.turned)
    located = [*shown_cards(view), *own_favored, *chain.from_iterable(certain)]
    unseen = areas.items_of(without(game.cards, located), hidden=True)
    return Unseen(("drawn", "hand", "lost", "deck", "favor", "removed"), unseen)


def _heading(game: Rules, view: View) -> str:
    if view.phase is OVER:
        return "game over"
    if view.turn is not None:
        number = turn_number(game, view, view.deck_size)
        return f"turn {number} of {turns_in_all(game)}"
    assert view.auction is not None
    return f"auction {view.auction.number + 1} of {sum(view.favored_sizes)}"


def _explained(table: Sequence[Area]) -> Iterator[str]:
    """Yield what the figures beside offices mean, with one of each sort that stands on the table as
    an example.
    """
    centre, *seats = table
    offices = _offices([centre])
    if offices:
        # One with a Secondary Duty explains more.
        paid = next((counter for counter in offices if counter.note), offices[0])
        second = paid.note.removeprefix("/ ")
        also = f", the second {second}" if second else ""
        figures = f"{paid.value} {paid.note}".strip()
        yield f"{figures}: the highest sum in an office scores {paid.value} at the end{also}."
    with_letter = [counter for counter in _offices(seats) if len(counter.note) == 1]
    if with_letter:
        held = with_letter[0]
        yield (
            f"{held.value} {held.note}: known cards add up to {held.value}; equal sums go to the"
            " letter nearest A."
        )


def _offices(table: Sequence[Area]) -> list[Counter]:
    """Return the counters of offices in these areas."""
    counters = chain.from_iterable([area.counters for area in table])
    return [counter for counter in counters if counter.key in OFFICE_KEYS]


def _left(table: Sequence[Area]) -> str:
    """Return what a sum means of which some may be gone, with one on the table as an example."""
    _, *seats = table
    for counter in chain.from_iterable([area.counters for area in seats]):
        if counter.note.startswith("to "):
            least = counter.value
            most = counter.note.split()[1]
            return (
                f"{LOST} {least} to {most}: the known cards that are left add up to between {least}"
                f" and {most}."
            )
    return LOST


def _notes(view: View, hands: Sequence[areas.KnownHand], table: Sequence[Area]) -> Iterator[str]:
    if view.phase is not OVER:
        explained = [*_explained(table)]
        if explained:
            yield " ".join(explained)
    if view.hands:
        return
    others = [(seat, hand) for seat, hand in enumerate(hands) if seat != view.seat and hand.lost]
    if others:
        yield _left(table)
    for seat, hand in others:
        doubtful = without(hand.known, hand.certain)
        left = len(doubtful) - hand.lost
        if len(hand.known) > view.hand_sizes[seat] and left > 0:
            name = seat_name(seat, view.seat)
            yield f"{name} holds at least {left} of these: {cards_in_short(doubtful)}."


def _prompt(view: View) -> str:
    auction = view.auction
    if view.seat != view.player:
        return f"{seat_name(view.player, view.seat)} {DECISIONS[view.phase]}."
    if view.phase is PLACE and view.drawn is not None:
        return f"You have drawn {NAMES[view.drawn]}. Where does it go?"
    if view.phase is TAKE:
        return "Take a card from the centre."
    if view.phase is KING:
        king = view.public.gone[-1]
        task = KING_TASKS[Effect(king - components.FIRST_KING)]
        return f"{NAMES[king]}: {task}."
    if view.phase is PAY:
        return f"Pay {view.bid} in Gold, without change."
    if view.phase is DISCARD and auction is not None:
        left = view.bid - auction.discarded
        card = NAMES[view.turned[-1]]
        order = ", in the order of your hand. You keep the cards that you pass over"
        return f"Discard {plural(left, 'card')} to pay for {card}{order if left > 1 else ''}."
    return _bid_prompt(view)


def _bid_prompt(view: View) -> str:
    card = view.turned[-1]
    name = NAMES[card]
    can_pay = payable(view.hand, card)
    limit = areas.bid_limit(view)
    if view.bid >= limit:
        return f"{name}: nobody can outbid {view.bid}; you can only pass."
    in_cards = f"{plural(can_pay, 'card')} from your hand"
    price = in_cards if card >= FIRST_GOLD else f"{can_pay} in Gold"
    means = "You cannot pay"
    if can_pay:
        means = f"You can pay {'up to' if can_pay > view.bid else 'no more than'} {price}"
    if can_pay >= limit:  # a higher bid is not allowed, either
        return f"{name}: {means}."
    bluff = "A higher" if can_pay else "Any"
    loss = "lose a random card, and not get this one" if view.hand else "not get this card"
    return f"{name}: {means}. {bluff} bid is a bluff: you would {loss}."


def cards_in_short(cards: Sequence[int]) -> str:
    """Return the cards in short form: `Military C4 and H4, Gold 1 (x3) and 2`."""
    by_word: dict[str, list[str]] = {}
    for card, count in sorted(Tally(cards).items()):
        word, rest = NAMES[card].split(" ", 1)
        by_word.setdefault(word, []).append(f"{rest} (x{count})" if count > 1 else rest)
    return ", ".join(f"{word} {listed(rests)}" for word, rests in by_word.items())


# What the player can do.


def label(_game: Rules, /, view: View, action: Action) -> Label:
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
            offered = Touch(None, "centre", NAMES[taken])
            return Label(f"take {NAMES[taken]}", (offered,), "take", note=note)
        case Change(raised, lowered):
            king = Touch(None, "king", NAMES[view.public.gone[-1]])
            return Label(_change_text(raised, lowered), (king,), "change Duties")
        case Pass():
            sale = Touch(None, "sale", NAMES[view.turned[-1]])
            return Label("pass", (sale,), "pass", declines=True)
        case Bid(amount):
            sale = Touch(None, "sale", NAMES[view.turned[-1]])
            is_bluff = view.seat == seat and amount > payable(view.hand, view.turned[-1])
            note = "more than you can pay: a bluff" if is_bluff else ""
            return Label(f"bid {amount}", (sale,), "bid", amount, note)
        case Pay(coins):
            counts = {NAMES[gold(coin)]: coins.count(coin) for coin in coins}
            paid = [f"{count} {name}" if count > 1 else name for name, count in counts.items()]
            touches = tuple([Touch(seat, "hand", name) for name in counts])
            spare = sum(coins) - view.bid
            note = f"{spare} more than the bid" if spare else ""
            return Label(f"pay {listed(paid)}", touches, "pay", note=note)
        case Discard(discarded):
            name = NAMES[discarded]
            return Label(f"discard {name}", (Touch(seat, "hand", name),), "discard")
        case _:
            assert_never(action)


def _change_text(
    raised: Sequence[Office], lowered: Sequence[Office], up: str = "raise", down: str = "lower"
) -> str:
    """Return the change in words: `raise Diplomacy and Military`, `raise Diplomacy and lower
    Military`.
    """
    changes = [(up, raised), (down, lowered)]
    parts = [f"{verb} {listed(map(str, offices))}" for verb, offices in changes if offices]
    return " and ".join(parts)


# What happens.


def describe(_game: Rules, /, event: Event, viewer: int | None) -> Sequence[str]:
    """Return the lines that tell this viewer of an event; none for what the next scene shows
    anyway.
    """
    match event:
        case events.TurnBegins(advisor):
            return _line(advisor, viewer, "became the Advisor")
        case events.CardsLaidOut():
            return []
        case events.CardDrawn(_, card):
            return [] if card is None else [f"You drew {NAMES[card]}"]
        case events.CardKept(seat, card):
            return _line(seat, viewer, f"kept {_card(card)}")
        case events.CardOffered(seat, card):
            return _line(seat, viewer, f"put {NAMES[card]} into the centre")
        case events.CardFavored(seat, card):
            return _line(seat, viewer, f"put {_card(card)} onto the Favor deck")
        case events.CardTaken(seat, card):
            return _line(seat, viewer, f"took {NAMES[card]}")
        case events.DutiesChanged(seat, _, raised, lowered):
            return _line(seat, viewer, _change_text(raised, lowered, "raised", "lowered"))
        case events.KingWithoutEffect(king):
            return [f"{NAMES[king]} can change nothing and leaves the game"]
        case events.FavorDeckShuffled():
            return ["The deck is empty; the Favor deck is shuffled."]
        case events.AuctionOpens(number, favor_cards, card, opener):
            starter = seat_object(opener, viewer)
            turned_up = f"Favor card {number} of {favor_cards} is {NAMES[card]}"
            return [f"{turned_up}; bidding starts with {starter}"]
        case events.BidMade(seat, amount):
            return _line(seat, viewer, f"bid {amount}")
        case events.Passed(seat):
            return _line(seat, viewer, "passed")
        case events.AuctionWon(seat, card, amount):
            return _line(seat, viewer, f"won {NAMES[card]} for {amount}")
        case events.Defaulted(seat, amount, lost):
            loss = "".join([f", and lost {_card(card)} unseen" for card in lost])
            return _line(seat, viewer, f"could not pay {amount}{loss}")
        case events.BiddingRestarts(opener):
            return [f"Bidding starts again with {seat_object(opener, viewer)}"]
        case events.CardUnsold(card):
            return [f"Nobody bought {NAMES[card]}"]
        case events.GoldPaid(seat, coins):
            values = [str(components.VALUE_OF[coin]) for coin in coins]
            return _line(seat, viewer, f"paid {'+'.join(values)}")
        case events.CardDiscarded(seat, card, number, price):
            progress = f" ({number} of {price})" if price > 1 else ""
            return _line(seat, viewer, f"discarded {_card(card)}{progress}")
        case events.CardReceived(seat, card):
            return _line(seat, viewer, f"received {NAMES[card]}")
        case events.GameEnds():
            return ["The Favor deck is empty. All hands are laid open:"]
        case events.HandLaidOpen(seat, cards):
            return _hand_lines(f"{seat_name(seat, viewer)} held", cards)
        case _:
            assert_never(event)


def _line(seat: int, viewer: int | None, what: str) -> list[str]:
    return [f"{seat_name(seat, viewer)} {what}"]


def _card(card: int | None) -> str:
    return "a card" if card is None else NAMES[card]


def _hand_lines(whose: str, cards: Sequence[int]) -> list[str]:
    """Return `Player 1 held Military C4, Gold 3 x2`, broken between cards."""
    names = [
        f"{NAMES[card]} x{count}" if count > 1 else NAMES[card]
        for card, count in sorted(Tally(cards).items())
    ]
    *most, last = names or ["no cards"]
    return fold([*[f"{name}," for name in most], last], whose)


def position(_game: Rules, /, state: State) -> str:
    """Return the phase and the progress of the game, for error messages."""
    if state.auction is not None:
        return f"auction {state.auction.number + 1}, {state.phase.name.lower()}"
    return f"{len(state.hidden.deck)} cards in the deck, {state.phase.name.lower()}"
