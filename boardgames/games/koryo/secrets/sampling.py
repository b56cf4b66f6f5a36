"""Random States that have a given View (K10).

How likely a world is: each physical order of the cards outside the tableaux was equally likely, and
a face-down order counts once for each set of cards in the hand that it can be. So equal cards are
told apart, also those that lie open by now: every arrangement of the unseen cards is equally likely
in which each order is one that the rules allow. How likely a seat was to place it is not weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import ClassVar, NamedTuple

from boardgames.core.chance import draw, fresh_seed, pick_weighted
from boardgames.core.errors import DecodeError, require
from boardgames.core.values import identity_cache
from boardgames.games.koryo.components import CARDS, Counts
from boardgames.games.koryo.secrets.check import PAIR, check_view
from boardgames.games.koryo.secrets.view import View, unseen_cards
from boardgames.games.koryo.state import Rules, State, make_hidden, make_state
from boardgames.kit.cards import NO_CARDS, PackedCards
from boardgames.kit.dealing import DEALS_BEFORE_COUNTING


def determinize(game: Rules, /, view: View, rng: Random) -> State:
    """Return a random State with this View; raise `DecodeError` if there is none."""
    return _sampler_of(game, view).sample(rng)


@identity_cache
def _sampler_of(game: Rules, view: View) -> Sampler:
    """Return the sampler of this View; cached, since searches sample many worlds of one View."""
    return Sampler(game, view)


class UnknownOrder(NamedTuple):
    """An order that lies face down before another seat."""

    seat: int
    size: int
    may_mix: bool
    """Whether it may be of two different kinds (K6.3)."""
    ways: list[int]
    """By kind: the number of ways to consist of it."""


class Sampler:
    """Samples the States that have one View; every arrangement of the unseen physical cards is
    equally likely.
    """

    deals_before_counting: ClassVar[int] = DEALS_BEFORE_COUNTING
    """Number of times that orders are proposed before the joint choices are counted."""

    def __init__(self, game: Rules, view: View) -> None:
        """Prepare sampling; raise `DecodeError` if the cards of the View do not add up, as in no
        real game.
        """
        check_view(game, view)
        self.view: View = view
        self.others: list[int] = [seat for seat in range(game.players) if seat != view.seat]
        self.unseen: Counts = unseen_cards(game, view)
        require(
            min(self.unseen) >= 0,
            "tableaux: the View shows more cards of a kind than the game has",
        )
        self.wanted: int = self._in_all(view.hand_sizes) + self._in_all(view.discard_sizes)
        """The number of unseen cards in the hands and face-down discards of other seats."""
        pile = sum(self.unseen) - self.wanted - self._in_all(view.order_sizes)
        if view.pile_size != pile:
            raise DecodeError(f"pile_size: expected {pile}, what the other zones leave")
        self.pool: PackedCards = CARDS.pack(self.unseen)
        self.cards: list[PackedCards] = CARDS.singles(self.pool)
        """The unseen cards, each on its own."""
        self.tableaux: tuple[PackedCards, ...] = tuple(map(CARDS.pack, view.tableaux))
        self.gone: PackedCards = CARDS.pack(view.gone)
        self.hand: PackedCards = CARDS.pack(view.hand)
        self.order: PackedCards = CARDS.pack(view.order)
        self.discards: PackedCards = CARDS.pack(view.discards)
        self.unknown_orders: list[UnknownOrder] = []
        for seat in self.others:
            size = view.order_sizes[seat]
            if size:
                may_mix = size == PAIR and view.round.ship_owner == seat
                ways = [comb(count, size) for count in self.unseen]
                self.unknown_orders.append(UnknownOrder(seat, size, may_mix, ways))

    def _in_all(self, sizes: Sequence[int]) -> int:
        """Return the number of cards in a zone of all other seats."""
        return sum([sizes[seat] for seat in self.others])

    def sample(self, rng: Random) -> State:
        """Return a State that has this View; raise `DecodeError` if there is none.

        The unseen cards are dealt to the orders first, then to hands and discards; the rest is the
        pile.
        """
        view = self.view
        players = len(view.tokens)
        hands = [NO_CARDS] * players
        orders = [NO_CARDS] * players
        discards = [NO_CARDS] * players
        if view.seat is not None:
            hands[view.seat] = self.hand
            orders[view.seat] = self.order
            discards[view.seat] = self.discards
        deck = self.cards.copy()
        pile = self.pool
        if self.unknown_orders:
            for unknown, cards in zip(self.unknown_orders, self._orders(rng), strict=True):
                for card in cards:
                    deck.remove(card)
                placed = CARDS.join(cards)
                orders[unknown.seat] = placed
                pile = CARDS.remove(pile, placed)
        dealt = draw(deck, self.wanted, rng)
        pile = CARDS.remove(pile, CARDS.join(dealt))
        for seat in self.others:
            hands[seat] = _taken(dealt, view.hand_sizes[seat])
            discards[seat] = _taken(dealt, view.discard_sizes[seat])
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
        the same physical card: that keeps all joint choices equally likely. Most Views need only a
        few proposals; if they fail too often, the joint choices are counted.
        """
        for _ in range(self.deals_before_counting):
            if (orders := self._guess(rng)) is not None:
                return orders
        return [CARDS.singles(order) for order in self._counted(rng)]

    def _guess(self, rng: Random) -> list[list[PackedCards]] | None:
        """Propose an order for each seat; None if two of them conflict."""
        unseen = self.unseen
        left = [*unseen]
        orders = []
        for _, size, may_mix, ways in self.unknown_orders:
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
        for _, size, may_mix, ways_by_kind in self.unknown_orders:
            single = [
                CARDS.join([card] * size)
                for card, ways in zip(CARDS.one, ways_by_kind, strict=True)
                if ways
            ]
            candidates.append(single + pairs if may_mix else single)
        choices = []
        for joint in product(*candidates):
            left = self.pool
            ways = 1
            for order in joint:
                ways *= prod(map(comb, CARDS.unpack(left), CARDS.unpack(order)))
                if ways:
                    left = CARDS.remove(left, order)
            if ways:
                choices.append((joint, ways))
        require(choices, "order_sizes: the orders cannot all be what the rules allow")
        return pick_weighted(choices, rng)


def _taken(cards: list[PackedCards], size: int) -> PackedCards:
    """Take this many cards off the end of the list, and return them together."""
    if not size:
        return NO_CARDS
    taken = CARDS.join(cards[-size:])
    del cards[-size:]
    return taken
