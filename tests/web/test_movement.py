"""The table of the page stands still: the beginning of a game of each kind, measured.

`python -m tests.web.movement` measures whole games at all sizes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardgames.remote.http import HttpServer as Server
from boardgames.remote.rooms import Start
from tests.web.browser import PHONE, Browser
from tests.web.movement import QUICKLY, Measured, measured

pytestmark = pytest.mark.long

QUESTIONS = 8
MOST_MOVED = 0.05
MOST_SHIFT = 0.05
LEAST_ROOM = 0.65
LEAST_TEXT = 13


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("koryo", 4),
        ("for_the_king", 5),
        pytest.param("mundus_novus", 6, marks=pytest.mark.slow),
        ("mundus_novus", 4),
    ],
)
def test_from_one_question_to_the_next_everything_stays_where_it_is(
    name: str, players: int, server: Server, window: Callable[..., Browser]
) -> None:
    found = measured_in(window((1280, 720)), name, players, server)
    assert found.scrolled == {}, "nothing but the log has to be scrolled"
    assert min(found.room) >= LEAST_ROOM


@pytest.mark.parametrize(
    ("name", "players"), [("koryo", 4), ("for_the_king", 5), ("mundus_novus", 6)]
)
def test_on_a_phone_too_everything_stays_where_it_is(
    name: str, players: int, server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    measured_in(page, name, players, server)
    assert page.in_reach(), "question, hand and choices are in view"


def measured_in(page: Browser, name: str, players: int, server: Server) -> Measured:
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": QUICKLY})
    start = Start(name, ("human", *["random"] * (players - 1)), seed=5)
    found = measured(page, server, start, QUESTIONS)
    assert found.questions == QUESTIONS
    assert found.share_moved <= MOST_MOVED
    assert found.sizes_changed == {}
    assert found.shift < MOST_SHIFT
    assert found.smallest[0] >= LEAST_TEXT
    return found
