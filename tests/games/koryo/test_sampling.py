"""K10: sampled worlds come out as often as they would be dealt, held against counts of all worlds
of small games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

from boardgames import DecodeError
from boardgames.core.values import evolve
from boardgames.games.koryo import Kind, Koryo, State
from boardgames.games.koryo.components import CARDS, Cards
from boardgames.games.koryo.secrets.sampling import Sampler
from tests.frequencies import assert_as_often
from tests.games.belief_boxes import BOXES
from tests.games.koryo.positions import ordering

World = tuple[tuple[Kind, ...], ...]
"""The kinds in each hidden place, sorted."""


def small(players: int, copies: dict[str, int], dealt: int) -> Koryo:
    return Koryo(
        players,
        components={"tokens": 1, "copies": copies, "seasons": [{"dealt": dealt, "limit": 9}]},
    )


def dealt_worlds(
    unseen: list[Kind], sizes: list[int], possible: Callable[[World], bool]
) -> Counter[World]:
    """Deal the unseen physical cards in every order into places of these sizes; count the possible
    worlds.
    """
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return Counter(
        world
        for deal in permutations(unseen)
        if possible(world := tuple(tuple(sorted(deal[start:end])) for start, end in pairwise(ends)))
    )


def kinds(cards: Iterable[int]) -> tuple[Kind, ...]:
    return tuple(kind for kind, count in zip(Kind, cards, strict=True) for _ in range(count))


def several(count: int, kind: Kind) -> Cards:
    return CARDS.join([CARDS.one[kind]] * count)


def samples(
    game: Koryo, state: State, seat: int | None, places: Callable[[State], World]
) -> Counter[World]:
    rng, view = Random(3), game.view(state, seat)  # noqa: S311  # random worlds, not secrets
    return Counter(places(game.determinize(view, rng)) for _ in range(4000))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hands_come_out_as_often_as_they_are_dealt(seed: int) -> None:
    game = small(3, {"spy": 2, "senator": 2, "merchant": 1, "barbarian": 2}, dealt=2)
    state = game.new_game(seed)
    own = game.view(state, 0).hand
    unseen = list(
        kinds(total - held for total, held in zip(game.components.copies, own, strict=True))
    )

    def places(world: State) -> World:
        return tuple(kinds(game.view(world, seat).hand) for seat in (1, 2))

    assert_as_often(samples(game, state, 0, places), dealt_worlds(unseen, [2, 2], lambda _: True))


def test_orders_of_one_kind_and_the_rest_of_the_hands_come_out_as_their_cards_allow() -> None:
    """Two face-down orders of two cards each compete for the same physical cards."""
    game = small(3, {"spy": 2, "senator": 3, "merchant": 3}, dealt=2)
    state = evolve(game.new_game(0), player=0, round=evolve(game.new_game(0).round, first=0))
    pairs = [several(2, kind) for kind in (Kind.SENATOR, Kind.MERCHANT, Kind.SPY)]
    pile = CARDS.remove(CARDS.pack(game.components.copies), CARDS.join(pairs))
    state = evolve(state, hidden=evolve(state.hidden, hands=tuple(pairs), pile=pile))
    for notation in ("order 2 Senator", "order 2 Merchant"):
        state = game.apply(state, game.parse(notation))
    unseen = [Kind.SENATOR] * 3 + [Kind.MERCHANT] * 3

    def places(world: State) -> World:
        return tuple(kinds(game.view(world, seat).order) for seat in (0, 1))

    expected = dealt_worlds(
        unseen, [2, 2], lambda world: all(len(set(order)) == 1 for order in world)
    )
    assert len(expected) == 2
    assert_as_often(samples(game, state, 2, places), expected)


@pytest.mark.parametrize("deals", [0, Sampler.deals_before_counting])
def test_k6_3_a_ship_owner_may_have_ordered_any_two_cards(
    deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted at once, or guessed before."""
    monkeypatch.setattr(Sampler, "deals_before_counting", deals)
    game = small(2, {"spy": 1, "ship_owner": 2, "merchant": 2, "barbarian": 1}, dealt=2)
    owner = CARDS.one[Kind.SHIP_OWNER]
    state = game.new_game(0)
    merchant = CARDS.one[Kind.MERCHANT]
    hands = (CARDS.add(merchant, CARDS.one[Kind.BARBARIAN]), merchant)
    pile = CARDS.remove(CARDS.pack(game.components.copies), CARDS.join((owner, *hands)))
    state = evolve(
        state,
        player=0,
        round=evolve(state.round, first=0, ship_owner=0),
        tableaux=(owner, state.tableaux[1]),
        hidden=evolve(state.hidden, hands=hands, pile=pile),
    )
    state = game.apply(state, game.parse("order Merchant Barbarian"))
    unseen = [Kind.SPY, Kind.SHIP_OWNER, Kind.MERCHANT, Kind.BARBARIAN]

    def places(world: State) -> World:
        return (kinds(game.view(world, 0).order),)

    assert_as_often(samples(game, state, 1, places), dealt_worlds(unseen, [2], lambda _: True))


