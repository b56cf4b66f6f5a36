"""docs/guides/server.md, as a reader would do what it says: behind nginx, and with curl alone."""

from __future__ import annotations

import argparse
import configparser
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from sys import platform
from threading import Thread

import pytest

from boardgames.cli.commands import web
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.web.asgi import application
from tests.conftest import Process, Shell, wait_until
from tests.remote.servers import Window, serving_http

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "server.md").read_text(encoding="utf-8")
KEY = "the key of the test"
PUBLIC = ("play.example", "https://play.example")


def block(language: str) -> str:
    """Return the block of the guide in this language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture
def started(shell: Shell, interruptible: None) -> Iterator[Callable[..., tuple[Process, int]]]:
    """Return what starts the command of the guide; it returns the process and its port."""
    del interruptible
    with ExitStack() as stack:

        def start(*more: str) -> tuple[Process, int]:
            process = stack.enter_context(shell.start("web", "--no-browser", "--port", "0", *more))
            found = re.search(r":(\d+)/", process.line())
            assert found
            return process, int(found[1])

        yield start


def answers(port: int) -> bool:
    """Return whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def nginx(folder: Path, server: str, to: int) -> Iterator[int]:
    """Run nginx with this server in its configuration; return its port."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("there is no nginx")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = server.replace("listen 80;", f"listen 127.0.0.1:{port};")
    server = server.replace("127.0.0.1:8000", f"127.0.0.1:{to}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{each}_temp_path {folder}/{each};\n" for each in kinds)
    config = folder / "nginx.conf"
    config.write_text(
        f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}{server}}}\n"
    )
    with subprocess.Popen([program, "-e", f"{folder}/error.log", "-c", str(config)]) as running:
        try:
            wait_until(lambda: answers(port))
            yield port
        finally:
            running.terminate()


@contextmanager
def caddy(folder: Path, site: str, to: int) -> Iterator[int]:
    """Run Caddy with this site, without TLS; return its port."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("there is no caddy")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = site.replace(PUBLIC[0], f"http://{PUBLIC[0]}:{port}")
    config = folder / "Caddyfile"
    config.write_text(f"{{\nadmin off\n}}\n{site.replace('127.0.0.1:8000', f'127.0.0.1:{to}')}")
    command = [program, "run", "--config", str(config), "--adapter", "caddyfile"]
    environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as running:
        try:
            wait_until(lambda: answers(port))
            yield port
        finally:
            running.terminate()


PROXIES = {"nginx": (nginx, "nginx"), "Caddy": (caddy, "caddyfile")}
"""How each proxy is run, and the language of its block in the guide."""


class Behind(Window):
    """A browser that knows the server by its public name."""

    def __init__(self, port: int, token: str = "") -> None:
        super().__init__(type("Proxy", (), {"server_port": port})(), token)

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str | None] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Send it with the public name."""
        host, origin = PUBLIC
        named: dict[str, str | None] = {"Host": host}
        if body is not None:
            named["Origin"] = origin
        return super().send(method, path, body, named | (headers or {}))


def finish(window: Window) -> None:
    """Play on to the end."""
    while (seen := window.see(0))["end"] is None:
        if seen["choices"]:
            window.act(seen["choices"][-1]["action"])


@pytest.mark.long
@pytest.mark.parametrize("is_default", [False, True], ids=["as in the guide", "with its defaults"])
def test_a_game_is_played_behind_nginx(
    is_default: bool,  # noqa: FBT001  # a parameter of the test
    started: Callable[..., tuple[Process, int]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BOARDGAMES_KEY", KEY)
    _, port = started("--name", PUBLIC[0], "--proxy", "127.0.0.1")
    server = block("nginx")
    if is_default:
        server = re.sub(r" *proxy_set_header.*\n", "", server)
    with nginx(tmp_path, server, port) as public:
        window = Behind(public)
        assert window.send("GET", "/")[0] == 200
        assert window.ask("new", {"game": "koryo", "seats": ["human", "random"]})[0] == -32003
        window.token = KEY
        finish(window.start("human", "random", game="koryo"))


@pytest.mark.long
def test_a_game_is_played_behind_caddy(
    started: Callable[..., tuple[Process, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDGAMES_KEY", KEY)
    _, port = started("--name", PUBLIC[0], "--proxy", "127.0.0.1")
    with caddy(tmp_path, block("caddyfile"), port) as public:
        window = Behind(public, KEY)
        assert window.send("GET", "/")[0] == 200
        finish(window.start("human", "random", game="koryo"))


@pytest.mark.long
@pytest.mark.skipif(platform != "linux", reason="each client has an address of this machine")
@pytest.mark.parametrize("name", PROXIES)
@pytest.mark.parametrize("is_believed", [True, False])
def test_a_proxy_tells_the_address_of_the_client_if_it_is_believed(
    name: str,
    is_believed: bool,  # noqa: FBT001  # a parameter of the test
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the client itself says."""
    lobby, seen = Lobby(key=""), list[str]()
    monkeypatch.setattr(lobby, "note_address", lambda _, address: seen.append(address))
    run, language = PROXIES[name]
    app = application(lobby, [PUBLIC[0]], ["127.0.0.1"] if is_believed else [])
    with HttpServer(app) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with run(tmp_path, block(language), server.server_port) as public:
            connection = HTTPConnection(
                "127.0.0.1", public, timeout=20, source_address=("127.0.1.7", 0)
            )
            asked = '{"jsonrpc": "2.0", "id": 1, "method": "hello"}'
            said = {"Host": PUBLIC[0], "X-Forwarded-For": "192.0.2.66"}
            connection.request("POST", "/rpc", asked, said | {"Content-Type": "application/json"})
            assert connection.getresponse().status == 200
            connection.close()
        server.shutdown()
    assert seen == ["127.0.1.7" if is_believed else "127.0.0.1"]


