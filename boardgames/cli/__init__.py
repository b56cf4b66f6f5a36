"""The command line."""

from boardgames.cli.commands import main

__all__ = ["main"]
