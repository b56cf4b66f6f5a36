"""The checks of hidden information: what a seat sees, hears and may do must follow from its View.

They compare worlds of one View, sampled by `determinize` or redealt by the caller's `worlds`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from itertools import groupby, zip_longest
from random import Random
from typing import Any, NamedTuple

from boardgames.contract.game import Game
from boardgames.core.action import Action
from boardgames.core.chance import pick
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import IllegalActionError
from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.compare import (
    Agreement,
    Pair,
    demand_even,
    demand_same,
    difference,
    differing_facts,
    leaves,
)
from boardgames.testing.event_checks import heard
from boardgames.testing.law import AnyGame, Violation, demand, law, viewer_name
from boardgames.testing.probe import SEARCHED_SEED, OtherWorld, Ply, Probe, some, walk

ACTIONS_COMPARED = 24
"""Number of actions of a position whose effects on the Views are compared."""
ACTIONS_TOLD = 6
"""Number of actions of a position that are applied in every world, to compare what is told."""
DOUBTS = 4
"""Number of positions in which differing lines are examined in many worlds."""
ODDS = 4
"""How many times as often a fact must come with a line to count as a leak: that somebody chose an
action already makes some facts likelier.
"""
TRIALS, IN_DOUBT = 1500, 6
"""Number of worlds in which an action is applied then, and how many times as many in doubt."""
WRONG_ACTIONS = 3
"""Number of illegal actions of a position whose refusals are compared."""
WORLDS_DRAWN = 2
"""Number of worlds of each View that are drawn: one of each source."""
OTHERWISE = "after another action"
ORDERS_TRIED = 4
"""Number of actions of a seat that are tried before and after another seat's."""


# What others commit.


def commits(probe: Probe) -> None:
    """Demand that order does not matter if several seats may act, and no seat sees what another has
    committed.
    """
    game = probe.game
    rng = probe.generator(2)
    plies = (*probe.chosen, *probe.plies)
    several_act = [ply for ply in plies if len(game.to_act(ply.before)) > 1]
    for ply in probe.visit(several_act[: 4 * probe.positions]):
        state = ply.before
        seats = game.to_act(state)
        for index, first in enumerate(seats):
            actions = some(game.legal_actions(state, first), ACTIONS_COMPARED, rng)
            for second in seats[index + 1 :]:
                for action in actions[:ORDERS_TRIED]:
                    other = _Commit(second, game.random_action(state, rng, second))
                    _order_is_free(game, state, _Commit(first, action), other)
            _is_kept_secret(probe, state, first, actions)
    steps = [*_last_steps(probe)]
    for ply in probe.visit(steps[: probe.positions]):
        actions = some(game.legal_actions(ply.before, ply.player), ACTIONS_COMPARED, rng)
        alike = [action for action in actions if type(action) is type(ply.action)]
        _is_kept_secret(probe, ply.before, ply.player, alike)


def _last_steps(probe: Probe) -> Iterator[Ply]:
    """Yield the plies in which the last of several seats makes a step of its choice that is not the
    last step.
    """
    game = probe.game
    for walked in probe.walks:
        chosen: tuple[object, type] | None = None
        for ply in walked:
            seats, phase = game.to_act(ply.before), getattr(ply.before, "phase", None)
            if len(seats) > 1 and phase is not None:
                chosen = phase, type(ply.action)
            elif chosen != (phase, type(ply.action)):
                chosen = None
            elif game.to_act(ply.after) == seats and getattr(ply.after, "phase", None) == phase:
                yield ply


class _Commit(NamedTuple):
    """What a seat commits."""

    seat: int
    action: object

    def __str__(self) -> str:
        return f"{self.action} of seat {self.seat}"


@law("What happens when all have chosen is done when the first one has.")
def _order_is_free(game: AnyGame, state: object, one: _Commit, other: _Commit) -> None:
    """Demand that it does not matter who of two seats commits first."""
    one_first = _after_both(game, state, one, other)
    other_first = _after_both(game, state, other, one)
    demand(one_first == other_first, f"it matters who commits first: {one}, {other}")


def _after_both(game: AnyGame, state: object, first: _Commit, second: _Commit) -> object:
    between = game.apply(state, first.action, first.seat)
    return game.apply(between, second.action, second.seat)


