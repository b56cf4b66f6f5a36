"""What the prior of Koryŏ thinks promising."""

from __future__ import annotations

from math import log
from typing import get_args

import pytest

from boardgames.games.koryo import Action, Kind, Order
from boardgames.games.koryo.phases.event_cards import RESOLVED_BY
from boardgames.games.koryo.skill.prior import FEATURES, GAINS, MOST_GAINED, by_resolving, features
from tests.games.koryo.positions import Position, ordered, ordering


def test_the_order_that_takes_a_family_looks_best() -> None:
    position = ordering("Merchant", "2 Merchant", hands=("2 Merchant, Spy, Priest",), season=8)
    assert position.most_promising == "order 2 Merchant"


def test_cards_above_the_limit_look_bad() -> None:
    """In season 1 a tableau keeps three cards."""
    position = ordering("", "", hands=("6 Merchant, Spy",), season=1)
    prior = position.prior
    assert prior["order 3 Merchant"] > prior["order 4 Merchant"] > prior["order 6 Merchant"]


def test_the_senator_leaves_room_for_two_cards_more() -> None:
    with_senator, without = ("Senator, 2 Merchant", "Priest, 2 Merchant")
    chances = []
    for tableau in (with_senator, without):
        position = ordering(tableau, "", hands=("2 Guardian",), season=1)
        prior = position.prior
        chances.append(prior["order 2 Guardian"] - prior["order none"])
    assert chances[0] > chances[1]


def test_powers_that_cost_nothing_look_better_than_to_end_the_turn() -> None:
    assert ordered("Banker", "", season=7).most_promising == "bank"
    assert ordered("Priest, Barbarian", "", season=7).most_promising == "absolve Barbarian"


def test_the_spy_robs_the_leader() -> None:
    assert (
        ordered(
            "Spy", "Omniscient", "Merchant, Broadcaster", tokens=(0, 1, 1), season=7
        ).most_promising
        == "steal 3"
    )


def test_a_barbarian_destroys_the_character_that_decides_a_family() -> None:
    position = ordered("2 Merchant", "3 Merchant, Omniscient, 2 Banker", orders=("Barbarian",))
    assert position.most_promising == "destroy Merchant of 2"


def test_a_lobbying_wins_a_family() -> None:
    position = ordered("2 Merchant, Spy", "2 Merchant, Omniscient", orders=("Lobbying",))
    assert position.most_promising == "swap Spy of 1 for Merchant of 2"


def test_the_card_that_leads_nowhere_is_discarded() -> None:
    position = ordered("2 Merchant, 2 Broadcaster, Priest", "3 Priest", season=2)
    assert position.most_promising == "discard Priest"


@pytest.mark.parametrize("action", ["bank", "absolve Barbarian", "steal 2"])
def test_a_gain_is_what_the_estimated_odds_grow_by(action: str) -> None:
    position = ordered(
        "Banker, Spy, Priest, Barbarian", "2 Merchant, Omniscient", tokens=(1, 2), season=7
    )
    game, state = position.game, position.state
    actions = game.legal_actions(state)
    gains = dict(
        zip(
            map(str, actions), [row[0] for row in features(game, state, 0, actions)[1]], strict=True
        )
    )
    before, after = (
        game.evaluate(state, 0),
        game.evaluate(game.apply(state, game.parse(action), 0), 0),
    )
    assert gains[action] == pytest.approx(log(after / (1 - after)) - log(before / (1 - before)))


def test_to_rob_one_seat_of_three_helps_the_other_one_too() -> None:
    gains = []
    for tableaux, tokens in (
        (("Spy", "Merchant"), (0, 1)),
        (("Spy", "Merchant", "Merchant"), (0, 1, 1)),
    ):
        position = ordered(*tableaux, tokens=tokens, season=7)
        actions = position.game.legal_actions(position.state)
        rows = features(position.game, position.state, 0, actions)[1]
        gains.append(rows[[str(action) for action in actions].index("steal 2")][0])
    assert gains[0] > gains[1] > 0


