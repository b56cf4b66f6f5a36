"""Lessons: a few decisions of a real game, with what a teacher says about each; a game's `lesson.toml` has the data.

The steps of a lesson follow each other in one game. What happened before is played from the lesson, and so is what the
others do between two questions. After the last step the game goes on as an ordinary one against bots.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import Any, Self

from boardgames.core.action import Action
from boardgames.core.codec import JSON, from_json
from boardgames.core.errors import ConfigurationError, DecodeError, RefusedError, require
from boardgames.core.game import Game
from boardgames.core.scene import Scene, Touch
from boardgames.core.values import evolve
from boardgames.games import catalogue
from boardgames.play.limits import Limits
from boardgames.play.record import HUMAN, read_action
from boardgames.play.seating import Seat, Seating
from boardgames.play.table import Table
from boardgames.play.table_file import TableFile

LEARNER = 0
"""The seat of the person who learns."""


@dataclass(frozen=True)
class Step:
    """One idea: what the teacher says, and a question that an action of the game answers."""

    text: str
    """What the learner reads."""
    play: tuple[str, ...] = ()
    """What happens before, one action an entry, as records write them: `2: order Banker`."""
    look: tuple[Touch, ...] = ()
    """What the text is about."""
    ask: str = ""
    """The question; empty if the step has none, as the last."""
    right: tuple[str, ...] = ()
    """The answers to play, in notation; any of them is right."""
    wrong: dict[str, str] = field(default_factory=dict)
    """What is said of some other answers, by notation."""
    otherwise: str = ""
    """What is said of all other answers."""


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game, for the first seat."""

    players: int
    seed: int
    steps: tuple[Step, ...]
    options: dict[str, Any] = field(default_factory=dict)
    """The options of the game, if it has to be a particular one."""
    opponents: str = "easy"
    """The spec of the bots that play on with the learner after the last step."""

    @classmethod
    def of(cls, game: Game[Any, Any, Any] | type[Game[Any, Any, Any]]) -> Self:
        """Return the lesson of this game; raise `ConfigurationError` if it has none, or a faulty one."""
        text = game.lesson(game) if isinstance(game, type) else game.lesson()
        if not text:
            raise ConfigurationError(f"{game.title} has no lesson")
        try:
            data: JSON = tomllib.loads(text)
            lesson = from_json(cls, data, allow_missing=True)
            require(lesson.steps and not lesson.steps[-1].right, "steps: the last one has no question")
            require(all(step.right for step in lesson.steps[:-1]), "steps: only the last one has no question")
        except (tomllib.TOMLDecodeError, DecodeError) as error:
            raise ConfigurationError(f"the lesson of {game.title}: {error}") from None
        return lesson

    @cached_property
    def _plies(self) -> dict[int, int]:
        """The number of each step, from 0, by the number of actions before its question."""
        plies, found = 0, {}
        for number, step in enumerate(self.steps):
            plies += len(step.play)
            found[plies] = number
            plies += 1
        return found

    def number_at(self, plies: int) -> int | None:
        """Return the number of the step, from 0, whose question is asked after this many actions; None for none."""
        return self._plies.get(plies)

    def make_game(self, name: str) -> Game[Any, Any, Any]:
        """Return the game in which the lesson takes place."""
        return catalogue.make_with(name, self.players, self.options, files=False)

    def walk(self, game: Game[Any, Any, Any]) -> Iterator[tuple[Step, Any]]:
        """Yield each step with the State in which it is asked; the first right answer is taken.

        Raises `IllegalActionError` or `NotationError` for an action that cannot be played.
        """
        state = game.new_game(self.seed)
        for step in self.steps:
            for line in step.play:
                seat, action = read_action(game, state, line)
                state = game.apply(state, action, seat)
            yield step, state
            if step.right:
                state = game.apply(state, game.parse(step.right[0]), LEARNER)


class LessonTable(Table):
    """A table at which somebody is taught: wrong answers are refused with what the lesson says of them."""

    @classmethod
    def begin(cls, game: str, file: TableFile | str | PathLike[str] | None = None) -> Self:
        """Return a table with the lesson of this game, before its first question.

        Raises `ConfigurationError` if the game has no lesson, and the errors of `Table.open`.
        """
        lesson = Lesson.of(catalogue.game_class(game))
        seats = (Seat(HUMAN), *[Seat(lesson.opponents)] * (lesson.players - 1))
        return cls.open(lesson.make_game(game), Seating(seats, LEARNER, chosen=True, lesson=True), lesson.seed, file=file)
