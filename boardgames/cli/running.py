"""Finds the command that is meant, and runs it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from boardgames import __version__
from boardgames.cli import commands
from boardgames.cli.parser import Parser
from boardgames.core.errors import ConfigurationError, unknown


def run(arguments: Sequence[str]) -> int:
    """Run the command with these arguments; return its exit status."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        # A file opened later would get the file descriptor.
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

    If the first argument is a command, the parser has no other, and only that one is loaded,
    because that takes time.
    """
    parser = Parser(
        prog="boardgames", description="Modern card and board games with hidden information."
    )
    parser.add_argument("--version", action="version", version=f"boardgames {__version__}")
    known = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", parser_class=Parser
    )
    asked = next((each for each in arguments if not each.startswith("-")), "")
    is_first = asked in arguments[:1]
    if is_first and asked not in commands.HELP:
        raise unknown("command", asked, [*commands.HELP])
    for name in [asked] if is_first else commands.HELP:
        command = known.add_parser(name, help=commands.HELP[name])
        if name == asked:
            module = import_module(f"{commands.__name__}.{name}")
            command.set_defaults(run=module.run)
            module.add(command)
    return parser
