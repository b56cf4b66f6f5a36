"""The table of limits names each of them, with its value."""

from __future__ import annotations

import re
from pathlib import Path

from boardgames.play import limits

PAGE = Path(__file__).parents[2] / "docs" / "limits.md"


def test_the_table_has_every_limit_and_its_value() -> None:
    rows = re.findall(
        r"^\| `([A-Z_]+)` \| ([^|]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    told = {
        name: [float(number.replace(",", "")) for number in re.findall(r"[\d.,]*\d", text)]
        for name, text in rows
    }
    held = {
        name: value
        for name, value in vars(limits).items()
        if name.isupper() and isinstance(value, (int, float, dict))
    }
    assert told == {
        name: [*map(float, value.values())] if isinstance(value, dict) else [float(value)]
        for name, value in held.items()
    }
