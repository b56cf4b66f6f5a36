"""Sampling of For the King: random worlds that one seat cannot tell apart from the true one (F7).

How likely a world is: each physical order of the pack was equally likely, and so was each card
that a default took. What was discarded for Gold counts once for each set of cards that it can be.
Which of equal Gold cards somebody paid is unknown: each deal in which they had one counts once. How
likely they were to choose that is not weighed.

So the cards that a seat cannot locate are dealt uniformly to the places that it cannot see, as far
as the public history of each hand allows. A Favor card turned up may be a copy that the seat itself
placed there, or another seat's.

Most worlds are found by dealing until everything fits. If that takes too long, the ways in which
Gold can have entered and left the hands are counted, and one is drawn in proportion. So a world is
found whenever one exists.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from itertools import chain, product
from math import comb, perm
from random import Random
from typing import ClassVar, NamedTuple

from boardgames.contract.game import NO_WORLD
from boardgames.core.chance import draw, fresh_seed, pick_weighted, shuffle
from boardgames.core.errors import require
from boardgames.core.values import identity_cache
from boardgames.games.for_the_king.components import FIRST_GOLD, FIRST_KING, is_king, without
from boardgames.games.for_the_king.secrets import hand_sampling
from boardgames.games.for_the_king.secrets.check import check_view
from boardgames.games.for_the_king.secrets.hand_sampling import (
    GoldCounts,
    HandWorld,
    UnseenHand,
    minus,
    plus,
)
from boardgames.games.for_the_king.secrets.view import View, shown_cards
from boardgames.games.for_the_king.state import Rules, State, make_hidden, make_state
from boardgames.kit.dealing import DEALS_BEFORE_COUNTING

NO_GOLD: GoldCounts = (0, 0, 0)


class SharedCopies(NamedTuple):
    """Turned-up copies of a card that may be the viewer's own, but count as placed by others."""

    cards: list[int]
    ways: int
    """The number of ways in which the other turned-up copies can be the viewer's own."""


class FavorDeck(NamedTuple):
    """A way in which turned-up Favor cards can be the viewer's own."""

    moved: list[int]
    """Turned-up cards that count as placed by others: the viewer placed equal ones, which are still
    face down.
    """
    gold: GoldCounts
    """The unseen Gold."""
    pool_size: int
    """The number of unseen cards that can be in a hand."""
    ways: float
    """The relative weight of this way, ignoring the Gold and the hands of other seats."""


def determinize(game: Rules, /, view: View, rng: Random) -> State:
    """Return a random State with this View; raise `DecodeError` if no game can have led to it."""
    return _sampler_of(game, view).sample(rng)


@identity_cache
def _sampler_of(game: Rules, view: View) -> Sampler:
    """Return the sampler of this View; cached, since searches sample many worlds of one View."""
    return Sampler(game, view)


