"""The Model Context Protocol (MCP): tools for language models, over lines and over HTTP.

It is JSON-RPC 2.0 with methods of its own. Of these a server with nothing but tools needs four. It
remembers nothing between them, so there are no sessions; over HTTP each request is a POST, answered
with JSON. Clients of later versions fall back to these.
"""

from __future__ import annotations

from typing import IO, Any

from boardgames import __version__
from boardgames.core.codec import JSON
from boardgames.core.errors import quoted
from boardgames.core.text import one_line
from boardgames.jsonrpc import INVALID_PARAMS, LONGEST_ERROR, METHOD_NOT_FOUND, WireError
from boardgames.remote.calls import Calling
from boardgames.remote.lines import serve_lines
from boardgames.remote.rooms import Rooms
from boardgames.remote.rpc import Client
from boardgames.remote.tables import Tables
from boardgames.remote.tools import Tools, tools_over, use

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")
"""The versions that are spoken, the newest first."""
VERSION_HEADER = "mcp-protocol-version"
"""What says over HTTP which one a client speaks."""
INSTRUCTIONS = {
    "lines": (
        "Play card games with hidden information against bots. Call games and rules, then new_game,"
        " then play until the game is over."
    ),
    "http": (
        "Play card games with hidden information. Call games and rules. Take a seat by join, with"
        " an invitation, or by new_game, unless you have a secret already; then play, and wait for"
        " your turn, until the game is over."
    ),
}


def is_spoken(version: str) -> bool:
    """Return whether a client over HTTP may name this version; the oldest clients name none."""
    return version in ("", *VERSIONS)


class McpServer:
    """Answers the methods of the protocol for all clients of some tables."""

    def __init__(self, rooms: Rooms, seed: int | None = None) -> None:
        """`seed` is that of the first game, as for `Tools`."""
        self.tools: Tools = Tools(rooms, seed)

    def call(self, client: Client, name: str, params: object) -> Calling[JSON]:
        """Answer a method; raise `WireError` if it fails."""
        carrier = client.rooms.carrier
        given: dict[str, Any] = params if isinstance(params, dict) else {}
        if name == "initialize":
            asked = given.get("protocolVersion")
            return {
                "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
                "capabilities": {"tools": {"listChanged": False}},
                "serverInfo": {
                    "name": "boardgames",
                    "title": "boardgames",
                    "version": __version__,
                },
                "instructions": INSTRUCTIONS[carrier],
            }
        if name == "tools/list":
            return {"tools": [tool.described(carrier) for tool in tools_over(carrier).values()]}
        if name == "tools/call":
            return (yield from self._use(client, given))
        if name == "ping" or name.startswith("notifications/"):
            return {}
        raise WireError(METHOD_NOT_FOUND, f"no method {quoted(name)}")

    def _use(self, client: Client, given: dict[str, Any]) -> Calling[JSON]:
        """Use a tool; what keeps it from working is told to the model, which can do better."""
        name, arguments = given.get("name"), given.get("arguments")
        known = tools_over(client.rooms.carrier)
        if not isinstance(name, str) or name not in known:
            tools = ", ".join(known)
            raise WireError(INVALID_PARAMS, f"no tool {quoted(name)}; tools: {tools}")
        arguments = {} if arguments is None else arguments
        try:
            words, result = yield from use(
                self.tools, name, arguments, client.secret, client.address
            )
        except WireError as error:
            return _content(one_line(str(error), LONGEST_ERROR)) | {"isError": True}
        return _content(words) | {"structuredContent": result, "isError": False}


def _content(words: str) -> dict[str, JSON]:
    return {"content": [{"type": "text", "text": words}]}


def serve(tables: Tables, requests: IO[bytes], answers: IO[bytes], seed: int | None = None) -> None:
    """Answer a client on these streams until it disconnects.

    No request is answered while a bot thinks, so the tables should limit the time of bots.
    """
    serve_lines(Client(tables, call=McpServer(tables, seed).call), tables, requests, answers)
