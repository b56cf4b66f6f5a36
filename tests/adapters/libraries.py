"""The libraries that the adapters are for, as their modules name them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import boardgames

FOLDER = Path(boardgames.__file__).parent / "adapters"
BLOCK = re.compile(r'^with library\("(\w+)", extra="([\w-]+)"\):', re.MULTILINE)


class Need(NamedTuple):
    """What an adapter imports in a block of its own."""

    adapter: str
    library: str
    extra: str


NEEDED = [
    Need(path.stem, *found)
    for path in sorted(FOLDER.glob("*.py"))
    for found in BLOCK.findall(path.read_text(encoding="utf-8"))
]
