"""Estimates a seat's chance to win Koryŏ: a softmax over the seats of a weighted sum of features.

The weights in weights.toml are fitted to games played by the prior (see `examples/tune.py`).
Face-down orders count as if revealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from math import fsum
from operator import add

from boardgames.contract.refusals import check_seat
from boardgames.core.values import ahead, maker, value
from boardgames.games.koryo.components import (
    CARDS,
    EVENTS,
    FAMILIES,
    KEYS,
    OMNISCIENT,
    SENATOR,
    SENATOR_BONUS,
    Cards,
)
from boardgames.games.koryo.phases.round_end import base_limit
from boardgames.games.koryo.scoring import majority
from boardgames.games.koryo.state import ORDERS, Rules, State
from boardgames.kit.weights import chances_by, read_weights

# The expected value of a family: numbers set manually, not fitted.

CHANCE_BY_LEAD = (0.0, 0.02, 0.06, 0.13, 0.3, 0.7, 0.86, 0.94, 0.98, 1.0)
"""Chance to score a family at the end when leading by -4 cards or less, -3, … 0, 1, … 4, 5 or more
in mid-game.
"""
EVEN = 4
"""The index in `CHANCE_BY_LEAD` of a lead of 0 cards."""
WORTH_PER_ROUND = (0.0, 0.5, 0.4, 0.2, 0.2, 0.7, 0.3, 0.2, 0.0)
"""By family, from the Omniscient on: influence that a majority is worth per remaining season."""
UNCERTAIN_ROUNDS = 10
"""With this many seasons left, a lead would mean nothing."""

# The features of a seat.

LEADS = {
    1: "ahead_1",
    2: "ahead_2",
    3: "ahead_3",
    0: "tied",
    -1: "behind_1",
    -2: "behind_2",
}
"""By the lead in a family: the feature to which its influence is added."""
FAR_AHEAD = 3
"""Larger leads count like this one."""
POWER_NAMES = KEYS[: len(FAMILIES) - 1]
"""The features for majorities: one for each family but the last, 1 with its majority."""
DUE = {event: f"{KEYS[event]}_due" for event in EVENTS}
"""By Event: the feature for those of its cards that can still be resolved."""
OTHER_REASONS = {
    "tokens": "tokens",
    "events": "events",
    "above_limit": "card_limit",
    **dict.fromkeys(DUE.values(), "events"),
    "hand": "hand",
}
"""By feature that no family adds: the key of the reason."""
NAMES = (*LEADS.values(), *POWER_NAMES, *OTHER_REASONS)


@value
class Tableaux:
    """What lies in all tableaux."""

    by_kind: tuple[tuple[int, ...], ...]
    """The cards by Kind and seat."""
    omniscient: int | None
    """The seat with the Omniscient."""


make_table = maker(Tableaux)


@lru_cache(1 << 10)  # several seats in turn ask for the same
def table_of(tableaux: tuple[Cards, ...]) -> Tableaux:
    """Return what lies in these tableaux."""
    by_kind = tuple(zip(*map(CARDS.unpack, tableaux), strict=True))
    owners = by_kind[OMNISCIENT]
    return make_table(by_kind, owners.index(1) if 1 in owners else None)


def with_late_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return these names, each followed by the same name with `_late`."""
    return (*names, *[f"{name}_late" for name in names])


def with_late(row: Sequence[float], left: int) -> list[float]:
    """Return these values, each followed by itself divided by one more than the seasons left."""
    return [*row, *[each / (1 + left) for each in row]]


def at_round(weights: Sequence[float], left: int) -> tuple[float, ...]:
    """Return the weight of each feature with this many seasons left, including its `_late`
    weight.
    """
    half = len(weights) // 2
    return tuple(
        [
            plain + late / (1 + left)
            for plain, late in zip(weights[:half], weights[half:], strict=True)
        ]
    )


