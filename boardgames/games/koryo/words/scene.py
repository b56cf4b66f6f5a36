"""Texts and scenes of Koryŏ: the table, the actions, what happens, and the points."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, assert_never

from boardgames.contract.refusals import check_viewer
from boardgames.core.text import fold, listed, plural, seat_name, seat_object, seat_possessive
from boardgames.games.koryo import events
from boardgames.games.koryo.actions import (
    Absolve,
    Action,
    Bank,
    Destroy,
    Discard,
    End,
    Order,
    Steal,
    Swap,
)
from boardgames.games.koryo.components import (
    CARDS,
    FAMILIES,
    KEYS,
    SENATOR,
    SENATOR_BONUS,
)
from boardgames.games.koryo.events import Event
from boardgames.games.koryo.scoring import has_majority, influence, majority
from boardgames.games.koryo.secrets.view import View, unseen_cards
from boardgames.games.koryo.state import ACTIONS, DISCARDS, ORDERS, OVER, Rules, State, turn_order
from boardgames.scene.parts import Area, Counter, Item, Unseen, Zone, face_down
from boardgames.scene.plan import Plan, Space
from boardgames.scene.scene import Label, Scene, Touch

if TYPE_CHECKING:
    from boardgames.games.koryo.components import Cards, Counts, Kind, Season

HALL_OF_FAME = 30
"""The influence that enters the Hall of Fame (K9.3)."""
KINDS_SHOWN = (*reversed(KEYS[: len(FAMILIES)]), *KEYS[len(FAMILIES) :])
"""The rows of a table: the family with the highest number first, the Events last."""
TIE = "tie"
"""Marks a majority by the Omniscient: the family has its power, but scores no points (K2.3,
K2.4).
"""
PHASES = {ORDERS: "orders", ACTIONS: "actions", DISCARDS: "end of the season", OVER: "game over"}

TIPS = {
    ORDERS: (
        "Everybody places cards of one kind and discards the rest. The player with the most cards"
        " of a family has its power, and scores its number at the end."
    ),
    ACTIONS: (
        "Each player reveals their order, and uses the powers of their majorities and their Events"
        " in any order."
    ),
    DISCARDS: (
        "At the end of a season, a player with more cards than the limit discards Characters, down"
        " to the limit."
    ),
}

PLAN = Plan(
    centre=(
        Space(("gone",), "Gone this season", (len(KINDS_SHOWN),), weight=3, form="names"),
        Space(("pile",), "Pile", form="count"),
    ),
    seat=(
        Space(("tableau",), "tableau"),
        Space(("order",), "order", (2,)),
        Space(("hand",), "hand", form="count"),
        Space(("discards",), "discards", form="count"),
    ),
    share=0,
)
"""Where things lie: the tableau with a row for each kind, everything else in one row."""


def position(_game: Rules, /, state: State) -> str:
    """Return season and phase, for error messages."""
    return f"season {state.round.season}, {state.phase.name.lower()}"


# The table.


def scene(game: Rules, /, view: View) -> Scene:
    """Return the table as this seat sees it: tableaux side by side, and the seat's own cards."""
    seasons = game.components.seasons
    season = seasons[view.round.season - 1]
    tableaux = tuple(map(CARDS.pack, view.tableaux))
    turn_is_on = view.phase is not OVER
    points = influence(tableaux, view.tokens)
    seats = [
        _area(view, tableaux, seat, season.limit, points[seat]) for seat in range(game.players)
    ]
    return Scene(
        viewer=view.seat,
        title=game.title,
        heading=f"season {view.round.season} of {len(seasons)}, {PHASES[view.phase]}",
        areas=(_centre(view, season), *seats),
        to_act=(view.player,) if turn_is_on else (),
        prompt=_prompt(view, tableaux) if turn_is_on else "",
        notes=tuple(_notes(view, seats)),
        unseen=(Unseen(("hand", "order", "discards", "pile"), _items(unseen_cards(game, view))),),
        layout="columns",
        tip=TIPS.get(view.phase, ""),
        race=("influence",),
        plan=PLAN,
    )


def _centre(view: View, season: Season) -> Area:
    return Area(
        seat=None,
        name="Table",
        zones=(
            Zone("gone", "Gone this season", _items(view.gone)),
            Zone("pile", "Pile", face_down(view.pile_size), minor=True),
        ),
        counters=(
            Counter("dealt", "dealt", season.dealt, derived=True),
            Counter("limit", "limit", season.limit, derived=True),
            Counter("bank", "tokens left", view.bank, piece="token"),
        ),
    )


