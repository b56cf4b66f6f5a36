"""JSON-RPC 2.0 on a pair of streams: each line is a request, a notification, a batch, or an answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import inf
from typing import IO

from boardgames.core.codec import JSON
from boardgames.core.errors import quoted
from boardgames.core.text import shortened
from boardgames.jsonrpc import (
    ANSWER_TOO_LONG,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    MAX_BYTES,
    WireError,
    decode,
    encode,
)
from boardgames.protocol.tables import Tables

LOG = logging.getLogger(__name__)

MOST_REQUESTS = 100
"""Maximum number of requests in a batch."""
LONGEST_ID = 100
"""Maximum length of a request's id, which every answer repeats."""
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
                reply = _failure(None, WireError(INVALID_REQUEST, f"a message of more than {MAX_BYTES} bytes"))
            elif line.strip():
                reply = answer(tables, line)
            if reply is not None:
                answers.write(encode(reply))
                answers.flush()
    finally:
        tables.close_all()


def answer(tables: Tables, line: bytes) -> JSON:
    """Return the answer to a message, or None if it has only notifications, which are not answered."""
    try:
        message = decode(line)
    except WireError as error:
        return _failure(None, error)
    if isinstance(message, list):
        return _answer_batch(tables, message)
    return _that_fits(MAX_BYTES, _answer(tables, message))


def _answer_batch(tables: Tables, requests: Sequence[object]) -> JSON:
    if not requests:
        return _failure(None, WireError(INVALID_REQUEST, "an empty batch"))
    if len(requests) > MOST_REQUESTS:
        fault = f"a batch has at most {MOST_REQUESTS} requests, not {len(requests)}"
        return _failure(None, WireError(INVALID_REQUEST, fault))
    replies: list[JSON] = []
    room = MAX_BYTES - MOST_REQUESTS * ROOM_FOR_ERROR
    for request in requests:
        if room > 0:
            whole = _answer(tables, request)
            reply = _that_fits(room, whole)
            room = 0 if reply is not whole else room - len(encode(reply))
        else:
            not_done = WireError(ANSWER_TOO_LONG, "not done: the answers to this batch are too long already")
            reply = _failure(_identity(request), not_done) if _wants_answer(request) else None
        if reply is not None:
            replies.append(reply)
    return replies or None


def _that_fits(room: int, reply: JSON) -> JSON:
    """Return the reply, or an error if it has more than `room` bytes."""
    if not isinstance(reply, dict) or len(encode(reply)) <= room:
        return reply
    return _failure(reply["id"], WireError(ANSWER_TOO_LONG, "done, but the answer is too long for a line"))


def _answer(tables: Tables, request: object) -> JSON:
    identity = _identity(request)
    try:
        method, params = _read(request)
    except WireError as error:
        return _failure(identity, error)
    reply: JSON
    try:
        reply = {"jsonrpc": "2.0", "id": identity, "result": tables.call(method, params)}
    except WireError as error:
        reply = _failure(identity, error)
    except Exception:
        LOG.exception("a request failed")
        reply = _failure(identity, WireError(INTERNAL_ERROR, "an unexpected error; the log of the server has more"))
    return reply if _wants_answer(request) else None


def _wants_answer(request: object) -> bool:
    """Return whether this needs an answer, as everything does except a notification, which has no id."""
    return not isinstance(request, dict) or "id" in request


def _identity(request: object) -> JSON:
    """Return the id of the answer: the request's id if that is valid."""
    identity = request.get("id") if isinstance(request, dict) else None
    return identity if _is_valid_id(identity) else None


def _is_valid_id(identity: object) -> bool:
    if type(identity) not in (str, int, float):  # a bool is not
        return identity is None
    return len(str(identity)) <= LONGEST_ID and identity not in (inf, -inf)


def _read(request: object) -> tuple[str, object]:
    """Return the method and parameters of a request; raise `WireError` if it is not valid."""
    if not isinstance(request, dict):
        raise WireError(INVALID_REQUEST, f"expected an object, not {quoted(request)}")
    if not _is_valid_id(request.get("id")):
        expected = f"a number, null, or a string, of at most {LONGEST_ID} characters"
        raise WireError(INVALID_REQUEST, f"id: expected {expected}, not {quoted(request['id'])}")
    method = request.get("method")
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or request.keys() - _MEMBERS:
        raise WireError(INVALID_REQUEST, 'expected "jsonrpc": "2.0", "method", and optionally "params" and "id"')
    return method, request.get("params", {})


_MEMBERS = {"jsonrpc", "method", "params", "id"}


def _failure(identity: JSON, error: WireError) -> JSON:
    message = shortened(str(error), LONGEST_MESSAGE)
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": error.code, "message": message}}
