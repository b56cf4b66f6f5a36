"""The check of frequencies: what is hidden comes up in samples about as often as it is dealt, true
or redealt.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, count, cycle, islice
from random import Random
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.chance import generator, pick
from boardgames.testing.compare import (
    Facts,
    Pair,
    demand_even,
    differing_facts,
    hidden_facts,
    leaves,
)
from boardgames.testing.probe import ACTIONS_TRIED, GLIMPSES, VIEWS_SAMPLED, Ply, Probe, some

PAIRS, IN_DOUBT = 500, 12
"""Number of pairs compared for frequencies, of a deal or a redeal and a sample, and how many times
as many in doubt.
"""
PLAYED, MOST_PLAYED = 150, 100
"""Number of games that are played to some point, to compare the truth there with a sample of it; at
most so far.
"""
FEWEST_TRIED, MOST_TRIED, MOST_LEFT = 8, 100, 50
"""Number of worlds before a ply that are tried to see whether it tells something of them, then at
most, and left.
"""
NEVER, MORE = 200, 10
"""How many times as often something must come up in samples as in the truth, or as in what a ply
leaves: a sampler need not weigh how likely others would have chosen as they did, but what is hardly
ever true is impossible."""
INDEX = re.compile(r"\[\d+\]")
"""The number of a seat or a place in a path."""


def frequencies(probe: Probe) -> None:
    """Demand that no fact is much more or less frequent in sampled worlds than in dealt, true or
    redealt ones.
    """
    fault, sampled = "samples are one-sided", "sampled worlds"
    demand_even(
        _chunks(_deals_and_samples(probe), PAIRS * probe.factor), fault, "dealt worlds", sampled
    )
    demand_even(
        _chunks(_contradictions(probe), PLAYED * probe.factor),
        fault,
        "true worlds",
        sampled,
        NEVER,
    )
    demand_even([_denials(probe)], "samples have what an action denies", "true worlds", sampled)
    _remembered(probe)
    if probe.redeal is not None:
        rng, uneven = probe.generator(12), Counter[tuple[int, tuple[str, str]]]()
        cases = [(ply, viewer) for ply in probe.chosen for viewer in probe.viewers()]
        pairs = _samples_and_redeals(probe, cases, rng, uneven)
        demand_even(_chunks(pairs, PAIRS * probe.factor), fault, "redealt worlds", sampled)
        ordered = sorted(uneven.items(), key=lambda each: (abs(each[1]), each[0]))
        most = {(*INDEX.sub("", path).split(".")[:2],): case for (case, (path, _)), _ in ordered}
        for case in sorted({*most.values()}):  # the most uneven one for each field
            pairs = _samples_and_redeals(probe, [cases[case]], rng, Counter())
            demand_even(_chunks(pairs, PAIRS * probe.factor // 2), fault, "redealt worlds", sampled)


def _chunks(pairs: Iterator[Pair], size: int) -> Iterator[Iterator[Pair]]:
    return (islice(pairs, size) for _ in range(IN_DOUBT))


def _deals_and_samples(probe: Probe) -> Iterator[Pair]:
    game, viewers = probe.game, probe.viewers()
    for seed in count():
        viewer = viewers[seed % len(viewers)]
        dealt = game.new_game(probe.seed + seed)
        sampled = game.determinize(game.view(dealt, viewer), generator(probe.seed, seed))
        yield viewer, *differing_facts(game, viewer, dealt, sampled)


def _samples_and_redeals(
    probe: Probe,
    cases: Sequence[tuple[Ply, int | None]],
    rng: Random,
    uneven: Counter[tuple[int, tuple[str, str]]],
) -> Iterator[Pair]:
    """Yield facts of samples and redeals of each View in turn; note by case how much more often
    samples had a fact.
    """
    game = probe.game
    for case, (ply, viewer) in cycle(enumerate(cases)):
        sampled = game.determinize(game.view(ply.before, viewer), rng)
        redealt = probe.redealt(sampled, viewer, rng)
        one, other = (set(leaves(game.to_json(state))) for state in (sampled, redealt))
        uneven.update((case, fact) for fact in one - other)
        uneven.subtract((case, fact) for fact in other - one)
        yield viewer, other - one, one - other


# Later in the game.


def _contradictions(probe: Probe) -> Iterator[Pair]:
    """Yield what was never true beside something public in the games before, of a true State and of
    a sample of it.
    """
    game, viewers, rng = probe.game, probe.viewers(), probe.generator(13)
    seen = [ply.before for ply in (*probe.spread(VIEWS_SAMPLED // 2), *probe.scouted.glimpses[::3])]
    known = {
        fact
        for number, state in enumerate(seen)
        for fact in _beside(game, state, viewers[number % len(viewers)])
    }
    length = min(MOST_PLAYED, len(probe.plies) // len(probe.walks))
    for number in count():
        truth, viewer = (
            game.new_game(probe.seed + 1_000_000 + number),
            viewers[number % len(viewers)],
        )
        for _ in range(rng.randrange(length + 1)):
            if seats := game.to_act(truth):
                seat = pick(seats, rng)
                truth = game.apply(truth, game.random_action(truth, rng, seat), seat)
        states = truth, game.determinize(game.view(truth, viewer), rng)
        new = (_beside(game, each, viewer) - known for each in states)
        true, sampled = (
            {(_fields(where), "as it never was in earlier games") for where, _ in facts}
            for facts in new
        )
        yield viewer, true - sampled, sampled - true


def _fields(where: str) -> str:
    """Return which hidden and public fields a fact of `_beside` is about, and how it compares
    them.
    """
    fields = where.partition(" is ")[0]
    hidden, as_whole, public = fields.partition(" where ")
    if as_whole:
        return f"{hidden}, together with {public},"
    hidden, _, public = fields.partition(" in ")
    return f"{hidden}, letter by letter with {public},"


def _beside(game: Game[Any, Any, Any], state: object, viewer: int | None) -> Facts:
    """Return what other seats see in this State, and the viewer does not, beside what they see
    there.
    """
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
                found.add(
                    (
                        f"{levels[-1][1]} in {where}",
                        "".join([each if each in fact else "-" for each in data]),
                    )
                )
    return found


@cache  # the paths are few
def _levels(path: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return, for each number of leading indices in a path, these, and the path without them."""
    indices = tuple(INDEX.findall(path))
    return tuple(
        (indices[:depth], INDEX.sub("[]", path, depth)) for depth in range(1, len(indices) + 1)
    )


