"""Mundus Novus in English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import ClassVar, assert_never

from boardgames.core.text import fold, listed, plural
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import actions, components, events
from boardgames.games.mundus_novus.components import (
    EVENT_PRICE,
    GROUPS,
    QUEUE_SIZE,
    Development,
    Kind,
    RoundEvent,
)
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import Phase, State
from boardgames.games.mundus_novus.words.structure import MundusNovusWords
from boardgames.scene.parts import Piece


class English(MundusNovusWords):
    """Mundus Novus in English."""

    goal: ClassVar[str] = (
        "Once somebody has 75 doubloons, the richest wins; a set of nine resources and a relic wins"
        " outright."
    )
    names: ClassVar[Mapping[str, str]] = {
        "table": "Table",
        # zones
        "queue": "Queue",
        "market": "Market",
        "display": "Turned up for the fleets",
        "aside": "Converted for the next set",
        "discards": "Discards",
        "pile": "Resource pile",
        "deck": "Development deck",
        "offer": "on offer",
        "estate": "Development",
        # marks
        "master": "Master",
        "perfect_set": "perfect set",
        "short": "one card short",
        "pays_#": "+#",
        **{event.name.lower(): str(event) for event in RoundEvent},
        "in_reach": "in reach",
        "may_be_gone": "?",
        # sources of doubloons, and reasons of an estimate
        "different_sets": "different sets",
        "relic_sets": "relic sets",
        "development_cards": "Development cards",
        "shipyards": "Shipyards",
        "cards_in_hand": "cards in hand",
        # how the game ends
        "perfect_set_shown": "a perfect set was shown",
        "doubloons_#": "somebody has # doubloons or more",
        "queue_empty": "the queue could not be refilled",
        "rounds_#": "# rounds have been played",
    }
    phases: ClassVar[Mapping[Phase, str]] = {
        Phase.EVENT: "choice of the event",
        Phase.FLEETS: "splitting a fleet",
        Phase.PICKS: "picks of the fleets",
        Phase.NUMBER: "announcement",
        Phase.OFFERS: "offers",
        Phase.MASTER: "choice of the Trade Master",
        Phase.TRADES: "trade",
        Phase.GIFT: "end of the trade",
        Phase.FIRST: "choice of the first player",
        Phase.TURN: "progression",
        Phase.MERCHANT: "progression, a Merchant",
        Phase.SALE: "progression, a set of different resources",
        Phase.PURCHASE: "progression, a purchase",
        Phase.STORAGE: "storage",
        Phase.OVER: "game over",
    }
    tips: ClassVar[Mapping[Phase, str]] = {
        Phase.EVENT: "Coronado's owner may choose an event, which changes a rule for this round.",
        **dict.fromkeys(
            (Phase.FLEETS, Phase.PICKS),
            "A card is turned up for each Caravel. Fleets (all Caravels of a player) pick as many"
            " as they have Caravels, the one with the lowest total first.",
        ),
        **dict.fromkeys(
            (Phase.NUMBER, Phase.OFFERS, Phase.MASTER, Phase.TRADES, Phase.GIFT),
            "Everybody offers cards. The highest total makes the new Trade Master, who takes a card"
            " of another player; whoever has lost it takes the next one, and so on.",
        ),
        **dict.fromkeys(
            (Phase.FIRST, Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE),
            "In turn, players make sets of cards: three or more of one resource take a Development"
            " card from the queue, four or more different ones pay doubloons.",
        ),
        Phase.STORAGE: (
            "Each Warehouse stores as many cards as its number says; all others are discarded now."
        ),
    }
    prompts: ClassVar[Mapping[Phase, str]] = {
        Phase.EVENT: f"Coronado: choose an event for {EVENT_PRICE} doubloons, or none:",
        Phase.FLEETS: (
            "Ponce de Leon: choose the Caravels of a second fleet, from the lowest up, or sail:"
        ),
        Phase.PICKS: "Pick a card for your fleet:",
        Phase.NUMBER: "How many cards should each player offer?",
        Phase.MASTER: "Choose the new Trade Master from the tied players:",
        Phase.TRADES: (
            "Take a card that another player offers, to keep or to exchange in the market:"
        ),
        Phase.FIRST: "Who plays first?",
        Phase.TURN: "Make sets, or end your turn:",
        Phase.MERCHANT: "Which card does the Merchant convert?",
        Phase.SALE: "Which different resources are in the set?",
        Phase.PURCHASE: "Which Development card does the set take?",
        Phase.STORAGE: "Choose cards to store:",
    }
    captions: ClassVar[tuple[str, ...]] = (
        "3 of one resource",
        "4, or 3 if value 4+",
        "4, or 3 if value 4+",
        "5, 4 if 4+, or 3 if 7+",
        "5, 4 if 4+, or 3 if 7+",
    )
    groups: ClassVar[Mapping[type[actions.Action], str]] = {
        actions.Summon: "choose",
        actions.Detach: "split the fleet",
        actions.Pick: "pick",
        actions.Announce: "announce",
        actions.Offer: "offer",
        actions.OfferNothing: "offer",
        actions.Appoint: "choose the Trade Master",
        actions.Give: "give",
        actions.Begin: "choose the first player",
        actions.Store: "store",
        actions.StoreNothing: "store",
        actions.Identical: "identical set",
        actions.Different: "different set",
        actions.Relics: "sell relics",
        actions.Employ: "use a Merchant",
        actions.Convert: "convert",
        actions.Sell: "sell",
        actions.Buy: "take",
        actions.BuyUnseen: "take",
    }

    def development(self, piece: Piece, key: str, card: Development) -> Piece:
        text = piece.text.removesuffix(".")
        if card.doubloons:
            text += f"; {self.pays_each_round(card.doubloons)}"
        if card.event is not RoundEvent.NONE:
            text += f"; as card 1 of the queue it brings {card.event}"
        if card.character is not None:
            return evolve(piece, text=f"{card.name}: {text}.")
        name = card.name.replace(" for", "")
        worth = card.caravel or card.slots or None
        return evolve(piece, key=key, name=name, text=f"{text}.", worth=worth)

    def points(self, number: int) -> str:
        return plural(number, "doubloon")

    def position(self, state: State) -> str:
        return f"round {state.round.number}, {self.phases[state.phase]}"

    def stage(self, number: int) -> str:
        return f"round {number}"

    def heading(self, number: int, phase: Phase, event: RoundEvent) -> str:
        heading = f"{self.stage(number)}, {self.phases[phase]}"
        return f"{heading}; {event}" if event else heading

    # What is asked.

    def waiting(self, seats: Sequence[int], viewer: int | None) -> str:
        names = [self.seat_name(seat, viewer) for seat in seats]
        return f"{listed(names)} {'is' if len(names) == 1 else 'are'} to act"

    def ask_gift(self, receiver: int, viewer: int | None) -> str:
        return f"Give a card to {self.seat_object(receiver, viewer)}, who is one card short:"

    def ask_offer(self, number: int, chosen: Iterable[Kind], *, may_be_fewer: bool) -> str:
        cards = [*chosen]
        so_far = f" ({_counted(cards)} chosen)" if cards else ""
        return f"Offer {'up to ' if may_be_fewer else ''}{number} cards{so_far}:"

    # Notes.

    def on_event(self, event: RoundEvent, spared: Sequence[int], viewer: int | None) -> str:
        effect = self.pieces()[event.name.lower()].text.removesuffix(".")
        if not spared:
            return f"{event}: {effect}."
        return f"{event}: {effect}; de la Cosa spares {self._named(spared, viewer)}."

    def on_choosing(self, seats: Sequence[int], viewer: int | None) -> str:
        return f"Still choosing: {self._named(seats, viewer)}."

    def on_picks(self, seats: Sequence[int], viewer: int | None) -> str:
        picks = []
        for seat, together in groupby(seats):
            number = len([*together])
            times = f" ({number})" if number > 1 else ""
            picks.append(f"{self.seat_object(seat, viewer)}{times}")
        return f"Next picks: {', '.join(picks)}."

    def on_second_fleet(self, caravels: Sequence[int]) -> str:
        return f"Second fleet: {listed([f'Caravel {value}' for value in caravels])}."

    def on_ties(self, total: int, seats: Sequence[int], viewer: int | None) -> str:
        return f"Tied at {total}: {self._named(seats, viewer)}."

    def on_converted(self, cards: Sequence[tuple[Kind, Kind]]) -> str:
        return f"Converted: {listed([f'{card} into {target}' for target, card in cards])}."

    def on_merchant(self, group: int) -> str:
        return f"A Merchant {GROUPS[group]} is in use."

    def on_set(self, size: int) -> str:
        return f"A set of {size} different resources is being made."

    def on_sets(
        self, different: Sequence[int], relics: Sequence[int], *, identical: bool, from_deck: bool
    ) -> Iterator[str]:
        if different:
            prices = _prices(different, fewest=components.SMALLEST_DIFFERENT)
            yield f"Different resources: {prices}."
        if relics:
            yield f"Relics: {_prices(relics, fewest=1)}."
        if identical:
            yield "3 of a resource 1-3 take card 1 of the queue, of 4-6 card 1, 2 or 3, of 7-9 any."
            yield "4 of a resource 1-3 take card 1, 2 or 3, of any other any card; 5 take any."
        if from_deck:
            yield "Almagro: any identical set can take the top of the deck instead."

    def on_doubts(self, doubts: Sequence[tuple[int, int]], viewer: int | None) -> str:
        parts = []
        for seat, number in doubts:
            parts.append(f"{plural(number, 'card')} of {self.seat_name(seat, viewer)}")
        return f"Cards marked ? may be gone: at most {listed(parts)}."

    def at_least(self, seat: int, viewer: int | None, number: int, cards: Sequence[Kind]) -> str:
        who = self.seat_name(seat, viewer)
        return f"{who} holds at least {number} of these: {_counted(cards)}."

    def on_last_round(self) -> str:
        return "The queue could not be refilled: this is the last round."

    # What the player can do.

    def action(self, action: actions.Action, view: View) -> str:
        viewer = view.seat
        match action:
            case actions.Exchange(victim, kind, wanted):
                return f"{self.taking(victim, kind, viewer)}, and exchange it for {_one(wanted)}"
            case actions.Take(victim, kind):
                return self.taking(victim, kind, viewer)
            case actions.Summon(event):
                return f"choose {event}"
            case actions.Detach(value):
                return f"put Caravel {value} into a second fleet"
            case actions.Sail():
                return "sail with the fleets as they are"
            case actions.Pick(kind):
                return f"pick {_one(kind)}"
            case actions.Announce(count):
                return f"announce {count} cards"
            case actions.Offer(kind):
                return f"offer {_one(kind)} ({kind.number})"
            case actions.OfferNothing():
                return "offer no further card (Las Casas)"
            case actions.Appoint(other):
                return f"choose {self.seat_object(other, viewer)} as Trade Master"
            case actions.Give(kind):
                short = view.trade.short
                if short is None:
                    return f"give {_one(kind)} to the player who is one short"
                return f"give {_one(kind)} to {self.seat_object(short, viewer)}"
            case actions.Begin(other):
                if other == viewer:
                    return "choose to play first"
                return f"choose {self.seat_object(other, viewer)} to play first"
            case actions.Store(kind):
                return f"store {_one(kind)}"
            case actions.StoreNothing():
                return "store no further card"
            case actions.Identical(resource, count, wild):
                return f"make a set of {_set_text(resource, count, wild)}"
            case actions.Different(count):
                return f"make a set of {count} different resources"
            case actions.Relics(count):
                return f"sell {plural(count, 'relic')}"
            case actions.Perfect():
                return "show a perfect set"
            case actions.Employ(group):
                return f"use a Merchant {GROUPS[group]}"
            case actions.Convert(target, kind):
                return f"convert {kind} into {target}"
            case actions.Sell(resources):
                return f"sell {listed(map(str, resources))}"
            case actions.Buy(place):
                return f"take card {place + 1}: {self.card_name(view.public.queue[place])}"
            case actions.BuyUnseen():
                return "take the top card of the deck, unseen (Almagro)"
            case actions.Done():
                return "end your turn"
            case _:
                assert_never(action)

    def taking(self, victim: int, kind: Kind, viewer: int | None) -> str:
        return f"take {_one(kind)} from {self.seat_object(victim, viewer)}"

    def costs(self, price: int) -> str:
        return f"costs {plural(price, 'doubloon')}" if price else "costs nothing"

    def pays(self, doubloons: int) -> str:
        return f"pays {plural(doubloons, 'doubloon')}"

    def pays_each_round(self, doubloons: int) -> str:
        return f"pays {plural(doubloons, 'doubloon')} a round"

    def takes(self, reach: int, *, from_deck: bool) -> str:
        cards = f"one of the cards 1 to {reach}"
        if reach == 1:
            cards = "card 1"
        if reach == QUEUE_SIZE:
            cards = "any card"
        return f"takes {cards}{' or the top of the deck' if from_deck else ''}"

    def wins(self) -> str:
        return "wins, unless a richer player shows one in this round"

    def converts(self, group: int) -> str:
        return f"a card will count as a resource {GROUPS[group]} in your next set"

    def must_follow(self, cards: Sequence[Kind]) -> str:
        return f"then only {listed(_counts(cards))} can follow, no lower card"

    # What happens.

    def describe(self, event: events.Event, viewer: int | None) -> Sequence[str]:
        match event:
            case events.RoundBegins(number, chosen):
                text = f"Round {number} begins with {chosen}"
            case events.CardsTurnedUp(cards):
                text = f"Cards were turned up for the fleets: {_counted(cards)}"
            case events.GameEnds():
                text = "The last round is over."
            case events.CardsLaidOut() | events.PileReshuffled() | events.QueueRefilled():
                text = ""
            case _ if isinstance(event, events.TradeEvent):
                text = self._of_trade(event, self.seat_name(event.seat, viewer), viewer)
            case _:
                text = self._of_progression(event, self.seat_name(event.seat, viewer), viewer)
        return fold(text.split()) if text else []

    def _of_trade(self, event: events.TradeEvent, who: str, viewer: int | None) -> str:
        match event:
            case events.EventChosen(_, chosen, price):
                if not price:
                    return f"{who} chose no event"
                return f"{who} paid {plural(price, 'doubloon')} for {chosen}"
            case events.CardsDealt(_, _, cards):
                return "" if cards is None else f"{who} got {_counted(cards)}"
            case events.CaravelDetached(_, caravel):
                return f"{who} put Caravel {caravel} into the second fleet"
            case events.FleetsSailed():
                return f"{who} set sail"
            case events.CardPicked(_, kind):
                return f"{who} picked {_one(kind)}"
            case events.PiratesRobbed(_, kind):
                return f"{who} lost 1 {kind} to the Pirates"
            case events.CardsAnnounced(_, count):
                return f"{who} announced offers of {count} cards"
            case events.CardChosen(_, aim, kind, _):
                return f"{who} chose {'no further card' if kind is None else _card(kind)} to {aim}"
            case events.ChoiceMade(_, aim, freely):
                return f"{who} chose {'what' if freely else 'a card'} to {aim}"
            case events.OfferRevealed(_, cards, total):
                return f"{who} offered {_counted(cards)} (total {total})"
            case events.TradeMasterTied(_, candidates):
                return (
                    f"{who} had to choose the Trade Master from {self._named(candidates, viewer)}"
                )
            case events.TradeMasterAppointed(_, chosen_seat):
                return f"{who} chose {self.seat_object(chosen_seat, viewer)} as Trade Master"
            case events.TradeMasterChanged():
                return f"{who} became Trade Master"
            case events.CardTaken(_, victim, kind):
                return f"{who} took {_one(kind)} from {self.seat_object(victim, viewer)}"
            case events.CardExchanged(_, victim, kind, wanted):
                taken = f"{who} took {_one(kind)} from {self.seat_object(victim, viewer)}"
                return f"{taken}, and exchanged it in the market for {_one(wanted)}"
            case events.TradeEnds(seat, cards):
                back = (
                    f": {self.seat_object(seat, viewer)} got back {_counted(cards)}"
                    if cards
                    else "."
                )
                return f"Trade is over{back}"
            case events.CardMissing():
                return f"{who} lost a card and found none to take"
            case events.CardGiven(_, receiver, kind):
                card = "a card" if kind is None else _one(kind)
                return f"{who} gave {card} to {self.seat_object(receiver, viewer)}"
            case _:
                assert_never(event)

    def _of_progression(self, event: events.ProgressionEvent, who: str, viewer: int | None) -> str:
        match event:
            case events.CardsSpent():
                return ""
            case events.FirstPlayerNamed(seat, first):
                named = "" if first == seat else f"{self.seat_object(first, viewer)} "
                return f"{who} chose {named}to play first"
            case events.MerchantEmployed(_, group):
                return f"{who} used a Merchant {GROUPS[group]}"
            case events.CardConverted(_, target, kind):
                return f"{who} converted {kind} into {target}"
            case events.IdenticalSetMade(_, resource, size, relics):
                return f"{who} made a set of {_set_text(resource, size, relics)}"
            case events.DifferentSetBegun(_, size):
                return f"{who} began a set of {size} different resources"
            case events.DifferentSetSold(_, resources, doubloons):
                sold = f"{who} sold {listed(map(str, resources))}"
                return f"{sold} for {plural(doubloons, 'doubloon')}"
            case events.RelicsSold(_, size, doubloons):
                return f"{who} sold {plural(size, 'relic')} for {plural(doubloons, 'doubloon')}"
            case events.PerfectSetShown():
                return f"{who} showed a perfect set"
            case events.CardBought(_, card, unseen):
                name = self.card_name(card)
                return f"{who} took {name} from the {'deck' if unseen else 'queue'}"
            case events.TurnEnded():
                return f"{who} ended the turn"
            case events.IncomePaid(_, income, doubloons):
                source = self.source(income)
                return f"{who} got {plural(doubloons, 'doubloon')} from {source}"
            case events.CardsDiscarded(_, cards):
                return f"{who} discarded {_counted(cards)}"
            case events.CardsStored(_, size, cards):
                return f"{who} stored {plural(size, 'card') if cards is None else _counted(cards)}"
            case _:
                assert_never(event)

    def _named(self, seats: Iterable[int], viewer: int | None) -> str:
        return listed([self.seat_object(seat, viewer) for seat in seats])


def _counted(cards: Iterable[Kind]) -> str:
    """Return the cards in words: `2 cocoa, 1 relic`, or `no cards`."""
    return ", ".join(_counts(cards)) or "no cards"


def _counts(cards: Iterable[Kind]) -> list[str]:
    counts = Counter(cards).items()
    return [
        plural(count, "relic") if kind is Kind.RELIC else f"{count} {kind}"
        for kind, count in counts
    ]


def _one(kind: Kind) -> str:
    """Return one card of this kind: `corn`, `a relic`."""
    return "a relic" if kind is Kind.RELIC else str(kind)


def _card(kind: Kind) -> str:
    """Return one card of this kind, which can be counted: `a corn card`."""
    return f"{'an' if str(kind)[0] in 'aeiou' else 'a'} {kind} card"


def _set_text(resource: Kind, cards: int, relics: int) -> str:
    return f"{cards} {resource}" + (f" and {plural(relics, 'relic')}" if relics else "")


def _prices(prices: Sequence[int], fewest: int) -> str:
    """Return what a set pays by its size, from the smallest one on."""
    return ", ".join(
        [
            f"{count} pay{'s' * (count == 1)} {price}"
            for count, price in enumerate(prices, start=fewest)
        ]
    )
