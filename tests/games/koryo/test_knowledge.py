"""K10: what each player knows, and what they must reckon with."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from boardgames import DecodeError
from boardgames.core.codec import JSON
from boardgames.games.koryo import Kind, Koryo, State, View
from boardgames.games.koryo.components import COMPONENTS
from tests.games.koryo.positions import (
    CARDS_IN_ALL,
    TOTALS,
    Position,
    counted,
    ordered,
    ordering,
    worded,
)

VIEWERS = (0, 1, 2, None)


def worlds(position: Position, viewer: int | None, count: int) -> list[State]:
    """Return random worlds of this viewer, all of which must look to them as the position does."""
    rng, view = Random(1), position.view(viewer)  # noqa: S311  # random worlds, not secrets
    sampled = [position.game.determinize(view, rng) for _ in range(count)]
    assert all(position.game.view(world, viewer) == view for world in sampled)
    return sampled


def own(position: Position, world: State, seat: int) -> View:
    return position.game.view(world, seat)


# Views.


def test_k10_what_is_public() -> None:
    """Everybody, a spectator too, sees tableaux, tokens, bank, season, turn order and the sizes of
    what is hidden.
    """
    position = ordered(
        "2 Spy, Banker", "Merchant", "", orders=("", "3 Guardian"), tokens=(1, 2), season=4
    )
    views = [position.view(viewer) for viewer in VIEWERS]
    for view in views:
        assert view.tableaux == views[0].tableaux
        assert [sum(tableau) for tableau in view.tableaux] == [3, 1, 0]
        assert (view.tokens, view.bank) == ((1, 2, 0), 5)
        assert (view.round.season, view.round.first, view.player) == (4, 0, 0)
        assert view.hand_sizes == (0, 0, 0)
        assert view.order_sizes == (0, 3, 0)
        assert view.pile_size == CARDS_IN_ALL - 4 - 3


def test_k10_what_left_a_tableau_is_public() -> None:
    position = ordered("Banker", "Omniscient, Merchant", "", orders=("2 Barbarian",)).play(
        "destroy Omniscient of 2"
    )
    for viewer in VIEWERS:
        assert worded(position.view(viewer).gone) == "1 Omniscient"


def test_k10_own_hand_order_and_discards_are_private() -> None:
    position = ordering("", "", "", hands=("3 Banker, Spy", "2 Merchant"))
    assert own(position, position.state, 0).hand[Kind.BANKER] == 3
    for viewer in (1, 2, None):
        view = position.view(viewer)
        assert view.hand_sizes == (4, 2, 0)
        assert view.hand[Kind.BANKER] == view.hand[Kind.SPY] == 0
    position = position.play("order 2 Banker")
    assert own(position, position.state, 0).order[Kind.BANKER] == 2
    assert own(position, position.state, 0).discards[Kind.SPY] == 1
    for viewer in (1, 2, None):
        view = position.view(viewer)
        assert view.order_sizes == (2, 0, 0)
        assert view.discard_sizes == (2, 0, 0)
        assert not any(view.order)
        assert not any(view.discards)


def test_k10_own_order_is_known_until_it_is_revealed_and_discards_to_the_end_of_the_round() -> None:
    position = ordering("Banker", "Spy", hands=("Merchant", "2 Guardian, Priest"), tokens=(1, 0))
    position = position.play("order 1 Merchant", "order 2 Guardian")
    view = own(position, position.state, 1)
    assert (view.order[Kind.GUARDIAN], view.discards[Kind.PRIEST]) == (2, 1)
    position = position.play("end")
    view = own(position, position.state, 1)
    assert view.tableaux[1][Kind.GUARDIAN] == 2
    assert not any(view.order)
    assert view.discards[Kind.PRIEST] == 1


def test_k10_the_ship_owner_of_phase_ii_is_remembered() -> None:
    """Player 2 loses their Ship Owner before their order is revealed; having had it still tells
    what it can be.
    """
    position = ordering("Banker", "Ship Owner", hands=("Barbarian", "Spy, Merchant"))
    position = position.play("order 1 Barbarian", "order Spy Merchant", "destroy Ship Owner of 2")
    assert position.state.player == 0
    for viewer in (0, 1, None):
        view = position.view(viewer)
        assert not view.tableaux[1][Kind.SHIP_OWNER]
        assert view.round.ship_owner == 1
    kinds = {sum(map(bool, own(position, world, 1).order)) for world in worlds(position, 0, 200)}
    assert kinds == {1, 2}


# Sampled worlds.


@pytest.mark.parametrize("viewer", VIEWERS)
def test_k10_an_order_is_of_one_kind(viewer: int | None) -> None:
    position = ordering(
        "Ship Owner", "", "", hands=("", "3 Banker, Spy, Merchant", "Priest"), player=1
    )
    position = position.play("order 3 Banker")
    for world in worlds(position, viewer, 100):
        order = own(position, world, 1).order
        assert [count for count in order if count] == [3]


@pytest.mark.parametrize(
    ("owner_size", "other_size", "owner_kinds"),
    [(1, 2, {1}), (2, 2, {1, 2}), (3, 2, {1}), (4, 3, {1})],
)
def test_k10_only_the_ship_owner_and_only_two_cards_can_be_of_two_kinds(
    owner_size: int, other_size: int, owner_kinds: set[int]
) -> None:
    position = ordering("Ship Owner", "", "", hands=("4 Merchant", "4 Guardian", "Spy"))
    position = position.play(f"order {owner_size} Merchant", f"order {other_size} Guardian")
    sampled = worlds(position, 2, 200)
    assert {sum(map(bool, own(position, world, 0).order)) for world in sampled} == owner_kinds
    assert {sum(map(bool, own(position, world, 1).order)) for world in sampled} == {1}


def test_k10_an_order_of_one_card_can_be_any_unseen_card() -> None:
    position = ordering("2 Spy, 2 Senator", "", hands=("Merchant", "4 Lobbying")).play(
        "order 1 Merchant"
    )
    unseen = dict(zip(Kind, COMPONENTS.published.copies, strict=True))
    for kind, elsewhere in ((Kind.SPY, 2), (Kind.SENATOR, 2), (Kind.LOBBYING, 4)):
        unseen[kind] -= elsewhere
    count = 4000
    seen = Counter(own(position, world, 0).order.index(1) for world in worlds(position, 1, count))
    assert set(seen) == {kind for kind, left in unseen.items() if left}
    for kind, left in unseen.items():
        expected = count * left / sum(unseen.values())
        assert abs(seen[kind] - expected) <= 5 * expected**0.5


def test_k10_orders_and_discards_of_the_others_are_what_is_unseen() -> None:
    position = ordering(
        "Merchant", "4 Guardian", "", hands=("3 Banker, 2 Spy", "2 Merchant, Priest", "Omniscient")
    )
    position = position.play("order 3 Banker", "order 2 Merchant")
    reachable: Counter[str] = Counter()
    for world in worlds(position, 2, 300):
        assert position.game.inventory(world) == position.game.inventory(position.state)
        assert own(position, world, 2).hand == own(position, position.state, 2).hand
        views = [own(position, world, seat) for seat in (0, 1)]
        for view in views:
            assert not view.order[Kind.OMNISCIENT]
            assert not view.discards[Kind.OMNISCIENT]
        reachable.update(str(kind) for kind in Kind if views[0].discards[kind])
    assert set(reachable) == {str(kind) for kind in Kind} - {"Omniscient"}


def test_k10_a_card_that_left_a_tableau_is_in_nobodys_hand_before_the_next_deal() -> None:
    position = ordering(
        "",
        "Omniscient, Merchant",
        "Spy",
        hands=("2 Barbarian", "Priest, Spy", "3 Lobbying, 2 Merchant"),
    )
    position = position.play(
        "order 2 Barbarian", "order 1 Priest", "order 2 Merchant", "destroy Omniscient of 2"
    )
    for viewer in VIEWERS:
        for world in worlds(position, viewer, 300):
            for seat in range(3):
                view = own(position, world, seat)
                assert [view.hand[0], view.order[0], view.discards[0]] == [0, 0, 0]
    while not position.over:
        position = position.play("end")
    assert position.gone == "1 Omniscient"


def test_k10_after_the_next_deal_it_can_be_anywhere() -> None:
    position = ordered("", "Omniscient", orders=("Barbarian",), season=1).play(
        "destroy Omniscient of 2"
    )
    assert position.gone == ""
    viewer = next(seat for seat in (0, 1) if "Omniscient" not in position.hand(seat))
    assert any(own(position, world, 1 - viewer).hand[0] for world in worlds(position, viewer, 200))


def test_k10_a_sampled_world_has_a_future_of_its_own() -> None:
    """The same View leads to different deals, and never tells the seed of the game."""
    position = ordering("", "", season=1, seed=77)
    deals = set()
    for world in worlds(position, None, 20):
        assert world.hidden.seed != 77
        after = world
        for _ in range(2):
            after = position.game.apply(after, position.game.parse("order none"))
        deals.add(position.game.view(after, 0).hand)
    assert len(deals) == 20


# Views that no game has.


PILE = CARDS_IN_ALL - 3 * 10
FAULTS: list[tuple[str, JSON, str]] = [
    ("pile_size", PILE - 1, f"pile_size: expected {PILE}"),
    ("pile_size", -PILE, "pile_size: expected 0 or more"),
    ("hand_sizes", [10, 10, 11], f"pile_size: expected {PILE - 1}"),
    ("hand", {"merchant": 10}, "tableaux: the View shows more cards of a kind"),
    ("tableaux", [{"merchant": 9}, {"merchant": 9}, {}], "tableaux: the View shows more cards"),
    ("seat", 3, "seat: no such seat"),
    ("seat", -1, "seat: expected 0 to 3"),
    ("player", 3, "player: no such seat"),
    ("player", -1, "player: expected 0 to 3"),
    ("hand_sizes", [10, 9, 10], "hand: expected 9 cards"),
    ("hand_sizes", [-1, 10, 21], r"hand_sizes\[0\]: expected 0 or more"),
    ("order", {"merchant": 1}, "order: expected 0 cards"),
    ("order_sizes", [0, 1, 0], r"order_sizes\[1\]: no cards there in this phase"),
    ("discards", {"merchant": 1}, "discards: expected 0 cards"),
    ("discard_sizes", [-1, 0, 1], r"discard_sizes\[0\]: expected 0 or more"),
    ("discard_sizes", [0, 1, 0], r"discard_sizes\[1\]: no cards there in this phase"),
    ("hand_sizes", [10, 20], "hand_sizes: not of a game with 3 players"),
    ("order_sizes", [], "order_sizes: not of a game with 3 players"),
    ("tokens", [0, 0], "tokens: not of a game with 3 players"),
    ("tableaux", [{}, {}], "tableaux: not of a game with 3 players"),
    ("bank", 7, "tokens: expected 8 with those in the bank, not 7"),
    ("tokens", [-1, 1, 0], r"tokens\[0\]: expected 0 or more"),
    ("round", {"season": 15, "first": 0, "ship_owner": None}, "round.season: seasons are 1 to 8"),
]


@pytest.mark.parametrize(("field", "data", "fault"), FAULTS)
def test_a_view_that_no_state_has_is_refused(field: str, data: JSON, fault: str) -> None:
    game = Koryo(3)
    written = game.to_json(game.view(game.new_game(0), 1))
    assert isinstance(written, dict)
    with pytest.raises(DecodeError, match=f"^{fault}") as caught:
        game.view_from_json(written | {field: data})
    assert "\n" not in str(caught.value)


def test_a_view_with_an_own_order_that_could_not_be_placed_is_refused() -> None:
    position = ordering("Ship Owner", "", hands=("Spy, Banker",)).play("order Spy Banker")
    written = position.game.to_json(position.view(0))
    assert isinstance(written, dict)
    assert position.game.view_from_json(written) == position.view(0)
    nobody: JSON = {"season": 8, "first": 0, "ship_owner": None}
    with pytest.raises(DecodeError, match=r"^order: only the Ship Owner orders two kinds"):
        position.game.view_from_json(written | {"round": nobody})


def test_a_view_whose_orders_nobody_could_place_is_refused() -> None:
    """Nobody can order more cards than there are of the most frequent one."""
    game = Koryo(2)
    tableau = "9 Merchant, 8 Broadcaster, 7 Guardian"
    position = ordering(tableau, "", hands=("6 Banker",)).play("order 6 Banker")
    unseen = Counter(TOTALS)
    unseen.subtract(counted(tableau))
    most = max(unseen.values())
    written = game.to_json(game.view(position.state, 1))
    assert isinstance(written, dict)
    pile = written["pile_size"]
    assert isinstance(pile, int)
    with pytest.raises(DecodeError, match="the orders cannot all be what the rules allow"):
        game.view_from_json(
            written | {"order_sizes": [most + 1, 0], "pile_size": pile + 6 - (most + 1)}
        )
