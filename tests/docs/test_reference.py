"""The reference shows all that a program can import."""

from __future__ import annotations

import importlib
import re
from dataclasses import fields
from typing import Any

import pytest

import boardgames
from boardgames.arena.league import Budget, LeagueFile, LeagueTable, PlayerEntry
from boardgames.games.catalogue import game_class
from tests.docs import bots_pages, environment_names, public_names
from tests.docs.blocks import CHECKOUT

REFERENCE = CHECKOUT / "docs" / "reference"
SECTIONS = ("players", "tables", "budget")
"""Of the file of a league, which have keys of their own."""


def chosen_members(place: str, options: str) -> list[str]:
    """Return the members of a module or object that its block chooses by name, or by `__all__`."""
    if "filters: public" in options:
        return [*importlib.import_module(place).__all__]
    return re.findall(r"^ +- (\w+)$", options, re.MULTILINE)


BLOCKS = {
    path.stem: [
        (place, chosen_members(place, options))
        for place, options in re.findall(
            r"^::: ([\w.]+)\n((?: .*\n)*)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    for path in REFERENCE.glob("*.md")
}
"""By page: the modules and objects that are shown, and those of their members that are chosen
(none: all).
"""


def is_shown(place: str, name: str) -> bool:
    """Tell whether a page shows this name of this module."""
    blocks = [block for page in BLOCKS.values() for block in page]
    return any(
        shown == f"{place}.{name}" or (shown == place and name in (members or [name]))
        for shown, members in blocks
    )


@pytest.mark.parametrize("game", boardgames.game_names())
def test_the_page_of_a_game_shows_all_that_its_package_exports(game: str) -> None:
    package = importlib.import_module(f"boardgames.games.{game}")
    shown = {
        name for place, members in BLOCKS[game] for name in (place.rpartition(".")[2], *members)
    }
    assert set(package.__all__) <= shown


@pytest.mark.parametrize(
    "package",
    [name for name in public_names.PACKAGES if not name.startswith("boardgames.games.")],
)
def test_every_exported_name_is_on_a_page(package: str) -> None:
    exported: Any = importlib.import_module(package)
    chosen = {name for page in BLOCKS.values() for _, members in page for name in members}
    homes = getattr(exported, "_HOMES", {})  # an alias of a type does not know its module
    missing = []
    for name in exported.__all__:
        own = getattr(getattr(exported, name), "__module__", package)
        places = {homes.get(name, package), own}
        if name not in chosen and not any(is_shown(place, name) for place in places):
            missing.append(name)
    assert missing == []


def test_the_bots_are_described_as_their_classes_say() -> None:
    """Every bot with its options, in the guide and in the reference."""
    written = {path: path.read_text(encoding="utf-8") for path in bots_pages.PARTS}
    assert bots_pages.files() == written, "run python -m tests.renew"


def test_no_module_or_class_is_on_two_pages() -> None:
    """The site refuses two addresses for one name."""
    blocks = [block for page in BLOCKS.values() for block in page]
    for place, members in blocks:
        name = place.rpartition(".")[2]
        others = [each for each in blocks if each != (place, members)]
        assert place not in {other for other, _ in others}
        assert not any(
            place == f"{other}.{name}" and name in (chosen or [name]) for other, chosen in others
        )


def test_environments_have_the_version_of_the_rules_in_their_names() -> None:
    written = {path: path.read_text(encoding="utf-8") for path in environment_names.FILES}
    assert environment_names.files() == written, "run python -m tests.renew"
    assert {path.name for path in written} >= {"environments.md", "gymnasium.py", "pettingzoo.py"}
    text = "make('boardgames/koryo-v0') or boardgames/for_the_king-v999"
    koryo, king = [game_class(name).rules_version for name in ("koryo", "for_the_king")]
    shown = f"make('boardgames/koryo-v{koryo}') or boardgames/for_the_king-v{king}"
    assert environment_names.named(text) == shown


def test_every_key_of_the_file_of_a_league_is_explained() -> None:
    text = (REFERENCE / "play.md").read_text(encoding="utf-8")
    told = [
        (key, where)
        for keys, where in re.findall(r"^\| (`.+?`) \| (.+?) \|", text, re.MULTILINE)
        for key in re.findall(r"`(\w+)`", keys)
    ]
    parts = {"`[budget]`": Budget, "`[[tables]]`": LeagueTable, "`[[players]]`": PlayerEntry}
    read = [(each.name, where) for where, part in parts.items() for each in fields(part)]
    read += [(each.name, "the league") for each in fields(LeagueFile) if each.name not in SECTIONS]
    assert sorted(told) == sorted(read)


def test_the_list_of_public_names_is_up_to_date() -> None:
    """A change of a name or a signature is a change of this list, to be seen in review."""
    (content,) = public_names.files().values()
    assert public_names.LIST.read_text(encoding="utf-8") == content, "run python -m tests.renew"