# What an action shows.


def _denials(probe: Probe) -> Iterator[Pair]:
    """Yield, of each of many games, what comes up in samples, and never truly, of hidden things
    beside an action.
    """
    game, true, sampled = probe.game, set[tuple[str, str]](), list[Facts]()
    for number, ply in enumerate(probe.scouted.glimpses):
        if number % GLIMPSES == 0:
            sampled.append(set())
        named = {data for _, data in leaves(game.to_json(ply.action))}
        concerned = [seat for seat in range(game.players) if str(seat) in named]
        for viewer in {*probe.turns(number, 1), *concerned} if named else ():
            others = [
                action
                for action in game.legal_actions(ply.before, ply.player)
                if action != ply.action
            ]
            if viewer != ply.player and _alike(
                game, ply, viewer, ply.before, ply.player, others[:ACTIONS_TRIED]
            ):
                continue  # they do not see what is named
            before, after = (game.view(state, viewer) for state in (ply.before, ply.after))
            old, public = (dict(leaves(game.to_json(view))) for view in (before, after))
            shown: dict[
                tuple[str, ...], str
            ] = {}  # by place, what is public there, and whether that is new
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
    game: Game[Any, Any, Any],
    ply: Ply,
    state: object,
    viewer: int | None,
    shown: dict[tuple[str, ...], str],
) -> Facts:
    """Return how hidden things of a State relate to an action: what it names lies where this is
    shown.
    """
    named = [*leaves(game.to_json(ply.action))]
    numbers, kind = {f"[{data}]" for _, data in named}, type(ply.action).__name__
    found = set()
    for _, path, data in hidden_facts(game, state, viewer):
        for indices, where in _levels(path)[-1:]:
            named_here = " of a number that it names" if indices[0] in numbers else ""
            place = f"{where}{named_here}{shown.get(indices, '')}"
            for name, each in named:
                if each == data or (each[0] == data[0] == "'" and each[1:-1] in data):
                    found.add((f"after {kind}, {place},", f"what its field {name!r} says"))
    return found


