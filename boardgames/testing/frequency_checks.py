"""The check of frequencies: what is hidden comes up in samples about as often as it is dealt, true
or redealt.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, cycle, islice
from random import Random
from typing import NamedTuple, TypeAlias

from boardgames.core.chance import generator, pick
from boardgames.kit.dealing import MOST_DEALS
from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.compare import (
    INDEX,
    Facts,
    Pair,
    demand_even,
    differing_facts,
    hidden_facts,
    leaves,
)
from boardgames.testing.law import AnyGame, law
from boardgames.testing.probe import ACTIONS_TRIED, GLIMPSES, VIEWS_SAMPLED, Ply, Probe, once, some

PAIRS, IN_DOUBT = 500, 12
"""Number of pairs compared for frequencies, of a deal or a redeal and a sample, and how many times
as many in doubt.
"""
LEFT_IN_DOUBT = 60
"""How many times as many worlds that a ply leaves are compared in doubt."""
PLAYED, MOST_PLAYED = 150, 100
"""Number of games that are played to some point, to compare the truth there with a sample of it; at
most so far.
"""
PLAYED_FROM = 1_000_000
"""The first seed of these games, which no other check plays."""
FEWEST_TRIED = 8
"""Number of worlds before a ply that are tried to see whether it tells something of them."""
MOST_TRIED = 100
"""Maximum number of worlds before a ply that are tried."""
MOST_LEFT = 50
"""Number of worlds left after it that are enough."""
NEVER, MORE = 20, 10
"""How many times as often something may come up in samples as in the truth, or as in what a ply
leaves: a sampler need not weigh how likely others would have chosen as they did, but what is hardly
ever true is impossible.
"""
ORDERS_TRIED, FEWEST_POSSIBLE = 200, 5
"""Number of random orders of what a View hides, and how many of them must be possible: then the
first possible one is as likely as in the deal.
"""
ONE_SIDED = "samples are one-sided"


def frequencies(probe: Probe) -> None:
    """Demand that no fact is much more or less frequent in sampled worlds than in dealt, true or
    redealt ones.
    """
    _deals_are_sampled_evenly(probe)
    _samples_contradict_nothing_public(probe)
    _samples_have_nothing_that_an_action_denies(probe)
    _remembered(probe)
    if probe.redeal is not None:
        _agrees_with_redeals(probe)


def _chunks(pairs: Iterator[Pair], size: int) -> Iterator[Iterator[Pair]]:
    return (islice(pairs, size) for _ in range(IN_DOUBT))


class Fact(NamedTuple):
    """A path in some JSON, and what is there."""

    path: str
    data: str


# First positions, and redeals of later ones.


@law("`determinize` prefers some deals, or the View tells more of the deal: an order, say.")
def _deals_are_sampled_evenly(probe: Probe) -> None:
    """Demand that samples of a first View have each fact about as often as deals have it."""
    pairs = _deals_and_samples(probe)
    chunks = _chunks(pairs, PAIRS * probe.factor)
    probe.judged += demand_even(chunks, ONE_SIDED, "dealt worlds", "sampled worlds")


def _deals_and_samples(probe: Probe) -> Iterator[Pair]:
    game, viewers = probe.game, probe.viewers()
    for seed in count():
        viewer = viewers[seed % len(viewers)]
        dealt = game.new_game(probe.seed + seed)
        sampled = game.determinize(game.view(dealt, viewer), generator(probe.seed, seed))
        yield viewer, *differing_facts(game, viewer, dealt, sampled)


_Excess: TypeAlias = Counter[tuple[int, tuple[str, str]]]
"""By number of a case and fact: how much more often samples had it than redeals."""


class Case(NamedTuple):
    """A position, and who looks at it."""

    ply: Ply
    viewer: int | None


def _agrees_with_redeals(probe: Probe) -> None:
    """Demand that samples have each fact about as often as redeals, where these are exact: others
    are only as even as a number of exchanges makes them.
    """
    rng = probe.generator(12)
    cases = [Case(ply, viewer) for ply in probe.chosen for viewer in probe.viewers()]
    exact = [case for case in cases if _is_redealt_exactly(probe, case, rng)]
    probe.uneven_redeals = len(cases) - len(exact), len(cases)
    uneven: _Excess = Counter()
    if exact:
        _redeals_are_sampled_evenly(probe, exact, PAIRS, rng, uneven)
    for number in _most_uneven(uneven):
        _redeals_are_sampled_evenly(probe, [exact[number]], PAIRS // 2, rng, Counter())


def _is_redealt_exactly(probe: Probe, case: Case, rng: Random) -> bool:
    """Return whether redeals of this View are as likely as in the deal: the caller says so of their
    own; of those of a declared game, a share of random orders has to be possible.
    """
    game = probe.game
    if not probe.redeals_by_declaration or not isinstance(game, DeclaredGame):
        return True
    truth = case.ply.before
    orders = [game.redealt(truth, case.viewer, rng) for _ in range(ORDERS_TRIED)]
    return ORDERS_TRIED - orders.count(None) >= FEWEST_POSSIBLE


@law("`determinize` prefers some of the worlds that a View leaves open.")
def _redeals_are_sampled_evenly(
    probe: Probe,
    cases: Sequence[Case],
    size: int,
    rng: Random,
    uneven: _Excess,
) -> None:
    """Demand that samples have each fact about as often as redeals.

    Notes in `uneven` by case how much more often samples had it.
    """
    pairs = _samples_and_redeals(probe, cases, rng, uneven)
    chunks = _chunks(pairs, size * probe.factor)
    probe.judged += demand_even(chunks, ONE_SIDED, "redealt worlds", "sampled worlds")


def _samples_and_redeals(
    probe: Probe, cases: Sequence[Case], rng: Random, uneven: _Excess
) -> Iterator[Pair]:
    for number, case in cycle(enumerate(cases)):
        view = probe.game.view(case.ply.before, case.viewer)
        sampled = probe.game.determinize(view, rng)
        redealt = _redealt(probe, sampled, case.viewer, rng)
        in_sample = _facts_of(probe.game, sampled)
        in_redeal = _facts_of(probe.game, redealt)
        more = in_sample - in_redeal
        less = in_redeal - in_sample
        uneven.update([(number, fact) for fact in more])
        uneven.subtract([(number, fact) for fact in less])
        yield case.viewer, less, more


def _redealt(probe: Probe, sampled: object, viewer: int | None, rng: Random) -> object:
    """Return a redeal of a sampled world; of a declared game, if need be the first random order
    that is possible.
    """
    game = probe.game
    if not probe.redeals_by_declaration or not isinstance(game, DeclaredGame):
        return probe.redealt(sampled, viewer, rng)
    found = (game.redealt(sampled, viewer, rng) for _ in range(MOST_DEALS))
    return next((world for world in found if world is not None), sampled)


def _facts_of(game: AnyGame, state: object) -> Facts:
    """Return all that is in a State."""
    return {*leaves(game.to_json(state))}


def _most_uneven(uneven: _Excess) -> list[int]:
    """Return the numbers of the cases that are most uneven, one for each field."""
    most: dict[str, int] = {}
    by_excess = sorted(uneven.items(), key=lambda item: (abs(item[1]), item[0]))
    for (number, (path, _)), _ in by_excess:
        names = INDEX.sub("", path).split(".")
        field = ".".join(names[:2])
        most[field] = number
    return sorted({*most.values()})


# What is true beside something public, later in the game.


@law("`determinize` does not use a clue, or what was noted of a place.")
def _samples_contradict_nothing_public(probe: Probe) -> None:
    """Demand that samples do not have beside a public fact what was never true beside it."""
    pairs = _never_seen_before(probe)
    chunks = _chunks(pairs, PLAYED * probe.factor)
    probe.judged += demand_even(chunks, ONE_SIDED, "true worlds", "sampled worlds", NEVER)


def _never_seen_before(probe: Probe) -> Iterator[Pair]:
    """Yield what was never true beside something public in the games before, of a true State and of
    a sample of it.
    """
    game = probe.game
    viewers = probe.viewers()
    rng = probe.generator(13)
    known = set[Relation]()
    before = (*probe.spread(VIEWS_SAMPLED // 2), *probe.scouted.glimpses[::3])
    for number, ply in enumerate(before):
        known |= _beside(game, ply.before, viewers[number % len(viewers)])
    for number in count():
        viewer = viewers[number % len(viewers)]
        truth = _played_to_some_point(probe, PLAYED_FROM + number, rng)
        sample = game.determinize(game.view(truth, viewer), rng)
        true = _as_never(_beside(game, truth, viewer) - known)
        sampled = _as_never(_beside(game, sample, viewer) - known)
        yield viewer, true - sampled, sampled - true


def _played_to_some_point(probe: Probe, seed: int, rng: Random) -> object:
    """Return a State of another random game."""
    game = probe.game
    length = min(MOST_PLAYED, len(probe.plies) // len(probe.walks))
    state = game.new_game(probe.seed + seed)
    for _ in range(rng.randrange(length + 1)):
        seats = game.to_act(state)
        if not seats:
            break
        seat = pick(seats, rng)
        state = game.apply(state, game.random_action(state, rng, seat), seat)
    return state


class Relation(NamedTuple):
    """Something hidden, beside something public at the same place."""

    hidden: str
    """The path of what is hidden, without its indices."""
    public: str
    fact: str
    """What is public, if it is compared as a whole; empty if it is compared letter by letter."""
    data: str
    """What is hidden; of a text compared letter by letter, "-" for letters that are not public."""

    @property
    def fields(self) -> str:
        """Which fields it is about, and how it compares them."""
        if self.fact:
            return f"{self.hidden}, together with {self.public},"
        return f"{self.hidden}, letter by letter with {self.public},"


def _as_never(relations: set[Relation]) -> Facts:
    return {(each.fields, "as it never was in earlier games") for each in relations}


def _beside(game: AnyGame, state: object, viewer: int | None) -> set[Relation]:
    """Return what other seats see in this State, and the viewer does not, beside what they see
    there.
    """
    public = _public(game, state, viewer)
    by_place = _by_place(public)
    found = set[Relation]()
    for _, path, data in hidden_facts(game, state, viewer):
        if public.get(path) != data:
            levels = _levels(path)
            for level in levels:
                beside = by_place.get(level.indices, ())
                found.update(_relations(levels[-1].where, data, beside))
    return found


def _public(game: AnyGame, state: object, viewer: int | None) -> dict[str, str]:
    """Return what the viewer sees in this State, by path."""
    return dict(leaves(game.to_json(game.view(state, viewer))))


def _by_place(public: Mapping[str, str]) -> Mapping[tuple[str, ...], Sequence[Fact]]:
    """Return what is public at a place, or among what is kept of it."""
    found = defaultdict[tuple[str, ...], list[Fact]](list)
    for path, data in public.items():
        for level in _levels(path)[-2:]:
            found[level.indices].append(Fact(level.where, data))
    return found


def _relations(hidden: str, data: str, beside: Sequence[Fact]) -> list[Relation]:
    """Return what this hidden thing is beside each of these public ones."""
    found: list[Relation] = []
    is_text = data[0] == "'"
    for fact in beside:
        found.append(Relation(hidden, fact.path, fact.data, data))
        if is_text and fact.data[0] == "'":  # such as all colours that a clue leaves
            letters = [each if each in fact.data else "-" for each in data]
            found.append(Relation(hidden, fact.path, "", "".join(letters)))
    return found


class Level(NamedTuple):
    """The first indices of a path, and the path without them."""

    indices: tuple[str, ...]
    where: str


@cache  # the paths are few
def _levels(path: str) -> tuple[Level, ...]:
    """Return the levels of a path, from one index to all of them."""
    indices = tuple(INDEX.findall(path))
    depths = range(1, len(indices) + 1)
    return tuple([Level(indices[:depth], INDEX.sub("[]", path, depth)) for depth in depths])


# What an action denies.


def _samples_have_nothing_that_an_action_denies(probe: Probe) -> None:
    """Demand that samples do not have, beside an action, what is never true beside it."""
    game = probe.game
    true: Facts = set()
    sampled: list[Facts] = []
    for number, ply in enumerate(probe.scouted.glimpses):
        if number % GLIMPSES == 0:  # of another game
            sampled.append(set())
        for viewer in _concerned(probe, number, ply):
            if viewer != ply.player and _could_be_another(game, ply, viewer):
                continue
            view = game.view(ply.after, viewer)
            world = game.determinize(view, generator(probe.seed, number))
            naming = _Naming(game, ply, viewer)
            true |= naming.beside(ply.after)
            sampled[-1] |= naming.beside(world)
    pairs: list[Pair] = [(None, set(), facts - true) for facts in sampled]
    fault = "samples have what an action denies"
    probe.judged += demand_even([pairs], fault, "true worlds", "sampled worlds")


def _concerned(probe: Probe, number: int, ply: Ply) -> set[int | None]:
    """Return the seats that an action names, and one more viewer; nobody if it names nothing."""
    named = {data for _, data in leaves(probe.game.to_json(ply.action))}
    if not named:
        return set()
    seats = [seat for seat in range(probe.game.players) if str(seat) in named]
    return {*probe.turns(number, 1), *seats}


def _could_be_another(game: AnyGame, ply: Ply, viewer: int | None) -> bool:
    """Return whether the viewer does not see which action this was, nor what it names."""
    others = _without(ply.action, game.legal_actions(ply.before, ply.player))
    return bool(_alike(game, ply, viewer, ply.before, ply.player, others[:ACTIONS_TRIED]))


class _Naming:
    """An action, and what a viewer sees beside what it names."""

    def __init__(self, game: AnyGame, ply: Ply, viewer: int | None) -> None:
        self.game = game
        self.viewer = viewer
        self.kind = type(ply.action).__name__
        self.named = [Fact(*leaf) for leaf in leaves(game.to_json(ply.action))]
        self.numbers = {f"[{fact.data}]" for fact in self.named}
        self.shown = defaultdict[tuple[str, ...], str](str)
        """What is public at each place, and whether that is new."""
        old = _public(game, ply.before, viewer)
        for path, data in _public(game, ply.after, viewer).items():
            levels = _levels(path)
            if levels:
                place = levels[-1]
                when = "still" if data == old.get(path) else "now"
                self.shown[place.indices] += f" where {place.where} is {when} {data}"

    def beside(self, state: object) -> Facts:
        """Return how hidden things of a State relate to the action: what it names lies where this
        is shown.
        """
        found: Facts = set()
        for _, path, data in hidden_facts(self.game, state, self.viewer):
            names = [fact.path for fact in self.named if _is_named(fact.data, data)]
            levels = _levels(path)
            if names and levels:
                indices, where = levels[-1]
                number = " of a number that it names" if indices[0] in self.numbers else ""
                shown = self.shown.get(indices, "")
                place = f"after {self.kind}, {where}{number}{shown},"
                found.update([(place, f"what its field {name!r} says") for name in names])
        return found


def _is_named(named: str, data: str) -> bool:
    """Return whether an action names this, or a part of it."""
    return named == data or (named[0] == data[0] == "'" and named[1:-1] in data)


# What a ply shows.


def _remembered(probe: Probe) -> None:
    """Demand that samples of a View agree with the worlds that are left after what the last ply has
    shown.
    """
    rng = probe.generator(14)
    new_by_kind = defaultdict[type, list[Pair]](list)
    rare = [ply for ply, _ in probe.scouted.rare.values()]
    for ply in probe.visit(once((*probe.chosen, *rare))):
        new = new_by_kind[type(ply.action)]
        chunks = (_pairs_after(probe, ply, rng, new) for _ in range(LEFT_IN_DOUBT))
        _agrees_with_worlds_left(probe, ply.action, chunks)
    for kind, pairs in new_by_kind.items():
        _agrees_with_worlds_left(probe, kind.__name__, [pairs])


@law("The View forgets what a ply has shown, or `determinize` does not use it.")
def _agrees_with_worlds_left(probe: Probe, what: object, chunks: Iterable[Iterable[Pair]]) -> None:
    """Demand that samples agree with earlier worlds, played on to the same View."""
    fault = f"samples forget what {what} has shown"
    probe.judged += demand_even(chunks, fault, "earlier worlds played on", "sampled worlds", MORE)


def _pairs_after(probe: Probe, ply: Ply, rng: Random, new: list[Pair]) -> Iterator[Pair]:
    """Yield pairs of a world that is left and a sample, for each viewer; note what is in no other
    world that is left.
    """
    game = probe.game
    for viewer in probe.viewers():
        view = game.view(ply.after, viewer)
        left = _left(game, ply, viewer, rng)
        sampled = [game.determinize(view, rng) for _ in left]
        new += _in_no_other(game, viewer, left, sampled)
        for world, sample in zip(left, sampled, strict=True):
            yield viewer, *differing_facts(game, viewer, world, sample)


def _in_no_other(
    game: AnyGame, viewer: int | None, left: list[object], sampled: list[object]
) -> Iterator[Pair]:
    """Yield what is in every other world that is left, or in its sample, and in none between."""
    known = set[tuple[int, str, str]]()
    for world in left[::2]:
        known |= hidden_facts(game, world, viewer)
    for world, sample in zip(left[1::2], sampled[1::2], strict=True):
        one = _as_new(hidden_facts(game, world, viewer) - known)
        other = _as_new(hidden_facts(game, sample, viewer) - known)
        yield viewer, one - other, other - one


def _as_new(facts: set[tuple[int, str, str]]) -> Facts:
    return {(INDEX.sub("[]", path), "as in no other world") for _, path, _ in facts}


def _left(game: AnyGame, ply: Ply, viewer: int | None, rng: Random) -> list[object]:
    """Return worlds that are left after what a ply has shown to the viewer.

    There are none if it shows nothing, or too much, or if the viewer does not see which action it
    is, or could not see the next.
    """
    if _could_be_followed_unseen(game, ply, viewer):
        return []
    left: list[object] = []
    before = game.view(ply.before, viewer)
    for number in range(MOST_TRIED):
        world = game.determinize(before, rng)
        legal = game.legal_actions(world, ply.player)
        done = {ply.action}.intersection(legal)
        found = _alike(game, ply, viewer, world, ply.player, done)
        if viewer != ply.player:
            others = some(legal, ACTIONS_TRIED, rng)
            if _alike(game, ply, viewer, world, ply.player, _without(ply.action, others)):
                return []
        left += found
        if len(left) == MOST_LEFT:
            return left
        shows_nothing = len(left) == number + 1
        if number == FEWEST_TRIED and (shows_nothing or not left):
            return []
    return left


def _without(action: object, actions: Iterable[object]) -> list[object]:
    return [each for each in actions if each != action]


def _could_be_followed_unseen(game: AnyGame, ply: Ply, viewer: int | None) -> bool:
    """Return whether the next action of another seat may change nothing for the viewer."""
    for seat in game.to_act(ply.after):
        if seat != viewer:
            first = game.legal_actions(ply.after, seat)[:1]
            if _alike(game, ply, viewer, ply.after, seat, first):
                return True
    return False


def _alike(
    game: AnyGame,
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
    found = []
    for action in actions:
        after = game.apply(state, action, seat)
        if game.view(after, viewer) == view:
            found.append(after)
    return found
