"""Other worlds of Koryŏ, made by exchanging cards that a seat cannot see (K10); independent of the
game's sampler.

Works on the JSON of the hidden part, in which cards are counted by name.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb
from random import Random
from typing import Any

from boardgames.core.codec import from_json, to_json
from boardgames.games.koryo import State
from boardgames.games.koryo.state import Hidden


def worlds(state: State, seat: int | None, rng: Random) -> State:
    """Return the State with one face-down order drawn anew, all unseen cards dealt anew, and
    perhaps another future.

    Of the ways to place an order of so many cards, each set of physical cards that the rules allow
    is equally likely.
    """
    hidden: Any = to_json(state.hidden)
    others = [each for each in range(len(state.tokens)) if each != seat]
    zones = [(hidden[zone], other) for zone in ("hands", "discards") for other in others]
    sizes = [sum(zone[other].values()) for zone, other in zones]
    unseen = [
        *_cards(hidden["pile"]),
        *(card for zone, other in zones for card in _cards(zone[other])),
    ]
    ordered = [other for other in others if hidden["orders"][other]]
    if ordered:
        other = ordered[rng.randrange(len(ordered))]
        size = sum(hidden["orders"][other].values())
        unseen += _cards(hidden["orders"][other])
        rng.shuffle(unseen)
        if size == 2 and state.round.ship_owner == other:
            order = unseen[:2]
        else:
            counts = Counter(unseen)
            kinds = sorted(counts)
            (kind,) = rng.choices(kinds, [comb(counts[kind], size) for kind in kinds])
            order = [kind] * size
        for card in order:
            unseen.remove(card)
        hidden["orders"][other] = Counter(order)
    rng.shuffle(unseen)
    for (zone, other), size in zip(zones, sizes, strict=True):
        zone[other] = Counter([unseen.pop() for _ in range(size)])
    hidden["pile"] = Counter(unseen)
    if rng.random() < 1 / 2:  # the same future lets cards that are drawn later be compared
        hidden["seed"] = rng.getrandbits(53)
    return replace(state, hidden=from_json(Hidden, hidden))


def _cards(counts: dict[str, int]) -> list[str]:
    return list(Counter(counts).elements())


def possible(state: State) -> bool:
    """Tell whether every face-down order obeys K6.1 and K6.3, and no hand is left once its order is
    placed (K6.4).
    """
    hidden: Any = to_json(state.hidden)
    for seat, order in enumerate(hidden["orders"]):
        pair = state.round.ship_owner == seat and sum(order.values()) == 2
        if (len(order) > 1 and not pair) or (order and hidden["hands"][seat]):
            return False
    return True
