"""A recorded game as steps to learn from: what each seat saw, its legal actions, what it played and
got.
"""

from __future__ import annotations

import json

import pytest

from boardgames import make
from boardgames.adapters.encoding import Encoding, payoffs
from boardgames.adapters.trajectories import trajectory
from boardgames.core.errors import RecordError
from boardgames.play import Match, make_bot
from tests.conftest import KORYO_AND_OTHERS


@pytest.mark.parametrize(
    "name",
    KORYO_AND_OTHERS,
)
def test_the_steps_of_a_record_are_its_choices_as_their_seats_saw_them(name: str) -> None:
    game = make(name, players=3)
    match = Match(game, [make_bot("random") for _ in range(3)], seed=4)
    moves = [move for move in match.run() if len(game.legal_actions(move.before, move.player)) > 1]
    encoding = Encoding(game)
    steps = list(trajectory(match.record(), encoding))
    assert json.loads(json.dumps(steps)) == [
        {**step, "observation": list(map(list, step["observation"]))} for step in steps
    ]
    assert len(steps) == len(moves)
    for step, move in zip(steps, moves, strict=True):
        legal = encoding.numbered(game.legal_actions(move.before, move.player))
        assert (step["seat"], step["legal"], legal[step["action"]]) == (
            move.player,
            [*legal],
            move.action,
        )
        assert dict(step["observation"]) == encoding.vector(game.view(move.before, move.player))
    assert match.outcome is not None
    rewards = {step["seat"]: step["reward"] for step in steps}
    assert rewards == {seat: share - 1 / 3 for seat, share in enumerate(match.outcome.utility)}
    points = {
        step["seat"]: step["reward"] for step in trajectory(match.record(), encoding, "score")
    }
    assert points == dict(enumerate(payoffs(game, match.outcome, "score")))


def test_a_record_of_another_game_is_refused() -> None:
    record = Match(make("koryo", players=2), [None, None], seed=1).record()
    with pytest.raises(RecordError, match="with 2 players, not of koryo with 3"):
        list(trajectory(record, Encoding(make("koryo", players=3), slots=64, features=64)))
