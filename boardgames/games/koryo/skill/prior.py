"""A cheap guess at what a good player of Koryŏ does, based on how each action changes the chances
to win.

It is a linear softmax policy: every action has a few features, and the logarithm of its weight is
their weighted sum. The weights in weights.toml are fitted to the choices of a search (see
`examples/tune.py`). Only the tableaux, the tokens and the seat's own hand count, so all worlds of
one View have the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, fsum
from operator import mul
from typing import Any, TypeAlias

from boardgames.contract.refusals import check_seat
from boardgames.games.koryo.actions import Absolve, Action, Bank, Destroy, Discard, Steal, Swap
from boardgames.games.koryo.components import (
    BARBARIAN,
    CARDS,
    EVENTS,
    FAMILIES,
    LOBBYING,
    OMNISCIENT,
    Cards,
)
from boardgames.games.koryo.phases.actions import open_to_barbarians, open_to_lobbying
from boardgames.games.koryo.phases.round_end import limit_of
from boardgames.games.koryo.skill import evaluation
from boardgames.games.koryo.skill.evaluation import family_sums
from boardgames.games.koryo.state import ORDERS, Phase, Rules, State
from boardgames.kit.weights import read_weights

Sums: TypeAlias = tuple[float, ...]
"""By seat: a part of the weighted sum from which `evaluation.py` estimates its chance to win."""

ACTION_TYPES = (Bank, Absolve, Steal, Destroy, Swap)
"""The actions of a turn that have a feature of their own."""
NAMES: dict[Phase, tuple[str, ...]] = {
    Phase.ORDERS: (
        "gain",
        "above_limit",
        "barbarians",
        "lobbyings",
        "targets",
        "exchanges",
        "cards",
    ),
    Phase.ACTIONS: ("gain", "bank", "absolve", "steal", "destroy", "swap"),
    Phase.DISCARDS: ("gain",),
}
FEATURES = {phase.name.lower(): evaluation.with_late_names(names) for phase, names in NAMES.items()}
"""By phase: the features of an action.

- `gain`: its immediate change of the logarithm of the seat's odds to win;
- `above_limit`: the number of cards that will have to be discarded (K8.1);
- `barbarians`, `lobbyings`: Events in an order;
- `targets`, `exchanges`: the maximum that these could gain if they were resolved now;
- `cards`: the size of an order;
- `bank` and so on: the type of the action.

Each counts a second time as `_late`, divided by one more than the seasons left.
"""
WEIGHTS = read_weights(__package__, "prior", FEATURES)


def prior(game: Rules, /, state: State, player: int, actions: Sequence[Action]) -> Sequence[float]:
    """Return the logarithm of each action's weight."""
    player = check_seat(game, player)
    left = len(game.components.seasons) - state.round.season
    return _sums(game, state, _Outlook(state, player, left), actions, _weights(state.phase, left))


def features(
    game: Rules, state: State, seat: int, actions: Sequence[Action]
) -> tuple[str, Sequence[Sequence[float]]]:
    """Return the phase, and the features of each action: what it would weigh if the others counted
    nothing.
    """
    left = len(game.components.seasons) - state.round.season
    outlook, names = _Outlook(state, seat, left), NAMES[state.phase]
    ones = [tuple([float(name == other) for other in names]) for name in names]
    rows = zip(*[_sums(game, state, outlook, actions, weights) for weights in ones], strict=True)
    return state.phase.name.lower(), [evaluation.with_late(row, left) for row in rows]


def _sums(
    game: Rules,
    state: State,
    outlook: _Outlook,
    actions: Sequence[Action],
    weights: tuple[float, ...],
) -> list[float]:
    if state.phase is ORDERS:
        a, b, c, d, e, f, g = weights
        return [
            a * gain
            + b * above
            + c * barbarians
            + d * lobbyings
            + e * targets
            + f * exchanges
            + g * cards
            for gain, above, barbarians, lobbyings, targets, exchanges, cards in _orders(
                game, state, outlook, actions
            )
        ]
    per_gain, *others = weights
    of_type: dict[type[Action], float] = dict(
        zip(ACTION_TYPES, others, strict=False)
    )  # a discard has a gain only
    gains = _gains(outlook, actions)
    return [
        per_gain * gain + of_type.get(type(action), 0.0)
        for action, gain in zip(actions, gains, strict=True)
    ]


@lru_cache(1 << 6)
def _weights(phase: Phase, left: int) -> tuple[float, ...]:
    return evaluation.at_round(WEIGHTS[phase.name.lower()], left)


@lru_cache(1 << 10)  # several seats in turn ask for the same
def _standing(
    tableaux: tuple[Cards, ...], tokens: tuple[int, ...], left: int
) -> tuple[tuple[tuple[int, ...], ...], int | None, float, float, Sums]:
    """Return the cards by Kind and seat, the seat with the Omniscient, what a token and an Event
    add, and the sums.
    """
    counts = tuple(zip(*map(CARDS.unpack, tableaux), strict=True))
    owners = counts[OMNISCIENT]
    omniscient = owners.index(1) if 1 in owners else None
    weights = evaluation.weights_at("turns", left)
    per_token, per_event = weights[evaluation.TOKENS], weights[evaluation.EVENTS]
    terms = [
        [per_token * held for held in tokens],
        *[[per_event * held for held in counts[event]] for event in EVENTS],
    ]
    terms += [
        list(family_sums("turns", left, family, counts[family], omniscient)) for family in FAMILIES
    ]
    return (
        counts,
        omniscient,
        per_token,
        per_event,
        tuple([fsum(column) for column in zip(*terms, strict=True)]),
    )


