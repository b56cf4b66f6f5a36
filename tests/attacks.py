"""Hostile input for every way in: `python -m tests.attacks --seconds 60` tells how much was tried
and what came out.

Each attack throws lines at one way in and holds the answers to its promises: no traceback, one
clear error, nothing that is secret, nothing that is too long. The same seed makes the same attack.
`test_attacks.py` runs a little of each.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import socket
import string
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic
from typing import Any

import boardgames
from boardgames.cli import main as command_line
from boardgames.jsonrpc import INTERNAL_ERROR, MAX_BYTES
from boardgames.play import Match, make_bot
from boardgames.remote import Tables, answer, methods
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.web.asgi import application
from tests.conftest import drawing

GAMES = boardgames.game_names()
SECRET = 4_000_111_222_333_444
"""The seed that is drawn: it must not turn up before the end of a game."""


@dataclass
class Report:
    """What an attack has tried and found."""

    tried: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, outcome: str) -> None:
        """Count an outcome that is as it should be."""
        self.tried += 1
        self.outcomes[outcome] += 1

    def fault(self, attack: object, found: object) -> None:
        """Note what should not have happened, and after what."""
        self.tried += 1
        self.outcomes["FAULT"] += 1
        self.faults.append(f"{attack!r:.300}\n    -> {found!r:.300}")


Attack = Callable[[Random, Report], None]
"""Makes one attempt, or a few that belong together."""


# What is thrown.

NUMBERS = [
    "9" * 30,
    "9" * 1300,
    "9" * 4400,
    *"0 -1 1 2 3 1e400 -1e400 1.5 1E-9 -0 NaN Infinity".split(),
]
TEXTS = [
    *("", "\ud800", "\u202e", "\x00", "\x1b[31m", "\r\n", "x" * 300, "-" * 43, "Kory\u014f"),
    *("for the king", "order none", "bid 1", " cmd:true"),
    *"human random koryo cmd:true cmd: greedy:worlds=1 greedy:worlds=1e9999 mcts:seconds=-1"
    " random: end pass".split(),
    *"../../etc/passwd __init__ null [ {}".split(),
]
NAMES = (
    "jsonrpc id method params table seat seats players game options seed action since key record"
    " file components name self type format forget once turn version for_seat of_seat as_seat ply"
    " grant invitation host hands bot"
).split()
METHODS = [*methods.METHODS, "close_all", "call", "_keep", "__class__", ""]


def text(rng: Random) -> str:
    """Return a text: a known one, or noise."""
    if rng.random() < 0.7:
        return rng.choice(TEXTS)
    return "".join(
        rng.choices(string.printable + "\u0000\u0130\ud800\u2028\U0001f600", k=rng.randrange(20))
    )


def scrap(rng: Random, depth: int = 0) -> str:
    """Return something like JSON."""
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(NUMBERS)
    if kind < 0.6 or depth > 3:
        return json.dumps(text(rng))
    if kind < 0.7:
        return rng.choice(["null", "true", "false"])
    if kind < 0.72:
        return "[" * 3000 + "]" * 3000
    parts = [scrap(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind < 0.85:
        return f"[{','.join(parts)}]"
    return "{" + ",".join(f"{json.dumps(rng.choice(NAMES))}:{part}" for part in parts) + "}"


def request(rng: Random, tables: list[int]) -> str:
    """Return a request that is almost right, at one of these tables."""
    sensible = {
        "table": str(rng.choice([*tables, *tables, 1])),
        "seat": rng.choice(["0", "1", "null", "2"]),
        "action": rng.choice(
            ['"order none"', '"end"', '"pass"', '{"type": "order", "cards": []}', scrap(rng)]
        ),
        "game": json.dumps(rng.choice(GAMES)),
        "players": rng.choice(["2", "3"]),
        "since": rng.choice(["0", "3"]),
    }
    if rng.random() < 0.3:
        sensible["seats"] = rng.choice(
            ['["human", "random"]', '["human", "human"]', '["random", "random"]']
        )
    wanted = {
        "new": ["game", "players", "seats"],
        "load": [],
        "record": ["table"],
        "close": ["table"],
        "view": ["table", "seat"],
        "legal_actions": ["table", "seat"],
        "apply": ["table", "seat", "action"],
        "wait": ["table"],
        "look": ["table", "seat", "since"],
        "undo": ["table", "seat"],
        "resign": ["table", "seat"],
        "events": ["table", "seat", "since"],
        "outcome": ["table"],
    }
    method = rng.choice(METHODS)
    params = {name: sensible[name] for name in wanted.get(method, []) if name in sensible}
    if rng.random() < 0.4:
        params[rng.choice(NAMES)] = scrap(rng)
    joined = ",".join(f"{json.dumps(name)}:{content}" for name, content in params.items())
    members = {
        "jsonrpc": '"2.0"',
        "id": "1",
        "method": json.dumps(method),
        "params": "{" + joined + "}",
    }
    if rng.random() < 0.2:
        members[rng.choice([*NAMES[:4], text(rng)])] = scrap(rng)
    return (
        "{" + ",".join(f"{json.dumps(name)}:{content}" for name, content in members.items()) + "}"
    )


def damaged(rng: Random, data: bytes) -> bytes:
    """Return the data with a few bytes changed, lost or doubled."""
    damage = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        if not damage:
            break
        at = rng.randrange(len(damage))
        how = rng.random()
        if how < 0.4:
            damage[at] = rng.randrange(256)
        elif how < 0.7:
            del damage[at : at + rng.randrange(1, 20)]
        else:
            damage[at:at] = damage[at : at + rng.randrange(1, 20)]
    return bytes(damage)


# The protocol.


def protocol(folder: Path) -> Attack:
    """Attack a server that plays for us, with games that are going on."""
    tables = Tables(max_tables=4, records=folder, seconds=1)

    def one(rng: Random, report: Report) -> None:
        kind, numbers = rng.random(), [*tables._tables]
        if kind < 0.6:
            line = request(rng, numbers).encode("utf-8", "surrogatepass")
        elif kind < 0.75:
            line = damaged(rng, request(rng, numbers).encode("utf-8", "surrogatepass"))
        elif kind < 0.85:
            line = scrap(rng).encode("utf-8", "surrogatepass")
        elif kind < 0.95:
            batch = [request(rng, numbers) for _ in range(rng.choice([0, 1, 2, 5, 101]))]
            line = f"[{','.join(batch)}]".encode("utf-8", "surrogatepass")
        else:
            line = rng.randbytes(rng.randrange(60))
        with drawing(SECRET):
            sent = answer(tables, line).decode()
        reply: Any = json.loads(sent) if sent else None
        replies = reply if isinstance(reply, list) else [] if reply is None else [reply]
        secret = any(table.match.outcome is None for table in tables._tables.values())
        results = [each.get("result") or {} for each in replies]
        ends = [result.get("end") or {} for result in results]  # of a game that is over
        told = any(result.get("seed") == str(SECRET) for result in (*results, *ends))
        if len(sent) > MAX_BYTES:
            report.fault(line, f"an answer of {len(sent)} bytes")
        elif secret and str(SECRET) in sent and not told and '"record"' not in sent:
            report.fault(line, sent)
        elif any(each.get("error", {}).get("code") == INTERNAL_ERROR for each in replies) or any(
            "\n" in each["error"]["message"] for each in replies if "error" in each
        ):
            report.fault(line, reply)
        else:
            codes = sorted({str(each.get("error", {}).get("code", "answered")) for each in replies})
            report.note(codes[0] if len(codes) == 1 else "several" if codes else "no answer")

    return one


# The command line.

WORDS = [
    *"list rules play arena replay serve koryo Koryo mundus-novus chess random,random human,random"
    " human,human".split(),
    *"--seats --seed 7 --quiet --record --resume --check --step --games 1 --json --tables"
    " --records".split(),
    *". --on-fault random --help --version --executor json:dumps math:pi --programs".split(),
    "for the king",
]
FILES = ["game.json", "bad.json", "bad.toml", "none.json", "new.json", "/dev/null"]


def commands(folder: Path) -> Attack:
    """Attack the parsers of the command line: arguments, records, components, and what is typed."""
    record = folder / "whole.json"
    match: Match[Any, Any, Any] = Match(
        boardgames.make("koryo", players=2), [make_bot("random")] * 2, 5, ["random"] * 2
    )
    for event in match.run():
        if event.ply == 20:
            break
    match.record().save(record)
    whole = record.read_bytes()
    components = (
        Path(boardgames.__file__).parent / "games" / "koryo" / "components.toml"
    ).read_bytes()

    def one(rng: Random, report: Report) -> None:
        (folder / "game.json").write_bytes(whole)
        (folder / "bad.json").write_bytes(damaged(rng, whole))
        (folder / "bad.toml").write_bytes(damaged(rng, components))
        (folder / "new.json").unlink(missing_ok=True)
        kind = rng.random()
        if kind < 0.25:
            arguments = [
                "play",
                "koryo",
                "--seats",
                rng.choice(["human,random", "human,human"]),
                "--seed",
                "7",
            ]
        elif kind < 0.5:
            arguments = [
                *rng.choice([["replay"], ["replay", "--check"], ["play", "--resume"]]),
                "bad.json",
            ]
        elif kind < 0.6:
            arguments = ["play", "koryo:components=bad.toml", "--seats", "random,random", "--quiet"]
        else:
            some = rng.choices(
                [*WORDS, *WORDS, *FILES, *[each for each in TEXTS if "mcts" not in each]],
                k=rng.randrange(7),
            )
            arguments = [
                rng.choice(WORDS[:6]),
                *[each for each in some if not each.strip().startswith("cmd:")],
            ]
            arguments = [each for each in arguments if each != "1e9999"]
        status, out, err, raised = _run(arguments, _typed(rng))
        fault = raised or _fault(status, out, err)
        if fault:
            report.fault(arguments, fault)
        else:
            report.note(f"exit status {status}")

    return one


def _fault(status: int, out: str, err: str) -> str | None:
    """Return what is wrong with what a command has written."""
    if "Traceback" in err or status not in (0, 1, 2):
        return f"exit status {status}: {err}"
    if status == 2 and len(err.splitlines()) != 1:
        return f"not one line: {err}"
    codes = {
        letter for letter in out + err if not letter.isprintable() and letter not in "\n\xa0\u3000"
    }
    return f"control characters: {sorted(codes)}" if codes else None


def _typed(rng: Random) -> bytes:
    known = [
        b"1",
        b"2",
        b"?",
        b"undo",
        b"back",
        b"table",
        b"end",
        b"",
        b"\xff",
        b"\xc3",
        b"9" * 5000,
        b"\0",
        b"\x1b[A",
    ]
    lines = [
        rng.choice([*known, text(rng).encode("utf-8", "surrogatepass")])
        for _ in range(rng.randrange(12))
    ]
    return b"\n".join(lines)


def _run(arguments: list[str], typed: bytes) -> tuple[int, str, str, BaseException | None]:
    """Return exit status, output, errors and what was raised by a command that runs in this
    process.
    """
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    raised: BaseException | None = None
    status = -1
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = command_line(arguments)
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else -1
    except Exception as error:  # noqa: BLE001  # that is what is looked for
        raised = error
    finally:
        sys.stdin = before
    written = []
    for stream in (out, err):
        stream.flush()
        content = stream.buffer
        assert isinstance(content, io.BytesIO)
        written.append(content.getvalue().decode("utf-8"))
    return status, written[0], written[1], raised


# The server of the page.

HEADERS = [
    "Host: {host}",
    "Origin: http://{host}",
    "Content-Type: application/json",
    "Content-Length: {length}",
    "Authorization: Bearer {token}",
    "Host: evil.example",
    "Content-Length: -1",
    "Transfer-Encoding: chunked",
    "Authorization: Bearer \xe9",
    "X: " + "x" * 70_000,
    "Content-Length: 99999999999",
    ": ",
    "Connection: close",
]
"""The first five belong to a request; the others make it a wrong one."""
PATHS = [
    *"/ /page.js /rpc /rpc /rpc /rpc /mcp /mcp /rpc/ /rpc?x /api/about /../x * //".split(),
    "",
]
GOOD = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "koryo", "seats":'
    b' ["human", "random"], "names": ["a", "b"], "seed": 5}}'
)
TOOL = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "new_game",'
    b' "arguments": {"game": "koryo", "players": 5}}}'
)
BODIES = [
    *(
        b"",
        b"{",
        b"[]",
        b"5",
        b"nul",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"version": 1e400}',
        b'{"version": NaN}',
        GOOD,
    ),
    TOOL,
    *(b'{"seed": ' + b"9" * 5000 + b"}", GOOD.replace(b"5", b"-1"), b'{"action": "end"}'),
]


@contextlib.contextmanager
def page() -> Iterator[Attack]:
    """Attack the server of the page with bodies known to be bad, requests that are almost right,
    and noise.
    """
    lobby = Lobby()
    server = HttpServer(application(lobby))
    server.application.patience = 0.1
    broken: list[BaseException | None] = []
    server.handle_error = lambda *_: broken.append(sys.exception())  # type: ignore[method-assign]  # only here
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    sitting = lobby.start(Start("koryo", ("human", "random")))
    facts = {"host": f"127.0.0.1:{server.server_port}", "token": sitting.secret or ""}
    known = [(path, body) for path in ("/rpc", "/mcp") for body in BODIES]

    def send(sent: bytes, report: Report) -> None:
        got = _exchange(("127.0.0.1", server.server_port), sent)
        real = [
            error
            for error in broken
            if error is not None and not isinstance(error, ConnectionError)
        ]
        broken.clear()
        fault = real[0] if real else _wrong_answer(got)
        if fault:
            report.fault(sent, fault)
        else:
            report.note(
                got.split(b" ", 2)[1].decode("latin-1") if got.startswith(b"HTTP/") else "closed"
            )

    def one(rng: Random, report: Report) -> None:
        if not report.tried:
            for path, body in known:
                lines = [
                    f"POST {path} HTTP/1.1",
                    *[each.format(**facts, length=len(body)) for each in HEADERS[:5]],
                ]
                send("\r\n".join([*lines, "", ""]).encode() + body, report)
        body = rng.choice(
            [
                scrap(rng).encode("utf-8", "replace"),
                request(rng, [1]).encode("utf-8", "replace"),
                rng.choice(BODIES),
                damaged(rng, rng.choice([GOOD, TOOL])),
            ]
        )
        told = facts | {"length": len(body), "token": rng.choice([facts["token"], "x", ""])}
        method = rng.choice(["GET", "POST", "PUT", "get", ""])
        lines = [f"{method} {rng.choice(PATHS)} HTTP/1.{rng.randrange(3)}"]
        lines += [each.format(**told) for each in HEADERS[:5] if rng.random() < 0.8]
        lines += [each.format(**told) for each in HEADERS[5:] if rng.random() < 0.06]
        sent = "\r\n".join([*lines, "", ""]).encode("latin-1") + body
        if rng.random() < 0.4:
            sent = damaged(rng, sent) if rng.random() < 0.7 else rng.randbytes(rng.randrange(200))
        send(sent, report)

    try:
        yield one
    finally:
        server.shutdown()
        server.server_close()
        lobby.close()
        thread.join()


def _wrong_answer(got: bytes) -> str | None:
    """Return what is wrong with an answer; without a version in the request there is no head, and
    it may be closed.
    """
    if not got.startswith(b"HTTP/"):
        return (
            None
            if not got or got.startswith((b'{"jsonrpc":', b"<!doctype", b"<!DOCTYPE"))
            else f"no answer: {got!r}"
        )
    head, _, body = got.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    if status >= 500 and status not in (
        501,
        503,
        505,
    ):  # a method or version that is not known, or all tables taken
        return f"status {status}"
    if not body.startswith(b"{"):
        return None
    # The rest of what was sent may have been taken for another request, and answered, too.
    answer, _ = json.JSONDecoder().raw_decode(body.decode())
    if answer.get("error", {}).get("code") == INTERNAL_ERROR:
        return f"an internal error: {body!r}"
    if status >= 400 and answer.keys() != {"jsonrpc", "id", "error"}:
        return f"more than an error: {body!r}"
    return None


def _exchange(address: tuple[str, int], sent: bytes) -> bytes:
    """Return the answer, up to the end of the connection."""
    got = b""
    with socket.create_connection(address, timeout=20) as connection, contextlib.suppress(OSError):
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(1 << 16):
            got += part
    return got


# All of them.


def attack(
    *, seed: int, attempts: int | None = None, seconds: float | None = None
) -> dict[str, Report]:
    """Run every attack for so many attempts, or for so many seconds; return what each has found."""
    reports: dict[str, Report] = {}
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch, page() as web:
        folder = Path(scratch)
        kept = folder / "kept"
        kept.mkdir()
        os.chdir(folder)
        mask = os.umask(0o077)
        try:
            attacks = {"protocol": protocol(kept), "commands": commands(folder), "page": web}
            for name, one in attacks.items():
                report = reports[name] = Report()
                rng = Random(f"{seed} {name}")  # noqa: S311  # for play, not for secrets
                end = None if seconds is None else monotonic() + seconds / len(attacks)
                while (attempts is not None and report.tried < attempts) or (
                    end is not None and monotonic() < end
                ):
                    one(rng, report)
        finally:
            os.chdir(before)
            os.umask(mask)
    return reports


def main() -> int:
    """Run the attacks; the exit status is 1 if one of them has found a fault."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.attacks", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "--seconds", type=float, default=60, help="for all attacks together (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the attacks (default: %(default)s)")
    chosen = parser.parse_args()
    reports = attack(seed=chosen.seed, seconds=chosen.seconds)
    for name, report in reports.items():
        outcomes = ", ".join(
            f"{count} {outcome}" for outcome, count in report.outcomes.most_common()
        )
        sys.stdout.write(f"{name}: {report.tried} tried: {outcomes}\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in report.faults[:10])
    return int(any(report.faults for report in reports.values()))


if __name__ == "__main__":
    sys.exit(main())