@law("The View, `tell` or an event shows a choice before all have chosen.")
def _is_kept_secret(probe: Probe, state: object, seat: int, actions: Sequence[object]) -> None:
    """Demand that others see and hear the same, whichever of these actions a seat commits."""
    game = probe.game
    others = [viewer for viewer in probe.viewers() if viewer != seat]
    phase = getattr(state, "phase", None)
    views = Agreement[object]()
    told = Agreement[tuple[str, ...]]()
    for action in actions:
        after = game.apply(state, action, seat)
        if getattr(after, "phase", None) != phase:
            continue  # what was chosen may now be shown
        there = f"after {action}"
        for viewer in others:
            view = game.view(after, viewer)
            lines = heard(game, state, seat, action, after, viewer)
            known = viewer, game.to_act(after)
            learns = f"{viewer_name(viewer)} learns what seat {seat} commits"
            seen = views.conflict(known, view)
            if seen is not None:
                one, other = game.to_json(seen.found), game.to_json(view)
                demand_same(one, other, f"{learns}: in the View", OTHERWISE, there)
            said = told.conflict(known, lines)
            if said is not None:
                fault = f"{learns}: in what is told"
                demand_same([*said.found], [*lines], fault, OTHERWISE, there)


# Views.


def views(probe: Probe) -> None:
    """Demand that a View is the same in all its worlds, and a spectator sees no more than every
    seat does.
    """
    game = probe.game
    for _, worlds in groupby(probe.visit(probe.worlds), key=lambda world: id(world.view)):
        first, *others = worlds
        _holds_data_only(first.view, type(first.truth))
        if isinstance(game, DeclaredGame):
            _is_as_declared(game, first)
        shown = _Shown(
            json.dumps(game.to_json(first.view)),
            game.words.render(game.view(first.truth, first.viewer)),
        )
        for number, world in enumerate((first, *others)):
            probe.place = world.place
            _is_the_same_view(game, world)
            _is_shown_alike(game, world, shown, is_drawn=number < WORLDS_DRAWN)
            if world.viewer is not None:
                _spectator_sees_no_more(game, world)
    probe.place = None
    if not probe.redeals_by_declaration or _hides_something(game, probe.worlds):
        _redeals_something([world for world in probe.worlds if world.redealt])


class _Shown(NamedTuple):
    """How a View looks."""

    text: str
    """Its JSON."""
    table: str
    """As it is rendered."""


@law("The View is the State with something left out: put it together from what may be seen.")
def _is_the_same_view(game: AnyGame, world: OtherWorld) -> None:
    """Demand that a View is the same in all its worlds."""
    viewer = viewer_name(world.viewer)
    if world.redealt:
        fault = f"the View of {viewer} shows what a redeal of unseen cards has changed"
    else:
        fault = f"{viewer} sees more than they may, or the sampled world is not one of theirs"
    ask = f"game.view({world.place.state}, {world.viewer}), game.view({world.made}, {world.viewer})"
    origin = f"in the {world.source} world"
    _demand_same_view(game, (world.view, world.seen), fault, "in the game", origin, ask)


@law("What all see is made from what one seat holds: a sum, an order, the last card.")
def _spectator_sees_no_more(game: AnyGame, world: OtherWorld) -> None:
    """Demand that a spectator sees nothing that a seat does not."""
    both = game.view(world.truth, None), game.view(world.state, None)
    fault = f"a spectator sees what {viewer_name(world.viewer)} does not"
    ask = f"game.view({world.place.state}, None), game.view({world.made}, None)"
    _demand_same_view(game, both, fault, "in the game", "in another world", ask)


@law("`view` was overridden, and adds something to what is declared.")
def _is_as_declared(game: DeclaredGame[Any, Any, Any], world: OtherWorld) -> None:
    """Demand that a View shows what is declared, and nothing else."""
    declared = game.declared_view(world.truth, world.viewer)
    fault = f"the View of {viewer_name(world.viewer)} is not as declared"
    ask = f"game.view({world.place.state}, {world.viewer})"
    both = declared, world.view
    _demand_same_view(game, both, fault, "by the declaration", "in the View", ask)


def _demand_same_view(
    game: AnyGame,
    pair: tuple[object, object],
    fault: str,
    here: str,
    there: str,
    ask: str,
) -> None:
    one, other = pair
    if one != other:
        found = difference(game.to_json(one), game.to_json(other))
        raise found.violation(fault, here, there, ask)


