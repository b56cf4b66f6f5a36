"""F4: King cards."""

from __future__ import annotations

import pytest

from boardgames.games.for_the_king import Office, Phase
from tests.games.for_the_king.positions import auctioning, sharing

IN_PLAY = [str(office) for office in Office if office is not Office.LIVESTOCK]


def all_at(worth: int, **others: int) -> dict[str, int]:
    """Return duties that are all the same but for these."""
    return dict.fromkeys(IN_PLAY, worth) | others


def test_f4_1_player_chooses_the_duty() -> None:
    position = sharing(3, "King +1").play("keep")
    assert position.legal == tuple(f"raise {office}" for office in IN_PLAY)
    for office in IN_PLAY:
        assert position.play(f"raise {office}").duties == all_at(3, Livestock=0) | {office: 4}


def test_f4_1_offices_out_of_play_have_no_duty_to_change() -> None:
    assert sharing(4, "King +1").play("keep").refuses("raise Livestock")
    assert "raise Livestock" in sharing(5, "King +1").play("keep").legal


def test_f4_1_a_duty_at_6_cannot_be_raised() -> None:
    position = sharing(3, "King +1", duties={"Military": 6, "Diplomacy": 6}).play("keep")
    assert position.legal == ("raise Entertainment", "raise Architecture", "raise Provisions")
    assert position.refuses("raise Military")


def test_f4_1_a_duty_at_1_cannot_be_lowered() -> None:
    position = sharing(3, "King -1", duties={"Military": 1, "Diplomacy": 1}).play("keep")
    assert position.legal == ("lower Entertainment", "lower Architecture", "lower Provisions")
    assert position.refuses("lower Military")


def test_f4_1_bounds_are_reached() -> None:
    assert (
        sharing(3, "King +1", duties={"Military": 5})
        .play("keep", "raise Military")
        .duties["Military"]
        == 6
    )
    assert (
        sharing(3, "King -1", duties={"Military": 2})
        .play("keep", "lower Military")
        .duties["Military"]
        == 1
    )


def test_f4_2_two_changes_are_of_different_duties() -> None:
    position = sharing(3, "King +1 +1").play("keep")
    assert len(position.legal) == 10
    assert position.refuses("raise Military")
    position = position.play("raise Diplomacy Military")
    assert (position.duties["Diplomacy"], position.duties["Military"]) == (4, 4)


def test_f4_2_two_duties_lowered() -> None:
    position = sharing(3, "King -1 -1").play("keep", "lower Architecture Provisions")
    assert (position.duties["Architecture"], position.duties["Provisions"]) == (2, 2)


def test_f4_2_as_many_changes_as_possible() -> None:
    assert sharing(3, "King +1 +1", duties=all_at(6, Military=5)).play("keep").legal == (
        "raise Military",
    )
    assert sharing(3, "King -1 -1", duties=all_at(1, Military=2)).play("keep").legal == (
        "lower Military",
    )


def test_f4_2_either_up_or_down() -> None:
    position = sharing(3, "King +1/-1", duties=all_at(3, Military=6, Diplomacy=1)).play("keep")
    assert set(position.legal) == {
        f"raise {office}" for office in IN_PLAY if office != "Military"
    } | {f"lower {office}" for office in IN_PLAY if office != "Diplomacy"}


def test_f4_2_one_up_and_another_down() -> None:
    position = sharing(3, "King +1 -1").play("keep")
    assert len(position.legal) == 20
    assert position.refuses("raise Military")
    position = position.play("raise Military lower Diplomacy")
    assert (position.duties["Military"], position.duties["Diplomacy"]) == (4, 2)


def test_f4_2_one_up_and_another_down_with_only_one_possible() -> None:
    position = sharing(3, "King +1 -1", duties=all_at(6)).play("keep")
    assert position.legal == tuple(
        sorted((f"lower {office}" for office in IN_PLAY), key=position.legal.index)
    )
    position = sharing(3, "King +1 -1", duties=all_at(1)).play("keep")
    assert set(position.legal) == {f"raise {office}" for office in IN_PLAY}


def test_f4_2_one_up_and_another_down_never_on_the_same_duty() -> None:
    position = sharing(3, "King +1 -1", duties=all_at(6, Military=3)).play("keep")
    assert set(position.legal) == {
        f"raise Military lower {office}" for office in IN_PLAY if office != "Military"
    }


@pytest.mark.parametrize(("king", "worth"), [("+1", 6), ("+1 +1", 6), ("-1", 1), ("-1 -1", 1)])
def test_f4_2_king_that_can_change_nothing_asks_nobody(king: str, worth: int) -> None:
    position = sharing(3, f"King {king}, King {king}", duties=all_at(worth))
    kept = position.play("keep")
    assert kept.state.phase is Phase.PLACE
    assert kept.gone == f"King {king}"
    assert kept.duties == position.duties
    assert kept.refuses("keep")
    taken = position.play("centre", "centre", "keep", "favor", f"take King {king}")
    assert (taken.state.phase, taken.state.player) == (Phase.TAKE, 2)
    assert taken.hand(1) == ""
    assert position.told("keep", 1)[1] == f"King {king} can change nothing and leaves the game"


def test_f4_2_king_won_at_auction_that_can_change_nothing() -> None:
    position = auctioning("King +1, Gold 1", "Gold 1", "", duties=all_at(6)).play(
        "bid 1", "pass", "pay 1"
    )
    assert (position.state.phase, position.auction.number) == (Phase.BID, 1)
    assert position.gone == "Gold 1, King +1"


def test_f2_secondary_duty_follows_and_is_never_changed_by_itself() -> None:
    assert "2" not in "".join(sharing(3, "King +1").play("keep").legal)
    position = auctioning("King +1", "Military H4, Gold 1", "Military A2", "").play(
        "bid 1", "pass", "pass", "pay 1"
    )
    assert position.game.score(position.state) == (3, 1, 0)
    assert position.game.score(position.play("raise Military").state) == (4, 2, 0)
