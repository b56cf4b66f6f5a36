"""What happens where a library is missing."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path

import pytest

import boardgames
from boardgames import adapters
from boardgames.adapters.extras import library
from tests.adapters.libraries import FOLDER, NEEDED
from tests.conftest import Shell

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
NAMED = re.compile(r"""["'](?:\.|boardgames-engine)\[([\w,-]+)\]""")
"""Extras of this package in quotes, as a shell or pyproject.toml has them."""


def test_every_adapter_is_in_the_list_of_its_package_and_in_the_reference() -> None:
    listed = re.findall(r"^    (\w+) ", str(adapters.__doc__), re.MULTILINE)
    page = (ROOT / "docs" / "reference" / "adapters.md").read_text(encoding="utf-8")
    modules = {path.stem for path in FOLDER.glob("*.py")} - {"__init__", "extras"}
    assert {*listed} == modules
    assert {*re.findall(r"^::: boardgames\.adapters\.(\w+)$", page, re.MULTILINE)} == modules
    assert {need.adapter for need in NEEDED} >= {"gymnasium", "uvicorn"}


def test_extras_have_the_names_by_which_every_pip_finds_them() -> None:
    """With others, pip 23.0 to 23.2 installs nothing but a warning."""
    assert [*EXTRAS] == [re.sub(r"[-_.]+", "-", name).lower() for name in EXTRAS]


def test_every_extra_that_is_named_is_there() -> None:
    texts = [ROOT / "README.md", ROOT / "pyproject.toml"]
    for folder in (Path(boardgames.__file__).parent, ROOT / "docs", ROOT / "examples"):
        texts += [*folder.rglob("*.py"), *folder.rglob("*.md")]
    named: set[str] = set()
    for text in texts:
        for names in NAMED.findall(text.read_text(encoding="utf-8")):
            named |= {*names.split(",")}
    assert {"dev", "docs", "gymnasium", "open-spiel"} <= named
    assert named <= {*EXTRAS}


@pytest.mark.long
@pytest.mark.parametrize(("adapter", "missing", "extra"), NEEDED)
def test_a_missing_library_is_one_line_that_names_the_extra(
    adapter: str, missing: str, extra: str, shell: Shell
) -> None:
    """None in `sys.modules` makes an import fail as if nothing were installed."""
    others = [name for _, name, _ in NEEDED if name != missing]
    program = (
        f"import sys; from unittest.mock import MagicMock\nsys.modules[{missing!r}] = None\n"
        f"for name in {others}: sys.modules[name] = sys.modules[name + '.spaces'] = MagicMock()\n"
        f"try: import boardgames.adapters.{adapter}\nexcept ImportError as error: print(error)"
    )
    done = shell.python("-c", program)
    remedy = f"pip install '.[{extra}]' in a clone of boardgames, or 'boardgames-engine[{extra}]'"
    assert done.stdout == f"{missing} is not installed: {remedy}\n"


def test_the_line_is_the_message_of_an_import_error() -> None:
    with (
        pytest.raises(ImportError, match=r"^nowhere is not installed: pip"),
        library("nowhere", extra="x"),
    ):
        importlib.import_module("nowhere.part")


def test_what_a_library_itself_misses_is_not_hidden() -> None:
    with (
        pytest.raises(ModuleNotFoundError, match="No module named 'no_such_module'"),
        library("numpy", extra="x"),
    ):
        importlib.import_module("no_such_module")


def test_the_encoding_needs_the_standard_library_only(shell: Shell) -> None:
    program = (
        "import sys; before = set(sys.modules); import boardgames.adapters.encoding\n"
        "found = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(found - set(sys.stdlib_module_names)))"
    )
    done = shell.python("-c", program)
    assert done.stdout == "['boardgames']\n"
