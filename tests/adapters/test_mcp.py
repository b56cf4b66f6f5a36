"""The tools for language models, called by the client of the MCP library, in this process and over
a pipe.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import ModuleType
from typing import Any

import pytest

import boardgames
from boardgames.play import bot_names
from boardgames.remote import Tables
from tests.adapters.conftest import adapter
from tests.clock import HeldMachine
from tests.conftest import Shell


@pytest.fixture(scope="module")
def mcp_adapter() -> ModuleType:
    """Return the adapter for the Model Context Protocol."""
    return adapter("mcp", "mcp")


@asynccontextmanager
async def session(target: Any) -> AsyncIterator[Callable[..., Awaitable[tuple[bool, str]]]]:
    """Connect to a server; yield what calls a tool and returns whether it went well, and
    its text.
    """
    from mcp.client import Client  # only where it is installed
    from mcp.types import TextContent

    async with Client(target) as client:

        async def call(tool: str, **arguments: object) -> tuple[bool, str]:
            result = await client.call_tool(tool, arguments)
            texts = [each.text for each in result.content if isinstance(each, TextContent)]
            assert len(texts) == len(result.content)
            return not result.is_error, "\n".join(texts)

        yield call


def legal(text: str) -> list[str]:
    """Return the actions that an answer lists."""
    return text.partition("Your legal actions:\n")[2].splitlines()[:-1]


async def test_a_model_learns_the_games_and_their_rules(mcp_adapter: ModuleType) -> None:
    async with session(mcp_adapter.server(Tables(), 1)) as call:
        fine, text = await call("games")
        assert fine
        assert "koryo: Koryŏ, 2, 3 or 4 players\n" in text
        assert text.splitlines()[-1].startswith(f"Bots: {', '.join(bot_names())}")
        fine, text = await call("rules", game="koryo")
        assert fine
        assert "K6" in text
        fine, text = await call("rules", game="chess")
        assert not fine
        assert "'chess'" in text


async def test_a_model_plays_a_whole_game_and_leaves(mcp_adapter: ModuleType) -> None:
    async with session(mcp_adapter.server(Tables(), 1)) as call:
        fine, text = await call(
            "new_game", game="koryo", players=3, seat=2, bots=["random", "greedy"]
        )
        assert fine
        assert text.startswith("Table 1: Koryŏ with 3 players; you are player 2.\nPlayer 1 ")
        while actions := legal(text):
            looked = (await call("look", table=1))[1]
            assert text.endswith(looked)
            fine, text = await call("play", table=1, action=actions[-1])
            assert fine
        points = r"Points: Player 1 -?\d+, you -?\d+, Player 3 -?\d+\."
        assert re.search(rf"\nThe game is over: .*\. (You|Player \d).*\. {points}$", text)
        assert "\nKoryŏ: " in text
        assert await call("close", table=1) == (True, "Table 1 is closed.")
        fine, text = await call("look", table=1)
        assert not fine
        assert "there is no table 1" in text


async def test_every_game_has_a_seed_of_its_own_which_the_model_does_not_choose(
    mcp_adapter: ModuleType,
) -> None:
    """With the same seed it could look at the deal from another seat first."""
    opened: list[list[str]] = []
    for _ in range(2):
        async with session(mcp_adapter.server(Tables(), 7)) as call:
            hands = [
                (await call("new_game", game="koryo", players=2, seat=1))[1].partition("\n")[2]
                for _ in range(2)
            ]
            assert hands[0] != hands[1]
            opened.append(hands)
    assert opened[0] == opened[1], "the operator chooses the seed"
    assert "seed" not in inspect.signature(mcp_adapter.Tools.new_game).parameters


async def test_what_is_not_allowed_is_an_error_that_says_why(mcp_adapter: ModuleType) -> None:
    async with session(mcp_adapter.server(Tables(), 1)) as call:
        for arguments, fault in [
            ({"game": "koryo", "players": 9}, "koryo is for 2 to 4 players, not 9"),
            (
                {"game": "koryo", "players": 1_000_000_000},
                "koryo is for 2 to 4 players, not 1000000000",
            ),
            ({"game": "koryo", "players": 0}, "koryo is for 2 to 4 players, not 0"),
            ({"game": "koryo", "players": -3, "bots": []}, "koryo is for 2 to 4 players, not -3"),
            ({"game": "chess", "players": 10**30}, "'chess'"),
            ({"game": "koryo", "players": 2, "seat": 3}, "seat: expected 1 to 2, not 3"),
            (
                {"game": "koryo", "players": 2, "bots": []},
                "bots: expected 1, one for each other seat, not []",
            ),
            ({"game": "koryo", "players": 2, "bots": ["x" * 1000]}, "unknown bot 'xxx"),
            (
                {"game": "koryo", "players": 2, "bots": ["x" * 100_000]},
                "expected 1 to 1000 characters, not 100000",
            ),
            ({"game": "koryo", "players": 2, "bots": ["cmd:true"]}, "are not allowed here"),
            (
                {"game": "koryo", "players": 2, "bots": ["human"]},
                "bots: expected 1, one for each other seat, not ['human']",
            ),
        ]:
            fine, text = await call("new_game", **arguments)
            assert not fine
            assert fault in text
            assert len(text) < 600
        _, before = await call("new_game", game="koryo", players=2)
        fine, text = await call("play", table=1, action="steal 2")
        assert not fine
        assert "'steal 2'" in text
        fine, text = await call("play", table=1, action="rob the bank")
        assert not fine
        assert text.endswith("; legal: " + ", ".join(legal(before)[:3]))
        fine, text = await call("play", table=1, action="order " * 100_000)
        assert not fine
        assert len(text) < 600
        assert before.endswith((await call("look", table=1))[1])


@pytest.mark.parametrize("kind", [int, str])
async def test_an_action_is_taken_by_its_place_in_the_list(
    mcp_adapter: ModuleType, kind: type[int | str]
) -> None:
    results: list[tuple[bool, str]] = []
    for _ in range(2):
        async with session(mcp_adapter.server(Tables(), 1)) as call:
            actions = legal((await call("new_game", game="koryo", players=2))[1])
            for none in (0, len(actions) + 1):
                fine, text = await call("play", table=1, action=kind(none))
                assert not fine
                assert f"; legal: {actions[0]}, " in text
            results.append(
                await call("play", table=1, action=actions[-1] if results else kind(len(actions)))
            )
    assert results[0] == results[1]


def test_the_server_says_its_version(mcp_adapter: ModuleType) -> None:
    assert mcp_adapter.server(Tables(), 1).version == boardgames.__version__


@pytest.mark.parametrize(
    "bot", ["mcts:iterations=1000000000", "greedy:worlds=1000000000", "mcts:seconds=1000000"]
)
async def test_no_bot_blocks_the_server(mcp_adapter: ModuleType, bot: str) -> None:
    """It keeps to the seconds that the tables give it; on a busy machine it may come a bit late."""
    tables = Tables(seconds=0.2, machine=HeldMachine())
    async with session(mcp_adapter.server(tables, 1)) as call:
        fine, text = await call("new_game", game="koryo", players=2, seat=2, bots=[bot])
        assert fine
        assert legal(text)


@pytest.mark.usefixtures("mcp_adapter")
async def test_the_command_serves_over_a_pipe(shell: Shell) -> None:
    from mcp import StdioServerParameters  # only where it is installed

    command, *arguments = [sys.executable, "-m", "boardgames", "mcp"]
    target = StdioServerParameters(
        command=command, args=arguments, env=shell.environment(), cwd=shell.directory
    )
    async with session(target) as call:
        fine, text = await call("new_game", game="for_the_king", players=2)
        assert fine
        assert legal(text)


def test_help_says_what_the_command_is_for(shell: Shell) -> None:
    text = " ".join(shell.run("mcp", "--help").stdout.split())
    assert "Serve the Model Context Protocol on stdin and stdout." in text
    assert "--seconds S seconds that a bot may take for each choice; default 10" in text


def test_without_the_library_the_command_says_what_to_install(shell: Shell) -> None:
    site = shell.directory / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(
        "import sys; sys.modules['mcp'] = None\n", encoding="utf-8"
    )
    done = shell.run("mcp", PYTHONPATH=f"{site}:{shell.path}")
    assert (done.returncode, done.stdout) == (2, "")
    remedy = "pip install '.[mcp]' in a clone of boardgames, or 'boardgames-engine[mcp]'"
    assert done.stderr == f"boardgames: mcp is not installed: {remedy}\n"
