"""Samples of Koryŏ and For the King are held to exact likelihoods, and the boxes notice faults."""

from __future__ import annotations

import pytest

from tests.games.belief_boxes import BOXES, Box
from tests.games.sampler_mutants import MUTANTS, Mutant, noticed

CHEAP = ("rivals", "four rivals", "pairs", "decks")
"""The boxes whose positions are found in a second."""


def _marked(boxes: tuple[Box, ...]) -> list[object]:
    return [
        pytest.param(box, id=box.name, marks=() if box.name in CHEAP else pytest.mark.long)
        for box in boxes
    ]


@pytest.mark.parametrize("box", _marked(BOXES))
def test_every_world_is_sampled_exactly_as_often_as_it_is_likely(box: Box) -> None:
    some = box.some(40)
    assert some
    for position in some:
        assert not box.fault(position)


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(mutant, id=mutant.name, marks=() if mutant.box in CHEAP else pytest.mark.long)
        for mutant in MUTANTS
    ],
)
def test_the_box_of_a_fault_notices_it(mutant: Mutant) -> None:
    assert noticed(mutant)
