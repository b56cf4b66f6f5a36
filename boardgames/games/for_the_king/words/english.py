"""For the King in English."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, assert_never

from boardgames.core.text import (
    fold,
    listed,
    plural,
    with_commas,
)
from boardgames.games.for_the_king import actions, components, events
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    NAMES,
    OFFICE_KEYS,
    Effect,
    Office,
    gold,
)
from boardgames.games.for_the_king.state import BID, DISCARD, KING, PAY, PLACE, TAKE, Phase, State
from boardgames.games.for_the_king.words.known import Sum
from boardgames.games.for_the_king.words.structure import ForTheKingWords

DECISIONS = {
    PLACE: "places a card",
    TAKE: "takes a card from the centre",
    KING: "resolves a King card",
    BID: "bids or passes",
    PAY: "pays with Gold",
    DISCARD: "discards cards to pay for Gold",
}
"""By Phase: what the player to act does."""
KING_TASKS = {
    Effect.RAISE_ONE: "raise one Primary Duty",
    Effect.LOWER_ONE: "lower one Primary Duty",
    Effect.RAISE_TWO: "raise two different Primary Duties",
    Effect.LOWER_TWO: "lower two different Primary Duties",
    Effect.EITHER: "raise or lower one Primary Duty",
    Effect.BOTH: "raise one Primary Duty and lower another",
}


class English(ForTheKingWords):
    """For the King in English."""

    goal: ClassVar[str] = (
        "At the end each office, such as Diplomacy, pays points to the highest totals of its cards;"
        " the most points win."
    )
    round_name: ClassVar[str] = "turn or auction"
    names: ClassVar[Mapping[str, str]] = {
        "table": "Table",
        # the heading
        "turn_#_#": "turn # of #",
        "auction_#_#": "auction # of #",
        "over": "game over",
        # zones
        "king": "King card",
        "centre": "Centre",
        "deck": "Deck",
        "sale": "For sale",
        "favor": "Favor deck",
        "gone": "Discarded",
        "removed": "Removed",
        "drawn": "drawn card",
        "lost": "lost cards",
        # counters, and reasons of an estimate
        **{OFFICE_KEYS[office]: str(office) for office in Office},
        "bid": "last bid",
        "limit": "bid limit",
        "gold": "Gold",
        "unknown": "unknown cards",
        "points": "known points",
        "to_come": "Kings and cards to come",
        # marks
        "advisor": "Advisor",
        "unable": "could not pay",
        "bid_#": "bid #",
        "won_#": "won for #",
        "won_#_#": "won for #, # discarded",
        "may_be_gone": "may be gone",
        # sources of points
        **{f"{OFFICE_KEYS[office]}_primary": f"{office}, Primary" for office in Office},
        **{f"{OFFICE_KEYS[office]}_secondary": f"{office}, Secondary" for office in Office},
        "duties": "Duties",
        # how the game ends, and how ties are broken
        "favor_deck_empty": "the Favor deck is empty",
        "gold_in_hand": "Gold in hand",
        **{
            f"{OFFICE_KEYS[office]}_nearest": f"the {office} card nearest to A" for office in Office
        },
    }
    tips: ClassVar[Mapping[Phase, str]] = {
        PLACE: (
            "The Advisor places each card before seeing the next: keep one, put one for each"
            " opponent into the centre, and one onto the Favor deck, to be auctioned."
        ),
        TAKE: "Each opponent of the Advisor takes one of the cards in the centre.",
        KING: "A King card changes what an office pays at the end, and leaves the game.",
        BID: (
            "Cards are auctioned one by one: bid more than the last bid, or pass and be out. Only"
            " the winner pays."
        ),
        PAY: (
            "The winner of the auction pays at least the bid in Gold from their hand, without"
            " change."
        ),
        DISCARD: (
            "The winner of a Gold card pays for it with as many cards from their hand as they bid."
        ),
    }
    groups: ClassVar[Mapping[type[actions.Action], str]] = {
        actions.Keep: "place",
        actions.Centre: "place",
        actions.Favor: "place",
        actions.Take: "take",
        actions.Pass: "pass",
        actions.Bid: "bid",
        actions.Pay: "pay",
        actions.Discard: "discard",
    }
    only_primary: ClassVar[str] = (
        "At the end, the highest total of its cards takes the Primary Duty."
    )
    out_of_sight: ClassVar[str] = "Cards left these hands face down."

    def office_card(self, office: Office, worth: int) -> str:
        ties = "among equal totals, the letter nearest to A is ahead."
        return f"Counts {worth} in {office}; {ties}"

    def position(self, state: State) -> str:
        if state.auction is not None:
            return f"auction {state.auction.number + 1}, {state.phase.name.lower()}"
        return f"{len(state.hidden.deck)} cards in the deck, {state.phase.name.lower()}"

    def of_sum(self, known: Sum) -> str:
        doubtful = f"to {known.most}" if known.most > known.least else ""
        return f"{doubtful} {known.letter}".strip()

    # What is asked.

    def waiting(self, player: int, viewer: int | None, phase: Phase) -> str:
        return f"{self.seat_name(player, viewer)} {DECISIONS[phase]}."

    def ask_place(self, drawn: int) -> str:
        return f"You have drawn {NAMES[drawn]}. Where does it go?"

    def ask_take(self) -> str:
        return "Take a card from the centre."

    def ask_change(self, king: int, effect: Effect) -> str:
        return f"{NAMES[king]}: {KING_TASKS[effect]}."

    def ask_bid(self, card: int, bid: int, limit: int, can_pay: int, *, has_cards: bool) -> str:
        name = NAMES[card]
        if bid >= limit:
            return f"{name}: nobody can outbid {bid}; you can only pass."
        in_cards = f"{plural(can_pay, 'card')} from your hand"
        price = in_cards if card >= FIRST_GOLD else f"{can_pay} in Gold"
        means = "You cannot pay"
        if can_pay:
            means = f"You can pay {'up to' if can_pay > bid else 'no more than'} {price}"
        if can_pay >= limit:  # a higher bid is not allowed, either
            return f"{name}: {means}."
        bluff = "A higher" if can_pay else "Any"
        loss = "lose a random card, and not get this one" if has_cards else "not get this card"
        return f"{name}: {means}. {bluff} bid is a bluff: you would {loss}."

    def ask_pay(self, bid: int) -> str:
        return f"Pay {bid} in Gold, without change."

    def ask_discard(self, number: int, card: int) -> str:
        order = ", in the order of your hand. You keep the cards that you pass over"
        what = f"Discard {plural(number, 'card')} to pay for {NAMES[card]}"
        return f"{what}{order if number > 1 else ''}."

    # Notes.

    def on_duty(self, primary: int, second: int) -> str:
        figures = f"{primary} / {second}" if second else str(primary)
        also = f", and {second} to the second" if second else ""
        return f"{figures}: at the end the office pays {primary} to the highest total{also}."

    def on_letter(self, known: Sum) -> str:
        least = known.least
        total = f"{least} {known.letter}: known cards add up to {least}"
        return f"{total}; of equal totals, the letter nearest A is ahead."

    def on_range(self, known: Sum) -> str:
        least, most, _ = known
        left = "the known cards that are left add up to between"
        return f"{least} to {most}: {left} {least} and {most}."

    def at_least(self, seat: int, viewer: int | None, number: int, cards: Sequence[int]) -> str:
        who = self.seat_name(seat, viewer)
        return f"{who} holds at least {number} of these: {cards_in_short(cards)}."

    def resolved(self) -> str:
        return "you resolve it at once"

    def bluff(self) -> str:
        return "more than you can pay: a bluff"

    def overpaid(self, spare: int) -> str:
        return f"{spare} more than the bid"

    # Actions and events.

    def action(self, action: actions.Action, drawn: int | None) -> str:
        match action:
            case actions.Bid(amount):  # the longest list
                return f"bid {amount}"
            case actions.Keep():
                return f"keep {_drawn(drawn)}"
            case actions.Centre():
                return f"put {_drawn(drawn)} into the centre"
            case actions.Favor():
                return f"put {_drawn(drawn)} onto the Favor deck"
            case actions.Take(taken):
                return f"take {NAMES[taken]}"
            case actions.Change(raised, lowered):
                return _change_text(raised, lowered)
            case actions.Pass():
                return "pass"
            case actions.Pay(coins):
                return f"pay {listed(_counted(map(gold, coins)))}"
            case actions.Discard(discarded):
                return f"discard {NAMES[discarded]}"
            case _:
                assert_never(action)

    def describe(self, event: events.Event, viewer: int | None) -> Sequence[str]:
        deed = self.phrases.deed
        match event:
            case events.TurnBegins(advisor):
                return deed(advisor, viewer, "became the Advisor")
            case events.CardsLaidOut():
                return []
            case events.CardDrawn(seat, card):
                return [] if card is None else deed(seat, viewer, f"drew {NAMES[card]}")
            case events.CardKept(seat, card):
                return deed(seat, viewer, f"kept {_card(card)}")
            case events.CardOffered(seat, card):
                return deed(seat, viewer, f"put {NAMES[card]} into the centre")
            case events.CardFavored(seat, card):
                return deed(seat, viewer, f"put {_card(card)} onto the Favor deck")
            case events.CardTaken(seat, card):
                return deed(seat, viewer, f"took {NAMES[card]}")
            case events.DutiesChanged(seat, _, raised, lowered):
                return deed(seat, viewer, _change_text(raised, lowered, "raised", "lowered"))
            case events.KingWithoutEffect(king):
                return [f"{NAMES[king]} can change nothing and leaves the game"]
            case events.FavorDeckShuffled():
                return ["The deck is empty; the Favor deck is shuffled."]
            case events.AuctionOpens(number, favor_cards, card, opener):
                starter = self.seat_object(opener, viewer)
                turned_up = f"Favor card {number} of {favor_cards} is {NAMES[card]}"
                return [f"{turned_up}; bidding starts with {starter}"]
            case events.BidMade(seat, amount):
                return deed(seat, viewer, f"bid {amount}")
            case events.Passed(seat):
                return deed(seat, viewer, "passed")
            case events.AuctionWon(seat, card, amount):
                return deed(seat, viewer, f"won {NAMES[card]} for {amount}")
            case events.Defaulted(seat, amount, lost):
                loss = "".join([f", and lost {_card(card)} unseen" for card in lost])
                return deed(seat, viewer, f"could not pay {amount}{loss}")
            case events.BiddingRestarts(opener):
                return [f"Bidding starts again with {self.seat_object(opener, viewer)}"]
            case events.CardUnsold(card):
                return [f"Nobody bought {NAMES[card]}"]
            case events.GoldPaid(seat, coins):
                values = [str(components.VALUE_OF[coin]) for coin in coins]
                return deed(seat, viewer, f"paid {'+'.join(values)}")
            case events.CardDiscarded(seat, card):
                return deed(seat, viewer, f"discarded {_card(card)}")
            case events.CardReceived(seat, card):
                return deed(seat, viewer, f"received {NAMES[card]}")
            case events.GameEnds():
                return ["The Favor deck is empty. All hands are laid open:"]
            case events.HandLaidOpen(seat, cards):
                held = with_commas(_counted(cards) or ["no cards"])
                return fold(held, f"{self.seat_name(seat, viewer)} held")
            case _:
                assert_never(event)


def cards_in_short(cards: Sequence[int]) -> str:
    """Return the cards in short form: `Military C4 and H4, Gold 1 (x3) and 2`."""
    by_word: dict[str, list[str]] = {}
    for card, count in sorted(Tally(cards).items()):
        word, rest = NAMES[card].split(" ", 1)
        by_word.setdefault(word, []).append(f"{rest} (x{count})" if count > 1 else rest)
    return ", ".join(f"{word} {listed(rests)}" for word, rests in by_word.items())


def _change_text(
    raised: Sequence[Office], lowered: Sequence[Office], up: str = "raise", down: str = "lower"
) -> str:
    """Return the change in words: `raise Diplomacy and Military`, `raise Diplomacy and lower
    Military`.
    """
    changes = [(up, raised), (down, lowered)]
    parts = [f"{verb} {listed(map(str, offices))}" for verb, offices in changes if offices]
    return " and ".join(parts)


def _drawn(card: int | None) -> str:
    return "the card drawn" if card is None else NAMES[card]


def _card(card: int | None) -> str:
    return "a card" if card is None else NAMES[card]


def _counted(cards: Iterable[int]) -> list[str]:
    """Return the cards in words, equal ones together: `Military C4` and `2 Gold 3`."""
    counts = sorted(Tally(cards).items())
    return [f"{count} {NAMES[card]}" if count > 1 else NAMES[card] for card, count in counts]
