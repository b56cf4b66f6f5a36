"""`boardgames replay`: a recorded game, at once or step by step."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import fill
from typing import Any

from boardgames.cli.arguments import count
from boardgames.cli.screen import decision_screen, name_item, result_of, wrapped
from boardgames.cli.terminal import Terminal, command
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import RecordError
from boardgames.core.events import CounterChange, MarkChange, PieceMove, Place
from boardgames.core.log import Transition
from boardgames.core.scene import Counter, Item, Zone
from boardgames.core.scene_text import draw
from boardgames.core.text import one_line, seat_object, seat_possessive, shortened
from boardgames.play.match import Match
from boardgames.play.record import Record
from boardgames.play.sight import Told
from boardgames.protocol.results import told_event

HELP = "read a recorded game"
STEP = "Enter goes on, e event, b back, ? help: "
STEP_HELP = """\
  Enter, n   the next action
  e          the next event of it, and what it changes on the table
  b, p       the action before
  a number   the action with this number; 0 is the deal
  q          stop\
"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    parser.add_argument(
        "--step", action="store_true", help="stop after every action, show the table, and ask where to go on"
    )
    parser.add_argument("--seat", type=count, metavar="N", help="as this player saw it, counted from 1")
    parser.add_argument("--json", action="store_true", help="write every action in words and as events, as JSON")
    parser.add_argument("--check", action="store_true", help="only check that it replays to the recorded end")


