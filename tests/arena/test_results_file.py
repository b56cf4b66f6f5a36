"""The results of an arena in a file: kept game by game, and gone on with."""

from __future__ import annotations

import json
import os
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.arena import League, LeagueTable, Plan, Player, iter_arena, run_arena
from boardgames.arena.league_folder import LeagueFolder
from boardgames.arena.results import GameResult
from boardgames.arena.results_file import PlanFile, ResultsFile, plan_of, seed_of
from boardgames.core.files import TAKEN
from boardgames.play.fault import Fault
from tests.testing.small_games import Sealed

if TYPE_CHECKING:
    from collections.abc import Callable

DESCRIPTORS = Path("/proc/self/fd")

PLAN = Plan("koryo", ("random", "random", "random"), games=12, seed=5)
KORYO = boardgames.make("koryo", players=3)


def refusal(path: Path, plan: Plan = PLAN) -> str:
    """Return the message with which the file is refused; it stays as it was."""
    before = {each: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(ConfigurationError) as caught:
        run_arena(plan, resume=path)
    assert {each: each.read_bytes() for each in path.parent.iterdir()} == before
    (line,) = str(caught.value).splitlines()
    prefix = f"cannot resume {str(path)!r}: "
    assert line.startswith(prefix)
    return line.removeprefix(prefix)


@pytest.fixture(scope="module")
def whole() -> Any:  # a Result
    """Return the result of all games."""
    return run_arena(PLAN)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Return the lines of a finished arena."""
    path = tmp_path_factory.mktemp("arena") / "results"
    run_arena(PLAN, resume=path)
    return path.read_bytes().splitlines(keepends=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the name of a results file whose plan is there already."""
    path = tmp_path / "results"
    ResultsFile(path, PLAN, KORYO).close()
    return path


def test_every_game_is_in_the_file_as_soon_as_it_is_known(
    tmp_path: Path, whole: Any
) -> None:  # a Result
    path = tmp_path / "results"
    for result in iter_arena(PLAN, resume=path):
        assert path.read_bytes().count(b"\n") == result.games
    assert result == whole
    assert [json.loads(line)["number"] for line in path.read_bytes().splitlines()] == [*range(12)]


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_wherever_it_was_cut_off_it_goes_on_to_the_same_figures(
    path: Path,
    lines: list[bytes],
    whole: Any,
    jobs: int,  # a Result
) -> None:
    content = b"".join(lines)
    cuts = [
        0,
        1,
        len(lines[0]) - 1,
        len(lines[0]),
        len(lines[0]) + 5,
        len(content) // 2,
        len(content) - 1,
        len(content),
    ]
    for cut in cuts if jobs == 1 else cuts[5:6]:
        path.write_bytes(content[:cut])
        assert run_arena(PLAN, resume=path, jobs=jobs) == whole
        assert len(path.read_bytes().splitlines()) == 12


def test_the_plan_beside_the_results_has_all_that_decides_how_games_go() -> None:
    """Otherwise results of one plan would go on with another."""
    left_out = {field.name for field in fields(Plan)} - {*PlanFile.__annotations__}
    assert left_out == {"games", "records"}


def test_what_is_there_is_not_played_again(path: Path, lines: list[bytes]) -> None:
    path.write_bytes(b"".join(lines))
    assert [result.games for result in iter_arena(replace(PLAN, bots=PLAN.bots), resume=path)] == [
        12
    ]


@pytest.mark.parametrize("games", [9, 15])
def test_a_plan_of_more_games_or_fewer_goes_on_with_the_same_file(
    path: Path, lines: list[bytes], games: int
) -> None:
    path.write_bytes(b"".join(lines))
    plan = replace(PLAN, games=games)
    assert run_arena(plan, resume=path) == run_arena(plan)
    assert path.read_bytes().startswith(b"".join(lines))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seed": 6}, "another plan: seed is 5, not 6"),
        ({"bots": ("random", "random", "greedy")}, "another plan: bots is ['random', "),
        ({"bots": ("random", "random")}, "another plan: bots is ['random', "),
        ({"game": "for_the_king"}, "another plan: game is 'koryo', not 'for_the_king'"),
        ({"seconds": 2.0}, "another plan: seconds is None, not 2.0"),
        ({"on_fault": "random"}, "another plan: on_fault is 'forfeit', not 'random'"),
    ],
)
def test_another_plan_is_refused(
    path: Path, lines: list[bytes], change: dict[str, Any], fault: str
) -> None:
    path.write_bytes(b"".join(lines))
    assert refusal(path, replace(PLAN, **change)).startswith(fault)


def test_a_seed_of_true_is_not_1(path: Path, lines: list[bytes]) -> None:
    path.write_bytes(b"".join(lines))
    header = plan_of(path).read_bytes()
    plan_of(path).write_bytes(spoilt(header, seed=True))
    assert refusal(path, replace(PLAN, seed=1)) == "another plan: seed is True, not 1"
    plan = json.loads(header)
    del plan["seconds"]
    plan_of(path).write_text(json.dumps(plan))
    assert run_arena(PLAN, resume=path).games == 12, "what is missing is as usual"


