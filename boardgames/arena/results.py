"""An arena as data: its plan, the result of each game, and their sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from boardgames.arena.page import Bar, bars, framed
from boardgames.contract.game import Game
from boardgames.core.chance import SeedNumber
from boardgames.core.codec import JSON
from boardgames.core.integers import Natural, Points, Share, as_integer
from boardgames.core.text import plural
from boardgames.core.values import value
from boardgames.games.catalogue import game_class, make
from boardgames.play.fault import Fault
from boardgames.play.limits import OnFault
from boardgames.play.player import Player, Playing, named
from boardgames.play.seat_order import Teams, seated

CONFIDENCE = 1.959964
"""Half the width of a 95 % confidence interval, in standard deviations."""
LARGEST_DENOMINATOR = 10**6
"""Utilities are added as fractions, so that sums do not depend on the order of the games."""
FAULTS_KEPT = 20
"""Maximum number of faults kept with their reasons; all are counted."""
Partners: TypeAlias = Literal["together", "mixed"]
"""Which bots are partners in a game with teams: in every game those that are listed for the seats
of one team, or all bots in turn."""


@value
class Plan:
    """The games of an arena.

    `bots` are given as specs, bots, functions that ask a model, or `Player`s; kept are their names,
    and in `players` those that are more than a spec.
    """

    game: str
    bots: tuple[str, ...]
    """The names of the bots, one for each player; a bot without a name is called as its spec."""
    games: int
    seed: int
    """The seed of the first deal; later deals have the following seeds."""
    options: dict[str, Any] = field(default_factory=dict)
    """The arguments of `make` besides the number of players."""
    seconds: float | None = None
    """Limit for each choice of a bot; None: no limit."""
    on_fault: OnFault = "forfeit"
    """What happens on a fault. A bot that cannot start forfeits the game with "random", too; one
    that has never started ends the arena."""
    records: str | None = None
    """A folder for the record of every game that is dealt. A game that ends with a forfeit is
    recorded up to that.
    """
    partners: Partners = "together"
    """Which bots are partners. Only for games whose teams are the same seats in every deal."""
    players: dict[str, Player] = field(default_factory=dict)
    """The players, by name, that are more than a spec."""

    if TYPE_CHECKING:

        def __init__(  # noqa: PLR0913, PLR0917  # the fields
            self,
            game: str,
            bots: Sequence[Playing],
            games: int,
            seed: int,
            options: dict[str, Any] = ...,
            seconds: float | None = None,
            on_fault: OnFault = "forfeit",
            records: str | None = None,
            partners: Partners = "together",
            players: dict[str, Player] = ...,
        ) -> None:
            """Take the bots as whatever they are."""

    def __post_init__(self) -> None:
        """Keep numbers as `int`, of whatever type they are, since JSON has no others, and bots by
        their names.
        """
        names, players = named(self.bots)
        object.__setattr__(self, "bots", names)
        object.__setattr__(self, "players", {**self.players, **players})
        for name in ("games", "seed"):
            number = as_integer(getattr(self, name))
            if number is not None:
                object.__setattr__(self, name, number)

    def seating(self, number: int, teams: Teams = ()) -> tuple[int, tuple[int, ...]]:
        """Return the seed of this game (counted from 0), and the index of the bot in each seat.

        `teams` are those of `fixed_teams`; they do not matter if partners are mixed.
        """
        together = teams
        if not teams or self.partners != "together":
            together = tuple([(seat,) for seat in range(len(self.bots))])
        deal, order = seated(number, together)
        return self.seed + deal, order

    def record_name(self, number: int) -> str:
        """Return the name of the file with the record of this game (counted from 0)."""
        return f"{self.game}-{number + 1:06}.json"


def game_of(plan: Plan) -> Game[Any, Any, Any]:
    """Return the game of a plan; raise `ConfigurationError` if there is none such."""
    return make(plan.game, players=len(plan.bots), **plan.options)


@value
class PlayerOrigin:
    """What a player was."""

    name: str
    plays: str
    """The spec, the class of a bot, or where the function is that asks a model."""
    settings: dict[str, Any] = field(default_factory=dict)
    """What else decides how it plays, as it was given."""
    prompts: str | None = None
    """A digest of what a model is asked in this game; None for other bots."""
    parser: str | None = None
    """A digest of what is made of the answers of a model; None for other bots."""


@value
class Origin:
    """From where a result comes: all that decides how a game goes."""

    library: str
    """The version of this library."""
    game: str
    rules_version: Natural
    options: dict[str, Any]
    """The options of the game."""
    seed: SeedNumber
    seats: tuple[str, ...]
    """The names of the players, by seat."""
    players: tuple[PlayerOrigin, ...]


@value
class GameResult:
    """The result of one game. Tuples have one entry per bot, in the plan's order."""

    number: Natural
    """Counted from 0."""
    plies: Natural
    winners: tuple[Natural, ...]
    """The bots that won; empty if nobody did."""
    scores: tuple[Points, ...] | None
    """None after a forfeit."""
    forfeit: Natural | None
    """The bot that forfeited the game."""
    choices: tuple[Natural, ...]
    nanoseconds: tuple[Natural, ...]
    """Thinking time."""
    fault_counts: tuple[Natural, ...]
    faults: tuple[Fault, ...]
    """The first faults; their players are seats, as in a match."""
    utility: tuple[Share, ...] = ()
    """What the end was worth to each bot, from 0 to 1; empty if that is its share of the
    victory.
    """
    origin: Origin | None = field(default=None, compare=False)
    """From where the result comes, in a file."""

    def worth(self, bot: int) -> Fraction:
        """Return what the end was worth to this bot."""
        if self.utility:
            return Fraction(self.utility[bot]).limit_denominator(LARGEST_DENOMINATOR)
        return Fraction(1, len(self.winners)) if bot in self.winners else Fraction(0)


