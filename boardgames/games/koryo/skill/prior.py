"""A cheap guess at what a good player of Koryŏ does, based on how each action changes the chances
to win.

It is a linear softmax policy: every action has a few features, and the logarithm of its weight is
their weighted sum. The weights in weights.toml are fitted to the choices of a search (see
`examples/tune.py`). Only the tableaux, the tokens and the seat's own hand count, so all worlds of
one View have the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import exp, fsum
from operator import mul, sub
from typing import Any, TypeAlias

from boardgames.contract.refusals import check_seat
from boardgames.games.koryo.actions import (
    COUNTED,
    Absolve,
    Action,
    Bank,
    Destroy,
    Discard,
    End,
    Steal,
    Swap,
)
from boardgames.games.koryo.components import (
    CARDS,
    EVENTS,
    FAMILIES,
    KEYS,
    LOBBYING,
    Cards,
    Kind,
)
from boardgames.games.koryo.phases.event_cards import (
    EVENT_CARDS,
    RESOLVED_BY,
    EventCard,
    open_to_lobbying,
)
from boardgames.games.koryo.phases.round_end import limit_of
from boardgames.games.koryo.skill import evaluation
from boardgames.games.koryo.skill.evaluation import family_sums
from boardgames.games.koryo.state import ORDERS, Phase, Rules, State
from boardgames.kit.weights import read_weights

Sums: TypeAlias = tuple[float, ...]
"""By seat: a part of the weighted sum from which `evaluation.py` estimates its chance to win."""

ONE_RIVAL = 2
"""The number of players at which a seat has one rival, whose share in `_Outlook` never changes."""

OF_TYPES: dict[type[Action], str] = {
    kind: kind.__name__.lower() for kind in (Bank, Absolve, Steal, *RESOLVED_BY)
}
"""By type of the actions of a turn: the feature for it, unless it ends the turn."""
OF_EVENTS = {event: KEYS[event] for event in EVENTS}
"""By Event: the feature for their number in an order."""
GAINED = {event: f"{KEYS[event]}_gain" for event in EVENTS}
"""By Event: the feature for what those in an order could gain."""
NAMES: dict[Phase, tuple[str, ...]] = {
    Phase.ORDERS: ("gain", "above_limit", *OF_EVENTS.values(), *GAINED.values(), "cards"),
    Phase.ACTIONS: ("gain", *OF_TYPES.values()),
    Phase.DISCARDS: ("gain",),
}
FEATURES = {phase.name.lower(): evaluation.with_late_names(names) for phase, names in NAMES.items()}
"""By phase: the features of an action.

- `gain`: its immediate change of the logarithm of the seat's odds to win;
- `above_limit`: the number of cards that will have to be discarded (K8.1);
- `barbarian` and so on, for each Event: the number of its cards in an order;
- `barbarian_gain` and so on: the maximum that these could gain if they were resolved now;
- `cards`: the size of an order;
- `bank` and so on: the type of the action.

Each counts a second time as `_late`, divided by one more than the seasons left.
"""
WEIGHTS = read_weights(__package__, "prior", FEATURES)


def prior(game: Rules, /, state: State, player: int, actions: Sequence[Action]) -> Sequence[float]:
    """Return the logarithm of each action's weight."""
    player = check_seat(game, player)
    outlook = _Outlook(game, state, player)
    return _sums(outlook, actions, _weights_by_name(state.phase, outlook.left))


def features(
    game: Rules, state: State, seat: int, actions: Sequence[Action]
) -> tuple[str, Sequence[Sequence[float]]]:
    """Return the phase, and the features of each action.

    A feature is what the action weighs if this one has the weight 1, and all others 0.
    """
    outlook = _Outlook(game, state, seat)
    names = NAMES[state.phase]
    columns = []
    for name in names:
        alone = {other: float(name == other) for other in names}
        columns.append(_sums(outlook, actions, alone))
    return state.phase.name.lower(), [
        evaluation.with_late(row, outlook.left) for row in zip(*columns, strict=True)
    ]


def _sums(
    outlook: _Outlook, actions: Sequence[Action], weights: Mapping[str, float]
) -> list[float]:
    """Return the weighted sum of each action's features, given the weight of each by its name."""
    if outlook.state.phase is ORDERS:
        return _order_sums(outlook, actions, weights)
    per_gain = weights["gain"]
    sums = []
    for action in actions:
        kind = type(action)
        total = per_gain * GAINS[kind](outlook, action)
        if kind in OF_TYPES:
            total += weights[OF_TYPES[kind]]
        sums.append(total)
    return sums


