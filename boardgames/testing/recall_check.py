"""The check that a seat remembers what it has itself put where nobody sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from typing import TypeAlias

from boardgames.core.codec import JSON
from boardgames.testing.compare import Facts, Pair, containers, demand_even
from boardgames.testing.law import AnyGame, law
from boardgames.testing.probe import Ply, Probe, once

PAIRS, MORE_PAIRS = 100, 12
"""Number of pairs of worlds compared after a ply, and how many times as many in doubt."""
PLIES = 3
"""Number of plies for each type of action."""
LOOKS = {12: 3, 36: 8}
"""After so many pairs, a ply is worth more of them only if so many samples are suspicious."""
MOST_TRIED = 4
"""Number of worlds before the ply that are tried for each that looks the same after it."""
FACTOR = 10
"""How many times as often a fact may come up in samples as in worlds that were played on."""

Holdings: TypeAlias = Counter[tuple[str, str]]
"""By place in the JSON of a State and by piece: how many of it lie there."""
KnownPiece: TypeAlias = tuple[tuple[str, str], int]
"""A place and piece, and how many of it lie there."""


def recall(probe: Probe) -> None:
    """Demand that samples of a seat's View have what it has just put away, where it put it."""
    names = piece_names(probe.game, probe.chosen[0].before)
    for ply in probe.visit(_putting_away(probe, names)):
        if _may_forget(probe, ply, names):
            _is_remembered(probe, ply, names)


@law(
    "The View shows only what lies before the seat now: keep what it put back, as in a `Trail`.",
    "ply.player, ply.action, game.determinize(game.view(ply.after, ply.player), generator(0, 0))",
)
def _is_remembered(probe: Probe, ply: Ply, names: Collection[str]) -> None:
    """Demand that what a seat has put where it sees it no more is there in samples as in worlds in
    which it did so.
    """
    chunks = (_pairs(probe, ply, names, PAIRS, part) for part in range(MORE_PAIRS))
    fault = f"samples forget what seat {ply.player} did itself, {ply.action}"
    probe.judged += demand_even(chunks, fault, "worlds played on", "sampled worlds", FACTOR)


def piece_names(game: AnyGame, state: object) -> frozenset[str]:
    """Return the keys of all pieces, as they stand in JSON."""
    keys = [*game.inventory(state), *game.words.pieces()]
    return frozenset([str(key).casefold() for key in keys])


def _putting_away(probe: Probe, names: Collection[str]) -> list[Ply]:
    """Return plies after which their seat sees fewer of a piece, a few of each type of action."""
    rare = [ply for ply, _ in probe.scouted.rare.values()]
    varied = probe.scouted.varied.values()
    by_kind: dict[type, list[Ply]] = {}
    for ply in once((*rare, *probe.chosen, *varied)):
        alike = by_kind.setdefault(type(ply.action), [])
        if len(alike) == PLIES * probe.factor:
            continue
        before = _seen(probe.game, ply.before, ply.player, names)
        after = _seen(probe.game, ply.after, ply.player, names)
        if before - after:
            alike.append(ply)
    return [*chain.from_iterable(by_kind.values())]


def _seen(game: AnyGame, state: object, seat: int, names: Collection[str]) -> Counter[str]:
    """Return how many of each piece a seat sees."""
    document = game.to_json(game.view(state, seat))
    seen = Counter[str]()
    for (_, piece), count in holdings(document, names).items():
        seen[piece] += count
    return seen


def _may_forget(probe: Probe, ply: Ply, names: Collection[str]) -> bool:
    """Return whether samples have something again and again that no world played on has."""
    played: set[KnownPiece] = set()
    sampled = Counter[KnownPiece]()
    worlds = enumerate(_worlds(probe, ply, names, max(LOOKS), MORE_PAIRS), start=1)
    for number, (one, other) in worlds:
        for place in one.keys() | other.keys():
            played.add((place, one[place]))
            sampled[place, other[place]] += 1
        if number in LOOKS:
            suspicious = [count for fact, count in sampled.items() if fact not in played]
            if max(suspicious, default=0) < LOOKS[number]:
                return False
    return bool(sampled)


def _pairs(probe: Probe, ply: Ply, names: Collection[str], count: int, part: int) -> Iterator[Pair]:
    """Yield what only one has of a world played on, and of a sample: each number that differs."""
    for here, there in _worlds(probe, ply, names, count, part):
        one: Facts = set()
        other: Facts = set()
        for place, piece in here.keys() | there.keys():
            number = here[place, piece]
            other_number = there[place, piece]
            if number != other_number:
                what = f"the number of {piece} in {place}"
                one.add((what, str(number)))
                other.add((what, str(other_number)))
        yield None, one, other


def _worlds(
    probe: Probe, ply: Ply, names: Collection[str], count: int, part: int
) -> Iterator[tuple[Holdings, Holdings]]:
    """Yield what lies where in a world before the ply, played on, and in a sample after it."""
    game = probe.game
    rng = probe.generator(20 + part)
    before = game.view(ply.before, ply.player)
    after = game.view(ply.after, ply.player)
    found = 0
    for _ in range(count * MOST_TRIED):
        world = game.determinize(before, rng)
        played = game.apply(world, ply.action, ply.player)
        if game.view(played, ply.player) != after:
            continue
        sampled = game.determinize(after, rng)
        here = holdings(game.to_json(played), names)
        there = holdings(game.to_json(sampled), names)
        yield here, there
        found += 1
        if found == count:
            return


def holdings(document: JSON, names: Collection[str]) -> Holdings:
    """Return how many of each piece lie in each place, as far as some JSON says that.

    >>> found = holdings({"deck": ["ace", "two", "ace"], "hand": {"two": 3}}, {"ace", "two"})
    >>> found["deck", "ace"], found["hand", "two"], found["hand", "ace"]
    (2, 3, 0)
    """
    found: Holdings = Counter()
    for path, data in containers(document):
        if isinstance(data, dict):
            for key, item in data.items():
                if isinstance(item, int) and key.casefold() in names:
                    found[path, key] = item
        else:
            lying = [str(item) for item in data if not isinstance(item, (dict, list))]
            found.update([(path, piece) for piece in lying if piece.casefold() in names])
    return found
