"""The check of the lesson of a game."""

from __future__ import annotations

import re
from typing import Any

from boardgames.core.errors import BoardGamesError
from boardgames.core.game import Game
from boardgames.core.scene import Scene
from boardgames.core.scene_text import draw, plain
from boardgames.core.text import fold
from boardgames.play.lesson import LEARNER, Lesson, Step
from boardgames.testing.compare import Fault, demand
from boardgames.testing.probe import Probe
from boardgames.testing.scene_checks import touchable

MOST_LINES = 9
"""Number of lines of 80 columns that a text may have, so that it stands above the table on a small screen."""


def lessons(probe: Probe) -> None:
    """Demand that the lesson can be played, and that questions have right and wrong answers, and true, short texts."""
    game = probe.game
    try:
        lesson = Lesson.of(game)
        steps = [*lesson.walk(game)] if lesson.players == game.players else []
    except BoardGamesError as error:
        raise Fault(str(error)) from None
    for number, (step, state) in enumerate(steps, start=1):
        _readable(game, step, game.scene(game.view(state, LEARNER)), f"step {number}")
        if step.right:
            _answerable(game, step, state, f"step {number}")


def _readable(game: Game[Any, Any, Any], step: Step, scene: Scene, which: str) -> None:
    lines = [line for part in (*step.text.splitlines(), step.ask) for line in fold(part.split())]
    demand(len(lines) <= MOST_LINES, f"{which}: the text has {len(lines)} lines, more than {MOST_LINES}")
    pieces, there = game.pieces(), touchable(scene)
    for touch in step.look:
        demand(touch in there, f"{which}: there is nothing to look at where it says {touch}")
    looked_at = [str(pieces[touch.piece].worth) for touch in step.look if touch.piece is not None]
    known = _numbers(" ".join([plain(draw(scene, pieces)), game.goal, *looked_at]))
    strange = _numbers(step.text + step.ask) - known
    demand(not strange, f"{which}: the text has {' and '.join(sorted(strange))}, which is not on the table")


def _numbers(text: str) -> set[str]:
    return {*re.findall(r"[0-9]+", text)}


def _answerable(game: Game[Any, Any, Any], step: Step, state: Any, which: str) -> None:
    demand(game.to_act(state) == (LEARNER,), f"{which}: others may act, too")
    legal = game.legal_actions(state, LEARNER)
    right = [game.parse(text) for text in step.right]
    for answer in right:
        once = answer in legal and right.count(answer) == 1
        demand(once, f"{which}: the answer {answer} is not legal, or is given twice")
    said = {step.fault_of(game, answer) for answer in legal if answer not in right}
    demand(said, f"{which}: there is no wrong answer")
    for text, reply in step.wrong.items():
        demand(reply in said, f"{which}: no legal answer is {text}, or an earlier one stands for it")
    demand("" not in said, f"{which}: nothing is said of the other answers")
