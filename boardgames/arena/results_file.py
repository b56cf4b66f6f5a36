"""The file with the results of an arena.

It has JSON lines, one for each game, and beside it is the plan as `NAME.plan.json`. So whatever
reads JSON lines has a table with a row per game: `pandas.read_json("results.jsonl", lines=True)`.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NotRequired, TypeAlias, TypedDict, cast

from boardgames.arena.lines import line_of, read_lines
from boardgames.arena.origin import Origins
from boardgames.arena.results import GameResult, Partners, Plan
from boardgames.contract.game import Game
from boardgames.core.chance import SeedNumber
from boardgames.core.codec import JSON, Bounds, FormOf, to_json
from boardgames.core.errors import ConfigurationError, RecordError
from boardgames.core.files import check_writable, lock, read_file, release, write_privately
from boardgames.core.integers import Natural, Seconds
from boardgames.core.values import evolve
from boardgames.play.limits import OnFault
from boardgames.play.seat_order import fixed_teams

FORMAT = 1
"""Version of the lines; raised when their fields change."""


ResultForm: TypeAlias = Annotated[GameResult, FormOf(GameResult, allow_missing=True)]
"""A line of the file."""


class PlanFile(TypedDict):
    """What is written beside the results, to refuse those of another plan."""

    arena: Annotated[int, Bounds(FORMAT, FORMAT)]
    """Version of the lines."""
    game: str
    rules_version: Natural
    bots: list[str]
    """The bots' specs, one for each player."""
    seed: SeedNumber
    """The seed of the first deal; later deals have the following seeds."""
    options: dict[str, Any]
    """The arguments of `make` besides the number of players."""
    seconds: Seconds | None
    """Limit for each choice of a bot; null: no limit."""
    on_fault: OnFault
    """What happens on a fault."""
    partners: NotRequired[Partners]
    """Which bots are partners, in a game with teams."""
    players: NotRequired[dict[str, PlayerFile]]
    """What the players are, by name, that are more than a spec."""


class PlayerFile(TypedDict):
    """What is written of a player."""

    plays: str
    """The spec, the class of a bot, or where a function is."""
    settings: dict[str, Any]
    """What else decides how it plays, as it was given."""


class ResultsFile:
    """A file owned by one process from its opening to `close`; each game is written as soon as it
    is added.
    """

    def __init__(self, path: str | PathLike[str], plan: Plan, game: Game[Any, Any, Any]) -> None:
        """Open the file of this plan, which is created if it does not exist.

        The plan of the file may have more or fewer games. A truncated last line is dropped. Raises
        `ConfigurationError`, and changes nothing, for a file of another plan, a file of any other
        kind, or one that another process has open.
        """
        try:
            with ExitStack() as on_error:
                if Path(path).exists():
                    check_writable(Path(path))
                self._file = on_error.enter_context(open(path, "a+b", buffering=0))  # noqa: PTH123  # as in `os`
                self._origins = Origins(plan, game)
                self.games: tuple[GameResult, ...] = _read(self._file, Path(path), plan, game)
                """The games in the file when it was opened."""
                on_error.pop_all()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ConfigurationError(f"cannot resume {str(path)!r}: {reason}") from None

    def add(self, game: GameResult) -> None:
        """Append the result of a game; raise `ConfigurationError` on failure."""
        try:
            origin = self._origins.of(game.number)
            self._file.write(line_of(to_json(evolve(game, origin=origin))))
        except OSError as error:
            raise ConfigurationError(f"cannot keep the results: {error.strerror}") from None

    def close(self) -> None:
        """Release the file; it must not be used any more."""
        release(self._file)


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


def _header(plan: Plan, game: Game[Any, Any, Any]) -> PlanFile:
    header: PlanFile = {
        "arena": FORMAT,
        "game": plan.game,
        "rules_version": game.rules_version,
        "bots": [*plan.bots],
        "seed": plan.seed,
        "options": {**game.options()},
        "seconds": plan.seconds,
        "on_fault": plan.on_fault,
    }
    if fixed_teams(game):
        header["partners"] = plan.partners
    if plan.players:
        header["players"] = {
            name: {"plays": player.spec, "settings": {**player.settings}}
            for name, player in plan.players.items()
        }
    return header


def _read(
    file: BinaryIO, path: Path, plan: Plan, game: Game[Any, Any, Any]
) -> tuple[GameResult, ...]:
    """Return the games in the file, and drop a truncated last line; raise `RecordError` if the file
    is unusable.
    """
    lock(file.fileno())
    beside = plan_of(path)
    header = line_of(cast("JSON", _header(plan, game)))
    if path.stat().st_size or beside.exists():
        _check_plan(beside, json.loads(header))
    lines = read_lines(file, GameResult)
    games: dict[int, GameResult] = {}
    for number, played in enumerate(lines.values, start=1):
        figures = (
            played.choices,
            played.nanoseconds,
            played.fault_counts,
            played.scores or plan.bots,
            played.utility or plan.bots,
        )
        if any(len(each) != len(plan.bots) for each in figures):
            raise RecordError(f"line {number}: not a game of this plan")
        if played.number in games:
            raise RecordError(f"line {number}: game {played.number + 1} appears twice")
        games[played.number] = evolve(played, origin=None)
    file.truncate(lines.end)
    if not beside.exists():
        write_privately(beside, header)
        beside.chmod(path.stat().st_mode)
    return tuple([played for played in games.values() if played.number < plan.games])


def _check_plan(beside: Path, wanted: dict[str, JSON]) -> None:
    """Raise `RecordError` unless the file beside the results has this plan."""
    try:
        header = json.loads(read_file(beside))
    except FileNotFoundError:
        raise RecordError(f"not the results of an arena: there is no {beside.name!r}") from None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or "arena" not in header:
        raise RecordError(f"{beside.name!r} is not the plan of an arena")
    for name, value in wanted.items():
        kept = header.get(name)
        is_of_one_type = isinstance(kept, bool) == isinstance(value, bool)  # True equals 1
        if kept != value or not is_of_one_type:
            raise RecordError(f"another plan: {name} is {kept!r:.60}, not {value!r:.60}")
