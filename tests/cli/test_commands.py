from __future__ import annotations

import re
import shlex
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

import boardgames
from boardgames.cli import commands, main
from boardgames.cli.arguments import game
from boardgames.games.koryo.words.english import English
from boardgames.play import Record
from boardgames.play.bots import RandomBot
from tests.cli.conftest import Cli
from tests.conftest import Shell

GAMES = boardgames.game_names()


def test_every_game_is_listed_with_its_title_and_players(cli: Cli) -> None:
    for name, line in zip(GAMES, cli.output("list").splitlines(), strict=True):
        game = boardgames.game_class(name)
        low, high = game.player_counts[0], game.player_counts[-1]
        assert line.split(maxsplit=1) == [name, f"{game.title}, {low} to {high} players"]


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game_can_be_read(cli: Cli, name: str) -> None:
    assert cli.output("rules", name).strip()


def test_without_a_command_the_help_is_shown(cli: Cli) -> None:
    assert cli() == cli("--help")
    assert {"list", "rules", "play", "arena", "serve", "replay"} <= set(cli().out.split())


def test_the_version_is_told(cli: Cli) -> None:
    assert cli.output("--version") == f"boardgames {boardgames.__version__}\n"


@pytest.mark.parametrize("name", ["Koryo", "Kory\u014f", "KORYO"])
def test_a_game_is_understood_as_people_write_it(cli: Cli, name: str) -> None:
    assert cli("rules", name) == cli("rules", "koryo")
    arguments = ("--seats", "random,random", "--seed", "7")
    assert cli("play", name, *arguments) == cli("play", "koryo", *arguments)
    told = cli("arena", name, *arguments, "--games", "2").out
    assert told.startswith("koryo, 2 players: ")
    cli("play", name, *arguments, "--record", "game.json")
    assert cli("play", name, "--resume", "game.json").status == 0
    (cli.directory / "game.json").unlink()


@pytest.mark.parametrize("command", ["list", "rules", "play", "arena", "serve", "replay", ""])
def test_every_command_explains_itself(cli: Cli, command: str) -> None:
    assert cli.output(*filter(None, [command, "--help"])).startswith("usage: boardgames")


WRONG: list[tuple[list[str], str, str]] = [
    (["dance"], "unknown command", "'dance'"),
    (["lern"], "unknown command", "did you mean learn?"),
    (["da\nnce"], "unknown command", ""),
    (["list", "more\nlines"], "unrecognized arguments", "more lines"),
    (["rules"], "rules", "GAME"),
    (["rules", "chess"], "unknown game", "'chess'; known games: "),
    (["play"], "play: name a game, as in play koryo", "mundus_novus"),
    (["play", "chess"], "", "'chess'"),
    (["play", "ko\nryo"], "", "'ko\\nryo'; did you mean koryo?"),
    (["play", "koryo", "--seats", "random"], "koryo is for", "2 to 4 players, not 1"),
    (["play", "koryo", "--seats", ",".join(["random"] * 9)], "koryo", "not 9"),
    (["play", "koryo", "--seats", ""], "play: argument --seats: expected seats", "not ''"),
    (
        ["play", "koryo", "--seats", "human,clever"],
        "seat 'clever' is neither 'human' nor a valid bot: ",
        "'clever'",
    ),
    (["play", "koryo", "--seats", "human,greedy:depth=2"], "seat 'greedy:depth=2'", "'depth'"),
    (["play", "koryo", "--seats", "human,greedy:worlds=x"], "seat 'greedy:worlds=x'", "'worlds'"),
    (
        ["play", "koryo", "--seed", "abc"],
        "play: argument --seed: a seed is a whole number of 0 or more",
        "'abc'",
    ),
    (["play", "koryo", "--seed", "-1"], "play: argument --seed: ", ""),
    (["play", "koryo", "--seed=-1"], "play: argument --seed: ", "-1"),
    (["play", "koryo", "--seed", "1.5"], "play: argument --seed: ", "'1.5'"),
    (["play", "koryo", "--seed", "9" * 5000], "play: argument --seed: ", "..."),
    (["play", "koryo", "--seed"], "play: argument --seed: ", ""),
    (["play", "koryo", "--record", "none/game.json"], "cannot write record", "'none/game.json'"),
    (["play", "koryo", "--record", "."], "", "record '.'"),
    (["play", "koryo", "--record", ""], "", "record '.'"),
    (["play", "koryo", "--fast"], "", "--fast"),
    (
        ["play", "--resume", "none.json"],
        "cannot resume record",
        "'none.json': No such file or directory",
    ),
    (
        ["play", "--resume", "none.json", "--seed", "7"],
        "--seed: a resumed game has its seed already",
        "",
    ),
    (["play", "--resume", "none.json", "--players", "3"], "--players: ", "players"),
    (["play", "koryo", "--players", "9"], "koryo", "not 9"),
    (["play", "koryo", "--players", "999999999"], "koryo", "not 999999999"),
    (["web", "koryo", "--players", "999999999"], "koryo", "not 999999999"),
    *[
        (["web", "--port", port], "web: argument --port: expected", repr(port))
        for port in ("70000", "-1", "80x", "")
    ],
    (["web", "--seats", "human"], "--seats: name the game, too", ""),
    (["web", "--players", "3"], "--players: ", ""),
    (["web", "koryo", "--seats", "human,nobody"], "seat 'nobody'", ""),
    (["web", "--records", "nowhere"], "no folder to keep records in: 'nowhere'", ""),
    (["web", "--export", "page"], "--export and --pyodide go together", ""),
    (["web", "--export", "page", "--pyodide", "x"], "'x' is not a folder of Pyodide", ""),
    (["play", "koryo:fast=1"], "koryo does not take these options", "'fast'"),
    (["arena", "koryo:fast=1", "--seats", "random,random"], "koryo", "'fast'"),
    (["cards", "koryo:fast=1"], "koryo", "'fast'"),
    (
        ["rules", "koryo:players=2"],
        "rules: argument GAME: expected GAME:OPTION=VALUE,...",
        "'koryo:p",
    ),
    (["play", "koryo:fast"], "play: argument GAME: ", "'koryo:fast'"),
    (["play", "koryo:fast=1", "--resume", "x"], "GAME: ", "options"),
    (["play", "koryo", "--players", "0"], "play: argument --players: ", "'0'"),
    (
        ["play", "koryo", "--players", "2", "--seats", "human,fair,fair"],
        "--players: 2",
        "--seats names 3",
    ),
    (["play", "koryo:components=none.toml"], "cannot read components", "'none.toml': No such file"),
    (["replay"], "replay", "FILE"),
    (["replay", "none.json"], "cannot read record", "'none.json': No such file or directory"),
    (["replay", "none.json", "--check"], "", "'none.json'"),
    (["replay", "."], "", "'.': Is a directory"),
]
"""The arguments, what the line begins with, and what it names; each sentence stands here once."""


