"""Errors that an author's game raises at a table."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import pytest

from boardgames.core.errors import BotError, ConformanceError
from boardgames.jsonrpc import WireError
from boardgames.play import Match, make_bot
from boardgames.remote.method import wire_errors
from boardgames.table import Table
from tests.testing.small_games import Sealed, SealedWords

HIDDEN = "the hand of player 2"


class Faulty(Sealed):
    """A game whose methods can be made to fail."""


REQUESTS: dict[str, Callable[[Table], object]] = {
    "score": lambda at: at.resign(0),
    "label": lambda at: at.choices(0),
    "view": lambda at: at.read(0, "1"),
    "scene": lambda at: at.scene(0),
    "tell": lambda at: at.news(None),
    "legal_actions": lambda at: at.sight.legal(0),
    "outcome": lambda at: at.over,
    "apply": lambda at: at.act(0, at.match.game.parse("commit 1")),
    "to_act": lambda at: at.waiting,
    "digest": lambda at: at.record(),
    "determinize": lambda at: at.hint(0, seconds=0.05),
}
"""By method of the game that fails: a request that calls it."""


def fail(*_: object, **__: object) -> Any:
    """Raise an error that says what a seat must not know."""
    raise KeyError(HIDDEN)


@pytest.mark.usefixtures("steady_hints")
@pytest.mark.parametrize("method", REQUESTS)
def test_an_error_of_an_authors_game_is_told_with_its_place_but_not_with_its_text(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Table(Match(Faulty(2), [None, None], 7))
    at.act(0, 1)
    at.act(1, 1)
    plies = at.match.plies
    with monkeypatch.context() as patch:
        patch.setattr(Faulty if hasattr(Faulty, method) else SealedWords, method, fail)
        with pytest.raises(ConformanceError) as caught:
            REQUESTS[method](at)
    assert "sealed raised KeyError in fail (test_blame.py, line" in str(caught.value)
    assert HIDDEN not in str(caught.value)
    assert isinstance(caught.value.__cause__, KeyError)
    assert (at.match.plies, at.over) == (plies, False)
    at.act(0, 1)


def test_an_error_in_new_game_is_told_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Faulty, "new_game", fail)
    with pytest.raises(ConformanceError, match="sealed raised KeyError"):
        Table.open(Faulty(2), ["human", "human"], 7)


def test_what_a_caller_does_wrong_is_not_blamed_on_the_game() -> None:
    at = Table(Match(Faulty(2), [None, None], 7))
    name: Any = 5
    with pytest.raises(AttributeError):
        at.rename(0, name)


def test_a_client_is_not_told_what_a_game_says_of_its_error_while_a_bot_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = Table(Match(Faulty(2), [None, make_bot("greedy")], 7))
    at.act(0, 1)
    monkeypatch.setattr(Faulty, "determinize", fail)
    with pytest.raises(WireError) as refused, wire_errors():
        at.step()
    assert HIDDEN not in "".join(traceback.format_exception(refused.value))
    with pytest.raises(BotError, match=HIDDEN):
        at.step()