def _area(view: View, tableaux: tuple[Cards, ...], seat: int, limit: int, points: int) -> Area:
    own = seat == view.seat
    discards = _items(view.discards, hidden=True) if own else face_down(view.discard_sizes[seat])
    own_limit = _limit(view, tableaux, seat, limit)
    bonus = f"+{SENATOR_BONUS}" if own_limit is not None and own_limit > limit else ""
    return Area(
        seat=seat,
        name=seat_name(seat, view.seat),
        zones=(
            Zone("tableau", "tableau", _tableau(tableaux, seat), kinds=KINDS_SHOWN),
            Zone(
                "hand",
                "hand",
                _items(view.hand) if own else face_down(view.hand_sizes[seat]),
                minor=not own,
            ),
            Zone(
                "order",
                "order",
                _items(view.order, hidden=True) if own else face_down(view.order_sizes[seat]),
            ),
            Zone("discards", "discards, face down", discards, minor=True),
        ),
        counters=(
            Counter("cards", "cards", CARDS.size(tableaux[seat]), own_limit, bonus, derived=True),
            Counter("tokens", "tokens", view.tokens[seat], piece="token"),
            Counter("influence", "influence right now", points, derived=True),
        ),
        marks=(events.FIRST_PLAYER,) if seat == view.round.first else (),
    )


def _limit(view: View, tableaux: tuple[Cards, ...], seat: int, limit: int) -> int | None:
    """Return the number of cards that this seat may keep; None after its discards, when the limit
    is over (K8.3).
    """
    if view.phase is DISCARDS:
        order = turn_order(len(tableaux), view.round.first)
        if order.index(seat) < order.index(view.player):
            return None
        if seat == view.player:
            return view.turn.limit
    return limit + SENATOR_BONUS if has_majority(tableaux, SENATOR, seat) else limit


def _tableau(tableaux: tuple[Cards, ...], seat: int) -> tuple[Item, ...]:
    items = []
    for kind in CARDS.kinds(tableaux[seat]):
        count = CARDS.count(tableaux[seat], kind)
        marks: tuple[str, ...] = ()
        if kind.number is not None and majority(tableaux, kind) == seat:
            is_tie = CARDS.counts(tableaux, kind).count(count) > 1
            marks = ("majority", TIE) if is_tie else ("majority",)
        items.append(Item(KEYS[kind], count, marks))
    return tuple(reversed(items))


def _items(counts: Counts, *, hidden: bool = False) -> tuple[Item, ...]:
    return tuple(
        [Item(KEYS[kind], count, (), hidden) for kind, count in enumerate(counts) if count]
    )


def _prompt(view: View, tableaux: tuple[Cards, ...]) -> str:
    if view.seat != view.player:
        return f"{seat_name(view.player, view.seat)} is to act"
    if view.phase is ORDERS:
        pair = ", or two different ones (Ship Owner)" if view.round.ship_owner == view.seat else ""
        return f"Place cards of one kind face down{pair}:"
    if view.phase is DISCARDS:
        excess = CARDS.size(tableaux[view.player]) - view.turn.limit
        return f"Discard {plural(excess, 'Character')} to keep to your limit of {view.turn.limit}:"
    return "Your turn: use your powers and resolve your Events, in any order, then end it:"


def _to_resolve(view: View) -> str:
    """Return a note on the Events that the player can still resolve, if there are any."""
    due = view.turn.due
    parts = [f"{CARDS.count(due, kind)} {kind}" for kind in CARDS.kinds(due)]
    return listed(parts) if parts else ""


def _notes(view: View, seats: Sequence[Area]) -> Iterator[str]:
    if waiting := _to_resolve(view):
        yield f"To resolve: {waiting}"
    if any(TIE in item.marks for area in seats for zone in area.zones for item in zone.items):
        yield "A tie won by the Omniscient gives the family's power, but no points."


# What the player can do.


