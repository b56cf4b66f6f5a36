"""The reference shows all that a program can import."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest

import boardgames
from tests.docs.page import CHECKOUT

REFERENCE = CHECKOUT / "docs" / "reference"
SHOWN = {
    path.stem: re.findall(r"^::: ([\w.]+)|^ +- (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    for path in REFERENCE.glob("*.md")
}
"""By page: the modules and objects that are shown, and those of their members that are chosen."""


def modules_of(package: str) -> set[str]:
    """Return the modules in which the names that a package exports are defined."""
    exported: Any = importlib.import_module(package)
    things = [getattr(exported, name) for name in exported.__all__]
    return {thing.__module__ for thing in things if hasattr(thing, "__module__")}


@pytest.mark.parametrize("game", boardgames.game_names())
def test_the_page_of_a_game_shows_all_that_its_package_exports(game: str) -> None:
    package = importlib.import_module(f"boardgames.games.{game}")
    shown = {name for place, member in SHOWN[game] for name in (place.rpartition(".")[2], member)}
    assert set(package.__all__) <= shown


@pytest.mark.parametrize("package", ["boardgames", "boardgames.play", "boardgames.play.bots", "boardgames.testing"])
def test_every_module_with_exported_names_has_a_page(package: str) -> None:
    places = {place for entries in SHOWN.values() for place, _ in entries}
    missing = [
        module
        for module in modules_of(package)
        if module.startswith("boardgames") and not any(place.startswith(module) for place in places)
    ]
    assert missing == []
