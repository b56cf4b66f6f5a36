"""Draws a scene as HTML for notebooks: self-contained, without a script, readable on light and dark
pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Protocol

from boardgames.scene.parts import Area, Counter, Mark, Piece, Zone
from boardgames.scene.phrases import ENGLISH, Phrases

STYLE = """<style>
.boardgames {max-width: 60rem; font: .875rem/1.45 system-ui, sans-serif}
.boardgames section {position: relative; display: flex; flex-wrap: wrap; gap: .25rem .9rem;
min-height: 2rem; padding: .4rem 0 .4rem 7rem; border-top: 1px solid #8886}
.boardgames h4, .boardgames h5 {margin: .2rem 0; font-family: Georgia, serif}
.boardgames h5 {position: absolute; left: 0; width: 6.5rem}
.boardgames p {margin: .2rem 0}
.boardgames i {display: inline-block; margin: .1rem; padding: 0 .4rem; border: 1px solid #8888;
border-radius: .3rem; font-style: normal}
.boardgames s {text-decoration: none; opacity: .7}
.boardgames .slides {display: flex; overflow-x: auto; scroll-snap-type: x mandatory}
.boardgames article {flex: 0 0 100%; scroll-snap-align: start}
.boardgames table {border-collapse: collapse; width: auto}
.boardgames td, .boardgames th {padding: .1rem .7rem; text-align: right}
</style>"""
"""Colours are translucent greys and tints over those of the page, so that they fit a light and a
dark one.
"""
GOLDEN_ANGLE = 137.5
"""Degrees between the hues of two groups, so that neighbours differ clearly."""


class Drawable(Protocol):
    """A Scene, as far as it is drawn."""

    @property
    def title(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def areas(self) -> Sequence[Area]: ...
    @property
    def prompt(self) -> str: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def text(self) -> str: ...
    @property
    def teams(self) -> Sequence[Sequence[int]]: ...
    @property
    def viewer(self) -> int | None: ...


class SheetLine(Protocol):
    """A line of a ScoreSheet."""

    @property
    def source(self) -> str: ...
    @property
    def points(self) -> Sequence[int]: ...


class Sheet(Protocol):
    """A ScoreSheet."""

    @property
    def lines(self) -> Sequence[SheetLine]: ...
    @property
    def totals(self) -> Sequence[int]: ...


def framed(*slides: str) -> str:
    """Return these pictures with the style that they need, side by side in a row that is
    scrolled.
    """
    articles = "".join([f"<article>{slide}</article>" for slide in slides])
    return f'{STYLE}<div class="boardgames"><div class="slides">{articles}</div></div>'


def scene_html(scene: Drawable, pieces: Mapping[str, Piece], phrases: Phrases = ENGLISH) -> str:
    """Return the table as HTML to put into `framed`: heading, areas and notes; a face-down piece is
    a question mark.
    """
    titles = filter(None, [scene.title, scene.heading])
    title = escape(" - ".join(titles))
    teams = phrases.teams(scene.teams, scene.viewer)
    head = f"<h4>{title}</h4>{_paragraph(teams)}"
    if scene.text:
        return f"{head}<pre>{escape(scene.text)}</pre>"
    looks = _looks(pieces)
    areas = [_area(area, looks, phrases) for area in scene.areas]
    texts = (scene.prompt, *scene.notes)
    words = [_paragraph(text) for text in texts]
    return "".join([head, *areas, *words])


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def _looks(pieces: Mapping[str, Piece]) -> dict[str | None, str]:
    """Return the beginning of the HTML of each piece, by its key; pieces of a group have the same
    colour.
    """
    groups = [*dict.fromkeys([piece.group for piece in pieces.values()])]
    looks: dict[str | None, str] = {None: "<i>?"}
    for key, piece in pieces.items():
        style = ""
        if piece.group:
            hue = groups.index(piece.group) * GOLDEN_ANGLE % 360
            style = f' style="background:hsl({hue:.0f} 60% 50%/.25)"'
        looks[key] = f"<i{style}>{escape(piece.name)}"
    return looks


def _area(area: Area, looks: Mapping[str | None, str], phrases: Phrases) -> str:
    name = escape(area.name)
    if area.marks:
        name += f"<br>{_marks(area.marks)}"
    counters = "".join([_counter(counter, phrases) for counter in area.counters])
    zones = "".join([_zone(zone, looks) for zone in area.zones if zone.items])
    return f"<section><h5>{name}</h5>{counters}{zones}</section>"


def _marks(marks: Iterable[Mark]) -> str:
    return _faint(", ".join([mark.name for mark in marks]))


def _faint(text: str) -> str:
    return f"<s>{escape(text)}</s>"


def _counter(counter: Counter, phrases: Phrases) -> str:
    number = escape(phrases.number_of(counter))
    note = f" ({escape(counter.note)})" if counter.note else ""
    return f"<span>{_faint(counter.name)} <b>{number}</b>{note}</span>"


def _zone(zone: Zone, looks: Mapping[str | None, str]) -> str:
    items = ""
    for item in zone.items:
        items += looks.get(item.piece, f"<i>{escape(str(item.piece))}")
        if item.count > 1:
            items += f" x{item.count}"
        if item.marks:
            items += f" {_marks(item.marks)}"
        items += "</i>"
    return f"<span>{_faint(zone.name)} {items}</span>"


def score_sheet_html(sheet: Sheet) -> str:
    """Return the sheet as a table: a row for each source, a column for each seat, and totals."""
    seats = [ENGLISH.seat_name(seat, None) for seat in range(len(sheet.totals))]
    head = _row("", seats, "th")
    body = [_row(line.source, line.points, "td") for line in sheet.lines]
    foot = _row(ENGLISH.total, sheet.totals, "th")
    return f"<table>{head}{''.join(body)}{foot}</table>"


def _row(name: str, cells: Iterable[object], tag: str) -> str:
    columns = [f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells]
    return f"<tr><th>{escape(name)}</th>{''.join(columns)}</tr>"
