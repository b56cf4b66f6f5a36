"""Reads what lies in packages: files of theirs, and texts beside the module of a game."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from importlib import import_module
from os import sep
from os.path import dirname
from typing import Any


def packaged_text(package: str, *place: str) -> str | None:
    """Return the text of a file in the folder of a package; None if there is none.

    `place` is its name, after the folders that it is in.
    """
    spec = import_module(package).__spec__
    if spec is None or spec.origin is None:
        return None
    read: Callable[[str], bytes] | None = getattr(spec.loader, "get_data", None)
    try:
        if read is not None:  # from an archive or a frozen program, too
            folder = dirname(spec.origin)  # noqa: PTH120 - `pathlib` is slow to import
            content = read(sep.join((folder, *place)))  # noqa: PTH118 - the same
            return content.decode().replace("\r\n", "\n")
        from importlib import resources  # slow to import

        return resources.files(package).joinpath(*place).read_text(encoding="utf-8")
    except OSError:
        return None


def packaged_toml(package: str, name: str) -> dict[str, Any]:
    """Return the content of a TOML file in the folder of a package.

    Raises `FileNotFoundError` if there is none.
    """
    from tomllib import loads  # not needed by who reads a text

    text = packaged_text(package, name)
    if text is None:
        raise FileNotFoundError(errno.ENOENT, f"{package} has no such file", name)
    return loads(text)


def text_beside(game: object, name: str) -> str:
    """Return the text of this file beside the game's module, or in `words` there; "" if none."""
    package = sys.modules[type(game).__module__].__package__
    if not package:
        return ""
    return packaged_text(package, name) or packaged_text(package, "words", name) or ""


def terms_beside(game: object) -> dict[str, str]:
    """Return the sentences of `terms.toml` beside the game's module; empty without one.

    Keys of the same sentence may share a line, with | between them.
    """
    from tomllib import loads  # only needed to read

    terms: dict[str, str] = {}
    for keys, text in loads(text_beside(game, "terms.toml")).items():
        terms |= dict.fromkeys(keys.split("|"), text)
    return terms
