"""Says which extra installs a library that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def library(name: str, *, extra: str) -> Iterator[None]:
    """For the import of a library; if it is missing, the `ImportError` is one line that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != name:
            raise
        remedy = f"pip install '.[{extra}]' in a clone of boardgames, or 'boardgames-engine[{extra}]'"
        raise ImportError(f"{name} is not installed: {remedy}", name=name) from None
