"""What a long run shows while it goes on."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from collections.abc import Generator
from pathlib import Path

import pytest

from boardgames.arena import Plan, Result
from boardgames.cli import long_run
from boardgames.cli.long_run import RunReport, run_and_report


class Screen(io.StringIO):
    """A terminal that remembers what was written."""

    def isatty(self) -> bool:
        return True


def test_games_that_are_still_to_be_read_are_not_told_as_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "games.jsonl"
    result = Result.of(Plan("koryo", ("random", "random"), games=3, seed=1))
    report: RunReport[Result] = RunReport(lambda result: (result,), lambda _: ["the end"], repr)
    arguments = Namespace(executor=None, json=False)
    for lines, shown in (("", ["0 of 3 games"]), ("{}\n{}\n", [])):
        kept.write_text(lines, encoding="utf-8")
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        run_and_report(lambda _: (each for each in [result]), 3, arguments, report, kept)
        assert [each for each in screen.getvalue().split("\r\x1b[K") if each] == shown
        assert capsys.readouterr().out == "the end\n"


def test_progress_says_how_many_games_are_done_and_how_long_the_others_take(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that goes on with 50 games counts only its own for the time that is left."""
    plan = Plan("koryo", ("random", "random"), games=200, seed=1)
    screen, now = Screen(), 0.0

    def playing() -> Generator[Result, None, None]:
        nonlocal now
        for games in (50, 50, 52):
            now += 0.25
            yield Result(plan, Result.of(plan).standings, games)

    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(long_run, "monotonic", lambda: now)
    report: RunReport[Result] = RunReport(lambda result: (result,), lambda _: ["the end"], repr)
    run_and_report(
        lambda _: playing(),
        200,
        Namespace(executor=None, json=False),
        report,
    )
    assert capsys.readouterr().out == "the end\n"
    *_, last, _ = screen.getvalue().split("\r\x1b[K")
    assert last.startswith("52 of 200 games, ")
    assert last.endswith(", 56 s left")  # 148 games, of which 2 were played in 0.75 seconds