def _remembered(probe: Probe) -> None:
    """Demand that samples of a View agree with the worlds that are left after what the last ply has
    shown.
    """
    game, rng, both = (
        probe.game,
        probe.generator(14),
        ("earlier worlds played on", "sampled worlds", MORE),
    )
    new: dict[type, list[Pair]] = defaultdict(list)

    def pairs(ply: Ply) -> Iterator[Pair]:
        for viewer in probe.viewers():
            view, left = game.view(ply.after, viewer), _left(game, ply, viewer, rng)
            found = [(world, game.determinize(view, rng)) for world in left]
            known = {fact for world in left[::2] for fact in hidden_facts(game, world, viewer)}
            for each in found[1::2]:
                new_facts = (hidden_facts(game, state, viewer) - known for state in each)
                true, sampled = (
                    {(INDEX.sub("[]", path), "as in no other world") for _, path, _ in facts}
                    for facts in new_facts
                )
                new[type(ply.action)].append((viewer, true - sampled, sampled - true))
            yield from [(viewer, *differing_facts(game, viewer, *each)) for each in found]

    rare = [ply for ply, _ in probe.scouted.rare.values()]
    for ply in probe.visit({id(ply): ply for ply in (*probe.chosen, *rare)}.values()):
        demand_even(
            (pairs(ply) for _ in range(IN_DOUBT)),
            f"samples forget what {ply.action} has shown",
            *both,
        )
    for kind, found in new.items():
        demand_even([found], f"samples forget what {kind.__name__} has shown", *both)


def _left(game: Game[Any, Any, Any], ply: Ply, viewer: int | None, rng: Random) -> list[object]:
    """Return worlds that are left after what a ply has shown to the viewer.

    There are none if it shows nothing, or too much, or if the viewer does not see which action it
    is, or could not see the next.
    """
    left, before = list[object](), game.view(ply.before, viewer)
    others = [seat for seat in game.to_act(ply.after) if seat != viewer]
    if any(
        _alike(game, ply, viewer, ply.after, seat, game.legal_actions(ply.after, seat)[:1])
        for seat in others
    ):
        return []
    for number in range(MOST_TRIED):
        world = game.determinize(before, rng)
        listed = game.legal_actions(world, ply.player)
        found = _alike(game, ply, viewer, world, ply.player, {ply.action}.intersection(listed))
        if viewer != ply.player:
            rest = [action for action in some(listed, ACTIONS_TRIED, rng) if action != ply.action]
            if _alike(game, ply, viewer, world, ply.player, rest):
                return []
        left += found
        if len(left) == MOST_LEFT or (number == FEWEST_TRIED and len(left) in (0, number + 1)):
            return left if len(left) == MOST_LEFT else []
    return left


def _alike(
    game: Game[Any, Any, Any],
    ply: Ply,
    viewer: int | None,
    state: object,
    seat: int,
    actions: Iterable[object],
) -> list[object]:
    """Return the States after these actions of a seat that look to the viewer like the one after
    the ply.
    """
    view = game.view(ply.after, viewer)
    return [
        after
        for action in actions
        if game.view(after := game.apply(state, action, seat), viewer) == view
    ]
