from __future__ import annotations

import re

import pytest

import boardgames
from boardgames import BoardGamesError, ConformanceError
from boardgames.core import errors

NAMES = sorted(name for name in vars(errors) if name.endswith("Error"))


@pytest.mark.parametrize("name", NAMES)
def test_every_error_is_a_value_error_of_the_library_and_public(name: str) -> None:
    error = getattr(errors, name)
    assert issubclass(error, BoardGamesError)
    assert issubclass(error, ValueError)
    assert getattr(boardgames, name) is error
    assert error.__doc__


def test_the_tree_in_the_docstring_is_the_tree_in_the_code() -> None:
    drawn = re.findall(r"^ *[├└]── (\w+)", errors.__doc__ or "", flags=re.MULTILINE)
    assert sorted([*drawn, "BoardGamesError"]) == NAMES
    assert all(getattr(errors, name).__bases__ == (BoardGamesError,) for name in drawn)


def test_a_conformance_error_names_its_check() -> None:
    error = ConformanceError("purity", "a State was changed")
    assert error.check == "purity"
    assert str(error) == "purity: a State was changed"


def test_an_exception_of_the_game_is_not_laid_to_the_check() -> None:
    error = ConformanceError("purity", "the game raised KeyError", raised=True)
    assert error.check == "purity"
    assert str(error) == "the game raised KeyError, during the check 'purity'"
