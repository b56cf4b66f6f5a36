"""The check of frequencies: what is hidden comes up in samples about as often as it is dealt, true or redealt."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any

from boardgames.core.chance import generator, pick
from boardgames.core.game import Game
from boardgames.testing.compare import Facts, demand_even, differing_facts, hidden_facts, leaves
from boardgames.testing.probe import ACTIONS_TRIED, GLIMPSES, VIEWS_SAMPLED, Ply, Probe, some

PAIRS = REDEALS = 1000
"""Number of pairs compared for frequencies: a deal and a sample of it, or a sample and a redeal of it."""
IN_DOUBT = 6
"""How many times as many are compared if a fact is in doubt after these."""
PLAYED, MOST_PLAYED = 350, 100
"""Number of games that are played to some point, to compare the truth there with a sample of it; at most so far."""
FEWEST_TRIED, MOST_TRIED, MOST_LEFT = 8, 100, 50
"""Number of worlds before a ply that are tried to see whether it tells something of them, then at most, and left."""
FAR, MORE = 8, 2
"""How many times as often something must be true, or something new come up in samples, to count as a fault: a sampler
need not weigh how likely others would have chosen as they did."""
INDEX = re.compile(r"\[\d+\]")
"""The number of a seat or a place in a path."""


def frequencies(probe: Probe) -> None:
    """Demand that no fact is much more or less frequent in sampled worlds than in dealt, true or redealt ones."""
    game, fault, sampled = probe.game, "samples are one-sided", "that is sampled"
    demand_even(_deals_and_samples(probe), fault, "that are dealt", sampled, enough=PAIRS * probe.factor)
    played = [*_truths_and_samples(probe)]
    full = ((viewer, *differing_facts(game, viewer, truth, world)) for viewer, truth, world in played)
    demand_even(full, fault, "that are true", sampled, FAR)
    demand_even(_contradictions(probe, played), fault, "that are true", sampled, MORE)
    demand_even(_denials(probe), "samples have what an action denies", "that are true", sampled)
    _remembered(probe)
    if probe.redeal is not None:
        rng, uneven = probe.generator(12), Counter[tuple[int, tuple[str, str]]]()
        cases = [(ply, viewer) for ply in probe.chosen for viewer in probe.viewers()]
        pairs = _samples_and_redeals(probe, cases, rng, uneven)
        demand_even(pairs, fault, "that are redealt", sampled, enough=REDEALS * probe.factor)
        case, _ = max(uneven, key=lambda each: abs(uneven[each]), default=(0, None))
        pairs = islice(_samples_and_redeals(probe, [cases[case]], rng, uneven), REDEALS * probe.factor)
        demand_even(pairs, fault, "that are redealt", sampled)


def _deals_and_samples(probe: Probe) -> Iterator[tuple[int | None, Facts, Facts]]:
    game, viewers = probe.game, probe.viewers()
    for seed in range(IN_DOUBT * PAIRS * probe.factor):
        viewer = viewers[seed % len(viewers)]
        dealt = game.new_game(probe.seed + seed)
        sampled = game.determinize(game.view(dealt, viewer), generator(probe.seed, seed))
        yield viewer, *differing_facts(game, viewer, dealt, sampled)


def _samples_and_redeals(
    probe: Probe, cases: Sequence[tuple[Ply, int | None]], rng: Random, uneven: Counter[tuple[int, tuple[str, str]]]
) -> Iterator[tuple[int | None, Facts, Facts]]:
    """Yield facts of samples and redeals of each View in turn; note by case how much oftener samples had each fact."""
    game = probe.game
    for number in range(IN_DOUBT * REDEALS * probe.factor):
        ply, viewer = cases[number % len(cases)]
        sampled = game.determinize(game.view(ply.before, viewer), rng)
        redealt = probe.redealt(sampled, viewer, rng)
        one, other = (set(leaves(game.to_json(state))) for state in (sampled, redealt))
        uneven.update((number % len(cases), fact) for fact in one - other)
        uneven.subtract((number % len(cases), fact) for fact in other - one)
        yield viewer, other - one, one - other


# Later in the game.


def _truths_and_samples(probe: Probe) -> Iterator[tuple[int | None, object, object]]:
    """Yield States from many random games, each with a viewer and a sample of their View.

    Of every second game it is the last State so far in which a seat has just chosen while others have yet to choose.
    """
    game, viewers, rng = probe.game, probe.viewers(), probe.generator(13)
    length = min(MOST_PLAYED, len(probe.plies) // len(probe.walks))
    for number in range(PLAYED * probe.factor):
        truth, viewer, committed = game.new_game(probe.seed + 1_000_000 + number), viewers[number % len(viewers)], None
        for _ in range(rng.randrange(length + 1)):
            if seats := game.to_act(truth):
                seat = pick(seats, rng)
                truth = game.apply(truth, game.random_action(truth, rng, seat), seat)
                committed = truth if 0 < len(game.to_act(truth)) < len(seats) else committed
        truth = committed if committed is not None and number // len(viewers) % 2 else truth
        yield viewer, truth, game.determinize(game.view(truth, viewer), rng)


def _contradictions(
    probe: Probe, played: Iterable[tuple[int | None, object, object]]
) -> Iterator[tuple[int | None, Facts, Facts]]:
    """Yield what was never true beside something public in the games before, of a true State and of a sample of it."""
    game, viewers = probe.game, probe.viewers()
    seen = [ply.before for ply in (*probe.spread(VIEWS_SAMPLED // 2), *probe.scouted.glimpses[::2])]
    known = {fact for number, state in enumerate(seen) for fact in _beside(game, state, viewers[number % len(viewers)])}
    for viewer, *states in played:
        both = [_beside(game, state, viewer) - known for state in states]
        true, sampled = (Counter(where.partition(" is ")[0] for where, _ in facts) for facts in both)
        yield viewer, {(each, "new") for each in true - sampled}, {(each, "new") for each in sampled - true}


def _beside(game: Game[Any, Any, Any], state: object, viewer: int | None) -> Facts:
    """Return what other seats see in this State, and the viewer does not, beside what they see there."""
    public = dict(leaves(game.to_json(game.view(state, viewer))))
    known: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for path, data in public.items():
        for indices, where in _levels(path)[-2:]:  # at a place, or among what is kept of it
            known[indices].append((where, data))
    found = set()
    for _, path, data in hidden_facts(game, state, viewer):
        levels = _levels(path) if public.get(path) != data else ()
        for where, fact in chain.from_iterable(known[indices] for indices, _ in levels):
            found.add((f"{levels[-1][1]} where {where} is {fact}", data))
            if fact[0] == data[0] == "'":  # such as all colours that a clue leaves
                found.add((f"{levels[-1][1]} in {where}", "".join([each if each in fact else "-" for each in data])))
    return found


@cache  # the paths are few
def _levels(path: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return, for each number of leading indices in a path, these, and the path without them."""
    indices = tuple(INDEX.findall(path))
    return tuple((indices[:depth], INDEX.sub("[]", path, depth)) for depth in range(1, len(indices) + 1))


