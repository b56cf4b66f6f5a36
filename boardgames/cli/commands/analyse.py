"""`boardgames analyse`: what a search thinks of the decisions in a recorded game."""

from __future__ import annotations

import argparse

from boardgames.cli.arguments import count, seconds

HELP = "go through a recorded game as a coach would, without hindsight"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as written by play --record")
    parser.add_argument("--seat", type=count, metavar="N", help="only the decisions of this player, counted from 1")
    parser.add_argument(
        "--iterations", type=count, default=200, metavar="N", help="search iterations per decision; default 200"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=0.0, metavar="S", help="search for this many seconds per decision instead"
    )
    parser.add_argument("--json", action="store_true", help="write the analysis as JSON")
    parser.add_argument("--html", metavar="FILE", help="write a page with a chart to this new file")


def run(chosen: argparse.Namespace) -> int:
    from boardgames.cli.analyse_command import run_analysis

    return run_analysis(chosen)
