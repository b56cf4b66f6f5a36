"""The estimate of a seat's chance to win: every source of influence, majority and limit that it counts."""

from __future__ import annotations

import pytest

from boardgames import ConfigurationError
from boardgames.games.koryo import FAMILIES, Kind, Koryo
from boardgames.games.koryo.evaluation import expected_influence
from tests.games.koryo.positions import Position, ordered, ordering


def expected(position: Position) -> list[float]:
    return expected_influence(position.game, position.state)


def test_more_influence_means_a_better_chance() -> None:
    behind, level, ahead = (
        ordered("Banker", other, season=7) for other in ("2 Merchant, 2 Broadcaster", "Guardian", "")
    )
    chances = [position.game.evaluate(position.state, 0) for position in (behind, level, ahead)]
    assert 0 < chances[0] < chances[1] < chances[2] < 1


def test_the_chances_of_two_players_add_up_to_one() -> None:
    position = ordering("2 Banker, Barbarian", "Merchant, 2 Spy", hands=("Priest", "Guardian"), season=4)
    assert sum(position.game.evaluate(position.state, seat) for seat in (0, 1)) == pytest.approx(1)


@pytest.mark.parametrize("kind", [Kind.BARBARIAN, Kind.LOBBYING])
def test_each_event_costs_one_point(kind: Kind) -> None:
    plain, burdened = ordering("Merchant", "", season=5), ordering(f"Merchant, 2 {kind}", "", season=5)
    assert expected(burdened)[0] == pytest.approx(expected(plain)[0] - 2)


def test_each_token_is_worth_one_point() -> None:
    poor, rich = ordering("Merchant", "", season=5), ordering("Merchant", "", season=5, tokens=(3, 0))
    assert expected(rich)[0] == pytest.approx(expected(poor)[0] + 3)


def test_in_the_last_season_a_lead_counts_in_full_and_a_tie_not_at_all() -> None:
    lead, tie = ordering("2 Merchant", "Merchant", season=8), ordering("Merchant", "Merchant", season=8)
    assert expected(lead)[0] == pytest.approx(9)
    assert expected(tie) == pytest.approx([0, 0])


@pytest.mark.parametrize("family", FAMILIES)
def test_a_lead_is_worth_the_family_and_its_power_for_the_rounds_to_come(family: Kind) -> None:
    """In season 6, two rounds are left: 8 of 10 parts are certain, and the lead of one card holds in 70 %."""
    power = {"Spy": 0.5, "Senator": 0.4, "Priest": 0.2, "Ship Owner": 0.2, "Banker": 0.7, "Guardian": 0.3,
             "Broadcaster": 0.2}.get(str(family), 0)  # fmt: skip
    assert family.number is not None
    assert expected(ordering(str(family), "", season=6))[0] == pytest.approx(
        family.number * (0.8 + 0.2 * 0.7) + 2 * power
    )


def test_cards_above_the_limit_count_against_a_tableau() -> None:
    """The limit of season 3 is 5: each of the cards above it will have to go."""
    at_limit, above = ordering("5 Ship Owner", "", season=3), ordering("5 Ship Owner, 2 Lobbying", "", season=3)
    assert expected(above)[0] == pytest.approx(expected(at_limit)[0] - 2 - 2 * 1.5)


def test_the_senator_majority_keeps_two_cards_more() -> None:
    """Seven cards in season 3 are two above the limit, unless the Senator majority raises it."""
    tableau = "Senator, 5 Ship Owner, Lobbying"
    alone, tied = ordering(tableau, "", season=3), ordering(tableau, "Senator", season=3)
    power = 0.4 * 5
    senator = 3 * (0.5 * 1 + 0.5 * 0.7) - 3 * (0.5 * 0.3)
    assert expected(alone)[0] - expected(tied)[0] == pytest.approx(power + senator + 2 * 1.5)


def test_orders_count_as_if_revealed() -> None:
    face_down = ordering("Banker", "Merchant", "", hands=("2 Banker",), season=4).play("order 2 Banker")
    face_up = ordering("3 Banker", "Merchant", "", season=4).play("order none")
    assert expected(face_down) == expected(face_up)


@pytest.mark.parametrize("seat", [-1, 3, None, "1", 1.5])
@pytest.mark.parametrize("over", [False, True])
def test_no_estimate_for_a_seat_that_does_not_exist(seat: object, over: bool) -> None:  # noqa: FBT001  # pytest's table
    position = ordered("Merchant", "", "") if over else Position(Koryo(3), Koryo(3).new_game(1))
    assert position.over == over
    with pytest.raises(ConfigurationError, match="no seat"):
        position.game.evaluate(position.state, seat)  # type: ignore[arg-type]  # that is the point
