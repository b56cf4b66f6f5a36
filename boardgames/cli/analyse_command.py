"""The command `analyse`: goes through a record as a coach would, from what each seat could know at the time."""

from __future__ import annotations

import os
import sys
from html import escape
from typing import TYPE_CHECKING, Any

from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import COLUMNS, fold
from boardgames.play.analysis import Judgement, analyse, turning_points
from boardgames.play.reasons import in_words
from boardgames.play.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardgames.cli.terminal import Terminal

WIDTH, HEIGHT, MARGIN = 900, 320, 40
COLOURS = ("#2d5f9e", "#b0543a", "#3f7f4a", "#7a5c99", "#a6801d", "#2d7f86")


def run_analysis(  # one parameter per option of the command
    terminal: Terminal, path: str, *, seat: int | None, iterations: int, seconds: float, as_json: bool, html: str | None
) -> int:
    """Analyse the record and write the report; an interrupt ends the analysis, not the report.

    Raises `RecordError` if the record does not replay, and `ConfigurationError` if it has no such seat.
    """
    record = Record.load(path)
    if seat is not None and seat not in range(record.players):
        raise ConfigurationError(f"no seat {seat + 1}: the record has seats 1 to {record.players}")
    if html is not None and os.path.lexists(html):
        raise ConfigurationError(f"{html} exists already: choose another name")
    judgements: list[Judgement[Any]] = []
    status = 0
    try:
        for judgement in analyse(
            record, seats=None if seat is None else (seat,), iterations=iterations, seconds=seconds
        ):
            judgements.append(judgement)
            _show_progress(judgement.ply, len(record.actions))
    except KeyboardInterrupt:
        status = 130
    _show_progress(None, 0)
    if html is not None:
        write_page(html, record, judgements)
    if as_json:
        import json

        terminal.write(json.dumps(report(record, judgements), indent=1))
    else:
        terminal.write_all(text_report(record, judgements))
    return status


def _show_progress(ply: int | None, plies: int) -> None:
    """Show the progress of the analysis if somebody is watching."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" if ply is None else f"\r{ply} of {plies} actions")
        sys.stderr.flush()


def report(record: Record, judgements: Sequence[Judgement[Any]]) -> JSON:
    """Return the analysis as plain JSON; chances are from 0 to 1, seats counted from 0."""
    return {
        "game": record.game,
        "seats": [*record.seats],
        "outcome": to_json(record.outcome) if record.outcome else None,
        "decisions": [
            {
                "ply": each.ply,
                "round": each.round,
                "seat": each.player,
                "done": str(each.done.action),
                "chance": round(each.done.chance, 4),
                "best": str(each.best.action),
                "best_chance": round(each.best.chance, 4),
                "cost": round(each.cost, 4),
                "alternatives": each.alternatives,
                "why": [to_json(reason) for reason in each.why],
            }
            for each in judgements
        ],
    }


def text_report(record: Record, judgements: Sequence[Judgement[Any]]) -> list[str]:
    """Return the analysis as lines: per seat, the chances to win over the game and the turning points."""
    lines = [f"{record.game}, {record.players} players, {len(judgements)} decisions analysed"]
    for seat, name in enumerate(record.seats):
        own = [each for each in judgements if each.player == seat]
        if not own:
            continue
        lines += ["", f"Player {seat + 1} ({name})"]
        chances = [f"{each.done.chance:.0%}".removesuffix("%").rjust(3) for each in own]
        lines += fold(chances, "  Chance to win, in %, after each decision:", "   ", COLUMNS)
        agreed = sum(1 for each in own if not each.cost)
        lines.append(f"  {agreed} of {len(own)} decisions are as good as what the search prefers.")
        points = turning_points(own)
        if points:
            lines.append("  The costliest:")
        for each in points:
            when = f"action {each.ply}" + (f", round {each.round}" if each.round else "")
            lines += fold(f"{when}: {each.done.action} ({each.done.chance:.0%})".split(), "   ", "      ", COLUMNS)
            lines += fold(f"better: {each.best.action} ({each.best.chance:.0%})".split(), "     ", "       ", COLUMNS)
            if each.why:
                lines += fold(f"because: {in_words(each.why)}".split(), "     ", "       ", COLUMNS)
    return lines


def write_page(path: str, record: Record, judgements: Sequence[Judgement[Any]]) -> None:
    """Write the analysis as a page with a chart; raise `ConfigurationError` if the file exists or cannot be written."""
    try:
        with open(path, "x", encoding="utf-8") as file:  # noqa: PTH123  # an exclusive creation
            file.write(page(record, judgements))
    except FileExistsError:
        raise ConfigurationError(f"{path} exists already: choose another name") from None
    except OSError as error:
        raise ConfigurationError(f"cannot write {path!r}: {error.strerror}") from None


def page(record: Record, judgements: Sequence[Judgement[Any]]) -> str:
    """Return the analysis as an HTML document that needs nothing else."""
    names = [f"Player {seat + 1} ({escape(name)})" for seat, name in enumerate(record.seats)]
    legend = " ".join(
        f'<span style="color:{COLOURS[seat % len(COLOURS)]}">&#9632;</span> {name}' for seat, name in enumerate(names)
    )
    rows = "".join(
        f"<tr><td>{each.ply}<td>{each.round or ''}<td>{names[each.player]}<td>{escape(str(each.done.action))}"
        f"<td>{each.done.chance:.0%}<td>{escape(str(each.best.action)) if each.cost else ''}"
        f"<td>{f'{each.best.chance:.0%}' if each.cost else ''}<td>{escape(in_words(each.why))}"
        for each in judgements
    )
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Analysis: {escape(record.game)}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
svg {{ width: 100%; height: auto; }} table {{ border-collapse: collapse; width: 100%; }}
td, th {{ text-align: left; padding: .2rem .6rem; border-top: 1px solid #ccc; }}
</style>
<h1>{escape(record.game)}: chances to win</h1>
<p>From what each seat could know when it decided. {legend}</p>
{chart(record.players, judgements)}
<table><tr><th>action<th>round<th>player<th>done<th>chance<th>the search prefers<th>chance<th>because</tr>{rows}</table>
</html>
"""


def chart(players: int, judgements: Sequence[Judgement[Any]]) -> str:
    """Return the chances of each seat over the game as an SVG, with a ring around each turning point."""
    last = max([each.ply for each in judgements], default=1)

    def place(each: Judgement[Any], chance: float) -> tuple[float, float]:
        across = MARGIN + (WIDTH - 2 * MARGIN) * each.ply / last
        return round(across, 1), round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * chance, 1)

    parts = []
    for percent in (0, 50, 100):
        height = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * percent / 100
        parts.append(
            f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{height}" y2="{height}" stroke="#ccc"/>'
            f'<text x="4" y="{height + 5}" font-size="13">{percent} %</text>'
        )
    for seat in range(players):
        own = [each for each in judgements if each.player == seat]
        colour = COLOURS[seat % len(COLOURS)]
        line = " ".join(f"{x},{y}" for x, y in (place(each, each.done.chance) for each in own))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for each in turning_points(own):
            x, y = place(each, each.done.chance)
            said = escape(f"{each.done.action}: {each.done.chance:.0%}; {each.best.action}: {each.best.chance:.0%}")
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="{colour}" stroke-width="2">'
                f"<title>{said}</title></circle>"
            )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Chances to win">{"".join(parts)}</svg>'
