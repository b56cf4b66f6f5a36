from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import boardgames
from tests.adapters.libraries import NEEDED
from tests.conftest import Shell

ROOT = Path(boardgames.__file__).parent
MODULES = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.py"))
GAMES = sorted(path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists())

LIGHT = {"core", "contract"}
"""The rooms of which the names of `boardgames` may load any module."""
LOADED = {
    "boardgames",
    "boardgames.games",
    "boardgames.games.catalogue",
    "boardgames.games.published",
    "boardgames.scene",
    "boardgames.scene.events",
}
"""All of ours that the names of `boardgames` for authors of games may load besides."""
FOR_PLAYING = {"Bot", "Match", "Record", "Table", "bot_names", "check_game", "make_bot"}
"""The names of `boardgames` that whoever writes a game does not need."""
AT_ONCE = {"boardgames", "boardgames.core", "boardgames.core.lazy"}
"""All of ours that `import boardgames` may load before a name is used."""
NOT_TO_READ_RULES = {"adapters", "arena", "remote", "table", "testing", "web"}
"""Rooms that reading the rules does not need."""
HEAVY = {
    "argparse",
    "asyncio",
    "concurrent",
    "decimal",
    "email",
    "fractions",
    "http",
    "json",
    "logging",
    "multiprocessing",
    "pathlib",
    "pickle",
    "pydoc",
    "shutil",
    "signal",
    "socket",
    "ssl",
    "subprocess",
    "tempfile",
    "threading",
    "tomllib",
    "unittest",
    "urllib",
}
"""What of the standard library takes long to load, and is not needed to list games or to
write one.
"""

DOORS = (
    "boardgames",
    "boardgames.play.bots",
    *(f"boardgames.{room}" for room in ("kit", "scene", "play", "table", "remote", "web")),
)
"""The packages from which users import, each name when it is first used."""
FLOOR = {"core", "scene", "contract"}
LAYERS: dict[str, set[str]] = {
    "__pyinstaller": set(),
    "core": set(),
    "scene": {"core"},
    "contract": {"core", "scene"},
    "kit": FLOOR,
    "games": {*FLOOR, "kit"},
    "play": {*FLOOR, "games", "jsonrpc"},
    "table": {*FLOOR, "games", "play"},
    "arena": {*FLOOR, "games", "play"},
    "remote": {*FLOOR, "games", "play", "table", "jsonrpc"},
    "testing": {*FLOOR, "kit", "games", "play", "table", "jsonrpc"},
    "web": {*FLOOR, "games", "play", "table", "remote", "jsonrpc"},
    "adapters": {*FLOOR, "games", "play", "table", "remote", "jsonrpc"},
    "cli": {
        *FLOOR,
        *("games", "play", "table", "arena", "remote", "web", "adapters", "jsonrpc", "schema"),
    },
}
"""By layer: those it may import from, besides itself."""
WITHOUT_INTERFACES = {*FLOOR, "kit", "games", "play", "table", "arena"}
FOREIGN = {
    "arrays.py": {"numpy"},
    "hook-boardgames.py": {"PyInstaller"},
    "uvicorn.py": {"h11"},  # with which uvicorn comes
}
for _need in NEEDED:
    FOREIGN.setdefault(f"{_need.adapter}.py", set()).add(_need.library)
"""By adapter or hook: the libraries it is for; they are imported with it and nowhere else."""
GROUND = {
    "": {"core", "contract", "games", "play", "table", "testing"},
    "__main__": {"cli"},
    "jsonrpc": {"core"},
    "schema": {*FLOOR, "games", "play", "arena", "remote", "adapters", "jsonrpc"},
}
"""What the modules of the package itself import."""


def loaded_by(statement: str, shell: Shell) -> set[str]:
    """Return the modules that a statement loads in a fresh interpreter, besides those which are
    there anyway.
    """
    program = (
        f"import sys; before = set(sys.modules)\n{statement}\n"
        "after = set(sys.modules) - before\nimport json; print(json.dumps(sorted(after)))"
    )
    done = shell.python("-c", program)
    return set(json.loads(done.stdout.splitlines()[-1]))  # after the output of the statement


def test_importing_the_package_loads_little_and_nothing_foreign(shell: Shell) -> None:
    at_once = loaded_by("import boardgames", shell)
    assert {name for name in at_once if name.partition(".")[0] == "boardgames"} == AT_ONCE
    names = ", ".join(sorted({*boardgames.__all__} - FOR_PLAYING))
    found = loaded_by(f"from boardgames import {names}", shell)
    ours = {name for name in found if name.partition(".")[0] == "boardgames"}
    assert {name for name in ours if (*name.split("."), "")[1] not in LIGHT} == LOADED
    assert "importlib.metadata" not in found, "it is slow, and needed for other packages only"
    others = {name.partition(".")[0] for name in found - ours}
    assert others <= set(sys.stdlib_module_names)
    assert not others & HEAVY


