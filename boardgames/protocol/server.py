"""JSON-RPC 2.0 on a pair of streams: each line is a request, a notification or an answer.

A line may also be a batch of requests.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import inf
from typing import IO, Any

from boardgames.core.codec import JSON
from boardgames.core.errors import quoted
from boardgames.core.text import shortened
from boardgames.jsonrpc import (
    ANSWER_TOO_LONG,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    LONGEST_ID,
    MAX_BYTES,
    WireError,
    decode,
    encode,
)
from boardgames.protocol.tables import Tables

LOG = logging.getLogger(__name__)

MEMBERS = {"jsonrpc", "method", "params", "id"}
MOST_REQUESTS = 100
"""Maximum number of requests in a batch."""
LONGEST_MESSAGE = 500
"""Maximum length of an error message."""
ROOM_FOR_ERROR = 2000
"""Size in bytes of an answer with an error and the longest id."""


def serve(tables: Tables, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line until the input ends; a faulty line does not affect the next ones."""
    try:
        while line := requests.readline(MAX_BYTES + 1):
            reply: JSON = None
            if len(line) > MAX_BYTES and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = requests.readline(MAX_BYTES)
                reply = _failure(None, f"a message of more than {MAX_BYTES} bytes")
            elif line.strip():
                reply = answer(tables, line)
            if reply is not None:
                answers.write(encode(reply))
                answers.flush()
    finally:
        tables.close_all()


def answer(tables: Tables, line: bytes) -> JSON:
    """Return the answer to a message; None if it has only notifications."""
    try:
        message = decode(line)
    except WireError as error:
        return _failure(None, str(error), error.code)
    return _answer_batch(tables, message) if isinstance(message, list) else _answer(tables, message)


def _answer_batch(tables: Tables, requests: Sequence[object]) -> JSON:
    if not 0 < len(requests) <= MOST_REQUESTS:
        return _failure(None, f"a batch has 1 to {MOST_REQUESTS} requests, not {len(requests)}")
    replies: list[JSON] = []
    room = MAX_BYTES - MOST_REQUESTS * ROOM_FOR_ERROR
    for request in requests:
        reply: Any = _answer(tables, request, room)
        if reply is not None:
            replies.append(reply)
            is_too_long = reply.get("error", {}).get("code") == ANSWER_TOO_LONG
            room = 0 if is_too_long else room - len(encode(reply))
    return replies or None


def _answer(tables: Tables, request: object, room: int = MAX_BYTES) -> JSON:
    """Return the answer, with at most `room` bytes unless it is an error.

    If there is no room, nothing is done.
    """
    if not isinstance(request, dict):
        return _failure(None, f"expected an object, not {quoted(request)}")
    identity, method = request.get("id"), request.get("method")
    if not _is_valid_id(identity):
        expected = f"a number, null, or a string, of at most {LONGEST_ID} characters"
        return _failure(None, f"id: expected {expected}, not {quoted(identity)}")
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or request.keys() - MEMBERS:
        return _failure(
            identity, 'expected "jsonrpc": "2.0", "method", and optionally "params" and "id"'
        )
    if room <= 0:
        reply = _failure(
            identity, "not done: the answers to this batch are too long already", ANSWER_TOO_LONG
        )
    else:
        reply = _called(tables, identity, method, request.get("params", {}))
        if len(encode(reply)) > room:
            reply = _failure(
                identity, "done, but the answer is too long for a line", ANSWER_TOO_LONG
            )
    return reply if "id" in request else None  # a notification has no id, and no answer


def _called(tables: Tables, identity: JSON, method: str, params: object) -> JSON:
    try:
        return {"jsonrpc": "2.0", "id": identity, "result": tables.call(method, params)}
    except WireError as error:
        return _failure(identity, str(error), error.code)
    except Exception:
        LOG.exception("a request failed")
        return _failure(
            identity, "an unexpected error; the log of the server has more", INTERNAL_ERROR
        )


def _is_valid_id(identity: object) -> bool:
    if type(identity) not in (str, int, float):  # a bool is not
        return identity is None
    return len(str(identity)) <= LONGEST_ID and identity not in (inf, -inf)


def _failure(identity: JSON, message: str, code: int = INVALID_REQUEST) -> JSON:
    return {
        "jsonrpc": "2.0",
        "id": identity,
        "error": {"code": code, "message": shortened(message, LONGEST_MESSAGE)},
    }
