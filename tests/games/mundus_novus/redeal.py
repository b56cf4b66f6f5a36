"""Other worlds of Mundus Novus, made by exchanging cards that a seat cannot see (M8); independent
of the sampler.

Works on the JSON of the hidden part, in which cards are counted by name. Left alone are hands that
a gift concerns (M5.6), those from which somebody is choosing or making a set, and those with cards
from before the last reshuffle.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from boardgames.core.codec import from_json, to_json
from boardgames.games.mundus_novus import State
from boardgames.games.mundus_novus.state import Hidden

IN_A_SET = ("MERCHANT", "SALE", "PURCHASE")


def worlds(state: State, seat: int | None, rng: Random) -> State:
    """Return the State with unknown cards of other hands and of the pile dealt anew, and the deck
    shuffled.
    """
    hidden: Any = to_json(state.hidden)
    public: Any = to_json(state.public)
    rng.shuffle(hidden["deck"])
    if rng.random() < 1 / 2:  # the same future lets cards that are drawn later be compared
        hidden["seed"] = rng.getrandbits(53)
    moved = {}
    for other in range(len(hidden["hands"])):
        unknown = Counter(hidden["hands"][other]) - Counter(public["known"][other])
        simple = other != seat and _is_simple(state, other) and not hidden["held"][other]
        if simple and unknown <= Counter(hidden["drawn"][other]):
            moved[other] = unknown
    unseen = list(sum(moved.values(), Counter(hidden["pile"])).elements())
    rng.shuffle(unseen)
    for other, unknown in moved.items():
        dealt = Counter([unseen.pop() for _ in range(unknown.total())])
        for zone in ("hands", "drawn"):
            hidden[zone][other] = Counter(hidden[zone][other]) - unknown + dealt
    hidden["pile"] = Counter(unseen)
    return replace(state, hidden=from_json(Hidden, hidden))


def _is_simple(state: State, seat: int) -> bool:
    gifts = any(seat in (gift.giver, gift.receiver) for gift in state.public.gifts)
    in_a_set = seat == state.player and (state.phase.name in IN_A_SET or bool(state.turn.converted))
    return not gifts and not in_a_set and not state.hidden.steps[seat]


def possible(state: State) -> bool:
    """Tell whether cards can have been dealt so: what was drawn is from the source, what is known
    is in the hand.
    """
    hidden: Any = to_json(state.hidden)
    public: Any = to_json(state.public)
    deal = public["deal"]
    if sum(map(Counter, hidden["drawn"]), Counter(hidden["pile"])) != Counter(deal["source"]):
        return False
    if sum(map(Counter, hidden["held"]), Counter()) != Counter(deal["held"]):
        return False
    given = {seat for gift in state.public.gifts for seat in (gift.giver, gift.receiver)}
    for seat, (hand, chosen) in enumerate(zip(hidden["hands"], hidden["chosen"], strict=True)):
        known = Counter(public["known"][seat])
        unknown = Counter(hand) - known + Counter(deal["shown"][seat])
        dealt = Counter(hidden["drawn"][seat]) + Counter(hidden["held"][seat])
        if seat not in given and not (known <= Counter(hand) and unknown <= dealt):
            return False
        if not Counter(chosen) <= Counter(hand):
            return False
    return len(set(hidden["deck"])) == len(hidden["deck"])
