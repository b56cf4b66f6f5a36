"""Components as data: what a user's file may say, and what is wrong with it otherwise."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.core.codec import to_json
from boardgames.games.mundus_novus import CARDS, MundusNovus
from boardgames.testing import check_game

PAGE = resources.files("boardgames.games.mundus_novus") / "components.toml"


def published() -> dict[str, Any]:
    return tomllib.loads(PAGE.read_text(encoding="utf-8"))


def test_the_published_table_is_what_the_game_plays_with() -> None:
    game = MundusNovus(3)
    assert game.options() == {}
    assert to_json(game.components) == to_json(MundusNovus(3, published()).components)
    assert MundusNovus(3, published()).options() == {}
    assert MundusNovus(3, game.components).options() == {}


def test_every_line_of_the_table_is_marked_confirmed_or_reconstructed() -> None:
    numbers, _, _ = PAGE.read_text(encoding="utf-8").partition("[pieces.")
    for line in numbers.splitlines():
        if " = " in line and not line.startswith("#"):
            assert "confirmed" in line or "reconstructed" in line, line


def test_other_components_are_an_option_that_make_takes_back(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8").replace("market = 3 ", "market = 4 ")
    page = tmp_path / "mine.toml"
    page.write_text(text, encoding="utf-8")
    game = MundusNovus(2, str(page))
    options = json.loads(json.dumps(game.options()))
    assert options["components"]["market"] == 4
    again = boardgames.make("mundus_novus", players=2, **options)
    assert again.options() == game.options()
    assert again.new_game(5) == game.new_game(5)
    assert sum(CARDS.unpack(game.new_game(5).public.market)) == 4


def test_other_prices_are_paid() -> None:
    data = published()
    data["relics"] = [1, 1, 1, 1, 99]
    data["different"] = [4, 5, 6, 7, 8, 9]
    game = MundusNovus(2, data)
    assert game.relic_prices == (0, 1, 1, 1, 1, 99)
    assert game.different_prices[4:] == (4, 5, 6, 7, 8, 9)


@pytest.mark.slow
def test_a_game_of_other_components_keeps_the_contract() -> None:
    data = published()
    data["market"] = 5
    data["caravels"] = [{"value": 3, "players": 2, "event": "pirates"} for _ in range(9)]
    data["resources"]["relic"] = 25
    data["warehouses"] = []
    check_game(MundusNovus(3, data), games=2, positions=6)


FAULTS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda data: data.update(market=0), "market: must be 1 to 6"),
    (lambda data: data.update(market=7), "market: must be 1 to 6"),
    (lambda data: data.update(market="three"), "market: "),
    (lambda data: data.pop("market"), "'market'"),
    (lambda data: data.update(colour="red"), "'colour'"),
    (lambda data: data.update(different=[1, 2]), "different: must have 6 prices"),
    (lambda data: data.update(relics=[1, 2, 3, 4]), "relics: must have 5 prices"),
    (lambda data: data.update(relics=[1, 2, 3, 4, -5]), "relics: a price cannot be less than 0"),
    (lambda data: data["resources"].pop("corn"), "resources.corn: there must be at least one"),
    (lambda data: data["resources"].update(corn=32), "resources.corn: .* 31"),
    (lambda data: data["resources"].update(gold=2), "resources: "),
    (
        lambda data: data["resources"].update(dict.fromkeys(data["resources"], 2)),
        "resources: 20 cards are too few",
    ),
    (
        lambda data: data["characters"].append(data["characters"][0]),
        "characters: a character can be there only once",
    ),
    (
        lambda data: data["characters"][2].update(doubloons=-1),
        r"characters\[2\].doubloons: cannot be less",
    ),
    (lambda data: data["caravels"][3].update(players=7), r"caravels\[3\].players: must be 2 to 6"),
    (lambda data: data["caravels"][3].update(value=0), r"caravels\[3\].value: must be 1 or more"),
    (lambda data: data["merchants"][0].update(group="1-4"), r"merchants\[0\].group: "),
    (
        lambda data: data["warehouses"][1].update(slots=0),
        r"warehouses\[1\].slots: must be 1 or more",
    ),
    (lambda data: data["shipyards"][5].update(event="plague"), r"shipyards\[5\].event: "),
    (
        lambda data: data["shipyards"][5].update(players=1),
        r"shipyards\[5\].players: must be 2 to 6",
    ),
]


@pytest.mark.parametrize(("change", "fault"), FAULTS)
def test_faulty_components_are_refused_with_key_and_fault(
    change: Callable[[dict[str, Any]], object], fault: str
) -> None:
    data = published()
    change(data)
    with pytest.raises(ConfigurationError, match=fault):
        MundusNovus(2, data)


@pytest.mark.parametrize("players", [1, 7, 0, None, 2.0])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(ConfigurationError, match="2 to 6 players"):
        MundusNovus(players)
