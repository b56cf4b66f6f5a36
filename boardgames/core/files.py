"""Files that a user names: read with care, written atomically, and owned by one process while they
are open.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO, Self

from boardgames.core.errors import RecordError

if TYPE_CHECKING:
    from pathlib import Path  # slow to load: whoever reads or writes a file loads it

try:
    import fcntl
except ImportError:  # Windows, where a second process is not detected
    fcntl = None  # type: ignore[assignment]

CAN_LOCK = fcntl is not None
TAKEN = "another process is writing it"
LARGEST = 1 << 24
"""Maximum number of bytes of a file that is read; a record of 1,000 actions has about 50,000."""


def read_file(path: str | PathLike[str]) -> bytes:
    """Return the content of a file.

    Raises `OSError` if it cannot be read, is a device, or has over `LARGEST` bytes.
    """
    from pathlib import Path

    known = Path(path).stat()
    if known.st_size > LARGEST:
        raise OSError(errno.EFBIG, f"larger than {LARGEST} bytes")
    # A pipe might block, a device be endless; a folder fails by itself when it is read.
    if not stat.S_ISREG(known.st_mode) and not stat.S_ISDIR(known.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    return Path(path).read_bytes()


class RecordFileError(RecordError):
    """A file that cannot be opened or written; `reason` says why without naming it."""

    def __init__(self, path: Path, doing: str, reason: object) -> None:
        super().__init__(f"cannot {doing} record {str(path)!r}: {reason}")
        self.reason: str = str(reason)


class OwnedFile:
    """A file that one process writes repeatedly, and nobody else meanwhile.

    Other processes cannot open it: meanwhile `.NAME.lock` beside it is locked; the file itself is
    complete at any time. A new file is readable only by its owner; later, its mode is kept. A
    symbolic link stays, and its target is written.
    """

    def __init__(self, path: Path, *, is_new: bool) -> None:
        from pathlib import Path

        self.path = path
        self.target: Path = Path(os.path.realpath(path))
        self._is_new = is_new
        self._lock: int | None = _locked(_beside(self.target, "lock"))

    @classmethod
    def open(cls, path: str | PathLike[str], *, resume: bool = False) -> Self:
        """Return a new file, or with `resume` one that exists.

        A new file exists from the first write on. Raises `RecordFileError`, and changes nothing, if
        a new file exists already, or a file to resume does not; if it is read-only or open in
        another process, or cannot be created. An empty file counts as not existing.
        """
        from pathlib import Path

        with ExitStack() as on_error, explained(Path(path), "resume" if resume else "write"):
            file = cls(Path(path), is_new=not resume)
            on_error.callback(file.close)
            _check(file.target, is_new=not resume)
            on_error.pop_all()
            return file

    def replace(self, content: bytes) -> None:
        """Replace the content; raise `RecordFileError` on failure, and leave the file as it was."""
        with explained(self.path):
            if self._lock is None:
                raise RecordError("it has been closed")
            if self._is_new:
                _check(self.target, is_new=True)
            self._is_new = False  # first, since an interrupt may come right after the writing
            write_privately(self.target, content)

    def close(self) -> None:
        """Release the file."""
        lock, self._lock = self._lock, None
        if lock is not None:
            remove_part_of(self.target)
            with suppress(OSError):
                _beside(self.target, "lock").unlink()
            os.close(lock)

    @property
    def is_owned(self) -> bool:
        """Whether the file has not been closed yet."""
        return self._lock is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check(target: Path, *, is_new: bool) -> None:
    """Raise `RecordError` if a new file has content already, or the file is read-only."""
    if not is_new:
        check_writable(target)
    elif target.exists() and (not target.is_file() or target.stat().st_size):
        raise RecordError("it exists already")


def _beside(target: Path, suffix: str) -> Path:
    return target.with_name(f".{target.name}.{suffix}")


def remove_part_of(target: Path) -> None:
    """Remove what a process that was killed while writing this file has left; its owner may."""
    with suppress(OSError):
        _beside(target, "part").unlink()


def _locked(path: Path) -> int:
    """Return the descriptor of this file, which is locked now, and created if need be.

    Raises `RecordError` if another process has it.
    """
    with ExitStack() as on_error:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        on_error.callback(os.close, descriptor)
        lock(descriptor)
        if not path.exists() or not os.path.samestat(os.fstat(descriptor), path.stat()):
            raise RecordError(TAKEN)  # by its last owner, who removed it after it was opened here
        on_error.pop_all()
        return descriptor


def check_writable(path: Path) -> None:
    """Raise `RecordError` unless this file can be written; `OSError` if there is none."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise RecordError("not a regular file")
    if not mode & 0o222:  # an administrator could open it all the same
        raise RecordError("it is read-only")


def lock(descriptor: int) -> None:
    """Lock the file until it is released; raise `RecordError` if another process has it locked."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(TAKEN) from None
    except OSError:  # no lock on systems without locks
        pass


def release(file: BinaryIO) -> None:
    """Unlock and close a file. Closing it would not unlock it while a process that is just being
    started has it open, too.
    """
    if CAN_LOCK and not file.closed:
        with suppress(OSError):
            fcntl.flock(file.fileno(), fcntl.LOCK_UN)
    file.close()


def write_privately(target: Path, content: bytes) -> None:
    """Write a file atomically, so that it outlasts a loss of power; raise `OSError` on failure.

    A new file is readable only by its owner. The content goes into `.NAME.part`, which then gets
    the name. On return the disk has both, as far as the system can tell.
    """
    scratch = _beside(target, "part")
    try:
        # A killed process may have left one, or it may be owned by somebody who could read it.
        scratch.unlink(missing_ok=True)
        with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists() and (status := target.stat()).st_size:
            scratch.chmod(stat.S_IMODE(status.st_mode))
        scratch.replace(target)
        _sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):
            scratch.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Have the names of the files in this folder written to disk, on systems that can."""
    with suppress(OSError):  # Windows opens no folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def explained(path: Path, doing: str = "write") -> Iterator[None]:
    """Turn errors in the block into a `RecordFileError` that names this file."""
    try:
        yield
    except (OSError, RecordError) as error:
        raise RecordFileError(
            path, doing, error.strerror if isinstance(error, OSError) else error
        ) from None
