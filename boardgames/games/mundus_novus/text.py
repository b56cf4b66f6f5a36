"""What players read of Mundus Novus: the table."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from boardgames.core.text import seat_name
from boardgames.games.mundus_novus.cards import GROUPS, MASK, RELICS, SHIFTS, TOTAL, Cards, Kind, kinds_in, unpacked
from boardgames.games.mundus_novus.components import CHARACTER_NAMES, Event, owned_cards
from boardgames.games.mundus_novus.memory import held
from boardgames.games.mundus_novus.progression import event_for
from boardgames.games.mundus_novus.state import SIMULTANEOUS, Phase, View
from boardgames.games.mundus_novus.trade import totals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.games.mundus_novus.box import Box

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
COLUMNS = 80
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


def cards(held_cards: Cards) -> str:
    """Return the cards in words: `2 cocoa, 1 relic`, or `none`."""
    return ", ".join(f"{held_cards >> SHIFTS[kind] & MASK} {kind}" for kind in kinds_in(held_cards)) or "none"


def numbered(held_cards: Cards) -> str:
    """Return the cards in words with the numbers of the resources: `2 cocoa (1), 1 relic`."""
    words = []
    for kind, count in zip(Kind, unpacked(held_cards), strict=True):
        if count:
            words.append(f"{count} {kind}" + ("" if kind is Kind.RELIC else f" ({kind.worth})"))
    return ", ".join(words) or "none"


def number_of(count: int, thing: str) -> str:
    """Return `1 card` or `3 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def whom(seat: int, viewer: int | None) -> str:
    """Return what a viewer calls a seat in the midst of a sentence."""
    return "you" if seat == viewer else f"player {seat + 1}"


def folded(line: str) -> list[str]:
    """Return the line in as many lines as it needs."""
    return wrap(line, COLUMNS, subsequent_indent=INDENT)


def render(box: Box, view: View) -> str:
    """Return the table as this seat sees it: ASCII, at most 80 columns."""
    lines = [*_head(view), *_queue(box, view), *_middle(view)]
    for seat in range(box.players):
        lines += _player(box, view, seat)
    return "\n".join([*lines, *_own(box, view)])


def _head(view: View) -> Iterator[str]:
    table = view.table
    yield f"Mundus Novus, round {view.round.number}, {PHASES[view.phase]}"
    event = view.round.event
    yield f"Event: {event}{EFFECTS[event]}"
    yield from folded(
        f"Resource cards: market {cards(table.market)}; pile {view.pile_size}, discards {table.discards >> TOTAL}"
    )


def _queue(box: Box, view: View) -> Iterator[str]:
    yield f"Queue, and {number_of(view.deck_size, 'card')} in the deck:"
    reach = len(view.table.queue) if view.turn.reach is None else view.turn.reach
    for place, index in enumerate(view.table.queue):
        card = box.cards[index]
        pays = f", {card.doubloons} a round" if card.doubloons else ""
        icon = f" [{card.event}]" if card.event is not Event.NONE else ""
        mark = " in reach" if view.turn.reach is not None and place < reach else ""
        yield f"  {place + 1} {card.name + pays + icon:<40}{mark}".rstrip()
    if view.phase is Phase.TURN and view.player == view.seat:
        yield from _reach(box, view)
    if view.round.unfilled:
        yield "The queue could not be refilled: this is the last round."


def _reach(box: Box, view: View) -> Iterator[str]:
    """Return what identical sets of the player whose turn it is can take (M6.2, M6.3)."""
    estate = box.estates[view.table.owned[view.player]]
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


def _player(box: Box, view: View, seat: int) -> Iterator[str]:
    table, estate = view.table, box.estates[view.table.owned[seat]]
    acts = view.phase is not Phase.OVER and seat in (view.owing or (view.player,))
    name = seat_name(seat, view.seat) + (" >" if acts else "")
    office = ", Trade Master" if seat == view.round.master else ""
    shown = ", perfect set" if seat in view.round.perfect else ""
    wealth = f"{number_of(table.doubloons[seat], 'doubloon')} (+{estate.income} a round)"
    yield from folded(f"{name}: {wealth}, {number_of(view.hand_sizes[seat], 'card')}{office}{shown}")
    if table.owned[seat]:
        yield from wrap(
            estate_in_words(box, table.owned[seat]), COLUMNS, initial_indent=INDENT, subsequent_indent=INDENT
        )
    if view.trade.offers and view.trade.offers[seat]:
        total = totals(box, table.owned, view.trade.offers)[seat]
        value = f", {total} in all" if view.phase is Phase.MASTER else ""
        yield f"{INDENT}on offer: {cards(view.trade.offers[seat])}{value}"
    sure, doubts = held(table.known[seat], table.gifts, view.given, seat)
    if seat != view.seat and sure:
        doubt = f", of which {doubts} may be gone" if doubts else ""
        yield from wrap(f"holds {cards(sure)}{doubt}", COLUMNS, initial_indent=INDENT, subsequent_indent=INDENT)


def estate_in_words(box: Box, owned: int) -> str:
    """Return the Development cards of a player, those of a sort together."""
    estate = box.estates[owned]
    words = []
    if estate.caravels:
        several = "Caravel" if len(estate.caravels) == 1 else "Caravels"
        words.append(f"{several} {' '.join(map(str, estate.caravels))}")
    words += [
        f"{number_of(count, 'Merchant')} {GROUPS[group]}" for group, count in enumerate(estate.merchants) if count
    ]
    if estate.slots:
        words.append(f"Warehouses for {estate.slots}")
    if estate.shipyards:
        words.append(number_of(estate.shipyards, "Shipyard"))
    characters = [box.cards[index].character for index in owned_cards(owned)]
    words += [CHARACTER_NAMES[each] for each in characters if each is not None]
    return ", ".join(words)


def _own(box: Box, view: View) -> Iterator[str]:
    if view.seat is None:
        return
    yield from folded(f"Your hand: {numbered(view.hand)}")
    if view.phase in SIMULTANEOUS and view.steps:
        yield from folded(f"You have chosen: {cards(view.chosen)}")
    if view.seat == view.player and view.phase is Phase.TURN:
        yield from folded(_prices(box, view))


def _prices(box: Box, view: View) -> str:
    """Return what sets pay the player whose turn it is."""
    natives = event_for(view.round.event, box.estates[view.table.owned[view.player]]) is Event.NATIVES
    different = "1 a card" if natives else _price_list(box.different_prices[4:], 4)
    relics = _price_list(box.relic_prices[1:], 1)
    return f"Different set: {different}. Relics: {relics}." if view.hand >> RELICS else f"Different set: {different}."


def _price_list(prices: Sequence[int], first: int) -> str:
    return ", ".join(f"{number} for {price}" for number, price in enumerate(prices, start=first))
