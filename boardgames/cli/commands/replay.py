"""`boardgames replay`: a recorded game, at once or step by step."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import count

HELP = "read a recorded game"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    parser.add_argument(
        "--step", action="store_true", help="stop after every action, show the table, and ask where to go on"
    )
    parser.add_argument("--seat", type=count, metavar="N", help="as this player saw it, counted from 1")
    parser.add_argument("--json", action="store_true", help="write every action in words and as events, as JSON")
    parser.add_argument("--check", action="store_true", help="only check that it replays to the recorded end")


def run(chosen: argparse.Namespace) -> int:
    import json

    from boardgames.cli.show import check_record, record_as_json, show_record
    from boardgames.cli.terminal import Terminal

    seat = None if chosen.seat is None else chosen.seat - 1
    if chosen.check:
        check_record(Terminal(), chosen.file)
    elif chosen.json:
        Terminal().write(json.dumps(record_as_json(chosen.file, seat), indent=1))
    else:
        show_record(Terminal(), chosen.file, seat=seat, step=chosen.step)
    return 0
