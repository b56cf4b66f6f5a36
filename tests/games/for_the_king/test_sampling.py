"""The worlds that are sampled are possible, all of them come out, and they are found
quickly (F7).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from boardgames.core.chance import generator
from boardgames.games.for_the_king import NAMES, ForTheKing, NoteKind, Phase, State
from boardgames.games.for_the_king.secrets.sampling import Sampler
from tests.games.for_the_king.positions import (
    KingPosition,
    auctioning,
    game_for,
    gold,
    names,
    worlds,
)

Kinds = tuple[str, ...]
OTHER = "any Government card"


def possible(position: KingPosition, seat: int) -> set[Kinds]:
    """Return all hands that this history allows, by going through it; Government cards not known
    are all one.
    """
    stock = {"Gold 1": 9, "Gold 2": 9, "Gold 3": 9, OTHER: 45}
    hands: set[Kinds] = {()}
    for what, number in position.state.public.histories[seat]:
        after: set[Kinds] = set()
        for hand in hands:
            if what is NoteKind.KEPT:
                after |= {tuple(sorted((*hand, kind))) for kind in stock}
            elif what is NoteKind.GAINED:
                after.add(tuple(sorted((*hand, NAMES[number]))))
            elif what is NoteKind.SHOWN and NAMES[number] in hand:
                index = hand.index(NAMES[number])
                after.add(hand[:index] + hand[index + 1 :])
            elif what is NoteKind.LOST:
                after |= set(combinations(hand, len(hand) - number))
            elif (
                what is NoteKind.SHORT
                and sum(int(name[-1]) for name in hand if name.startswith("Gold")) < number
            ):
                after.add(hand)
        hands = after
    return hands


def kinds(position: KingPosition, hand: tuple[int, ...]) -> Kinds:
    """Return a hand as `possible` would say it."""
    known = {
        NAMES[number]
        for what, number in position.state.public.histories[0]
        if what is NoteKind.GAINED
    }
    return tuple(
        sorted(name if name in known or name.startswith("Gold") else OTHER for name in names(hand))
    )


GOVERNMENT = "Military H4, Military G3, Military F3, Diplomacy A2"
WITH_GOLD = "Military H4, Gold 1, Military G3, Diplomacy A2"


@pytest.mark.long
@pytest.mark.parametrize(
    ("favor", "known", "kept", "notations"),
    [
        (GOVERNMENT, "Gold 1, Military A2", "Gold 3", ["bid 5", "pass", "pass"]),
        (
            WITH_GOLD,
            "Gold 1, Military A2",
            "Gold 3",
            ["bid 1", "pass", "pay 1", "pass", "bid 1", "discard Military A2"],
        ),
        (GOVERNMENT, "Gold 3, Military A2", "Gold 3", ["bid 7", "pass", "pass"]),
        (GOVERNMENT, "Gold 2, Gold 3", "Provisions A1", ["bid 6", "pass", "pass", "pass", "bid 6"]),
        (
            GOVERNMENT,
            "Gold 2 x2",
            "Gold 2, Provisions A1",
            ["bid 6", "pass", "pay 2+2+2", "pass", "bid 4"],
        ),
        (GOVERNMENT, "Gold 2 x2", "Gold 1", ["bid 9", "pass", "bid 1", "pay 2", "bid 9", "pass"]),
    ],
)
def test_f7_exactly_the_possible_hands_are_sampled(
    favor: str, known: str, kept: str, notations: list[str]
) -> None:
    """The hands that come out are those which a walk through the history by brute force finds, and
    no others.
    """
    position = auctioning(
        favor, f"{known}, {kept}", "Gold 2 x3", kept=(kept, ""), favored=("", favor)
    ).play(*notations)
    found = {kinds(position, world.hidden.hands[0]) for world in worlds(position, 1, 3000)}
    assert found == possible(position, 0)
    assert len(found) > 1


def bold_play(rules: ForTheKing, seed: int, rng: Random) -> Iterator[State]:
    """Let players bid all they have, or one more: many defaults, poor hands and large payments."""
    state = rules.new_game(seed)
    while rules.to_act(state):
        action = rules.random_action(state, rng)
        if state.phase is Phase.BID and state.auction is not None and rng.random() < 0.6:
            hand = state.hidden.hands[state.player]
            for_gold = NAMES[state.hidden.favor[state.auction.number]].startswith("Gold")
            amount = (len(hand) if for_gold else gold(hand)) + int(rng.random() * 2)
            wanted = [each for each in rules.legal_actions(state) if str(each) == f"bid {amount}"]
            action = wanted[0] if wanted else rules.parse("pass")
        state = rules.apply(state, action)
        yield state


def test_f7_long_histories_are_sampled_in_few_steps() -> None:
    """Two hands that lost 20 cards each; counted one by one, the ways to lose them took 61,187
    calls.
    """
    rules = game_for(2)
    *_, state = bold_play(rules, 23, generator(23, 3))
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        del frame, argument
        calls += event == "call"

    view = rules.view(state, None)
    sys.setprofile(count)
    try:
        rules.determinize(view, generator(1, 1))
    finally:
        sys.setprofile(None)
    assert calls < 20_000


def test_f7_a_world_is_dealt_at_once_while_hands_can_be_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is counted, and no deal is refused."""
    position = auctioning("Military H4, Gold 2", "Gold 1", "Gold 2 x3", "", kept=("", "Gold 2", ""))
    monkeypatch.setattr(Sampler, "deals_before_counting", 1)
    monkeypatch.delattr(Sampler, "_counter")
    assert len(list(worlds(position, 0, 50))) == 50


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_f7_every_view_of_late_auctions_has_a_world(seed: int) -> None:
    rules, rng, views = game_for(5), generator(seed, 3), 0
    for state in bold_play(rules, seed, rng):
        if state.auction is not None and rng.random() < 0.2:
            for viewer in (*range(5), None):
                view = rules.view(state, viewer)
                world = rules.determinize(view, rng)
                rules.check_state(world)
                assert rules.view(world, viewer) == view
                views += 1
    assert views > 100
