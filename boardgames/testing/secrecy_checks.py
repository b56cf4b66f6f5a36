"""The checks of hidden information: what a seat sees, hears and may do must follow from its View.

They compare worlds of one View, sampled by `determinize` or redealt by the caller's `worlds`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import zip_longest
from random import Random
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.chance import pick
from boardgames.core.codec import to_json
from boardgames.core.errors import DecodeError, IllegalActionError
from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.compare import (
    Facts,
    Fault,
    demand,
    demand_even,
    differing_facts,
    first_difference,
    leaves,
    viewer_name,
)
from boardgames.testing.event_checks import heard
from boardgames.testing.probe import Ply, Probe, World, some, walk

ACTIONS_COMPARED = 24
"""Number of actions of a position whose effects on the Views are compared."""
ACTIONS_TOLD = 6
"""Number of actions of a position that are applied in every world, to compare what is told."""
DOUBTS = 4
"""Number of positions in which differing lines are examined in many worlds."""
ODDS = 4
"""How many times as often a fact must come with a line: that somebody has chosen an action tells a
little of all.
"""
TRIALS = 1500
"""Number of worlds in which an action is applied then."""
WRONG_ACTIONS = 3
"""Number of illegal actions of a position whose refusals are compared."""
SEARCHED_SEED = 6_051_174_302_719
"""A seed unlikely to appear as any other value."""


def commits(probe: Probe) -> None:
    """Demand that order does not matter if several seats may act, and no seat sees what another has
    committed.
    """
    game, rng = probe.game, probe.generator(2)
    several = [ply for ply in (*probe.chosen, *probe.plies) if len(game.to_act(ply.before)) > 1]
    for ply in probe.visit(several[: 4 * probe.positions]):
        state, seats = ply.before, game.to_act(ply.before)
        for first in seats:
            actions = some(game.legal_actions(state, first), ACTIONS_COMPARED, rng)
            for second in seats[seats.index(first) + 1 :]:
                for action in actions[:4]:
                    _order_free(
                        game,
                        state,
                        (first, action),
                        (second, game.random_action(state, rng, second)),
                    )
            _silent(probe, state, first, actions)
    for ply in probe.visit(list(_last_steps(probe))[: probe.positions]):
        actions = some(game.legal_actions(ply.before, ply.player), ACTIONS_COMPARED, rng)
        _silent(
            probe,
            ply.before,
            ply.player,
            [each for each in actions if type(each) is type(ply.action)],
        )


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


def _order_free(
    game: Game[Any, Any, Any], state: object, one: tuple[int, object], other: tuple[int, object]
) -> None:
    results = [
        game.apply(game.apply(state, action, seat), next_action, next_seat)
        for (seat, action), (next_seat, next_action) in ((one, other), (other, one))
    ]
    who = f"{one[1]} of seat {one[0]}, {other[1]} of seat {other[0]}"
    demand(results[0] == results[1], f"it matters who commits first: {who}")


def _silent(probe: Probe, state: object, seat: int, actions: list[object]) -> None:
    """Compare what all others see and hear after each of these actions, while a seat still has to
    choose.
    """
    game = probe.game
    phase = getattr(state, "phase", None)
    before: dict[tuple[int | None, tuple[int, ...]], tuple[object, tuple[str, ...]]] = {}
    for action in actions:
        after = game.apply(state, action, seat)
        if getattr(after, "phase", None) != phase:
            continue
        for viewer in probe.viewers():
            if viewer == seat:
                continue
            now = game.view(after, viewer), heard(game, state, seat, action, after, viewer)
            view, lines = before.setdefault((viewer, game.to_act(after)), now)
            if (view, lines) != now:
                told = view == now[0]
                one, other = (
                    ([*lines], [*now[1]]) if told else (game.to_json(view), game.to_json(now[0]))
                )
                where = first_difference(one, other, "after another action", f"after {action}")
                learns = f"{viewer_name(viewer)} learns what seat {seat} commits"
                place = "what is told" if told else "the View"
                raise Fault(f"{learns}: in {place}, {where}")


def views(probe: Probe) -> None:
    """Demand that a View is the same in all its worlds, and a spectator sees no more than every
    seat does.
    """
    game, view, text, table = probe.game, object(), "", ""
    for world in probe.visit(probe.worlds):
        viewer, source = viewer_name(world.viewer), "redealt" if world.redealt else "sampled"
        if world.view is not view:  # the worlds of a View come one after the other
            view, text = world.view, json.dumps(game.to_json(world.view))
            table = game.words.render(game.view(world.truth, world.viewer))
            _holds_data_only(view, type(world.truth))
            if isinstance(game, DeclaredGame):
                both = view, game.declared_view(world.truth, world.viewer)
                _same_view(
                    game,
                    both,
                    f"the View of {viewer} is not as declared",
                    "there",
                    "by the declaration",
                )
        fault = f"{viewer} sees more than they may, or the sampled world is not one of theirs"
        fault = (
            f"the View of {viewer} shows what a redeal of unseen cards has changed"
            if world.redealt
            else fault
        )
        _same_view(game, (view, world.seen), fault, "in the game", f"in the {source} world")
        same = json.dumps(game.to_json(world.seen)) == text
        demand(same, f"equal Views of {viewer} differ as JSON: not every field is compared")
        if not world.redealt:
            demand_valid_state(game, world.state)
        # A new View, in case `render` remembers the State that was viewed last.
        same = game.words.render(game.view(world.state, world.viewer)) == table
        demand(same, f"equal Views of {viewer} are rendered differently")
        if world.viewer is not None:
            spectated = game.view(world.truth, None), game.view(world.state, None)
            _same_view(
                game,
                spectated,
                f"a spectator sees what {viewer} does not",
                "in the game",
                "in another world",
            )
    redealt = [world for world in probe.worlds if world.redealt]
    in_vain = redealt and all(world.state == world.truth for world in redealt)
    demand(
        not in_vain, f"worlds changed nothing in any of {len(redealt)} States, so it finds no leak"
    )


def _same_view(
    game: Game[Any, Any, Any], pair: tuple[object, object], fault: str, here: str, there: str
) -> None:
    if pair[0] != pair[1]:
        raise Fault(
            f"{fault}:"
            f" {first_difference(game.to_json(pair[0]), game.to_json(pair[1]), here, there)}"
        )


def demand_valid_state(game: Game[Any, Any, Any], world: object) -> None:
    """Demand that `check_state` accepts this sampled world."""
    try:
        game.check_state(world)
    except DecodeError as error:
        raise Fault(f"determinize made a State that check_state refuses: {error}") from error


def _holds_data_only(view: object, forbidden: type) -> None:
    """Demand that no State, generator or function is anywhere in a View, nor an attribute that is
    not a field.
    """
    parts = [view]
    for part in parts:  # which grows
        kind = type(part).__name__
        demand(
            not isinstance(part, (forbidden, Random, Game)) and not callable(part),
            f"a View holds a {kind}",
        )
        names = {member.name for member in fields(part)} if is_dataclass(part) else set()
        more = set() if isinstance(part, Enum) else {*getattr(part, "__dict__", {})} - names
        parts += [getattr(part, name) for name in (*names, *more)]
        hides = part is view and names and more
        demand(not hides, f"a View has attributes that are not fields: {', '.join(more)}")
        if isinstance(part, (tuple, list, set, frozenset)):
            parts += part
        elif isinstance(part, dict):
            parts += [*part, *part.values()]


def seeds(probe: Probe) -> None:
    """Demand that nothing shown or told contains the seed, from which everything hidden could be
    computed.
    """
    game = probe.game
    digits = (str(SEARCHED_SEED), f"{SEARCHED_SEED:x}")
    viewers = probe.viewers()
    for number, ply in enumerate(walk(game, SEARCHED_SEED, longest=probe.longest)):
        public = [game.words.position(ply.after), _refusal(game, ply.after, None, None)]
        for viewer in viewers if number == 0 else (viewers[number % len(viewers)],):
            view = game.view(ply.after, viewer)
            told = game.words.tell(ply.before, ply.player, ply.action, ply.after, viewer)
            words = [*public, *told, *_remarks(game, ply.after, viewer), game.words.render(view)]
            for path, shown in (
                *leaves(game.to_json(view), "View"),
                *(("words", each) for each in words),
            ):
                found = any(each in shown.casefold() for each in digits)
                demand(
                    not found,
                    f"what {viewer_name(viewer)} is shown holds the seed: {path}: {shown[:200]}",
                )


def choices(probe: Probe) -> None:
    """Demand that who may act, what the viewer may do, and the outcome, are the same in all worlds
    of one View.
    """
    game = probe.game

    def observed(state: object, viewer: int | None) -> Iterator[tuple[str, object]]:
        yield "to_act", [*game.to_act(state)]
        yield "the outcome", to_json(game.outcome(state))
        if viewer is not None:
            actions = game.legal_actions(state, viewer)
            yield "legal_actions", [*map(game.to_json, actions)]
            if actions and type(game).prior is not Game.prior:
                yield "the prior", [*game.prior(state, viewer, actions)]

    _same_in_all_worlds(probe, observed)
    for ply, viewer, world in probe.sampled:  # from anywhere in the games
        if viewer is not None:
            same = game.legal_actions(ply.after, viewer) == game.legal_actions(world, viewer)
            demand(
                same,
                f"legal_actions depends on what seat {viewer} cannot see, after {ply.action}"
                f" ({ply.place})",
            )


def words(probe: Probe) -> None:
    """Demand that positions, rounds, labels, remarks and error messages are the same in all worlds
    of one View.
    """
    game = probe.game
    known = {str(ply.action): ply.action for ply in probe.plies}

    def observed(state: object, viewer: int | None) -> Iterator[tuple[str, object]]:
        yield "the position", game.words.position(state)
        yield "the round", game.round(state)
        yield "a remark at the end", [*_remarks(game, state, viewer)]
        if viewer is not None:
            actions = game.legal_actions(state, viewer)
            view = game.view(
                state, viewer
            )  # a new one, in case `label` remembers the State that was viewed last
            yield "a label", [to_json(game.words.label(view, each)) for each in actions]
            wrong = [action for action in known.values() if action not in actions][:WRONG_ACTIONS]
            yield "an error", [_refusal(game, state, action, viewer) for action in (*wrong, None)]

    _same_in_all_worlds(probe, observed)


def _same_in_all_worlds(
    probe: Probe, observed: Callable[[object, int | None], Iterator[tuple[str, object]]]
) -> None:
    """Demand that what is observed, as JSON, is the same in all worlds of one View."""
    for world in probe.visit(probe.twins):
        pairs = zip(
            observed(world.truth, world.viewer), observed(world.state, world.viewer), strict=True
        )
        for (what, one), (_, other) in pairs:
            if one != other:
                where = first_difference(one, other, "in the game", "in another world")
                raise Fault(
                    f"{what} depends on what {viewer_name(world.viewer)} cannot see: {where}"
                )


def _remarks(game: Game[Any, Any, Any], state: object, viewer: int | None) -> tuple[str, ...]:
    """Return the remarks on a finished game; before the end they are not shown."""
    return () if game.to_act(state) else game.words.remarks(state, viewer)


def _refusal(game: Game[Any, Any, Any], state: object, action: object, seat: int | None) -> str:
    try:
        game.apply(state, action, seat)
    except IllegalActionError as error:
        return str(error)
    return ""


def told_lines(probe: Probe) -> None:
    """Demand that what a seat is told, in lines and events, says no more of hidden cards than its
    View afterwards.
    """
    game = probe.game
    told: dict[object, tuple[str, ...]] = {}
    doubtful: dict[object, tuple[World, int, object]] = {}
    rng = probe.generator(11)
    for world in probe.visit(probe.twins):
        truth, viewer, view = world.truth, world.viewer, world.view
        for seat in game.to_act(truth):
            own = seat == viewer
            compared = some(game.legal_actions(truth, seat), ACTIONS_COMPARED, rng)
            legal = game.legal_actions(world.state, seat)
            everywhere = [action for action in compared[:ACTIONS_TOLD] if action in legal]
            for state, actions in ((truth, compared), (world.state, everywhere)):
                for action in actions:
                    after = game.apply(state, action, seat)
                    lines = heard(game, state, seat, action, after, viewer)
                    key = (viewer, view, seat, action if own else None, game.view(after, viewer))
                    if game.event_types is not None:
                        first = told.setdefault((*key, action), lines)
                        fault = (
                            f"what {viewer_name(viewer)} is told of {action} depends on what they"
                            f" cannot see: {differing_lines(first, lines)}"
                        )
                        demand(first == lines, fault)
                    if told.setdefault(key, lines) != lines:  # they may tell of something past
                        doubtful.setdefault((own, type(action)), (world, seat, action))
    for world, seat, action in list(doubtful.values())[: DOUBTS * probe.factor]:
        fault = (
            f"what {viewer_name(world.viewer)} is told when seat {seat} acts says more than their"
            " View afterwards"
        )
        demand_even(
            [_told_and_not(probe, world, seat, action)],
            fault,
            "worlds with the line",
            "worlds without it",
            ODDS,
        )


def differing_lines(one: Sequence[str], other: Sequence[str]) -> str:
    """Return the first of these lines that differ, of two worlds.

    >>> differing_lines(("Ann draws 3",), ("Ann draws 5", "Bob passes"))
    "'Ann draws 3' in one world, and 'Ann draws 5' in another"
    """
    for here, there in zip_longest(one, other):
        if here != there:
            said = ["nothing" if line is None else repr(line) for line in (here, there)]
            return f"{said[0]} in one world, and {said[1]} in another"
    return "nothing differs"


def _told_and_not(
    probe: Probe, world: World, seat: int, action: object
) -> Iterator[tuple[str, Facts, Facts]]:
    """Yield, of pairs of worlds with equal Views after the action of a seat, a line that one is
    told, and facts.
    """
    game, viewer, rng = probe.game, world.viewer, probe.generator(13)
    groups: dict[object, list[tuple[object, set[str]]]] = defaultdict(list)
    for _ in range(TRIALS * probe.factor):
        state = game.determinize(world.view, rng)
        listed = game.legal_actions(state, seat)
        done = (
            action if seat == viewer else pick(listed, rng)
        )  # the viewer may not see which one others take
        if done in listed:
            after = game.apply(state, done, seat)
            groups[game.view(after, viewer)].append(
                (after, {*heard(game, state, seat, done, after, viewer)})
            )
    for told in groups.values():
        for line in sorted({line for _, lines in told for line in lines}):
            by = [
                [after for after, lines in told if (line in lines) == has_it]
                for has_it in (True, False)
            ]
            for one, other in zip(*by, strict=False):
                yield line, *differing_facts(game, viewer, one, other)
