"""Actions, Views and payoffs as numbers, for learning libraries; needs only the standard library.

A game need not be able to list all actions that it ever has. So an action's number is a hash of its
notation, the same in every process and release, and nearly always in every position: if two legal
actions hash to the same slot, the later one takes the next free slot. So the numbers reveal nothing
beyond the legal actions. Within a position, each number is one action; actions that are legal in
different positions may share a number. With the default sizes this affects up to a third of the
numbers; with eight times as many slots, few.

The leaves of a View vary in number. Each leaf of its JSON is hashed into a vector: a number counts
under its path, a string under its path and the string. That works for any game; two leaves may hash
to the same entry and add up. An encoding of the View written for a particular game can be better.

The default numbers of slots and entries are found by playing a few games with fixed seeds. A
trained model depends on both sizes, so pass them explicitly if you keep models across releases.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import chain
from math import fsum
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    SupportsInt,
    TypeAlias,
    get_args,
    get_origin,
    get_type_hints,
)
from zlib import crc32

from boardgames.contract.game import A, Game
from boardgames.core.action import Action
from boardgames.core.chance import generator
from boardgames.core.codec import JSON, Bounds, CountsOf, to_json
from boardgames.core.errors import ConfigurationError, IllegalActionError, quoted
from boardgames.core.outcome import Outcome
from boardgames.core.values import ComputedDict

BOUND = 1000.0
"""Entries of a vector are between this and its negative."""
SAMPLED_GAMES = 12
"""Number of random games whose actions are counted to find the sizes."""
VIEWED_GAMES = 3
"""Number of these games whose Views are examined, too, which takes longer."""
SAMPLED_VIEWS = 8
"""One in this many of their Views is examined."""
LONGEST_SAMPLE = 2000
"""Maximum number of decisions played in such a game."""
ROOM = 2
"""The sizes are powers of 2, at least this many times what these games needed."""
SMALLEST = 16
"""The smallest size."""
KEPT = 1 << 12
"""Maximum number of cached actions, and of cached values of each part of a View."""

Payoffs: TypeAlias = Literal["victory", "score"]
"""The aim of a game: the utility of its outcome (mostly the share of the victory), or points."""

Entries: TypeAlias = "tuple[bytes, Sequence[float]]"
"""Positions in a vector (int64, in bytes that NumPy reads in place), and the number at each."""


class Encoding:
    """The encoding of one game.

    `slots` is the number of action numbers, `features` the length of a View's vector.
    """

    def __init__(
        self, game: Game[Any, Any, Any], *, slots: int | None = None, features: int | None = None
    ) -> None:
        """Find or check the sizes (None: as large as the game needs).

        Raises `ConfigurationError` if a size is not a whole number of 1 or more.
        """
        for size in (slots, features):
            if size is not None and (type(size) is not int or size < 1):
                raise ConfigurationError(
                    f"slots and features are whole numbers of 1 or more, not {size!r}"
                )
        if slots is None or features is None:
            needed = _sizes(game)
            slots = slots or needed.slots
            features = features or needed.features
        self.game = game
        self.slots = slots
        self.features = features
        self._known: dict[int, int] = {}
        """Slots by the `id` of actions."""
        self._held: list[Action] = []
        """References to these actions, so that their ids are not reused."""
        self._plans: dict[type, _Fields] = {}

    def __reduce__(self) -> tuple[Callable[..., Encoding], tuple[Game[Any, Any, Any]]]:
        # Copies have only the game and the sizes: elsewhere, the ids of actions are meaningless.
        return partial(type(self), slots=self.slots, features=self.features), (self.game,)

    def numbered(self, actions: Sequence[A]) -> dict[int, A]:
        """Return the legal actions of a position by their numbers.

        Raises `ConfigurationError` if there are more of them than slots.
        """
        # By id: games share their actions, and looking them up by value would cost more than all
        # the rest.
        known = self._known
        try:
            numbered = {known[id(action)]: action for action in actions}
        except KeyError:
            numbered = {self._number(action): action for action in actions}
        if len(numbered) == len(actions):
            return numbered
        if len(actions) > self.slots:
            raise ConfigurationError(f"there are more legal actions than the {self.slots} slots")
        numbered = {}
        for action in actions:
            free = self._number(action)
            while free in numbered:
                free = (free + 1) % self.slots
            numbered[free] = action
        return numbered

    def _number(self, action: Action) -> int:
        if (slot := self._known.get(id(action))) is None:
            if len(self._known) >= KEPT:
                self._known.clear()
                self._held.clear()
            slot = self._known[id(action)] = _slot(str(action), self.slots)
            self._held.append(action)
        return slot

    def entries(self, view: object) -> Entries:
        """Return the positions and numbers of a View in its vector; repeated positions add up."""
        if (plan := self._plans.get(type(view))) is None:
            plan = self._plans[type(view)] = _Fields(type(view), "", self.features)
        return plan(view)

    def vector(self, view: object) -> dict[int, float]:
        """Return the entries of a View's vector that are not 0."""
        positions, numbers = self.entries(view)
        entries: dict[int, float] = {}
        for position, number in zip(memoryview(positions).cast("q"), numbers, strict=True):
            entries[position] = entries.get(position, 0.0) + number
        return {
            position: max(-BOUND, min(BOUND, number))
            for position, number in entries.items()
            if number
        }


