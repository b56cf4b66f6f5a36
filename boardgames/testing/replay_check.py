"""The check that samples follow from what others have openly done: worlds sampled earlier, in which
all that was seen since is repeated, are distributed as samples of the later View are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from math import comb, prod
from random import Random

from boardgames.testing.compare import NUMBER, Pair, demand_even, differing_facts
from boardgames.testing.law import AnyGame, Violation, law
from boardgames.testing.probe import ACTIONS_TRIED, Ply, Probe, once, some, walk
from boardgames.testing.recall_check import holdings, piece_names

STARTS = 12
"""Number of places, from anywhere in the games, from which plies are repeated, besides those after
rare ones.
"""
MOST_STARTS = 24
MOST_TESTED = 40
"""Number of stretches between these that are looked at."""
LONGEST = 10
"""Number of plies that are repeated at most."""
PILOTS = 120
"""Number of worlds in which plies are repeated first."""
MORE_PILOTS = 600
"""Maximum number of further worlds for the first ply."""
FEWEST = 12
"""Number of these that have to be left."""
MOST_TRIES = 5_000
"""How many worlds are tried until one is left; of the first ones, at least one in sixty was."""
LOOKED_AT = 10
"""Number of worlds in which other actions are tried, to see whether the viewer knows which it was.
"""
PAIRS, IN_DOUBT = 60, 20
"""Number of pairs compared for a viewer and a stretch, and how many times as many in doubt."""
GLANCED = 24
"""Number of worlds that tell whether a ply is worth testing."""
SUSPICIOUS = 9
"""In how many more of them some fact has to be on one side than on the other."""
SUSPICIOUS_ALONE = 5
"""In how many of them it has to be on one side if it never is on the other."""
GLANCES, IDLE = 40, 25
"""Number of plies that are looked at like this, and of those of one kind that may tell nothing
before the kind is given up.
"""
MOST_WAYS = 12
"""In how many ways, piece by piece, plies may have been done in one world for each way in another:
a sampler may count them, or not.
"""


@dataclass
class Stretch:
    """Some plies of a game that a viewer saw in full."""

    viewer: int | None
    plies: Sequence[Ply]
    views: list[object] = field(default_factory=list)
    """The viewer's View before the first ply, and after each."""
    ways: int = 1
    """In how many ways they were done in a world, at most."""
    has_shown: bool = False
    """Whether some world is not left after them."""


