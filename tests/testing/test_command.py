"""`python -m boardgames.testing GAME` runs the checks on anybody's game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames.testing import CHECKS, scripted_peer
from boardgames.testing.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

QUICK = ("--players", "2", "--games", "1", "--positions", "2")


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@pytest.mark.long
def test_every_check_is_listed_with_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests.testing.small_games:Sealed", *QUICK]) == 0
    heading, *checks = lines(capsys)
    assert heading == "sealed, 2 players"
    assert [line[2:15].rstrip() for line in checks] == list(CHECKS)
    results = {line.rpartition(" s  ")[2] for line in checks}
    without = "ok; without --worlds, leaks that determinize respects are not found"
    assert results == {"ok", "skipped: it needs --possible", without}


@pytest.mark.long
def test_a_fault_is_shown_and_the_other_checks_run_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests.testing.broken_games:Wide", *QUICK]) == 1
    _, *checks = lines(capsys)
    faults = [line for line in checks if "FAULT" in line]
    assert len(checks) == len(CHECKS)
    assert len(faults) == 1
    assert "text" in faults[0]
    assert "FAULT  not a line of ASCII" in faults[0]


@pytest.mark.long
def test_every_number_of_players_is_checked_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests.testing.small_games:Sealed", *QUICK[2:]]) == 0
    assert [line for line in lines(capsys) if not line.startswith(" ")] == ["sealed, 2 players", "sealed, 3 players"]


@pytest.mark.long
def test_worlds_and_possible_are_named_like_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    hooks = ("--worlds", "tests.testing.small_games:redeal", "--possible", "builtins:bool")
    assert main(["tests.testing.broken_games:ShowsParity", *QUICK, *hooks]) == 1
    found = lines(capsys)
    assert any("views" in line and "FAULT  the View of seat 0 shows what a redeal" in line for line in found)
    assert not any("skipped" in line for line in found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no_such_game"], "unknown game 'no_such_game'"),
        (["no.such.module:Game"], "cannot find 'no.such.module:Game'"),
        (["tests.testing.small_games:NoSuchGame"], "NoSuchGame"),
        (["tests.testing.small_games:Sealed", "--players", "9"], "sealed is for 2 to 3 players, not 9"),
        (["koryo", "--worlds", "nowhere:redeal"], "cannot find 'nowhere:redeal'"),
        (["json:dumps"], "'json:dumps' is not a class derived from Game"),
        (["builtins:dict"], "'builtins:dict' is not a class derived from Game"),
        (["koryo", "--seed", "-1"], "a seed is a whole number"),
    ],
)
def test_what_cannot_be_found_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    written = capsys.readouterr().err
    assert words in written
    assert written.count("\n") == 1


@pytest.mark.parametrize("option", ["--games", "--positions", "--longest"])
def test_checks_that_would_prove_nothing_are_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["koryo", option, "0"])
    assert stop.value.code == 2
    assert f"argument {option}: expected a whole number of 1 or more, not '0'" in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, "", "{}", "[]", '[{"dance": 1}]', "[" * 100_000])
def test_a_script_that_cannot_be_played_is_refused(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "script.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        scripted_peer.main([str(path)])
    assert stop.value.code == 2
    assert f"error: {path}: " in capsys.readouterr().err
