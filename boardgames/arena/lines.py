"""Files of JSON lines, one value each: written line by line, and read with care."""

from __future__ import annotations

import json
from typing import BinaryIO, Generic, NamedTuple, TypeVar

from boardgames.core.codec import JSON, from_json, read_json
from boardgames.core.errors import DecodeError, RecordError

T = TypeVar("T")


class WholeLines(NamedTuple, Generic[T]):
    """What is in a file of lines."""

    values: list[T]
    end: int
    """The number of bytes of whole lines; after them may be one that was cut off."""


def line_of(data: JSON) -> bytes:
    """Return a value as a line."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def read_lines(file: BinaryIO, kind: type[T]) -> WholeLines[T]:
    """Return the values in a file, of which fields that have a default may be missing.

    Raises `RecordError` with the number of a faulty line.
    """
    file.seek(0)
    *lines, rest = file.read().split(b"\n")
    values: list[T] = []
    for number, line in enumerate(lines, start=1):
        try:
            data = read_json(line)
        except DecodeError as error:
            raise RecordError(f"line {number}: not JSON: {error}") from None
        try:
            values.append(from_json(kind, data, allow_missing=True))
        except DecodeError as error:
            raise RecordError(f"line {number}: {error}") from None
    return WholeLines(values, file.tell() - len(rest))
