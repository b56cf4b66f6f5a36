"""How strong bots are: ratings on the Elo scale, from the results of arenas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import exp, log, log10, sqrt
from typing import NamedTuple

from boardgames.arena.results import CONFIDENCE, Result
from boardgames.core.codec import JSON

ROUNDS = 500
"""Maximum number of steps in the computation of the ratings."""
CLOSE_ENOUGH = 1e-9
"""Relative change of a strength at which the computation stops."""
PRIOR = 0.5
"""Games that every bot is assumed to have won, and lost, against one of mean strength, so that all
ratings are finite."""
MEAN = 1500
"""The mean of all ratings."""
TENFOLD = 400
"""By how much the rating is higher where the odds are ten to one."""


@dataclass(frozen=True)
class Rating:
    """How strong a bot is."""

    bot: str
    games: int
    share: float
    """The mean utility: in most games, the share of the victories."""
    rating: float
    """On the Elo scale: 400 more are odds of ten to one; the mean of all bots is 1500."""
    error: float
    """Half of the 95 % confidence interval, if games are independent of each other."""


class _Table(NamedTuple):
    """Bots that played together."""

    bots: Sequence[str]
    games: int


def ratings(results: Iterable[Result]) -> tuple[Rating, ...]:
    """Return the rating of each bot, the strongest first.

    The model is that of Bradley and Terry, for any number of players: a bot wins with a probability
    proportional to its strength among those at the table; a shared victory counts as a fraction.
    Where utilities do not add up to 1 for each game, they are scaled so that on average they do: in
    a cooperative game, nobody is stronger than their partner.
    """
    played = [result for result in results if result.games]
    if not played:
        return ()
    tables = [_Table(result.plan.bots, result.games) for result in played]
    strength = _strengths(_victories(played), tables)
    error = _errors(strength, tables)
    rated: list[Rating] = []
    for bot, utility in _utilities(played).items():
        games = sum([table.games for table in tables if bot in table.bots])
        rated.append(
            Rating(
                bot,
                games,
                share=float(utility / games),
                rating=MEAN + TENFOLD * log10(strength[bot]),
                error=CONFIDENCE * TENFOLD / log(10) * error[bot],
            )
        )
    return tuple(sorted(rated, key=lambda rating: -rating.rating))


def _utilities(results: Iterable[Result]) -> dict[str, Fraction]:
    """Return the sum of the utilities of each bot."""
    utilities: dict[str, Fraction] = {}
    for result in results:
        for bot, standing in zip(result.plan.bots, result.standings, strict=True):
            utilities[bot] = utilities.get(bot, Fraction(0)) + standing.utility
    return utilities


def _victories(results: Iterable[Result]) -> dict[str, float]:
    """Return the number of victories of each bot, scaled to one for each game."""
    victories: dict[str, float] = {}
    for result in results:
        total = sum([standing.utility for standing in result.standings])
        for bot, standing in zip(result.plan.bots, result.standings, strict=True):
            if total:
                won = standing.utility * result.games / total
            else:
                won = Fraction(result.games, len(result.plan.bots))
            victories[bot] = victories.get(bot, 0.0) + float(won)
    return victories


def _strengths(victories: dict[str, float], tables: Sequence[_Table]) -> dict[str, float]:
    """Return the strengths that make these victories most likely; their geometric mean is 1."""
    strength = dict.fromkeys(victories, 1.0)
    for _ in range(ROUNDS):
        better = _improved(strength, victories, tables)
        changes = [abs(better[bot] / before - 1) for bot, before in strength.items()]
        strength = better
        if max(changes) < CLOSE_ENOUGH:
            break
    return strength


def _improved(
    strength: dict[str, float], victories: dict[str, float], tables: Sequence[_Table]
) -> dict[str, float]:
    """Return strengths that make these victories more likely than the ones before."""
    # The victories that each bot can expect, divided by its strength.
    expected = {bot: 2 * PRIOR / (before + 1) for bot, before in strength.items()}
    for table in tables:
        total = _total(strength, table)
        for bot in table.bots:
            expected[bot] += table.games / total
    better: dict[str, float] = {}
    for bot, number in expected.items():
        better[bot] = (PRIOR + victories[bot]) / number
    return _scaled(better)


def _scaled(strength: dict[str, float]) -> dict[str, float]:
    """Return the strengths, multiplied so that their geometric mean is 1."""
    logarithms = [log(value) for value in strength.values()]
    mean = exp(sum(logarithms) / len(logarithms))
    return {bot: value / mean for bot, value in strength.items()}


def _total(strength: dict[str, float], table: _Table) -> float:
    return sum([strength[bot] for bot in table.bots])


def _errors(strength: dict[str, float], tables: Sequence[_Table]) -> dict[str, float]:
    """Return the standard error of the logarithm of each strength, from the curvature of the
    likelihood.
    """
    covariance = _inverse(_curvature(strength, tables))
    size = len(covariance)
    sums = [sum(row) for row in covariance]
    overall = sum(sums) / size**2
    errors: dict[str, float] = {}
    for index, bot in enumerate(strength):
        own = covariance[index][index]
        variance = own - 2 * sums[index] / size + overall
        errors[bot] = sqrt(max(0.0, variance))
    return errors


def _curvature(strength: dict[str, float], tables: Sequence[_Table]) -> list[list[float]]:
    """Return the curvature of the likelihood, with a row and a column for each bot."""
    place = {bot: index for index, bot in enumerate(strength)}
    curvature = [[0.0] * len(place) for _ in place]
    for bot, index in place.items():
        chance = strength[bot] / (strength[bot] + 1)
        curvature[index][index] += 2 * PRIOR * chance * (1 - chance)
    for table in tables:
        total = _total(strength, table)
        chances = {bot: strength[bot] / total for bot in table.bots}
        for one in table.bots:
            row = curvature[place[one]]
            for two in table.bots:
                is_same = one == two
                product = chances[one] * (is_same - chances[two])
                row[place[two]] += table.games * product
    return curvature


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix."""
    size = len(matrix)
    rows: list[list[float]] = []
    for index, row in enumerate(matrix):
        unit = [0.0] * size
        unit[index] = 1.0
        rows.append(row + unit)
    for step in range(size):
        pivot = rows[step][step]
        rows[step] = [value / pivot for value in rows[step]]
        for index in range(size):
            if index != step and rows[index][step]:
                rows[index] = _cleared(rows[index], rows[step], step)
    return [row[size:] for row in rows]


def _cleared(row: list[float], pivot_row: list[float], column: int) -> list[float]:
    """Return the row less the multiple of the other one that makes its number in the column 0."""
    factor = row[column]
    return [value - factor * other for value, other in zip(row, pivot_row, strict=True)]


def to_json(results: Sequence[Result]) -> JSON:
    """Return the ratings, overall and for each table, and the results of every combination, as
    plain JSON.
    """
    tables: list[JSON] = []
    for game, players in dict.fromkeys([_table_of(result) for result in results]):
        ratings_there = _ratings_json(at_table(results, game, players))
        tables.append({"game": game, "players": players, "ratings": ratings_there})
    return {
        "ratings": _ratings_json(results),
        "tables": tables,
        "results": [result.to_json() for result in results],
    }


def at_table(results: Iterable[Result], game: str, players: int) -> tuple[Result, ...]:
    """Return the results of this game with this number of players."""
    return tuple([result for result in results if _table_of(result) == (game, players)])


def _table_of(result: Result) -> tuple[str, int]:
    return result.plan.game, len(result.plan.bots)


def _ratings_json(results: Iterable[Result]) -> JSON:
    return [asdict(rating) for rating in ratings(results)]