def chosen(actions: Mapping[int, A], number: SupportsInt) -> A:
    """Return the legal action with this number; raise `IllegalActionError` if there is none."""
    given: object = number
    with suppress(TypeError, ValueError, OverflowError):
        if int(number) == number:
            given = int(number)  # NumPy's numbers have another repr
    action = actions.get(given) if isinstance(given, int) else None
    if action is None:
        first = sorted(actions)[:5]
        examples = ", ".join([f"{example} ({actions[example]})" for example in first])
        raise IllegalActionError(
            f"no legal action has the number {quoted(given)}; there are {len(actions)}, such as"
            f" {examples}"
        )
    return action


def payoffs(
    game: Game[Any, Any, Any], outcome: Outcome | None, by: Payoffs = "victory"
) -> tuple[float, ...]:
    """Return the payoff of each seat after this outcome: its utility by victory, its points by
    score; 0 for None.

    In a game of constant sum it is the difference from the mean, so that payoffs add up to 0: with
    three players the winner gets 2/3, the others -1/3 each; with two teams of two, the winners get
    1/2 each. Where one team has more seats than another, each of them gets less, in proportion.
    """
    if outcome is None:
        return (0.0,) * game.players
    worth = outcome.scores if by == "score" else outcome.utility
    if game.utility_type != "constant_sum":
        return tuple(map(float, worth))
    if by == "score" or not outcome.teams:
        mean = fsum(worth) / game.players
        return tuple([value - mean for value in worth])
    values = [0.0] * game.players
    teams = len(outcome.teams)
    mean = 1 / teams
    mean_size = game.players / teams
    for team in outcome.teams:
        for seat in team:
            values[seat] = (worth[seat] - mean) * mean_size / len(team)
    return tuple(values)


def leaves(path: str, data: JSON) -> Iterator[tuple[str, float]]:
    """Yield the path and number of everything in the JSON that carries information."""
    if isinstance(data, dict):
        for name, member in data.items():
            yield from leaves(f"{path}.{name}", member)
    elif isinstance(data, list):
        yield f"{path}[]", len(data)  # otherwise a 0 at its end would go unnoticed
        for index, item in enumerate(data):
            yield from leaves(f"{path}[{index}]", item)
    elif isinstance(data, (int, float)):
        yield path, data
    else:
        yield f"{path}={data}", 1


_Fetch: TypeAlias = Callable[[object], tuple[tuple[int, ...], list[float], list[object]]]
"""Returns the lengths in a value, its numbers, and its other fields."""
KnownEncoding: TypeAlias = ComputedDict[Any, Entries]
"""Caches the entries of values: most of a View stays the same between decisions."""


