"""Boxes so small that the exact likelihood of each world is known, in which every branch of the
samplers of Koryŏ and For the King is reached.

    python -m tests.games.belief_boxes    how far samples are from exact likelihoods, box by box
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from time import process_time
from typing import Any

from boardgames.core.chance import chance, pick
from boardgames.core.values import evolve
from boardgames.games.for_the_king.actions import Action
from boardgames.games.for_the_king.components import Components as KingComponents
from boardgames.games.for_the_king.components import Effect, KingCards, Office, Setup
from boardgames.games.for_the_king.state import NoteKind, Phase, State
from boardgames.games.koryo import Koryo
from boardgames.games.koryo.components import Components as KoryoComponents
from boardgames.games.koryo.components import Kind, Season
from boardgames.testing.beliefs import SampleRandom, Worlds, most_variation, sampled, variation
from boardgames.testing.branches import ZERO, Script, ScriptedRandom, every
from boardgames.testing.law import AnyGame
from boardgames.testing.probe import Ways
from tests.testing.physical_ways import AmbiguousError, king_ways, koryo_ways
from tests.testing.tiny_games import TinyKing

ODDS = 1e-9
"""How likely chance alone takes samples as far from exact likelihoods as is allowed."""
MOST_WORLDS = 150
"""Positions with more worlds are left out: each takes long to look at."""
MOST_BRANCHES = 1_500
"""In how many ways one View is sampled."""
TINY = 1e-9
"""Difference of likelihoods that comes from rounding."""


@dataclass(frozen=True)
class Position:
    """A View of a random game, and how likely each world is."""

    view: Any
    likelihoods: Mapping[Hashable, float]


@dataclass(frozen=True)
class Box:
    """A variant of a game, and random games with it."""

    name: str
    reaches: str
    """Which branches of the sampler it is for."""
    game: Callable[[], AnyGame]
    ways: Ways
    games: int
    """Number of random games."""
    key: Callable[[Any], Hashable] = lambda state: state
    dealt: Callable[[Any], Mapping[Any, int] | None] = lambda _: None
    wanted: Callable[[Any], bool] = lambda _: True
    """Whether a View is one of those that the box is for."""

    @cached_property
    def worlds(self) -> Worlds:
        """The worlds of this box."""
        game = self.game()
        return Worlds(game, self.ways, self.key, self.dealt(game))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The different positions of the random games, with more than one world."""
        return tuple(self._positions().values())

    def _positions(self) -> dict[Any, Position]:
        worlds = self.worlds
        found: dict[Any, Position] = {}
        for seed in range(self.games):
            for viewer in (*range(worlds.game.players), None):
                try:
                    for view, belief in worlds.along(seed, viewer):
                        if 1 < len(belief) <= MOST_WORLDS and self.wanted(view):
                            found[view] = Position(view, worlds.likelihoods(belief))
                except AmbiguousError:
                    continue
        return found

    def some(self, number: int) -> Sequence[Position]:
        """Return about this many positions, evenly from all games."""
        return self.positions[:: max(1, len(self.positions) // number)]

    def fault(self, position: Position) -> str:
        """Return what is wrong with the samples of a View, in all ways in which they can be drawn;
        empty if nothing is.

        At first they are all drawn by counting; then the first deal is tried before. So both ways
        have to be right.
        """
        module = sys.modules[self.worlds.game.determinize.__module__]
        sampler = module.Sampler
        for deals in (0, 1):
            before = sampler.deals_before_counting
            sampler.deals_before_counting = deals
            try:
                fault = self._fault(position)
            finally:
                sampler.deals_before_counting = before
            if fault:
                return fault
        return ""

    def _fault(self, position: Position) -> str:
        worlds = self.worlds
        rng = ScriptedRandom()

        def sample(script: Script) -> Hashable:
            rng.script = script
            # A View of its own, so that nothing is kept of samples with other limits.
            return worlds.key(worlds.game.determinize(evolve(position.view), rng))

        branches = every(sample, MOST_BRANCHES, partly=True)
        found = branches.chances()
        for world in {**found, **position.likelihoods}:
            share = found.get(world, ZERO)
            likelihood = position.likelihoods.get(world, 0)
            if not share - TINY <= likelihood <= share + branches.rest + TINY:
                return f"{likelihood:.4f} is sampled with {float(share):.4f}: {world}"
        return ""


# Koryŏ.


def _koryo(players: int, *seasons: tuple[int, int], **copies: int) -> Callable[[], Koryo]:
    """Return what makes a game with these cards, and so many dealt and kept in each season."""
    counts = [copies.get(kind.name.lower(), 0) for kind in Kind]
    components = KoryoComponents(1, tuple(counts), tuple([Season(*each) for each in seasons]))
    return lambda: Koryo(players, components)


KORYO_BOXES = (
    Box(
        "rivals",
        "face-down orders of the same kind compete; no Spy",
        _koryo(3, (1, 1), guardian=2, priest=2),
        koryo_ways,
        games=10,
    ),
    Box(
        "four rivals",
        "three unknown orders, and a pile",
        _koryo(4, (1, 1), guardian=2, priest=2, spy=1),
        koryo_ways,
        games=8,
    ),
    Box(
        "pairs",
        "orders of two cards, discards, and hands beside them",
        _koryo(3, (2, 1), guardian=3, priest=3),
        koryo_ways,
        games=8,
    ),
    Box(
        "ships",
        "the Ship Owner's mixed orders beside others",
        _koryo(3, (1, 2), (2, 2), ship_owner=2, guardian=2, priest=2),
        koryo_ways,
        games=40,
        wanted=lambda view: (
            view.round.ship_owner not in (None, view.seat)
            and view.order_sizes[view.round.ship_owner] == 2  # a pair
        ),
    ),
    Box(
        "two ships",
        "the same with two players",
        _koryo(2, (1, 2), (3, 2), ship_owner=2, guardian=2, priest=2),
        koryo_ways,
        games=30,
    ),
)


# For the King.


class BoldKing(TinyKing):
    """For the King in which random players bid more often, also what they cannot pay."""

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Action:
        if rng.random() < BOLDNESS:
            return pick(self.legal_actions(state, player)[:BOLD_CHOICES], rng)
        return super().random_action(state, rng, player)


BOLDNESS, BOLD_CHOICES = 0.6, 5


def _king(  # what a box is
    players: int,
    letters: str,
    gold: tuple[int, int, int],
    removed: int = 0,
    kings: int = 0,
    kind: type[TinyKing] = TinyKing,
) -> Callable[[], TinyKing]:
    """Return what makes a game with these cards of one office: all different, as in the box."""
    worth = [(letter, 1) for letter in letters]
    cards = (tuple(worth), *((),) * (len(Office) - 1))
    of_effects = [KingCards(kings, kings), *[KingCards(0, 0)] * (len(Effect) - 1)]
    deck = len(letters) + sum(gold) + kings - removed
    setup = Setup((Office.DIPLOMACY,), gold=gold, removed=removed, deck=deck)
    return lambda: kind(players, KingComponents(cards, tuple(of_effects), (setup,) * 4))


def without_chance(state: State) -> State:
    """Return a State of For the King without its seed and the number of random events."""
    return evolve(state, hidden=evolve(state.hidden, seed=0, events=0))


def _king_deals(game: Any) -> Mapping[State, int]:
    """Return all first States of For the King: as it is made, with each order of its cards."""
    deals: dict[State, int] = {}
    first = {chance(game.players, seed, 0): game.new_game(seed) for seed in range(99)}
    for state in first.values():
        for cards in _orders(Counter(game.cards), len(game.cards)):
            deck, removed = cards[: game.setup.deck], tuple(sorted(cards[game.setup.deck :]))
            dealt = evolve(state, hidden=evolve(state.hidden, deck=deck, removed=removed))
            deals[dealt] = deals.get(dealt, 0) + 1
    return deals


def _orders(counts: Counter[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield each different order of these cards."""
    if not size:
        yield ()
    for card in sorted(counts):
        if counts[card]:
            counts[card] -= 1
            for rest in _orders(counts, size - 1):
                yield card, *rest
            counts[card] += 1


def _king_box(
    name: str,
    reaches: str,
    game: Callable[[], TinyKing],
    games: int,
    wanted: Callable[[Any], bool],
) -> Box:
    return Box(name, reaches, game, king_ways, games, without_chance, _king_deals, wanted)


def _in_auction(view: Any) -> bool:
    return view.auction is not None


def _is_marked(view: Any) -> bool:
    """Return whether somebody else's hand has shown or lost cards, or is paying."""
    for seat, history in enumerate(view.public.histories):
        if seat != view.seat:
            if view.player == seat and view.phase in (Phase.PAY, Phase.DISCARD):
                return True
            if {kind for kind, _ in history} - {NoteKind.KEPT, NoteKind.GAINED}:
                return True
    return False


def _own_are_turned_up(view: Any) -> bool:
    return not {*view.favored}.isdisjoint(view.turned)


KING_BOXES = (
    _king_box(
        "decks",
        "places before the auctions: deck, removed cards, Favor cards face down",
        _king(2, "AB", (2, 0, 0), removed=1, kings=0),
        games=20,
        wanted=lambda view: not _in_auction(view),
    ),
    _king_box(
        "gold",
        "payment for cards and for Gold, unseen losses, defaults",
        _king(2, "ABC", (4, 1, 0), removed=2),
        games=20,
        wanted=_is_marked,
    ),
    _king_box(
        "long",
        "more auctions, so that hands go on after losses and defaults",
        _king(2, "AB", (6, 1, 0)),
        games=8,
        wanted=_is_marked,
    ),
    _king_box(
        "bold",
        "defaults of a bid above the Gold in a hand, and payments with unseen Gold",
        _king(2, "AB", (6, 1, 0), kind=BoldKing),
        games=10,
        wanted=_is_marked,
    ),
    _king_box(
        "own",
        "turned-up Gold that is the viewer's own, or equal",
        _king(2, "AB", (7, 1, 0), removed=1),
        games=8,
        wanted=_own_are_turned_up,
    ),
    _king_box(
        "kings",
        "turned-up Kings that are the viewer's own, or equal",
        _king(2, "A", (3, 0, 0), kings=6, removed=1),
        games=12,
        wanted=_own_are_turned_up,
    ),
    _king_box(
        "three",
        "several hands of others that draw Gold together",
        _king(3, "ABC", (4, 1, 0)),
        games=8,
        wanted=_is_marked,
    ),
    _king_box(
        "four",
        "three hands of others, two turns",
        _king(4, "A", (6, 3, 0)),
        games=4,
        wanted=_in_auction,
    ),
)
BOXES = KORYO_BOXES + KING_BOXES


def main() -> None:
    """Print for each box how far samples are from exact likelihoods."""
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    for box in BOXES:
        started = process_time()
        worst = (0.0, 0.0, 0.0)
        for number, position in enumerate(box.positions):
            exact = position.likelihoods
            found = sampled(box.worlds, position.view, samples, SampleRandom(number))
            apart = variation(found, exact)
            bound = most_variation(exact, samples, ODDS)
            worst = max(worst, (apart / bound, apart, bound))
        ratio, apart, bound = worst
        print(  # noqa: T201  # what it is for
            f"{box.worlds.game.name:13} {box.worlds.game.players} {box.name:12}"
            f" {len(box.positions):4} positions, at most {apart:.3f} of {bound:.3f} ({ratio:.2f}),"
            f" {process_time() - started:.0f} s"
        )


if __name__ == "__main__":
    main()
