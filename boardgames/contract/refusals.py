"""Checks of seats, and the errors to raise for illegal actions; for authors of games."""

from __future__ import annotations

from boardgames.contract.protocols import Listing, Rules
from boardgames.core.action import Action
from boardgames.core.errors import ConfigurationError, IllegalActionError, quoted
from boardgames.core.integers import as_integer
from boardgames.core.text import listed

MOST_NAMED = 5
"""Maximum number of legal actions that an error names: enough to show their notation."""


class ForbiddenError(Exception):
    """Raised by a handler where the rules forbid its action; `apply` makes the message of it."""


def is_seat(player: object, seat: int) -> bool:
    """Return whether this is that very seat: True and 1.0 equal 1, but are not seats."""
    return player is seat or as_integer(player) == seat


def check_seat(game: Rules, player: int) -> int:
    """Return the seat, a whole number of any type, as an `int`.

    Raises `ConfigurationError` if there is no such seat.
    """
    seat = player if type(player) is int else as_integer(player)
    if seat is None:
        kind = type(player).__name__
        raise ConfigurationError(
            f"no seat {quoted(player)}: a seat is a whole number, not of type {kind}"
        )
    if not 0 <= seat < game.players:
        table = f"{game.name} with {game.players} players"
        raise ConfigurationError(
            f"no seat {quoted(seat)}: {table} has seats 0 to {game.players - 1}"
        )
    return seat


def check_viewer(game: Rules, viewer: int | None) -> int | None:
    """Return the seat as an `int`, or None (a spectator).

    Raises `ConfigurationError` if there is no such seat.
    """
    return None if viewer is None else check_seat(game, viewer)


def illegal_action(
    game: Listing, state: object, action: object, player: int | None
) -> IllegalActionError:
    """Return the error to raise for this action; it names action, position and legal actions."""
    seats = game.to_act(state)
    given = seats[0] if seats and player is None else player
    seat = as_integer(given)
    if seat is None or seat not in seats:
        return not_to_act(game, state, given, f"illegal action {_named(action)}")
    legal = game.legal_actions(state, seat)
    examples = ", ".join(map(str, legal[:MOST_NAMED]))
    if len(legal) > MOST_NAMED:
        examples += f", ... ({len(legal)} in all)"
    where = game.words.position(state)
    place = f" ({where})" if where else ""
    hint = ": not an Action but text, which `parse` reads" if isinstance(action, str) else ""
    return IllegalActionError(
        f"illegal action {_named(action)} of player {seat + 1}{place}{hint}; legal: {examples}"
    )


def not_to_act(game: Listing, state: object, player: int | None, fault: str) -> IllegalActionError:
    """Return the error to raise for a seat that may not act: `fault`, and whose turn it is."""
    seats = game.to_act(state)
    if not seats:
        return IllegalActionError(f"{fault}: the game is over")
    who = listed([str(seat + 1) for seat in seats])
    turn = f"player {who} is" if len(seats) == 1 else f"players {who} are"
    seat = as_integer(player)
    whose = f"seat {quoted(player)}" if seat is None else f"player {quoted(seat + 1)}"
    return IllegalActionError(f"{fault} of {whose}: {turn} to act")


def _named(action: object) -> str:
    try:
        return repr(str(action) if isinstance(action, Action) else action)
    # An action with invalid fields may have no notation.
    except (AttributeError, LookupError, TypeError, ValueError):
        return repr(action)
