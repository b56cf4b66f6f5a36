"""A seat knows what it has itself shuffled into a deck."""

from __future__ import annotations

import re

import pytest

from boardgames import ConformanceError
from boardgames.testing.conformance import run_check
from boardgames.testing.probe import Probe
from tests.testing.burying import Burying
from tests.testing.court import Court


def test_a_view_that_forgets_what_its_seat_has_put_away_is_refused() -> None:
    with pytest.raises(ConformanceError) as caught:
        run_check("recall", Probe(Burying(2)))
    fault = r"samples forget what seat \d did itself, bury \w+: the number of \w+ in deck is 0 in"
    assert re.search(fault, str(caught.value))


@pytest.mark.long
def test_a_trail_remembers_what_its_seat_has_put_away() -> None:
    run_check("recall", Probe(Court(3)))