def replaying(probe: Probe) -> None:
    """Demand that samples are distributed as what is left of earlier ones after all that was openly
    done since.
    """
    names = piece_names(probe.game, probe.chosen[0].before)
    rng = probe.generator(30)
    tested = 0
    for number, plies in enumerate(_stretches(probe)):
        for viewer in probe.turns(number, 2):
            left = plies
            while left and tested < MOST_TESTED * probe.factor:
                tested += 1
                probe.place = left[0].place
                stretch = _seen_in_full(probe.game, left, viewer, names, rng)
                _judge(probe, stretch, rng)
                left = left[max(1, len(stretch.plies)) :]
    for ply in suspicious(probe, names, rng):
        probe.place = ply.place
        stretch = _seen_in_full(probe.game, [ply], None, names, rng)
        _judge(probe, stretch, rng, IN_DOUBT // 4)
    probe.place = None


def _judge(probe: Probe, stretch: Stretch, rng: Random, most: int = IN_DOUBT) -> None:
    """Demand that samples fit what was shown in a stretch, if something was; in doubt, look in many
    worlds whether the viewer does know which actions these were.

    `most` is how many times as many pairs are compared in doubt.
    """
    if not stretch.has_shown:
        return
    probe.place = stretch.plies[-1].place._replace(is_after=True)
    try:
        _is_distributed_alike(probe, stretch, rng, most)
    except Violation:
        if _is_known_in_full(probe.game, stretch, rng):
            raise


def _is_known_in_full(game: AnyGame, stretch: Stretch, rng: Random) -> bool:
    """Return whether no other action looks like one of the stretch in any of many worlds."""
    viewer = stretch.viewer
    worlds = [game.determinize(stretch.views[0], rng) for _ in range(PILOTS + MORE_PILOTS)]
    for ply, after in zip(stretch.plies, stretch.views[1:], strict=True):
        if not _knows_which(game, ply, viewer, after, worlds, rng):
            return False
        played = [repeated(game, ply, viewer, after, world) for world in worlds]
        worlds = [world for world in played if world is not None]
    return True


def _stretches(probe: Probe) -> Iterator[list[Ply]]:
    """Yield plies in a row, from many places of the games, and after each that is rare."""
    rare = [ply for ply, _ in sorted(probe.scouted.rare.values(), key=lambda each: each[1])]
    starts = once((*rare[: MOST_STARTS // 2], *probe.spread(STARTS), *rare))
    for ply in starts[: MOST_STARTS * probe.factor]:
        walked = walk(probe.game, ply.place.seed, longest=probe.longest)
        plies = [*islice(walked, ply.place.ply, ply.place.ply + LONGEST)]
        if plies:
            yield plies


def suspicious(probe: Probe, names: Collection[str], rng: Random) -> Iterator[Ply]:
    """Yield plies that empty a place, such as a hand, after which worlds that are left look to
    spectators unlike samples: what was known of such a place is easily lost, or applied to the next
    pieces. To spectators, most is open.
    """
    game = probe.game
    emptying = _emptying(probe, names)
    idle = Counter[str]()
    looks = 0
    for plies in zip_longest(*emptying.values()):
        for place, ply in zip(emptying, plies, strict=True):
            if ply is None or idle[place] == IDLE or looks == GLANCES * probe.factor:
                continue
            probe.place = ply.place
            left = _left_of_some(game, ply, rng)
            if not left:
                idle[place] += 1
                continue
            looks += 1
            if _look_unlike(game, left, game.view(ply.after, None), rng):
                yield ply


def _emptying(probe: Probe, names: Collection[str]) -> dict[str, list[Ply]]:
    """Return by place, without numbers, the plies in which it loses its last piece, and spectators
    have not seen all that lay there.
    """
    game = probe.game
    found: dict[str, list[Ply]] = {}
    for ply in once(chain.from_iterable(probe.scouted.emptying.values())):
        before = _sizes(game, ply.before, names)
        after = _sizes(game, ply.after, names)
        seen = _sizes(game, game.view(ply.before, None), names)
        emptied = {place for place in before if not after[place] and seen[place] < before[place]}
        for place in sorted({NUMBER.sub("", place) for place in emptied}):
            found.setdefault(place, []).append(ply)
    return found


def _sizes(game: AnyGame, table: object, names: Collection[str]) -> Counter[str]:
    """Return how many pieces lie in each place."""
    sizes = Counter[str]()
    for (place, _), number in holdings(game.to_json(table), names).items():
        sizes[place] += number
    return sizes


def _left_of_some(game: AnyGame, ply: Ply, rng: Random) -> list[object]:
    """Return worlds of a spectator's View that are left after a ply; none if it shows nothing, or
    if hardly any is left.
    """
    before = game.view(ply.before, None)
    after = game.view(ply.after, None)
    left: list[object] = []
    for number in range(PILOTS + MORE_PILOTS):
        if len(left) == GLANCED or (number == PILOTS and len(left) < FEWEST / 3):
            break
        played = repeated(game, ply, None, after, game.determinize(before, rng))
        if played is not None:
            left.append(played)
    return left if FEWEST <= len(left) < number else []


def _look_unlike(game: AnyGame, left: Sequence[object], after: object, rng: Random) -> bool:
    """Return whether worlds that are left have some fact much more often than samples, or more
    rarely.
    """
    of_left = Counter[Hashable]()
    of_samples = Counter[Hashable]()
    for number in range(GLANCED):
        sampled = game.determinize(after, rng)
        facts, others = differing_facts(game, None, left[number % len(left)], sampled)
        of_left.update(facts)
        of_samples.update(others)
    for fact in of_left | of_samples:
        fewer, more = sorted((of_left[fact], of_samples[fact]))
        if more - fewer >= (SUSPICIOUS if fewer else SUSPICIOUS_ALONE):
            return True
    return False


def _seen_in_full(
    game: AnyGame, plies: Sequence[Ply], viewer: int | None, names: Collection[str], rng: Random
) -> Stretch:
    """Return the first of these plies, up to the last after which enough worlds are left, as long
    as the viewer knows which actions they are.
    """
    view = game.view(plies[0].before, viewer)
    worlds = [game.determinize(view, rng) for _ in range(PILOTS)]
    found = Stretch(viewer, (), [view])
    for number, ply in enumerate(plies, start=1):
        after = game.view(ply.after, viewer)
        if not _knows_which(game, ply, viewer, after, worlds[:LOOKED_AT], rng):
            break
        left: list[object] = []
        ways = 1
        more = (game.determinize(view, rng) for _ in range(MORE_PILOTS if number == 1 else 0))
        for tried, world in enumerate(chain(worlds, more), start=1):
            if tried > PILOTS and len(left) >= FEWEST:
                break
            played = repeated(game, ply, viewer, after, world)
            if played is not None:
                left.append(played)
                ways = max(ways, _ways(game, world, played, names))
        if len(left) < FEWEST or found.ways * ways > MOST_WAYS:
            break
        has_shown = found.has_shown or len(left) < max(tried, len(worlds))
        views = [*found.views, after]
        found = Stretch(viewer, plies[:number], views, found.ways * ways, has_shown)
        worlds = left
    return found


def _knows_which(
    game: AnyGame,
    ply: Ply,
    viewer: int | None,
    after: object,
    worlds: Sequence[object],
    rng: Random,
) -> bool:
    """Return whether no other action looks to the viewer like this one, in any of some worlds."""
    if viewer == ply.player:
        return True
    for world in (ply.before, *worlds):
        for action in some(game.legal_actions(world, ply.player), ACTIONS_TRIED, rng):
            is_other = action != ply.action
            if is_other and game.view(game.apply(world, action, ply.player), viewer) == after:
                return False
    return True


def repeated(
    game: AnyGame, ply: Ply, viewer: int | None, after: object, world: object
) -> object | None:
    """Return a world after the ply; None if it is not legal there, or shows the viewer another View
    than the one after it.
    """
    if ply.action not in game.legal_actions(world, ply.player):
        return None
    played = game.apply(world, ply.action, ply.player)
    return played if game.view(played, viewer) == after else None


def _ways(game: AnyGame, before: object, after: object, names: Collection[str]) -> int:
    """Return in how many ways, piece by piece, pieces can have left the places that they left."""
    held = holdings(game.to_json(before), names)
    now = holdings(game.to_json(after), names)
    return prod([comb(number, max(0, number - now[where])) for where, number in held.items()])


@law("`determinize` ignores what others have shown, or when they did; or the View forgets it.")
def _is_distributed_alike(probe: Probe, stretch: Stretch, rng: Random, most: int) -> None:
    """Demand that what is left of earlier samples has each fact about as often as samples do."""
    last = stretch.plies[-1]
    first = stretch.plies[0].place
    count = len(stretch.plies)
    fault = f"samples do not fit what was shown in {count} plies from ply {first.ply} on"
    if count == 1:
        fault = f"samples do not fit what {last.action} has shown"
    chunks = (_pairs(probe.game, stretch, rng) for _ in range(most))
    probe.judged += demand_even(
        chunks, fault, "earlier worlds played on", "sampled worlds", stretch.ways
    )


def _pairs(game: AnyGame, stretch: Stretch, rng: Random) -> Iterator[Pair]:
    """Yield pairs of an earlier world, played on, and a sample."""
    viewer = stretch.viewer
    for _ in range(PAIRS):
        played = _played_on(game, stretch, rng)
        sampled = game.determinize(stretch.views[-1], rng)
        yield viewer, *differing_facts(game, viewer, played, sampled)


def _played_on(game: AnyGame, stretch: Stretch, rng: Random) -> object:
    """Return the first world sampled before the stretch that is left after all its plies."""
    for _ in range(MOST_TRIES):
        world: object | None = game.determinize(stretch.views[0], rng)
        for ply, after in zip(stretch.plies, stretch.views[1:], strict=True):
            world = repeated(game, ply, stretch.viewer, after, world)
            if world is None:
                break
        else:
            return world
    raise Violation(
        f"of {MOST_TRIES:,} worlds that were sampled earlier none is left after what was shown,"
        " though some were at first: does `determinize` change the View, or remember something?"
    )
