"""`boardgames analyse`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Cli


@pytest.fixture
def recorded(cli: Cli) -> Path:
    """Return the record of a game between bots."""
    cli("play", "koryo", "--seats", "random,greedy", "--seed", "5", "--quiet", "--record", "game.json")
    return cli.directory / "game.json"


@pytest.mark.usefixtures("recorded")
def test_the_report_names_chances_and_turning_points_of_a_seat(cli: Cli) -> None:
    done = cli("analyse", "game.json", "--seat", "1", "--iterations", "4")
    assert (done.status, done.err) == (0, "")
    assert "Player 1 (random)" in done.out
    assert "Player 2" not in done.out
    assert "Chance to win, in %, after each decision:" in done.out
    assert re.search(r"\d+ of \d+ decisions are as good as what the search prefers\.", done.out)


@pytest.mark.long
@pytest.mark.usefixtures("recorded")
def test_json_has_every_decision(cli: Cli) -> None:
    data = json.loads(cli("analyse", "game.json", "--seat", "2", "--iterations", "1", "--json").out)
    assert data["game"] == "koryo"
    assert {each["seat"] for each in data["decisions"]} == {1}
    assert all(0 <= each["chance"] <= each["best_chance"] <= 1 for each in data["decisions"])


@pytest.mark.usefixtures("recorded")
def test_a_page_is_written_once_and_never_replaced(cli: Cli) -> None:
    arguments = ("analyse", "game.json", "--seat", "1", "--iterations", "1", "--html", "page.html")
    assert cli(*arguments).status == 0
    page = (cli.directory / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<polyline") == 2
    assert "page.html exists already" in cli.refused(*arguments)


@pytest.mark.usefixtures("recorded")
def test_a_seat_that_is_not_in_the_record_is_refused(cli: Cli) -> None:
    assert "no seat 3: the record has seats 1 to 2" in cli.refused("analyse", "game.json", "--seat", "3")
