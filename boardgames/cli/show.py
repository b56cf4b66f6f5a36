"""Texts to read on the command line: cards and recorded games."""

from __future__ import annotations

from contextlib import contextmanager
from textwrap import fill
from typing import TYPE_CHECKING, Any

from boardgames.cli.screen import decision_screen, describe_piece, find_pieces, result_of, wrapped
from boardgames.cli.terminal import command
from boardgames.core.codec import to_json
from boardgames.core.errors import ConfigurationError, RecordError
from boardgames.core.scene_text import draw
from boardgames.core.text import listed, one_line, shortened
from boardgames.play.match import Match
from boardgames.play.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.cli.terminal import Terminal
    from boardgames.core.codec import JSON
    from boardgames.core.game import Game
    from boardgames.core.scene import Scene
    from boardgames.play.match import Transition

STEP = "Enter goes on, b back (? for help): "
STEP_HELP = """\
  Enter, n   the next action
  b, p       the action before
  a number   the action with this number; 0 is the deal
  q          stop\
"""


def show_pieces(terminal: Terminal, game: Game[Any, Any, Any], name: str | None) -> None:
    """Explain every piece, or those with this name, by pages; raise `ConfigurationError` if there are none."""
    pieces = game.pieces()
    found = list(pieces.values()) if name is None else find_pieces(name, list(pieces.values()))
    if not found:
        if not pieces:
            raise ConfigurationError(f"{game.name} does not describe its cards")
        raise ConfigurationError(
            f"{game.name} has no card {name!r}; it has: {listed([each.name for each in pieces.values()])}"
        )
    lines = [line for piece in found for line in describe_piece(piece, terminal.columns)]
    last_page = len(lines) if terminal.rows is None else terminal.rows - 1
    terminal.write_in_pages(lines[:-last_page], pieces)
    terminal.write_lines(lines[-last_page:], pieces)


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Name the file of a record that does not replay."""
    try:
        yield
    except RecordError as error:
        raise RecordError(f"{path}: does not replay: {error}") from None


def check_record(terminal: Terminal, path: str) -> None:
    """Report that the record replays; raise `RecordError` if it does not."""
    record = Record.load(path)
    with naming(path):
        record.replay()
    end = "finished" if record.outcome else "forfeited" if record.forfeit else "unfinished"
    terminal.write(f"{path}: {record.game}, {record.players} players, {len(record.actions)} actions, {end}: replays")


def show_record(terminal: Terminal, path: str, *, seat: int | None, step: bool) -> None:
    """Show every action of a recorded game as this seat saw it, or all of them openly, and how it ended.

    While people are still playing it, neither its seed nor what they must not know is shown. Raises `RecordError` if
    the record does not replay, and `ConfigurationError` for a seat from which it cannot be shown.
    """
    record = Record.load(path)
    viewer = _viewer(record, seat)
    is_open = record.is_open and seat is None
    with naming(path):
        match = _resumed(record)
    game = match.game
    seed = f"seed {record.seed}, " if record.is_open else ""
    terminal.write(f"{game.title}, {seed}rules version {record.rules_version}")
    terminal.write_all(f"Player {seat}: {one_line(name)}" for seat, name in enumerate(record.seats, start=1))
    terminal.write()
    events = tuple(match.history())
    ply = 0
    while ply < len(events):
        if ply < 0:
            ply, state, told = 0, events[0].before, ["The deal."]
        else:
            event = events[ply]
            told = _told(event, viewer, terminal.columns, is_open=is_open)
            ply, state = event.ply, event.after
        if not step:
            terminal.write_all(told)
            continue
        _show_step(terminal, game, told, game.scene(game.view(state, viewer)))
        chosen = _next_ply(terminal, ply, len(events))
        if chosen is None:
            return
        ply = chosen
    terminal.write()
    if not step:
        _show_table(terminal, game, match.view(viewer))
        terminal.write()
    terminal.write_all(wrapped(result_of(record), terminal.columns))
    if record.outcome is None:
        terminal.write(f"Continue with: {command('play', '--resume', path)}")
    else:
        terminal.write_all(game.remarks(match.state, None))


def _told(event: Transition[Any, Any, Any], viewer: int | None, columns: int, *, is_open: bool) -> list[str]:
    """Return the lines that tell of an action, with its number; its notation if everybody may see it."""
    first, *following = event.seen_by(viewer)
    done = f"Player {event.player + 1}: {event.action}" if is_open else first
    filled = [fill(line, columns, initial_indent=" " * 6, subsequent_indent=" " * 10) for line in following]
    return [f"{event.ply:>4}. {done}", *[line for text in filled for line in text.split("\n")]]


def _show_step(terminal: Terminal, game: Game[Any, Any, Any], told: Sequence[str], scene: Scene) -> None:
    """Show what has happened above the table, which is drawn compactly if the screen is small."""
    pieces = game.pieces()
    early, lines = decision_screen(scene, pieces, news=told, choices=(), columns=terminal.columns, rows=terminal.rows)
    terminal.write_in_pages(early, pieces)
    terminal.write_lines(lines, pieces)


def _viewer(record: Record, seat: int | None) -> int | None:
    """Return who reads this record: this seat, or the only person who still plays; None: everybody may see all."""
    if seat is not None:
        record.check_seat(seat)
    return record.people[0] if not record.is_open and len(record.people) == 1 else seat


def _resumed(record: Record) -> Match[Any, Any, Any]:
    game = record.make_game()
    return Match.resume(game, [None] * game.players, record)


def events_as_json(record: Record, seat: int | None = None) -> list[JSON]:
    """Return every action as this seat (None: a spectator) was told of it, in words and as events."""
    from boardgames.protocol.results import told_event

    viewer, match = _viewer(record, seat), _resumed(record)
    return [
        to_json(told_event(match.game, event.ply, event.player, event.seen_by(viewer), event.happened(viewer)))
        for event in match.history()
    ]


def record_as_json(path: str, seat: int | None) -> JSON:
    """Return a recorded game as this seat saw it; raises what `show_record` raises."""
    record = Record.load(path)
    with naming(path):
        events = events_as_json(record, seat)
    return {
        "game": record.game,
        "seats": [*record.seats],
        "outcome": to_json(record.outcome) if record.outcome else None,
        "events": events,
    }


def _show_table(terminal: Terminal, game: Game[Any, Any, Any], view: Any) -> None:
    pieces = game.pieces()
    terminal.write_lines(draw(game.scene(view), pieces, terminal.columns), pieces)


def _next_ply(terminal: Terminal, ply: int, plies: int) -> int | None:
    """Ask where to go on after this ply: return how many plies come before it (-1: the deal), or None to stop."""
    while True:
        try:
            answer = terminal.ask(STEP).strip()
        except EOFError:
            return None
        if answer.casefold() in ("", "n"):
            return ply
        if answer.casefold() in ("b", "p"):
            return max(-1, ply - 2)
        if answer == "?":
            terminal.write_all(STEP_HELP.splitlines())
            continue
        if answer.casefold() in ("q", "quit"):
            return None
        if answer.isdecimal() and int(answer[:9]) <= plies:
            return int(answer[:9]) - 1
        terminal.write(f"No action {shortened(answer)!r}; there are 0 to {plies}.")
