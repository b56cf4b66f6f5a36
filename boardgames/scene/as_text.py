"""Draws a scene as text: ASCII, at most 80 columns, for terminals, logs and prompts.

The lines consist of spans, so that a terminal can colour a name by its group without measuring
anything again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from string import ascii_letters, digits
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from boardgames.core.text import COLUMNS
from boardgames.core.values import evolve
from boardgames.scene.parts import Area, Counter, Item, Piece, Zone
from boardgames.scene.scene import Scene, ScoreSheet

Part = TypeVar("Part", "Zone", "Counter")

SIGNS = {"piece": "*~^!", "seat": "+#=%&@"}
"""Signs for marks of pieces and of seats in a grid, explained below it; when they run out, numbers
are used.
"""
GAP = 2
"""Spaces between columns."""
MOST_COMPACT = 2
"""The level of `compact` that also omits long notes and empty rows."""


class Span(NamedTuple):
    """A piece of text, and how to show it."""

    text: str
    group: str = ""
    """The colour of the piece that it names, or else its group."""
    strong: bool = False


Line: TypeAlias = "tuple[Span, ...]"
Signs: TypeAlias = "dict[str, str]"
"""The sign of each mark, without its numbers, or name of a seat in the drawings so far."""
Row: TypeAlias = "tuple[Line, str, list[str]]"
"""A row of the grid: its name, the number beside it, and a cell for each seat."""


def plain(lines: Iterable[Line]) -> str:
    """Return the lines as plain text."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def draw(
    scene: Scene,
    pieces: Mapping[str, Piece],
    columns: int = COLUMNS,
    *,
    compact: int = 0,
    signs: Signs | None = None,
) -> list[Line]:
    """Return the table as lines: heading, seats, centre, and the reader's own cards.

    A `compact` drawing omits minor zones (1), and also long notes and rows of pieces that nobody
    has (2). `signs` is filled, to keep the sign of a mark in the next drawings for this reader.
    """
    if scene.text:
        lines = [*scene.text.split("\n"), *filter(None, [scene.teams_line])]
        return [(Span(line),) for line in lines]
    return _Drawing(scene, pieces, columns, compact, {} if signs is None else signs).lines()


def head_size(scene: Scene, pieces: Mapping[str, Piece], columns: int = COLUMNS) -> int:
    """Return how many of the first lines that `draw` returns explain all others: the heading, and
    the names above the columns.
    """
    if scene.text:
        return 0
    drawing = _Drawing(scene, pieces, columns, 0, {})
    has_names = scene.layout == "columns" and not drawing.boards
    return len([*drawing.heading()]) + has_names


def explained(
    scene: Scene, pieces: Mapping[str, Piece], terms: Iterable[str], signs: Signs
) -> dict[str, list[str]]:
    """Return which of these terms (`terms_of`) the drawn table shows, and other signs; each with
    what stands there.
    """
    drawing = _Drawing(scene, pieces, COLUMNS, 0, signs)
    drawing.lines()  # gives marks their signs
    found: dict[str, list[str]] = {">": [">"]} if scene.to_act else {}
    if any(area.board for area in scene.areas):
        found |= {"?": ["?"], ".": ["."]}
    for area in scene.areas:
        for counter in area.counters:
            found.setdefault(counter.key, [counter.name]).extend([_number(counter), counter.note])
        zones = [zone for zone in area.zones if zone.items]
        for zone in zones:
            found.setdefault(zone.key, [zone.name])
        for mark in (
            *area.marks,
            *[mark for zone in zones for item in zone.items for mark in item.marks],
        ):
            found.setdefault(numberless(mark), []).extend([mark, drawing.signs.get(mark, "")])
    other = {
        mark: [sign, mark] for mark, sign in drawing.signs.items() if numberless(mark) not in terms
    }
    return {key: found[key] for key in found if key in terms} | other


