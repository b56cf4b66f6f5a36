"""Other words for the pieces of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardgames import game_names, make
from boardgames.arena import League, LeagueTable, Player, run_league
from boardgames.play.disguise import KEPT, SHORTEST, Disguise
from boardgames.play.reply import Reply
from boardgames.play.text import TextSeat
from boardgames.testing.probe import walk
from tests.arena.models import erring

WORD = re.compile(r"[^\W\d_]+")


@pytest.mark.parametrize("name", game_names())
def test_a_disguised_seat_reads_no_name_of_a_piece_and_answers_in_its_own_words(name: str) -> None:
    game = make(name, players=3)
    pieces = game.words.pieces().values()
    names = {word.casefold() for piece in pieces for word in WORD.findall(piece.name)}
    names = {word for word in names if len(word) >= SHORTEST} - KEPT
    assert len(names) > 5
    for ply in list(walk(game, 3, longest=10_000))[::40]:
        view, legal = game.view(ply.before, ply.player), game.legal_actions(ply.before, ply.player)
        seat = TextSeat(game, ply.player, characters=1_000_000, disguise=7)
        prompt = seat.prompt(view, legal)
        said = {word.casefold() for word in WORD.findall(seat.opening() + prompt)}
        assert not said & names
        listed = prompt.partition("Your legal actions:\n")[2].splitlines()
        assert [seat.read(line, view, legal) for line in listed] == list(legal)
        open_seat = TextSeat(game, ply.player, characters=1_000_000)
        assert open_seat.prompt(view, legal) != prompt or not names & {*WORD.findall(prompt)}
        wrong = seat.judge(Reply(f"ACTION: {open_seat.game.title}"), view, legal)
        assert wrong.reason
        assert not {word.casefold() for word in WORD.findall(wrong.reason)} & names


def test_each_seed_has_words_of_its_own_that_can_be_told_back() -> None:
    game = make("koryo", players=2)
    one, same, other = Disguise(game, 1), Disguise(game, 1), Disguise(game, 2)
    text = "Order 2 Bankers; the BANKER, a banker, Ship Owner and a Spy."
    hidden = one.hide(text)
    assert hidden == same.hide(text) != other.hide(text)
    assert one.reveal(hidden) == text
    assert len(hidden) == len(text)  # so that the columns of a table stay aligned
    assert "anker" not in hidden.casefold()


def test_a_player_of_a_league_can_be_disguised(tmp_path: Path) -> None:
    players = (Player("open", erring), Player("disguised", erring, disguise=3))
    run_league(League(1, 1, players, (LeagueTable("koryo", 2),)), tmp_path)
    openings = [path.read_text(encoding="utf-8") for path in (tmp_path / "openings").iterdir()]
    assert sum("Banker" in opening for opening in openings) == 2
    assert len(openings) == 4
    assert '"disguise":3' in (tmp_path / "games.jsonl").read_text(encoding="utf-8")
