"""Games that a server keeps in a folder, each under an unguessable key, and each at one table at a time.

A client with the key continues the same game, with the same seats. There is never a second copy to try out moves on: a
game that is open at a table, in this process or another, cannot be opened again.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Self

from boardgames.core.errors import RecordError
from boardgames.play.record import Record
from boardgames.play.seating import Seating
from boardgames.play.table_file import TableFile


class KeptGame(TableFile):
    """One game in the folder, claimed by one table until it is closed. Errors do not name the folder."""

    key: str

    @classmethod
    def claim(cls, folder: Path, key: str | None = None) -> Self:
        """Claim the game with this key, or a new one under a new key; raise `RecordError` on failure."""
        is_new, key = key is None, key or token_urlsafe(32)
        # The file name does not reveal the key, because others may list the folder.
        path = folder / f"game-{sha256(key.encode()).hexdigest()}.json"
        if not is_new and not path.is_file():
            raise RecordError("no game is kept under this key")
        try:
            game = cls.open(path, resume=not is_new, record_only=True)
        except RecordError as error:
            reason = "it cannot be kept" if is_new else "it is open at another table, or its file cannot be used"
            raise RecordError(f"this game cannot be opened: {reason}") from error
        game.key = key
        return game

    def write(self, record: Record, seating: Seating) -> None:
        """Write the record; delete it after a forfeit by a bot: a game must not continue once its seed is known."""
        if record.forfeit is None:
            super().write(record, seating)
        else:
            self.remove()

    def remove(self) -> None:
        """Delete the game."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
