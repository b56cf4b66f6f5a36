"""Hostile input at every way in: lines that the standard of JSON-RPC speaks of, and a little of
every attack.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardgames.remote import Tables, answer
from tests.attacks import attack

NOT_JSON, NO_REQUEST, NO_METHOD, WRONG_PARAMS = -32700, -32600, -32601, -32602
BAD_LINES = {
    NOT_JSON: [
        b"x",
        b'{"jsonrpc": "2.0", "id": 1, "method": "games"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a": NaN}',
        b"1" * 5000,
        b"[" + b"[" * 900 + b"]" * 900,
        b"Content-Length: 40\r\n",
        b"content-type: application/json\r\n",
    ],
    NO_REQUEST: [
        b"[]",
        b"5",
        b'"games"',
        b"null",
        b'{"id": 1, "method": "games"}',
        b'{"jsonrpc": "1.0", "id": 1, "method": "games"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": 5}',
        b'{"jsonrpc": "2.0", "id": {}, "method": "games"}',
        b'{"jsonrpc": "2.0", "id": true, "method": "games"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "games", "more": 1}',
        b'{"jsonrpc": "2.0", "id": 1e400, "method": "games"}',
        b'{"jsonrpc": "2.0", "id": -1e400, "method": "games"}',
        b'{"jsonrpc": "2.0", "id": "%b", "method": "games"}' % (b"x" * 101),
        b'{"jsonrpc": "2.0", "id": 1%b, "method": "games"}' % (b"0" * 100),
    ],
    NO_METHOD: [
        b'{"jsonrpc": "2.0", "id": 1, "method": "steal"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "close_all"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "__init__"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "%b"}' % (b"x" * 10_000),
    ],
    WRONG_PARAMS: [
        b'{"jsonrpc": "2.0", "id": 1, "method": "games", "params": {"a": %b1%b}}'
        % (b"[" * 900, b"]" * 900),
        (
            b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "\\ud800",'
            b' "players": 2}}'
        ),
        b'{"jsonrpc": "2.0", "id": 1, "method": "games", "params": [1]}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "games", "params": {"a": 1}}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "new", "params": {}}',
    ],
}
"""By the code of the error that each gets."""


@pytest.mark.parametrize(
    ("code", "line"), [(code, line) for code, lines in BAD_LINES.items() for line in lines]
)
def test_what_is_no_proper_request_gets_the_error_of_the_standard(code: int, line: bytes) -> None:
    reply: Any = json.loads(answer(Tables(), line))
    assert reply["error"]["code"] == code
    assert "\n" not in reply["error"]["message"]
    assert len(reply["error"]["message"]) <= 500
    assert reply.keys() == {"jsonrpc", "id", "error"}
    assert json.loads(json.dumps(reply, allow_nan=False)) == reply


@pytest.mark.parametrize(
    "attempts",
    [pytest.param(60, marks=pytest.mark.long), pytest.param(2000, marks=pytest.mark.slow)],
)
def test_hostile_input_is_answered_and_never_breaks_anything(attempts: int) -> None:
    """`python -m tests.attacks` goes on for as long as one likes."""
    for name, report in attack(seed=1, attempts=attempts).items():
        assert report.faults == [], name
        assert report.tried >= attempts, name
        assert len(report.outcomes) > 1, name
