"""Many games of bots against each other, their results and ratings."""

from boardgames.arena.arena import iter_arena, run_arena
from boardgames.arena.results import Plan, Result, Standing
from boardgames.play.player import Player

__all__ = ["Plan", "Player", "Result", "Standing", "iter_arena", "run_arena"]
