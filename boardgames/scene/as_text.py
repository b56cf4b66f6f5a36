"""Draws a scene as text, at most 80 columns wide, for terminals, logs and prompts.

The lines consist of spans, so that a terminal can colour a name by its group without measuring
anything again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from boardgames.core.text import COLUMNS, clipped, in_rows, padded, width
from boardgames.core.values import evolve
from boardgames.scene.parts import Area, Counter, Item, Mark, Piece, Zone
from boardgames.scene.phrases import ENGLISH, Phrases
from boardgames.scene.scene import Scene, ScoreSheet

Part = TypeVar("Part", "Zone", "Counter")

SIGNS = {"piece": "*~^!", "seat": "+#=%&@"}
"""Signs for marks of pieces and of seats in a grid, explained below it; when they run out, numbers
are used.
"""
GAP = 2
"""Spaces between columns."""
INDENT = " " * 4
"""Begins a line that goes on with the one above."""


class Span(NamedTuple):
    """A piece of text, and how to show it."""

    text: str
    group: str = ""
    """The colour of the piece that it names, or else its group."""
    strong: bool = False

    def in_column(self, column: int) -> Span:
        """Return the span cut and filled to this width, with a space at its end."""
        return self._replace(text=padded(clipped(self.text, column - 1), column))


Line: TypeAlias = "tuple[Span, ...]"
Signs: TypeAlias = "dict[str, str]"
"""The sign of each mark, without its numbers, or name of a seat in the drawings so far."""


def plain(lines: Iterable[Line]) -> str:
    """Return the lines as plain text."""
    texts = [_text(line).rstrip() for line in lines]
    return "\n".join(texts)


def draw(
    scene: Scene,
    pieces: Mapping[str, Piece],
    columns: int = COLUMNS,
    *,
    compact: bool = False,
    signs: Signs | None = None,
    phrases: Phrases = ENGLISH,
) -> list[Line]:
    """Return the table as lines: heading, seats, centre, and the reader's own cards.

    A `compact` drawing omits minor zones, long notes, and rows of pieces that nobody has. `signs`
    is filled, to keep the sign of a mark in the next drawings for this reader. `phrases`: what the
    drawing says by itself.
    """
    if scene.text:
        lines = scene.text.split("\n")
        teams = phrases.teams(scene.teams, scene.viewer)
        if teams:
            lines.append(teams)
        return [(Span(line),) for line in lines]
    earlier = {} if signs is None else signs
    return _Drawing(scene, pieces, phrases, columns, earlier, compact=compact).lines()


def head_size(scene: Scene, pieces: Mapping[str, Piece], columns: int = COLUMNS) -> int:
    """Return how many of the first lines that `draw` returns explain all others: the heading, and
    the names above the columns.
    """
    if scene.text:
        return 0
    drawing = _Drawing(scene, pieces, ENGLISH, columns, {})
    has_names = scene.layout == "columns" and not drawing.boards
    return len([*drawing.heading()]) + has_names


def explained(
    scene: Scene, pieces: Mapping[str, Piece], terms: Iterable[str], signs: Signs
) -> dict[str, list[str]]:
    """Return which of these terms (`Words.terms`) the drawn table shows, and other signs; each with
    what stands there.
    """
    drawing = _Drawing(scene, pieces, ENGLISH, COLUMNS, signs)
    drawing.lines()  # gives marks their signs
    words_by_term = _words_by_term(scene, drawing)
    explained = {key: words for key, words in words_by_term.items() if key in terms}
    for mark, sign in drawing.legend.signs.items():
        if numberless(mark.key) not in terms:
            explained[mark.key] = [sign, mark.name]
    return explained


def _words_by_term(scene: Scene, drawing: _Drawing) -> dict[str, list[str]]:
    """Return all that the drawn table shows by a name, a number or a sign, by its term."""
    words: dict[str, list[str]] = {}
    if scene.to_act:
        words[">"] = [">"]
    if any(area.board for area in scene.areas):
        words["?"] = ["?"]
        words["."] = ["."]
    for area in scene.areas:
        for counter in area.counters:
            of_counter = words.setdefault(counter.key, [counter.name])
            of_counter += [drawing.number(counter), counter.note]
        marks = [*area.marks]
        for zone in area.zones:
            if zone.items:
                words.setdefault(zone.key, [zone.name])
            marks += _marks_on(zone.items)
        for mark in marks:
            of_mark = words.setdefault(numberless(mark.key), [])
            of_mark += [mark.name, drawing.legend.signs.get(mark, "")]
    return words


def draw_score_sheet(
    sheet: ScoreSheet,
    names: Sequence[str],
    columns: int = COLUMNS,
    phrases: Phrases = ENGLISH,
) -> list[Line]:
    """Return the sheet as lines: a row for each source, a column for each seat, the totals last."""
    sources = [line.source for line in sheet.lines]
    label = _widest([phrases.total, *sources])
    room = (columns - label - GAP) // len(names)
    column = min(_widest(names) + GAP, room)
    short = [*map(phrases.short_player, range(len(names)))]
    heads = _cut_names(names, short, [column - 1] * len(names))

    def row(name: str, cells: Iterable[str], *, strong: bool = False) -> Line:
        start = padded(name, label)
        aligned = [" " * (column - width(cell)) + cell for cell in cells]
        return (Span(start, strong=strong), Span("".join(aligned), strong=strong))

    lines = [row("", heads, strong=True)]
    for line in sheet.lines:
        points = [str(number) if number else "." for number in line.points]
        lines.append(row(line.source, points))
    lines.append(row(phrases.total, map(str, sheet.totals), strong=True))
    return lines


def _cut_names(names: Sequence[str], short: Sequence[str], rooms: Sequence[int]) -> list[str]:
    """Return each name cut to its room, or its short form if another begins with what is left."""
    fitted: list[str] = []
    for name, instead, room in zip(names, short, rooms, strict=True):
        cut = clipped(name, room)
        alike = [other for other in names if other.startswith(cut)]
        fitted.append(cut if cut == name or len(alike) == 1 else instead)
    return fitted


class _Legend:
    """Gives each mark a sign; one that a mark had in earlier drawings stays its own, unless another
    mark has it now.
    """

    def __init__(self, earlier: Signs, seats: Collection[str]) -> None:
        self.signs: dict[Mark, str] = {}
        """The sign of each mark, or name of a seat, in this drawing."""
        self.earlier = earlier
        self.seats = seats

    def of(self, marks: Iterable[Mark], marked: Literal["piece", "seat"] = "piece") -> str:
        """Return the signs of these marks."""
        return "".join([self._sign(mark, marked) for mark in marks])

    def _sign(self, mark: Mark, marked: Literal["piece", "seat"]) -> str:
        if mark in self.signs:
            return self.signs[mark]
        key = mark.key if mark.key in self.seats else numberless(mark.key)
        sign = self._free_sign(key, SIGNS[marked])
        self.signs[mark] = sign
        self.earlier.setdefault(key, sign)
        return sign

    def _free_sign(self, key: str, signs: str) -> str:
        """Return the sign that the key had earlier, or else one that has meant nothing yet."""
        taken = self.signs.values()
        free = [sign for sign in signs if sign not in taken]
        had = self.earlier.get(key)
        if had is not None and had in free:
            return had
        for sign in free:
            if sign not in self.earlier.values():
                return sign
        return free[0] if free else f"({len(self.signs) + 1})"

    def lines(self) -> list[Line]:
        """Return the line that explains all signs; none if there are no signs."""
        if not self.signs:
            return []
        words = [f"{sign} {mark.name}" for mark, sign in self.signs.items()]
        return [(Span("   ".join(words)),)]


class _GridRow(NamedTuple):
    """A row of the grid, in which the seats are columns."""

    name: Line
    beside: str
    """The number of the centre, beside those of the seats."""
    cells: list[str]
    """One for each seat."""


class _Column(NamedTuple):
    """A column of the table in which the seats are rows."""

    head: str
    cells: list[list[str]]
    """One for each seat: words between which a line may be broken."""

    def texts(self) -> list[str]:
        return [self.head, *[" ".join(words) for words in self.cells]]


class _Drawing:
    def __init__(
        self,
        scene: Scene,
        pieces: Mapping[str, Piece],
        phrases: Phrases,
        columns: int,
        signs: Signs,
        *,
        compact: bool = False,
    ) -> None:
        self.phrases = phrases
        self.compact = compact
        self.boards = [area for area in scene.areas if area.board]
        areas = [self._without_board(area) for area in scene.areas]
        self.scene: Scene = evolve(scene, areas=tuple(areas))
        self.seats = self.scene.seats
        self.zones = _first_by_key([area.zones for area in self.seats])
        self.counters = _first_by_key([area.counters for area in self.seats])
        self.pieces = pieces
        self.columns = columns
        self.legend = _Legend(signs, [area.name for area in self.seats])

    def _without_board(self, area: Area) -> Area:
        """Return the area without the cells of its board and, if compact, minor zones."""
        cells = {*chain.from_iterable(area.board)}
        zones = [zone for zone in area.zones if zone.key not in cells]
        if self.compact:
            zones = [zone for zone in zones if not zone.minor]
        return evolve(area, zones=tuple(zones))

    def lines(self) -> list[Line]:
        scene = self.scene
        body = self._body()  # before the areas below: what is drawn first chooses its signs first
        teams = self.phrases.teams(scene.teams, scene.viewer)
        lines = [*self.heading(), *self._folded(_words(teams)), *body]
        for area in self.seats:
            if area.seat != scene.viewer:
                lines += self._below(area)
        for area in scene.areas:
            if area.seat is None:
                lines += self._below(area)
        for note in scene.notes:
            if not self.compact or width(note) <= self.columns:
                lines += self._folded(_words(note))
        for area in self.seats:
            if area.seat == scene.viewer:
                lines += self._below(area)
        return lines

    def _body(self) -> list[Line]:
        """Return the boards, the table of seats, and what their signs mean."""
        lines: list[Line] = []
        for area in self.boards:
            lines += self._board(area)
        lines += self._grid() if self.scene.layout == "columns" else self._rows()
        lines += self.legend.lines()
        return lines

    # Pieces and numbers.

    def _named(self, item: Item, *, valued: bool = False) -> Line:
        """Return the item in words: `2 Ship Owner`; `valued` adds a value shown nowhere else, as in
        `corn (2)`.
        """
        if item.piece is None:
            return (Span(self._unknown(item)),)
        piece = self.pieces.get(item.piece)
        remarks = [mark.name for mark in item.marks]
        if valued and piece is not None and piece.worth is not None and self._hides_worth(piece):
            worth = self.phrases.worth(piece.worth) if remarks else str(piece.worth)
            remarks = [worth, *remarks]
        spans = [self._painted(item.piece)]
        if item.count > 1:
            spans.insert(0, Span(f"{item.count} "))
        if remarks:
            spans.append(Span(f" ({', '.join(remarks)})"))
        return tuple(spans)

    def _hides_worth(self, piece: Piece) -> bool:
        """Return whether neither a row for the piece nor its name shows what it is worth."""
        has_row = self.scene.layout == "columns" and not self.compact
        has_number = re.search(r"\d", piece.name) is not None
        return not has_row and not has_number

    def _grouped(self, items: Iterable[Item]) -> Iterable[Item]:
        """Return the items with those of one name and the same marks together."""
        alike: dict[tuple[str | None, tuple[Mark, ...]], Item] = {}
        for item in items:
            name = None if item.piece is None else self._painted(item.piece).text
            look = (name, item.marks)
            if look in alike:
                first = alike[look]
                alike[look] = evolve(first, count=first.count + item.count)
            else:
                alike[look] = item
        return alike.values()

    def _painted(self, key: str) -> Span:
        """Return the name of the piece with this key, in its colour."""
        piece = self.pieces.get(key)
        return Span(piece.name, piece.colour or piece.group) if piece else Span(key)

    def _parts(self, zone: Zone, *, valued: bool = False) -> list[Line]:
        """Return what lies in the zone as unbreakable parts, commas included."""
        if zone.ordered:
            return self._numbered(zone.items, valued=valued)
        parts: list[Line] = []
        for item in self._grouped(zone.items):
            if parts:
                parts[-1] += (Span(","),)
            parts.append(self._named(item, valued=valued))
        return parts

    def _numbered(self, items: Iterable[Item], *, valued: bool) -> list[Line]:
        """Return items whose order matters as parts, each with the number of its place."""
        parts: list[Line] = []
        place = 1
        for item in _by_place(items):
            name = self._named(item, valued=valued)
            parts.append((Span(f"{place}: "), *name, Span(" ")))
            place += item.count
        return parts

    def number(self, counter: Counter) -> str:
        """Return the number with its limit and its note: `6 of 9 +2`."""
        number = self.phrases.number_of(counter)
        return f"{number} {counter.note}" if counter.note else number

    def _unknown(self, item: Item) -> str:
        """Return how many unknown pieces there are, with their marks."""
        unknown = self.phrases.unknown
        if not item.marks:
            return f"{item.count} {unknown}"
        count = f"{item.count} " if item.count > 1 else ""
        marks = [mark.name for mark in item.marks]
        return f"{count}{unknown} ({', '.join(marks)})"

    def _seat(self, area: Area) -> str:
        is_to_act = area.seat in self.scene.to_act
        return f"{area.name} >" if is_to_act else area.name

    # Lines.

    def _folded(self, parts: Iterable[Line], first: str = "") -> Iterator[Line]:
        """Yield lines that fill the width; no part is broken."""
        top, *others = in_rows(parts, _width, first, INDENT, self.columns)
        if first or top:
            beginning = [(Span(first),)] if first else []
            yield _spaced([*beginning, *top])
        for row in others:
            yield (Span(INDENT), *_spaced(row))

    def heading(self) -> Iterator[Line]:
        """Yield the heading, with what it says of the centre."""
        scene = self.scene
        title = f"{scene.title}: {scene.heading} " if scene.heading else f"{scene.title} "
        parts = [(Span(f"{fact}  "),) for fact in self._facts_of_centre()]
        (start, *others), *rest = self._folded(parts, title)
        yield (start._replace(strong=True), *others)
        yield from rest

    def _facts_of_centre(self) -> Iterator[str]:
        """Yield the counters that only the centre has, and the sizes of its zones that lie face
        down.
        """
        centre = self.scene.centre
        if centre is None:
            return
        for counter in centre.counters:
            if counter.key not in self.counters:
                yield f"{counter.name} {self.number(counter)}"
        for zone in centre.zones:
            if _is_closed(zone):
                yield f"{zone.name} {zone.size}"

    def _below(self, area: Area) -> Iterator[Line]:
        """Yield the zones that neither the heading nor the table of seats shows, or only by their
        size.
        """
        for zone in area.zones:
            if self._is_below(zone, area.seat):
                name = self._full_name(zone, area)
                yield from self._folded(self._zone(zone, valued=True), f"{name}:")

    def _is_below(self, zone: Zone, seat: int | None) -> bool:
        if seat is None:
            return bool(zone.items) and not _is_closed(zone)
        is_hand = zone.key == "hand"
        has_row = self.scene.layout == "rows"
        if seat == self.scene.viewer:
            is_compared = bool(zone.kinds) or (has_row and not is_hand)
            is_known = bool(zone.items) if is_hand else _has_known(zone.items)
            is_omitted = self.compact and zone.brief
        else:
            is_compared = bool(zone.kinds) or has_row or is_hand
            is_known = _has_known([item for item in zone.items if not item.hidden])
            is_omitted = zone.brief
        return is_known and not is_compared and not is_omitted

    def _full_name(self, zone: Zone, area: Area) -> str:
        if area.seat is None:
            return zone.name
        if area.seat == self.scene.viewer:
            return self.phrases.own(zone.name)
        return self.phrases.of_seat(area.name, zone.name)

    def _zone(self, zone: Zone, *, valued: bool = False) -> list[Line]:
        """Return what lies in a zone: its pieces, or their number if all of them are unknown."""
        if all(item.piece is None and not item.marks for item in zone.items):
            return [(Span(str(zone.size)),)]
        return self._parts(zone, valued=valued)

    # Boards: the zones of an area as cells.

    def _board(self, area: Area) -> Iterator[Line]:
        """Yield a line for each row of the board, below the names of its columns."""
        zones = {zone.key: zone for zone in area.zones}
        rows = [[self._cell(zones.get(key)) for key in keys] for keys in area.board]
        row_names = area.board_rows or [""] * len(rows)
        column_names = area.board_columns or [""] * len(rows[0])
        corner = "" if area.seat is None else area.name
        label = _widest([corner, *row_names]) + GAP
        room = (self.columns - label) // len(column_names)
        texts = [cell.text for cell in chain.from_iterable(rows)]
        column = min(_widest(texts) + GAP, room)
        if corner or area.board_columns:
            head = padded(corner, label) + _in_columns(column_names, column)
            yield (Span(head, strong=True),)
        for name, row in zip(row_names, rows, strict=True):
            start = Span(padded(name, label), strong=True)
            cells = [cell.in_column(column) for cell in row]
            yield (start, *cells)

    def _cell(self, zone: Zone | None) -> Span:
        """Return the number of pieces, if there are several, and the first one, with signs for its
        marks and owner; nothing for a gap.
        """
        if zone is None:
            return Span("")
        if not zone.items:
            return Span(".")
        item = zone.items[0]
        signs = self._sign_of_owner(item) + self.legend.of(item.marks)
        count = f"{zone.size} " if zone.size > 1 else ""
        name = Span("?")
        if item.piece is not None:
            name = self._painted(item.piece)
        return name._replace(text=signs + count + name.text)

    def _sign_of_owner(self, item: Item) -> str:
        """Return a sign for the seat to which a piece belongs; none for the reader's own."""
        if item.seat == self.scene.viewer:
            return ""
        owners = [Mark(area.name, area.name) for area in self.seats if area.seat == item.seat]
        return self.legend.of(owners, "seat")

    # Seats as columns: a row for each kind of piece and each counter.

    def _grid(self) -> Iterator[Line]:
        rows = [*self._zone_rows(), *self._counter_rows()]
        label = max([_width(row.name) for row in rows], default=0) + GAP
        beside = _widest([row.beside for row in rows])
        if beside:
            beside += GAP
        column = (self.columns - label - beside) // max(1, len(self.seats))
        start = " " * (label + beside)
        yield (Span(start), Span(_in_columns(self._heads(column), column), strong=True))
        for row in rows:
            gap = " " * (label - _width(row.name))
            numbers = padded(row.beside, beside) + _in_columns(row.cells, column)
            yield (*row.name, Span(gap + numbers))

    def _heads(self, column: int) -> list[str]:
        """Return the seats with their signs: `Player 2 > +`, or `P2>+` where room is short."""
        signs = [self.legend.of(area.marks, "seat") for area in self.seats]
        heads = [f"{self._seat(area)} {sign}" for area, sign in zip(self.seats, signs, strict=True)]
        if _widest(heads) < column:
            return heads
        turns = [">" if area.seat in self.scene.to_act else "" for area in self.seats]
        ends = [turn + sign for turn, sign in zip(turns, signs, strict=True)]
        names = [area.name for area in self.seats]
        short = [
            self.phrases.short_player(area.seat) for area in self.seats if area.seat is not None
        ]
        cut = _cut_names(names, short, [column - 1 - width(end) for end in ends])
        return [name + end for name, end in zip(cut, ends, strict=True)]

    def _zone_rows(self) -> Iterator[_GridRow]:
        """Yield rows for the kinds of pieces that seats compare, and one for each other zone in
        which others have pieces; the reader's own are below.
        """
        for key, first in self.zones.items():
            zones = [_with_key(area.zones, key) for area in self.seats]
            if first.kinds:
                yield from self._kind_rows(first.kinds, zones)
            elif self._is_used_by_others(key):
                sizes = [0 if zone is None else zone.size for zone in zones]
                cells = [str(size) if size else "." for size in sizes]
                yield _row(first.name, cells)

    def _is_used_by_others(self, key: str) -> bool:
        """Return whether others than the reader have pieces in the zone with this key."""
        others = [area for area in self.seats if area.seat != self.scene.viewer]
        zones = [_with_key(area.zones, key) for area in others]
        return any([zone is not None and zone.items for zone in zones])

    def _kind_rows(self, kinds: Iterable[str], zones: Sequence[Zone | None]) -> Iterator[_GridRow]:
        for key in kinds:
            cells = [self._kind_cell(key, zone) for zone in zones]
            if self.compact and set(cells) == {"."}:
                continue
            piece = self.pieces.get(key)
            worth = ""
            if piece is not None and piece.worth is not None:
                worth = str(piece.worth)
            name = (Span(f"{worth:>2} "), self._painted(key))
            yield _GridRow(name, "", cells)

    def _kind_cell(self, key: str, zone: Zone | None) -> str:
        """Return how many of these pieces lie in the zone, and the signs of their marks."""
        if zone is None:
            return "."
        items = [item for item in zone.items if item.piece == key]
        count = sum([item.count for item in items])
        signs = self.legend.of(_marks_on(items))
        return f"{count or '.'} {signs}".rstrip()

    def _counter_rows(self) -> Iterator[_GridRow]:
        centre = self.scene.centre
        for key, first in self.counters.items():
            beside = ""
            if centre is not None:
                beside = self._number_in(centre, key)
            cells = [self._number_in(area, key) or "." for area in self.seats]
            yield _row(first.name, cells, beside)

    def _number_in(self, area: Area, key: str) -> str:
        """Return the number of the counter with this key; empty if the area has none."""
        counter = _with_key(area.counters, key)
        return "" if counter is None else self.number(counter)

    # Seats as rows: a column for each counter and each zone.

    def _rows(self) -> Iterator[Line]:
        """Yield a line for each seat, with a head; or a paragraph for each if a line is too wide or
        room is short.
        """
        names: list[list[str]] = []
        for area in self.seats:
            marks = [f"({mark.name})" for mark in area.marks]
            names.append([self._seat(area), *marks])
        columns = [column for column in self._columns() if any(column.cells)]
        table = [column.texts() for column in (_Column("", names), *columns)]
        widths = [_widest(texts) + GAP for texts in table]
        is_too_wide = sum(widths) - GAP > self.columns
        if columns and (self.compact or is_too_wide):
            for index, name in enumerate(names):
                facts = [(column.head, column.cells[index]) for column in columns]
                yield from self._paragraph(name, facts)
            return
        rows = zip(*table, strict=True)
        head, *lines = ["".join(map(padded, row, widths)) for row in rows]
        if columns:
            yield (Span(head, strong=True),)
        for line in lines:
            yield (Span(line),)

    def _columns(self) -> Iterator[_Column]:
        for key, counter in self.counters.items():
            numbers = [self._number_in(area, key) for area in self.seats]
            cells = [[number] if number else [] for number in numbers]
            yield _Column(counter.name, cells)
        for key, zone in self.zones.items():
            cells = [self._zone_words(area, key) for area in self.seats]
            yield _Column(zone.name, cells)

    def _zone_words(self, area: Area, key: str) -> list[str]:
        """Return what lies in this zone of a seat; the reader's own hand is shown below instead."""
        zone = _with_key(area.zones, key)
        is_own_hand = key == "hand" and area.seat == self.scene.viewer
        if zone is None or not zone.items or is_own_hand:
            return []
        return [plain([part]) for part in self._zone(zone)]

    def _paragraph(
        self, name: Iterable[str], facts: Iterable[tuple[str, list[str]]]
    ) -> Iterator[Line]:
        """Yield the lines of one seat: what the heads say, each with its words."""
        parts: list[str] = []
        for head, words in facts:
            if not words:
                continue
            if parts:
                parts[-1] += ";"
            first, *others = words
            parts += [f"{head} {first}", *others]
        start = " ".join(name)
        yield from self._folded([(Span(part),) for part in parts], f"{start}:")


