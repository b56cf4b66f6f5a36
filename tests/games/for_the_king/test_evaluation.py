"""What the estimate of a position is good for, and the random policy (F8)."""

from __future__ import annotations

from collections import Counter

import pytest

from boardgames.core.chance import generator
from boardgames.games.for_the_king import ForTheKing, NoteKind, Phase, State
from boardgames.play.bots import GreedyBot
from tests.games.for_the_king.positions import KingPosition, auctioning, game_for, sharing

GAMES = 60


def test_more_cards_of_an_office_are_better() -> None:
    rich = sharing(2, "Gold 1", hands=("Military A2, Military H4", "Military B2"))
    poor = sharing(2, "Gold 1", hands=("Military A2", "Military B2, Military H4"))
    assert rich.game.evaluate(rich.state, 0) > 0.5 > poor.game.evaluate(poor.state, 0)


def test_gold_is_worth_something_until_the_last_auction() -> None:
    early = auctioning(
        "King +1, " + ", ".join(f"Military {each}2" for each in "ABCD"), "Gold 3", ""
    )
    late = auctioning("King +1", "Gold 3", "")
    assert early.game.evaluate(early.state, 0) > late.game.evaluate(late.state, 0) > 0.5


def test_an_office_at_stake_is_worth_a_bid() -> None:
    position = auctioning(
        "Military H4", "Gold 3, Military A2", "Gold 2, Military I4", duties={"Military": 6}
    )
    assert position.best == "bid 1"
    assert position.play("bid 1").best == "bid 2"


def test_a_bid_that_cannot_be_paid_is_not_made() -> None:
    position = auctioning(
        "Military H4", "Gold 3", "Gold 1, Military I4", duties={"Military": 2}
    ).play("bid 2")
    assert position.best == "pass"
    assert auctioning("Military H4", "", "Gold 3").best == "pass"


def test_kings_are_resolved_in_ones_own_favour() -> None:
    hands = ("Military A2, Military H4", "Diplomacy A2, Diplomacy I4")
    assert sharing(2, "King +1", hands=hands).play("keep").best == "raise Military"
    assert sharing(2, "King -1", hands=hands).play("keep").best == "lower Diplomacy"
    assert (
        sharing(2, "King +1 -1", hands=hands).play("keep").best == "raise Military lower Diplomacy"
    )


def test_a_king_for_the_taking_is_worth_something() -> None:
    position = sharing(
        3, "King +1 +1, Gold 1, Gold 1, Gold 2", hands=("", "Military A2", "Provisions A1")
    )
    assert position.play("centre", "centre", "keep", "favor").best == "take King +1 +1"


def test_the_least_useful_cards_pay_for_gold() -> None:
    hand = "Diplomacy A2, Military H4, Military I4"
    favor = "Gold 3, " + ", ".join(f"Provisions {each}1" for each in "ABCD")
    position = auctioning(favor, hand, "Diplomacy H4, Diplomacy I4").play("bid 1", "pass")
    assert position.best == "discard Diplomacy A2"


@pytest.mark.long
def test_one_look_ahead_beats_chance_and_hardly_ever_bluffs() -> None:
    """12 games of two seats, seats alternating."""
    game, bot = ForTheKing(2), GreedyBot()
    won = 0.0
    for seed in range(12):
        state, rng, seat = game.new_game(seed), generator(seed, 9), seed % 2
        while game.to_act(state):
            player = state.player
            if player == seat:
                action = bot.choose(
                    game, player, game.view(state, player), game.legal_actions(state), rng
                )
            else:
                action = game.random_action(state, rng)
            state = game.apply(state, action)
        won += game.evaluate(state, seat)
    assert won >= 10


def test_an_office_held_by_one_seat_alone_is_no_extreme() -> None:
    """All nine cards of an office in one hand, and none in the others."""
    every = (
        "Diplomacy A2, Diplomacy B2, Diplomacy C2, Diplomacy D2, Diplomacy E3, Diplomacy F3,"
        " Diplomacy G3"
    )
    position = auctioning("Gold 1", f"{every}, Diplomacy H4, Diplomacy I4", "", "")
    assert [position.game.evaluate(position.state, seat) > 0.5 for seat in range(3)] == [
        True,
        False,
        False,
    ]


def defaults(before: State, after: State) -> int:
    """Return how many bidders could not pay in this step: 0 or 1."""
    if before.auction is None or after.auction is None:
        return 0
    if after.auction.number == before.auction.number:
        return len(after.auction.defaulted) - len(before.auction.defaulted)
    # If the last player defaults, the auction is over, but a card has been lost.
    lost = sum(n for each in after.public.histories for what, n in each if what is NoteKind.LOST)
    lost_before = sum(
        n for each in before.public.histories for what, n in each if what is NoteKind.LOST
    )
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
    bluffs = sum(
        count for notation, count in chosen.items() if notation != "pass" and int(notation[4:]) > 9
    )
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
    position = auctioning("Gold 3", "Military A2", "Gold 2", "Gold 1 x4").play(
        "bid 1", "bid 4", "pass"
    )
    assert set(drawn(position, 50)) == {"pass"}
