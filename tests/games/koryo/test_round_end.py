"""K8: the limit at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames import IllegalActionError
from boardgames.games.koryo import Discard, Kind, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.koryo.conftest import Table

LIMITS = [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7), (6, 8), (7, 9), (8, 10)]
"""Season and limit."""
MANY = "7 Guardian, 5 Ship Owner"
"""More Characters than any limit allows, without anything to do in a turn."""


def discarding(table: Table) -> bool:
    return table.state.phase is Phase.DISCARDS


def discard_all(table: Table, season: int) -> tuple[int, ...]:
    """Discard whatever comes last until the round ends; return how many cards each player keeps."""
    while table.state.round.season == season and discarding(table):
        table = table.play(table.legal[-1])
    return tuple(map(sum, table.game.view(table.state, None).tableaux))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("season", "limit"), LIMITS)
def test_k8_1_down_to_exactly_the_limit(ordered: Callable[..., Table], players: int, season: int, limit: int) -> None:
    table = ordered(MANY, *["Merchant"] * (players - 1), season=season)
    assert discarding(table)
    assert discard_all(table, season) == (limit, *[1] * (players - 1))


@pytest.mark.parametrize(("season", "limit"), LIMITS)
def test_k8_1_a_tableau_at_the_limit_stays(ordered: Callable[..., Table], season: int, limit: int) -> None:
    tableau = f"{min(limit, 7)} Guardian" + (f", {limit - 7} Ship Owner" if limit > 7 else "")
    assert not discarding(ordered(tableau, "", season=season))


@pytest.mark.parametrize(("season", "limit"), LIMITS)
def test_k8_1_senator_raises_the_limit_by_two(ordered: Callable[..., Table], season: int, limit: int) -> None:
    table = ordered(f"{MANY}, 3 Senator", "", season=season)
    assert discarding(table)
    while table.state.round.season == season and discarding(table):
        table = table.play(table.legal[-1])
    assert table.tableaux[0].startswith("3 Senator")
    assert sum(table.game.view(table.state, None).tableaux[0]) == limit + 2


def test_k8_1_tied_senators_raise_nothing(ordered: Callable[..., Table]) -> None:
    assert discard_all(ordered("Senator, 5 Guardian", "Senator, 3 Merchant", season=1), 1) == (3, 3)


def test_k8_1_tied_senators_help_the_one_with_the_omniscient(ordered: Callable[..., Table]) -> None:
    table = ordered("Senator, 5 Guardian", "Senator, Omniscient, 4 Merchant", season=1)
    table = table.play("discard Guardian", "discard Guardian", "discard Guardian")
    assert table.state.player == 1
    assert table.play("discard Merchant").tableaux == ("1 Senator, 2 Guardian", "1 Omniscient, 1 Senator, 3 Merchant")


def test_k8_1_events_count_towards_the_limit(ordered: Callable[..., Table]) -> None:
    table = ordered("2 Merchant, Barbarian, Lobbying", "", season=1)
    assert table.legal == ("discard Merchant",)


def test_k8_1_characters_of_his_choice_one_after_the_other(ordered: Callable[..., Table]) -> None:
    table = ordered("Omniscient, 2 Guardian, 2 Merchant", "", season=1)
    assert table.legal == ("discard Omniscient", "discard Guardian", "discard Merchant")
    table = table.play("discard Guardian")
    assert table.tableaux[0] == "1 Omniscient, 1 Guardian, 2 Merchant"
    assert table.gone == "1 Guardian"
    assert table.refuses("end")
    assert table.refuses("discard Banker")
    assert table.play("discard Omniscient").tableaux[0] == "1 Guardian, 2 Merchant"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", range(4))
def test_k8_1_in_turn_order(ordered: Callable[..., Table], players: int, first: int) -> None:
    first %= players
    tableaux = ["4 Merchant", "4 Guardian", "4 Ship Owner", "4 Broadcaster"][:players]
    table = ordered(*tableaux, first=first, season=1)
    asked = []
    while discarding(table):
        asked.append(table.state.player)
        table = table.play(table.legal[0])
    assert asked == [(first + step) % players for step in range(players)]


def test_k8_1_only_those_above_the_limit_are_asked(ordered: Callable[..., Table]) -> None:
    table = ordered("3 Merchant", "4 Guardian", "Spy", "4 Ship Owner", season=1)
    assert table.state.player == 1
    assert table.play("discard Guardian").state.player == 3


@pytest.mark.parametrize("event", [Kind.BARBARIAN, Kind.LOBBYING])
def test_k8_2_events_cannot_be_discarded(ordered: Callable[..., Table], event: Kind) -> None:
    table = ordered("3 Merchant, Barbarian, Lobbying", "", season=1)
    assert table.legal == ("discard Merchant",)
    with pytest.raises(IllegalActionError):
        table.game.apply(table.state, Discard(event))


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
def test_k8_2_events_alone_at_the_limit_take_all_characters_away(
    ordered: Callable[..., Table], tableau: str, kept: str
) -> None:
    table = ordered(tableau, "", season=1)
    if kept == "discard":
        assert table.legal == ("discard Senator", "discard Merchant")
    else:
        assert table.tableaux == (kept, "")
        assert table.state.round.season == 2


def test_k8_2_later_players_discard_after_that(ordered: Callable[..., Table]) -> None:
    table = ordered("Senator, 6 Barbarian", "Senator, 4 Merchant", "3 Guardian, 2 Lobbying", season=1)
    # The Senator of player 1 is gone, so that of player 2 has the majority: he keeps five cards.
    assert table.state.player == 2
    assert table.gone == "1 Senator"
    assert table.play("discard Guardian", "discard Guardian").tableaux == (
        "6 Barbarian", "1 Senator, 4 Merchant", "1 Guardian, 2 Lobbying",
    )  # fmt: skip


def test_k8_3_limit_is_read_when_the_player_begins_his_discard(ordered: Callable[..., Table]) -> None:
    table = ordered("Senator, 6 Merchant", "", season=1).play("discard Senator")
    assert table.state.player == 0
    assert discarding(table)
    assert table.play("discard Merchant").tableaux[0] == "5 Merchant"


def test_k8_3_two_players_can_profit_from_the_senator_in_one_round(ordered: Callable[..., Table]) -> None:
    """The first one keeps five cards and discards his Senators; then the second one has the majority."""
    table = ordered("2 Senator, 5 Merchant", "Senator, 5 Guardian", season=1)
    table = table.play("discard Senator", "discard Senator")
    assert table.state.player == 1
    assert table.play("discard Guardian").tableaux == ("5 Merchant", "1 Senator, 4 Guardian")


def test_k8_3_senators_that_stay_help_nobody_else(ordered: Callable[..., Table]) -> None:
    table = ordered("2 Senator, 4 Merchant", "Senator, 4 Guardian", season=1)
    table = table.play("discard Merchant")
    assert table.state.player == 1
    assert table.play("discard Guardian", "discard Guardian").tableaux == (
        "2 Senator, 3 Merchant", "1 Senator, 2 Guardian",
    )  # fmt: skip


def test_k8_the_last_round_has_its_discard_too(ordered: Callable[..., Table]) -> None:
    table = ordered("7 Guardian, 5 Ship Owner", "").play("discard Guardian")
    assert not table.over
    assert table.play("discard Guardian").over
