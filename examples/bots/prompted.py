"""A language model as a bot: any command that reads a prompt on stdin and writes its answer to
stdout.

    boardgames play koryo --seats human,'cmd:python examples/bots/prompted.py ollama run llama3.2'

The program speaks the protocol of bots with `boardgames`, and prompts with the model: the whole
conversation goes to its stdin, for every turn and every correction.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from boardgames import BotError, make
from boardgames.adapters.text import Messages, TextSeat


def ask(messages: Messages) -> str:
    """Return what the model answers to a conversation."""
    prompt = "\n\n".join(message["content"] for message in messages)
    return subprocess.run(
        sys.argv[1:], input=prompt, capture_output=True, text=True, check=True
    ).stdout


seat: TextSeat


def answer(method: str, params: dict[str, Any]) -> object:
    """Return the result of a request."""
    global seat  # noqa: PLW0603  # one game at a time
    if method == "hello":
        return {"protocol": 1, "name": "prompted"}
    if method == "new_game":
        seat = TextSeat(
            make(params["game"], players=params["players"], **params["options"]), params["seat"]
        )
    if method == "choose":
        view = seat.game.view_from_json(params["view"])
        actions = [seat.game.parse(each["notation"]) for each in params["legal_actions"]]
        try:
            return {"action": str(seat.choose(ask, view, actions))}
        except BotError as error:
            return {"action": f"none: {error}"}  # the match decides what happens next
    return None


for line in sys.stdin:
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    if "id" in request:  # a notification has none and gets no answer
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
