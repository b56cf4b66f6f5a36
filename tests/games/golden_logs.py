"""Golden logs: all that happens in a few whole games, event by event, as every seat and a spectator
see it.

A log has a line for each form of an event, with its fields as in JSON, and who sees it. Which games
are kept, the names of the files say; `python -m tests.renew` adds one where nothing shows an event.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, get_args

import boardgames
from boardgames import Game, game_class
from boardgames.core.chance import generator
from boardgames.scene.events import Event

FOLDER = Path(__file__).parent / "golden"
TOO_RARE = {"kingwithouteffect", "perfectsetshown"}
"""Types of events that do not come up in random games."""
MOST_SEEDS = 5000
"""Number of seeds among which a game is looked for in which an event happens."""


class Played(NamedTuple):
    """A game played at random."""

    name: str
    players: int
    seed: int


def kept() -> list[Played]:
    """Return the games whose logs are in the folder."""
    found = []
    for path in sorted(FOLDER.glob("*.log")):
        name, players, seed = path.stem.split("-")
        found.append(Played(name, int(players), int(seed)))
    return found


def chosen(name: str) -> list[Played]:
    """Return the kept games of this name and, for events that do not happen in them, others."""
    games = [game for game in kept() if game.name == name]
    missing = {kind.__name__.lower() for kind in get_args(game_class(name).event_types)} - TOO_RARE
    for game in games:
        missing -= kinds_in(log_of(*game))
    candidates = product(range(MOST_SEEDS), game_class(name).player_counts)
    while missing:
        seed, players = next(candidates)  # if there are no more: an event for `TOO_RARE`
        happen = kinds_in(log_of(name, players, seed))
        if missing & happen:
            games.append(Played(name, players, seed))
            missing -= happen
    return games


def kinds_in(log: str) -> set[str]:
    """Return the types of the events in a log."""
    return {*re.findall(r"^    (\w+): ", log, re.MULTILINE)}


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
    games = [game for name in boardgames.game_names() for game in chosen(name)]
    return {path_of(*game): log_of(*game) for game in games}
