"""F7: sampled worlds come out exactly as often as they would be dealt.

In these positions nearly all cards are gone, so that every deal that agrees with a View can be
listed: which unseen card lies in which place, in which order the Favor deck was shuffled, which
cards were lost. What a sample can be is held against that list, in all ways in which it can be
drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product

import pytest

from boardgames.core.values import evolve
from boardgames.games.for_the_king import NAMES, NoteKind, Phase, State, View
from boardgames.games.for_the_king.secrets.sampling import Sampler
from boardgames.testing.branches import Script, ScriptedRandom, every
from tests.games.for_the_king.positions import (
    KingPosition,
    auctioning,
    cards,
    game_for,
    gold,
)

Hand = tuple[int, ...]
World = tuple[object, ...]
MOST_BRANCHES = 600
"""In how many ways one View is sampled; the likeliest come first."""
TINY = 1e-9
"""Difference of likelihoods that comes from rounding."""


@dataclass(frozen=True)
class Case:
    """A game in which player 1 sees everything but what the others kept and favored."""

    favor: str
    """The Favor cards, as they are turned up."""
    removed: str
    plays: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    """By player: the cards that everybody knows."""
    kept: tuple[str, ...] = ("", "")
    """By player: the cards that only they have seen."""
    favored: tuple[str, ...] = ()
    """By player: what they placed on the Favor deck; the second did it all if this is empty."""
    viewer: int | None = 0

    @property
    def others(self) -> list[int]:
        """The seats whose cards the viewer does not see."""
        return [seat for seat in range(len(self.kept)) if seat != self.viewer]

    @property
    def placed(self) -> tuple[str, ...]:
        """By player: what they placed on the Favor deck."""
        placed = self.favored or ("", self.favor)
        return placed + ("",) * (len(self.kept) - len(placed))


CASES = {
    "my own favored card, or another like it": Case(
        favor="Gold 2, Military A2, Gold 2, Gold 1",
        favored=("Gold 2, Military A2", "Gold 2, Gold 1"),
        kept=("", "Gold 3"),
        removed="Gold 2, Military B2",
        plays=("pass", "pass"),
    ),
    "my own favored King, or another like it": Case(
        favor="King +1, Military A2, Gold 1, King -1",
        favored=("King +1, King -1", "Military A2, Gold 1"),
        removed="King +1, Gold 1",
        plays=("pass", "pass"),
    ),
    "two kinds at once": Case(
        favor="Gold 1, Gold 2, Gold 1, Gold 2",
        favored=("Gold 1, Gold 2", "Gold 1, Gold 2"),
        kept=("", "Military A2"),
        removed="Gold 1, Gold 2, Military B2",
        plays=("pass", "pass", "pass", "pass"),
    ),
    "Gold shown in payment": Case(
        favor="Military H4, Gold 3",
        gained=("", "Military A2"),
        kept=("", "Gold 2, Gold 2, Military C2"),
        removed="Gold 2, Gold 1, Military B2",
        plays=("pass", "bid 2", "pay 2"),
    ),
    "Gold shown of which there is a known copy": Case(
        favor="Gold 1, Military H4, Gold 3",
        gained=("", "Gold 2"),
        kept=("", "Gold 2, Military C2"),
        removed="Gold 2, Gold 1, Military B2",
        plays=("pass", "bid 1", "discard Military C2", "bid 2", "pass", "pay 2"),
    ),
    "a loss between payments": Case(
        favor="Military H4, Gold 1, Military I4",
        gained=("", "Gold 1"),
        kept=("", "Gold 2, Gold 1, Military C2"),
        removed="Gold 2, Military B2",
        plays=(
            "pass",
            "bid 2",
            "pay 2",
            "bid 2",
            "pass",
            "discard Military C2",
            "discard Military H4",
        ),
    ),
    "a default": Case(
        favor="Military H4, Gold 3",
        gained=("", "Gold 1"),
        kept=("", "Gold 1, Military C2"),
        removed="Gold 2, Gold 3, Military B2",
        plays=("pass", "bid 3"),
    ),
    "two defaults": Case(
        favor="Military H4, Military I4",
        favored=("Military H4, Military I4",),
        kept=("", "Gold 2, Military C2, Military E3"),
        removed="Gold 1, Gold 2, Military B2",
        plays=("pass", "bid 5", "pass", "bid 4", "pass"),
    ),
    "a winner who is about to pay": Case(
        favor="Military H4, Gold 3",
        gained=("", "Gold 1"),
        kept=("", "Gold 3, Military C2, Gold 1"),
        removed="Gold 2, Military B2",
        plays=("pass", "bid 4"),
    ),
    "hands laid open": Case(
        favor="Gold 1, Military H4, Gold 3",
        favored=("Military H4", "Gold 1, Gold 3"),
        gained=("", "Gold 2, Military D2"),
        kept=("", "Gold 2, Military C2"),
        removed="Gold 2, Gold 1, Military B2",
        plays=(
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
    "a card kept to the end, and others lost": Case(
        favor="Gold 1, Gold 2",
        favored=("Gold 1, Gold 2",),
        gained=("", "Military D2"),
        kept=("", "Military C2, Gold 2, Military E3"),
        removed="Gold 2, Military B2, Military F3",
        plays=("pass", "bid 1", "discard Gold 2", "bid 1", "pass", "discard Military D2"),
    ),
    "a card kept to the end, and nothing lost": Case(
        favor="Military H4, Gold 1",
        favored=("", "Military H4", "Gold 1"),
        kept=("", "Military C2, Gold 2", "Military E3"),
        removed="Gold 2, Military B2",
        plays=("pass", "bid 2", "pass", "pay 2", "pass", "pass", "pass"),
    ),
    "known Gold is no longer there at the end": Case(
        favor="Gold 3",
        favored=("Gold 3",),
        gained=("", "Gold 1"),
        kept=("", "Military C2, Military E3"),
        removed="Gold 2, Gold 1, Military B2",
        plays=("pass", "bid 2", "discard Military C2", "discard Gold 1"),
    ),
    "losses one after the other": Case(
        favor="Gold 1, Gold 2, Gold 3",
        favored=("Gold 1, Gold 2, Gold 3",),
        gained=("", "Military D2"),
        kept=("", "Military C2, Military E3, Gold 2"),
        removed="Gold 2, Gold 3, Military B2",
        plays=("pass", "bid 2", "discard Military C2", "discard Military D2", "bid 1", "pass")
        + ("discard Gold 1",),
    ),
    "a payment for Gold that goes on": Case(
        favor="Gold 1, Gold 2",
        favored=("Gold 1, Gold 2",),
        gained=("", "Military D2"),
        kept=("", "Military C2, Gold 2, Gold 2"),
        removed="Gold 2, Military B2",
        plays=("pass", "bid 3", "discard Military C2", "discard Gold 2"),
    ),
    "two hands that have paid": Case(
        favor="Military H4, Military I4, Military G3",
        favored=("Military H4, Military I4, Military G3",),
        kept=("", "Gold 1, Gold 2", "Gold 1, Gold 3"),
        removed="Gold 2, Gold 3, Military B2",
        plays=("pass", "bid 1", "pass", "pay 1", "pass", "bid 1", "pass", "pay 1"),
    ),
    "two hands that have lost cards": Case(
        favor="Military H4, Military I4, Military G3",
        favored=("Military H4, Military I4, Military G3",),
        kept=("", "Gold 1, Gold 2", "Gold 3, Military C2"),
        removed="Gold 2, Military B2",
        plays=("pass", "bid 8", *["pass"] * 4, "bid 8", *["pass"] * 3),
    ),
    "a hand that has paid, and one that has not": Case(
        favor="Gold 1, Military H4, Military I4, King -1",
        favored=("Gold 1", "Military H4, King -1", "Military I4"),
        kept=("", "Gold 1, Gold 2", "Military C2"),
        removed="Gold 1, Military B2",
        plays=("pass", "pass", "pass", "bid 1", "pass", "pass", "pay 1"),
    ),
    "my own favored King, or one of two others": Case(
        favor="King +1, Military A2, Gold 1",
        favored=("King +1", "Military A2", "Gold 1", "", ""),
        kept=("",) * 5,
        removed="King +1 x2, Gold 1",
        plays=("pass",) * 5,
    ),
    "what a spectator sees": Case(
        favor="Gold 1, Military H4",
        favored=("Gold 1", "Military H4"),
        gained=("Military D2",),
        kept=("Gold 1", "Gold 2"),
        removed="Gold 1, Military B2",
        plays=("bid 1", "pass", "discard Military D2", "bid 2", "pass"),
        viewer=None,
    ),
}


def position_of(case: Case) -> KingPosition:
    """Build the position, with all other cards gone, and play."""
    players = len(case.kept)
    gained = (*case.gained, *[""] * (players - len(case.gained)))
    held = [", ".join(filter(None, both)) for both in zip(gained, case.kept, strict=True)]
    everything = game_for(players).new_game(0).hidden
    gone = Counter([*everything.deck, *everything.removed])
    gone.subtract(cards(", ".join(filter(None, [case.favor, *held, case.removed]))))
    assert min(gone.values()) >= 0
    words = ", ".join([f"{NAMES[card]} x{number}" for card, number in gone.items() if number])
    position = auctioning(case.favor, *held, kept=case.kept, favored=case.placed, gone=words)
    return position.play(*case.plays)


def holdings(view: View, seat: int, kept: Hand) -> Iterator[tuple[Hand, Hand, int | None]]:
    """Yield the hand of a player, what it lost, and the last card discarded for what is for sale,
    for each way in which all that everybody saw can have happened.
    """
    ways: list[tuple[Hand, Hand]] = [(kept, ())]
    for event, number in view.public.histories[seat]:
        ways = [after for hand, lost in ways for after in happened(event, number, hand, lost)]
    is_paying = seat == view.player
    for hand, lost in ways:
        if is_paying and view.phase is Phase.PAY and gold(hand) < view.bid:
            continue
        if view.hands and tuple(sorted(hand)) != view.hands[seat]:
            continue
        if is_paying and view.auction is not None and view.auction.discarded:
            yield from discarding(hand, lost, view.bid, view.auction.discarded)
        else:
            yield tuple(sorted(hand)), tuple(sorted(lost)), None


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
        yield from leaving(hand, lost, range(number), number)
    elif event is NoteKind.SHORT and gold(hand) < number:
        yield hand, lost


def leaving(hand: Hand, lost: Hand, chosen: range, number: int) -> Iterator[tuple[Hand, Hand]]:
    """Yield what is left if so many cards are chosen, and those of them leave, smallest first."""
    for going in combinations(range(len(hand)), number):
        gone = sorted(going, key=hand.__getitem__)[: len(chosen)]
        left = tuple([card for index, card in enumerate(hand) if index not in gone])
        yield left, lost + tuple([hand[index] for index in gone])


def discarding(
    hand: Hand, lost: Hand, price: int, number: int
) -> Iterator[tuple[Hand, Hand, int | None]]:
    """Yield what is left after the first of a payment for Gold have been discarded."""
    for left, gone in leaving(hand, lost, range(number), price):
        yield tuple(sorted(left)), tuple(sorted(gone)), gone[-1]


@cache
def all_worlds(name: str) -> Counter[World]:
    """Return how many deals lead to each world that the viewer cannot tell from the true one."""
    case = CASES[name]
    view = position_of(case).view(case.viewer)
    others = case.others
    placed = [cards(case.placed[seat]) for seat in range(len(case.kept))]
    unseen = [card for seat in others for card in (*cards(case.kept[seat]), *placed[seat])]
    unseen += cards(case.removed)
    found = Counter[World]()
    for deal in set(permutations(unseen)):
        places = iter(deal)
        kept = {seat: tuple([next(places) for _ in cards(case.kept[seat])]) for seat in others}
        if any(NAMES[card].startswith("King") for hand in kept.values() for card in hand):
            continue
        favored = tuple(
            [
                tuple(sorted([next(places) for _ in each])) if seat in others else view.favored
                for seat, each in enumerate(placed)
            ]
        )
        removed = tuple(sorted(places))
        for favor in permutations([card for each in favored for card in each]):
            if favor[: len(view.turned)] == view.turned:
                for held in product(*[holdings(view, seat, kept[seat]) for seat in others]):
                    found[held, favored, favor, removed] += 1
    return found


def world_of(case: Case, state: State) -> World:
    """Return what `all_worlds` calls this world."""
    hidden = state.hidden
    held = tuple(
        [
            (hidden.hands[seat], hidden.lost[seat], hidden.laid if seat == state.player else None)
            for seat in case.others
        ]
    )
    return held, hidden.favored, hidden.favor, hidden.removed


@pytest.mark.parametrize("deals", [0, 1], ids=["counting", "dealing"])
@pytest.mark.parametrize("name", CASES)
def test_f7_worlds_come_out_exactly_as_often_as_they_would_be_dealt(
    name: str, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counting the ways, and dealing once before that, if it fits."""
    monkeypatch.setattr(Sampler, "deals_before_counting", deals)
    case = CASES[name]
    position = position_of(case)
    view = position.view(case.viewer)
    expected = all_worlds(name)
    assert expected[world_of(case, position.state)]
    assert len(expected) > 1
    rng = ScriptedRandom()

    def sample(script: Script) -> World:
        rng.script = script
        # A View of its own, so that nothing is kept of samples with the other limit.
        return world_of(case, position.game.determinize(evolve(view), rng))

    branches = every(sample, MOST_BRANCHES, partly=True)
    found = branches.chances()
    deals_in_all = expected.total()
    for world in {**found, **expected}:
        share = float(found.get(world, 0))
        likelihood = expected[world] / deals_in_all
        assert share - TINY <= likelihood <= share + branches.rest + TINY, world
