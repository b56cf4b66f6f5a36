"""The page in a real browser: Chromium without a screen, driven through Selenium.

Skipped where one of them is missing, unless BOARDGAMES_BROWSER=1 says that it must not be.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import tarfile
from http import HTTPStatus
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames.core.chance import generator, pick
from boardgames.web.asked import Start
from boardgames.web.keeping import Folder
from boardgames.web.lobby import Lobby
from tests.web.test_server import GAMES, Beside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from random import Random

    from selenium.webdriver import Chrome, WebElement

    from boardgames.web.server import Server

LONGEST = 30.0
"""Seconds that the page may take for anything."""
PHONE = (390, 844)
DESKTOP = (1280, 800)
CHOICES = "#dock .choices button.choice, #dock .choices button.main, #dock .choices button.group"
USABLE = ".card.can"
BUSY = "#dock.busy"


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

    def __init__(self, size: tuple[int, int], *, dark: bool = False) -> None:
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
        if size == PHONE:
            self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        media = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [*media, {"name": "prefers-reduced-motion", "value": "reduce"}]},
        )

    def all(self, selector: str) -> list[WebElement]:
        """Return the elements, which may be none."""
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str) -> WebElement:
        """Return the element as soon as it is there."""
        self.until(lambda: bool(self.all(selector)))
        return self.all(selector)[0]

    def click(self, selector: str) -> None:
        """Click the element as soon as it is there."""
        self.one(selector).click()

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401  # whatever it returns
        """Run a script in the page; return what it returns."""
        return self.driver.execute_script(f"return {script}", *arguments)

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until this is true."""
        end = monotonic() + LONGEST
        while not true():
            assert monotonic() < end, f"{self.text('#alarm')!r} {self.text('#dock')!r}"
            sleep(0.02)

    def text(self, selector: str) -> str:
        """Return the whole text of the element, hidden or not; nothing if there is none."""
        text: str = self.run("document.querySelector(arguments[0])?.textContent ?? ''", selector)
        return text

    def open(self, url: str) -> None:
        """Open an address, also if only its fragment is new."""
        self.driver.get("about:blank")
        self.driver.get(url)

    def join(self, server: Server, token: str, name: str = "") -> None:
        """Take a seat by its invitation."""
        self.open(f"{server.url}#join={token}")
        self.one("#guest").send_keys(name)
        self.click("form.join button.main")
        self.one("#dock .prompt")

    def is_over(self) -> bool:
        """Return whether the page shows a result."""
        return bool(self.all("#table .ending"))

    def can_choose(self) -> bool:
        """Return whether the page offers a choice now."""
        return bool(self.all(CHOICES)) and not self.all(BUSY)

    def settle(self) -> None:
        """Wait until it is our turn, or the game is over."""
        self.until(lambda: self.is_over() or self.can_choose())

    def shown(self) -> tuple[int, int]:
        """Return how often the table has changed, and how many choices there are."""
        version: tuple[int, int] = tuple(self.run("[document.querySelectorAll('#log .log > li').length, 0]"))
        return version

    def fits(self) -> bool:
        """Return whether nothing reaches beyond the sides of the screen."""
        return bool(self.run("document.documentElement.scrollWidth <= innerWidth"))

    def in_reach(self) -> bool:
        """Return whether prompt, hand and the first choices are on the screen without scrolling."""
        return bool(
            self.run(
                "[...document.querySelectorAll("
                "'#dock .prompt, #dock .hand .card, #dock .choices .buttons > :first-child')]"
                ".every((each) => { const box = each.getBoundingClientRect();"
                " return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth + 8; })"
            )
        )

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


