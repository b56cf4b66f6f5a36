"""Results as HTML: bars, grids and tables, without scripts, for light and dark screens."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from boardgames.core.text import one_line

STYLE = """<style>
.standings {color-scheme: light dark; max-width: 62rem; font: .9375rem/1.5 system-ui, sans-serif;
--bar: light-dark(#2f6f9f, #7db8e0); --soft: light-dark(#0001, #fff2)}
.standings h1 {font-size: 1.5rem; margin: 0 0 .25rem}
.standings h2 {font-size: 1.0625rem; margin: 2rem 0 .5rem}
.standings p {margin: .25rem 0}
.standings div.wide {overflow-x: auto}
.standings table {border-collapse: collapse; font-variant-numeric: tabular-nums}
.standings th, .standings td {padding: .25rem .75rem .25rem 0; text-align: right;
border-bottom: 1px solid #8884; white-space: nowrap; font-weight: normal}
.standings thead th {opacity: .75; vertical-align: bottom; white-space: normal; max-width: 6rem}
.standings th:first-child, .standings td.text {text-align: left}
.standings tbody th {font-weight: 600}
.standings svg {display: block; width: 18rem; height: 1.25rem}
.standings rect {fill: var(--soft)} .standings line {stroke: var(--bar); stroke-width: 3}
.standings circle {fill: var(--bar)} .standings line.zero {stroke: #8888; stroke-width: 1}
.standings td.cell {text-align: center; padding: .25rem .5rem; border: 1px solid #8884}
.standings small {opacity: .75}
</style>"""
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>:root {{color-scheme: light dark}} body {{margin: 1.5rem auto; max-width: 62rem;
padding: 0 1rem}}</style></head>
<body>{body}</body></html>
"""
WIDTH, HEIGHT = 288, 20
"""Of a bar, in its own units."""
EDGE = 6
"""Room at both ends of a bar, so that a point there is whole."""
LONGEST_HEAD = 24
"""Maximum number of characters of a name over a column."""


class Bar(NamedTuple):
    """A value with its interval, and what stands beside the bar."""

    name: str
    value: float
    low: float
    high: float
    cells: tuple[str, ...]


def page(title: str, body: str) -> str:
    """Return a whole page with this body, which is HTML."""
    return PAGE.format(title=escape(title), body=body)


def framed(heading: str, parts: Iterable[str]) -> str:
    """Return these parts, which are HTML, below a heading, with their style."""
    return "\n".join(
        [STYLE, f'<div class="standings"><h1>{escape(heading)}</h1>', *parts, "</div>"]
    )


def part(heading: str, body: str, note: str = "") -> str:
    """Return a part with its heading, a note in small print, and a body, which is HTML."""
    small = f"<p><small>{escape(note)}</small></p>" if note else ""
    return f"<h2>{escape(heading)}</h2>{small}{body}"


def bars(heads: Sequence[str], rows: Sequence[Bar], mark: float, reach: float) -> str:
    """Return a table with a bar in each row, all on one scale, with a mark at one value.

    Intervals that go further than `reach` beyond all values are cut there.
    """
    values = [mark, *[row.value for row in rows]]
    lowest = min([max(row.low, min(values) - reach) for row in rows] + values)
    highest = max([min(row.high, max(values) + reach) for row in rows] + values)
    span = (highest - lowest) or 1.0

    def x(value: float) -> str:
        share = (min(max(value, lowest), highest) - lowest) / span
        return f"{EDGE + (WIDTH - 2 * EDGE) * share:.1f}"

    cells: list[tuple[str, ...]] = []
    for row in rows:
        drawn = (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(row.cells[0])}">'
            f'<rect x="0" y="4" width="{WIDTH}" height="12" rx="3"/>'
            f'<line class="zero" x1="{x(mark)}" x2="{x(mark)}" y1="0" y2="{HEIGHT}"/>'
            f'<line x1="{x(row.low)}" x2="{x(row.high)}" y1="10" y2="10"/>'
            f'<circle cx="{x(row.value)}" cy="10" r="5"/></svg>'
        )
        cells.append((row.name, drawn, *row.cells))
    return table(("player", "", *heads), cells, html={1})


def grid(names: Sequence[str], cells: Mapping[tuple[str, str], tuple[float, int]]) -> str:
    """Return a table with a share and a number for each two names, darker where it is larger."""
    heads = "".join([f"<th>{escape(one_line(name, LONGEST_HEAD))}</th>" for name in names])
    rows: list[str] = []
    for one in names:
        row = f"<th>{escape(one)}</th>"
        for two in names:
            if (one, two) not in cells:
                row += '<td class="cell"></td>'
                continue
            share, number = cells[one, two]
            tint = f"background: color-mix(in srgb, var(--bar) {share * 60:.0f}%, transparent)"
            inside = f"{share:.0%}<br><small>{number}</small>"
            row += f'<td class="cell" style="{tint}">{inside}</td>'
        rows.append(f"<tr>{row}</tr>")
    return (
        f'<div class="wide"><table><thead><tr><th></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


class Link(NamedTuple):
    """A link from a page."""

    label: str
    target: str


def links(rows: Iterable[tuple[str, str, Sequence[Link]]]) -> str:
    """Return a table of names, what is said of them, and links."""
    lines: list[str] = []
    for name, said, targets in rows:
        anchors = " ".join([f'<a href="{escape(to)}">{escape(label)}</a>' for label, to in targets])
        cells = [escape(name), escape(said), anchors]
        data = "".join([f'<td class="text">{cell}</td>' for cell in cells])
        lines.append(f"<tr>{data}</tr>")
    return f'<div class="wide"><table><tbody>{"".join(lines)}</tbody></table></div>'


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    html: Container[int] = (),
    text: bool = False,
) -> str:
    """Return a table; the columns in `html` are HTML already, and `text` is read from the left."""
    head = "".join([f"<th>{escape(each)}</th>" for each in heads])
    lines: list[str] = []
    kind = ' class="text"' if text else ""
    for row in rows:
        first, *cells = [cell if place in html else escape(cell) for place, cell in enumerate(row)]
        data = "".join([f"<td{kind}>{cell}</td>" for cell in cells])
        lines.append(f"<tr><th>{first}</th>{data}</tr>")
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )
