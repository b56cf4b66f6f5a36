"""The schemas that are kept in docs/schema."""

from __future__ import annotations

import json
from pathlib import Path

from boardgames.games.catalogue import game_class
from boardgames.schema import FIXED, names, schema

FOLDER = Path(__file__).parents[2] / "docs" / "schema"


def kept() -> list[str]:
    """Return the names of the schemas that are kept: those of our games, without the messages,
    which differ in little.
    """
    found = [*FIXED]
    for name in names():
        game, _, form = name.partition(".")
        if name not in FIXED and form and game_class(game).__module__.startswith("boardgames."):
            found.append(name)
    return found


def files() -> dict[Path, str]:
    """Return the content of every file of a schema."""
    return {
        FOLDER / f"{name}.json": json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"
        for name in kept()
    }