FEATURES = {phase: with_late_names(NAMES) for phase in ("orders", "turns")}
"""The features of a seat, while orders are placed and otherwise.

- `ahead_1` and so on: the total influence of the families in which it leads or trails by this many
  cards;
- the families: whether it has the majority;
- `above_limit`: the number of cards that it will have to discard;
- `barbarian_due` and so on, for each Event: those that it can still resolve in this season;
- `hand`: the maximum influence to expect from the cards of one family in its hand.

Each counts a second time as `_late`, divided by one more than the seasons left.
"""
MAJORITIES = tuple(f"{KEYS[family]}_majority" for family in FAMILIES)
"""The reason for each family."""
WEIGHTS = read_weights(__package__, "evaluation", FEATURES)


@chances_by
def chances(game: Rules, /, state: State) -> Sequence[float]:
    """Return every seat's estimated chance to win, given all hands and orders."""
    by_seat = zip(*_added(_situation(game, state)), strict=True)
    return [reduce(add, column) for column in by_seat]  # `sum` differs from Python 3.12 on


def reasons(game: Rules, /, state: State, player: int) -> Mapping[str, float]:
    """Return how much each family, the tokens and so on favour this seat; see `Game.reasons`."""
    player = check_seat(game, player)
    situation = _situation(game, state)
    keys = [*[OTHER_REASONS[name] for name in situation.others], *MAJORITIES]
    found: dict[str, float] = {}
    for key, added in zip(keys, _added(situation), strict=True):
        found[key] = found.get(key, 0.0) + ahead(added, player)
    return found


@value
class _Situation:
    """A State, as the features count it."""

    phase: str
    """As named in `FEATURES`."""
    left: int
    """The number of rounds left."""
    table: Tableaux
    """The tableaux as if all orders were revealed."""
    others: Mapping[str, Sequence[float]]
    """The features that no family adds: by name, an amount for each seat; if no Event is due, those
    for such Events are left out.
    """


_make_situation = maker(_Situation)


def _added(situation: _Situation) -> list[Sequence[float]]:
    """Return what is added to the weighted sum of each seat: by each feature of `others`, then by
    each family.
    """
    phase, left, table = situation.phase, situation.left, situation.table
    weights = weights_by_name(phase, left)
    added: list[Sequence[float]] = [
        [weights[name] * amount for amount in amounts] for name, amounts in situation.others.items()
    ]
    added += [
        family_sums(phase, left, family, counts, table.omniscient)
        for family, counts in zip(FAMILIES, table.by_kind, strict=False)
    ]
    return added


def features(game: Rules, state: State) -> tuple[str, list[list[float]]]:
    """Return the phase, and the features of each seat."""
    situation = _situation(game, state)
    table = situation.table
    rows = [dict.fromkeys(NAMES, 0.0) for _ in range(game.players)]
    for name, amounts in situation.others.items():
        for row, amount in zip(rows, amounts, strict=True):
            row[name] = amount
    for family in FAMILIES:
        added = _family_features(family, table.by_kind[family], table.omniscient)
        for row, entries in zip(rows, added, strict=True):
            for name, amount in entries.items():
                row[name] += amount
    return situation.phase, [with_late([*row.values()], situation.left) for row in rows]


def _situation(game: Rules, state: State) -> _Situation:
    phase = "orders" if state.phase is ORDERS else "turns"
    left = len(game.components.seasons) - state.round.season
    tableaux = tuple(map(CARDS.add, state.tableaux, state.hidden.orders))
    table = table_of(tableaux)
    events_by_seat = zip(*table.by_kind[EVENTS[0] :], strict=True)
    others: dict[str, Sequence[float]] = {
        "tokens": state.tokens,
        "events": [*map(sum, events_by_seat)],
        "above_limit": _above_limit(game, state, tableaux),
        "hand": _promises(left, table, state.hidden.hands),
    }
    due = [*state.hidden.orders]
    due[state.player] = state.turn.due  # whoever is to act has no order face down
    if any(due):
        for event, name in DUE.items():
            others[name] = CARDS.counts(due, event)
    return _make_situation(phase, left, table, others)