@law("A field is declared with `compare=False`, or `render` remembers the State viewed last.")
def _is_shown_alike(game: AnyGame, world: OtherWorld, shown: _Shown, *, is_drawn: bool) -> None:
    """Demand that equal Views are equal as JSON, and drawn alike."""
    viewer = viewer_name(world.viewer)
    same = json.dumps(game.to_json(world.seen)) == shown.text
    demand(same, f"equal Views of {viewer} differ as JSON: not every field is compared")
    if is_drawn:
        # A new View, in case `render` remembers the State that was viewed last.
        table = game.words.render(game.view(world.state, world.viewer))
        demand(table == shown.table, f"equal Views of {viewer} are rendered differently")


def _hides_something(game: Any, worlds: Iterable[OtherWorld]) -> bool:
    """Return whether a declared game has a piece in any of these States that not everybody sees."""
    return any([*game.visibility.spots(world.truth)] for world in worlds)


@law("Your function `worlds` shuffles a copy.")
def _redeals_something(redealt: Sequence[OtherWorld]) -> None:
    """Demand that the caller's function `worlds` changes something."""
    in_vain = redealt and all(world.state == world.truth for world in redealt)
    fault = f"worlds changed nothing in any of {len(redealt)} States, so it finds no leak"
    demand(not in_vain, fault)


@law("A View keeps the State or the game, to look something up later.")
def _holds_data_only(view: object, forbidden: type) -> None:
    """Demand that no State, generator or function is anywhere in a View, nor an attribute that is
    not a field.
    """
    parts = [view]
    for part in parts:  # which grows
        is_data = not isinstance(part, (forbidden, Random, Game)) and not callable(part)
        demand(is_data, f"a View holds a {type(part).__name__}")
        names = {member.name for member in fields(part)} if is_dataclass(part) else set()
        # A member of an Enum has no attributes that matter.
        attributes = set() if isinstance(part, Enum) else {*getattr(part, "__dict__", {})}
        more = attributes - names
        if part is view and names:
            demand(not more, f"a View has attributes that are not fields: {', '.join(more)}")
        parts += [getattr(part, name) for name in (*names, *more)]
        parts += _items(part)


def _items(part: object) -> Iterable[object]:
    """Return what is in a collection."""
    if isinstance(part, dict):
        return [*part, *part.values()]
    return part if isinstance(part, (tuple, list, set, frozenset)) else ()


# What may be done, and what is said.


def words(probe: Probe) -> None:
    """Demand that who may act, what, and all words on it are the same in all worlds of one View,
    and hold no seed.
    """
    known = {str(ply.action): ply.action for ply in probe.plies}
    actions = [*known.values()]
    for world in probe.visit(probe.twins):
        _is_said_alike(probe.game, world, actions)
    for ply, viewer, sampled in probe.sampled:  # from anywhere in the games
        if viewer is not None:
            probe.place = ply.place._replace(is_after=True)
            _may_do_the_same(probe.game, ply.after, viewer, sampled)
    rng = probe.generator(12)
    for ply in probe.visit(probe.scouted.glimpses):  # from other games
        for seat in probe.game.to_act(ply.before):
            world = probe.game.determinize(probe.game.view(ply.before, seat), rng)
            _may_do_the_same(probe.game, ply.before, seat, world)
    for number, ply in enumerate(walk(probe.game, SEARCHED_SEED, longest=probe.longest)):
        viewers = probe.turns(number, 1) if number else probe.viewers()
        for viewer in viewers:
            _holds_no_seed(probe.game, ply, viewer)


@law("A method with the State at hand uses what only one seat sees, or remembers a State.")
def _is_said_alike(game: AnyGame, world: OtherWorld, known: Sequence[object]) -> None:
    """Demand that what may be done and what is said are the same in all worlds of a View."""
    viewer = world.viewer
    here = observed(game, world.truth, viewer, known)
    there = observed(game, world.state, viewer, known)
    for (what, one), (_, other) in zip(here, there, strict=True):
        if one != other:
            fault = f"{what} depends on what {viewer_name(viewer)} cannot see"
            found = difference(as_json(one), as_json(other))
            raise found.violation(fault, "in the game", "in another world", world.made)


