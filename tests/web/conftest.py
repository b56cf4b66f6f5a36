"""What tests of the page share: the server, and browsers without a screen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any, Self

import pytest

from boardgames.web.lobby import Lobby
from boardgames.web.server import Server
from tests import packages
from tests.web.browser import DESKTOP, Browser, missing


class Window:
    """A browser without a screen: it holds the secret of a seat, and remembers everything it ever
    received.
    """

    def __init__(self, server: Server, token: str = "") -> None:
        """Sit down with this secret, or with none."""
        self.server = server
        self.token = token
        self.version = 0
        self.log: list[Any] = []
        self.received: list[str] = []

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str | None] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the answer; a header that is None is left out."""
        host = f"127.0.0.1:{self.server.server_port}"
        sent: dict[str, str | None] = {"Host": host, "Authorization": f"Bearer {self.token}"}
        if body is not None:
            sent |= {
                "Origin": f"http://{host}",
                "Content-Type": "application/json",
                "Content-Length": str(len(body)),
            }
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in (sent | (headers or {})).items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        self.received.append(content.decode("utf-8", "replace"))
        return response.status, dict(response.getheaders()), content

    def ask(self, method: str, params: object = None, **headers: str | None) -> tuple[int, Any]:
        """Call a method; return status and answer."""
        status, _, body = self.send(
            "POST", f"/api/{method}", json.dumps(params or {}).encode(), headers
        )
        return status, json.loads(body) if body else None

    def get(self, method: str, **params: object) -> Any:
        """Call a method that must be granted; return the answer."""
        status, answer = self.ask(method, params)
        assert status in (200, 204), answer
        return answer

    def start(self, *seats: str, game: str = "bazaar", **asked: object) -> Self:
        """Open a table, and sit down at it."""
        self.token = self.get("start", game=game, seats=seats, **asked)["token"]
        return self

    def join(self, invitation: str, **asked: object) -> Self:
        """Take a seat by its invitation."""
        self.token = self.get("join", invitation=invitation, **asked)["token"]
        return self

    def look(self) -> Any:
        """Return what is new at the table, with the whole log; None if there is nothing new."""
        seen = self.get("look", version=self.version, log=len(self.log))
        if seen is None:
            return None
        self.version = seen["version"]
        self.log = self.log[: seen["log_from"]] + seen["log"]
        return seen | {"log": self.log}

    def see(self, plies: int) -> Any:
        """Return what is seen after so many actions."""
        self.version = 0
        while (seen := self.look())["plies"] < plies:
            pass
        return seen

    def act(self, action: str) -> None:
        """Do what is legal."""
        self.get("act", action=action)


def seated(server: Server, *seats: str, **asked: Any) -> list[Window]:
    """Open a table, and seat its people."""
    host = Window(server).start(*seats, **asked)
    return [host, *[Window(server).join(absent["invitation"]) for absent in host.look()["absent"]]]


@pytest.fixture(autouse=True)
def _bazaar(site: Path) -> None:
    """Install the small game with a full scene, and one with a board."""
    entries = "ambush = examples.ambush:Ambush\nbazaar = tests.web.bazaar:Bazaar"
    packages.add(site, "games", "games_of_tests", entries)


@pytest.fixture
def serving() -> Iterator[Callable[..., Server]]:
    """Return what starts a server; all are stopped after the test."""
    started: list[tuple[Server, Thread]] = []

    def start(
        lobby: Lobby | None = None,
        host: str = "127.0.0.1",
        names: tuple[str, ...] = (),
        port: int = 0,
    ) -> Server:
        server = Server(lobby or Lobby(patience=1.0), host, port, names)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        started.append((server, thread))
        return server

    yield start
    for server, thread in started:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def server(serving: Callable[..., Server]) -> Server:
    """Return a running server with no table."""
    return serving()


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


def fetched(package: str, folders: pytest.TempPathFactory) -> Path:
    """Return the folder of a package, fetched by npm."""
    if shutil.which("npm") is None:
        pytest.skip(f"there is no npm to fetch {package} with")
    folder = folders.mktemp("npm")
    done = subprocess.run(
        ["npm", "pack", package],  # noqa: S607  # wherever npm is
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"npm cannot fetch {package}")
    with tarfile.open(next(folder.glob("*.tgz"))) as packed:
        packed.extractall(folder, filter="data")
    return folder / "package"


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the script of axe-core, fetched by npm."""
    return (fetched("axe-core@4", tmp_path_factory) / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of Pyodide: the one named by BOARDGAMES_PYODIDE, or fetched by npm."""
    if "BOARDGAMES_PYODIDE" in os.environ:
        return Path(os.environ["BOARDGAMES_PYODIDE"])
    return fetched("pyodide", tmp_path_factory)
