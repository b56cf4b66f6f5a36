"""Texts and scenes of Mundus Novus: the table, the actions, and what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.cards import NO_CARDS
from boardgames.core.scene import Area, Counter, Item, Label, Scene, Touch, Unseen, Zone, face_down
from boardgames.core.text import fold, listed, plural, seat_name, seat_object
from boardgames.games.mundus_novus.actions import (
    Action,
    Announce,
    Appoint,
    Begin,
    Buy,
    BuyUnseen,
    Convert,
    Detach,
    Different,
    Done,
    Employ,
    Exchange,
    Give,
    Identical,
    Offer,
    OfferNothing,
    Perfect,
    Pick,
    Relics,
    Sail,
    Sell,
    Store,
    StoreNothing,
    Summon,
    Take,
)
from boardgames.games.mundus_novus.components import CARDS, GROUPS, QUEUE_SIZE, RELIC, SMALLEST_DIFFERENT, Event, Kind
from boardgames.games.mundus_novus.memory import remembered
from boardgames.games.mundus_novus.phases.events import EVENT_PRICE, event_for
from boardgames.games.mundus_novus.phases.progression import reach_of
from boardgames.games.mundus_novus.phases.trade import totals
from boardgames.games.mundus_novus.state import OVER, SIMULTANEOUS, Phase, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.components import Cards, Owned
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.view import View

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
_FLEETS = "Caravels turn up cards, and fleets pick from them: the fleet with the lowest value first."
_TRADE = (
    "Everybody offers cards; the highest offer makes the Trade Master, who takes one; whoever lost it takes the next."
)
_SETS = "Three or more cards of one resource take a card of the queue; four or more different ones pay doubloons."
TIPS = {
    Phase.EVENT: "Coronado's owner may choose an event, which changes a rule for this round.",
    Phase.FLEETS: _FLEETS,
    Phase.PICKS: _FLEETS,
    Phase.NUMBER: _TRADE,
    Phase.OFFERS: _TRADE,
    Phase.MASTER: _TRADE,
    Phase.TRADES: _TRADE,
    Phase.GIFT: _TRADE,
    Phase.FIRST: _SETS,
    Phase.TURN: _SETS,
    Phase.MERCHANT: _SETS,
    Phase.SALE: _SETS,
    Phase.PURCHASE: _SETS,
    Phase.STORAGE: "Cards that no Warehouse holds are discarded now.",
}
"""What a phase is about, for a reader who meets it for the first time."""
EFFECTS = {
    Event.KINGS_HELP: "players may make any number of identical sets",
    Event.NATIVES: "a set of different resources pays only 1 doubloon per card",
    Event.STORM: "identical sets take only card 1 of the queue",
    Event.FIRE: "no cards are stored at the end of the round",
    Event.PIRATES: "a fleet of 2 or more Caravels costs a card",
}
PROMPTS = {
    Phase.EVENT: f"Coronado: choose an event for {EVENT_PRICE} doubloons, or none:",
    Phase.FLEETS: "Ponce de Leon: choose the Caravels of a second fleet, lowest first, or sail:",
    Phase.PICKS: "Take a card for your fleet:",
    Phase.NUMBER: "How many cards should each player offer?",
    Phase.MASTER: "Choose the new Trade Master from the tied players:",
    Phase.TRADES: "Take a card on offer, to keep or to exchange in the market:",
    Phase.FIRST: "Who plays first?",
    Phase.TURN: "Make sets, or end your turn:",
    Phase.MERCHANT: "Which card does the Merchant convert?",
    Phase.SALE: "Which different resources are in the set?",
    Phase.PURCHASE: "Which Development card does the set take?",
    Phase.STORAGE: "Choose cards to store, lowest number first:",
}
KEYS = tuple(kind.name.lower() for kind in Kind)
"""By Kind: the key of the piece."""


def position(state: State) -> str:
    """Return round and phase."""
    return f"round {state.round.number}, {PHASES[state.phase]}"


def cards_text(several: PackedCards) -> str:
    """Return the cards in words: `2 cocoa, 1 relic`, or `none`."""
    return ", ".join(f"{CARDS.count(several, kind)} {kind}" for kind in CARDS.kinds(several)) or "none"


# The table.


def scene(game: MundusNovus, view: View) -> Scene:
    """Return the table as this seat sees it: seats one below the other, then market and queue, and its own cards."""
    event = view.round.event
    return Scene(
        viewer=view.seat,
        title=game.title,
        heading=f"round {view.round.number}, {PHASES[view.phase]}" + (f"; {event}" if event else ""),
        areas=(_centre(game, view), *[_area(game, view, seat) for seat in game.seats]),
        to_act=() if view.phase is OVER else view.owing or (view.player,),
        prompt=_prompt(game, view),
        notes=tuple(_notes(game, view)),
        unseen=tuple(_unseen(game, view)),
        tip=TIPS.get(view.phase, ""),
        race=("doubloons",),
    )


def _items(several: PackedCards, *, hidden: bool = False, marks: tuple[str, ...] = ()) -> tuple[Item, ...]:
    return tuple([Item(KEYS[kind], CARDS.count(several, kind), marks, hidden) for kind in CARDS.kinds(several)])


def _centre(game: MundusNovus, view: View) -> Area:
    public = view.public
    reach = view.turn.reach
    queue = []
    for place, key in enumerate(public.queue):
        card = game.developments[key]
        marks = [f"+{card.doubloons}"] if card.doubloons else []
        marks += [str(card.event)] if card.event else []
        marks += ["in reach"] if reach is not None and place < reach else []
        queue.append(Item(key, 1, tuple(marks)))
    aside = CARDS.join([CARDS.one[card] for _, card in view.turn.converted])
    return Area(
        seat=None,
        name="Table",
        zones=(
            Zone("queue", "Queue", tuple(queue), ordered=True),
            Zone("market", "Market", _items(public.market)),
            Zone("display", "Turned up for the fleets", _items(view.supply.display)),
            Zone("aside", "Converted for the next set", _items(aside)),
            Zone("discards", "Discards", _items(public.discards), brief=True),
            Zone("pile", "Resource pile", face_down(view.pile_size)),
            Zone("deck", "Development deck", face_down(view.deck_size)),
        ),
    )


def _area(game: MundusNovus, view: View, seat: int) -> Area:
    public, estate = view.public, game.estates[view.public.owned[seat]]
    note = f"+{estate.income}" if estate.income else ""
    marks = []
    if seat == view.round.master:
        marks.append("Master")
    if seat in view.round.perfect:
        marks.append("perfect set")
    zones = [Zone("offer", "on offer", _items(view.trade.offers[seat]))] if view.trade.offers else []
    zones += [
        Zone("hand", "hand", _hand(view, seat)),
        Zone("estate", "Development", _estate(game, public.owned[seat])),
    ]
    if seat == view.seat and view.phase in SIMULTANEOUS:
        # Chosen cards are part of the hand until they are revealed: marked there, not shown twice.
        marks.append("choosing" if seat in view.owing else "ready")
    return Area(
        seat=seat,
        name=seat_name(seat, view.seat),
        zones=tuple(zones),
        counters=(Counter("doubloons", "doubloons", public.doubloons[seat], note=note, piece="doubloon"),),
        marks=tuple(marks),
    )


def _hand(view: View, seat: int) -> tuple[Item, ...]:
    """Return the reader's own cards, or what they know of another hand (M8)."""
    if seat == view.seat:
        rest = CARDS.remove(view.hand, view.chosen)
        return (*_items(view.chosen, hidden=True, marks=("chosen",)), *_items(rest, hidden=True))
    certain, doubtful = _remembered(view, seat)
    size = view.hand_sizes[seat] - CARDS.size(certain) - CARDS.size(doubtful)
    return (*_items(certain, hidden=True), *_items(doubtful, hidden=True, marks=("?",)), *face_down(size))


