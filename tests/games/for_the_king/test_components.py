"""F1: the cards, as published and from a file of the user's own."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from copy import deepcopy
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.games.for_the_king import NAMES, Effect, ForTheKing, Office, card_of, government
from tests.boxes import box

TEXT = (resources.files("boardgames.games.for_the_king") / "components.toml").read_text(
    encoding="utf-8"
)
BOX = tomllib.loads(TEXT)
FROZEN_TEXT = box("for_the_king").read_text(encoding="utf-8")
FROZEN = tomllib.loads(FROZEN_TEXT)


def changed(path: str, value: object) -> dict[str, Any]:
    """Return the frozen tables with one entry changed, or removed if the value is None."""
    tables: dict[str, Any] = deepcopy(FROZEN)
    *tables_above, key = path.split(".")
    entry = tables
    for name in tables_above:
        entry = entry[name]
    if value is None:
        del entry[key]
    else:
        entry[key] = value
    return tables


def counted(game: ForTheKing) -> Counter[str]:
    """Return the cards of a game, the removed ones included, by their first word."""
    stock = Counter[str]()
    for name, count in game.inventory(game.new_game(0)).items():
        stock[str(name).split()[0]] += count
    return stock


def test_f1_the_box_has_108_cards() -> None:
    stock = counted(ForTheKing(5))
    assert stock.total() == 108
    assert stock == {str(office): 9 for office in Office} | {"King": 15, "Gold": 39}


@pytest.mark.parametrize("office", Office)
def test_f1_high_offices_are_worth_more_than_low_ones(office: Office) -> None:
    high = office in (Office.DIPLOMACY, Office.LIVESTOCK, Office.MILITARY)
    values = (2, 2, 2, 2, 3, 3, 3, 4, 4) if high else (1, 1, 1, 1, 1, 1, 1, 2, 2)
    stock = ForTheKing(5).inventory(ForTheKing(5).new_game(0))
    for letter, value in zip("ABCDEFGHI", values, strict=True):
        assert stock[f"{office} {letter}{value}"] == 1


@pytest.mark.parametrize(
    ("effect", "always", "five"),
    [
        ("+1", 2, 1),
        ("-1", 2, 1),
        ("+1 +1", 2, 1),
        ("-1 -1", 2, 1),
        ("+1/-1", 1, 0),
        ("+1 -1", 1, 1),
    ],
)
def test_f1_king_cards(effect: str, always: int, five: int) -> None:
    for players in (2, 3, 4):
        assert (
            ForTheKing(players).inventory(ForTheKing(players).new_game(0))[f"King {effect}"]
            == always
        )
    assert ForTheKing(5).inventory(ForTheKing(5).new_game(0))[f"King {effect}"] == always + five


@pytest.mark.parametrize(
    ("players", "offices", "gold", "kings", "removed", "deck"),
    [(2, 5, 9, 10, 22, 60), (3, 5, 10, 10, 13, 72), (4, 5, 11, 10, 8, 80), (5, 6, 13, 15, 0, 108)],
)
def test_f1_cards_by_number_of_players(
    players: int, offices: int, gold: int, kings: int, removed: int, deck: int
) -> None:
    state = ForTheKing(players).new_game(1)
    stock = ForTheKing(players).inventory(state)
    assert [stock[f"Gold {value}"] for value in (1, 2, 3)] == [gold] * 3
    assert sum(count for name, count in stock.items() if str(name).startswith("King")) == kings
    assert sum(1 for name in stock if str(name).split()[0] in map(str, Office)) == 9 * offices
    assert ("Livestock A2" in stock) == (players == 5)
    assert (len(state.hidden.removed), len(state.hidden.deck)) == (removed, deck)


def test_f1_every_number_in_the_table_says_what_it_is_based_on() -> None:
    for line in TEXT.splitlines():
        if re.match(r"\w+ = [\d[]", line):
            assert re.search(r"# .*(printed|help pages|reconstructed|follows)", line), line


def test_f1_names_and_cards_are_one_to_one() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(card_of(name) == card for card, name in enumerate(NAMES))
    assert card_of("Military C4") == government(Office.MILITARY, "C", 4)
    with pytest.raises(ValueError, match="Military c4"):
        card_of("Military c4")


def test_f1_cards_ascend_by_office_letter_king_gold() -> None:
    names = [
        "Diplomacy A4",
        "Diplomacy B1",
        "Entertainment A1",
        "Provisions Z4",
        "King +1",
        "Gold 1",
        "Gold 3",
    ]
    assert sorted(map(card_of, names)) == list(map(card_of, names))


# A user's own components.


def test_f1_a_file_replaces_the_published_table(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(r"^I = \d", "I = 3", TEXT, flags=re.MULTILINE), encoding="utf-8")
    mine = ForTheKing(2, components=path)
    assert "Military I3" in mine.inventory(mine.new_game(0))
    assert "Military I4" not in mine.inventory(mine.new_game(0))


def test_f1_the_options_of_a_game_bring_its_components_back() -> None:
    assert ForTheKing(3).options() == {}
    assert ForTheKing(3, components=BOX).options() == {}
    mine = ForTheKing(3, components=changed("government.military.A", 1))
    again = boardgames.make("for_the_king", players=3, **mine.options())
    assert again.new_game(7) == mine.new_game(7) != ForTheKing(3).new_game(7)
    assert again.options() == mine.options() != {}


def test_f1_components_may_be_handed_over_as_a_value() -> None:
    assert ForTheKing(2, components=ForTheKing(2).components).new_game(1) == ForTheKing(2).new_game(
        1
    )


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("government.diplomacy", None, r"government: expected an entry for each of diplomacy, .*"),
        (
            "government.treasury",
            {"A": 1},
            r"government: expected an entry for each of diplomacy, .*",
        ),
        ("government.military.I", None, r"government\.military: an office has 9 cards, not 8"),
        ("government.military.J", 4, r"government\.military: an office has 9 cards, not 10"),
        ("government.military.AA", 4, r"government\.military\.AA: expected a letter from A to Z"),
        (
            "government.military.A",
            5,
            r"government\.military\.A: expected a value from 1 to 4, not 5",
        ),
        (
            "government.military.A",
            0,
            r"government\.military\.A: expected a value from 1 to 4, not 0",
        ),
        ("kings.raise_three", {"always": 0, "five_players": 0}, r"kings: .*raise_one, .*"),
        ("kings.raise_one.always", 3, "kings: the box has 15 King cards, not 16"),
        ("kings.both.always", -1, "kings: expected 0 cards or more"),
        ("kings.both.always", None, r"kings\.both: .*'always'.*"),
        ("players.6", FROZEN["players"]["5"], "players: .*2, 3, 4, 5, .*"),
        ("players.3.offices", ["diplomacy"], r"players\.3\.offices: expected 5 different ones, .*"),
        (
            "players.3.offices",
            ["diplomacy"] * 5,
            r"players\.3\.offices: expected 5 different ones, .*",
        ),
        ("players.5.gold", [13, 13, 12], r"players\.2\.gold: the box has 39 Gold cards, .*"),
        ("players.4.gold", [14, 11, 11], r"players\.4\.gold: the box has 39 Gold cards, .*"),
        ("players.4.gold", [-1, 11, 11], r"players\.4\.gold: the box has 39 Gold cards, .*"),
        ("players.4.removed", 7, r"players\.4\.deck: 7 cards removed leave 81, not 80"),
        ("players.5.removed", -6, r"players\.5\.deck: -6 cards removed leave 114, not 108"),
        ("players.4.draw", 1, r"players\.4: .*'draw'.*"),
    ],
)
def test_f1_faulty_components_are_refused_with_key_and_fault(
    path: str, value: object, fault: str
) -> None:
    with pytest.raises(ConfigurationError, match=f"^components: {fault}$"):
        ForTheKing(2, components=changed(path, value))


def test_f1_decks_must_be_whole_turns() -> None:
    tables = changed("players.2.removed", 21)
    tables["players"]["2"]["deck"] = 61
    with pytest.raises(
        ConfigurationError, match=r"players\.2\.deck: expected a multiple of 3, .*not 61"
    ):
        ForTheKing(5, components=tables)


def test_f1_faulty_files_are_refused_with_their_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FROZEN_TEXT.replace("deck = 60", "deck = 63"), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"mine\.toml: players\.2\.deck: .*not 63"):
        ForTheKing(2, components=path)


def test_f1_effects_are_named_as_printed() -> None:
    assert [str(effect) for effect in Effect] == ["+1", "-1", "+1 +1", "-1 -1", "+1/-1", "+1 -1"]
