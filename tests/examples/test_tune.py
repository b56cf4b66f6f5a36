"""The program that fits weights: it finds those that made the data, and writes what a game
reads.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib import import_module
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boardgames.core.chance import generator
from boardgames.games.koryo import Phase
from examples import tune

if TYPE_CHECKING:
    from tests.conftest import Shell

FILE = Path(tune.__file__)


def test_the_weights_that_made_the_data_are_found() -> None:
    """Three seats with random features; the shares are the very chances that these weights give."""
    weights, rng = [1.5, -0.5], generator(0, 0)
    examples = []
    for _ in range(40):
        rows = [[rng.random(), rng.random() * 4] for _ in range(3)]
        shares = tune.chances(weights, rows)
        examples.append(tune.Example("here", rows, shares, shares, held_out=False))
    assert tune.fit(examples, 2, 1e-9) == pytest.approx(weights, abs=1e-6)
    assert all(abs(weight) < 0.1 for weight in tune.fit(examples, 2, 1e4))


def test_a_situation_without_examples_gets_no_weight() -> None:
    assert tune.fit([], 2, 1.0) == [0.0, 0.0]


def test_log_loss_is_that_of_what_came() -> None:
    assert tune.log_loss([0.25, 0.75], [0.0, 1.0]) == pytest.approx(0.287682)
    assert tune.log_loss([0.5, 0.5], [0.5, 0.5]) == pytest.approx(0.693147)


def printed_by(shell: Shell, *arguments: str) -> str:
    """Return what the program prints for games that are played at random."""
    done = shell.python(FILE, *arguments, "--bot", "random", "--noise", "0")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(("game", "what"), [("koryo", "prior"), ("mundus_novus", "evaluation")])
def test_it_prints_the_weights_of_every_feature(shell: Shell, game: str, what: str) -> None:
    text = printed_by(shell, game, what, "--players", "2", "--games", "2")
    module = import_module(f"boardgames.games.{game}.skill.{what}")
    printed = tomllib.loads(text)[what]
    assert {situation: tuple(weights) for situation, weights in printed.items()} == dict(
        module.FEATURES
    )


class Coin:
    """A game with two actions; the prior is no weighted sum of its numbers, which are kept in a
    cache besides.
    """

    def __init__(self) -> None:
        """Start with other numbers than those that are right."""
        self.CONSTANTS = ("EDGE", "BIAS", "SHARPNESS")
        self.EDGE, self.BIAS, self.SHARPNESS = 0.5, (0.0, 0.2), {Phase.ORDERS: 1.0}
        self.edge = lru_cache(lambda: self.EDGE**2)

    def prior(self, _state: object, _seat: int, _actions: object) -> list[float]:
        """Return the logarithms of the weights of both."""
        return [self.SHARPNESS[Phase.ORDERS] * (self.edge() + self.BIAS[0]), self.BIAS[1]]


def test_the_numbers_of_a_prior_that_is_no_weighted_sum_are_found() -> None:
    """The first action is chosen three times out of four."""
    coin = Coin()
    choices = [
        (coin, None, 0, (0, 1), int(number % 4 == 3), number % 5 == 0) for number in range(400)
    ]
    heading, *lines = tune.tune_constants(choices, 0.01, coin)
    assert heading.startswith("# 400 choices; log loss of 80 held out 0.")
    one, other = coin.prior(None, 0, ())
    assert one - other == pytest.approx(log(3), abs=0.01)
    assert [line.partition(" = ")[0] for line in lines] == list(coin.CONSTANTS)
    assert lines[2].startswith("SHARPNESS = {Phase.ORDERS: ")


@pytest.mark.long
def test_it_prints_the_numbers_of_mundus_novus(shell: Shell) -> None:
    text = printed_by(shell, "mundus_novus", "prior", "--games", "1", "--seed", "1")
    module = import_module("boardgames.games.mundus_novus.skill.prior")
    assert re.findall(r"^(\w+) = ", text, re.MULTILINE) == list(module.CONSTANTS)
