"""What tests of the page share: its server, and the game it plays, played once more beside it."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import boardgames
from boardgames.core.chance import generator
from boardgames.core.codec import to_json
from tests.conftest import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from boardgames.core.codec import JSON
    from examples.web.server import Server

WEB = Path(__file__).parents[2] / "examples" / "web"


class Alongside:
    """The game of a table where people hold all seats, played here with the same seed: what each may be shown of it."""

    def __init__(self, name: str, players: int, seed: int) -> None:
        """Start it."""
        self.game = boardgames.make(name, players=players)
        self.seed = seed
        self.state = self.game.new_game(seed)
        self.told: list[list[JSON]] = [[] for _ in range(players)]
        self.texts: list[set[str]] = [set() for _ in range(players)]
        self.choices: list[set[tuple[str, ...]]] = [set() for _ in range(players)]
        self._remember()

    def shown_to(self, seat: int) -> dict[str, JSON]:
        """Return all that the page of this seat is to show, from a world that only agrees with what the seat knows."""
        game, view = self.game, self.game.view(self.state, seat)
        world = game.determinize(view, generator(self.seed, len(self.told[seat])))
        legal, outcome = game.legal_actions(world, seat), game.outcome(self.state)
        return {
            "game": game.name,
            "seats": ["human"] * game.players,
            "seat": seat,
            "to_act": [*game.to_act(world)],
            "over": outcome is not None,
            "text": game.render(game.view(world, seat)),
            "legal": [str(action) for action in legal],
            "events": self.told[seat],
            "outcome": None if outcome is None else to_json(outcome),
            "remarks": [] if outcome is None else [*game.remarks(self.state, None)],
            "seed": None if outcome is None else self.seed,
        }

    def act(self, seat: int, notation: str) -> None:
        """Do this; what is forced is no exception, as in the server."""
        game, before, action = self.game, self.state, self.game.parse(notation)
        self.state = game.apply(before, action, seat)
        for viewer, told in enumerate(self.told):
            text: list[JSON] = [*game.tell(before, seat, action, self.state, viewer)]
            told.append({"ply": len(told) + 1, "seat": seat, "text": text})
        self._remember()

    def _remember(self) -> None:
        for seat in range(self.game.players):
            shown: Any = self.shown_to(seat)
            self.texts[seat].add(shown["text"])
            self.choices[seat].add(tuple(shown["legal"]))


@pytest.fixture(scope="session")
def alongside() -> type[Alongside]:
    """Return the class that plays a game beside its server."""
    return Alongside


@pytest.fixture(scope="session")
def web() -> ModuleType:
    """Return the module of the server."""
    return load("examples.web.server", WEB / "server.py")


@pytest.fixture
def serving(web: ModuleType) -> Iterator[Callable[..., Server]]:
    """Return what starts a server; all are stopped after the test."""
    started: list[tuple[Server, Thread]] = []

    def start(records: Path | None = None) -> Server:
        server: Server = web.Server(records=records)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        started.append((server, thread))
        return server

    yield start
    for server, thread in started:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def server(serving: Callable[..., Server]) -> Server:
    """Return a running server with no table."""
    return serving()
