"""The program: it finds and runs the command, and reports any error in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules

from boardgames import __version__
from boardgames.cli import commands
from boardgames.cli.arguments import LONGEST_COMPLAINT, Parser
from boardgames.core.errors import BoardGamesError, ConfigurationError, ConformanceError
from boardgames.core.text import one_line
from boardgames.play.signals import exit_status, stoppable

ORDER = (
    "list",
    "rules",
    "cards",
    "play",
    "replay",
    "analyse",
    "arena",
    "tournament",
    "serve",
    "web",
    "mcp",
)
"""The order of commands in the help; others follow."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support  # slow to import

        freeze_support()  # a worker of an arena is this program, started again
    try:
        with stoppable():
            try:
                status = _run(sys.argv[1:] if arguments is None else arguments)
            except SystemExit:  # the help has been written
                sys.stdout.flush()
                raise
            sys.stdout.flush()
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
        return exit_status(interrupt)
    except Exception as error:  # noqa: BLE001  # it is reported, or raised again
        return _fail(_reported(error))
    return status


def _reported(error: Exception) -> str:
    """Return the line that reports this error; raise it in Python's development mode, unless it is
    expected.
    """
    is_ours = isinstance(error, BoardGamesError)
    if is_ours and not isinstance(error, ConformanceError):
        return str(error)
    if sys.flags.dev_mode:
        raise error
    said = str(error) if is_ours else f"internal error: {type(error).__name__}: {error}"
    return f"{said}; with python -X dev all of it is shown"


def _fail(message: str) -> int:
    with suppress(OSError, AttributeError):  # it may be closed
        sys.stderr.write(f"boardgames: {one_line(message, LONGEST_COMPLAINT)}\n")
    return 2


def _give_up_output() -> None:
    """Discard unwritten output: its reader is gone, or the disk is full.

    Otherwise the interpreter would try again at exit, and complain.
    """
    with suppress(OSError, ValueError):  # a replaced sys.stdout may have no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str]) -> int:
    if None in (
        sys.stdin,
        sys.stdout,
        sys.stderr,
    ):  # a file opened later would get the file descriptor
        raise ConfigurationError("the standard input, output and error must be open")
    parser = _new_parser(arguments)
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        parser.print_help()
        return 0
    status: int = chosen.run(chosen)
    return status


def _new_parser(arguments: Sequence[str]) -> Parser:
    """Return the parser; parsed arguments have the name of the command, or None, in `command`.

    It knows only the command that the arguments begin with, if they do, because loading commands
    takes time.
    """
    parser = Parser(
        prog="boardgames", description="Modern card and board games with hidden information."
    )
    parser.add_argument("--version", action="version", version=f"boardgames {__version__}")
    known = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", parser_class=Parser
    )
    names = {module.name for module in iter_modules(commands.__path__)}
    asked = [name for name in arguments[:1] if name in names]
    for name in asked or (*ORDER, *sorted(names - {*ORDER})):
        module = import_module(f"{commands.__name__}.{name}")
        command = known.add_parser(name, help=module.HELP)
        command.set_defaults(run=module.run)
        module.add(command)
    return parser