def observed(
    game: AnyGame, state: object, viewer: int | None, known: Sequence[object] = ()
) -> Iterator[tuple[str, object]]:
    """Yield what a viewer may do in a State and is told of it, besides the View, with its name.

    `known` are actions that may be legal, to see how those are refused that are not.
    """
    yield "to_act", game.to_act(state)
    yield "the outcome", game.outcome(state)
    yield "the position", game.words.position(state)
    yield "the round", game.round(state)
    yield "a remark at the end", _remarks(game, state, viewer)
    if viewer is None:
        return
    actions = game.legal_actions(state, viewer)
    yield "legal_actions", actions
    if actions and _has_prior(game):
        prior = game.prior(state, viewer, actions)
        yield "the prior", [*prior]
    # A new View, in case `label` remembers the State that was viewed last.
    view = game.view(state, viewer)
    yield "a label", [game.words.label(view, action) for action in actions]
    wrong: list[object] = [action for action in known if action not in actions]
    refused = [*wrong[:WRONG_ACTIONS], None]
    yield "an error", [_refusal(game, state, action, viewer) for action in refused]


def as_json(shown: Any) -> JSON:
    """Return what a viewer is shown as JSON; actions in their notation."""
    if isinstance(shown, (list, tuple)):
        return [as_json(part) for part in shown]
    return str(shown) if isinstance(shown, Action) else to_json(shown)


@law("`legal_actions` or `prior` looks at cards of another seat or at a deck.")
def _may_do_the_same(game: AnyGame, state: object, seat: int, world: object) -> None:
    """Demand that legal actions, and how promising they look, are those of a sampled world."""
    here = game.legal_actions(state, seat)
    there = game.legal_actions(world, seat)
    demand(here == there, f"legal_actions depends on what seat {seat} cannot see")
    if here and _has_prior(game):
        one = [*game.prior(state, seat, here)]
        other = [*game.prior(world, seat, here)]
        fault = f"the prior depends on what seat {seat} cannot see"
        demand_same(one, other, fault, "in the game", "in another world")


def _has_prior(game: AnyGame) -> bool:
    """Return whether a game has a `prior` of its own: the default one applies actions, which a bot
    does in sampled worlds only.
    """
    return type(game).prior is not Game.prior


def _remarks(game: AnyGame, state: object, viewer: int | None) -> tuple[str, ...]:
    """Return the remarks on a finished game; before the end they are not shown."""
    return () if game.to_act(state) else game.words.remarks(state, viewer)


def _refusal(game: AnyGame, state: object, action: object, seat: int | None) -> str:
    try:
        game.apply(state, action, seat)
    except IllegalActionError as error:
        return str(error)
    return ""


@law("A View has the seed or a State as text: declare the seed as `Seed`.")
def _holds_no_seed(game: AnyGame, ply: Ply, viewer: int | None) -> None:
    """Demand that nothing shown or told has the digits of the seed, decimal or hexadecimal."""
    view = game.view(ply.after, viewer)
    shown = [*leaves(game.to_json(view), "View")]
    said = [
        game.words.position(ply.after),
        _refusal(game, ply.after, None, None),
        *ply.told(game, viewer),
        *_remarks(game, ply.after, viewer),
        game.words.render(view),
    ]
    shown += [("words", each) for each in said]
    for path, text in shown:
        lower = text.casefold()
        is_there = str(SEARCHED_SEED) in lower or f"{SEARCHED_SEED:x}" in lower
        fault = f"what {viewer_name(viewer)} is shown holds the seed: {path}: {text[:200]}"
        demand(not is_there, fault)


# What is told.


def told_lines(probe: Probe) -> None:
    """Demand that what a seat is told, in lines and events, says no more of hidden cards than its
    View afterwards.
    """
    rng = probe.generator(11)
    compared = _Told(probe)
    for world in probe.visit(probe.twins):
        for seat in probe.game.to_act(world.truth):
            legal = probe.game.legal_actions(world.truth, seat)
            compared.listen(world, seat, some(legal, ACTIONS_COMPARED, rng))
    doubtful = [*compared.doubtful.values()]
    for doubt in doubtful[: DOUBTS * probe.factor]:
        _tells_no_more_than_the_view(probe, doubt)


class Doubt(NamedTuple):
    """A world after an action of a seat, in which lines differ from those in another one.

    They may tell of something past.
    """

    world: OtherWorld
    seat: int
    action: object