def _remembered(view: View, seat: int) -> tuple[Cards, Cards]:
    """Return the cards that another seat certainly holds, and those of which a gift may have been one (M8)."""
    known, doubts = remembered(view.public, view.given, seat)
    if CARDS.size(known) > view.hand_sizes[seat]:
        return NO_CARDS, NO_CARDS
    if not doubts:
        return known, NO_CARDS
    pairs = zip(view.public.gifts, view.given, strict=True)
    given = CARDS.join([gift.sure for gift, kind in pairs if gift.giver == seat and kind is None])
    doubtful = CARDS.common(known, given)
    return CARDS.remove(known, doubtful), doubtful


def _estate(game: MundusNovus, owned: Owned) -> tuple[Item, ...]:
    """Return the Development cards of a player; those of one name together, whatever their icons."""
    by_name: dict[str, list[str]] = {}
    for key in owned:
        by_name.setdefault(game.developments[key].name, []).append(key)
    return tuple([Item(keys[0], len(keys)) for keys in by_name.values()])


def _unseen(game: MundusNovus, view: View) -> Iterator[Unseen]:
    """Yield what the reader has not located for certain: Resource cards, and Development cards of the deck."""
    public = view.public
    aside = [CARDS.one[card] for _, card in view.turn.converted]
    seen = [public.market, public.discards, view.supply.display, *view.trade.offers, view.hand, *aside]
    seen += [_remembered(view, seat)[0] for seat in game.seats if seat != view.seat]
    located = set(public.queue).union(*public.owned)
    deck = tuple([Item(key, 1, hidden=True) for key in game.used if key not in located])
    yield Unseen(("hand", "pile"), _items(CARDS.remove(game.resources, CARDS.join(seen)), hidden=True))
    yield Unseen(("deck",), deck)


