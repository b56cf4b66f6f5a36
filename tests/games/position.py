"""A position of any game, in the words of its notation: the shape of every table of rule tests.

position = ordered("2 Guardian, Omniscient", "Banker", orders=("Barbarian",))
assert position.legal == ("destroy Banker of 2", "end")
assert position.play("destroy Banker of 2").over
assert position.refuses("destroy Guardian of 1")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from boardgames import Game, IllegalActionError, Outcome
from boardgames.core.chance import generator
from boardgames.scene.scene import Label, Scene

G = TypeVar("G", bound=Game[Any, Any, Any])
S = TypeVar("S")
V = TypeVar("V")


def changed(data: Any, path: Iterable[str | int], value: object) -> Any:
    """Return a copy of this JSON with another value at this path."""
    copy: Any = deepcopy(data)
    *parents, last = path
    place = copy
    for step in parents:
        place = place[step]
    place[last] = value
    return copy


def random_game(game: Game[Any, Any, Any], seed: int) -> Iterator[Any]:
    """Yield every State of a random game, the last one included."""
    state, rng = game.new_game(seed), generator(seed, 1)
    yield state
    while seats := game.to_act(state):
        state = game.apply(state, game.random_action(state, rng, seats[-1]), seats[-1])
        yield state


@dataclass(frozen=True)
class Position(Generic[G, S, V]):
    """A game and where it stands; each game's tests derive a class that shows more of it in
    words.
    """

    game: G
    state: S

    @property
    def legal(self) -> tuple[str, ...]:
        """What the first seat that may act can do, in notation."""
        return tuple(map(str, self.game.legal_actions(self.state)))

    def legal_for(self, seat: int) -> tuple[str, ...]:
        """Return what this seat can do, in notation."""
        return tuple(map(str, self.game.legal_actions(self.state, seat)))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act."""
        return self.game.to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act

    @property
    def scores(self) -> tuple[int, ...]:
        """Points per seat."""
        return self.game.score(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome(self.state)

    def play(self, *notations: str, seat: int | None = None) -> Self:
        """Return the position after these actions, one after the other.

        `3: offer corn` is an action of player 3, as in a record; the others are of this seat, or
        each of the first seat that may act then.
        """
        state = self.state
        for notation in notations:
            player, _, action = notation.rpartition(": ")
            state = self.game.apply(
                state, self.game.parse(action), int(player) - 1 if player else seat
            )
        return replace(self, state=state)

    def view(self, viewer: int | None = None) -> V:
        """Return what this seat (None: a spectator) sees."""
        view: V = self.game.view(self.state, viewer)
        return view

    def scene(self, viewer: int | None) -> Scene:
        """Return the table as this seat sees it."""
        return self.game.words.scene(self.view(viewer))

    def render(self, viewer: int | None) -> str:
        """Return the table as text."""
        return self.game.words.render(self.view(viewer))

    def label(self, notation: str) -> Label:
        """Return what this action means to the first seat that may act."""
        return self.game.words.label(self.view(self.to_act[0]), self.game.parse(notation))

    @property
    def prior(self) -> dict[str, float]:
        """How promising each action looks to the first seat that may act, by its notation."""
        seat = self.to_act[0]
        actions = self.game.legal_actions(self.state, seat)
        return dict(zip(map(str, actions), self.game.prior(self.state, seat, actions), strict=True))

    @property
    def most_promising(self) -> str:
        """The action that looks most promising."""
        prior = self.prior
        return max(prior, key=prior.__getitem__)

    @property
    def best(self) -> str:
        """The action after which the first seat that may act stands best, by the estimate."""
        seat = self.to_act[0]
        return max(
            self.legal, key=lambda notation: self.game.evaluate(self.play(notation).state, seat)
        )

    def told(self, notation: str, viewer: int | None) -> tuple[str, ...]:
        """Return what this viewer is told when the first seat that may act does this."""
        action = self.game.parse(notation)
        after = self.game.apply(self.state, action)
        return self.game.words.tell(self.state, self.to_act[0], action, after, viewer)

    def refuses(self, notation: str, seat: int | None = None) -> bool:
        """Tell whether the action is neither listed nor accepted."""
        action = self.game.parse(notation)
        try:
            self.game.apply(self.state, action, seat)
        except IllegalActionError:
            return action not in self.game.legal_actions(self.state, seat)
        return False
