from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames.cli import main
from boardgames.cli.menu import MenuEntry, entries
from boardgames.cli.playing import TerminalGame
from boardgames.cli.screen import by_turn
from boardgames.cli.terminal import CLEAR, Terminal
from boardgames.core.text import shortened
from boardgames.games.koryo.words.english import English
from boardgames.play import Bot, Match, Record, Replay, make_bot
from boardgames.play.bots import RandomBot
from boardgames.play.bots.mcts import Considered
from boardgames.play.ending import Agreed, Forfeit
from boardgames.scene.as_text import draw, plain
from boardgames.scene.phrases import ENGLISH
from boardgames.table.seating import Seating
from boardgames.table.sight import Told
from boardgames.table.table import Table
from boardgames.table.words import choices_of
from examples.ambush import Ambush
from tests import packages
from tests.cli.conftest import Cli, Done
from tests.conftest import drawing
from tests.play import searches
from tests.scripted import SCRIPTED_PEER_COMMAND
from tests.testing.small_games import Sealed
from tests.workshop import Build, Rest, Workshop

CODES = re.compile(r"\x1b\[[0-9;]*m")


GAMES = boardgames.game_names()
KORYO = boardgames.make("koryo", players=2)
ALWAYS_FIRST = "1\n" * 5000
"""Whoever is asked takes the first choice; the same line confirms that somebody else sits at the
keyboard.
"""


def replayed(path: Path) -> Record:
    """Return the record in this file, which replays."""
    record = Record.load(path)
    record.replay()
    return record


# Watching.


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_bots_play_a_game_to_its_end(cli: Cli, name: str) -> None:
    players = boardgames.game_class(name).player_counts[-1]
    seats = ",".join(["random"] * players)
    out = cli.output("play", name, "--seats", seats, "--seed", "7", "--record", "game.json")
    record = replayed(cli.directory / "game.json")
    assert record.outcome is not None
    assert record.seats == ("random",) * players
    words = boardgames.make(name, players=players).words
    assert f"{words.name(record.outcome.reason)}." in out
    for seat, points in enumerate(record.outcome.scores):
        assert f"Player {seat + 1} (random): {words.points(points)}" in out
    assert out.endswith("The record is in game.json.\n")
    assert len(out.splitlines()) > len(record.actions)


@pytest.mark.parametrize(
    ("name", "counted"),
    [("koryo", "season"), ("for_the_king", "turn or auction"), ("mundus_novus", "round")],
)
def test_quiet_leaves_only_the_end_which_calls_rounds_as_the_game_does(
    name: str, counted: str, cli: Cli
) -> None:
    arguments = ("play", name, "--seats", "random,random", "--seed", "7")
    loud, quiet = cli(*arguments), cli(*arguments, "--quiet")
    assert quiet.status == 0
    assert quiet.out.startswith(f"Score if the game had ended after {counted}\n")
    assert loud.out.endswith(quiet.out)


def test_who_won_comes_last_where_a_small_screen_still_shows_it(cli: Cli) -> None:
    done = cli("play", "koryo", "--seats", ",".join(["random"] * 4), "--seed", "7")
    lines = done.out.splitlines()
    won = next(index for index, line in enumerate(lines) if re.fullmatch(r"Player \d wins\.", line))
    assert len(lines) - won < 9


def test_a_spectator_is_told_no_order_before_it_is_revealed(cli: Cli) -> None:
    done = cli("play", "koryo", "--seats", "random,random", "--seed", "7")
    assert re.search(r"^Player 1 ordered (nothing|\d+ cards?, face down)$", done.out, re.MULTILINE)
    assert not re.search(
        r"^Player \d ordered (?!(nothing|\d+ cards?, face down)(;|$))", done.out, re.MULTILINE
    )
    assert "Your " not in done.out


def test_without_a_seed_every_game_is_another_one_and_says_which(cli: Cli) -> None:
    first, second = (
        cli("play", "koryo", "--seats", "random,random").out.splitlines() for _ in range(2)
    )
    assert first[0] != second[0]
    seed = re.fullmatch(r"Kory\w, seed (\d+)", first[0])
    assert seed is not None
    assert f"Seed: {seed[1]}" in first


@pytest.mark.parametrize("seats", ["human,random", "human,human"])
def test_people_are_told_a_drawn_seed_only_at_the_end(cli: Cli, seats: str) -> None:
    with drawing(987654321):
        before = cli("play", "koryo", "--seats", seats, typed="1\n" * 5 + "quit\n")
    assert "987654321" not in before.out
    (kept,) = cli.directory.iterdir()
    assert "987654321" not in kept.name
    done = cli("play", "--resume", kept.name, typed=ALWAYS_FIRST)
    assert done.out.count("987654321") == 1
    assert "\nSeed: 987654321\n" in done.out
    chosen = cli("play", "koryo", "--seats", seats, "--seed", "5", typed="quit\n")
    assert chosen.out.splitlines()[0].endswith(", seed 5")


# TerminalGame.


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_to_the_end_by_numbers(cli: Cli, name: str) -> None:
    # An open range of bids has no 1; there may be two, and 0 passes.
    typed = ALWAYS_FIRST
    if name == "for_the_king":
        typed = "1\nback\n0\n2\nback\n3\n" * 1500
    elif name == "mundus_novus":  # an amount is its own number, so that there may be no 1
        typed = "1\n2\n3\n4\n" * 1500
    out = cli.output(
        "play", name, "--seats", "human,random", "--seed", "7", "--record", "game.json", typed=typed
    )
    record = replayed(cli.directory / "game.json")
    assert record.outcome is not None
    assert re.search(r"^  \d\. You: -?\d+ (points?|doubloons?)$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("asked", "bots"),
    [
        ((), 2),
        (("--players", "2"), 1),
        (("--players", "5"), 4),
        (("--players=2", "--seats=human,fair"), 1),
    ],
)
def test_who_names_no_seats_plays_with_fair_bots(
    cli: Cli, asked: tuple[str, ...], bots: int
) -> None:
    cli("play", "for_the_king", *asked, "--seed", "7", "--record", "game.json", typed="1\n")
    assert replayed(cli.directory / "game.json").seats == ("human", *["fair"] * bots)


def test_a_game_for_two_has_one_bot_for_who_names_no_seats(cli: Cli, site: Path) -> None:
    packages.add(site, "games", "poker_of_tests", "kuhn_poker = examples.kuhn_poker:KuhnPoker")
    out = cli("play", "kuhn_poker", typed="quit\n").out
    assert "You are Player 1.\nPlayer 2: fair bot\n" in out


