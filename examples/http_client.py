"""Plays a whole game at a server over HTTP, with the standard library alone.

boardgames web --no-browser &
python examples/http_client.py http://127.0.0.1:8000/ koryo
"""

import json
import sys
from random import choice
from typing import Any
from urllib.request import Request, urlopen

address, game = sys.argv[1:]
secret = ""


def ask(method: str, **params: object) -> Any:
    """Return the result of a method."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    headers["Origin"] = address.rstrip("/")
    request = Request(f"{address}rpc", json.dumps(message).encode(), headers)
    with urlopen(request) as answer:
        reply = json.load(answer)
    return reply["result"] if "result" in reply else sys.exit(reply["error"]["message"])


opened = ask("new", game=game, seats=["human", "random"])
secret, (seat,) = opened["secret"], opened["yours"]
status = {"plies": 0, "over": False}
while not status["over"]:
    status = ask("events", since=status["plies"])
    for event in status["events"]:
        print(*event["text"], sep="\n")
    if seat in status["to_act"]:
        offered = ask("scene")
        label = choice(offered["legal_actions"])
        ask("apply", action=label["notation"], turn=offered["turn"])
    elif not status["over"]:
        ask("wait", version=status["version"])
print(ask("outcome")["outcome"]["reason"])