@dataclass
class _Told:
    """What viewers are told of actions in several worlds."""

    probe: Probe
    of_an_action: Agreement[tuple[str, ...]] = field(default_factory=Agreement)
    of_any: Agreement[tuple[str, ...]] = field(default_factory=Agreement)
    doubtful: dict[object, Doubt] = field(default_factory=dict)
    """By who acts and type of action: where lines first differ beside equal Views."""

    def listen(self, world: OtherWorld, seat: int, actions: Sequence[object]) -> None:
        """Note what is told of these actions in the true world, and of some in the other one."""
        legal = self.probe.game.legal_actions(world.state, seat)
        for action in actions:
            self._note(world, world.truth, seat, action)
        for action in actions[:ACTIONS_TOLD]:
            if action in legal:
                self._note(world, world.state, seat, action)

    def _note(self, world: OtherWorld, state: object, seat: int, action: object) -> None:
        game = self.probe.game
        viewer = world.viewer
        after = game.apply(state, action, seat)
        lines = heard(game, state, seat, action, after, viewer)
        is_own = seat == viewer
        known = action if is_own else None
        wherever = viewer, world.view, seat, known, game.view(after, viewer)
        if game.event_types is not None:
            _is_told_alike(self.of_an_action, (*wherever, action), action, viewer, lines)
        if self.of_any.conflict(wherever, lines) is not None:
            # The doubt from the earliest ply is kept: most is hidden there.
            kind = is_own, type(action)
            doubt = Doubt(world, seat, action)
            kept = self.doubtful.setdefault(kind, doubt)
            if world.place.ply < kept.world.place.ply:
                self.doubtful[kind] = doubt


@law("`seen_by` of an event does not mask what its viewer may not see.")
def _is_told_alike(
    told: Agreement[tuple[str, ...]],
    wherever: object,
    action: object,
    viewer: int | None,
    lines: tuple[str, ...],
) -> None:
    """Demand that an action is told alike in all worlds of a View, if the Views after it are
    equal.
    """
    other = told.conflict(wherever, lines)
    if other is not None:
        one, another = two_lines(other.found, lines)
        raise Violation(
            f"what {viewer_name(viewer)} is told of {action} depends on what they cannot see:"
            f" {one} in one world, and {another} in another",
            expected=f"one line in all worlds: {one}",
            came=another,
        )


def two_lines(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """Return the first of these lines that differ, of two worlds.

    >>> two_lines(("Ann draws 3",), ("Ann draws 5", "Bob passes"))
    ("'Ann draws 3'", "'Ann draws 5'")
    """
    for here, there in zip_longest(one, other):
        if here != there:
            said = ["nothing" if line is None else repr(line) for line in (here, there)]
            return said[0], said[1]
    return "", ""


@law("`tell` names a card that only another seat has seen.")
def _tells_no_more_than_the_view(probe: Probe, doubt: Doubt) -> None:
    """Demand that no line makes what others see much more likely, where the Views afterwards are
    equal.
    """
    fault = (
        f"what {viewer_name(doubt.world.viewer)} is told when seat {doubt.seat} acts says more than"
        " their View afterwards"
    )
    rng = probe.generator(13)
    chunks = (_told_and_not(probe, doubt, rng) for _ in range(IN_DOUBT))
    probe.judged += demand_even(chunks, fault, "worlds with the line", "worlds without it", ODDS)


class _Heard(NamedTuple):
    """A State after an action, and what the viewer was told of it."""

    after: object
    lines: frozenset[str]


def _told_and_not(probe: Probe, doubt: Doubt, rng: Random) -> Iterator[Pair]:
    """Yield, of pairs of worlds with equal Views after an action of a seat, a line that one is
    told, and facts.

    The action is any one if another seat acts, since the viewer may not see which one it is.
    """
    game = probe.game
    view, viewer = doubt.world.view, doubt.world.viewer
    by_view = defaultdict[object, list[_Heard]](list)
    for _ in range(TRIALS * probe.factor):
        state = game.determinize(view, rng)
        legal = game.legal_actions(state, doubt.seat)
        action = doubt.action if doubt.seat == viewer else pick(legal, rng)
        if action in legal:
            after = game.apply(state, action, doubt.seat)
            lines = heard(game, state, doubt.seat, action, after, viewer)
            by_view[game.view(after, viewer)].append(_Heard(after, frozenset(lines)))
    for alike in by_view.values():
        everything = frozenset[str]().union(*[each.lines for each in alike])
        for line in sorted(everything):
            having = [each.after for each in alike if line in each.lines]
            lacking = [each.after for each in alike if line not in each.lines]
            for one, other in zip(having, lacking, strict=False):
                yield line, *differing_facts(game, viewer, one, other)