class Player:
    """Plays at random with what the page offers, by mouse or by keyboard."""

    def __init__(self, page: Browser, seed: int) -> None:
        """Take a page that shows a table."""
        self.page = page
        self.rng = generator(seed, 0)
        self.decisions = 0

    def press(self, element: WebElement) -> None:
        """Use this button."""
        element.click()

    def act(self) -> None:
        """Make one decision: sometimes by way of a card, else by a button, a range or the list."""
        page = self.page
        cards = page.all(USABLE)
        if cards and self.rng.random() < 0.6:
            self.press(pick(cards, self.rng))
        for _ in range(12):
            buttons = page.all(CHOICES)
            ranges = page.all("#dock .range")
            if ranges and self.rng.random() < 0.5:
                self.set(ranges[0], self.rng)
            if not buttons:
                page.click("#dock .choices .all")
                buttons = page.all("#sheet .plain-list button")
            self.press(pick(buttons, self.rng))
            page.until(lambda: self.acted() or page.can_choose())
            if self.acted():
                break
        page.driver.execute_script("performance.clearResourceTimings()")
        self.decisions += 1
        page.until(lambda: not page.all(BUSY))

    def acted(self) -> bool:
        """Return whether the page has sent an action since the last decision."""
        return bool(
            self.page.run("performance.getEntriesByType('resource').some((each) => each.name.endsWith('/act'))")
        )

    def set(self, control: WebElement, rng: Random) -> None:
        """Give a number."""
        field = control.find_elements("css selector", "input.amount")[0]
        low, high = int(field.get_attribute("min") or ""), int(field.get_attribute("max") or "")
        wanted = low + int(rng.random() * min(5, high - low + 1))
        self.page.driver.execute_script("arguments[0].value = ''", field)
        field.send_keys(str(wanted))


class Typist(Player):
    """The same, with the keyboard alone: Tab, arrows and Enter."""

    def press(self, element: WebElement) -> None:
        """Go to this button, and press Enter."""
        page = self.page
        wanted = element.get_attribute("data-k")
        keys = page.keys
        for _ in range(120):
            at, cards, stop = page.run(
                "[document.activeElement?.dataset?.k ?? '',"
                " [...(document.activeElement?.closest('.cards')?.querySelectorAll('.card') ?? [])]"
                ".map((each) => each.dataset.k),"
                " document.activeElement === document.body]"
            )
            if at == wanted:
                page.driver.switch_to.active_element.send_keys(keys.ENTER)
                return
            forward = wanted in cards and not stop
            page.driver.switch_to.active_element.send_keys(
                keys.ARROW_RIGHT if forward and at != cards[-1] else keys.TAB
            )
        pytest.fail(f"the keyboard does not reach {wanted}")


@pytest.fixture
def window() -> Iterator[Callable[..., Browser]]:
    """Return what opens a browser; all are closed after the test."""
    lack = missing()
    if lack is not None:
        if os.environ.get("BOARDGAMES_BROWSER") == "1":
            pytest.fail(lack)
        pytest.skip(lack)
    opened: list[Browser] = []

    def open_one(size: tuple[int, int] = DESKTOP, *, dark: bool = False) -> Browser:
        opened.append(Browser(size, dark=dark))
        return opened[-1]

    yield open_one
    for browser in opened:
        browser.driver.quit()


def against_bots(server: Server, name: str, *, seed: int = 5, bot: str = "random") -> str:
    """Open a table for one person; return the invitation."""
    players = boardgames.game_class(name).player_counts[0]
    _, tokens = server.lobby.open(Start(name, ("human", *[bot] * (players - 1)), seed=seed))
    return str(tokens[0])


@pytest.mark.parametrize("how", ["mouse", "keyboard", "phone"])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str, how: str, server: Server, window: Callable[..., Browser]) -> None:
    page = window(PHONE if how == "phone" else DESKTOP)
    page.join(server, against_bots(server, name))
    player = (Typist if how == "keyboard" else Player)(page, 3)
    page.settle()
    while not page.is_over():
        assert page.fits()
        if how == "phone":
            assert page.in_reach()
        player.act()
        page.settle()
    assert player.decisions > 3
    assert "wins" in page.text("#table .ending h2") or "win" in page.text("#table .ending h2")
    assert page.text("#alarm") == ""
    assert page.complaints() == []
    assert page.fits()


