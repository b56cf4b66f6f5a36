"""Many games of bots and models against each other, their results and ratings."""

from boardgames.arena.arena import iter_arena, run_arena
from boardgames.arena.league import Budget, League, LeagueTable
from boardgames.arena.league_result import LeagueResult
from boardgames.arena.league_run import iter_league, run_league
from boardgames.arena.results import Plan, Result, Standing
from boardgames.play.player import Player

__all__ = [
    "Budget",
    "League",
    "LeagueResult",
    "LeagueTable",
    "Plan",
    "Player",
    "Result",
    "Standing",
    "iter_arena",
    "iter_league",
    "run_arena",
    "run_league",
]