def _joined(
    positions: bytes, numbers: list[float], values: Iterable[object], parts: Iterable[KnownEncoding]
) -> Entries:
    """Return these entries and those of each value, encoded by the part with the same index;
    extends `numbers`.
    """
    joined = [positions]
    for value, known in zip(values, parts, strict=False):
        try:
            where, what = known[value]
        except TypeError:  # not hashable
            where, what = known.make(value)
        joined.append(where)
        numbers += what
    return b"".join(joined), numbers


class _Fields:
    """Encodes a dataclass; its fields are found once, by their type hints.

    Most of a View is numbers and tuples of numbers. One function, generated for the class, fetches
    them all, together with the lengths of these tuples; the positions of the numbers depend only on
    these. All other fields are parts, encoded separately. For `turn: int`, `scores: tuple[int,
    ...]` and `gifts: tuple[Gift, ...]`, the function is

        lambda value: ((len(value.scores), ), [value.turn, *value.scores], [value.gifts])

    and the length 2 has the paths .turn, .scores[0] and .scores[1], and the implied .scores[],
    which is 2.
    """

    def __init__(self, cls: object, path: str, size: int) -> None:
        self.size = size
        self.fixed: list[str] = []
        """The paths of the numbers that are always there."""
        self.sized: list[tuple[str, Sequence[str]]] = []
        """For tuples of any length: their path, and the suffixes after the index in the paths of an
        item's numbers.
        """
        self.parts: list[KnownEncoding] = []
        """The encoders of all other fields, in order."""
        self.layouts = ComputedDict(self._layout, KEPT)
        """By lengths: the positions of all numbers and of the lengths, and the lengths."""
        # The expressions of the function.
        lengths: list[str] = []
        fixed: list[str] = []
        sized: list[str] = []
        others: list[str] = []
        for name, hint, place in _leaf_fields(cls, path):
            value, item = f"value.{name}", _item(hint)
            if hint in (int, float, bool):
                fixed.append(value)
                self.fixed.append(place)
            elif kinds := _kinds(hint):
                fixed.append(f"*{value}")
                self.fixed += [f"{place}.{kind}" for kind in kinds]
            elif item is int:
                lengths.append(f"len({value}), ")
                sized.append(f"*{value}")
                self.sized.append((place, [""]))
            elif kinds := _kinds(item):
                lengths.append(f"len({value}), ")
                sized.append(f"*chain({value})")
                self.sized.append((place, [f".{kind}" for kind in kinds]))
            else:
                others.append(value)
                self.parts.append(_part(hint, place, size))
        numbers = ", ".join([*fixed, *sized])
        text = f"lambda value: (({''.join(lengths)}), [{numbers}], [{', '.join(others)}])"
        self.fetch: _Fetch = eval(text, {"chain": chain.from_iterable})  # noqa: S307  # its text comes from the class

    def __call__(self, value: object) -> Entries:
        lengths, numbers, others = self.fetch(value)
        positions, implied = self.layouts[lengths]
        numbers += implied
        return _joined(positions, numbers, others, self.parts) if others else (positions, numbers)

    def _layout(self, lengths: tuple[int, ...]) -> Entries:
        paths = [*self.fixed]
        for (place, suffixes), length in zip(self.sized, lengths, strict=True):
            for index in range(length):
                paths += [f"{place}[{index}]{suffix}" for suffix in suffixes]
        paths += [f"{place}[]" for place, _ in self.sized]
        return _packed(paths, self.size), lengths


class _Each:
    """Encodes a tuple of structured values, each separately."""

    def __init__(self, hint: object, path: str, size: int) -> None:
        self.hint = hint
        self.path = path
        self.size = size
        self.length = _packed([f"{path}[]"], size)
        self.parts: list[KnownEncoding] = []

    def __call__(self, value: Sequence[object]) -> Entries:
        while len(self.parts) < len(value):
            self.parts.append(_part(self.hint, f"{self.path}[{len(self.parts)}]", self.size))
        return _joined(self.length, [len(value)], value, self.parts)


