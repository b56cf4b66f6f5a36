"""`python -m boardgames.testing GAME` runs the checks on anybody's game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import IO, TYPE_CHECKING, NoReturn
from unittest.mock import Mock

import pytest

from boardgames.testing import CHECKS
from boardgames.testing.__main__ import main
from examples.nines import Nines
from tests.testing.small_games import Sealed, SealedWords

if TYPE_CHECKING:
    from pathlib import Path

    from tests.testing.small_games import State, View

IDLE = {"events", "exactness", "lessons"}
"""The checks that do not apply to Sealed."""
RUN = len(CHECKS) - len(IDLE)
QUICK = ("--players", "2", "--games", "1", "--positions", "2")


def names(found: list[str]) -> list[str]:
    """Return the checks that the lines begin with."""
    return [line[2:15].rstrip() for line in found if re.match(r"  [a-z].* +\d+\.\d s  ", line)]


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@pytest.mark.long
def test_every_check_is_listed_with_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests.testing.small_games:Sealed", *QUICK]) == 0
    heading, *found = lines(capsys)
    assert heading == "sealed, 2 players"
    assert all(len(line) <= 80 for line in found)
    assert names(found) == [name for name in CHECKS if name not in IDLE]
    summary = " ".join(found).partition(f"{RUN} of {RUN} ")[2]
    assert all(
        each in summary
        for each in ("`worlds`", "`possible`", "`event_types`", "unseen`", "`round`")
    )
    assert "`inventory`" not in summary  # the game has one


@pytest.mark.long
def test_a_fault_is_shown_and_the_other_checks_run_all_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["tests.testing.broken_games:Wide", *QUICK]) == 1
    found = lines(capsys)
    faults = [line for line in found if "FAULT" in line]
    assert len(names(found)) == RUN
    assert len(faults) == 1
    assert "text" in faults[0]
    assert "FAULT: a line of more than 80 columns" in faults[0]
    assert "Wide in broken_games.py should keep this promise" in " ".join(" ".join(found).split())


def test_only_the_named_checks_run(capsys: pytest.CaptureFixture[str]) -> None:
    game = "tests.testing.small_games:Sealed"
    assert main([game, *QUICK, "--only", "told lines", "--only", "legality"]) == 0
    assert names(lines(capsys)[1:]) == ["legality", "told lines"]
    assert main([game, *QUICK, "--only", "events"]) == 2, "the game has none"
    assert capsys.readouterr().err == "--only: not a check of this game: events\n"


@pytest.mark.long
def test_every_number_of_players_is_checked_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests.testing.small_games:Sealed", *QUICK[2:]]) == 0
    headings = [line for line in lines(capsys) if line.startswith("sealed, ")]
    assert headings == ["sealed, 2 players", "sealed, 3 players"]


@pytest.mark.long
def test_worlds_and_possible_are_named_like_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    hooks = ("--worlds", "tests.testing.small_games:redeal", "--possible", "builtins:bool")
    assert main(["tests.testing.broken_games:ShowsParity", *QUICK, *hooks]) == 1
    found = lines(capsys)
    assert any(
        "views" in line and "FAULT: the View of seat 0 shows what a redeal" in line
        for line in found
    )
    assert "`possible`" not in " ".join(found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no_such_game"], "'no_such_game'"),
        (["no.such.module:Game"], "cannot load 'no.such.module:Game'"),
        (["tests.testing.small_games:NoSuchGame"], "NoSuchGame"),
        (
            ["tests.testing.small_games:Sealed", "--players", "9"],
            "sealed is for 2 to 3 players, not 9",
        ),
        (["koryo", "--worlds", "nowhere:redeal"], "cannot load 'nowhere:redeal'"),
        (["json:dumps"], "'json:dumps' is not a class derived from Game"),
        (["builtins:dict"], "'builtins:dict' is not a class derived from Game"),
        (["koryo", "--seed", "-1"], "-1"),
    ],
)
def test_what_cannot_be_found_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    written = capsys.readouterr().err
    assert words in written
    assert written.count("\n") == 1


def test_a_module_that_cannot_be_loaded_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mygame.py").write_text("raise SystemExit('no\\nway')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["mygame:MyGame"]) == 2
    assert capsys.readouterr().err == "cannot load 'mygame:MyGame': SystemExit: no way\n"


class Unfinished(Sealed):
    """Cannot be set up."""

    def __init__(self, players: int) -> None:
        raise NotImplementedError(players)


class Leaving(Sealed):
    """Ends the program."""

    def score(self, state: State) -> tuple[int, ...]:
        del state
        raise SystemExit(5)


class AccentedWords(SealedWords):
    """Words that are not ASCII, in a line that is too long."""

    def render(self, view: View) -> str:
        del view
        return "Kory\N{LATIN SMALL LETTER O WITH BREVE}" * 17


class Accented(Sealed):
    """Is neither written in ASCII nor short."""

    words_type = AccentedWords


def test_a_game_that_cannot_be_set_up_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests.testing.test_command:Unfinished", *QUICK]) == 2
    assert re.fullmatch(
        r"the game .*NotImplementedError: 2 in __init__ \(test_command\.py, line \d+\)\n",
        capsys.readouterr().err,
    )


@pytest.mark.long
def test_a_game_that_ends_the_program_is_a_fault_like_any_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["tests.testing.test_command:Leaving", *QUICK]) == 1
    found = lines(capsys)
    assert len(names(found)) == RUN
    assert any("SystemExit: 5 in score" in line for line in found)


def run(
    game: str, output: int | IO[bytes], **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "boardgames.testing", f"tests.testing.{game}", *QUICK],
        stdout=output,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.long
def test_a_fault_is_shown_in_characters_that_the_output_has() -> None:
    done = run("test_command:Accented", subprocess.PIPE, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, b"")
    assert rb"Kory\u014f" in done.stdout
    assert f"{RUN - 1} of {RUN} ".encode() in done.stdout


@pytest.mark.long
def test_a_pipe_that_is_closed_ends_it_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = run("small_games:Sealed", closed)
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk here")  # noqa: PTH110  # no file
@pytest.mark.parametrize("arguments", [("--help",), ("koryo", *QUICK, "--only", "legality")])
def test_output_that_cannot_be_written_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123  # no file either
        done = subprocess.run(
            [sys.executable, "-m", "boardgames.testing", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, b"cannot write: No space left on device\n")


def test_an_interrupt_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Sealed, "new_game", Mock(side_effect=KeyboardInterrupt))
    assert main(["tests.testing.small_games:Sealed"]) == 130
    assert capsys.readouterr().err == "\n"


@pytest.mark.parametrize("option", ["--games", "--positions", "--longest"])
def test_checks_that_would_prove_nothing_are_refused(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["koryo", option, "0"])
    assert stop.value.code == 2
    assert (
        f"argument {option}: expected a whole number of 1 or more, not '0'"
        in capsys.readouterr().err
    )


class ForgetsAnOption(Nines):
    """Does not keep what it is given."""

    def __init__(self, players: int, *, rounds: int = 2, bonus: int = 0) -> None:
        del bonus
        super().__init__(players, rounds=rounds)


class Crashes(Nines):
    """Cannot be played."""

    def act(self, state: object, action: object, seat: int) -> NoReturn:
        raise KeyError(state, action, seat)


class Speechless(Nines):
    """Has no words at all."""

    @property
    def words(self) -> NoReturn:
        raise KeyError("words")


@pytest.mark.parametrize(
    ("cls", "fault"),
    [
        pytest.param(ForgetsAnOption, "object has no attribute 'bonus'", marks=pytest.mark.long),
        (Crashes, "KeyError"),
        (Speechless, "KeyError: 'words'"),
    ],
)
def test_a_report_survives_whatever_it_asks_of_the_game(
    cls: type[Nines], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first fault is told with a snippet, and the report comes to its end."""
    assert main([f"{__name__}:{cls.__name__}", *QUICK]) == 1
    found = " ".join(map(str.strip, lines(capsys)))
    first, _, rest = found.partition("To reproduce:")
    assert "FAULT: the game raised" in first
    assert fault in first
    assert f"{cls.__name__}(2" in rest
    assert "promises held" in rest
