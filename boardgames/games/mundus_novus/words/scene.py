"""The table for people and programs; the words for actions and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from boardgames.core.text import fold, listed, plural, seat_name, seat_object
from boardgames.games.mundus_novus import actions, events
from boardgames.games.mundus_novus.components import (
    CARDS,
    EVENT_PRICE,
    GROUPS,
    KEYS,
    QUEUE_SIZE,
    RELIC,
    SOURCES,
    Character,
    Kind,
)
from boardgames.games.mundus_novus.phases.event import event_for, prices_of
from boardgames.games.mundus_novus.phases.progression import reach_of
from boardgames.games.mundus_novus.phases.trade import last_kind
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import OVER, Phase, Rules, State, estate_of, has
from boardgames.games.mundus_novus.words import areas
from boardgames.scene.plan import Plan, Space
from boardgames.scene.scene import Label, Scene, Several, Touch

PHASES = {
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
TIPS = {
    Phase.EVENT: "Coronado's owner may choose an event, which changes a rule for this round.",
    **dict.fromkeys(
        (Phase.FLEETS, Phase.PICKS),
        "A card is turned up for each Caravel. Fleets (all Caravels of a player) pick as many as"
        " they have Caravels, the one with the lowest sum of numbers first.",
    ),
    **dict.fromkeys(
        (Phase.NUMBER, Phase.OFFERS, Phase.MASTER, Phase.TRADES, Phase.GIFT),
        "Everybody offers cards. The highest sum makes the new Trade Master, who takes a card of"
        " another player; whoever has lost it takes the next one, and so on.",
    ),
    **dict.fromkeys(
        (Phase.FIRST, Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE),
        "In turn, players make sets of cards: three or more of one resource take a Development card"
        " from the queue, four or more different ones pay doubloons.",
    ),
    Phase.STORAGE: (
        "Each Warehouse keeps as many cards as its number says; all others are discarded now."
    ),
}
"""What each phase is about, for a newcomer."""
PROMPTS = {
    Phase.EVENT: f"Coronado: choose an event for {EVENT_PRICE} doubloons, or none:",
    Phase.FLEETS: (
        "Ponce de Leon: choose the Caravels of a second fleet, from the lowest up, or sail:"
    ),
    Phase.PICKS: "Take a card for your fleet:",
    Phase.NUMBER: "How many cards should each player offer?",
    Phase.MASTER: "Choose the new Trade Master from the tied players:",
    Phase.TRADES: "Take a card that another player offers, to keep or to exchange in the market:",
    Phase.FIRST: "Who plays first?",
    Phase.TURN: "Make sets, or end your turn:",
    Phase.MERCHANT: "Which card does the Merchant convert?",
    Phase.SALE: "Which different resources are in the set?",
    Phase.PURCHASE: "Which Development card does the set take?",
    Phase.STORAGE: "Choose cards to store:",
}

COSTS = (
    "3 equal",
    "4, or 3 of 4-9",
    "4, or 3 of 4-9",
    "5, 4 of 4-9, or 3 of 7-9",
    "5, 4 of 4-9, or 3 of 7-9",
)
"""By the place in the queue: how many cards of one resource take what lies there (M6.4)."""
PLAN = Plan(
    centre=(
        Space(("queue",), "Queue", (QUEUE_SIZE,), weight=6, captions=COSTS),
        Space(("market",), "Market", (3,), weight=3),
        Space(("display", "aside"), "Turned up for the fleets", (4, 4), weight=4),
        Space(("pile",), "Resource pile", form="count"),
        Space(("deck",), "Development deck", form="count"),
        Space(("discards",), "Discards", form="count"),
    ),
    seat=(
        Space(("offer",), "on offer", (4,), weight=7),
        Space(("hand",), "hand", (4,), weight=5),
        Space(("estate",), "Development", (6,), weight=6, form="names"),
    ),
    share=4,
)
"""Where things lie: queue and market above the seats."""


def position(_game: Rules, /, state: State) -> str:
    """Return round and phase, for error messages."""
    return f"round {state.round.number}, {PHASES[state.phase]}"


# The table.


def scene(game: Rules, /, view: View) -> Scene:
    """Return the table as this seat sees it: seats one below the other, market and queue, and its
    own cards.
    """
    event = view.round.event
    return Scene(
        viewer=view.seat,
        title=game.title,
        heading=f"round {view.round.number}, {PHASES[view.phase]}"
        + (f"; {event}" if event else ""),
        areas=(
            areas.centre(game, view),
            *[areas.seat_area(game, view, seat) for seat in game.seats],
        ),
        to_act=() if view.phase is OVER else view.owing or (view.player,),
        prompt=_prompt(game, view),
        notes=tuple(areas.notes(game, view)),
        unseen=tuple(areas.unseen(game, view)),
        tip=TIPS.get(view.phase, ""),
        race=("doubloons",),
        plan=PLAN,
    )


def _prompt(game: Rules, view: View) -> str:
    if view.phase is OVER:
        return ""
    seats = view.owing or (view.player,)
    if view.seat not in seats:
        names = [seat_name(seat, view.seat) for seat in seats]
        return f"{listed(names)} {'is' if len(names) == 1 else 'are'} to act"
    if view.phase is Phase.GIFT and view.trade.short is not None:
        return f"Give a card to {seat_object(view.trade.short, view.seat)}, who is one card short:"
    if view.phase is Phase.OFFERS:
        chosen = f" ({_counted(CARDS.each(view.chosen))} chosen)" if view.chosen else ""
        most = "up to " if has(game, view.public.owned[view.seat], Character.CASAS) else ""
        return f"Offer {most}{view.trade.announced} cards{chosen}:"
    return PROMPTS[view.phase]


# What the player can do.


def label(game: Rules, /, view: View, action: actions.Action) -> Label:
    """Return what this action means to the seat of this View."""
    seat, viewer = view.player if view.seat is None else view.seat, view.seat
    match action:
        case actions.Summon(event):
            note = f"costs {plural(EVENT_PRICE, 'doubloon')}" if event else "costs nothing"
            card = Touch(piece=event.name.lower() if event else None)
            return Label(f"choose {event}", (card,), "choose", note=note, declines=not event)
        case actions.Detach(value):
            return Label(
                f"put Caravel {value} into a second fleet",
                (Touch(seat, "estate"),),
                "split the fleet",
            )
        case actions.Sail():
            return Label("sail with the fleets as they are", (Touch(seat, "estate"),))
        case actions.Pick(kind):
            return Label(f"pick {kind}", (Touch(None, "display", KEYS[kind]),), "pick")
        case actions.Announce(count):
            return Label(f"announce {count} cards", (Touch(seat),), "announce", count)
        case actions.Offer(kind):
            text, several = f"offer {kind} ({kind.number})", _several(game, view)
            return Label(
                text,
                _in_hand(view, seat, kind),
                "offer",
                note=_what_follows(several, kind),
                several=several,
            )
        case actions.OfferNothing():
            text, several = "offer no further card (Las Casas)", _several(game, view)
            return Label(text, (Touch(seat, "hand"),), "offer", declines=True, several=several)
        case actions.Appoint(other):
            return Label(
                f"make {seat_object(other, viewer)} Trade Master",
                (Touch(other),),
                "make Trade Master",
            )
        case actions.Take(victim, kind):
            text = f"take {kind} from {seat_object(victim, viewer)}"
            return Label(text, (Touch(victim, "offer", KEYS[kind]),), text)
        case actions.Exchange(victim, kind, wanted):
            taken = f"take {kind} from {seat_object(victim, viewer)}"
            touches = (Touch(victim, "offer", KEYS[kind]), Touch(None, "market", KEYS[wanted]))
            return Label(f"{taken}, and exchange it for {wanted}", touches, taken)
        case actions.Give(kind):
            short = view.trade.short
            receiver = (
                seat_object(short, viewer) if short is not None else "the player who is one short"
            )
            return Label(
                f"give {kind} to {receiver}", (*_in_hand(view, seat, kind), Touch(short)), "give"
            )
        case actions.Begin(other):
            text = (
                "play first yourself"
                if other == viewer
                else f"let {seat_object(other, viewer)} play first"
            )
            return Label(text, (Touch(other),), "choose the first player")
        case actions.Store(kind):
            return Label(
                f"store {kind}", _in_hand(view, seat, kind), "store", several=_several(game, view)
            )
        case actions.StoreNothing():
            text, several = "store no further card", _several(game, view)
            return Label(text, (Touch(seat, "hand"),), "store", declines=True, several=several)
        case _:
            return _label_in_turn(game, view, seat, action)


def _label_in_turn(game: Rules, view: View, seat: int, action: actions.TurnAction) -> Label:
    estate, hand = estate_of(game, view.public.owned[seat]), Touch(seat, "hand")
    event = event_for(view.round.event, estate)
    match action:
        case actions.Identical(resource, count, wild):
            reach = min(reach_of(resource, count + wild, event), len(view.public.queue))
            cards = (
                "card 1"
                if reach == 1
                else "any card"
                if reach == QUEUE_SIZE
                else f"one of the cards 1 to {reach}"
            )
            deck = (
                " or the top of the deck"
                if Character.ALMAGRO in estate.characters and view.deck_size
                else ""
            )
            touches = (*_in_hand(view, seat, resource, *[RELIC] * bool(wild)), Touch(None, "queue"))
            text = f"make a set of {_set_text(resource, count, wild)}"
            return Label(text, touches, "identical set", note=f"takes {cards}{deck}")
        case actions.Different(count):
            text, pays = (
                f"make a set of {count} different resources",
                plural(prices_of(game, event)[count], "doubloon"),
            )
            return Label(text, (hand,), "different set", count, f"pays {pays}")
        case actions.Relics(count):
            text, note = (
                f"make a relic set of {plural(count, 'relic')}",
                plural(game.relic_prices[count], "doubloon"),
            )
            return Label(text, _in_hand(view, seat, RELIC), "relic set", count, f"pays {note}")
        case actions.Perfect():
            return Label(
                "show a perfect set",
                (hand,),
                note="wins, unless a richer player shows one in this round",
            )
        case actions.Employ(group):
            note = f"a card will count as a resource {GROUPS[group]} in your next set"
            return Label(
                f"use a Merchant {GROUPS[group]}",
                (Touch(seat, "estate"),),
                "use a Merchant",
                note=note,
            )
        case actions.Convert(target, kind):
            return Label(f"count {kind} as {target}", _in_hand(view, seat, kind), "convert")
        case actions.Sell(resources):
            return Label(
                f"sell {listed(map(str, resources))}", _in_hand(view, seat, *resources), "sell"
            )
        case actions.Buy(place):
            key = view.public.queue[place]
            card = game.developments[key]
            note = f"pays {plural(card.doubloons, 'doubloon')} a round" if card.doubloons else ""
            return Label(
                f"take card {place + 1}: {card.name}",
                (Touch(None, "queue", key),),
                "take",
                note=note,
            )
        case actions.BuyUnseen():
            return Label(
                "take the top card of the deck, unseen (Almagro)", (Touch(None, "deck"),), "take"
            )
        case actions.Done():
            return Label("end your turn", (Touch(seat),))
        case _:
            assert_never(action)


def _in_hand(view: View, seat: int, *kinds: Kind) -> tuple[Touch, ...]:
    """Return where these kinds lie in the hand; a kind that a Merchant makes of another card does
    not (M6.6).
    """
    return tuple(
        [Touch(seat, "hand", KEYS[kind]) for kind in kinds if CARDS.count(view.hand, kind)]
    )


def _several(game: Rules, view: View) -> Several | None:
    """Return the choice of all cards to offer or to store, from the lowest to the highest (M5.1,
    M6.10).

    None once the seat has chosen to add no further card.
    """
    left, chosen = CARDS.remove(view.hand, view.chosen), CARDS.size(view.chosen)
    if view.seat is None or view.steps > chosen:
        return None
    estate, storing = estate_of(game, view.public.owned[view.seat]), view.phase is Phase.STORAGE
    kinds = [kind for kind in CARDS.each(left) if kind >= last_kind(view.chosen)]
    most = min((estate.slots if storing else view.trade.announced) - chosen, len(kinds))
    return (
        Several(
            0 if storing or Character.CASAS in estate.characters else most,
            most,
            _in_hand(view, view.seat, *kinds),
        )
        if most
        else None
    )


def _set_text(resource: Kind, cards: int, relics: int) -> str:
    return f"{cards} {resource}" + (f" and {plural(relics, 'relic')}" if relics else "")


def _what_follows(several: Several | None, kind: Kind) -> str:
    """Return which cards the seat must offer after this one if no choice is left, as none may be
    lower (M5.1).
    """
    if several is None or not several.least:
        return ""
    _, *later = [
        each for touch in several.pieces if (each := Kind(KEYS.index(touch.piece or ""))) >= kind
    ]
    missing = later[: several.most - 1]
    is_fixed = missing and (missing == later or len({*later}) == 1)
    return f"then only {_counted(missing)} can follow: never a lower card" if is_fixed else ""


# What happens.


def describe(game: Rules, /, event: events.Event, viewer: int | None) -> Sequence[str]:
    """Return the lines that tell this viewer of an event; none for what the next scene shows
    anyway.
    """
    match event:
        case events.RoundBegins(number, chosen):
            text = f"Round {number} begins with {chosen}"
        case events.CardsTurnedUp(cards):
            text = f"Cards were turned up for the fleets: {_counted(cards)}"
        case events.GameEnds():
            text = "The game is over."
        case events.CardsLaidOut() | events.PileReshuffled() | events.QueueRefilled():
            text = ""
        case _ if isinstance(event, events.TradeEvent):
            text = _of_trade(event, seat_name(event.seat, viewer), viewer)
        case _:
            text = _of_progression(game, event, seat_name(event.seat, viewer), viewer)
    return fold(text.split()) if text else []


def _of_trade(event: events.TradeEvent, who: str, viewer: int | None) -> str:
    match event:
        case events.EventChosen(_, chosen, price):
            return (
                f"{who} paid {plural(price, 'doubloon')} for {chosen}"
                if price
                else f"{who} chose no event"
            )
        case events.CardsDealt(_, _, cards):
            return "" if cards is None else f"You got {_counted(cards)}"
        case events.CaravelDetached(_, caravel):
            return f"{who} put Caravel {caravel} into the second fleet"
        case events.FleetsSailed():
            return f"{who} set sail"
        case events.CardPicked(_, kind):
            return f"{who} picked {kind}"
        case events.PiratesRobbed(_, kind):
            return f"{who} lost 1 {kind} to the Pirates"
        case events.CardsAnnounced(_, count):
            return f"{who} announced offers of {count} cards"
        case events.CardChosen(_, aim, kind):
            return f"{who} chose {'no further card' if kind is None else kind} to {aim}"
        case events.ChoiceMade(_, aim):
            return f"{who} chose what to {aim}"
        case events.OfferRevealed(_, cards, total):
            return f"{who} offered {_counted(cards)} (total {total})"
        case events.TradeMasterTied(_, candidates):
            tied = listed([seat_object(each, viewer) for each in candidates])
            return f"{who} had to choose the Trade Master from {tied}"
        case events.TradeMasterAppointed(_, chosen_seat):
            return f"{who} chose {seat_object(chosen_seat, viewer)} as Trade Master"
        case events.TradeMasterChanged():
            return f"{who} became Trade Master"
        case events.CardTaken(_, victim, kind):
            return f"{who} took {kind} from {seat_object(victim, viewer)}"
        case events.CardExchanged(_, victim, kind, wanted):
            return (
                f"{who} took {kind} from {seat_object(victim, viewer)}, and exchanged it in the"
                f" market for {wanted}"
            )
        case events.TradeEnds(seat, cards):
            back = f": {seat_object(seat, viewer)} got back {_counted(cards)}" if cards else "."
            return f"Trade is over{back}"
        case events.CardMissing():
            return f"{who} lost a card and found none to take"
        case events.CardGiven(_, receiver, kind):
            return (
                f"{who} gave {'a card' if kind is None else kind} to"
                f" {seat_object(receiver, viewer)}"
            )
        case _:
            assert_never(event)


def _of_progression(
    game: Rules, event: events.ProgressionEvent, who: str, viewer: int | None
) -> str:
    match event:
        case events.CardsSpent():
            return ""
        case events.FirstPlayerNamed(seat, first):
            return (
                f"{who} chose {'' if first == seat else seat_object(first, viewer) + ' '}to play"
                " first"
            )
        case events.MerchantEmployed(_, group):
            return f"{who} used a Merchant {GROUPS[group]}"
        case events.CardConverted(_, target, kind):
            return f"{who} counted {kind} as {target}"
        case events.IdenticalSetMade(_, resource, size, relics):
            return f"{who} made an identical set of {_set_text(resource, size, relics)}"
        case events.DifferentSetBegun(_, size):
            return f"{who} began a set of {size} different resources"
        case events.DifferentSetSold(_, resources, doubloons):
            return f"{who} sold {listed(map(str, resources))} for {plural(doubloons, 'doubloon')}"
        case events.RelicsSold(_, size, doubloons):
            return f"{who} sold {plural(size, 'relic')} for {plural(doubloons, 'doubloon')}"
        case events.PerfectSetShown():
            return f"{who} showed a perfect set"
        case events.CardBought(_, card, unseen):
            return (
                f"{who} took {game.developments[card].name} from the"
                f" {'deck' if unseen else 'queue'}"
            )
        case events.TurnEnded():
            return f"{who} ended the turn"
        case events.IncomePaid(_, income, doubloons):
            return f"{who} got {plural(doubloons, 'doubloon')} from {SOURCES[income].name}"
        case events.CardsDiscarded(_, cards):
            return f"{who} discarded {_counted(cards)}"
        case events.CardsStored(_, size, cards):
            return f"{who} stored {plural(size, 'card') if cards is None else _counted(cards)}"
        case _:
            assert_never(event)


def _counted(cards: Iterable[Kind]) -> str:
    """Return the cards in words: `2 cocoa, 1 relic`, or `no cards`."""
    return ", ".join([f"{count} {kind}" for kind, count in Counter(cards).items()]) or "no cards"
