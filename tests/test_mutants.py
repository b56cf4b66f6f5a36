"""Planting faults: each has a name, and changes one thing for as long as it is planted."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from tests import mutants


@pytest.mark.parametrize("game", mutants.GAMES)
def test_every_fault_has_a_name_of_its_own(game: str) -> None:
    names = Counter(mutant.name for mutant in mutants.faults(game))
    assert len(names) > 300
    assert [name for name, times in names.items() if times > 1] == []


def test_what_is_listed_as_surviving_can_be_planted() -> None:
    names = {mutant.name for game in mutants.GAMES for mutant in mutants.faults(game)}
    assert set(mutants.known()) - names == set()


def test_a_fault_changes_its_function_and_leaves_the_tree_as_it_was() -> None:
    path = mutants.ROOT / "boardgames" / "games" / "koryo" / "scoring.py"
    planted = [*mutants.mutants(path)]
    before = ast.dump(planted[0].tree)
    original = compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)
    for mutant in planted:
        (code,) = mutants._codes_of(original, mutant.function, mutant.line)
        assert mutant.code != code, mutant.name
        assert ast.dump(mutant.tree) == before, mutant.name