def loaded_by_program(shell: Shell, *arguments: str) -> set[str]:
    """Return the modules that the command line loads."""
    return loaded_by(f"from boardgames.cli import main; main({[*arguments]})", shell)


def test_the_version_is_told_before_anything_else_is_loaded(shell: Shell) -> None:
    found = loaded_by_program(shell, "--version")
    ours = {name for name in found if name.partition(".")[0] == "boardgames"}
    assert ours == {*AT_ONCE, "boardgames.cli", "boardgames.cli.program"}
    assert not found & {*HEAVY, "dataclasses", "inspect", "random", "typing"}


def test_the_games_of_this_library_are_listed_before_any_is_loaded(shell: Shell) -> None:
    found = loaded_by_program(shell, "list")
    ours = {name for name in found if name.partition(".")[0] == "boardgames"}
    assert ours == {
        *AT_ONCE,
        "boardgames.cli",
        "boardgames.cli.games_list",
        "boardgames.cli.program",
        "boardgames.cli.spelling",
        "boardgames.core.entry_points",
        "boardgames.games",
        "boardgames.games.published",
    }
    assert not found & {*HEAVY, "dataclasses", "importlib.metadata", "inspect", "random", "typing"}


@pytest.mark.parametrize("argument", ["--help", "lern"])
def test_the_help_and_a_mistyped_command_load_no_command(argument: str, shell: Shell) -> None:
    found = loaded_by(
        f"from boardgames.cli import main\ntry: main([{argument!r}])\nexcept SystemExit: pass",
        shell,
    )
    ours = {name for name in found if name.partition(".")[0] == "boardgames"}
    assert ours == {
        *AT_ONCE,
        "boardgames.cli",
        "boardgames.cli.commands",
        "boardgames.cli.parser",
        "boardgames.cli.program",
        "boardgames.cli.running",
        "boardgames.core.errors",
        "boardgames.core.text",
        "boardgames.play",
        "boardgames.play.signals",
    }
    assert not found & HEAVY - {"argparse", "shutil", "signal", "threading"}


def test_a_command_loads_no_interface_that_it_does_not_need(shell: Shell) -> None:
    found = loaded_by_program(shell, "rules", "koryo")
    ours = {name for name in found if name.partition(".")[0] == "boardgames"}
    rooms = {name.split(".")[1] for name in ours if "." in name}
    assert not rooms & NOT_TO_READ_RULES
    assert {name for name in ours if name.startswith("boardgames.cli.commands.")} == {
        "boardgames.cli.commands.rules"
    }


def test_a_game_of_simple_bots_loads_no_search_no_names_and_no_rules(shell: Shell) -> None:
    seats = ("--seats", "greedy,random", "--seed", "1", "--quiet")
    found = loaded_by_program(shell, "play", "koryo", *seats)
    assert "boardgames.play.bots.greedy" in found
    assert not {*found} & {
        "boardgames.cli.rules_page",
        "boardgames.play.analysis",
        "boardgames.play.bots.mcts",
        "boardgames.play.bots.program",
        "boardgames.table.names",
        "pathlib",
    }


@pytest.mark.parametrize("name", DOORS)
def test_what_is_imported_when_first_used_is_all_that_is_exported(name: str) -> None:
    package = importlib.import_module(name)
    assert {*package.__all__} <= {*dir(package)}
    for each in package.__all__:
        assert getattr(package, each) is not None
    with pytest.raises(AttributeError, match=f"^module '{name}' has no attribute 'nothing'$"):
        _ = package.nothing


def test_matches_and_arenas_load_no_processes(shell: Shell) -> None:
    """A browser has none."""
    assert "multiprocessing" not in loaded_by("from boardgames.play import *", shell)


@pytest.mark.parametrize("name", boardgames.game_names())
def test_playing_a_game_loads_no_other_one_and_nothing_foreign(name: str, shell: Shell) -> None:
    players = boardgames.game_class(name).player_counts[0]
    found = loaded_by(
        f"import boardgames; boardgames.make({name!r}, players={players}).new_game(7)", shell
    )
    packages = {
        parts[2]
        for parts in (each.split(".") for each in found)
        if parts[:2] == ["boardgames", "games"] and parts[2:]
    }
    assert packages == {name, "catalogue", "published"}
    assert {each.partition(".")[0] for each in found} <= set(sys.stdlib_module_names) | {
        "boardgames"
    }
    assert not any(
        each.startswith(("boardgames.play", "boardgames.cli", "boardgames.testing"))
        for each in found
    )


