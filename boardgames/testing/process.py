"""Runs a game in another, independent process."""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from contextvars import ContextVar
from io import StringIO
from operator import attrgetter
from pathlib import Path
from typing import Any

from boardgames.core.chance import generator
from boardgames.core.codec import JSON, digest, to_json
from boardgames.core.errors import LONGEST_MESSAGE, ConfigurationError, describe_exception
from boardgames.core.text import one_line
from boardgames.testing.law import AnyGame, Violation
from boardgames.testing.probe import Ply, burn_global_generator, walk
from boardgames.testing.watch import EndlessCallError, endless, watched

LOADED_AS = "boardgames_game_under_test"
PACKAGE = "boardgames.testing"
WAITING = ThreadPoolExecutor()
"""Threads that wait for other processes, while this one goes on."""
_importing: ContextVar[str | None] = ContextVar("_importing", default=None)
"""The name of the file that this process, another one's helper, is importing."""


def accounts(game: AnyGame, seeds: list[int], longest: int) -> list[str]:
    """Return, for the random game from each of these seeds, a digest of what is listed, told and
    shown.
    """
    return [digest(_account(game, seed, longest)) for seed in seeds]


def _account(game: AnyGame, seed: int, longest: int) -> JSON:
    viewers = (*range(game.players), None)
    plies: list[JSON] = []
    for number, ply in enumerate(walk(game, seed, longest=longest)):
        told_to = {ply.player, viewers[number % len(viewers)]}
        plies.append(_account_of(game, ply, [viewer for viewer in viewers if viewer in told_to]))
        last = ply.after
    tables: list[JSON] = []
    for viewer in viewers:
        view = game.view(last, viewer)
        table = game.words.render(view)
        remarks = game.words.remarks(last, viewer)
        tables.append([table, *remarks])
    return [plies, tables, to_json(game.outcome(last)), game.to_json(last)]


def _account_of(game: AnyGame, ply: Ply, viewers: Iterable[int | None]) -> JSON:
    """Return all that is listed at a ply, and what these viewers are told."""
    legal = game.legal_actions(ply.before, ply.player)
    listed: list[JSON] = [str(action) for action in legal]
    told: list[JSON] = []
    for viewer in viewers:
        lines = ply.told(game, viewer)
        told.append([*lines])
    view = game.view(ply.before, ply.player)
    label = game.words.label(view, ply.action)
    estimate = game.evaluate(ply.after, ply.player)
    return [
        str(ply.action),
        listed,
        told,
        [*game.score(ply.after)],
        game.words.position(ply.after),
        repr(estimate),
        to_json(label),
    ]


def samples(game: AnyGame, views: list[JSON], seed: int) -> list[str]:
    """Return the digest of one sample for each of these Views."""
    return [
        game.digest(game.determinize(game.view_from_json(view), generator(seed, number)))
        for number, view in enumerate(views)
    ]


def run_in_other_process(
    game: AnyGame, hash_seed: int, work: str, arguments: list[JSON]
) -> list[str]:
    """Return what `accounts` or `samples` finds in another process, with this PYTHONHASHSEED, or
    raise a `Violation`.
    """
    cls = type(game)
    job = {
        "file": _file_of(cls),
        "module": cls.__module__,
        "name": cls.__qualname__,
        "players": game.players,
        "options": game.options(),
        "work": work,
        "arguments": arguments,
    }
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(  # with `-m`, there would be two copies of this module
        [sys.executable, "-c", "from boardgames.testing.process import main; main()"],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path},
    )
    if done.returncode:
        last = (done.stderr.splitlines() or ["no message"])[-1]
        raise Violation(f"the game does not run in another process: {last}")
    answer = json.loads(done.stdout)
    if answer["fault"]:
        raise Violation(answer["fault"])
    found: list[str] = answer["found"]
    return found


def _file_of(cls: type) -> str | None:
    """Return the file of a class, if it has one; raise a `Violation` if no other process could
    import the class.
    """
    if "<locals>" in cls.__qualname__:
        raise Violation(
            f"{cls.__qualname__}: another process cannot import a class inside a function"
        )
    try:
        file = inspect.getsourcefile(cls)
    except (OSError, TypeError):  # typed at a prompt, or in a notebook
        file = None
    if file is None and cls.__module__ == "__main__":
        raise Violation(f"{cls.__qualname__}: another process cannot import a class without a file")
    return file


def check_not_importing() -> None:
    """Raise `ConfigurationError` if a module is just imported to run its game in this process."""
    file = _importing.get()
    if file is not None:
        raise ConfigurationError(
            f"{file} calls check_game whenever it is imported, and other processes import it, too:"
            ' put the call below `if __name__ == "__main__":`'
        )


def _load(file: str | None, module: str, name: str) -> Any:
    """Return the class of this name; that of a program is loaded from its file."""
    if module != "__main__":
        return pkgutil.resolve_name(f"{module}:{name}")
    assert file is not None
    spec = importlib.util.spec_from_file_location(LOADED_AS, file)
    assert spec is not None
    assert spec.loader is not None
    loaded = sys.modules[LOADED_AS] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return attrgetter(name)(loaded)


def answered(job: dict[str, Any]) -> dict[str, JSON]:
    """Return what was found, or the fault that prevented it, in words."""
    try:
        cls = _imported(job)
    except Violation as violation:
        return {"fault": str(violation)}
    known: dict[str, Callable[..., list[str]]] = {"accounts": accounts, "samples": samples}
    work = known[job["work"]]
    burn_global_generator()
    try:
        with watched():
            game = cls(job["players"], **job["options"])
            found = work(game, *job["arguments"])
    except EndlessCallError as error:
        return {"fault": f"in another process, {endless(error, cls)}"}
    except Violation as error:
        return {"fault": f"in another process, {error}"}
    except (Exception, SystemExit) as error:  # noqa: BLE001  # the game may raise anything
        return {"fault": f"in another process, the game {describe_exception(error, cls)}"}
    return {"fault": "", "found": [*found]}


def _imported(job: Mapping[str, Any]) -> Any:
    """Return the class of a job's game; raise a `Violation` if it cannot be imported."""
    shown = job["module"] if job["file"] is None else Path(job["file"]).name
    token = _importing.set(shown)
    try:
        return _load(job["file"], job["module"], job["name"])
    except ConfigurationError as error:
        raise Violation(str(error)) from error
    except (Exception, SystemExit) as error:  # importing a module may raise anything
        reason = one_line(f"{type(error).__name__}: {error}", LONGEST_MESSAGE)
        raise Violation(f"another process cannot import {shown}: {reason}") from error
    finally:
        _importing.reset(token)


def _refuse_to_check(*_: object, **__: object) -> None:
    """Stand for `check_game`, which files of games import: here it need not be loaded."""
    check_not_importing()


def main() -> None:
    """Read the job from standard input and write the answer to standard output."""
    vars(sys.modules[PACKAGE]).update(check_game=_refuse_to_check)
    job = json.load(sys.stdin)
    with redirect_stdout(StringIO()):  # the game may print
        answer = answered(job)
    json.dump(answer, sys.stdout)