def test_a_number_and_the_notation_do_the_same(cli: Cli) -> None:
    game = boardgames.make("koryo", players=2)
    arguments = ("play", "koryo", "--seats", "human,random", "--seed", "7", "--record")
    match: Match[Any, Any, Any] = Match(game, [None, make_bot("random")], 7, ["human", "random"])
    list(match.run())
    actions = game.legal_actions(match.state, 0)
    labels = [entry.label for entry in menu_of(match)]
    assert len(labels) == len(actions)
    number = len(actions) // 2
    action = menu_of(match)[number].choices[0].action
    done = cli(*arguments, "by-number.json", typed=f"{number + 1}\n")
    assert f"{number + 1}) {labels[number]}" in done.out
    by_number = replayed(cli.directory / "by-number.json")
    cli(*arguments, "typed.json", typed=f"  {str(action).upper()}\n")
    assert replayed(cli.directory / "typed.json") == by_number
    assert f"1: {action}" in by_number.actions


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "There are choices 1 to "),
        ("9" * 5000, "1 to "),
        ("fly", "'fly'.\nType a number, an action from the list, or ? for help.\n"),
        ("x" * 500, f"'{'x' * 37}...'.\n"),
        ("\u2603", "'\u2603'.\n"),
        ("end", ": end.\n"),
        ("-1", "'-1'.\n"),
        ("?", "Type 1, or the start of the words: ord 1 "),
        ("HELP", "the start of the words: ord"),
        ("hint fly", "'fly'.\n"),
        ("why did I lose", "'why did I lose'.\nType a number"),
        ("history", "history\nPlayer 2 ordered "),
        ("undo", "There is nothing to take back.\n"),
    ],
)
def test_what_is_no_choice_is_answered_and_asked_again(cli: Cli, typed: str, answer: str) -> None:
    out = cli.output("play", "koryo", "--seats", "human,random", "--seed", "7", typed=f"{typed}\n")
    assert answer in out
    assert out.count("Player 1> ") == 2
    assert out.endswith("Stopped.\n")
    assert list(cli.directory.iterdir()) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_of_the_help_are_of_this_game_and_work(cli: Cli, name: str) -> None:
    seats = ("--seats", "human,random", "--seed", "7")
    helped = cli("play", name, *seats, typed="?\n").out
    assert max(map(len, helped.splitlines())) <= 80
    (number,) = re.findall(r"  (rules [A-Z]\d+), rules WORD  ", helped)
    found = re.search(r"the start of the words: (.+)\n", helped)
    typed = "1" if found is None else found[1]  # there is no example if all words are short
    done = cli(
        "play",
        name,
        *seats,
        "--record",
        "game.json",
        typed=f"{number}\nrules short\n{typed}\nquit\n",
    )
    assert "No rule of" not in done.out
    assert boardgames.make(name, players=2).words.summary().split()[-1] in done.out
    assert any(each.startswith("1: ") for each in Record.load(cli.directory / "game.json").actions)


def test_an_empty_answer_is_asked_again(cli: Cli) -> None:
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed="\n  \n\t\n")
    assert done.out.count("Player 1> ") == 4


def test_the_table_is_shown_again(cli: Cli) -> None:
    once = cli("play", "koryo", "--seats", "human,random", "--seed", "7").out
    twice = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed="table\n").out
    assert once.count("Your hand: ") == 1
    assert twice.count("Your hand: ") == 2
    assert twice.count("  1) ") == 2 * once.count("  1) ")
    assert twice.count("Order cards of one kind, face down:") == 2


def test_the_rules_are_shown_in_between(cli: Cli) -> None:
    rules = cli("rules", "koryo").out
    assert (
        rules in cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed="rules\n").out
    )


def table_of(match: Match[Any, Any, Any]) -> Table:
    """Return a table with this match."""
    return Table(match, Seating.of(match.names, quick=True))


def let_play(cli: Cli, match: Match[Any, Any, Any]) -> None:
    """Let every new game at the terminal be this match."""
    cli.patch.setattr(Table, "open", lambda *_, **__: table_of(match))


def menu_of(match: Match[Any, Any, Any]) -> list[MenuEntry[Any]]:
    """Return the menu of the seat that is to act."""
    seat = match.game.to_act(match.state)[0]
    return entries(
        choices_of(match.game.words, match.view(seat), match.game.legal_actions(match.state, seat))
    )


def grouped_position() -> Match[Any, Any, Any]:
    """Return a match in which a seat has so many choices that they are shown in groups."""
    game = boardgames.make("koryo", players=4)
    for seed in range(200):
        match: Match[Any, Any, Any] = Match(game, [make_bot("random")] * 4, seed, ["random"] * 4)
        while match.outcome is None:
            if any(len(entry.choices) > 1 for entry in menu_of(match)):
                return match
            match.step()
    raise AssertionError("no long list in any game")


def auctioned_position() -> tuple[Match[Any, Any, Any], int]:
    """Return a match of For the King before a bid, with the third amount that can be bid."""
    match: Match[Any, Any, Any] = Match(
        boardgames.make("for_the_king", players=2), [RandomBot(), RandomBot()], 3
    )
    while True:
        for entry in menu_of(match):
            if len(entry.choices) > 1 and entry.choices[2].amount is not None:
                return match, entry.choices[2].amount
        match.step()


def resumed(cli: Cli, match: Match[Any, Any, Any], typed: str) -> Done:
    """Resume a match from `game.json` with a person on the seat that is to act, who types this."""
    (seat,) = match.game.to_act(match.state)
    seats = ",".join("human" if each == seat else "random" for each in range(match.game.players))
    if not (cli.directory / "game.json").exists():
        match.record().save("game.json")
    return cli("play", "--resume", "game.json", "--seats", seats, typed=typed)


@pytest.mark.long
@pytest.mark.usefixtures("steady_hints")
@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_three_choices_and_says_why(cli: Cli, name: str) -> None:
    done = cli("play", name, "--seats", "human,random", "--seed", "5", typed="hint\nquit\n")
    chances = [int(chance) for chance in re.findall(r"^ +(\d+)%  \w", done.out, re.MULTILINE)]
    assert len(chances) == 3
    assert all(0 <= chance <= 100 for chance in chances)
    assert "Your chance to win, by an estimate from what you can see.\n" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    if name == "koryo":
        assert re.search(r"^       .*(for|against): [A-Z][\w ]+ [+-]\d+", done.out, re.MULTILINE)


