"""The pieces, and the areas of a scene: the centre, what a reader knows of each seat, and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from boardgames.core.text import listed, plural, seat_name, seat_object
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import components
from boardgames.games.mundus_novus.components import (
    CARDS,
    KEYS,
    RELIC,
    Cards,
    Character,
    Development,
    RoundEvent,
)
from boardgames.games.mundus_novus.event_parts import MASTER, PERFECT, SHORT
from boardgames.games.mundus_novus.memory import remembered
from boardgames.games.mundus_novus.phases.event import event_for
from boardgames.games.mundus_novus.phases.trade import totals
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    SIMULTANEOUS,
    Phase,
    Rules,
    estate_of,
    has,
)
from boardgames.kit.cards import NO_CARDS, PackedCards
from boardgames.scene.parts import Area, Counter, Item, Piece, Unseen, Zone, face_down


@lru_cache
def pieces(game: Rules) -> Mapping[str, Piece]:
    """Return every piece of the game, as the published table describes them."""
    published = components.COMPONENTS.pieces
    sorts = ("caravel", "merchant", "warehouse", "shipyard")
    own = {key: _piece(published, key, card) for key, card in game.developments.items()}
    others = [key for key in published if key not in (*KEYS, *own, *sorts)]
    return {key: published[key] for key in KEYS} | own | {key: published[key] for key in others}


def _piece(pieces: dict[str, Piece], key: str, card: Development) -> Piece:
    """Return a Development card as a piece: the description of its type, and what is printed on
    this card.
    """
    person = card.character is not None
    piece = pieces[key if person else card.name.split()[0].lower()]
    text = piece.text.removesuffix(".")
    if card.doubloons:
        text += f"; pays {plural(card.doubloons, 'doubloon')} a round"
    if card.event is not RoundEvent.NONE:
        text += f"; as card 1 of the queue it brings {card.event}"
    if person:
        return evolve(piece, text=f"{card.name}: {text}.")
    name, worth = card.name.replace(" for", ""), card.caravel or card.slots or None
    return evolve(piece, key=key, name=name, text=f"{text}.", worth=worth)


def _items(
    several: PackedCards, *, hidden: bool = False, marks: tuple[str, ...] = ()
) -> tuple[Item, ...]:
    return tuple(
        [
            Item(KEYS[kind], CARDS.count(several, kind), marks, hidden)
            for kind in CARDS.kinds(several)
        ]
    )


def centre(game: Rules, view: View) -> Area:
    """Return the centre of the table."""
    public = view.public
    reach = view.turn.reach or 0
    queue: list[Item] = []
    for place, key in enumerate(public.queue):
        card = game.developments[key]
        marks = [f"+{card.doubloons}"] if card.doubloons else []
        marks += [str(card.event)] if card.event else []
        marks += ["in reach"] if place < reach else []
        queue.append(Item(key, 1, tuple(marks)))
    return Area(
        seat=None,
        name="Table",
        zones=(
            Zone("queue", "Queue", tuple(queue), ordered=True),
            Zone("market", "Market", _items(public.market)),
            Zone("display", "Turned up for the fleets", _items(view.supply.display)),
            Zone("aside", "Converted for the next set", _items(view.turn.aside())),
            Zone("discards", "Discards", _items(public.discards), brief=True),
            Zone("pile", "Resource pile", face_down(view.pile_size)),
            Zone("deck", "Development deck", face_down(view.deck_size)),
        ),
    )


def seat_area(game: Rules, view: View, seat: int) -> Area:
    """Return the area of this seat, as far as the reader knows it."""
    public, estate = view.public, estate_of(game, view.public.owned[seat])
    note = f"+{estate.income}" if estate.income else ""
    marks = {
        MASTER: view.round.master == seat,
        PERFECT: seat in view.round.perfect,
        SHORT: view.trade.short == seat,
    }
    zones = (
        [Zone("offer", "on offer", _items(view.trade.offers[seat]))] if view.trade.offers else []
    )
    zones += [
        Zone("hand", "hand", _hand(view, seat)),
        Zone("estate", "Development", tuple([Item(key) for key in public.owned[seat]])),
    ]
    return Area(
        seat=seat,
        name=seat_name(seat, view.seat),
        zones=tuple(zones),
        counters=(
            Counter("doubloons", "doubloons", public.doubloons[seat], note=note, piece="doubloon"),
        ),
        marks=tuple([mark for mark, is_on in marks.items() if is_on]),
    )


def _hand(view: View, seat: int) -> tuple[Item, ...]:
    """Return the reader's own cards, or what they know about another hand (M8)."""
    if seat == view.seat:
        rest = CARDS.remove(view.hand, view.chosen)
        # Chosen cards are part of the hand until they are revealed: they are marked there, not
        # shown twice.
        return (*_items(view.chosen, hidden=True, marks=("chosen",)), *_items(rest, hidden=True))
    certain, doubtful = _remembered(view, seat)
    size = view.hand_sizes[seat] - CARDS.size(certain) - CARDS.size(doubtful)
    return (
        *_items(certain, hidden=True),
        *_items(doubtful, hidden=True, marks=("?",)),
        *face_down(size),
    )


