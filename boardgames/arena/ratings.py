"""How strong players are: ratings on the Elo scale, from the results of arenas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import erf, exp, fsum, log, sqrt
from typing import NamedTuple

from boardgames.arena.results import CONFIDENCE, Result
from boardgames.core.values import value

CLOSE_ENOUGH = 1e-10
"""Change of the logarithm of a strength at which the computation stops."""
PRIOR = 0.5
"""Games that every player is assumed to have won, and lost, against one and the same opponent, so
that all ratings are finite."""
ANCHOR_RATING = 1500
"""The rating of the anchor."""
ANCHORS = ("fair", "strong", "easy")
"""The levels of the library: where they play, the first of them is the anchor."""
SCALE = 400 / log(10)
"""Points of rating for one unit of the logarithm of strength: 400 where odds are ten to one."""


@value
class Rating:
    """How strong a player is."""

    bot: str
    games: int
    share: float
    """The mean utility: in most games, the share of the victories."""
    rating: float
    """On the Elo scale: 400 more are odds of ten to one; the anchor has 1500."""
    error: float
    """Half of the 95 % confidence interval of the difference from the anchor, if games are
    independent of each other; 0 for the anchor."""


class Difference(NamedTuple):
    """How much stronger one player is than another."""

    points: float
    """On the Elo scale; negative if it is weaker."""
    error: float
    """Half of the 95 % confidence interval, if games are independent of each other."""

    @property
    def certainty(self) -> float:
        """The chance, from 0.5 to 1, that the one that looks stronger is."""
        if not self.error:
            return 0.5
        return (1 + erf(abs(self.points) * CONFIDENCE / self.error / sqrt(2))) / 2


@value
class Ratings:
    """The ratings of players that met, directly or through others."""

    anchor: str
    """The player whose rating is fixed."""
    strengths: Mapping[str, float]
    """The logarithm of the strength of each player, up to a constant."""
    covariance: Mapping[str, Mapping[str, float]]
    """How uncertain these are, and how much of that they share."""

    def difference(self, one: str, two: str) -> Difference:
        """Return how much stronger one player is than another one."""
        if one == two:
            return Difference(0.0, 0.0)
        rows = self.covariance
        variance = rows[one][one] + rows[two][two] - 2 * rows[one][two]
        points = SCALE * (self.strengths[one] - self.strengths[two])
        return Difference(points, CONFIDENCE * SCALE * sqrt(max(0.0, variance)))

    def rating(self, player: str) -> float:
        """Return the rating of a player on the Elo scale."""
        return ANCHOR_RATING + self.difference(player, self.anchor).points

    def order(self) -> tuple[str, ...]:
        """Return the players, the strongest first."""
        return tuple(sorted(self.strengths, key=lambda player: -self.strengths[player]))

    def certainty(self) -> float:
        """Return how certain the least certain place in the order is: the chance that of two
        neighbours the one that looks stronger is.
        """
        order = self.order()
        return min([self.difference(*pair).certainty for pair in pairwise(order)], default=1.0)


def ratings(results: Iterable[Result], anchor: str | None = None) -> tuple[Rating, ...]:
    """Return the rating of each player, the strongest first.

    The model is that of Bradley and Terry, for any number of players: a player wins with a
    probability proportional to its strength among those at the table; a shared victory counts as a
    fraction. Where utilities do not add up to 1 for each game, they are scaled so that on average
    they do: in a cooperative game, nobody is stronger than their partner.

    The strengths are the most likely ones. Ratings are told as differences from the `anchor`; if it
    is None or has not played, from a level of the library, or else from the player whose games say
    most.
    """
    played = [result for result in results if result.games]
    if not played:
        return ()
    rated = rate(played, anchor)
    utilities = _utilities(played)
    found: list[Rating] = []
    for bot in rated.order():
        games = sum([result.games for result in played if bot in result.plan.bots])
        share = float(utilities[bot] / games)
        error = rated.difference(bot, rated.anchor).error
        found.append(Rating(bot, games, share, rated.rating(bot), error))
    return tuple(found)


def rate(results: Iterable[Result], anchor: str | None = None) -> Ratings:
    """Return the strengths of all players in results with games, and how certain they are."""
    played = [result for result in results if result.games]
    strengths = _most_likely(_victories(played), played)
    curvature = _curvature(strengths, played)
    inverse = _inverse(curvature)
    bots = [*strengths]
    covariance = {
        bot: dict(zip(bots, row, strict=True)) for bot, row in zip(bots, inverse, strict=True)
    }
    if anchor not in strengths:
        information = {bot: curvature[place][place] for place, bot in enumerate(bots)}
        levels = [bot for bot in ANCHORS if bot in strengths]
        anchor = levels[0] if levels else max(bots, key=information.__getitem__)
    return Ratings(anchor, strengths, covariance)


def _utilities(results: Iterable[Result]) -> dict[str, Fraction]:
    """Return the sum of the utilities of each player."""
    utilities: dict[str, Fraction] = {}
    for result in results:
        for bot, standing in zip(result.plan.bots, result.standings, strict=True):
            utilities[bot] = utilities.get(bot, Fraction(0)) + standing.utility
    return utilities


def _victories(results: Iterable[Result]) -> dict[str, float]:
    """Return the number of victories of each player, scaled to one for each game."""
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


def _most_likely(victories: dict[str, float], played: Sequence[Result]) -> dict[str, float]:
    """Return the logarithms of the strengths that make these victories most likely.

    The likelihood has one maximum, because its logarithm is concave everywhere. Newton's steps lead
    there; one that would make the victories less likely is halved until it does not.
    """
    strengths = dict.fromkeys(victories, 0.0)
    likelihood = _likelihood(strengths, victories, played)
    while True:
        slopes = _slopes(strengths, victories, played)
        inverse = _inverse(_curvature(strengths, played))
        step = [fsum([x * slope for x, slope in zip(row, slopes, strict=True)]) for row in inverse]
        if max(map(abs, step)) < CLOSE_ENOUGH:
            return strengths
        factor = 1.0
        while True:
            moved = {
                bot: strength + factor * change
                for (bot, strength), change in zip(strengths.items(), step, strict=True)
            }
            better = _likelihood(moved, victories, played)
            if better > likelihood:
                break
            factor /= 2
            if factor * max(map(abs, step)) < CLOSE_ENOUGH:  # as likely as numbers can tell
                return strengths
        strengths, likelihood = moved, better


def _likelihood(
    strengths: dict[str, float], victories: dict[str, float], played: Sequence[Result]
) -> float:
    """Return the logarithm of the likelihood of these victories."""
    parts = [victories[bot] * strength for bot, strength in strengths.items()]
    parts += [-result.games * _log_total(strengths, result.plan.bots) for result in played]
    parts += [PRIOR * (strength - 2 * _log_sum([strength, 0.0])) for strength in strengths.values()]
    return fsum(parts)


def _log_sum(logarithms: Sequence[float]) -> float:
    """Return the logarithm of the sum of the numbers that have these logarithms."""
    largest = max(logarithms)
    return largest + log(fsum([exp(each - largest) for each in logarithms]))


def _log_total(strengths: dict[str, float], bots: Sequence[str]) -> float:
    """Return the logarithm of the sum of the strengths of these players."""
    return _log_sum([strengths[bot] for bot in bots])


def _chances(strengths: dict[str, float], bots: Sequence[str]) -> dict[str, float]:
    """Return the chance of each of these players to win against the others."""
    total = _log_total(strengths, bots)
    return {bot: exp(strengths[bot] - total) for bot in bots}


def _slopes(
    strengths: dict[str, float], victories: dict[str, float], played: Sequence[Result]
) -> list[float]:
    """Return how many more games each player has won than these strengths make likely."""
    slopes: dict[str, float] = {}
    for bot, strength in strengths.items():
        slopes[bot] = victories[bot] + PRIOR - 2 * PRIOR * exp(strength - _log_sum([strength, 0.0]))
    for result in played:
        for bot, chance in _chances(strengths, result.plan.bots).items():
            slopes[bot] -= result.games * chance
    return [*slopes.values()]


def _curvature(strengths: dict[str, float], played: Sequence[Result]) -> list[list[float]]:
    """Return the curvature of the likelihood, with a row and a column for each player."""
    place = {bot: index for index, bot in enumerate(strengths)}
    curvature = [[0.0] * len(place) for _ in place]
    for bot, index in place.items():
        chance = exp(strengths[bot] - _log_sum([strengths[bot], 0.0]))
        curvature[index][index] += 2 * PRIOR * chance * (1 - chance)
    for result in played:
        bots = result.plan.bots
        chances = _chances(strengths, bots)
        for one in bots:
            row = curvature[place[one]]
            for two in bots:
                is_same = one == two
                product = chances[one] * (is_same - chances[two])
                row[place[two]] += result.games * product
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
                factor = rows[index][step]
                pairs = zip(rows[index], rows[step], strict=True)
                rows[index] = [value - factor * other for value, other in pairs]
    return [row[size:] for row in rows]
