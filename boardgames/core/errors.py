"""The errors of the library.

BoardGamesError
├── ConfigurationError   a game, bot, option, seed or number of players that does not exist
├── NotationError        a text that names no action of this game
├── IllegalActionError   an action that cannot be done in this position
├── DecodeError          JSON that is no such State, View or Action
├── RecordError          a record that cannot be read or does not replay
├── BotError             a bot that fails at its own turn
└── ConformanceError     a game that breaks the contract

Every one of them is a `ValueError` too: what was handed in was wrong, and nothing has changed.
"""

from __future__ import annotations


class BoardGamesError(ValueError):
    """Base of every error that the library raises on purpose."""


class ConfigurationError(BoardGamesError):
    """A game, bot, option, seed or number of players that does not exist."""


class NotationError(BoardGamesError):
    """A text that names no action of this game, in any position."""


class IllegalActionError(BoardGamesError):
    """An action that cannot be done in this position by this seat."""


class DecodeError(BoardGamesError):
    """JSON that is no such State, View or Action; the message starts with the path of the fault."""


class RecordError(BoardGamesError):
    """A record that cannot be read, or that does not replay; names the ply where there is one."""


class BotError(BoardGamesError):
    """A bot that chooses what is not legal, or takes longer than its clock allows."""


class ConformanceError(BoardGamesError):
    """A game that breaks the contract; `check` is the name of the check that refused it."""

    def __init__(self, check: str, message: str) -> None:
        """Take the name of the check and what it found."""
        super().__init__(f"{check}: {message}")
        self.check = check
