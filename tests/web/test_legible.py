"""What the table says can be read: at every question no text of it overlaps another, is cut,
covered or outside of its place.

`python -m tests.web.legible` reads whole games through, with any number of players.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardgames.remote.http import HttpServer as Server
from boardgames.remote.rooms import Start
from tests.conftest import wait_until
from tests.web.browser import Browser, Player
from tests.web.legible import SIZES, read_through, resize, unreadable
from tests.web.movement import QUICKLY

pytestmark = pytest.mark.long

TABLES = (("koryo", 4), ("for_the_king", 5), ("mundus_novus", 3), ("mundus_novus", 6))


@pytest.fixture
def page(window: Callable[..., Browser]) -> Browser:
    """Return a window in which all goes quickly."""
    page = window(SIZES[0])
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": QUICKLY})
    return page


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_at_each_of_the_first_questions_everything_can_be_read_at_all_sizes(
    name: str, players: int, server: Server, page: Browser
) -> None:
    start = Start(name, ("human", *["random"] * (players - 1)), seed=5)
    assert read_through(page, server, start, 12) == {}


@pytest.mark.parametrize(
    ("name", "players"),
    [("numbers", 5), ("market", 3), ("builder", 4), ("grid", 4), ("long_names", 2)],
)
def test_games_that_say_nothing_of_their_looks_can_be_read_at_all_sizes(
    name: str, players: int, server: Server, page: Browser
) -> None:
    start = Start(name, ("human", *["random"] * (players - 1)), seed=5)
    assert read_through(page, server, start) == {}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_throughout_a_game_everything_can_be_read_at_all_sizes(
    name: str, players: int, server: Server, page: Browser
) -> None:
    start = Start(name, ("human", *["random"] * (players - 1)), seed=8)
    assert read_through(page, server, start) == {}


@pytest.mark.parametrize(
    ("selector", "style", "fault"),
    [
        (".head-name", "width: 2rem; overflow: hidden; flex: none", "cut"),
        (".zone-name", "width: 1rem; text-overflow: ellipsis", "cut"),
        (".head .of-all", "margin-left: -3rem", "overlap"),
        (".counter > dd", "margin-top: 6rem", "lost"),
        (".head", "width: 2rem", "outside"),
        (".centre .slot", "width: 30rem", "outside"),
        (".seat:nth-child(2)", "transform: translateX(20rem); background: white", "covered"),
    ],
)
def test_what_cannot_be_read_is_found(
    selector: str, style: str, fault: str, server: Server, page: Browser
) -> None:
    start = Start("for_the_king", ("human", "random", "random"), seed=5)
    assert read_through(page, server, start, 1, SIZES[:1]) == {}
    page.run(
        "document.querySelectorAll(arguments[0]).forEach((each) =>"
        " each.style.cssText += `; ${arguments[1]}`)",
        selector,
        style,
    )
    assert fault in {line.partition(":")[0] for line in unreadable(page)}


@pytest.mark.parametrize("size", [SIZES[0], SIZES[3]])
def test_all_that_has_happened_since_the_last_choice_is_read_in_one_press(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    page = window(size)
    _, tokens = server.lobby.open(Start("koryo", ("human", *["random"] * 3), seed=2))
    page.join(server, str(tokens[0]))
    player = Player(page, 5)
    page.settle()
    while not page.all(".latest li[hidden]"):
        player.act()
        page.settle()
    news = page.run("[...document.querySelectorAll('.latest li')].map((each) => each.textContent)")
    page.click("[data-k='all news']")
    told = page.run(
        "[...document.querySelectorAll('#sheet .log li li')].map((each) => each.textContent)"
    )
    assert [f"{line}." for line in told] == news
    assert len(told) > len(page.all(".latest li:not([hidden])"))


@pytest.mark.parametrize(
    ("name", "places", "least"),
    [
        ("mundus_novus", ".seat:not(.mine) .zone-offer .cards > *", 34),
        ("for_the_king", ".centre .zone-centre .cards > *", 30),
    ],
)
def test_with_five_players_too_what_one_chooses_from_is_large_at_all_sizes(
    name: str, places: str, least: int, server: Server, page: Browser
) -> None:
    _, tokens = server.lobby.open(Start(name, ("human", *["random"] * 4), seed=5))
    page.join(server, str(tokens[0]))
    page.settle()
    for size in SIZES:
        resize(page, size)
        widths = page.run(
            "[...document.querySelectorAll(arguments[0])].map((each) => each.offsetWidth)", places
        )
        assert min(widths) >= least, size


def test_a_favor_deck_with_more_known_cards_than_places_can_be_read_at_all_sizes(
    server: Server, page: Browser
) -> None:
    """With two players, ten different ones at most: every other of 20 turns, one card."""
    table, tokens = server.lobby.open(Start("for_the_king", ("human", "random"), seed=3))

    def known(key: str) -> set[str | None]:
        scene = table.scene(0)
        areas = (scene.centre, scene.seats[0])
        zones = [zone for area in areas if area for zone in area.zones if zone.key == key]
        return {item.piece for zone in zones for item in zone.items} - {None}

    while len(known("favor")) < 10:
        table.start()
        wait_until(lambda: bool(table.choices(0)))
        choices = table.choices(0)
        is_new = not known("drawn") <= known("favor")
        wanted = [choice for choice in choices if ("Favor" in choice.text) == is_new]
        table.act(0, (wanted or choices)[0].action)
    page.join(server, str(tokens[0]))
    page.settle()
    for size in SIZES:
        resize(page, size)
        assert unreadable(page) == [], size


MARKET = ("Copper", "Courier", "Court", "Village Elder", "Village Green", "Moat", "Smithy", "Witch")


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ([str(number) for number in range(1, 105)], {"1": "1", "15": "15", "104": "104"}),
        ([f"Number {number}" for number in range(1, 105)], {"Number 15": "15"}),
        (MARKET, {"Copper": "Cop", "Courier": "Couri", "Court": "Court", "Moat": "Moa"}),
        (["Gold", "Golden Fleece", "Gol"], {"Gol": "Gol", "Gold": "Gold"}),
    ],
)
def test_short_names_have_three_characters_and_more_where_they_would_be_the_same(
    names: list[str], short: dict[str, str], server: Server, page: Browser
) -> None:
    _, tokens = server.lobby.open(Start("koryo", ("human", "random"), seed=2))
    page.join(server, str(tokens[0]))
    pieces = [{"key": name, "name": name, "group": "", "worth": None} for name in names]
    found = page.driver.execute_async_script(
        "const [pieces, done] = arguments;"
        " import(document.scripts[0].src.replace('page.js', 'cards.js'))"
        ".then(({ dressed }) => done(dressed(pieces)))",
        pieces,
    )
    given = {name: piece["short"] for name, piece in found.items()}
    assert {name: given[name] for name in short} == short
    assert len({*given.values()}) == len(names)
