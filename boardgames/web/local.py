"""The methods without a server: in the browser, in Pyodide, where there are no threads.

`worker.js` creates a `Local` and calls it. Messages are JSON-RPC, as over HTTP.
"""

from __future__ import annotations

import json
from pathlib import Path

from boardgames.remote.calls import drive
from boardgames.remote.lobby import Lobby
from boardgames.remote.rpc import Client, answering
from boardgames.table.table import Table


class Local:
    """Tables for one person and bots."""

    def __init__(self, path: str, kept: str) -> None:
        """Keep tables in this folder; first restore `kept`, the result of `files` before the page
        was reloaded.
        """
        self._path = Path(path)
        self._path.mkdir(parents=True, exist_ok=True)
        for name, text in json.loads(kept).items():
            (self._path / Path(name).name).write_text(text, encoding="utf-8")
        self._waiting: list[Table] = []
        self.lobby: Lobby = Lobby(records=path, play_on=self._waiting.append)

    def call(self, message: str, secret: str) -> str:
        """Return the answer to a message; it does not wait for news."""
        client = Client(self.lobby, secret)
        return drive(answering(client, message.encode()), lambda _: None).decode()

    def step(self) -> float:
        """Let one bot act once; return the seconds to wait before the next action, negative if
        there is none.
        """
        while self._waiting:
            table = self._waiting[0]
            if table.step():
                return table.seating.pace
            self._waiting.remove(table)
        return -1.0

    def files(self) -> str:
        """Return the files to keep, by name, as JSON."""
        return json.dumps(
            {file.name: file.read_text(encoding="utf-8") for file in self._path.glob("*.json")}
        )