def _remembered(view: View, seat: int) -> tuple[Cards, Cards]:
    """Return the cards that another seat certainly holds, and those that may have been given away
    (M8).
    """
    known, doubts = remembered(view.public, view.given, seat)
    if CARDS.size(known) > view.hand_sizes[seat]:
        return NO_CARDS, NO_CARDS
    if not doubts:
        return known, NO_CARDS
    pairs = zip(view.public.gifts, view.given, strict=True)
    given = CARDS.join([gift.sure for gift, kind in pairs if gift.giver == seat and kind is None])
    doubtful = CARDS.common(known, given)
    return CARDS.remove(known, doubtful), doubtful


def unseen(game: Rules, view: View) -> Iterator[Unseen]:
    """Yield what face-down cards can be: unlocated Resource cards, and Development cards in the
    deck.
    """
    seen = [
        *view.open_cards(),
        view.hand,
        *[_remembered(view, seat)[0] for seat in game.seats if seat != view.seat],
    ]
    deck = tuple(
        [Item(key, hidden=True) for key in game.used if key not in view.public.open_developments()]
    )
    yield Unseen(
        ("hand", "pile"), _items(CARDS.remove(game.resources, CARDS.join(seen)), hidden=True)
    )
    yield Unseen(("deck",), deck)


# Notes.


def notes(game: Rules, view: View) -> Iterator[str]:
    """Yield further remarks, one line each."""
    if view.round.event:
        yield _note_on_event(game, view)
    if view.phase in SIMULTANEOUS:
        yield f"Still choosing: {listed(_names(view, view.owing))}."
    if view.supply.picks:
        yield f"Next picks: {', '.join(_names(view, view.supply.picks))}."
    if view.supply.detached:
        yield f"Second fleet: {listed([f'Caravel {value}' for value in view.supply.detached])}."
    if view.phase is Phase.MASTER:
        highest = max(totals(game, view.public.owned, view.trade.offers))
        yield f"Tied with {highest}: {listed(_names(view, view.trade.candidates))}."
    yield from _notes_on_turn(game, view)
    doubts = [*_doubts(view)]
    if doubts:
        yield f"Cards marked ? may be gone: at most {listed(doubts)}."
    if view.round.unfilled:
        yield "The queue could not be refilled: this is the last round."


def _names(view: View, seats: Iterable[int]) -> list[str]:
    """Return what the reader calls these seats."""
    return [seat_object(seat, view.seat) for seat in seats]


def _note_on_event(game: Rules, view: View) -> str:
    """Return what the event of the round does, and whom de la Cosa spares (M3)."""
    event = view.round.event
    effect = pieces(game)[event.name.lower()].text.removesuffix(".")
    owners = [
        seat for seat, owned in enumerate(view.public.owned) if has(game, owned, Character.COSA)
    ]
    spared = "".join(_names(view, owners))  # one seat at most: there is only one such card
    return f"{event}: {effect}; de la Cosa spares {spared}." if spared else f"{event}: {effect}."


def _doubts(view: View) -> Iterator[str]:
    """Yield how many known cards of other hands may have been given away unseen (M8)."""
    givers = dict.fromkeys([gift.giver for gift in view.public.gifts])
    for giver in givers:
        known, doubtful = remembered(view.public, view.given, giver)
        if not doubtful or giver == view.seat:
            continue
        if CARDS.size(known) <= view.hand_sizes[giver]:
            yield f"{plural(doubtful, 'card')} of {seat_name(giver, view.seat)}"


def _notes_on_turn(game: Rules, view: View) -> Iterator[str]:
    turn = view.turn
    if turn.converted:
        yield f"Converted: {listed([f'{card} as {target}' for target, card in turn.converted])}."
    if turn.group is not None:
        yield f"A Merchant {components.GROUPS[turn.group]} is in use."
    if turn.size:
        yield f"A set of {turn.size} different resources is being made."
    if view.phase is not Phase.TURN or view.player != view.seat:
        return
    yield from _notes_on_sets(game, view)


def _notes_on_sets(game: Rules, view: View) -> Iterator[str]:
    """Yield what sets bring that the reader can still make (M6.2 to M6.5).

    What is converted has a purpose, and the choices say which.
    """
    turn = view.turn
    estate = estate_of(game, view.public.owned[view.player])
    event = event_for(view.round.event, estate)
    may_sell_different = not turn.different and not turn.converted
    if may_sell_different and event is not RoundEvent.NATIVES:
        prices = _prices(game.components.different, fewest=components.SMALLEST_DIFFERENT)
        yield f"Different resources: {prices}."
    may_sell_relics = not turn.relics and not turn.converted
    if may_sell_relics and CARDS.count(view.hand, RELIC):
        yield f"Relics: {_prices(game.components.relics, fewest=1)}."
    if event is RoundEvent.KINGS_HELP or not (turn.identical or event is RoundEvent.STORM):
        yield "3 of a resource 1-3 take card 1 of the queue, of 4-6 card 1, 2 or 3, of 7-9 any."
        yield "4 of a resource 1-3 take card 1, 2 or 3, of any other any card; 5 take any."
    if Character.ALMAGRO in estate.characters and view.deck_size:
        yield "Almagro: any identical set can take the top of the deck instead."


def _prices(prices: Sequence[int], fewest: int) -> str:
    """Return what a set pays by its size, from the smallest one on."""
    return ", ".join(
        [
            f"{count} pay{'s' * (count == 1)} {price}"
            for count, price in enumerate(prices, start=fewest)
        ]
    )