def label(_game: Rules, /, view: View, action: Action) -> Label:
    """Return what this action means to the seat of this View."""
    seat = view.player
    viewer = view.seat
    match action:
        case Order(cards):
            touches = tuple([Touch(seat, "hand", KEYS[kind]) for kind in dict.fromkeys(cards)])
            return Label(
                f"order {_ordered(cards)}",
                touches or (Touch(seat, "hand"),),
                "order",
                declines=not cards,
            )
        case Bank():
            return Label("take a token from the bank (Banker)", (Touch(None, "bank", "token"),))
        case Absolve(event):
            whose = seat_possessive(seat, viewer)
            return Label(
                f"destroy {whose} {event} (Priest)", (Touch(seat, "tableau", KEYS[event]),)
            )
        case Steal(victim):
            return Label(
                f"steal a token from {seat_object(victim, viewer)} (Spy)",
                (Touch(victim),),
                "steal a token",
            )
        case Destroy(victim, character):
            touches = (Touch(victim, "tableau", KEYS[character]),)
            return Label(
                f"destroy {seat_possessive(victim, viewer)} {character}",
                touches,
                "destroy a Character",
            )
        case Swap(low, given, high, returned):
            gift, price = _swapped(low, given, high, returned, viewer)
            touches = (Touch(low, "tableau", KEYS[given]), Touch(high, "tableau", KEYS[returned]))
            if high == viewer:
                touches = touches[::-1]
            return Label(f"swap {gift} for {price}", touches, "swap Characters")
        case Discard(character):
            return Label(
                f"discard {character}", (Touch(seat, "tableau", KEYS[character]),), "discard"
            )
        case End():
            given_up = _to_resolve(view)
            return Label(
                "end your turn", (Touch(seat),), note=f"gives up {given_up}" if given_up else ""
            )
        case _:
            assert_never(action)


def _ordered(cards: Sequence[Kind]) -> str:
    if not cards:
        return "nothing"
    first, last = cards[0], cards[-1]
    return f"{len(cards)} {first}" if first == last else f"{first} and {last}"


# What happens.


def describe(_game: Rules, /, event: Event, viewer: int | None) -> Sequence[str]:
    """Return the lines that tell this viewer of an event; none for what the next scene shows
    anyway.
    """
    match event:
        case events.OrderPlaced(seat, size, _, order):
            cards = (
                _ordered(order or ()) if order or not size else f"{plural(size, 'card')}, face down"
            )
            return _line(seat, viewer, f"ordered {cards}")
        case events.OrderRevealed(seat, cards):
            return fold(_parts(cards), f"{seat_name(seat, viewer)} revealed")
        case events.EventsWithoutUse(seat, cards):
            return fold(_parts(cards), f"{seat_name(seat, viewer)} had no use for")
        case events.TokenTaken(seat):
            return _line(seat, viewer, "took a token from the bank")
        case events.TokenStolen(seat, victim):
            return _line(seat, viewer, f"stole a token from {seat_object(victim, viewer)}")
        case events.EventAbsolved(seat, kind):
            return _line(seat, viewer, f"destroyed 1 {kind} with the Priest")
        case events.CharacterDestroyed(seat, victim, character):
            return _line(seat, viewer, f"destroyed {seat_possessive(victim, viewer)} {character}")
        case events.CharactersSwapped(seat, low, given, high, returned):
            gift, price = _swapped(low, given, high, returned, viewer)
            return _line(seat, viewer, f"swapped {gift} for {price}")
        case events.TurnEnded(seat):
            return _line(seat, viewer, "ended the turn")
        case events.CharacterDiscarded(seat, character):
            return _line(seat, viewer, f"discarded 1 {character}")
        case events.CharactersLost(seat, cards):
            return fold(
                _parts(cards),
                f"{seat_name(seat, viewer)} lost all Characters, as Events reach the limit:",
            )
        case events.SeasonBegins(season, first):
            return [f"Season {season} begins, with {seat_object(first, viewer)} as first player"]
        case events.CardsLaidOut() | events.CardsDealt():
            return []
        case events.GameEnds():
            return ["The last season is over."]
        case _:
            assert_never(event)


def _line(seat: int, viewer: int | None, what: str) -> list[str]:
    return [f"{seat_name(seat, viewer)} {what}"]


def _parts(cards: Sequence[Kind]) -> list[str]:
    """Return the cards in words, such as `2 Banker,` and `1 Spy`: parts between which a line may be
    broken.
    """
    parts = [f"{count} {kind}" for kind, count in Tally(cards).items()]
    return [f"{part}," for part in parts[:-1]] + parts[-1:]


def _swapped(low: int, given: Kind, high: int, returned: Kind, viewer: int | None) -> list[str]:
    """Return both sides of an exchange in words, the viewer's own first."""
    sides = sorted([(low, given), (high, returned)], key=lambda side: side[0] != viewer)
    return [f"{seat_possessive(seat, viewer)} {kind}" for seat, kind in sides]


def remarks(game: Rules, /, state: State, viewer: int | None) -> tuple[str, ...]:
    """Return who enters the Hall of Fame or the Wall of Shame (K9.3)."""
    viewer = check_viewer(game, viewer)
    lines = []
    for seat, points in enumerate(influence(state.tableaux, state.tokens)):
        who = seat_name(seat, viewer)
        if points >= HALL_OF_FAME:
            lines.append(f"{who} entered the Hall of Fame, with {points} points")
        elif points < 0:
            lines.append(f"{who} got onto the Wall of Shame, with {points} points")
    return tuple(lines)
