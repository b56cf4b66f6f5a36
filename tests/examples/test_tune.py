"""The program that fits weights: it finds those that made the data, and writes what a game reads."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from boardgames.core.chance import generator
from tests.conftest import load

if TYPE_CHECKING:
    from tests.conftest import Shell

FILE = Path(__file__).parents[2] / "examples" / "tune.py"


@pytest.fixture(scope="module")
def tuning() -> Any:  # noqa: ANN401  # a module
    return load("example_tune", FILE)


def test_the_weights_that_made_the_data_are_found(tuning: Any) -> None:  # noqa: ANN401  # a module
    """Three seats with random features; the shares are the very chances that these weights give."""
    weights, rng = [1.5, -0.5], generator(0, 0)
    examples = []
    for _ in range(40):
        rows = [[rng.random(), rng.random() * 4] for _ in range(3)]
        shares = tuning.chances(weights, rows)
        examples.append(tuning.Example("here", rows, shares, shares, held_out=False))
    assert tuning.fit(examples, 2, 1e-9) == pytest.approx(weights, abs=1e-6)
    assert all(abs(weight) < 0.1 for weight in tuning.fit(examples, 2, 1e4))


def test_a_situation_without_examples_gets_no_weight(tuning: Any) -> None:  # noqa: ANN401  # a module
    assert tuning.fit([], 2, 1.0) == [0.0, 0.0]


def test_log_loss_is_that_of_what_came(tuning: Any) -> None:  # noqa: ANN401  # a module
    assert tuning.log_loss([0.25, 0.75], [0.0, 1.0]) == pytest.approx(0.287682)
    assert tuning.log_loss([0.5, 0.5], [0.5, 0.5]) == pytest.approx(0.693147)


@pytest.mark.parametrize(("game", "what"), [("koryo", "prior"), ("mundus_novus", "evaluation")])
def test_it_prints_the_weights_of_every_feature(shell: Shell, game: str, what: str) -> None:
    arguments = [game, what, "--players", "2", "--games", "2", "--bot", "random", "--noise", "0"]
    done = subprocess.run(
        [sys.executable, FILE, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=shell.environment(),
        cwd=shell.directory,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    module = import_module(f"boardgames.games.{game}.{what}")
    printed = tomllib.loads(done.stdout)[what]
    assert {situation: tuple(weights) for situation, weights in printed.items()} == dict(module.FEATURES)
