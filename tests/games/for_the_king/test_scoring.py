"""F6: the end, Duties, scores and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.for_the_king import Phase
from tests.games.for_the_king.positions import KingPosition, auctioning, ended, sharing

if TYPE_CHECKING:
    from boardgames import Outcome


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
    assert outcome(position).reason == "the Favor deck is empty"


def test_f6_1_game_ends_after_the_last_card_is_paid_or_resolved() -> None:
    assert auctioning("Gold 1", "Gold 2", "").play("bid 1", "pass", "discard Gold 2").over
    position = auctioning("King +1", "Gold 2", "").play("bid 1", "pass", "pay 2")
    assert not position.over
    assert position.play("raise Military").over


def test_f6_1_highest_sum_takes_the_primary_next_the_secondary() -> None:
    position = ended("Military A2", "Military H4, Military B2", "Military I4", duties={"Military": 4})
    assert outcome(position).scores == (0, 4, 2)


def test_f6_1_tie_goes_to_the_letter_nearest_to_a() -> None:
    """Two players tie with 5, one with the B and the other with the C; a third with 4 gets nothing."""
    position = ended("Military C2, Military E3", "Military B2, Military F3", "Military H4")
    assert outcome(position).scores == (1, 3, 0)


def test_f6_1_letter_nearest_to_a_of_all_his_cards() -> None:
    position = ended("Military H4", "Military A2, Military D2", duties={"Military": 5})
    assert outcome(position).scores == (0, 5)


def test_f6_1_ties_for_the_secondary_too() -> None:
    position = ended("Military H4, Military G3", "Military B2", "Military A2", duties={"Military": 4})
    assert outcome(position).scores == (4, 0, 2)


def test_f6_1_lone_contender_takes_only_the_primary() -> None:
    assert outcome(ended("Military A2", "", "", duties={"Military": 6})).scores == (6, 0, 0)


def test_f6_1_only_who_has_a_card_competes() -> None:
    assert outcome(ended("", "", "", duties={"Military": 6})).scores == (0, 0, 0)


def test_f6_1_no_secondary_below_1() -> None:
    assert outcome(ended("Military A2", "Military B2", "", duties={"Military": 1})).scores == (1, 0, 0)


def test_f6_2_loser_of_a_tie_takes_the_secondary() -> None:
    position = ended("Military B2", "Military A2", "Military C2", duties={"Military": 6})
    assert outcome(position).scores == (3, 6, 0)


def test_f6_3_score_is_the_sum_of_ones_duties() -> None:
    position = ended(
        "Military A2, Diplomacy A2", "Military H4, Provisions A1", "", duties={"Military": 4, "Diplomacy": 5}
    )
    result = outcome(position)
    assert result.scores == (7, 7, 0)


def test_f6_3_most_points_win() -> None:
    result = outcome(ended("Military A2", "Military H4", "Gold 3 x3"))
    assert (result.winners, result.ranking, result.tie_break) == ((1,), ((1,), (0,), (2,)), None)


def test_f6_3_gold_in_hand_breaks_ties() -> None:
    result = outcome(ended("Military A2, Gold 3", "Diplomacy A2, Gold 2 x2"))
    assert result.scores == (3, 3)
    assert (result.winners, result.tie_break) == ((1,), "Gold in hand")


def test_f6_3_then_the_diplomacy_card_nearest_to_a() -> None:
    result = outcome(ended("Diplomacy B2, Military B2", "Provisions A1, Entertainment A1"))
    assert result.scores == (6, 6)
    assert (result.winners, result.tie_break) == ((0,), "the Diplomacy card nearest to A")


def test_f6_3_nearest_of_two_who_have_diplomacy_cards() -> None:
    result = outcome(ended("Diplomacy H4", "Diplomacy A2, Provisions A1"))
    assert result.scores == (3, 3)
    assert (result.winners, result.tie_break) == ((1,), "the Diplomacy card nearest to A")


def test_f6_3_of_two_cards_of_an_office_the_nearest_counts() -> None:
    result = outcome(ended("Diplomacy B2, Diplomacy H4", "Diplomacy C2, Provisions A1"))
    assert result.scores == (3, 3)
    assert (result.winners, result.tie_break) == ((0,), "the Diplomacy card nearest to A")


def test_f6_3_then_the_other_offices_in_order() -> None:
    result = outcome(ended("Provisions A1, Architecture A1", "Military I4, Entertainment I2"))
    assert result.scores == (6, 6)
    assert (result.winners, result.tie_break) == ((1,), "the Entertainment card nearest to A")
    result = outcome(ended("Military A2", "Architecture I2"))
    assert (result.winners, result.tie_break) == ((1,), "the Architecture card nearest to A")
    result = outcome(ended("Provisions A1", "Military I4"))
    assert (result.winners, result.tie_break) == ((1,), "the Military card nearest to A")
    livestock = ended("Livestock I4", "Architecture A1", "", "", "")
    assert (outcome(livestock).winners, outcome(livestock).tie_break) == ((0,), "the Livestock card nearest to A")
    first, second = outcome(ended("Provisions B1, Gold 1", "Military A2", duties={"Provisions": 3})).ranking
    assert (first, second) == ((0,), (1,))


def test_f6_3_still_tied_is_a_shared_victory() -> None:
    position = ended("Gold 1 x2", "Gold 2", "Gold 1")
    result = outcome(position)
    assert (result.winners, result.ranking, result.tie_break) == ((0, 1), ((0, 1), (2,)), None)
    assert [position.game.evaluate(position.state, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_f6_3_before_the_end_score_counts_personal_decks_as_hands() -> None:
    position = sharing(3, "Gold 1", hands=("Military A2", "Military B2", "Provisions A1"))
    assert position.game.score(position.state) == (3, 1, 3)
