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
    utility: dict[str, Fraction] = {}
    for result in played:
        for bot, standing in zip(result.plan.bots, result.standings, strict=True):
            utility[bot] = utility.get(bot, Fraction(0)) + standing.utility
    rated = []
    for bot, worth in utility.items():
        games = sum(table.games for table in tables if bot in table.bots)
        rating = MEAN + 400 * log10(strength[bot])
        half_interval = CONFIDENCE * 400 / log(10) * error[bot]
        rated.append(Rating(bot, games, float(worth / games), rating, half_interval))
    return tuple(sorted(rated, key=lambda rating: -rating.rating))


def _victories(results: Iterable[Result]) -> dict[str, float]:
    """Return the number of victories of each bot, scaled to one for each game."""
    victories: dict[str, float] = {}
    for result in results:
        total = sum(standing.utility for standing in result.standings)
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
        share = {bot: 2 * PRIOR / (value + 1) for bot, value in strength.items()}
        for table in tables:
            total = sum(strength[bot] for bot in table.bots)
            for bot in table.bots:
                share[bot] += table.games / total
        better = {bot: (PRIOR + victories[bot]) / value for bot, value in share.items()}
        mean = exp(sum(map(log, better.values())) / len(better))
        better = {bot: value / mean for bot, value in better.items()}
        moved = max(abs(better[bot] / value - 1) for bot, value in strength.items())
        strength = better
        if moved < CLOSE_ENOUGH:
            break
    return strength


def _errors(strength: dict[str, float], tables: Sequence[_Table]) -> dict[str, float]:
    """Return the standard error of the logarithm of each strength, from the curvature of the
    likelihood.
    """
    covariance = _inverse(_curvature(strength, tables))
    size = len(covariance)
    overall = sum(map(sum, covariance)) / size**2
    errors = {}
    for index, bot in enumerate(strength):
        row = covariance[index]
        errors[bot] = sqrt(max(0.0, row[index] - 2 * sum(row) / size + overall))
    return errors


def _curvature(strength: dict[str, float], tables: Sequence[_Table]) -> list[list[float]]:
    """Return the curvature of the likelihood, with a row and a column for each bot."""
    place = {bot: index for index, bot in enumerate(strength)}
    curvature = [[0.0] * len(place) for _ in place]
    for bot, index in place.items():
        chance = strength[bot] / (strength[bot] + 1)
        curvature[index][index] += 2 * PRIOR * chance * (1 - chance)
    for table in tables:
        total = sum(strength[bot] for bot in table.bots)
        for one in table.bots:
            for two in table.bots:
                chances = strength[one] / total * ((one == two) - strength[two] / total)
                curvature[place[one]][place[two]] += table.games * chances
    return curvature


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix."""
    size = len(matrix)
    rows = [
        row + [float(index == column) for column in range(size)] for index, row in enumerate(matrix)
    ]
    for step in range(size):
        pivot = rows[step][step]
        rows[step] = [value / pivot for value in rows[step]]
        for index in range(size):
            if index != step and rows[index][step]:
                factor = rows[index][step]
                rows[index] = [
                    value - factor * other
                    for value, other in zip(rows[index], rows[step], strict=True)
                ]
    return [row[size:] for row in rows]


def to_json(results: Sequence[Result]) -> JSON:
    """Return the ratings, overall and for each table, and the results of every combination, as
    plain JSON.
    """
    tables = dict.fromkeys((result.plan.game, len(result.plan.bots)) for result in results)
    return {
        "ratings": _ratings_json(results),
        "tables": [
            {
                "game": game,
                "players": players,
                "ratings": _ratings_json(at_table(results, game, players)),
            }
            for game, players in tables
        ],
        "results": [result.to_json() for result in results],
    }


def at_table(results: Iterable[Result], game: str, players: int) -> tuple[Result, ...]:
    """Return the results of this game with this number of players."""
    return tuple(
        [
            result
            for result in results
            if result.plan.game == game and len(result.plan.bots) == players
        ]
    )


def _ratings_json(results: Iterable[Result]) -> JSON:
    return [asdict(rating) for rating in ratings(results)]