def _prompt(game: MundusNovus, view: View) -> str:
    if view.phase is OVER:
        return ""
    seats = view.owing or (view.player,)
    if view.seat not in seats:
        names = [seat_name(seat, view.seat) for seat in seats]
        return f"{listed(names)} {'is' if len(names) == 1 else 'are'} to act"
    if view.phase is Phase.GIFT and view.trade.short is not None:
        return f"Give a card to {seat_object(view.trade.short, view.seat)}, who is one card short:"
    if view.phase is Phase.OFFERS:
        chosen = f" ({cards_text(view.chosen)} chosen)" if view.chosen else ""
        most = "up to " if game.estates[view.public.owned[view.seat]].casas else ""
        return f"Offer {most}{view.trade.announced} cards{chosen}, lowest number first:"
    return PROMPTS[view.phase]


def _notes(game: MundusNovus, view: View) -> Iterator[str]:
    event, seat = view.round.event, view.seat
    if event:
        yield f"{event}: {EFFECTS[event]}."
    if view.phase in SIMULTANEOUS:
        yield f"Still choosing: {listed([seat_object(each, seat) for each in view.owing])}."
    if view.supply.picks:
        yield f"Next picks: {', '.join(seat_object(each, seat) for each in view.supply.picks)}."
    if view.supply.detached:
        yield f"Second fleet: {listed([f'Caravel {value}' for value in view.supply.detached])}."
    if view.phase is Phase.MASTER:
        sums = totals(game, view.public.owned, view.trade.offers)
        yield f"Tied with {max(sums)}: {listed([seat_object(each, seat) for each in view.trade.candidates])}."
    yield from _notes_on_turn(game, view)
    doubts = []
    for giver in dict.fromkeys(gift.giver for gift in view.public.gifts):
        known, doubtful = remembered(view.public, view.given, giver)
        if doubtful and giver != seat and CARDS.size(known) <= view.hand_sizes[giver]:
            doubts.append(f"{plural(doubtful, 'card')} of {seat_name(giver, seat)}")
    if doubts:
        yield f"Cards marked ? may be gone: at most {listed(doubts)}."
    if view.round.unfilled:
        yield "The queue could not be refilled: this is the last round."


