"""The checks of sampled worlds: that they are possible, and that all of them occur."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from copy import copy
from itertools import chain
from random import Random
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.chance import generator
from boardgames.core.errors import quoted
from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.compare import demand, hidden_facts, leaves, viewer_name
from boardgames.testing.probe import VIEWS_SAMPLED, Probe, play_on
from boardgames.testing.process import WAITING, run_in_other_process
from boardgames.testing.rule_checks import demand_sorted
from boardgames.testing.secrecy_checks import SEARCHED_SEED, demand_valid_state

SAMPLES = 3
"""Number of worlds examined per View."""
MOST_SAMPLES = 30_000
"""Number of samples after which a true fact counts as unreachable: a rare hand occurs once in
several thousand.
"""
VIEWERS = 3
"""Number of viewers of a position whose samples are examined; the next position takes the next
viewers.
"""
OPENINGS = 8
"""Number of first positions in which a spectator's samples are searched in the same way."""
DEALS = 300
"""Number of seeds whose first positions are compared, to find deals that one seat cannot
distinguish.
"""
RECURRENCE = 4
"""Average number of times that a deal must recur for the deals to count as few."""


def existence(probe: Probe) -> None:
    """Demand that `determinize` finds a world for every View of a real game."""
    game = probe.game
    if isinstance(game, DeclaredGame):
        for number, ply in enumerate(probe.visit(probe.spread(VIEWS_SAMPLED))):
            _allows_what_is_there(game, ply.after, probe.turns(number, 1)[0])
    _ = probe.sampled  # finding them raises the Fault


def _allows_what_is_there(
    game: DeclaredGame[Any, Any, Any], state: object, viewer: int | None
) -> None:
    """Demand that `allowed` returns a collection of pieces with the true one, or None, and the same
    for the View as for the State.
    """
    view = game.view(state, viewer)
    for spot, piece in game.hidden_places(state):
        limit: Any = game.allowed(state, spot)
        seen: Any = game.allowed(view, spot)
        place = spot.field if spot.owner is None else f"{spot.field} of seat {spot.owner}"
        called = f"allowed(state, {spot})"
        for found in (limit, seen):
            fault = f"{called} returned {quoted(found)}, not a collection of pieces or None"
            demand(found is None or isinstance(found, Collection), fault)
        fault = f"{called} returned {quoted(limit)}, but {piece!r} lies there, in {place}"
        demand(limit is None or piece in limit, fault)
        fault = (
            f"{called} returned {quoted(limit)} for the State, and {quoted(seen)} for the View of"
            f" {viewer_name(viewer)}: it may depend on what everybody knows only"
        )
        demand(_as_set(limit) == _as_set(seen), fault)


def _as_set(limit: Collection[Hashable] | None) -> frozenset[Hashable] | None:
    return None if limit is None else frozenset(limit)


def samples(probe: Probe) -> None:
    """Demand that a sample uses View and generator only, has all pieces and fresh chance, and comes
    to an end.
    """
    game = probe.game
    views = [
        [game.view(ply.before, viewer) for viewer in probe.turns(number, VIEWERS)]
        for number, ply in enumerate(probe.chosen)
    ]
    documents = [game.to_json(view) for view in chain(*views)]
    elsewhere = WAITING.submit(run_in_other_process, game, 1, "samples", [documents, probe.seed])
    seeds_at = _places_of_the_seed(game)
    digests: list[str] = []
    for views_here, ply in zip(views, probe.visit(probe.chosen), strict=True):
        stock = dict(game.inventory(ply.before))
        for view in views_here:
            first = len(digests)
            seeds = range(first, first + SAMPLES)
            worlds = _sampled(game, view, stock, [generator(probe.seed, seed) for seed in seeds])
            digests.append(game.digest(worlds[0]))
            for path in seeds_at:
                _fresh(game, path, worlds)
        world = game.determinize(game.view(ply.before, ply.player), probe.generator(4))
        ends = play_on(game, world, probe.generator(5), probe.longest)
        demand(ends, "a sampled world does not come to an end")
    for ply, _, world in probe.sampled:
        probe.place = ply.place
        demand_valid_state(game, world)
    probe.place = ""
    is_same = elsewhere.result() == digests
    demand(is_same, "a sample depends on more than its View and generator")


def _places_of_the_seed(game: Game[Any, Any, Any]) -> list[str]:
    """Return the paths in the JSON of a State where its seed stands."""
    first = game.to_json(game.new_game(SEARCHED_SEED))
    return [path for path, data in leaves(first) if data == repr(SEARCHED_SEED)]


def _sampled(
    game: Game[Any, Any, Any], view: object, stock: Mapping[Hashable, int], rngs: Iterable[Random]
) -> list[Any]:
    """Return a world of the View by each generator; demand that it is one, with these pieces."""
    unchanged = hash(view)
    worlds = []
    for rng in rngs:
        world = game.determinize(view, rng)
        demand_valid_state(game, world)
        demand(dict(game.inventory(world)) == stock, "a sampled world has other pieces")
        for seat in game.to_act(world):
            demand_sorted(game.legal_actions(world, seat))
        worlds.append(world)
    demand(hash(view) == unchanged, "determinize changed the View")
    return worlds


