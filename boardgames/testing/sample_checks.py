"""The checks of sampled worlds: that they are possible, all of them occur, and that they are
shuffled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable
from copy import copy
from itertools import chain, combinations, pairwise
from math import nan
from random import Random
from typing import Any, TypeAlias

from boardgames.core.chance import generator
from boardgames.core.codec import JSON
from boardgames.core.errors import quoted
from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.compare import Fault, demand, hidden_facts, leaves, viewer_name
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
    first = game.to_json(game.new_game(SEARCHED_SEED))
    seeds_at = [path for path, data in leaves(first) if data == repr(SEARCHED_SEED)]
    numbered = enumerate(probe.chosen)
    views = [
        [game.view(ply.before, viewer) for viewer in probe.turns(place, VIEWERS)]
        for place, ply in numbered
    ]
    there = WAITING.submit(
        run_in_other_process, game, 1, "samples", [[*map(game.to_json, chain(*views))], probe.seed]
    )
    sampled: list[str] = []
    for place, ply in enumerate(probe.visit(probe.chosen)):
        stock = dict(game.inventory(ply.before))
        for view in views[place]:
            unchanged = hash(view)
            worlds = []
            for number in range(len(sampled), len(sampled) + SAMPLES):
                world = game.determinize(view, generator(probe.seed, number))
                demand_valid_state(game, world)
                demand(dict(game.inventory(world)) == stock, "a sampled world has other pieces")
                for seat in game.to_act(world):
                    demand_sorted(game.legal_actions(world, seat))
                worlds.append(world)
            sampled.append(game.digest(worlds[0]))
            demand(hash(view) == unchanged, "determinize changed the View")
            for path in seeds_at:
                found = {dict(leaves(game.to_json(world))).get(path) for world in worlds}
                demand(
                    len(found) == len(worlds),
                    f"chance ahead is not fresh: {path} recurs in {len(worlds)} samples",
                )
        world = game.determinize(game.view(ply.before, ply.player), probe.generator(4))
        ends = play_on(game, world, probe.generator(5), probe.longest)
        demand(ends, "a sampled world does not come to an end")
    for ply, _, world in probe.sampled:
        probe.place = ply.place
        demand_valid_state(game, world)
    probe.place = ""
    demand(there.result() == sampled, "a sample depends on more than its View and generator")


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
        wanted -= hidden_facts(
            game, game.determinize(view, rng), viewer, {seat for seat, *_ in wanted}
        )
    sampled = {
        fact[:2]
        for _ in range(DEALS)
        for fact in hidden_facts(game, game.determinize(view, rng), viewer)
    }
    for seat, where, what in sorted(wanted):
        if (
            (seat, where) not in sampled or "." not in where or not what.isdigit()
        ):  # else a large count, which is rare
            fault = (
                f"{MOST_SAMPLES} samples of {viewer_name(viewer)} never have what seat {seat}"
                " really sees"
            )
            raise Fault(f"{fault}: {where} is {what}")


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


# Shuffling.

DEPTH = 16
"""Number of cards, from the top of a deck, whose order is compared."""
OBSERVED = 40
"""Minimum number of observed pairs of cards for a judgement of a deck's order."""
ROUNDS, FEWEST_ROUNDS = 40, 4
"""Maximum number of beginnings of a round compared with the previous round's, and the minimum for a
judgement.
"""
ALL = -1
"""Stands for all rounds."""
SHUFFLED, FIXED = 0.9, 0.97
"""Share of the more frequent order of two cards: at most this in a shuffled deck, at least this in
a fixed one.
"""

_Pairs: TypeAlias = Counter[tuple[object, object]]
"""How often one item of a list came before another."""


