"""JSON-RPC 2.0: answers a message, which is a request, a notification, or a batch of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from dataclasses import field
from math import inf
from typing import TypeAlias

from boardgames.core.codec import JSON
from boardgames.core.errors import quoted
from boardgames.core.values import value
from boardgames.jsonrpc import (
    ANSWER_TOO_LONG,
    INTERNAL_ERROR,
    LONGEST_ID,
    MAX_BYTES,
    MEMBERS,
    WireError,
    decode,
    failure,
    success,
)
from boardgames.remote.calls import Calling, Pause, call
from boardgames.remote.rooms import Rooms

LOG = logging.getLogger(__name__)

MOST_REQUESTS = 100
"""Maximum number of requests in a batch."""
ROOM_FOR_ERROR = 2000
"""Size in bytes of an answer with an error and the longest id."""


Answering: TypeAlias = Generator[Pause, None, bytes]
"""A message that is being answered; the answer is a line, or empty if there is none."""


def _call_method(client: Client, name: str, params: object) -> Calling[JSON]:
    return call(client.rooms, name, params, client.secret, client.address)


@value
class Client:
    """Whose messages are answered, and by which methods."""

    rooms: Rooms
    secret: str = field(default="", repr=False)
    """Of a seat, or the key of the server."""
    longest: int = MAX_BYTES
    """Maximum size of an answer, in bytes."""
    address: str = ""
    """Where the client is, over HTTP."""
    call: Callable[[Client, str, object], Calling[JSON]] = _call_method
    """Answers a method with these parameters, or raises `WireError`."""


def answering(client: Client, message: bytes) -> Answering:
    """Answer a message; the answer is empty if it has only notifications."""
    try:
        request = decode(message)
    except WireError as error:
        return failure(str(error), error.code)
    if isinstance(request, list):
        return (yield from _answering_batch(client, request))
    return (yield from _answering_one(client, request, client.longest))


def _answering_batch(client: Client, requests: Sequence[object]) -> Answering:
    if not 0 < len(requests) <= MOST_REQUESTS:
        return failure(f"a batch has 1 to {MOST_REQUESTS} requests, not {len(requests)}")
    replies: list[bytes] = []
    room = client.longest - MOST_REQUESTS * ROOM_FOR_ERROR
    for request in requests:
        reply = yield from _answering_one(client, request, room)
        if reply:
            replies.append(reply.rstrip())
            room = 0 if _is_too_long(reply) else room - len(reply)
    return b"[%b]\n" % b",".join(replies) if replies else b""


def _is_too_long(reply: bytes) -> bool:
    """Return whether this is an answer for which there was no room."""
    return len(reply) <= ROOM_FOR_ERROR and b'"error":{"code":%d,' % ANSWER_TOO_LONG in reply


def _answering_one(client: Client, request: object, room: int) -> Answering:
    """Answer a request, with at most `room` bytes unless it is an error.

    If there is no room, nothing is done.
    """
    if not isinstance(request, dict):
        return failure(f"expected an object, not {quoted(request)}")
    identity, method = request.get("id"), request.get("method")
    if not _is_valid_id(identity):
        expected = f"a number, null, or a string, of at most {LONGEST_ID} characters"
        return failure(f"id: expected {expected}, not {quoted(identity)}")
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or request.keys() - MEMBERS:
        expected = '"jsonrpc": "2.0", "method", and optionally "params" and "id"'
        return failure(f"expected {expected}", identity=identity)
    if room <= 0:
        reason = "not done: the answers to this batch are too long already"
        reply = failure(reason, ANSWER_TOO_LONG, identity)
    else:
        reply = yield from _calling(client, identity, method, request.get("params", {}))
        if len(reply) > room:
            reason = "done, but the answer is too long for a line"
            reply = failure(reason, ANSWER_TOO_LONG, identity)
    return reply if "id" in request else b""  # a notification has no id, and no answer


def _calling(client: Client, identity: JSON, method: str, params: object) -> Answering:
    try:
        result = yield from client.call(client, method, params)
    except WireError as error:
        return failure(str(error), error.code, identity)
    except Exception:
        LOG.exception("a request failed")
        reason = "an unexpected error; the log of the server has more"
        return failure(reason, INTERNAL_ERROR, identity)
    return success(result, identity)


def _is_valid_id(identity: object) -> bool:
    if type(identity) not in (str, int, float):  # a bool is not
        return identity is None
    return len(str(identity)) <= LONGEST_ID and identity not in (inf, -inf)