def test_the_container_of_the_guide_serves_and_is_well(shell: Shell, tmp_path: Path) -> None:
    """What the image runs, and what asks whether it is well; only folder and port are ours."""
    lines = dict(
        re.findall(r"^(ENTRYPOINT|HEALTHCHECK CMD) (.*)", block("dockerfile"), re.MULTILINE)
    )
    entry, health = (json.loads(lines[each]) for each in ("ENTRYPOINT", "HEALTHCHECK CMD"))
    assert entry[0] == "boardgames"
    entry[entry.index("/games")] = str(tmp_path)

    def healthy(port: int) -> bool:
        program = [sys.executable, *health[1:-1], health[-1].replace(":8000", f":{port}")]
        return not subprocess.run(program, capture_output=True, check=False, timeout=20).returncode

    with shell.start(*entry[1:], "--port", "0", "--name", PUBLIC[0]) as process:
        found = re.search(r":(\d+)/", process.line())
        assert found
        assert healthy(int(found[1]))
        process.terminate()
        process.wait(20)
    assert not healthy(int(found[1]))


def test_systemd_understands_the_unit_of_the_guide(tmp_path: Path) -> None:
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        pytest.skip("there is no systemd-analyze")
    unit = tmp_path / "boardgames.service"
    program = tmp_path / "boardgames"
    program.touch(0o755)

    def said(text: str) -> str:
        unit.write_text(text.replace("/opt/boardgames/bin/boardgames", str(program)))
        done = subprocess.run(
            [analyse, "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60
        )
        return done.stdout + done.stderr

    assert said(block("ini")) == ""
    assert "Unknown key" in said(block("ini").replace("Restart=", "Restarts="))


@pytest.mark.long
def test_behind_nginx_without_the_name_both_sides_say_what_to_do(
    started: Callable[..., tuple[Process, int]], tmp_path: Path
) -> None:
    _, port = started()
    with nginx(tmp_path, block("nginx"), port) as public:
        browser: dict[str, str | None] = {"Accept": "text/html"}
        status, _, page = Behind(public).send("GET", "/", headers=browser)
    assert (status, b"boardgames web --name" in page) == (403, True)
    (tmp_path / "again").mkdir()
    server = re.sub(r" *proxy_set_header.*\n", "", block("nginx"))
    with nginx(tmp_path / "again", server, port) as public:
        assert Behind(public).send("GET", "/")[0] == 200
        code, message = Behind(public).ask("games")
    assert (code, "boardgames web --name play.example" in message) == (403, True)


@pytest.mark.long
def test_a_whole_game_is_played_with_curl_by_the_guide_alone(tmp_path: Path) -> None:
    """And never waits where there is no news to come."""
    if shutil.which("curl") is None:
        pytest.skip("there is no curl")
    (tmp_path / "play.sh").write_text(block("sh"))
    with serving_http(Lobby(), "127.0.0.1", (), 0, patience=60.0) as server:
        done = subprocess.run(
            ["sh", "play.sh"],  # noqa: S607  # wherever sh is
            cwd=tmp_path,
            env=os.environ | {"SERVER": server.url[:-1], "NO_PROXY": "*", "no_proxy": "*"},
            capture_output=True,
            text=True,
            check=True,
            timeout=50,
        )
    assert json.loads(done.stdout)["result"]["score_sheet"], done.stderr


def commands() -> list[list[str]]:
    """Return the arguments of every `boardgames web` of the guide."""
    container = re.search(r"^ENTRYPOINT (.*)", block("dockerfile"), re.MULTILINE)
    service = configparser.ConfigParser(interpolation=None)
    service.read_string(block("ini"))
    assert container
    inline = re.findall(r"boardgames web (--no-browser[^`\n]*)", GUIDE.split("## systemd")[0])
    found: list[list[str]] = [json.loads(container[1])[2:]]
    found += [shlex.split(service["Service"]["ExecStart"])[2:], *map(shlex.split, inline)]
    return found


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_every_command_of_the_guide_is_understood(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser()
    web.add(parser)
    assert parser.parse_args(arguments).no_browser