@lru_cache(1 << 6)
def weights_by_name(phase: str, left: int) -> Mapping[str, float]:
    """Return the weights of the features with this many seasons left, by their names."""
    return dict(zip(NAMES, at_round(WEIGHTS[phase], left), strict=True))


@lru_cache(1 << 15)
def family_sums(
    phase: str, left: int, family: int, counts: tuple[int, ...], omniscient: int | None
) -> tuple[float, ...]:
    """Return, per seat, the weighted sum of what one family adds to the features."""
    weights = weights_by_name(phase, left)
    rows = _family_features(family, counts, omniscient)
    return tuple([fsum([weights[name] * amount for name, amount in row.items()]) for row in rows])


def _family_features(
    family: int, counts: tuple[int, ...], omniscient: int | None
) -> list[dict[str, float]]:
    """Return, per seat, what one family adds to the features, by their names."""
    rows = []
    for seat, lead in enumerate(_leads(counts)):
        row: dict[str, float] = {}
        if counts[seat]:
            if (name := LEADS.get(min(lead, FAR_AHEAD))) is not None:
                row[name] = float(family + 1)
            has_majority = lead > 0 or (not lead and seat == omniscient)
            if has_majority and KEYS[family] in POWER_NAMES:
                row[KEYS[family]] = 1.0
        rows.append(row)
    return rows


def _leads(counts: tuple[int, ...]) -> list[int]:
    """Return, per seat, its lead in cards over the best of its rivals."""
    most = max(counts)
    if counts.count(most) > 1:
        return [count - most for count in counts]
    second = max([count for count in counts if count != most])
    return [count - (most if count != most else second) for count in counts]


def _above_limit(game: Rules, state: State, tableaux: tuple[Cards, ...]) -> list[int]:
    """Return, per seat, the number of cards that it will have to discard (K8.1)."""
    limit = base_limit(game, state)
    sizes = CARDS.sizes(tableaux)
    if max(sizes) <= limit:  # as in most States
        return [0] * len(sizes)
    above = [size - limit for size in sizes]
    if (senator := majority(tableaux, SENATOR)) is not None:
        above[senator] -= SENATOR_BONUS
    return [max(0, excess) for excess in above]


def _promises(left: int, table: Tableaux, hands: Sequence[Cards]) -> list[float]:
    """Return, per seat, the maximum influence to expect from the cards of one family in its
    hand.
    """
    by_kind, omniscient = table.by_kind, table.omniscient
    promises = [0.0] * len(hands)
    for seat, hand in enumerate(hands):
        if hand:
            held = CARDS.unpack(hand)
            values = [
                value_of(left, family, by_kind[family], omniscient, seat, held[family])
                for family in FAMILIES
                if held[family]
            ]
            promises[seat] = max([0.0, *values])
    return promises


@lru_cache(1 << 15)
def value_of(  # the value depends on nothing else
    left: int, family: int, counts: tuple[int, ...], omniscient: int | None, seat: int, more: int
) -> float:
    """Return the expected influence of this many more cards of a family for a seat."""
    after = (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])
    before = family_values(left, family, counts, omniscient)
    return family_values(left, family, after, omniscient)[seat] - before[seat]


@lru_cache(1 << 15)
def family_values(
    left: int, family: int, counts: tuple[int, ...], omniscient: int | None
) -> tuple[float, ...]:
    """Return, per seat, the expected influence of a family at the end, with its power, given its
    cards by seat.
    """
    certainty = max(0.0, 1 - left / UNCERTAIN_ROUNDS)
    values = []
    for seat, lead in enumerate(_leads(counts)):
        worth = 0.0
        if counts[seat]:
            chance = CHANCE_BY_LEAD[max(0, min(len(CHANCE_BY_LEAD) - 1, lead + EVEN))]
            worth = (family + 1) * (certainty * (lead > 0) + (1 - certainty) * chance)
            if lead > 0 or (not lead and seat == omniscient):
                worth += WORTH_PER_ROUND[family] * left
        values.append(worth)
    return tuple(values)
