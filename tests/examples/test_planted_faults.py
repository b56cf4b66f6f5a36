"""The examples keep the contract, and what `check_game` alone notices of the faults that authors
make.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardgames import ConformanceError, Game
from boardgames.testing import check_game
from examples.ambush import Ambush
from examples.briscola import Briscola
from examples.hanabi import Hanabi
from examples.kuhn_poker import KuhnPoker
from examples.nines import Nines
from examples.skull import Skull
from examples.tic_tac_toe import TicTacToe
from tests.examples.planted_faults import EXAMPLES, FAULTS, PlantedFault, game_with

PLANTED = [(example, fault) for example, (_, _, faults) in FAULTS.items() for fault in faults]


def test_there_are_twelve_faults_for_each_example_and_each_can_be_planted() -> None:
    assert [len(faults) for _, _, faults in FAULTS.values()] == [12] * 5
    for example, fault in PLANTED:
        text = (EXAMPLES / f"{example}.py").read_text(encoding="utf-8")
        assert fault.planted(text) != text


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [
        Ambush(2),
        Briscola(2),
        Hanabi(2),
        Hanabi(5),
        KuhnPoker(2),
        Nines(2),
        Nines(3, rounds=2),
        Skull(3),
        TicTacToe(2),
    ],
    ids=lambda game: f"{game.name}-{game.players}",
)
def test_the_examples_keep_the_contract(game: Game[Any, Any, Any]) -> None:
    check_game(game)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "fault"),
    [pytest.param(*each, id=f"{each[0]}: {each[1].name}") for each in PLANTED if each[1].noticed],
)
def test_a_fault_is_noticed(
    example: str, fault: PlantedFault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    game = game_with(example, fault, tmp_path)
    with pytest.raises(ConformanceError):
        check_game(game)
