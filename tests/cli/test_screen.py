"""What a person sees at a decision and at the end."""

from __future__ import annotations

from typing import Any

import pytest

from boardgames import Outcome, make
from boardgames.cli.screen import Finish, by_turn, decision_screen, describe_pieces, ending, result
from boardgames.core.text import wrapped
from boardgames.play import Match
from boardgames.play.ending import Forfeit, outcome_of
from boardgames.scene.as_text import Line, plain
from boardgames.scene.parts import Area, Item, Piece, Zone
from boardgames.scene.scene import Scene
from boardgames.table.sight import Told

SCENE = Scene(
    0,
    "Court",
    "season 1",
    (Area(0, "You", (Zone("hand", "hand", (Item("spy", 2),)),)),),
    (0,),
    "Order cards face down:",
)
SPY = Piece(
    "spy", "Spy", "With the majority, steal a token from another player.", "court", 2, "K7.5"
)
WORDS = make("koryo", players=2).words
NEWS = [f"Player 2 does thing {number}" for number in range(1, 10)]


def early(rows: int | None) -> list[str]:
    return plain(both(rows)[0]).splitlines()


def screen(rows: int | None) -> list[str]:
    return plain(both(rows)[1]).split("\n")


def both(rows: int | None) -> tuple[list[Line], list[Line]]:
    return decision_screen(
        SCENE, {"spy": SPY}, news=NEWS, choices=["  1) nothing"], columns=80, rows=rows
    )


def test_news_table_question_and_choices_come_in_this_order() -> None:
    assert [*early(None), *screen(None)] == [
        *NEWS,
        "Court: season 1",
        "You >",
        "Your hand: 2 Spy (2)",
        "Order cards face down:",
        "  1) nothing",
    ]


def test_news_for_which_a_small_screen_has_no_room_come_before_it() -> None:
    assert len(screen(20)) == len(NEWS) + 5
    assert (early(20), screen(20)[: len(NEWS)]) == ([], NEWS)
    assert (early(10), screen(10)) == (NEWS, screen(20)[len(NEWS) :])
    assert (early(1), screen(1)) == (NEWS, screen(10))


def test_long_news_are_broken_between_words() -> None:
    lines = list(wrapped(["word " * 30], 80))
    assert all(len(line) <= 80 for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join(["word"] * 30)


def test_a_piece_says_what_it_does() -> None:
    assert plain(describe_pieces([SPY], 80, WORDS)) == (
        "Spy (court, value 2, K7.5)\n    With the majority, steal a token from another player."
    )


def test_a_group_of_its_own_name_is_not_repeated() -> None:
    (head, *_) = plain(
        describe_pieces([Piece("spy", "Spy", "Steal.", group="spy", worth=2)], 80, WORDS)
    ).splitlines()
    assert head == "Spy (value 2)"
    two_sided = Piece("spy", "Spy", "Steal.", back="Traitor", colour="red")
    (line, *_) = describe_pieces([two_sided], 80, WORDS)
    assert plain([line]) == "Spy (on the back: Traitor)"
    assert line[0].group == "red"


def test_what_repeats_the_line_before_is_shown_once() -> None:
    _, lines = decision_screen(
        SCENE, {}, news=["a", "b", "b", "a"], choices=[], columns=80, rows=None
    )
    assert plain(lines).splitlines()[:4] == ["a", "b", "a", "Court: season 1"]


def test_a_game_that_is_forfeited_before_anybody_acts_has_an_end() -> None:
    match: Match[Any, Any, Any] = Match(
        make("koryo", players=2), [None, None], 1, ["cmd:bot", "greedy"]
    )
    forfeit = Forfeit(0, "sent an invalid action: 'fly'")
    end = Finish(outcome_of(forfeit, match.game, match.state), forfeit, match.names)
    lines = plain(ending(match, end, None, match.game.words, 80)).split("\n")
    assert lines[-4].endswith(": Player 1 forfeited the game: sent an invalid action: 'fly'.")
    assert lines[-3] == "Player 2 wins."


def test_nobody_wins_a_game_for_one_that_is_forfeited() -> None:
    outcome = Outcome((), ((0,),), (0,), "forfeit")
    assert result(Finish(outcome, Forfeit(0, "no idea"), ["cmd:bot"]), None, WORDS) == [
        "The game is over: Player 1 forfeited the game: no idea.",
        "Nobody wins.",
        "  1. Player 1 (cmd:bot): 0 points",
    ]


def test_the_end_is_told_by_places() -> None:
    outcome = Outcome((1,), ((1,), (0, 2)), (3, 9, 3), "the deck is empty")
    assert result(Finish(outcome, None, ("a", "b", "c")), 0, WORDS) == [
        "The game is over: the deck is empty.",
        "Player 2 wins.",
        "  1. Player 2 (b): 9 points",
        "  2. You: 3 points",
        "  2. Player 3 (c): 3 points",
    ]


def test_a_shared_victory_and_a_tie_break_are_said() -> None:
    shared = Outcome((0, 1), ((0, 1),), (3, 3), "over")
    assert (
        result(Finish(shared, None, ("a", "b")), None, WORDS)[1]
        == "Player 1 and Player 2 share the victory."
    )
    broken = Outcome((0,), ((0,), (1,)), (3, 3), "over", "most tokens")
    assert (
        result(Finish(broken, None, ("a", "b")), None, WORDS)[-1]
        == "The tie was broken by most tokens."
    )


def test_places_after_a_shared_one_are_skipped() -> None:
    outcome = Outcome((0, 1), ((0, 1), (2,)), (3, 3, 1), "over")
    assert (
        result(Finish(outcome, None, ("a", "b", "c")), None, WORDS)[4]
        == "  3. Player 3 (c): 1 point"
    )


def test_what_is_repeated_is_told_once_whether_there_was_another_choice_or_not() -> None:
    told = [
        Told(ply, 0, ("You bid 1",), forced=ply == 2)  # nothing else could be bid
        for ply in (1, 2)
    ]
    assert by_turn(told, 0) == ["You bid 1 (2 times)"]
    assert by_turn(told[1:], 0) == ["You bid 1 (the only choice)"]


@pytest.mark.parametrize(
    ("line", "three_times"),
    [
        ("Player 2 chose a card to offer", "Player 2 chose 3 cards to offer"),
        ("Player 2 chose a vanilla card to offer", "Player 2 chose 3 vanilla cards to offer"),
        ("Player 2 chose an indigo card to store", "Player 2 chose 3 indigo cards to store"),
        ("Player 2 chose a sugar cane card to offer", "Player 2 chose 3 sugar cane cards to offer"),
        ("Player 2 discarded a card", "Player 2 discarded 3 cards"),
        ("Player 2 discarded 1 Spy", "Player 2 discarded 3 Spies"),
        ("Player 2 took a token from the bank", "Player 2 took 3 tokens from the bank"),
        ("Player 2 chose what to store", "Player 2 chose what to store"),
        ("Player 2 ended the turn", "Player 2 ended the turn (3 times)"),
        ("Player 2 bid 1", "Player 2 bid 1 (3 times)"),
    ],
)
def test_things_are_counted_where_one_after_another_is_told(line: str, three_times: str) -> None:
    told = [Told(ply, 1, (line,), forced=False) for ply in (1, 2, 3)]
    assert by_turn(told, 0) == [three_times]
