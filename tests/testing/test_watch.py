"""A game that does not come back is a fault with a place, in this process and in others."""

from __future__ import annotations

import inspect
import subprocess
import sys
from io import StringIO
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames.testing.__main__ import main
from boardgames.testing.conformance import run_check
from boardgames.testing.probe import Probe
from boardgames.testing.process import answered
from boardgames.testing.watch import Watch, watched
from tests.testing.small_games import Commit, Sealed, State, View

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from tests.conftest import Shell


def forever() -> None:
    """Compute for ever, whatever is raised that is an error."""
    number = 0
    while True:
        try:
            number += 1
        except Exception:  # noqa: BLE001, S112  # as a careless author might write
            continue


class LoopsInApply(Sealed):
    """The card 5 cannot be laid."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        if getattr(action, "card", 0) == 5:
            forever()
        return super().apply(state, action, player)


class LoopsInToAct(Sealed):
    """Nobody knows who acts when two cards have been played."""

    def to_act(self, state: State) -> tuple[int, ...]:
        while len(state.played[0]) == 2:
            pass
        return super().to_act(state)


class LoopsInDeterminize(Sealed):
    """No deal fits."""

    def determinize(self, view: View, rng: Random) -> State:
        while True:
            state = super().determinize(view, rng)
            if state.seed < 0:
                return state


LOOPS = [
    (LoopsInApply, "applying", "forever"),
    (LoopsInToAct, "legality", "to_act"),
    (LoopsInDeterminize, "samples", "determinize"),
]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a call that computes for a second count as endless."""
    monkeypatch.setattr(Watch, "patience", 1.0)
    monkeypatch.setattr(Watch, "interval", 0.05)


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("game", "check", "where"), LOOPS)
def test_a_loop_without_end_is_told_with_its_place(
    game: type[Sealed], check: str, where: str
) -> None:
    with pytest.raises(boardgames.ConformanceError) as caught:
        run_check(check, Probe(game(2), 2, 9))
    said = str(caught.value)
    assert said.startswith("a call of the game has not come back after 1 s of computing: it was in")
    assert f"{where} (test_watch.py, line " in said or "(small_games.py, line " in said
    assert f"during the check {check!r}" in said


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_many_quick_calls_are_no_endless_one() -> None:
    end = process_time() + 1.5

    def quick() -> int:
        return sum(range(100))

    with watched():
        while process_time() < end:
            quick()


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_the_command_stops_at_a_loop_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    game = "tests.testing.test_watch:LoopsInToAct"
    assert main([game, "--players", "2", "--only", "legality", "--only", "ends"]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("a call of the game has not come back after 1 s of computing")
    assert told.err.count("\n") == 1


class Terminal(StringIO):
    """What is written on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.long
def test_a_terminal_shows_which_check_runs_and_where_a_slow_call_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Watch, "interval", 0.02)
    monkeypatch.setattr(Watch, "slow", 0.1)
    monkeypatch.setattr(Watch, "patience", 0.6)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with pytest.raises(boardgames.ConformanceError):
        run_check("legality", Probe(LoopsInToAct(2), 2, 9))
    assert isinstance(sys.stderr, Terminal)
    shown = sys.stderr.getvalue().split("\r\x1b[K")
    assert shown[1].startswith("  legality ...")
    assert "s in to_act (test_watch.py, line " in shown[-2]
    assert not shown[-1], "the line is cleared"


@pytest.mark.parametrize("watched", ["pass", "while True: pass"], ids=["in time", "endless"])
def test_what_has_been_watched_can_be_profiled(watched: str) -> None:
    """In Python 3.11, an exception that is taken back, with none in its place, stops profilers."""
    program = f"""
import sys
from random import Random
from boardgames.testing.watch import EndlessCallError, Watch, watched
Watch.patience, Watch.interval = 0.0, 0.2
try:
    with watched():
        {watched}
except EndlessCallError:
    pass
sys.setprofile(lambda *_: None)
Random(1)
sys.setprofile(None)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "interval", 0.001)
    monkeypatch.setattr(sys, "stderr", StringIO())
    run_check("legality", Probe(Sealed(2), 2, 9))
    assert isinstance(sys.stderr, StringIO)
    assert not sys.stderr.getvalue()


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_a_loop_in_another_process_is_told_of_by_that_process() -> None:
    assert fault_of(LoopsInToAct).startswith(
        "in another process, a call of the game has not come back after 1 s of computing:"
    )


class RaisesInApply(Sealed):
    """The card 5 cannot be laid."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        if getattr(action, "card", 0) == 5:
            raise KeyError(action.card)
        return super().apply(state, action, player)


def test_an_exception_in_another_process_is_told_with_its_place() -> None:
    assert fault_of(RaisesInApply).startswith(
        "in another process, the game raised KeyError: 5 in apply (test_watch.py, line "
    )


def fault_of(game: type[Sealed]) -> Any:
    """Return the fault that a process answers with which plays two games."""
    return answered(
        {
            "file": inspect.getsourcefile(game),
            "module": game.__module__,
            "name": game.__qualname__,
            "players": 2,
            "options": {},
            "work": "accounts",
            "arguments": [[0, 1], 200],
        }
    )["fault"]


PROGRAM = """
from boardgames.games.koryo import Koryo
from boardgames.testing import check_game
from boardgames.testing.conformance import run_check
from boardgames.testing.probe import Probe


class Mine(Koryo):
    pass


print("this is printed in every process that imports the file")
"""


@pytest.mark.long
def test_a_program_without_a_main_guard_is_told_to_have_one(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"{PROGRAM}\ncheck_game(Mine(2), games=1, positions=1)\n", encoding="utf-8")
    done = shell.python(file)
    sentence = (
        "determinism: mine.py calls check_game whenever it is imported, and other processes import"
        ' it, too: put the call below `if __name__ == "__main__":`'
    )
    assert sentence in done.stderr
    check = 'run_check("determinism", Probe(Mine(2), 1, 1))'
    file.write_text(f'{PROGRAM}\nif __name__ == "__main__":\n    {check}\n', encoding="utf-8")
    assert shell.python(file).returncode == 0
