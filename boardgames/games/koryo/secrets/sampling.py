"""Random States that have a given View (K10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb, prod
from random import Random

from boardgames.core.chance import draw, fresh_seed, pick_weighted
from boardgames.core.errors import require
from boardgames.core.values import identity_cache
from boardgames.games.koryo.components import CARDS
from boardgames.games.koryo.secrets.check import PAIR, check_view
from boardgames.games.koryo.secrets.view import View
from boardgames.games.koryo.state import Rules, State, make_hidden, make_state
from boardgames.kit.cards import NO_CARDS, PackedCards

TRIES = 50
"""Attempts to guess the orders before all their combinations are counted; most Views need only a
few.
"""


def determinize(game: Rules, /, view: View, rng: Random) -> State:
    """Return a random State with this View; raise `DecodeError` if there is none."""
    return _sampler_of(game, view).sample(rng)


@identity_cache
def _sampler_of(game: Rules, view: View) -> Sampler:
    """Return the sampler of this View; cached, since searches sample many worlds of one View."""
    return Sampler(game, view)


class Sampler:
    """Samples the States that have one View; every arrangement of the unseen physical cards is
    equally likely.
    """

    def __init__(self, game: Rules, view: View) -> None:
        """Prepare sampling; raise `DecodeError` if the cards of the View do not add up, as in no
        real game.
        """
        check_view(game, view)
        self.view: View = view
        others = [seat for seat in range(game.players) if seat != view.seat]
        seen = (*view.tableaux, view.gone, view.hand, view.order, view.discards)
        unseen = [
            copies - sum(held) for copies, *held in zip(game.components.copies, *seen, strict=True)
        ]
        elsewhere = [
            each[seat]
            for each in (view.hand_sizes, view.order_sizes, view.discard_sizes)
            for seat in others
        ]
        require(min(unseen) >= 0, "tableaux: the View shows more cards of a kind than the game has")
        pile_size = sum(unseen) - sum(elsewhere)
        require(
            view.pile_size == pile_size,
            f"pile_size: expected {pile_size}, what the other zones leave",
        )
        self.others: list[int] = others
        self.unseen: list[int] = unseen
        self.pool: PackedCards = CARDS.pack(unseen)
        self.cards: list[PackedCards] = CARDS.singles(self.pool)
        """The unseen cards, each on its own."""
        self.wanted: int = sum(view.hand_sizes[seat] + view.discard_sizes[seat] for seat in others)
        """The number of them in the hands and face-down discards of other seats."""
        self.tableaux: tuple[PackedCards, ...] = tuple(map(CARDS.pack, view.tableaux))
        self.gone: PackedCards = CARDS.pack(view.gone)
        self.own: tuple[PackedCards, ...] = (
            CARDS.pack(view.hand),
            CARDS.pack(view.order),
            CARDS.pack(view.discards),
        )
        self.face_down: list[int] = [seat for seat in others if view.order_sizes[seat]]
        """The other seats with a face-down order."""
        self.unknown_orders: list[tuple[int, bool, list[int]]] = []
        """Of each such order: its size, whether it may be mixed, and by kind the number of ways to
        consist of it.
        """
        for seat in self.face_down:
            size = view.order_sizes[seat]
            may_mix = size == PAIR and view.round.ship_owner == seat
            self.unknown_orders.append((size, may_mix, [comb(count, size) for count in unseen]))

    def sample(self, rng: Random) -> State:
        """Return a State that has this View; raise `DecodeError` if there is none."""
        view, remove, join = self.view, CARDS.remove, CARDS.join
        hands, orders, discards = ([NO_CARDS] * len(view.tokens) for _ in range(3))
        if view.seat is not None:
            hands[view.seat], orders[view.seat], discards[view.seat] = self.own
        deck, pile = self.cards.copy(), self.pool
        if self.face_down:
            for seat, order in zip(self.face_down, self._orders(rng), strict=True):
                orders[seat] = placed = join(order)
                pile = remove(pile, placed)
                for card in order:
                    deck.remove(card)
        cards = draw(deck, self.wanted, rng)
        pile = remove(pile, join(cards))
        for seat in self.others:
            for zone, sizes in ((hands, view.hand_sizes), (discards, view.discard_sizes)):
                if sizes[seat]:
                    zone[seat] = join(cards[-sizes[seat] :])
                    del cards[-sizes[seat] :]
        hidden = make_hidden(tuple(hands), tuple(orders), tuple(discards), pile, fresh_seed(rng))
        return make_state(
            view.round,
            view.phase,
            view.player,
            view.turn,
            self.tableaux,
            view.tokens,
            view.bank,
            self.gone,
            hidden,
        )

    def _orders(self, rng: Random) -> list[list[PackedCards]]:
        """Return the face-down order of each seat that has one: of one kind, unless two are allowed
        (K6.1, K6.3).

        An order is proposed for each seat independently, and all proposals are rejected if two need
        the same physical card: that keeps all joint choices equally likely. If that fails too
        often, the joint choices are counted.
        """
        for _ in range(TRIES):
            if (orders := self._guess(rng)) is not None:
                return orders
        return [CARDS.singles(order) for order in self._counted(rng)]

    def _guess(self, rng: Random) -> list[list[PackedCards]] | None:
        """Propose an order for each seat; None if two of them conflict."""
        unseen = self.unseen
        left = unseen.copy()
        orders = []
        for size, may_mix, ways in self.unknown_orders:
            if may_mix:  # each set of so many unseen cards is equally likely
                cards = draw(
                    [kind for kind, count in enumerate(unseen) for _ in range(count)], size, rng
                )
                groups = [(kind, cards.count(kind)) for kind in sorted(set(cards))]
            else:
                if not any(ways):
                    return None
                groups = [(pick_weighted([*enumerate(ways)], rng), size)]
            chance = 1.0
            order: list[PackedCards] = []
            for kind, count in groups:
                if count > left[kind]:
                    return None
                if left[kind] != unseen[kind]:
                    chance *= comb(left[kind], count) / comb(unseen[kind], count)
                left[kind] -= count
                order += [CARDS.one[kind]] * count
            if rng.random() >= chance:
                return None
            orders.append(order)
        return orders

    def _counted(self, rng: Random) -> Sequence[PackedCards]:
        """Return a joint choice of orders, drawn from the list of all; raise `DecodeError` if there
        is none.
        """
        pairs = [CARDS.join(two) for two in combinations(CARDS.one, 2)]
        candidates = []
        for size, may_mix, ways_by_kind in self.unknown_orders:
            single = [
                CARDS.join([card] * size)
                for card, ways in zip(CARDS.one, ways_by_kind, strict=True)
                if ways
            ]
            candidates.append(single + pairs if may_mix else single)
        choices = []
        for joint in product(*candidates):
            left, ways = self.pool, 1
            for order in joint:
                ways *= prod(map(comb, CARDS.unpack(left), CARDS.unpack(order)))
                if ways:
                    left = CARDS.remove(left, order)
            if ways:
                choices.append((joint, ways))
        require(choices, "order_sizes: the orders cannot all be what the rules allow")
        return pick_weighted(choices, rng)
