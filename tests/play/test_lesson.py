"""Lessons: the questions, what is said of answers, going on, and coming back."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardgames import make
from boardgames.core.errors import ConfigurationError, RefusedError
from boardgames.play.lesson import LEARNER, Lesson, lesson_of
from boardgames.play.table import Table
from examples.kuhn_poker import KuhnPoker

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


@pytest.mark.usefixtures("steady_hints")
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


def test_only_the_learner_is_shown_the_lesson_and_nothing_is_taken_back() -> None:
    table = Table.open(*lesson_of("koryo"))
    assert table.scene(LEARNER).look
    assert not table.scene(1).look
    table.act(LEARNER, "order 4 Merchant")
    assert not table.can_undo(LEARNER)


def test_a_game_without_a_lesson_has_none() -> None:
    with pytest.raises(ConfigurationError, match="no lesson"):
        Lesson.of(KuhnPoker(2))


@pytest.mark.parametrize("text", FAULTS)
def test_a_faulty_lesson_is_refused_with_the_place_of_the_fault(text: str) -> None:
    class Taught(KuhnPoker):
        def lesson(self) -> str:
            return text

    with pytest.raises(ConfigurationError) as refusal:
        Lesson.of(Taught(2))
    assert FAULTS[text] in str(refusal.value)