class Sampler:
    """Samples the States that have one View."""

    deals_before_counting: ClassVar[int] = DEALS_BEFORE_COUNTING
    """Number of deals that are tried before the ways are counted."""

    def __init__(self, game: Rules, view: View) -> None:
        """Prepare sampling; raise `DecodeError` if no game can have led to the View."""
        check_view(game, view)
        self.view = view
        others = [seat for seat in range(game.players) if seat != view.seat]
        self.hands: dict[int, UnseenHand] = {seat: UnseenHand(view, seat) for seat in others}
        """The hands of other seats."""
        # As many as possible of the viewer's own Favor cards count as turned up.
        self.turned_others: list[int] = without(view.turned, view.favored)
        self.unturned_own: list[int] = without(view.favored, view.turned)
        unseen = self._unseen(game.cards)
        self.pool, self.kings = _pool_and_kings(unseen)
        self.gold: GoldCounts = hand_sampling.count_gold(self.pool)
        """The unseen Gold."""
        self.drawn: int = sum([hand.unknown for hand in self.hands.values()])
        """The number of cards dealt to the hands of other seats."""
        self.settled: GoldCounts = reduce(
            plus, [hand.settled for hand in self.hands.values()], NO_GOLD
        )
        """The Gold of other seats that the View shows and that was not gained in public."""
        self.face_down: int = sum(view.favored_sizes) - len(view.turned) - len(self.unturned_own)
        """The number of face-down Favor cards of other seats, if as many of the viewer's own as
        possible are turned up."""
        self.deck_size: int = view.deck_size - (view.drawn is not None)
        """The number of cards in the deck, without the one that the viewer has drawn."""
        unseen_cards = len(self.pool) + len(self.kings)
        places = self.drawn + self.face_down + self.deck_size
        require(unseen_cards >= places, "favored_sizes: more cards than are unseen")
        require(len(self.pool) >= self.drawn, "hand_sizes: more cards than are unseen")
        self.decks: list[FavorDeck] = self._favor_decks(unseen)
        require(self.decks, NO_WORLD)
        self._weighted_decks: list[tuple[FavorDeck, float]] = []
        """The decks by the number of ways to deal; empty if there is only one."""
        if len(self.decks) > 1:
            self._weighted_decks = [(deck, self._deals(deck)) for deck in self.decks]

    def _unseen(self, cards: Sequence[int]) -> dict[int, int]:
        """Return the cards that the View does not show; raise `DecodeError` if it shows more than
        there are.
        """
        view = self.view
        unseen = dict(Counter(cards))
        in_hands = [hand.visible for hand in self.hands.values()]
        for card in chain(shown_cards(view), view.hand, self.unturned_own, *in_hands):
            unseen[card] = unseen.get(card, 0) - 1
        fewest = min(unseen.values())
        require(fewest >= 0, "top level: the View shows more cards than the game has")
        return unseen

    def _favor_decks(self, unseen: Mapping[int, int]) -> list[FavorDeck]:
        """Return the ways in which turned-up Favor cards can be the viewer's own, the way with the
        most of them first.

        There are several if another copy is unseen. If the viewer placed a Gold 2, one is turned up
        and one unseen, the one turned up is the viewer's in 1 way. Or another seat placed it: with
        2 Favor cards of others and 4 unseen cards outside of hands, that weighs 2/4, and it counts
        as moved.
        """
        view = self.view
        own_turned = {*view.favored}.intersection(view.turned)
        doubtful = sorted([card for card in own_turned if unseen[card]])
        decks = []
        of_others = sum(view.favored_sizes) - len(view.favored)
        outside_hands = len(self.pool) + len(self.kings) - self.drawn
        for moves in product(*[self._moves(card, unseen[card]) for card in doubtful]):
            moved: list[int] = []
            ways: float = 1.0
            for move in moves:
                moved += move.cards
                ways *= move.ways
            turned_others = len(self.turned_others) + len(moved)
            if turned_others > of_others:  # they have placed too few cards
                continue
            # There are fewer unseen cards, and as many fewer places for them.
            ways *= perm(of_others, turned_others) / perm(outside_hands, len(moved))
            gold = minus(self.gold, hand_sampling.count_gold(moved))
            from_pool = [card for card in moved if not is_king(card)]
            decks.append(FavorDeck(moved, gold, len(self.pool) - len(from_pool), ways))
        return decks

    def _moves(self, card: int, left: int) -> list[SharedCopies]:
        """Return the ways to count copies of this card as placed by others, of which `left` are
        unseen.
        """
        turned = self.view.turned.count(card)
        placed = self.view.favored.count(card)
        most = min(turned, placed)
        moves = []
        for number in range(min(most, left) + 1):
            still_own = most - number
            ways = comb(turned, still_own) * perm(placed, still_own)
            if is_king(card):
                ways *= perm(left + turned - most, turned - still_own)
            moves.append(SharedCopies([card] * number, ways))
        return moves

    def _deals(self, deck: FavorDeck) -> float:
        """Return the number of ways to deal cards such that the hands of other seats have at least
        the settled Gold.
        """
        return deck.ways * self.gold_ways(deck, self.settled) * perm(deck.pool_size, self.drawn)

    def gold_ways(self, deck: FavorDeck, held: GoldCounts) -> int:
        """Return the number of ways to choose Gold for the turned-up cards of others, and for the
        cards they kept.
        """
        ways = 1
        turned_others = hand_sampling.count_gold(self.turned_others + deck.moved)
        for unseen, settled, turned, kept in zip(
            deck.gold, self.settled, turned_others, held, strict=True
        ):
            ways *= perm(unseen + settled + turned, turned + kept)
        return ways

    def sample(self, rng: Random) -> State:
        """Return a random State with this View; raise `DecodeError` if there is none."""
        if not self.view.hands:
            for _ in range(self.deals_before_counting):
                deck = self.decks[0]
                if self._weighted_decks:
                    deck = pick_weighted(self._weighted_decks, rng)
                pool = without(self.pool, deck.moved)
                worlds = self._deal(pool, rng)
                if worlds is not None:
                    return self._state(deck, worlds, pool, rng)
        deck, worlds, pool = self._counter.deal(rng)
        return self._state(deck, worlds, pool, rng)

    @cached_property
    def _counter(self) -> _Counter:
        """The counter, used if dealing finds no world."""
        return _Counter(self)

    def _deal(self, pool: list[int], rng: Random) -> dict[int, HandWorld] | None:
        """Deal the unknown cards of all hands from the pool; None if they do not fit, or to keep
        the odds right.
        """
        worlds: dict[int, HandWorld] = {}
        repeats = 1
        for seat, hand in self.hands.items():
            drawn = draw(pool, hand.unknown, rng)
            world = hand.deal(drawn, rng)
            if world is None:
                return None
            worlds[seat] = world
            if hand.memory.needed:
                # A hand with more Gold than needed is dealt too often: once per choice of the
                # needed cards.
                for had, more in zip(hand.settled, hand_sampling.count_gold(drawn), strict=True):
                    repeats *= comb(had + more, had)
        is_taken = repeats == 1 or rng.random() * repeats < 1
        return worlds if is_taken else None

    def _state(
        self, deck: FavorDeck, worlds: dict[int, HandWorld], pool: list[int], rng: Random
    ) -> State:
        """Return the State with these hands; the cards of the pool and the Kings are dealt to the
        other places.
        """
        view = self.view
        rest = pool + without(self.kings, deck.moved)
        placed = draw(rest, self.face_down - len(deck.moved), rng)
        drawn = draw(rest, self.deck_size, rng)
        if view.drawn is not None:
            drawn.insert(0, view.drawn)
        favor: tuple[int, ...] = ()
        if view.auction is not None:
            face_down = shuffle(placed + self.unturned_own + deck.moved, rng)
            favor = (*view.turned, *face_down)
            placed = placed + self.turned_others + deck.moved
            if len(self.hands) > 1:
                placed = shuffle(placed, rng)
        hands = []
        favored = []
        lost = []
        for seat, size in enumerate(view.favored_sizes):
            if seat == view.seat:
                hands.append(view.hand)
                favored.append(view.favored)
                lost.append(view.lost)
            else:
                world = worlds[seat]
                hands.append(tuple(sorted(world.hand)))
                favored.append(tuple(sorted(placed[:size])))
                lost.append(tuple(sorted(world.lost)))
                placed = placed[size:]
        paying = worlds.get(view.player)
        hidden = make_hidden(
            tuple(hands),
            tuple(drawn),
            tuple(sorted(rest)),
            tuple(favored),
            favor,
            tuple(lost),
            view.laid if paying is None else paying.laid,
            fresh_seed(rng),
            0,
        )
        return make_state(
            view.phase,
            view.player,
            view.bidding,
            view.bid,
            view.turn,
            view.auction,
            view.public,
            hidden,
        )


