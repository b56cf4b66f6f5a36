"""The checks of hidden information: what a seat sees, hears and may do must follow from its View.

They compare worlds of one View: States that one seat cannot tell apart. Most are sampled by the game's own
`determinize`; where the caller of `check_game` passes `worlds`, as many again are redealt by that function. Only these
find a View that shows too much if the sampler knows it and arranges its worlds accordingly.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import ConformanceError, IllegalActionError
from boardgames.core.game import Game
from boardgames.testing.compare import demand, first_difference, leaves
from boardgames.testing.probe import some, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.testing.probe import Probe, World

ACTIONS_COMPARED = 24
"""Actions of one position whose effects on the Views are compared."""
ACTIONS_TOLD = 6
"""Actions of one position that are carried out in every world, to compare what is told of them."""
WRONG_ACTIONS = 3
"""Illegal actions of one position whose refusals are compared."""
SEARCHED_SEED = 6_051_174_302_719
"""A seed unlikely to appear as any other value."""


def commits(probe: Probe) -> None:
    """Demand that, where several seats may act, order does not matter and none sees what another has committed."""
    game, rng = probe.game, probe.generator(2)
    for ply in [ply for ply in (*probe.chosen, *probe.plies) if len(game.to_act(ply.before)) > 1][
        : 4 * probe.positions
    ]:
        state, seats = ply.before, game.to_act(ply.before)
        for first in seats:
            actions = some(game.legal_actions(state, first), ACTIONS_COMPARED, rng)
            for second in seats:
                if first < second:
                    for action in actions[:4]:
                        answer = game.random_action(state, rng, second)
                        _order_free(game, state, (first, action), (second, answer))
                if first != second:
                    _silent(game, state, first, actions, second)


def _order_free(game: Game[Any, Any, Any], state: object, one: tuple[int, object], other: tuple[int, object]) -> None:
    results = []
    for moves in ((one, other), (other, one)):
        now = state
        for seat, action in moves:
            now = game.apply(now, action, seat)
        results.append(now)
    same = results[0] == results[1]
    demand("commits", same, f"it matters who commits first: {one[1]} of seat {one[0]}, {other[1]} of seat {other[0]}")


def _silent(game: Game[Any, Any, Any], state: object, seat: int, actions: list[Any], viewer: int) -> None:
    """Compare what the viewer, who has not committed yet, sees and hears after each of these actions."""
    seen: dict[tuple[int, ...], tuple[object, object]] = {}
    for action in actions:
        after = game.apply(state, action, seat)
        now = (game.view(after, viewer), game.tell(state, seat, action, after, viewer))
        same = seen.setdefault(game.to_act(after), now) == now
        demand("commits", same, f"seat {viewer} sees what seat {seat} commits: {action}")


def views(probe: Probe) -> None:
    """Demand that a View is the same in all its worlds, and that a spectator sees no more than every seat does.

    No View holds a State, a game, a generator or a function, and equal Views are rendered alike.
    """
    game = probe.game
    for world in probe.worlds:
        _holds_data_only(world.view, type(world.truth))
        if world.seen != world.view:
            viewer, source = _named(world.viewer), "redealt" if world.redealt else "sampled"
            fault = (
                f"the View of {viewer} shows what a redeal of unseen cards has changed"
                if world.redealt
                else f"{viewer} sees more than they may, or the sampled world is not one of theirs"
            )
            data = game.to_json(world.view), game.to_json(world.seen)
            where = first_difference(*data, "in the game", f"in the {source} world")
            raise ConformanceError("views", f"{fault}: {where}")
        # Views made afresh: what `render` might remember of the State that was viewed last is another one each time.
        tables = [game.render(game.view(state, world.viewer)) for state in (world.truth, world.state)]
        same = tables[0] == tables[1]
        demand("views", same, f"equal Views of {_named(world.viewer)} are rendered differently")
        if world.viewer is not None:
            seen, spectated = game.view(world.state, None), game.view(world.truth, None)
            if seen != spectated:
                where = first_difference(game.to_json(spectated), game.to_json(seen), "in the game", "in another world")
                raise ConformanceError("views", f"a spectator sees what seat {world.viewer} does not: {where}")


def _named(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _holds_data_only(value: object, forbidden: type) -> None:
    for part in _parts(value):
        if isinstance(part, (forbidden, Random, Game)) or callable(part):
            raise ConformanceError("views", f"a View holds a {type(part).__name__}")


def _parts(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _parts(key)
            yield from _parts(item)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from _parts(item)
    elif is_dataclass(value):
        for member in fields(value):
            yield from _parts(getattr(value, member.name))
    if hasattr(value, "__dict__") and not isinstance(value, (type, Enum)):
        yield from _parts(vars(value))


def seeds(probe: Probe) -> None:
    """Demand that nothing shown or told holds the seed, from which all that is hidden could be computed.

    No View, table, told line, remark, position or error message has its digits, decimal or hexadecimal.
    """
    game = probe.game
    digits = (str(SEARCHED_SEED), f"{SEARCHED_SEED:x}")
    viewers = probe.viewers()
    for number, ply in enumerate(walk(game, SEARCHED_SEED, longest=probe.longest)):
        public = [game.position(ply.after), _refusal(game, ply.after, None, None)]
        for viewer in viewers if number == 0 else (viewers[number % len(viewers)],):
            view = game.view(ply.after, viewer)
            told = game.tell(ply.before, ply.player, ply.action, ply.after, viewer)
            words = [*public, *told, *_remarks(game, ply.after, viewer), game.render(view)]
            for path, shown in (*leaves(game.to_json(view), "View"), *(("words", each) for each in words)):
                found = any(each in shown.casefold() for each in digits)
                demand("seeds", not found, f"what {_named(viewer)} is shown holds the seed: {path}: {shown[:200]}")


def choices(probe: Probe) -> None:
    """Demand that who may act, what the viewer may do, and the outcome, are the same in all worlds of one View."""
    game = probe.game
    for world in probe.twins:
        truth, other, viewer = world.truth, world.state, world.viewer
        demand(
            "choices", game.to_act(other) == game.to_act(truth), f"to_act depends on what {_named(viewer)} cannot see"
        )
        same = game.outcome(other) == game.outcome(truth)
        demand("choices", same, f"the outcome depends on what {_named(viewer)} cannot see at the end")
        if viewer is not None:
            same = game.legal_actions(other, viewer) == game.legal_actions(truth, viewer)
            demand("choices", same, f"the legal actions of seat {viewer} depend on what they cannot see")


def words(probe: Probe) -> None:
    """Demand that positions, remarks and error messages are the same in all worlds of one View.

    Error messages are those that the viewer's own illegal actions raise.
    """
    game = probe.game
    known = {str(ply.action): ply.action for ply in probe.plies}
    for world in probe.twins:
        truth, other, viewer = world.truth, world.state, world.viewer
        both = f"{game.position(truth)!r} and {game.position(other)!r}"
        same = game.position(truth) == game.position(other)
        demand("words", same, f"the position tells {_named(viewer)} what they cannot see: {both}")
        remarks = _remarks(game, truth, viewer)
        same = remarks == _remarks(game, other, viewer)
        demand("words", same, f"the remarks at the end tell {_named(viewer)} what they cannot see: {remarks}")
        if viewer is None:
            continue
        legal = {*game.legal_actions(truth, viewer), *game.legal_actions(other, viewer)}
        wrong = [action for action in known.values() if action not in legal][:WRONG_ACTIONS]
        for action in (*wrong, None):
            refusals = [_refusal(game, state, action, viewer) for state in (truth, other)]
            tells = f"an error tells seat {viewer} what they cannot see"
            demand("words", refusals[0] == refusals[1], f"{tells}: {refusals[0]!r} and {refusals[1]!r}")


def _remarks(game: Game[Any, Any, Any], state: object, viewer: int | None) -> tuple[str, ...]:
    """Return the remarks on a game that is over; before that they are not shown."""
    return () if game.to_act(state) else game.remarks(state, viewer)


def _refusal(game: Game[Any, Any, Any], state: object, action: Any, seat: int | None) -> str:  # noqa: ANN401  # any Action
    try:
        game.apply(state, action, seat)
    except IllegalActionError as error:
        return str(error)
    return ""


def told_lines(probe: Probe) -> None:
    """Demand that what a seat is told follows from its Views: equal ones before and after, equal lines.

    For what the seat does itself, the action must be the same, too. All the worlds of the View before are compared, and
    in the true one many actions.
    """
    game = probe.game
    told: dict[Any, tuple[tuple[str, ...], object]] = {}
    rng = probe.generator(11)
    for world in probe.twins:
        truth, viewer, view = world.truth, world.viewer, world.view
        for seat in game.to_act(truth):
            own = seat == viewer
            listed = game.legal_actions(truth, seat)
            compared = some(listed, ACTIONS_COMPARED, rng)
            everywhere = [
                action for action in compared[:ACTIONS_TOLD] if action in game.legal_actions(world.state, seat)
            ]
            for state, actions in ((truth, compared), (world.state, everywhere)):
                for action in actions:
                    after = game.apply(state, action, seat)
                    lines = game.tell(state, seat, action, after, viewer)
                    key = (viewer, view, seat, action if own else None, game.view(after, viewer))
                    others, elsewhere = told.setdefault(key, (lines, action))
                    if lines != others:
                        _tells_more(world, seat, (action, lines), (elsewhere, others))


def _tells_more(
    world: World, seat: int, one: tuple[object, tuple[str, ...]], other: tuple[object, tuple[str, ...]]
) -> None:
    (action, lines), (_, others) = one, other
    here = next((line for line in lines if line not in others), "less")
    there = next((line for line in others if line not in lines), "less")
    fault = f"what {_named(world.viewer)} is told when seat {seat} does {action} tells more than their View"
    raise ConformanceError("told lines", f"{fault}: {here!r} in one world and {there!r} in another")
