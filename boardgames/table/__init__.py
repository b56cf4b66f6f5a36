"""One game with people and bots at it, whatever they sit in front of."""

from boardgames.table.table import Table

__all__ = ["Table"]
