"""`boardgames schema`: the schemas of all JSON, from an installed package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardgames
from boardgames.cli import main
from boardgames.schema import names
from tests import packages
from tests.cli.conftest import Cli
from tests.conftest import PACKAGE

FOLDER = PACKAGE.parent / "docs" / "schema"


def printed(capture: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what is printed, in lines of any width."""
    assert main(["schema", *arguments]) == 0
    return capture.readouterr().out


def test_every_schema_is_listed_with_what_it_describes(cli: Cli) -> None:
    lines = cli.output("schema").splitlines()
    assert [line.split(maxsplit=1)[0] for line in lines] == [*names()]
    assert all(len(line.split(maxsplit=1)) == 2 for line in lines)
    assert {*boardgames.game_names()} <= {*names()}
    assert {path.name.removesuffix(".json") for path in FOLDER.iterdir()} <= {*names()}


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_a_schema_is_printed_as_it_is_kept(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    found = json.loads(printed(capsys, path.name.removesuffix(".json")))
    assert found == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["koryo", "server"])
def test_a_schema_is_printed_as_typescript(capsys: pytest.CaptureFixture[str], name: str) -> None:
    lines = printed(capsys, name, "--typescript").splitlines()
    assert "export interface Methods {" in lines
    assert ("export interface TokenStolen {" in lines) == (name == "koryo")


@pytest.mark.parametrize("name", ["chess", "koryo.state", "koryo.", ".view", "Server", ""])
def test_an_unknown_name_is_one_line(cli: Cli, name: str) -> None:
    assert f"no schema {name!r}" in cli.refused("schema", name)


def test_types_are_those_of_one_schema(cli: Cli) -> None:
    assert "--typescript" in cli.refused("schema", "--typescript")


def test_a_game_of_another_package_has_schemas(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packages.add(site, "games", "examples_of_tests", "briscola = examples.briscola:Briscola")
    assert json.loads(printed(capsys, "briscola.action"))["$defs"]
    assert "briscola.view" in printed(capsys)
