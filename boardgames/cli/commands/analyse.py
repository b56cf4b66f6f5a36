"""`boardgames analyse`: judges the decisions in a record by what each seat could know at
the time.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from boardgames.cli.arguments import count, seconds
from boardgames.cli.commands.replay import as_json, resumed, viewer_of
from boardgames.cli.screen import result_of
from boardgames.cli.terminal import Terminal, command
from boardgames.contract.game import Game
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import fold, one_line, plural
from boardgames.play.analysis import Judgement, analyse, mean_gap, turning_points
from boardgames.play.reasons import LEGEND, estimated, in_words
from boardgames.play.record import Record
from boardgames.play.signals import exit_status

HELP = "judge the decisions of a recorded game, without hindsight"
WIDTH, HEIGHT = 840, 240
NOT_A_SUM = (
    "Each decision is judged by itself, as if all went on from there as the search expects. Losses"
    " do not add up: each decision starts from the position that the last one led to, and new cards"
    " change the chances, too."
)
COLOURS = ("#2d5f9e", "#b0543a", "#3f7f4a", "#7a5c99", "#a6801d", "#2d7f86")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    parser.add_argument(
        "--seat", type=count, metavar="N", help="only the decisions of this player, counted from 1"
    )
    parser.add_argument(
        "--iterations",
        type=count,
        default=200,
        metavar="N",
        help="search iterations per decision; default 200",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=0.0,
        metavar="S",
        help="search for this many seconds per decision instead",
    )
    parser.add_argument("--json", action="store_true", help="write the analysis as JSON")
    parser.add_argument("--html", metavar="FILE", help="write a page with a chart to this new file")


def run(chosen: argparse.Namespace) -> int:
    """Analyse the record and write the report; an interrupt ends the analysis, not the report."""
    terminal, path = Terminal(), chosen.file
    record = Record.load(path)
    seats = record.viewable_seats if chosen.seat is None else (chosen.seat - 1,)
    for each in seats:
        record.check_seat(each)
    if not record.is_revealed and chosen.seat is None and len(seats) > 1:
        raise ConfigurationError(
            "the game is not over, and its players keep secrets from each other: add --seat"
        )
    match, judgements, status = resumed(record, path), list[Judgement[Any]](), 0
    with ExitStack() as stack:
        if chosen.html is not None:
            _create(chosen.html)
            stack.callback(Path(chosen.html).unlink)
        try:
            for judgement in analyse(
                record, seats=seats, iterations=chosen.iterations, seconds=chosen.seconds
            ):
                judgements.append(judgement)
                terminal.show_status(f"{judgement.ply} of {len(record.actions)} actions")
        except KeyboardInterrupt as interrupt:
            status = exit_status(interrupt)
        terminal.show_status("")
        analysis = Analysis(record, match.game, judgements, is_complete=not status)
        if chosen.html is not None:
            Path(chosen.html).write_text(page(analysis), encoding="utf-8")
            stack.pop_all()
    if chosen.json:
        found = as_json(record, match, viewer_of(record)) | {
            "actions": len(record.actions),
            "complete": analysis.is_complete,
            "decisions": [each.to_json() for each in judgements],
        }
        terminal.write(json.dumps(found, indent=1))
    else:
        terminal.write(*text_report(analysis))
        for each in sorted({judgement.player for judgement in judgements}):
            seen = command("replay", "--step", "--seat", str(each + 1), path)
            terminal.write(f"See what player {each + 1} saw with: {seen}")
    return status


@dataclass(frozen=True)
class Analysis:
    """A record and its judgements."""

    record: Record
    game: Game[Any, Any, Any]
    judgements: list[Judgement[Any]]
    is_complete: bool
    """False if the analysis was interrupted."""

    @property
    def extent(self) -> str:
        """How much was analysed."""
        last = self.judgements[-1].ply if self.judgements else 0
        stopped = (
            "" if self.is_complete else f", stopped at action {last} of {len(self.record.actions)}"
        )
        return f"{plural(len(self.judgements), 'decision')} analysed{stopped}"


def _create(path: str) -> None:
    """Create an empty file; raise `ConfigurationError` if it exists or cannot be written."""
    try:
        Path(path).touch(exist_ok=False)
    except OSError as error:
        raise ConfigurationError(f"cannot write {path!r}: {error.strerror}") from None


def text_report(analysis: Analysis) -> list[str]:
    """Return the analysis as lines: how the game ended, and each seat's chances to win and turning
    points.
    """
    record = analysis.record
    lines = [
        f"{analysis.game.title}, {record.players} players, {analysis.extent}",
        *result_of(record),
    ]
    for seat, name in enumerate(record.seats):
        if not (own := [each for each in analysis.judgements if each.player == seat]):
            continue
        lines += ["", f"Player {seat + 1} ({one_line(name)})"]
        chances = [f"{each.done.chance:.0%}".removesuffix("%").rjust(3) for each in own]
        lines += fold(
            chances, f"  {estimated(analysis.game).capitalize()}, in %, after each decision:", "   "
        )
        lines += fold(verdicts(own).split(), " ", "    ")
        if points := turning_points(own):
            lines.append("  The costliest:")
        for each in points:
            when = f"action {each.ply}" + (f", {each.when}" if each.when else "")
            lines += fold(
                f"{when}: {each.done_text} ({each.done.chance:.0%})".split(), "   ", "      "
            )
            lines += fold(
                f"better: {each.best_text} ({each.best.chance:.0%})".split(), "     ", "       "
            )
            if each.why:
                lines += fold(in_words(each.why).split(), "     ", "       ")
    if any(each.cost for each in analysis.judgements):
        lines += ["", *fold(NOT_A_SUM.split(), "", "")]
    if any(each.why for each in analysis.judgements):
        lines += ["", LEGEND]
    return lines


def verdicts(judgements: Sequence[Judgement[Any]]) -> str:
    """Return how many decisions the search prefers itself, finds worse, and cannot tell, and how
    far all of them are behind what it prefers.
    """
    count = Counter([each.verdict for each in judgements])
    return (
        f"Of {plural(len(judgements), 'decision')} the search agrees with {count['agrees']}, finds"
        f" {count['worse']} worse than its own choice, and cannot tell {count['too close']} from"
        f" it. On average its own choice is {100 * mean_gap(judgements):.1f} percentage points"
        " better."
    )


def page(analysis: Analysis) -> str:
    """Return the analysis as a self-contained HTML document."""
    record, judgements = analysis.record, analysis.judgements
    names = [
        f"Player {seat + 1} ({escape(one_line(name))})" for seat, name in enumerate(record.seats)
    ]
    legend = " ".join(
        f'<span style="color:{COLOURS[seat % len(COLOURS)]}">&#9632;</span> {name}'
        for seat, name in enumerate(names)
    )
    rows = "".join([_row(each, names[each.player]) for each in judgements])
    seats = [
        f"{name}: {verdicts(own)}"
        for seat, name in enumerate(names)
        if (own := [each for each in judgements if each.player == seat])
    ]
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Analysis: {escape(analysis.game.title)}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
svg {{ width: 100%; height: auto; }} table {{ border-collapse: collapse; width: 100%; }}
td, th {{ text-align: left; padding: .2rem .6rem; border-top: 1px solid #ccc; }}
</style>
<h1>{escape(analysis.game.title)}: {estimated(analysis.game)}</h1>
<p>{"<br>".join(map(escape, [*result_of(record), analysis.extent + "."]))}</p>
<p>{"<br>".join(seats)}</p>
<p>From what each seat could know when it decided. {legend}</p>
{chart(record.players, judgements)}
<table>
<tr><th>action<th>when<th>player<th>done<th>chance<th>the search prefers<th>chance<th>why</tr>
{rows}</table>
<p>{LEGEND} {NOT_A_SUM}</p>
</html>
"""


