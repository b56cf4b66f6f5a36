"""Scripted models for a league: one errs, one is slow, one fails half of the time, one is awaited,
one answers in JSON, one is cut off.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any

from boardgames.play.prompt import Messages

_calls: Iterator[int] = count()


def listed(messages: Messages) -> list[str]:
    """Return the numbers of the actions that the prompt lists."""
    lines = messages[1]["content"].partition("egal actions")[2].partition(":\n")[2].splitlines()
    starts = [line.rpartition(" ... ")[2].partition(". ")[0] for line in lines]
    return [start for start in starts if start.isdecimal()]


def drawn(messages: Messages, salt: str) -> int:
    """Return a number that depends on the conversation alone."""
    said = json.dumps([messages, salt]).encode()
    return int(sha256(said).hexdigest()[:8], 16)


def chosen(messages: Messages, salt: str) -> str:
    """Return one of the listed actions."""
    numbers = listed(messages)
    return numbers[drawn(messages, salt) % len(numbers)]


def log(name: str) -> None:
    """Note that an answer was asked for, where the test says."""
    path = os.environ.get("MODELS_LOG")
    if path:
        with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123  # one write
            file.write(f"{name}\n")


def erring(messages: Messages) -> str:
    """Name no action, or one that is not legal, every third time."""
    log("erring")
    if drawn(messages, "errs") % 3 == 0:
        return ("I wonder.\nWhat now?", "ACTION: 9999", "")[drawn(messages, "how") % 3]
    return f"ACTION: {chosen(messages, 'erring')}"


def slow(messages: Messages) -> str:
    """Think for a moment."""
    log("slow")
    time.sleep(0.005)
    return f"I have thought.\nACTION: {listed(messages)[0]}"


class UnavailableError(Exception):
    """The service is overloaded."""

    status_code = 503
    headers = {"Retry-After": "0.001"}  # noqa: RUF012  # as a client has it


def resting(messages: Messages) -> str:
    """Think for long enough to be interrupted."""
    log("resting")
    time.sleep(2)
    return f"ACTION: {listed(messages)[0]}"


def failing(messages: Messages) -> str:
    """Fail with 503 every second time."""
    if next(_calls) % 2:
        raise UnavailableError
    log("failing")
    return f"ACTION: {listed(messages)[-1]}"


async def awaited(messages: Messages) -> Any:
    """Answer some time, as the object of a client."""
    log("awaited")
    await asyncio.sleep(0)
    return {
        "choices": [
            {
                "message": {"content": f"ACTION: {chosen(messages, 'awaited')}"},
                "finish_reason": "stop",
            }
        ],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 7,
            "prompt_tokens_details": {"cached_tokens": 80},
        },
        "cost": 0.001,
        "model": "awaited-1",
    }


def in_json(messages: Messages) -> str:
    """Answer in JSON."""
    log("in_json")
    return json.dumps({"thought": "as always", "action": int(listed(messages)[0])})


def cut_off(messages: Messages) -> Any:
    """Be cut off, unless told so."""
    log("cut_off")
    if len(messages) == 2 and drawn(messages, "cut") % 4 == 0:
        return {"text": "Well, first of all,\nthis is", "finish_reason": "length"}
    return {"text": f"ACTION: {chosen(messages, 'cut off')}", "finish_reason": "stop"}


def unknown(_: Messages) -> str:
    """Fail in a way that cannot pass."""
    raise PermissionError("wrong key")


def gone(_: Messages) -> str:
    """Be out of reach."""
    log("gone")
    raise GoneError


class GoneError(Exception):
    """The service is not there today."""

    status_code = 503
    headers = {"Retry-After": "10000"}  # noqa: RUF012  # as a client has it


def first_of_all(text: str, legal: tuple[str, ...]) -> str:
    """Read every answer as the first action."""
    del text
    return legal[0]
