"""The server and the page with which docs/guides/frontend.md begins, as a reader would start
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boardgames.remote.asgi import Application
from tests.docs.blocks import Page
from tests.remote.servers import UnderUvicorn, Window
from tests.web.browser import Browser

GUIDE = Page("guides/frontend")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UnderUvicorn]:
    """Return the server of the guide, started in a folder with its files."""
    GUIDE.open_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    defined: dict[str, Any] = {}
    exec(GUIDE.files["server.py"], defined)  # noqa: S102  # our own
    app = defined["app"]
    assert isinstance(app, Application)
    server = UnderUvicorn(app)
    yield server
    server.stop()


def test_server_and_page_are_as_short_as_they_are_said_to_be() -> None:
    assert len(GUIDE.files["server.py"].splitlines()) <= 10
    page = [*GUIDE.files["page.html"].splitlines(), *GUIDE.files["page.js"].splitlines()]
    assert len(page) <= 35


def test_the_server_sends_the_page_and_opens_tables(server: UnderUvicorn) -> None:
    for path in ("/", "/page.js"):
        status, _, body = Window(server).send("GET", path)
        assert (status, body.decode()) == (200, GUIDE.files["page" + (path[5:] or ".html")])
    assert (
        Window(server).start("human", "random", game="koryo").get("about")["title"] == "Kory\u014f"
    )


@pytest.mark.long
def test_somebody_plays_on_the_page(server: UnderUvicorn, window: Callable[..., Browser]) -> None:
    page = window()
    page.open(server.url)
    page.until(lambda: bool(page.all("p button")))

    def has_acted(times: int) -> bool:
        page.run("document.querySelector('p button')?.click()")
        return bool(page.text("pre").count("You ") >= times)

    page.until(lambda: has_acted(3))
    assert not [each for each in page.complaints() if "Security Policy" in each]
