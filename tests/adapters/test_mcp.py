"""The tools for models, called by the client of the MCP library: over a pipe, and over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from boardgames.remote import Lobby
from boardgames.remote.tools import TOOLS
from tests.adapters.conftest import need
from tests.conftest import Shell
from tests.remote.servers import serving_http


@pytest.fixture(autouse=True)
def _library() -> None:
    need("mcp")


@pytest.fixture
def server() -> Iterator[Any]:
    """Return a running server with no table."""
    with serving_http(Lobby(), "127.0.0.1", (), 0, 1.0) as running:
        yield running


class Model:
    """A model whose client checks each result against the schema of its tool."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.data: Any = None
        self.own: dict[str, Any] = {}
        """What it says of its seat or table with each call."""

    async def use(self, tool: str, **arguments: object) -> str:
        """Use a tool, which has to work; return what it says."""
        result = await self.client.call_tool(tool, arguments | self.own)
        (content,) = result.content
        assert not result.is_error, content.text
        self.data = result.structured_content
        text: str = content.text
        return text

    async def refused(self, tool: str, **arguments: object) -> str:
        """Use a tool, which must not work; return why."""
        result = await self.client.call_tool(tool, arguments)
        (content,) = result.content
        assert result.is_error
        assert "\n" not in content.text
        text: str = content.text
        return text


@asynccontextmanager
async def over_a_pipe(shell: Shell, mode: str) -> AsyncIterator[Model]:
    """Start the command as a client does."""
    from mcp import StdioServerParameters  # only where it is installed
    from mcp.client import Client

    command, *arguments = shell.command("mcp", "--seed", "1")
    target = StdioServerParameters(
        command=command, args=arguments, env=shell.environment(), cwd=shell.directory
    )
    async with Client(target, mode=mode) as client:
        yield Model(client)


@asynccontextmanager
async def over_http(server: Any, secret: str = "", mode: str = "auto") -> AsyncIterator[Model]:
    """Connect to a server as somebody whose settings have this secret."""
    import httpx2  # only where it is installed
    from mcp.client import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as web:
        transport = streamable_http_client(f"{server.url}mcp", http_client=web)
        async with Client(transport, mode=mode) as client:
            yield Model(client)


@pytest.mark.long
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_model_plays_a_whole_game_over_a_pipe(mode: str, shell: Shell) -> None:
    """By default, a client first asks for a version without a handshake."""
    async with over_a_pipe(shell, mode) as model:
        listed = (await model.client.list_tools()).tools
        assert [tool.name for tool in listed] == [
            each.name for each in TOOLS if each.only != "http"
        ]
        (close,) = [tool.annotations for tool in listed if tool.name == "close"]
        assert (close.read_only_hint, close.destructive_hint) == (False, True)
        assert "koryo: Koryŏ" in await model.use("games")
        assert "K6" in await model.use("rules", game="koryo")
        await model.use("new_game", game="koryo", players=2)
        model.own = {"table": model.data["table"]}
        assert "there is no table 2" in await model.refused("look", table=2)
        text = await model.use("look")
        while not model.data["over"]:
            text = await model.use("play", action=1)
        assert "The game is over: " in text


@pytest.mark.long
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_two_models_play_a_whole_game_at_one_table(mode: str, server: Any) -> None:
    async with over_http(server, mode=mode) as first, over_http(server, mode=mode) as guest:
        await first.use("new_game", game="koryo", players=2, others=["human"])
        first.own = {"secret": first.data["secret"]}
        invitation = first.data["invitations"][0]["invitation"]
        await guest.use("join", invitation=invitation)
        assert "used" in await guest.refused("join", invitation=invitation)
        secret = guest.data["secret"]
        async with over_http(server, secret, mode) as second:
            models = [first, second]
            server.application.turn_patience = 0.01  # both are driven by one test
            over = False
            while not over:
                for model in models:
                    await model.use("wait")
                    if model.data["your_turn"]:
                        await model.use("play", action=len(model.data["legal_actions"]))
                    over = model.data["over"]
            ends = [await model.use("look") for model in models]
            assert all("The game is over: " in end for end in ends)
            assert first.data["result"] == second.data["result"]
            assert first.data["you"] != second.data["you"]


async def test_a_secret_that_plays_no_seat_is_refused(server: Any) -> None:
    async with over_http(server, "x" * 43) as stranger:
        assert "no longer exists" in await stranger.refused("look")
        await stranger.use("games")
