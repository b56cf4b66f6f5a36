"""The check of a tiny variant of the game, in which everything that can happen is looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.codec import to_json
from boardgames.core.errors import IllegalActionError
from boardgames.testing.branches import (
    Branches,
    CannotFollowError,
    Path,
    Script,
    ScriptedRandom,
    chance_from,
    every,
)
from boardgames.testing.compare import Fault, demand, first_difference, viewer_name
from boardgames.testing.event_checks import heard
from boardgames.testing.exact_worlds import Group, Node, TooLargeError, Whole
from boardgames.testing.probe import Probe, walk

MOST_SAMPLES = 3_000
"""Number of ways in which one View is sampled; the likeliest come first."""
SMALL = Fraction(1, 10**9)
"""Difference of chances that comes from rounding."""
REAL_GAMES = 20
"""Number of games with real seeds that must be among those that were followed."""


def exactness(probe: Probe) -> None:
    """Demand that in a tiny variant, where all that can happen is looked at, Views, samples and
    lines are right.
    """
    game = probe.small
    if game is None:
        return
    try:
        whole = Whole.of(game)
        _follows_chance(whole)
        for group in whole.groups.values():
            _hides(whole, group)
        for group in whole.groups.values():
            _samples(whole, group)
        _tells(whole)
        _remembers(whole)
    except (TooLargeError, CannotFollowError) as error:
        probe.exact = f"{_name(game)} was not looked at whole: {error}"
        return
    probe.exact = (
        f"{_name(game)}: all {whole.deals:,} deals, {len(whole.nodes):,} States and"
        f" {len(whole.groups):,} Views"
    )


def _name(game: Game[Any, Any, Any]) -> str:
    return f"{game.name}, {game.players} players"


def _follows_chance(whole: Whole) -> None:
    """Raise `CannotFollowError` if real games come to States that were not found."""
    game, viewers = whole.game, whole.viewers()
    known = {tuple([group.view for group in node.groups.values()]) for node in whole.nodes}
    for seed in range(REAL_GAMES):
        for ply in walk(game, seed, longest=whole.steps):
            for state in (ply.before, ply.after):
                if tuple([game.view(state, viewer) for viewer in viewers]) not in known:
                    raise CannotFollowError("its chance is not from boardgames.core.chance")


def _place(node: Node) -> str:
    """Return how to come to this State."""
    return f"after {', '.join(node.way)}" if node.way else "at the start"


# A View decides what its seat can see and do.


def _hides(whole: Whole, group: Group) -> None:
    """Demand that nothing that the viewer is shown differs between States with this View."""
    if len(group.nodes) == 1:
        return
    game, viewer = whole.game, group.viewer
    first, *others = [(node, dict(_observed(whole, node, viewer))) for node in group.nodes]
    for node, observed in others:
        for what, shown in observed.items():
            if shown != first[1][what]:
                where = first_difference(first[1][what], shown, "in one State", "in another")
                raise Fault(
                    f"{what} depends on what {viewer_name(viewer)} cannot see in"
                    f" {_name(game)}, {_place(node)}: {where}"
                )


def _observed(whole: Whole, node: Node, viewer: int | None) -> Iterator[tuple[str, Any]]:
    """Yield what this viewer is shown in a State, and may do there."""
    game, state = whole.game, node.state
    yield "to_act", [*game.to_act(state)]
    yield "the outcome", to_json(game.outcome(state))
    yield "the position", game.position(state)
    yield "the round", game.round(state)
    if not node.legal:
        yield "a remark at the end", [*game.remarks(state, viewer)]
    view = game.view(state, viewer)  # in case the game remembers what was viewed last
    yield "the drawing", game.render(view)
    if viewer is None:
        return
    yield "what a spectator sees", game.to_json(node.groups[None].view)
    actions = node.legal.get(viewer, ())
    yield "legal_actions", [game.to_json(action) for action in actions]
    yield "a label", [to_json(game.label(view, action)) for action in actions]
    if actions and type(game).prior is not Game.prior:
        yield "the prior", [*game.prior(state, viewer, actions)]
    yield "an error", _refusal(game, state, viewer)


def _refusal(game: Game[Any, Any, Any], state: object, seat: int) -> str:
    try:
        game.apply(state, None, seat)
    except IllegalActionError as error:
        return str(error)
    return ""


# Samples.


def _samples(whole: Whole, group: Group) -> None:
    """Demand that exactly the States with this View are sampled, as often as chance brings them."""
    game = whole.game
    sampled = every(
        lambda script: game.determinize(group.view, ScriptedRandom(script)), MOST_SAMPLES
    )
    chances = sampled.chances()
    what = f"the View of {viewer_name(group.viewer)} in {_name(game)}"
    for state in chances:
        node = whole.by_state.get(state)
        if node is None or node.groups[group.viewer] is not group:
            _strange(whole, group, state, what)
    for node in group.nodes:
        never = node.state not in chances and sampled.rest == 0
        demand(not never, f"{what}: a State with it is never sampled, {_place(node)}")
    for part in group.decided():
        _as_often(chances, sampled, part, what)


def _strange(whole: Whole, group: Group, state: Any, what: str) -> None:
    game = whole.game
    seen = game.view(state, group.viewer)
    if seen != group.view:
        views = game.to_json(group.view), game.to_json(seen)
        where = first_difference(*views, "in the game", "in the sample")
        raise Fault(f"{what}: a sample has another View, {_place(group.nodes[0])}: {where}")
    where = _nearest(whole, group, state)
    raise Fault(f"{what}: a sample cannot come up, {_place(group.nodes[0])}: {where}")


def _nearest(whole: Whole, group: Group, state: Any) -> str:
    """Return how a State differs from the first one that can come up."""
    documents = whole.game.to_json(group.nodes[0].state), whole.game.to_json(state)
    return first_difference(*documents, "in a game", "in the sample")


def _as_often(
    chances: dict[Any, Fraction], sampled: Branches[Any], part: dict[Node, Fraction], what: str
) -> None:
    """Demand that these States are sampled in proportion to their chances."""
    found = {node: chances.get(node.state, Fraction(0)) for node in part}
    total = sum(found.values())
    slack = SMALL + sampled.rest
    for node, expected in part.items():
        # What was not followed may all go to this State, or all to the others.
        low = found[node] / (total + sampled.rest) if total else Fraction(0)
        high = (found[node] + sampled.rest) / (total + sampled.rest) if total else Fraction(1)
        is_right = low - slack <= expected <= high + slack
        number = f"{float(found[node] / total) if total else 0:.3g}"
        demand(
            is_right,
            f"{what}: a State with the chance {expected} among {len(part)} is sampled with"
            f" {number}, {_place(node)}",
        )


# What is told, and what is remembered.


def _tells(whole: Whole) -> None:
    """Demand that what a viewer is told says no more than their Views do."""
    Telling = tuple[Node, int, Any, Node, Path]
    alike = defaultdict[tuple[Any, ...], list[Telling]](list)
    for node, seat, action, move in whole.moves():
        for viewer in whole.viewers():
            own = action if seat == viewer else None
            key = viewer, node.groups[viewer], seat, own, move.after.groups[viewer]
            alike[key].append((node, seat, action, move.after, move.path))
    for (viewer, *_), tellings in alike.items():
        if len({after for _, _, _, after, _ in tellings}) < 2 and whole.game.event_types is None:
            continue
        _says_no_more(whole, viewer, tellings)


def _says_no_more(whole: Whole, viewer: int | None, tellings: list[Any]) -> None:
    game = whole.game
    left = defaultdict[tuple[str, ...], set[tuple[Group, ...]]](set)
    by_action: dict[Any, tuple[str, ...]] = {}
    for node, seat, action, after, path in tellings:
        with chance_from(Script(path)):
            lines = heard(game, node.state, seat, action, after.state, viewer)
        left[lines].add(after.seen_by_others(viewer))
        if game.event_types is not None:
            same = by_action.setdefault(action, lines) == lines
            demand(same, f"told by {action}")
    everything = set().union(*left.values())
    for lines, worlds in left.items():
        demand(worlds == everything, f"{lines} says more to {viewer_name(viewer)}, {_place(tellings[0][3])}")


def _remembers(whole: Whole) -> None:
    """Demand that a View leaves no State that the viewer has seen to be impossible."""
    left = defaultdict[tuple[Any, ...], set[tuple[Group, ...]]](set)
    example: dict[Any, Node] = {}
    for node, seat, action, move in whole.moves():
        for viewer in whole.viewers():
            own = (seat, action) if seat == viewer else None
            key = viewer, node.groups[viewer], own, move.after.groups[viewer]
            left[key].add(move.after.seen_by_others(viewer))
            example.setdefault(key, move.after)
    for key, worlds in left.items():
        viewer, _, own, group = key
        for node in group.nodes:
            if node.seen_by_others(viewer) not in worlds:
                raise Fault(
                    f"the View of {viewer_name(viewer)} forgets, {_place(example[key])}: after that"
                    f" it cannot be {_place(node)}"
                )