def _notes_on_turn(game: MundusNovus, view: View) -> Iterator[str]:
    turn = view.turn
    if turn.converted:
        yield f"Converted: {listed([f'{card} as {target}' for target, card in turn.converted])}."
    if turn.group is not None:
        yield f"A Merchant {GROUPS[turn.group]} is in use."
    if turn.size:
        yield f"A set of {turn.size} different resources is being made."
    if view.phase is Phase.TURN and view.player == view.seat:
        yield from _prices(game, view)


def _prices(game: MundusNovus, view: View) -> Iterator[str]:
    """Yield what sets are worth to the player whose turn it is (M6.2 to M6.5)."""
    estate = game.estates[view.public.owned[view.player]]
    event = event_for(view.round.event, estate)
    prices = "1 per card" if event is Event.NATIVES else _prices_in_order(game.different_prices[SMALLEST_DIFFERENT:])
    relics = f"; 1-5 relics pay {_prices_in_order(game.relic_prices[1:])}" if CARDS.count(view.hand, RELIC) else ""
    yield f"4-9 different resources pay {prices}{relics}."
    if event is Event.STORM:
        yield "An identical set takes only card 1, because of the Storm."
    else:
        yield "3/4/5 identical cards of 1-3 take card 1/1-3/any, of 4-6 1-3/any/any, of 7-9 any."
    if estate.almagro and view.deck_size:
        yield "Almagro: any identical set can take the top of the deck instead."


def _prices_in_order(prices: Sequence[int]) -> str:
    return "/".join(map(str, prices))


# What the player can do.


def label(game: MundusNovus, view: View, action: Action) -> Label:  # one per Action
    """Return what this action means to the seat of this View."""
    seat, viewer = view.player if view.seat is None else view.seat, view.seat
    hand = Touch(seat, "hand")
    match action:
        case Summon(event):
            note = f"costs {plural(EVENT_PRICE, 'doubloon')}" if event else "costs nothing"
            return Label(f"choose {event}", (Touch(piece=event.name.lower() if event else None),), "choose", note=note)
        case Detach(value):
            return Label(f"put Caravel {value} into a second fleet", (Touch(seat, "estate"),), "split the fleet")
        case Sail():
            return Label("sail with the fleets as they are", (Touch(seat, "estate"),))
        case Pick(kind):
            return Label(f"pick {kind}", (Touch(None, "display", KEYS[kind]),), "pick")
        case Announce(count):
            return Label(f"announce {count} cards", (Touch(seat),), "announce", count)
        case Offer(kind):
            follows = _what_follows(game, view, kind)
            note = f"{cards_text(follows)} must follow" if follows else ""
            return Label(f"offer {kind} ({kind.number})", (Touch(seat, "hand", KEYS[kind]),), "offer", note=note)
        case OfferNothing():
            return Label("offer no further card (Las Casas)", (hand,), "offer")
        case Appoint(other):
            return Label(f"make {seat_object(other, viewer)} Trade Master", (Touch(other),), "make Trade Master")
        case Take(victim, kind):
            text = f"take {kind} from {seat_object(victim, viewer)}"
            return Label(text, (Touch(victim, "offer", KEYS[kind]),), "take")
        case Exchange(victim, kind, wanted):
            text = f"take {wanted} from the market for {kind} from {seat_object(victim, viewer)}"
            touches = (Touch(victim, "offer", KEYS[kind]), Touch(None, "market", KEYS[wanted]))
            return Label(text, touches, "exchange in the market")
        case Give(kind):
            short = view.trade.short
            receiver = seat_object(short, viewer) if short is not None else "the player who is one short"
            return Label(f"give {kind} to {receiver}", (Touch(seat, "hand", KEYS[kind]), Touch(short)), "give")
        case Begin(other):
            return Label(f"let {seat_object(other, viewer)} play first", (Touch(other),), "choose the first player")
        case Identical(resource, count, wild):
            text = f"set of {count} {resource}" + (f" and {plural(wild, 'relic')}" if wild else "")
            estate = game.estates[view.public.owned[seat]]
            reach = min(reach_of(resource, count + wild, event_for(view.round.event, estate)), len(view.public.queue))
            touches = (Touch(seat, "hand", KEYS[resource]), Touch(None, "queue"))
            deck = " or the top of the deck" if estate.almagro and view.deck_size else ""
            return Label(f"make a {text}", touches, "identical set", note=f"takes {_reached(reach)}{deck}")
        case Different(count):
            event = event_for(view.round.event, game.estates[view.public.owned[seat]])
            price = count if event is Event.NATIVES else game.different_prices[count]
            note = f"pays {plural(price, 'doubloon')}"
            return Label(f"make a set of {count} different resources", (hand,), "different set", count, note)
        case Relics(count):
            relics = Touch(seat, "hand", KEYS[RELIC])
            note = f"pays {plural(game.relic_prices[count], 'doubloon')}"
            return Label(f"make a relic set of {plural(count, 'relic')}", (relics,), "relic set", count, note)
        case Perfect():
            return Label("show a perfect set", (hand,), note="wins, unless a richer player shows one in this round")
        case Employ(group):
            return Label(f"use a Merchant {GROUPS[group]}", (Touch(seat, "estate"),), "use a Merchant")
        case Done():
            return Label("end your turn", (Touch(seat),))
        case Convert(target, kind):
            return Label(f"count {kind} as {target}", (Touch(seat, "hand", KEYS[kind]),), "convert")
        case Sell(resources):
            sold = tuple([Touch(seat, "hand", KEYS[kind]) for kind in resources])
            return Label(f"sell {listed([str(kind) for kind in resources])}", sold, "sell")
        case Buy(place):
            card = game.developments[view.public.queue[place]]
            bought = Touch(None, "queue", view.public.queue[place])
            note = f"pays {plural(card.doubloons, 'doubloon')} a round" if card.doubloons else ""
            return Label(f"take card {place + 1}: {card.name}", (bought,), "take", note=note)
        case BuyUnseen():
            return Label("take the top card of the deck, unseen (Almagro)", (Touch(None, "deck"),), "take")
        case Store(kind):
            return Label(f"store {kind}", (Touch(seat, "hand", KEYS[kind]),), "store")
        case StoreNothing():
            return Label("store no further card", (hand,), "store")