@value
class Standing:
    """The totals of one bot, independent of the order of the games."""

    games: int = 0
    utility: Fraction = Fraction(0)
    """The sum of what the ends were worth: a victory shared by two counts half for each,
    and so on.
    """
    points: int = 0
    scored: int = 0
    """Games that were played to the end, and so have points."""
    faults: int = 0
    forfeits: int = 0
    choices: int = 0
    nanoseconds: int = field(default=0, compare=False)
    """Thinking time; the only figure that differs between runs."""
    closeness: Fraction = Fraction(0)
    """The sum of `u * (1 - u)` for each utility `u`; shares of a victory count as victories and
    defeats, so as 0.
    """

    def including(self, game: GameResult, bot: int) -> Standing:
        """Return the standing of this bot after one more game."""
        worth = game.worth(bot)
        return Standing(
            games=self.games + 1,
            utility=self.utility + worth,
            points=self.points + (0 if game.scores is None else game.scores[bot]),
            scored=self.scored + (game.scores is not None),
            faults=self.faults + game.fault_counts[bot],
            forfeits=self.forfeits + (game.forfeit == bot),
            choices=self.choices + game.choices[bot],
            nanoseconds=self.nanoseconds + game.nanoseconds[bot],
            closeness=self.closeness + (worth * (1 - worth) if game.utility else 0),
        )

    @property
    def share(self) -> float:
        """The mean utility, from 0 to 1: in most games, the share of victories."""
        return float(self.utility / self.games) if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson's score interval).

        Utilities between 0 and 1 vary less than victories and defeats with the same mean, as if
        more games had been played. One game with the variance of victories is added, so that a few
        equal results do not look certain.
        """
        most = self.share * (1 - self.share)
        variance = most - float(self.closeness / (self.games + 1))
        return wilson(self.share, self.games * most / variance if most else self.games)

    @property
    def mean_score(self) -> float | None:
        """Mean points of a game; None if no game was played to its end."""
        return self.points / self.scored if self.scored else None

    @property
    def mean_microseconds(self) -> float | None:
        """Mean time of a choice; None if there was none."""
        return self.nanoseconds / 1000 / self.choices if self.choices else None


@value
class Result:
    """The result of the games of a plan; equal for equal plans, except for times."""

    plan: Plan
    standings: tuple[Standing, ...]
    """One per bot of the plan."""
    games: int = 0
    """The number of games played so far."""
    plies: int = 0
    faults: tuple[tuple[int, Fault], ...] = ()
    """The first faults, each with the number of its game, counted from 1."""

    @classmethod
    def of(cls, plan: Plan, games: Iterable[GameResult] = ()) -> Result:
        """Return the result of these games of the plan."""
        result = cls(plan, (Standing(),) * len(plan.bots))
        for game in games:
            result = result.including(game)
        return result

    def including(self, game: GameResult) -> Result:
        """Return the result after one more game."""
        faults = self.faults
        if game.faults:
            more = tuple([(game.number + 1, fault) for fault in game.faults])
            faults = tuple(
                sorted(faults + more, key=lambda each: (each[0], each[1].ply))[:FAULTS_KEPT]
            )
        standings = tuple(
            [standing.including(game, bot) for bot, standing in enumerate(self.standings)]
        )
        return Result(self.plan, standings, self.games + 1, self.plies + game.plies, faults)

    @property
    def mean_length(self) -> float | None:
        """Mean number of plies per game; None if there was no game."""
        return self.plies / self.games if self.games else None

    def _repr_html_(self) -> str:
        plan = self.plan
        rows: list[Bar] = []
        for bot, standing in zip(plan.bots, self.standings, strict=True):
            low, high = standing.interval
            points = "" if standing.mean_score is None else f"{standing.mean_score:.2f}"
            cells = (f"{standing.share:.1%}", f"{low:.1%} to {high:.1%}", points)
            faults = (str(standing.forfeits), str(standing.faults))
            rows.append(Bar(bot, standing.share, low, high, (*cells, *faults)))
        heads = ("share", "95 % interval", "points", "forfeits", "faults")
        heading = f"{game_class(plan.game).title}, {len(plan.bots)} players"
        extent = f"<p>{plural(self.games, 'game')} of {plan.games}</p>"
        return framed(heading, [extent, bars(heads, rows, 1 / len(plan.bots), 1.0)])

    def to_json(self) -> JSON:
        """Return the figures as plain JSON."""
        return {
            "game": self.plan.game,
            "seed": self.plan.seed,
            "games": self.games,
            "mean plies": self.mean_length,
            "bots": [
                {
                    "bot": bot,
                    "games": standing.games,
                    "share": standing.share,
                    "interval": list(standing.interval),
                    "mean score": standing.mean_score,
                    "choices": standing.choices,
                    "microseconds per choice": standing.mean_microseconds,
                    "faults": standing.faults,
                    "forfeits": standing.forfeits,
                }
                for bot, standing in zip(self.plan.bots, self.standings, strict=True)
            ],
            "faults": [
                {
                    "game": number,
                    "ply": fault.ply,
                    "player": fault.player + 1,
                    "reason": fault.reason,
                }
                for number, fault in self.faults
            ],
        }


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share observed in this many games.

    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not games:
        return 0.0, 1.0
    square = CONFIDENCE**2 / games
    centre = share + square / 2
    reach = sqrt(square * (share * (1 - share) + square / 4))
    low = (centre - reach) / (1 + square)
    high = (centre + reach) / (1 + square)
    return max(0.0, low), min(1.0, high)
