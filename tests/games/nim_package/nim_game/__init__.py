"""A game in a package of its own, with rules on a page and an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames import (
    Action,
    ConfigurationError,
    DecodeError,
    Game,
    Notation,
    Outcome,
    Words,
    check_seed,
    illegal_action,
    ranked,
    value,
)

if TYPE_CHECKING:
    from random import Random

    from boardgames.core.codec import JSON

STONES = 21


@value
class State:
    """How many stones are left, and who takes of them."""

    stones: int
    player: int


@value
class View:
    """Nothing is hidden."""

    stones: int
    player: int


@value
class Take(Action):
    """Take so many stones."""

    count: int


TAKES = (Take(1), Take(2), Take(3))


class NimWords(Words[State, Take, View]):
    """How Nim is told."""

    def render(self, view: View) -> str:
        """Return the stones."""
        return f"Stones: {view.stones}"


class Nim(Game[State, Take, View]):
    """Take stones; the last one wins."""

    name, title, player_counts = "nim", "Nim", range(2, 3)
    notation = Notation(TAKES)
    words_type = NimWords

    def __init__(self, players: int, *, stones: int = STONES) -> None:
        """Take the number of players and of stones."""
        super().__init__(players)
        if stones < 1:
            raise ConfigurationError(f"nim is played with 1 stone or more, not {stones}")
        self.stones = stones

    def options(self) -> dict[str, JSON]:
        """Return the number of stones, if it is not the usual one."""
        return {} if self.stones == STONES else {"stones": self.stones}

    def new_game(self, seed: int | None = None) -> State:
        """Lay out the stones."""
        check_seed(seed)
        return State(self.stones, 0)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return whose turn it is."""
        return (state.player,) if state.stones else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Take, ...]:
        """List how many can be taken."""
        return TAKES[: state.stones] if player in (None, state.player) else ()

    def apply(self, state: State, action: Take, player: int | None = None) -> State:
        """Take them away."""
        if action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        return State(state.stones - action.count, 1 - state.player)

    def score(self, state: State) -> tuple[int, ...]:
        """Return a point for the winner."""
        return tuple([int(not state.stones and seat != state.player) for seat in range(2)])

    def outcome(self, state: State) -> Outcome | None:
        """Return who has taken the last one."""
        ranking = ranked(self.score(state))
        return (
            None
            if state.stones
            else Outcome(ranking[0], ranking, self.score(state), "the last stone is taken")
        )

    def view(self, state: State, player: int | None) -> View:
        """Return all there is."""
        del player
        return View(state.stones, state.player)

    def determinize(self, view: View, rng: Random) -> State:
        """Return the only State there can be."""
        del rng
        return State(view.stones, view.player)

    def evaluate(self, state: State, player: int) -> float:
        """Whoever is to take of a multiple of four has lost."""
        return float((state.stones % 4 == 0) == (player != state.player))

    def parse(self, text: str) -> Take:
        """Read `take 2`."""
        return self.notation.parse(text)

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` if there are too many stones, or none to take them."""
        if not 0 <= state.stones <= self.stones or state.player not in (0, 1):
            raise DecodeError("stones, player: no such position")
