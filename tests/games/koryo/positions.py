"""Positions of Koryŏ in the words of its rules: `2 Guardian, Omniscient` is a tableau, an order or
a hand.

Every position goes through `state_from_json`, so none of them is one that the game would refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boardgames.core.codec import JSON, to_json
from boardgames.games.koryo import EVENTS, Kind, Koryo, State, View
from boardgames.games.koryo.components import COMPONENTS
from boardgames.games.koryo.state import NEW_TURN
from tests.games.position import Position as BasePosition

TOTALS = {str(kind): count for kind, count in zip(Kind, COMPONENTS.published.copies, strict=True)}
"""Copies in the box, by the name of the card."""
CARDS_IN_ALL = sum(TOTALS.values())
ALL_EVENTS = ", ".join(f"{TOTALS[str(event)]} {event}" for event in EVENTS)
"""A tableau with every Event of the box."""


def counted(cards: str) -> dict[str, int]:
    """Read `2 Guardian, Omniscient` as {"Guardian": 2, "Omniscient": 1}."""
    counts: dict[str, int] = {}
    for part in filter(None, cards.split(", ")):
        count, _, name = part.partition(" ") if part[0].isdigit() else ("1", "", part)
        assert name in TOTALS, part
        counts[name] = int(count)
    return counts


def worded(cards: Iterable[int]) -> str:
    """Return the counts of all kinds as `1 Omniscient, 2 Guardian`."""
    return ", ".join(f"{count} {kind}" for kind, count in zip(Kind, cards, strict=True) if count)


def _json(cards: str) -> JSON:
    return {name.lower().replace(" ", "_"): count for name, count in counted(cards).items()}


def _unseen(zones: Iterable[str]) -> str:
    left = dict(TOTALS)
    for zone in zones:
        for name, count in counted(zone).items():
            left[name] -= count
            assert left[name] >= 0, f"the game has only {TOTALS[name]} {name}"
    return ", ".join(f"{count} {name}" for name, count in left.items() if count)


def _ship_owner(tableaux: Sequence[str]) -> int | None:
    """Return who has the Ship Owner majority (K2)."""
    counts = [counted(tableau).get("Ship Owner", 0) for tableau in tableaux]
    leaders = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
    if len(leaders) > 1:
        leaders = [seat for seat in leaders if "Omniscient" in tableaux[seat]]
    return leaders[0] if leaders else None


def _padded(entries: Sequence[str], seats: int) -> list[str]:
    return [*entries, *[""] * (seats - len(entries))]


@dataclass(frozen=True)
class Position(BasePosition[Koryo, State, View]):
    """A position of Koryŏ, which also shows its cards in words."""

    @property
    def tableaux(self) -> tuple[str, ...]:
        """The tableau of each player."""
        return tuple(map(worded, self.view().tableaux))

    @property
    def gone(self) -> str:
        """What left a tableau in this round."""
        return worded(self.view().gone)

    def hand(self, seat: int) -> str:
        """Return what this player holds."""
        return worded(self.view(seat).hand)


def ordering(
    *tableaux: str,
    hands: Sequence[str] = (),
    orders: Sequence[str] = (),
    season: int = 8,
    first: int = 0,
    player: int | None = None,
    tokens: Sequence[int] = (),
    seed: int = 0,
) -> Position:
    """Return a position of phase II: this player (the first one, unless told) is about to place
    their order.
    """
    game = Koryo(len(tableaux))
    hands, orders = _padded(hands, game.players), _padded(orders, game.players)
    tokens = [*tokens, *[0] * (game.players - len(tokens))]
    hidden: JSON = {
        "hands": [_json(hand) for hand in hands],
        "orders": [_json(order) for order in orders],
        "discards": [{}] * game.players,
        "pile": _json(_unseen([*tableaux, *hands, *orders])),
        "seed": seed,
    }
    data: JSON = {
        "round": {"season": season, "first": first, "ship_owner": _ship_owner(tableaux)},
        "phase": "orders",
        "player": first if player is None else player,
        "turn": to_json(NEW_TURN),
        "tableaux": [_json(tableau) for tableau in tableaux],
        "tokens": list(tokens),
        "bank": 8 - sum(tokens),
        "gone": {},
        "hidden": hidden,
    }
    return Position(game, game.state_from_json(data))


def ordered(
    *tableaux: str,
    orders: Sequence[str] = (),
    season: int = 8,
    first: int = 0,
    tokens: Sequence[int] = (),
    seed: int = 0,
) -> Position:
    """Return the position after the last of these orders, in turn order, has been placed; others
    are revealed.
    """
    seats = len(tableaux)
    last = (first - 1) % seats
    orders = _padded(orders, seats)
    hands, placed = [""] * seats, list(orders)
    hands[last], placed[last] = placed[last], ""
    position = ordering(
        *tableaux,
        hands=hands,
        orders=placed,
        season=season,
        first=first,
        player=last,
        tokens=tokens,
        seed=seed,
    )
    own = counted(orders[last])
    names = [name for name, count in own.items() for _ in range(count)]
    if len(own) == 1:
        return position.play(f"order {len(names)} {names[0]}")
    return position.play(" ".join(["order", *(names or ["none"])]))
