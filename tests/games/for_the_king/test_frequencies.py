"""F7: sampled worlds come out as often as they would be dealt.

In these positions nearly all cards are gone, so that every deal that agrees with a View can be
listed: which unseen card lies in which place, in which order the Favor deck was shuffled, which
cards were lost. The samples are held against that list by a chi-square test with a fixed seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

import pytest

from boardgames.core.chance import generator
from boardgames.games.for_the_king import NAMES, NoteKind, Phase, State, View
from boardgames.games.for_the_king.secrets.sampling import Sampler
from tests.frequencies import assert_as_often
from tests.games.for_the_king.positions import (
    KingPosition,
    auctioning,
    cards,
    game_for,
    gold,
    worded,
)

SAMPLES = 6000
Hand = tuple[int, ...]
World = tuple[object, ...]


class Case(NamedTuple):
    """A game of two in which player 1 sees everything but what player 2 kept and favored."""

    favor: str
    hand: str
    """Of player 1, who sees the world; everybody knows the cards."""
    gained: str
    """By player 2, known to everybody."""
    kept: str
    """By player 2, unseen."""
    own: str
    """What player 1 placed on the Favor deck."""
    removed: str
    plays: tuple[str, ...]


CASES = {
    "my own favored card, or another like it": Case(
        "Gold 2, Military A2, Gold 2, Gold 1",
        "",
        "",
        "Gold 3",
        "Gold 2, Military A2",
        "Gold 2, Military B2",
        ("pass", "pass"),
    ),
    "my own favored King, or another like it": Case(
        "King +1, Military A2, Gold 1, King -1",
        "",
        "",
        "",
        "King +1, King -1",
        "King +1, Gold 1",
        ("pass", "pass"),
    ),
    "two kinds at once": Case(
        "Gold 1, Gold 2, Gold 1, Gold 2",
        "",
        "",
        "Military A2",
        "Gold 1, Gold 2",
        "Gold 1, Gold 2, Military B2",
        ("pass", "pass", "pass", "pass"),
    ),
    "Gold shown in payment": Case(
        "Military H4, Gold 3",
        "",
        "Military A2",
        "Gold 2, Gold 2, Military C2",
        "",
        "Gold 2, Gold 1, Military B2",
        ("pass", "bid 2", "pay 2"),
    ),
    "Gold shown of which there is a known copy": Case(
        "Gold 1, Military H4, Gold 3",
        "",
        "Gold 2",
        "Gold 2, Military C2",
        "",
        "Gold 2, Gold 1, Military B2",
        ("pass", "bid 1", "discard Military C2", "bid 2", "pass", "pay 2"),
    ),
    "a loss between payments": Case(
        "Military H4, Gold 1, Military I4",
        "",
        "Gold 1",
        "Gold 2, Gold 1, Military C2",
        "",
        "Gold 2, Military B2",
        ("pass", "bid 2", "pay 2", "bid 2", "pass", "discard Military C2", "discard Military H4"),
    ),
    "a default": Case(
        "Military H4, Gold 3",
        "",
        "Gold 1",
        "Gold 1, Military C2",
        "",
        "Gold 2, Gold 3, Military B2",
        ("pass", "bid 3"),
    ),
    "a winner who is about to pay": Case(
        "Military H4, Gold 3",
        "",
        "Gold 1",
        "Gold 3, Military C2, Gold 1",
        "",
        "Gold 2, Military B2",
        ("pass", "bid 4"),
    ),
    "hands laid open": Case(
        "Gold 1, Military H4, Gold 3",
        "",
        "Gold 2, Military D2",
        "Gold 2, Military C2",
        "Military H4",
        "Gold 2, Gold 1, Military B2",
        (
            "pass",
            "bid 2",
            "discard Military C2",
            "discard Gold 2",
            "bid 3",
            "pass",
            "pay 1+2",
            "pass",
            "pass",
        ),
    ),
}


def position_of(case: Case) -> KingPosition:
    """Build the position, with all other cards gone, and play."""
    everything = game_for(2).new_game(0).hidden
    gone = [*everything.deck, *everything.removed]
    held = ", ".join(filter(None, [case.gained, case.kept]))
    for card in cards(", ".join(filter(None, [case.favor, case.hand, held, case.removed]))):
        gone.remove(card)
    others = cards(case.favor)
    for card in cards(case.own):
        others.remove(card)
    position = auctioning(
        case.favor,
        case.hand,
        held,
        kept=("", case.kept),
        favored=(case.own, worded(others)),
        gone=worded(sorted(gone)),
    )
    return position.play(*case.plays)


def hands(view: View, kept: Hand) -> Iterator[tuple[Hand, Hand]]:
    """Yield the hand of player 2 and what it lost, for each way in which its history can have
    happened.
    """
    ways: list[tuple[Hand, Hand]] = [(kept, ())]
    for event, number in view.public.histories[1]:
        ways = [after for hand, lost in ways for after in happened(event, number, hand, lost)]
    for hand, lost in ways:
        fits = view.phase is not Phase.PAY or gold(hand) >= view.bid
        if fits and (not view.hands or tuple(sorted(hand)) == view.hands[1]):
            yield tuple(sorted(hand)), tuple(sorted(lost))


def happened(event: NoteKind, number: int, hand: Hand, lost: Hand) -> Iterator[tuple[Hand, Hand]]:
    """Yield a hand and what it has lost after an event, for each way in which it can happen."""
    if event is NoteKind.KEPT:
        yield hand, lost
    elif event is NoteKind.GAINED:
        yield (*hand, number), lost
    elif event is NoteKind.SHOWN and number in hand:
        index = hand.index(number)
        yield hand[:index] + hand[index + 1 :], lost
    elif event is NoteKind.LOST:
        for going in combinations(range(len(hand)), number):
            left = tuple(card for index, card in enumerate(hand) if index not in going)
            yield left, lost + tuple(hand[index] for index in going)
    elif event is NoteKind.SHORT and gold(hand) < number:
        yield hand, lost


def all_worlds(case: Case, view: View) -> Counter[World]:
    """Return how many deals lead to each world with this View."""
    own, favored = cards(case.own), view.favored_sizes[1]
    kept = len(cards(case.kept))
    unseen = cards(case.kept) + cards(case.favor) + cards(case.removed)
    for card in own:
        unseen.remove(card)
    turned = view.turned
    found = Counter[World]()
    for deal in permutations(unseen):
        mine, placed, removed = deal[:kept], deal[kept : kept + favored], deal[kept + favored :]
        if any(NAMES[card].startswith("King") for card in mine):
            continue
        orders = [
            order for order in permutations([*own, *placed]) if order[: len(turned)] == turned
        ]
        if orders:
            for (hand, lost), order in product(hands(view, mine), orders):
                found[hand, lost, order, tuple(sorted(removed))] += 1
    return found


def world_of(state: State) -> World:
    """Return what `all_worlds` calls this world."""
    hidden = state.hidden
    return hidden.hands[1], hidden.lost[1], hidden.favor, hidden.removed


@pytest.mark.long
@pytest.mark.parametrize("deals", [Sampler.deals_before_counting, 0], ids=["dealing", "counting"])
@pytest.mark.parametrize("name", CASES)
def test_f7_worlds_come_out_as_often_as_they_would_be_dealt(
    name: str, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ways to sample have the same frequencies: dealing until everything fits, and
    counting.
    """
    monkeypatch.setattr(Sampler, "deals_before_counting", deals)
    case = CASES[name]
    position = position_of(case)
    view = position.view(0)
    expected = all_worlds(case, view)
    assert expected[world_of(position.state)]
    assert len(expected) > 1
    rng = generator(6, 0)
    sampled = Counter(world_of(position.game.determinize(view, rng)) for _ in range(SAMPLES))
    assert_as_often(sampled, expected)
