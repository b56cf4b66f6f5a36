"""The analysis of a recorded game, and its report as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boardgames.cli.screen import result_of
from boardgames.contract.game import Game
from boardgames.core.text import fold, one_line, plural
from boardgames.play.analysis import Judgement, mean_gap, turning_points
from boardgames.play.reasons import LEGEND, estimated, in_words
from boardgames.play.record import Record

NOT_A_SUM = (
    "Each decision is judged by itself, as if all went on from there as the search expects. Losses"
    " do not add up: each decision starts from the position that the last one led to, and new cards"
    " change the chances, too."
)


@dataclass(frozen=True)
class Analysis:
    """A record and its judgements."""

    record: Record
    game: Game[Any, Any, Any]
    judgements: list[Judgement[Any]]
    is_complete: bool
    """False if the analysis was interrupted."""

    @property
    def extent(self) -> str:
        """How much was analysed."""
        last = self.judgements[-1].ply if self.judgements else 0
        analysed = f"{plural(len(self.judgements), 'decision')} analysed"
        if self.is_complete:
            return analysed
        return f"{analysed}, stopped at action {last} of {len(self.record.actions)}"

    def of_seat(self, seat: int) -> list[Judgement[Any]]:
        """Return the judgements of the decisions of this seat."""
        return [judgement for judgement in self.judgements if judgement.player == seat]


def text_report(analysis: Analysis) -> list[str]:
    """Return the analysis as lines: how the game ended, and each seat's chances to win and turning
    points.
    """
    record = analysis.record
    lines = [
        f"{analysis.game.title}, {record.players} players, {analysis.extent}",
        *result_of(record, analysis.game.words),
    ]
    what = estimated(analysis.game).capitalize()
    for seat, name in enumerate(record.seats):
        if own := analysis.of_seat(seat):
            lines += ["", f"Player {seat + 1} ({one_line(name)})", *_of_seat(own, what)]
    if any(judgement.cost for judgement in analysis.judgements):
        lines += ["", *fold(NOT_A_SUM.split(), "", "")]
    if any(judgement.why for judgement in analysis.judgements):
        lines += ["", LEGEND]
    return lines


def _of_seat(judgements: list[Judgement[Any]], what: str) -> Iterator[str]:
    """Yield the lines about the decisions of one seat; `what`: what the chances are."""
    chances = [
        f"{judgement.done.chance:.0%}".removesuffix("%").rjust(3) for judgement in judgements
    ]
    yield from fold(chances, f"  {what}, in %, after each decision:", "   ")
    yield from fold(verdicts(judgements).split(), " ", "    ")
    points = turning_points(judgements)
    if points:
        yield "  The costliest:"
    for point in points:
        when = f"action {point.ply}" + (f", {point.when}" if point.when else "")
        done = f"{when}: {point.done_text} ({point.done.chance:.0%})"
        better = f"better: {point.best_text} ({point.best.chance:.0%})"
        yield from fold(done.split(), "   ", "      ")
        yield from fold(better.split(), "     ", "       ")
        if point.why:
            yield from fold(in_words(point.why).split(), "     ", "       ")


def verdicts(judgements: Sequence[Judgement[Any]]) -> str:
    """Return how many decisions the search prefers itself, finds worse, and cannot tell, and how
    far all of them are behind what it prefers.
    """
    count = Counter([judgement.verdict for judgement in judgements])
    return (
        f"Of {plural(len(judgements), 'decision')} the search agrees with {count['agrees']}, finds"
        f" {count['worse']} worse than its own choice, and cannot tell {count['too close']} from"
        f" it. On average its own choice is {100 * mean_gap(judgements):.1f} percentage points"
        " better."
    )
