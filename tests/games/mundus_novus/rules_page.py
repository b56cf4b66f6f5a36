"""What RULES.md of Mundus Novus says of its box."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from operator import attrgetter

from boardgames.games.mundus_novus.components import (
    FEWEST_PLAYERS,
    KIND_NAMES,
    MOST_PLAYERS,
    RELIC,
    CaravelCard,
    CharacterCard,
    Components,
    Kind,
    MerchantCard,
    RoundEvent,
    ShipyardCard,
    WarehouseCard,
    developments,
)
from tests.games.rules_pages import Pieces, Row, with_numbers, with_table

COLUMNS = 59
"""Width of what the table of Development cards says of a class."""
UNBROKEN = "\N{NO-BREAK SPACE}"
GAP = "   "


def renewed(page: str, box: Components, pieces: Pieces) -> str:
    """Return the page as it should be."""
    page = with_table(page, _resources(box))
    page = with_table(page, _developments(box, pieces))
    page = with_numbers(page, "# Resource cards. A resource counts", sum(box.resources))
    cards = developments(box).values()
    page = with_numbers(page, '# Development cards. "+2" is', len(cards))
    left = [
        len([card for card in cards if card.players <= players])
        for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    ]
    return with_numbers(page, "leaves #, #, #, # or # cards for 2 to 6 players", *left)


def _resources(box: Components) -> list[Row]:
    """Return the table of resources, in two halves side by side."""
    cells: list[Row] = []
    for kind in Kind:
        number = "-" if kind is RELIC else str(kind + 1)
        cells.append((KIND_NAMES[kind], number, str(box.resources[kind])))
    half = (len(cells) + 1) // 2
    head = ("card", "no.", "copies")
    halves = zip([head, *cells[:half]], [head, *cells[half:]], strict=True)
    return [(*left, GAP, *right) for left, right in halves]


def _developments(box: Components, pieces: Pieces) -> list[Row]:
    rows: list[Row] = [("class", "cards (mark / icon)")]
    classes = {
        f"{len(box.characters)} characters": [_characters(box.characters, pieces)],
        f"{len(box.caravels)} Caravels": _caravels(box.caravels),
        f"{len(box.merchants)} Merchants": _merchants(box.merchants),
        f"{len(box.warehouses)} Warehouses": _warehouses(box.warehouses),
        f"{len(box.shipyards)} Shipyards": [_marks_and_icons(box.shipyards)],
    }
    for name, texts in classes.items():
        lines = []
        for text in texts:
            lines += textwrap.wrap(text, COLUMNS)
        shown = [line.replace(UNBROKEN, " ") for line in lines]
        rows += zip_longest([name], shown, fillvalue="")
    return rows


def _characters(cards: Sequence[CharacterCard], pieces: Pieces) -> str:
    names = [
        f"{pieces[card.name.name.lower()]['name']}{_paid(card.doubloons, ' ')}" for card in cards
    ]
    return f"{', '.join(names)} (no marks, no icons)"


def _caravels(cards: Sequence[CaravelCard]) -> Iterator[str]:
    values = [card.value for card in cards]
    marks = [f"{card.value}: {card.players}" for card in cards if card.players > FEWEST_PLAYERS]
    icons = []
    for event in RoundEvent:
        having = [str(card.value) for card in cards if card.event is event]
        if having and event is not RoundEvent.NONE:
            icons.append(f"{event} on {', '.join(having)}")
    yield f"values {min(values)} to {max(values)}; marks {', '.join(marks)};"
    yield "; ".join(icons)


def _merchants(cards: Sequence[MerchantCard]) -> Iterator[str]:
    for (group, doubloons), alike in groupby(cards, attrgetter("group", "doubloons")):
        yield f"{group}{_paid(doubloons, ', ')}: {_marks_and_icons([*alike])}"


def _warehouses(cards: Sequence[WarehouseCard]) -> Iterator[str]:
    for (slots, doubloons), alike in groupby(cards, attrgetter("slots", "doubloons")):
        stored = "1 card" if slots == 1 else f"{slots} cards"
        yield f"{stored}{_paid(doubloons, ', ')}: {_marks_and_icons([*alike])}"


def _marks_and_icons(
    cards: Sequence[MerchantCard] | Sequence[WarehouseCard] | Sequence[ShipyardCard],
) -> str:
    """Return the number of players and the event of each card, in brackets that no line breaks."""
    texts = []
    for card in cards:
        mark = str(card.players) if card.players > FEWEST_PLAYERS else "-"
        icon = "none" if card.event is RoundEvent.NONE else str(card.event)
        texts.append(f"({mark} / {icon})".replace(" ", UNBROKEN))
    return " ".join(texts)


def _paid(doubloons: int, before: str) -> str:
    return f"{before}+{doubloons}" if doubloons else ""
