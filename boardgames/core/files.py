"""Reads files named by the user."""

from __future__ import annotations

import errno
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

LARGEST = 1 << 24
"""Maximum size in bytes of a file that is read as a whole; a record of a thousand actions has about 50,000."""


def read_file(path: str | PathLike[str]) -> bytes:
    """Return the content of a file; raise `OSError` if it cannot be read, is a device, or has over `LARGEST` bytes."""
    known = Path(path).stat()
    if known.st_size > LARGEST:
        raise OSError(errno.EFBIG, f"larger than {LARGEST} bytes")
    if not S_ISREG(known.st_mode) and not S_ISDIR(known.st_mode):  # a pipe might block, a device be endless
        raise OSError(errno.EINVAL, "not a regular file")
    return Path(path).read_bytes()
