"""The colours of the seats, as the colour-blind see them."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

import boardgames.web

STYLES = Path(boardgames.web.__file__).parent / "static" / "base.css"
LEAST = 11
"""Distance in Lab; from about 2 on, people see a difference."""
Rows = tuple[tuple[float, float, float], ...]
SEEN: dict[str, Rows] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.28, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is seen of linear red, green and blue (Machado, Oliveira and Fernandes 2009)."""
XYZ: Rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def times(rows: Rows, parts: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows]


def lab(colour: str, seen: Rows) -> tuple[float, float, float]:
    light = [(part / 255) ** 2.2 for part in bytes.fromhex(colour)]
    mixed = [min(1.0, max(0.0, part)) for part in times(seen, light)]
    white = (0.9505, 1.0, 1.089)
    x, y, z = [(part / w) ** (1 / 3) for part, w in zip(times(XYZ, mixed), white, strict=True)]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SEEN)
@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_the_colours_of_any_two_seats_are_told_apart(scheme: int, sight: str) -> None:
    pairs = re.findall(r"--seat-\d: light-dark\(#(\w{6}), #(\w{6})\)", STYLES.read_text("utf-8"))
    colours = [lab(pair[scheme], SEEN[sight]) for pair in pairs]
    assert len(colours) == 6
    assert min(dist(one, other) for one, other in combinations(colours, 2)) >= LEAST