def _row(each: Judgement[Any], name: str) -> str:
    """Return a row of the table on the page, with what the search prefers if that is better."""
    preferred = each.best_text if each.cost else ""
    chance = f"{each.best.chance:.0%}" if each.cost else ""
    why = "too close to call" if each.verdict == "too close" else in_words(each.why)
    cells = [
        str(each.ply),
        escape(each.when),
        name,
        escape(each.done_text),
        f"{each.done.chance:.0%}",
        escape(preferred),
        chance,
        escape(why),
    ]
    return f"<tr><td>{'<td>'.join(cells)}"


def chart(players: int, judgements: Sequence[Judgement[Any]]) -> str:
    """Return the chances of each seat over the game as an SVG, with a ring around each turning
    point.
    """
    last = max([each.ply for each in judgements], default=1)
    parts = [
        f'<line x2="{WIDTH}" y1="{height}" y2="{height}" stroke="#ccc"/>'
        f'<text x="-48" y="{height + 5}" font-size="13">{100 - 100 * height // HEIGHT} %</text>'
        for height in (0, HEIGHT // 2, HEIGHT)
    ]
    for seat in range(players):
        own, colour = (
            [each for each in judgements if each.player == seat],
            COLOURS[seat % len(COLOURS)],
        )
        places = {
            each.ply: (WIDTH * each.ply // last, round(HEIGHT * (1 - each.done.chance)))
            for each in own
        }
        line = " ".join([f"{x},{y}" for x, y in places.values()])
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for each in turning_points(own):
            x, y = places[each.ply]
            said = escape(
                f"{each.done_text}: {each.done.chance:.0%}; {each.best_text}:"
                f" {each.best.chance:.0%}"
            )
            ring = (
                f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="{colour}" stroke-width="2">'
            )
            parts.append(f"{ring}<title>{said}</title></circle>")
    box = f"-50 -20 {WIDTH + 60} {HEIGHT + 40}"
    return f'<svg viewBox="{box}" role="img" aria-label="The same, drawn">{"".join(parts)}</svg>'
