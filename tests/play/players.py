"""Players for the tests of bots, matches and records."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, get_args

from boardgames import Game
from boardgames.core.chance import pick
from boardgames.play import Bot, Match, make_bot
from boardgames.play.ending import Ending, Forfeit


@dataclass(frozen=True)
class Spy(Bot[Any, Any]):
    """Plays at random and keeps what it is given."""

    given: list[tuple[int, object, tuple[object, ...]]] = field(default_factory=list)

    def choose(
        self,
        game: Game[Any, Any, Any],
        player: int,
        view: object,
        actions: tuple[Any, ...],
        rng: Random,
    ) -> Any:
        del game
        self.given.append((player, view, actions))
        return pick(actions, rng)


def every_ending(seat: int) -> list[Ending]:
    """Return each way in which a game can end outside its rules, by this seat."""
    others = [ending(seat) for ending in get_args(Ending) if ending is not Forfeit]
    return [Forfeit(seat, "no idea"), *others]


def match_of_bots(
    game: Game[Any, Any, Any], spec: str = "random", seed: int = 7
) -> Match[Any, Any, Any]:
    """Return a match of such bots on all seats."""
    return Match(game, [make_bot(spec)] * game.players, seed, [spec] * game.players)


def played_match(
    game: Game[Any, Any, Any], spec: str = "random", seed: int = 7
) -> Match[Any, Any, Any]:
    """Return such a match, played to its end."""
    match = match_of_bots(game, spec, seed)
    list(match.run())
    return match
