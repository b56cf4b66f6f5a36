"""Games that a server keeps in a folder: each under a key that nobody can guess, each at one table at a time.

Whoever presents the key continues the very same game, with the same seats. There is never a second copy to play out and
learn from: a game that is open at a table, in this process or another one, cannot be opened again.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe

from boardgames.core.errors import ConfigurationError, RecordError
from boardgames.play.record import Record

try:
    import fcntl
except ImportError:  # not on this system: there, only tables of the same process know of each other
    fcntl = None  # type: ignore[assignment]

KEY = re.compile(r"[A-Za-z0-9_-]{43}")
"""What `token_urlsafe` makes of 32 random bytes."""

_open_here: set[Path] = set()
"""The games that are open at tables of this process."""


class KeptGame:
    """One game of the folder, open at one table until it is released."""

    def __init__(self, path: Path, key: str) -> None:
        """Claim the game; raise `RecordError` if it is open at another table."""
        self.key = key
        self._path = path
        self._lock: int | None = _locked(path)

    def load(self) -> Record:
        """Return the record; raise `RecordError` if it cannot be read."""
        return Record.load(self._path)

    def save(self, record: Record) -> None:
        """Write the record; raise `RecordError` if that fails."""
        record.save(self._path)

    def release(self) -> None:
        """Let the game be opened again."""
        if self._lock is not None:
            _unlocked(self._path, self._lock)
            self._lock = None

    def remove(self) -> None:
        """Delete the game."""
        self._path.unlink(missing_ok=True)
        self.release()


class KeptGames:
    """The games in a folder."""

    def __init__(self, folder: str | Path) -> None:
        """Take the folder; raise `ConfigurationError` if it does not exist."""
        self._folder = Path(folder).absolute()
        if not self._folder.is_dir():
            raise ConfigurationError(f"no folder to keep records in: {str(folder)!r}")

    def add(self, record: Record) -> KeptGame:
        """Keep a new game under a new key; raise `RecordError` if it cannot be written."""
        key = token_urlsafe(32)
        game = KeptGame(self._path(key), key)
        try:
            game.save(record)
        except RecordError:
            game.release()
            raise
        return game

    def open(self, key: str) -> KeptGame:
        """Return the game with this key; raise `RecordError` if there is none, or if it is open at another table."""
        if not KEY.fullmatch(key) or not self._path(key).is_file():
            raise RecordError("no game is kept under this key")
        return KeptGame(self._path(key), key)

    def _path(self, key: str) -> Path:
        return self._folder / f"game-{key}.json"


def _locked(path: Path) -> int:
    """Return the lock of this game, an open file beside it; the system frees it if the process dies."""
    taken = RecordError("this game is open at another table")
    if path in _open_here:
        raise taken
    lock = path.with_suffix(".lock")
    while True:
        try:
            number = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise RecordError(f"cannot keep games in {str(path.parent)!r}: {error.strerror}") from None
        if fcntl is not None:
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(number)
                raise taken from None
        with suppress(OSError):
            if os.fstat(number).st_ino == lock.stat().st_ino:  # and not one that was deleted just before
                _open_here.add(path)
                return number
        os.close(number)


def _unlocked(path: Path, number: int) -> None:
    with suppress(OSError):
        path.with_suffix(".lock").unlink()
    os.close(number)
    _open_here.discard(path)
