from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from codecs import getincrementaldecoder
from pathlib import Path

import pytest

import boardgames
from boardgames.core.chance import generator
from boardgames.play import Record
from tests.conftest import Process, Shell, program, wait_until

pytestmark = pytest.mark.long

WATCH = ("play", "koryo", "--seats", "random,greedy:worlds=1", "--seed", "7")
PLAY = ("play", "koryo", "--seats", "human,random", "--seed", "8")


def test_the_same_seed_writes_the_same_bytes_in_every_process(shell: Shell) -> None:
    outs = []
    for hash_seed in ("0", "1", "2"):
        out = shell.output(*WATCH, "--record", f"{hash_seed}.json", PYTHONHASHSEED=hash_seed)
        outs.append(out.replace(f"{hash_seed}.json", ""))
    assert outs[0] == outs[1] == outs[2]
    records = [
        (shell.directory / f"{hash_seed}.json").read_bytes() for hash_seed in ("0", "1", "2")
    ]
    assert records[0] == records[1] == records[2]


def test_where_another_package_was_installed_over_this_one_it_says_so(shell: Shell) -> None:
    """As `pip install boardgames` does, which replaces the file that both have."""
    package = shell.directory / "boardgames"
    package.mkdir()
    for each in Path(boardgames.__file__).parent.iterdir():
        if each.name != "__init__.py":
            (package / each.name).symlink_to(each)
    (package / "__init__.py").write_text("class Board: ...\n")
    done = shell.run("--version", PYTHONPATH=str(shell.directory))
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith(
        "pip uninstall boardgames, then pip install --force-reinstall boardgames-engine"
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
        {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C.UTF-8"},
        {"TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "POSIX"},
    ],
    ids=range(4),
)
def test_poor_terminals_get_poor_letters_and_no_traceback(
    shell: Shell, environment: dict[str, str]
) -> None:
    for arguments in (["list"], ["rules", "koryo"], [*WATCH], [*PLAY]):
        out = shell.output(*arguments, typed="1\n?\nKory\u014f\n", **environment)
        assert out
        assert "\x1b" not in out


def test_where_there_is_only_ascii_the_title_loses_its_accent(shell: Shell) -> None:
    done = shell.run("list", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.stdout.isascii()
    assert "Koryo, 2 to 4 players" in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no endless file here")  # noqa: PTH110  # no file
@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "/dev/full"),
        ("replay", "--check", "/dev/zero"),
        ("play", "--resume", "/dev/full"),
        ("play", "koryo:components=/dev/zero"),
        ("league", "/dev/zero"),
        ("arena", "koryo", "--resume", "/dev/zero"),
    ],
)
def test_a_file_that_does_not_end_is_refused(shell: Shell, arguments: tuple[str, ...]) -> None:
    done = shell.run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
def test_no_command_fails_badly_where_input_or_output_is_closed(
    shell: Shell, closed: tuple[int, ...]
) -> None:
    redirections = " ".join(f"{number}>&-" for number in closed)
    for arguments in (("--help",), PLAY, ("serve",)):
        done = shell.do(
            ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", *shell.command(*arguments)]
        )
        said = (
            "" if 2 in closed else "boardgames: the standard input, output and error must be open\n"
        )
        assert (done.returncode, done.stderr) == (2, said), arguments


@pytest.mark.parametrize(
    "arguments", [WATCH, PLAY, ("rules", "koryo"), ("play", "--help")], ids=range(4)
)
def test_a_reader_that_has_enough_is_no_accident(shell: Shell, arguments: tuple[str, ...]) -> None:
    """As `boardgames play koryo | head -1` does: read a line, and close the pipe."""
    with shell.start(*arguments, PYTHONUNBUFFERED="1") as process:
        assert process.line()
        assert process.stdout is not None
        process.stdout.close()
        _, err = process.communicate("1\n" * 2000, timeout=60)
    assert err == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk here")  # noqa: PTH110  # no file
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        (WATCH, ""),
        (WATCH, "1"),
        (("arena", "--help"), ""),
        (("arena", "--help"), "1"),
        (("--help",), "1"),
        (("--version",), "1"),
        ((), "1"),
    ],
)
def test_a_full_disk_is_one_line(shell: Shell, arguments: tuple[str, ...], unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123  # no file either
        done = shell.run(*arguments, stdout=full, PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 2
    assert done.stderr.startswith("boardgames: ")
    assert done.stderr.count("\n") == 1


def read_until(process: Process, text: str) -> None:
    """Read what the process writes, up to this text."""
    assert process.stdout is not None
    found = b""
    while text.encode() not in found:
        more = os.read(process.stdout.fileno(), 4096)
        assert more, found
        found += more


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    ("arguments", "sign", "actions"),
    [
        (PLAY, "Player 1> ", 2),
        (("play", "koryo", "--seats", "mcts:seconds=60,random", "--seed", "8"), "seed 8", 0),
    ],
)
def test_an_interrupted_game_is_kept(
    shell: Shell, arguments: tuple[str, ...], sign: str, actions: int, number: signal.Signals
) -> None:
    with shell.start(*arguments, "--record", "game.json", PYTHONUNBUFFERED="1") as process:
        read_until(process, sign)
        if actions:
            process.type("1\n")
            read_until(process, sign)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert err == "\n"
    assert out.endswith(" python -m boardgames play --resume game.json\n")
    record = Record.load(shell.directory / "game.json")
    record.replay()
    assert len(record.actions) >= actions
    assert [each.name for each in shell.directory.iterdir()] == ["game.json"]


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", SIGNALS)
def test_a_stopped_game_leaves_no_program_behind(shell: Shell, number: signal.Signals) -> None:
    """A bot that never answers is killed with the game, and the record stays."""
    bot = program(
        shell.directory, "print(os.getpid(), file=open('pid', 'w'), flush=True)", "time.sleep(600)"
    )
    seats = f"{bot},random"
    with shell.start(
        "play", "koryo", "--seats", seats, "--seed", "7", "--record", "game.json"
    ) as process:
        file = shell.directory / "pid"
        wait_until(lambda: file.exists() and file.read_text().endswith("\n"))
        pid = int(file.read_text())
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (128 + number, "\n")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    Record.load(shell.directory / "game.json").replay()


def test_a_hang_up_that_is_ignored_stays_ignored(shell: Shell) -> None:
    """As under nohup: the game goes on."""
    deaf = ["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh", *shell.command(*PLAY)]
    with shell.begin(deaf, PYTHONUNBUFFERED="1") as process:
        read_until(process, "Player 1> ")
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate("quit\n", timeout=60)
    assert process.returncode == 0
    assert out.endswith("Stopped.\n")


class Screen:
    """A real terminal, and the command line in it."""

    def __init__(self, shell: Shell, *arguments: str, **changes: str) -> None:
        """Start the command."""
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            shell.command(*arguments),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=shell.directory,
            env=shell.environment(TERM="xterm", **changes),
            start_new_session=True,
        )
        os.close(slave)
        self.decoder = getincrementaldecoder("utf-8")()
        self.shown = ""

    def wait_for(self, text: str) -> str:
        """Return what is shown, up to this text."""
        end = time.monotonic() + 30
        while text not in self.shown:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, self.shown
            self.shown += self.decoder.decode(os.read(self.master, 4096))
        found, _, self.shown = self.shown.partition(text)
        return found

    def read_for(self, seconds: float) -> None:
        """Read whatever is shown in this time."""
        end = time.monotonic() + seconds
        while select.select([self.master], [], [], max(0, end - time.monotonic()))[0]:
            self.shown += self.decoder.decode(os.read(self.master, 4096))

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self.master, text.encode() + b"\n")

    def close(self) -> int:
        """Wait for the end; return the exit status."""
        status = self.process.wait(timeout=30)
        os.close(self.master)
        return status


