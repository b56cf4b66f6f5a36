"""Plays random games in another process and compares: `python -m boardgames.testing.process FILE MODULE CLASS …`."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import ConformanceError
from boardgames.testing.probe import burn_global_generator, walk

if TYPE_CHECKING:
    from boardgames.core.game import Game
    from boardgames.testing.probe import Probe

LOADED_AS = "boardgames_game_under_test"


def digests(game: Game[Any, Any, Any], seed: int, games: int, longest: int) -> list[str]:
    """Return the digest of the last State of so many random games."""
    return [game.digest([*walk(game, seed + number, longest=longest)][-1].after) for number in range(games)]


def digests_elsewhere(probe: Probe, hash_seed: int) -> list[str]:
    """Return the same from another process, with this PYTHONHASHSEED and the global generator burnt."""
    cls = type(probe.game)
    if "<locals>" in cls.__qualname__:
        raise ConformanceError(
            "determinism", f"{cls.__qualname__}: another process cannot import a class of a function"
        )
    job = {
        "file": inspect.getsourcefile(cls),
        "module": cls.__module__,
        "name": cls.__qualname__,
        "players": probe.game.players,
        "options": probe.game.options(),
        "arguments": [probe.seed, probe.games, probe.longest],
    }
    done = subprocess.run(
        [sys.executable, "-m", "boardgames.testing.process"],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no word"])[-1]
        raise ConformanceError("determinism", f"the game does not run in another process: {last}")
    found: list[str] = json.loads(done.stdout)
    return found


def _load(file: str | None, module: str, name: str) -> Any:  # noqa: ANN401  # any class
    try:
        loaded = importlib.import_module(module if module != "__main__" else "not importable by name")
    except ModuleNotFoundError:
        spec = importlib.util.spec_from_file_location(LOADED_AS, file) if file else None
        if spec is None or spec.loader is None:
            raise
        loaded = importlib.util.module_from_spec(spec)
        sys.modules[LOADED_AS] = loaded
        spec.loader.exec_module(loaded)
    found: Any = loaded
    for part in name.split("."):
        found = getattr(found, part)
    return found


def main() -> None:
    """Read the job from standard input and write the digests to standard output."""
    job = json.load(sys.stdin)
    cls = _load(job["file"], job["module"], job["name"])
    burn_global_generator()
    json.dump(digests(cls(job["players"], **job["options"]), *job["arguments"]), sys.stdout)


if __name__ == "__main__":
    main()