@pytest.mark.long
def test_nothing_foreign_is_imported_anywhere() -> None:
    for module in MODULES:
        may_be = module.parts[0] in {"adapters", "__pyinstaller"}
        foreign = FOREIGN.get(module.name, set()) if may_be else set()
        loaded = {name.partition(".")[0] for name in imported(module)}
        assert loaded <= {*sys.stdlib_module_names, "boardgames", *foreign}, module


def test_imports_go_down_the_layers_only() -> None:
    for module in MODULES:
        layer = module.parts[0] if len(module.parts) > 1 else ""
        allowed = (
            GROUND["" if module.stem == "__init__" else module.stem]
            if not layer
            else LAYERS[layer] | {layer}
        )
        for name in imported(module):
            package, _, rest = name.partition(".")
            if package == "boardgames" and rest:
                assert rest.partition(".")[0] in allowed | {"__version__"}, (str(module), name)


def test_nothing_imports_in_a_circle() -> None:
    """Neither for type checkers nor in a function."""
    names = {dotted(module): module for module in MODULES}
    circle = {
        name: {each if each in names else each.rpartition(".")[0] for each in imported(module)}
        for name, module in names.items()
    }
    while apart := {name for name, wanted in circle.items() if not wanted & {*circle}} or (
        {*circle} - {each for wanted in circle.values() for each in wanted}
    ):
        for name in apart:
            del circle[name]
    assert not circle, sorted(circle)


def test_a_game_imports_no_other_game() -> None:
    own = [each for each in MODULES if each.parts[0] == "games" and each.parts[1] in GAMES]
    assert {each.parts[1] for each in own} == {*GAMES}
    for module in own:
        for name in imported(module):
            parts = name.split(".")
            is_other = parts[:2] == ["boardgames", "games"] and parts[2] != module.parts[1]
            assert not is_other, (str(module), name)


def test_only_the_ways_in_write_or_read_the_terminal() -> None:
    programs: dict[tuple[str, ...], set[str]] = {
        ("testing", "__main__.py"): {"stdout", "stderr"},
        ("testing", "process.py"): {"stdout", "stdin"},
        ("testing", "watch.py"): {"stderr"},
    }
    for module in MODULES:
        if module.parts[0] in {"cli", "adapters", "__main__.py"}:
            continue
        allowed = programs.get(module.parts, set())
        for node in tree(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                is_own = node.func.id not in {"print", "input"}
                assert is_own, f"{module}, line {node.lineno}"
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "sys"
            ):
                is_other = node.attr not in {"stdout", "stderr", "stdin"} - allowed
                assert is_other, f"{module}, line {node.lineno}"


def test_nobody_uses_the_global_generator() -> None:
    for module in MODULES:
        if module.parts[0] not in WITHOUT_INTERFACES:
            continue
        for node in tree(module):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {alias.name for alias in node.names} <= {"Random", "SystemRandom"}, module
            if isinstance(node, ast.Import):
                assert "random" not in {alias.name for alias in node.names}, module


@cache
def tree(module: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, the module first."""
    return (*ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))),)


def dotted(module: Path) -> str:
    """Return the name under which a module is imported."""
    parts = [part for part in module.with_suffix("").parts if part != "__init__"]
    return ".".join(["boardgames", *parts])


def imported(module: Path) -> Iterator[str]:
    """Yield the full names of what a module imports, for type checkers too."""
    for node in tree(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            base = node.module or ""
            yield from (f"{base}.{alias.name}" for alias in node.names)


PACKAGES = [
    "boardgames",
    *(
        each.name
        for each in pkgutil.walk_packages(boardgames.__path__, "boardgames.")
        if each.ispkg
    ),
]


@pytest.mark.parametrize("name", PACKAGES)
def test_what_is_exported_is_exactly_what_is_listed(name: str) -> None:
    package = importlib.import_module(name)
    for each in getattr(package, "__all__", []):
        assert hasattr(package, each)  # it may be imported only now
    public = {
        each
        for each, value in vars(package).items()
        if not each.startswith("_") and not isinstance(value, ModuleType) and each != "annotations"
    }
    listed = getattr(package, "__all__", [])
    assert set(listed) == public
    assert len(listed) == len(set(listed))


def test_every_module_and_package_says_what_it_is() -> None:
    for module in MODULES:
        whole = tree(module)[0]
        assert isinstance(whole, ast.Module)
        assert ast.get_docstring(whole), module


STUBS = Path(__file__).parent.parent / "typings"
SHIP_TYPES = ("gymnasium", "mcp", "numpy", "selenium")
"""Libraries that ship their types, and that need not be installed."""


def test_no_stub_hides_the_types_that_a_library_ships() -> None:
    stubs = {path.stem for path in STUBS.iterdir()}
    assert stubs, "they are beside the package"
    assert stubs.isdisjoint(SHIP_TYPES)