# What an action shows.


def _denials(probe: Probe) -> Iterator[tuple[None, Facts, Facts]]:
    """Yield, of each of many games, what comes up in samples, and never truly, of hidden things beside an action."""
    game, true, sampled = probe.game, set[tuple[str, str]](), list[Facts]()
    for number, ply in enumerate(probe.scouted.glimpses):
        if number % GLIMPSES == 0:
            sampled.append(set())
        named = {data for _, data in leaves(game.to_json(ply.action))}
        concerned = [seat for seat in range(game.players) if str(seat) in named]
        for viewer in {*probe.turns(number, 1), *concerned} if named else ():
            before, after = (game.view(state, viewer) for state in (ply.before, ply.after))
            old, public = (dict(leaves(game.to_json(view))) for view in (before, after))
            shown: dict[tuple[str, ...], str] = {}  # by place, what is public there, and whether that is new
            for path, data in public.items():
                for indices, where in _levels(path)[-1:]:
                    new = "still" if data == old.get(path) else "now"
                    shown[indices] = f"{shown.get(indices, '')} where {where} is {new} {data}"
            true |= _relations(game, ply, ply.after, viewer, shown)
            world = game.determinize(after, generator(probe.seed, number))
            sampled[-1] |= _relations(game, ply, world, viewer, shown)
    for facts in sampled:
        yield None, set(), facts - true


