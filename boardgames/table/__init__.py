"""One game with people and bots at it, for every interface: terminal, page and protocol."""

from boardgames.table.table import Table

__all__ = ["Table"]
