"""The check of sampled worlds: that they are possible, and that each View has one."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from concurrent.futures import Future
from copy import copy
from random import Random
from typing import Any, TypeAlias

from boardgames.core.chance import generator
from boardgames.core.codec import JSON
from boardgames.core.errors import DecodeError, quoted
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import Spot
from boardgames.testing.compare import demand_same_pieces, leaves
from boardgames.testing.law import AnyGame, Violation, demand, law, viewer_name
from boardgames.testing.probe import SEARCHED_SEED, VIEWS_SAMPLED, Ply, Probe, play_on
from boardgames.testing.process import WAITING, run_in_other_process
from boardgames.testing.rule_checks import demand_sorted

SAMPLES = 3
"""Number of worlds examined per View."""
VIEWERS = 3
"""Number of viewers of a position whose samples are examined; the next position takes the next
viewers.
"""

_Declared: TypeAlias = DeclaredGame[Any, Any, Any]


def samples(probe: Probe) -> None:
    """Demand that every View has a sampled world, which is possible and whole, and uses View
    and generator only.
    """
    game = probe.game
    if isinstance(game, DeclaredGame):
        _places_allow_what_is_there(probe, game)
    _ = probe.sampled  # raises a Violation for a View without a world
    if probe.possible is not None:
        _real_games_are_possible(probe)
    for ply, viewer, world in probe.sampled:
        probe.place = ply.place
        demand_valid_state(game, world)
        _is_possible(probe, world, f"a sampled world of {viewer_name(viewer)} after {ply.action}")
    for other in probe.visit(probe.worlds):
        if not other.redealt:
            demand_valid_state(game, other.state)
        _is_possible(probe, other.state, f"a {other.source} world of {viewer_name(other.viewer)}")
    _looked_at_closely(probe)


# Limits of places, in a `DeclaredGame`.


def _places_allow_what_is_there(probe: Probe, game: _Declared) -> None:
    for number, ply in enumerate(probe.visit(probe.spread(VIEWS_SAMPLED))):
        hidden = [(spot, piece) for _, spot, piece in game.visibility.spots(ply.after)]
        for spot, piece in hidden:
            _allows_what_is_there(game, ply.after, spot, piece)
        for viewer in probe.turns(number, 1):
            view = game.view(ply.after, viewer)
            for spot, _ in hidden:
                _is_allowed_by_what_everybody_knows(game, ply.after, view, spot, viewer)


@law("`allowed` still says what was known of the piece that lay there before.")
def _allows_what_is_there(game: _Declared, state: object, spot: Spot, piece: Hashable) -> None:
    """Demand that `allowed` returns a collection of pieces with the true one, or None."""
    limit = _limit(game, state, spot)
    if limit is None or piece in limit:
        return
    zone = spot.field if spot.pile is None else f"{spot.field}, pile {spot.pile}"
    place = zone if spot.owner is None else f"{zone} of seat {spot.owner}"
    returned = quoted(limit)
    raise Violation(
        f"allowed(state, {spot}) returned {returned}, but {piece!r} lies there, in {place}",
        expected=f"a limit with {piece!r} at number {spot.number} of {place}",
        came=returned,
        ask=f"game.allowed(ply.after, {tuple(spot)})",
    )


@law("`allowed` reads a field that not everybody sees.")
def _is_allowed_by_what_everybody_knows(
    game: _Declared,
    state: object,
    view: object,
    spot: Spot,
    viewer: int | None,
) -> None:
    """Demand that `allowed` returns the same for a View as for the State."""
    limit = _limit(game, state, spot)
    seen = _limit(game, view, spot)
    is_same = limit == seen if limit is None or seen is None else {*limit} == {*seen}
    if is_same:
        return
    raise Violation(
        f"allowed(state, {spot}) returned {quoted(limit)} for the State, and {quoted(seen)} for the"
        f" View of {viewer_name(viewer)}: it may depend on what everybody knows only",
        expected=f"{quoted(limit)}, as for the State",
        came=quoted(seen),
    )


@law("`allowed` returns a single piece or a generator.")
def _limit(game: _Declared, table: Any, spot: Spot) -> Collection[Hashable] | None:
    """Demand that `allowed` returns a collection, or None.

    Returns it.
    """
    limit: Any = game.allowed(table, spot)
    if limit is None or isinstance(limit, Collection):
        return limit
    raise Violation(
        f"allowed(state, {spot}) returned {quoted(limit)}, not a collection of pieces or None"
    )


# What is possible.


@law("`possible` forbids something that random play reaches, or does not ask `allowed`.")
def _real_games_are_possible(probe: Probe) -> None:
    """Demand that `possible` says True of real States, and asks for the limits of places."""
    for ply in probe.visit(probe.spread(VIEWS_SAMPLED)):
        fault = f"possible() refuses a State of a real game, after {ply.action}"
        demand(probe.is_possible(ply.after), fault, "samples")
        if isinstance(probe.game, DeclaredGame):
            _judges_places(probe.game, ply.after, probe.generator(16))


def _judges_places(game: _Declared, state: object, rng: Random) -> None:
    """Demand that a `possible` of the game's own does not accept what places do not allow."""
    free = copy(game)
    vars(free).update(allowed=lambda *_: None, possible=lambda _: True)
    world = free.worlds(state, None, rng)
    is_judged = DeclaredGame.possible(game, world) or not game.possible(world)
    fault = "possible() accepts pieces where `allowed` does not: ask super().possible(state), too"
    demand(is_judged, fault)


