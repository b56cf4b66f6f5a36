"""A client of the protocol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames.core.chance import generator
from boardgames.play.bots.program import ProgramBot
from boardgames.remote import Tables, answer
from tests.clock import HeldMachine


def choice_of(bot: Path) -> str:
    """Let this program make the first choice of a game of Koryŏ, in its folder; return what it
    chooses.
    """
    game = boardgames.make("koryo", players=2)
    state = next(state for seed in range(20) if (state := game.new_game(seed)).player == 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(bot.parent)
        seated = ProgramBot(f"python3 {bot}").seated(game, 0, None)
        choice = seated.choose(
            game, 0, game.view(state, 0), game.legal_actions(state), generator(0, 0)
        )
        seated.leave(None)
    return str(choice)


class Client:
    """Asks a server in this process, by default one whose bots pause for no time."""

    def __init__(self, tables: Tables | None = None) -> None:
        self.tables = tables or Tables(machine=HeldMachine())

    def send(self, message: object) -> Any:
        """Return the answer to a message; None if there is none."""
        line = answer(self.tables, json.dumps(message).encode())
        return json.loads(line) if line else None

    def reply(self, method: str, **params: object) -> Any:
        """Return the whole answer."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.send(request)

    def ask(self, method: str, **params: object) -> Any:
        """Return the result."""
        return self.reply(method, **params)["result"]

    def error(self, method: str, **params: object) -> tuple[int, str]:
        """Return code and message of the error."""
        error = self.reply(method, **params)["error"]
        return error["code"], error["message"]

    def play_on(self, table: int, seat: int, *, plies: int = 10_000) -> None:
        """Play a table, doing the first thing on the client's seat."""
        told = 0
        for _ in range(plies):
            standing = self.ask("events", table=table, seat=seat, since=told)
            told = standing["plies"]
            if standing["over"]:
                return
            if seat in standing["to_act"]:
                action = self.ask("legal_actions", table=table, seat=seat)["legal_actions"][0][
                    "action"
                ]
                self.ask("apply", table=table, seat=seat, action=action)
            else:
                self.ask("wait", table=table)