def crowded(game: Koryo) -> tuple[State, Any]:
    """Return a State in which three players have ordered seven cards each, and a View of it by the
    fourth.
    """
    sevens = [several(7, kind) for kind in (Kind.GUARDIAN, Kind.BROADCASTER, Kind.MERCHANT)]
    hands = (*sevens, CARDS.one[Kind.SPY])
    state = game.new_game(0)
    pile = CARDS.remove(CARDS.pack(game.components.copies), CARDS.join(hands))
    state = evolve(
        state,
        player=0,
        round=evolve(state.round, first=0),
        hidden=evolve(state.hidden, hands=hands, pile=pile),
    )
    for notation in ("order 7 Guardian", "order 7 Broadcaster", "order 7 Merchant"):
        state = game.apply(state, game.parse(notation))
    return state, game.view(state, 3)


def test_orders_that_hardly_ever_fit_together_are_found_all_the_same() -> None:
    """Alone, an order of 7 Merchants would be 1,716 times as likely as either of the two that must
    go with it.
    """
    game = small(4, {"spy": 2, "guardian": 7, "broadcaster": 7, "merchant": 13}, dealt=7)
    state, view = crowded(game)
    rng = Random(5)  # noqa: S311  # random worlds, not secrets
    owners: Counter[tuple[int, ...]] = Counter()
    for _ in range(60):
        world = game.determinize(view, rng)
        assert game.view(world, 3) == view
        owners[tuple(game.view(world, seat).order.index(7) for seat in range(3))] += 1
    assert game.view(state, 0).order_sizes == (7, 7, 7, 0)
    assert len(owners) == 6
    assert min(owners.values()) >= 3


def test_orders_that_cannot_go_together_are_refused_with_one_line() -> None:
    """Where only two kinds have seven cards, three orders of seven are impossible."""
    game = small(4, {"spy": 2, "guardian": 7, "broadcaster": 7, "merchant": 13}, dealt=7)
    _, view = crowded(game)
    fewer = small(
        4, {"spy": 2, "guardian": 7, "broadcaster": 6, "merchant": 13, "lobbying": 1}, dealt=7
    )
    with pytest.raises(
        DecodeError, match="the orders cannot all be what the rules allow"
    ) as caught:
        fewer.determinize(view, Random(0))  # noqa: S311  # random worlds, not secrets
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "games"), [("rivals", 10), ("four rivals", 1), ("pairs", 1)])
def test_k10_every_world_of_a_small_box_is_sampled_exactly_as_often_as_it_is_likely(
    name: str, games: int
) -> None:
    """A few games of the boxes in `belief_boxes.py`: by guessing as by counting."""
    box = replace(next(box for box in BOXES if box.name == name), games=games)
    some = box.some(20)
    assert len(some) >= 10
    for position in some:
        assert not box.fault(position)


@pytest.mark.parametrize("size", [1, 4])
def test_an_order_that_competes_with_no_other_is_never_counted(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of some kinds there are too few unseen cards for it."""
    position = ordering("8 Broadcaster", "6 Guardian", hands=(f"{size} Merchant",))
    view = position.play(f"order {size} Merchant").view(1)
    monkeypatch.delattr(Sampler, "_counted")
    rng = Random(1)  # noqa: S311  # random worlds, not secrets
    for _ in range(50):
        world = position.game.determinize(view, rng)
        assert position.game.view(world, 1) == view
