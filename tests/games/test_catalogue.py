from __future__ import annotations

from typing import Any

import pytest

import boardgames
from boardgames import ConfigurationError, Game, game_class, game_names, make
from boardgames.games.koryo import Koryo
from boardgames.games.published import CLASSES, LISTED

NAMES = game_names()


def test_the_names_are_sorted_and_fit_the_command_line() -> None:
    assert list(NAMES) == sorted(set(NAMES))
    assert all(name == name.lower() and name.replace("_", "").isalpha() for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_class_is_found_by_the_name_it_has(name: str) -> None:
    cls = game_class(name)
    assert issubclass(cls, Game)
    assert cls.name == name
    assert cls.title
    assert len(cls.player_counts) > 0
    assert cls.rules_version >= 1


def test_games_are_listed_with_the_title_and_the_players_of_their_classes() -> None:
    assert list(LISTED) == list(CLASSES) == sorted(CLASSES)
    for name, listed in LISTED.items():
        cls = game_class(name)
        assert listed == (cls.title, cls.player_counts)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_made_for_every_number_of_players_it_names(name: str) -> None:
    for players in game_class(name).player_counts:
        game = make(name, players=players)
        assert type(game) is game_class(name)
        assert game.players == players
        assert make(name, players=players, **game.options()).options() == game.options()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [0, 1, 9, -1, "3", True, 2.0, None])
def test_another_number_of_players_is_refused_in_one_line(name: str, players: Any) -> None:
    with pytest.raises(ConfigurationError) as caught:
        make(name, players=players)
    low, high = game_class(name).player_counts[0], game_class(name).player_counts[-1]
    assert str(caught.value) == f"{name} is for {low} to {high} players, not {players!r}"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Koryo", "koryo"),
        ("Kory\u014f", "koryo"),
        ("Koryo\u0306", "koryo"),
        (" KORYO ", "koryo"),
        ("For the King", "for_the_king"),
        ("for-the-king", "for_the_king"),
        ("Mundus  Novus", "mundus_novus"),
    ],
)
def test_a_name_is_understood_as_people_write_it(name: str, meant: str) -> None:
    assert game_class(name) is game_class(meant)
    assert make(name, players=3).name == meant


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("koryu", "koryo"),
        ("for the kings", "for_the_king"),
        ("mundus", "mundus_novus"),
        ("koryo\nx", "koryo"),
        ("chess", None),
        ("", None),
        ("x" * 50, None),
    ],
)
def test_a_name_that_is_almost_right_is_answered_by_a_suggestion(
    name: str, meant: str | None
) -> None:
    with pytest.raises(ConfigurationError) as caught:
        game_class(name)
    hint = f"did you mean {meant}? " if meant else ""
    assert str(caught.value) == f"unknown game {name!r}; {hint}known games: {', '.join(NAMES)}"


@pytest.mark.parametrize("name", [None, 5, b"koryo", ["koryo"]])
def test_a_name_that_is_no_text_is_refused_in_one_line(name: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"^the name of a game is text, not "):
        game_class(name)


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_option_is_refused_in_one_line(name: str) -> None:
    for option in ("colour", "self", "not an identifier"):
        options: dict[str, Any] = {option: "red"}
        with pytest.raises(ConfigurationError) as caught:
            make(name, players=game_class(name).player_counts[0], **options)
        fault = str(caught.value)
        assert fault.startswith(
            f"{name} does not take these options: {option!r}: it raised TypeError: "
        )
        assert "\n" not in fault


def test_a_fault_of_a_game_is_not_taken_for_a_wrong_option(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Koryo, players: int) -> None:
        raise TypeError(f"{self.name} for {players} cannot be made")

    monkeypatch.setattr(Koryo, "__init__", fail)
    with pytest.raises(TypeError, match=r"^koryo for 2 cannot be made$"):
        make("koryo", players=2)


def test_the_catalogue_is_at_hand_from_the_package() -> None:
    assert (boardgames.game_names, boardgames.make, boardgames.game_class) == (
        game_names,
        make,
        game_class,
    )
