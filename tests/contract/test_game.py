from __future__ import annotations

import importlib
import inspect
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

import pytest

from boardgames import (
    Action,
    ConfigurationError,
    DecodeError,
    Game,
    IllegalActionError,
    Words,
    evolve,
    game_names,
    make,
)
from boardgames.core.chance import generator
from examples.tic_tac_toe import TicTacToe
from tests.games.position import random_game
from tests.testing.small_games import Sealed, SealedWords

S = TypeVar("S")

MOST_NAMES = 45
"""Of a Game, that are public."""


@pytest.mark.parametrize("players", [0, 1, 4, -2, "3", 2.0, True, None])
def test_a_game_is_for_so_many_players(players: object) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Sealed(players)  # type: ignore[arg-type]  # that is the point
    assert str(caught.value) == f"sealed is for 2 to 3 players, not {players!r}"


def test_a_game_for_one_number_of_players_says_so(tic_tac_toe: TicTacToe) -> None:
    with pytest.raises(ConfigurationError, match=r"^tic_tac_toe is for 2 players, not 3$"):
        type(tic_tac_toe)(3)


def test_a_game_answers_questions_and_offers_no_helpers_beside() -> None:
    """Who completes `game.` in an editor sees a list that fits on a screen."""
    assert len([name for name in dir(Game) if not name.startswith("_")]) <= MOST_NAMES


def methods_with_a_seat() -> list[tuple[str, str]]:
    """Return every method but `describe` that takes a seat, with the name of that argument."""
    return [
        (name, argument)
        for name, method in inspect.getmembers(Game, inspect.isfunction)
        for argument in ("player", "viewer")
        if argument in inspect.signature(method).parameters and name != "describe"
    ]


@pytest.mark.parametrize("seat", [True, 0.0, 1.0, "1", -1, 3, pytest.param(10**5000, id="huge")])
@pytest.mark.parametrize(("method", "argument"), methods_with_a_seat())
@pytest.mark.parametrize("name", game_names())
def test_what_is_no_seat_is_refused_wherever_a_seat_is_asked_for(
    name: str, method: str, argument: str, seat: object
) -> None:
    game = make(name, players=3)
    rng = generator(3, 0)
    for state in islice(random_game(game, 7), 1, 13):
        actions = game.legal_actions(state)
        given = {
            "state": state,
            "before": state,
            "after": state,
            "action": actions[0],
            "actions": actions,
            "view": game.view(state, 0),
            "rng": rng,
        }
        given |= {"player": 0, "viewer": None} | {argument: seat}
        called = getattr(game, method)
        applies = method == "apply" or (method.startswith("events") and argument == "player")
        error = IllegalActionError if applies else ConfigurationError
        with pytest.raises(error):
            called(**{each: given[each] for each in inspect.signature(called).parameters})


def test_a_random_action_is_any_legal_one(sealed: Sealed) -> None:
    state, rng = sealed.new_game(7), generator(0, 0)
    for seat in range(2):
        found = Counter(sealed.random_action(state, rng, seat) for _ in range(300))
        assert set(found) == set(sealed.legal_actions(state, seat))
        assert min(found.values()) > 60


def test_a_view_that_no_state_has_is_refused_without_a_check_of_the_games_own(
    sealed: Sealed,
) -> None:
    view = sealed.view(sealed.new_game(7), 0)
    assert type(sealed).check_view is Game.check_view
    sealed.check_view(view)
    for wrong in (evolve(view, points=(9, 9)), evolve(view, pile_size=0)):
        with pytest.raises(DecodeError):
            sealed.check_view(wrong)


def test_what_is_no_state_of_the_game_is_refused(sealed: Sealed) -> None:
    data: Any = sealed.to_json(sealed.new_game(7))
    with pytest.raises(DecodeError, match=r"^pile: "):
        sealed.state_from_json({**data, "pile": 3})
    with pytest.raises(DecodeError, match="does not hold the 8 cards"):
        sealed.state_from_json({**data, "pile": [1, 1]})
    with pytest.raises(DecodeError, match=r"^top level: .*'card'"):
        sealed.action_from_json({})
    with pytest.raises(DecodeError, match=r"^top level: .*'view'"):
        sealed.view_from_json("view")


def test_equal_states_have_equal_digests(sealed: Sealed) -> None:
    assert sealed.digest(sealed.new_game(7)) == sealed.digest(sealed.new_game(7))
    assert sealed.digest(sealed.new_game(7)) != sealed.digest(sealed.new_game(8))


def test_by_default_all_is_public_and_there_is_nothing_more_to_say(tic_tac_toe: TicTacToe) -> None:
    before = tic_tac_toe.new_game()
    action = tic_tac_toe.parse("mark 4")
    after = tic_tac_toe.apply(before, action)
    assert tic_tac_toe.words.tell(before, 0, action, after, 0) == ("You: mark 4",)
    assert tic_tac_toe.words.tell(before, 0, action, after, 1) == ("Player 1: mark 4",)
    assert tic_tac_toe.words.tell(before, 0, action, after, None) == ("Player 1: mark 4",)
    assert tic_tac_toe.words.remarks(after, None) == ()
    assert tic_tac_toe.inventory(after) == {}
    assert tic_tac_toe.options() == {}
    assert tic_tac_toe.words.position(after) == ""


def test_the_rules_are_the_docstring_where_there_is_no_page(tic_tac_toe: TicTacToe) -> None:
    assert tic_tac_toe.words.rules() == "Two players mark squares in turn; three in a line win."


def test_the_rules_are_the_page_beside_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package_with_a_page"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "rules.py").write_text("", encoding="utf-8")
    (package / "RULES.md").write_text("# Kory\u014f\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("package_with_a_page.rules")
    game = type("Housed", (Sealed,), {"__module__": module.__name__})(2)
    assert game.words.rules() == "# Kory\u014f\n"
    monkeypatch.delitem(sys.modules, module.__name__)
    monkeypatch.delitem(sys.modules, "package_with_a_page")


def test_a_game_in_a_file_without_package_or_docstring_has_no_rules(
    tic_tac_toe: TicTacToe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "alone", ModuleType("alone"))
    mute = type("Mute", (type(tic_tac_toe),), {"__module__": "alone"})(2)
    assert mute.words.rules() == ""


def test_a_game_without_words_says_which_it_lacks(
    sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotImplementedError, match=r"^Sealed has events, but no words for object$"):
        sealed.words.describe(object(), None)
    monkeypatch.setattr(SealedWords, "render", Words.render)
    with pytest.raises(NotImplementedError, match=r"^the words of Sealed have neither"):
        sealed.words.render(sealed.view(sealed.new_game(7), 0))


def test_a_class_without_its_three_types_cannot_go_through_json() -> None:
    bare: Any = type("Bare", (Game,), {**vars(Sealed), "__orig_bases__": ()})
    with pytest.raises(TypeError, match=r"^Bare must be declared as Game\[State, Action, View\]$"):
        bare(2).state_from_json({})


def test_a_class_finds_its_types_behind_generic_bases() -> None:
    class Base(Game[S, Action, S], Generic[S]):
        """Leaves a type open."""

    members = {name: member for name, member in vars(Sealed).items() if name != "__orig_bases__"}
    closed: Any = type("Closed", (Base,), members)
    with pytest.raises(TypeError, match="must be declared"):
        closed(2).state_from_json({})
    state = Sealed(2).new_game(7)
    derived = type("Derived", (Sealed,), {})(2)
    assert derived.state_from_json(derived.to_json(state)) == state