def _what_follows(game: MundusNovus, view: View, kind: Kind) -> PackedCards:
    """Return the cards that the seat must offer after this one, if no choice is left, as none may be lower (M5.1)."""
    left = CARDS.remove(view.hand, view.chosen)
    if view.seat is None or game.estates[view.public.owned[view.seat]].casas or not CARDS.count(left, kind):
        return NO_CARDS
    later = CARDS.only(CARDS.remove(left, CARDS.one[kind]), [each for each in Kind if each >= kind])
    missing, kinds = view.trade.announced - CARDS.size(view.chosen) - 1, CARDS.kinds(later)
    if len(kinds) == 1 and CARDS.size(later) >= missing:
        return CARDS.join([CARDS.one[kinds[0]]] * missing)
    return later if CARDS.size(later) == missing else NO_CARDS


def _reached(reach: int) -> str:
    return "card 1" if reach == 1 else "any card" if reach == QUEUE_SIZE else f"one of the cards 1 to {reach}"


# What is told.


def tell(
    game: MundusNovus, before: State, player: int, action: Action, after: State, viewer: int | None
) -> tuple[str, ...]:
    """Return what the viewer sees of this seat's action and its effects, line by line."""
    happening = _Happening(game, before, player, action, after, viewer)
    return tuple([each for line in happening.lines() for each in fold(line.split())])