def test_a_game_is_set_up_on_the_start_page_and_played_again_with_seats_rotated(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.open(server.url)
    page.click("input[name='game'][value='bazaar']")
    page.click("input[name='count'][value='2']")
    page.one(".seat-row:nth-child(1) input.name").send_keys("Ann")
    page.click(".seat-row:nth-child(2) select option[value='random']")
    page.click("details summary")
    page.one("#seed").send_keys("8")
    page.click(".setup button.main")
    player = Player(page, 1)
    page.settle()
    assert "The seed of this game was chosen" in opened_menu(page)
    while not page.is_over():
        player.act()
        page.settle()
    assert "Seed 8" in page.text("#table .ending")
    page.click("[data-k='replay']")
    page.one(".replay")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 12 of 12")
    page.click("[data-k='r0']")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 0 of 12")
    page.click("[data-k='r2']")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 1 of 12")
    page.click("[data-k='r5'] option[value='1']")
    page.until(lambda: bool(page.all(".zone-hand .back")))
    page.click("[data-k='r6']")
    page.click("[data-k='rematch']")
    page.until(lambda: not page.is_over())
    page.settle()
    assert page.text(".seat.mine h2 .who") == "You"
    page.click("#home")
    assert len(page.one(".tables").find_elements("css selector", "li")) == 2
    page.click(".tables li:nth-child(2) button")
    page.until(page.is_over)
    assert page.complaints() == []


def opened_menu(page: Browser) -> str:
    page.click("[data-k='menu']")
    text = page.text("#sheet")
    page.click("#sheet header button")
    return text


def test_undo_and_hint_against_bots(server: Server, window: Callable[..., Browser]) -> None:
    page = window()
    page.join(server, against_bots(server, "bazaar"))
    page.settle()
    before = page.text("#table .centre")
    page.click("[data-k='hint']")
    page.one(".hint")
    page.click("#dock .choices button.main")
    page.until(lambda: "auction" in page.text("#where"))
    page.click("[data-k='undo']")
    page.until(lambda: "trade" in page.text("#where"))
    assert page.text("#table .centre") == before


def test_a_card_says_what_it_does_and_its_rule_is_a_click_away(server: Server, window: Callable[..., Browser]) -> None:
    for size, place in ((DESKTOP, "#about"), (PHONE, ".about-dock")):
        page = window(size)
        page.join(server, against_bots(server, "bazaar"))
        page.settle()
        card = page.one("#dock .hand .card")
        name = card.find_elements("css selector", ".name")[0].text
        card.click()
        page.until(lambda page=page, place=place, name=name: page.text(f"{place} h2") == name)  # type: ignore[misc]
        page.click(f"{place} button.small:not(.close)")
        assert "What a card is worth is printed on it." in page.one(".rules .wanted").text
        page.click("#sheet header button")
        page.one(".seat .back").click()
        page.until(lambda page=page, place=place: "Each can be one of" in page.text(place))  # type: ignore[misc]


@pytest.mark.parametrize("name", GAMES)
def test_two_windows_of_two_people_and_neither_gets_the_hand_of_the_other(
    name: str, server: Server, window: Callable[..., Browser]
) -> None:
    """Whatever came over the network is what the seat may know by the game as played beside it, and no more."""
    table, tokens = server.lobby.open(Start(name, ("human",) * boardgames.game_class(name).player_counts[0]))
    pages = [window() for _ in tokens]
    for seat, page in enumerate(pages):
        page.join(server, str(tokens[seat]))
    beside, rng = Beside(name, len(pages), table.match.seed), generator(2, 0)
    positions: list[dict[int, Any]] = [{0: beside.shown_to(seat)} for seat in range(len(pages))]
    for _ in range(11):
        seats = beside.game.to_act(beside.state)
        if not seats:
            break
        seat = pick(seats, rng)
        page = pages[seat]
        page.until(page.can_choose)
        action = str(beside.game.random_action(beside.state, rng, seat))
        page.click("#dock .choices .all, #dock .choices .choice")
        if page.all("#sheet[open]"):
            choices = [each["action"] for each in positions[seat][beside.plies]["choices"]]
            page.all("#sheet .plain-list button")[choices.index(action)].click()
        else:
            action = positions[seat][beside.plies]["choices"][0]["action"]
        beside.act(seat, action)
        for viewer in range(len(pages)):
            positions[viewer][beside.plies] = beside.shown_to(viewer)
        page.until(lambda: table.match.plies == beside.plies)
    for seat, page in enumerate(pages):
        page.until(lambda page=page: len(page.all("#log .log > li")) >= beside.plies)  # type: ignore[misc]
        looked = 0
        for address, body in page.received():
            path = "/" + address.partition("#")[0].split("/", 3)[3]
            assert str(table.match.seed) not in body
            if path != "/api/look":
                assert path in ("/", "/page.js", "/cards.js", "/transport.js", "/style.css", *KNOWN), path
                continue
            news = json.loads(body)
            expected = positions[seat][news["plies"]]
            assert {key: news[key] for key in ("scene", "choices")} == {
                key: expected[key] for key in ("scene", "choices")
            }
            assert news["log"] == expected["log"][news["log_from"] : news["plies"]]
            assert news["end"] is None
            assert seat == 0 or not any("invitation" in each for each in news["absent"]), "only the host invites"
            looked += 1
        assert looked > beside.plies / 4


KNOWN = tuple(f"/api/{method}" for method in ("about", "join", "table", "act"))


def test_a_page_that_is_loaded_again_keeps_its_seat_and_a_used_link_gives_none(
    server: Server, window: Callable[..., Browser]
) -> None:
    token = against_bots(server, "bazaar")
    page = window()
    page.join(server, token, "Ann")
    page.settle()
    before = page.text("#table")
    assert token not in page.driver.current_url
    page.driver.refresh()
    page.until(lambda: page.text("#table") == before)
    late = window(PHONE)
    late.open(f"{server.url}#join={token}")
    late.click("form.join button.main")
    late.until(lambda: late.text("#alarm") == "This invitation is not valid, or has been used.")
    assert not late.all("#dock .card")


def test_a_restart_in_mid_game_is_hardly_noticed(
    tmp_path: Path, serving: Callable[..., Server], bazaar: str, window: Callable[..., Browser]
) -> None:
    first = serving(Lobby(folder=Folder(str(tmp_path)), patience=0.2))
    page = window()
    page.join(first, against_bots(first, bazaar))
    page.settle()
    Player(page, 2).act()
    page.settle()
    before = page.text("#dock")
    port = first.server_port
    first.shutdown()
    first.server_close()
    page.until(lambda: "connection is lost" in page.text("#alarm"))
    second = serving(Lobby(folder=Folder(str(tmp_path)), patience=0.2), port=port)
    page.until(lambda: page.text("#alarm") == "")
    assert page.text("#dock") == before
    Player(page, 3).act()
    page.settle()
    assert second.lobby.complaints == []


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the script of axe-core, fetched by npm."""
    if shutil.which("npm") is None:
        pytest.skip("there is no npm to fetch axe-core with")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(["npm", "pack", "axe-core@4"], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode:
        pytest.skip("npm cannot fetch axe-core")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode("utf-8")


def violations(page: Browser, axe: str) -> list[str]:
    """Return what axe-core finds against WCAG 2.2 AA and its best practices."""
    page.driver.execute_script(axe)
    page.driver.set_script_timeout(60)
    found = page.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
        ".then((result) => done(result.violations.map((each) => each.id + ': ' + each.nodes.map("
        "(node) => node.html.slice(0, 160) + ' ' + node.failureSummary.slice(0, 300)).slice(0, 3).join(' | '))))"
    )
    return [str(each) for each in found]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", GAMES)
def test_axe_finds_no_violation(
    name: str, size: tuple[int, int], *, dark: bool, server: Server, window: Callable[..., Browser], axe: str
) -> None:
    page = window(size, dark=dark)
    page.open(server.url)
    page.one(".setup")
    assert violations(page, axe) == []
    page.join(server, against_bots(server, name))
    page.settle()
    assert violations(page, axe) == []
    player = Player(page, 4)
    for _ in range(6):
        if not page.is_over():
            player.act()
            page.settle()
    if page.all(".card.can"):
        page.all(".card.can")[0].click()
    assert violations(page, axe) == []
    page.click("[data-k='rules']")
    page.one(".rules")
    assert violations(page, axe) == []
