"""The contract that every game keeps: rules, hidden information, play, words and values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from copy import copy
from dataclasses import is_dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, get_args

from boardgames.contract.refusals import check_seat, check_viewer, not_to_act
from boardgames.contract.words import Words
from boardgames.core.action import Action
from boardgames.core.chance import generator, pick
from boardgames.core.codec import JSON, digest, from_json, to_json
from boardgames.core.errors import ConfigurationError, DecodeError, describe_exception, require
from boardgames.core.integers import as_integer
from boardgames.core.outcome import Outcome
from boardgames.core.values import value
from boardgames.scene.events import Event, as_seen

S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")

NO_WORLD = "top level: no State of this game has this View"
SHARPNESS = 20.0
"""The default `prior` of an action that wins for certain; one that loses for certain has 0."""


class Game(ABC, Generic[S, A, V]):
    """The rules of a game for a given number of players; it has no state.

    A game names its three types, `class Nim(Game[State, Take, View])`: a State, the union of its
    Actions and a View, all made with `value`. Seats are counted from 0 in Python, and from 1 in
    notation and text.

    An author must write ten methods, and `name`, `title` and `player_counts`:

    | method | what it returns |
    |---|---|
    | `new_game(seed)` | the initial State |
    | `to_act(state)` | the seats that may act now |
    | `legal_actions(state, player)` | what the seat may do |
    | `apply(state, action, player)` | the State after that |
    | `score(state)` | the points of every seat |
    | `outcome(state)` | how the game ended, or None |
    | `view(state, player)` | all that the seat may know |
    | `determinize(view, rng)` | a random State that has this View |
    | `evaluate(state, player)` | an estimate of what the end will be worth to the seat |
    | `parse(text)` | the action with this notation |

    Everything else has a default, but for what people see: its table, and what happens. That is in
    `words_type`, a subclass of `boardgames.contract.words.Words`. `boardgames.kit.declared_game`
    derives most of the ten from declarations of who sees what.
    """

    name: ClassVar[str]
    """The name used by `boardgames.make` and the command line: lower case, underscores."""
    title: ClassVar[str]
    """Its printed name."""
    player_counts: ClassVar[range]
    """The possible numbers of players."""
    words_type: ClassVar[type[Words[Any, Any, Any]]] = Words
    """What the game says to people; see `boardgames.contract.words`."""
    event_types: ClassVar[Any] = None
    """The union of its Events; None if the game has no events."""
    utility_type: ClassVar[Literal["constant_sum", "identical", "general_sum"]] = "constant_sum"
    """How the utilities at the end relate, in OpenSpiel's terms: they add up to 1, counted once for
    each team (somebody wins, or several share the victory), are the same for all seats (a
    cooperative game), or neither, as where nobody may win."""
    rules_version: ClassVar[int] = 1
    """Raised whenever the same seed and actions lead to a different State than before."""
    slips: ClassVar[Mapping[str, float]] = {"easy": 0.2, "fair": 0.05}
    """How often the bots of these levels take a random action, from 0 to 1."""

    recorder: list[Event] | None = None
    """Where handlers report events; None while nobody has requested any."""

    def __init_subclass__(cls, /) -> None:
        """Hide the content of States in their `repr`: the seed, and what some seats may not know.

        An author's own `repr` stays, and so does one that a game has given to the State that its
        subclasses share with it.
        """
        super().__init_subclass__()
        state, _, _ = declared_types(cls) or (None, None, None)
        if is_dataclass(state) and _is_generated(state.__repr__):
            name = getattr(cls, "title", cls.__name__)
            setattr(state, "__repr__", lambda _: f"<State of {name}>")  # noqa: B010  # for mypy

    def __init__(self, players: int) -> None:
        """Set up the game; raise `ConfigurationError` if it is not for this number of players."""
        number = as_integer(players)
        if number is None or number not in self.player_counts:
            low, high = self.player_counts[0], self.player_counts[-1]
            wanted = f"{low} players" if low == high else f"{low} to {high} players"
            raise ConfigurationError(f"{self.name} is for {wanted}, not {players!r}")
        self.players = number
        self.recorder = None  # on the instance, too, where it is found faster than on the class

    def __repr__(self) -> str:
        options = "".join(f", {name}=..." for name in self.options())
        return f"boardgames.make({self.name!r}, players={self.players}{options})"

    def __setattr__(self, name: str, value: object) -> None:
        """Raise `AttributeError` for another number of players: bots are given the game itself."""
        if name == "players" and name in vars(self):
            raise AttributeError("the number of players of a game is fixed")
        super().__setattr__(name, value)

    # What you must write. In all methods, `self` is positional-only, so that a game may assign a
    # function that calls it `game`.

    @abstractmethod
    def new_game(self, /, seed: int | None = None) -> S:
        """Return the initial State; without a seed, one is drawn from the operating system.

        Raises `ConfigurationError` if the seed is not a whole number of 0 or more.
        """

    @abstractmethod
    def to_act(self, /, state: S) -> tuple[int, ...]:
        """Return the seats that may act now: several if at the same time, none after the end."""

    @abstractmethod
    def legal_actions(self, /, state: S, player: int | None = None) -> tuple[A, ...]:
        """Return the legal actions of the seat (None: the first that may act), sorted.

        There are none if it may not act. They depend on nothing that the seat's View does not show.
        Raises `ConfigurationError` for an unknown seat.
        """

    @abstractmethod
    def apply(self, /, state: S, action: A, player: int | None = None) -> S:
        """Return the State after the seat (None: the first that may act) has taken this action.

        Accepts exactly the actions that `legal_actions` lists; raises `IllegalActionError` for
        anything else.
        """

    @abstractmethod
    def score(self, /, state: S) -> tuple[int, ...]:
        """Return the current points of every seat, hidden ones included."""

    @abstractmethod
    def outcome(self, /, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def view(self, /, state: S, player: int | None) -> V:
        """Return all that this seat (None: a spectator) may know, and nothing else.

        A seat forgets nothing: it may know all that it has ever seen.
        """

    @abstractmethod
    def determinize(self, /, view: V, rng: Random) -> S:
        """Return a random State with this View, and a new seed.

        Where only the deal matters, States are sampled as often as they would be dealt. Raises
        `DecodeError` for a View that no State of this game has.
        """

    @abstractmethod
    def evaluate(self, /, state: S, player: int) -> float:
        """Return an estimate of the seat's utility at the end, from 0 to 1.

        In most games, that is its chance to win. At the end, it is exactly `outcome.utility`.
        """

    @abstractmethod
    def parse(self, /, text: str) -> A:
        """Return the action with this notation, in any case and spacing.

        Raises `NotationError` if there is none.
        """

    # What you may write.

    def teams(self, /, state: S) -> tuple[tuple[int, ...], ...]:
        """Return the seats that win and lose together, hidden teams included.

        Empty if each plays for itself. At the end, they are those of the outcome. By default,
        everybody in a game of identical utility is one team.
        """
        del state
        return (tuple(range(self.players)),) if self.utility_type == "identical" else ()

    def prior(self, /, state: S, player: int, actions: Sequence[A]) -> Sequence[float]:
        """Return how promising each of these legal actions looks, as logarithms of weights.

        They depend on nothing that the seat's View does not show. A search calls this at every
        position, so an override should be cheap. The default is not: it applies each action and
        calls `evaluate`.
        """
        return [
            SHARPNESS * self.evaluate(self.apply(state, action, player), player)
            for action in actions
        ]

    def reasons(self, /, state: S, player: int) -> Mapping[str, float]:
        """Return what `evaluate` considers, for hints: by reason, how much it favours the seat.

        A reason is a key for `Words.name`. The number is what it adds to the logarithm of the
        seat's odds against an average opponent. Optional.
        """
        del state
        check_seat(self, player)
        return {}

    def random_action(self, /, state: S, rng: Random, player: int | None = None) -> A:
        """Return a random legal action of the seat.

        Uniform by default; a game may weight it, but every legal action stays possible. Raises
        `IllegalActionError` if the seat has none.
        """
        actions = self.legal_actions(state, player)
        if not actions:
            raise not_to_act(self, state, player, "no legal action")
        return pick(actions, rng)

    def random_choice(self, /, view: V, actions: tuple[A, ...], rng: Random, player: int) -> A:
        """Return one of the legal actions of a seat, of which the View is known, by the policy of
        `random_action`.

        Where that is more than a uniform choice, it is followed in a sampled world; a game whose
        policy needs no hidden cards of others can do without one. Raises `ConfigurationError` if
        there is no such seat.
        """
        check_seat(self, player)
        if is_uniform(type(self)):
            return pick(actions, rng)
        return self.random_action(self.determinize(view, rng), rng, player)

    def inventory(self, /, state: S) -> Mapping[Hashable, int]:
        """Return the number of each piece, by its key, which never changes in play.

        Empty by default.
        """
        del state
        return {}

    def check_state(self, /, state: S) -> None:
        """Raise `DecodeError` if this State, read from outside, is not a possible one."""

    def check_view(self, /, view: V) -> None:
        """Raise `DecodeError` if this View, read from outside, is not one of a possible State.

        By default, `determinize` must find a State in which `view.seat` (or else a spectator) has
        this View.
        """
        world: S | None = None
        try:
            world = self.determinize(view, generator(0, 0))
            self.check_state(world)
            has_view = self.view(world, getattr(view, "seat", None)) == view
        except DecodeError:
            raise
        # An invalid View may cause any of these.
        except (ArithmeticError, LookupError, ValueError) as error:
            # An error about a State that could be made may be one of the game's own: say where.
            where = "" if world is None else f": {describe_exception(error, type(self))}"
            raise DecodeError(NO_WORLD + where) from error
        require(has_view, NO_WORLD)

    def options(self, /) -> dict[str, JSON]:
        """Return the options that differ from the published game, as JSON that `make` accepts."""
        return {}

    def beginning(self, /, state: S) -> tuple[Any, ...]:
        """Return how the first State of a game comes about from an empty table, as Events.

        None of it is masked yet. Made from the State alone; empty for a game that does not say.
        """
        del state
        return ()

    def round(self, /, state: S) -> int:
        """Return the round (season, turn) by which reports divide the game, from 1; 0 for none."""
        del state
        return 0

    @property
    def words(self, /) -> Words[S, A, V]:
        """What the game says to people, in English; another language is a subclass of its type.

        A game that overrides this, rather than `words_type`, loads its words when they are needed.
        """
        return self.words_type(self)

    # What follows from these.

    def events(self, /, state: S, action: A, player: int | None = None) -> tuple[Any, ...]:
        """Return what happens, in order, when the seat takes this action.

        Without `player`, it is the first seat that may act. Nothing is masked yet: show a viewer
        what `event.seen_by(viewer)` returns. Empty for a game without events. Raises
        `IllegalActionError` for an action that is not legal.
        """
        if self.event_types is None:
            return ()
        recording = copy(self)
        recording.recorder = []
        recording.apply(state, action, player)
        return tuple(recording.recorder)

    def events_seen_by(
        self, /, viewer: int | None, state: S, action: A, player: int | None = None
    ) -> tuple[Event, ...]:
        """Return the events that this seat (None: a spectator) sees, each as the seat sees it."""
        viewer = check_viewer(self, viewer)
        return as_seen(self.events(state, action, player), viewer)

    def to_json(self, /, value: S | A | V | Event) -> JSON:
        """Return a State, Action, View or Event of this game as plain JSON."""
        if isinstance(value, Event):
            return to_json(value, self.event_types)
        return to_json(value, self._types[1] if isinstance(value, Action) else None)

    def state_from_json(self, /, data: JSON) -> S:
        """Return the State; raise `DecodeError` with the path of the fault if it is not valid."""
        state = cast("S", from_json(self._types[0], data))
        self.check_state(state)
        return state

    def action_from_json(self, /, data: JSON) -> A:
        """Return the Action; raise `DecodeError` with the path of the fault if it is not valid."""
        return cast("A", from_json(self._types[1], data))

    def view_from_json(self, /, data: JSON) -> V:
        """Return the View; raise `DecodeError` with the path of the fault if it is not valid."""
        view = cast("V", from_json(self._types[2], data))
        self.check_view(view)
        return view

    def digest(self, /, state: S) -> str:
        """Return the SHA-256 of the State's canonical JSON; it is the same on every machine."""
        return digest(self.to_json(state))

    @cached_property
    def _types(self, /) -> tuple[type, Any, type]:
        """The State, the union of the Actions and the View that the class was declared with."""
        types = declared_types(type(self))
        if types is None:
            raise TypeError(f"{type(self).__name__} must be declared as Game[State, Action, View]")
        return types


def declared_types(kind: type[Game[Any, Any, Any]]) -> tuple[type, Any, type] | None:
    """Return the State, the union of the Actions and the View of a class; None if left open."""
    for cls in kind.__mro__:
        for base in getattr(cls, "__orig_bases__", ()):
            match get_args(base):
                case (state, action, view, *_):
                    is_open = any(isinstance(each, TypeVar) for each in (state, action, view))
                    if not is_open:
                        return state, action, view
    return None


def _is_generated(method: Any) -> bool:
    """Return whether a method comes from `dataclass` or `value`, rather than from an author."""
    written = getattr(method, "__wrapped__", None)  # `dataclass` guards it against recursion
    if written is None:
        is_of_value = getattr(method, "__module__", "") == value.__module__
        return is_of_value or method is object.__repr__
    return bool(written.__code__.co_filename == "<string>")


def is_uniform(game: type[Game[Any, Any, Any]]) -> bool:
    """Return whether the random policy of a game is a uniform choice of the legal actions."""
    return game.random_action is Game.random_action
