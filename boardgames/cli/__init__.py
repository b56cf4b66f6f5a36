"""The command line."""

from boardgames.cli.program import main

__all__ = ["main"]