@pytest.mark.parametrize(
    "content", [b"precious", b"precious\n", b"{}\n", b"[]\n", b"\xff\n", b"[" * 10**5 + b"\n"]
)
def test_a_file_of_anything_else_is_left_alone(tmp_path: Path, path: Path, content: bytes) -> None:
    plan_of(path).write_bytes(content)
    assert refusal(path) == "'results.plan.json' is not the plan of an arena"
    other = tmp_path / "other"
    other.write_bytes(content)
    assert refusal(other) == "not the results of an arena: there is no 'other.plan.json'"


def spoilt(line: bytes, **changes: Any) -> bytes:  # JSON
    return json.dumps({**json.loads(line), **changes}).encode() + b"\n"


def test_a_malformed_line_is_refused_with_its_number(path: Path, lines: list[bytes]) -> None:
    for wrong, fault in (
        (b"\n", "line 3: not JSON"),
        (b"{}\n", "line 3: top level: "),
        (b"9" * 5000 + b"\n", "line 3: not JSON"),
        (lines[1], "line 3: game 2 appears twice"),
        (spoilt(lines[2], number=-1), "line 3: number: expected 0 or more"),
        (spoilt(lines[2], choices=[1]), "line 3: not a game of this plan"),
        (spoilt(lines[2], scores=[1, 2]), "line 3: not a game of this plan"),
    ):
        path.write_bytes(b"".join([*lines[:2], wrong, *lines[3:]]))
        assert refusal(path).startswith(fault)


def test_a_second_process_on_the_file_is_noticed(path: Path, lines: list[bytes]) -> None:
    path.write_bytes(b"".join(lines))
    with closing(ResultsFile(path, PLAN, KORYO)):
        assert refusal(path) == TAKEN
    assert run_arena(PLAN, resume=path).games == 12


def results_in(folder: Path) -> ResultsFile:
    """Return the results in this folder."""
    return ResultsFile(folder / "results", PLAN, KORYO)


def league_in(folder: Path) -> LeagueFolder:
    """Return the league in this folder."""
    players = (Player("one", "random"), Player("two", "random"))
    league = League(1, 1, players, (LeagueTable("koryo", 2),))
    return LeagueFolder(folder / "league", league, league.plans(), resume=True)


@pytest.mark.skipif(not DESCRIPTORS.exists(), reason="the system does not list open files")
@pytest.mark.parametrize("opened", [results_in, league_in])
def test_closed_files_are_free_although_a_process_being_started_has_them_open(
    tmp_path: Path, opened: Callable[[Path], ResultsFile | LeagueFolder]
) -> None:
    first = opened(tmp_path)
    own = [each for each in DESCRIPTORS.iterdir() if tmp_path in each.resolve().parents]
    inherited = [os.dup(int(each.name)) for each in own]
    first.close()
    assert inherited
    opened(tmp_path).close()
    for each in inherited:
        os.close(each)


def test_what_cannot_be_written_is_refused(tmp_path: Path, path: Path, lines: list[bytes]) -> None:
    path.write_bytes(b"".join(lines))
    path.chmod(0o444)
    assert refusal(path) in ("it is read-only", "Permission denied")
    for wrong, fault in (
        (tmp_path, "not a regular file"),
        ("/dev/null", "'/dev/null'"),
        ("a\0b", "embedded null"),
    ):
        with pytest.raises(ConfigurationError, match=fault):
            run_arena(PLAN, resume=wrong)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigurationError, match="pipe"):
        run_arena(PLAN, resume=tmp_path / "pipe")


def test_its_plan_tells_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "results"
    assert seed_of(path) is None
    os.mkfifo(tmp_path / "pipe")
    assert seed_of(tmp_path / "pipe") is None
    for content, seed in (
        (b'{"seed": 5}', 5),
        (b"x", None),
        (b"[]", None),
        (b'{"seed": "x"}', None),
    ):
        plan_of(path).write_bytes(content)
        assert seed_of(path) == seed


class Alone(Sealed):
    """A game for one."""

    player_counts = range(1, 2)


def test_a_game_for_one_that_was_forfeited_is_read_again(tmp_path: Path) -> None:
    plan, path = Plan("alone", ("random",), games=2, seed=5), tmp_path / "results"
    lost = GameResult(0, 3, (), None, 0, (2,), (50,), (1,), (Fault(4, 0, "no idea"),))
    with closing(ResultsFile(path, plan, Alone(1))) as file:
        file.add(lost)
    with closing(ResultsFile(path, plan, Alone(1))) as file:
        assert file.games == (lost,)


def test_a_full_disk_is_one_line(path: Path) -> None:
    game = GameResult(0, 3, (), None, 0, (2,), (50,), (1,), ())
    with (
        closing(ResultsFile(path, PLAN, KORYO)) as file,
        Path("/dev/full").open("wb", buffering=0) as full,
    ):
        for number in Path("/proc/self/fd").iterdir():
            if number.exists() and number.samefile(path):
                os.dup2(full.fileno(), int(number.name))
        with pytest.raises(
            ConfigurationError, match="cannot keep the results: No space left on device"
        ):
            file.add(game)
