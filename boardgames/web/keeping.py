"""The folder in which tables are kept: for each one the files that `play.table_file` describes."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from boardgames.core.errors import ConfigurationError
from boardgames.play.table_file import SUFFIX, TableFile


class Folder:
    """Where tables are kept."""

    def __init__(self, path: str) -> None:
        """Use this folder; raise `ConfigurationError` if it does not exist or cannot be written."""
        self.path: Path = Path(path)
        if not self.path.is_dir():
            raise ConfigurationError(f"no folder to keep records in: {path!r}")
        if not os.access(self.path, os.W_OK):
            raise ConfigurationError(f"cannot write into the folder {path!r}")

    def file(self, name: str, *, resume: bool = False) -> TableFile:
        """Return the new or existing files of a table; raise `RecordError` if that is impossible."""
        return TableFile.open(self.path / f"{name}.json", resume=resume)

    def remove(self, name: str) -> None:
        """Remove all that is kept of a table."""
        for suffix in (SUFFIX, ".json"):
            with suppress(OSError):
                (self.path / f"{name}{suffix}").unlink()

    def names(self) -> list[str]:
        """Return the names of the tables that were kept with their people."""
        return sorted([file.name.removesuffix(SUFFIX) for file in self.path.glob(f"*{SUFFIX}")])