def run(chosen: argparse.Namespace) -> int:
    terminal, record = Terminal(), Record.load(chosen.file)
    seat = None if chosen.seat is None else chosen.seat - 1
    if chosen.check:
        with naming(chosen.file):
            record.replay()
        end = "finished" if record.outcome else "forfeited" if record.forfeit else "unfinished"
        said = f"{record.game}, {record.players} players, {len(record.actions)} actions, {end}"
        terminal.write(f"{chosen.file}: {said}: replays")
    elif chosen.json:
        with naming(chosen.file):
            events = events_as_json(record, seat)
        outcome = to_json(record.outcome) if record.outcome else None
        found = {"game": record.game, "seats": [*record.seats], "outcome": outcome, "events": events}
        terminal.write(json.dumps(found, indent=1))
    else:
        _show(terminal, record, seat, chosen)
    return 0


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Add the name of the file to the error of a record that does not replay."""
    try:
        yield
    except RecordError as error:
        raise RecordError(f"{path}: does not replay: {error}") from None


def _show(terminal: Terminal, record: Record, seat: int | None, chosen: argparse.Namespace) -> None:
    """Show every action of a recorded game, openly or as this seat saw it, and how the game ended.

    While people are still playing it, neither its seed nor their secrets are shown.
    """
    viewer, is_revealed = _viewer(record, seat), record.is_revealed and seat is None
    with naming(chosen.file):
        match = _resumed(record)
    game, pieces = match.game, match.game.pieces()
    seed = f"seed {record.seed}, " if record.is_revealed else ""
    terminal.write(f"{game.title}, {seed}rules version {record.rules_version}")
    terminal.write(*[f"Player {number}: {one_line(name)}" for number, name in enumerate(record.seats, start=1)])
    terminal.write("")
    if chosen.step:
        if not _step_through(terminal, match, viewer, is_revealed=is_revealed):
            return
        terminal.write("")
    else:
        for event in match.history():
            terminal.write(*_told(event, viewer, terminal.columns, is_revealed=is_revealed))
        terminal.write("")
        terminal.write_lines(draw(game.scene(match.view(viewer)), pieces, terminal.columns), pieces)
        terminal.write("")
    terminal.write(*wrapped(result_of(record), terminal.columns))
    if record.outcome is None:
        terminal.write(f"Continue with: {command('play', '--resume', chosen.file)}")
    else:
        terminal.write(*game.remarks(match.state, None))


def _step_through(terminal: Terminal, match: Match[Any, Any, Any], viewer: int | None, *, is_revealed: bool) -> bool:
    """Show the actions one by one, each with the table after it; return False if the reader stops before the end."""
    game, events, pieces = match.game, [*match.history()], match.game.pieces()
    ply: int | None = 0
    while ply is not None and ply < len(events):
        if ply < 0:
            ply, state, told = 0, events[0].before, ["The deal."]
        else:
            told = _told(events[ply], viewer, terminal.columns, is_revealed=is_revealed)
            ply, state = ply + 1, events[ply].after
        scene, columns, rows = game.scene(game.view(state, viewer)), terminal.columns, terminal.rows
        early, lines = decision_screen(scene, pieces, news=told, choices=(), columns=columns, rows=rows)
        terminal.write_in_pages(early, pieces, goes_on=True)
        terminal.write_in_pages(lines, pieces)
        following = _events(events[ply], viewer) if ply < len(events) else iter(())
        ply = _next_ply(terminal, ply, len(events), following)
    return ply is not None


def _events(event: Transition[Any, Any, Any], viewer: int | None) -> Iterator[list[str]]:
    """Yield lines for each event of this action: what the reader is told of it, and what it changes on their table."""
    game, pieces = event.game, event.game.pieces()
    names: dict[Place, str] = {}
    for state in (event.before, event.after):
        for area in game.scene(game.view(state, viewer)).areas:
            parts: tuple[Counter | Zone, ...] = (*area.counters, *area.zones)
            whose = "" if area.seat is None else f"{seat_possessive(area.seat, viewer)} "
            names |= {Place(area.seat, part.key): f"{whose}{part.name}" for part in parts}
    told = Told(event.ply, event.player, event.seen_by(viewer), event.happened(viewer))
    for lines, changes in told.parts(game, viewer):
        for change in changes:
            match change:
                case PieceMove(piece, count, source, target):
                    what = name_item(Item(piece, count), pieces)
                    ways = [f"{way} {names.get(at, at.zone)}" for way, at in (("from", source), ("to", target)) if at]
                    lines.append(f"    {what}: {' '.join(ways)}")
                case CounterChange(seat, counter, by):
                    lines.append(f"    {names.get(Place(seat, counter), counter)}: {by:+}")
                case MarkChange(seat, mark, on):
                    who = "anybody" if seat is None else seat_object(seat, viewer)
                    lines.append(f"    {mark}: {who if on else f'no longer {who}'}")
                case _:
                    pass  # who may act, and what is written, is shown with the table
        if lines:
            yield lines


def _told(event: Transition[Any, Any, Any], viewer: int | None, columns: int, *, is_revealed: bool) -> list[str]:
    """Return the lines that tell of an action, with its number, and with its notation if all is open."""
    first, *following = event.seen_by(viewer) or ["nothing that this reader sees"]
    done = f"Player {event.player + 1}: {event.action}" if is_revealed else first
    filled = [fill(line, columns, initial_indent=" " * 6, subsequent_indent=" " * 10) for line in following]
    return [f"{event.ply:>4}. {done}", *[line for text in filled for line in text.split("\n")]]


def _viewer(record: Record, seat: int | None) -> int | None:
    """Return the seat that reads this record: the given one, or the only person still playing; None: all is open."""
    if seat is not None:
        record.check_seat(seat)
    return record.people[0] if not record.is_revealed and len(record.people) == 1 else seat


def _resumed(record: Record) -> Match[Any, Any, Any]:
    return Match.resume(record.make_game(), [None] * record.players, record)


def events_as_json(record: Record, seat: int | None = None) -> list[JSON]:
    """Return every action as this seat (None: a spectator) was told of it, in words and as events."""
    viewer, match = _viewer(record, seat), _resumed(record)
    return [
        to_json(told_event(match.game, event.ply, event.player, event.seen_by(viewer), event.entry(viewer)))
        for event in match.history()
    ]


def _next_ply(terminal: Terminal, ply: int, plies: int, events: Iterator[list[str]]) -> int | None:
    """Ask where to continue; return the index of the next ply to show (-1: the deal), or None to stop.

    `events`: lines for each event of the next action; after the last one, that action is shown.
    """
    while True:
        try:
            answer = terminal.ask(STEP).strip()
        except EOFError:
            return None
        if answer.casefold() == "e" and (lines := next(events, None)):
            terminal.write(*wrapped(lines, terminal.columns))
            continue
        if answer.casefold() in ("", "n", "e"):
            return ply
        if answer.casefold() in ("b", "p"):
            return max(-1, ply - 2)
        if answer == "?":
            terminal.write(*STEP_HELP.splitlines())
            continue
        if answer.casefold() in ("q", "quit"):
            return None
        if answer.isdecimal() and int(answer[:9]) <= plies:
            return int(answer[:9]) - 1
        terminal.write(f"No action {shortened(answer)!r}; there are 0 to {plies}.")
