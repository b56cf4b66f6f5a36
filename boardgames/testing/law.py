"""What a check finds wrong, and the laws that games are held to.

A check is made of laws. A law is a function whose docstring is its promise; it names the usual
cause of what it finds. `message.py` makes from all this what an author reads.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from boardgames.contract.game import Game
from boardgames.core.values import value

AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game, whatever its States, actions and Views are."""
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


@value
class Law:
    """Something that is demanded of every game."""

    name: str
    """Module and function: "secrecy_checks._is_the_same_view"."""
    promise: str
    """What it demands, such as "nothing changes a State"."""
    cause: str
    """What is usually wrong in a game that breaks it: a sentence."""
    ask: str
    """What shows the fault: an expression with `game` and `ply`."""


LAWS: dict[str, Law] = {}
"""All laws by name."""


class Violation(Exception):  # noqa: N818  # it becomes a `ConformanceError`
    """What a check finds wrong; it breaks that check unless it names another."""

    def __init__(
        self,
        message: str,
        check: str = "",
        *,
        raised: bool = False,
        expected: str = "",
        came: str = "",
        cause: str = "",
        ask: str = "",
        needs: type | None = None,
    ) -> None:
        """`cause` and `ask` are what is usually wrong and what shows the fault, if not those of the
        law; `ask` needs the class `needs` to be imported. With `raised`, a function of the caller
        raised an exception.
        """
        super().__init__(message)
        self.check = check
        self.raised = raised
        self.expected = expected
        self.came = came
        self.cause = cause
        self.ask = ask
        self.needs = needs
        self.law: Law | None = None


def demand(
    holds: object,
    fault: str,
    check: str = "",
    *,
    expected: object = "",
    came: object = "",
    ask: str = "",
) -> None:
    """Raise this `Violation` unless the condition holds."""
    if not holds:
        raise Violation(fault, check, expected=str(expected), came=str(came), ask=ask)


def law(cause: str, ask: str = "") -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Make a function a law, which names the usual cause of what it finds, and what to ask then.

    Its docstring begins with its promise: "Demand that …". What is found breaks the innermost law,
    unless it names another check.
    """

    def enter(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
        name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        this = LAWS[name] = Law(name, promise(function), cause, ask)

        @wraps(function)
        def held(*given: Given.args, **named: Given.kwargs) -> Answer:
            try:
                return function(*given, **named)
            except Violation as violation:
                if not violation.check:
                    violation.law = violation.law or this
                raise

        return held

    return enter


def promise(function: object) -> str:
    """Return what a check or a law demands: "nothing changes a State"."""
    first = (function.__doc__ or "").partition("\n\n")[0]
    return " ".join(first.split()).removeprefix("Demand that ").rstrip(".")


def viewer_name(viewer: int | None) -> str:
    """Return the name of this seat, counted from 0, or of the spectator, for messages."""
    return "a spectator" if viewer is None else f"seat {viewer}"
