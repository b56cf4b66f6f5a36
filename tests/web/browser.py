"""Chromium without a screen, driven through Selenium, and players who use what the page offers."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from random import Random
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pytest

from boardgames.core.chance import generator, pick
from boardgames.remote.http import HttpServer

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

QUIET = 0.16
"""Seconds without news after which bots have probably done what they can."""
WAIT_SECONDS = 30.0
"""Seconds that the page may take for anything."""
PHONE = (390, 844)
DESKTOP = (1280, 800)
CHOICES = "#dock .choices button.choice, #dock .choices button.main, #dock .choices button.group"
ALL = "#dock .choices .all"
USABLE = ".card.can"
BUSY = "#dock.busy"
COULD_BE_READ = "performance.now() >= Number(document.body.dataset.readAt ?? 0)"
"""Whether what is asked has been on the screen for long enough to be answered."""


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

    def __init__(self, size: tuple[int, int], *, dark: bool = False, stores: bool = True) -> None:
        """Open it, with an empty profile; `stores`: whether pages may keep anything."""
        from selenium import webdriver  # it may be missing

        self.keys = webdriver.Keys
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
        ):
            options.add_argument(argument)
        if not stores:
            blocked = {"profile.default_content_setting_values.cookies": 2}
            options.add_experimental_option("prefs", blocked)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver: Chrome = webdriver.Chrome(
            options, webdriver.ChromeService(shutil.which("chromedriver") or "")
        )
        self._held_at = (0.0, 0.0)
        width, height = size
        screen: dict[str, object] = {
            "width": width,
            "height": height,
            "deviceScaleFactor": 1,
            "mobile": size == PHONE,
        }
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
        found: list[WebElement] = self.driver.find_elements("css selector", selector)
        return found

    def one(self, selector: str) -> WebElement:
        """Return the element as soon as it is there."""
        self.until(lambda: bool(self.all(selector)))
        return self.all(selector)[0]

    def click(self, selector: str) -> None:
        """Click the element as soon as it is there; again, if news have just drawn it anew."""
        from selenium.common import StaleElementReferenceException  # it may be missing

        def clicked() -> bool:
            try:
                self.one(selector)
                self.until_read()
                self.one(selector).click()
            except StaleElementReferenceException:
                return False
            return True

        self.until(clicked)

    def hold(self, selector: str) -> Callable[[], None]:
        """Press the middle of the element, wherever it is by then; return what lets go there."""
        self.until_read()
        box = self.run(
            "(({left, top, width, height}) => [left + width / 2, top + height / 2])"
            "(document.querySelector(arguments[0]).getBoundingClientRect())",
            selector,
        )
        self._held_at = (box[0], box[1])
        self._mouse("mousePressed", 1)
        return lambda: self._mouse("mouseReleased", 1)

    def press_at_the_same_place(self, clicks: int) -> None:
        """Press and let go where `hold` pressed; `clicks`: 2 for the second of a double click."""
        self._mouse("mousePressed", clicks)
        self._mouse("mouseReleased", clicks)

    def _mouse(self, kind: str, clicks: int) -> None:
        x, y = self._held_at
        what = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": clicks}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", what)

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page; return what it returns."""
        return self.driver.execute_script(f"return {script}", *arguments)

    def until(self, true: Callable[[], bool], seconds: float = WAIT_SECONDS) -> None:
        """Wait until this is true."""
        end = monotonic() + seconds
        while not true():
            assert monotonic() < end, f"{self.text('#alarm')!r} {self.text('#dock')!r}"
            sleep(0.02)

    def until_read(self) -> None:
        """Wait as long as a person reads what is asked."""
        self.until(lambda: bool(self.run(COULD_BE_READ)))

    def text(self, selector: str) -> str:
        """Return the whole text of the element, hidden or not; nothing if there is none."""
        text: str = self.run("document.querySelector(arguments[0])?.textContent ?? ''", selector)
        return text

    def open(self, url: str) -> None:
        """Open an address, also if only its fragment is new."""
        self.driver.get("about:blank")
        self.driver.get(url)

    def join(self, server: HttpServer, token: str, name: str = "") -> None:
        """Take a seat by its invitation."""
        self.open(f"{server.url}#join={token}")
        self.one("form.join")
        for field in self.all("#guest"):  # a spectator has no name
            field.send_keys(name)
        self.click("form.join button.main")
        self.one("#dock .prompt")

    def is_over(self) -> bool:
        """Return whether the page shows a result."""
        return bool(self.all("#table .ending"))

    def can_choose(self) -> bool:
        """Return whether the page offers a choice now that could have been read."""
        is_offered = bool(self.all(f"{CHOICES}, {USABLE}")) and not self.all(BUSY)
        return is_offered and bool(self.run(COULD_BE_READ))

    def settle(self) -> None:
        """Wait until it is our turn, and bots that may act at the same time have done so; or until
        the game is over.
        """
        self.until(lambda: self.is_over() or self.can_choose())
        before = None
        while before != self.shown():
            before = self.shown()
            sleep(QUIET)
        self.until(lambda: self.is_over() or self.can_choose())

    def shown(self) -> tuple[int, int]:
        """Return how often the table has changed, and how many choices there are."""
        version: tuple[int, int] = tuple(
            self.run("[Number(document.querySelector('#log').dataset.plies ?? 0), 0]")
        )
        return version

    def fits(self) -> bool:
        """Return whether nothing reaches beyond the sides of the screen."""
        return bool(self.run("document.documentElement.scrollWidth <= innerWidth"))

    def has_room(self, selector: str) -> bool:
        """Return whether the content of the element needs no scrolling sideways."""
        wide = (
            "(({scrollWidth, clientWidth}) => scrollWidth <="
            " clientWidth)(document.querySelector(arguments[0]))"
        )
        return bool(self.run(wide, selector))

    def in_reach(self) -> bool:
        """Return whether prompt, hand and the first choices are on the screen without scrolling."""
        return bool(
            self.run(
                "[...document.querySelectorAll('#dock .prompt, #dock .hand .card, #dock .choices"
                " .buttons > :first-child')].every((each) => { const box ="
                " each.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight &&"
                " box.left >= 0 && box.right <= innerWidth + 8; })"
            )
        )

    def _log(self, name: str) -> list[dict[str, Any]]:
        """Return what the browser has put into this log since it was asked last."""
        read: Callable[[str], list[dict[str, Any]]] = self.driver.get_log  # it has no types
        return read(name)

    def complaints(self) -> list[str]:
        """Return what the browser has found wrong with the page since it was asked last."""
        return [entry["message"] for entry in self._log("browser")]

    def received(self) -> list[tuple[str, str]]:
        """Return address and body of all that came over the network since it was asked last."""
        messages = [json.loads(entry["message"])["message"] for entry in self._log("performance")]
        arrived = {
            each["params"]["requestId"]: each["params"]["response"]
            for each in messages
            if each["method"] == "Network.responseReceived"
        }
        finished = [
            each["params"]["requestId"]
            for each in messages
            if each["method"] == "Network.loadingFinished"
        ]
        return [
            (
                arrived[request]["url"],
                self.driver.execute_cdp_cmd("Network.getResponseBody", {"requestId": request})[
                    "body"
                ],
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
        self.acts: str | None = None

    def press(self, element: WebElement) -> None:
        """Use this button, unless news have just drawn it anew."""
        from selenium.common import StaleElementReferenceException  # it may be missing

        self.page.until_read()
        with suppress(StaleElementReferenceException):
            element.click()

    def act(self) -> None:
        """Make one decision: sometimes by way of a card, else by a button, a range or the list."""
        page = self.page
        self.acts = page.run("document.body.dataset.acts")
        cards = page.all(USABLE)
        if cards and self.rng.random() < 0.6:
            self.press(pick(cards, self.rng))
        for _ in range(12):
            page.until(lambda: bool(page.all(f"{CHOICES}, {USABLE}, {ALL}")))
            buttons = page.all(CHOICES)
            ranges = page.all("#dock .range")
            if ranges and self.rng.random() < 0.5:
                self.set(ranges[0], self.rng)
            if not buttons and page.all(ALL):
                page.click(ALL)
                buttons = page.all("#sheet .plain-list button")
            buttons = buttons or page.all(USABLE)  # of several cards, more have to be picked
            self.press(pick(buttons, self.rng))
            page.until(lambda: self.acted() or page.can_choose())
            if self.acted():
                break
        self.decisions += 1
        page.until(lambda: not page.all(BUSY))

    def acted(self) -> bool:
        """Return whether the page has sent an action since the last decision."""
        return bool(self.page.run("document.body.dataset.acts") != self.acts)

    def set(self, control: WebElement, rng: Random) -> None:
        """Give an amount."""
        slider = control.find_elements("css selector", "input")[0]
        place = int(rng.random() * min(5, int(slider.get_attribute("max") or "") + 1))
        script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
        self.page.driver.execute_script(script, slider, place)


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
                page.until_read()
                page.driver.switch_to.active_element.send_keys(keys.ENTER)
                return
            key = keys.TAB
            if wanted in cards and not stop:
                key = keys.ARROW_RIGHT if cards.index(at) < cards.index(wanted) else keys.ARROW_LEFT
            page.driver.switch_to.active_element.send_keys(key)
        pytest.fail(f"the keyboard does not reach {wanted}")


def violations(page: Browser, axe: str) -> list[str]:
    """Return what axe-core finds against WCAG 2.2 AA and its best practices."""
    page.driver.execute_script(axe)
    page.driver.set_script_timeout(60)
    found = page.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];axe.run(document, {runOnly: ['wcag2a',"
        " 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then((result) =>"
        " done(result.violations.map((each) => each.id + ': ' + each.nodes.map((node) =>"
        " node.html.slice(0, 160) + ' ' + node.failureSummary.slice(0, 300)).slice(0, 3).join(' |"
        " '))))"
    )
    return [str(each) for each in found]
