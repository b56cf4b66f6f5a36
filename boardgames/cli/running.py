"""Finds the command that is meant, and runs it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from boardgames import __version__
from boardgames.cli import commands
from boardgames.cli.arguments import Parser
from boardgames.core.errors import ConfigurationError, unknown

ORDER = (
    "list",
    "rules",
    "cards",
    "play",
    "replay",
    "analyse",
    "arena",
    "league",
    "serve",
    "web",
    "mcp",
)
"""The order of commands in the help; others follow."""


def run(arguments: Sequence[str]) -> int:
    """Run the command with these arguments; return its exit status."""
    if None in (
        sys.stdin,
        sys.stdout,
        sys.stderr,
    ):  # a file opened later would get the file descriptor
        raise ConfigurationError("the standard input, output and error must be open")
    parser = _new_parser(arguments)
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    status: int = args.run(args)
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
    others = {module.name for module in iter_modules(commands.__path__)} - {*ORDER}
    names = [*ORDER, *sorted(others)]
    asked = [name for name in arguments[:1] if not name.startswith("-")]
    if asked and asked[0] not in names:
        raise unknown("command", asked[0], names)
    for name in asked or names:
        module = import_module(f"{commands.__name__}.{name}")
        command = known.add_parser(name, help=module.HELP)
        command.set_defaults(run=module.run)
        module.add(command)
    return parser
