"""The errors of the library.

    BoardGamesError
    ├── ConfigurationError   an unknown game, bot or option, a wrong seed or number of players
    ├── NotationError        a text that is not the notation of any action of this game
    ├── IllegalActionError   an action that is not legal in this position
    ├── DecodeError          JSON that is not a valid State, View or Action
    ├── RecordError          a record that cannot be read, written or replayed
    ├── BotError             a bot that fails at its turn
    ├── UnreachableError     a bot that cannot be asked, through no fault of its own
    ├── RefusedError         a request at a table that is not allowed, or not now
    └── ConformanceError     a game that breaks the contract

Each of them is also a `ValueError`: the input was wrong, and nothing has changed.
"""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Collection, Sequence, Sized
from typing import Any, Literal, TypeAlias

from boardgames.core.text import listed, one_line, shortened


class BoardGamesError(ValueError):
    """Base of every error that the library raises on purpose. All of them can be pickled."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle message and attributes, whatever arguments a subclass takes."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]  # in no stub


class ConfigurationError(BoardGamesError):
    """An unknown game, bot or option, or a wrong seed or number of players."""


class NotationError(BoardGamesError):
    """A text that is not the notation of any action of this game, in any position."""


class IllegalActionError(BoardGamesError):
    """An action that is not legal for this seat in this position."""


class DecodeError(BoardGamesError):
    """JSON that is not a valid State, View or Action; the message starts with the path of a field
    that cannot be right, at least beside the others.
    """


class RecordError(BoardGamesError):
    """A record that cannot be read, written or replayed; names the ply where there is one."""


class BotError(BoardGamesError):
    """A bot that chooses an illegal action, takes too long, or cannot be started."""


class UnreachableError(BoardGamesError):
    """A bot that cannot be asked, because a model or a service does not answer: nobody's fault."""


Refusal: TypeAlias = Literal["wrong", "unknown", "not yours", "not now", "full", "closed"]
"""Why something is refused: it makes no sense, there is no such thing, only others may do it, it is
too early or too late, there is no room, or the table is closed."""


class RefusedError(BoardGamesError):
    """A request at a table that is not allowed, or not now; `why` is the kind of reason."""

    def __init__(self, reason: str, why: Refusal = "wrong") -> None:
        """`reason` is one line for people, `why` the kind of reason."""
        super().__init__(" ".join(reason.split()))
        self.why: Refusal = why


class ConformanceError(BoardGamesError):
    """A game that breaks the contract; `check` is the name of the check that found the fault.

    The message begins with that name, unless the game itself raised an exception, which can happen
    during any check. It ends with the seed and the ply if the fault was found at a certain point of
    a game.
    """

    def __init__(self, check: str, message: str, *, raised: bool = False, place: str = "") -> None:
        """`place` says where the fault was; with `raised`, the game itself raised an exception."""
        text = f"{message}, during the check {check!r}" if raised else f"{check}: {message}"
        super().__init__(f"{text} ({place})" if place else text)
        self.check = check


LONGEST_MESSAGE = 120
"""Maximum number of characters shown of another package's error, which may quote a whole View."""
LONGEST_QUOTE = 60
"""Maximum number of characters that an error message shows of a faulty value."""


def quoted(value: object) -> str:
    """Return a short `repr` of a faulty value for an error message; never fails.

    >>> quoted("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
    """
    try:
        text = repr(value)
    # It is nested too deeply, or contains a whole number of thousands of digits.
    except (RecursionError, ValueError):
        return f"a value of type {type(value).__name__}, too long to show"
    return shortened(text, LONGEST_QUOTE)


def unknown(what: str, name: str, known: Sequence[str], meant: str = "") -> ConfigurationError:
    """Return an error for a name that is none of those known, with the one that is perhaps meant.

    `meant`: the name in another form, in which it is more like the known ones.

    >>> print(unknown("game", "skul", ["koryo", "skull"]))
    unknown game 'skul'; did you mean skull? known games: koryo, skull
    """
    hint = did_you_mean(meant or name, known) or ";"
    return ConfigurationError(
        f"unknown {what} {quoted(name)}{hint} known {what}s: {', '.join(known)}"
    )


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return what to add to a fault: the most similar of the names that are known; empty if there
    is none.
    """
    from difflib import get_close_matches  # slow to import, and only needed for mistakes

    close = get_close_matches(name[:LONGEST_QUOTE], known, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def require(condition: object, fault: str) -> None:
    """Raise `DecodeError` with this fault unless the condition holds.

    It is for `check_state` and `check_view`.
    """
    if not condition:
        raise DecodeError(fault)


def require_entries(path: str, entries: Sized, players: int) -> None:
    """Raise `DecodeError` unless there is an entry for each seat; the fault is at this path."""
    if len(entries) != players:
        raise DecodeError(f"{path}: not of a game with {players} players")


def require_seat(path: str, seat: int, players: int) -> None:
    """Raise `DecodeError` unless there is such a seat; the fault is at this path."""
    if not 0 <= seat < players:
        raise DecodeError(f"{path}: no such seat, expected 0 to {players - 1}")


def require_counts(path: str, counts: Sequence[int]) -> None:
    """Raise `DecodeError` unless each of these numbers is 0 or more; the path is that of all."""
    for index, count in enumerate(counts):
        if count < 0:
            raise DecodeError(f"{path}[{index}]: expected 0 or more")


def check_option(name: str, value: object, allowed: Sequence[object]) -> None:
    """Raise `ConfigurationError` unless the value is one of those that this option can have."""
    if value not in allowed:
        raise ConfigurationError(
            f"{name}: expected {listed(map(str, allowed), 'or')}, not {quoted(value)}"
        )


def describe_exception(error: BaseException, owner: Any) -> str:
    """Return in one line what was raised and where.

    An example is "raised KeyError: 7 in choose (mybot.py, line 12)".
    """
    try:
        message = str(error)
    except Exception:  # noqa: BLE001  # another package's error
        message = "an error that cannot be shown"
    words = f"raised {type(error).__name__}: {one_line(message, LONGEST_MESSAGE)}"
    return f"{words} in {where_raised(error, owner)}"


def where_raised(error: BaseException, owner: Any) -> str:
    """Return where it was raised, as in "choose (mybot.py, line 12)".

    That is the innermost line in the folder of the owner's module or, if there is none, the owner.
    """
    # Slow to import, and faults are rare.
    import traceback
    from pathlib import Path

    source = getattr(sys.modules.get(owner.__module__), "__file__", None)
    file = Path(source or "an unknown file")
    frames = traceback.extract_tb(error.__traceback__)
    library = Path(__file__).parents[1]
    is_ours = library in file.parents
    for frame in reversed(frames):
        place = Path(frame.filename)
        # The library itself may lie in the owner's folder, as in an environment there.
        is_theirs = is_ours or library not in place.parents
        if is_theirs and file.parent in place.parents:
            return f"{frame.name} ({place.name}, line {frame.lineno})"
    return f"{owner.__name__} ({file.name})"
