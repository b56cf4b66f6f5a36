"""Tests any Game against the contract: `check_game(game)`, for our games and yours.

From the command line: `python -m boardgames.testing koryo`, or `mymodule:MyGame`.

>>> import boardgames
>>> from boardgames.testing import check_game
>>> report = check_game(boardgames.make("koryo", players=2), games=1, positions=3)
>>> print(str(report)[:18], report.results[0].check, "...")
koryo, 2 players:  determinism ...
"""

from __future__ import annotations

import importlib
import typing

if typing.TYPE_CHECKING:
    from boardgames.testing.conformance import CHECKS, CheckResult, Report, check_game
    from boardgames.testing.probe import ply_at

__all__ = ["CHECKS", "CheckResult", "Report", "check_game", "ply_at"]


def __getattr__(name: str) -> object:
    """Load the checks when they are first used: processes that only play a game do without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "probe" if name == "ply_at" else "conformance"
    found = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    globals()[name] = found
    return found
