"""The page without a server: the folder that is written, and the library in it, played without
threads.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from boardgames.core.chance import generator, pick
from boardgames.core.errors import ConfigurationError
from boardgames.jsonrpc import NOT_YOUR_SEAT
from boardgames.web.export import NEEDED, archive, export
from boardgames.web.local import Local
from boardgames.web.pages import PARTS, static
from tests.web.browser import Browser, Player, violations


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """Return a folder that looks like one of Pyodide."""
    folder = tmp_path / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    for name in (*NEEDED, "pyodide.asm.mjs"):
        (folder / name).write_bytes(name.encode())
    return folder


def test_the_folder_has_the_page_the_library_and_python(tmp_path: Path, fake: Path) -> None:
    written = export(str(tmp_path / "out"), str(fake))
    names = {str(file.relative_to(tmp_path / "out")) for file in written}
    assert names == {
        *("index.html", *PARTS, "worker.js", "boardgames.zip"),
        *(f"pyodide/{name}" for name in (*NEEDED, "pyodide.asm.mjs")),
    }
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "'wasm-unsafe-eval'" in page
    assert "default-src 'none'" in page
    assert (tmp_path / "out" / "transport.js").read_bytes() == static("local.js")


@pytest.mark.long
def test_opened_as_a_file_the_page_says_that_it_needs_a_server(
    tmp_path: Path, fake: Path, window: Callable[..., Browser]
) -> None:
    export(str(tmp_path / "out"), str(fake))
    page = window()
    page.driver.get((tmp_path / "out" / "index.html").as_uri())
    page.until(lambda: "python -m http.server" in page.one("#start").text)


def test_nothing_is_overwritten_and_a_wrong_folder_is_named(tmp_path: Path, fake: Path) -> None:
    export(str(tmp_path / "out"), str(fake))
    with pytest.raises(ConfigurationError, match="not an empty folder"):
        export(str(tmp_path / "out"), str(fake))
    with pytest.raises(ConfigurationError, match="is not a folder of Pyodide"):
        export(str(tmp_path / "other"), str(tmp_path))
    assert not (tmp_path / "other").exists()
    with pytest.raises(ConfigurationError, match=r"^cannot write .*: Not a directory"):
        export(str(tmp_path / "out" / "index.html" / "other"), str(fake))


def test_the_same_library_is_the_same_archive() -> None:
    assert archive() == archive()


@pytest.mark.long
def test_the_archive_alone_plays_a_game(tmp_path: Path) -> None:
    """In a fresh interpreter that finds the library nowhere else, and cannot start threads."""
    (tmp_path / "boardgames.zip").write_bytes(archive())
    (tmp_path / "library").mkdir()
    shutil.unpack_archive(tmp_path / "boardgames.zip", tmp_path / "library")
    program = """
import json, sys, threading
sys.path.insert(0, "library")
threading.Thread.start = None
from boardgames.web.local import Local
assert "http" not in sys.modules
local = Local("tables", "{}")
def ask(method, **params):
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return json.loads(local.call(json.dumps(message), secret))["result"]
secret = ""
secret = ask("new", game="koryo", seats=["human", "random"])["secret"]
while True:
    while local.step() >= 0: pass
    seen = ask("look")
    if seen["end"]: break
    ask("apply", action=seen["legal_actions"][0]["notation"])
print(seen["end"]["outcome"]["reason"])
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.long
def test_what_is_kept_is_there_after_the_page_is_loaded_again(tmp_path: Path) -> None:
    def ask(local: Local, method: str, secret: str = "", **params: object) -> Any:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return json.loads(local.call(json.dumps(message), secret))

    local = Local(str(tmp_path / "one"), "{}")
    secret = ask(local, "new", game="bazaar", seats=["human", "random"])["result"]["secret"]
    legal = ask(local, "look", secret)["result"]["legal_actions"]
    ask(local, "apply", secret, action=pick(legal, generator(1, 0))["action"])
    while local.step() >= 0:
        pass
    before = ask(local, "look", secret)["result"]
    again = Local(str(tmp_path / "two"), local.files())
    after = ask(again, "look", secret)["result"]
    assert {key: before[key] for key in ("scene", "legal_actions", "log")} == {
        key: after[key] for key in ("scene", "legal_actions", "log")
    }
    assert ask(again, "look", "x")["error"]["code"] == NOT_YOUR_SEAT


@pytest.mark.long
def test_the_exported_page_plays_a_whole_game_without_a_server(
    tmp_path: Path, window: Callable[..., Browser], pyodide: Path, axe: str
) -> None:
    export(str(tmp_path / "out"), str(pyodide))

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    handler = functools.partial(Quiet, directory=str(tmp_path / "out"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        thread = Thread(target=host.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            page = window()
            page.open(f"http://127.0.0.1:{host.server_port}/")
            page.until(lambda: bool(page.all(".setup button.main")), seconds=120)
            assert violations(page, axe) == []
            page.click("input[name='game'][value='koryo']")
            page.click("input[name='count'][value='2']")
            page.click(".setup button.main")
            page.settle()
            first = page.text("#table")
            page.driver.refresh()
            page.until(lambda: page.text("#table") == first, seconds=120)
        finally:
            host.shutdown()
            thread.join()
        # From here on there is no server at all.
        player = Player(page, 6)
        page.settle()
        while not page.is_over():
            player.act()
            page.settle()
        assert player.decisions > 3
        assert page.text("#alarm") == ""
