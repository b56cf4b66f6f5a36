"""The schemas that are kept in docs/schema, and the types of what the page is sent."""

from __future__ import annotations

import json
from pathlib import Path

from boardgames.core.typescript import typescript
from boardgames.games.catalogue import game_class
from boardgames.schema import FIXED, names, schema

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "schema"
TYPES = ROOT / "typings" / "server.d.ts"


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
    """Return the content of every file of a schema, and of the types."""
    return {TYPES: typescript(schema("server"))} | {
        FOLDER / f"{name}.json": json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"
        for name in kept()
    }
