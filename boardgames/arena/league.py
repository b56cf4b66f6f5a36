"""A league as data: its players, its tables, and which games they play.

A TOML file describes it (docs/guides/models.md has one). Every set of players that a table has room
for meets there in every round: one deal, played with every player in every seat. So each has sat in
each seat equally often, against the same others and with the same cards.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import field
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias

from boardgames.arena.results import Plan
from boardgames.core.codec import digest, from_json, read_text
from boardgames.core.errors import ConfigurationError, check_option
from boardgames.core.files import read_file
from boardgames.core.integers import Natural, Positive
from boardgames.core.values import value
from boardgames.games.catalogue import make
from boardgames.play.limits import CORRECTIONS, OUTAGE_SECONDS, check_count, check_seconds
from boardgames.play.player import Player
from boardgames.play.prompt import RulesText
from boardgames.play.seat_order import fixed_teams

Helpless: TypeAlias = Literal["random", "forfeit"]
"""What happens when a player names no legal action, in spite of corrections: a random action
replaces its choice, or it loses the game."""


@value
class LeagueTable:
    """A game for a number of players."""

    game: str
    players: Positive
    options: dict[str, Any] = field(default_factory=dict)
    """The arguments of `make` besides the number of players."""


@value
class Budget:
    """When a league ends early; None: no limit."""

    games: Positive | None = None
    hours: float | None = None
    """Of this run."""
    price: float | None = None
    """Of all answers, in the currency in which the clients of models report prices."""


@value
class PlayerEntry:
    """A player as a league's file has it: a name, and `bot` or `ask`."""

    name: str
    bot: str = ""
    """The spec of a bot or a program."""
    ask: str = ""
    """Where the function is that asks a model, as `package.module:function`."""
    at_once: Positive = 4
    settings: dict[str, Any] = field(default_factory=dict)
    rules: RulesText = "short"
    corrections: Natural = CORRECTIONS
    answer_seconds: float | None = None
    outage_seconds: float = OUTAGE_SECONDS
    disguise: Natural | None = None

    def player(self, folder: str) -> Player:
        """Return the player, whose function is looked for in this folder first; raise
        `ConfigurationError` if it cannot be one.
        """
        if self.bot and self.ask:
            raise ConfigurationError(f"player {self.name!r}: either bot or ask")
        player = Player(
            self.name,
            self.bot or self.ask,
            self.at_once,
            self.settings,
            self.rules,
            self.corrections,
            self.answer_seconds,
            self.outage_seconds,
            self.disguise,
            folder,
        )
        try:
            player.bot()
        except ConfigurationError as error:
            hint = "; without bot and ask, the name is the spec of a bot"
            raise ConfigurationError(f"{error}{'' if self.bot or self.ask else hint}") from None
        return player


@value
class LeagueFile:
    """A league's file."""

    seed: Natural
    rounds: Positive
    players: tuple[dict[str, Any], ...]
    tables: tuple[dict[str, Any], ...]
    helpless: Helpless = "random"
    certainty: float | None = None
    budget: dict[str, Any] = field(default_factory=dict)
    anchor: str | None = None
    seconds: float | None = None


