"""Golden logs: all that happens in a few whole games, event by event, as every seat and a spectator
see it.

A log has a line for each form of an event, with its fields as in JSON, and who sees it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import boardgames
from boardgames import Game
from boardgames.core.chance import generator
from boardgames.scene.events import Event

FOLDER = Path(__file__).parent / "golden"
GAMES = (
    ("koryo", 2, 182),
    ("koryo", 2, 1372),
    ("koryo", 3, 172),
    ("koryo", 4, 177),
    ("for_the_king", 2, 19),
    ("for_the_king", 4, 7),
    ("mundus_novus", 2, 47),
    ("mundus_novus", 3, 79),
    ("mundus_novus", 4, 6),
)
"""Name, number of players and seed: games in which, together, nearly everything happens."""


def path_of(name: str, players: int, seed: int) -> Path:
    """Return the file of a log."""
    return FOLDER / f"{name}-{players}-{seed}.log"


def log_of(name: str, players: int, seed: int) -> str:
    """Play a game at random, and return its log."""
    game = boardgames.make(name, players=players)
    state, rng = game.new_game(seed), generator(seed, 0)
    lines = ["the beginning", *told(game, game.beginning(state))]
    while seats := game.to_act(state):
        seat = seats[0]
        action = game.random_action(state, rng, seat)
        lines += [f"seat {seat}: {action}", *told(game, game.events(state, action, seat))]
        state = game.apply(state, action, seat)
    return "\n".join(lines) + "\n"


def told(game: Game[Any, Any, Any], events: Iterable[Event]) -> Iterator[str]:
    """Yield a line for each form in which somebody sees an event."""
    viewers = [*range(game.players), None]
    for event in events:
        seen: dict[str, list[int | None]] = {}
        for viewer in viewers:
            shown = event.seen_by(viewer)
            form = "unseen" if shown is None else written(game, shown)
            seen.setdefault(form, []).append(viewer)
        for form, by in seen.items():
            yield f"    {form} | {named(by, viewers)}"


def written(game: Game[Any, Any, Any], event: Event) -> str:
    """Return an event as its type and its fields."""
    form: Any = game.to_json(event)
    fields = [f"{name} {json.dumps(data)}" for name, data in form.items() if name != "type"]
    return f"{form['type']}: {', '.join(fields)}"


def named(by: list[int | None], viewers: list[int | None]) -> str:
    """Return the viewers in a few words: `all`, or `0 2 spectator`."""
    if by == viewers:
        return "all"
    return " ".join(["spectator" if viewer is None else str(viewer) for viewer in by])


def logs() -> dict[Path, str]:
    """Return every log, by its file."""
    return {path_of(*game): log_of(*game) for game in GAMES}
