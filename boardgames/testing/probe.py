"""The game under test, positions from its random games, and worlds that one seat cannot
tell apart.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from boardgames.core.chance import generator, pick
from boardgames.core.errors import describe_exception, quoted
from boardgames.core.values import value
from boardgames.kit.declared_game import DeclaredGame
from boardgames.scene.events import Event, PieceMove
from boardgames.testing.law import AnyGame, Violation, viewer_name

Redeal: TypeAlias = Callable[[Any, int | None, Random], object]
"""Returns a State in which cards that the seat (None: a spectator) cannot see have been redealt at
random.
"""
Ways: TypeAlias = Callable[[Any, Any, int], "Fraction | int"]
"""Returns in how many physical ways a seat can do an action: `ways(state, action, seat)`."""
Possible: TypeAlias = Callable[[Any], bool]
"""Returns whether a State could have been dealt and played."""

EventForm: TypeAlias = tuple[type, tuple[object, ...]]
"""A type of Event, and of what form its fields are."""


@runtime_checkable
class OffersSmall(Protocol):
    """A game that offers a tiny variant of itself."""

    def small(self) -> AnyGame:
        """Return a variant with a few deals, and some hundred States at most."""


P = TypeVar("P", "Ply", "OtherWorld")
T = TypeVar("T")

THOROUGH = 5
"""The factor by which a thorough check multiplies games, positions, samples and deals."""
ACTIONS_TRIED = 12
"""Maximum number of legal actions of a position that are tried."""
SCOUTED = 10
"""Number of games searched for rare phases and actions, per game that is kept."""
MOST_RARE = 30
"""Maximum number of positions that are examined because their phase or action is rare."""
CHANGES, ROUND = "changes", "round"
OPTIONAL = (CHANGES, ROUND)
"""Features that are included while there is room, the rarest first: a change of a field, and a
round.
"""
FEWER = ", fewer"
"""The end of the name of a feature: a field loses entries, and what was known of them is easily
forgotten.
"""
MOST_EMPTYING = 80
"""Number of plies that are kept for each of these."""
GLIMPSES = 12
"""Number of plies that are kept of another game, from all parts of it."""
MANY = 3
"""From this number on, numbers of pieces or of equal pieces are of the same form."""
FEW = 8
"""Each member of an Enum with at most so many is a form of its own."""
VIEWS_SAMPLED = 600
"""Number of Views, from anywhere in the games, that must have a world."""
VIEWERS = 4
"""Number of viewers of a State whose worlds are compared; the next State takes the next viewers."""
WORLDS = 4
"""Number of worlds per View from each source: the game's sampler, and the caller's `worlds`."""
SEARCHED_SEED = 6_051_174_302_719
"""A seed unlikely to appear as any other value."""
REDEALS = 1_000
"""Number of the first generator for the caller's `worlds`."""


class Where(NamedTuple):
    """A place in a random game: before a ply, or after it."""

    seed: int
    ply: int
    """Counted from 1."""
    is_after: bool = False

    def __str__(self) -> str:
        """Return "seed 0, ply 4"."""
        return f"seed {self.seed}, ply {self.ply}{', after it' if self.is_after else ''}"

    @property
    def state(self) -> str:
        """How the State at this place is called, of the Ply `ply`."""
        return "ply.after" if self.is_after else "ply.before"


@value
class Ply:
    """One action of a random game, with the States before and after it."""

    before: object
    player: int
    action: object
    after: object
    place: Where

    def told(self, game: AnyGame, viewer: int | None) -> tuple[str, ...]:
        """Return the lines that a viewer is told."""
        return game.words.tell(self.before, self.player, self.action, self.after, viewer)


@value
class OtherWorld:
    """A State that this viewer should not be able to distinguish from the true one."""

    truth: object
    viewer: int | None
    view: object
    """The viewer's View of the true State."""
    state: object
    seen: object
    """The viewer's View of this State; the check "views" demands that it equals `view`."""
    redealt: bool
    """Whether it comes from the caller's `worlds` rather than the game's `determinize`."""
    place: Where
    """The place of the true State."""
    made: str
    """How this State is made, in Python: from `game` and the Ply `ply`."""

    @property
    def source(self) -> str:
        """Where it comes from: "sampled" or "redealt"."""
        return "redealt" if self.redealt else "sampled"


class Station(NamedTuple):
    """A State of which worlds are made."""

    state: object
    place: Where


