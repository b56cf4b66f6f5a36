"""M7: the ends of the game, and which comes first."""

from __future__ import annotations

import pytest

from boardgames.core.outcome import Outcome
from boardgames.games.mundus_novus import Phase
from tests.games.mundus_novus.positions import arranged


def ended(players: int, **parts: object) -> Outcome:
    """Return how the game ends after the last turn of this round."""
    last_turn = arranged(players, player=players - 1, first=0, **parts)  # type: ignore[arg-type]  # by name
    position = last_turn.play("done")
    assert position.state.phase is Phase.OVER
    assert position.over
    assert position.legal == ()
    outcome = position.outcome
    assert outcome is not None
    return outcome


def test_m7_1_a_perfect_set_wins() -> None:
    outcome = ended(3, perfect=(1,), doubloons=[10, 3, 20])
    assert outcome.winners == (1,)
    assert outcome.ranking == ((1,), (2,), (0,))
    assert outcome.reason == "perfect_set_shown"
    assert outcome.tie_break is None


def test_m7_1_among_several_perfect_sets_the_richest() -> None:
    outcome = ended(3, perfect=(0, 2), doubloons=[10, 70, 20])
    assert outcome.winners == (2,)
    assert outcome.ranking == ((2,), (0,), (1,))
    assert outcome.tie_break == "doubloons"


def test_m7_1_example_perfect_set_against_74_doubloons_and_3_more() -> None:
    outcome = ended(2, perfect=(0,), doubloons=[5, 74], owned={1: ["Hernan Cortes"]})
    assert outcome.scores == (5, 77)
    assert outcome.winners == (0,)


def test_m7_1_not_before_the_end_of_the_round() -> None:
    position = arranged(3, player=0, first=0, perfect=(0,))
    after = position.play("done")
    assert after.outcome is None
    assert after.to_act == (1,)
    assert after.play("done", "done").outcome is not None


def test_m7_2_75_doubloons_end_the_game_and_the_richest_wins() -> None:
    outcome = ended(3, doubloons=[75, 80, 2])
    assert outcome.winners == (1,)
    assert outcome.reason == "doubloons_75"
    assert outcome.scores == (75, 80, 2)


def test_m7_2_74_doubloons_do_not() -> None:
    position = arranged(2, player=1, first=0, doubloons=[74, 74]).play("done")
    assert position.state.round.number == 3
    assert position.outcome is None


def test_m7_2_shipyards_count_before_the_end_is_checked() -> None:
    outcome = ended(2, doubloons=[74, 0], owned={0: ["Shipyard"], 1: ["Caravel 1"]})
    assert outcome.winners == (0,)


def test_m7_2_storing_comes_before_the_end() -> None:
    position = arranged(
        2, player=1, first=0, doubloons=[75, 0], hands={1: "1 corn"}, owned={1: ["Warehouse for 2"]}
    )
    storing = position.play("done")
    assert storing.state.phase is Phase.STORAGE
    assert storing.play("store corn").state.phase is Phase.OVER


def test_m7_3_a_queue_that_could_not_be_refilled() -> None:
    outcome = ended(2, unfilled=True, queue=["Caravel 1"], deck=[], doubloons=[70, 20])
    assert outcome.winners == (0,)
    assert outcome.reason == "queue_empty"


def test_m7_3_the_round_is_played_to_its_end() -> None:
    queue = ["Caravel 1", "Caravel 2", "Caravel 3", "Caravel 4", "Caravel 5"]
    position = arranged(2, hands={0: "3 cocoa", 1: "3 corn"}, queue=queue, deck=[])
    after = position.play("set 3 cocoa", "buy 1", "done", "set 3 corn", "buy 1", "done")
    outcome = after.outcome
    assert outcome is not None
    assert outcome.reason == "queue_empty"


def test_m7_4_round_100_is_the_last() -> None:
    outcome = ended(2, number=100, doubloons=[1, 2])
    assert outcome.winners == (1,)
    assert outcome.reason == "rounds_100"
    assert arranged(2, player=1, first=0, number=99).play("done").state.round.number == 100


@pytest.mark.parametrize(("position", "reason"), [
    ({"perfect": (0,), "doubloons": [75, 80], "unfilled": True}, "perfect_set_shown"),
    ({"doubloons": [75, 80], "unfilled": True}, "doubloons_75"),
    ({"doubloons": [5, 8], "unfilled": True, "number": 100}, "queue_empty"),
])  # fmt: skip
def test_m7_the_ends_are_checked_in_this_order(position: dict[str, object], reason: str) -> None:
    assert ended(2, **position).reason == reason


def test_m7_5_equally_rich_players_share_the_victory() -> None:
    outcome = ended(3, doubloons=[80, 80, 79])
    assert outcome.winners == (0, 1)
    assert outcome.ranking == ((0, 1), (2,))
    position = arranged(3, player=2, first=0, doubloons=[80, 80, 79]).play("done")
    assert [position.evaluate(seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_m7_5_equal_perfect_sets_share_it_too() -> None:
    outcome = ended(3, perfect=(0, 1), doubloons=[8, 8, 90])
    assert outcome.winners == (0, 1)
    assert outcome.tie_break is None


def test_m7_2_exactly_75_doubloons_are_the_reason() -> None:
    assert ended(2, doubloons=[75, 0]).reason == "doubloons_75"
