"""The analysis of a recorded game as a page, with a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from string import Template
from typing import Any

from boardgames.cli.analysis_report import Analysis, verdicts
from boardgames.cli.screen import result_of
from boardgames.core.text import one_line
from boardgames.play.analysis import Judgement, turning_points
from boardgames.play.reasons import estimated, in_words
from boardgames.scene.phrases import ENGLISH, Phrases

WIDTH, HEIGHT = 840, 240
"""Size of the chart."""
COLOURS = ("#2d5f9e", "#b0543a", "#3f7f4a", "#7a5c99", "#a6801d", "#2d7f86")
"""Colours of the seats."""
PAGE = Template("""\
<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>$analysis: $title</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; } table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .2rem .6rem; border-top: 1px solid #ccc; }
</style>
<h1>$title: $estimated</h1>
<p>$result</p>
<p>$verdicts</p>
<p>$knowledge $key</p>
$chart
<table>
<tr><th>$columns</tr>
$rows</table>
<p>$notes</p>
</html>
""")


def page(analysis: Analysis) -> str:
    """Return the analysis as a self-contained HTML document."""
    record, words, phrases = analysis.record, analysis.game.words, analysis.phrases
    names = [
        escape(phrases.named(words.seat_name(seat, None), one_line(name)))
        for seat, name in enumerate(record.seats)
    ]
    ended = result_of(record, words)
    about_seats = [
        f"{name}: {escape(verdicts(own, phrases))}"
        for seat, name in enumerate(names)
        if (own := analysis.of_seat(seat))
    ]
    return PAGE.substitute(
        analysis=escape(phrases.analysis),
        title=escape(words.title),
        estimated=escape(estimated(analysis.game, phrases)),
        result=_lines([escape(line) for line in (*ended, phrases.as_note(analysis.extent))]),
        verdicts=_lines(about_seats),
        knowledge=escape(phrases.by_own_knowledge),
        key=_key(names),
        chart=chart(record.players, analysis.judgements, phrases),
        columns="<th>".join([escape(column) for column in phrases.columns]),
        rows="".join(
            [_row(judgement, names[judgement.player], phrases) for judgement in analysis.judgements]
        ),
        notes=escape(f"{phrases.numbers} {phrases.not_a_sum}"),
    )


def _lines(lines: Sequence[str]) -> str:
    return "<br>".join(lines)


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _key(names: Sequence[str]) -> str:
    """Return the names with the colours of their lines in the chart."""
    return " ".join(
        [
            f'<span style="color:{_colour(seat)}">&#9632;</span> {name}'
            for seat, name in enumerate(names)
        ]
    )


def _row(judgement: Judgement[Any], name: str, phrases: Phrases) -> str:
    """Return a row of the table on the page, with what the search prefers if that is better."""
    is_worse = bool(judgement.cost)
    is_too_close = judgement.verdict == "too_close"
    cells = [
        str(judgement.ply),
        escape(judgement.when),
        name,
        escape(judgement.done_text),
        f"{judgement.done.chance:.0%}",
        escape(judgement.best_text) if is_worse else "",
        f"{judgement.best.chance:.0%}" if is_worse else "",
        escape(phrases.too_close if is_too_close else in_words(judgement.why, phrases)),
    ]
    return f"<tr><td>{'<td>'.join(cells)}"


def chart(players: int, judgements: Sequence[Judgement[Any]], phrases: Phrases = ENGLISH) -> str:
    """Return the chances of each seat over the game as an SVG, with a ring around each turning
    point.
    """
    plies = [judgement.ply for judgement in judgements]
    last = max(plies, default=1)
    parts = [_grid_line(height) for height in (0, HEIGHT // 2, HEIGHT)]
    for seat in range(players):
        own = [judgement for judgement in judgements if judgement.player == seat]
        parts += _curve(own, last, _colour(seat))
    width = WIDTH + 60
    height = HEIGHT + 40
    label = escape(phrases.drawn)
    start = f'<svg viewBox="-50 -20 {width} {height}" role="img" aria-label="{label}">'
    return "".join([start, *parts, "</svg>"])


def _grid_line(height: int) -> str:
    percent = 100 - 100 * height // HEIGHT
    return (
        f'<line x2="{WIDTH}" y1="{height}" y2="{height}" stroke="#ccc"/>'
        f'<text x="-48" y="{height + 5}" font-size="13">{percent} %</text>'
    )


def _curve(judgements: list[Judgement[Any]], last: int, colour: str) -> Iterator[str]:
    """Yield the curve of one seat in the chart, which reaches to the last ply, and its rings."""
    places = {
        judgement.ply: (WIDTH * judgement.ply // last, round(HEIGHT * (1 - judgement.done.chance)))
        for judgement in judgements
    }
    line = " ".join([f"{x},{y}" for x, y in places.values()])
    yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for point in turning_points(judgements):
        x, y = places[point.ply]
        done = f"{point.done_text}: {point.done.chance:.0%}"
        best = f"{point.best_text}: {point.best.chance:.0%}"
        yield f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="{colour}" stroke-width="2">'
        yield f"<title>{escape(f'{done}; {best}')}</title></circle>"
