"""What a match can be set up with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.errors import ConfigurationError, quoted
from boardgames.play.bots.base import Bot
from boardgames.play.limits import check_on_fault, check_seconds


def check_setup(
    game: Game[Any, Any, Any],
    seats: Sequence[object],
    names: Sequence[object] | None,
    seconds: float | None,
    on_fault: object,
) -> None:
    """Raise `ConfigurationError` if no match can be set up with these arguments."""
    for given, what in ((seats, "seats"), (names, "names")):
        if given is not None and len(given) != game.players:
            raise ConfigurationError(
                f"{game.name} is set up for {game.players} players, not for {len(given)} {what}"
            )
    check_seconds("seconds", seconds)
    check_on_fault(on_fault)
    if not all(isinstance(name, str) for name in names or ()):
        raise ConfigurationError(f"names: expected strings, not {quoted(names)}")
    for seat, bot in enumerate(seats, start=1):
        if bot is not None and not isinstance(bot, Bot):
            hint = ": make_bot makes a Bot from its spec" if isinstance(bot, str) else ""
            raise ConfigurationError(
                f"seat {seat}: expected a Bot or None, not {quoted(bot)}{hint}"
            )
