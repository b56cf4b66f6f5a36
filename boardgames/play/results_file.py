"""The results of an arena: JSON lines, one for each game, and beside them the plan as `NAME.plan.json`.

So whatever reads JSON lines has a table with a row per game: `pandas.read_json("results.jsonl", lines=True)`.
"""

from __future__ import annotations

import json
import os
from os import PathLike
from pathlib import Path
from typing import Any, Self

from boardgames.core.codec import JSON, from_json, to_json
from boardgames.core.errors import ConfigurationError, DecodeError, RecordError
from boardgames.core.files import read_file
from boardgames.core.game import Game
from boardgames.play.record_file import check_writable, lock, write_all, write_privately
from boardgames.play.results import GameResult, Plan

FORMAT = 1
"""Version of the lines; raised when their fields change."""
BEGINNING = b'{"arena":'
"""The beginning of the plan; until version 0.1 it was the first line of the results."""


class ResultsFile:
    """A file owned by one process from `open` to `close`; each game is written as soon as it is added."""

    def __init__(self, descriptor: int, games: tuple[GameResult, ...]) -> None:
        self.games = games
        """The games in the file when it was opened."""
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: str | PathLike[str], plan: Plan, game: Game[Any, Any, Any]) -> Self:
        """Return the file of this plan, which is created if it does not exist.

        The plan of the file may have more or fewer games. A truncated last line is dropped. Raises
        `ConfigurationError`, and changes nothing, for a file of another plan, a file of any other kind, or one that
        another process has open.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        try:
            file = cls(os.open(path, flags, 0o666), ())
            try:
                file.games = _read(file._descriptor, Path(path), plan, game)
            except BaseException:
                file.close()
                raise
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ConfigurationError(f"cannot resume {str(path)!r}: {reason}") from None
        return file

    def add(self, game: GameResult) -> None:
        """Append the result of a game; raise `ConfigurationError` on failure."""
        try:
            write_all(self._descriptor, _line(to_json(game)))
        except OSError as error:
            raise ConfigurationError(f"cannot keep the results: {error.strerror}") from None

    def close(self) -> None:
        """Release the file; it must not be used any more."""
        os.close(self._descriptor)


def seed_of(path: str | PathLike[str]) -> int | None:
    """Return the seed of the arena whose results are in this file; None if there is none."""
    try:
        seed = json.loads(read_file(plan_of(path)))["seed"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return seed if type(seed) is int else None


def plan_of(path: str | PathLike[str]) -> Path:
    """Return the name of the file with the plan of these results."""
    return Path(f"{os.fspath(path)}.plan.json")


def _header(plan: Plan, game: Game[Any, Any, Any]) -> dict[str, JSON]:
    return {
        "arena": FORMAT,
        "game": plan.game,
        "rules_version": game.rules_version,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "options": game.options(),
        "seconds": plan.seconds,
        "on_fault": plan.on_fault,
    }


def _line(data: JSON) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _read(descriptor: int, path: Path, plan: Plan, game: Game[Any, Any, Any]) -> tuple[GameResult, ...]:
    """Return the games in the file, and drop a truncated last line; raise `RecordError` if the file is unusable."""
    status = os.fstat(descriptor)
    check_writable(status.st_mode)
    lock(descriptor)
    games: dict[int, GameResult] = {}
    end = 0
    is_begun = _check_plan(path, _header(plan, game), is_empty=not status.st_size)
    with os.fdopen(os.dup(descriptor), "rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                break
            each = _game(line, number, plan)
            if each.number in games:
                raise RecordError(f"line {number}: game {each.number + 1} appears twice")
            games[each.number] = each
            end += len(line)
    if end < status.st_size:
        os.ftruncate(descriptor, end)
    if not is_begun:
        write_privately(plan_of(path), _line(_header(plan, game)), mode=status.st_mode & 0o777)
    return tuple([each for each in games.values() if each.number < plan.games])


def _check_plan(path: Path, wanted: dict[str, JSON], *, is_empty: bool) -> bool:
    """Return whether there is a plan beside the results; raise `RecordError` if it is another one."""
    beside = plan_of(path)
    try:
        found = json.loads(read_file(beside))
    except FileNotFoundError:
        if is_empty:
            return False
        with Path(path).open("rb") as file:
            is_old = file.read(len(BEGINNING)) == BEGINNING
        remedy = f"an older version began it with its plan: move line 1 to a file {beside.name!r}"
        raise RecordError(remedy if is_old else f"not the results of an arena: there is no {beside.name!r}") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or "arena" not in found:
        raise RecordError(f"{beside.name!r} is not the plan of an arena")
    for name, value in json.loads(_line(wanted)).items():
        if found.get(name) != value or isinstance(found.get(name), bool):  # True equals 1
            raise RecordError(f"another plan: {name} is {found.get(name)!r:.60}, not {value!r:.60}")
    return True


def _game(line: bytes, number: int, plan: Plan) -> GameResult:
    """Return the result in this line, with a figure for each bot of the plan; what figures it has is not judged."""
    try:
        game = from_json(GameResult, json.loads(line), allow_missing=True)
    except DecodeError as error:
        raise RecordError(f"line {number}: {error}") from None
    except (ValueError, RecursionError):
        raise RecordError(f"line {number}: not JSON") from None
    bots = range(len(plan.bots))
    figures = (game.choices, game.nanoseconds, game.fault_counts, game.scores or bots, game.utility or bots)
    sound = (
        game.number >= 0
        and (game.winners or game.utility or len(bots) == 1)  # files of earlier releases have no utility
        and all(bot in bots for bot in (*game.winners, *(() if game.forfeit is None else (game.forfeit,))))
        and all(fault.player in bots for fault in game.faults)
        and all(len(each) == len(bots) for each in figures)
    )
    if not sound:
        raise RecordError(f"line {number}: not a game of this plan")
    return game
