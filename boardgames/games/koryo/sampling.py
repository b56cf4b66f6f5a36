"""Random worlds that one View of Koryŏ cannot tell apart (K10)."""

from __future__ import annotations

from itertools import repeat
from math import comb
from typing import TYPE_CHECKING

from boardgames.core.chance import draw, fresh_seed
from boardgames.core.errors import DecodeError
from boardgames.games.koryo.components import CARD, Counts, packed
from boardgames.games.koryo.state import Hidden, State, View

if TYPE_CHECKING:
    from random import Random

TRIES = 10_000
"""Attempts before a View counts as impossible; a real one needs a handful, the worst conceivable a few hundred."""


def check_view(view: View, players: int) -> None:
    """Raise `DecodeError` if the seats and sizes in this View cannot be those of a game with so many players."""
    sizes = (view.hand_sizes, view.order_sizes, view.discard_sizes)
    if {len(entries) for entries in (view.tableaux, view.tokens, *sizes)} != {players}:
        raise DecodeError(f"tableaux, tokens, sizes: not of a game with {players} players")
    if not (0 <= view.player < players and 0 <= (view.seat or 0) < players):
        raise DecodeError("seat, player: no such seat")
    if min(map(min, sizes)) < 0:
        raise DecodeError("hand_sizes, order_sizes, discard_sizes: fewer than no cards")
    if view.seat is not None:
        own = (sum(view.hand), sum(view.order), sum(view.discards))
        if own != tuple([entries[view.seat] for entries in sizes]):
            raise DecodeError("hand, order, discards: not so many as the sizes say")


def sample(view: View, rng: Random, copies: Counts) -> State:
    """Return a State whose View is this one, all ways to lay the unseen physical cards being equally likely.

    `copies` is how many of each card the game has.

    Raises `DecodeError` if there is no such State; that takes a View which did not come from a game.
    """
    seats = range(len(view.tableaux))
    others = [seat for seat in seats if seat != view.seat]
    known = (*view.tableaux, view.gone, view.hand, view.order, view.discards)
    unseen = [total - sum(column) for total, column in zip(copies, zip(*known, strict=True), strict=True)]

    hands, orders, discards = [0] * len(seats), [0] * len(seats), [0] * len(seats)
    if view.seat is not None:
        hands[view.seat] = packed(view.hand)
        orders[view.seat] = packed(view.order)
        discards[view.seat] = packed(view.discards)
    facing_down = [seat for seat in others if view.order_sizes[seat]]
    if facing_down:
        for seat, order in zip(facing_down, _orders(view, facing_down, unseen, rng), strict=True):
            orders[seat] = packed(order)
            unseen = [left - placed for left, placed in zip(unseen, order, strict=True)]

    deck = [kind for kind, count in enumerate(unseen) for kind in repeat(kind, count)]
    wanted = sum(view.hand_sizes[seat] + view.discard_sizes[seat] for seat in others)
    if len(deck) != wanted + view.pile_size or min(unseen) < 0:
        raise DecodeError("no State has this View: its cards do not add up to those of the game")
    cards = [CARD[kind] for kind in draw(deck, wanted, rng)]
    for seat in others:
        for zone, sizes in ((hands, view.hand_sizes), (discards, view.discard_sizes)):
            if sizes[seat]:
                zone[seat] = sum(cards[-sizes[seat] :])
                del cards[-sizes[seat] :]
    pile = sum([CARD[kind] for kind in deck])
    hidden = Hidden(tuple(hands), tuple(orders), tuple(discards), pile, fresh_seed(rng))
    return State(
        view.round, view.phase, view.player, view.turn, tuple(map(packed, view.tableaux)), view.tokens, view.bank,
        packed(view.gone), hidden,
    )  # fmt: skip


def _counted(cards: list[int]) -> Counts:
    return tuple([cards.count(kind) for kind in range(len(CARD))])


def _orders(view: View, seats: list[int], unseen: list[int], rng: Random) -> list[Counts]:
    """Return an order for each of these seats: one kind only, unless its owner could place two (K6.1, K6.3).

    Each seat's cards are proposed on their own, and all proposals refused when two of them need the same physical card:
    that keeps every joint choice equally likely.
    """
    free_pairs = [view.order_sizes[seat] == 2 and view.round.ship_owner == seat for seat in seats]  # noqa: PLR2004
    for _ in range(TRIES):
        left = list(unseen)
        orders = []
        for seat, free in zip(seats, free_pairs, strict=True):
            order = _proposal(unseen, view.order_sizes[seat], free=free, rng=rng)
            if order is None:
                break
            chance = 1.0
            for kind, count in enumerate(order):
                if count:
                    if count > left[kind]:
                        chance = 0.0
                        break
                    chance *= comb(left[kind], count) / comb(unseen[kind], count)
                    left[kind] -= count
            if rng.random() >= chance:
                break
            orders.append(order)
        else:
            return orders
    raise DecodeError("no State has this View: the orders cannot all be what the rules allow")


def _proposal(unseen: list[int], size: int, *, free: bool, rng: Random) -> Counts | None:
    """Return `size` of the unseen cards, any two if `free` and else all of one kind; each set equally likely."""
    if free:
        return _counted(draw([kind for kind, count in enumerate(unseen) for kind in repeat(kind, count)], size, rng))
    ways = [comb(count, size) if count > 0 else 0 for count in unseen]
    chosen = int(rng.random() * sum(ways))
    for kind, each in enumerate(ways):
        if chosen < each:
            return tuple([size if other == kind else 0 for other in range(len(unseen))])
        chosen -= each
    return None
