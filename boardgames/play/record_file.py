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
from boardgames.play.signals import signals_deferred

try:
    import fcntl
except ImportError:  # Windows: an open file cannot be replaced there, so a second process is not detected
    fcntl = None  # type: ignore[assignment]


LONGEST_NAME = 200
"""Maximum length of a file name in bytes, which leaves room for a prefix and a suffix."""
BINARY = getattr(os, "O_BINARY", 0)
TAKEN = "another process is writing it"


class RecordFileError(RecordError):
    """A file that cannot be opened or written; `reason` says why without naming it."""

    def __init__(self, path: Path, doing: str, reason: object) -> None:
        super().__init__(f"cannot {doing} record {str(path)!r}: {reason}")
        self.reason: str = str(reason)


class OwnedFile:
    """A file owned by one process from `open` to `close`; other processes cannot open it.

    A new file is readable only by its owner; later, its mode is kept. Each `replace` writes to `.NAME.part` beside the
    file and then renames that, so the file is complete at any time. If the name is a symbolic link, the target is
    replaced.
    """

    def __init__(self, path: Path, claim: _Claim, *, is_new: bool) -> None:
        self.path = path
        self._is_unwritten = is_new
        self._target = Path(os.path.realpath(path))
        self._scratch = _scratch(self._target)
        self._claim: _Claim | None = claim

    @classmethod
    def open(cls, path: str | PathLike[str], *, resume: bool = False) -> Self:
        """Return a new file, which exists from the first `replace` on, or with `resume` an existing one.

        Raises `RecordFileError`, and changes nothing, if a new file exists already, or a file to resume does not; if it
        is read-only or open in another process, or cannot be created. An empty file counts as not existing.
        """
        name = Path(path)
        target = Path(os.path.realpath(name))
        with explained(name, "resume" if resume else "write"):
            return cls(name, _claim_existing(target) if resume else _create(target), is_new=not resume)

    def clear(self) -> None:
        """Remove what a process that was killed while writing has left beside the file."""
        with explained(self.path), suppress(FileNotFoundError):
            self._scratch.unlink()

    def replace(self, content: bytes, *, sync: bool) -> None:
        """Replace the content; with `sync`, wait until it is on the disk.

        Raises `RecordError` or `OSError`, and leaves the file unchanged, if another program has replaced it, or if it
        cannot be written.
        """
        claim, fresh = self._claim, None
        if claim is None:
            raise RecordError("it has been closed")
        try:
            with suppress(FileNotFoundError):
                if not (self._is_unwritten or claim.is_on(self._target)):
                    raise RecordError("another program has replaced it")
            fresh = self._fill_scratch(content, claim, sync=sync)
            # There is always a lock on the file with this name: first on the old file, then on the new one.
            with signals_deferred():
                if self._is_unwritten:
                    _move_to_free_name(self._scratch, self._target)
                else:
                    self._scratch.replace(self._target)
                self._is_unwritten = False
                self._claim = fresh
                claim.release()
        finally:
            if self._claim is claim:
                if fresh is not None:
                    fresh.release()
                if not self._is_unwritten:
                    with suppress(OSError):
                        self._scratch.unlink()

    def close(self) -> None:
        """Release the file; a new one to which nothing was written is removed."""
        claim, self._claim = self._claim, None
        if claim is None:
            return
        if self._is_unwritten:
            with suppress(OSError):
                if claim.is_on(self._scratch):
                    self._scratch.unlink()
        claim.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _fill_scratch(self, content: bytes, claim: _Claim, *, sync: bool) -> _Claim:
        """Return the file to which the content was written, with the owner and mode of the claimed one."""
        status = claim.status()
        if self._is_unwritten:
            descriptor = claim.opened_again(self._scratch)
        else:
            with suppress(FileNotFoundError):
                self._scratch.unlink()
            descriptor = _open_new(self._scratch)
        try:
            os.ftruncate(descriptor, 0)  # left by a failed write
            os.lseek(descriptor, 0, os.SEEK_SET)
            knows_owners = hasattr(os, "fchown") and hasattr(os, "geteuid")  # neither on Windows nor in a browser
            if knows_owners and (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
                with suppress(OSError):
                    os.fchown(descriptor, status.st_uid, status.st_gid)
            self._scratch.chmod(stat.S_IMODE(status.st_mode))
            write_all(descriptor, content)
            if sync:
                os.fsync(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return _Claim(descriptor)


class _Claim:
    """A file owned by this process: kept open and locked, on systems where an open file can be replaced."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor
        try:
            self._status = os.fstat(descriptor)
            lock(descriptor)
        except BaseException:
            self.release()
            raise
        if fcntl is None:
            self.release()

    def status(self) -> os.stat_result:
        return self._status if self._descriptor is None else os.fstat(self._descriptor)

    def opened_again(self, path: Path) -> int:
        """Return another descriptor of this file, which has this name; both share the lock."""
        return os.open(path, os.O_RDWR | BINARY) if self._descriptor is None else os.dup(self._descriptor)

    def is_on(self, path: Path) -> bool:
        """Return whether this is the file with this name."""
        return os.path.samestat(path.stat(), self._status)

    def release(self) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def _scratch(target: Path) -> Path:
    encoded = os.fsencode(target.name)
    name = target.name if len(encoded) <= LONGEST_NAME else blake2b(encoded, digest_size=16).hexdigest()
    return target.with_name(f".{name}.part")


def _create(target: Path) -> _Claim:
    """Return the new file beside the target; raise `RecordError` if the target exists.

    An empty target, such as one made by `mktemp`, is removed.
    """
    if target.exists():
        if not target.is_file() or target.stat().st_size:
            raise RecordError("it exists already")
        _clear(target)
    scratch = _scratch(target)
    _clear(scratch)
    try:
        return _Claim(_open_new(scratch))
    except FileExistsError:
        raise RecordError(TAKEN) from None


def _clear(leftover: Path) -> None:
    """Remove a file left by a killed process; raise `RecordError` if a running process has it open."""
    with suppress(FileNotFoundError):
        claim = _Claim(os.open(leftover, os.O_RDWR | getattr(os, "O_NONBLOCK", 0)))
        try:
            if not claim.is_on(leftover):
                raise RecordError(TAKEN)
            leftover.unlink()
        finally:
            claim.release()


def _move_to_free_name(scratch: Path, target: Path) -> None:
    """Rename the file; raise `RecordError` if another one already has that name."""
    try:
        os.link(scratch, target)
    except (OSError, AttributeError):  # taken, or no support for hard links
        if target.exists():
            raise RecordError("it exists already") from None
        scratch.rename(target)
    else:
        scratch.unlink()


def _open_new(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, 0o600)


def _claim_existing(target: Path) -> _Claim:
    while True:
        check_writable(target.stat().st_mode)
        claim = _Claim(os.open(target, os.O_RDWR | getattr(os, "O_NONBLOCK", 0)))
        try:
            # The process that held the lock may have replaced it in the meantime.
            if claim.is_on(target):
                return claim
        except BaseException:
            claim.release()
            raise
        claim.release()


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


def write_privately(target: Path, content: bytes) -> None:
    """Write a file atomically, readable only by its owner; raise `OSError` on failure."""
    scratch = _scratch(target)
    try:
        with suppress(FileNotFoundError):
            scratch.unlink()
        # Not an existing file: its creator could read it.
        with os.fdopen(_open_new(scratch), "wb") as file:
            file.write(content)
        scratch.replace(target)
    except OSError:
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
