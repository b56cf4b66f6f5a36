"""One game with people and bots at it, for every interface: terminal, page and protocol."""

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.table.async_table import AsyncTable
    from boardgames.table.seating import Seating
    from boardgames.table.table import Table

__all__ = [
    "AsyncTable",
    "Seating",
    "Table",
]

_HOMES = {
    "AsyncTable": "boardgames.table.async_table",
    "Seating": "boardgames.table.seating",
    "Table": "boardgames.table.table",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)
