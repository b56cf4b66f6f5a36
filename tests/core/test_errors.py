from __future__ import annotations

import importlib
import inspect
import json
import os
import pickle
import pkgutil
import re
import sys
from http import HTTPStatus
from pathlib import Path
from types import ModuleType

import pytest

import boardgames
from boardgames import BoardGamesError, ConformanceError
from boardgames.core import errors
from boardgames.play.fault import Fault

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
    error = ConformanceError("determinism", "a State was changed")
    assert error.check == "determinism"
    assert str(error) == "determinism: a State was changed"


def test_an_exception_of_the_game_is_not_laid_to_the_check() -> None:
    error = ConformanceError("determinism", "the game raised KeyError", raised=True)
    assert error.check == "determinism"
    assert str(error) == "the game raised KeyError, during the check 'determinism'"


def exceptions() -> list[type[BaseException]]:
    """Return every exception class of the package, but for modules that need an extra that is not
    installed.
    """
    found: set[type[BaseException]] = set()
    for module in pkgutil.walk_packages(boardgames.__path__, "boardgames."):
        if module.name.endswith("__main__"):
            continue
        try:
            members = vars(importlib.import_module(module.name)).values()
        except ImportError:
            assert module.name.startswith(("boardgames.adapters.", "boardgames.__pyinstaller."))
            continue
        found |= {
            each for each in members if inspect.isclass(each) and issubclass(each, BaseException)
        }
    return sorted((each for each in found if each.__module__.startswith("boardgames.")), key=repr)


EXAMPLES = {
    "str": "full",
    "ReplyFault": "empty",
    "Refusal": "full",
    "object": "full",
    "int": 7,
    "bool": True,
    "Path": Path("g.json"),
    "HTTPStatus": HTTPStatus.NOT_FOUND,
    "Fault": Fault(2, 1, "no"),
    "type | None": dict,
}
"""An argument of each type that an exception is built from."""


@pytest.mark.parametrize("cls", exceptions())
def test_every_exception_comes_back_from_another_process_as_it_was(
    cls: type[BaseException],
) -> None:
    wanted = inspect.signature(cls).parameters.values() if "__init__" in vars(cls) else ()
    plain = [each for each in wanted if each.kind is each.POSITIONAL_OR_KEYWORD]
    named = {
        each.name: EXAMPLES[each.annotation] for each in wanted if each.kind is each.KEYWORD_ONLY
    }
    error = cls(*[EXAMPLES[each.annotation] for each in plain], **named)
    back = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    assert (type(back), str(back), vars(back)) == (cls, str(error), vars(error))


class Owner:
    """Somebody's bot."""


def test_an_exception_from_deep_within_python_names_whom_it_concerns() -> None:
    """Where no line is the author's, their file says more than one of Python's own."""
    with pytest.raises(ValueError, match="Expecting value") as caught:
        json.loads("?")
    error = caught.value
    traceback = error.__traceback__
    assert traceback is not None
    said = errors.describe_exception(error.with_traceback(traceback.tb_next), Owner)
    assert said.endswith("in Owner (test_errors.py)")


def test_a_library_below_the_folder_of_the_author_is_not_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in an environment beside their game: the innermost line that is not the library's is
    named.
    """
    theirs = ModuleType("theirs")
    theirs.__file__ = str(Path(os.path.commonpath([errors.__file__, __file__])) / "theirs.py")
    monkeypatch.setitem(sys.modules, "theirs", theirs)
    owner = type("Owner", (), {"__module__": "theirs"})
    with pytest.raises(errors.DecodeError) as caught:
        errors.require(condition=False, fault="wrong")
    assert "wrong in test_a_library_below" in errors.describe_exception(caught.value, owner)