@pytest.mark.usefixtures("steady_hints")
def test_a_hint_rates_the_choice_that_is_asked_about(cli: Cli) -> None:
    match: Match[Any, Any, Any] = Match(
        boardgames.make("koryo", players=2), [None, make_bot("random")], 7
    )
    list(match.run())
    last = len(menu_of(match))  # what declines all others
    typed = f"hint {last}\nhint order none\nquit\n"
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed=typed)
    assert len(re.findall(r"^ +\d+%  order nothing .*\(you asked\)$", done.out, re.MULTILINE)) == 2


@pytest.mark.usefixtures("steady_hints")
@pytest.mark.parametrize("name", GAMES)
def test_a_hint_about_a_choice_has_the_order_of_the_hint_before(cli: Cli, name: str) -> None:
    typed = "hint\nwhy 1\nwhy 2\nhint\nquit\n"
    out = cli.output("play", name, "--seats", "human,random", "--seed", "9", typed=typed)
    orders: list[list[str]] = []
    for answer in re.split("> (?:hint|why).*\n", out)[1:]:
        figures = re.findall(r"^ +(\d+)%  (.+)$", answer, re.MULTILINE)
        chances = [int(chance) for chance, _ in figures]
        assert chances == sorted(chances, reverse=True)
        orders.append([text.removesuffix(" (you asked)") for _, text in figures])
    assert len(orders) == 4
    for one, other in combinations(orders, 2):
        assert [text for text in one if text in other] == [text for text in other if text in one]


@pytest.mark.usefixtures("steady_hints")
@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("99", "1 to "),
        ("fly", "'fly'.\n"),
        ("order", "'order "),
        ("end", ": end.\n"),
    ],
)
def test_a_hint_about_no_single_choice_is_refused(cli: Cli, asked: str, answer: str) -> None:
    done = cli(
        "play", "koryo", "--seats", "human,random", "--seed", "7", typed=f"hint {asked}\nquit\n"
    )
    assert answer in done.out
    assert "Your chance to win" not in done.out


@pytest.mark.usefixtures("steady_hints")
def test_a_hint_about_a_group_asks_for_one_of_its_choices(cli: Cli) -> None:
    match = grouped_position()
    number = next(
        number for number, entry in enumerate(menu_of(match), start=1) if len(entry.choices) > 1
    )
    done = resumed(cli, match, f"hint {number}\nquit\n")
    assert re.search(rf"\n{number} stands for \d+ choices: ask about one of them.\n", done.out)


