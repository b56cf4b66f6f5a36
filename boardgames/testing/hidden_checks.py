"""The checks of what not everybody sees: views, samples, simultaneous commitments."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import zip_longest
from random import Random
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import generator
from boardgames.core.errors import ConformanceError
from boardgames.core.game import Game
from boardgames.testing.probe import some, walk
from boardgames.testing.process import elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.core.codec import JSON
    from boardgames.testing.probe import Probe

ACTIONS_COMPARED = 24
"""Actions of one position whose effects on the Views are compared."""
SAMPLES = 4
"""Worlds looked at closely per View."""
PATIENCE = 30_000
"""Samples after which something that is true counts as unreachable: a rare hand is in one sample of some thousands."""
DEALS = 300
"""Seeds whose first positions are compared, to find different deals that one seat cannot tell apart."""
TELLING_SEED = 6_051_174_302_719
"""A seed so odd that where this number turns up, it is the seed."""
RECURRENCE = 4
"""Times that a deal must recur on average for the deals to count as few."""


def commits(probe: Probe) -> None:
    """See that where several seats may act the order does not matter, and nobody sees what another one commits."""
    game, rng = probe.game, probe.generator(2)
    for ply in [ply for ply in probe.plies if len(game.to_act(ply.before)) > 1][: 4 * probe.positions]:
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
    if results[0] != results[1]:
        raise ConformanceError(
            "commits", f"it matters who commits first: {one[1]} of {one[0]}, {other[1]} of {other[0]}"
        )


def _silent(game: Game[Any, Any, Any], state: object, seat: int, actions: list[Any], viewer: int) -> None:
    """Compare what the viewer, who has not committed yet, sees after each of these actions."""
    seen: dict[tuple[int, ...], tuple[object, object]] = {}
    for action in actions:
        after = game.apply(state, action, seat)
        now = (game.view(after, viewer), game.tell(state, seat, action, after, viewer))
        if seen.setdefault(game.to_act(after), now) != now:
            raise ConformanceError("commits", f"seat {viewer} sees what seat {seat} commits: {action}")


def views(probe: Probe) -> None:
    """See that a View holds no State and no generator, and that what a seat cannot see changes nothing it is shown."""
    game, rng = probe.game, probe.generator(3)
    for ply in probe.chosen:
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            _holds_nothing_else(view, type(ply.before))
            for number in range(SAMPLES):
                world = game.determinize(view, generator(probe.seed, number))
                if game.view(world, viewer) != view:
                    fault = f"seat {viewer} sees more than he may, or the sampled world is none of his"
                    raise ConformanceError(
                        "views", f"{fault}: {_first_difference(game, view, game.view(world, viewer))}"
                    )
                _demand("views", game.to_act(world) == game.to_act(ply.before), "to_act depends on hidden things")
                if viewer is not None:
                    same = game.legal_actions(world, viewer) == game.legal_actions(ply.before, viewer)
                    _demand("views", same, f"the legal actions of seat {viewer} depend on what he cannot see")
            for state in (ply.before, game.determinize(view, rng)):
                for seat in game.to_act(state):
                    actions = some(game.legal_actions(state, seat), ACTIONS_COMPARED, rng)
                    _tells_nothing_else(game, state, seat, actions, viewer)
    _keeps_the_seed(probe)


def _keeps_the_seed(probe: Probe) -> None:
    """See that no View of a game holds its seed, from which all that is hidden could be computed."""
    game = probe.game
    for ply in walk(game, TELLING_SEED, longest=probe.longest):
        for viewer in probe.viewers():
            for path, data in _leaves(game.to_json(game.view(ply.after, viewer)), ""):
                _demand("views", data != repr(TELLING_SEED), f"the View of seat {viewer} holds the seed: {path}")


def _tells_nothing_else(
    game: Game[Any, Any, Any], state: object, seat: int, actions: list[Any], viewer: int | None
) -> None:
    """Compare what is told of actions which leave this viewer with the same View."""
    if seat == viewer:
        return
    told: dict[Any, tuple[str, ...]] = {}
    for action in actions:
        after = game.apply(state, action, seat)
        lines = game.tell(state, seat, action, after, viewer)
        others = told.setdefault(game.view(after, viewer), lines)
        for line, other in zip_longest(lines, others):
            if line != other:
                fault = f"what seat {viewer} is told of {action} by seat {seat} tells more than his View"
                raise ConformanceError("views", f"{fault}: {line!r} here and {other!r} elsewhere")


def _holds_nothing_else(value: object, forbidden: type) -> None:
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


def sampling(probe: Probe) -> None:
    """See that a sample depends on View and generator alone, holds all pieces, and can be played to its end.

    On the View alone: it is sampled again in another process, which never saw the State.
    """
    game = probe.game
    seeds_stand_at = [
        path for path, data in _leaves(game.to_json(game.new_game(TELLING_SEED)), "") if data == repr(TELLING_SEED)
    ]
    written: list[JSON] = []
    sampled: list[str] = []
    for ply in probe.chosen:
        stock = dict(game.inventory(ply.before))
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            worlds = []
            for _ in range(SAMPLES):
                number = len(written)
                world = game.determinize(view, generator(probe.seed, number))
                game.check_state(world)
                _demand("sampling", dict(game.inventory(world)) == stock, "a sampled world has other pieces")
                twin = game.determinize(game.view(world, viewer), generator(probe.seed, number))
                _demand("sampling", twin == world, "two States with one View and one generator give two samples")
                worlds.append(dict(_leaves(game.to_json(world), "")))
                written.append(game.to_json(view))
                sampled.append(game.digest(world))
            for path in seeds_stand_at:
                fresh = len({world.get(path) for world in worlds}) > 1
                _demand("sampling", fresh, f"no fresh randomness ahead: {path.lstrip('.')} is the same in all samples")
        _play_on(probe, game.determinize(game.view(ply.before, ply.player), probe.generator(4)))
    there = elsewhere("sampling", game, 1, "samples", [written, probe.seed])
    _demand("sampling", there == sampled, "the sample depends on more than what the View says")


def _play_on(probe: Probe, state: Any) -> None:  # noqa: ANN401  # any State
    game, rng = probe.game, probe.generator(5)
    for _ in range(probe.longest):
        seats = game.to_act(state)
        if not seats:
            return
        state = game.apply(state, game.random_action(state, rng, seats[-1]), seats[-1])
    raise ConformanceError("sampling", "a sampled world does not come to an end")


def reach(probe: Probe) -> None:
    """See that whatever is true but hidden from a seat comes out in its samples sooner or later."""
    game = probe.game
    for ply in probe.chosen:
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            missing = _facts(game, ply.before, viewer)
            rng = probe.generator(6)
            for _ in range(PATIENCE):
                missing -= _facts(game, game.determinize(view, rng), viewer)
                if not missing:
                    break
            else:
                fact = ": ".join(min(missing))
                raise ConformanceError("reach", f"no sample of seat {viewer} in {PATIENCE} has what is true: {fact}")
    _deals(probe)


def _facts(game: Game[Any, Any, Any], state: object, viewer: int | None) -> set[tuple[str, str]]:
    """Return all that the others see and this viewer may not, as paths and values."""
    found: set[tuple[str, str]] = set()
    for seat in range(game.players):
        if seat != viewer:
            found.update(_leaves(game.to_json(game.view(state, seat)), f"seat {seat}"))
    return found


def _leaves(data: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for key, item in data.items():
            yield from _leaves(item, f"{path}.{key}")
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _leaves(item, f"{path}[{index}]")
    else:
        yield path, repr(data)


def _deals(probe: Probe) -> None:
    """Look for first positions that differ and look the same to one seat: its samples must have them all.

    Only where they are so few that they keep coming back; of a whole pack of cards no two deals are the same.
    """
    game = probe.game
    alike: dict[Any, Counter[Any]] = defaultdict(Counter)
    for seed in range(DEALS):
        state = game.new_game(seed)
        everything = tuple(game.view(state, seat) for seat in probe.viewers())
        for viewer, view in zip(probe.viewers(), everything, strict=True):
            alike[viewer, view][everything] += 1
    for (_, view), worlds in alike.items():
        if RECURRENCE * len(worlds) > worlds.total():
            continue
        missing, strange = set(worlds), set()
        rng = probe.generator(7)
        for count in range(PATIENCE):
            world = game.determinize(view, rng)
            sampled = tuple(game.view(world, seat) for seat in probe.viewers())
            missing.discard(sampled)
            if sampled not in worlds:
                strange.add(sampled)
            if not missing and count >= DEALS:
                break
        else:
            raise ConformanceError("reach", f"{len(missing)} of {len(worlds)} possible deals are never sampled")
        _demand("reach", _dealt(probe, strange), f"{len(strange)} sampled deals are never dealt")


def _dealt(probe: Probe, wanted: set[tuple[object, ...]]) -> bool:
    """Tell whether some seed leads to each of these first positions, given as what everybody sees."""
    game = probe.game
    missing = set(wanted)
    for seed in range(DEALS, DEALS + PATIENCE):
        if not missing:
            break
        state = game.new_game(seed)
        missing.discard(tuple(game.view(state, seat) for seat in probe.viewers()))
    return not missing


def _first_difference(game: Game[Any, Any, Any], one: object, other: object) -> str:
    mine, its = dict(_leaves(game.to_json(one), "")), dict(_leaves(game.to_json(other), ""))
    for path in {**mine, **its}:
        if mine.get(path) != its.get(path):
            return f"{path.lstrip('.')} is {mine.get(path)} here and {its.get(path)} there"
    return "they differ in what JSON does not show"


def _demand(check: str, fulfilled: bool, message: str) -> None:  # noqa: FBT001  # reads as a sentence
    if not fulfilled:
        raise ConformanceError(check, message)
