"""K8: the limit at the end of a round."""

from __future__ import annotations

import pytest

from boardgames import IllegalActionError
from boardgames.games.koryo import Discard, Kind, Phase
from tests.games.koryo.positions import Position, ordered

LIMITS = [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7), (6, 8), (7, 9), (8, 10)]
"""Season and limit."""
MANY = "7 Guardian, 5 Ship Owner"
"""More Characters than any limit allows, without anything to do in a turn."""


def discarding(position: Position) -> bool:
    return position.state.phase is Phase.DISCARDS


def discard_all(position: Position, season: int) -> tuple[int, ...]:
    """Discard whatever comes last until the round ends; return how many cards each player keeps."""
    while position.state.round.season == season and discarding(position):
        position = position.play(position.legal[-1])
    return tuple(map(sum, position.view(None).tableaux))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("season", "limit"), LIMITS)
def test_k8_1_down_to_exactly_the_limit(players: int, season: int, limit: int) -> None:
    position = ordered(MANY, *["Merchant"] * (players - 1), season=season)
    assert discarding(position)
    assert discard_all(position, season) == (limit, *[1] * (players - 1))


@pytest.mark.parametrize(("season", "limit"), LIMITS)
def test_k8_1_a_tableau_at_the_limit_stays(season: int, limit: int) -> None:
    tableau = f"{min(limit, 7)} Guardian" + (f", {limit - 7} Ship Owner" if limit > 7 else "")
    assert not discarding(ordered(tableau, "", season=season))


@pytest.mark.parametrize(("season", "limit"), LIMITS)
def test_k8_1_senator_raises_the_limit_by_two(season: int, limit: int) -> None:
    position = ordered(f"{MANY}, 3 Senator", "", season=season)
    assert discarding(position)
    while position.state.round.season == season and discarding(position):
        position = position.play(position.legal[-1])
    assert position.tableaux[0].startswith("3 Senator")
    assert sum(position.view(None).tableaux[0]) == limit + 2


def test_k8_1_tied_senators_raise_nothing() -> None:
    assert discard_all(ordered("Senator, 5 Guardian", "Senator, 3 Merchant", season=1), 1) == (3, 3)


def test_k8_1_tied_senators_help_the_one_with_the_omniscient() -> None:
    position = ordered("Senator, 5 Guardian", "Senator, Omniscient, 4 Merchant", season=1)
    position = position.play("discard Guardian", "discard Guardian", "discard Guardian")
    assert position.state.player == 1
    assert position.play("discard Merchant").tableaux == (
        "1 Senator, 2 Guardian",
        "1 Omniscient, 1 Senator, 3 Merchant",
    )


def test_k8_1_events_count_towards_the_limit() -> None:
    position = ordered("2 Merchant, Barbarian, Lobbying", "", season=1)
    assert position.legal == ("discard Merchant",)


def test_k8_1_characters_of_his_choice_one_after_the_other() -> None:
    position = ordered("Omniscient, 2 Guardian, 2 Merchant", "", season=1)
    assert position.legal == ("discard Omniscient", "discard Guardian", "discard Merchant")
    position = position.play("discard Guardian")
    assert position.tableaux[0] == "1 Omniscient, 1 Guardian, 2 Merchant"
    assert position.gone == "1 Guardian"
    assert position.refuses("end")
    assert position.refuses("discard Banker")
    assert position.play("discard Omniscient").tableaux[0] == "1 Guardian, 2 Merchant"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", range(4))
def test_k8_1_in_turn_order(players: int, first: int) -> None:
    first %= players
    tableaux = ["4 Merchant", "4 Guardian", "4 Ship Owner", "4 Broadcaster"][:players]
    position = ordered(*tableaux, first=first, season=1)
    asked = []
    while discarding(position):
        asked.append(position.state.player)
        position = position.play(position.legal[0])
    assert asked == [(first + step) % players for step in range(players)]


def test_k8_1_only_those_above_the_limit_are_asked() -> None:
    position = ordered("3 Merchant", "4 Guardian", "Spy", "4 Ship Owner", season=1)
    assert position.state.player == 1
    assert position.play("discard Guardian").state.player == 3


@pytest.mark.parametrize("event", [Kind.BARBARIAN, Kind.LOBBYING])
def test_k8_2_events_cannot_be_discarded(event: Kind) -> None:
    position = ordered("3 Merchant, Barbarian, Lobbying", "", season=1)
    assert position.legal == ("discard Merchant",)
    with pytest.raises(IllegalActionError):
        position.game.apply(position.state, Discard(event))


