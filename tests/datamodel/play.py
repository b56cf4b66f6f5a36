"""A client whose classes are generated from a schema; it plays a whole game over HTTP.

    python play.py ADDRESS GAME

It imports `models`, which datamodel-code-generator has made beside it, and nothing of this library:
so it could be anybody's. All that it sends and gets is checked by the generated classes.
"""

from __future__ import annotations

import json
import sys
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

import models  # type: ignore[import-not-found]  # generated beside it


class Client:
    """Sends requests to a server, with the secret of the seat that it has."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.secret = ""
        self._ids = count(1)

    def ask(self, method: str, **params: Any) -> Any:
        """Return the result of a method; raise `RuntimeError` if it is refused."""
        words = "".join([word.title() for word in method.split("_")])
        given = getattr(models, f"{words}Params")(**params)
        request = getattr(models, f"{words}Request")(
            jsonrpc="2.0", id=next(self._ids), method=method, params=given
        )
        answer = models.Answer.model_validate_json(self._send(request), strict=True).root
        if hasattr(answer, "error"):
            raise RuntimeError(answer.error.message)
        sent = json.dumps(answer.result)
        result = getattr(models, f"{words}Result").model_validate_json(sent, strict=True)
        return getattr(result, "root", result)

    def _send(self, request: Any) -> bytes:
        body = request.model_dump_json(exclude_unset=True).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.secret}"}
        with urlopen(Request(f"{self.address}rpc", body, headers), timeout=60) as answer:  # noqa: S310  # the address of the server
            content: bytes = answer.read()
        return content


def play(client: Client, game: str) -> dict[str, Any]:
    """Play a whole game against a bot, with actions as JSON and as notation in turn."""
    opened = client.ask("new", game=game, seats=["human", "random"], seed="5")
    client.secret = opened.secret
    (seat,) = opened.yours
    changes = 0
    status = client.ask("events")
    while True:
        for told in status.events:
            changes += sum(len(each.changes) for each in told.happened) + len(told.rest)
        if status.over:
            break
        if seat in status.to_act:
            client.ask("look")
            client.ask("view")
            listed = client.ask("legal_actions")
            chosen = listed.legal_actions[status.plies % len(listed.legal_actions)]
            action = chosen.notation if listed.turn % 2 else chosen.action
            client.ask("apply", action=action, turn=listed.turn)
        else:
            client.ask("wait", version=status.version)
        status = client.ask("events", since=status.plies)
    outcome = client.ask("outcome").outcome
    record = json.loads(client.ask("record").record)
    return {
        "plies": status.plies,
        "changes": changes,
        "winners": outcome.winners,
        "record": len(record["actions"]),
    }


if __name__ == "__main__":
    print(json.dumps(play(Client(sys.argv[1]), sys.argv[2])))  # noqa: T201  # its result
