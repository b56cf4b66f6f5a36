"""What a hint says in the terminal: choices with the chances to win that they give, and the reasons."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from boardgames.core.text import fold, plural
from boardgames.play.analysis import MOST_HINTS
from boardgames.play.reasons import LEGEND, in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boardgames.core.action import Action
    from boardgames.play.analysis import Hint


def hint_lines(
    hints: Sequence[Hint[Any]], texts: Mapping[Action, str], asked: Action | None, columns: int
) -> Iterator[str]:
    """Yield the lines of a hint. `texts`: every legal action in words; `asked`: the one that the person asked about."""
    if not hints:
        yield "No hint: the search could not rate any choice."
        return
    for each in hints:
        mark = " (about equal)" if each.is_about_equal else ""
        mark += " (you asked)" if each.action == asked else ""
        yield f"{each.chance:>5.0%}  {texts[each.action]}{mark}"
        if each.why:
            yield from fold(in_words(each.why).split(), "      ", "         ", columns)
    left_out = len(texts) - len(hints)
    if len(hints) < MOST_HINTS and left_out:
        yield f"({plural(left_out, 'choice')} not worth a search)"
    yield "Your chance to win, by an estimate from what you can see."
    if any(one.chance < other.chance for one, other in pairwise(hints)):
        yield "Best first. Figures of choices that soon looked worse are rough."
    if any(each.is_about_equal for each in hints):
        yield "About equal: the search cannot tell it from the first one."
    if any(reason.chance for each in hints for reason in each.why):
        yield LEGEND
