"""`boardgames analyse`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boardgames.play.bots import MctsBot
from boardgames.play.record import Record
from boardgames.play.signals import Stopped
from tests.cli.conftest import Cli


@pytest.fixture
def recorded(cli: Cli) -> Path:
    """Return the record of a game between bots."""
    cli(
        "play",
        "koryo",
        "--seats",
        "random,greedy",
        "--seed",
        "5",
        "--quiet",
        "--record",
        "game.json",
    )
    return cli.directory / "game.json"


@pytest.mark.usefixtures("recorded")
def test_the_report_names_chances_and_turning_points_of_a_seat(cli: Cli) -> None:
    out = cli.output("analyse", "game.json", "--seat", "1", "--iterations", "4")
    assert "Player 1 (random)" in out
    assert "\nPlayer 2 (greedy)\n" not in out
    assert "Chance to win, in %, after each decision:" in out
    said = " ".join(out.split())
    found = re.search(r"Of (\d+) decisions the search agrees with (\d+), finds (\d+) worse", said)
    assert found is not None
    left = re.search(
        r"and cannot tell (\d+) from it\. On average .* [\d.]+ percentage points", said
    )
    assert left is not None
    decisions, agreed, worse = map(int, found.groups())
    assert agreed + worse + int(left[1]) == decisions


@pytest.mark.long
@pytest.mark.usefixtures("recorded")
def test_json_has_every_decision(cli: Cli) -> None:
    data = json.loads(cli("analyse", "game.json", "--seat", "2", "--iterations", "1", "--json").out)
    assert data["game"] == "koryo"
    assert {each["seat"] for each in data["decisions"]} == {1}
    assert all(0 <= each["chance"] <= each["best_chance"] <= 1 for each in data["decisions"])


@pytest.mark.usefixtures("recorded")
def test_a_seat_that_is_not_in_the_record_is_refused(cli: Cli) -> None:
    assert "no seat 3: the record has seats 1 to 2" in cli.refused(
        "analyse", "game.json", "--seat", "3"
    )


def test_the_report_says_how_the_game_ended_and_where_each_decision_was_made(cli: Cli) -> None:
    """In the words of the game, cards that only the seat could see included."""
    cli(
        "play",
        "for_the_king",
        "--seats",
        "random,greedy",
        "--seed",
        "3",
        "--quiet",
        "--record",
        "king.json",
    )
    done = cli("analyse", "king.json", "--seat", "1", "--iterations", "1")
    assert "the Favor deck is empty.\nPlayer 2 wins.\n" in done.out
    assert re.search(r"action \d+, (turn|auction) \d+ of 20: (keep|put|discard) \w+ \w+", done.out)


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(("interrupt", "status"), [(KeyboardInterrupt(), 130), (Stopped(15), 143)])
def test_an_interrupt_ends_the_analysis_and_the_report_says_so(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, interrupt: BaseException, status: int
) -> None:
    consider = MctsBot.consider
    searched = 0

    def interrupted(*given: Any, **how: Any) -> Any:
        nonlocal searched
        searched += 1
        if searched % 2 == 0:
            raise interrupt
        return consider(*given, **how)

    monkeypatch.setattr(MctsBot, "consider", interrupted)
    done = cli("analyse", "game.json", "--iterations", "1")
    assert (done.status, done.err) == (status, "")
    stopped = f"1 decision analysed, stopped at action 1 of {len(Record.load('game.json').actions)}"
    assert f"Koryŏ, 2 players, {stopped}\n" in done.out
    assert (
        json.loads(cli("analyse", "game.json", "--iterations", "1", "--json").out)["complete"]
        is False
    )


@pytest.mark.parametrize("name", ["koryo", "mundus_novus"])
def test_secrets_of_others_stay_hidden_until_a_game_with_people_is_over(
    cli: Cli, name: str
) -> None:
    """The seed, and what bots have chosen face down: neither the analysis nor the replay shows
    them.
    """
    cli(
        "play",
        name,
        "--seats",
        "human,greedy",
        "--seed",
        "3",
        "--record",
        "open.json",
        typed="1\n1\nquit\n",
    )
    record = Record.load("open.json")
    assert record.outcome is None
    replayed = cli("replay", "open.json").out
    hidden = [line for line in record.actions if line.startswith(("2: order", "2: offer"))]
    assert hidden
    for line in hidden:
        assert not re.search(f"Player 2 (ordered|chose) {line.split(maxsplit=2)[2]}", replayed)
    assert "seed" not in replayed
    assert re.search("You (ordered|chose) ", replayed)
    judged = json.loads(cli("analyse", "open.json", "--iterations", "1", "--json").out)
    assert {each["seat"] for each in judged["decisions"]} == {0}
    assert "until it is, it can be shown only to player 1" in cli.refused(
        "analyse", "open.json", "--seat", "2"
    )


def test_people_who_still_play_keep_their_secrets_from_each_other(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "human,human",
        "--seed",
        "3",
        "--record",
        "open.json",
        typed="\n1\n\n1\n\nquit\n",
    )
    record = Record.load("open.json")
    assert (record.outcome, record.is_revealed) == (None, False)
    ordered = [line for line in record.actions if ": order" in line]
    assert ordered
    replayed = cli("replay", "open.json").out
    assert "face down" in replayed
    assert "seed" not in replayed
    assert not [line for line in ordered if line.replace(": order", " ordered") in replayed]
    assert "its players keep secrets from each other: add --seat" in cli.refused(
        "analyse", "open.json"
    )