class _Outlook:
    """How changes of the table affect one seat's odds to win.

    The logarithm of the odds rises by what is added to its own sum, and falls by what is added to
    its rivals', each weighted by the rival's chance to win if the seat itself does not.
    """

    __slots__ = (
        "_moved",
        "counts",
        "left",
        "omniscient",
        "per_event",
        "per_token",
        "seat",
        "shares",
        "tableaux",
    )

    def __init__(self, state: State, seat: int, left: int) -> None:
        self.counts, self.omniscient, self.per_token, self.per_event, sums = _standing(
            state.tableaux, state.tokens, left
        )
        self.left = left
        """The number of seasons left."""
        self.seat = seat
        self.tableaux = state.tableaux
        highest = max(sums)
        weights = [exp(each - highest) for each in sums]
        weights[seat] = 0.0
        total = fsum(weights) or 1.0
        self.shares = [-each / total for each in weights]
        """By seat: how much an addition to its sum adds to the logarithm of the odds, to first
        order.
        """
        self.shares[seat] = 1.0
        self._moved: dict[tuple[int, int, int], float] = {}

    def gain_by(self, family: int, whose: int, by: int) -> float:
        """Return the gain if a seat's tableau gets this many cards of a family, or loses them if
        `by` is negative.
        """
        return self._gain(
            _change(self.left, family, self.counts[family], self.omniscient, whose, by, None)
        )

    def gain_of_move(self, family: int, giver: int, taker: int) -> float:
        if (found := self._moved.get((family, giver, taker))) is None:
            moved = _change(
                self.left, family, self.counts[family], self.omniscient, giver, -1, taker
            )
            found = self._moved[family, giver, taker] = self._gain(moved)
        return found

    def target(self) -> float:
        """Return the maximum gain of a Barbarian."""
        victims = open_to_barbarians(self.tableaux, self.seat)
        return max(
            [
                0.0,
                *[
                    self.gain_by(f, whose, -1)
                    for f in FAMILIES
                    for whose in victims
                    if self.counts[f][whose]
                ],
            ]
        )

    def exchange(self) -> float:
        """Return the maximum gain of a Lobbying that gives one of the seat's own cards."""
        seat, best, partners = self.seat, 0.0, open_to_lobbying(self.tableaux)
        if seat not in partners:
            return best
        given = [family for family in FAMILIES if self.counts[family][seat]]
        for rival in partners:
            if rival != seat:
                taken = max(
                    [self.gain_of_move(f, rival, seat) for f in FAMILIES if self.counts[f][rival]]
                )
                best = max(best, taken + max([self.gain_of_move(f, seat, rival) for f in given]))
        return best

    def _gain(self, added: Sums) -> float:
        return fsum(map(mul, self.shares, added))


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


def _orders(
    game: Rules, state: State, outlook: _Outlook, actions: Sequence[Any]
) -> list[tuple[float, ...]]:
    seat, tableau = outlook.seat, state.tableaux[outlook.seat]
    room = limit_of(game, state, seat) - CARDS.size(tableau)
    hand = state.hidden.hands[seat]
    target = outlook.target() if CARDS.count(hand, BARBARIAN) else 0.0
    exchange = outlook.exchange() if CARDS.count(hand, LOBBYING) else 0.0
    found: list[tuple[float, ...]] = []
    for action in actions:
        gain, barbarians, lobbyings = 0.0, 0, 0
        size = len(action.cards)
        for kind in dict.fromkeys(action.cards):
            count = action.cards.count(kind)
            if kind not in EVENTS:
                gain += outlook.gain_by(kind, seat, count)
                continue
            gain += outlook.per_event * count
            if kind == BARBARIAN:
                barbarians = count
            else:
                lobbyings = count
        above = size - room if size > room else 0
        found.append(
            (gain, above, barbarians, lobbyings, barbarians * target, lobbyings * exchange, size)
        )
    return found


def _gains(outlook: _Outlook, actions: Sequence[Any]) -> list[float]:
    """Return the immediate gain of each action in a turn, or of each discard."""
    found = []
    for action in actions:
        kind = type(action)
        if kind is Swap:
            low, high = action.low, action.high
            gain = outlook.gain_of_move(action.given, low, high) + outlook.gain_of_move(
                action.returned, high, low
            )
        elif kind is Destroy:
            gain = outlook.gain_by(action.character, action.victim, -1)
        elif kind is Steal:
            gain = outlook.per_token * (1 - outlook.shares[action.victim])
        elif kind is Bank:
            gain = outlook.per_token
        elif kind is Absolve:
            gain = -outlook.per_event
        elif kind is Discard:
            gain = outlook.gain_by(action.character, outlook.seat, -1)
        else:
            gain = 0.0
        found.append(gain)
    return found
