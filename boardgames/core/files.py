"""Reads files: those that a user names, and texts beside the module of a game."""

from __future__ import annotations

import errno
import sys
from os import PathLike
from pathlib import Path
from stat import S_ISDIR, S_ISREG

LARGEST = 1 << 24
"""Maximum number of bytes of a file that is read; a record of 1,000 actions has about 50,000."""


def read_file(path: str | PathLike[str]) -> bytes:
    """Return the content of a file.

    Raises `OSError` if it cannot be read, is a device, or has over `LARGEST` bytes.
    """
    known = Path(path).stat()
    if known.st_size > LARGEST:
        raise OSError(errno.EFBIG, f"larger than {LARGEST} bytes")
    # A pipe might block, a device be endless; a folder fails by itself when it is read.
    if not S_ISREG(known.st_mode) and not S_ISDIR(known.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    return Path(path).read_bytes()


def text_beside(game: object, name: str) -> str:
    """Return the text of this file beside the game's module, or in `words` there; "" if none."""
    from importlib import resources  # slow to import, and only needed to read

    package = sys.modules[type(game).__module__].__package__
    if not package:
        return ""
    folder = resources.files(package)
    for page in (folder / name, folder / "words" / name):
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return ""


def terms_beside(game: object, name: str) -> dict[str, str]:
    """Return the sentences of this TOML file beside the game's module; empty without one.

    Keys of the same sentence may share a line, with | between them.
    """
    from tomllib import loads  # only needed to read

    terms: dict[str, str] = {}
    for keys, text in loads(text_beside(game, name)).items():
        terms |= dict.fromkeys(keys.split("|"), text)
    return terms
