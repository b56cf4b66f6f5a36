"""How long bots take must not tell people what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count, cycle
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

import boardgames
from boardgames.play import Bot, Match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.testing.small_games import Sealed


@dataclass(frozen=True)
class First(Bot[Any, Any]):
    """Takes the first action, and tells the test what it was asked."""

    asked: ClassVar[list[tuple[int, Any, tuple[Any, ...]]]] = []

    def choose(self, _game: object, player: int, view: Any, actions: tuple[Any, ...], _rng: object) -> Any:  # noqa: ANN401
        """Take the first."""
        self.asked.append((player, view, actions))
        return actions[0]


class Remembering(Bot[Any, Any]):
    """The same, but not frozen: it might remember what it was asked."""

    choose = First.choose  # type: ignore[assignment]  # it takes any game
    asked = First.asked


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that a match makes, in seconds; they are not really made. A choice takes a millisecond."""
    seconds: list[float] = []
    ticks = count(0, 1_000_000)
    monkeypatch.setattr("boardgames.play.pace.pause", seconds.append)
    for module in ("match", "pace"):
        monkeypatch.setattr(f"boardgames.play.{module}.perf_counter_ns", lambda: next(ticks))
    First.asked.clear()
    return seconds


def until_forced(match: Match[Any, Any, Any]) -> Iterator[tuple[int, int]]:
    """Play on, always the first action; yield the seat of a bot without a choice, and how often bots were asked."""
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


def test_a_bot_without_a_choice_chooses_in_vain_where_people_cannot_know(pauses: list[float]) -> None:
    game = boardgames.make("mundus_novus", players=3)
    match: Match[Any, Any, Any] = Match(game, [None, First(), First()], 3, even_pace=True)
    forced = []
    for seat, asked in until_forced(match):
        forced.append(asked)
        if asked:
            player, view, actions = First.asked[-1]
            assert (player, view.seat) == (seat, seat)
            assert len(actions) > 1
    assert set(forced) == {0, 1}
    assert len(First.asked) == sum(match.choices) + sum(forced), "it counts as no choice"
    assert not pauses


def test_what_it_is_asked_in_vain_is_a_position_that_a_spectator_cannot_tell_from_the_true_one() -> None:
    game = boardgames.make("mundus_novus", players=3)
    match: Match[Any, Any, Any] = Match(game, [None, First(), First()], 3, even_pace=True)
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
            assert (seen.public, seen.round, seen.phase) == (before.public, before.round, before.phase)
    assert seen is not None


def test_it_does_so_at_once_after_a_resume(pauses: list[float]) -> None:
    game = boardgames.make("mundus_novus", players=3)
    match: Match[Any, Any, Any] = Match(game, [None, First(), First()], 3, even_pace=True)
    for _ in until_forced(match):
        if sum(match.choices) + 1 < len(First.asked):
            break
    plies = match.plies - 1
    match.undo()
    First.asked.clear()
    again: Match[Any, Any, Any] = Match.resume(game, [None, First(), First()], match.record(), even_pace=True)
    assert again.plies == plies
    again.step()
    assert len(First.asked) == 1
    assert sum(again.choices) == 0
    assert not pauses


def test_for_a_bot_that_might_remember_the_match_waits_as_long_as_it_takes(pauses: list[float]) -> None:
    game = boardgames.make("mundus_novus", players=3)
    match: Match[Any, Any, Any] = Match(game, [None, Remembering(), Remembering()], 3, even_pace=True)
    waited = 0
    for _, asked in until_forced(match):
        assert asked == 0
        if len(pauses) > waited:
            waited += 1
    assert waited == len(pauses) > 1
    assert set(pauses) == {0.001}


def test_a_quick_choice_takes_as_long_as_the_slowest_but_one_before(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """A search is done at once where the hand leaves nothing sensible but one action: nobody may see that."""
    milliseconds = (5, 2, 9, 4)
    times = chain.from_iterable((0, taken * 1_000_000) for taken in cycle(milliseconds))
    for module in ("match", "pace"):
        monkeypatch.setattr(f"boardgames.play.{module}.perf_counter_ns", lambda: next(times))
    match: Match[Any, Any, Any] = Match(boardgames.make("mundus_novus", players=2), [None, First()], 3, even_pace=True)
    assert len(list(until_forced(match))) > 1
    assert len(First.asked) > 10
    # The first 9 ms may be a hiccup: until the second, 2 and 4 ms take 5.
    later = [[], [3], [], [1], [], [3], [], [5]] + [[4], [7], [], [5]] * len(First.asked)
    expected = [pause / 1000 for pauses_made in later[: len(First.asked)] for pause in pauses_made]
    assert pauses == pytest.approx(expected)


def test_nobody_waits_where_everybody_knows_that_there_is_no_choice(pauses: list[float], sealed: Sealed) -> None:
    forced = list(until_forced(Match(sealed, [None, Remembering()], 3, even_pace=True)))
    assert forced, "the last card"
    assert not pauses


@pytest.mark.parametrize(("seats", "even_pace"), [((First(), First()), True), ((None, First()), False)])
def test_bots_among_themselves_never_choose_in_vain(
    pauses: list[float], seats: tuple[Bot[Any, Any] | None, ...], *, even_pace: bool
) -> None:
    match: Match[Any, Any, Any] = Match(boardgames.make("mundus_novus", players=2), seats, 3, even_pace=even_pace)
    assert {asked for _, asked in until_forced(match)} == {0}
    assert not pauses
