"""Tables on disk: for each one the record of the game, and a file that says who sits there.

`DIR/koryo-3f9a….json` is a record as `boardgames replay` reads it, written after every action.
`DIR/koryo-3f9a….table.json` has the set-up, the invitations that nobody has used, and digests of the secrets of those
who sit there: whoever reads the file cannot take a seat with it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardgames.core.codec import from_json, to_json
from boardgames.core.errors import ConfigurationError, RecordError, require
from boardgames.play.record_file import RecordFile
from boardgames.web.params import MOST_SECONDS
from boardgames.web.table import TableSetup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.play.record import Record

SUFFIX = ".table.json"


@dataclass(frozen=True)
class Seating:
    """The people at a table."""

    setup: TableSetup
    seats: dict[str, int | None]
    """Digests of secrets: the seat each is for, or null for a spectator."""
    absent: dict[str, int]
    """Invitations that nobody has used, and the seats they are for."""
    watch: str | None
    """The invitation for spectators."""

    def check(self, record: Record) -> None:
        """Raise `DecodeError` unless these people can sit at the table of this record."""
        setup, people = self.setup, self.setup.people
        require(len(setup.seats) == record.players, f"setup.seats: the record has {record.players} players")
        require(not setup.reading, "setup.reading: no game to play")
        require(record.outcome is not None or setup.people == record.people, "setup.seats: not those of the record")
        require(len(setup.names) in (0, record.players), "setup.names: not one for each seat")
        require(setup.host is None or setup.host in people, "setup.host: not the seat of a person")
        require(0 <= setup.pace <= MOST_SECONDS, f"setup.pace: expected 0 to {MOST_SECONDS:g} seconds")
        require({*self.seats.values()} <= {*people, None}, "seats: not all belong to people")
        require({*self.absent.values()} <= {*people}, "absent: not all belong to people")


class Folder:
    """Where tables are kept."""

    def __init__(self, path: str) -> None:
        """Use this folder; raise `ConfigurationError` if it does not exist or cannot be written."""
        self.path: Path = Path(path)
        if not self.path.is_dir():
            raise ConfigurationError(f"no folder to keep records in: {path!r}")
        if not os.access(self.path, os.W_OK):
            raise ConfigurationError(f"cannot write into the folder {path!r}")

    def record_file(self, name: str, *, resume: bool = False) -> RecordFile:
        """Return the new or existing file for the record of a table; raise `RecordError` if there is none.

        No other server can keep this table as long as it is open.
        """
        return RecordFile.open(self.path / f"{name}.json", resume=resume)

    def keep(self, name: str, kept: Seating) -> None:
        """Write who sits there, wholly or not at all, readable for the owner of the folder alone.

        Raises `RecordError`, without the name of the folder, if that is impossible: a browser may be shown it.
        """
        target = self.path / f"{name}{SUFFIX}"
        scratch = self.path / f".{name}.{os.getpid()}.part"
        try:
            with suppress(FileNotFoundError):
                scratch.unlink()
            # Not a file that is there already: whoever made that could read it.
            descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(json.dumps(to_json(kept)))
            scratch.replace(target)
        except OSError as error:
            with suppress(OSError):
                scratch.unlink()
            raise RecordError(f"cannot write {target.name!r}: {error.strerror}") from None

    def forget(self, name: str) -> None:
        """Remove the file that says who sat there; the record stays."""
        with suppress(OSError):
            (self.path / f"{name}{SUFFIX}").unlink()

    def remove(self, name: str) -> None:
        """Remove all that is kept of a table."""
        self.forget(name)
        with suppress(OSError):
            (self.path / f"{name}.json").unlink()

    def tables(self) -> Iterator[tuple[str, Seating, RecordFile] | tuple[str, str]]:
        """Yield every table that was kept, by name; or its name and what is wrong with it."""
        for file in sorted(self.path.glob(f"*{SUFFIX}")):
            name = file.name.removesuffix(SUFFIX)
            try:
                kept = from_json(Seating, json.loads(file.read_text(encoding="utf-8")))
                opened = self.record_file(name, resume=True)
            except (OSError, ValueError, RecursionError) as error:
                yield name, f"{file}: {' '.join(str(error).split())}"
            else:
                yield name, kept, opened
