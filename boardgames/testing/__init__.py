"""Holds any Game to the contract: `check_game(game)`, for our games and for yours.

From the command line: `python -m boardgames.testing koryo`, or `mymodule:MyGame`.

>>> import boardgames
>>> from boardgames.testing import CHECKS, check_game
>>> check_game(boardgames.make("koryo", players=2), games=1, positions=3)
>>> ", ".join(CHECKS)[:44]
'purity, determinism, legality, applying, ref'
"""

from boardgames.testing.conformance import CHECKS, check_game

__all__ = ["CHECKS", "check_game"]
