"""What each released version has written, by folder; later versions read it.

python -m tests.released    write the folder of this version anew, as long as it is not released
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boardgames
from boardgames.arena import League, LeagueTable, Plan, Player, run_arena, run_league
from boardgames.play import Match, Record, make_bot
from boardgames.remote import Lobby
from tests.remote.servers import call_lobby

HERE = Path(__file__).parent
SEED = 10
BOTS = ("random", "greedy")
LEAGUE = League(
    SEED,
    1,
    (Player("model", "tests.arena.models:erring"), Player("random", "random")),
    (LeagueTable("koryo", 2),),
)


def write(folder: Path) -> None:
    """Write what the version that runs writes: of each game a record, Views and results; a league;
    and a table that waits for its player.
    """
    for name in boardgames.game_names():
        record = played(name)
        record.save(folder / f"{name}.record.json")
        lines = "".join(f"{json.dumps(view)}\n" for view in views(record))
        (folder / f"{name}.views.jsonl").write_text(lines, encoding="utf-8")
        run_arena(arena_plan(name), resume=folder / f"{name}.results.jsonl")
    run_league(LEAGUE, folder / "league")
    keep_table(folder / "tables")


def played(name: str) -> Record:
    """Return the record of a match of bots."""
    game = boardgames.make(name, players=len(BOTS))
    match = Match(game, [make_bot(spec) for spec in BOTS], SEED, BOTS)
    deque(match.run(), maxlen=0)
    return match.record()


def arena_plan(name: str) -> Plan:
    """Return the plan of a few games."""
    return Plan(name, BOTS, games=4, seed=SEED)


def views(record: Record) -> Iterator[Any]:
    """Yield some Views of the match, of all seats and of a spectator."""
    game = record.make_game()
    states = record.replay(game).states
    for state in states[:: len(states) // 5]:
        for viewer in (*range(game.players), None):
            yield game.to_json(game.view(state, viewer))


def keep_table(folder: Path) -> None:
    """Keep the files of a table, and in `secret.txt` the secret of the person there."""
    folder.mkdir()
    lobby = Lobby(records=folder)
    asked = {"game": "koryo", "seats": ["human", "human"]}
    secret = call_lobby(lobby, "new", asked)["secret"]
    lobby.close()
    (folder / "secret.txt").write_text(f"{secret}\n", encoding="utf-8")