class _Happening:
    """One action with all that follows from it, as one viewer sees it."""

    def __init__(
        self, game: MundusNovus, before: State, player: int, action: Action, after: State, viewer: int | None
    ) -> None:
        """Take the action with the States around it, and the viewer."""
        self.game = game
        self.before = before
        self.player = player
        self.action = action
        self.after = after
        self.viewer = viewer

    def lines(self) -> Iterator[str]:
        """Return the act itself, then what follows from it."""
        yield f"{self._name(self.player)}: {self._deed()}"
        if self.before.phase is Phase.OFFERS and self.after.phase is not Phase.OFFERS:
            yield from self._revealed()
        yield from self._settled()
        if self.before.phase is Phase.PICKS and self.after.phase is not Phase.PICKS:
            yield from self._robbed()
        if isinstance(self.action, Done):
            yield from self._paid()
        if self._ends_round():
            yield from self._stored()
        yield from self._begun()

    def _name(self, seat: int) -> str:
        return seat_name(seat, self.viewer)

    # What was done.

    def _deed(self) -> str:  # one per Action
        """Return the action as this viewer would say it."""
        match self.action:
            case Offer() | OfferNothing() if self.viewer != self.player:
                return "chooses cards to offer"
            case Store() | StoreNothing() if self.viewer != self.player:
                return "chooses cards to store"
            case OfferNothing():
                return "no further card offered"
            case StoreNothing():
                return "no further card stored"
            case Give(kind):
                return self._gift(kind)
            case Summon(event):
                price = plural(EVENT_PRICE, "doubloon")
                return f"{price} paid for {event}" if event else "no event is chosen"
            case Detach(caravel):
                return f"Caravel {caravel} joins the second fleet"
            case Sail():
                return "the fleets sail"
            case Announce(count):
                return f"each player is to offer {count} cards"
            case Appoint(seat):
                return f"Trade Master chosen: {seat_object(seat, self.viewer)}"
            case Take(victim, kind):
                return f"{kind} taken from {seat_object(victim, self.viewer)}"
            case Exchange(victim, kind, wanted):
                # Exchanged for its own kind, a card is as good as kept: nobody need remember which it was.
                market = f", exchanged in the market for {wanted}" if kind != wanted else ""
                return f"{kind} taken from {seat_object(victim, self.viewer)}{market}{self._prize()}"
            case Begin(seat):
                return f"first to play: {seat_object(seat, self.viewer)}"
            case Identical(resource, count, wild):
                return f"identical set of {count} {resource}" + (f" and {plural(wild, 'relic')}" if wild else "")
            case Different(count):
                return f"set of {count} different resources"
            case Sell(resources):
                return f"{', '.join(map(str, resources))} sold for {self._earned()}"
            case Relics(count):
                return f"{plural(count, 'relic')} sold for {self._earned()}"
            case Employ(group):
                return f"a Merchant {GROUPS[group]} is used"
            case Convert(target, kind):
                return f"{kind} counts as {target}"
            case Buy(place):
                return f"{self.game.developments[self.before.public.queue[place]].name} taken from the queue"
            case BuyUnseen():
                return f"{self.game.developments[self.before.hidden.deck[0]].name} taken from the deck"
            case Done():
                return "end of the turn"
            case _:
                return str(self.action)

    def _gift(self, kind: Kind) -> str:
        receiver = self.before.trade.short
        if receiver is None:
            raise AssertionError("a card is given to somebody")
        card = str(kind) if self.viewer in (self.player, receiver) else "a card"
        return f"{card} given to {seat_object(receiver, self.viewer)}"

    def _prize(self) -> str:
        return f"; Orellana: {self._earned()}" if self._gained(self.player) else ""

    def _earned(self) -> str:
        return plural(self._gained(self.player), "doubloon")

    def _gained(self, seat: int) -> int:
        return self.after.public.doubloons[seat] - self.before.public.doubloons[seat]

    # What followed.

    def _chosen(self) -> list[PackedCards]:
        """Return what everybody has chosen, this action included."""
        chosen = list(self.before.hidden.chosen)
        if isinstance(self.action, (Offer, Store)):
            chosen[self.player] = CARDS.add(chosen[self.player], CARDS.one[self.action.kind])
        return chosen

    def _revealed(self) -> Iterator[str]:
        offers = tuple(self._chosen())
        sums = totals(self.game, self.before.public.owned, offers)
        for seat, (offer, total) in enumerate(zip(offers, sums, strict=True)):
            yield f"{self._name(seat)}: offer of {cards_text(offer)} (total {total})"

    def _settled(self) -> Iterator[str]:
        before, after = self.before, self.after
        if after.round.master != before.round.master:
            yield f"{self._name(after.round.master)}: new Trade Master"
        elif after.phase is Phase.MASTER and before.phase is Phase.OFFERS:
            tied = " and ".join(seat_object(seat, self.viewer) for seat in after.trade.candidates)
            yield f"{self._name(after.player)}: to choose the Trade Master from {tied}"
        if after.phase in (Phase.GIFT, Phase.FIRST) and before.phase in (Phase.OFFERS, Phase.MASTER, Phase.TRADES):
            last = after.round.master if after.trade.short is None else after.trade.short
            back = CARDS.remove(after.public.known[last], self._known_before(last))
            yield (
                f"Trade is over: {seat_object(last, self.viewer)} got back {cards_text(back)}"
                if back
                else "Trade is over."
            )
            if after.trade.short is not None:
                yield f"{self._name(last)}: one card short"

    def _known_before(self, seat: int) -> PackedCards:
        """Return what was known of the hand when Trade ended, before its own offers came back."""
        action, known = self.action, self.before.public.known[seat]
        if self.before.phase is Phase.TRADES:
            if seat == self.player and isinstance(action, (Take, Exchange)):
                kind = action.kind if isinstance(action, Take) else action.wanted
                known = CARDS.add(known, CARDS.one[kind])
            return known
        return CARDS.remove(self.after.public.known[seat], self._offered_last(seat))

    def _offered_last(self, seat: int) -> PackedCards:
        if self.before.phase is Phase.MASTER:
            return self.before.trade.offers[seat]
        return self._chosen()[seat]

    def _robbed(self) -> Iterator[str]:
        for seat, (had, has) in enumerate(zip(self.before.hidden.hands, self.after.hidden.hands, strict=True)):
            hand = had
            if seat == self.player and isinstance(self.action, Pick):
                hand = CARDS.add(hand, CARDS.one[self.action.kind])
            if hand != has:
                yield f"{self._name(seat)}: the Pirates take {cards_text(CARDS.remove(hand, has))}"

    def _paid(self) -> Iterator[str]:
        game, owned = self.game, self.before.public.owned
        for seat, cards_owned in enumerate(owned):
            income = game.estates[cards_owned].income if seat == self.player else 0
            if income:
                yield f"{self._name(seat)}: {plural(income, 'doubloon')} from Development cards"
            if self._gained(seat) != income:
                yield f"{self._name(seat)}: {plural(self._gained(seat) - income, 'doubloon')} from Shipyards"

    def _ends_round(self) -> bool:
        before, after = self.before, self.after
        return after.round.number > before.round.number or (after.phase is OVER and before.phase is not OVER)

    def _stored(self) -> Iterator[str]:
        for seat, (hand, kept) in enumerate(zip(self.before.hidden.hands, self._chosen(), strict=True)):
            if hand != kept:
                yield f"{self._name(seat)}: {cards_text(CARDS.remove(hand, kept))} discarded"
            if kept:
                stored = cards_text(kept) if seat == self.viewer else plural(CARDS.size(kept), "card")
                yield f"{self._name(seat)}: {stored} stored"

    def _begun(self) -> Iterator[str]:
        before, after, viewer = self.before, self.after, self.viewer
        if after.phase is OVER:
            yield "The game is over."
            return
        if after.round.number > before.round.number:
            yield f"Round {after.round.number}: {after.round.event}"
        dealt = after.round.number > before.round.number or before.phase is Phase.EVENT
        if not dealt or after.phase is Phase.EVENT:
            return
        if viewer is not None:
            kept = before.hidden.hands if before.phase is Phase.EVENT else self._chosen()
            yield f"You get {cards_text(CARDS.remove(after.hidden.hands[viewer], kept[viewer]))}"
        if after.supply.display:
            yield f"Turned up for the fleets: {cards_text(after.supply.display)}"
