"""Tests any Game against the contract: `check_game(game)`, for our games and yours.

From the command line: `python -m boardgames.testing koryo`, or `mymodule:MyGame`.

>>> import boardgames
>>> from boardgames.testing import check_game
>>> report = check_game(boardgames.make("koryo", players=2), games=1, positions=3)
>>> print(str(report)[:18], report.results[0].check, "...")
koryo, 2 players:  purity ...
"""

from boardgames.testing.conformance import CHECKS, Report, Result, check_game
from boardgames.testing.probe import ply_at

__all__ = ["CHECKS", "Report", "Result", "check_game", "ply_at"]
