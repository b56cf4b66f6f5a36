"""Lessons: a few decisions of a real game, with what a teacher says about each; a game's
`lesson.toml` has the data.

The steps of a lesson follow each other in one game. What happened before is played from the lesson,
and so is what the others do between two questions. After the last step the game goes on as an
ordinary one against bots.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, Self, cast

from boardgames.contract.game import Game
from boardgames.core.action import Action
from boardgames.core.codec import JSON, from_json, to_json
from boardgames.core.errors import (
    ConfigurationError,
    DecodeError,
    IllegalActionError,
    NotationError,
    require,
)
from boardgames.core.values import evolve, value
from boardgames.games import catalogue
from boardgames.play.match import Match
from boardgames.play.record import HUMAN, read_action
from boardgames.scene.scene import Scene, Touch
from boardgames.table.seating import LEARNER, Seat, Seating


@value
class LessonStep:
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
    """What is said of some other answers, by notation, such as `order * Spy`.

    `*` stands for any text, `?` for a letter.
    """
    otherwise: str = ""
    """What is said of all other answers."""

    def fault_of(self, game: Game[Any, Any, Any], action: Action) -> str | None:
        """Return what is said of this answer if it is not right; None if it is."""
        if action in map(game.parse, self.right):
            return None
        return next(
            (answer for text, answer in self.wrong.items() if fnmatchcase(str(action), text)),
            self.otherwise,
        )

    def shown_in(self, scene: Scene) -> Scene:
        """Return the table with the words of this step in place of its tip and prompt, and with
        what to look at.
        """
        return evolve(scene, tip=self.text, prompt=self.ask or scene.prompt, look=self.look)


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game, for the first seat."""

    players: int
    seed: int
    steps: tuple[LessonStep, ...]
    options: dict[str, Any] = field(default_factory=dict)
    """The options of the game, if it has to be a particular one."""
    opponents: str = "easy"
    """The spec of the bots that play on with the learner after the last step."""

    @classmethod
    def of(cls, game: Game[Any, Any, Any]) -> Self:
        """Return the lesson of this game; raise `ConfigurationError` if it has no valid one."""
        text = game.words.lesson()
        if not text:
            raise ConfigurationError(f"{game.title} has no lesson")
        try:
            data: dict[str, Any] = tomllib.loads(text)
            data["steps"] = _with_defaults(LessonStep(""), data.get("steps"))
            for step in data["steps"]:
                step["look"] = _with_defaults(Touch(), step["look"])
            lesson = from_json(cls, cast("JSON", data), allow_missing=True)
            require(
                lesson.steps and not lesson.steps[-1].right,
                "steps: the last one must have no question",
            )
            for number, step in enumerate(lesson.steps[:-1]):
                require(
                    step.text and step.ask and step.right,
                    f"steps[{number}]: text, ask and right are needed",
                )
        except (tomllib.TOMLDecodeError, DecodeError) as error:
            raise ConfigurationError(f"the lesson of {game.title}: {error}") from None
        return lesson

    @cached_property
    def script(self) -> tuple[str | LessonStep, ...]:
        """What is played, or asked, after each number of actions."""
        script: list[str | LessonStep] = []
        for step in self.steps:
            script += [*step.play, step]
        return tuple(script)

    def step_after(self, plies: int) -> LessonStep | None:
        """Return the step that is asked after this many actions.

        None if there is none, as once the lesson is over.
        """
        now = self.script[plies] if plies < len(self.script) else None
        return now if isinstance(now, LessonStep) else None

    def play_on(self, match: Match[Any, Any, Any]) -> None:
        """Play what comes before the next question.

        Raises `ConfigurationError` if that is not legal.
        """
        while match.plies < len(self.script):
            line = self.script[match.plies]
            if isinstance(line, LessonStep):
                return
            try:
                seat, action = read_action(match.game, line)
                match.play(action, seat)
            except (IllegalActionError, NotationError) as error:
                title = match.game.title
                raise ConfigurationError(f"the lesson of {title}: play {line!r}: {error}") from None

    def goes_on(self, match: Match[Any, Any, Any]) -> bool:
        """Play what comes before the next question; return False if the game has left the
        lesson.
        """
        if match.plies >= len(self.script):
            return True
        if match.outcome is not None:
            return False
        try:
            if not self._is_followed_by(match):
                return False
            self.play_on(match)
        except (ConfigurationError, NotationError):  # the lesson has been edited
            return False
        return True

    def _is_followed_by(self, match: Match[Any, Any, Any]) -> bool:
        """Return whether all actions so far are those of the script."""
        for done, wanted in zip(match.history(), self.script, strict=False):
            if isinstance(wanted, LessonStep):
                fault = wanted.fault_of(match.game, done.action)
                follows = done.player == LEARNER and fault is None
            else:
                follows = (done.player, done.action) == read_action(match.game, wanted)
            if not follows:
                return False
        return True

    def walk(self, game: Game[Any, Any, Any]) -> Iterator[tuple[LessonStep, Any]]:
        """Yield each step with the State in which it is asked; the first right answer is taken.

        Raises `IllegalActionError` or `NotationError` for an action that cannot be played.
        """
        state = game.new_game(self.seed)
        for step in self.steps:
            for line in step.play:
                seat, action = read_action(game, line)
                state = game.apply(state, action, seat)
            yield step, state
            if step.right:
                state = game.apply(state, game.parse(step.right[0]), LEARNER)


def _with_defaults(default: object, given: object) -> list[dict[str, Any]]:
    """Return these objects with the fields of the default that they lack.

    Raises `DecodeError` if they are not objects.
    """
    if not isinstance(given, list) or not all([isinstance(step, dict) for step in given]):
        raise DecodeError("steps: expected tables")
    fields = cast("dict[str, Any]", to_json(default))
    return [fields | step for step in given]


def lesson_of(name: str) -> tuple[Game[Any, Any, Any], Seating, int]:
    """Return the game of this name as its lesson wants it, the seats, and the seed.

    Raises `ConfigurationError` if there is no such game, or if it has no lesson.
    """
    fewest_players = catalogue.game_class(name).player_counts[0]
    lesson = Lesson.of(catalogue.make(name, players=fewest_players))
    game = catalogue.make_with(name, lesson.players, lesson.options, files=False)
    opponents = [Seat(lesson.opponents)] * (lesson.players - 1)
    seating = Seating((Seat(HUMAN), *opponents), LEARNER, chosen=True, quick=True, lesson=True)
    return game, seating, lesson.seed