@pytest.mark.parametrize(("arguments", "begins", "names"), WRONG, ids=range(len(WRONG)))
def test_wrong_input_is_one_line_on_stderr_and_exit_status_2(
    cli: Cli, arguments: list[str], begins: str, names: str
) -> None:
    line = cli.refused(*arguments).removeprefix("boardgames").removeprefix(":").removeprefix(" ")
    assert line.startswith(begins)
    assert names in line
    assert list(cli.directory.iterdir()) == []


def test_a_port_that_is_taken_is_named(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1 port {port}: " in cli.refused(
            "web", "--port", str(port)
        )


def test_what_is_missing_is_one_line_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(English, "pieces", lambda _: {})
    assert cli.refused("cards", "koryo") == "boardgames: koryo does not describe its cards"
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["list"]) == 2
    assert "standard input" in cli.capture.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["x" * 5000],
        ["play", "x" * 5000],
        ["play", "--fast" * 1000],
        ["replay", "y " * 5000],
        ["list", *["z"] * 5000],
    ],
    ids=range(5),
)
def test_a_line_does_not_repeat_what_is_typed_without_end(cli: Cli, arguments: list[str]) -> None:
    assert len(cli.refused(*arguments)) < 1100


def test_options_of_a_game_are_read_as_in_json(cli: Cli) -> None:
    assert game("skull:flowers=1,open=true,share=0.5,deck=a b.toml") == (
        "skull",
        {"flowers": 1, "open": True, "share": 0.5, "deck": "a b.toml"},
    )
    own = Path(boardgames.__file__).parent / "games" / "koryo" / "components.toml"
    changed = own.read_text(encoding="utf-8").replace("tokens = 8", "tokens = 7")
    (cli.directory / "own.toml").write_text(changed, encoding="utf-8")
    arguments = ("--seats", "random,random", "--seed", "7", "--quiet")
    cli("play", "koryo:components=own.toml", *arguments, "--record", "a.json")
    assert "components" in Record.load(cli.directory / "a.json").options


@pytest.fixture
def further_commands(cli: Cli) -> Iterator[Path]:
    """Return the folder of the command line; modules in it are commands, too."""
    commands.__path__.append(str(cli.directory))
    yield cli.directory
    commands.__path__.remove(str(cli.directory))