@pytest.mark.parametrize(
    ("tableau", "kept"),
    [
        ("2 Merchant, 3 Barbarian", "3 Barbarian"),
        ("Merchant, 3 Barbarian, Lobbying", "3 Barbarian, 1 Lobbying"),
        ("Omniscient, Spy, 6 Barbarian, 4 Lobbying", "6 Barbarian, 4 Lobbying"),
        ("4 Lobbying", "4 Lobbying"),
        # The Senator raises the limit to 5 first, and goes like the others.
        ("Senator, Merchant, 4 Barbarian", "discard"),
        ("Senator, Merchant, 5 Barbarian", "5 Barbarian"),
        ("Senator, 5 Barbarian, Lobbying", "5 Barbarian, 1 Lobbying"),
        ("Senator, 4 Barbarian", "1 Senator, 4 Barbarian"),
    ],
)
def test_k8_2_events_alone_at_the_limit_take_all_characters_away(tableau: str, kept: str) -> None:
    position = ordered(tableau, "", season=1)
    if kept == "discard":
        assert position.legal == ("discard Senator", "discard Merchant")
    else:
        assert position.tableaux == (kept, "")
        assert position.state.round.season == 2


def test_k8_2_later_players_discard_after_that() -> None:
    position = ordered(
        "Senator, 6 Barbarian", "Senator, 4 Merchant", "3 Guardian, 2 Lobbying", season=1
    )
    # The Senator of player 1 is gone, so that of player 2 has the majority: they keep five cards.
    assert position.state.player == 2
    assert position.gone == "1 Senator"
    assert position.play("discard Guardian", "discard Guardian").tableaux == (
        "6 Barbarian", "1 Senator, 4 Merchant", "1 Guardian, 2 Lobbying",
    )  # fmt: skip


def test_k8_3_limit_is_read_when_the_player_begins_his_discard() -> None:
    position = ordered("Senator, 6 Merchant", "", season=1).play("discard Senator")
    assert position.state.player == 0
    assert discarding(position)
    assert position.play("discard Merchant").tableaux[0] == "5 Merchant"


def test_k8_3_two_players_can_profit_from_the_senator_in_one_round() -> None:
    """The first player keeps five cards and discards their Senators; then the second has the
    majority.
    """
    position = ordered("2 Senator, 5 Merchant", "Senator, 5 Guardian", season=1)
    position = position.play("discard Senator", "discard Senator")
    assert position.state.player == 1
    assert position.play("discard Guardian").tableaux == ("5 Merchant", "1 Senator, 4 Guardian")


def test_k8_3_no_limit_is_shown_to_a_player_whose_discard_is_over() -> None:
    """They keep five cards, which the limit of 3 without Senators would forbid."""
    position = ordered("2 Senator, 5 Merchant", "Senator, 5 Guardian", season=1)
    position = position.play("discard Senator", "discard Senator")
    seats = position.scene(0).seats
    cards = [counter for area in seats for counter in area.counters if counter.key == "cards"]
    assert [(counter.value, counter.of) for counter in cards] == [(5, None), (6, 5)]


def test_k8_3_senators_that_stay_help_nobody_else() -> None:
    position = ordered("2 Senator, 4 Merchant", "Senator, 4 Guardian", season=1)
    position = position.play("discard Merchant")
    assert position.state.player == 1
    assert position.play("discard Guardian", "discard Guardian").tableaux == (
        "2 Senator, 3 Merchant", "1 Senator, 2 Guardian",
    )  # fmt: skip


def test_k8_the_last_round_has_its_discard_too() -> None:
    position = ordered("7 Guardian, 5 Ship Owner", "").play("discard Guardian")
    assert not position.over
    assert position.play("discard Guardian").over


def test_k8_3_discards_of_earlier_players_raise_the_limit_of_later_ones() -> None:
    """Five cards are enough for the second player too: the round ends."""
    position = ordered("2 Senator, 5 Merchant", "Senator, 5 Guardian", season=1)
    position = position.play("discard Senator", "discard Senator", "discard Guardian")
    assert position.state.round.season == 2
    assert position.tableaux == ("5 Merchant", "1 Senator, 4 Guardian")
    position = ordered("Senator, 5 Guardian", "Senator, Omniscient, 4 Merchant", season=1)
    position = position.play(
        "discard Guardian", "discard Guardian", "discard Guardian", "discard Merchant"
    )
    assert position.state.round.season == 2
