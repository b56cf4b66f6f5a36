"""Sampling of For the King: random worlds that one seat cannot tell apart from the true one (F7).

Worlds are sampled as often as they would be dealt: the cards that a seat cannot locate are dealt
uniformly to the places that it cannot see, as far as the public history of each hand allows. A
Favor card turned up may be a copy that the seat itself placed there, or another seat's.

Most worlds are found by dealing until everything fits. If that takes too long, the ways in which
Gold can have entered and left the hands are counted, and one is drawn in proportion. So a world is
found whenever one exists.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import chain, islice, product
from math import comb, perm
from operator import gt
from random import Random
from typing import NamedTuple

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

TRIES = 64
"""Number of deals that are tried before the ways are counted."""
NO_GOLD: GoldCounts = (0, 0, 0)


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

    def __init__(self, game: Rules, view: View) -> None:
        """Prepare sampling; raise `DecodeError` if no game can have led to the View."""
        check_view(game, view)
        self.view = view
        self.hands: dict[int, UnseenHand] = {
            seat: UnseenHand(view, seat) for seat in range(game.players) if seat != view.seat
        }
        # As many as possible of the viewer's own Favor cards count as turned up.
        self.turned_others: list[int] = without(view.turned, view.favored)
        self.unturned_own: list[int] = without(view.favored, view.turned)
        unseen = Counter(game.cards)
        visible = chain(*[hand.visible for hand in self.hands.values()])
        for card in (*shown_cards(view), *view.hand, *self.unturned_own, *visible):
            unseen[card] -= 1
        require(min(unseen.values()) >= 0, "top level: the View shows more cards than the game has")
        left = list(unseen.elements())
        first_king, first_gold = bisect_left(left, FIRST_KING), bisect_left(left, FIRST_GOLD)
        self.pool: list[int] = left[:first_king] + left[first_gold:]
        """The unseen cards that a hand can hold."""
        self.kings: list[int] = left[first_king:first_gold]
        self.drawn: int = sum([hand.unknown for hand in self.hands.values()])
        """The number of cards dealt to the hands of other seats."""
        self.settled: GoldCounts = NO_GOLD
        """The Gold of other seats that the View shows and that was not gained in public."""
        for hand in self.hands.values():
            self.settled = plus(self.settled, hand.settled)
        self.face_down: int = sum(view.favored_sizes) - len(view.turned) - len(self.unturned_own)
        """The number of face-down Favor cards of other seats, if as many of the viewer's own as
        possible are turned up."""
        self.deck_size: int = view.deck_size - (view.drawn is not None)
        hidden = self.drawn + self.face_down + self.deck_size
        require(len(left) >= hidden, "favored_sizes: more cards than are unseen")
        require(len(self.pool) >= self.drawn, "hand_sizes: more cards than are unseen")
        self.decks: list[FavorDeck] = self._favor_decks(unseen)
        require(self.decks, NO_WORLD)
        self._weighted_decks = (
            [(deck, self._deals(deck)) for deck in self.decks] if len(self.decks) > 1 else []
        )

    def _favor_decks(self, unseen: Mapping[int, int]) -> list[FavorDeck]:
        """Return the ways in which turned-up Favor cards can be the viewer's own, the way with the
        most of them first.

        There are several if another copy is unseen. If the viewer placed a Gold 2, one is turned up
        and one unseen, the one turned up is the viewer's in 1 way. Or another seat placed it: with
        2 Favor cards of others and 4 unseen cards outside of hands, that weighs 2/4, and it counts
        as moved.
        """
        view, gold = self.view, hand_sampling.count_gold(self.pool)
        own, turned = view.favored, view.turned
        choices = []
        for card in sorted([card for card in {*own}.intersection(turned) if unseen[card]]):
            seen, placed, left = turned.count(card), own.count(card), unseen[card]
            most = min(seen, placed)
            choice = []
            for number in range(min(most, left) + 1):
                ways_of_card = comb(seen, most - number) * perm(placed, most - number)
                if is_king(card):
                    ways_of_card *= perm(left + seen - most, seen - most + number)
                choice.append(([card] * number, ways_of_card))
            choices.append(choice)
        others, before = sum(view.favored_sizes) - len(own), len(self.turned_others)
        hidden = len(self.pool) + len(self.kings) - self.drawn
        decks = []
        for chosen in product(*choices):
            moved: list[int] = []
            ways: float = 1.0
            for cards, ways_of_card in chosen:
                moved += cards
                ways *= ways_of_card
            if before + len(moved) <= others:
                # There are fewer unseen cards, and as many fewer places for them.
                ways *= perm(others, before + len(moved)) / perm(hidden, len(moved))
                pool_size = len(self.pool) - len([card for card in moved if not is_king(card)])
                decks.append(
                    FavorDeck(moved, minus(gold, hand_sampling.count_gold(moved)), pool_size, ways)
                )
        return decks

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
            for _ in range(TRIES):
                deck = (
                    pick_weighted(self._weighted_decks, rng)
                    if self._weighted_decks
                    else self.decks[0]
                )
                pool = without(self.pool, deck.moved)
                if (worlds := self._deal(pool, rng)) is not None:
                    return self._state(deck, worlds, pool, rng)
        return self._state(*self._counter.deal(rng), rng)

    @cached_property
    def _counter(self) -> _Counter:
        """The counter, used if dealing finds no world."""
        return _Counter(self)

    def _deal(self, pool: list[int], rng: Random) -> dict[int, HandWorld] | None:
        """Deal the unknown cards of all hands from the pool; None if they do not fit, or to keep
        the odds right.
        """
        worlds, repeats = {}, 1
        for seat, hand in self.hands.items():
            drawn = draw(pool, hand.unknown, rng)
            if (world := hand.deal(drawn, rng)) is None:
                return None
            worlds[seat] = world
            if hand.memory.needed:
                # A hand with more Gold than needed is dealt too often: once per choice of the
                # needed cards.
                for had, more in zip(hand.settled, hand_sampling.count_gold(drawn), strict=True):
                    repeats *= comb(had + more, had)
        return worlds if repeats == 1 or rng.random() * repeats < 1 else None

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
        favor: tuple[int, ...] = ()
        if view.auction is not None:
            favor = (*view.turned, *shuffle(placed + self.unturned_own + deck.moved, rng))
            placed += self.turned_others + deck.moved
            if len(self.hands) > 1:
                placed = shuffle(placed, rng)
        if view.seat is not None:
            worlds[view.seat] = HandWorld([*view.hand], [*view.lost], view.laid)
        of_others = iter(placed)
        favored = [
            view.favored if seat == view.seat else tuple(sorted(islice(of_others, size)))
            for seat, size in enumerate(view.favored_sizes)
        ]
        by_seat = [worlds[seat] for seat in range(len(favored))]
        hands = tuple([tuple(sorted(world.hand)) for world in by_seat])
        lost = tuple([tuple(sorted(world.lost)) for world in by_seat])
        top = () if view.drawn is None else (view.drawn,)
        hidden = make_hidden(
            hands,
            (*top, *drawn),
            tuple(sorted(rest)),
            tuple(favored),
            favor,
            lost,
            worlds[view.player].laid,
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
        # The number of ways, by the Gold that the bound hands from one on draw together.
        self._together: list[dict[GoldCounts, int]] = [{NO_GOLD: 1}]
        for draws in reversed(self._draws):
            together: dict[GoldCounts, int] = {}
            for (one, two, three), ways in draws.items():
                for rest, ways_of_rest in self._together[0].items():
                    total = (one + rest[0], two + rest[1], three + rest[2])
                    together[total] = together.get(total, 0) + ways * ways_of_rest
            self._together.insert(0, together)
        self._deals = [
            ((deck, drawn), weight)
            for deck in sampler.decks
            for drawn, ways in self._together[0].items()
            if (weight := ways * self._ways(deck, drawn))
        ]
        require(self._deals, NO_WORLD)

    def _ways(self, deck: FavorDeck, drawn: GoldCounts) -> float:
        """Return the number of ways in which the bound hands draw this Gold and everything else is
        dealt.
        """
        sampler, hands = self._sampler, self._sampler.hands
        if deck.pool_size < sampler.drawn or any(map(gt, drawn, deck.gold)):
            return 0
        bound = sum([hands[seat].unknown for seat in self._bound])
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
            following = self._together[index + 1]
            weighted = [
                (one, ways * following[rest])
                for one, ways in self._draws[index].items()
                if (rest := minus(drawn, one)) in following
            ]
            gold = pick_weighted(weighted, rng)
            drawn = minus(drawn, gold)
            cards = [
                *hand_sampling.gold_cards(gold),
                *draw(others, hands[seat].unknown - sum(gold), rng),
            ]
            worlds[seat] = hands[seat].deal_counted(cards, rng)
        pool = others + hand_sampling.gold_cards(left)
        for seat, hand in hands.items():
            if seat not in worlds:
                world = hand.deal(draw(pool, hand.unknown, rng), rng)
                assert world is not None
                worlds[seat] = world
        return deck, worlds, pool
