"""The check of lessons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boardgames.core.errors import BoardGamesError
from boardgames.core.text import fold
from boardgames.scene.as_text import draw, plain
from boardgames.scene.scene import Scene
from boardgames.testing.law import AnyGame, Violation, demand, law
from boardgames.testing.probe import Probe
from boardgames.testing.reading import Reading

if TYPE_CHECKING:
    from boardgames.table.lesson import LessonStep

NUMBER = re.compile("[0-9]+")
MOST_LINES = 9
"""Number of lines of 80 columns that a text may have, so that it stands above the table on a small
screen.
"""


def lessons(probe: Probe) -> None:
    """Demand that the lesson can be played, and that questions have right and wrong answers, and
    true, short texts.
    """
    from boardgames.table.lesson import Lesson  # with all tables and bots
    from boardgames.table.seating import LEARNER

    game = probe.game
    try:
        lesson = Lesson.of(game)
        game = type(game)(lesson.players, **lesson.options)
        steps = [*lesson.walk(game)]
    except BoardGamesError as error:
        raise Violation(str(error)) from None
    for number, (step, state) in enumerate(steps, start=1):
        _is_readable(game, step, game.words.scene(game.view(state, LEARNER)), f"step {number}")
        if step.right:
            demand(game.to_act(state) == (LEARNER,), f"step {number}: others may act, too")
            _can_be_answered(game, step, state, f"step {number}")


@law("The text tells a number of another game than that of the seed.")
def _is_readable(game: AnyGame, step: LessonStep, scene: Scene, which: str) -> None:
    """Demand that the texts of a step are short, and true of the table."""
    lines: list[str] = []
    for part in (*step.text.splitlines(), step.ask):
        lines += fold(part.split())
    fault = f"{which}: the text has {len(lines)} lines, more than {MOST_LINES}"
    demand(len(lines) <= MOST_LINES, fault)
    there = Reading(scene).touchable
    for touch in step.look:
        demand(touch in there, f"{which}: there is nothing to look at where it says {touch}")
    told = _numbers(step.text + step.ask)
    strange = sorted(told - _numbers_shown(game, step, scene))
    demand(not strange, f"{which}: the text has {' and '.join(strange)}, which is not on the table")


def _numbers(text: str) -> set[str]:
    return {*NUMBER.findall(text)}


def _numbers_shown(game: AnyGame, step: LessonStep, scene: Scene) -> set[str]:
    """Return all numbers on the table, in the goal, and of what is to be looked at."""
    pieces = game.words.pieces()
    looked_at = [pieces[touch.piece] for touch in step.look if touch.piece is not None]
    worth = [str(piece.worth) for piece in looked_at]
    table = plain(draw(scene, pieces))
    return _numbers(" ".join([table, game.words.goal, *worth]))


@law("An answer is written in words that are not notation, or stands twice.")
def _can_be_answered(game: AnyGame, step: LessonStep, state: object, which: str) -> None:
    """Demand that a question has right and wrong answers, and somebody reads each reply."""
    legal = game.legal_actions(state)
    right = [game.parse(text) for text in step.right]
    for answer in right:
        is_once = answer in legal and right.count(answer) == 1
        demand(is_once, f"{which}: the answer {answer} is not legal, or is given twice")
    wrong = [answer for answer in legal if answer not in right]
    demand(wrong, f"{which}: there is no wrong answer")
    replies = {step.fault_of(game, answer) for answer in wrong}
    for text, reply in step.wrong.items():
        fault = f"{which}: no legal answer is {text}, or an earlier one stands for it"
        demand(reply in replies, fault)
    demand("" not in replies, f"{which}: nothing is said of the other answers")
    if step.otherwise:
        fault = f"{which}: nobody reads what is said of all other answers"
        demand(step.otherwise in replies, fault)