def test_an_action_that_begins_like_a_command_is_an_action_and_a_question_is_none(
    sealed: Sealed,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """There are games in which players give each other hints, or name cards, and these are
    actions.
    """
    monkeypatch.chdir(tmp_path)
    match: Match[Any, Any, Any] = Match(sealed, [None, make_bot("random")], 7, ["human", "random"])
    card = match.state.hands[0][0]
    commit = type(sealed.legal_actions(match.state, 0)[0])
    monkeypatch.setattr(commit, "__str__", lambda action: f"card {action.card}")
    typed = iter([f"?{card}", f"CARD {card}", "card 99", "quit"])
    monkeypatch.setattr(Terminal, "ask", lambda *_: next(typed))
    assert TerminalGame(Terminal(), table_of(match)).play(quiet=False) == 0
    assert [event.action.card for event in match.history() if event.player == 0] == [card]
    assert re.findall(r"Nothing here is called '(\d+)'", capsys.readouterr().out) == [
        str(card),
        "99",
    ]


@pytest.mark.long
def test_a_hint_about_an_amount_rates_that_choice(cli: Cli) -> None:
    match, amount = auctioned_position()
    done = resumed(cli, match, f"hint {amount}\nhint 999\nquit\n")
    (asked,) = re.findall(r"^ +\d+%  (.+?) \(you asked\)$", done.out, re.MULTILINE)
    assert asked == f"bid {amount}"


def test_a_number_that_is_an_amount_chooses_this_amount(cli: Cli) -> None:
    match, amount = auctioned_position()
    (seat,) = match.game.to_act(match.state)
    resumed(cli, match, f"{amount}\n")
    taken = replayed(cli.directory / "game.json").actions[match.plies]
    assert taken == f"{seat + 1}: bid {amount}"


def test_a_name_that_no_card_has_is_looked_up_in_the_rules(cli: Cli) -> None:
    play = ("play", "mundus_novus", "--seats", "human,random", "--seed", "7")
    done = cli(*play, typed="?identical sets\nrules identical set\nrules xyz\n?xyz\nquit\n")
    assert "The rules mention 'identical sets'.\n" in done.out
    assert done.out.count("- M6.2 An identical set is three to five") == 2
    assert "No rule of Mundus Novus has the number 'xyz' or mentions it; its sections: " in done.out
    assert "Nothing here is called 'xyz'.\n" in done.out


def test_what_stands_on_the_table_is_explained_and_a_legend_has_what_stands_there_now(
    cli: Cli,
) -> None:
    """By its name, its number as it is drawn, its sign; a word that is not there now, too."""
    asked = ("?limit", "?0 of 3", "?+", "?>", "?TIE", "?*", "legend", "card")
    out = cli(
        "play", "koryo", "--seats", "human,random", "--seed", "7", typed="\n".join([*asked, "quit"])
    ).out
    _, *answers, _ = [" ".join(part.split()) for part in out.split("Player 1> ")]
    limit, cards, first, acts, tie, unknown, legend, every_card = answers
    assert every_card.removeprefix("card") == legend.removeprefix("legend")
    assert "limit: How many cards" in limit
    assert "cards: How many cards the player has" in cards
    assert "first player: Acts first" in first
    assert ">: Whose turn" in acts
    assert "tie: The player ties for" in tie
    assert "Nothing here is called '*'" in unknown, "nobody has a majority yet"
    assert "limit: How many" in legend
    assert "Acts first" in legend
    assert "tie: " not in legend


def test_the_signs_on_a_board_are_explained(cli: Cli) -> None:
    match: Match[Any, Any, Any] = Match(
        Ambush(2), [None, make_bot("random")], 7, ["human", "random"]
    )
    let_play(cli, match)
    out = cli("play", "koryo", typed="1\n" * 6 + "legend\n?+\n?player 2\nquit\n").out
    legend, sign, name, _ = out.split("Player 1> ")[-4:]
    assert all(
        each in legend
        for each in (">: Whose", "?: On a board", "+: Player 2", "does not explain its other")
    )
    assert sign.splitlines()[-1] == name.splitlines()[-1] == "+: Player 2"


def test_offices_that_share_a_number_share_its_meaning(cli: Cli) -> None:
    out = cli(
        "play",
        "for_the_king",
        "--seats",
        "human,random,random",
        "--seed",
        "7",
        typed="?3 / 1\nquit\n",
    ).out
    assert (
        "Diplomacy, Entertainment, Architecture, Military, Provisions: Beside an office"
        in " ".join(out.split())
    )


def test_a_group_of_choices_is_opened_and_left_again(cli: Cli) -> None:
    match = grouped_position()
    (seat,) = match.game.to_act(match.state)
    number, group = next(
        (each, entry)
        for each, entry in enumerate(menu_of(match), start=1)
        if len(entry.choices) > 1
    )
    done = resumed(cli, match, f"{number}\nback\n{number}\nB\n")
    assert done.out.count(group.label) == 3
    assert replayed(cli.directory / "game.json").actions == match.record().actions
    for opening in (str(number), group.group.upper()):
        resumed(cli, match, f"{opening}\n" + "1\n" * 3)
        assert (
            replayed(cli.directory / "game.json").actions[match.plies]
            == f"{seat + 1}: {group.choices[0].action}"
        )


def test_an_action_of_several_parts_is_chosen_part_after_part_with_a_way_back(cli: Cli) -> None:
    """Its game says nothing but which fields the action has."""
    match: Match[Any, Any, Any] = Match(Workshop(2), [None, make_bot("random")], 7, ["human", ""])
    let_play(cli, match)
    done = cli("play", "koryo", typed="2\n3\nback\n4\nback\nback\n4\n1\n3\nrest\nquit\n")
    firsts = re.findall(r"^  1\) (.*?)  ", done.out, re.MULTILINE)
    materials, sides = "build brick ... (16)", "build clay east ... (4)"
    down = [materials, sides, "build clay south 1"]
    up_and_down = [sides, "build clay west 1", sides, materials, "build wood east ... (4)"]
    assert firsts[:9] == [*down, *up_and_down, "build wood east 1"]
    assert [event.action for event in match.history() if event.player == 0] == [
        Build("wood", "east", 3),
        Rest(),
    ]


def test_what_is_typed_elsewhere_can_be_typed_where_a_number_is_asked_for(cli: Cli) -> None:
    """In an auction: commands, the words of a choice, and a refusal that says why."""
    match, _ = auctioned_position()
    (seat,) = match.game.to_act(match.state)
    done = resumed(cli, match, "?\n\n999\nfly\nbid 2\n")
    most = len(match.game.legal_actions(match.state, seat)) - 1
    assert f"There are choices 0 to {most}.\n" in done.out
    assert "?NAME, card NAME" in done.out
    assert "No such action: 'fly'.\n" in done.out
    assert replayed(cli.directory / "game.json").actions[match.plies] == f"{seat + 1}: bid 2"
    assert "Stopped." in resumed(cli, match, "quit\n").out


def test_where_there_is_one_choice_only_it_is_made_and_told(sealed: Sealed, cli: Cli) -> None:
    match: Match[Any, Any, Any] = Match(sealed, [None, make_bot("random")], 7, ["human", "random"])
    let_play(cli, match)
    done = cli("play", "koryo", typed=ALWAYS_FIRST)
    last = [event.action for event in match.history() if event.player == 0][-1]
    assert done.out.count("Player 1> ") == 3
    assert f"You: {last} (the only choice)\n" in done.out


def test_an_action_that_nobody_is_told_of_leaves_no_line(sealed: Sealed, cli: Cli) -> None:
    cli.patch.setattr(type(sealed.words), "tell", lambda *_: ())
    match: Match[Any, Any, Any] = Match(sealed, [None, make_bot("random")], 7, ["human", "random"])
    let_play(cli, match)
    cli.output("play", "koryo", typed=ALWAYS_FIRST)
    assert match.outcome is not None


def test_a_bot_has_several_options(cli: Cli) -> None:
    seats = "mcts:iterations=2,width=3, random"
    done = cli("play", "koryo", "--seats", seats, "--seed", "7", "--record", "game.json", "--quiet")
    assert done.status == 0
    assert replayed(cli.directory / "game.json").seats == ("mcts:iterations=2,width=3", "random")


# Taking back.


def test_a_decision_is_taken_back_with_what_followed(cli: Cli) -> None:
    arguments = ("play", "koryo", "--seats", "human,random", "--seed", "7", "--record")
    cli(*arguments, "1.json", typed="2\n")
    with_one = replayed(cli.directory / "1.json")
    done = cli(*arguments, "2.json", typed="1\nundo\n2\n")
    assert "Taken back.\n" in done.out
    assert replayed(cli.directory / "2.json") == with_one
    cli(*arguments, "3.json", typed="1\n1\nundo\nundo\nundo\n2\n")
    assert replayed(cli.directory / "3.json") == with_one


@pytest.mark.parametrize(
    ("answer", "taken_back"), [("no", False), ("", False), ("yes", True), ("Y", True)]
)
def test_what_another_person_has_seen_is_taken_back_if_they_agree(
    cli: Cli, answer: str, *, taken_back: bool
) -> None:
    done = cli(
        "play",
        "koryo",
        "--seats",
        "human,human",
        "--seed",
        "7",
        typed=f"\n1\n\n1\n\nundo\n{answer}\n",
    )
    assert ("Taken back." in done.out) == taken_back
    assert ("Not all agreed to take your last action back." in done.out) != taken_back


# Ending by agreement.


@pytest.mark.parametrize("answer", ["no", "", "yes", "Y"])
def test_people_at_one_keyboard_end_a_game_if_all_agree(cli: Cli, answer: str) -> None:
    seats = ("play", "koryo", "--seats", "human,human", "--seed", "7")
    done = cli(*seats, "--record", "game.json", typed=f"\n1\n\nfinish\n{answer}\n")
    is_over = answer in {"yes", "Y"}
    assert "Do all agree to end the game here, without a winner (yes or no)? " in done.out
    assert ("Not all agreed to end the game." in done.out) != is_over
    assert ("Player 1 asked to end the game, and all agreed" in done.out) == is_over
    assert (replayed(cli.directory / "game.json").ending == Agreed(0)) == is_over


def test_who_plays_against_bots_ends_a_game_alone(cli: Cli) -> None:
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed="finish\nyes\n")
    assert "Do you want to end the game here, without a winner (yes or no)? " in done.out
    assert "You asked to end the game, and all agreed" in done.out


