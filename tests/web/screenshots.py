"""Screenshots of the page for docs/screenshots: start, middle and end of every game, wide and on a
phone, and what they say, as text.

    python -m tests.web.screenshots [FOLDER [GAME...]]

`python -m tests.renew` takes those of a game anew when what they say has changed; this command does
when only their looks have.
"""

from __future__ import annotations

from argparse import ArgumentParser
from base64 import b64decode
from collections.abc import Iterator
from math import inf
from pathlib import Path
from threading import Thread
from time import sleep

import boardgames
from boardgames.core.chance import generator
from boardgames.play.bots import make_bot
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.scene.as_text import draw, plain
from boardgames.table.seating import Seating
from boardgames.table.table import Table
from boardgames.web.asgi import application
from tests.clock import HeldMachine
from tests.web.browser import DESKTOP, PHONE, Browser, missing

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
PLAYERS = {"koryo": 4, "for_the_king": 4, "mundus_novus": 3}
"""At how large a table each of our games is shown; others with as few as they allow."""
SEED = 12
MIDDLE = 0.5
"""The part of the game that has been played in the middle."""
MOST_BYTES = 150_000


def person(table: Table, before: float = inf) -> bool:
    """Let the person do something sensible, if it is their turn and there have been fewer plies
    than this; return whether they did.
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
    return True


def seats_of(name: str) -> tuple[str, ...]:
    """Return who plays in the pictures of a game."""
    players = PLAYERS.get(name, boardgames.game_class(name).player_counts[0])
    return ("human", *["greedy"] * (players - 1))


def played(name: str) -> Iterator[Table]:
    """Play the game of the pictures without a page; yield the table at each of the person's
    choices, and at the end.
    """
    seats = seats_of(name)
    game = boardgames.make(name, players=len(seats))
    table = Table.open(game, Seating.of(seats, quick=True), SEED, machine=HeldMachine())
    while not table.over:
        table.play_on()
        if len(table.choices(0)) > 1:
            yield table
        person(table)
    yield table


def plies_of(name: str) -> int:
    """Return how long the game is that will be shown."""
    *_, table = played(name)
    return table.match.plies


def words_of(name: str) -> str:
    """Return what the pictures of a game say: the table, the news and the choices of the person, at
    the start, in the middle and at the end.
    """
    shown = [(table.match.plies, _words_on(table)) for table in played(name)]
    length, end = shown[-1]
    middle = next(words for plies, words in shown if plies >= MIDDLE * length)
    return "\n\n".join([shown[0][1], middle, end]) + "\n"


def _words_on(table: Table) -> str:
    words, scene = table.words(0), table.scene(0)
    lines = plain(draw(scene, words.pieces(), phrases=words.phrases)).splitlines()
    lines += [scene.prompt, scene.tip]
    lines += [line for told in table.news(0) for line in told.lines]
    lines += [choice.text for choice in table.choices(0)]
    return "\n".join(filter(None, lines))


def files() -> dict[Path, str]:
    """Return the words of the pictures of each game, by the file in which they are kept."""
    return {path_of(name): words_of(name) for name in boardgames.game_names()}


def path_of(name: str) -> Path:
    """Return the file with the words of the pictures of a game."""
    return FOLDER / f"{name}.txt"


def opened(lobby: Lobby, name: str) -> tuple[Table, str]:
    """Return a new table for one person, and the invitation."""
    table, tokens = lobby.open(Start(name, seats_of(name), seed=SEED, quick=True))
    return table, tokens[0]


def shoot(page: Browser, file: Path) -> None:
    """Write what the page shows."""
    sleep(1.0)
    shot = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 88})
    data = b64decode(shot["data"])
    assert len(data) <= MOST_BYTES, f"{file.name} has {len(data)} bytes"
    file.write_bytes(data)
    print(file.name, len(data))  # noqa: T201  # a program


class NoBrowserError(Exception):
    """There is nothing that could take a picture."""


def take(words: Path) -> None:
    """Take the pictures whose words are kept in this file; raise `NoBrowserError` if that is
    impossible.
    """
    if (lack := missing()) is not None:
        raise NoBrowserError(lack)
    tour(words.parent, words.stem)


def tour(folder: Path, name: str) -> None:
    """Show one game."""
    length = plies_of(name)
    for kind, size in (("wide", DESKTOP), ("phone", PHONE)):
        server = HttpServer(application(Lobby()))
        Thread(target=server.serve_forever, daemon=True).start()
        table, token = opened(server.lobby, name)
        page = Browser(size)
        try:
            page.join(server, token)
            page.settle()
            shoot(page, folder / f"{name}-{kind}-1-start.webp")
            for part, file in ((MIDDLE, "2-middle"), (2.0, "3-end")):
                while not table.over and not (table.match.plies >= part * length and waits(table)):
                    if person(table, part * length):
                        table.start()
                    else:
                        sleep(0.005)
                page.settle()
                _look_at_no_card(page)
                for close in page.all("[data-k='tip']"):
                    close.click()
                shoot(page, folder / f"{name}-{kind}-{file}.webp")
        finally:
            page.driver.quit()
            server.shutdown()
            server.server_close()


def _look_at_no_card(page: Browser) -> None:
    """Point at nothing, and close what is said of a card: it covers the tip."""
    from selenium.webdriver.common.keys import Keys  # it may be missing

    corner = {"type": "mouseMoved", "x": 0, "y": 0}
    page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", corner)
    page.one("body").send_keys(Keys.ESCAPE)


def waits(table: Table) -> bool:
    """Return whether it is the person's turn."""
    return 0 in table.match.game.to_act(table.match.state)


def main() -> None:
    """Show the games that are named, or all."""
    parser = ArgumentParser(prog="python -m tests.web.screenshots", description="Take screenshots.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.games or boardgames.game_names():
        tour(asked.folder, name)


if __name__ == "__main__":
    main()
