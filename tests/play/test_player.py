"""Who plays, by name, wherever bots play."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardgames import ConfigurationError, make
from boardgames.arena import Plan, run_arena
from boardgames.arena.results_file import plan_of
from boardgames.play.bots import Bot, make_bot
from boardgames.play.bots.text import TextBot
from boardgames.play.player import Player, Playing, named, player_of
from boardgames.play.prompt import Messages
from boardgames.table import Table
from tests.play.test_reply import first_listed


@dataclass(frozen=True)
class Last(Bot[Any, Any]):
    """Takes the last action."""

    def choose(self, game: Any, player: int, view: Any, actions: Any, rng: Random) -> Any:
        del game, player, view, rng
        return actions[-1]


async def first_async(messages: Messages) -> str:
    """Take the first action, some time."""
    return first_listed(messages)


FUNCTION = f"{__name__}:first_async"


@pytest.mark.parametrize(
    ("playing", "name", "spec", "bot"),
    [
        ("greedy:worlds=2", "greedy:worlds=2", "greedy:worlds=2", make_bot("greedy:worlds=2")),
        (Last(), "Last", "Last", Last()),
        (Player("a", Last()), "a", "Last", Last()),
        (Player("fair"), "fair", "fair", make_bot("fair")),
        (
            Player("b", "cmd:python3 bot.py"),
            "b",
            "cmd:python3 bot.py",
            make_bot("cmd:python3 bot.py"),
        ),
        (first_async, FUNCTION, FUNCTION, TextBot(first_async)),
        (Player("c", FUNCTION), "c", FUNCTION, TextBot(first_async)),
    ],
)
def test_a_player_is_whatever_can_play_and_can_be_pickled(
    playing: Any, name: str, spec: str, bot: Bot[Any, Any]
) -> None:
    player = player_of(playing)
    assert (player.name, player.spec, player.bot()) == (name, spec, bot)
    assert pickle.loads(pickle.dumps(player)).bot() == bot  # noqa: S301  # our own


@pytest.mark.parametrize(
    ("playing", "message"),
    [
        (7, "expected a spec, a bot or a function, not 7"),
        (Player("a", "clever"), "unknown bot 'clever'"),
        (Player("a", "nowhere:ask"), "cannot load 'nowhere:ask': ModuleNotFoundError"),
        (Player("a", f"{__name__}:nothing"), "cannot load .*AttributeError"),
        (Player("a", f"{__name__}:FUNCTION"), "player 'a': .*, not a function"),
    ],
)
def test_what_cannot_play_is_refused(playing: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{message}"):
        player_of(playing).bot()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "a\nb"},
        {"name": 3},
        {"name": "human"},
        {"plays": 3},
        {"at_once": 0},
        {"corrections": -1},
        {"rules": "long"},
        {"answer_seconds": 0},
        {"outage_seconds": "an hour"},
    ],
)
def test_a_player_has_a_name_and_limits(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError):
        Player(**{"name": "a", "plays": "greedy", **wrong})


def test_two_different_players_have_two_names() -> None:
    same = named([Last(), Last(), "greedy"])
    assert same == (("Last", "Last", "greedy"), {"Last": Player("Last", Last())})
    with pytest.raises(ConfigurationError, match=r"^two players are called 'TextBot': give them"):
        named([TextBot(str), TextBot(repr)])


@pytest.fixture
def _searched() -> Iterator[None]:
    """Leave the path of modules as it was."""
    before = [*sys.path]
    yield
    sys.path[:] = before


@pytest.mark.usefixtures("_searched")
@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_arena_takes_all_of_them_in_every_process(tmp_path: Path, jobs: int) -> None:
    players = (Player("model", FUNCTION), Player("mine", Last()), "random")
    plan = Plan("koryo", players, games=6, seed=1)
    assert plan.bots == ("model", "mine", "random")
    result = run_arena(plan, jobs=jobs, resume=tmp_path / "results")
    assert [standing.games for standing in result.standings] == [6, 6, 6]
    assert all(standing.faults == 0 for standing in result.standings)
    other = Plan("koryo", (Player("model", "random"), *players[1:]), games=6, seed=1)
    with pytest.raises(ConfigurationError, match="another plan: players is "):
        run_arena(other, resume=tmp_path / "results")
    assert '"settings":{}' in plan_of(tmp_path / "results").read_text()


def test_a_table_takes_all_of_them_and_goes_on_with_them(tmp_path: Path) -> None:
    game = make("koryo", players=4)
    players: list[Playing] = [Player("model", first_async), Last()]
    table = Table.open(game, [*players, "random", "human"], 3, file=tmp_path / "table.json")
    assert table.seating.specs == ("model", "Last", "random", "human")
    acted = set[int]()
    while not acted >= {0, 1, 2, 3}:
        table.play_on()
        table.act(3, "1")
        acted = {event.player for event in table.match.history()}
    table.close()
    with pytest.raises(ConfigurationError, match="'model' is neither"):
        Table.restore(tmp_path / "table.json")
    table = Table.restore(tmp_path / "table.json", players=players)
    before = table.match.plies
    while table.match.plies < before + 8:
        table.play_on()
        table.act(3, "1")
    table.close()
