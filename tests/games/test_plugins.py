"""Games of other packages: of made-up ones for what can be wrong, and of a real one, built and
installed.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.cli import main
from boardgames.games import catalogue
from boardgames.remote import Tables
from boardgames.testing import check_game
from tests import packages
from tests.conftest import Shell

NIM = Path(__file__).parent / "nim_package"
OURS = boardgames.game_names()


@pytest.fixture
def add(site: Path) -> Iterator[Callable[..., None]]:
    """Return what installs a package: its name, its entry point, its module."""
    catalogue.look_again()
    yield partial(packages.add, site, "games")
    catalogue.look_again()


NIM_SOURCE = (NIM / "nim_game" / "__init__.py").read_text(encoding="utf-8")


@pytest.mark.long
def test_a_game_of_another_package_is_one_like_ours(add: Callable[..., None]) -> None:
    add("nim_game", "nim = nim_game:Nim", NIM_SOURCE)
    assert boardgames.game_names() == tuple(sorted((*OURS, "nim")))
    assert boardgames.game_class("nim").title == "Nim"
    assert boardgames.game_class("nim") is boardgames.game_class("nim")
    game = boardgames.make("nim", players=2, stones=5)
    assert game.options() == {"stones": 5}
    assert game.words.rules() == "Take stones; the last one wins."
    check_game(boardgames.make("nim", players=2))
    with pytest.raises(
        ConfigurationError,
        match=r"^nim does not take these options: 'colour': it raised TypeError: ",
    ):
        boardgames.make("nim", players=2, colour="red")


def test_an_option_that_a_game_cannot_use_is_refused_with_the_reason(
    add: Callable[..., None],
) -> None:
    add("nim_game", "nim = nim_game:Nim", NIM_SOURCE)
    with pytest.raises(
        ConfigurationError, match=r"^nim does not take these options: 'stones': .*TypeError: "
    ):
        boardgames.make("nim", players=2, stones=[])


def test_names_are_listed_without_loading_what_they_name(add: Callable[..., None]) -> None:
    add("nim_game", "nim = nim_game:Nim", NIM_SOURCE)
    assert "nim" in boardgames.game_names()
    assert "nim_game" not in sys.modules


FAULTS = {
    "raise RuntimeError('two\\nlines')": "RuntimeError: two lines",
    "import no_such_module": "ModuleNotFoundError: No module named 'no_such_module'",
    "raise SystemExit(3)": "SystemExit: 3",
    "Other = 1": "AttributeError: module 'faulty' has no attribute 'Nim'",
    "Nim = 7": "it is not a subclass of Game",
    "class Nim: ...": "it is not a subclass of Game",
    NIM_SOURCE.replace('"nim", "Nim"', '"mim", "Nim"'): "it calls itself 'mim'",
    NIM_SOURCE.replace("range(2, 3)", "(2,)"): "player_counts should be a range, not (2,)",
    NIM_SOURCE.replace(
        "range(2, 3)", "range(0)"
    ): "player_counts should be a range, not range(0, 0)",
    NIM_SOURCE.replace("def view(", "def look(").replace(
        "def parse(", "def read("
    ): "it has no parse, view",
    NIM_SOURCE.replace(
        'title, player_counts = "nim", "Nim",', 'player_counts = "nim",'
    ): "it has no title",
}


@pytest.mark.parametrize("source", FAULTS, ids=FAULTS.values())
def test_a_package_at_fault_is_named_when_asked_for_and_harms_no_other(
    add: Callable[..., None], source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    add("faulty", "nim = faulty:Nim", source)
    add("nim_game", "whole = nim_game:Nim", NIM_SOURCE.replace('"nim", "Nim"', '"whole", "Whole"'))
    assert {"nim", "whole"} < set(boardgames.game_names())
    with pytest.raises(ConfigurationError) as caught:
        boardgames.make("nim", players=2)
    fault = str(caught.value)
    assert fault.startswith("game 'nim' of faulty:Nim ")
    assert fault.endswith(f": {FAULTS[source]}")

    assert main(["list"]) == 0
    out, err = capsys.readouterr()
    assert err == f"boardgames: {fault}\n"
    assert [line.split()[0] for line in out.splitlines()] == sorted((*OURS, "whole"))
    assert main(["rules", "nim"]) == 2
    assert capsys.readouterr() == ("", f"boardgames: {fault}\n")

    told = Tables().call("games", {})
    assert isinstance(told, dict)
    assert isinstance(told["games"], list)
    assert [each["game"] for each in told["games"] if isinstance(each, dict)] == sorted(
        (*OURS, "whole")
    )


def test_what_was_at_fault_is_found_once_it_is_mended(add: Callable[..., None], site: Path) -> None:
    add("faulty", "nim = faulty:Nim", "import no_such_module")
    with pytest.raises(ConfigurationError, match="cannot be loaded"):
        boardgames.game_class("nim")
    (site / "faulty.py").write_text(f"# Mended.\n{NIM_SOURCE}", encoding="utf-8")
    assert boardgames.game_class("nim").name == "nim"


@pytest.mark.parametrize("name", ["Nim", "nim-game", "n im", "../nim", "n\u00edm", "1nim"])
def test_a_name_must_fit_the_command_line_and_files(add: Callable[..., None], name: str) -> None:
    add("faulty", f"{name} = faulty:Nim", NIM_SOURCE.replace('"nim", "Nim"', f'"{name}", "Nim"'))
    with pytest.raises(ConfigurationError) as caught:
        boardgames.game_class(name)
    assert str(caught.value).endswith("a name has lower case letters, digits and underscores only")


def test_two_packages_with_one_name_are_not_chosen_between(add: Callable[..., None]) -> None:
    add("nim_game", "nim = nim_game:Nim", NIM_SOURCE)
    add("another", "nim = another:Nim", NIM_SOURCE)
    with pytest.raises(ConfigurationError) as caught:
        boardgames.game_class("nim")
    assert (
        str(caught.value) == "game 'nim' is provided by several packages: another:Nim, nim_game:Nim"
    )


def test_our_own_names_stay_ours(
    add: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    add("nim_game", "koryo = nim_game:Nim", NIM_SOURCE)
    assert boardgames.game_class("koryo").__module__.startswith("boardgames.games.koryo")
    assert caplog.messages == []
    for _ in range(3):
        assert boardgames.game_names() == OURS
    assert caplog.messages == [
        "game 'koryo' of nim_game:Nim is left out: the name is taken by a game of this library",
    ]


@pytest.fixture(scope="module")
def nim_shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Return a shell where the package of Nim is installed, really, with its wheel built from its
    source.
    """
    folder = tmp_path_factory.mktemp("nim")
    shutil.copytree(NIM, folder / "source")
    packages.install(folder / "source", folder / "site")
    (folder / "table").mkdir()
    return Shell(folder / "table", folder / "site")


