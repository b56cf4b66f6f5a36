"""Menus: short lists as they are, long ones in groups, consecutive numbers as a range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Generic

from boardgames.contract.game import A
from boardgames.core.text import padded, width, wrapped
from boardgames.scene.phrases import ENGLISH, Phrases
from boardgames.table.words import Choice

MOST = 24
"""Default maximum number of entries in a menu; if there are more, they are grouped."""
FEWEST_NUMBERS = 5
"""Minimum number of choices that differ only in a number to be shown as a range."""
GAP = 3


@dataclass(frozen=True)
class Entry(Generic[A]):
    """One line of a menu."""

    label: str
    choices: tuple[Choice[A], ...]
    """One action to take, or several to choose from next."""
    numbers: range | None = None
    """If the choices differ only in a number: these numbers, without gaps."""
    group: str = ""
    """If it is a group: the words that open it."""


def entries(
    choices: Sequence[Choice[A]], most: int = MOST, phrases: Phrases = ENGLISH
) -> list[Entry[A]]:
    """Return a menu that leads to each of these choices; if there are more than `most`, in groups.

    Choices keep their order, except that those that decline come last.

    >>> from boardgames import make
    >>> game = make("koryo", players=2)
    >>> actions = [game.parse(text) for text in ("bank", "steal 2", "end")]
    >>> [entry.label for entry in entries([Choice(action, str(action)) for action in actions])]
    ['bank', 'steal 2', 'end']
    """
    choices = sorted(choices, key=lambda choice: choice.declines)
    every = _with_ranges(choices, phrases)
    if len(every) <= most:
        return every
    several = len({choice.group for choice in choices}) > 1
    depth = len(_common(choices))
    groups: dict[str, list[Choice[A]]] = {}
    for choice in choices:
        # Those of no group, or all of the same one, by the first word in which they differ.
        word = "".join(choice.text.split()[depth : depth + 1])
        groups.setdefault((several and choice.group) or word, []).append(choice)
    menu: list[Entry[A]] = []
    for members in groups.values():
        listed = _with_ranges(members, phrases)
        name = (several and members[0].group) or " ".join(_common(members))
        if len(listed) == 1:
            menu += listed
        else:
            menu.append(Entry(f"{name} ... ({len(members)})", tuple(members), group=name))
    return menu


def _with_ranges(choices: Sequence[Choice[A]], phrases: Phrases) -> list[Entry[A]]:
    """Return an entry for each choice; consecutive numbers with the same note share one entry."""
    menu: list[Entry[A]] = []
    for (stem, _), alike in groupby(choices, key=lambda choice: (_stem(choice)[0], choice.note)):
        run = tuple(alike)
        numbers = [number for _, number in map(_stem, run) if number is not None]
        if len(numbers) >= FEWEST_NUMBERS and numbers == [
            *range(numbers[0], numbers[0] + len(run))
        ]:
            label = phrases.numbers_of(stem, numbers[0], numbers[-1])
            menu.append(Entry(label, run, range(numbers[0], numbers[-1] + 1)))
        else:
            menu += [Entry(choice.text, (choice,)) for choice in run]
    return menu


def _stem(choice: Choice[A]) -> tuple[str, int | None]:
    """Return the part of the choice that it shares with others of a range, and its number."""
    if choice.amount is not None:
        return choice.group, choice.amount
    *words, last = choice.text.split()
    if last.isdecimal() and len(last) < 9:  # noqa: PLR2004  # digits that int reads at once
        return " ".join(words), int(last)
    return choice.text, None


def _common(choices: Sequence[Choice[A]]) -> list[str]:
    """Return the common first words of all of these."""
    texts = [choice.text.split() for choice in choices]
    return [
        words[0] for words in takewhile(lambda words: len({*words}) == 1, zip(*texts, strict=False))
    ]


def notes(menu: Sequence[Entry[A]], phrases: Phrases = ENGLISH) -> list[str]:
    """Return each note of these choices once, with what it is about: `2, 3: takes any card`, `bid 7
    to 9: a bluff`.

    The notes of a group come when it is open.
    """
    by_note: dict[str, list[str]] = {}
    for number, entry in enumerate(menu, start=1):
        for note, about in groupby(entry.choices, key=attrgetter("note")):
            if note and entry.numbers is not None:
                (stem, low), *more = map(_stem, about)
                range_text = f"{stem} {low}"
                if more:
                    range_text = phrases.numbers_of(stem, low or 0, more[-1][1] or 0)
                by_note.setdefault(note, []).append(range_text)
            elif note and len(entry.choices) == 1:
                by_note.setdefault(note, []).append(str(number))
    return [f"{', '.join(about)}: {note}" for note, about in by_note.items()]


def in_columns(labels: Sequence[str], columns: int) -> list[str]:
    """Return numbered labels as lines, in as many columns as fit, reading downwards."""
    items = [f"{number:>3}) {label}" for number, label in enumerate(labels, start=1)]
    if not items:
        return []
    widest = max(map(width, items)) + GAP
    count = max(1, min(len(items), (columns + GAP) // widest))
    rows = -(-len(items) // count)
    lines: list[str] = []
    for row in range(rows):
        line = "".join([padded(item, widest) for item in items[row::rows]]).rstrip()
        lines += wrapped([line], columns, "       ")
    return lines
