"""Runs a game in another, independent process: `python -m boardgames.testing.process`."""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from typing import Any

from boardgames.core.chance import generator
from boardgames.core.codec import JSON, digest, to_json
from boardgames.core.game import Game
from boardgames.testing.compare import Fault
from boardgames.testing.probe import burn_global_generator, walk

LOADED_AS = "boardgames_game_under_test"
WAITING = ThreadPoolExecutor()
"""Threads that wait for other processes, while this one goes on."""


def accounts(game: Game[Any, Any, Any], seeds: list[int], longest: int) -> list[str]:
    """Return, for the random game from each of these seeds, a digest of everything that is listed,
    told and shown.
    """
    return [digest(_account(game, seed, longest)) for seed in seeds]


def _account(game: Game[Any, Any, Any], seed: int, longest: int) -> JSON:
    viewers = (*range(game.players), None)
    plies: list[JSON] = []
    for ply in walk(game, seed, longest=longest):
        choices: list[JSON] = [str(action) for action in game.legal_actions(ply.before, ply.player)]
        told: list[JSON] = [
            [*game.tell(ply.before, ply.player, ply.action, ply.after, viewer)]
            for viewer in viewers
        ]
        label = to_json(game.label(game.view(ply.before, ply.player), ply.action))
        words: list[JSON] = [
            game.position(ply.after),
            repr(game.evaluate(ply.after, ply.player)),
            label,
        ]
        plies.append([str(ply.action), choices, told, list(game.score(ply.after)), words])
        last = ply.after
    tables: list[JSON] = [
        [game.render(game.view(last, viewer)), *game.remarks(last, viewer)] for viewer in viewers
    ]
    return [plies, tables, to_json(game.outcome(last)), game.to_json(last)]


def samples(game: Game[Any, Any, Any], views: list[JSON], seed: int) -> list[str]:
    """Return the digest of one sample for each of these Views."""
    return [
        game.digest(game.determinize(game.view_from_json(view), generator(seed, number)))
        for number, view in enumerate(views)
    ]


def run_in_other_process(
    game: Game[Any, Any, Any], hash_seed: int, work: str, arguments: list[JSON]
) -> list[str]:
    """Return what `accounts` or `samples` finds in another process, with this PYTHONHASHSEED, or
    raise a `Fault`.
    """
    cls = type(game)
    if "<locals>" in cls.__qualname__:
        raise Fault(f"{cls.__qualname__}: another process cannot import a class inside a function")
    job = {
        "file": inspect.getsourcefile(cls),
        "module": cls.__module__,
        "name": cls.__qualname__,
        "players": game.players,
        "options": game.options(),
        "work": work,
        "arguments": arguments,
    }
    done = subprocess.run(
        [sys.executable, "-m", "boardgames.testing.process"],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ
        | {
            "PYTHONHASHSEED": str(hash_seed),
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
    )
    if done.returncode:
        raise Fault(
            "the game does not run in another process:"
            f" {(done.stderr.splitlines() or ['no message'])[-1]}"
        )
    found: list[str] = json.loads(done.stdout)
    return found


def _load(file: str, module: str, name: str) -> Any:
    """Return the class of this name; that of a program is loaded from its file."""
    if module != "__main__":
        return pkgutil.resolve_name(f"{module}:{name}")
    spec = importlib.util.spec_from_file_location(LOADED_AS, file)
    assert spec is not None
    assert spec.loader is not None
    loaded = sys.modules[LOADED_AS] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return attrgetter(name)(loaded)


def main() -> None:
    """Read the job from standard input and write the digests to standard output."""
    job = json.load(sys.stdin)
    cls = _load(job["file"], job["module"], job["name"])
    known: dict[str, Callable[..., list[str]]] = {"accounts": accounts, "samples": samples}
    burn_global_generator()
    json.dump(
        known[job["work"]](cls(job["players"], **job["options"]), *job["arguments"]), sys.stdout
    )


if __name__ == "__main__":
    main()