@pytest.mark.parametrize("typed", ["", "1\n"], ids=["where the keyboard is taken", "at a decision"])
def test_somebody_who_quits_leaves_no_hand_on_the_screen(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    cli.screen = True
    done = cli("play", "koryo", "--seats", "human,human", "--seed", "7", typed=f"{typed}quit\n1\n")
    assert ("Your hand: " in done.out) == bool(typed)
    assert CODES.sub("", done.out.split(CLEAR)[-1]).strip() == "Stopped."


def test_the_log_has_the_news_or_the_whole_game(cli: Cli) -> None:
    """A season of Koryŏ is one decision of this player, who orders nothing."""
    play = ("play", "koryo", "--seats", "human,random", "--seed", "7")
    once, twice, whole = [
        cli(*play, typed=f"order nothing\norder nothing\n{log}").out.count("You ordered nothing")
        for log in ("", "log\n", "log all\n")
    ]
    assert (twice, whole) == (once + 1, once + 2)
    cli(*play, "--record", "a.json", typed="order nothing\nquit\n")
    assert cli("play", "--resume", "a.json", typed="log\n").out.count("You ordered nothing") == 2


def test_news_are_what_happened_since_the_last_choice_and_a_turn_is_one_paragraph(
    sealed: Sealed, cli: Cli
) -> None:
    """The second decision of each seat is forced: it leaves the first among the news."""
    match: Match[Any, Any, Any] = Match(sealed, [None, None], 7, ["human", "human"])
    let_play(cli, match)
    assert (table := table_of(match)).sight.chosen(0) == table.sight.chosen(None) == 0
    cli("play", "koryo", typed=ALWAYS_FIRST)
    last = {seat: max(e.ply for e in match.history() if e.player == seat) for seat in (0, 1)}
    for seat, forced in last.items():
        chosen = table_of(match).sight.chosen(seat)
        assert 0 < chosen < forced
        assert match.last_choice(seat) != next(match.history(forced - 1))
    told = [
        Told(1, 1, ("Player 2 drew a", "    card", "Player 2 ended")),
        Told(2, 1, ("Player 1 begins",)),
    ]
    told += [Told(3, 0, ("You ended",), forced=True), Told(4, 1, ("Player 2 ended",))]
    assert by_turn(told, 0) == [
        "Player 2 drew a card; ended",
        "Player 1 begins",
        "You ended (the only choice)",
        "Player 2 ended",
    ]


@pytest.mark.parametrize(("chances", "equal"), [((0.58, 0.57), True), ((0.58, 0.5), False)])
def test_a_hint_says_where_choices_are_about_equally_good(
    cli: Cli,
    chances: tuple[float, ...],
    equal: bool,  # noqa: FBT001  # a test's parameter
) -> None:
    """Asked again, it says the same."""
    searched: list[int] = []

    def findings(actions: tuple[Any, ...]) -> tuple[Considered[Any], ...]:
        searched.append(1)
        return tuple(
            [
                Considered(action, chance, 100, results=dict.fromkeys(range(100), chance))
                for action, chance in zip(actions, chances, strict=False)
            ]
        )

    searches.find(cli.patch, findings)
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "5", typed="hint\nwhy\nquit\n")
    assert len(searched) == 1
    assert ("Where figures are equal" in done.out) == equal


def test_cards_that_say_the_same_are_described_once(cli: Cli) -> None:
    play = ("play", "mundus_novus", "--seats", "human,random", "--seed", "7")
    some = cli(*play, typed="?merchant 4-6\n?caravels\n").out
    assert some.count("Merchant 4-6 (merchant, M6.6)") == 2, "one with an icon, one without"
    assert all(
        f"\n{heads} (caravel, M4.2)\n" in some
        for heads in ("Caravel 1, 2, 4, 5, 7, 9, 11 and 12", "Caravel 3, 6, 8 and 10")
    )


# Stopping and going on.


@pytest.mark.parametrize("word", ["quit", "q", "EXIT"])
def test_a_game_is_kept_when_somebody_stops(cli: Cli, word: str) -> None:
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed=f"1\n1\n{word}\n")
    assert done.status == 0
    assert done.out.endswith(" --resume koryo-1.json\n")
    kept = replayed(cli.directory / "koryo-1.json")
    assert kept.outcome is None
    cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed=f"2\n{word}\n")
    assert replayed(cli.directory / "koryo-2.json") != kept
    assert replayed(cli.directory / "koryo-1.json") == kept


@pytest.mark.parametrize("content", [b"notes of mine", b"record"])
@pytest.mark.parametrize("seats", ["human,random", "random,random"])
def test_a_file_that_is_there_is_never_replaced_unasked(
    cli: Cli, content: bytes, seats: str
) -> None:
    """A record of the very same game included: only `--resume` says that it may be continued."""
    path = cli.directory / "game.json"
    arguments = ("play", "koryo", "--seats", seats, "--seed", "7")
    if content == b"record":
        cli(*arguments, "--record", "game.json", typed="1\n")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    line = cli.refused(*arguments, "--record", "game.json", typed="1\n")
    assert "game.json" in line
    assert "exists" in line
    cli(*arguments, "--record", "other.json", typed="1\n")
    assert "exists" in cli.refused(
        "play", "--resume", "other.json", "--record", "game.json", typed="1\n"
    )
    assert path.read_bytes() == before


def test_the_resumed_file_may_be_named_as_the_record_too(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "human,random",
        "--seed",
        "7",
        "--record",
        "game.json",
        typed="1\n",
    )
    done = cli("play", "--resume", "game.json", "--record", "game.json", typed="1\n")
    assert done.status == 0
    assert len(replayed(cli.directory / "game.json").actions) > 2


