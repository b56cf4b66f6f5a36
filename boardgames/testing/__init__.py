"""Holds any Game to the contract: `check_game(game)`, for our games and for yours.

>>> import boardgames
>>> from boardgames.testing import CHECKS, check_game
>>> for check in CHECKS:
...     print(check)
purity
determinism
legality
round trips
conservation
text
ends
commits
views
sampling
reach
"""

from boardgames.testing.conformance import CHECKS, check_game

__all__ = ["CHECKS", "check_game"]
