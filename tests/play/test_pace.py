"""How long bots take must not tell people what they hold."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import correlation, fmean
from typing import Any, ClassVar
from zlib import crc32

import pytest

import boardgames
from boardgames.play import Bot, Match
from boardgames.play.limits import EVEN_PACE_SECONDS
from boardgames.play.pace import GRID, EvenPace
from tests.boxes import frozen
from tests.clock import HeldMachine
from tests.testing.small_games import Sealed


@dataclass(frozen=True)
class First(Bot[Any, Any]):
    """Takes the first action, and tells the test what it was asked."""

    asked: ClassVar[list[tuple[int, Any, tuple[Any, ...]]]] = []

    def choose(
        self, _game: object, player: int, view: Any, actions: tuple[Any, ...], _rng: object
    ) -> Any:
        self.asked.append((player, view, actions))
        return actions[0]


class Remembering(Bot[Any, Any]):
    """The same, but not frozen: it might remember what it was asked."""

    choose = First.choose  # type: ignore[assignment]  # it takes any game
    asked = First.asked


@pytest.fixture
def clock() -> HeldMachine:
    """Return a machine with the clock that matches go by."""
    First.asked.clear()
    return HeldMachine()


def until_forced(match: Match[Any, Any, Any]) -> Iterator[tuple[int, int]]:
    """Play on, always the first action; yield the seat of a bot without a choice, and how often
    bots were asked.
    """
    game = match.game
    while match.outcome is None:
        if seats := match.waiting():
            match.play(game.legal_actions(match.state, seats[0])[0], seats[0])
            continue
        state, asked = match.state, len(First.asked)
        event = match.step()
        assert event is not None
        if len(game.legal_actions(state, event.player)) == 1:
            yield event.player, len(First.asked) - asked
        else:
            assert len(First.asked) - asked == 1


def test_a_bot_without_a_choice_chooses_in_vain_where_people_cannot_know(
    clock: HeldMachine,
) -> None:
    game = frozen("mundus_novus", 3)
    match: Match[Any, Any, Any] = Match(
        game, [None, First(), First()], 3, even_pace=True, machine=clock
    )
    forced = []
    for seat, asked in until_forced(match):
        forced.append(asked)
        if asked:
            player, view, actions = First.asked[-1]
            assert (player, view.seat) == (seat, seat)
            assert len(actions) > 1
    assert set(forced) == {0, 1}
    assert len(First.asked) == sum(match.choices) + sum(forced), "it counts as no choice"


def test_what_it_is_asked_in_vain_is_a_position_that_looks_true_to_a_spectator(
    clock: HeldMachine,
) -> None:
    game = frozen("mundus_novus", 3)
    match: Match[Any, Any, Any] = Match(
        game, [None, First(), First()], 3, even_pace=True, machine=clock
    )
    First.asked.clear()
    seen = None
    for _ in range(400):
        if match.outcome is not None:
            break
        if seats := match.waiting():
            match.play(game.legal_actions(match.state, seats[0])[0], seats[0])
            continue
        before, asked, choices = match.view(None), len(First.asked), sum(match.choices)
        match.step()
        if len(First.asked) > asked and sum(match.choices) == choices:
            seen = First.asked[-1][1]
            assert (seen.public, seen.round, seen.phase) == (
                before.public,
                before.round,
                before.phase,
            )
    assert seen is not None


@pytest.mark.usefixtures("clock")
def test_it_does_so_at_once_after_a_resume(clock: HeldMachine) -> None:
    game = frozen("mundus_novus", 3)
    match: Match[Any, Any, Any] = Match(
        game, [None, First(), First()], 3, even_pace=True, machine=clock
    )
    for _ in until_forced(match):
        if sum(match.choices) + 1 < len(First.asked):
            break
    plies = match.plies - 1
    match.undo()
    First.asked.clear()
    again: Match[Any, Any, Any] = Match(
        game, [None, First(), First()], record=match.record(), even_pace=True, machine=clock
    )
    assert again.plies == plies
    again.step()
    assert len(First.asked) == 1
    assert sum(again.choices) == 0


def test_for_a_bot_that_might_remember_the_match_waits_as_long_as_for_a_choice(
    clock: HeldMachine,
) -> None:
    game = frozen("mundus_novus", 3)
    match: Match[Any, Any, Any] = Match(
        game, [None, Remembering(), Remembering()], 3, even_pace=True, machine=clock
    )
    waited = []
    while match.outcome is None:
        state, start = match.state, clock.now
        if seats := match.waiting():
            match.play(game.legal_actions(state, seats[0])[0], seats[0])
        else:
            match.step()
            waited.append(clock.now - start)
    assert {round(seconds, 9) for seconds in waited} == {
        0,
        GRID[0],
    }, "at once only where all know that it is forced"


@dataclass(frozen=True)
class Thinker(First):
    """Thinks for longer or shorter, depending on what it sees."""

    clock: HeldMachine
    most: float
    """Seconds."""
    salt: int = 0

    def choose(
        self, _game: object, _player: int, view: Any, actions: tuple[Any, ...], _rng: object
    ) -> Any:
        self.clock.now += self.most * (1 + secret(view, self.salt)) / 2
        return actions[0]


seen = cache(repr)
"""The same games are played once for each salt and pace."""


def secret(view: object, salt: int = 0) -> float:
    """Return a number from 0 to 1 that depends on the whole View, another one for each salt."""
    return crc32(f"{salt}{seen(view)}".encode()) % 100 / 100


def timed(
    match: Match[Any, Any, Any], clock: HeldMachine, salt: int = 0
) -> Iterator[tuple[float, float]]:
    """Play on, the first action for people; yield how long each choice of a bot took, and the
    secret of its View.
    """
    game = match.game
    while match.outcome is None:
        state, start = match.state, clock.now
        if seats := match.waiting():
            match.play(game.legal_actions(state, seats[0])[0], seats[0])
            continue
        event = match.step()
        assert event is not None
        if len(game.legal_actions(state, event.player)) > 1:
            yield round(clock.now - start, 9), secret(game.view(state, event.player), salt)


def spearman(choices: Sequence[tuple[float, float]]) -> float:
    """Return the rank correlation; 0 if one side is always the same."""
    sides = []
    for side in zip(*choices, strict=True):
        others = sorted(side)
        sides.append([bisect_left(others, one) + bisect_right(others, one) for one in side])
    return correlation(*sides) if all(len(set(side)) > 1 for side in sides) else 0.0


@pytest.mark.parametrize(
    ("name", "most"),
    [
        pytest.param(name, most, marks=[pytest.mark.long] * (most != 1 and name != "koryo"))
        for name in boardgames.game_names()
        for most in (0.01, 0.1, 1)
    ],
)
def test_time_tells_next_to_nothing_about_a_secret_that_it_depends_on(
    name: str, most: float, clock: HeldMachine
) -> None:
    game = frozen(name, 2)

    def told(salt: int, *, even_pace: bool) -> float:
        choices = list[tuple[float, float]]()
        for seed in range(6):
            match: Match[Any, Any, Any] = Match(
                game,
                [None, Thinker(clock, most, salt)],
                seed,
                even_pace=even_pace,
                machine=clock,
            )
            choices.extend(timed(match, clock, salt))
        return spearman(choices)

    assert told(0, even_pace=False) > 0.99
    # Most where the times lie on both sides of a time of the grid, and in a game with few choices.
    # There, one secret alone can agree with the times of so few choices.
    if most == 0.1:
        assert abs(fmean([told(salt, even_pace=True) for salt in range(6)])) < 0.45
    else:
        assert abs(told(0, even_pace=True)) < 0.01


def test_a_choice_ends_on_the_grid_and_no_sooner_than_the_slowest_but_one(
    clock: HeldMachine,
) -> None:
    pace = EvenPace(frozen("koryo", 2), 1)
    ends = []
    for took in (0.005, 0.07, 0.001, 0.05, 0.3, 0.01, 0.9, 0.02, 30.0, 6.0, 0.02):
        start = clock.now
        clock.now += took
        clock.sleep(pace.left(0, round(took * 1e9)))
        ends.append(round(clock.now - start, 9))
    assert ends == [
        0.04,
        0.32,
        0.04,
        0.08,
        1.28,
        0.32,
        1.28,
        1.28,
        35.0,
        6.0 + EVEN_PACE_SECONDS,
        0.02 + EVEN_PACE_SECONDS,
    ]


def test_nobody_waits_where_everybody_knows_that_there_is_no_choice(
    clock: HeldMachine, sealed: Sealed
) -> None:
    match: Match[Any, Any, Any] = Match(
        sealed, [None, Remembering()], 3, even_pace=True, machine=clock
    )
    assert list(until_forced(match)), "the last card"
    assert clock.now == pytest.approx(sum(match.choices) * GRID[0])


@pytest.mark.parametrize(
    ("seats", "even_pace"), [((First(), First()), True), ((None, First()), False)]
)
def test_bots_among_themselves_never_choose_in_vain(
    clock: HeldMachine, seats: tuple[Bot[Any, Any] | None, ...], *, even_pace: bool
) -> None:
    match: Match[Any, Any, Any] = Match(
        frozen("mundus_novus", 2), seats, 3, even_pace=even_pace, machine=clock
    )
    assert {asked for _, asked in until_forced(match)} == {0}
    assert clock.now == 0
