"""The file of a record: one game, written again after every decision."""

from __future__ import annotations

from contextlib import ExitStack
from os import PathLike
from typing import Self

from boardgames.play.owned_file import OwnedFile, explained
from boardgames.play.record import Record


class RecordFile(OwnedFile):
    """A file to which one game is written repeatedly while it is played; it contains the seed."""

    record: Record | None = None
    """The content of the file; None if nothing has been written yet."""

    @classmethod
    def open(cls, path: str | PathLike[str], *, resume: bool = False) -> Self:
        """Return a new file, or with `resume` the file with a record.

        Raises what `OwnedFile.open` raises, and `RecordError` if the file to resume does not
        contain a record.
        """
        with ExitStack() as on_error:
            file = super().open(path, resume=resume)
            on_error.callback(file.close)
            file.record = Record.load(path) if resume else None
            on_error.pop_all()
            return file

    def write(self, record: Record) -> None:
        """Replace the content by this record.

        Raises `RecordFileError` on failure, and for a record of another game; then the file is
        unchanged.
        """
        with explained(self.path):
            if self.record is not None:
                record.check_same_game(self.record)
            content = record.to_bytes()
        self.replace(content)
        self.record = record
