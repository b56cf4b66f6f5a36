"""The check of a tiny variant of the game, in which everything that can happen is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.action import Action
from boardgames.core.codec import to_json
from boardgames.core.errors import IllegalActionError
from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.branches import CannotFollowError
from boardgames.testing.compare import first_difference
from boardgames.testing.exact_lines import check_lines, check_memory
from boardgames.testing.exact_samples import check_samples
from boardgames.testing.exact_worlds import Group, Node, TooLargeError, Whole, place_of
from boardgames.testing.fault import Fault, law, viewer_name
from boardgames.testing.probe import Probe, walk

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
        whole = Whole.of(game)
        _follows_chance(whole)
        for group in whole.groups.values():
            _hides(whole, group)
        sampled = check_samples(whole)
        check_lines(whole)
        check_memory(whole)
    except (TooLargeError, CannotFollowError) as error:
        probe.too_large = f"Everything that can happen in {name}: {error}."
        return
    except Fault as fault:
        found = Fault(f"{fault}; in the tiny variant, {name}", fault.check)
        found.law = fault.law
        raise found from fault.__cause__
    views = len(whole.groups)
    if sampled < views:
        probe.too_large = f"Samples of {views - sampled:,} of the {views:,} Views of {name}."
    numbers = f"{whole.deals:,} deals, {len(whole.nodes):,} States and {views:,} Views"
    probe.whole = f"{name}: {numbers}."


def _follows_chance(whole: Whole) -> None:
    """Raise `CannotFollowError` if real games come to States that were not found."""
    game = whole.game
    viewers = whole.viewers()
    known: set[tuple[Any, ...]] = set()
    for node in whole.nodes:
        views = [group.view for group in node.groups.values()]
        known.add(tuple(views))
    for seed in range(REAL_GAMES):
        for ply in walk(game, seed, longest=len(whole.nodes)):
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
    game = whole.game
    viewer = group.viewer
    reader = viewer_name(viewer)
    first = group.nodes[0]
    if isinstance(game, DeclaredGame):
        _as_declared(game, group)
    if len(group.nodes) == 1:
        return
    usual = dict(_observed(whole, first, viewer))
    for node in group.nodes[1:]:
        for what, shown in _observed(whole, node, viewer):
            if shown != usual[what]:
                both = _as_json(usual[what]), _as_json(shown)
                where = first_difference(*both, "in one State", "in another")
                place = place_of(node)
                raise Fault(f"{what} depends on what {reader} cannot see, {place}: {where}")


@law("A `view` of the game's own shows more than the State declares, or leaves something out.")
def _as_declared(game: DeclaredGame[Any, Any, Any], group: Group) -> None:
    """Demand that a View shows what the State declares, and nothing else."""
    first = group.nodes[0]
    declared = game.declared_view(first.state, group.viewer)
    if declared != group.view:
        both = game.to_json(group.view), game.to_json(declared)
        where = first_difference(*both, "there", "by the declaration")
        reader = viewer_name(group.viewer)
        raise Fault(f"the View of {reader} is not as declared, {place_of(first)}: {where}")


def _observed(whole: Whole, node: Node, viewer: int | None) -> Iterator[tuple[str, Any]]:
    """Yield what this viewer is shown in a State, and may do there."""
    game = whole.game
    state = node.state
    yield "to_act", game.to_act(state)
    yield "the outcome", game.outcome(state)
    yield "the position", game.words.position(state)
    yield "the round", game.round(state)
    if not node.legal:
        yield "a remark at the end", game.words.remarks(state, viewer)
    if viewer is None:
        return
    yield "what a spectator sees", node.groups[None].view
    actions = node.legal.get(viewer, ())
    yield "legal_actions", actions
    view = game.view(state, viewer)  # a new one, in case the game remembers what was viewed last
    yield "a label", [game.words.label(view, action) for action in actions]
    if actions and type(game).prior is not Game.prior:
        yield "the prior", [*game.prior(state, viewer, actions)]
    yield "an error", _refusal(game, state, viewer)


def _as_json(shown: Any) -> Any:
    """Return what is shown as JSON; actions in their notation."""
    if isinstance(shown, (list, tuple)):
        return [*map(_as_json, shown)]
    return str(shown) if isinstance(shown, Action) else to_json(shown)


def _refusal(game: Game[Any, Any, Any], state: object, seat: int) -> str:
    try:
        game.apply(state, None, seat)
    except IllegalActionError as error:
        return str(error)
    return ""
