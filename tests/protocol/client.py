"""A client of the protocol."""

from __future__ import annotations

import json
from typing import Any

from boardgames.protocol import Tables, answer


class Client:
    """Asks a server in this process."""

    def __init__(self, tables: Tables | None = None) -> None:
        self.tables = tables or Tables()

    def reply(self, method: str, **params: object) -> Any:
        """Return the whole answer."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return answer(self.tables, json.dumps(request).encode())

    def ask(self, method: str, **params: object) -> Any:
        """Return the result."""
        return self.reply(method, **params)["result"]

    def error(self, method: str, **params: object) -> tuple[int, str]:
        """Return code and message of the error."""
        error = self.reply(method, **params)["error"]
        return error["code"], error["message"]

    def play_on(self, table: int, seat: int, *, plies: int = 10_000) -> None:
        """Play a table, doing the first thing on the client's seat."""
        for _ in range(plies):
            standing = self.ask("events", table=table, seat=seat)
            if standing["over"]:
                return
            if seat in standing["to_act"]:
                action = self.ask("legal_actions", table=table, seat=seat)["legal_actions"][0]["action"]
                self.ask("apply", table=table, seat=seat, action=action)
            else:
                self.ask("bot_move", table=table)
