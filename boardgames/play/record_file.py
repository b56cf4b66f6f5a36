"""A file that one game is written to, again and again, while it is played."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Self

from boardgames.core.errors import RecordError
from boardgames.play.record import Record
from boardgames.play.signals import held

try:
    import fcntl
except ImportError:  # Windows: nothing notices a second process there
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

LONGEST_NAME = 200
"""Maximum length of a file name in bytes that leaves room for a prefix and a suffix."""


class RecordFileError(RecordError):
    """A file that cannot be opened or written; `reason` says why without naming it."""

    def __init__(self, path: Path, doing: str, reason: object) -> None:
        """Take what could not be done with which file, and why."""
        super().__init__(f"cannot {doing} record {str(path)!r}: {reason}")
        self.reason = str(reason)


class RecordFile:
    """Belongs to one process from `open` to `close`; a second one that opens it is refused.

    A new file can be read by its owner alone: it has the seed in it, and so all hands. From then on its mode is kept.
    Each `write` replaces the content wholly or not at all: it fills a file beside it, `.NAME.part`, and moves that to
    the name. If the name is a symbolic link, the file it points to is replaced.
    """

    def __init__(self, path: Path, descriptor: int, *, is_new: bool) -> None:
        """Take an open, locked file; `open` calls this."""
        self.path = path
        self.record: Record | None = None
        """What the file holds; None if nothing has been written yet."""
        self._is_unwritten = is_new
        self._target = Path(os.path.realpath(path))
        self._scratch = _scratch(self._target)
        self._descriptor: int | None = descriptor

    @classmethod
    def open(cls, path: str | PathLike[str], *, resume: bool = False) -> Self:
        """Return a new file, or with `resume` the one that holds the record of an unfinished or finished game.

        The new file exists from now on, but is removed again if nothing is written to it. Raises `RecordFileError`, and
        changes nothing, for a file that exists (with `resume`: does not, or is read-only), for one that another process
        has open, and where no file can be created; `RecordError` for one that with `resume` holds no record.
        """
        name = Path(path)
        target = Path(os.path.realpath(name))
        with _explained(name, "resume" if resume else "write"):
            descriptor = _open_existing(target) if resume else _create(target)
        file = cls(name, descriptor, is_new=not resume)
        try:
            if resume:
                file.record = Record.load(name)
            with _explained(name), suppress(FileNotFoundError):
                _scratch(target).unlink()
        except BaseException:
            file.close()
            raise
        return file

    def write(self, record: Record, *, sync: bool = False) -> None:
        """Replace the content of the file by this record; with `sync`, wait until it is on the disk.

        Raises `RecordFileError`, and leaves the file as it is, if it holds a record of another game, if another program
        has put something else in its place, or if it cannot be written.
        """
        if self._descriptor is None:
            raise RecordFileError(self.path, "write", "it has been closed")
        if self.record is not None and not record.is_of_same_deal(self.record):
            raise RecordFileError(self.path, "write", "it holds another game")
        with _explained(self.path):
            content = record.to_bytes()
            self._check_untouched(self._descriptor)
            self._replace(self._descriptor, content, sync=sync)
        self.record = record
        self._is_unwritten = False

    def close(self) -> None:
        """Release the file. One that nothing was written to is removed."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        if self._is_unwritten:
            with suppress(OSError, RecordError):
                self._check_untouched(descriptor)
                self._target.unlink()
        os.close(descriptor)

    def __enter__(self) -> Self:
        """Return the file; it is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _check_untouched(self, descriptor: int) -> None:
        with suppress(FileNotFoundError):
            if not os.path.samestat(os.stat(self._target), os.fstat(descriptor)):  # noqa: PTH116  # as fstat gives it
                raise RecordError("another program has replaced it")

    def _replace(self, descriptor: int, content: bytes, *, sync: bool) -> None:
        status = os.fstat(descriptor)
        with suppress(FileNotFoundError):  # left by a process that was killed while it wrote
            self._scratch.unlink()
        fresh = os.open(self._scratch, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            knows_owners = hasattr(os, "fchown") and hasattr(os, "geteuid")  # not on Windows, nor in a browser
            if knows_owners and (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
                with suppress(OSError):
                    os.fchown(fresh, status.st_uid, status.st_gid)
            self._scratch.chmod(stat.S_IMODE(status.st_mode))
            left = memoryview(content)
            while left:
                left = left[os.write(fresh, left) :]
            if sync:
                os.fsync(fresh)
            lock(fresh)
            # The file with this name is locked at all times: the old one first, then the new one.
            with held():
                self._scratch.replace(self._target)
                self._descriptor = fresh
                os.close(descriptor)
        finally:
            if self._descriptor != fresh:
                os.close(fresh)
                with suppress(OSError):
                    self._scratch.unlink()


def _scratch(target: Path) -> Path:
    encoded = os.fsencode(target.name)
    name = target.name if len(encoded) <= LONGEST_NAME else blake2b(encoded, digest_size=16).hexdigest()
    return target.with_name(f".{name}.part")


def _create(target: Path) -> int:
    try:
        descriptor = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise RecordError("it exists already") from None
    lock(descriptor)
    return descriptor


def _open_existing(target: Path) -> int:
    while True:
        descriptor = os.open(target, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
        try:
            status = os.fstat(descriptor)
            _check_writable(status.st_mode)
            lock(descriptor)
            # The process that had it locked may have replaced it in the meantime.
            if os.path.samestat(os.stat(target), status):  # noqa: PTH116  # as fstat gives it
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _check_writable(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise RecordError("not a regular file")
    if not mode & 0o222:  # which does not stop an administrator from opening it
        raise RecordError("it is read-only")


def lock(descriptor: int) -> None:
    """Lock the file until it is closed; raise `RecordError` if another process has it locked."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError("another process is writing it") from None
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP):  # without locks where there are none
            raise


@contextmanager
def _explained(path: Path, doing: str = "write") -> Iterator[None]:
    """Turn any failure into a one-line error that names the file."""
    try:
        yield
    except (OSError, RecordError) as error:
        raise RecordFileError(path, doing, error.strerror if isinstance(error, OSError) else error) from None
