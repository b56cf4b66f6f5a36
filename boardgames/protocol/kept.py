"""Games that a server keeps in a folder: each under a key that nobody can guess, each at one table at a time.

Whoever presents the key continues the very same game, with the same seats. There is never a second copy to play out and
learn from: a game that is open at a table, in this process or another one, cannot be opened again.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from boardgames.core.errors import ConfigurationError, RecordError
from boardgames.play.record_file import RecordFile, RecordFileError

if TYPE_CHECKING:
    from boardgames.play.record import Record

KEY = re.compile(r"[A-Za-z0-9_-]{43}")
"""What `token_urlsafe` makes of 32 random bytes."""


class KeptGame:
    """One game of the folder, open at one table until it is released."""

    _open_here: set[Path] = set()  # noqa: RUF012  # shared on purpose: where files cannot be locked, it still holds

    def __init__(self, key: str, path: Path, *, is_new: bool = False) -> None:
        """Claim the game; raise `RecordError` if that is not possible."""
        self.key = key
        self._path = path
        if path in self._open_here:
            raise RecordError("this game is open at another table")
        try:
            self._file = RecordFile.open(path, resume=not is_new)
        except RecordError as error:
            # Not the error itself: the folder is none of the client's business.
            reason = "it cannot be kept" if is_new else "it is open at another table, or its file cannot be used"
            raise RecordError(f"this game cannot be opened: {reason}") from error
        self._open_here.add(path)

    @property
    def record(self) -> Record:
        """What is kept; raise `RecordError` if nothing has been written yet."""
        if self._file.record is None:
            raise RecordError("nothing has been written yet")
        return self._file.record

    def save(self, record: Record) -> None:
        """Write the record; if that fails, raise `RecordError` with the reason, but without the name of the folder."""
        try:
            self._file.write(record)
        except RecordFileError as error:
            raise RecordError(error.reason) from error

    def release(self) -> None:
        """Release the game, so that it can be opened again."""
        self._file.close()
        self._open_here.discard(self._path)

    def remove(self) -> None:
        """Delete the game."""
        self._path.unlink(missing_ok=True)
        self.release()


class KeptGames:
    """The games that are kept in a folder."""

    def __init__(self, folder: str | Path) -> None:
        """Take the folder; raise `ConfigurationError` if it does not exist."""
        self._folder = Path(folder).absolute()
        if not self._folder.is_dir():
            raise ConfigurationError(f"no folder to keep records in: {str(folder)!r}")

    def add(self, record: Record) -> KeptGame:
        """Keep a new game under a new key; raise `RecordError` if it cannot be written."""
        key = token_urlsafe(32)
        game = KeptGame(key, self._path(key), is_new=True)
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
        return KeptGame(key, self._path(key))

    def _path(self, key: str) -> Path:
        """Return the file of this key; its name does not tell the key, for others may list the folder."""
        return self._folder / f"game-{sha256(key.encode()).hexdigest()}.json"