def draw_score_sheet(sheet: ScoreSheet, names: Sequence[str], columns: int = COLUMNS) -> list[Line]:
    """Return the sheet as lines: a row for each source, a column for each seat, the totals last."""
    label = max(map(len, ["total", *[line.source for line in sheet.lines]]))
    width = min(max(map(len, names)) + GAP, (columns - label - GAP) // len(names))
    lines: list[Line] = [
        (Span(" " * label), Span("".join(name.rjust(width) for name in names), strong=True))
    ]
    for source in sheet.lines:
        cells = "".join((str(points) if points else ".").rjust(width) for points in source.points)
        lines.append((Span(source.source.ljust(label)), Span(cells)))
    totals = "".join(str(points).rjust(width) for points in sheet.totals)
    lines.append((Span("total".ljust(label), strong=True), Span(totals, strong=True)))
    return lines


class _Drawing:
    def __init__(
        self, scene: Scene, pieces: Mapping[str, Piece], columns: int, compact: int, signs: Signs
    ) -> None:
        cells = {(area.seat, key) for area in scene.areas for row in area.board for key in row}
        areas = []
        for area in scene.areas:
            zones = [
                zone
                for zone in area.zones
                if (area.seat, zone.key) not in cells and not (compact and zone.minor)
            ]
            areas.append(evolve(area, zones=tuple(zones)))
        self.boards: Sequence[Area] = [area for area in scene.areas if area.board]
        self.compact = compact
        self.scene: Scene = evolve(scene, areas=tuple(areas))
        self.zones = _first_by_key([area.zones for area in self.scene.seats])
        self.counters = _first_by_key([area.counters for area in self.scene.seats])
        self.pieces = pieces
        self.columns = columns
        self.signs: dict[str, str] = {}
        """The sign in the grid for each mark."""
        self.earlier = signs

    def lines(self) -> list[Line]:
        scene = self.scene
        seats = self._grid() if scene.layout == "columns" else self._rows()
        body = [*[line for area in self.boards for line in self._board(area)], *seats]
        own = [area for area in scene.seats if area.seat == scene.viewer]
        others = [area for area in scene.areas if area not in own]
        notes = [
            note for note in scene.notes if self.compact < MOST_COMPACT or len(note) <= self.columns
        ]
        legend = "   ".join(f"{sign} {mark}" for mark, sign in self.signs.items())
        return [
            *self.heading(),
            *self._folded([(Span(word),) for word in scene.teams_line.split()]),
            *body,
            *([(Span(legend),)] if legend else []),
            *self._below(sorted(others, key=lambda area: area.seat is None)),
            *[
                line
                for note in notes
                for line in self._folded([(Span(word),) for word in note.split()])
            ],
            *self._below(own),
        ]

    # Pieces and numbers.

    def _named(self, item: Item, *, valued: bool = False) -> tuple[Span, ...]:
        """Return the item in words: `2 Ship Owner`; `valued` adds a value shown nowhere else, as in
        `corn (2)`.
        """
        count = f"{item.count} " if item.count > 1 else ""
        if item.piece is None:
            return (
                Span(
                    f"{count}unknown ({', '.join(item.marks)})"
                    if item.marks
                    else f"{item.count} unknown"
                ),
            )
        piece = self.pieces.get(item.piece)
        name = _painted(item.piece, piece)
        has_row = (
            self.scene.layout == "columns" and self.compact < MOST_COMPACT
        )  # it shows the value
        is_unseen = (
            piece and piece.worth is not None and not has_row and not re.search(r"\d", piece.name)
        )
        facts = [*([str(piece.worth)] if piece and valued and is_unseen else []), *item.marks]
        marks = f" ({', '.join(facts)})" if facts else ""
        return tuple([span for span in (Span(count), name, Span(marks)) if span.text])

    def _items(self, zone: Zone) -> tuple[Item, ...]:
        """Return what lies in the zone: those of one name together or, if the order matters, each
        with marks.
        """
        if zone.ordered:  # pieces with marks, such as clues, are an item each
            split = [
                [evolve(item, count=1)] * item.count if item.marks else [item]
                for item in zone.items
            ]
            return tuple([each for items in split for each in items])
        alike: dict[tuple[str | None, tuple[str, ...]], Item] = {}
        for item in zone.items:
            piece = self.pieces.get(item.piece) if item.piece else None
            look = (piece.name if piece else item.piece, item.marks)
            first = alike.get(look)
            alike[look] = evolve(first, count=first.count + item.count) if first else item
        return tuple(alike.values())

    def _parts(self, zone: Zone, *, valued: bool = False) -> list[tuple[Span, ...]]:
        """Return what lies in the zone as unbreakable parts, commas included."""
        items = self._items(zone)
        named = [self._named(item, valued=valued) for item in items]
        if zone.ordered:
            starts = accumulate([item.count for item in items], initial=1)
            return [
                (Span(f"{start}: "), *words, Span(" "))
                for words, start in zip(named, starts, strict=False)
            ]
        return [
            (*words, Span("," if index < len(named) else ""))
            for index, words in enumerate(named, start=1)
        ]

    def _sign(self, marks: Sequence[str], marked: Literal["piece", "seat"] = "piece") -> str:
        """Return the signs of these marks: those that they had before or, if others have them now,
        new ones.
        """
        names = [area.name for area in self.scene.seats]
        for mark in [each for each in dict.fromkeys(marks) if each not in self.signs]:
            key = mark if mark in names else numberless(mark)
            free = [each for each in SIGNS[marked] if each not in self.signs.values()]
            earlier = [each for each in free if each == self.earlier.get(key)]
            unused = [each for each in free if each not in self.earlier.values()]
            self.signs[mark] = [*earlier, *unused, *free, f"({len(self.signs) + 1})"][0]
            self.earlier.setdefault(key, self.signs[mark])
        return "".join(self.signs[mark] for mark in marks)

    def _seat(self, area: Area) -> str:
        return area.name + (" >" if area.seat in self.scene.to_act else "")

    # Lines.

    def _folded(self, parts: Sequence[tuple[Span, ...]], first: str = "") -> Iterator[Line]:
        """Yield lines that fill the width; no part is broken."""
        line: list[Span] = [Span(first)] if first else []
        used = len(first)
        for part in parts:
            width = sum(len(span.text) for span in part)
            if line and used + 1 + width > self.columns:
                yield tuple(line)
                line, used = [Span("    ")], 4
            elif line:
                line.append(Span(" "))
                used += 1
            line += part
            used += width
        if line:
            yield tuple(line)

    def heading(self) -> Iterator[Line]:
        """Yield the heading, with the counters of the centre and the sizes of its zones that lie
        face down.
        """
        scene, centre = self.scene, self.scene.centre
        counters = (
            []
            if centre is None
            else [each for each in centre.counters if each.key not in self.counters]
        )
        facts = [f"{counter.name} {_number(counter)}  " for counter in counters]
        facts += [f"{zone.name} {zone.size}  " for zone in self._closed_zones()]
        heading = f"{scene.title}: {scene.heading} " if scene.heading else f"{scene.title} "
        first, *rest = [*self._folded([(Span(fact),) for fact in facts], heading)] or [
            (Span(heading.rstrip()),)
        ]
        yield (first[0]._replace(strong=True), *first[1:])
        yield from rest

    def _closed_zones(self) -> list[Zone]:
        """Return the zones of the centre of which the number of pieces is enough."""
        zones = self.scene.centre.zones if self.scene.centre else ()
        return [
            zone
            for zone in zones
            if zone.items and (zone.brief or all(item.piece is None for item in zone.items))
        ]

    def _below(self, areas: Iterable[Area]) -> Iterator[Line]:
        """Yield the zones that neither the heading nor the table of seats shows, or only by their
        size.
        """
        closed = self._closed_zones()
        for area in areas:
            for zone in area.zones:
                if area.seat is None:
                    name, shown = zone.name, bool(zone.items) and zone not in closed
                elif area.seat == self.scene.viewer:
                    compared = zone.kinds or (self.scene.layout == "rows" and zone.key != "hand")
                    known = any(item.piece is not None or zone.key == "hand" for item in zone.items)
                    name, shown = (
                        f"Your {zone.name}",
                        known and not (compared or (self.compact and zone.brief)),
                    )
                else:
                    compared = zone.kinds or zone.key == "hand" or self.scene.layout == "rows"
                    known = any(item.piece is not None and not item.hidden for item in zone.items)
                    name, shown = (
                        f"{area.name}, {zone.name}",
                        known and not (compared or zone.brief),
                    )
                if shown:
                    yield from self._folded(self._zone(zone, valued=True), f"{name}:")

    def _zone(self, zone: Zone, *, valued: bool = False) -> list[tuple[Span, ...]]:
        """Return what lies in a zone: its pieces, or their number if all of them are unknown."""
        if all(item.piece is None and not item.marks for item in zone.items):
            return [(Span(str(zone.size)),)]
        return self._parts(zone, valued=valued)

    def _board(self, area: Area) -> Iterator[Line]:
        """Yield a line for each row of the board; rows and columns have the names that the keys of
        cells consist of.
        """
        cells = {zone.key: self._cell_text(zone) for zone in area.zones} | {"": Span("")}
        rows = [[cells[key] for key in row] for row in area.board]
        names = [max(row).lstrip(ascii_letters) for row in area.board]
        heads = [max(column).rstrip(digits) for column in zip(*area.board, strict=True)]
        corner = "" if area.seat is None else area.name
        label, widest = (
            max(map(len, [corner, *names])) + GAP,
            max([len(cell.text) for row in rows for cell in row]),
        )
        width = min(widest + GAP, (self.columns - label) // len(heads))
        yield (
            Span(corner.ljust(label) + "".join([head.ljust(width) for head in heads]), strong=True),
        )
        for name, row in zip(names, rows, strict=True):
            shown = [cell._replace(text=cell.text[: width - 1].ljust(width)) for cell in row]
            yield (Span(name.ljust(label), strong=True), *shown)

    def _cell_text(self, zone: Zone) -> Span:
        """Return the number of pieces, if there are several, and the first one, with signs for its
        marks and owner.
        """
        if not zone.items:
            return Span(".")
        item, count = zone.items[0], f"{zone.size} " if zone.size > 1 else ""
        owners = [
            area.name for area in self.scene.seats if area.seat == item.seat != self.scene.viewer
        ]
        name = (
            Span("?") if item.piece is None else _painted(item.piece, self.pieces.get(item.piece))
        )
        return name._replace(
            text=self._sign(owners, "seat") + self._sign(item.marks) + count + name.text
        )

    # Seats as columns: a row for each kind of piece and each counter.

    def _grid(self) -> Iterator[Line]:
        seats, centre = self.scene.seats, self.scene.centre
        beside = {counter.key: counter for counter in centre.counters} if centre else {}
        rows: list[Row] = []
        for key, first in self.zones.items():
            of_seats = [
                next((zone for zone in area.zones if zone.key == key), None) for area in seats
            ]
            shown = [
                zone and zone.items and area.seat != self.scene.viewer
                for zone, area in zip(of_seats, seats, strict=True)
            ]
            if first.kinds:
                rows += self._kind_rows(first.kinds, of_seats)
            elif any(shown):  # the reader's own cards are below
                sizes = [str((zone and zone.size) or ".") for zone in of_seats]
                rows.append(((Span(f"   {first.name}"),), "", sizes))
        for key, counter in self.counters.items():
            cells = [
                next((_number(each) for each in area.counters if each.key == key), ".")
                for area in seats
            ]
            rows.append(
                (
                    (Span(f"   {counter.name}"),),
                    _number(beside[key]) if key in beside else "",
                    cells,
                )
            )
        label = max([sum(len(span.text) for span in name) for name, _, _ in rows], default=0) + GAP
        extra = max([len(middle) for _, middle, _ in rows], default=0)
        extra += GAP if extra else 0
        width = (self.columns - label - extra) // max(1, len(seats))
        start = " " * (label + extra)
        names = [f"{self._seat(area)} {self._sign(area.marks, 'seat')}" for area in seats]
        yield (
            Span(start),
            Span("".join(name[: width - 1].ljust(width) for name in names), strong=True),
        )
        for name, middle, cells in rows:
            gap = " " * (label - sum(len(span.text) for span in name))
            yield (
                *name,
                Span(
                    gap
                    + middle.ljust(extra)
                    + "".join(cell[: width - 1].ljust(width) for cell in cells)
                ),
            )

    def _kind_rows(self, kinds: Sequence[str], of_seats: Sequence[Zone | None]) -> Iterator[Row]:
        for key in kinds:
            cells = []
            for zone in of_seats:
                there = [item for item in zone.items if item.piece == key] if zone else []
                marks = [mark for item in there for mark in item.marks]
                cells.append(
                    f"{sum(item.count for item in there) or '.'} {self._sign(marks)}".rstrip()
                )
            if self.compact >= MOST_COMPACT and set(cells) == {"."}:
                continue
            piece = self.pieces.get(key)
            worth = "" if piece is None or piece.worth is None else str(piece.worth)
            yield (Span(f"{worth:>2} "), _painted(key, piece)), "", cells

    # Seats as rows: a column for each counter and each zone.

    def _rows(self) -> Iterator[Line]:
        """Yield a line for each seat, with a head; or a paragraph for each if a line is too wide or
        room is short.
        """
        seats, zones, counters = self.scene.seats, self.zones, self.counters
        heads = [
            "",
            *[counter.name for counter in counters.values()],
            *[zone.name for zone in zones.values()],
        ]
        table: list[list[list[str]]] = []
        for area in seats:
            numbers = {counter.key: [_number(counter)] for counter in area.counters}
            secret = "hand" if area.seat == self.scene.viewer else ""
            compared = [zone for zone in area.zones if zone.items and zone.key != secret]
            held = {zone.key: [plain([words]) for words in self._zone(zone)] for zone in compared}
            name = [self._seat(area), *[f"({mark})" for mark in area.marks]]
            table.append(
                [
                    name,
                    *[numbers.get(key, []) for key in counters],
                    *[held.get(key, []) for key in zones],
                ]
            )
        used = [
            index
            for index, head in enumerate(heads)
            if index == 0 or any(row[index] for row in table)
        ]
        columns = [[heads[index], *[" ".join(row[index]) for row in table]] for index in used]
        widths = [max(map(len, column)) + GAP for column in columns]
        if len(used) > 1 and (self.compact or sum(widths) - GAP > self.columns):
            for name, *cells in table:
                parts: list[str] = []
                for head, cell in zip(heads[1:], cells, strict=True):
                    if cell:
                        *most, last = f"{head} {cell[0]}", *cell[1:]
                        parts += [*most, f"{last};"]
                parts[-1:] = [last.removesuffix(";") for last in parts[-1:]]
                yield from self._folded([(Span(part),) for part in parts], f"{' '.join(name)}:")
            return
        head, *rows = ["".join(map(str.ljust, row, widths)) for row in zip(*columns, strict=True)]
        yield from [(Span(head, strong=True),)] if len(used) > 1 else []
        yield from [(Span(row),) for row in rows]


def numberless(mark: str) -> str:
    """Return the mark with # for each number, as `terms_of` names it."""
    return re.sub("[0-9]+", "#", mark)


def _number(counter: Counter) -> str:
    limit = "" if counter.of is None else f" of {counter.of}"
    return f"{counter.value}{limit}" + (f" {counter.note}" if counter.note else "")


def _painted(key: str, piece: Piece | None) -> Span:
    return Span(piece.name, piece.colour or piece.group) if piece else Span(key)


def _first_by_key(parts_of_areas: Iterable[Sequence[Part]]) -> dict[str, Part]:
    """Return the first zone or counter with each key, in the order of their first appearance."""
    found: dict[str, Part] = {}
    for parts in parts_of_areas:
        for part in parts:
            found.setdefault(part.key, part)
    return found
