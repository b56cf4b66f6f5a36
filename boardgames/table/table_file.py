"""The files of a table: `NAME.json` has the record, `NAME.table.json` the people at it.

`boardgames replay` reads the record. The second file has names, invitations, and digests of the
secrets of those who sit there; a table with nothing beyond the record does not need it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from os import PathLike
from time import time
from typing import TYPE_CHECKING, Self

from boardgames.core.codec import from_json, read_json, to_json
from boardgames.core.errors import RecordError
from boardgames.core.files import CAN_LOCK, explained, remove_part_of, write_privately
from boardgames.core.text import one_line
from boardgames.play.record import Record, RecordFile
from boardgames.table.seating import Seating

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".table.json"
UNBEGUN_SECONDS = 60.0
"""A first write takes much less."""


class TableFile:
    """The files of one table, owned by one process from `open` to `close`.

    Closing them also removes what a process that was killed has left beside them.
    """

    def __init__(self, file: RecordFile, seating: Seating | None, *, record_only: bool) -> None:
        self.file = file
        self.path: Path = file.path
        self.seating = seating
        """The content of the second file; None if there is none."""
        self._record_only = record_only
        self._people = file.path.with_name(file.path.name.removesuffix(".json") + SUFFIX)

    @classmethod
    def open(
        cls, path: str | PathLike[str], *, resume: bool = False, record_only: bool = False
    ) -> Self:
        """Return new files, or with `resume` those of a kept table; raise `RecordError` on failure.

        With `record_only`, only the owner of the file sits at the table, and there is no second
        file.
        """
        table = cls(RecordFile.open(path, resume=resume), None, record_only=record_only)
        with given_up_on_error(table):
            if resume and not record_only and table._people.exists():
                record = table.record()
                try:
                    seating = from_json(
                        Seating, read_json(table._people.read_bytes()), allow_missing=True
                    )
                    table.seating = seating.after(record.length)
                    table.seating.check(record)
                except (OSError, ValueError, RecursionError) as error:
                    raise RecordError(f"{table._people}: {one_line(str(error))}") from None
        return table

    def record(self) -> Record:
        """Return the kept record; raise `RecordError` if nothing has been written yet."""
        if self.file.record is None:
            raise RecordError("nothing has been written yet")
        return self.file.record

    def write(self, record: Record, seating: Seating) -> None:
        """Write what has changed, so that a process killed between the files leaves what
        `Seating.after` can mend.

        Raises `RecordError` on failure.
        """
        kept = self.file.record
        if kept is not None and len(record.actions) < len(kept.actions):
            self.file.write(record)
        if self._keeps_people(record, seating):
            self.write_people(seating)
        if record != self.file.record:
            self.file.write(record)

    def write_people(self, seating: Seating) -> None:
        """Write the second file; raise `RecordError` on failure."""
        with explained(self._people):
            write_privately(self._people, json.dumps(to_json(seating)).encode())
        self.seating = seating

    def _keeps_people(self, record: Record, seating: Seating) -> bool:
        """Return whether the second file has to be written."""
        if self._record_only:
            return False
        if self.seating is None and seating == Seating.of(record.seats):
            return False  # the record says it all
        return seating != self.seating or not self._people.exists()

    def forget_people(self) -> None:
        """Remove the second file; the record stays."""
        with suppress(OSError):
            self._people.unlink()

    def close(self) -> None:
        """Release the files; if no record was written, nothing stays."""
        if self.file.record is None and self.seating is not None:
            self.forget_people()
        if self.file.is_owned:
            remove_part_of(self._people)
        self.file.close()


def remove_unbegun(folder: Path) -> None:
    """Remove what is left of tables in this folder whose process was killed in their first write:
    nobody has seen them.

    Only what is surely nobody's: there is no record, and the lock is free and not new. Without
    locks, nothing is sure.
    """
    if not CAN_LOCK:
        return
    for lock in folder.glob(".*.json.lock"):
        record = lock.with_name(lock.name.removeprefix(".").removesuffix(".lock"))
        with suppress(OSError, RecordError):  # somebody has it
            is_new = time() - lock.stat().st_mtime < UNBEGUN_SECONDS
            if not (is_new or record.exists()):
                table = TableFile.open(record)
                table.forget_people()
                table.close()


@contextmanager
def given_up_on_error(file: TableFile | None) -> Iterator[ExitStack]:
    """Close the file, and everything entered on the stack in the block, if the block raises."""
    with ExitStack() as given:
        if file is not None:
            given.callback(file.close)
        yield given
        given.pop_all()
