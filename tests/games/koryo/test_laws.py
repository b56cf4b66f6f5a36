"""What holds in every position, tried in positions of random games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames import IllegalActionError
from boardgames.games.koryo import (
    EVENTS,
    Absolve,
    Action,
    Destroy,
    Discard,
    Kind,
    Koryo,
    Order,
    Phase,
    State,
    Steal,
    Swap,
)

MAX_PLIES = 400
"""Plies after which a random game must be over: eight seasons of four orders, and of turns and
discards.
"""

law = settings(deadline=None, derandomize=True, max_examples=60)


def walk(players: int, seed: int) -> Iterator[State]:
    """Yield the positions of a random game, the last one included."""
    game, rng = Koryo(players), Random(seed)  # noqa: S311  # random games, not secrets
    state = game.new_game(seed)
    for _ in range(MAX_PLIES):
        yield state
        if not game.to_act(state):
            return
        # The many ways to do nothing much are rare, so that tableaux fill up.
        actions = [
            action
            for action in game.legal_actions(state)
            if str(action) not in ("order none", "end")
        ]
        state = game.apply(state, rng.choice(actions or list(game.legal_actions(state))))
    raise AssertionError("a random game does not end")


@law
@given(st.sampled_from((2, 3, 4)), st.integers(0, 2**53))
def test_seasons_turns_and_tokens_move_forward(players: int, seed: int) -> None:
    for before, after in pairwise(walk(players, seed)):
        assert after.round.season - before.round.season in (0, 1)
        assert after.bank <= before.bank
        if after.round.season > before.round.season:
            assert after.round.first == (before.round.first + 1) % players
            assert after.phase is Phase.ORDERS
        else:
            assert after.phase >= before.phase
            assert after.round == before.round


@law
@given(st.sampled_from((2, 3, 4)), st.integers(0, 2**53))
def test_tableaux_keep_the_limit_when_a_season_begins(players: int, seed: int) -> None:
    game = Koryo(players)
    for before, after in pairwise(walk(players, seed)):
        if after.round.season > before.round.season:
            limit = before.round.season + 2
            for tableau in game.view(after, None).tableaux:
                events = sum(tableau[event] for event in EVENTS)
                assert sum(tableau) <= max(limit + 2, events)


def wrong(action: Any, *fields: object) -> object:
    """Return an action with fields that no type checker would allow."""
    return action(*fields)


WRONG: list[object] = [
    None,
    0,
    "bank",
    (),
    [],
    {},
    Kind.BANKER,
    Order,
    wrong(Order, [Kind.SPY]),
    wrong(Order, 5),
    wrong(Order, None),
    wrong(Order, (None,)),
    wrong(Order, ([],)),
    wrong(Order, "Spy"),
    wrong(Steal, "1"),
    wrong(Steal, None),
    wrong(Steal, 0.5),
    wrong(Steal, 10**30),
    wrong(Destroy, "x", None),
    wrong(Destroy, 1, "Merchant"),
    wrong(Destroy, 1, -1),
    wrong(Destroy, 1, 99),
    wrong(Destroy, None, Kind.SPY),
    wrong(Destroy, [], {}),
    wrong(Absolve, None),
    wrong(Absolve, []),
    wrong(Absolve, 99),
    wrong(Swap, None, None, None, None),
    wrong(Swap, "a", Kind.SPY, "b", Kind.BANKER),
    wrong(Discard, None),
    wrong(Swap, 0, [], 1, {}),
    wrong(Swap, 0, -1, 1, 99),
    wrong(Discard, [1]),
    wrong(Discard, -1),
    wrong(Discard, "Merchant"),
]


@cache
def positions_of(phase: Phase) -> tuple[State, ...]:
    """Return the three positions of this phase, of six games, with the most types of actions: with
    Events to resolve and powers to use, no check ends early.
    """
    game = Koryo(3)
    states = [state for seed in range(6) for state in walk(3, seed) if state.phase is phase]
    states.sort(key=lambda state: -len({type(action) for action in game.legal_actions(state)}))
    return tuple(states[:3])


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("phase", Phase)
def test_apply_refuses_what_is_no_action(wrong: Action, phase: Phase) -> None:
    game = Koryo(3)
    for state in positions_of(phase):
        with pytest.raises(IllegalActionError) as caught:
            game.apply(state, wrong)
        assert "\n" not in str(caught.value)
