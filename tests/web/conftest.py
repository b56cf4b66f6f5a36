"""What tests of the page share: the server, and browsers without a screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from boardgames.play.machine import Machine
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from tests import packages
from tests.remote.servers import Start, serving_http
from tests.web.browser import DESKTOP, Browser, missing
from tests.web.looks import LOOKS


@pytest.fixture(autouse=True)
def _bazaar(site: Path) -> None:
    """Install the small games: one with a full scene, one with a board, those of plain looks,
    one whose actions have parts.
    """
    games = {
        "ambush": "examples.ambush:Ambush",
        "bazaar": "tests.web.bazaar:Bazaar",
        "workshop": "tests.workshop:Workshop",
        **{look.name: f"{look.__module__}:{look.__name__}" for look in LOOKS},
    }
    entries = "\n".join(f"{name} = {where}" for name, where in games.items())
    packages.add(site, "games", "games_of_tests", entries)


class SameSeeds(Machine):
    """Gives the games that are started one after the other the same seeds in every run."""

    def __init__(self) -> None:
        self._last = 730_514_629_000  # a number that stands nowhere else

    def seed(self) -> int:
        self._last += 1
        return self._last


@pytest.fixture
def serving() -> Iterator[Start]:
    """Return what starts a server; all are stopped after the test."""
    with ExitStack() as started:

        def start(
            lobby: Lobby | None = None,
            host: str = "127.0.0.1",
            names: tuple[str, ...] = (),
            port: int = 0,
            patience: float = 1.0,
        ) -> Any:
            running = serving_http(lobby or Lobby(machine=SameSeeds()), host, names, port, patience)
            return started.enter_context(running)

        yield start


@pytest.fixture
def server(serving: Start) -> HttpServer:
    """Return a running server with no table."""
    server: HttpServer = serving()
    return server


@pytest.fixture
def window() -> Iterator[Callable[..., Browser]]:
    """Return what opens a browser; all are closed after the test."""
    lack = missing()
    if lack is not None:
        if os.environ.get("BOARDGAMES_BROWSER") == "1":
            pytest.fail(lack)
        pytest.skip(lack)
    opened: list[Browser] = []

    def open_one(
        size: tuple[int, int] = DESKTOP, *, dark: bool = False, stores: bool = True
    ) -> Browser:
        opened.append(Browser(size, dark=dark, stores=stores))
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