def _fresh(game: Game[Any, Any, Any], path: str, worlds: Sequence[object]) -> None:
    """Demand that these worlds differ at the path, where a State has its seed."""
    seeds = {dict(leaves(game.to_json(world))).get(path) for world in worlds}
    fault = f"chance ahead is not fresh: {path} recurs in {len(worlds)} samples"
    demand(len(seeds) == len(worlds), fault)


def possible(probe: Probe) -> None:
    """Demand that every sampled world could have been dealt and played, by the caller's function
    `possible`.
    """
    if probe.possible is None:
        return
    for ply in probe.visit(probe.spread(VIEWS_SAMPLED)):
        fits = probe.is_possible(ply.after)
        demand(fits, f"possible() refuses a State of a real game, after {ply.action}")
        if isinstance(probe.game, DeclaredGame):
            _judges_places(probe.game, ply.after, probe.generator(16))
    for ply, viewer, sampled in probe.sampled:
        probe.place = ply.place
        fault = (
            f"a sampled world of {viewer_name(viewer)} after {ply.action} cannot have come about in"
            " a game"
        )
        demand(probe.is_possible(sampled), fault)
    for world in probe.visit(probe.worlds):
        source = "redealt" if world.redealt else "sampled"
        fits = probe.is_possible(world.state)
        reader = viewer_name(world.viewer)
        demand(fits, f"a {source} world of {reader} cannot have come about in a game")


def _judges_places(game: DeclaredGame[Any, Any, Any], state: object, rng: Random) -> None:
    """Demand that a `possible` of the game's own does not accept what places do not allow."""
    free = copy(game)
    vars(free).update(allowed=lambda *_: None, possible=lambda _: True)
    world = free.worlds(state, None, rng)
    judged = DeclaredGame.possible(game, world) or not game.possible(world)
    demand(
        judged,
        "possible() accepts pieces where `allowed` does not: ask super().possible(state), too",
    )


def reach(probe: Probe) -> None:
    """Demand that every true fact that is hidden from a seat occurs in some of its samples."""
    for place, ply in enumerate(probe.visit(probe.chosen)):
        for viewer in probe.turns(place, VIEWERS):
            _facts_come_out(probe, ply.before, viewer)
    eventful = [*probe.scouted.eventful.values()][::3]  # there are rare pieces and orders there
    for place, ply in enumerate(probe.visit(eventful)):
        _facts_come_out(probe, ply.after, probe.turns(place, 1)[0])
    for seed in range(OPENINGS * probe.factor):
        _facts_come_out(probe, probe.game.new_game(probe.seed + seed), None)
    _few_deals(probe)


def _facts_come_out(probe: Probe, truth: object, viewer: int | None) -> None:
    game, rng = probe.game, probe.generator(6)
    view = game.view(truth, viewer)
    wanted = hidden_facts(game, truth, viewer)
    for _ in range(MOST_SAMPLES):
        if not wanted:
            return
        seats = {seat for seat, *_ in wanted}
        wanted -= hidden_facts(game, game.determinize(view, rng), viewer, seats)
    sampled = set[tuple[int, str]]()
    for _ in range(DEALS):
        facts = hidden_facts(game, game.determinize(view, rng), viewer)
        sampled |= {(seat, where) for seat, where, _ in facts}
    for seat, where, what in sorted(wanted):
        is_rare_count = (seat, where) in sampled and "." in where and what.isdigit()
        fault = (
            f"{MOST_SAMPLES} samples of {viewer_name(viewer)} never have what seat {seat} really"
            f" sees: {where} is {what}"
        )
        demand(is_rare_count, fault)


def _few_deals(probe: Probe) -> None:
    """Demand that samples of a seat's first View include all deals with it, if these are so few
    that they recur.
    """
    game = probe.game
    alike: dict[tuple[int | None, object], Counter[tuple[object, ...]]] = defaultdict(Counter)

    def seen(state: object) -> tuple[object, ...]:
        return tuple(game.view(state, viewer) for viewer in probe.viewers())

    for seed in range(DEALS):
        everything = seen(game.new_game(seed))
        for viewer, view in zip(probe.viewers(), everything, strict=True):
            alike[viewer, view][everything] += 1
    for (_, view), worlds in alike.items():
        if RECURRENCE * len(worlds) > worlds.total():
            continue
        missing, strange = set(worlds), set()
        rng = probe.generator(7)
        for count in range(MOST_SAMPLES):
            sampled = seen(game.determinize(view, rng))
            missing.discard(sampled)
            if sampled not in worlds:
                strange.add(sampled)
            if not missing and count >= DEALS:
                break
        demand(not missing, f"{len(missing)} of {len(worlds)} possible deals are never sampled")
        if strange:  # they may be rare
            strange -= {seen(game.new_game(seed)) for seed in range(DEALS, DEALS + MOST_SAMPLES)}
            demand(not strange, f"{len(strange)} sampled deals are never dealt")
