"""The games as tools for language models, over the Model Context Protocol; needs the extra `mcp`.

    boardgames mcp

A model plays one seat of a table against bots, in words. The tables are those of the JSON-RPC
protocol, with the same limits: no State, no seed, and no hidden card of another seat is ever told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any

from boardgames import __version__
from boardgames.adapters.extras import library
from boardgames.core.chance import LARGEST_SEED
from boardgames.core.errors import BoardGamesError, quoted
from boardgames.core.text import listed, one_line
from boardgames.games.catalogue import make
from boardgames.jsonrpc import WireError
from boardgames.play.record import HUMAN
from boardgames.play.text import ending
from boardgames.remote import Tables, methods
from boardgames.remote.rooms import CallerSeat, Named
from boardgames.scene.as_text import draw, plain

with library("mcp", extra="mcp"):
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError


HOW = "Call play with the notation of one of them, or its place in this list: 1, 2 ..."
LONGEST_ERROR = 500
"""Maximum length of an error message, in characters; it may quote what the client sent."""


class Tools:
    """The tools of a model."""

    def __init__(self, tables: Tables, seed: int | None = None) -> None:
        """Use `tables`, which belong to this model only; the first has `seed`, later ones the
        following seeds.

        The model cannot choose seeds, because it could look at the same deal from another seat
        first.
        """
        self.tables = tables
        self._seed = seed
        self._seats: dict[int, int] = {}
        """The model's seat, from 0, by table."""
        self._told: dict[int, int] = {}
        """The number of plies that the model knows, by table."""

    def games(self) -> str:
        """List the games and the bots to play against."""
        known = self._call("games")
        lines: list[str] = []
        for game in known["games"]:
            counts = listed(map(str, game["players"]), "or")
            lines.append(f"{game['game']}: {game['title']}, {counts} players")
        lines.append(f"Bots: {', '.join(known['bots'])}")
        return "\n".join(lines)

    def rules(self, game: str) -> str:
        """Return the rules of a game, with the notation of its actions."""
        return str(self._call("rules", game=game)["rules"])

    def new_game(
        self, game: str, players: int, bots: list[str] | None = None, seat: int = 1
    ) -> str:
        """Start a game at a new table. You play one seat, counted from 1; bots play the others,
        greedy by default.
        """
        with _refusals():  # before lists of this length are made
            title = make(game, players=players).title
        seats = _seats(players, bots, seat)
        opened = self._call("new", game=game, players=players, seats=seats, seed=self._seed)
        if self._seed is not None:
            self._seed = (self._seed + 1) % (LARGEST_SEED + 1)
        table = int(opened["table"])
        self._seats[table] = seat - 1
        self._told[table] = 0
        return (
            f"Table {table}: {title} with {players} players; you are player"
            f" {seat}.\n{self._advanced(table)}"
        )

    def look(self, table: int) -> str:
        """Show a table again as you see it: what you know, and your legal actions."""
        seat = self._seat(table)
        with _refusals():
            at = self._place(table, seat)
            seen = methods.scene(at)
            pieces = methods.pieces(at).pieces
            outcome = methods.outcome(at).outcome
        lines = [plain(draw(seen.scene, pieces))]
        if outcome is not None:
            lines.append(ending(outcome, seat))
        else:
            lines += [
                "Your legal actions:",
                *[action.notation for action in seen.legal_actions],
                HOW,
            ]
        return "\n".join(lines)

    def play(self, table: int, action: str | int) -> str:
        """Take a legal action, by its notation or its place in the list; then the bots act until it
        is your turn.
        """
        seat, text = self._seat(table), str(action).strip()
        with _refusals():
            listed_actions = methods.legal_actions(self._place(table, seat)).legal_actions
            legal = [listed_action.notation for listed_action in listed_actions]
        if not any(
            notation.isdecimal() for notation in legal
        ):  # or else a number is itself an action
            numbered = {str(number): notation for number, notation in enumerate(legal, start=1)}
            text = numbered.get(text, text)
        self._call("apply", table=table, seat=seat, action=text)
        return self._advanced(table)

    def close(self, table: int) -> str:
        """Leave a table for good."""
        self._call("close", table=table)
        del self._told[table], self._seats[table]
        return f"Table {table} is closed."

    def _call(self, method: str, **params: object) -> Any:
        with _refusals():
            return self.tables.call(method, params)

    def _place(self, table: int, seat: int) -> CallerSeat:
        return self.tables.place("", Named(table, seat, has_seat=True))

    def _seat(self, table: int) -> int:
        if table not in self._seats:
            raise ToolError(f"there is no table {quoted(table)}")
        return self._seats[table]

    def _advanced(self, table: int) -> str:
        """Let the bots act, and return what the seat was told since the model's last action, and
        the table.
        """
        seat = self._seat(table)
        acting = self._place(table, seat).table
        version = 0
        with suppress(WireError):  # an error that stops the bots; the table says so
            while version != acting.version:
                version = acting.version
                self.tables.call("wait", {"table": table})
        told = self._call("events", table=table, seat=seat, since=self._told[table])
        self._told[table] = told["plies"]
        lines = chain.from_iterable([event["text"] for event in told["events"] if event["ply"]])
        return "\n".join(filter(None, ["\n".join(lines), self.look(table)]))


def _seats(players: int, bots: list[str] | None, seat: int) -> list[str]:
    """Return who plays each seat; raise `ToolError` for a wrong seat, or a wrong number of bots."""
    others = ["greedy"] * (players - 1) if bots is None else bots
    if seat not in range(1, players + 1):
        raise ToolError(f"seat: expected 1 to {players}, not {quoted(seat)}")
    if len(others) != players - 1 or HUMAN in others:
        raise ToolError(
            f"bots: expected {players - 1}, one for each other seat, not {quoted(others)}"
        )
    return [*others[: seat - 1], HUMAN, *others[seat - 1 :]]


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the library's errors into tool errors, which the model can read."""
    try:
        yield
    except BoardGamesError as error:
        raise ToolError(one_line(str(error), LONGEST_ERROR)) from None


def server(tables: Tables, seed: int | None = None) -> MCPServer:
    """Return the server of these tables, with the seed of the first game (None: a random one).

    No request is answered while a bot thinks, so the tables should limit the time of bots.
    """
    made = MCPServer(
        "boardgames",
        version=__version__,
        instructions="Play card games with hidden information against bots.",
    )
    tools = Tools(tables, seed)
    offered: list[Callable[..., str]] = [
        tools.games,
        tools.rules,
        tools.new_game,
        tools.look,
        tools.play,
        tools.close,
    ]
    for tool in offered:
        made.tool(structured_output=False)(tool)
    return made


def serve(tables: Tables, seed: int | None = None) -> None:
    """Answer a client over stdin and stdout until it disconnects."""
    try:
        server(tables, seed).run("stdio")
    finally:
        tables.close()
