"""F8: the random policy."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from boardgames.core.chance import generator
from boardgames.games.for_the_king import NoteKind, Phase
from tests.games.for_the_king.positions import KingPosition, auctioning, game_for, sharing

if TYPE_CHECKING:
    from boardgames.games.for_the_king import State

GAMES = 60


def defaults(before: State, after: State) -> int:
    """Return how many bidders could not pay in this step: 0 or 1."""
    if before.auction is None or after.auction is None:
        return 0
    if after.auction.number == before.auction.number:
        return len(after.auction.defaulted) - len(before.auction.defaulted)
    # If the last player defaults, the auction is over, but a card has been lost.
    lost = sum(n for each in after.public.histories for what, n in each if what is NoteKind.LOST)
    lost_before = sum(n for each in before.public.histories for what, n in each if what is NoteKind.LOST)
    return int(before.phase is Phase.BID and lost > lost_before)


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "decisions", "score"), [(2, 150, 7.3), (3, 210, 6.4), (4, 245, 4.9), (5, 345, 4.8)]
)
def test_f8_random_play_is_honest(players: int, decisions: int, score: float) -> None:
    rules = game_for(players)
    made, points, failed = 0, 0, 0
    for seed in range(GAMES):
        state, rng = rules.new_game(seed), generator(seed, 0)
        while rules.to_act(state):
            after = rules.apply(state, rules.random_action(state, rng))
            made, failed = made + 1, failed + defaults(state, after)
            state = after
        points += sum(rules.score(state))
    assert failed / GAMES < 3
    assert made / GAMES == pytest.approx(decisions, rel=0.1)
    assert points / GAMES / players == pytest.approx(score, abs=0.6)


def drawn(position: KingPosition, times: int) -> Counter[str]:
    """Return how often the policy chooses what."""
    rng = generator(0, 0)
    return Counter(str(position.game.random_action(position.state, rng)) for _ in range(times))


def test_f8_passes_about_half_the_time() -> None:
    chosen = drawn(auctioning("Military H4", "Gold 3 x3", ""), 4000)
    assert chosen["pass"] / 4000 == pytest.approx(0.5, abs=0.03)


def test_f8_raises_by_little_and_mostly_within_the_seats_means() -> None:
    chosen = drawn(auctioning("Military H4", "Gold 3 x3", "", ""), 4000)
    assert chosen["bid 1"] > chosen["bid 2"] > chosen["bid 3"] > chosen["bid 5"]
    bluffs = sum(count for notation, count in chosen.items() if notation != "pass" and int(notation[4:]) > 9)
    assert 0 < bluffs < 4000 * 0.04


@pytest.mark.long
def test_f8_every_legal_action_has_a_chance() -> None:
    for position in (
        auctioning("Military H4", "Gold 1", ""),
        auctioning("Military H4", "Gold 3 x3", "").play("bid 20"),
        auctioning("Gold 2", "Gold 3 x3", "Military A2"),
        auctioning("Military H4", "Gold 1 x3, Gold 2 x2, Gold 3", "").play("bid 4", "pass"),
        auctioning("Gold 2", "Gold 3 x3, Military A2", "").play("bid 2", "pass"),
        sharing(2, "King +1 -1"),
        sharing(2, "King +1 -1").play("keep"),
    ):
        assert set(drawn(position, 20_000)) == set(position.legal)


def test_f8_passes_where_nothing_else_is_legal() -> None:
    position = auctioning("Gold 3", "Military A2", "Gold 2", "Gold 1 x4").play("bid 1", "bid 4", "pass")
    assert set(drawn(position, 50)) == {"pass"}
