"""An exact filter for Mundus Novus: it follows all worlds that fit what one seat saw, with weights.

It is independent of the sampler: it knows the Events that the seat saw, and no note of any State.
A world is how many cards of each kind are where, and how likely it is follows from the sentence in
`secrets/__init__.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from math import comb
from typing import Any, NamedTuple, TypeAlias

from boardgames.games.mundus_novus import CARDS, Kind, MundusNovus, State, events
from boardgames.kit.cards import PackedCards

Counts: TypeAlias = tuple[int, ...]
Where: TypeAlias = tuple[tuple[PackedCards, ...], tuple[Kind, ...]]
"""All hands, packed, and what was given."""
NONE: Counts = (0,) * len(Kind)


class World(NamedTuple):
    """Where all cards are that do not lie open."""

    pile: Counts
    seen: tuple[Counts, ...]
    """By seat: the cards of the hand that somebody else saw entering it."""
    dealt: tuple[Counts, ...]
    """By seat: the cards that it was dealt face down."""
    given: tuple[Kind, ...] = ()
    """What was given, while not all hands have been empty since."""


def counts(kinds: Iterable[Kind]) -> Counts:
    """Return the number of cards of each kind."""
    found = [0] * len(Kind)
    for kind in kinds:
        found[kind] += 1
    return tuple(found)


def given_in(state: State) -> tuple[Kind, ...]:
    """Return the kind of each gift of the history, as its giver knows it."""
    known = zip(*state.hidden.given, strict=True)
    return tuple([next(kind for kind in kinds if kind is not None) for kinds in known])


def plus(cards: Counts, more: Counts) -> Counts:
    return tuple([a + b for a, b in zip(cards, more, strict=True)])


def minus(cards: Counts, fewer: Counts) -> Counts:
    return tuple([a - b for a, b in zip(cards, fewer, strict=True)])


def put(hands: tuple[Counts, ...], seat: int, cards: Counts) -> tuple[Counts, ...]:
    return (*hands[:seat], cards, *hands[seat + 1 :])


@cache
def draws(cards: Counts, number: int) -> tuple[tuple[Counts, int], ...]:
    """Return all cards that can be drawn, each with the number of ways."""
    if not any(cards) or not number:
        return () if number else ((NONE, 1),)
    kind = next(kind for kind, count in enumerate(cards) if count)
    rest = (*cards[:kind], 0, *cards[kind + 1 :])
    found = []
    for of_kind in range(min(number, cards[kind]) + 1):
        for others, ways in draws(rest, number - of_kind):
            drawn = (*others[:kind], of_kind, *others[kind + 1 :])
            found.append((drawn, ways * comb(cards[kind], of_kind)))
    return tuple(found)


class Filter:
    """All worlds with their weights, as one seat, or a spectator, sees a game go on."""

    def __init__(self, game: MundusNovus, state: State, viewer: int | None) -> None:
        """Begin with a new game."""
        self.game = game
        self.viewer = viewer
        start = game.beginning(state)
        market = next(event.market for event in start if isinstance(event, events.CardsLaidOut))
        pile = minus(tuple(game.components.resources), counts(market))
        nobody = (NONE,) * game.players
        self.worlds: dict[World, float] = {World(pile, nobody, nobody): 1.0}
        self.discards: Counts = NONE
        self.coming: Counts | None = None
        """The discards that are shuffled in once the pile is empty."""
        self.own_from_new: Counts = NONE
        """What the seat itself was dealt after that, which it sees though no Event says so."""
        self.see(start)

    def follow(self, state: State, action: Any, seat: int) -> None:
        """Go on with what happens when the seat takes this action."""
        if self.viewer is not None:
            dealt = self.game.apply(state, action, seat).hidden.dealt
            self.own_from_new = CARDS.unpack(dealt[self.viewer][-1])
        self.see(self.game.events(state, action, seat))

    def see(self, happening: Iterable[Any]) -> None:
        """Keep the worlds that fit these Events."""
        for event in happening:
            seen = event.seen_by(self.viewer)
            if seen is None:
                continue
            if isinstance(seen, events.RoundBegins | events.GameEnds):
                self._forget()
            steps = self._after(seen)
            if steps is None:
                continue
            after: dict[World, float] = defaultdict(float)
            for world, weight in self.worlds.items():
                for next_world, ways in steps(world):
                    after[next_world] += weight * ways
            total = sum(after.values())
            assert total, f"no world fits {seen}"
            self.worlds = {world: weight / total for world, weight in after.items()}

    def _after(self, event: Any) -> Any:  # noqa: C901, PLR0911  # a case for each Event
        """Return the function of a world that yields those after this event, with their ways; None
        if nothing moves.
        """
        match event:
            case events.PileReshuffled():
                self.coming, self.discards = counts(event.cards), NONE
            case events.CardsDealt():
                told = None if event.cards is None else counts(event.cards)
                return lambda world: self._deal(world, event.seat, event.size, told)
            case events.CardsTurnedUp():
                cards = counts(event.cards)
                return lambda world: self._turn_up(world, cards)
            case events.CardPicked() | events.CardTaken():
                return self._entering(event.seat, counts([event.kind]))
            case events.CardExchanged():
                return self._entering(event.seat, counts([event.wanted]))
            case events.TradeEnds():
                return self._entering(event.seat, counts(event.cards))
            case events.OfferRevealed():
                return self._leaving(event.seat, counts(event.cards))
            case events.CardConverted():
                return self._leaving(event.seat, counts([event.kind]))
            case events.CardsSpent():
                self.discards = plus(self.discards, counts((*event.cards, *event.aside)))
                return self._leaving(event.seat, counts(event.cards))
            case events.CardsDiscarded():
                self.discards = plus(self.discards, counts(event.cards))
                return self._leaving(event.seat, counts(event.cards))
            case events.PiratesRobbed():
                self.discards = plus(self.discards, counts([event.kind]))
                return lambda world: self._unseen(world, event.seat, None, event.kind)
            case events.CardGiven():
                return lambda world: self._unseen(world, event.seat, event.receiver, event.kind)
        return None

    def _deal(
        self, world: World, seat: int, size: int, told: Counts | None
    ) -> Iterator[tuple[World, float]]:
        left = sum(world.pile)
        if size and left < size and self.coming is not None:
            rest = None if told is None else self.own_from_new
            first = None if told is None else minus(told, self.own_from_new)
            for after, ways in self._dealt(world, seat, left, first):
                coming = after._replace(pile=self.coming)
                for last, more in self._dealt(coming, seat, size - left, rest):
                    yield last, ways * more
        else:
            yield from self._dealt(world, seat, size, told)

    def _dealt(
        self, world: World, seat: int, size: int, told: Counts | None
    ) -> Iterator[tuple[World, float]]:
        chance = 1 / comb(sum(world.pile), size)
        for drawn, ways in draws(world.pile, size):
            if told not in (None, drawn):
                continue
            pile = minus(world.pile, drawn)
            if seat == self.viewer:
                seen = put(world.seen, seat, plus(world.seen[seat], drawn))
                yield world._replace(pile=pile, seen=seen), ways * chance
            else:
                dealt = put(world.dealt, seat, plus(world.dealt[seat], drawn))
                yield world._replace(pile=pile, dealt=dealt), ways * chance

    def _turn_up(self, world: World, cards: Counts) -> Iterator[tuple[World, float]]:
        left, size = sum(world.pile), sum(cards)
        if left >= size:
            options = [(world.pile, cards)]
        else:
            assert self.coming is not None
            rest = minus(cards, world.pile)
            options = [] if min(rest) < 0 else [(self.coming, rest)]
        for pile, wanted in options:
            if min(minus(pile, wanted)) >= 0:
                ways = 1.0
                for have, number in zip(pile, wanted, strict=True):
                    ways *= comb(have, number)
                chance = 1 / comb(sum(pile), sum(wanted))
                yield world._replace(pile=minus(pile, wanted)), ways * chance

    def _entering(self, seat: int, cards: Counts) -> Any:
        def enter(world: World) -> Iterator[tuple[World, float]]:
            yield world._replace(seen=put(world.seen, seat, plus(world.seen[seat], cards))), 1.0

        return enter

    def _leaving(self, seat: int, cards: Counts) -> Any:
        def leave(world: World) -> Iterator[tuple[World, float]]:
            first = tuple(map(min, world.seen[seat], cards))
            rest = minus(cards, first)
            dealt = world.dealt[seat]
            ways = 1.0
            for have, number in zip(dealt, rest, strict=True):
                ways *= comb(have, number)
            if ways:
                after = world._replace(
                    seen=put(world.seen, seat, minus(world.seen[seat], first)),
                    dealt=put(world.dealt, seat, minus(dealt, rest)),
                )
                yield after, ways

        return leave

    def _unseen(
        self, world: World, seat: int, receiver: int | None, told: Kind | None
    ) -> Iterator[tuple[World, float]]:
        """Yield what follows if a card leaves that may be any of the hand: a gift, or a theft."""
        for kind in Kind if told is None else (told,):
            card = counts([kind])
            for was_seen in (True, False):
                hands = world.seen if was_seen else world.dealt
                ways = hands[seat][kind]
                if not ways:
                    continue
                left = put(hands, seat, minus(hands[seat], card))
                after = world._replace(seen=left) if was_seen else world._replace(dealt=left)
                if receiver is not None:
                    more = plus(after.seen[receiver], card)
                    after = after._replace(
                        seen=put(after.seen, receiver, more), given=(*after.given, kind)
                    )
                yield after, float(ways)

    def _forget(self) -> None:
        """Forget what was given once all hands are empty, as a State does at the end of a round."""
        if not any(map(any, (*next(iter(self.worlds)).seen, *next(iter(self.worlds)).dealt))):
            merged: dict[World, float] = defaultdict(float)
            for world, weight in self.worlds.items():
                merged[world._replace(given=())] += weight
            self.worlds = merged

    def hidden(self) -> dict[Where, float]:
        """Return how likely all hands, and what was given, are, as a State has them."""
        found: dict[Where, float] = defaultdict(float)
        for world, weight in self.worlds.items():
            hands = tuple(map(CARDS.pack, map(plus, world.seen, world.dealt)))
            found[hands, world.given] += weight
        return dict(found)
