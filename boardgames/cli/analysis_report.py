"""The analysis of a recorded game, and its report as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boardgames.cli.screen import result_of
from boardgames.contract.game import Game
from boardgames.core.text import COLUMNS, fold, one_line, wrapped
from boardgames.play.analysis import Judgement, mean_gap, turning_points
from boardgames.play.reasons import estimated, in_words
from boardgames.play.record import Record
from boardgames.scene.phrases import Phrases


@dataclass(frozen=True)
class Analysis:
    """A record and its judgements."""

    record: Record
    game: Game[Any, Any, Any]
    judgements: list[Judgement[Any]]
    is_complete: bool
    """False if the analysis was interrupted."""

    @property
    def phrases(self) -> Phrases:
        """What the program says by itself, in the language of the game."""
        return self.game.words.phrases

    @property
    def extent(self) -> str:
        """How much was analysed."""
        stopped = None
        if not self.is_complete:
            stopped = self.judgements[-1].ply if self.judgements else 0
        actions = len(self.record.actions)
        return self.phrases.extent(len(self.judgements), stopped, actions)

    def of_seat(self, seat: int) -> list[Judgement[Any]]:
        """Return the judgements of the decisions of this seat."""
        return [judgement for judgement in self.judgements if judgement.player == seat]


def text_report(analysis: Analysis) -> list[str]:
    """Return the analysis as lines: how the game ended, and each seat's chances to win and turning
    points.
    """
    record, words, phrases = analysis.record, analysis.game.words, analysis.phrases
    lines = [
        phrases.report_of(words.title, record.players, analysis.extent),
        *result_of(record, words),
    ]
    what = estimated(analysis.game, phrases)
    for seat, name in enumerate(record.seats):
        if own := analysis.of_seat(seat):
            player = phrases.named(words.seat_name(seat, None), one_line(name))
            lines += ["", player, *_of_seat(own, what, phrases)]
    if any(judgement.cost for judgement in analysis.judgements):
        lines += ["", *fold(phrases.not_a_sum.split(), "", "")]
    if any(judgement.why for judgement in analysis.judgements):
        lines += ["", *wrapped([phrases.numbers], COLUMNS)]
    return lines


def _of_seat(judgements: list[Judgement[Any]], what: str, phrases: Phrases) -> Iterator[str]:
    """Yield the lines about the decisions of one seat; `what`: what the chances are."""
    chances = [
        f"{judgement.done.chance:.0%}".removesuffix("%").rjust(3) for judgement in judgements
    ]
    yield from fold(chances, f"  {phrases.after_each(what)}", "   ")
    yield from fold(verdicts(judgements, phrases).split(), " ", "    ")
    points = turning_points(judgements)
    if points:
        yield f"  {phrases.the_costliest}"
    for point in points:
        when = phrases.at_action(point.ply, point.when)
        done = f"{when}: {phrases.rated(point.done_text, point.done.chance)}"
        better = phrases.better(phrases.rated(point.best_text, point.best.chance))
        yield from fold(done.split(), "   ", "      ")
        yield from fold(better.split(), "     ", "       ")
        if point.why:
            yield from fold(in_words(point.why, phrases).split(), "     ", "       ")


def verdicts(judgements: Sequence[Judgement[Any]], phrases: Phrases) -> str:
    """Return how many decisions the search prefers itself, finds worse, and cannot tell, and how
    far all of them are behind what it prefers.
    """
    count = Counter([judgement.verdict for judgement in judgements])
    return phrases.verdicts(
        len(judgements),
        count["agrees"],
        count["worse"],
        count["too_close"],
        100 * mean_gap(judgements),
    )