def test_every_action_is_in_the_record_before_the_next_one(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where only bots play: nothing is lost if the machine stops."""
    lengths: list[int] = []
    choose = RandomBot.choose

    def look(bot: RandomBot, *question: Any) -> Any:
        lengths.append(len(Record.load("game.json").actions))
        return choose(bot, *question)

    monkeypatch.setattr(RandomBot, "choose", look)
    cli("play", "koryo", "--seats", "random,random", "--seed", "7", "--record", "game.json")
    actions = replayed(cli.directory / "game.json").actions
    forced = len(actions) - len(lengths)
    assert lengths == sorted(set(lengths))
    assert lengths[-1] + forced >= len(actions) - 1


def test_a_program_that_a_record_names_is_started_only_when_that_is_allowed(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "human,random",
        "--seed",
        "7",
        "--record",
        "game.json",
        typed="1\n",
    )
    path = cli.directory / "game.json"
    record = replayed(path)
    path.unlink()
    record.renamed(["cmd:touch started", "human"]).save(path)
    assert cli.refused("play", "--resume", "game.json").endswith("': add --programs to start it")
    assert [each.name for each in cli.directory.iterdir()] == ["game.json"]
    cli("play", "--resume", "game.json", "--programs", typed="1\n")
    assert (cli.directory / "started").exists()


def test_control_characters_in_a_name_do_not_reach_the_terminal(cli: Cli) -> None:
    cli("play", "koryo", "--seats", "random,random", "--seed", "7", "--record", "game.json")
    path = cli.directory / "game.json"
    record = replayed(path)
    path.unlink()
    record.renamed(["\x1b]0;owned\x07", "\x9b31m\u202eevil\nSeed: 1"]).save(path)
    done = cli("replay", "game.json")
    assert done.status == 0
    assert r"Player 1: \x1b]0;owned\x07" in done.out
    assert r"Player 2: \x9b31m\u202eevil Seed: 1" in done.out
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", done.out)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", cli("play", "--resume", "game.json").out)


def test_bots_that_have_failed_are_named_in_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps([{"expect": {}}, {"reply": {"protocol": 1}}, {"expect": {}}, {"reply": None}])
    )
    failing = f"cmd:{SCRIPTED_PEER_COMMAND} {script}"
    arguments = [
        "play",
        "koryo",
        "--seats",
        f"greedy,{failing}",
        "--seed",
        "7",
        "--quiet",
        "--on-fault",
        "random",
    ]
    assert main(arguments) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert re.search(r"Fault of player 2: .* status 0, and \d+ times more Seed: 7$", told)


def test_where_the_game_cannot_be_kept_that_is_said(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = cli.directory / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed="1\n")
    assert "Stopped. The game could not be kept:\n" in done.out


@pytest.mark.parametrize("lines", [0, 1, 2, 3, 6])
@pytest.mark.parametrize("seats", ["human,random", "human,human"])
def test_the_input_may_end_anywhere(cli: Cli, lines: int, seats: str) -> None:
    out = cli.output(
        "play",
        "koryo",
        "--seats",
        seats,
        "--seed",
        "7",
        "--record",
        "game.json",
        typed="1\n" * lines,
    )
    assert out.endswith("Stopped. Continue with: boardgames play --resume game.json\n")
    assert replayed(cli.directory / "game.json").outcome is None


@pytest.mark.parametrize("lines", [0, 1, 6, 20])
def test_a_game_that_is_resumed_goes_on_as_it_would_have_gone(cli: Cli, lines: int) -> None:
    arguments = ("play", "koryo", "--seats", "human,random", "--seed", "7", "--record")
    cli(*arguments, "straight.json", typed=ALWAYS_FIRST)
    cli(*arguments, "game.json", typed="1\n" * lines)
    done = cli("play", "--resume", "game.json", typed=ALWAYS_FIRST)
    assert done.status == 0
    assert replayed(cli.directory / "game.json") == replayed(cli.directory / "straight.json")


def test_a_finished_game_that_is_resumed_is_over(cli: Cli) -> None:
    end = cli(
        "play",
        "koryo",
        "--seats",
        "random,random",
        "--seed",
        "7",
        "--quiet",
        "--record",
        "game.json",
    ).out
    before = (cli.directory / "game.json").read_bytes()
    assert cli("play", "koryo", "--resume", "game.json", "--quiet").out == end
    assert (cli.directory / "game.json").read_bytes() == before


def test_nobody_else_can_have_played_a_finished_game(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "random,random",
        "--seed",
        "7",
        "--quiet",
        "--record",
        "game.json",
    )
    before = (cli.directory / "game.json").read_bytes()
    assert cli.refused("play", "--resume", "game.json", "--seats", "human,random").startswith(
        "boardgames: --seats: "
    )
    assert (cli.directory / "game.json").read_bytes() == before
    assert cli("play", "--resume", "game.json", "--seats", "random,random").status == 0


def test_others_may_sit_down_and_the_record_go_elsewhere(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "human,random",
        "--seed",
        "7",
        "--record",
        "game.json",
        typed="1\n",
    )
    before = (cli.directory / "game.json").read_bytes()
    done = cli(
        "play",
        "--resume",
        "game.json",
        "--seats",
        "greedy:worlds=1,random",
        "--record",
        "other.json",
    )
    assert done.status == 0
    assert "Player 1 (greedy:worlds=1): " in done.out
    assert replayed(cli.directory / "other.json").seats == ("greedy:worlds=1", "random")
    assert (cli.directory / "game.json").read_bytes() == before


def test_what_cannot_be_resumed_is_one_line(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "human,random",
        "--seed",
        "7",
        "--record",
        "game.json",
        typed="1\n",
    )
    path = cli.directory / "game.json"
    whole = path.read_text(encoding="utf-8")
    assert cli.refused("play", "chess", "--resume", "game.json") == (
        "boardgames: game.json is a record of koryo, not of chess"
    )
    assert cli.refused("play", "--resume", "game.json", "--seats", "random,random,random") == (
        "boardgames: koryo is set up for 2 players, not for 3 seats"
    )
    assert "'clever'" in cli.refused("play", "--resume", "game.json", "--seats", "random,clever")
    assert "'none/x.json'" in cli.refused(
        "play", "--resume", "game.json", "--record", "none/x.json"
    )
    for wrong, line in (
        (whole[:-20], "boardgames: game.json: not a record: "),
        (whole.replace("order", "odour", 1), "boardgames: ply 1, "),
        (whole.replace('"seed": 7', '"seed": -7'), "boardgames: game.json: not a record: seed: "),
        (whole.replace('"koryo"', '"chess"'), "boardgames: "),
    ):
        path.write_text(wrong, encoding="utf-8")
        assert cli.refused("play", "--resume", "game.json").startswith(line)
        assert path.read_text(encoding="utf-8") == wrong


# Several people at one screen.


def screens(out: str, clear: str) -> list[tuple[int, str]]:
    """Return what each person sees between taking the keyboard and giving it away, with the number
    of their seat.
    """
    _, *parts = out.split(clear)
    seen = []
    for question, shown in zip(parts[::2], parts[1::2], strict=True):
        asked = re.fullmatch(
            r"Player (\d), take the keyboard and press Enter\. (1\n?)?", question.lstrip("\n")
        )
        assert asked is not None, question
        seen.append((int(asked[1]), shown))
    return seen


@cache
def own_lines(written: bytes) -> dict[int, set[str]]:
    """Return the lines about what they have that each player could be shown in this record."""
    record = Record.from_bytes(written)
    game = record.make_game()
    replay: Replay[Any, Any] = record.replay()
    return {
        seat + 1: {
            line
            for state in replay.states
            for compact in (False, True)
            for line in plain(
                draw(
                    game.words.scene(game.view(state, seat)),
                    game.words.pieces(),
                    80,
                    compact=compact,
                )
            ).splitlines()
            if line.startswith("Your ")
        }
        for seat in range(game.players)
    }


@pytest.mark.parametrize(
    ("terminal", "clear"), [("xterm", CLEAR), ("dumb", "\n" * 100)], ids=["xterm", "dumb"]
)
@pytest.mark.parametrize("seats", ["human,human", "human,random,human"])
def test_nobody_sees_the_hand_of_another_person(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, terminal: str, clear: str, seats: str
) -> None:
    monkeypatch.setenv("TERM", terminal)
    cli.screen = True
    done = cli(
        "play",
        "koryo",
        "--seats",
        seats,
        "--seed",
        "7",
        "--record",
        "game.json",
        typed=ALWAYS_FIRST,
    )
    assert done.status == 0
    private = own_lines((cli.directory / "game.json").read_bytes())
    seen = screens(done.out, clear)
    assert len(seen) > 8
    for seat, shown in seen:
        assert set(re.findall(r"Player (\d)> ", shown)) <= {str(seat)}
        assert f"Player {seat}> " in shown
        for line in CODES.sub("", shown).splitlines():
            if line.startswith(("Your hand", "Your order:", "Your discards")):
                assert line in private[seat]
        others = [number for number in private if number != seat]
        for other in others:
            assert not re.search(
                rf"^Player {other} ordered (?!nothing|\d+ cards?, face down)", shown, re.MULTILINE
            )
    # Nothing of anybody's is left on the screen before the first one sits down.
    assert "Your " not in done.out.split(clear)[0]


def test_two_people_confirm_what_one_alone_would_not_be_asked(sealed: Sealed, cli: Cli) -> None:
    match: Match[Any, Any, Any] = Match(sealed, [None, None], 7, ["human", "human"])
    let_play(cli, match)
    done = cli("play", "koryo", typed=ALWAYS_FIRST)
    forced = [
        event
        for event in match.history()
        if len(sealed.legal_actions(event.before, event.player)) == 1
    ]
    assert len(forced) == 2
    assert "the only choice" not in done.out
    assert len(re.findall(r"^Player \d> ", done.out, re.MULTILINE)) == match.plies


def test_each_person_hears_what_happened_since_they_looked_away(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    cli.screen = True
    done = cli("play", "koryo", "--seats", "human,human", "--seed", "7", typed=ALWAYS_FIRST)
    first, second, *_ = screens(done.out, CLEAR)
    assert first[0] != second[0]
    assert " ordered " not in first[1]
    assert f"Player {first[0]} ordered 1 card, face down" in second[1]


def test_one_person_alone_keeps_the_screen(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    cli.screen = True
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed="1\n1\n")
    assert CLEAR not in done.out
    assert "\x1b[1m" in done.out


@pytest.mark.parametrize(("name", "setting"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colour_can_be_declined(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str, setting: str
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, setting)
    cli.screen = True
    assert (
        "\x1b"
        not in cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed="1\n").out
    )


# Reading a record.


@pytest.fixture
def recorded(cli: Cli) -> Record:
    """Return the record of a finished game, which is also in `game.json`."""
    cli(
        "play", "koryo", "--seats", "random,greedy:worlds=1", "--seed", "8", "--record", "game.json"
    )
    return replayed(cli.directory / "game.json")


def test_a_record_is_read_action_by_action(cli: Cli, recorded: Record) -> None:
    out = cli.output("replay", "game.json")
    for ply, line in enumerate(recorded.actions, start=1):
        assert f"{ply:>4}. Player {line}\n" in out
    assert recorded.outcome is not None
    assert f"{KORYO.words.name(recorded.outcome.reason)}." in out


@pytest.mark.usefixtures("recorded")
def test_what_a_seat_is_not_told_of_is_left_out_of_its_record(cli: Cli) -> None:
    cli.patch.setattr(English, "tell", lambda *_: ())
    assert "   1. nothing that this reader sees\n" in cli.output(
        "replay", "game.json", "--seat", "1"
    )


def test_a_record_is_checked(cli: Cli, recorded: Record) -> None:
    done = cli("replay", "game.json", "--check")
    assert done == (
        0,
        f"game.json: koryo, 2 players, {len(recorded.actions)} actions, finished: replays\n",
        "",
    )


def test_a_record_is_read_step_by_step(cli: Cli, recorded: Record) -> None:
    done = cli("replay", "game.json", "--step", typed="\n" * 1000)
    assert done.status == 0
    assert done.out.count(ENGLISH.step) == len(recorded.actions) + 1  # the deal comes first
    assert recorded.outcome is not None
    assert KORYO.words.name(recorded.outcome.reason) in done.out
    for typed, asked in (("q\n", 1), ("\nQUIT\n", 2), ("\n\n", 3)):
        done = cli("replay", "game.json", "--step", typed=typed)
        assert done.status == 0
        assert done.out.count(ENGLISH.step) == asked
        assert KORYO.words.name(recorded.outcome.reason) not in done.out


def test_reading_step_by_step_begins_at_the_deal(cli: Cli, recorded: Record) -> None:
    """So that the events of the first action can be read, too, whoever acts first."""
    first = recorded.replay().plies[0][0]
    done = cli("replay", "game.json", "--step", "--seat", str(first + 1), typed="e\nq\n")
    deal, told, _ = done.out.split(ENGLISH.step)
    assert "The deal." in deal
    assert re.search(r"^You ordered .*\n    .*: from your hand to your order$", told, re.MULTILINE)


def test_a_record_is_read_from_any_action_on(cli: Cli, recorded: Record) -> None:
    done = cli("replay", "game.json", "--step", typed="7\n3\n\n0\n\n999\nq\n")
    assert re.findall(r"^ {1,3}(\d+)\. ", done.out, re.MULTILINE) == ["7", "3", "4", "1"]
    assert f"No action '999'; there are 0 to {len(recorded.actions)}." in done.out
    assert done.out.count("The deal.") == 2


def test_a_record_is_read_event_by_event(cli: Cli, recorded: Record) -> None:
    """What each event changes is shown, to a seat only as far as it sees it; after the last one
    comes the action.
    """
    cards = {
        count for line in recorded.actions for count in re.findall(r"^1: order (\d \w+)$", line)
    }
    seen = cli("replay", "game.json", "--step", "--seat", "2", typed="e\n" * 1000).out
    moves = re.findall(r"^    (.+): from Player 1's hand to Player 1's order$", seen, re.MULTILINE)
    assert len(moves) > 4
    assert all(move.endswith(" unknown") for move in moves)
    assert {"    your tokens: +1", "    first player: you"} <= {*seen.splitlines()}
    plies = [str(ply) for ply, _ in enumerate(recorded.actions, start=1)]
    assert re.findall(r"^ {1,3}(\d+)\. ", seen, re.MULTILINE)[: len(plies)] == plies
    own = cli("replay", "game.json", "--step", "--seat", "1", typed="e\n" * 1000).out
    assert cards
    assert all(
        re.search(
            rf"^    (1 )?{card.removeprefix('1 ')}: from your hand to your order$",
            own,
            re.MULTILINE,
        )
        for card in cards
    )


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("answer", ["-1", "1000000", "1.5", "next", "²", "9" * 5000])
def test_an_action_that_is_not_in_the_record_is_asked_for_again(cli: Cli, answer: str) -> None:
    done = cli("replay", "game.json", "--step", typed=f"{answer}\nq\n")
    assert repr(shortened(answer)) in done.out
    assert done.out.count(ENGLISH.step) == 2


def test_an_unfinished_record_says_how_to_go_on(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "human,random",
        "--seed",
        "7",
        "--record",
        "game.json",
        typed="1\n",
    )
    done = cli("replay", "game.json")
    assert done.out.endswith(
        "The game is unfinished.\nContinue with: boardgames play --resume game.json\n"
    )
    assert ", unfinished: " in cli("replay", "game.json", "--check").out


@dataclass(frozen=True)
class Mute(Bot[Any, Any]):
    """Chooses nothing."""

    def choose(self, *_: object) -> Any:
        return None


def test_a_watcher_at_the_terminal_is_told_that_a_bot_has_forfeited(
    capsys: pytest.CaptureFixture[str],
) -> None:
    koryo = boardgames.make("koryo", players=2)
    match = Match(koryo, [make_bot("random"), Mute()], 7, ["random", "mute"], on_fault="forfeit")
    assert TerminalGame(Terminal(), table_of(match)).play(quiet=False) == 0
    told = capsys.readouterr().out
    reason = "Player 2 forfeited the game: chose None, which is not an action"
    assert f"\n{reason}\n" in told, "among the news"
    assert "\nPlayer 2 forfeited the game.\n" in told, "on the table"
    assert f"\nThe game is over: {reason}.\nPlayer 1 wins.\n" in told


def test_a_record_says_who_forfeited(cli: Cli) -> None:
    cli("play", "koryo", "--seats", "random,random", "--seed", "7", "--record", "whole.json")
    whole = replayed(cli.directory / "whole.json")
    match: Match[Any, Any, Any] = Match(whole.make_game(), [None, None], record=whole)
    match.undo()
    forfeit = Forfeit(1, "ended with exit status 0")
    replace(match.record(), ending=forfeit).save(cli.directory / "game.json")
    told = "Player 2 forfeited the game: ended with exit status 0.\n"
    assert told in cli("replay", "game.json").out
    assert ", forfeited: " in cli("replay", "game.json", "--check").out
    assert told in cli("analyse", "game.json", "--iterations", "1").out
    analysis = json.loads(cli("analyse", "game.json", "--iterations", "1", "--json").out)
    assert (analysis["outcome"], analysis["ending"]["seat"]) == (None, 1)
    *_, last = json.loads(cli("replay", "game.json", "--json").out)["events"]
    assert (last["ply"], last["seat"], last["text"]) == (match.plies + 1, 1, [told[:-2]])
    cli("play", "--resume", "game.json", "--seats", "human,human", typed="quit\n")
    assert replayed(cli.directory / "game.json").ending == forfeit, "nothing has been played since"


def test_a_record_that_does_not_replay_is_one_line(cli: Cli, recorded: Record) -> None:
    path = cli.directory / "game.json"
    whole = path.read_text(encoding="utf-8")
    path.write_text(
        whole.replace(recorded.actions[4], f"{recorded.actions[4][0]}: rob the bank"),
        encoding="utf-8",
    )
    for flags in ([], ["--check"], ["--step"]):
        assert cli.refused("replay", "game.json", *flags).startswith(
            "boardgames: game.json: does not replay: ply 5, "
        )


# The record of a game that is over.


@pytest.mark.parametrize(
    ("quiet", "answer", "kept"), [(False, "y", True), (False, "n", False), (True, "y", False)]
)
def test_a_person_at_a_terminal_is_asked_whether_to_keep_the_record(
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    quiet: bool,
    answer: str,
    kept: bool,
) -> None:
    game = boardgames.make("koryo", players=2)
    match: Match[Any, Any, Any] = Match(game, [None, make_bot("random")], 7, ["human", "random"])
    terminal = Terminal()
    monkeypatch.setattr(terminal, "is_keyboard", True)
    monkeypatch.setattr(terminal, "is_screen", True)
    monkeypatch.setenv("LINES", "1000")  # nothing is shown in pages, which ask for Enter
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{ALWAYS_FIRST[:1000]}{answer}\n"))
    # Whatever number of decisions there are, the answer comes after them.
    asked = terminal.ask
    monkeypatch.setattr(
        terminal, "ask", lambda question: answer if "y or n" in question else asked(question)
    )
    assert TerminalGame(terminal, table_of(match)).play(quiet=quiet) == 0
    said = capsys.readouterr().out
    assert ((cli.directory / "koryo-1.json").exists(), "analyse koryo-1.json" in said) == (
        kept,
        kept,
    )


def test_nobody_is_asked_about_a_game_that_is_piped(cli: Cli) -> None:
    done = cli("play", "koryo", "--seats", "human,random", "--seed", "7", typed=ALWAYS_FIRST)
    assert "y or n" not in done.out
    assert list(cli.directory.iterdir()) == []


def test_a_record_that_is_cut_short_is_not_over(cli: Cli) -> None:
    """Whatever its outcome says: the reason for the refusal is that it does not replay."""
    cli(
        "play",
        "koryo",
        "--seats",
        "random,random",
        "--seed",
        "5",
        "--quiet",
        "--record",
        "game.json",
    )
    path = cli.directory / "game.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, "actions": content["actions"][:20]}), encoding="utf-8")
    assert "is over" not in cli.refused("play", "--resume", "game.json", "--seats", "greedy,random")
