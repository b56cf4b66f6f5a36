"""Understands what a person types instead of a number: notation, words of a label, unambiguous beginnings."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardgames.cli.terminal import shortened
from boardgames.core.action import Action
from boardgames.core.errors import NotationError
from boardgames.core.text import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardgames.cli.menu import Choice
    from boardgames.core.game import Game
    from boardgames.core.scene import Piece

A = TypeVar("A", bound=Action)

FEWEST_LETTERS = 3
"""An answer that leaves out words needs at least this many letters; a shorter one may be a typing error."""
MOST_CANDIDATES = 4
"""How many candidates are named if an answer is ambiguous."""


@dataclass(frozen=True)
class Understood(Generic[A]):
    """The choice that was meant, or else what to tell the person."""

    action: A | None = None
    message: str = ""


def understand(answer: str, game: Game[Any, A, Any], choices: Sequence[Choice[A]]) -> Understood[A]:
    """Return the choice that was meant: its notation, its text, or a beginning of either that fits one choice only.

    A whole text counts as itself, even if others begin with it. If no choice begins like the answer, words may be left
    out and come in any order, as in `3 bank` for `order 3 Banker`.
    """
    legal = [choice.action for choice in choices]
    try:
        action = game.parse(answer)
    except NotationError:
        action = None
    if action is not None:
        return Understood(action) if action in legal else Understood(message=f"Not possible now: {action}.")
    meant = [choice.action for choice in choices if _words(answer) == _words(choice.text)] or [
        choice.action for choice in choices if _begins(answer, choice.text) or _begins(answer, str(choice.action))
    ]
    if not meant and len(answer) >= FEWEST_LETTERS:
        meant = [choice.action for choice in choices if _contains(choice.text, answer)]
    if len(meant) == 1:
        return Understood(meant[0])
    texts = {choice.action: choice.text for choice in choices}
    if meant:
        shown = [repr(texts[each]) for each in meant[:MOST_CANDIDATES]]
        more = f" ({len(meant)} in all)" if len(meant) > MOST_CANDIDATES else ""
        return Understood(message=f"That could be {listed(shown, 'or')}{more}. Say a little more.")
    words = {text.casefold(): text for choice in choices for text in (choice.text, str(choice.action))}
    near = get_close_matches(answer.casefold(), words, n=1, cutoff=0.6)
    guess = f" Did you mean {words[near[0]]!r}?" if near else ""
    return Understood(message=f"No such action: {shortened(answer)!r}.{guess}")


def _begins(answer: str, text: str) -> bool:
    """Tell whether each word of the answer is the beginning of the corresponding word."""
    typed, words = _words(answer), _words(text)
    return 0 < len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))


def _contains(text: str, answer: str) -> bool:
    """Tell whether each word of the answer is the beginning of a word of its own, in any order."""
    words, typed = _words(text), _words(answer)
    for part in sorted(typed, key=len, reverse=True):
        found = next((word for word in words if word.startswith(part)), None)
        if found is None:
            return False
        words.remove(found)
    return bool(typed)


def _words(text: str) -> list[str]:
    return text.casefold().split()


def find_pieces(name: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with this name or key, or else those with a word in their name that begins like this."""
    wanted = " ".join(name.casefold().replace("_", " ").split())
    exact = [piece for piece in pieces if wanted in (piece.name.casefold(), piece.key.replace("_", " "))]
    if exact or not wanted:
        return exact
    return [
        piece
        for piece in pieces
        if piece.name.casefold().startswith(wanted)
        or any(word.startswith(wanted) for word in piece.name.casefold().split())
    ]