def _relations(
    game: Game[Any, Any, Any], ply: Ply, state: object, viewer: int | None, shown: dict[tuple[str, ...], str]
) -> Facts:
    """Return how hidden things of a State relate to an action: what it names lies where this is shown."""
    named = [*leaves(game.to_json(ply.action))]
    numbers, kind = {f"[{data}]" for _, data in named}, type(ply.action).__name__
    found = set()
    for _, path, data in hidden_facts(game, state, viewer):
        for indices, where in _levels(path)[-1:]:
            place = f"{where}{' of a number that it names' * (indices[0] in numbers)}{shown.get(indices, '')}"
            for name, each in named:
                if each == data or (each[0] == data[0] == "'" and each[1:-1] in data):
                    found.add((f"after {kind}, {place},", f"as its {name}"))
    return found


def _remembered(probe: Probe) -> None:
    """Demand that samples of a View agree with the worlds that are left after what the last ply has shown."""
    game, both = probe.game, ("of before", "that is sampled", MORE)
    new: dict[type, list[tuple[int | None, Facts, Facts]]] = defaultdict(list)
    rare = [ply for ply, _ in probe.scouted.rare.values()]
    for ply in probe.visit({id(ply): ply for ply in (*probe.chosen, *rare)}.values()):
        pairs = list[tuple[int | None, Facts, Facts]]()
        for viewer in probe.viewers():
            view, rng, left = game.view(ply.after, viewer), probe.generator(15), _left(probe, ply, viewer)
            found = [(world, game.determinize(view, rng)) for world in left]
            pairs += [(viewer, *differing_facts(game, viewer, *each)) for each in found]
            known = {fact for world in left[::2] for fact in hidden_facts(game, world, viewer)}
            for each in found[1::2]:
                true, sampled = (_paths(hidden_facts(game, state, viewer) - known) for state in each)
                new[type(ply.action)].append((viewer, true - sampled, sampled - true))
        demand_even(pairs, f"samples forget what {ply.action} has shown", *both)
    for kind, pairs in new.items():
        demand_even(pairs, f"samples forget what {kind.__name__} has shown", *both)


def _paths(facts: Iterable[tuple[int, str, str]]) -> Facts:
    return {(INDEX.sub("[]", path), "new") for _, path, _ in facts}


def _left(probe: Probe, ply: Ply, viewer: int | None) -> list[object]:
    """Return worlds that are left after what a ply has shown to the viewer.

    None if it shows nothing, or too much, or if the viewer does not see which action it is, or could not see the next.
    """
    game, rng, left = probe.game, probe.generator(14), list[object]()
    before, view = game.view(ply.before, viewer), game.view(ply.after, viewer)

    def alike(state: object, seat: int, actions: Iterable[Any]) -> dict[Any, object]:
        after = {action: game.apply(state, action, seat) for action in actions}
        return {action: end for action, end in after.items() if game.view(end, viewer) == view}

    others = [seat for seat in game.to_act(ply.after) if seat != viewer]
    if any(alike(ply.after, seat, game.legal_actions(ply.after, seat)[:1]) for seat in others):
        return []
    for number in range(MOST_TRIED):
        world = game.determinize(before, rng)
        listed = game.legal_actions(world, ply.player)
        found = alike(world, ply.player, {ply.action}.intersection(listed))
        if viewer != ply.player and (found or number < FEWEST_TRIED):
            rest = [action for action in some(listed, ACTIONS_TRIED, rng) if action != ply.action]
            if alike(world, ply.player, rest):
                return []
        left += found.values()
        if len(left) == MOST_LEFT or (number == FEWEST_TRIED and len(left) in (0, number + 1)):
            return left if len(left) == MOST_LEFT else []
    return left