def test_a_command_is_one_module_and_its_line_of_help(
    cli: Cli, further_commands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {*commands.HELP} == {module.name for module in iter_modules(commands.__path__)}
    (further_commands / "dance.py").write_text(
        "def add(parser): parser.add_argument('steps', type=int)\n"
        "def run(chosen): print('left right ' * chosen.steps); return 3\n"
    )
    monkeypatch.setitem(commands.HELP, "dance", "dance a while")
    assert "dance a while" in cli("--help").out
    assert cli("dance", "2") == (3, "left right left right \n", "")


def test_a_command_is_found_behind_an_option(cli: Cli) -> None:
    assert "the following arguments are required: GAME" in cli("--fast", "rules").err


def test_a_bot_that_tampers_with_the_program_is_an_error_in_one_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(_: RandomBot, at: Any, *rest: Any) -> object:
        vars(at).clear()
        return rest[-2][0]

    monkeypatch.setattr(RandomBot, "choose", choose)
    done = cli("play", "koryo", "--seats", "random,random")
    assert done.status == 2
    assert re.fullmatch(
        r"boardgames: play: koryo raised AttributeError in [^\n]+, line \d+\); [^\n]+\n", done.err
    )


@pytest.mark.long
def test_the_shell_gets_that_line_and_status_too(shell: Shell) -> None:
    for arguments in (
        ["play", "chess"],
        ["play", "koryo", "--seed", "abc"],
        ["replay", "none.json"],
    ):
        done = shell.run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"boardgames[^\n]*: [^\n]+\n", done.stderr)


FILES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"\x89PNG\r\n",
    b"[" * 100_000,
    b"1" * 5000,
    b'{"format": 9}',
    b'{"format": 1}',
]


@pytest.mark.parametrize("content", FILES, ids=range(len(FILES)))
@pytest.mark.parametrize(
    "command", [["replay"], ["replay", "--check"], ["replay", "--step"], ["play", "--resume"]]
)
def test_a_file_that_is_no_record_is_one_line_too(
    cli: Cli, tmp_path: Path, content: bytes, command: list[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert cli.refused(*command, "game.json").startswith("boardgames: game.json: not ")
    assert path.read_bytes() == content


def test_an_interrupted_command_says_nothing_and_has_the_status_of_it(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Record, "load", interrupt)
    assert cli("replay", "game.json", "--check") == (130, "", "\n")


@pytest.mark.usefixtures("frozen_lessons")
def test_a_lesson_goes_on_where_it_was_left_and_begins_anew_on_request(cli: Cli) -> None:
    first = cli(
        "learn", "koryo", "--file=-kept.json", typed="order none\norder 4 merchant\nquit\n"
    ).out
    assert "place nothing and lose the hand" in first
    going_on = shlex.split(first.splitlines()[-1].partition("boardgames ")[2])
    again = cli(*going_on, typed="quit\n").out
    assert "Which family" in again
    anew = shlex.split(again.splitlines()[1].partition("boardgames ")[2])
    assert "Which cards do you order" in cli(*anew, typed="quit\n").out


@pytest.mark.usefixtures("frozen_lessons")
def test_a_lesson_tells_no_long_news_and_offers_all_choices_again_after_a_wrong_answer(
    cli: Cli,
) -> None:
    typed = "keep\nfavor\ntake gold 1\n6\n2\n54\nquit\n"
    out = cli("learn", "for_the_king", typed=typed).out.partition("> take gold 1")[2]
    assert out.count("took") == 0
    assert "type 'log all' to read it" in out
    assert "5-54) bid 5 to 54 " in out.partition("that is a bluff")[2]


@pytest.mark.usefixtures("frozen_lessons")
def test_what_a_lesson_plays_for_the_learner_does_not_hide_what_came_before_it(cli: Cli) -> None:
    typed = "offer indigo\ntake tobacco from 3\ntake cotton from 2 for relic\nquit\n"
    news = cli("learn", "mundus_novus", typed=typed).out.partition("for relic\n")[2].splitlines()
    assert news.index("Player 2 took indigo from you") < news.index("You took cotton from Player 3")


def test_a_file_that_is_no_lesson_of_the_game_is_left_alone(cli: Cli) -> None:
    cli(
        "play",
        "koryo",
        "--seats",
        "random,random",
        "--seed",
        "1",
        "--quiet",
        "--record",
        "game.json",
    )
    kept = Path("game.json").read_bytes()
    for more in ((), ("--again",)):
        assert "not a lesson of koryo" in cli.refused(
            "learn", "koryo", "--file", "game.json", *more
        )
    assert Path("game.json").read_bytes() == kept
