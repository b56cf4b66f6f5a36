"""The chat bot: two people and a bot, any game, kept over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardgames
from examples.chat_bot import ChatBot

GAMES = boardgames.game_names()


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_a_chat_goes_on_after_a_restart_and_nobody_reads_the_hand_of_another(game: str) -> None:
    people = ["Ann", "Bo"]
    bot = ChatBot(game, people)
    told = bot.hear("Ann", "")
    for turn in range(6):
        asked = [name for name, seat in bot.seats.items() if seat in bot.table.waiting]
        told = bot.hear(asked[0], "1")
        if turn == 2:
            bot.table.close()
            bot = ChatBot(game, people)
    assert bot.table.match.plies >= 6
    for name, seat in bot.seats.items():
        choices = [
            f"{number}) {each.text}" for number, each in enumerate(bot.table.choices(seat), start=1)
        ]
        read = [line for who, line in told if who == name]
        assert read[len(read) - len(choices) :] == choices
    bot.table.close()


@pytest.mark.usefixtures("steady_hints")
def test_what_is_not_possible_is_answered_to_who_asked() -> None:
    bot = ChatBot("koryo", ["Ann", "Bo"])
    first, *_ = bot.hear("Ann", "undo")
    assert first == ("Ann", "there is nothing to take back")
    while "Ann" not in {name for name, seat in bot.seats.items() if bot.table.can_undo(seat)}:
        bot.hear(next(name for name, seat in bot.seats.items() if seat in bot.table.waiting), "1")
    plies = bot.table.match.plies
    bot.hear("Ann", "undo")
    bot.hear("Bo", "grant")
    assert bot.table.match.plies != plies
    assert bot.hear("Bo", "fly")[0][0] == "Bo"
    alone = ChatBot("for_the_king", ["Ann"])
    alone.hear("Ann", "")
    while not alone.table.can_undo(0):
        alone.hear("Ann", "1")
    alone.hear("Ann", "undo")
    assert not alone.table.can_undo(0)
    assert "%" in alone.hear("Ann", "hint")[0][1]
    for each in (bot, alone):
        each.table.close()
