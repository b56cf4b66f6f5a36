"""F6: the end, Duties, scores and ties."""

from __future__ import annotations

import pytest

from boardgames import Outcome
from boardgames.games.for_the_king import Phase
from tests.games.for_the_king.positions import KingPosition, auctioning, ended, sharing


def outcome(position: KingPosition) -> Outcome:
    """Return how the game ended."""
    result = position.game.outcome(position.state)
    assert result is not None
    return result


def test_f6_1_game_ends_with_the_favor_deck() -> None:
    position = auctioning("Military H4, Military A2", "Gold 1", "").play("pass", "pass")
    assert not position.over
    assert position.game.outcome(position.state) is None
    position = position.play("pass", "pass")
    assert (position.over, position.state.phase, position.legal) == (True, Phase.OVER, ())
    assert outcome(position).reason == "favor_deck_empty"


def test_f6_1_game_ends_after_the_last_card_is_paid_or_resolved() -> None:
    assert auctioning("Gold 1", "Gold 2", "").play("bid 1", "pass", "discard Gold 2").over
    position = auctioning("King +1", "Gold 2", "").play("bid 1", "pass", "pay 2")
    assert not position.over
    assert position.play("raise Military").over


@pytest.mark.parametrize(
    ("hands", "duty", "scores"),
    [
        pytest.param(
            ("Military A2", "Military H4, Military B2", "Military I4"),
            4,
            (0, 4, 2),
            id="highest sums",
        ),
        pytest.param(
            ("Military C2, Military E3", "Military B2, Military F3", "Military H4"),
            3,
            (1, 3, 0),
            id="tie of two with 5",
        ),
        pytest.param(
            ("Military H4", "Military A2, Military D2"),
            5,
            (0, 5),
            id="nearest letter of all one's cards",
        ),
        pytest.param(
            ("Military H4, Military G3", "Military B2", "Military A2"),
            4,
            (4, 0, 2),
            id="tie for the second",
        ),
        pytest.param(
            ("Military A2", "", ""), 6, (6, 0, 0), id="a lone contender takes only the Primary"
        ),
        pytest.param(("", "", ""), 6, (0, 0, 0), id="only who has a card competes"),
        pytest.param(("Military A2", "Military B2", ""), 1, (1, 0, 0), id="no Secondary below 1"),
    ],
)
def test_f6_1_highest_sum_takes_the_primary_next_the_secondary(
    hands: tuple[str, ...], duty: int, scores: tuple[int, ...]
) -> None:
    """Ties go to the letter nearest to A, for the Secondary, too."""
    assert outcome(ended(*hands, duties={"Military": duty})).scores == scores


def test_f6_2_loser_of_a_tie_takes_the_secondary() -> None:
    position = ended("Military B2", "Military A2", "Military C2", duties={"Military": 6})
    assert outcome(position).scores == (3, 6, 0)


def test_f6_3_score_is_the_sum_of_ones_duties() -> None:
    position = ended(
        "Military A2, Diplomacy A2",
        "Military H4, Provisions A1",
        "",
        duties={"Military": 4, "Diplomacy": 5},
    )
    result = outcome(position)
    assert result.scores == (7, 7, 0)


def test_f6_3_most_points_win() -> None:
    result = outcome(ended("Military A2", "Military H4", "Gold 3 x3"))
    assert (result.winners, result.ranking, result.tie_break) == ((1,), ((1,), (0,), (2,)), None)


@pytest.mark.parametrize(
    ("hands", "score", "winner", "tie_break"),
    [
        (("Military A2, Gold 3", "Diplomacy A2, Gold 2 x2"), 3, 1, "Gold in hand"),
        (("Diplomacy B2, Military B2", "Provisions A1, Entertainment A1"), 6, 0, "Diplomacy"),
        (("Diplomacy H4", "Diplomacy A2, Provisions A1"), 3, 1, "Diplomacy"),
        (("Diplomacy B2, Diplomacy H4", "Diplomacy C2, Provisions A1"), 3, 0, "Diplomacy"),
        (
            ("Provisions A1, Architecture A1", "Military I4, Entertainment I2"),
            6,
            1,
            "Entertainment",
        ),
        (("Military A2", "Architecture I2"), 3, 1, "Architecture"),
        (("Provisions A1", "Military I4"), 3, 1, "Military"),
        (("Livestock I4", "Architecture A1", "", "", ""), 3, 0, "Livestock"),
        (("Provisions B1, Gold 1", "Military A2"), 3, 0, "Gold in hand"),
    ],
)
def test_f6_3_ties_are_broken_by_gold_then_by_the_letter_nearest_to_a_office_by_office(
    hands: tuple[str, ...], score: int, winner: int, tie_break: str
) -> None:
    position = ended(*hands)
    result = outcome(position)
    assert result.scores[:2] == (score, score)
    named = tie_break if tie_break.startswith("Gold") else f"the {tie_break} card nearest to A"
    assert (result.winners, position.game.words.ended(result).tie_break) == ((winner,), named)


@pytest.mark.parametrize(
    ("hands", "scores", "tie_break"),
    [
        (("Military A2", "", ""), (3, 0, 0), None),
        (("Military A2, Gold 1", "Provisions A1", ""), (3, 3, 0), "gold_in_hand"),
    ],
)
def test_f6_3_a_tie_break_is_told_only_if_it_decides_who_wins(
    hands: tuple[str, ...], scores: tuple[int, ...], tie_break: str | None
) -> None:
    result = outcome(ended(*hands))
    assert (result.scores, result.winners, result.tie_break) == (scores, (0,), tie_break)


def test_f6_3_still_tied_is_a_shared_victory() -> None:
    position = ended("Gold 1 x2", "Gold 2", "Gold 1")
    result = outcome(position)
    assert (result.winners, result.ranking, result.tie_break) == ((0, 1), ((0, 1), (2,)), None)
    assert [position.game.evaluate(position.state, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_f6_3_before_the_end_score_counts_personal_decks_as_hands() -> None:
    position = sharing(3, "Gold 1", hands=("Military A2", "Military B2", "Provisions A1"))
    assert position.game.score(position.state) == (3, 1, 3)
