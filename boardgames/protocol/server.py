"""JSON-RPC 2.0 on a pair of streams: one request, notification or batch a line, and one answer a line."""

from __future__ import annotations

import logging
from typing import IO, TYPE_CHECKING

from boardgames.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST, LONGEST, WireError, decode, encode

if TYPE_CHECKING:
    from boardgames.core.codec import JSON
    from boardgames.protocol.tables import Tables

LOG = logging.getLogger(__name__)


def serve(tables: Tables, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line until there are no more; whatever a line says, the next one is answered."""
    try:
        while line := requests.readline(LONGEST + 1):
            if len(line) > LONGEST and not line.endswith(b"\n"):
                _skip_line(requests)
                reply: JSON = _failure(None, WireError(INVALID_REQUEST, f"a message of more than {LONGEST} bytes"))
            elif not line.strip():
                continue
            else:
                reply = answer(tables, line)
            if reply is not None:
                answers.write(encode(reply))
                answers.flush()
    finally:
        tables.close_all()


def _skip_line(requests: IO[bytes]) -> None:
    while (rest := requests.readline(LONGEST)) and not rest.endswith(b"\n"):
        pass


def answer(tables: Tables, line: bytes) -> JSON:
    """Return the answer to one message; None for notifications, which get none."""
    try:
        message = decode(line)
    except WireError as error:
        return _failure(None, error)
    if not isinstance(message, list):
        return _answer(tables, message)
    if not message:
        return _failure(None, WireError(INVALID_REQUEST, "an empty batch"))
    replies: list[JSON] = [reply for reply in (_answer(tables, each) for each in message) if reply is not None]
    return replies or None


def _answer(tables: Tables, request: object) -> JSON:
    identity = request.get("id") if isinstance(request, dict) else None
    if isinstance(identity, (bool, list, dict)):
        identity = None
    try:
        method, params = _read(request)
    except WireError as error:
        return _failure(identity, error)
    is_notification = isinstance(request, dict) and "id" not in request
    reply: JSON
    try:
        reply = {"jsonrpc": "2.0", "id": identity, "result": tables.call(method, params)}
    except WireError as error:
        reply = _failure(identity, error)
    except Exception:
        LOG.exception("a request failed")
        reply = _failure(identity, WireError(INTERNAL_ERROR, "this should not have happened; the log has more"))
    return None if is_notification else reply


def _read(request: object) -> tuple[str, object]:
    """Return method and params of a request; raise `WireError` if it is none."""
    if not isinstance(request, dict):
        raise WireError(INVALID_REQUEST, f"expected an object, not {request!r:.60}")
    if isinstance(request.get("id"), (bool, list, dict)):
        raise WireError(INVALID_REQUEST, f"id: expected a text, a number or null, not {request['id']!r:.60}")
    method = request.get("method")
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str) or request.keys() - _MEMBERS:
        raise WireError(INVALID_REQUEST, 'expected "jsonrpc": "2.0", "method", and perhaps "params" and "id"')
    return method, request.get("params", {})


_MEMBERS = {"jsonrpc", "method", "params", "id"}


def _failure(identity: JSON, error: WireError) -> JSON:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": error.code, "message": str(error)}}
