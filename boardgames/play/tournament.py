"""A tournament: many bots over many games. Each combination of bots is an arena, and all results give ratings.

It is described by a TOML file:

    games = 60                          # of each combination of bots
    seed = 1
    bots = ["greedy", "random", "mcts:iterations=200"]

    [[tables]]
    game = "koryo"
    players = 2

`seconds` and `on_fault` are those of the arena. The results of each combination are kept in a folder as JSON lines, one
file each, and games that are already there are not played again: a tournament that was stopped continues, and a bot or
table that is added later costs only its own games.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, log10, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardgames.core.codec import digest, from_json
from boardgames.core.errors import ConfigurationError, DecodeError
from boardgames.core.files import read_file
from boardgames.games.catalogue import make, simplified
from boardgames.play.arena import running_results
from boardgames.play.bots.catalogue import make_bot
from boardgames.play.match import OnFault  # a field's type, read at run time
from boardgames.play.results import CONFIDENCE, Plan, Result

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from concurrent.futures import Executor
    from os import PathLike

    from boardgames.core.codec import JSON
    from boardgames.play.bots import Bot

ROUNDS = 500
"""Maximum number of steps in the computation of the ratings."""
CLOSE_ENOUGH = 1e-9
"""Relative change of a strength at which the computation stops."""
PRIOR = 0.5
"""Games that every bot is taken to have won, and lost, against one of mean strength, so that no rating is infinite."""
MEAN = 1500
"""The mean of all ratings."""


@dataclass(frozen=True)
class Table:
    """A game for a number of players."""

    game: str
    players: int


@dataclass(frozen=True)
class Tournament:
    """The bots, the games and the tables of a tournament."""

    games: int
    """Games for each combination of bots."""
    seed: int
    """The seed of the first deal of each combination."""
    bots: tuple[str, ...]
    """Their specs."""
    tables: tuple[Table, ...]
    seconds: float | None = None
    on_fault: OnFault = "forfeit"

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Tournament:
        """Return the tournament of a TOML file; raise `ConfigurationError` with the fault if it is not valid."""
        try:
            data: Any = tomllib.loads(read_file(path).decode("utf-8-sig"))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ConfigurationError(f"cannot read {str(path)!r}: {reason}") from None
        except RecursionError:
            raise ConfigurationError(f"cannot read {str(path)!r}: nested too deeply") from None
        try:
            return from_json(cls, data, allow_missing=True)
        except DecodeError as error:
            raise ConfigurationError(f"{str(path)!r}: {error}") from None

    def plans(self) -> tuple[Plan, ...]:
        """Return the arena of every combination of bots at every table.

        Raises `ConfigurationError` for games, bots and numbers that do not exist, and where there are too few bots.
        """
        made: list[Bot] = []
        for spec in self.bots:
            bot = make_bot(spec)
            if bot in made:  # the same options in another order are the same bot
                raise ConfigurationError(f"bots: each may be listed only once, and {spec!r} is there already")
            made.append(bot)
        if len({(simplified(table.game), table.players) for table in self.tables}) < len(self.tables):
            raise ConfigurationError("tables: each may be listed only once")
        found: list[Plan] = []
        for table in self.tables:
            make(table.game, players=table.players)
            if len(self.bots) < table.players:
                needed = f"{table.game} with {table.players} players needs {table.players} or more"
                raise ConfigurationError(f"bots: {needed}, not {len(self.bots)}")
            found += [
                Plan(table.game, bots, self.games, self.seed, seconds=self.seconds, on_fault=self.on_fault)
                for bots in combinations(self.bots, table.players)
            ]
        if not found:
            raise ConfigurationError("tables: expected 1 or more")
        return tuple(found)


LADDER = ("random", "greedy", "mcts:iterations=25", "mcts:iterations=100", "mcts:iterations=400")
"""Bots that get stronger from one to the next: what a new bot can be measured by."""


@dataclass(frozen=True)
class Rating:
    """How strong a bot is."""

    bot: str
    games: int
    share: float
    """The share of the victories."""
    rating: float
    """On the Elo scale: 400 more are odds of ten to one; the mean of all bots is 1500."""
    error: float
    """Half of the 95 % confidence interval, if games are independent of each other."""


def file_name(plan: Plan) -> str:
    """Return the name of the file with the results of this combination: one for each order of the same bots."""
    return f"{plan.game}-{len(plan.bots)}-{digest([*plan.bots])[:12]}.jsonl"


def play(
    tournament: Tournament, folder: str | PathLike[str], *, jobs: int = 1, executor: Executor | None = None
) -> Generator[tuple[Result, ...], None, None]:
    """Play all games that are not in the folder yet; yield the results so far, one per combination, after each game.

    Raises `ConfigurationError` if the tournament cannot be played or its results cannot be kept.
    """
    plans = tournament.plans()
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "it is a file, not a folder" if Path(folder).is_file() else error.strerror
        raise ConfigurationError(f"cannot keep results in {str(folder)!r}: {reason}") from None
    done: list[Result] = []
    started: set[str] = set()
    for plan in plans:
        result = Result.of(plan)
        path = Path(folder) / file_name(plan)
        for result in running_results(plan, jobs=jobs, executor=executor, resume=path, started=started):
            yield (*done, result)
        done.append(result)


def ratings(results: Iterable[Result]) -> tuple[Rating, ...]:
    """Return how strong each bot is, the strongest first.

    The model is that of Bradley and Terry, for any number of players: a bot wins with a probability in proportion to
    its strength among those at the table; a shared victory counts in parts.
    """
    fields = [
        ([(bot, float(standing.victories)) for bot, standing in zip(each.plan.bots, each.standings, strict=True)], each)
        for each in results
        if each.games
    ]
    bots = list(dict.fromkeys(bot for field, _ in fields for bot, _ in field))
    if not bots:
        return ()
    won = {bot: PRIOR + sum(wins for field, _ in fields for each, wins in field if each == bot) for bot in bots}
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        share = {bot: 2 * PRIOR / (strength[bot] + 1) for bot in bots}
        for field, result in fields:
            total = sum(strength[bot] for bot, _ in field)
            for bot, _ in field:
                share[bot] += result.games / total
        better = {bot: won[bot] / share[bot] for bot in bots}
        mean = exp(sum(map(log, better.values())) / len(bots))
        better = {bot: each / mean for bot, each in better.items()}
        moved = max(abs(better[bot] / strength[bot] - 1) for bot in bots)
        strength = better
        if moved < CLOSE_ENOUGH:
            break
    spread = _errors(bots, strength, [([bot for bot, _ in field], result.games) for field, result in fields])
    scale = 400 / log(10)
    found = []
    for bot in bots:
        games = sum(result.games for field, result in fields if bot in dict(field))
        victories = won[bot] - PRIOR
        error = CONFIDENCE * scale * spread[bot]
        found.append(Rating(bot, games, victories / games, MEAN + 400 * log10(strength[bot]), error))
    return tuple(sorted(found, key=lambda each: -each.rating))


def _errors(
    bots: Sequence[str], strength: dict[str, float], fields: Sequence[tuple[Sequence[str], int]]
) -> dict[str, float]:
    """Return the standard error of the logarithm of each strength, from the curvature of the likelihood."""
    place = {bot: index for index, bot in enumerate(bots)}
    size = len(bots)
    curvature = [[0.0] * size for _ in bots]
    for bot in bots:
        chance = strength[bot] / (strength[bot] + 1)
        curvature[place[bot]][place[bot]] += 2 * PRIOR * chance * (1 - chance)
    for field, games in fields:
        total = sum(strength[bot] for bot in field)
        for one in field:
            for two in field:
                chances = strength[one] / total * ((one == two) - strength[two] / total)
                curvature[place[one]][place[two]] += games * chances
    covariance = _inverse(curvature)
    overall = sum(map(sum, covariance)) / size**2
    return {
        bot: sqrt(max(0.0, covariance[index][index] - 2 * sum(covariance[index]) / size + overall))
        for bot, index in place.items()
    }


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix."""
    size = len(matrix)
    rows = [row + [float(index == column) for column in range(size)] for index, row in enumerate(matrix)]
    for step in range(size):
        pivot = rows[step][step]
        rows[step] = [each / pivot for each in rows[step]]
        for index in range(size):
            if index != step and rows[index][step]:
                factor = rows[index][step]
                rows[index] = [each - factor * other for each, other in zip(rows[index], rows[step], strict=True)]
    return [row[size:] for row in rows]


def to_json(results: Sequence[Result]) -> JSON:
    """Return the ratings, over all tables and for each, and the results of every combination, as plain JSON."""
    tables = dict.fromkeys((each.plan.game, len(each.plan.bots)) for each in results)
    return {
        "ratings": _ratings_json(results),
        "tables": [
            {"game": game, "players": players, "ratings": _ratings_json(at_table(results, game, players))}
            for game, players in tables
        ],
        "results": [each.to_json() for each in results],
    }


def at_table(results: Iterable[Result], game: str, players: int) -> tuple[Result, ...]:
    """Return the results of this game with this number of players."""
    return tuple([each for each in results if (each.plan.game, len(each.plan.bots)) == (game, players)])


def _ratings_json(results: Iterable[Result]) -> JSON:
    return [
        {"bot": each.bot, "games": each.games, "share": each.share, "rating": each.rating, "error": each.error}
        for each in ratings(results)
    ]