def test_people_at_a_real_terminal_take_turns_behind_a_cleared_screen(shell: Shell) -> None:
    screen = Screen(shell, "play", "koryo", "--seats", "human,human", "--seed", "7")
    before = screen.wait_for("take the keyboard and press Enter. ")
    assert re.search(r"Player \d, $", before)
    assert "Your hand: " not in before
    screen.type("")
    screen.wait_for("\x1b[2J\x1b[3J\x1b[H")
    seat = re.findall(r"Player (\d), $", before)[0]
    hand = screen.wait_for(f"Player {seat}> ")
    assert "Your hand: " in hand
    screen.type("1")
    between = screen.wait_for("take the keyboard and press Enter. ")
    assert "\x1b[2J\x1b[3J\x1b[H" in between
    assert "Your hand: " not in between.partition("\x1b[2J")[2]
    screen.type("")
    screen.wait_for(f"Player {3 - int(seat)}> ")
    screen.type("quit")
    screen.wait_for("--resume koryo-1.json")
    assert screen.close() == 0


def test_whoever_takes_the_keyboard_gets_nothing_of_what_another_person_typed(shell: Shell) -> None:
    screen = Screen(shell, "play", "koryo", "--seats", "human,human", "--seed", "7")
    before = screen.wait_for("take the keyboard and press Enter. ")
    first = int(re.findall(r"Player (\d), $", before)[0])
    screen.type("")
    assert "3 Broadcaster" in screen.wait_for(f"Player {first}> ")
    screen.type(
        "order 3 Broadcaster\x15order none\n"
    )  # what was typed first is deleted; Enter is pressed twice
    screen.wait_for(f"Player {3 - first}, take the keyboard and press Enter. ")
    screen.read_for(0.5)
    assert "Your hand: " not in screen.shown, "it has to be pressed once more"
    screen.type("order \t\t\x19\x1b[A")
    answered = screen.wait_for(f"Player {3 - first}> ")
    before, _, after = answered.partition("\x1b[2J\x1b[3J\x1b[H")
    assert "Broadcaster" not in before, "neither completed, nor brought back by Ctrl-Y or the arrow"
    assert "Your hand: " in after
    screen.type("quit")
    screen.wait_for("--resume koryo-1.json")
    assert screen.close() == 0


def test_a_real_terminal_shows_an_answer_once(shell: Shell) -> None:
    screen = Screen(shell, *PLAY)
    screen.wait_for("Player 1> ")
    screen.type("fly")
    answer = screen.wait_for("No such action: 'fly'.")
    assert answer.count("fly") == 1
    screen.wait_for("Player 1> ")
    screen.type("quit")
    screen.wait_for("Stopped.")
    assert screen.close() == 0


KILLED = (
    "arena",
    "koryo",
    "--seats",
    "random,random",
    "--games",
    "30",
    "--resume",
    "results",
    "--records",
    "records",
)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_however_often_it_is_killed_an_arena_goes_on_by_the_same_command(
    shell: Shell, number: int, jobs: str
) -> None:
    rng = generator(number, 0)
    for _ in range(3):
        command = shell.command(*KILLED, "--jobs", jobs)
        with subprocess.Popen(
            command,
            cwd=shell.directory,
            env=shell.environment(),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            time.sleep(0.3 + 1.5 * rng.random())
            os.killpg(process.pid, signal.SIGKILL)
    done = shell.run(*KILLED, "--jobs", jobs, "--json")
    assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 30), done.stderr
    records = sorted((shell.directory / "records").iterdir())
    assert len(records) == 30
    assert all(Record.load(each).outcome is not None for each in records)
