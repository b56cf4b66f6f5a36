"""The methods over a pair of streams, for one client: each line is a message of JSON-RPC 2.0."""

from __future__ import annotations

from typing import IO

from boardgames.jsonrpc import MAX_BYTES, failure
from boardgames.remote.calls import drive
from boardgames.remote.rpc import Client, answering
from boardgames.remote.tables import Tables


def serve(tables: Tables, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line until the input ends; a faulty line does not affect the next ones."""
    serve_lines(Client(tables), tables, requests, answers)


def serve_lines(client: Client, tables: Tables, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line of this client until the input ends."""
    try:
        while line := requests.readline(MAX_BYTES + 1):
            reply = b""
            if len(line) > MAX_BYTES and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = requests.readline(MAX_BYTES)
                reply = failure(f"a message of more than {MAX_BYTES} bytes")
            elif line.strip():
                reply = drive(answering(client, line), tables.wait)
            if reply:
                answers.write(reply)
                answers.flush()
    finally:
        tables.close()


def answer(tables: Tables, line: bytes) -> bytes:
    """Return the answer to a message, a line; empty if it has only notifications."""
    return drive(answering(Client(tables), line), tables.wait)
