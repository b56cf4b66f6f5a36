"""What players read of Mundus Novus: the table, and what they are told."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from boardgames.core.text import COLUMNS, plural, seat_name
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
    Pick,
    Relics,
    Sail,
    Sell,
    Store,
    StoreNothing,
    Summon,
    Take,
)
from boardgames.games.mundus_novus.components import CARDS, CHARACTER_NAMES, GROUPS, RELIC, Event, Kind
from boardgames.games.mundus_novus.memory import held
from boardgames.games.mundus_novus.phases.events import SUMMONING_PRICE, event_for
from boardgames.games.mundus_novus.phases.trade import totals
from boardgames.games.mundus_novus.state import OVER, SIMULTANEOUS, Phase, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.view import View

PHASES = {
    Phase.EVENT: "choice of the event",
    Phase.FLEETS: "splitting of a fleet",
    Phase.PICKS: "picks of the fleets",
    Phase.NUMBER: "announcement",
    Phase.OFFERS: "offers",
    Phase.MASTER: "choice of the Trade Master",
    Phase.TRADES: "trade",
    Phase.GIFT: "settling of the trade",
    Phase.FIRST: "choice of the first player",
    Phase.TURN: "progression",
    Phase.MERCHANT: "progression, a Merchant",
    Phase.SALE: "progression, a different set",
    Phase.PURCHASE: "progression, a purchase",
    Phase.STORAGE: "storage",
    Phase.OVER: "game over",
}
INDENT = "    "
EFFECTS = {
    Event.NONE: "",
    Event.KINGS_HELP: ", identical sets without limit",
    Event.NATIVES: ", a different set pays 1 doubloon a card",
    Event.STORM: ", identical sets take card 1 only",
    Event.FIRE: ", no card is stored",
    Event.PIRATES: ", a card from every fleet of 2 or more",
}
REACH_LINES = (
    "Reach of an identical set: 3 cards of 1-3 card 1, of 4-6 cards 1-3, else any;",
    f"{INDENT}4 cards of 1-3 cards 1-3, else any; 5 cards any. Relics are wild.",
)


def cards(held_cards: PackedCards) -> str:
    """Return the cards in words: `2 cocoa, 1 relic`, or `none`."""
    return ", ".join(f"{CARDS.count(held_cards, kind)} {kind}" for kind in CARDS.kinds(held_cards)) or "none"


def numbered(held_cards: PackedCards) -> str:
    """Return the cards in words with the numbers of the resources: `2 cocoa (1), 1 relic`."""
    words = []
    for kind, count in zip(Kind, CARDS.unpack(held_cards), strict=True):
        if count:
            words.append(f"{count} {kind}" + ("" if kind is RELIC else f" ({kind.number})"))
    return ", ".join(words) or "none"


def whom(seat: int, viewer: int | None) -> str:
    """Return what a viewer calls a seat in the midst of a sentence."""
    return "you" if seat == viewer else f"player {seat + 1}"


def folded(line: str) -> list[str]:
    """Return the line in as many lines as it needs."""
    return wrap(line, COLUMNS, subsequent_indent=INDENT)


def render(game: MundusNovus, view: View) -> str:
    """Return the table as this seat sees it: ASCII, at most 80 columns."""
    lines = [*_head(view), *_queue(game, view), *_middle(view)]
    for seat in range(game.players):
        lines += _player(game, view, seat)
    return "\n".join([*lines, *_own(game, view)])


def _head(view: View) -> Iterator[str]:
    table = view.table
    yield f"Mundus Novus, round {view.round.number}, {PHASES[view.phase]}"
    event = view.round.event
    yield f"Event: {event}{EFFECTS[event]}"
    yield from folded(
        f"Resource cards: market {cards(table.market)}; pile {view.pile_size}, discards {CARDS.size(table.discards)}"
    )


def _queue(game: MundusNovus, view: View) -> Iterator[str]:
    yield f"Queue, and {plural(view.deck_size, 'card')} in the deck:"
    reach = len(view.table.queue) if view.turn.reach is None else view.turn.reach
    for place, index in enumerate(view.table.queue):
        card = game.cards[index]
        pays = f", {card.doubloons} a round" if card.doubloons else ""
        icon = f" [{card.event}]" if card.event is not Event.NONE else ""
        mark = " in reach" if view.turn.reach is not None and place < reach else ""
        yield f"  {place + 1} {card.name + pays + icon:<40}{mark}".rstrip()
    if view.phase is Phase.TURN and view.player == view.seat:
        yield from _reach(game, view)
    if view.round.unfilled:
        yield "The queue could not be refilled: this is the last round."


def _reach(game: MundusNovus, view: View) -> Iterator[str]:
    """Return what identical sets of the player whose turn it is can take (M6.2, M6.3)."""
    estate = game.estates[view.table.owned[view.player]]
    if event_for(view.round.event, estate) is Event.STORM:
        yield "Reach of an identical set: card 1 only, for there is a Storm."
    else:
        yield from REACH_LINES
    if estate.almagro and view.deck_size:
        yield "Any identical set can take the top of the deck instead, with Almagro."


def _middle(view: View) -> Iterator[str]:
    supply, turn = view.supply, view.turn
    if supply.display:
        yield from folded(f"Turned up for the fleets: {cards(supply.display)}")
    if supply.picks:
        yield from folded("Next picks: " + ", ".join(whom(seat, view.seat) for seat in supply.picks))
    if supply.detached:
        yield f"Sailing apart: Caravels {' '.join(map(str, supply.detached))}"
    if view.phase is Phase.OFFERS:
        yield f"Everybody offers {view.trade.announced} cards."
    if view.phase in SIMULTANEOUS:
        yield from folded("Still choosing: " + ", ".join(whom(seat, view.seat) for seat in view.owing))
    if turn.converted:
        yield from folded(
            "Laid aside for the next set: " + ", ".join(f"{card} as {target}" for target, card in turn.converted)
        )
    if turn.group is not None:
        yield f"A Merchant {GROUPS[turn.group]} is at work."
    if turn.size:
        yield f"A different set of {turn.size} resources is being made."


def _player(game: MundusNovus, view: View, seat: int) -> Iterator[str]:
    table, estate = view.table, game.estates[view.table.owned[seat]]
    acts = view.phase is not OVER and seat in (view.owing or (view.player,))
    name = seat_name(seat, view.seat) + (" >" if acts else "")
    office = ", Trade Master" if seat == view.round.master else ""
    shown = ", perfect set" if seat in view.round.perfect else ""
    wealth = f"{plural(table.doubloons[seat], 'doubloon')} (+{estate.income} a round)"
    yield from folded(f"{name}: {wealth}, {plural(view.hand_sizes[seat], 'card')}{office}{shown}")
    if table.owned[seat]:
        yield from wrap(
            estate_in_words(game, table.owned[seat]), COLUMNS, initial_indent=INDENT, subsequent_indent=INDENT
        )
    if view.trade.offers and view.trade.offers[seat]:
        total = totals(game, table.owned, view.trade.offers)[seat]
        value = f", {total} in all" if view.phase is Phase.MASTER else ""
        yield f"{INDENT}on offer: {cards(view.trade.offers[seat])}{value}"
    sure, doubts = held(table, view.given, seat)
    if seat != view.seat and sure:
        doubt = f", of which {doubts} may be gone" if doubts else ""
        yield from wrap(f"holds {cards(sure)}{doubt}", COLUMNS, initial_indent=INDENT, subsequent_indent=INDENT)


def estate_in_words(game: MundusNovus, owned: tuple[int, ...]) -> str:
    """Return the Development cards of a player, those of a sort together."""
    estate = game.estates[owned]
    words = []
    if estate.caravels:
        several = "Caravel" if len(estate.caravels) == 1 else "Caravels"
        words.append(f"{several} {' '.join(map(str, estate.caravels))}")
    words += [f"{plural(count, 'Merchant')} {GROUPS[group]}" for group, count in enumerate(estate.merchants) if count]
    if estate.slots:
        words.append(f"Warehouses for {estate.slots}")
    if estate.shipyards:
        words.append(plural(estate.shipyards, "Shipyard"))
    characters = [game.cards[index].character for index in owned]
    words += [CHARACTER_NAMES[each] for each in characters if each is not None]
    return ", ".join(words)


def _own(game: MundusNovus, view: View) -> Iterator[str]:
    if view.seat is None:
        return
    yield from folded(f"Your hand: {numbered(view.hand)}")
    if view.phase in SIMULTANEOUS and view.steps:
        yield from folded(f"You have chosen: {cards(view.chosen)}")
    if view.seat == view.player and view.phase is Phase.TURN:
        yield from folded(_prices(game, view))


def _prices(game: MundusNovus, view: View) -> str:
    """Return what sets pay the player whose turn it is."""
    natives = event_for(view.round.event, game.estates[view.table.owned[view.player]]) is Event.NATIVES
    different = "1 a card" if natives else _price_list(game.different_prices[4:], 4)
    relics = _price_list(game.relic_prices[1:], 1)
    return (
        f"Different set: {different}. Relics: {relics}."
        if CARDS.count(view.hand, RELIC)
        else f"Different set: {different}."
    )


def _price_list(prices: Sequence[int], first: int) -> str:
    return ", ".join(f"{number} for {price}" for number, price in enumerate(prices, start=first))


# What is told.


def tell(
    game: MundusNovus, before: State, player: int, action: Action, after: State, viewer: int | None
) -> tuple[str, ...]:
    """Return what the viewer sees when this seat does this, and what follows by itself, a line each."""
    happening = _Happening(game, before, player, action, after, viewer)
    return tuple([each for line in happening.lines() for each in folded(line)])


class _Happening:
    """One action with all that follows from it, as one viewer sees it."""

    def __init__(
        self, game: MundusNovus, before: State, player: int, action: Action, after: State, viewer: int | None
    ) -> None:
        """Take what happened, and who looks on."""
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

    def _deed(self) -> str:  # noqa: C901, PLR0911, PLR0912  # one per Action
        """Return the action as this viewer would say it."""
        match self.action:
            case Offer() | OfferNothing():
                return str(self.action) if self.viewer == self.player else "chooses cards to offer"
            case Store() | StoreNothing():
                return str(self.action) if self.viewer == self.player else "chooses cards to store"
            case Give(kind):
                return self._gift(kind)
            case Summon(event):
                price = plural(SUMMONING_PRICE, "doubloon")
                return f"{price} paid for {event}" if event else "no event is chosen"
            case Detach(caravel):
                return f"Caravel {caravel} sails apart"
            case Sail():
                return "the fleets sail"
            case Announce(count):
                return f"{count} cards are to be offered"
            case Appoint(seat):
                return f"the choice falls on {whom(seat, self.viewer)}"
            case Take(victim, kind):
                return f"{kind} taken from {whom(victim, self.viewer)}"
            case Exchange(victim, kind, wanted):
                # Exchanged for its own kind, a card is as good as kept: nobody need remember which it was.
                market = f" to the market, for {wanted}" if kind != wanted else ""
                return f"{kind} taken from {whom(victim, self.viewer)}{market}{self._prize()}"
            case Begin(seat):
                return f"first to play: {whom(seat, self.viewer)}"
            case Identical(resource, count, wild):
                return f"identical set of {count} {resource}" + (f" and {plural(wild, 'relic')}" if wild else "")
            case Different(count):
                return f"different set of {count} resources"
            case Sell(resources):
                return f"{', '.join(map(str, resources))} sold for {self._earned()}"
            case Relics(count):
                return f"{plural(count, 'relic')} sold for {self._earned()}"
            case Employ(group):
                return f"a Merchant {GROUPS[group]} at work"
            case Convert(target, kind):
                return f"{kind} counts as {target}"
            case Buy(place):
                return f"{self.game.cards[self.before.table.queue[place]].name} taken from the queue"
            case BuyUnseen():
                return f"{self.game.cards[self.before.hidden.deck[0]].name} taken from the deck"
            case Done():
                return "end of the turn"
            case _:
                return str(self.action)

    def _gift(self, kind: Kind) -> str:
        receiver = self.before.trade.short
        if receiver is None:
            raise AssertionError("a card is given to somebody")
        card = str(kind) if self.viewer in (self.player, receiver) else "a card"
        return f"{card} given to {whom(receiver, self.viewer)}"

    def _prize(self) -> str:
        return f"; Orellana: {self._earned()}" if self._gained(self.player) else ""

    def _earned(self) -> str:
        return plural(self._gained(self.player), "doubloon")

    def _gained(self, seat: int) -> int:
        return self.after.table.doubloons[seat] - self.before.table.doubloons[seat]

    # What followed.

    def _chosen(self) -> list[PackedCards]:
        """Return what everybody has chosen, this action included."""
        chosen = list(self.before.hidden.chosen)
        if isinstance(self.action, (Offer, Store)):
            chosen[self.player] = CARDS.add(chosen[self.player], CARDS.one[self.action.kind])
        return chosen

    def _revealed(self) -> Iterator[str]:
        offers = tuple(self._chosen())
        sums = totals(self.game, self.before.table.owned, offers)
        for seat, (offer, total) in enumerate(zip(offers, sums, strict=True)):
            yield f"{self._name(seat)}: offer of {cards(offer)}, {total} in all"

    def _settled(self) -> Iterator[str]:
        before, after = self.before, self.after
        if after.round.master != before.round.master:
            yield f"{self._name(after.round.master)}: new Trade Master"
        elif after.phase is Phase.MASTER and before.phase is Phase.OFFERS:
            tied = " and ".join(whom(seat, self.viewer) for seat in after.trade.candidates)
            yield f"{self._name(after.player)}: to choose the Trade Master among {tied}"
        if after.phase in (Phase.GIFT, Phase.FIRST) and before.phase in (Phase.OFFERS, Phase.MASTER, Phase.TRADES):
            last = after.round.master if after.trade.short is None else after.trade.short
            back = CARDS.remove(after.table.known[last], self._known_before(last))
            yield f"Trade is over: {whom(last, self.viewer)} got back {cards(back)}" if back else "Trade is over."
            if after.trade.short is not None:
                yield f"{self._name(last)}: one card short"

    def _known_before(self, seat: int) -> PackedCards:
        """Return what was known of the hand when Trade ended, before its own offers came back."""
        action, known = self.action, self.before.table.known[seat]
        if self.before.phase is Phase.TRADES:
            if seat == self.player and isinstance(action, (Take, Exchange)):
                kind = action.kind if isinstance(action, Take) else action.wanted
                known = CARDS.add(known, CARDS.one[kind])
            return known
        return CARDS.remove(self.after.table.known[seat], self._offered_last(seat))

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
                yield f"{self._name(seat)}: the Pirates take {cards(CARDS.remove(hand, has))}"

    def _paid(self) -> Iterator[str]:
        game, owned = self.game, self.before.table.owned
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
                yield f"{self._name(seat)}: discards {cards(CARDS.remove(hand, kept))}"
            if kept:
                stored = cards(kept) if seat == self.viewer else plural(CARDS.size(kept), "card")
                yield f"{self._name(seat)}: stores {stored}"

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
            yield f"You get {cards(CARDS.remove(after.hidden.hands[viewer], kept[viewer]))}"
        if after.supply.display:
            yield f"Turned up for the fleets: {cards(after.supply.display)}"
