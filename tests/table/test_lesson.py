"""Lessons: the questions, what is said of answers, going on, and coming back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardgames import make
from boardgames.core.errors import ConfigurationError, RefusedError
from boardgames.play.limits import Limits
from boardgames.scene.phrases import ENGLISH
from boardgames.table.lesson import Lesson, lesson_of
from boardgames.table.seating import LEARNER, Seat, Seating
from boardgames.table.table import Table
from examples.kuhn_poker import KuhnPoker, KuhnPokerWords
from tests.testing.small_games import Sealed, SealedWords

pytestmark = pytest.mark.usefixtures("unpaced")

GAMES = ("koryo", "for_the_king", "mundus_novus")

FAULTS = {
    "players = 2": "steps: expected tables",
    "players = 2\nseed = 1\nsteps = []": "steps: the last one must have no question",
    'players = 2\nseed = 1\n[[steps]]\ntext = "a"\n[[steps]]\ntext = "b"': (
        "steps[0]: text, ask and right are needed"
    ),
    'players = 2\nseed = 1\n[[steps]]\ntext = "a"\nwhy = 1': "steps[0]",
    "players = ": "Invalid value",
}


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_has_five_to_eight_questions_each_with_its_own_wrong_answers(name: str) -> None:
    lesson = Lesson.of(make(name, players=3))
    questions = [step for step in lesson.steps if step.right]
    assert 5 <= len(questions) <= 8
    assert all(step.otherwise or step.wrong for step in questions)


@pytest.mark.usefixtures("frozen_lessons", "steady_hints")
@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_answer_changes_nothing_and_a_right_one_goes_on(name: str, tmp_path: Path) -> None:
    file = tmp_path / "lesson.json"
    table = Table.open(*lesson_of(name), file=file)
    number = 0
    while (step := table.lesson_step) is not None and step.right:
        plies, right = table.match.plies, {table.match.game.parse(text) for text in step.right}
        for choice in [each for each in table.choices(LEARNER) if each.action not in right][:5]:
            with pytest.raises(RefusedError):
                table.act(LEARNER, choice.action)
        assert table.match.plies == plies
        if number == 2:  # leave, and come back
            table.close()
            table = Table.restore(file)
            assert table.scene(LEARNER).tip == step.text
        table.act(LEARNER, step.right[0])
        number += 1
    assert table.scene(LEARNER).tip == Lesson.of(table.match.game).steps[-1].text
    plies = table.match.plies
    while table.match.plies < plies + 3 and table.step():  # the bots go on, if it is their turn
        pass
    assert table.match.plies > plies or table.sight.legal(LEARNER)
    assert not table.sight.legal(LEARNER) or table.hint(LEARNER, seconds=0.05), (
        "it is an ordinary game now"
    )
    table.close()


@pytest.mark.usefixtures("frozen_lessons")
def test_each_wrong_answer_gets_its_own_sentence() -> None:
    table = Table.open(*lesson_of("koryo"))
    said = set()
    for answer in ("order 3 Guardian", "order none", "order 1 Priest"):
        with pytest.raises(RefusedError) as refusal:
            table.act(LEARNER, answer)
        said.add(str(refusal.value))
    assert len(said) == 3
    assert not table.can_hint(LEARNER)
    with pytest.raises(RefusedError, match="a lesson gives no hints"):
        table.hint(LEARNER)


@pytest.mark.usefixtures("frozen_lessons")
def test_only_the_learner_is_shown_the_lesson_and_nothing_is_taken_back() -> None:
    table = Table.open(*lesson_of("koryo"))
    assert table.scene(LEARNER).look
    assert not table.scene(1).look
    table.act(LEARNER, "order 4 Merchant")
    assert not table.can_undo(LEARNER)


def kept_after(name: str, answers: int, file: Path, **how: Any) -> Table:
    """Return the table of a lesson, kept in this file, after so many right answers; the other bots
    are quick.
    """
    game, seating, seed = lesson_of(name)
    seats = (seating.seats[LEARNER], *[Seat("random")] * (game.players - 1))
    at = Table.open(game, replace(seating, seats=seats), seed, file=file, **how)
    for _ in range(answers):
        answer(at)
    return at


def answer(at: Table) -> None:
    """Give the first right answer."""
    assert at.question is not None
    at.act(LEARNER, at.question.right[0])


def play_a_while(at: Table) -> None:
    """Let the learner and the bots choose some more actions, until the learner has to."""
    for _ in range(4):
        if at.waiting:
            at.act(LEARNER, 1)
        else:
            at.step()
    at.play_on()


@pytest.mark.usefixtures("frozen_lessons", "steady_hints")
@pytest.mark.parametrize("answers", [0, 3])
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_in_which_a_bot_stands_in_is_over_and_goes_on_as_an_ordinary_game(
    name: str, answers: int, tmp_path: Path
) -> None:
    file = tmp_path / "lesson.json"
    at = kept_after(name, answers, file)
    at.let_bot_play(LEARNER, "random", by=LEARNER)
    assert at.lesson_step is None
    at.step()
    at.give_back(LEARNER, by=LEARNER)
    play_a_while(at)
    assert at.hint(LEARNER, seconds=0.05)
    assert at.undo(LEARNER)
    at.close()
    again = Table.restore(file)
    assert again.match.record() == at.match.record()
    assert (again.lesson_step, again.lesson_has_changed) == (None, False)
    play_a_while(again)
    again.close()


@pytest.mark.usefixtures("frozen_lessons")
def test_a_lesson_whose_learner_is_late_is_over(tmp_path: Path) -> None:
    at = kept_after("koryo", 1, tmp_path / "lesson.json", limits=Limits(person_seconds=1000))
    at.person_seconds = 1e-9
    assert at.step()
    at.person_seconds = None
    assert at.seating.seats[LEARNER].stand_in is not None
    at.give_back(LEARNER, by=LEARNER)
    play_a_while(at)
    at.close()
    Table.restore(tmp_path / "lesson.json").close()


@pytest.mark.usefixtures("frozen_lessons")
def test_a_lesson_that_is_resigned_asks_nothing_more(tmp_path: Path) -> None:
    at = kept_after("koryo", 1, tmp_path / "lesson.json")
    question = at.scene(LEARNER).tip
    at.resign(LEARNER)
    assert at.scene(LEARNER).tip != question
    at.close()
    again = Table.restore(tmp_path / "lesson.json")
    assert (again.over, again.lesson_step, again.lesson_has_changed) == (True, None, False)
    again.close()


EDITED: dict[str, Callable[[str], str]] = {
    "an action played before": lambda text: text.replace("2: order Barbarian", "2: order none"),
    "the right answer given before": lambda text: text.replace(
        'right = ["order 4 Merchant"]', 'right = ["order 3 Guardian"]'
    ),
    "an action to come": lambda text: text.replace("order", "disorder"),
    "no TOML": lambda _: "seed = ",
    "no lesson": lambda _: "",
}


@pytest.mark.usefixtures("frozen_lessons")
@pytest.mark.parametrize("edit", EDITED)
def test_a_kept_lesson_that_has_been_edited_goes_on_as_a_game_and_says_so(
    edit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lesson.json"
    at = kept_after("koryo", 2, file)
    at.close()
    text = EDITED[edit](at.match.game.words.lesson())
    assert text != at.match.game.words.lesson()
    monkeypatch.setattr(type(at.match.game.words), "lesson", lambda _: text)
    again = Table.restore(file)
    assert again.match.record() == at.match.record()
    assert again.lesson_has_changed
    assert again.scene(LEARNER).notes[0] == ENGLISH.lesson_has_changed
    assert again.lesson_step is None
    play_a_while(again)
    again.close()
    Table.restore(file).close()


@pytest.mark.usefixtures("frozen_lessons")
def test_a_lesson_that_cannot_be_played_is_refused_with_the_action_at_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, seating, seed = lesson_of("mundus_novus")
    text = re.sub(r'"\d: [^"]*"', '"1: fly"', game.words.lesson())
    monkeypatch.setattr(type(game.words), "lesson", lambda _: text)
    with pytest.raises(ConfigurationError, match="the lesson of Mundus Novus: play '1: fly'"):
        Table.open(game, seating, seed)


class TaughtWords(SealedWords):
    """A lesson that says what the other commits."""

    game: Taught

    def lesson(self) -> str:
        """Return a lesson of one question, and what happens after it."""
        steps = [
            {"text": "a", "ask": "b", "right": ["commit {}"], "otherwise": "c"},
            {"text": "d", "play": ["2: commit {}"]},
        ]
        hands = self.game.new_game(7).hands
        lines = ["players = 2", "seed = 7"]
        for step, hand in zip(steps, hands, strict=True):
            lines.append("[[steps]]")
            lines += [f"{key} = {json.dumps(value).format(hand[0])}" for key, value in step.items()]
        return "\n".join(lines)


class Taught(Sealed):
    """Two players commit cards at the same time, and a lesson says what the other commits."""

    words_type = TaughtWords


@pytest.mark.usefixtures("frozen_lessons")
def test_while_a_lesson_asks_bots_wait_that_could_choose_at_the_same_time() -> None:
    seating = Seating((Seat("human"), Seat("random")), LEARNER, lesson=True)
    at = Table.open(Taught(2), seating, 7)
    assert at.match.next_bot() == 1
    assert not at.step()
    answer(at)
    assert at.match.plies == 2
    assert at.lesson_step is not None


@pytest.mark.usefixtures("frozen_lessons")
def test_a_game_without_a_lesson_has_none() -> None:
    with pytest.raises(ConfigurationError, match="no lesson"):
        Lesson.of(KuhnPoker(2))


@pytest.mark.usefixtures("frozen_lessons")
@pytest.mark.parametrize("text", FAULTS)
def test_a_faulty_lesson_is_refused_with_the_place_of_the_fault(text: str) -> None:
    class TaughtWords(KuhnPokerWords):
        def lesson(self) -> str:
            return text

    class Taught(KuhnPoker):
        words_type = TaughtWords

    with pytest.raises(ConfigurationError) as refusal:
        Lesson.of(Taught(2))
    assert FAULTS[text] in str(refusal.value)
