"""A cheap guess at what a good player of Koryŏ does, from the influence that each action moves.

It is a linear softmax policy: every action has a few features, and the logarithm of its weight is their weighted sum.
Nothing but the tableaux, the tokens and the seat's own hand is looked at: all worlds of one View get the same answer.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from boardgames.games.koryo.actions import Absolve, Action, Bank, Destroy, Steal, Swap
from boardgames.games.koryo.components import BARBARIAN, CARDS, EVENTS, LOBBYING, OMNISCIENT, SENATOR, SENATOR_BONUS
from boardgames.games.koryo.evaluation import family_values
from boardgames.games.koryo.scoring import majority
from boardgames.games.koryo.state import DISCARDS, ORDERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardgames.games.koryo.rules import Koryo
    from boardgames.games.koryo.state import State

Gain: TypeAlias = tuple[float, float]
"""What the seat gains, and what its rivals gain on average, in influence."""

FEATURES = {
    "orders": ("own", "rivals", "above_limit", "barbarians", "lobbyings"),
    "actions": ("own", "rivals", "victim"),
    "discards": ("own", "rivals"),
}
"""By phase, the features of an action.

- `own`, `rivals`: what it moves at once, as a `Gain`;
- `above_limit`: cards that will have to be discarded (K8.1);
- `barbarians`, `lobbyings`: Events in an order;
- `victim`: how far the victim of a Barbarian or a Spy leads the average, in influence.
"""
WEIGHTS = {
    "orders": (1.3, -1.0, -2.3, 0.0, 0.0),
    "actions": (3.0, -1.0, 0.2),
    "discards": (1.0, -1.0),
}
"""By phase, the weights of its features."""


def prior(game: Koryo, state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Return the logarithm of each action's weight."""
    phase, rows = features(game, state, seat, actions)
    weights, known = WEIGHTS[phase], cast("Any", rows)
    if phase == "orders":
        a, b, c, d, e = weights
        return [
            a * own + b * rivals + c * above + d * barbarians + e * lobbyings
            for own, rivals, above, barbarians, lobbyings in known
        ]
    if phase == "discards":
        a, b = weights
        return [a * own + b * rivals for own, rivals in known]
    a, b, c = weights
    return [a * own + b * rivals + c * victim for own, rivals, victim in known]


def features(game: Koryo, state: State, seat: int, actions: Sequence[Any]) -> tuple[str, Sequence[tuple[float, ...]]]:
    """Return the phase, and the features of each action."""
    owners = CARDS.counts(state.tableaux, OMNISCIENT)
    table = _Table(
        left=len(game.components.seasons) - state.round.season,
        counts=tuple(zip(*map(CARDS.unpack, state.tableaux), strict=True)),
        omniscient=owners.index(1) if 1 in owners else None,
        seat=seat,
    )
    if state.phase is ORDERS:
        limit = game.components.seasons[state.round.season - 1].limit
        if majority(state.tableaux, SENATOR) == seat:
            limit += SENATOR_BONUS
        return "orders", _order_features(table, actions, limit - CARDS.size(state.tableaux[seat]))
    if state.phase is DISCARDS:
        return "discards", [table.changed(action.character, seat, -1) for action in actions]
    return "actions", _turn_features(table, actions, state.tokens)


class _Table(NamedTuple):
    """What the tableaux show, and whose gain counts as their own."""

    left: int
    """Rounds still to come."""
    counts: tuple[tuple[int, ...], ...]
    """By Kind and seat: how many cards."""
    omniscient: int | None
    """Who owns the Omniscient."""
    seat: int

    def changed(self, family: int, whose: int, by: int) -> Gain:
        """Return the gain if this many cards of a family enter a seat's tableau, or leave it if `by` is negative."""
        return _gain(self.left, family, self.counts[family], self.omniscient, self.seat, whose, by)

    def moved(self, family: int, giver: int, taker: int) -> Gain:
        """Return the gain if a card of a family moves from one tableau to another."""
        return _gain_by_move(self.left, family, self.counts[family], self.omniscient, self.seat, giver, taker)


def _order_features(table: _Table, actions: Sequence[Any], room: int) -> Sequence[tuple[float, ...]]:
    """Return the features of Orders; `room`: how many cards the seat may add to its tableau and keep (K8.1)."""
    found = []
    for action in actions:
        own = rivals = barbarians = lobbyings = 0.0
        kinds = action.cards
        size = len(kinds)
        groups = ((kinds[0], 1), (kinds[-1], 1)) if action.mixed else ((kinds[0], size),) if size else ()
        for kind, count in groups:
            if kind == BARBARIAN:
                barbarians += count
                own -= count
            elif kind == LOBBYING:
                lobbyings += count
                own -= count
            else:
                gained, lost = table.changed(kind, table.seat, count)
                own += gained
                rivals += lost
        found.append((own, rivals, size - room if size > room else 0, barbarians, lobbyings))
    return found


def _turn_features(table: _Table, actions: Sequence[Any], tokens: tuple[int, ...]) -> Sequence[tuple[float, ...]]:
    """Return the features of what can be done in a turn."""
    changed, moved = table.changed, table.moved
    others = len(tokens) - 1
    leads: list[float] = []
    found = []
    for action in actions:
        kind = type(action)
        own = rivals = victim = 0.0
        if kind is Swap:
            low, high = action.low, action.high
            own, rivals = moved(action.given, low, high)
            gained, lost = moved(action.returned, high, low)
            own += gained
            rivals += lost
        elif kind is Destroy or kind is Steal:
            leads = leads or _leads(table, tokens)
            victim = leads[action.victim]
            own, rivals = changed(action.character, action.victim, -1) if kind is Destroy else (1.0, -1 / others)
        elif kind is Bank or kind is Absolve:
            own = 1.0
        found.append((own, rivals, victim))
    return found


def _leads(table: _Table, tokens: tuple[int, ...]) -> list[float]:
    """Return, per seat, by how much its expected influence is above the average."""
    left, omniscient, counts = table.left, table.omniscient, table.counts
    values = [family_values(left, family, counts[family], omniscient) for family in range(BARBARIAN)]
    points = [float(held) for held in tokens]
    for each in values:
        points = [total + worth for total, worth in zip(points, each, strict=True)]
    for event in EVENTS:
        points = [total - held for total, held in zip(points, counts[event], strict=True)]
    mean = fsum(points) / len(points)
    return [total - mean for total in points]


@lru_cache(1 << 15)
def _gain(  # all that it depends on
    left: int, family: int, counts: tuple[int, ...], omniscient: int | None, seat: int, whose: int, by: int
) -> Gain:
    after = list(counts)
    after[whose] += by
    return _difference(left, family, counts, tuple(after), omniscient, seat)


@lru_cache(1 << 15)
def _gain_by_move(  # all that it depends on
    left: int, family: int, counts: tuple[int, ...], omniscient: int | None, seat: int, giver: int, taker: int
) -> Gain:
    after = list(counts)
    after[giver] -= 1
    after[taker] += 1
    return _difference(left, family, counts, tuple(after), omniscient, seat)


def _difference(  # all that it depends on
    left: int, family: int, before: tuple[int, ...], after: tuple[int, ...], omniscient: int | None, seat: int
) -> Gain:
    had = family_values(left, family, before, omniscient)
    has = family_values(left, family, after, omniscient)
    own = has[seat] - had[seat]
    return own, (fsum(has) - fsum(had) - own) / (len(had) - 1)