def numberless(key: str) -> str:
    """Return the key of a mark with # for each number, as `Words.terms` names it."""
    return re.sub("[0-9]+", "#", key)


def _row(name: str, cells: list[str], beside: str = "") -> _GridRow:
    """Return a row whose name begins where the names of pieces do, behind their values."""
    return _GridRow((Span(f"   {name}"),), beside, cells)


def _is_closed(zone: Zone) -> bool:
    """Return whether the number of pieces in this zone of the centre is enough."""
    return bool(zone.items) and (zone.brief or not _has_known(zone.items))


def _has_known(items: Iterable[Item]) -> bool:
    return any([item.piece is not None for item in items])


def _by_place(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items whose order matters; pieces with marks, such as clues, are an item each."""
    for item in items:
        if item.marks:
            yield from [evolve(item, count=1)] * item.count
        else:
            yield item


def _marks_on(items: Iterable[Item]) -> list[Mark]:
    marks: list[Mark] = []
    for item in items:
        marks += item.marks
    return marks


def _words(text: str) -> list[Line]:
    return [(Span(word),) for word in text.split()]


def _text(line: Line) -> str:
    return "".join([span.text for span in line])


def _spaced(parts: Iterable[Line]) -> Line:
    """Return the parts as one line, with a space between two of them."""
    line: list[Span] = []
    for part in parts:
        if line:
            line.append(Span(" "))
        line += part
    return tuple(line)


def _width(line: Line) -> int:
    return sum([width(span.text) for span in line])


def _widest(texts: Iterable[str]) -> int:
    return max(map(width, texts), default=0)


def _in_columns(cells: Iterable[str], column: int) -> str:
    """Return the cells side by side, cut so that a space is left between them."""
    return "".join([Span(cell).in_column(column).text for cell in cells])


def _with_key(parts: Iterable[Part], key: str) -> Part | None:
    """Return the zone or counter with this key, if there is one."""
    for part in parts:
        if part.key == key:
            return part
    return None


def _first_by_key(parts_of_areas: Iterable[Iterable[Part]]) -> dict[str, Part]:
    """Return the first zone or counter with each key, in the order of their first appearance."""
    first: dict[str, Part] = {}
    for part in chain.from_iterable(parts_of_areas):
        first.setdefault(part.key, part)
    return first