def shuffling(probe: Probe) -> None:
    """Demand that unseen cards in random order in real States are so in sampled ones, too: decks
    are shuffled.
    """
    game = probe.game
    _deals_anew(probe)
    groups: dict[object, tuple[object, list[object]]] = {}
    for world in probe.visit(probe.worlds):
        if not world.redealt:
            groups.setdefault((world.viewer, world.truth), (world.truth, []))[1].append(world.state)
    dealt = [game.new_game(probe.seed + seed) for seed in range(DEALS // 2)]
    for number, truth in enumerate((*dealt, *[ply.before for ply in probe.scouted.glimpses[2::3]])):
        view = game.view(truth, probe.viewers()[number % (game.players + 1)])
        groups[number] = (truth, [game.determinize(view, generator(probe.seed, number))])
    real, sampled = defaultdict[str, _Pairs](Counter), defaultdict[str, _Pairs](Counter)
    openings = set(dealt)
    for truth, states in groups.values():
        others = [_lists(game.to_json(state)) for state in states]
        for path, items in _lists(game.to_json(truth)).items():
            found = [each[path] for each in others if len(each.get(path, ())) == len(items)]
            unseen = [
                index
                for index, item in enumerate(items)
                if any(each[index] != item for each in found)
            ][:DEPTH]
            when = "in first positions" if truth in openings else "in later positions"
            for place in (path, f"{path} {when}", f"{path} of {len(items)}"):
                for pairs, lists in ((real, [items]), (sampled, found)):
                    for each in lists:
                        pairs[place].update({*combinations([each[index] for index in unseen], 2)})
    for path in list(real):
        orders = _fixed(real[path]), _fixed(sampled[path])
        fault = (
            f"the unseen cards of {path} are shuffled in real States and in a fixed order in"
            " sampled ones"
        )
        demand(not (orders[0] <= SHUFFLED and orders[1] >= FIXED), fault)


def _fixed(pairs: _Pairs) -> float:
    """Return the share, from 1/2 to 1, of items in the more frequent of their two orders; NaN if
    there are too few.
    """
    usual = total = 0
    for (one, other), count in pairs.items():
        reverse = pairs.get((other, one), 0)
        if one != other and (count, repr(one)) > (reverse, repr(other)) and count + reverse > 1:
            usual += count
            total += count + reverse
    return usual / total if total >= OBSERVED else nan


def _deals_anew(probe: Probe) -> None:
    """Compare what spectators do not see at the beginning of each round with that of the rounds
    before.
    """
    game, rounds, again, sampled = probe.game, Counter[int](), Counter[int](), Counter[int]()
    for walked in probe.walks:
        begun = [hidden_facts(game, walked[0].before, None)]
        for before, ply in pairwise(walked):
            number = game.round(ply.before)
            if number == game.round(before.before) or rounds[ALL] >= ROUNDS:
                continue
            left, now = (
                hidden_facts(game, before.before, None),
                hidden_facts(game, ply.before, None),
            )
            if gone := [each - left for each in begun if not each <= left]:
                world = game.determinize(
                    game.view(ply.before, None), generator(probe.seed, rounds[ALL])
                )
                drawn = hidden_facts(game, world, None)
                for which in (number, ALL):
                    rounds[which] += 1
                    again[which] += any(each <= now for each in gone)
                    sampled[which] += any(each <= drawn for each in gone)
            begun.append(now)
    for which, cases in rounds.items():
        counts = f"in {again[which]} of {cases} cases ({sampled[which]} in samples)"
        name = "a round" if which == ALL else f"round {which}"
        fault = f"{name} begins with what was dealt in an earlier one, {counts}"
        demand(again[which] < FEWEST_ROUNDS or 2 * (again[which] - sampled[which]) <= cases, fault)


def _lists(document: JSON) -> dict[str, list[JSON]]:
    """Return every list of numbers or strings by its path."""
    found, parts = dict[str, list[JSON]](), [("", document)]
    for path, data in parts:  # which grows
        if isinstance(data, dict):
            parts += [(f"{path}.{key}" if path else key, item) for key, item in data.items()]
        elif isinstance(data, list) and any(isinstance(item, (dict, list)) for item in data):
            parts += [(f"{path}[{index}]", item) for index, item in enumerate(data)]
        elif isinstance(data, list) and len(data) > 1 and None not in data:
            found[path] = data
    return found
