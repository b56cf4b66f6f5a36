"""JSON-RPC 2.0, one message a line: what clients, servers and bots that are programs share."""

from __future__ import annotations

import json

from boardgames.core.codec import JSON, read_json
from boardgames.core.errors import BoardGamesError

PROTOCOL = 1
"""Version of the messages to bots that are programs; raised when programs written for the previous
version would no longer work.
"""
MAX_BYTES = 1 << 20
"""Maximum size of a line, in bytes."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
ILLEGAL_ACTION = -32001
NO_SUCH_TABLE = -32002
NOT_YOUR_SEAT = -32003
TOO_MANY_TABLES = -32004
ANSWER_TOO_LONG = -32005


class WireError(BoardGamesError):
    """A failed request; `code` is the JSON-RPC error code for the reason."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(" ".join(message.split()))
        self.code = code


def encode(message: JSON) -> bytes:
    """Return the message as a line, in ASCII."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> JSON:
    """Return the message in this line; raise `WireError` if the line is not JSON."""
    try:
        return read_json(line)
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise WireError(PARSE_ERROR, f"not JSON: {reason}") from None
