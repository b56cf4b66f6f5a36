"""The command line."""

import sys

import boardgames

if "make" not in getattr(boardgames, "__all__", ()):
    sys.exit(
        "boardgames: this is boardgames-engine, and another package, `boardgames`, has been"
        " installed over it: pip uninstall boardgames, then pip install --force-reinstall"
        " boardgames-engine"
    )

from boardgames.cli.program import main  # it would fail with a stranger's package

__all__ = ["main"]
