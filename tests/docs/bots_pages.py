"""What the pages say of the bots of the library, from the classes in their catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from boardgames.core.schema import described
from boardgames.play.bots.catalogue import OUR_BOTS, bot_class
from tests.docs.blocks import CHECKOUT
from tests.docs.written import renewed

GUIDE = CHECKOUT / "docs" / "guides" / "bot.md"
REFERENCE = CHECKOUT / "docs" / "reference" / "bots.md"


def table() -> Iterator[str]:
    """Yield the lines of the table of bots."""
    yield "| name | what it does | options, with their defaults |"
    yield "|---|---|---|"
    for name in OUR_BOTS:
        cls = bot_class(name)
        yield f"| `{name}` | {described(cls)['']} | {'<br>'.join(_options(cls)) or 'none'} |"


def _options(cls: Any) -> Iterator[str]:
    words = described(cls)
    for option in fields(cls):
        if option.init:
            yield f"`{option.name}={option.default:g}`: {words[option.name]}"


def sections() -> Iterator[str]:
    """Yield the sections of the reference: one for each module, with the names of its bots; that of
    the base classes is on top of the page.
    """
    names: dict[str, list[str]] = {}
    for name in OUR_BOTS:
        names.setdefault(bot_class(name).__module__, []).append(name)
    del names["boardgames.play.bots.base"]
    for number, (module, bots) in enumerate(names.items()):
        yield from ([""] if number else [])
        yield f"## {', '.join(bots)}"
        yield ""
        yield f"::: {module}"
        yield "    options:"
        yield "      heading_level: 3"
        yield "      show_root_heading: false"
        yield "      show_root_toc_entry: false"


PARTS = {GUIDE: {"the bots": table}, REFERENCE: {"the bots": sections}}


def files() -> dict[Path, str]:
    """Return the pages as they should be."""
    return {
        path: renewed(path, path.read_text(encoding="utf-8"), parts)
        for path, parts in PARTS.items()
    }
