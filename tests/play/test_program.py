"""Bots that are programs of their own, well-behaved and not."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from boardgames import BotError, ConfigurationError, UnreachableError, make
from boardgames.core.chance import generator
from boardgames.games.koryo import Koryo
from boardgames.play import Match, make_bot
from boardgames.play.bots.process import Process
from boardgames.play.bots.timed import stopped_by
from boardgames.play.ending import Forfeit
from boardgames.play.limits import OnFault
from boardgames.play.signals import ENDING, Stopped, signals_deferred, stoppable
from tests.conftest import processes_with, wait_until
from tests.scripted import SCRIPTED_PEER_COMMAND

pytestmark = pytest.mark.long

Steps: TypeAlias = list[dict[str, Any]]
BOTS = Path(__file__).parent.parent.parent / "examples" / "bots"
HELLO: Steps = [
    {"expect": {"method": "hello", "params": {"protocol": 1}}},
    {"reply": {"protocol": 1}},
]
START: Steps = [
    *HELLO,
    {"expect": {"method": "new_game", "params": {"game": "koryo", "players": 2}}},
    {"reply": None},
]
ASKED: Steps = [*START, {"expect": {"method": "choose"}}]


class Scripts:
    """Writes scripts, and makes the spec of a bot that plays one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def spec(self, *steps: dict[str, Any]) -> str:
        """Return the spec of a bot that takes these steps."""
        path = self.folder / f"script-{len(list(self.folder.iterdir()))}.json"
        path.write_text(json.dumps(steps))
        return f"cmd:{SCRIPTED_PEER_COMMAND} {shlex.quote(str(path))}"


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    return Scripts(tmp_path)


def play(
    spec: str, on_fault: OnFault = "forfeit", seconds: float | None = 60, seed: int = 1
) -> Match[Any, Any, Any]:
    """Return a game of this bot on the first seat against a random one, as far as it went."""
    match = Match(
        make("koryo", players=2),
        [make_bot(spec), make_bot("random")],
        seed,
        seconds=seconds,
        on_fault=on_fault,
    )
    for _ in match.run():
        pass
    return match


def nobody_is_left(text: str) -> bool:
    """Tell whether soon no process has this in its command line."""
    wait_until(lambda: not processes_with(text))
    return True


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(f"{shlex.quote(sys.executable)} {BOTS / 'cautious.py'}", id="python"),
        pytest.param(
            f"node {BOTS / 'cautious.mjs'}",
            id="node",
            marks=pytest.mark.skipif(
                shutil.which("node") is None, reason="there is no Node.js here"
            ),
        ),
    ],
)
def test_the_examples_play_whole_games_without_a_fault(command: str) -> None:
    match = play(f"cmd:{command}")
    assert match.faults == []
    assert match.game.outcome(match.state) is not None
    assert match.choices[0] > 1
    assert nobody_is_left("cautious")


def test_both_examples_play_alike() -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no Node.js here")
    one = play(f"cmd:{shlex.quote(sys.executable)} {BOTS / 'cautious.py'}")
    other = play(f"cmd:node {BOTS / 'cautious.mjs'}")
    assert one.record().renamed(other.names) == other.record()


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        pytest.param([*ASKED, {"exit": 7}], "ended with exit status 7", id="dies when asked"),
        pytest.param([*ASKED, {"wait": 600}], "did not answer within 1 s", id="hangs"),
        pytest.param(
            [*ASKED, {"text": "I pass"}], "sent 'I pass', not a message (not JSON: ", id="talks"
        ),
        pytest.param([*ASKED, {"reply": 5}], "sent 5 instead of", id="answers a number"),
        pytest.param(
            [*ASKED, {"reply": {"action": "fly"}}], "sent an invalid action: 'fly'", id="no action"
        ),
        pytest.param(
            [*ASKED, {"reply": {"action": {"type": "fly"}}}],
            "sent an invalid action: {'type': 'fly'}",
            id="no action as JSON",
        ),
        pytest.param(
            [*ASKED, {"reply": {"action": 5}}], "sent {'action': 5} instead of", id="a number"
        ),
        pytest.param(
            [*ASKED, {"reply": {"action": "end"}}],
            "chose end, which is not legal",
            id="illegal action",
        ),
        pytest.param(
            [*ASKED, {"send": {"jsonrpc": "2.0", "id": 99, "result": {"action": "order none"}}}],
            "which is not an answer to request 3",
            id="answers another request",
        ),
        pytest.param(
            [
                *ASKED,
                {"send": {"jsonrpc": "2.0", "id": 3, "error": {"code": -1, "message": "no idea"}}},
            ],
            "answered with an error",
            id="answers with an error",
        ),
        pytest.param(
            [*ASKED, {"flood": 3_000_000}, {"wait": 600}],
            "sent a line of more than 1048576 bytes",
            id="floods",
        ),
    ],
)
def test_a_bot_that_misbehaves_forfeits_and_leaves_no_process(
    scripts: Scripts, steps: Steps, reason: str
) -> None:
    match = play(scripts.spec(*steps), seconds=1 if "within 1 s" in reason else 60)
    assert isinstance(match.ending, Forfeit)
    assert match.ending.seat == 0
    assert reason in match.ending.reason
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert nobody_is_left(str(scripts.folder))


