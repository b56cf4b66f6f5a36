"""The check of a tiny variant of the game, in which everything that can happen is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.beliefs import TooLargeError, World
from boardgames.testing.branches import CannotFollowError
from boardgames.testing.compare import difference
from boardgames.testing.exact_coverage import gaps
from boardgames.testing.exact_lines import check_lines, check_memory, happenings_by_look
from boardgames.testing.exact_samples import SampleCounts, check_samples
from boardgames.testing.exact_worlds import Group, Whole, place_of
from boardgames.testing.law import Violation, law, viewer_name
from boardgames.testing.probe import Probe, walk
from boardgames.testing.secrecy_checks import as_json, observed

REAL_GAMES = 20
"""Number of games with real seeds that must be among those that were followed."""


def exactness(probe: Probe) -> None:
    """Demand that in a tiny variant of the game, nothing that can happen breaks a law of hidden
    information.
    """
    game = probe.tiny_variant
    if game is None:
        return
    name = f"{game.name}, {game.players} players"
    try:
        whole = Whole.of(game, probe.ways)
        _follows_chance(whole)
        for group in whole.groups.values():
            _hides(whole, group)
        sampled = check_samples(whole)
        looks = happenings_by_look(whole)
        check_lines(whole, looks)
        check_memory(whole, looks)
    except (TooLargeError, CannotFollowError) as error:
        probe.too_large = f"Everything that can happen in {name}: {error}."
        return
    except Violation as violation:
        violation.args = (f"{violation}; in the tiny variant, {name}",)
        raise
    views = len(whole.groups)
    probe.too_large = _unsampled(sampled, views, name)
    probe.not_shown = tuple(gaps(probe, whole, looks))
    numbers = (
        f"{len(whole.worlds.first):,} deals, {len(whole.all_worlds):,} States and {views:,} Views"
    )
    probe.whole = f"{name}: {numbers}."


def _unsampled(sampled: SampleCounts, views: int, name: str) -> str:
    """Return of how many Views not all samples were looked at, and why; empty if all were."""
    if sampled.in_full == views:
        return ""
    said = f"All samples of {views - sampled.in_full:,} of the {views:,} Views of {name}"
    if sampled.in_part:
        said += f" ({sampled.in_part:,} in part)"
    if sampled.again:
        said += ": `determinize` draws again until something fits; deal only what fits"
    return f"{said}."


def _follows_chance(whole: Whole) -> None:
    """Raise `CannotFollowError` if real games come to States that were not found."""
    game = whole.game
    viewers = whole.viewers()
    known: set[tuple[Any, ...]] = set()
    for world in whole.all_worlds:
        views = [world.view(viewer) for viewer in viewers]
        known.add(tuple(views))
    for seed in range(REAL_GAMES):
        for ply in walk(game, seed, longest=len(whole.all_worlds)):
            views = [game.view(ply.after, viewer) for viewer in viewers]
            if tuple(views) not in known:
                raise CannotFollowError(
                    "not all of its chance comes from boardgames.core.chance, or its Views show"
                    " the seed"
                )


# A View decides what its seat can see and do.


@law(
    "Legal actions, words or the outcome look at what the View leaves out, or should not leave out."
)
def _hides(whole: Whole, group: Group) -> None:
    """Demand that what a viewer is shown and may do is the same in all States with one View."""
    if isinstance(whole.game, DeclaredGame):
        _as_declared(whole.game, group)
    if len(group.worlds) == 1:
        return
    reader = viewer_name(group.viewer)
    first, *others = group.worlds
    usual = dict(_observed(whole, first, group.viewer))
    for world in others:
        for what, shown in _observed(whole, world, group.viewer):
            if shown != usual[what]:
                found = difference(as_json(usual[what]), as_json(shown))
                fault = f"{what} depends on what {reader} cannot see, {place_of(world)}"
                raise found.violation(fault, "in one State", "in another")


@law("A `view` of the game's own shows more than the State declares, or leaves something out.")
def _as_declared(game: DeclaredGame[Any, Any, Any], group: Group) -> None:
    """Demand that a View shows what the State declares, and nothing else."""
    first = group.worlds[0]
    declared = game.declared_view(first.state, group.viewer)
    if declared != group.view:
        fault = f"the View of {viewer_name(group.viewer)} is not as declared, {place_of(first)}"
        found = difference(game.to_json(declared), game.to_json(group.view))
        raise found.violation(fault, "by the declaration", "in the View")


def _observed(whole: Whole, world: World, viewer: int | None) -> Iterator[tuple[str, object]]:
    """Yield what this viewer is shown in a State besides the View, and may do there."""
    yield from observed(whole.game, world.state, viewer)
    if viewer is not None:
        yield "what a spectator sees", world.view(None)