@pytest.mark.parametrize(
    ("event", "tableau", "rival"),
    [
        ("Barbarian", "2 Merchant", "3 Merchant"),
        ("Lobbying", "2 Merchant, Spy", "2 Merchant, Omniscient"),
    ],
)
def test_an_event_is_ordered_where_it_finds_something_to_do(
    event: str, tableau: str, rival: str
) -> None:
    chances = []
    for theirs in (rival, ""):
        position = ordering(tableau, theirs, hands=(f"{event}, Priest",), season=7)
        prior = position.prior
        chances.append(prior[f"order 1 {event}"] - prior["order none"])
    assert chances[0] > chances[1]


@pytest.mark.parametrize(
    ("event", "tableaux"),
    [
        ("Barbarian", ("2 Merchant", "3 Merchant, Guardian")),  # K7.6
        ("Lobbying", ("2 Merchant, Priest", "3 Merchant, Spy", "")),  # K7.7
        ("Lobbying", ("2 Merchant, Spy", "3 Merchant, Priest", "")),  # K7.7: one's own protection
    ],
)
def test_an_event_finds_nothing_to_do_where_everybody_is_protected(
    event: str, tableaux: tuple[str, ...]
) -> None:
    position = ordering(*tableaux, hands=(f"{event}, Priest",), season=7)
    actions = position.game.legal_actions(position.state)
    rows = dict(
        zip(map(str, actions), features(position.game, position.state, 0, actions)[1], strict=True)
    )
    names = FEATURES["orders"]
    assert rows[f"order 1 {event}"][names.index("barbarian_gain")] == 0
    assert rows[f"order 1 {event}"][names.index("lobbying_gain")] == 0


@pytest.mark.parametrize(
    "tableaux",
    [
        ("2 Merchant, Priest", "3 Merchant, Spy"),
        ("2 Merchant, Priest", "3 Merchant, Spy, Guardian", ""),
    ],
)
def test_k7_7_a_spy_does_not_protect_with_two_players_nor_beside_a_guardian(
    tableaux: tuple[str, ...],
) -> None:
    position = ordering(*tableaux, hands=("Lobbying",), season=7)
    actions = position.game.legal_actions(position.state)
    rows = dict(
        zip(map(str, actions), features(position.game, position.state, 0, actions)[1], strict=True)
    )
    assert rows["order 1 Lobbying"][FEATURES["orders"].index("lobbying_gain")] > 0


def test_there_is_a_gain_for_every_action() -> None:
    assert {*GAINS, Order} == {*get_args(Action)}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("resolving", RESOLVED_BY, ids=lambda action: action.__name__)
def test_a_quick_estimate_of_an_event_is_what_it_does_to_the_table(
    resolving: type[Action], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tableaux = ("2 Merchant, Spy", "2 Merchant, Banker", "Priest")[:players]
    orders = (str(RESOLVED_BY[resolving].kind),)
    position = ordered(*tableaux, orders=orders, tokens=(0, 2, 1)[:players], season=7)
    quick = gains_of(position, resolving)
    assert quick
    monkeypatch.setitem(GAINS, resolving, by_resolving)
    assert gains_of(position, resolving) == pytest.approx(quick)


def gains_of(position: Position, resolving: type[Action]) -> list[float]:
    """Return the gain of each action of a type."""
    game, state = position.game, position.state
    actions = [action for action in game.legal_actions(state) if type(action) is resolving]
    return [row[0] for row in features(game, state, state.player, actions)[1]]


def test_an_event_gains_in_an_order_what_its_best_choice_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With two players, one of whom is oneself, a Lobbying is estimated alike."""
    position = ordering("2 Merchant, Spy", "2 Merchant, Banker", hands=("Lobbying",), season=7)
    quick = position.prior["order 1 Lobbying"]
    monkeypatch.delitem(MOST_GAINED, Kind.LOBBYING)
    assert position.prior["order 1 Lobbying"] == pytest.approx(quick)
