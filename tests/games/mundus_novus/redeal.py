"""Other worlds of Mundus Novus, made by exchanging cards that a seat cannot see (M8); independent
of the sampler.

Works on the JSON of the hidden part, in which cards are counted by name. Left alone are hands that
a gift or a theft concerns (M5.6, M4.5), those from which somebody is choosing or making a set, and
all if the pile has been reshuffled since they were last empty.
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
    if len(hidden["dealt"][0]) == 1:  # later piles hold what is known of earlier ones
        for other in range(len(hidden["hands"])):
            unknown = Counter(hidden["hands"][other]) - _known(public, other)
            is_simple = other != seat and _is_simple(state, other)
            if is_simple and unknown <= Counter(hidden["dealt"][other][0]):
                moved[other] = unknown
    unseen = list(sum(moved.values(), Counter(hidden["pile"])).elements())
    rng.shuffle(unseen)
    for other, unknown in moved.items():
        dealt = Counter([unseen.pop() for _ in range(unknown.total())])
        hidden["hands"][other] = Counter(hidden["hands"][other]) - unknown + dealt
        hidden["dealt"][other] = [Counter(hidden["dealt"][other][0]) - unknown + dealt]
    if moved:
        hidden["pile"] = Counter(unseen)
    return replace(state, hidden=from_json(Hidden, hidden))


def _known(public: Any, seat: int) -> Counter[str]:
    """Return the cards that have openly entered a hand and not left it since."""
    known: Counter[str] = Counter()
    for note in public["history"]:
        if note["seat"] == seat:
            if note["move"] == "entered":
                known += Counter(note["cards"])
            else:
                known -= Counter(note["cards"])
    return known


def _is_simple(state: State, seat: int) -> bool:
    in_a_set = seat == state.player and (state.phase.name in IN_A_SET or bool(state.turn.converted))
    return not _is_doubtful(state, seat) and not in_a_set and not state.hidden.steps[seat]


def _is_doubtful(state: State, seat: int) -> bool:
    """Tell whether a card has left or entered this hand of which not everybody knows which."""
    unseen = [note for note in state.public.history if note.move.name in ("GIVEN", "STOLEN")]
    return any(seat in (note.seat, note.receiver) for note in unseen)


def possible(state: State) -> bool:
    """Tell whether cards can have been dealt so: what was dealt is from its pile, what is known is
    in the hand.
    """
    hidden: Any = to_json(state.hidden)
    public: Any = to_json(state.public)
    piles: list[Counter[str]] = []
    for note in public["history"]:
        if note["move"] == "piled":
            piles.append(Counter(note["cards"]))
        elif note["move"] == "turned_up":
            piles[-1].subtract(note["cards"])
    for pile, dealt in zip(piles, zip(*hidden["dealt"], strict=True), strict=True):
        left = Counter(hidden["pile"]) if pile is piles[-1] else Counter()
        if sum(map(Counter, dealt), left) != +pile:
            return False
    for seat, (hand, chosen) in enumerate(zip(hidden["hands"], hidden["chosen"], strict=True)):
        known = _known(public, seat)
        if not _is_doubtful(state, seat) and not known <= Counter(hand):
            return False
        if not Counter(chosen) <= Counter(hand):
            return False
    return len(set(hidden["deck"])) == len(hidden["deck"])
