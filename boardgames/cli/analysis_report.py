"""The report on an analysed game, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from boardgames.cli.screen import result_of
from boardgames.contract.game import Game
from boardgames.core.text import COLUMNS, fold, one_line, wrapped
from boardgames.play.analysis import JudgedDecision, mean_gap, turning_points
from boardgames.play.reasons import estimated, in_words
from boardgames.play.record import Record
from boardgames.scene.phrases import Phrases


def text_report(
    record: Record,
    game: Game[Any, Any, Any],
    judgements: Sequence[JudgedDecision[Any]],
    *,
    is_complete: bool,
) -> list[str]:
    """Return an analysis as lines: how the game ended, and each seat's chances to win and turning
    points.

    If it is not complete, it was interrupted after these judgements.
    """
    words, phrases = game.words, game.words.phrases
    stopped = None
    if not is_complete:
        stopped = judgements[-1].ply if judgements else 0
    extent = phrases.extent(len(judgements), stopped, len(record.actions))
    lines = [
        phrases.report_of(words.title, record.players, extent),
        *result_of(record, words),
    ]
    what = estimated(game, phrases)
    for seat, name in enumerate(record.seats):
        own = [judgement for judgement in judgements if judgement.player == seat]
        if own:
            player = phrases.named(words.seat_name(seat, None), one_line(name))
            lines += ["", player, *_of_seat(own, what, phrases)]
    if any(judgement.cost for judgement in judgements):
        lines += ["", *fold(phrases.not_a_sum.split(), "", "")]
    if any(judgement.why for judgement in judgements):
        lines += ["", *wrapped([phrases.numbers], COLUMNS)]
    return lines


def _of_seat(judgements: list[JudgedDecision[Any]], what: str, phrases: Phrases) -> Iterator[str]:
    """Yield the lines about the decisions of one seat; `what`: what the chances are."""
    chances = [
        f"{judgement.done.chance:.0%}".removesuffix("%").rjust(3) for judgement in judgements
    ]
    yield from fold(chances, f"  {phrases.after_each(what)}", "   ")
    # How many decisions the search prefers itself, finds worse, and cannot tell.
    count = Counter([judgement.verdict for judgement in judgements])
    gap = 100 * mean_gap(judgements)
    verdicts = phrases.verdicts(
        len(judgements), count["agrees"], count["worse"], count["too_close"], gap
    )
    yield from fold(verdicts.split(), " ", "    ")
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