def _pool_and_kings(unseen: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """Return the unseen cards that a hand can hold, and the unseen Kings, both sorted."""
    left: list[int] = []
    for card, count in unseen.items():
        left += [card] * count
    first_king = bisect_left(left, FIRST_KING)
    first_gold = bisect_left(left, FIRST_GOLD)
    return left[:first_king] + left[first_gold:], left[first_king:first_gold]


class _Counter:
    """Counts all the ways in which a View can have come about, and deals one in proportion."""

    def __init__(self, sampler: Sampler) -> None:
        """Count the ways; raise `DecodeError` if there are none."""
        self._sampler = sampler
        hands = sampler.hands
        most = sampler.decks[0].gold
        self._bound = [
            seat for seat, hand in hands.items() if not hand.is_unbounded or any(hand.settled)
        ]
        self._draws = [hands[seat].weighted_draws(most) for seat in self._bound]
        self._together: list[dict[GoldCounts, int]] = [{NO_GOLD: 1}]
        """The number of ways, by the Gold that the bound hands from one on draw together."""
        for draws in reversed(self._draws):
            self._together.insert(0, _added(draws, self._together[0]))
        self._deals: list[tuple[tuple[FavorDeck, GoldCounts], float]] = []
        """By Favor deck and the Gold that all bound hands draw: the number of ways, if any."""
        for deck, (drawn, ways) in product(sampler.decks, self._together[0].items()):
            weight = ways * self._ways(deck, drawn)
            if weight:
                self._deals.append(((deck, drawn), weight))
        require(self._deals, NO_WORLD)

    def _ways(self, deck: FavorDeck, drawn: GoldCounts) -> float:
        """Return the number of ways in which the bound hands draw this Gold and everything else is
        dealt.
        """
        sampler = self._sampler
        if deck.pool_size < sampler.drawn:
            return 0
        bound = sum([sampler.hands[seat].unknown for seat in self._bound])
        return (
            deck.ways
            * sampler.gold_ways(deck, plus(sampler.settled, drawn))
            * perm(deck.pool_size - sum(deck.gold), bound - sum(drawn))
            * perm(deck.pool_size - bound, sampler.drawn - bound)
        )

    def deal(self, rng: Random) -> tuple[FavorDeck, dict[int, HandWorld], list[int]]:
        """Return a Favor deck, the hands, and the rest of the pool."""
        deck, drawn = pick_weighted(self._deals, rng)
        hands = self._sampler.hands
        others = [card for card in self._sampler.pool if card < FIRST_KING]
        left = minus(deck.gold, drawn)
        worlds = {}
        for index, seat in enumerate(self._bound):
            hand = hands[seat]
            gold = self._pick_gold(index, drawn, rng)
            drawn = minus(drawn, gold)
            rest_of_hand = draw(others, hand.unknown - sum(gold), rng)
            worlds[seat] = hand.deal_counted([*hand_sampling.gold_cards(gold), *rest_of_hand], rng)
        pool = others + hand_sampling.gold_cards(left)
        for seat, hand in hands.items():
            if seat not in worlds:
                world = hand.deal(draw(pool, hand.unknown, rng), rng)
                assert world is not None
                worlds[seat] = world
        return deck, worlds, pool

    def _pick_gold(self, index: int, drawn: GoldCounts, rng: Random) -> GoldCounts:
        """Return the Gold that this bound hand draws of what it and the following ones draw."""
        following = self._together[index + 1]
        weighted = []
        for gold, ways in self._draws[index].items():
            rest = minus(drawn, gold)
            if rest in following:
                weighted.append((gold, ways * following[rest]))
        return pick_weighted(weighted, rng)


def _added(
    draws: Mapping[GoldCounts, int], following: Mapping[GoldCounts, int]
) -> dict[GoldCounts, int]:
    """Return the number of ways by the Gold that a hand and the following ones draw together."""
    together: dict[GoldCounts, int] = {}
    for (one, two, three), ways in draws.items():
        for rest, ways_of_rest in following.items():
            total = (one + rest[0], two + rest[1], three + rest[2])
            together[total] = together.get(total, 0) + ways * ways_of_rest
    return together
