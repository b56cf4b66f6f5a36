"""A little of every attack; `python -m tests.attacks` runs them for longer."""

from __future__ import annotations

import pytest

from tests.attacks import attack


@pytest.mark.long
def test_hostile_input_is_answered_and_never_breaks_anything() -> None:
    for name, report in attack(seed=1, attempts=60).items():
        assert report.faults == [], name
        assert report.tried >= 60, name
        assert len(report.outcomes) > 1, name
