from __future__ import annotations

from math import nan
from typing import Any

import pytest

from boardgames import DecodeError, Outcome, ranked
from boardgames.core.codec import from_json, to_json
from boardgames.scene.phrases import ENGLISH


@pytest.mark.parametrize(
    ("keys", "ranking"),
    [
        ([], ()),
        ([5], ((0,),)),
        ([1, 2, 3], ((2,), (1,), (0,))),
        ([7, 7], ((0, 1),)),
        ([-3, 0, -3, 4], ((3,), (1,), (0, 2))),
        ([(10, 1), (10, 2), (9, 9)], ((1,), (0,), (2,))),
    ],
)
def test_seats_are_ranked_by_their_keys_the_highest_first(
    keys: list[object], ranking: tuple[object, ...]
) -> None:
    assert ranked(keys) == ranking


TOGETHER = {"teams": ((0, 1, 2, 3),)}


@pytest.mark.parametrize(
    ("winners", "more", "verdict"),
    [
        ((), {}, "Nobody wins"),
        ((2,), {}, "Player 3 wins"),
        ((1,), {}, "You win"),
        ((0, 3), {}, "Player 1 and Player 4 share the victory"),
        ((1, 3), {"teams": ((1, 3), (0, 2))}, "You and Player 4 win together"),
        ((), TOGETHER, "Everybody loses"),
        ((), TOGETHER | {"maximum": 25}, "18 of 25 points"),
        (
            (),
            TOGETHER | {"maximum": 25, "utility": (0.0,) * 4},
            "Everybody loses with 18 of 25 points",
        ),
        (
            (0, 1, 2, 3),
            TOGETHER | {"maximum": 18},
            "Player 1, you, Player 3 and Player 4 win together with 18 of 18 points",
        ),
    ],
)
def test_a_verdict_says_who_has_won_or_what_was_achieved(
    winners: tuple[int, ...], more: dict[str, Any], verdict: str
) -> None:
    outcome = Outcome(winners, ((0, 1, 2, 3),), (18,) * 4, "over", **more)
    assert ENGLISH.verdict(outcome, 1) == verdict


def test_an_outcome_is_a_value_with_a_json_form() -> None:
    outcome = Outcome((1,), ((1,), (0, 2)), (3, 9, 3), "the deck is empty", "most tokens")
    assert from_json(Outcome, to_json(outcome)) == outcome
    assert Outcome((0,), ((0,),), (1,), "over").tie_break is None


@pytest.mark.parametrize(
    ("winners", "more", "utility"),
    [
        ((2,), {}, (0, 0, 1, 0)),
        ((0, 3), {}, (0.5, 0, 0, 0.5)),
        ((), {}, (0, 0, 0, 0)),
        ((0, 3), {"teams": ((0, 3), (1, 2))}, (1, 0, 0, 1)),
        ((0, 1, 3), {"teams": ((0, 3), (1,), (2,))}, (0.5, 0.5, 0, 0.5)),
        ((0, 1, 2, 3), {"teams": ((0, 1, 2, 3),)}, (1, 1, 1, 1)),
        ((), {"maximum": 20}, (0.25, 0.25, 0.5, 0.25)),
        ((2,), {"maximum": 20, "utility": (0.1, 0.1, 0.7, 0.1)}, (0.1, 0.1, 0.7, 0.1)),
    ],
)
def test_by_default_utility_is_the_share_of_the_victory_or_the_points_of_those_possible(
    winners: tuple[int, ...], more: dict[str, Any], utility: tuple[float, ...]
) -> None:
    assert Outcome(winners, ((0, 1, 2, 3),), (5, 5, 10, 5), "over", **more).utility == utility


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"maximum": 0}, r"^maximum: expected more than 0, not 0$"),
        ({"maximum": -25}, r"^maximum: expected more than 0, not -25$"),
        ({"maximum": 9}, r"^utility\[2\]: expected 0 to 1, not 1\.1"),
        ({"utility": (0, 0, 1.2, 0)}, r"^utility\[2\]: expected 0 to 1, not 1\.2$"),
        ({"utility": (-0.5, 0, 0, 0)}, r"^utility\[0\]: expected 0 to 1, not -0\.5$"),
        ({"utility": (0, nan, 0, 0)}, r"^utility\[1\]: expected 0 to 1, not nan$"),
    ],
)
def test_what_cannot_be_the_worth_of_an_end_is_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(DecodeError, match=message):
        Outcome((2,), ((2,), (0, 1, 3)), (5, 5, 10, 5), "over", **more)
