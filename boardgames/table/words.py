"""The legal actions in a person's words, and the meaning of typed answers.

Answers are notation, words or unique beginnings.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Generic

from boardgames.contract.game import A, Game, V
from boardgames.contract.words import Words
from boardgames.core.errors import NotationError
from boardgames.core.text import shortened
from boardgames.core.values import value
from boardgames.scene.phrases import ENGLISH, Phrases

FEWEST_LETTERS = 3
"""Minimum number of letters of an answer that omits words; a shorter one may be a typing error."""
MOST_CANDIDATES = 4
"""Maximum number of candidates named if an answer is ambiguous."""
LEAST_LIKENESS = 0.6
"""How much, from 0 to 1, a choice must be like an answer that means nothing, to be suggested."""


@value
class Choice(Generic[A]):
    """A legal action in the reader's words."""

    action: A
    text: str
    group: str = ""
    """What it shares with other choices, in the reader's words."""
    amount: int | None = None
    """The number in which it differs from the others of its group."""
    note: str = ""
    """A consequence the reader should know of."""
    declines: bool = False
    """Whether it takes nothing of what is offered; a menu lists it last."""
    is_part: bool = False
    """Whether it takes one of several pieces, which are chosen in the order of the list."""


def choices_of(words: Words[Any, A, V], view: V, actions: Sequence[A]) -> list[Choice[A]]:
    """Return the legal actions with the game's labels."""
    choices: list[Choice[A]] = []
    for action in actions:
        label = words.label(view, action)
        is_part = label.several is not None
        choice = Choice(
            action, label.text, label.group, label.amount, label.note, label.declines, is_part
        )
        choices.append(choice)
    return choices


@value
class Understood(Generic[A]):
    """The choice that was meant, or else a reply to the person."""

    action: A | None = None
    message: str = ""


def understand(
    answer: str,
    game: Game[Any, A, Any],
    choices: Sequence[Choice[A]],
    phrases: Phrases = ENGLISH,
) -> Understood[A]:
    """Return the choice that was meant: the answer is its notation, its text, or a beginning of
    either that is unique.

    A complete text is never ambiguous, even if others begin with it. If no choice begins like the
    answer, words may be omitted and in any order, as in `3 bank` for `order 3 Banker`.
    """
    with suppress(NotationError):
        action = game.parse(answer)
        if action in [choice.action for choice in choices]:
            return Understood(action)
        return Understood(message=phrases.not_possible(str(action)))
    meant = _meant(answer, choices)
    if len(meant) == 1:
        return Understood(meant[0].action)
    if meant:
        some = [choice.text for choice in meant[:MOST_CANDIDATES]]
        return Understood(message=phrases.ambiguous(some, len(meant)))
    guess = _nearest(answer, choices)
    return Understood(message=phrases.no_such_action(shortened(answer), guess))


def _meant(answer: str, choices: Sequence[Choice[A]]) -> list[Choice[A]]:
    """Return all choices that the answer can mean."""
    complete = [choice for choice in choices if _words(answer) == _words(choice.text)]
    if complete:
        return complete
    begun = [
        choice
        for choice in choices
        if _begins(answer, choice.text) or _begins(answer, str(choice.action))
    ]
    if begun or len(answer) < FEWEST_LETTERS:
        return begun
    return [choice for choice in choices if _contains(choice.text, answer)]


def _nearest(answer: str, choices: Sequence[Choice[Any]]) -> str:
    """Return the text or notation that is most like the answer; empty if none is."""
    from difflib import get_close_matches  # slow to load, and only needed for mistakes

    known: dict[str, str] = {}
    for choice in choices:
        for text in (choice.text, str(choice.action)):
            known[text.casefold()] = text
    near = get_close_matches(answer.casefold(), known, n=1, cutoff=LEAST_LIKENESS)
    return known[near[0]] if near else ""


def _begins(answer: str, text: str) -> bool:
    """Return whether each word of the answer is the beginning of the corresponding word."""
    typed = _words(answer)
    words = _words(text)
    return 0 < len(typed) <= len(words) and all(
        word.startswith(part) for part, word in zip(typed, words, strict=False)
    )


def _contains(text: str, answer: str) -> bool:
    """Return whether each word of the answer is the beginning of a word of its own, in any
    order.
    """
    typed = _words(answer)
    words = _words(text)
    for part in sorted(typed, key=len, reverse=True):
        found = next((word for word in words if word.startswith(part)), None)
        if found is None:
            return False
        words.remove(found)
    return bool(typed)


def _words(text: str) -> list[str]:
    return text.casefold().split()
