"""The estimate of a seat's chance to win: every source of influence, majority and limit that it
counts.
"""

from __future__ import annotations

from math import exp
from operator import mul

import pytest

from boardgames.core.values import evolve
from boardgames.games.koryo import EVENTS, FAMILIES, Kind, Koryo
from boardgames.games.koryo.skill.evaluation import NAMES, WEIGHTS, family_values, features
from tests.games.koryo.positions import Position, ordered, ordering


def row(position: Position, seat: int = 0) -> dict[str, float]:
    """Return the features of a seat by name, without those that count a second time."""
    _, rows = features(position.game, position.state)
    return dict(zip(NAMES, rows[seat][: len(NAMES)], strict=True))


def changed(before: Position, after: Position, seat: int = 0) -> dict[str, float]:
    """Return the features of a seat that differ, and by how much."""
    old, new = row(before, seat), row(after, seat)
    return {name: new[name] - old[name] for name in NAMES if new[name] != old[name]}


def test_more_influence_means_a_better_chance() -> None:
    behind, level, ahead = (
        ordered("Banker", other, season=7)
        for other in ("2 Merchant, 2 Broadcaster", "Guardian", "")
    )
    chances = [position.game.evaluate(position.state, 0) for position in (behind, level, ahead)]
    assert 0 < chances[0] < chances[1] < chances[2] < 1


def test_the_estimate_is_the_softmax_of_the_weighted_features() -> None:
    for position in (
        ordering(
            "2 Banker, Barbarian", "Merchant, 2 Spy", "", hands=("Priest", "2 Guardian"), season=4
        ),
        ordered(
            "2 Banker, Omniscient",
            "2 Banker, Senator",
            "2 Spy",
            orders=("2 Barbarian", "", "Lobbying"),
            season=6,
        ),
    ):
        phase, rows = features(position.game, position.state)
        weights = [exp(sum(map(mul, WEIGHTS[phase], each))) for each in rows]
        chances = [position.game.evaluate(position.state, seat) for seat in range(3)]
        assert chances == pytest.approx([weight / sum(weights) for weight in weights])


@pytest.mark.parametrize("kind", EVENTS)
def test_events_and_tokens_count(kind: Kind) -> None:
    plain, burdened = (
        ordering("Merchant", "", season=5),
        ordering(f"Merchant, 2 {kind}", "", season=5),
    )
    assert changed(plain, burdened) == {"events": 2}
    assert changed(plain, ordering("Merchant", "", season=5, tokens=(3, 0))) == {"tokens": 3}


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ("Merchant", "", {"ahead_1": 9}),
        ("3 Merchant", "Merchant", {"ahead_2": 9}),
        ("4 Merchant", "", {"ahead_3": 9}),
        ("2 Merchant", "2 Merchant", {"tied": 9}),
        ("Merchant", "2 Merchant", {"behind_1": 9}),
        ("Merchant", "3 Merchant", {"behind_2": 9}),
        ("Merchant", "4 Merchant", {}),
        ("2 Banker", "Banker", {"ahead_1": 6, "banker": 1}),
        ("2 Banker, Spy", "Banker, Spy", {"ahead_1": 6, "banker": 1, "tied": 2}),
        ("Spy, Omniscient", "Spy", {"tied": 2, "spy": 1, "ahead_1": 1, "omniscient": 1}),
    ],
)
def test_leads_count_with_the_influence_of_the_family(
    own: str, other: str, expected: dict[str, float]
) -> None:
    found = row(ordering(own, other, season=8))
    assert {name: entry for name, entry in found.items() if entry} == expected


def test_features_count_less_the_second_time_the_more_rounds_are_to_come() -> None:
    for season, divisor in ((8, 1), (6, 3), (1, 8)):
        position = ordering("Merchant", "", season=season)
        rows = features(position.game, position.state)[1]
        assert [each / divisor for each in rows[0][: len(NAMES)]] == rows[0][len(NAMES) :]


def test_cards_above_the_limit_count_unless_the_senator_allows_them() -> None:
    """The limit of season 3 is 5."""
    assert row(ordering("5 Ship Owner", "", season=3))["above_limit"] == 0
    assert row(ordering("5 Ship Owner, 2 Lobbying", "", season=3))["above_limit"] == 2
    assert row(ordering("Senator, 5 Ship Owner, 2 Lobbying", "", season=3))["above_limit"] == 1


def test_events_that_can_still_be_resolved_count() -> None:
    position = ordered("Banker", "Merchant", "", orders=("2 Barbarian", "Lobbying"), season=4)
    assert (row(position, 0)["barbarian_due"], row(position, 1)["lobbying_due"]) == (2, 1)
    position = position.play("destroy Merchant of 2")
    assert row(position, 0)["barbarian_due"] in (0, 1)


def test_the_best_family_in_a_hand_counts_until_the_order_is_placed() -> None:
    """In the last season a lead is certain, and worth the family's number."""
    position = ordering("Merchant", "2 Merchant", hands=("2 Merchant, Banker",), season=8)
    assert row(position)["hand"] == pytest.approx(9)
    assert row(position.play("order none"))["hand"] == 0


def test_orders_count_as_if_revealed() -> None:
    face_down = ordering("Banker", "Merchant", "", hands=("2 Banker",), season=4).play(
        "order 2 Banker"
    )
    face_up = ordering("3 Banker", "Merchant", "", season=4).play("order none")
    assert changed(face_down, face_up) == {}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_lead_promises_the_family_and_its_power_for_the_rounds_to_come(family: Kind) -> None:
    """With two rounds left, 8 of 10 parts are certain, and the lead of one card holds in 70 %."""
    power = {
        "Spy": 0.5,
        "Senator": 0.4,
        "Priest": 0.2,
        "Ship Owner": 0.2,
        "Banker": 0.7,
        "Guardian": 0.3,
        "Broadcaster": 0.2,
    }.get(str(family), 0)
    assert family.number is not None
    assert family_values(2, family, (1, 0), None)[0] == pytest.approx(
        family.number * (0.8 + 0.2 * 0.7) + 2 * power
    )
    assert family_values(0, family, (2, 1), None) == pytest.approx([family.number, 0])


def test_the_estimate_of_a_hopeless_lead_is_no_overflow() -> None:
    """With a million tokens among the components, a lead is larger than any exponent."""
    game = Koryo(
        2, components={"tokens": 10**6, "copies": {"spy": 2}, "seasons": [{"dealt": 1, "limit": 3}]}
    )
    state = evolve(game.new_game(1), tokens=(10**6, 0), bank=0)
    assert game.evaluate(state, 0) == pytest.approx(1)
    assert game.evaluate(state, 1) == pytest.approx(0, abs=1e-12)
