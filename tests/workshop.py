"""A small game in which an action has three parts, which nothing but its fields says."""

# ruff: noqa: ARG002  # the contract describes the methods

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from boardgames import Action, evolve, value
from boardgames.kit import Count, Counts, DeclaredGame, increased

if TYPE_CHECKING:
    from collections.abc import Sequence

Material = Literal["brick", "clay", "slate", "wood"]
Side = Literal["east", "north", "south", "west"]
FLOORS = range(1, 5)


@value
class Table:
    """How many floors each seat has built."""

    built: Counts
    turn: Count = 0


@value
class State(Table):
    """All of it."""


@value
class View(Table):
    """The same: nothing is hidden."""

    seat: int | None = None


@value
class Build(Action):
    """Build so many floors of some material at one side."""

    material: Material
    side: Side
    floors: Annotated[int, FLOORS]


@value
class Rest(Action):
    """Build nothing."""


BUILDS = [Build(*parts) for parts in product(get_args(Material), get_args(Side), FLOORS)]


class Workshop(DeclaredGame[State, Build | Rest, View]):
    """Everybody builds three times; most floors win."""

    name, title, player_counts = "workshop", "Workshop", range(2, 3)

    def start(self, seed: int) -> State:
        return State((0, 0))

    def to_act(self, state: State | View) -> tuple[int, ...]:
        return (state.turn % 2,) if state.turn < 6 else ()

    def choices(self, state: State, seat: int) -> Sequence[Build | Rest]:
        return [*BUILDS, Rest()]

    def act(self, state: State, action: Build | Rest, seat: int) -> State:
        floors = action.floors if isinstance(action, Build) else 0
        built = increased(state.built, seat, floors)
        return evolve(state, built=built, turn=state.turn + 1)

    def score(self, state: State) -> tuple[int, ...]:
        return state.built
