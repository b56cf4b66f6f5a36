"""The program: it finds and runs the command, and reports any error in one line."""

from __future__ import annotations

import os
import sys

from boardgames import __version__
from boardgames.core.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# What takes long to import is imported where it is needed, so that short answers come at once.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support  # slow to import

        freeze_support()  # a worker of an arena is this program, started again
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
    except BrokenPipeError:
        _give_up_output()
        return 1
    except OSError as error:
        _give_up_output()
        where = f"cannot write {error.filename}: " if error.filename else "cannot write: "
        return _fail(f"{where}{error.strerror or error}")
    except KeyboardInterrupt as interrupt:
        try:
            sys.stdout.flush()
            sys.stderr.write("\n")
        except OSError:  # after a hang-up there is no terminal left
            _give_up_output()
        from boardgames.play.signals import exit_status

        return exit_status(interrupt)
    except Exception as error:  # noqa: BLE001  # it is reported, or raised again
        return _fail(_reported(error))
    return status


def _run(arguments: Sequence[str]) -> int:
    """Run a command and write all its output; return its exit status."""
    if _answered_at_once([*arguments]):
        sys.stdout.flush()
        return 0
    from boardgames.cli.running import run
    from boardgames.play.signals import stoppable

    with stoppable():
        try:
            status = run(arguments)
        except SystemExit:  # the help has been written
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return status


def _answered_at_once(arguments: list[str]) -> bool:
    """Answer what needs no command to be loaded; return whether that was asked for."""
    if arguments == ["--version"] and sys.stdout is not None:
        sys.stdout.write(f"boardgames {__version__}\n")
        return True
    if arguments == ["list"] and None not in (sys.stdin, sys.stdout, sys.stderr):
        from boardgames.cli.games_list import list_published_games

        return list_published_games()
    return False


def _reported(error: Exception) -> str:
    """Return the line that reports this error; raise it in Python's development mode, unless it is
    expected.
    """
    from boardgames.core.errors import BoardGamesError, ConformanceError

    is_ours = isinstance(error, BoardGamesError)
    if is_ours and not isinstance(error, ConformanceError):
        return str(error)
    if sys.flags.dev_mode:
        raise error
    message = str(error) if is_ours else f"internal error: {type(error).__name__}: {error}"
    return f"{message}; with python -X dev all of it is shown"


def _fail(message: str) -> int:
    from contextlib import suppress

    from boardgames.cli.parser import LONGEST_COMPLAINT
    from boardgames.core.text import one_line

    with suppress(OSError, AttributeError):  # it may be closed
        sys.stderr.write(f"boardgames: {one_line(message, LONGEST_COMPLAINT)}\n")
    return 2


def _give_up_output() -> None:
    """Discard unwritten output: its reader is gone, or the disk is full.

    Otherwise the interpreter would try again at exit, and complain.
    """
    from contextlib import suppress

    with suppress(OSError, ValueError):  # a replaced sys.stdout may have no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
