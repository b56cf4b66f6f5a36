"""Reads files named by the user, without blocking on a pipe or reading an endless device."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from io import BufferedReader
    from os import PathLike

LARGEST = 1 << 24
"""Maximum size in bytes of a file that is read as a whole; a record of a thousand actions has about 50,000."""


def open_file(path: str | PathLike[str]) -> BufferedReader:
    """Return the opened file; raise `OSError` if it cannot be read or is a folder, a pipe or a device."""
    # Do not wait for a writer at the other end of a pipe.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        raise OSError(errno.EINVAL, "not a regular file")
    return os.fdopen(descriptor, "rb")


def read_file(path: str | PathLike[str]) -> bytes:
    """Return the content of a file; raise `OSError` as `open_file` does, and for one of more than `LARGEST` bytes."""
    with open_file(path) as file:
        content = file.read(LARGEST + 1)
    if content is None:  # something that looks like a file but would block, such as /proc/kmsg
        raise OSError(errno.EINVAL, "not a regular file")
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, f"larger than {LARGEST} bytes")
    return content