@lru_cache(1 << 6)
def _weights_by_name(phase: Phase, left: int) -> Mapping[str, float]:
    """Return the weights of the features in this phase, with this many seasons left."""
    weights = evaluation.at_round(WEIGHTS[phase.name.lower()], left)
    return dict(zip(NAMES[phase], weights, strict=True))


@lru_cache(1 << 10)  # several seats in turn ask for the same
def _sums_of(tableaux: tuple[Cards, ...], tokens: tuple[int, ...], left: int) -> Sums:
    """Return the weighted sum of each seat."""
    table = evaluation.table_of(tableaux)
    weights = evaluation.weights_by_name("turns", left)
    per_token = weights["tokens"]
    per_event = weights["events"]
    terms: list[Sequence[float]] = [[per_token * held for held in tokens]]
    terms += [[per_event * held for held in table.by_kind[event]] for event in EVENTS]
    for family in FAMILIES:
        counts = table.by_kind[family]
        terms.append(family_sums("turns", left, family, counts, table.omniscient))
    return tuple([fsum(column) for column in zip(*terms, strict=True)])


class _Outlook:
    """How changes of the table affect one seat's odds to win.

    The logarithm of the odds rises by what is added to its own sum, and falls by what is added to
    its rivals', each weighted by the rival's chance to win if the seat itself does not.
    """

    __slots__ = (
        "_moved",
        "counts",
        "game",
        "has_one_rival",
        "left",
        "omniscient",
        "per_event",
        "per_token",
        "seat",
        "shares",
        "state",
    )

    def __init__(self, game: Rules, state: State, seat: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.left = left = len(game.components.seasons) - state.round.season
        """The number of seasons left."""
        weights = evaluation.weights_by_name("turns", left)
        self.per_token = weights["tokens"]
        """What a token adds to the sum of its owner."""
        self.per_event = weights["events"]
        """What an Event adds to the sum of its owner."""
        table = evaluation.table_of(state.tableaux)
        self.counts = table.by_kind
        """The cards by Kind and seat."""
        self.omniscient = table.omniscient
        self.has_one_rival = game.players == ONE_RIVAL
        self.shares = self._shares()
        """By seat: how much an addition to its sum adds to the logarithm of the odds, to first
        order.
        """
        self._moved: dict[tuple[int, int, int], float] = {}

    def _shares(self) -> list[float]:
        if self.has_one_rival:  # it wins if the seat does not, whatever the sums
            shares = [-1.0, -1.0]
        else:
            sums = self.sums()
            highest = max(sums)
            weights = [exp(each - highest) for each in sums]
            weights[self.seat] = 0.0
            total = fsum(weights) or 1.0
            shares = [-each / total for each in weights]
        shares[self.seat] = 1.0
        return shares

    def sums(self) -> Sums:
        """Return the weighted sum of each seat."""
        return _sums_of(self.state.tableaux, self.state.tokens, self.left)

    def gain_by(self, family: int, whose: int, by: int, taker: int | None = None) -> float:
        """Return the gain if a seat's tableau gets this many cards of a family, or loses them if
        `by` is negative; a taker gets one of them.
        """
        left, counts, omniscient = self.left, self.counts[family], self.omniscient
        if self.has_one_rival:
            return _gain_on_rival(self.seat, left, family, counts, omniscient, whose, by, taker)
        change = _change(left, family, counts, omniscient, whose, by, taker)
        return fsum(map(mul, self.shares, change))

    def gain_of_move(self, family: int, giver: int, taker: int) -> float:
        if (found := self._moved.get((family, giver, taker))) is None:
            found = self._moved[family, giver, taker] = self.gain_by(family, giver, -1, taker)
        return found

    def by_lobbying(self) -> float:
        """Return the maximum gain of a Lobbying that gives one of the seat's own cards."""
        seat = self.seat
        partners = open_to_lobbying(self.state.tableaux)
        if seat not in partners:
            return 0.0
        best = 0.0
        for rival in partners:
            if rival != seat:
                best = max(best, self._best_move(rival, seat) + self._best_move(seat, rival))
        return best

    def _best_move(self, giver: int, taker: int) -> float:
        """Return the maximum gain if the giver's tableau gives a Character to the taker's."""
        return max(
            [
                self.gain_by(family, giver, -1, taker)
                for family in FAMILIES
                if self.counts[family][giver]
            ]
        )


@lru_cache(1 << 15)
def _change(
    left: int,
    family: int,
    counts: tuple[int, ...],
    omniscient: int | None,
    whose: int,
    by: int,
    taker: int | None,
) -> Sums:
    """Return what is added to all sums if a seat's cards of a family change by a number; a taker
    gets one card.
    """
    after = list(counts)
    after[whose] += by
    if taker is not None:
        after[taker] += 1
    had = family_sums("turns", left, family, counts, omniscient)
    has = family_sums("turns", left, family, tuple(after), omniscient)
    return tuple([one - other for one, other in zip(has, had, strict=True)])


@lru_cache(1 << 15)
def _gain_on_rival(seat: int, *change: Any) -> float:
    """Return what a change, given as to `_change`, adds to a seat's sum, less what it adds to that
    of its only rival.
    """
    added = _change(*change)
    return added[seat] - added[1 - seat]


def _order_sums(
    outlook: _Outlook, actions: Sequence[Any], weights: Mapping[str, float]
) -> list[float]:
    """Return the weighted sum of each order's features."""
    state = outlook.state
    seat = outlook.seat
    room = limit_of(outlook.game, state, seat) - CARDS.size(state.tableaux[seat])
    hand = state.hidden.hands[seat]
    per_gain = weights["gain"]
    per_event: dict[Kind, float] = {}  # what a card of each Event adds to the sum of an order
    for card in EVENT_CARDS:
        event = card.kind
        per_event[event] = per_gain * outlook.per_event + weights[OF_EVENTS[event]]
        if CARDS.count(hand, event):
            per_event[event] += weights[GAINED[event]] * _most_gained(outlook, card)
    per_card = weights["cards"]
    sums = []
    for action in actions:
        size = len(action.cards)
        total = per_card * size
        if size > room:
            total += weights["above_limit"] * (size - room)
        for kind, count in COUNTED[action.cards]:
            if kind in per_event:
                total += per_event[kind] * count
            else:
                total += per_gain * outlook.gain_by(kind, seat, count)
        sums.append(total)
    return sums


def by_resolving(outlook: _Outlook, action: Action) -> float:
    """Return the gain of an action that resolves an Event, from what it does to the table."""
    card = RESOLVED_BY[type(action)]
    after = card.effect(outlook.game, outlook.state, action, outlook.seat)
    has = _sums_of(after.tableaux, after.tokens, outlook.left)
    had = outlook.sums()
    return fsum(map(mul, outlook.shares, map(sub, has, had)))


def _by_swap(outlook: _Outlook, action: Swap) -> float:
    low, high = action.low, action.high
    given = outlook.gain_of_move(action.given, low, high)
    return given + outlook.gain_of_move(action.returned, high, low)


GAINS: dict[type[Action], Callable[[_Outlook, Any], float]] = {
    **dict.fromkeys(RESOLVED_BY, by_resolving),  # for some there is a quicker way
    Bank: lambda outlook, _action: outlook.per_token,
    Absolve: lambda outlook, _action: -outlook.per_event,
    Steal: lambda outlook, action: outlook.per_token * (1 - outlook.shares[action.victim]),
    Destroy: lambda outlook, action: outlook.gain_by(action.character, action.victim, -1),
    Swap: _by_swap,
    Discard: lambda outlook, action: outlook.gain_by(action.character, outlook.seat, -1),
    End: lambda _outlook, _action: 0.0,
}
"""By type of action: the immediate gain of an action in a turn, or of a discard."""


def _most_gained(outlook: _Outlook, card: EventCard) -> float:
    """Return the maximum that a card of an Event could gain if it were resolved now."""
    if card.kind in MOST_GAINED:
        return MOST_GAINED[card.kind](outlook)
    gain = GAINS[card.action]
    choices = card.choices(outlook.state, outlook.seat)
    return max([0.0, *[gain(outlook, action) for action in choices]])  # it may stay unresolved


MOST_GAINED: dict[Kind, Callable[[_Outlook], float]] = {LOBBYING: _Outlook.by_lobbying}
"""By Event, what `_most_gained` returns, where to try every choice would take too long."""