@pytest.mark.parametrize("on_fault", ["forfeit", "random", "raise"])
@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        pytest.param([{"exit": 3}], ".* status 3", id="dies at once"),
        pytest.param([*HELLO[:1], {"exit": 0}], ".* status 0", id="dies when greeted"),
        pytest.param(
            [*HELLO[:1], {"reply": {"protocol": 2}}], "does not speak version 1", id="other version"
        ),
        pytest.param([*HELLO, {"exit": 4}], ".* status 4", id="dies when told of the game"),
    ],
)
def test_a_program_that_cannot_start_is_an_error_before_the_deal(
    scripts: Scripts, steps: Steps, reason: str, on_fault: OnFault
) -> None:
    with pytest.raises(BotError, match=f"^player 1, cmd:.*: {reason}"):
        play(scripts.spec(*steps), on_fault)
    assert nobody_is_left(str(scripts.folder))


def test_a_program_that_closes_its_output_is_not_waited_for() -> None:
    with pytest.raises(BotError, match="closed its input or output"):
        play(
            f"cmd:{shlex.quote(sys.executable)} -c 'import os, time; os.close(1); time.sleep(600)'",
            seconds=600,
        )


def test_a_program_is_not_waited_for_once_its_answer_is_not_wanted(scripts: Scripts) -> None:
    flag = threading.Event()
    with stopped_by(flag):
        match = Match(
            make("koryo", players=2),
            [None, make_bot(scripts.spec(*ASKED, {"wait": 600}))],
            1,
            seconds=600,
        )
        flag.set()
        with pytest.raises(UnreachableError, match="was told to stop"):
            match.step()


@pytest.mark.parametrize(
    "answer", [{"action": "\x1b[2J" * 10**5}, "x" * 10**5, {"action": ["\n" * 10**5]}]
)
def test_a_quoted_answer_is_cut_to_a_printable_line(scripts: Scripts, answer: object) -> None:
    match = play(scripts.spec(*ASKED, {"reply": answer}))
    assert isinstance(match.ending, Forfeit)
    assert len(match.ending.reason) <= 160
    assert match.ending.reason.isprintable()


def test_an_interrupt_while_a_program_starts_leaves_no_process(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch, interruptible: None
) -> None:
    """The signal comes at the worst moment: the process runs, and nobody knows of it yet."""
    del interruptible
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen.__init__

    def interrupted(process: subprocess.Popen[bytes], *arguments: Any, **more: Any) -> None:
        start(process, *arguments, **more)
        started.append(process)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess.Popen, "__init__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_bot(scripts.spec({"ignore": True})).seated(make("koryo", players=2), 0, None)
    assert [each.returncode for each in started] == [-signal.SIGKILL]


def test_an_interrupt_while_a_program_is_killed_comes_after_that(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch, interruptible: None
) -> None:
    del interruptible
    process = Process(scripts.spec({"ignore": True}).removeprefix("cmd:"))
    kill = subprocess.Popen.kill

    def interrupt(killed: subprocess.Popen[bytes]) -> None:
        signal.raise_signal(signal.SIGINT)
        kill(killed)

    monkeypatch.setattr(subprocess.Popen, "kill", interrupt)
    with pytest.raises(KeyboardInterrupt):
        process.kill()
    assert process.process.returncode == -signal.SIGKILL


