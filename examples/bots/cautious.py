"""A bot as a program of its own, without importing boardgames: it takes the last of the actions
with the fewest words.

    boardgames play koryo --seats human,'cmd:python3 examples/bots/cautious.py'

One JSON-RPC 2.0 request a line comes in on stdin, one answer a line goes out on stdout. That is the
whole protocol.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def answer(method: str, params: dict[str, Any]) -> object:
    """Return the result of a request."""
    if method == "hello":
        return {"protocol": 1, "name": "cautious"}
    if method == "choose":
        # params["view"] is all that this seat knows; here the actions are enough.
        notations = [each["notation"] for each in params["legal_actions"]]
        return {"action": min(reversed(notations), key=lambda notation: len(notation.split()))}
    return None  # new_game, game_over


for line in sys.stdin:
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    if "id" in request:  # a notification has none and gets no answer
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
