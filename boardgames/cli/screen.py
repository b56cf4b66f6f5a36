"""The screen for a decision: the news, the table, the hand and the choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from boardgames.contract.game import Game, S
from boardgames.core.outcome import Outcome
from boardgames.core.text import (
    comparable,
    fold,
    listed,
    one_line,
    plural,
    seat_name,
    unfolded,
    wrapped,
)
from boardgames.play.ending import sentence
from boardgames.play.match import Match
from boardgames.play.record import LONGEST_REASON, Record
from boardgames.scene.as_text import Line, Signs, Span, draw, draw_score_sheet
from boardgames.scene.parts import Item, Piece
from boardgames.scene.scene import Scene
from boardgames.table.sight import Told

POINTS_WIDTH = 4
"""Width of a number of points."""
NAME_WIDTH = 11
"""Width of the name before the points."""


def decision_screen(
    scene: Scene,
    pieces: Mapping[str, Piece],
    *,
    news: Sequence[str],
    choices: Sequence[str],
    columns: int,
    rows: int | None,
    signs: Signs | None = None,
) -> tuple[list[Line], list[Line]]:
    """Return the lines to show before a decision: what happened, the table, what is asked, and the
    choices.

    If everything does not fit into `rows`, the table is drawn compactly; if even that is not
    enough, the first of the two lists has all the news, to be read before the rest. The command
    `table` shows everything. Repeated lines are shown once. `signs`: as in `draw`.
    """
    prompt = [scene.prompt] if scene.prompt and choices else []
    asked: list[Line] = [(Span(line, strong=True),) for line in wrapped(prompt, columns)]
    menu: list[Line] = [(Span(line),) for line in choices]
    told: list[Line] = [(Span(line),) for line, _ in groupby(wrapped(news, columns))]
    for news_above in (told, []):
        for compact in (0, 1, 2):
            lines = [
                *news_above,
                *draw(scene, pieces, columns, compact=compact, signs=signs),
                *asked,
                *menu,
            ]
            if rows is None or len(lines) < rows:
                return told[len(news_above) :], lines
    return told, lines


def by_turn(told: Iterable[Told], viewer: int | None) -> list[str]:
    """Return what happened, a paragraph for what a player did in a turn: `Player 2 took a token;
    ended the turn`.
    """
    paragraphs: list[str] = []
    for seat, turn in groupby(told, key=attrgetter("seat")):
        name, goes_on = f"{seat_name(seat, viewer)} ", False
        lines = [
            f"{line} (the only choice)" if each.forced and not number else line
            for each in turn
            for number, line in enumerate(unfolded(each.lines))
        ]
        for line, repeated in groupby(lines):
            times = len([*repeated])
            did = f"{line} ({times} times)" if times > 1 else line
            if goes_on and line.startswith(name):
                paragraphs[-1] += f"; {did.removeprefix(name)}"
            else:
                paragraphs.append(did)
            goes_on = line.startswith(name)
    return paragraphs


def describe_pieces(pieces: Iterable[Piece], columns: int) -> Iterator[Line]:
    """Yield what the pieces are and do, those together that differ in the last word of their names
    alone.
    """
    alike: dict[tuple[str, ...], list[Piece]] = {}
    for piece in pieces:
        stem = piece.name.rpartition(" ")[0] or piece.name
        alike.setdefault((stem, piece.text, piece.rule, piece.group), []).append(piece)
    for piece, *others in alike.values():
        ends = dict.fromkeys(
            [each.name.rpartition(" ")[2] for each in others if each.name != piece.name]
        )
        facts = ["" if piece.group == piece.key else piece.group]
        facts += (
            [] if ends or piece.worth is None else [f"value {piece.worth}"]
        )  # else the names have the values
        facts += [piece.rule, f"on the back: {piece.back}" if piece.back else ""]
        known = f" ({', '.join(filter(None, facts))})" if any(facts) else ""
        *most, last = fold(listed([piece.name, *ends]).split(), columns=columns - len(known))
        colour = piece.colour or piece.group
        yield from [(Span(line, colour, strong=True),) for line in most]
        yield Span(last, colour, strong=True), Span(known)
        yield from [(Span(line),) for line in fold(piece.text.split(), "   ", "    ", columns)]


def ending(
    match: Match[S, Any, Any], outcome: Outcome, viewer: int | None, columns: int
) -> list[Line]:
    """Return the end of a game: how the points grew, where they came from, and who won and why.

    The winner comes last, so that it stays visible on a small screen. There is no history if a bot
    forfeits before the first action.
    """
    game, seats = match.game, range(match.game.players)
    called = [seat_name(seat, viewer) for seat in seats]
    lines: list[Line] = []
    rounds = groupby(match.history(), key=lambda event: game.round(event.before))
    path = [game.score([*events][-1].after) for number, events in rounds if number]
    if len(path) > 1:
        lines.append((Span("Points if the game had ended after round", strong=True),))
        step = -(-len(path) // max(1, (columns - NAME_WIDTH) // POINTS_WIDTH))
        shown = [*enumerate(path, start=1)][::-step][::-1]
        rows = [("", [number for number, _ in shown])]
        rows += [(called[seat], [scores[seat] for _, scores in shown]) for seat in seats]
        for name, numbers in rows:
            cells = "".join([f"{number:>{POINTS_WIDTH}}" for number in numbers])
            lines.append((Span(f"{name:<{NAME_WIDTH}}{cells}"),))
        lines.append(())
    sheet = game.score_sheet(match.state)
    if len(sheet.lines) > 1:
        lines += [*draw_score_sheet(sheet, called, columns), ()]
    return [*lines, *[(Span(line),) for line in result(outcome, match.names, viewer)]]


def open_hands(game: Game[S, Any, Any], state: S, viewer: int | None, columns: int) -> list[Line]:
    """Return what the other seats held at the end, except what is on the table anyway."""
    lines: list[Line] = []
    for seat in range(game.players):
        areas = [
            area for area in game.scene(game.view(state, seat)).seats if area.seat == seat != viewer
        ]
        for zone in [
            zone for area in areas for zone in area.zones if zone.key == "hand" and zone.items
        ]:
            *most, last = [name_item(item, game.pieces()) for item in zone.items]
            names = [*[f"{name}," for name in most], last]
            lines += [
                (Span(line),)
                for line in fold(names, f"{seat_name(seat, viewer)} held:", "    ", columns)
            ]
    return lines


def name_item(item: Item, pieces: Mapping[str, Piece]) -> str:
    """Return the item in words: `2 Ship Owner`."""
    name = (
        "unknown"
        if item.piece is None
        else pieces[item.piece].name
        if item.piece in pieces
        else item.piece
    )
    return f"{item.count} {name}" if item.count > 1 or item.piece is None else name


def result(outcome: Outcome, names: Sequence[str], viewer: int | None) -> list[str]:
    """Return how the game ended: who won, the reason, the places, the tie-break."""
    lines = [f"The game is over: {outcome.reason}.", f"{outcome.verdict(viewer)}."]
    place = 1
    for seats in outcome.ranking:
        for seat in seats:
            points = plural(outcome.scores[seat], "point")
            lines.append(
                f"  {place}. {seat_name(seat, viewer)} ({one_line(names[seat])}): {points}"
            )
        place += len(seats)
    if outcome.tie_break is not None:
        lines.append(f"The tie was broken by {outcome.tie_break}.")
    return lines


def result_of(record: Record) -> list[str]:
    """Return lines on how a recorded game ended: its result, its ending, or that it is
    unfinished.
    """
    if record.outcome is not None:
        return result(record.outcome, record.seats, None)
    if record.ending is not None:
        told = sentence(record.ending, seat_name(record.ending.seat, None))
        return [f"{one_line(told, LONGEST_REASON)}."]
    return ["The game is unfinished."]


def find_pieces(name: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with this name or key, or else those with a word in their name that begins
    with it.
    """
    return [
        pieces[index] for index in called(name, [(piece.name, piece.key) for piece in pieces], " ")
    ]


def called(name: str, names: Sequence[Sequence[str]], gap: str = "\n") -> list[int]:
    """Return the places of the things with this name, or else with one that begins with it (with
    `gap` " ": a word).
    """
    wanted, known = comparable(name), [[*map(comparable, several)] for several in names]
    exact = [index for index, several in enumerate(known) if wanted and wanted in several]
    begun = [
        index
        for index, several in enumerate(known)
        if wanted and f"{gap}{wanted}" in f"{gap}{gap.join(several)}"
    ]
    return exact or begun
