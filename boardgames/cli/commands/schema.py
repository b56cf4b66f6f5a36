"""`boardgames schema`: the JSON Schema of messages, records and the values of games."""

from __future__ import annotations

import argparse
import json

from boardgames.cli.terminal import Terminal
from boardgames.core.errors import ConfigurationError
from boardgames.core.typescript import typescript
from boardgames.schema import names, schema


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="which; default: list all names")
    parser.add_argument("--typescript", action="store_true", help="print TypeScript types instead")


def run(args: argparse.Namespace) -> int:
    terminal = Terminal()
    if args.name is None:
        if args.typescript:
            raise ConfigurationError("--typescript: say which schema; without it, all are listed")
        for name, about in names().items():
            terminal.write(f"{name:<20} {about}")
        return 0
    asked = schema(args.name)
    text = typescript(asked) if args.typescript else json.dumps(asked, indent=2) + "\n"
    terminal.write(text.rstrip("\n"))
    return 0
