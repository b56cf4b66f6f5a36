"""How strong bots are: ratings on the Elo scale, from the results of arenas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import exp, log, log10, sqrt

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


def ratings(results: Iterable[Result]) -> tuple[Rating, ...]:
    """Return the rating of each bot, the strongest first.

    The model is that of Bradley and Terry, for any number of players: a bot wins with a probability
    proportional to its strength among those at the table; a shared victory counts as a fraction.
    Where utilities do not add up to 1 for each game, they are scaled so that on average they do: in
    a cooperative game, nobody is stronger than their partner.
    """
    tables: list[tuple[Sequence[str], int]] = []
    victories: dict[str, float] = {}
    utility: dict[str, Fraction] = {}
    for each in results:
        if each.games:
            tables.append((each.plan.bots, each.games))
            total = sum(standing.utility for standing in each.standings)
            for bot, standing in zip(each.plan.bots, each.standings, strict=True):
                won = (
                    standing.utility * each.games / total
                    if total
                    else Fraction(each.games, len(each.plan.bots))
                )
                victories[bot] = victories.get(bot, 0.0) + float(won)
                utility[bot] = utility.get(bot, Fraction(0)) + standing.utility
    if not victories:
        return ()
    strength = _strengths(victories, tables)
    spread = _errors(strength, tables)
    found = []
    for bot, worth in utility.items():
        games = sum(played for field, played in tables if bot in field)
        error = CONFIDENCE * 400 / log(10) * spread[bot]
        found.append(
            Rating(bot, games, float(worth / games), MEAN + 400 * log10(strength[bot]), error)
        )
    return tuple(sorted(found, key=lambda each: -each.rating))


def _strengths(
    victories: dict[str, float], tables: Sequence[tuple[Sequence[str], int]]
) -> dict[str, float]:
    """Return the strengths that make these victories most likely; their geometric mean is 1.

    `tables`: combinations of bots, each with its number of games.
    """
    strength = dict.fromkeys(victories, 1.0)
    for _ in range(ROUNDS):
        share = {bot: 2 * PRIOR / (each + 1) for bot, each in strength.items()}
        for field, games in tables:
            total = sum(strength[bot] for bot in field)
            for bot in field:
                share[bot] += games / total
        better = {bot: (PRIOR + victories[bot]) / each for bot, each in share.items()}
        mean = exp(sum(map(log, better.values())) / len(better))
        better = {bot: each / mean for bot, each in better.items()}
        moved = max(abs(better[bot] / each - 1) for bot, each in strength.items())
        strength = better
        if moved < CLOSE_ENOUGH:
            break
    return strength


def _errors(
    strength: dict[str, float], tables: Sequence[tuple[Sequence[str], int]]
) -> dict[str, float]:
    """Return the standard error of the logarithm of each strength, from the curvature of the
    likelihood.
    """
    place = {bot: index for index, bot in enumerate(strength)}
    size = len(place)
    curvature = [[0.0] * size for _ in place]
    for bot, index in place.items():
        chance = strength[bot] / (strength[bot] + 1)
        curvature[index][index] += 2 * PRIOR * chance * (1 - chance)
    for field, games in tables:
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
    rows = [
        row + [float(index == column) for column in range(size)] for index, row in enumerate(matrix)
    ]
    for step in range(size):
        pivot = rows[step][step]
        rows[step] = [each / pivot for each in rows[step]]
        for index in range(size):
            if index != step and rows[index][step]:
                factor = rows[index][step]
                rows[index] = [
                    each - factor * other
                    for each, other in zip(rows[index], rows[step], strict=True)
                ]
    return [row[size:] for row in rows]


def to_json(results: Sequence[Result]) -> JSON:
    """Return the ratings, overall and for each table, and the results of every combination, as
    plain JSON.
    """
    tables = dict.fromkeys((each.plan.game, len(each.plan.bots)) for each in results)
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
        "results": [each.to_json() for each in results],
    }


def at_table(results: Iterable[Result], game: str, players: int) -> tuple[Result, ...]:
    """Return the results of this game with this number of players."""
    return tuple(
        [each for each in results if (each.plan.game, len(each.plan.bots)) == (game, players)]
    )


def _ratings_json(results: Iterable[Result]) -> JSON:
    return [asdict(each) for each in ratings(results)]
