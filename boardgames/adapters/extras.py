"""Names the extra that installs a missing library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def library(name: str, *, extra: str) -> Iterator[None]:
    """Let the import of a missing library in this block raise an `ImportError` that names the extra
    in one line.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != name:
            raise
        remedy = (
            f"pip install '.[{extra}]' in a clone of boardgames, or 'boardgames-engine[{extra}]'"
        )
        raise ImportError(f"{name} is not installed: {remedy}", name=name) from None
