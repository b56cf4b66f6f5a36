"""The page in a real browser: Chromium without a screen, driven through Selenium.

Skipped where one of them is missing, unless BOARDGAMES_BROWSER=1 says that it must not be.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
from http import HTTPStatus
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames.cli.menu import entries
from boardgames.core.chance import generator, pick
from tests.conftest import drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from selenium.webdriver import Chrome, WebElement

    from examples.web.server import Server
    from tests.examples.conftest import Alongside

LONGEST = 30.0
"""Seconds that the page may take for anything."""
HIGHEST_SEED = 2**53 - 1
"""Beyond it a page would not read a number exactly."""
PHONE = (360, 740)
DESKTOP = (1280, 900)
CHOICES = "#choices:not([hidden]) #menu button:enabled"


def missing() -> str | None:
    """Return what there is not, if the page cannot be tried."""
    if importlib.util.find_spec("selenium") is None:
        return "Selenium is not installed (pip install -e '.[browser]')"
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return f"there is no {program} (Debian: apt-get install chromium chromium-driver)"
    return None


class Browser:
    """One window of a browser of its own."""

    def __init__(self, size: tuple[int, int]) -> None:
        """Open it, with an empty profile."""
        from selenium import webdriver  # noqa: PLC0415  # it may be missing

        self.keys = webdriver.Keys
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver: Chrome = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver") or ""))
        width, height = size
        screen: dict[str, object] = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)

    def all(self, selector: str) -> list[WebElement]:
        """Return the elements, which may be none."""
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str) -> WebElement:
        """Return the element as soon as it is there."""
        self.until(lambda: bool(self.all(selector)))
        return self.all(selector)[0]

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until this is true."""
        end = monotonic() + LONGEST
        while not true():
            assert monotonic() < end, f"{self.text('#alarm')!r} {self.text('#turn')!r}"
            sleep(0.02)

    def text(self, selector: str) -> str:
        """Return the whole text of the element, hidden or not, with its spaces."""
        text: str = self.driver.execute_script("return document.querySelector(arguments[0]).textContent", selector)
        return text

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until this is the whole text of the element."""
        self.until(lambda: self.text(selector) == text)

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list, as a person would: the page hears of it."""
        self.one(f"{selector} option[value='{value}']").click()

    def start(self, server: Server, game: str, *seats: str, seed: int | None = None) -> None:
        """Start a game by filling in the form."""
        self.driver.get(server.url)
        self.choose("#game", game)
        self.choose("#players", str(len(seats)))
        for number, seat in enumerate(seats, start=2):  # the legend is the first child
            self.choose(f"#sitting label:nth-child({number}) select", seat)
        if seed is not None:
            self.one("#seed").send_keys(str(seed))
        self.one("#setup button.main").click()
        self.until(lambda: self.text("#text") != "")

    def can_choose(self) -> bool:
        """Return whether the page offers a choice now."""
        return bool(self.all(CHOICES))

    def is_over(self) -> bool:
        """Return whether the page shows a result."""
        return bool(self.all("#result:not([hidden])"))

    def labels(self) -> list[str]:
        """Return what the buttons of the menu say, without their numbers."""
        found: list[str] = self.driver.execute_script(
            "return [...document.querySelectorAll('#menu > button:not(#back), #menu > form')]"
            ".map((each) => each.querySelector('kbd').nextSibling.textContent)"
        )
        return found

    def act(self, rng: Random) -> None:
        """Do something: with the mouse, or by typing a number, or by typing the action."""
        way = pick(["mouse", "number", "words"], rng)
        while True:
            labels = self.labels()
            index = int(rng.random() * len(labels))
            entry = self.all("#menu > button:not(#back), #menu > form")[index]
            fields = entry.find_elements("css selector", "input")
            group = labels[index].endswith(")") and " ... (" in labels[index]
            if fields:
                self._give_a_number(fields[0], entry, rng)
            elif way == "mouse":
                entry.click()
            elif way == "number" or group:
                self.one("#said").send_keys(str(index + 1), self.keys.ENTER)
            else:
                self.one("#said").send_keys(labels[index].upper().replace(" ", "  "), self.keys.ENTER)
            if not group:
                return

    def _give_a_number(self, field: WebElement, entry: WebElement, rng: Random) -> None:
        low, high = int(field.get_attribute("min") or ""), int(field.get_attribute("max") or "")
        self.driver.execute_script("arguments[0].value = ''", field)
        field.send_keys(str(low + int(rng.random() * (high - low + 1))))
        entry.find_elements("css selector", "button")[0].click()

    def fits(self) -> bool:
        """Return whether nothing reaches beyond the sides of the screen."""
        return bool(self.driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"))

    def complaints(self) -> list[str]:
        """Return what the browser has found wrong with the page since it was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def received(self) -> list[tuple[str, str]]:
        """Return address and body of all that came over the network since it was asked last."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        arrived = {
            each["params"]["requestId"]: each["params"]["response"]
            for each in messages
            if each["method"] == "Network.responseReceived"
        }
        finished = [each["params"]["requestId"] for each in messages if each["method"] == "Network.loadingFinished"]
        return [
            (
                arrived[request]["url"],
                self.driver.execute_cdp_cmd("Network.getResponseBody", {"requestId": request})["body"],
            )
            for request in finished
            if request in arrived
            and arrived[request]["url"].startswith("http")
            and arrived[request]["status"] != HTTPStatus.NO_CONTENT
        ]


