from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import boardgames
from boardgames.testing import CHECKS, check_game

if TYPE_CHECKING:
    from types import ModuleType

    from tests.testing.small_games import Sealed

TABLES = [(name, players) for name in boardgames.game_names() for players in boardgames.game_class(name).player_counts]

BROKEN = {
    "Mutates": "purity",
    "MutatesOlder": "purity",
    "KeepsState": "purity",
    "Unfrozen": "purity",
    "ScoresByGlobal": "purity",
    "ScoresByProcess": "determinism",
    "GlobalRandom": "determinism",
    "GlobalRandomInEstimate": "determinism",
    "CountsGames": "determinism",
    "HashOrder": "determinism",
    "TellsInHashOrder": "determinism",
    "TakesAnySeed": "determinism",
    "SeatsBackwards": "legality",
    "OtherFirstSeat": "legality",
    "Unsorted": "legality",
    "Duplicates": "legality",
    "AcceptsAll": "legality",
    "CountsSeatsBackwards": "legality",
    "RaisesOther": "legality",
    "TakesNoEqual": "legality",
    "KnowsEqualByIdentity": "legality",
    "ChangesWhenRefusing": "legality",
    "LosesField": "round trips",
    "LosesViewField": "round trips",
    "VagueNotation": "round trips",
    "AccentedNotation": "round trips",
    "UnreadableNotation": "round trips",
    "ParsesAnything": "round trips",
    "LosesCard": "conservation",
    "Wide": "text",
    "TalksAccented": "text",
    "Endless": "ends",
    "EarlyOutcome": "ends",
    "NoOutcome": "ends",
    "WrongWinners": "ends",
    "Overconfident": "ends",
    "OrderMatters": "commits",
    "ShowsCommits": "commits",
    "TellsCommits": "commits",
    "TellsSpectators": "views",
    "ShowsHands": "views",
    "ShowsSeed": "views",
    "HiddenLegality": "views",
    "HidesInPocket": "views",
    "Smuggles": "views",
    "SamplesOtherView": "views",
    "RemembersLast": "sampling",
    "RemembersAll": "sampling",
    "SameFuture": "sampling",
    "IgnoresGenerator": "sampling",
    "HasOwnGenerator": "sampling",
    "SamplesEndlessWorlds": "sampling",
    "SamplesOtherCards": "sampling",
    "NeverDealsOne": "reach",
    "IgnoresGeneratorOfFew": "reach",
    "NeverDealsOneOfFew": "reach",
    "DealsImpossibleOnes": "reach",
}
"""By class of `small_games`: the check that refuses it."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_of_the_catalogue_keeps_the_contract(name: str, players: int) -> None:
    check_game(boardgames.make(name, players=players))


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_simultaneous_hidden_commitments_keeps_the_contract(small_games: ModuleType, players: int) -> None:
    check_game(small_games.Sealed(players))


def test_a_game_of_few_deals_keeps_the_contract(small_games: ModuleType) -> None:
    check_game(small_games.Coins(2))


@pytest.mark.parametrize(("name", "check"), BROKEN.items())
def test_a_broken_game_is_refused_by_the_check_that_names_its_fault(
    small_games: ModuleType, name: str, check: str
) -> None:
    game = getattr(small_games, name)(2)
    with pytest.raises(boardgames.ConformanceError) as caught:
        check_game(game, games=2, positions=9, longest=200)
    assert caught.value.check == check
    assert str(caught.value).startswith(f"{check}: ")


def test_every_check_has_refused_some_game() -> None:
    assert set(BROKEN.values()) == set(CHECKS)


def test_every_check_says_what_it_demands() -> None:
    assert all((check.__doc__ or "").startswith("See that ") for check in CHECKS.values())


def test_a_class_that_no_other_process_can_import_is_refused(small_games: ModuleType) -> None:
    local = type("Local", (small_games.Sealed,), {"__qualname__": "test.<locals>.Local"})
    with pytest.raises(boardgames.ConformanceError, match="cannot import a class of a function"):
        check_game(local(2))


def test_a_game_that_fails_in_the_other_process_only_is_refused(
    sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(sealed), "options", lambda _: {"unheard": 1})
    with pytest.raises(boardgames.ConformanceError, match=r"does not run in another process: TypeError.*unheard"):
        check_game(sealed)


def test_an_error_that_the_game_raises_is_reported_with_its_check(
    sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(sealed), "inventory", lambda _, state: state.no_such_field)
    with pytest.raises(boardgames.ConformanceError, match=r"^conservation: the game raised AttributeError") as caught:
        check_game(sealed)
    assert isinstance(caught.value.__cause__, AttributeError)


def test_a_game_that_is_over_before_it_begins_is_refused(sealed: Sealed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(sealed), "to_act", lambda _, __: ())
    with pytest.raises(boardgames.ConformanceError, match=r"^ends: .* over before it begins"):
        check_game(sealed)


def test_the_global_generator_is_left_as_it_was(sealed: Sealed) -> None:
    before = random.getstate()
    check_game(sealed, games=1, positions=3)
    assert random.getstate() == before
