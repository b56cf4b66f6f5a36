"""Which bot sits where in the games of an arena, so that all have the same chances."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, lcm
from typing import Any, TypeAlias, TypeVar

from boardgames.contract.game import Game

T = TypeVar("T")

Team: TypeAlias = "tuple[int, ...]"
"""The seats of a team, or its bots."""
Teams: TypeAlias = "tuple[Team, ...]"
"""The seats of each team; every seat once."""

DEALS_COMPARED = 20
"""Number of deals whose teams must be equal for the teams to count as fixed."""


def fixed_teams(game: Game[Any, Any, Any]) -> Teams:
    """Return the teams of the game; empty if it has none, or others in each deal.

    One team of all seats, as in a cooperative game, and seats that each play for themselves leave
    nobody a choice of partners.
    """
    if type(game).teams is Game.teams:
        return ()
    dealt = {game.teams(game.new_game(seed)) for seed in range(DEALS_COMPARED)}
    teams = dealt.pop()
    has_partners = 1 < len(teams) < game.players
    return teams if has_partners and not dealt else ()


def seated(number: int, teams: Teams) -> tuple[int, tuple[int, ...]]:
    """Return the number of the deal in this game, and the index of the bot in each seat.

    Both are counted from 0. Bots are listed by their seats in the first game. Those of a team stay
    partners: they change places with each other, and with teams of the same size. Each deal is
    played with every bot in every seat that it can have, and the order changes from deal to deal
    until all have been played.
    """
    teams_by_size: dict[int, list[Team]] = {}
    for team in teams:
        teams_by_size.setdefault(len(team), []).append(team)
    games_of_deal = lcm(*[size * len(group) for size, group in teams_by_size.items()])
    deal, rotation = divmod(number, games_of_deal)
    bots: dict[int, int] = {}
    left = deal
    for group in teams_by_size.values():
        left, order = _arranged(left, group)
        bots.update(_bots_by_seat(group, order, rotation))
    in_order = [bots[seat] for seat in sorted(bots)]
    return deal, tuple(in_order)


def _bots_by_seat(group: Sequence[Team], order: Sequence[Team], rotation: int) -> dict[int, int]:
    """Return the bot in each seat of these teams after they have changed places this many times.

    The teams change places each time; their members do when each team has been in each place.
    """
    size = len(group)
    bots: dict[int, int] = {}
    for place, seats in enumerate(group):
        team = order[(place + rotation) % size]
        first = rotation // size % len(team)
        bots.update(zip(seats, team[first:] + team[:first], strict=True))
    return bots


def _arranged(number: int, teams: Sequence[Team]) -> tuple[int, list[Team]]:
    """Return the arrangement of these teams with this number, and what is left of the number.

    The first bot of the first team comes first in all of them: rotations do the rest.
    """
    first, *others = teams
    number, members = _permuted(number, first[1:])
    number, behind = _permuted(number, others)
    arranged = [(*first[:1], *members)]
    for team in behind:
        number, members = _permuted(number, team)
        arranged.append(tuple(members))
    return number, arranged


def _permuted(number: int, items: Sequence[T]) -> tuple[int, list[T]]:
    """Return the permutation with this number, in the order of `itertools.permutations`, and what
    is left of the number.
    """
    number, which = divmod(number, factorial(len(items)))
    left = [*items]
    permuted: list[T] = []
    while left:
        place, which = divmod(which, factorial(len(left) - 1))
        permuted.append(left.pop(place))
    return number, permuted
