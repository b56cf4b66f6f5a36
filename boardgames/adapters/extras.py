"""Names the extra that installs a missing library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def library(name: str, *, extra: str) -> Iterator[None]:
    """Turn a failed import in this block into an `ImportError` that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != name:
            raise
        remedy = (
            f"pip install '.[{extra}]' in a clone of boardgames, or 'boardgames-engine[{extra}]'"
        )
        raise ImportError(f"{name} is not installed: {remedy}", name=name) from None
