from __future__ import annotations

import json

from boardgames.play import Record
from tests.cli.conftest import Cli


def test_a_game_is_shown_as_one_player_saw_it(cli: Cli) -> None:
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
    openly, seen = cli("replay", "game.json").out, cli("replay", "game.json", "--seat", "1").out
    hidden = [
        line
        for line in Record.load(cli.directory / "game.json").actions
        if line.startswith("2: order")
    ]
    assert all(f"Player {line}" in openly for line in hidden)
    assert not any(
        line.replace("2: order", "2 ordered") in seen for line in hidden if line != "2: order none"
    )
    assert "You ordered " in seen
    table = cli("replay", "game.json", "--seat", "1", "--step", typed="\nq\n").out
    assert "Your hand: " in table
    assert "Your hand: " not in cli("replay", "game.json", "--step", typed="\nq\n").out
    deal = cli("replay", "game.json", "--seat", "1", "--step", typed="0\nq\n").out.partition(
        "The deal."
    )[2]
    assert "season 1 of 8, orders" in deal
    assert "Your hand: " in deal
    assert "no seat 3: the record has seats 1 to 2" in cli.refused(
        "replay", "game.json", "--seat", "3"
    )


def test_an_unfinished_game_is_shown_only_as_its_people_see_it(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "human,greedy",
        "--seed",
        "3",
        "--record",
        "open.json",
        typed="1\nquit\n",
    )
    assert "until it is, it can be shown only to player 1" in cli.refused(
        "replay", "open.json", "--seat", "2"
    )
    assert cli("replay", "open.json", "--seat", "1").out == cli("replay", "open.json").out


def test_cards_are_those_of_the_whole_box_or_of_a_number_of_players(cli: Cli) -> None:
    assert "Secondary Duty" in cli("cards", "for_the_king", "livestock").out
    assert "no card 'livestock'" in cli.refused(
        "cards", "for_the_king", "livestock", "--players", "2"
    )
    assert "Secondary Duty" not in cli("cards", "for_the_king", "military", "--players", "2").out


def test_a_record_is_written_as_json_as_one_player_saw_it(cli: Cli) -> None:
    """What happened stands there in words and as events; only the player's own cards are named."""
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
    told = json.loads(cli("replay", "game.json", "--json", "--seat", "1").out)
    events = [happened["event"] for each in told["events"] for happened in each["happened"]]
    placed = [event for event in events if event["type"] == "orderplaced"]
    assert {(event["seat"], event["order"] is None) for event in placed} == {(0, False), (1, True)}
    assert told["outcome"]["winners"]
    assert told["events"][0]["text"]
