"""What an author reads of a fault: the one to mend first, where it is, and no more than differs."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest

import boardgames
from boardgames import Action, value
from boardgames.core.values import evolve, replaced
from boardgames.scene.events import Change, Event, PieceMove, Place
from boardgames.scene.log import snapshot_of
from boardgames.scene.parts import Area, Item, Zone
from boardgames.scene.scene import Scene
from boardgames.testing import check_game
from boardgames.testing.__main__ import main
from boardgames.testing.conformance import run_check
from boardgames.testing.event_checks import unexplained
from boardgames.testing.probe import Probe
from examples.nines import Nines, State
from tests.testing.small_games import Committed, Drawn, Reported, Revealed, Scored


class LosesACard(Nines):
    """Loses a card of the first seat in the second round."""

    def act(self, state: State, action: Any, seat: int) -> State:
        after = super().act(state, action, seat)
        if after.round != 2 or not after.hands[0]:
            return after
        return evolve(after, hands=replaced(after.hands, 0, after.hands[0][:-1]))


class DealsTwice(Nines):
    """Deals one card too many."""

    def start(self, seed: int) -> State:
        first = super().start(seed)
        hand = tuple(sorted((*first.hands[0], first.hands[1][-1])))
        return evolve(first, hands=replaced(first.hands, 0, hand))


class Extra(Action):
    """No value."""


class ActsByNoValue(Nines):
    """Lists an action that is not made by `value`."""

    def choices(self, state: State, seat: int) -> Any:
        return (*super().choices(state, seat), Extra())


@value
class DrawnByNumber(Drawn):
    """Names its card by a number."""

    def changes(self) -> tuple[Change, ...]:
        place = Place(self.seat, "hand")
        return (PieceMove(95, 1, place, place),)  # type: ignore[arg-type]  # deliberately wrong


class MovesNumbers(Reported):
    """Its events name cards by numbers."""

    event_types: ClassVar[Any] = Committed | Revealed | Scored | DrawnByNumber

    def report(self, event: Event) -> None:
        super().report(DrawnByNumber(0, 95) if isinstance(event, Drawn) else event)


@pytest.mark.parametrize(
    ("cls", "check", "fault"),
    [
        (LosesACard, "applying", r"choose \d changes how many .* \(seed 0, ply \d+\)$"),
        (
            DealsTwice,
            "applying",
            r"check_state refuses the first State of a game: .*\(seed 0, ply 1\)$",
        ),
        (MovesNumbers, "events", r"DrawnByNumber moves the piece 95: a piece is named by a text"),
    ],
)
def test_a_fault_is_said_where_it_begins(cls: type[Any], check: str, fault: str) -> None:
    with pytest.raises(boardgames.ConformanceError, match=rf"(?m)^{check}: {fault}"):
        run_check(check, Probe(cls(2), 2, 9, 200))


def test_faults_with_one_cause_are_folded(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{__name__}:ActsByNoValue"
    assert main([name, "--players", "2", "--games", "1", "--positions", "2"]) == 1
    said = capsys.readouterr().out
    assert said.count("is not a value: write @value above its class") == 1
    assert said.count("FAULT: as in 'determinism'") > 10
    assert "Fix 'determinism' first" in said


def test_a_method_cannot_hide_what_the_contract_declares() -> None:
    with pytest.raises(TypeError, match=r"Hides\.unseen: a method cannot have this name"):
        type("Hides", (Nines,), {"unseen": lambda _: 3})


def test_of_many_pieces_only_those_are_listed_that_differ() -> None:
    def hand(*cards: int) -> Scene:
        items = tuple([Item(str(card), 1) for card in cards])
        zone = Zone("hand", "Hand", items, ordered=True)
        return Scene(None, "Cards", "", (Area(0, "Player 1", (zone,)),), (), "")

    before, lost = hand(*range(200)), hand(*range(199))
    fault = unexplained(snapshot_of(before, 0), before, lost)
    assert fault is not None
    assert (fault.by_events, fault.in_scene) == ({"199": 1}, {"199": 0})
    turned = hand(*range(100), *range(199, 99, -1))
    fault = unexplained(snapshot_of(before, 0), before, turned)
    assert fault is not None
    assert "100, 101" in str(fault.by_events)
    assert "199, 198" in str(fault.in_scene)
    assert len(str(fault)) < 300


class DealsByItself(Nines):
    """Its chance does not come from where it can be followed."""

    def start(self, seed: int) -> State:
        first = super().start(seed)
        cards = [*first.hands[0], *first.hands[1], *first.rest]
        Random(seed).shuffle(cards)  # noqa: S311  # deliberately wrong
        size = len(first.hands[0])
        hands = tuple(sorted(cards[:size])), tuple(sorted(cards[size : 2 * size]))
        return evolve(first, hands=hands, rest=tuple(sorted(cards[2 * size :])))


def test_what_was_not_looked_at_is_not_held() -> None:
    report = check_game(DealsByItself(2), only=["legality", "exactness"])
    assert [result.is_held for result in report.results] == [True, False]
    said = " ".join(str(report).split())
    assert "not looked at: Everything that can happen in nines" in said
    assert "1 of 2 promises held" in said
