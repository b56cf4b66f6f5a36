"""Screenshots of the page for docs/screenshots: start, middle and end of every game, wide and on a
phone.

python -m tests.web.screenshots [FOLDER]
"""

from __future__ import annotations

import sys
from base64 import b64decode
from math import inf
from pathlib import Path
from threading import Thread
from time import sleep

import boardgames
from boardgames.core.chance import generator
from boardgames.play.bots import make_bot
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.table.table import Table
from boardgames.web.server import Server
from tests.web.browser import DESKTOP, PHONE, Browser

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
PLAYERS = {"koryo": 4, "for_the_king": 4, "mundus_novus": 3}
"""At how large a table each of our games is shown; others with as few as they allow."""
SEED = 12
MIDDLE = 0.5
"""The part of the game that has been played in the middle."""
MOST_BYTES = 150_000


def person(table: Table, before: float = inf) -> bool:
    """Let the person do something sensible, if it is their turn and there have been fewer plies
    than this.
    """
    with table.lock:
        match = table.match
        if table.over or match.plies >= before or not waits(table):
            return False
        view, legal = match.view(0), match.game.legal_actions(match.state, 0)
        if len(legal) == 1:  # it is made by itself
            return False
        action = make_bot("greedy").choose(match.game, 0, view, legal, generator(SEED, match.plies))
    table.act(0, action)
    table.start()
    return True


def plies_of(name: str, players: int) -> int:
    """Return how long the game is that will be shown."""
    lobby = Lobby()
    table, _ = opened(lobby, name, players)
    while not table.over:
        if not person(table):
            sleep(0.005)
    return table.match.plies


def opened(lobby: Lobby, name: str, players: int) -> tuple[Table, str]:
    """Return a new table for one person, and the invitation."""
    seats = ("human", *["greedy"] * (players - 1))
    table, tokens = lobby.open(Start(name, seats, seed=SEED, quick=True))
    return table, tokens[0]


def shoot(page: Browser, file: Path) -> None:
    """Write what the page shows."""
    sleep(1.0)
    shot = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 88})
    data = b64decode(shot["data"])
    assert len(data) <= MOST_BYTES, f"{file.name} has {len(data)} bytes"
    file.write_bytes(data)
    print(file.name, len(data))  # noqa: T201  # a program


def tour(folder: Path, name: str) -> None:
    """Show one game."""
    players = PLAYERS.get(name, boardgames.game_class(name).player_counts[0])
    length = plies_of(name, players)
    for kind, size in (("wide", DESKTOP), ("phone", PHONE)):
        server = Server(Lobby())
        Thread(target=server.serve_forever, daemon=True).start()
        table, token = opened(server.lobby, name, players)
        page = Browser(size)
        try:
            page.join(server, token)
            page.settle()
            shoot(page, folder / f"{name}-{kind}-1-start.webp")
            for part, file in ((MIDDLE, "2-middle"), (2.0, "3-end")):
                while not table.over and not (table.match.plies >= part * length and waits(table)):
                    if not person(table, part * length):
                        sleep(0.005)
                page.settle()
                for close in page.all("[data-k='tip']"):
                    close.click()
                shoot(page, folder / f"{name}-{kind}-{file}.webp")
        finally:
            page.driver.quit()
            server.shutdown()
            server.server_close()


def waits(table: Table) -> bool:
    """Return whether it is the person's turn."""
    return 0 in table.match.game.to_act(table.match.state)


def main(arguments: list[str]) -> None:
    """Show all games."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments[1:] or boardgames.game_names():
        tour(folder, name)


if __name__ == "__main__":
    main(sys.argv[1:])