@value
class League:
    """The players, the tables and the rounds of a league."""

    seed: int
    """The seed of the first deal at each table."""
    rounds: int
    """How many deals each set of players plays at each table, everybody in every seat."""
    players: tuple[Player, ...]
    tables: tuple[LeagueTable, ...]
    helpless: Helpless = "random"
    certainty: float | None = None
    """The league ends early when each place in the order is as certain as this, after a round."""
    budget: Budget = Budget()
    anchor: str | None = None
    """The player whose rating is fixed; None: a level of the library, if one plays."""
    seconds: float | None = None
    """Limit for each choice; None: no limit."""

    @classmethod
    def load(cls, path: str | PathLike[str]) -> League:
        """Return the league in a TOML file.

        Functions are looked for in its folder first. Raises `ConfigurationError` with the fault
        if it is not valid, or its league cannot be played.
        """
        folder = str(Path(path).absolute().parent)
        try:
            data = tomllib.loads(read_text(read_file(path)))
            file = from_json(LeagueFile, data, allow_missing=True)
            players: list[Player] = []
            for number, entry in enumerate(file.players):
                place = f"players[{number}]"
                read = from_json(PlayerEntry, entry, allow_missing=True, place=place)
                try:
                    players.append(read.player(folder))
                except ConfigurationError as error:
                    raise ConfigurationError(f"{place}: {error}") from None
            tables = [
                from_json(LeagueTable, entry, allow_missing=True, place=f"tables[{number}]")
                for number, entry in enumerate(file.tables)
            ]
            league = cls(
                file.seed,
                file.rounds,
                tuple(players),
                tuple(tables),
                file.helpless,
                file.certainty,
                from_json(Budget, file.budget, allow_missing=True, place="budget"),
                file.anchor,
                file.seconds,
            )
            league.plans()  # to find faults where the name of the file is known
        except OSError as error:
            raise ConfigurationError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise ConfigurationError(f"{str(path)!r}: {error}") from None
        return league

    def player(self, name: str) -> Player:
        """Return the player with this name."""
        return next(player for player in self.players if player.name == name)

    def plans(self) -> tuple[Plan, ...]:
        """Return the arena of every set of players at every table.

        Raises `ConfigurationError` for unknown games or bots, invalid numbers, and too few players.
        """
        self._check()
        plans: list[Plan] = []
        for table in self.tables:
            game = make(table.game, players=table.players, **table.options)
            if len(self.players) < table.players:
                needed = f"a table of {table.game} for {table.players} needs as many players"
                there = len(self.players)
                raise ConfigurationError(f"players: {needed} or more, and there are {there}")
            plans += [
                Plan(
                    game.name,
                    some,
                    self.rounds * table.players,
                    self.seed,
                    options=table.options,
                    seconds=self.seconds,
                    on_fault=self.helpless,
                    # Players that are always partners could not be told apart.
                    partners="mixed" if fixed_teams(game) else "together",
                )
                for some in combinations(self.players, table.players)
            ]
        if not plans:
            raise ConfigurationError("tables: expected 1 or more")
        if len({key_of(plan) for plan in plans}) < len(plans):
            raise ConfigurationError("tables: each may be listed only once")
        return tuple(plans)

    def _check(self) -> None:
        check_count("rounds", self.rounds)
        check_option("helpless", self.helpless, ("random", "forfeit"))
        check_seconds("seconds", self.seconds)
        names = [player.name for player in self.players]
        for name in names:
            if names.count(name) > 1:
                raise ConfigurationError(f"players: {name!r} is listed twice")
        if self.anchor is not None and self.anchor not in names:
            raise ConfigurationError(f"anchor: no player is called {self.anchor!r}")
        if self.certainty is not None and not 0.5 < self.certainty < 1:  # noqa: PLR2004  # a coin
            raise ConfigurationError(f"certainty: expected 0.5 to 1, not {self.certainty}")
        for budget in (self.budget.hours, self.budget.price):
            if budget is not None and not budget > 0:
                raise ConfigurationError(f"budget: expected more than 0, not {budget}")
        for player in self.players:
            player.bot()


@value
class Fixture:
    """One game of a league."""

    plan: Plan
    number: int
    """Counted from 0, in its plan."""

    @property
    def id(self) -> str:
        """The name of the game, as in its files."""
        return f"{key_of(self.plan)}-{self.number + 1:04}"

    @property
    def round(self) -> int:
        """The deal, counted from 0."""
        return self.number // len(self.plan.bots)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        _, order = self.plan.seating(self.number)
        return tuple([self.plan.bots[place] for place in order])


def fixtures(plans: tuple[Plan, ...]) -> Iterator[Fixture]:
    """Yield the games of a league's plans, round by round, so that wherever it ends, all have met
    equally often.
    """
    rounds = plans[0].games // len(plans[0].bots)
    for deal in range(rounds):
        for plan in plans:
            size = len(plan.bots)
            for number in range(deal * size, (deal + 1) * size):
                yield Fixture(plan, number)


def key_of(plan: Plan) -> str:
    """Return the name of a set of players at a table, in which order matters."""
    named = digest([[*plan.bots], {**plan.options}])[:8]
    return f"{plan.game}-{len(plan.bots)}-{named}"
