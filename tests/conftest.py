"""What tests of several layers share: small games, and the command line as a process."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

import boardgames
from boardgames.games import catalogue
from boardgames.play.machine import Machine
from examples.briscola import Briscola
from examples.kuhn_poker import KuhnPoker
from examples.tic_tac_toe import TicTacToe
from tests import packages
from tests.boxes import FROZEN, frozen_lesson
from tests.clock import TickingClock
from tests.testing.small_games import Sealed, Sides, Together

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile(
    "house"
)  # the same examples everywhere, and no test depends on how fast the machine is

PACKAGE = Path(boardgames.__file__).parent
KORYO_AND_OTHERS = [
    "koryo",
    *[pytest.param(name, marks=pytest.mark.long) for name in ("for_the_king", "mundus_novus")],
]
"""The games of this library: Koryŏ always, the others in the long tests only."""
MEMORY = Path("/dev/shm")  # noqa: S108  # no file there has a name that is known before
"""Where Linux keeps files in memory."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite on every core where pytest-xdist is installed, unless the command line
    says otherwise; the tests of a file stay together, so that what they share is made once.
    There is one worker more than there are cores, because some tests only wait.

    The files of tests are kept in memory where that is possible: before each decision at a kept
    table is acknowledged, it waits for the disk twice.
    """
    if is_roomy(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    whole = config.args_source is config.ArgsSource.TESTPATHS and not hasattr(config, "workerinput")
    if whole and not config.option.usepdb and getattr(config.option, "numprocesses", 0) is None:
        config.option.numprocesses = (os.cpu_count() or 1) + 1
        if config.option.dist == "no":
            config.option.dist = "loadfile"


def is_roomy(folder: Path) -> bool:
    """Return whether files can be written and programs started there, and there is a gigabyte."""
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    starts = not os.statvfs(folder).f_flag & os.ST_NOEXEC
    return starts and shutil.disk_usage(folder).free > 1 << 30


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no examples in the docstrings of tests: there are none, and every helper would be
    imported for them.
    """
    return [each for each in (yield) if not isinstance(each, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for no garbage while tests are collected, nor later among what was: all of it stays.

    Afterwards, look for it seldom: what tests leave behind is little, and searches for it took a
    twentieth of the time.
    """
    gc.disable()
    import_share(session.config)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 50)
        gc.enable()


def import_share(config: pytest.Config) -> None:
    """In a worker of the whole suite, import a share of the modules of tests, before any other.

    To rewrite and compile a module takes three times as long as to collect its tests. What one
    worker has compiled is read by the others, unless all of them begin with the same module.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args != config.getini("testpaths"):
        return
    modules = sorted(Path(__file__).parent.rglob("test_*.py"))
    mine = int(worker["workerid"].removeprefix("gw"))
    for path in modules[mine :: worker["workercount"]]:
        name = ".".join(path.relative_to(config.rootpath).with_suffix("").parts)
        with suppress(Exception, pytest.skip.Exception):  # said when it is collected
            import_module(name)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, for a minute at most."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), 60))
    return True


collect_ignore = ["games/nim_package", "play/careful_package"]
"""Not to be imported here: tests build and install it."""


class Process(subprocess.Popen[str]):
    """A process that a test talks to; it is killed where the test leaves its block."""

    def type(self, text: str) -> None:
        """Write this to the process, now."""
        assert self.stdin is not None
        self.stdin.write(text)
        self.stdin.flush()

    def line(self) -> str:
        """Return the next line that the process writes, without its end."""
        assert self.stdout is not None
        return self.stdout.readline().rstrip("\n")

    def __exit__(self, *_: object) -> None:
        self.kill()
        super().__exit__(None, None, None)


class Shell:
    """Runs `python -m boardgames` in a directory of its own, with the package under test."""

    def __init__(self, directory: Path, *installed: Path) -> None:
        """Take the working directory, and folders with further packages."""
        self.directory = directory
        self.path = os.pathsep.join(map(str, (PACKAGE.parent, *installed)))

    def environment(self, **changes: str) -> dict[str, str]:
        """Return the environment of a process, with these changes."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "LC_"))
        }
        return kept | {"PYTHONPATH": self.path, "PYTHONUTF8": "1"} | changes

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of `boardgames` with these arguments."""
        return [sys.executable, "-m", "boardgames", *arguments]

    def run(
        self, *arguments: str, typed: str = "", **changes: Any
    ) -> subprocess.CompletedProcess[str]:
        """Run `boardgames` to its end, with this typed into it and these changes to the
        environment.
        """
        return self.do(self.command(*arguments), typed, **changes)

    def output(self, *arguments: str, typed: str = "", **changes: str) -> str:
        """Run `boardgames`, which must go well; return what it writes."""
        done = self.run(*arguments, typed=typed, **changes)
        assert (done.returncode, done.stderr) == (0, ""), arguments
        return done.stdout

    def python(self, *arguments: str | Path, **changes: Any) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments to its end."""
        return self.do([sys.executable, *map(str, arguments)], **changes)

    def do(
        self,
        command: Sequence[str],
        typed: str = "",
        *,
        stdin: IO[bytes] | None = None,
        stdout: IO[bytes] | int = subprocess.PIPE,
        **changes: str,
    ) -> subprocess.CompletedProcess[str]:
        """Run any command to its end; bytes that are no text are surrogates, as `os.fsdecode` makes
        them.
        """
        return subprocess.run(
            command,
            input=typed if stdin is None else None,
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="surrogateescape",
            cwd=self.directory,
            env=self.environment(**changes),
            check=False,
            timeout=600,
        )

    def start(self, *arguments: str, **changes: str) -> Process:
        """Start `boardgames`, with pipes to talk to it."""
        return self.begin(self.command(*arguments), **changes)

    def begin(self, command: Sequence[str], **changes: str) -> Process:
        """Start any command, with pipes to talk to it."""
        return Process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=self.directory,
            env=self.environment(**changes),
        )


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Return a shell whose working directory is empty."""
    return Shell(tmp_path)


@pytest.fixture
def site(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Return an empty folder to import from; what has been imported from it is forgotten after the
    test.
    """
    folder = tmp_path_factory.mktemp("site")
    monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]


@pytest.fixture
def small_games(site: Path) -> Iterator[None]:
    """Install some of the small games of the tests."""
    entries = [f"{cls.name} = {cls.__module__}:{cls.__name__}" for cls in (Sealed, Sides, Together)]
    packages.add(site, "games", "small_games", "\n".join(entries))
    yield
    catalogue.look_again()


@pytest.fixture
def frozen_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the games have the lessons of their frozen boxes."""
    for name in FROZEN:
        text = frozen_lesson(name)
        monkeypatch.setattr(
            type(boardgames.make(name, players=2).words), "lesson", lambda _, text=text: text
        )


@pytest.fixture
def steady_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search for a hint at a table do the same on every machine, however fast that is."""
    monkeypatch.setattr(Machine, "stopwatch", lambda _: TickingClock())


@pytest.fixture
def unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bot pause before it answers: that takes time, and changes no game."""
    monkeypatch.setattr(Machine, "sleep", lambda *_: None)
    monkeypatch.setattr(Machine, "wait", lambda *_: None)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let processes started here hear signals, even where the tests run in the background or under
    `nohup`.
    """
    default = {signal.SIGHUP: signal.SIG_DFL, signal.SIGTERM: signal.SIG_DFL}
    heard: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler, **default}
    before = {number: signal.signal(number, handler) for number, handler in heard.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait, for a minute at most, until this is so."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def processes_with(text: str) -> set[str]:
    """Return the processes that have this in their command line."""
    found = set()
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if text.encode() in each.read_bytes():
                found.add(each.parent.name)
    return found


def program(directory: Path, *on_choice: str) -> str:
    """Write a bot that greets, and does this when it is asked to choose; return its spec."""
    path = directory / "bot.py"
    path.write_text(
        "\n".join(
            [
                "import json, os, sys, time",
                "for line in sys.stdin:",
                "    request = json.loads(line)",
                "    if request['method'] == 'choose':",
                *[f"        {line}" for line in on_choice],
                "    if 'id' in request:",
                (
                    "        answer = {'jsonrpc': '2.0', 'id': request['id'], 'result':"
                    " {'protocol': 1}}"
                ),
                "        print(json.dumps(answer), flush=True)",
            ]
        )
    )
    return f"cmd:{sys.executable} {path}"


@contextmanager
def drawing(seed: int) -> Iterator[None]:
    """Let every seed that is drawn for a game within this block be this one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "seed", lambda _: seed)
        yield


@pytest.fixture(scope="session")
def sealed() -> Sealed:
    """Return the small game with simultaneous, hidden commitments, for two."""
    return Sealed(2)


@pytest.fixture(scope="session")
def tic_tac_toe() -> TicTacToe:
    """Return the game of the examples."""
    return TicTacToe(2)


@pytest.fixture(scope="session")
def kuhn_poker() -> KuhnPoker:
    """Return the game of the examples."""
    return KuhnPoker(2)


@pytest.fixture(scope="session")
def briscola() -> Briscola:
    """Return the game of the examples."""
    return Briscola(2)