@law("`determinize` does not respect something that the View says, or that happened.")
def _is_possible(probe: Probe, world: object, which: str) -> None:
    """Demand that `possible`, if there is one, accepts a world."""
    is_possible = probe.possible is None or probe.is_possible(world)
    demand(is_possible, f"{which} cannot have come about in a game")


@law("`determinize` deals other cards than there are, or `check_state` is too strict.")
def demand_valid_state(game: AnyGame, world: object) -> None:
    """Demand that `check_state` accepts a sampled world."""
    try:
        game.check_state(world)
    except DecodeError as error:
        raise Violation(f"determinize made a State that check_state refuses: {error}") from error


# Samples of the positions looked at closely.


def _looked_at_closely(probe: Probe) -> None:
    game = probe.game
    views: list[list[object]] = []
    for number, ply in enumerate(probe.chosen):
        viewers = probe.turns(number, VIEWERS)
        views.append([game.view(ply.before, viewer) for viewer in viewers])
    elsewhere = _sampled_elsewhere(probe, views)
    seeds_at = paths_of_the_seed(game)
    digests: list[str] = []
    for views_here, ply in zip(views, probe.visit(probe.chosen), strict=True):
        stock = dict(game.inventory(ply.before))
        for view in views_here:
            numbers = range(len(digests), len(digests) + SAMPLES)
            rngs = [generator(probe.seed, number) for number in numbers]
            worlds = _sampled(game, view, rngs)
            digests.append(game.digest(worlds[0]))
            for world in worlds:
                _is_whole(game, world, stock)
            for path in seeds_at:
                _is_fresh(game, path, worlds)
        _comes_to_an_end(probe, ply)
    _needs_view_and_generator_only(digests, elsewhere)


def _sampled_elsewhere(probe: Probe, views: Sequence[Sequence[object]]) -> Future[list[str]]:
    """Begin to sample a world of each of these Views in another process."""
    documents = list[JSON]()
    for views_here in views:
        documents += [probe.game.to_json(view) for view in views_here]
    arguments: list[JSON] = [documents, probe.seed]
    return WAITING.submit(run_in_other_process, probe.game, 1, "samples", arguments)


@law("`determinize` sorts or pops what the View holds.")
def _sampled(game: AnyGame, view: object, rngs: Sequence[Random]) -> list[Any]:
    """Demand that `determinize` does not change the View.

    Returns a world by each generator.
    """
    unchanged = hash(view)
    worlds = [game.determinize(view, rng) for rng in rngs]
    demand(hash(view) == unchanged, "determinize changed the View")
    return worlds


@law("`determinize` deals from a full box, without what the View shows.")
def _is_whole(game: AnyGame, world: object, stock: Mapping[Hashable, int]) -> None:
    """Demand that a sampled world is a State with the pieces of the true one."""
    demand_valid_state(game, world)
    demand_same_pieces(stock, dict(game.inventory(world)), "a sampled world has other pieces")
    for seat in game.to_act(world):
        demand_sorted(game.legal_actions(world, seat))


def paths_of_the_seed(game: AnyGame) -> list[str]:
    """Return the paths in the JSON of a State where its seed stands."""
    first = game.to_json(game.new_game(SEARCHED_SEED))
    return [path for path, data in leaves(first) if data == repr(SEARCHED_SEED)]


@law("`determinize` keeps a seed of its own: give the world `fresh_seed(rng)`.")
def _is_fresh(game: AnyGame, path: str, worlds: Sequence[object]) -> None:
    """Demand that sampled worlds differ at the path where a State has its seed."""
    seeds = {dict(leaves(game.to_json(world))).get(path) for world in worlds}
    fault = f"chance ahead is not fresh: {path} recurs in {len(worlds)} samples"
    demand(len(seeds) == len(worlds), fault)


@law("A sampled world lacks something that the rules wait for.")
def _comes_to_an_end(probe: Probe, ply: Ply) -> None:
    """Demand that random play from a sampled world ends."""
    world = probe.game.determinize(probe.game.view(ply.before, ply.player), probe.generator(4))
    ends = play_on(probe.game, world, probe.generator(5), probe.longest)
    demand(ends, "a sampled world does not come to an end")


@law("`determinize` uses a generator of its own, the order of a set, or a State it remembers.")
def _needs_view_and_generator_only(digests: list[str], elsewhere: Future[list[str]]) -> None:
    """Demand that another process, which never saw the State, samples the same worlds."""
    is_same = elsewhere.result() == digests
    demand(is_same, "a sample depends on more than its View and generator")
