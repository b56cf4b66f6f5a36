"""Games with frozen boxes, for tests of what is not a game: a new card in a published box changes
nothing here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import boardgames
from boardgames import Game

FOLDER = Path(__file__).parent
FROZEN = ("for_the_king", "koryo", "mundus_novus")
"""The games that have one."""


def box(name: str) -> Path:
    """Return the file with the frozen box of this game."""
    return FOLDER / f"{name}.toml"


def frozen(name: str, players: int) -> Game[Any, Any, Any]:
    """Return this game with its frozen box."""
    return boardgames.make(name, players=players, components=box(name))


def frozen_lesson(name: str) -> str:
    """Return the lesson of this game as it was when its box was frozen, to be played with that."""
    lesson = (FOLDER / f"{name}_lesson.toml").read_text(encoding="utf-8")
    published = box(name).read_text(encoding="utf-8")
    tables = re.sub(r"^(\[+)", r"\1options.components.", published, flags=re.MULTILINE)
    return f"{lesson}\n[options.components]\n{tables}"
