"""The answers of a league as a log for Inspect."""

from __future__ import annotations

from pathlib import Path

from boardgames.arena import League, LeagueTable, Player, run_league
from examples.inspect_log import log
from tests.arena.models import cut_off, in_json


def test_a_log_has_the_games_of_one_player_with_conversation_tokens_and_score(
    tmp_path: Path,
) -> None:
    players = (Player("cut off", cut_off), Player("json", in_json))
    result = run_league(League(1, 1, players, (LeagueTable("koryo", 2),)), tmp_path)
    found = log(tmp_path, "cut off")
    samples = found["samples"]
    assert [found["eval"]["model"], len(samples)] == ["cut off", 2]
    tally = result.tallies["cut off"]
    said = [message for sample in samples for message in sample["messages"]]
    assert sum(message["role"] == "assistant" for message in said) == tally.answers
    assert [message["role"] for message in said].count("system") == 2
    scores = [sample["scores"]["worth"]["value"] for sample in samples]
    assert sum(scores) == float(result.results[0].standings[0].utility)
    assert found["results"]["scores"][0]["metrics"]["mean"]["value"] == sum(scores) / 2