def _of_json(hint: object, path: str, size: int, value: object) -> Entries:
    paths: list[str] = []
    numbers: list[float] = []
    for leaf, number in leaves(path, to_json(value, hint)):
        paths.append(leaf)
        numbers.append(number)
    return _packed(paths, size), numbers


def _packed(paths: Iterable[str], size: int) -> bytes:
    return array("q", [_slot(path, size) for path in paths]).tobytes()


def _leaf_fields(cls: Any, path: str, prefix: str = "") -> Iterator[tuple[str, object, str]]:
    """Yield the name, type and path of every field, those of nested dataclasses as
    `turn.player`.
    """
    hints = get_type_hints(cls, include_extras=True)
    for member in fields(cls):
        hint = hints[member.name]
        place = f"{path}.{member.name}"
        if is_dataclass(hint):
            yield from _leaf_fields(hint, place, f"{prefix}{member.name}.")
        else:
            yield f"{prefix}{member.name}", hint, place


def _part(hint: object, path: str, size: int) -> KnownEncoding:
    item = _item(hint)
    if is_dataclass(hint):
        return ComputedDict(_Fields(hint, path, size), KEPT)
    if is_dataclass(item) or get_origin(item) in (tuple, Annotated):
        return ComputedDict(_Each(item, path, size), KEPT)
    return ComputedDict(partial(_of_json, hint, path, size), KEPT)


def _item(hint: object) -> object:
    """Return the hint of the items of a `tuple[T, ...]`, without bounds; None for anything else."""
    arguments = get_args(hint)
    if get_origin(hint) is not tuple or arguments[1:] != (Ellipsis,):
        return None
    item, *_ = arguments
    if get_origin(item) is Annotated:
        plain, note, *_ = get_args(item)
        if isinstance(note, Bounds):
            return plain
    return item


def _kinds(hint: object) -> Sequence[str]:
    """Return the names of the kinds that a tuple of numbers counts; empty for anything else."""
    if get_origin(hint) is not Annotated:
        return ()
    _, note, *_ = get_args(hint)
    return note.names if isinstance(note, CountsOf) else ()


def _slot(text: str, slots: int) -> int:
    return crc32(text.encode()) % slots


class _Sizes(NamedTuple):
    """The sizes of an encoding."""

    slots: int
    features: int


_SIZES: dict[tuple[type, int, str], _Sizes] = {}
"""By class, players and options: the sizes that the sampled games needed."""


def _sizes(game: Game[Any, Any, Any]) -> _Sizes:
    options = json.dumps(game.options(), sort_keys=True)
    key = (type(game), game.players, options)
    if key not in _SIZES:
        actions: set[Action] = set()
        paths: set[str] = set()
        for seed in range(SAMPLED_GAMES):
            _sample(game, seed, actions, paths)
        _SIZES[key] = _Sizes(_power(len(actions)), _power(len(paths)))
    return _SIZES[key]


def _power(number: int) -> int:
    """Return the power of 2 that has room for this number of things and more."""
    bits = (ROOM * number - 1).bit_length()
    return max(SMALLEST, 1 << bits)


def _sample(game: Game[Any, Any, Any], seed: int, actions: set[Action], paths: set[str]) -> None:
    """Add the actions of this game, and the paths in some of its Views."""
    state = game.new_game(seed)
    rng = generator(seed, 0)
    for ply in range(LONGEST_SAMPLE):
        seats = game.to_act(state)
        if not seats:
            break
        actions.update(game.legal_actions(state))
        if seed < VIEWED_GAMES and ply % SAMPLED_VIEWS == 0:
            view = game.to_json(game.view(state, seats[0]))
            paths.update([path for path, _ in leaves("", view)])
        state = game.apply(state, game.random_action(state, rng))
