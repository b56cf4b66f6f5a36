"""Tests any Game against the contract: `check_game(game)`, for our games and yours.

From the command line: `python -m boardgames.testing koryo`, or `mymodule:MyGame`.

>>> import boardgames
>>> from boardgames.testing import check_game
>>> game = boardgames.make("koryo", players=2)
>>> report = check_game(game, only=["views", "samples"])  # all checks without it
>>> print(str(report)[:17], *(result.check for result in report.results))
koryo, 2 players: views samples
"""

from __future__ import annotations

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.testing.conformance import CHECKS, CheckResult, Report, check_game
    from boardgames.testing.probe import ply_at

__all__ = ["CHECKS", "CheckResult", "Report", "check_game", "ply_at"]

# Processes that only play a game do without the checks.
_HOMES = {
    "CHECKS": "boardgames.testing.conformance",
    "CheckResult": "boardgames.testing.conformance",
    "Report": "boardgames.testing.conformance",
    "check_game": "boardgames.testing.conformance",
    "ply_at": "boardgames.testing.probe",
}

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)