@pytest.fixture
def window() -> Iterator[Callable[..., Browser]]:
    """Return what opens a browser; all are closed after the test."""
    lack = missing()
    if lack is not None:
        if os.environ.get("BOARDGAMES_BROWSER") == "1":
            pytest.fail(f"BOARDGAMES_BROWSER=1, but {lack}")
        pytest.skip(lack)
    opened: list[Browser] = []

    def open_one(size: tuple[int, int] = DESKTOP) -> Browser:
        opened.append(Browser(size))
        return opened[-1]

    yield open_one
    for browser in opened:
        browser.driver.quit()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_whole_game_against_a_bot(
    name: str, size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    players = boardgames.game_class(name).player_counts[0]
    page, rng, decisions = window(size), generator(1, 0), 0
    page.start(server, name, "human", *["random"] * (players - 1), seed=HIGHEST_SEED)
    page.until(lambda: page.can_choose() or page.is_over())
    while not page.is_over():
        assert page.text("#turn") == "Your turn."
        page.act(rng)
        decisions += 1
        page.until(lambda: page.can_choose() or page.is_over())
        assert page.fits()
        assert page.text("#alarm") == ""
    assert decisions > 3
    assert page.text("#turn") == "The game is over."
    assert f"Seed {HIGHEST_SEED}" in page.text("#result")
    assert len(page.all("#result li")) == players
    assert not page.can_choose()
    assert page.complaints() == []
    page.one("#rules summary").click()
    page.until(lambda: letters(page.text("#rules div")) == letters(boardgames.make(name, players=players).rules()))
    assert page.fits()
    page.one("#result button").click()
    page.one("#setup:not([hidden]) #game")
    assert page.one("#sitting label:nth-child(3) select").get_attribute("value") == "random"
    assert page.all("#events li") == []
    assert page.fits()


def letters(text: str) -> str:
    """Return the text without what Markdown is laid out with."""
    return "".join(text.replace("#", "").split())


def test_two_windows_of_two_people_and_neither_gets_the_hand_of_the_other(
    server: Server, window: Callable[..., Browser], alongside: type[Alongside]
) -> None:
    """Whatever came over the network is what the seat may know by the game as played here beside it, and no more."""
    pages = [window(), window(PHONE)]
    with drawing(8):
        pages[0].start(server, "koryo", "human", "human")
        link = pages[0].one("#invitations input").get_attribute("value") or ""
    pages[1].driver.get(link)
    pages[1].until(lambda: pages[1].text("#text") != "")
    pages[0].until(lambda: not pages[0].all("#invitations input"))
    played, rng = alongside("koryo", 2, 8), generator(2, 0)
    received: list[list[tuple[str, str]]] = [[], []]
    hands: list[set[str]] = [set(), set()]
    while True:
        shown: list[Any] = [played.shown_to(seat) for seat in (0, 1)]
        for seat, page in enumerate(pages):
            page.wait_for_text("#text", shown[seat]["text"])
            received[seat] += page.received()
            hands[seat] |= own_lines(shown[seat]["text"])
        assert_no_hand_of_another(pages, hands, received)
        if shown[0]["over"]:
            break
        seat = shown[0]["to_act"][0]
        assert not pages[1 - seat].can_choose()
        page = pages[seat]
        page.until(page.can_choose)
        assert page.labels() == [entry.label for entry in entries(played.game.legal_actions(played.state, seat))]
        action = str(played.game.random_action(played.state, rng, seat))
        page.one("#said").send_keys(action, page.keys.ENTER)
        played.act(seat, action)
    for seat, page in enumerate(pages):
        assert_only_what_it_may_know(received[seat], played, seat)
        page.until(page.is_over)
        assert page.complaints() == []


def own_lines(text: str) -> set[str]:
    """Return what a table in text says to nobody but its viewer."""
    _, mark, rest = text.partition("Your ")
    return {mark + " ".join(rest.split())} if mark else set()


def assert_no_hand_of_another(
    pages: list[Browser], hands: list[set[str]], received: list[list[tuple[str, str]]]
) -> None:
    for seat, page in enumerate(pages):
        here = " ".join(page.driver.page_source.split())
        came = " ".join(" ".join(body for _, body in received[seat]).replace("\\n", " ").split())
        for hand in hands[1 - seat] - hands[seat]:
            assert hand not in here
            assert hand not in came


def assert_only_what_it_may_know(received: list[tuple[str, str]], played: Alongside, seat: int) -> None:
    tables = 0
    for address, body in received:
        path = "/" + address.partition("#")[0].partition("?")[0].split("/", 3)[3]
        if path != "/api/seat":
            assert path in ("/", "/api/games", "/api/start", "/api/join", "/api/act"), path
            continue
        tables += 1
        seen = json.loads(body)
        assert seen["seat"] == seat
        assert seen["text"] in played.texts[seat]
        assert tuple(seen["legal"]) in played.choices[seat]
        assert seen["events"] == played.told[seat][: len(seen["events"])]
        assert seen["over"] or (seen["seed"], seen["outcome"], seen["remarks"]) == (None, None, [])
        if seat:
            assert all(absent["invitation"] is None for absent in seen["absent"])
    assert tables > len(played.told[seat]) / 4


def test_a_page_that_is_loaded_again_keeps_its_seat_and_a_used_link_gives_none(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.start(server, "koryo", "human", "human")
    link = page.one("#invitations input").get_attribute("value") or ""
    before = page.text("#text")
    page.driver.refresh()
    page.wait_for_text("#text", before)
    guest = window(PHONE)
    guest.driver.get(link)
    guest.until(lambda: guest.text("#text") != "")
    assert "join" not in guest.driver.current_url
    assert guest.fits()
    late = window(PHONE)
    late.driver.get(link)
    late.until(lambda: late.text("#alarm") != "")
    assert late.text("#alarm") == "this invitation is not valid, or has been used."
    assert late.text("#text") == ""
    assert "Your hand" not in late.driver.page_source
    assert late.fits()


def test_everything_can_be_done_with_the_keyboard(server: Server, window: Callable[..., Browser]) -> None:
    page = window()
    keys, active = page.keys, page.driver.switch_to
    page.driver.get(server.url)
    page.one("#game option")

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector):
                outline = page.driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
                assert outline == "solid", selector
                return
            active.active_element.send_keys(keys.TAB)
        pytest.fail(f"the keyboard does not reach {selector}")

    for selector in ("#game", "#players", "#sitting label:nth-child(3) select", "#seed", "#setup button.main"):
        tab_to(selector)
    active.active_element.send_keys(keys.ENTER)
    page.until(page.can_choose)
    tab_to("#menu button")
    before = page.text("#events")
    active.active_element.send_keys(keys.ENTER)
    page.until(lambda: page.text("#events") != before and page.can_choose())
    assert page.driver.execute_script("return document.activeElement.id") == "choices"
    before = page.text("#events")
    active.active_element.send_keys("1")
    assert page.driver.execute_script("return [document.activeElement.id, byId('said').value]") == ["said", "1"]
    active.active_element.send_keys(keys.ENTER)
    page.until(lambda: page.text("#events") != before and page.can_choose())
    page.one("#said").send_keys("nonsense", keys.ENTER)
    page.wait_for_text("#alarm", "Not possible now: nonsense")


def test_many_choices_come_in_groups_as_on_the_command_line(server: Server, window: Callable[..., Browser]) -> None:
    """The page groups by itself: the same menu for all that each game offers, and for numbers and nested groups."""
    page = window()
    page.driver.get(server.url)
    offered = [
        [f"bid {number}" for number in range(3, 41)] + ["pass"],
        [f"give {one} {other}" for one in "abcdef" for other in "uvwxyz"],
        [f"take {number} {card}" for number in range(1, 9) for card in ("oak", "elm", "ash", "fir")] + ["take"],
        [f"pay {first} {second}" for first in range(4) for second in range(7)],
        ["1", "2", "3", "5", "8"],
        [str(number) for number in range(30)],
        ["end"],
    ]
    for name in boardgames.game_names():
        game, rng = boardgames.make(name, players=boardgames.game_class(name).player_counts[0]), generator(5, 0)
        state = game.new_game(5)
        while game.to_act(state):
            offered.append([str(action) for action in game.legal_actions(state)])
            state = game.apply(state, game.random_action(state, rng))
    shown = page.driver.execute_script(
        "return arguments[0].map((actions) => menuOf(actions).map(({ label, actions }) => [label, actions]))", offered
    )
    expected = [[[entry.label, [*map(str, entry.actions)]] for entry in entries(actions)] for actions in offered]  # type: ignore[type-var]  # texts are their own notation
    assert shown == expected


def test_a_group_opens_and_closes_and_a_number_has_its_bounds(server: Server, window: Callable[..., Browser]) -> None:
    page = window(PHONE)
    page.start(server, "koryo", "human", "human")
    give = [f"give {one} {other}" for one in "abcdef" for other in "uvwxyz"]
    bids = [f"bid {number}" for number in range(3, 41)]
    page.driver.execute_script(
        "window.done = []; act = (action) => done.push(action); seen.legal = arguments[0]; drawMenu(seen.legal)",
        give + bids,
    )
    assert page.labels() == ["give ... (36)", "bid 3 to 40"]
    page.all("#menu button")[0].click()
    assert page.labels()[0] == "give a ... (6)"
    page.all("#menu button")[1].click()
    assert page.labels() == [f"give b {other}" for other in "uvwxyz"]
    page.driver.switch_to.active_element.send_keys(page.keys.ESCAPE)
    page.one("#back").click()
    page.one("#said").send_keys("2", page.keys.ENTER)
    field = page.one("#menu input")
    assert page.driver.execute_script("return document.activeElement === arguments[0]", field)
    page.driver.execute_script("arguments[0].value = ''", field)
    field.send_keys("41", page.keys.ENTER)
    assert page.driver.execute_script("return done") == []
    page.driver.execute_script("arguments[0].value = ''", field)
    field.send_keys("17", page.keys.ENTER)
    page.one("#said").send_keys(" GIVE  c w ", page.keys.ENTER)
    assert page.driver.execute_script("return done") == ["bid 17", "give c w"]
    assert page.fits()


def test_a_seed_that_the_page_cannot_keep_is_refused(server: Server, window: Callable[..., Browser]) -> None:
    page = window()
    page.driver.get(server.url)
    page.one("#game option")
    page.one("#seed").send_keys(str(HIGHEST_SEED + 1))
    page.one("#setup button.main").click()
    page.wait_for_text("#alarm", f"A seed is {HIGHEST_SEED} at most.")
    page.one("#setup:not([hidden])")


def test_the_page_says_that_the_server_is_gone_and_goes_on_when_it_is_back(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.start(server, "koryo", "human", "human")
    offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**offline, "offline": True})
    page.until(lambda: page.text("#alarm").startswith("The server does not answer"))
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**offline, "offline": False})
    page.wait_for_text("#alarm", "")
