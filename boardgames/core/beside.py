"""Texts that lie beside the module of a game: its rules, its lesson, and what the words on its table mean."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardgames.core.game import Game


def text_beside(game: Game[Any, Any, Any], name: str) -> str:
    """Return the text of this file beside the module of the game; an empty string if there is none."""
    from importlib import resources  # slow to import, and only needed to read

    package = sys.modules[type(game).__module__].__package__
    page = resources.files(package) / name if package else None
    return page.read_text(encoding="utf-8") if page is not None and page.is_file() else ""


def terms_of(game: Game[Any, Any, Any]) -> dict[str, str]:
    """Return what the words and numbers on the table mean: terms.toml beside the game's module, or nothing.

    By the key of a counter or zone, or by a mark, with # for its numbers: a sentence or two for each. In the file, keys
    of the same meaning may share a line, with | between them.
    """
    from tomllib import loads  # only needed to read

    written = loads(text_beside(game, "terms.toml"))
    return {key: text for keys, text in written.items() for key in keys.split("|")}
