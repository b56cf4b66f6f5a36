"""Files that are written atomically, and owned by one process while they are open."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from os import PathLike
from pathlib import Path
from typing import Self

from boardgames.core.errors import RecordError

try:
    import fcntl
except ImportError:  # Windows, where a second process is not detected
    fcntl = None  # type: ignore[assignment]


LONGEST_NAME = 200
"""Maximum length of a file name in bytes, which leaves room for a prefix and a suffix."""
TAKEN = "another process is writing it"


class RecordFileError(RecordError):
    """A file that cannot be opened or written; `reason` says why without naming it."""

    def __init__(self, path: Path, doing: str, reason: object) -> None:
        super().__init__(f"cannot {doing} record {str(path)!r}: {reason}")
        self.reason: str = str(reason)


class OwnedFile:
    """A file owned by one process from `open` to `close`; other processes cannot open it.

    Meanwhile `.NAME.lock` beside it is locked; the file itself is complete at any time. A new file is readable only by
    its owner; later, its mode is kept. If the name is a symbolic link, the target is replaced.
    """

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        self._target = Path(os.path.realpath(path))
        self._is_new = not resume
        self._check()
        self._lock: int | None = _owned(_beside(self._target, "lock"))
        try:
            self._check()  # again, since the last owner may have written it in the meantime
        except BaseException:
            self.close()
            raise

    def _check(self) -> None:
        """Raise `RecordError` if the file may not be replaced: a new one that has content, or one that is read-only."""
        if not self._is_new:
            check_writable(self._target.stat().st_mode)
        elif self._target.exists() and (not self._target.is_file() or self._target.stat().st_size):
            raise RecordError("it exists already")

    @classmethod
    def open(cls, path: str | PathLike[str], *, resume: bool = False) -> Self:
        """Return a new file, which exists from the first `replace` on, or with `resume` an existing one.

        Raises `RecordFileError`, and changes nothing, if a new file exists already, or a file to resume does not; if it
        is read-only or open in another process, or cannot be created. An empty file counts as not existing.
        """
        with explained(Path(path), "resume" if resume else "write"):
            return cls(Path(path), resume=resume)

    def replace(self, content: bytes, *, sync: bool) -> None:
        """Replace the content; with `sync`, wait until it is on the disk.

        Raises `RecordError` or `OSError`, and leaves the file unchanged, if it cannot be written.
        """
        if self._lock is None:
            raise RecordError("it has been closed")
        mode = None
        if self._is_new:
            self._check()
        else:
            with suppress(FileNotFoundError):
                mode = stat.S_IMODE(self._target.stat().st_mode)
        self._is_new = False  # before it is so, since an interrupt may come between
        write_privately(self._target, content, mode=mode, sync=sync)

    def close(self) -> None:
        """Release the file."""
        lock, self._lock = self._lock, None
        if lock is not None:
            for suffix in ("part", "lock"):  # a process that was killed while writing leaves the first
                with suppress(OSError):
                    _beside(self._target, suffix).unlink()
            os.close(lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _beside(target: Path, suffix: str) -> Path:
    """Return the name `.NAME.suffix` in the same folder; a very long name is replaced by its digest."""
    encoded = os.fsencode(target.name)
    name = target.name if len(encoded) <= LONGEST_NAME else blake2b(encoded, digest_size=16).hexdigest()
    return target.with_name(f".{name}.{suffix}")


def _owned(path: Path) -> int:
    """Return the locked descriptor of a file that is created if need be; raise `RecordError` if another has it."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            lock(descriptor)
            # Its last owner may have removed it after it was opened here; then somebody else can have made a new one.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), path.stat()):
                    return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def check_writable(mode: int) -> None:
    """Raise `RecordError` unless a file with this mode can be written."""
    if not stat.S_ISREG(mode):
        raise RecordError("not a regular file")
    if not mode & 0o222:  # an administrator could open it all the same
        raise RecordError("it is read-only")


def lock(descriptor: int) -> None:
    """Lock the file until it is closed; raise `RecordError` if another process has it locked."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(TAKEN) from None
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP):  # no lock on systems without locks
            raise


def write_all(descriptor: int, content: bytes) -> None:
    """Write all of this to an open file; raise `OSError` if the disk is full."""
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]


def write_privately(target: Path, content: bytes, *, mode: int | None = None, sync: bool = False) -> None:
    """Write a file atomically with this mode, by default readable only by its owner; raise `OSError` on failure.

    The content goes into `.NAME.part`, which then gets the name.
    """
    scratch = _beside(target, "part")
    try:
        scratch.unlink(missing_ok=True)  # left by a process that was killed, or somebody's who could read it
        with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            write_all(file.fileno(), content)
            if sync:
                os.fsync(file.fileno())
        if mode is not None:
            scratch.chmod(mode)
        scratch.replace(target)
    except BaseException:
        with suppress(OSError):
            scratch.unlink()
        raise


@contextmanager
def explained(path: Path, doing: str = "write") -> Iterator[None]:
    """Turn errors in the block into a `RecordFileError` that names this file."""
    try:
        yield
    except (OSError, RecordError) as error:
        raise RecordFileError(path, doing, error.strerror if isinstance(error, OSError) else error) from None