class Sampled(NamedTuple):
    """A ply, and a world sampled from what a viewer sees after it."""

    ply: Ply
    viewer: int | None
    world: object


class Scouted:
    """What comes up in many random games, those that are kept and others: noted ply by ply."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.rare: dict[str, tuple[Ply, int]] = {}
        """By feature: the first ply that has it, and the number of such plies."""
        self.eventful: dict[EventForm, Ply] = {}
        """By each form of an Event in the games that are not kept: the first ply with it."""
        self.holding: list[Ply] = []
        """For each type of Event and piece that its seat has got before, in these games: the first
        ply with both.
        """
        self.varied: dict[object, Ply] = {}
        """By types of Events and changed fields of the State, in these games: the first ply with
        all of them.
        """
        self.glimpses: list[Ply] = []
        """Some plies from all parts of the games that are not kept, as many of each."""
        self.last: list[Ply] = []
        """The last ply of each game."""
        self.emptying: dict[str, list[Ply]] = {}
        """By field of the State that loses entries: the first plies in which it does."""
        self._got = defaultdict[int | None, set[str]](set)
        """By seat: the pieces that have come to it in this game."""
        self._held = defaultdict[type, set[str]](set)
        """By type of event: the pieces that its seats have got before, in any game."""

    def begin_game(self) -> None:
        """Begin another game, in which nobody has got anything yet."""
        self._got.clear()

    def note(self, ply: Ply, happened: Sequence[Event]) -> None:
        """Note this ply, and what happened in it, as far as it was recorded."""
        known = features(self.game, ply)
        if happened:
            changed = [feature for feature in known if feature.startswith(CHANGES)]
            self.varied.setdefault((frozenset(map(type, happened)), *changed), ply)
        for feature in known:
            first, count = self.rare.get(feature, (ply, 0))
            self.rare[feature] = first, count + 1
            if feature.endswith(FEWER):
                emptying = self.emptying.setdefault(feature, [])
                if len(emptying) < MOST_EMPTYING:
                    emptying.append(ply)
        for event in happened:
            self._note_event(ply, event)

    def _note_event(self, ply: Ply, event: Event) -> None:
        self.eventful.setdefault(event_form(event), ply)
        held = self._held[type(event)]
        new = self._got[getattr(event, "seat", -1)] - held
        if new:
            held |= new
            self.holding.append(ply)
        for change in event.changes():
            if isinstance(change, PieceMove) and change.piece is not None and change.target:
                self._got[change.target.seat].add(change.piece)


class _Cover:
    """Plies that have the rare features, the rarest first."""

    def __init__(self, game: AnyGame, rare: Mapping[str, tuple[Ply, int]]) -> None:
        self.game = game
        self.plies: list[Ply] = []
        self._covered = set[str]()
        rarest_first = sorted(rare.items(), key=lambda each: each[1][1])
        self._rarest_first = [
            (feature, ply) for feature, (ply, _) in rarest_first if FEWER not in feature
        ]

    def add(self, most: int, *, optional: bool) -> None:
        """Add plies until there are so many, for the features that are optional or not."""
        for feature, ply in self._rarest_first:
            is_wanted = feature.startswith(OPTIONAL) == optional
            if is_wanted and feature not in self._covered and len(self.plies) < most:
                self.plies.append(ply)
                self._covered.update(features(self.game, ply))


@dataclass
class Probe:
    """A game, and how thoroughly to examine it; one that declares who sees what has `redeal` and
    `possible` itself.
    """

    game: AnyGame
    games: int = 4
    """Number of random games to play and keep."""
    positions: int = 12
    """Number of their positions to examine closely, besides those that cover every phase and type
    of action.
    """
    longest: int = 10_000
    """Plies after which a random game counts as endless."""
    seed: int = 0
    redeal: Redeal | None = None
    possible: Possible | None = None
    thorough: bool = False
    """Whether games, positions, samples and deals are five times as many."""
    small: AnyGame | None = None
    """A tiny variant of the game, given by the caller."""
    ways: Ways | None = None
    """In how many physical ways a seat can do an action, given by the caller."""
    place: Where | None = None
    """The place of the ply or world that is being examined, for the message of a fault."""
    judged: int = 0
    """How many numbers were compared with others, to tell coincidence from a fault."""
    reported: set[type] = field(default_factory=set)
    """The types of Events that the check of events has met."""
    redeals_by_declaration: bool = False
    """Whether redeals come from what the game declares, not from the caller."""
    uneven_redeals: tuple[int, int] = 0, 0
    """Of how many Views redeals are not known to be as likely as in the deal, and of how many it
    was asked.
    """
    whole: str = ""
    """Of which game everything was looked at, in words."""
    too_large: str = ""
    """Why not everything was looked at in the tiny variant."""
    not_shown: tuple[str, ...] = ()
    """What the tiny variant does not show of the game: a sentence each."""

    def __post_init__(self) -> None:
        """Multiply the numbers, and ask the game for what it declares."""
        self.factor = THOROUGH if self.thorough else 1
        self.games *= self.factor
        self.positions *= self.factor
        if isinstance(self.game, DeclaredGame):
            self.redeals_by_declaration = self.redeal is None
            self.redeal = self.redeal or self.game.worlds
            self.possible = self.possible or self.game.possible

    @property
    def has_tiny_variant(self) -> bool:
        """Whether the caller or the game offers a tiny variant."""
        return self.small is not None or isinstance(self.game, OffersSmall)

    @cached_property
    def tiny_variant(self) -> AnyGame | None:
        """The tiny variant that the caller or the game offers."""
        if self.small is None and isinstance(self.game, OffersSmall):
            return self.game.small()
        return self.small

    def visit(self, items: Iterable[P]) -> Iterator[P]:
        """Yield these plies or worlds, and remember the place of the current one."""
        for item in items:
            self.place = item.place
            yield item
            self.place = None

    def generator(self, number: int = 0) -> Random:
        """Return a generator for a check's own choices."""
        return generator(self.seed, number)

    def viewers(self) -> tuple[int | None, ...]:
        """Return all seats and the spectator."""
        return (*range(self.game.players), None)

    def turns(self, place: int, most: int) -> tuple[int | None, ...]:
        """Return this many viewers for the position with this index, such that all viewers get
        their turn.
        """
        viewers = self.viewers()
        return tuple(
            {viewers[(place + turn) % len(viewers)]: None for turn in range(most * self.factor)}
        )

    @cached_property
    def walks(self) -> tuple[tuple[Ply, ...], ...]:
        """The random games, ply by ply."""
        return tuple(
            tuple(walk(self.game, self.seed + number, longest=self.longest))
            for number in range(self.games)
        )

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """Every ply of all the games."""
        return tuple(chain.from_iterable(self.walks))

    @cached_property
    def listed(self) -> tuple[object, ...]:
        """Every action that is legal anywhere in these games, or taken at a chosen ply, once."""
        actions: dict[object, None] = {}
        for ply in self.plies:
            legal = self.game.legal_actions(ply.before, ply.player)
            actions.update(dict.fromkeys(legal))
        actions.update(dict.fromkeys([ply.action for ply in self.chosen]))
        return tuple(actions)

    def spread(self, most: int) -> tuple[Ply, ...]:
        """Return all plies, or about this many of them, evenly from all games."""
        return self.plies[:: max(1, len(self.plies) // (most * self.factor))]

    @cached_property
    def scouted(self) -> Scouted:
        """What comes up in these games and ten times as many others."""
        found = Scouted(self.game)
        recording = copy(self.game)
        happened: list[Event] = []
        recording.recorder = happened
        for number in range((1 + SCOUTED) * self.games):
            is_kept = number < self.games
            seed = self.seed + number
            walked = self.walks[number] if is_kept else walk(recording, seed, longest=self.longest)
            plies: list[Ply] = []
            found.begin_game()
            for ply in walked:
                plies.append(ply)
                found.note(ply, happened)
                happened.clear()
            found.last.append(plies[-1])
            if not is_kept:
                parts = range(1, GLIMPSES + 1)
                places = [len(plies) * part // (GLIMPSES + 1) for part in parts]
                found.glimpses.extend([plies[place] for place in places])
        return found

    @cached_property
    def chosen(self) -> tuple[Ply, ...]:
        """Plies with every phase and type of action that occurs, with rare rounds and changes, and
        others evenly.
        """
        rare = _Cover(self.game, self.scouted.rare)
        rare.add(MOST_RARE, optional=False)
        room = len(rare.plies) + self.positions
        rare.add(room - self.positions // 2, optional=True)
        evenly = _evenly(self.plies, room - len(rare.plies))
        return tuple(once((*evenly, *rare.plies)))

    @cached_property
    def sampled(self) -> tuple[Sampled, ...]:
        """Plies from anywhere in the games, each with a viewer and a world sampled from their View
        after it.
        """
        viewers = self.viewers()
        total = len(self.plies) * len(viewers)
        step = total // (VIEWS_SAMPLED * self.factor) + 1
        if step % len(viewers) == 0:
            step += 1  # so that all viewers get their turn
        found: list[Sampled] = []
        for number, place in enumerate(range(0, total, step)):
            ply = self.plies[place // len(viewers)]
            viewer = viewers[place % len(viewers)]
            self.place = ply.place
            found.append(Sampled(ply, viewer, self._sample(ply, viewer, number)))
        self.place = None
        return tuple(found)

    def _sample(self, ply: Ply, viewer: int | None, number: int) -> object:
        """Return a world of the viewer's View after a ply; raise a `Violation` if there is none."""
        view = self.game.view(ply.after, viewer)
        rng, drawn = self._drawn(number)
        try:
            return self.game.determinize(view, rng)
        except Exception as error:
            raise Violation(
                f"no world for the View of {viewer_name(viewer)} after {ply.action}:"
                f" {describe_exception(error, type(self.game))}",
                "samples",
                ask=f"game.determinize(game.view(ply.after, {viewer}), {drawn})",
            ) from error

    @cached_property
    def stations(self) -> tuple[Station, ...]:
        """The States before the chosen plies, and the last of twice as many games as are kept."""
        begun = [Station(ply.before, ply.place) for ply in self.chosen]
        last = self.scouted.last[: 2 * self.games]
        ended = [Station(ply.after, ply.place._replace(is_after=True)) for ply in last]
        return (*begun, *ended)

    @cached_property
    def worlds(self) -> tuple[OtherWorld, ...]:
        """Worlds of every viewer's View of these States: sampled by the game, and redealt by the
        caller's `worlds`.
        """
        found: list[OtherWorld] = []
        for number, station in enumerate(self.stations):
            for viewer in self.turns(number, VIEWERS):
                found += self._worlds_of(station, viewer)
        return tuple(found)

    def _worlds_of(self, station: Station, viewer: int | None) -> Iterator[OtherWorld]:
        truth, place = station
        view = self.game.view(truth, viewer)

        def world(state: object, made: str, *, redealt: bool) -> OtherWorld:
            seen = self.game.view(state, viewer)
            return OtherWorld(truth, viewer, view, state, seen, redealt, place, made)

        for number in range(WORLDS * self.factor):
            rng, drawn = self._drawn(number)
            sampled = self.game.determinize(view, rng)
            made = f"game.determinize(game.view({place.state}, {viewer}), {drawn})"
            yield world(sampled, made, redealt=False)
            if self.redeal is not None:
                rng, drawn = self._drawn(REDEALS + number)
                redealt = self.redealt(truth, viewer, rng)
                made = f"worlds({place.state}, {viewer}, {drawn})"
                yield world(redealt, made, redealt=True)

    def _drawn(self, number: int) -> tuple[Random, str]:
        """Return a generator, and how it is made, in Python."""
        return generator(self.seed, number), f"generator({self.seed}, {number})"

    def redealt(self, truth: object, viewer: int | None, rng: Random) -> object:
        """Return a State from the caller's `worlds`; raise a `Violation` if that fails."""
        return self._asked("views", "worlds", type(truth), self.redeal, truth, viewer, rng)

    def is_possible(self, state: object) -> bool:
        """Return the result of the caller's `possible` for this State; raise a `Violation` if that
        fails.
        """
        return bool(self._asked("samples", "possible", bool, self.possible, state))

    def _asked(
        self, check: str, name: str, wanted: type, function: Any, *arguments: object
    ) -> object:
        """Return the result of a function of the caller; an error in it is not blamed on
        the game.
        """
        try:
            found = function(*arguments)
        except (Exception, SystemExit) as error:
            owner = function if hasattr(function, "__name__") else type(function)
            raise Violation(
                f"{name} {describe_exception(error, owner)}", check, raised=True
            ) from error
        if not isinstance(found, wanted):
            raise Violation(f"{name} returned {quoted(found)}, not a {wanted.__name__}", check)
        return found

    @cached_property
    def twins(self) -> tuple[OtherWorld, ...]:
        """The worlds in which the viewer's View is indeed the same."""
        return tuple(world for world in self.worlds if world.seen == world.view)


def _evenly(plies: Sequence[Ply], most: int) -> list[Ply]:
    """Return so many of these plies, or all, from the first to the last."""
    count = min(most, len(plies))
    last = len(plies) - 1
    steps = max(1, count - 1)
    return [plies[number * last // steps] for number in range(count)]


def once(plies: Iterable[Ply]) -> list[Ply]:
    """Return each of these plies once, in their order."""
    return [*{id(ply): ply for ply in plies}.values()]


def features(game: AnyGame, ply: Ply) -> tuple[str, ...]:
    """Return phase (or `position` without numbers), type of action, whether several may act, round,
    changed fields.
    """
    phase = getattr(ply.before, "phase", None)
    if phase is None:
        phase = re.sub(r"\d+", "#", game.words.position(ply.before))
    several = len(game.to_act(ply.before)) > 1
    zones: list[str] = []
    if isinstance(game, DeclaredGame):
        zones.append(f"zones {game.visibility.situation(ply.before)}")
    changed = _changed(ply.before, ply.after, depth=2)
    return (
        f"phase {phase}, several to act: {several}",
        f"action {type(ply.action).__name__}",
        *zones,
        f"{ROUND} {game.round(ply.before)}",
        *[f"{CHANGES} {name}" for name in changed],
    )


def _changed(before: Any, after: Any, depth: int) -> Iterator[str]:
    """Yield the names of the fields that differ, and of differing fields of their parts; also if
    entries are lost.
    """
    if not depth or type(before) is not type(after) or not is_dataclass(before):
        return
    for name in before.__dataclass_fields__:
        old = getattr(before, name)
        new = getattr(after, name)
        if old is new or old == new:
            continue
        yield name
        if isinstance(old, tuple) and sum(map(bool, old)) > sum(map(bool, new)):
            yield name + FEWER
        for inner in _changed(old, new, depth - 1):
            yield f"{name}.{inner}"


def event_form(event: Any) -> EventForm:
    """Return the type of an Event, and for each field whether it is empty, how large, and how many
    are equal.
    """
    shapes = [_shape(getattr(event, name)) for name in event.__dataclass_fields__]
    return type(event), tuple(shapes)


def _shape(value: object) -> object:
    if isinstance(value, tuple):
        most_alike = max([value.count(each) for each in value], default=0)
        return min(len(value), MANY), min(most_alike, MANY)
    is_simple = value is None or isinstance(value, bool)
    is_one_of_few = isinstance(value, Enum) and len(type(value)) <= FEW
    return value if is_simple or is_one_of_few else not value


def walk(game: AnyGame, seed: int, *, longest: int) -> Iterator[Ply]:
    """Play a random game, with random ones of the seats that may act.

    Raises a `Violation` if it does not end in time.
    """
    rng = generator(seed, 1)
    state = game.new_game(seed)
    if not game.to_act(state):
        raise Violation(f"the game with seed {seed} is over before it begins", "ends")
    for number in range(1, longest + 1):
        seats = game.to_act(state)
        if not seats:
            return
        player = pick(seats, rng)
        action = game.random_action(state, rng, player)
        after = game.apply(state, action, player)
        yield Ply(state, player, action, after, Where(seed, number))
        state = after
    raise Violation(f"the random game with seed {seed} is not over after {longest} plies", "ends")


def ply_at(game: AnyGame, seed: int, ply: int) -> Ply:
    """Return this ply, counted from 1, of the random game that the checks play with this seed."""
    return next(islice(walk(game, seed, longest=ply), ply - 1, None))


def play_on(game: AnyGame, state: object, rng: Random, most: int) -> bool:
    """Return whether a random game from this State on is over after at most so many plies."""
    for _ in range(most):
        seats = game.to_act(state)
        if not seats:
            return True
        state = game.apply(state, game.random_action(state, rng, seats[-1]), seats[-1])
    return not game.to_act(state)


def some(items: tuple[T, ...], most: int, rng: Random) -> list[T]:
    """Return all items, or this many of them at random."""
    return list(items) if len(items) <= most else rng.sample(items, most)


def burn_global_generator() -> None:
    """Change the state of Python's global generator."""
    for _ in range(1000):
        random.random()  # noqa: S311  # for its side effect
