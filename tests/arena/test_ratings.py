"""How strong the results say that the bots are."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import exp, log10

import pytest

from boardgames.arena.ratings import rate, ratings
from boardgames.arena.results import Plan, Result, Standing


def outcome(bots: tuple[str, ...], *victories: float) -> Result:
    """Return a result in which these bots have won so many games."""
    games = int(sum(victories))
    return Result(
        Plan("koryo", bots, games, 1),
        tuple(Standing(games, Fraction(won)) for won in victories),
        games,
    )


def test_ratings_say_how_often_a_bot_wins_on_the_elo_scale() -> None:
    """With many games the two virtual ones vanish: odds of 3 to 1 are 400 log10 3."""
    strong, weak = ratings([outcome(("a", "b"), 7500, 2500)])
    assert (strong.bot, weak.bot, strong.games, strong.share) == ("a", "b", 10_000, 0.75)
    assert strong.rating - weak.rating == pytest.approx(400 * log10(3), abs=0.2)
    (fixed,) = (each for each in (strong, weak) if each.rating == 1500)
    (free,) = (each for each in (strong, weak) if each is not fixed)
    # The standard error of the logarithm of the odds, which are those between the two.
    expected = 1.96 * 400 / 2.302585 / (10_000 * 0.75 * 0.25) ** 0.5
    assert fixed.error == 0
    assert free.error == pytest.approx(expected, rel=0.01)


def test_ratings_hold_for_any_number_of_players() -> None:
    first, second, third = ratings([outcome(("a", "b", "c"), 1000, 3000, 6000)])
    assert [each.bot for each in (first, second, third)] == ["c", "b", "a"]
    assert first.rating - second.rating == pytest.approx(400 * log10(2), abs=0.3)
    assert second.rating - third.rating == pytest.approx(400 * log10(3), abs=0.5)


@pytest.mark.parametrize(
    ("utility", "odds"), [((42.0, 42.0), 1), ((0.0, 0.0), 1), ((60.0, 60.0, 30.0, 30.0), 2)]
)
def test_where_utilities_do_not_add_up_to_the_games_they_are_scaled(
    utility: tuple[float, ...], odds: int
) -> None:
    bots = ("a", "b", "c", "d")[: len(utility)]
    result = Result(
        Plan("koryo", bots, 90, 1), tuple(Standing(90, Fraction(each)) for each in utility), 90
    )
    first, *_, last = ratings([result])
    assert (first.share, last.share) == (utility[0] / 90, utility[-1] / 90)
    assert first.rating - last.rating == pytest.approx(400 * log10(odds), abs=5)


def test_ratings_go_by_whom_one_has_beaten() -> None:
    found = {
        each.bot: each.rating
        for each in ratings([outcome(("a", "b"), 50, 50), outcome(("b", "c"), 90, 10)])
    }
    assert found["a"] == pytest.approx(found["b"], abs=5)
    assert found["b"] - found["c"] == pytest.approx(400 * log10(9), abs=15)


def test_a_bot_that_has_won_everything_has_a_finite_rating_and_little_certainty() -> None:
    few, many = (ratings([outcome(("a", "b"), won, 0)], "b")[0] for won in (5, 500))
    assert 1500 < few.rating < many.rating < 3000
    assert few.error > 100
    assert ratings([]) == ratings([outcome(("a", "b"), 0, 0)]) == ()


def one_sided(bots: str, games: int = 400) -> list[Result]:
    """Return results in which each bot has beaten all that come after it in every game."""
    return [outcome(pair, games, 0) for pair in combinations(bots, 2)]


@pytest.mark.parametrize("bots", ["abc", "abcdefgh"])
def test_strengths_are_the_most_likely_ones_however_one_sided_the_games(bots: str) -> None:
    """At the maximum, each bot has won as many games as its strength makes likely.

    Each is assumed to have won and lost half a game against an opponent of strength 1.
    """
    strength = {bot: exp(value) for bot, value in rate(one_sided(bots)).strengths.items()}
    for place, bot in enumerate(bots):
        expected = strength[bot] / (strength[bot] + 1)
        for other in set(bots) - {bot}:
            expected += 400 * strength[bot] / (strength[bot] + strength[other])
        assert expected == pytest.approx(0.5 + 400 * (len(bots) - 1 - place), abs=1e-6)


def test_a_bot_that_never_won_makes_no_other_rating_less_certain() -> None:
    field = [outcome(pair, 200, 200) for pair in combinations("abcd", 2)]
    alone = {each.bot: each.error for each in ratings(field, "a")}
    lost = [outcome((bot, "z"), 100, 0) for bot in "abcd"]
    beside = {each.bot: each.error for each in ratings([*field, *lost], "a")}
    assert beside.pop("z") > 100
    assert beside == pytest.approx(alone, rel=0.02)
    assert 0 < alone["b"] < 35


def test_the_anchor_is_fixed_and_a_level_of_the_library_is_one_by_default() -> None:
    results = [outcome(("a", "fair"), 60, 40), outcome(("fair", "easy"), 70, 30)]
    by_bot = {each.bot: (each.rating, each.error) for each in ratings(results)}
    assert by_bot["fair"] == (1500, 0)
    assert by_bot["a"][0] - 1500 == pytest.approx(400 * log10(1.5), abs=5)
    from_easy = {each.bot: (each.rating, each.error) for each in ratings(results, "easy")}
    assert from_easy["easy"] == (1500, 0)
    assert from_easy["fair"][0] - 1500 == pytest.approx(1500 - by_bot["easy"][0])


def test_the_interval_of_a_difference_counts_what_both_share() -> None:
    """Two bots that met each other often differ by less than each does from a distant anchor."""
    rated = rate([outcome(("a", "b"), 520, 480), outcome(("b", "c"), 6, 4)], "c")
    near, far = rated.difference("a", "b"), rated.difference("a", "c")
    assert near.points == pytest.approx(400 * log10(520 / 480), abs=1)
    assert near.error < 25
    assert far.error > 150
    assert rated.difference("b", "a").points == -near.points
    # 520 of 1000 games are 1.26 standard errors from a half: one side of that has 90 %.
    assert near.certainty == pytest.approx(0.897, abs=0.005)
    assert rated.certainty() == min(near.certainty, rated.difference("b", "c").certainty)
