"""What others have openly done, repeated in worlds that were sampled before."""

from __future__ import annotations

from typing import Any

import pytest

import boardgames
from boardgames.testing.conformance import run_check
from boardgames.testing.probe import Probe
from boardgames.testing.recall_check import piece_names
from boardgames.testing.replay_check import suspicious
from examples.kuhn_poker import KuhnPoker
from examples.skull import Skull
from tests.testing.broken_examples import ForgetsWhoHasNoSkull
from tests.testing.broken_games import BROKEN, OneSidedAfterReveals
from tests.testing.gifts import Gifts, GivesWhatWasShownBefore
from tests.testing.kept_faults import kept_faults
from tests.testing.small_games import Sealed

SEEDS = [0, *[pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2)]]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "game",
    [
        Gifts(2),
        *[pytest.param(game, marks=pytest.mark.long) for game in (Sealed(2), Skull(3))],
        KuhnPoker(2),
    ],
    ids=lambda game: f"{game.name}-{game.players}",
)
def test_right_games_sample_what_earlier_worlds_leave(game: Any, seed: int) -> None:
    run_check("replaying", Probe(game, 2, 9, seed=seed))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "game",
    [GivesWhatWasShownBefore(2), OneSidedAfterReveals(2), ForgetsWhoHasNoSkull(3)],
    ids=lambda game: type(game).__name__,
)
def test_samples_that_ignore_what_was_shown_are_refused(game: Any, seed: int) -> None:
    with pytest.raises(
        boardgames.ConformanceError, match=r"^replaying: samples do not fit what .* shown"
    ):
        run_check("replaying", Probe(game, seed=seed))


def test_only_what_was_shown_tells_that_a_sampler_becomes_one_sided() -> None:
    broken = BROKEN["OneSidedAfterReveals"]
    assert broken.worlds is None
    run_check("frequencies", Probe(broken.game(2), 2, 9, 200))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), 2])
def test_it_looks_at_what_is_forgotten_with_the_last_card_of_a_hand(seed: int) -> None:
    probe = Probe(GivesWhatWasShownBefore(2), seed=seed)
    names = piece_names(probe.game, probe.chosen[0].before)
    found = [*suspicious(probe, names, probe.generator())]
    assert found
    assert all(ply.player == 1 and not any(probe.game.view(ply.after, 1).hands) for ply in found)


def test_a_sampler_that_changes_the_view_is_not_asked_for_ever() -> None:
    name = r"Sealed.determinize → samples: .* the View"
    (fault,) = [each for each in kept_faults() if each.name == name]
    with (
        fault.probed() as probe,
        pytest.raises(boardgames.ConformanceError, match=r"^replaying: .* none is left after what"),
    ):
        run_check("replaying", probe)
