"""The example with hidden cards."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from examples.kuhn_poker import KuhnPoker


@pytest.mark.parametrize(
    ("said", "winner", "coins"),
    [
        (("pass", "pass"), None, 1),
        (("bet", "bet"), None, 2),
        (("pass", "bet", "bet"), None, 2),
        (("bet", "pass"), 0, 1),
        (("pass", "bet", "pass"), 1, 1),
    ],
)
def test_every_way_to_end(
    kuhn_poker: KuhnPoker, said: tuple[str, ...], winner: int | None, coins: int
) -> None:
    for seed in range(12):
        state = kuhn_poker.new_game(seed)
        for word in said:
            assert kuhn_poker.outcome(state) is None
            state = kuhn_poker.apply(state, kuhn_poker.parse(word))
        outcome = kuhn_poker.outcome(state)
        assert outcome is not None
        expected = int(state.cards[1] > state.cards[0]) if winner is None else winner
        assert outcome.winners == (expected,)
        assert outcome.scores[expected] == coins
        assert sum(outcome.scores) == 0


def test_all_six_deals_come_up_about_as_often(kuhn_poker: KuhnPoker) -> None:
    states = [kuhn_poker.new_game(seed) for seed in range(1200)]
    deals = [(*state.cards, state.left) for state in states]
    for deal in product((1, 2, 3), repeat=3):
        assert (140 < deals.count(deal) < 260) == (len(set(deal)) == 3)


def test_cards_are_shown_at_a_showdown_only(kuhn_poker: KuhnPoker) -> None:
    state = kuhn_poker.new_game(3)
    first, second = state.cards
    fold = kuhn_poker.apply(
        kuhn_poker.apply(state, kuhn_poker.parse("bet")), kuhn_poker.parse("pass")
    )
    call = kuhn_poker.apply(
        kuhn_poker.apply(state, kuhn_poker.parse("bet")), kuhn_poker.parse("bet")
    )
    assert kuhn_poker.view(fold, 0).cards == (first, 0)
    assert kuhn_poker.view(fold, None).cards == (0, 0)
    assert kuhn_poker.view(call, None).cards == (first, second)
