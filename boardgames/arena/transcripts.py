"""The games of a league in words: a transcript for each seat, with what it was told and what it
answered, and one of the whole table, to read after the end.

The transcript of a seat is made of what this seat was shown, and of its own answers: it tells
nothing beyond its Views.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from boardgames.arena.league_folder import Answer, LeagueFolder
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import one_line
from boardgames.play.ending import sentence_for
from boardgames.play.match import Match
from boardgames.play.record import Record

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>:root {{color-scheme: light dark}} pre {{white-space: pre-wrap; max-width: 50rem;
margin: 1rem auto; font: .875rem/1.5 ui-monospace, monospace}}</style></head>
<body><pre>{text}</pre></body></html>
"""
TABLE = "table"
"""The name of the transcript that tells all."""


def write_transcripts(folder: LeagueFolder) -> None:
    """Write the transcripts of the games that have none yet."""
    by_game = folder.answers_by_game()
    for game in folder.games:
        place = folder.path / "transcripts" / game
        if (place / f"{TABLE}.html").exists() or not folder.record(game).exists():
            continue
        record = Record.load(folder.record(game))
        answers = by_game.get(game, [])
        try:
            place.mkdir(parents=True, exist_ok=True)
            for seat in range(record.players):
                _write(place / f"seat-{seat + 1}.html", transcript(record, answers, seat))
            _write(place / f"{TABLE}.html", transcript(record, answers, None))
        except OSError as error:
            raise ConfigurationError(f"cannot write {str(place)!r}: {error.strerror}") from None


def _write(path: Path, lines: Iterable[str]) -> None:
    text = "\n".join(lines)
    title = escape(text.partition("\n")[0])
    path.write_text(PAGE.format(title=title, text=escape(text)), encoding="utf-8")


def _quoted(answer: Answer) -> Iterator[str]:
    """Yield the lines of an answer, and what was wrong with it."""
    yield ""
    yield f"[{answer.ply}] {one_line(answer.player)} answered:"
    yield from [f"    {line}" for line in answer.answer.splitlines() or ["(nothing)"]]
    if answer.kind is not None:
        kind = answer.kind.replace("_", " ")
        yield f"    ({kind}: {answer.reason})"


def transcript(record: Record, answers: Sequence[Answer], seat: int | None) -> Iterator[str]:
    """Yield the lines of a game as this seat saw it, with its answers; None: openly, with all
    actions in notation and all answers.
    """
    match: Match[Any, Any, Any] = Match(
        record.make_game(), [None] * record.players, record=record, ended=True
    )
    words = match.game.words
    names = [one_line(name) for name in record.seats]
    if seat is None:
        yield f"{words.title}, the whole table"
    else:
        yield f"{words.title}, as {words.seat_name(seat, None)} ({names[seat]}) saw it"
    for each, name in enumerate(names):
        yield f"{words.seat_name(each, None)}: {name}"
    said: dict[int, list[Answer]] = {}
    for answer in answers:
        if seat in (None, answer.seat):
            said.setdefault(answer.ply, []).append(answer)
    for event in match.history():
        for answer in sorted(said.get(event.ply, []), key=lambda each: each.attempt):
            yield from _quoted(answer)
        told = event.told(seat)
        if seat is None:  # openly: the action, and what followed from it
            told = (f"{words.seat_name(event.player, None)}: {event.action}", *told[1:])
        yield from [f"[{event.ply}] {line}" for line in told]
    yield ""
    if match.ending is not None:
        yield sentence_for(seat, match.ending, words)
    outcome = match.outcome
    if outcome is not None:
        ended = words.ended(outcome) if match.ending is None else outcome
        yield words.phrases.verdict(ended, seat)
        yield ", ".join(
            f"{words.seat_name(each, None)} {score}" for each, score in enumerate(outcome.scores)
        )
