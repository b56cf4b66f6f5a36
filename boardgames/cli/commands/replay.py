"""`boardgames replay`: a recorded game, at once or step by step."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from boardgames.cli.arguments import count
from boardgames.cli.screen import decision_screen, name_item, result_of
from boardgames.cli.terminal import Terminal, command
from boardgames.contract.transition import Transition
from boardgames.contract.words import Words
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import RecordError
from boardgames.core.text import fold, one_line, shortened
from boardgames.play.ending import Ending, in_short, sentence_for
from boardgames.play.match import Match
from boardgames.play.record import Record
from boardgames.remote.results import told_event
from boardgames.scene.as_text import draw
from boardgames.scene.events import Change, CounterChange, MarkChange, PieceMove, Place
from boardgames.scene.parts import Counter, Item, Zone
from boardgames.table.sight import Told


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    parser.add_argument(
        "--step",
        action="store_true",
        help="stop after every action, show the table, and ask where to go on",
    )
    parser.add_argument(
        "--seat", type=count, metavar="N", help="as this player saw it, counted from 1"
    )
    parser.add_argument(
        "--json", action="store_true", help="write every action in words and as events, as JSON"
    )
    parser.add_argument(
        "--check", action="store_true", help="only check that it replays to the recorded end"
    )


def run(args: argparse.Namespace) -> int:
    terminal, record = Terminal(), Record.load(args.file)
    viewer = viewer_of(record, None if args.seat is None else args.seat - 1)
    match = resumed(record, args.file)
    if args.check:
        size = f"{record.players} players, {len(record.actions)} actions"
        end = "unfinished" if record.outcome is None else "finished"
        if record.ending is not None:
            end = in_short(record.ending)
        terminal.write(f"{args.file}: {record.game}, {size}, {end}: replays")
    elif args.json:
        terminal.write(json.dumps(as_json(record, match, viewer), indent=1))
    else:
        _show(terminal, record, match, viewer, args)
    return 0


def resumed(record: Record, path: str) -> Match[Any, Any, Any]:
    """Return the match of the record in this file; raise `RecordError` if it does not replay."""
    try:
        return Match(record.make_game(), [None] * record.players, record=record, ended=True)
    except RecordError as error:
        raise RecordError(f"{path}: does not replay: {error}") from None


def viewer_of(record: Record, seat: int | None = None) -> int | None:
    """Return the seat that reads this record: the given one, or the only person still playing;
    None: all is open.
    """
    if seat is not None:
        record.check_seat(seat)
    return record.people[0] if not record.is_revealed and len(record.people) == 1 else seat


def _show(
    terminal: Terminal,
    record: Record,
    match: Match[Any, Any, Any],
    viewer: int | None,
    args: argparse.Namespace,
) -> None:
    """Show every action of a recorded game, openly or as this viewer saw it, and how the game
    ended.

    While people are still playing it, neither its seed nor their secrets are shown.
    """
    game = match.game
    words = game.words
    phrases = words.phrases
    is_open = record.is_revealed and viewer is None
    seed = record.seed if record.is_revealed else None
    terminal.write(phrases.record_of(words.title, seed, record.rules_version))
    for seat, name in enumerate(record.seats):
        terminal.write(phrases.who(words.seat_name(seat, None), one_line(name)))
    terminal.write("")
    if args.step:
        if not _step_through(terminal, match, viewer, is_open=is_open):
            return
    else:
        for event in match.history():
            terminal.write(*_told(event, viewer, terminal.columns, is_open=is_open))
        terminal.write("")
        pieces = words.pieces()
        table = draw(match.scene(viewer), pieces, terminal.columns, phrases=phrases)
        terminal.write_lines(table, pieces)
    terminal.write("")
    terminal.say(*result_of(record, words))
    if record.outcome is None:
        terminal.write(phrases.goes_on_with(command("play", "--resume", args.file)))
    else:
        terminal.write(*words.remarks(match.state, None))


def _step_through(
    terminal: Terminal, match: Match[Any, Any, Any], viewer: int | None, *, is_open: bool
) -> bool:
    """Show the deal, and then the actions one by one, each with the table after it; return False if
    the reader stops before the end.
    """
    game = match.game
    events = [*match.history()]
    words = game.words
    terminal.phrases = words.phrases
    pieces = words.pieces()
    at: int | None = 0 if events else 1  # nothing has happened: that is the end
    while at is not None and at <= len(events):
        if at == 0:
            told = [words.phrases.deal]
            state = events[0].before
        else:
            event = events[at - 1]
            told = _told(event, viewer, terminal.columns, is_open=is_open)
            state = event.after
        scene = words.scene(game.view(state, viewer))
        early, lines = decision_screen(
            scene,
            pieces,
            news=told,
            choices=(),
            columns=terminal.columns,
            rows=terminal.rows,
            phrases=words.phrases,
        )
        terminal.write_in_pages(early, pieces, goes_on=True)
        terminal.write_in_pages(lines, pieces)
        following = _events(events[at], viewer) if at < len(events) else iter(())
        at = _next(terminal, at, len(events), following)
    return at is not None


def _events(event: Transition[Any, Any, Any], viewer: int | None) -> Iterator[list[str]]:
    """Yield lines for each event of this action: what the reader is told of it, and what it changes
    on their table.
    """
    names = _Names(event, viewer)
    told = Told(event.ply, event.player, event.told(viewer), event.happened(viewer))
    for lines, changes in told.parts(names.words, viewer):
        for change in changes:
            changed = _changed(change, names, viewer)
            if changed:
                lines.append(f"    {changed}")
        if lines:
            yield lines


class _Names:
    """What a reader calls what is on the table before and after an action."""

    def __init__(self, event: Transition[Any, Any, Any], viewer: int | None) -> None:
        self.words: Words[Any, Any, Any] = event.game.words
        self.places: dict[Place, str] = {}
        """Zones and counters, with whose they are."""
        self.marks: dict[str, str] = {}
        """Marks of seats, by key."""
        for state in (event.before, event.after):
            for area in self.words.scene(event.game.view(state, viewer)).areas:
                parts: tuple[Counter | Zone, ...] = (*area.counters, *area.zones)
                for part in parts:
                    name = part.name
                    if area.seat is not None:
                        name = self.words.phrases.belonging_to(area.seat, viewer, name)
                    self.places[Place(area.seat, part.key)] = name
                self.marks.update({mark.key: mark.name for mark in area.marks})

    def of(self, place: Place | None) -> str:
        """Return the name of a place; empty outside the table."""
        return "" if place is None else self.places.get(place, place.zone)


def _changed(change: Change, names: _Names, viewer: int | None) -> str:
    """Return what changes on the reader's table, in words; empty for what is shown with the
    table.
    """
    phrases = names.words.phrases
    match change:
        case PieceMove(piece, count, source, target):
            moved = name_item(Item(piece, count), names.words.pieces(), phrases)
            return phrases.moved(moved, names.of(source), names.of(target))
        case CounterChange(seat, counter, by):
            return phrases.counted(names.of(Place(seat, counter)), by)
        case MarkChange(seat, mark, on):
            return phrases.marked(names.marks.get(mark, mark), seat, viewer, on=on)
        case _:  # who may act, and what is written
            return ""


def _told(
    event: Transition[Any, Any, Any], viewer: int | None, columns: int, *, is_open: bool
) -> list[str]:
    """Return the lines that tell of an action, with its number, and with its notation if all is
    open.
    """
    words = event.game.words
    first, *following = event.told(viewer) or [words.phrases.unseen]
    done = first
    if is_open:
        done = words.phrases.who(words.seat_name(event.player, None), str(event.action))
    lines = [f"{event.ply:>4}. {done}"]
    for line in following:
        lines += fold(line.split(), "     ", " " * 9, columns)
    return lines


def as_json(record: Record, match: Match[Any, Any, Any], viewer: int | None) -> dict[str, JSON]:
    """Return a recorded game, with every action as this seat (None: a spectator) was told of it."""
    told = [(event.ply, event.player, event.told(viewer)) for event in match.history()]
    if match.ending is not None:
        ended = sentence_for(viewer, match.ending, match.game.words)
        told.append((match.plies + 1, match.ending.seat, (ended,)))
    events = [
        told_event(match.game, ply, seat, lines, entry)
        for (ply, seat, lines), entry in zip(told, match.entries(viewer), strict=True)
    ]
    return {
        "game": record.game,
        "seats": [*record.seats],
        "outcome": to_json(record.outcome) if record.outcome else None,
        "ending": to_json(record.ending, Ending) if record.ending else None,
        "events": [to_json(event) for event in events],
    }


def _next(terminal: Terminal, at: int, plies: int, events: Iterator[list[str]]) -> int | None:
    """Ask where to continue; return the number of the action to show next (0: the deal), or None to
    stop.

    `events`: lines for each event of the next action; after the last one, that action is shown.
    """
    phrases = terminal.phrases
    while True:
        try:
            answer = phrases.command(terminal.ask(phrases.step))
        except EOFError:
            return None
        match answer:
            case "e" if lines := next(events, None):
                terminal.say(*lines)
            case "" | "n" | "e":
                return at + 1
            case "b" | "p" | "back":
                return max(0, at - 1)
            case "?" | "help":
                terminal.write(*phrases.step_help)
            case "q" | "quit" | "exit":
                return None
            case _ if answer.isdecimal() and int(answer[:9]) <= plies:
                return int(answer[:9])
            case _:
                terminal.write(phrases.no_such_ply(shortened(answer), plies))
