"""How strong the results say that the bots are."""

from __future__ import annotations

from fractions import Fraction
from math import log10

import pytest

from boardgames.arena.ratings import ratings
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
    assert strong.rating + weak.rating == pytest.approx(3000)
    # The standard error of log(odds) / 2, as the ratings lie symmetrically around their mean.
    expected = 1.96 * 400 / 2.302585 * 0.5 / (10_000 * 0.75 * 0.25) ** 0.5
    assert strong.error == pytest.approx(expected, rel=0.01)


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
    few, many = (ratings([outcome(("a", "b"), won, 0)])[0] for won in (5, 500))
    assert 1500 < few.rating < many.rating < 3000
    assert few.error > 100
    assert ratings([]) == ratings([outcome(("a", "b"), 0, 0)]) == ()
