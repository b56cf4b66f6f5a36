"""What a long run shows while it goes on."""

from __future__ import annotations

import io
import sys
import time
from argparse import Namespace
from collections.abc import Generator
from pathlib import Path

import pytest

from boardgames.arena import Plan, Result
from boardgames.cli.long_run import run_and_report


class Screen(io.StringIO):
    """A terminal that remembers what was written."""

    def isatty(self) -> bool:
        return True


def test_games_that_are_still_to_be_read_are_not_told_as_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "games.jsonl"
    result = Result.of(Plan("koryo", ("random", "random"), games=3, seed=1))
    arguments = Namespace(executor=None, json=False)
    for lines, shown in (("", ["0 of 3 games"]), ("{}\n{}\n", [])):
        kept.write_text(lines, encoding="utf-8")
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        run_and_report(
            lambda _: (each for each in [result]),
            3,
            arguments,
            lambda _: ["the end"],
            Result.to_json,
            kept,
        )
        assert [each for each in screen.getvalue().split("\r\x1b[K") if each] == shown
        assert capsys.readouterr().out == "the end\n"


def test_progress_says_how_many_games_are_done_and_how_long_the_others_take(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that goes on with 50 games counts only its own for the time that is left."""
    plan = Plan("koryo", ("random", "random"), games=100, seed=1)
    screen = Screen()

    def playing() -> Generator[Result, None, None]:
        for games in (50, 50, 52):
            time.sleep(0.25)
            yield Result(plan, Result.of(plan).standings, games)

    monkeypatch.setattr(sys, "stderr", screen)
    since = time.monotonic()
    run_and_report(
        lambda _: playing(),
        100,
        Namespace(executor=None, json=False),
        lambda _: ["the end"],
        Result.to_json,
        None,
    )
    took = time.monotonic() - since
    assert capsys.readouterr().out == "the end\n"
    *_, last, _ = screen.getvalue().split("\r\x1b[K")
    assert last.startswith("52 of 100 games, ")
    seconds = float(last.removesuffix(" s left").rpartition(", ")[2])
    assert 0.75 * 48 / 2 - 1 < seconds < took * 48 / 2 + 1, "two games took 0.75 seconds, or longer"
