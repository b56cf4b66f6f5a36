"""Random States that have a given View (K10)."""

from __future__ import annotations

from itertools import accumulate, combinations, product, repeat
from math import comb, prod
from typing import TYPE_CHECKING

from boardgames.core.cards import NO_CARDS
from boardgames.core.chance import draw, fresh_seed
from boardgames.core.errors import require
from boardgames.games.koryo.components import CARDS
from boardgames.games.koryo.state import Hidden, State

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from boardgames.games.koryo.rules import Koryo
    from boardgames.games.koryo.view import View

PAIR = 2
TRIES = 50
"""Attempts to guess the orders before all their combinations are counted; most Views need a handful."""


def check_view(game: Koryo, view: View) -> None:
    """Raise `DecodeError` if the seats and sizes in this View cannot be those of this game."""
    players = game.players
    sizes = (view.hand_sizes, view.order_sizes, view.discard_sizes)
    lengths = {len(entries) for entries in (view.tableaux, view.tokens, *sizes)}
    require(lengths == {players}, f"tableaux, tokens, sizes: not of a game with {players} players")
    require(0 <= view.player < players and 0 <= (view.seat or 0) < players, "seat, player: no such seat")
    require(min(map(min, sizes)) >= 0, "hand_sizes, order_sizes, discard_sizes: fewer than no cards")
    if view.seat is not None:
        own = (sum(view.hand), sum(view.order), sum(view.discards))
        fits = own == tuple([entries[view.seat] for entries in sizes])
        require(fits, "hand, order, discards: not as many cards as the sizes say")


def sample(game: Koryo, view: View, rng: Random) -> State:
    """Return a State that has this View; every way to lay out the unseen physical cards is equally likely.

    Raises `DecodeError` if there is none, which no View of a real game brings about.
    """
    check_view(game, view)
    others = [seat for seat in range(game.players) if seat != view.seat]
    seen = (*view.tableaux, view.gone, view.hand, view.order, view.discards)
    unseen = [
        copies - sum(column) for copies, column in zip(game.components.copies, zip(*seen, strict=True), strict=True)
    ]

    fits = min(unseen) >= 0 and sum(unseen) == view.pile_size + sum(
        sizes[seat] for sizes in (view.hand_sizes, view.order_sizes, view.discard_sizes) for seat in others
    )
    require(fits, "no State has this View: its cards do not add up to those of the game")
    hands, orders, discards = ([NO_CARDS] * game.players for _ in range(3))
    if view.seat is not None:
        hands[view.seat] = CARDS.pack(view.hand)
        orders[view.seat] = CARDS.pack(view.order)
        discards[view.seat] = CARDS.pack(view.discards)
    face_down = [seat for seat in others if view.order_sizes[seat]]
    if face_down:
        for seat, order in zip(face_down, _orders(view, face_down, unseen, rng), strict=True):
            orders[seat] = CARDS.pack(order)
            unseen = [left - placed for left, placed in zip(unseen, order, strict=True)]

    deck = _one_by_one(unseen)
    wanted = sum(view.hand_sizes[seat] + view.discard_sizes[seat] for seat in others)
    cards = [CARDS.one[kind] for kind in draw(deck, wanted, rng)]
    for seat in others:
        for zone, sizes in ((hands, view.hand_sizes), (discards, view.discard_sizes)):
            if sizes[seat]:
                zone[seat] = CARDS.join(cards[-sizes[seat] :])
                del cards[-sizes[seat] :]
    return State(
        round=view.round,
        phase=view.phase,
        player=view.player,
        turn=view.turn,
        tableaux=tuple(map(CARDS.pack, view.tableaux)),
        tokens=view.tokens,
        bank=view.bank,
        gone=CARDS.pack(view.gone),
        hidden=Hidden(
            hands=tuple(hands),
            orders=tuple(orders),
            discards=tuple(discards),
            pile=CARDS.join([CARDS.one[kind] for kind in deck]),
            seed=fresh_seed(rng),
        ),
    )


def _one_by_one(counts: Sequence[int]) -> list[int]:
    """Return the kind of each card on its own."""
    return [kind for kind, count in enumerate(counts) for kind in repeat(kind, count)]


def _orders(view: View, seats: list[int], unseen: list[int], rng: Random) -> list[Sequence[int]]:
    """Return an order for each of these seats: of one kind, unless its owner could place two (K6.1, K6.3).

    Each seat's cards are proposed on their own, and all proposals are refused when two of them need the same physical
    card: that keeps every joint choice equally likely. Where that fails too often, the joint choices are counted.
    """
    sizes = [view.order_sizes[seat] for seat in seats]
    may_mix = [size == PAIR and view.round.ship_owner == seat for seat, size in zip(seats, sizes, strict=True)]
    for _ in range(TRIES):
        orders = _guess(sizes, may_mix, unseen, rng)
        if orders is not None:
            return orders
    return _counted(sizes, may_mix, unseen, rng)


def _guess(sizes: list[int], may_mix: list[bool], unseen: list[int], rng: Random) -> list[Sequence[int]] | None:
    """Propose an order for each size; None if they do not go together."""
    left = list(unseen)
    orders = []
    for size, mixed in zip(sizes, may_mix, strict=True):
        order = _proposal(unseen, size, mixed=mixed, rng=rng)
        if order is None:
            return None
        chance = 1.0
        for kind, count in enumerate(order):
            if count:
                if count > left[kind]:
                    return None
                chance *= comb(left[kind], count) / comb(unseen[kind], count)
                left[kind] -= count
        if rng.random() >= chance:
            return None
        orders.append(order)
    return orders


def _proposal(unseen: list[int], size: int, *, mixed: bool, rng: Random) -> Sequence[int] | None:
    """Return `size` of the unseen cards, any of them if `mixed` and else all of one kind; each set equally likely."""
    if mixed:
        cards = draw(_one_by_one(unseen), size, rng)
        return [cards.count(kind) for kind in range(len(unseen))]
    ways = [comb(count, size) for count in unseen]
    chosen = int(rng.random() * sum(ways))
    for kind, each in enumerate(ways):
        if chosen < each:
            return [size if other == kind else 0 for other in range(len(unseen))]
        chosen -= each
    return None


def _counted(sizes: list[int], may_mix: list[bool], unseen: list[int], rng: Random) -> list[Sequence[int]]:
    """Return a joint choice of orders, drawn from the list of all of them; `DecodeError` if there is none."""
    kinds = range(len(unseen))
    single = [[[size if other == kind else 0 for other in kinds] for kind in kinds] for size in sizes]
    pairs = [[int(kind == low) + int(kind == high) for kind in kinds] for low, high in combinations(kinds, 2)]
    candidates = [[*own, *pairs] if mixed else own for own, mixed in zip(single, may_mix, strict=True)]
    choices: list[list[Sequence[int]]] = []
    ways: list[int] = []
    for joint in product(*candidates):
        needed = list(map(sum, zip(*joint, strict=True)))
        if all(want <= have for want, have in zip(needed, unseen, strict=True)):
            left, number = list(unseen), 1
            for order in joint:
                number *= prod(map(comb, left, order))
                left = [have - want for have, want in zip(left, order, strict=True)]
            choices.append(list(joint))
            ways.append(number)
    require(choices, "no State has this View: the orders cannot all be what the rules allow")
    chosen = int(rng.random() * sum(ways))
    return next(choice for choice, end in zip(choices, accumulate(ways), strict=True) if chosen < end)
