"""The names of registered environments, which end in the version of the rules, such as
`boardgames/koryo-v2`, wherever pages and docstrings have them.
"""

from __future__ import annotations

import re
from pathlib import Path

from boardgames.games.catalogue import game_class
from tests.docs.blocks import CHECKOUT

NAME = re.compile(r"\bboardgames/(\w+)-v[0-9]+")
FILES = tuple(
    [
        path
        for folder, kind in (("docs", "*.md"), ("boardgames/adapters", "*.py"))
        for path in sorted((CHECKOUT / folder).rglob(kind))
        if NAME.search(path.read_text(encoding="utf-8"))
    ]
)


def named(text: str) -> str:
    """Return the text with each name as it is registered now."""
    return NAME.sub(lambda name: f"boardgames/{name[1]}-v{game_class(name[1]).rules_version}", text)


def files() -> dict[Path, str]:
    """Return the files as they should be."""
    return {path: named(path.read_text(encoding="utf-8")) for path in FILES}
