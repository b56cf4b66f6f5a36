"""How many random games go, as one digest for each game and number of players.

They notice a change of rules that no golden record meets. A digest has actions and scores only, so
that another form of States, Events or words changes nothing, nor does another order of actions.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import boardgames
from tests.games.golden_records import FOLDER, tables

ACTIONS = 10_000
"""A digest has as many games as it takes to have so many actions."""
FILE = FOLDER / "games.txt"
LINE = re.compile(r"(\w+) with (\d+) players, rules_version (\d+): (\w+)")


@cache
def digest_of(name: str, players: int) -> str:
    """Return the digest of the random games with this number of players."""
    done: list[str] = []
    seed = 0
    while len(done) < ACTIONS:
        done += played(name, players, seed)
        seed += 1
    return sha256("\n".join(done).encode()).hexdigest()[:16]


def played(name: str, players: int, seed: int) -> list[str]:
    """Play a random game; return what was done, and the scores."""
    game = boardgames.make(name, players=players)
    rng = Random(seed)  # noqa: S311  # random games, not secrets
    state = game.new_game(seed)
    done: list[str] = []
    while seats := game.to_act(state):
        legal = sorted(game.legal_actions(state, seats[0]), key=str)
        action = legal[int(rng.random() * len(legal))]
        done.append(f"{len(legal)} {action}")
        state = game.apply(state, action, seats[0])
    return [*done, str(game.score(state))]


def line_of(name: str, players: int) -> str:
    """Return the line of the file for this number of players."""
    version = boardgames.game_class(name).rules_version
    return f"{name} with {players} players, rules_version {version}: {digest_of(name, players)}"


def files() -> dict[Path, str]:
    """Return the file as it should be."""
    lines = [line_of(*table) for table in tables()]
    return {FILE: "\n".join([*lines, ""])}


def changed(text: str) -> set[str]:
    """Return the games that go otherwise than this text of the file says of the same version."""
    games = set()
    for name, players, version, digest in LINE.findall(text):
        is_same_version = int(version) == boardgames.game_class(name).rules_version
        if is_same_version and digest != digest_of(name, int(players)):
            games.add(name)
    return games