@pytest.mark.long
def test_an_installed_game_is_played_recorded_and_replayed(nim_shell: Shell) -> None:
    assert "nim            Nim, 2 players\n" in nim_shell.output("list")
    assert nim_shell.output("rules", "nim").startswith("# Nim\n\nIn turn, take one")
    assert "\n## Rulings\n\n- The number of stones" in nim_shell.output("rules", "nim")
    out = nim_shell.output(
        "play", "nim", "--seats", "greedy,random", "--seed", "1", "--record", "nim.json"
    )
    assert "Player 1: take 1\n" in out
    assert "the last stone is taken.\nPlayer 1 wins.\n  1. Player 1 (greedy): 1 point\n" in out
    assert nim_shell.output("replay", "nim.json", "--check").endswith("finished: replays\n")
    assert "Player 1: take 1\n" in nim_shell.output("replay", "nim.json")


@pytest.mark.long
def test_workers_of_the_arena_find_an_installed_game(nim_shell: Shell) -> None:
    arena = ("arena", "nim", "--seats", "greedy,random", "--games", "20", "--seed", "1", "--json")
    alone, spread = (json.loads(nim_shell.output(*arena, "--jobs", jobs)) for jobs in ("1", "2"))
    assert alone["bots"][0]["share"] == spread["bots"][0]["share"] > 0.8


@pytest.mark.long
def test_other_packages_are_looked_for_only_where_that_is_needed(shell: Shell) -> None:
    """It takes as long as all else that starting does."""
    for arguments in (
        ["rules", "koryo"],
        ["play", "koryo", "--seats", "random,random", "--seed", "1"],
        ["--help"],
    ):
        program = (
            f"import sys\nfrom boardgames.cli import main\ntry:\n    main({arguments})\nexcept"
            " SystemExit:\n    pass\nsys.exit('importlib.metadata' in sys.modules)"
        )
        command = [sys.executable, "-c", program]
        ran = shell.do(command)
        assert (ran.returncode, ran.stderr) == (0, ""), arguments