MATCH = """
import sys
from boardgames import make
from boardgames.games.koryo import Koryo
from boardgames.play import Match, make_bot
from boardgames.play.signals import stoppable

bots = [make_bot(sys.argv[1]), make_bot(sys.argv[1])]
with stoppable(), Match(make("koryo", players=2), bots, 1) as match:
    print("playing", flush=True)
    match.step()
"""


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, *ENDING])
def test_a_signal_ends_the_programs_of_a_match_and_what_they_started(
    scripts: Scripts, number: int
) -> None:
    """They hang when asked, and each has a child that waits for nothing."""
    parent = scripts.folder / "parent.sh"
    hanging = scripts.spec(*ASKED, {"wait": 600}).removeprefix("cmd:")
    mark = 100_000_000 + os.getpid()
    parent.write_text(f"#!/bin/sh\nsleep {mark} &\nexec {hanging}\n")
    parent.chmod(0o755)
    command = [sys.executable, "-c", MATCH, f"cmd:{parent}"]
    environment = os.environ | {"PYTHONPATH": str(BOTS.parent.parent)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"playing\n"
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode != 0
    assert nobody_is_left(str(mark))
    assert nobody_is_left(str(scripts.folder))


def test_programs_end_with_the_signals_held_back_in_any_thread_but_the_main_one() -> None:
    """Signals arrive in the main thread alone; elsewhere both blocks do nothing, and do not
    fail.
    """
    found: list[str] = []

    def work() -> None:
        with stoppable(), signals_deferred():
            found.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == ["done"]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
def test_signals_that_are_ignored_stay_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stoppable():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_stopped_program_has_the_exit_status_of_its_signal() -> None:
    with stoppable(), pytest.raises(Stopped) as caught:
        signal.raise_signal(signal.SIGTERM)
    assert caught.value.status == 143


def test_a_bot_that_fails_may_be_moved_at_random_and_is_started_again(scripts: Scripts) -> None:
    match = play(scripts.spec(*ASKED, {"exit": 1}), "random")
    assert match.game.outcome(match.state) is not None
    assert len(match.faults) == match.choices[0] > 1
    assert nobody_is_left(str(scripts.folder))


def test_a_match_that_is_given_up_leaves_no_process(scripts: Scripts) -> None:
    game = make("koryo", players=2)
    spec = scripts.spec(*ASKED, {"reply": {"action": "order none"}}, {"wait": 600})
    with Match(game, [make_bot(spec), None], 1) as match:
        while match.waiting():
            match.play(game.legal_actions(match.state)[0])
        match.step()
    assert nobody_is_left(str(scripts.folder))


def test_a_program_may_answer_with_the_json_form_of_an_action(scripts: Scripts) -> None:
    steps: Steps = [*ASKED, {"reply": {"action": {"type": "order", "cards": []}}}, {"exit": 9}]
    match = play(scripts.spec(*steps))
    assert [str(event.action) for event in match.history() if event.player == 0] == ["order none"]


def test_it_is_told_the_game_its_seat_its_view_and_its_time(scripts: Scripts) -> None:
    """The peer checks what it is sent, and would not have answered anything else."""
    steps: Steps = [
        *HELLO,
        {
            "expect": {
                "method": "new_game",
                "params": {"seat": 0, "options": {}, "rules_version": Koryo.rules_version},
            }
        },
        {"reply": None},
        {
            "expect": {
                "method": "choose",
                "params": {"seat": 0, "seconds": 60, "view": {"seat": 0, "phase": "orders"}},
            }
        },
        {"reply": {"action": "ORDER  none"}},
        {"exit": 9},
    ]
    match = play(scripts.spec(*steps))
    assert [str(event.action) for event in match.history() if event.player == 0][:1] == [
        "order none"
    ]
    assert isinstance(match.ending, Forfeit)
    assert "status 9" in match.ending.reason


@pytest.mark.parametrize("spec", ["cmd:", "cmd: ", "cmd:'unfinished", "cmd:a\0b"])
def test_what_is_no_command_is_refused(spec: str) -> None:
    with pytest.raises(ConfigurationError):
        make_bot(spec)


def test_an_interrupt_while_a_program_thinks_does_not_cost_it_the_game(scripts: Scripts) -> None:
    """It is asked anew, at once: it need not time out, and does not forfeit."""
    waiting = scripts.folder / "waiting"
    program = scripts.folder / "late.py"
    program.write_text(
        "import json, pathlib, sys, time\n"
        f"waiting = pathlib.Path({str(waiting)!r})\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    result = {'protocol': 1}\n"
        "    if asked['method'] == 'choose':\n"
        "        if not waiting.exists():\n"
        "            waiting.touch()\n"
        "            time.sleep(60)\n"
        "        result = {'action': asked['params']['legal_actions'][0]['notation']}\n"
        "    if 'id' in asked:\n"
        "        reply = {'jsonrpc': '2.0', 'id': asked['id'], 'result': result}\n"
        "        print(json.dumps(reply), flush=True)\n"
    )
    bots = [make_bot(f"cmd:{shlex.quote(sys.executable)} {program}"), make_bot("random")]
    match = Match(make("koryo", players=2), bots, 1, seconds=50, on_fault="forfeit")

    def interrupt() -> None:
        wait_until(waiting.exists)
        signal.raise_signal(signal.SIGINT)

    with match:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            list(match.run())
        before = match.plies
        start = time.monotonic()
        assert sum(1 for _ in match.run()) > 0
        assert time.monotonic() - start < 40
    assert (match.ending, match.faults) == (None, [])
    assert match.plies > before


def test_a_program_that_was_told_to_stop_is_asked_anew(scripts: Scripts) -> None:
    bot = make_bot(scripts.spec(*ASKED, {"wait": 60}))
    game = make("koryo", players=2)
    state = game.new_game(1)
    view, actions = game.view(state, 0), game.legal_actions(state, 0)
    seated = bot.seated(game, 0, 50)
    stopped = threading.Event()
    stopped.set()
    for _ in range(2):
        with stopped_by(stopped), pytest.raises(UnreachableError):
            seated.choose(game, 0, view, actions, generator(1, 1))
    seated.leave(None)
    assert nobody_is_left(str(scripts.folder))
