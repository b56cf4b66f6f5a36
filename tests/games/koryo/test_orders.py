"""K6: what may be placed face down."""

from __future__ import annotations

import pytest

from boardgames import IllegalActionError
from boardgames.games.koryo import Kind, Order
from tests.games.koryo.positions import CARDS_IN_ALL, ordered, ordering

OWNER = "Ship Owner"
"""A tableau with the Ship Owner majority."""


def test_k6_1_any_number_of_identical_cards() -> None:
    position = ordering("", "", hands=("3 Banker, Spy, 2 Lobbying",))
    assert position.legal == (
        "order none",
        "order 1 Spy",
        "order 1 Banker",
        "order 2 Banker",
        "order 3 Banker",
        "order 1 Lobbying",
        "order 2 Lobbying",
    )


@pytest.mark.parametrize("notation", ["order 3 Banker", "order 1 Merchant", "order 1 Barbarian"])
def test_k6_1_only_cards_of_the_own_hand(notation: str) -> None:
    assert ordering("Merchant", "", hands=("2 Banker", "3 Banker, Barbarian")).refuses(notation)


@pytest.mark.parametrize(
    ("hand", "notation"),
    [
        ("Banker, Barbarian", "order Banker Barbarian"),
        ("Barbarian, Lobbying", "order Barbarian Lobbying"),
        ("Spy, Merchant", "order Spy Merchant"),
    ],
)
def test_k6_1_barbarians_lobbying_and_families_do_not_mix(hand: str, notation: str) -> None:
    assert ordering("", OWNER, hands=(hand, hand)).refuses(notation)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", range(4))
def test_k6_1_orders_are_placed_in_turn_order(players: int, first: int) -> None:
    first %= players
    position = ordering(*[""] * players, first=first, season=2)
    asked = []
    for _ in range(players):
        asked.append(position.state.player)
        position = position.play("order none")
    assert asked == [(first + step) % players for step in range(players)]
    assert position.state.round.season == 3


@pytest.mark.parametrize("hand", ["", "4 Merchant", "Barbarian, Spy"])
def test_k6_2_as_many_as_he_wishes_includes_none(hand: str) -> None:
    position = ordering("", "", hands=(hand,))
    assert position.legal[0] == "order none"
    placed = position.play("order none")
    view = placed.view(None)
    assert view.order_sizes == (0, 0)
    assert view.discard_sizes == (sum(position.view(0).hand), 0)


@pytest.mark.parametrize(
    ("hand", "notation"),
    [
        ("Banker, Barbarian", "order Banker Barbarian"),
        ("Spy, Merchant", "order Spy Merchant"),
        ("Barbarian, Lobbying", "order Barbarian Lobbying"),
        ("2 Merchant, 3 Lobbying", "order Merchant Lobbying"),
    ],
)
def test_k6_3_ship_owner_may_place_two_different_cards(hand: str, notation: str) -> None:
    position = ordering(OWNER, "", hands=(hand,))
    assert notation in position.legal
    placed = position.play(notation)
    assert placed.view(None).order_sizes == (2, 0)


def test_k6_3_all_orders_of_a_ship_owner() -> None:
    position = ordering(OWNER, "", hands=("2 Banker, Spy, Barbarian",))
    assert position.legal == (
        "order none",
        "order 1 Spy",
        "order Spy Banker",
        "order Spy Barbarian",
        "order 1 Banker",
        "order 2 Banker",
        "order Banker Barbarian",
        "order 1 Barbarian",
    )


def test_k6_3_every_pair_of_kinds_and_nothing_larger() -> None:
    hand = ", ".join(f"2 {kind}" for kind in Kind if kind is not Kind.OMNISCIENT)
    position = ordering(OWNER, "", hands=(hand,))
    pairs = [
        order
        for order in position.legal
        if not order.split()[1].isdigit() and order != "order none"
    ]
    others = len(Kind) - 1
    assert len(pairs) == others * (others - 1) // 2
    assert len(position.legal) == 1 + 2 * others + len(pairs)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(
    "cards",
    [
        (Kind.BANKER, Kind.BANKER, Kind.BARBARIAN),
        (Kind.SPY, Kind.BANKER, Kind.BARBARIAN),
        (Kind.BANKER, Kind.BARBARIAN, Kind.BARBARIAN),
        (Kind.SPY, Kind.SPY, Kind.BANKER, Kind.BANKER),
        (Kind.BANKER, Kind.SPY, Kind.BANKER),
    ],
)
def test_k6_3_never_two_bankers_and_a_barbarian(owner: int, cards: tuple[Kind, ...]) -> None:
    tableaux = ["", ""]
    tableaux[owner] = OWNER
    position = ordering(*tableaux, hands=("2 Spy, 3 Banker, 2 Barbarian",))
    with pytest.raises(IllegalActionError):
        position.game.apply(position.state, Order(cards))


def test_k6_3_pair_has_one_way_to_be_written() -> None:
    position = ordering(OWNER, "", hands=("Banker, Barbarian",))
    with pytest.raises(IllegalActionError, match="'order Barbarian Banker'"):
        position.game.apply(position.state, Order((Kind.BARBARIAN, Kind.BANKER)))


@pytest.mark.parametrize(
    ("tableaux", "holder"),
    [
        (("Ship Owner", "", ""), 0),
        (("Ship Owner", "Ship Owner", ""), None),
        (("Ship Owner", "Ship Owner, Omniscient", ""), 1),
        (("Ship Owner", "Ship Owner", "3 Ship Owner"), 2),
    ],
)
def test_k6_3_goes_by_the_majority_after_the_deal(
    tableaux: tuple[str, ...], holder: int | None
) -> None:
    position = ordered(*tableaux, season=1)
    for _ in range(3):
        pairs = [
            order
            for order in position.legal
            if order != "order none" and not order.split()[1].isdigit()
        ]
        assert bool(pairs) == (position.state.player == holder)
        position = position.play("order none")


def test_k6_4_others_see_how_many_cards_but_not_which() -> None:
    position = ordering("", "", "", hands=("3 Banker, Spy", "Merchant"))
    few, many = position.play("order 2 Banker"), position.play("order 3 Banker")
    assert few.view(1).order_sizes == (2, 0, 0)
    assert many.view(1).order_sizes == (3, 0, 0)
    one, other = position.play("order 1 Spy"), position.play("order 1 Banker")
    for viewer in (1, 2, None):
        assert one.view(viewer) == other.view(viewer)
    assert one.view(0) != other.view(0)


def test_k6_4_rest_of_the_hand_is_discarded_unseen() -> None:
    position = ordering("", "", hands=("3 Banker, Spy, Lobbying",)).play("order 2 Banker")
    own, other = position.view(0), position.view(1)
    assert own.discards[Kind.BANKER] == own.discards[Kind.SPY] == own.discards[Kind.LOBBYING] == 1
    assert own.discard_sizes == other.discard_sizes == (3, 0)
    assert own.hand_sizes == (0, 0)
    assert not any(own.hand)
    assert not any(other.discards)


def test_k6_4_no_hand_is_carried_over() -> None:
    """The next hand is dealt anew: as many cards as its season says."""
    position = ordering("", "", hands=("9 Merchant", "7 Guardian"), season=5).play(
        "order none", "order none"
    )
    view = position.view(None)
    assert view.hand_sizes == (5, 5)
    assert view.discard_sizes == (0, 0)
    assert view.pile_size == CARDS_IN_ALL - 10


def test_k6_orders_only_in_phase_ii() -> None:
    assert ordered("Banker", "Merchant").refuses("order none")
