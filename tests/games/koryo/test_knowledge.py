"""K10: what each player knows, and what he has to reckon with."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING

import pytest

from boardgames import ConfigurationError, DecodeError
from boardgames.games.koryo import Kind, Koryo, State, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardgames.core.codec import JSON
    from tests.games.koryo.conftest import Table

VIEWERS = (0, 1, 2, None)


def worlds(table: Table, viewer: int | None, count: int) -> list[State]:
    """Return random worlds of this viewer, every one of which must look to him as the table does."""
    rng, view = Random(1), table.game.view(table.state, viewer)  # noqa: S311  # random worlds, not secrets
    sampled = [table.game.determinize(view, rng) for _ in range(count)]
    assert all(table.game.view(world, viewer) == view for world in sampled)
    return sampled


def own(table: Table, world: State, seat: int) -> View:
    return table.game.view(world, seat)


# Views.


def test_k10_what_is_public(ordered: Callable[..., Table]) -> None:
    """Everybody, a spectator too, sees tableaux, tokens, bank, season, turn order and the sizes of what is hidden."""
    table = ordered("2 Spy, Banker", "Merchant", "", orders=("", "3 Guardian"), tokens=(1, 2), season=4)
    views = [table.game.view(table.state, viewer) for viewer in VIEWERS]
    for view in views:
        assert view.tableaux == views[0].tableaux
        assert [sum(tableau) for tableau in view.tableaux] == [3, 1, 0]
        assert (view.tokens, view.bank) == ((1, 2, 0), 5)
        assert (view.round.season, view.round.first, view.player) == (4, 0, 0)
        assert view.hand_sizes == (0, 0, 0)
        assert view.order_sizes == (0, 3, 0)
        assert view.pile_size == 55 - 4 - 3


def test_k10_what_left_a_tableau_is_public(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "Omniscient, Merchant", "", orders=("2 Barbarian",)).play("destroy Omniscient of 2")
    for viewer in VIEWERS:
        gone = table.game.view(table.state, viewer).gone
        assert gone == (1, *[0] * 10)


def test_k10_own_hand_order_and_discards_are_private(ordering: Callable[..., Table]) -> None:
    table = ordering("", "", "", hands=("3 Banker, Spy", "2 Merchant"))
    assert own(table, table.state, 0).hand[Kind.BANKER] == 3
    for viewer in (1, 2, None):
        view = table.game.view(table.state, viewer)
        assert view.hand_sizes == (4, 2, 0)
        assert view.hand[Kind.BANKER] == view.hand[Kind.SPY] == 0
    table = table.play("order 2 Banker")
    assert own(table, table.state, 0).order[Kind.BANKER] == 2
    assert own(table, table.state, 0).discards[Kind.SPY] == 1
    for viewer in (1, 2, None):
        view = table.game.view(table.state, viewer)
        assert view.order_sizes == (2, 0, 0)
        assert view.discard_sizes == (2, 0, 0)
        assert not any(view.order)
        assert not any(view.discards)


def test_k10_a_spectator_sees_no_hand_at_all(ordering: Callable[..., Table]) -> None:
    view = (table := ordering("", "", hands=("3 Banker", "2 Merchant"))).game.view(table.state, None)
    assert view.seat is None
    assert not any((*view.hand, *view.order, *view.discards))


def test_k10_own_order_is_known_until_it_is_revealed_and_discards_to_the_end_of_the_round(
    ordering: Callable[..., Table],
) -> None:
    table = ordering("Banker", "Spy", hands=("Merchant", "2 Guardian, Priest"), tokens=(1, 0))
    table = table.play("order 1 Merchant", "order 2 Guardian")
    view = own(table, table.state, 1)
    assert (view.order[Kind.GUARDIAN], view.discards[Kind.PRIEST]) == (2, 1)
    table = table.play("end")
    view = own(table, table.state, 1)
    assert view.tableaux[1][Kind.GUARDIAN] == 2
    assert not any(view.order)
    assert view.discards[Kind.PRIEST] == 1


@pytest.mark.parametrize("seat", [-1, 3, "0"])
def test_no_view_of_a_seat_that_does_not_exist(seat: object) -> None:
    game = Koryo(3)
    with pytest.raises(ConfigurationError, match="no seat"):
        game.view(game.new_game(0), seat)  # type: ignore[arg-type]  # that is the point


def test_k10_the_ship_owner_of_phase_ii_is_remembered(ordering: Callable[..., Table]) -> None:
    """Player 2 loses his Ship Owner before his order is revealed; that he had it still tells what it can be."""
    table = ordering("Banker", "Ship Owner", hands=("Barbarian", "Spy, Merchant"))
    table = table.play("order 1 Barbarian", "order Spy Merchant", "destroy Ship Owner of 2")
    assert table.state.player == 0
    for viewer in (0, 1, None):
        view = table.game.view(table.state, viewer)
        assert not view.tableaux[1][Kind.SHIP_OWNER]
        assert view.round.ship_owner == 1
    kinds = {sum(map(bool, own(table, world, 1).order)) for world in worlds(table, 0, 200)}
    assert kinds == {1, 2}


# Sampled worlds.


@pytest.mark.parametrize("viewer", VIEWERS)
def test_k10_an_order_is_of_one_kind(ordering: Callable[..., Table], viewer: int | None) -> None:
    table = ordering("Ship Owner", "", "", hands=("", "3 Banker, Spy, Merchant", "Priest"), player=1)
    table = table.play("order 3 Banker")
    for world in worlds(table, viewer, 100):
        order = own(table, world, 1).order
        assert sorted(order) == [*[0] * 10, 3]


@pytest.mark.parametrize(
    ("owner_size", "other_size", "owner_kinds"), [(1, 2, {1}), (2, 2, {1, 2}), (3, 2, {1}), (4, 3, {1})]
)
def test_k10_only_the_ship_owner_and_only_two_cards_can_be_of_two_kinds(
    ordering: Callable[..., Table], owner_size: int, other_size: int, owner_kinds: set[int]
) -> None:
    table = ordering("Ship Owner", "", "", hands=("4 Merchant", "4 Guardian", "Spy"))
    table = table.play(f"order {owner_size} Merchant", f"order {other_size} Guardian")
    sampled = worlds(table, 2, 200)
    assert {sum(map(bool, own(table, world, 0).order)) for world in sampled} == owner_kinds
    assert {sum(map(bool, own(table, world, 1).order)) for world in sampled} == {1}


def test_k10_every_possible_order_of_one_kind_comes_up_as_often_as_its_cards_allow(
    ordering: Callable[..., Table],
) -> None:
    """Both Spies are on the table and player 1 holds three Priests of four: neither can be an order of two."""
    table = ordering("2 Spy, 3 Priest", "Banker", hands=("2 Merchant", "Guardian"), tokens=(0, 1))
    table = table.play("order 2 Merchant")
    unseen = dict(zip(Kind, (1, 0, 3, 1, 5, 5, 7, 8, 9, 6, 4), strict=True))
    ways = {kind: comb(count, 2) for kind, count in unseen.items() if count >= 2}
    count = 6000
    seen: Counter[Kind] = Counter()
    for world in worlds(table, None, count):
        (kind,) = [kind for kind, placed in zip(Kind, own(table, world, 0).order, strict=True) if placed]
        seen[kind] += 1
    assert set(seen) == set(ways)
    for kind, each in ways.items():
        expected = count * each / sum(ways.values())
        assert abs(seen[kind] - expected) < 5 * expected**0.5


def test_k10_an_order_of_one_card_can_be_any_unseen_card(ordering: Callable[..., Table]) -> None:
    table = ordering("2 Spy, 2 Senator", "", hands=("Merchant", "4 Lobbying")).play("order 1 Merchant")
    unseen = dict(zip(Kind, (1, 0, 1, 4, 5, 6, 7, 8, 9, 6, 0), strict=True))
    count = 4000
    seen = Counter(own(table, world, 0).order.index(1) for world in worlds(table, 1, count))
    assert set(seen) == {kind for kind, left in unseen.items() if left}
    for kind, left in unseen.items():
        expected = count * left / sum(unseen.values())
        assert abs(seen[kind] - expected) <= 5 * expected**0.5


def test_k10_every_pair_of_a_ship_owner_comes_up(ordering: Callable[..., Table]) -> None:
    unseen = {Kind.SENATOR: 3, Kind.PRIEST: 4, Kind.BARBARIAN: 6, Kind.LOBBYING: 4}
    tableaux = ("Omniscient, 2 Spy, 5 Ship Owner, 6 Banker", "7 Guardian, 8 Broadcaster, 9 Merchant")
    hands = ("Senator, Lobbying", "")
    table = ordering(*tableaux, hands=hands).play("order Senator Lobbying")
    orders = Counter(own(table, world, 0).order for world in worlds(table, 1, 2000))
    pairs = [{low: 1, high: 1} for low, high in combinations(unseen, 2)] + [{kind: 2} for kind in unseen]
    assert set(orders) == {tuple(pair.get(kind, 0) for kind in Kind) for pair in pairs}
    both = tuple(int(kind in (Kind.BARBARIAN, Kind.PRIEST)) for kind in Kind)
    expected = 2000 * 6 * 4 / comb(17, 2)
    assert abs(orders[both] - expected) < 5 * expected**0.5


def test_k10_orders_of_two_players_share_the_cards_there_are(ordering: Callable[..., Table]) -> None:
    """Of Senators and Priests alone, three and four of them, orders of three and three cards are of different kinds."""
    tableaux = ("Omniscient, 2 Spy, 5 Ship Owner, 6 Banker", "7 Guardian, 8 Broadcaster, 9 Merchant", "6 Barbarian")
    hands = ("3 Senator", "3 Priest", "4 Lobbying")
    table = ordering(*tableaux, hands=hands).play("order 3 Senator", "order 3 Priest")
    pairs = Counter((own(table, world, 0).order, own(table, world, 1).order) for world in worlds(table, 2, 500))
    # The seat itself holds all Lobbyings, so (Senator, Priest) and (Priest, Senator) are all there is.
    assert len(pairs) == 2
    assert min(pairs.values()) > 190


def test_k10_orders_and_discards_of_the_others_are_what_is_unseen(ordering: Callable[..., Table]) -> None:
    table = ordering("Merchant", "4 Guardian", "", hands=("3 Banker, 2 Spy", "2 Merchant, Priest", "Omniscient"))
    table = table.play("order 3 Banker", "order 2 Merchant")
    reachable: Counter[str] = Counter()
    for world in worlds(table, 2, 300):
        assert table.game.inventory(world) == table.game.inventory(table.state)
        assert own(table, world, 2).hand == own(table, table.state, 2).hand
        views = [own(table, world, seat) for seat in (0, 1)]
        for view in views:
            assert not view.order[Kind.OMNISCIENT]
            assert not view.discards[Kind.OMNISCIENT]
        reachable.update(str(kind) for kind in Kind if views[0].discards[kind])
    assert set(reachable) == {str(kind) for kind in Kind} - {"Omniscient"}


def test_k10_a_card_that_left_a_tableau_is_in_nobodys_hand_before_the_next_deal(
    ordering: Callable[..., Table],
) -> None:
    table = ordering("", "Omniscient, Merchant", "Spy", hands=("2 Barbarian", "Priest, Spy", "3 Lobbying, 2 Merchant"))
    table = table.play("order 2 Barbarian", "order 1 Priest", "order 2 Merchant", "destroy Omniscient of 2")
    for viewer in VIEWERS:
        for world in worlds(table, viewer, 300):
            for seat in range(3):
                view = own(table, world, seat)
                assert [view.hand[0], view.order[0], view.discards[0]] == [0, 0, 0]
    while not table.over:
        table = table.play("end")
    assert table.gone == "1 Omniscient"


def test_k10_after_the_next_deal_it_can_be_anywhere(ordered: Callable[..., Table]) -> None:
    table = ordered("", "Omniscient", orders=("Barbarian",), season=1).play("destroy Omniscient of 2")
    assert table.gone == ""
    viewer = next(seat for seat in (0, 1) if "Omniscient" not in table.hand(seat))
    assert any(own(table, world, 1 - viewer).hand[0] for world in worlds(table, viewer, 200))


def test_k10_a_sampled_world_has_a_future_of_its_own(ordering: Callable[..., Table]) -> None:
    """The same View leads to different deals, and never tells the seed of the game."""
    table = ordering("", "", season=1, seed=77)
    deals = set()
    for world in worlds(table, None, 20):
        assert world.hidden.seed != 77
        after = world
        for _ in range(2):
            after = table.game.apply(after, table.game.parse("order none"))
        deals.add(table.game.view(after, 0).hand)
    assert len(deals) == 20


def test_determinize_depends_on_view_and_generator_alone(ordering: Callable[..., Table]) -> None:
    one = ordering("", "", "", hands=("3 Banker, Spy",), seed=1).play("order 2 Banker")
    other = ordering("", "", "", hands=("3 Banker, Spy",), seed=2).play("order 2 Banker")
    views = [each.game.view(each.state, 1) for each in (one, other)]
    assert views[0] == views[1]
    rngs = [Random(3), Random(3)]  # noqa: S311  # random worlds, not secrets
    assert one.game.determinize(views[0], rngs[0]) == other.game.determinize(views[1], rngs[1])


# Views that no game has.


FAULTS: list[tuple[str, JSON, str]] = [
    ("pile_size", 24, "do not add up"),
    ("pile_size", -25, "do not add up"),
    ("hand_sizes", [10, 10, 11], "do not add up"),
    ("hand", {"merchant": 10}, "do not add up"),
    ("tableaux", [{"merchant": 9}, {"merchant": 9}, {}], "do not add up"),
    ("seat", 3, "no such seat"),
    ("seat", -1, "no such seat"),
    ("player", 3, "no such seat"),
    ("player", -1, "no such seat"),
    ("hand_sizes", [10, 9, 10], "not so many as the sizes say"),
    ("order", {"merchant": 1}, "not so many as the sizes say"),
    ("discard_sizes", [-1, 0, 1], "fewer than no cards"),
    ("hand_sizes", [10, 20], "not of a game with 3 players"),
    ("order_sizes", [], "not of a game with 3 players"),
    ("tokens", [0, 0], "not of a game with 3 players"),
    ("tableaux", [{}, {}], "not of a game with 3 players"),
]


@pytest.mark.parametrize(("field", "data", "fault"), FAULTS)
def test_a_view_that_no_state_has_is_refused(field: str, data: JSON, fault: str) -> None:
    game = Koryo(3)
    written = game.to_json(game.view(game.new_game(0), 1))
    assert isinstance(written, dict)
    view = game.view_from_json(written | {field: data})
    with pytest.raises(DecodeError, match=fault) as caught:
        game.determinize(view, Random(0))  # noqa: S311  # random worlds, not secrets
    assert "\n" not in str(caught.value)


def test_a_view_whose_orders_nobody_could_place_is_refused(ordering: Callable[..., Table]) -> None:
    game = Koryo(2)
    table = ordering("9 Merchant, 8 Broadcaster, 7 Guardian", "", hands=("6 Banker",)).play("order 6 Banker")
    written = game.to_json(game.view(table.state, 1))
    assert isinstance(written, dict)
    pile = written["pile_size"]
    assert isinstance(pile, int)
    view = game.view_from_json(written | {"order_sizes": [7, 0], "pile_size": pile - 1})
    with pytest.raises(DecodeError, match="the orders cannot all be what the rules allow"):
        game.determinize(view, Random(0))  # noqa: S311  # random worlds, not secrets
