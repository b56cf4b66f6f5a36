"""JSON-RPC 2.0, one message a line: what clients, servers and bots that are programs share.

Whoever asks, messages are made and read here, with the same limits and codes. Methods and versions
differ: a server's are in `boardgames.remote.methods`, those of bots in
`boardgames.play.bots.messages`.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from boardgames.core.codec import JSON, read_json
from boardgames.core.errors import BoardGamesError, DecodeError
from boardgames.core.text import shortened

MAX_BYTES = 1 << 20
"""Maximum size of a line, in bytes."""
LONGEST_ID = 100
"""Maximum length of a request's id, which every answer repeats."""
LONGEST_ERROR = 500
"""Maximum length of the message of an error."""
MEMBERS = {"jsonrpc", "method", "params", "id"}
"""What a request may have."""

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


class ErrorCode(NamedTuple):
    """A code of errors, and when it is sent."""

    code: int
    name: str
    meaning: str


ERRORS = (
    ErrorCode(PARSE_ERROR, "PARSE_ERROR", "not JSON"),
    ErrorCode(
        INVALID_REQUEST,
        "INVALID_REQUEST",
        "not a request of JSON-RPC 2.0, too large a batch, a line that is too long, or a request"
        " over HTTP that is not answered at all",
    ),
    ErrorCode(METHOD_NOT_FOUND, "METHOD_NOT_FOUND", "unknown method"),
    ErrorCode(
        INVALID_PARAMS,
        "INVALID_PARAMS",
        "wrong parameters; where one is missing, unknown or of the wrong type, the message begins"
        " with `params: ` and names it",
    ),
    ErrorCode(
        INTERNAL_ERROR, "INTERNAL_ERROR", "an internal error; the log of the server has more"
    ),
    ErrorCode(
        ILLEGAL_ACTION,
        "ILLEGAL_ACTION",
        "an action that is not legal, or does not exist in this game; or the `turn` has passed,"
        " or nothing can be taken back",
    ),
    ErrorCode(NO_SUCH_TABLE, "NO_SUCH_TABLE", "no such table, or it has been closed"),
    ErrorCode(
        NOT_YOUR_SEAT,
        "NOT_YOUR_SEAT",
        "not your seat, or not for you: an invitation that is not valid, a record before the end",
    ),
    ErrorCode(
        TOO_MANY_TABLES, "TOO_MANY_TABLES", "too many tables are open, or the server is stopping"
    ),
    ErrorCode(ANSWER_TOO_LONG, "ANSWER_TOO_LONG", "the answer is too long"),
)
"""Every code of errors."""


class WireError(BoardGamesError):
    """A failed request; `code` is the JSON-RPC error code for the reason."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(" ".join(message.split()))
        self.code = code


def request(method: str, params: JSON, identity: JSON = None) -> bytes:
    """Return a request as a line; a notification, if it has no id."""
    message: dict[str, JSON] = {"jsonrpc": "2.0"}
    if identity is not None:
        message["id"] = identity
    return encode(message | {"method": method, "params": params})


def success(result: JSON, identity: JSON) -> bytes:
    """Return the answer to a request that has been carried out, as a line."""
    return encode({"jsonrpc": "2.0", "id": identity, "result": result})


def failure(message: str, code: int = INVALID_REQUEST, identity: JSON = None) -> bytes:
    """Return the answer to a request that has failed, as a line."""
    error: JSON = {"code": code, "message": shortened(message, LONGEST_ERROR)}
    return encode({"jsonrpc": "2.0", "id": identity, "error": error})


def encode(message: JSON) -> bytes:
    """Return the message as a line, in ASCII."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> JSON:
    """Return the message in this line; raise `WireError` if the line is not JSON."""
    try:
        return read_json(line)
    except DecodeError as error:
        raise WireError(PARSE_ERROR, f"not JSON: {error}") from None
