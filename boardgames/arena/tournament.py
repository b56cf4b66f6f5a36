"""A tournament: many bots in many games. Each combination of bots is an arena, with mixed partners.

A TOML file describes it (docs/guides/bot.md has one). The results of each combination are kept in a
folder as JSON lines, one file each, and games already there are not played again: a tournament that
was stopped can be continued, and bots or tables that are added later cost only their own games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from os import PathLike
from pathlib import Path

from boardgames.arena.arena import check_plan, iter_arena, names_in
from boardgames.arena.results import Partners, Plan, Result
from boardgames.core.codec import digest, from_json
from boardgames.core.errors import ConfigurationError
from boardgames.core.files import read_file
from boardgames.games.catalogue import make, simplified
from boardgames.play.bots.catalogue import make_bot
from boardgames.play.limits import OnFault  # a field's type, read at run time
from boardgames.play.seat_order import fixed_teams


@dataclass(frozen=True)
class TournamentTable:
    """A game for a number of players."""

    game: str
    players: int


@dataclass(frozen=True)
class Tournament:
    """The bots, the games and the tables of a tournament."""

    games: int
    """Number of games for each combination of bots."""
    seed: int
    """The seed of the first deal of each combination."""
    bots: tuple[str, ...]
    """Their specs."""
    tables: tuple[TournamentTable, ...]
    seconds: float | None = None
    on_fault: OnFault = "forfeit"

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Tournament:
        """Return the tournament in a TOML file.

        Raises `ConfigurationError` with the fault if it is not valid.
        """
        try:
            return from_json(
                cls, tomllib.loads(read_file(path).decode("utf-8-sig")), allow_missing=True
            )
        except OSError as error:
            raise ConfigurationError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise ConfigurationError(f"{str(path)!r}: {error}") from None

    def plans(self) -> tuple[Plan, ...]:
        """Return the arena of every combination of bots at every table.

        Raises `ConfigurationError` for unknown games or bots, invalid numbers, and too few bots.
        """
        bots = [make_bot(spec) for spec in self.bots]
        for number, spec in enumerate(self.bots):
            if bots[number] in bots[:number]:  # the same options in another order are the same bot
                raise ConfigurationError(f"bots: {spec!r} is listed twice")
        different_tables = {(simplified(table.game), table.players) for table in self.tables}
        if len(different_tables) < len(self.tables):
            raise ConfigurationError("tables: each may be listed only once")
        plans: list[Plan] = []
        for table in self.tables:
            game = make(table.game, players=table.players)
            if len(self.bots) < table.players:
                needed = f"{table.game} with {table.players} players needs {table.players} or more"
                raise ConfigurationError(f"bots: {needed}, not {len(self.bots)}")
            # Bots that are always partners could not be told apart.
            partners: Partners = "mixed" if fixed_teams(game) else "together"
            plans += [
                Plan(
                    table.game,
                    some,
                    self.games,
                    self.seed,
                    seconds=self.seconds,
                    on_fault=self.on_fault,
                    partners=partners,
                )
                for some in combinations(self.bots, table.players)
            ]
        if not plans:
            raise ConfigurationError("tables: expected 1 or more")
        return tuple(plans)


LADDER = ("random", "greedy", "mcts:iterations=25", "mcts:iterations=100", "mcts:iterations=400")
"""Bots of increasing strength, as a benchmark for new bots."""


def file_name(plan: Plan) -> str:
    """Return the name of the results file of this combination, in which order matters."""
    return f"{plan.game}-{len(plan.bots)}-{digest([*plan.bots])[:12]}.jsonl"


def play(
    tournament: Tournament,
    folder: str | PathLike[str],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
) -> Generator[tuple[Result, ...], None, None]:
    """Play all games that are not yet in the folder; yield the results after each game.

    There is one result for each combination. Raises `ConfigurationError` if the tournament cannot
    be played or its results cannot be kept.
    """
    plans = tournament.plans()
    for plan in plans:
        check_plan(plan, jobs)
    names_in(Path(folder), "results")
    done: list[Result] = []
    for plan in plans:
        result = Result.of(plan)
        path = Path(folder) / file_name(plan)
        for result in iter_arena(plan, jobs=jobs, executor=executor, resume=path):
            yield (*done, result)
        done.append(result)
