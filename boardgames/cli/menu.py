"""Menus: short lists as they are, long ones in groups, consecutive numbers as a range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Generic, TypeVar

from boardgames.core.action import Action
from boardgames.play.words import Choice

A = TypeVar("A", bound=Action)

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


def entries(choices: Sequence[Choice[A]], most: int = MOST) -> list[Entry[A]]:
    """Return a menu that leads to each of these choices; if there are more than `most`, in groups.

    Choices keep their order, except that those that decline come last.

    >>> from boardgames import make
    >>> game = make("koryo", players=2)
    >>> actions = [game.parse(text) for text in ("bank", "steal 2", "end")]
    >>> [entry.label for entry in entries([Choice(action, str(action)) for action in actions])]
    ['bank', 'steal 2', 'end']
    """
    choices = sorted(choices, key=lambda choice: choice.declines)
    folded = _with_ranges(choices)
    if len(folded) <= most:
        return folded
    groups: dict[str, list[Choice[A]]] = {}
    for choice in choices:
        groups.setdefault(choice.group, []).append(choice)
    if len(groups) == 1:
        return _grouped_by_words(choices)
    return [entry for group, members in groups.items() for entry in _folded(group, members)]


def _folded(group: str, members: list[Choice[A]]) -> list[Entry[A]]:
    """Return one entry for the group; a group without a name is split by the words of its members."""
    shown = _with_ranges(members)
    if len(shown) == 1:
        return shown
    return [Entry(f"{group} ... ({len(members)})", tuple(members))] if group else _grouped_by_words(members)


def _with_ranges(choices: Sequence[Choice[A]]) -> list[Entry[A]]:
    """Return an entry for each choice; consecutive numbers share one entry."""
    runs: dict[str, list[tuple[int, Choice[A]]]] = {}
    for choice in choices:
        stem, number = _stem(choice)
        if number is not None:
            runs.setdefault(stem, []).append((number, choice))
    ranges: dict[str, Entry[A]] = {}
    for stem, run in runs.items():
        numbers = range(run[0][0], run[0][0] + len(run))
        if len(run) >= FEWEST_NUMBERS and [number for number, _ in run] == list(numbers):
            label = f"{stem} {numbers[0]} to {numbers[-1]}".strip()
            ranges[stem] = Entry(label, tuple([choice for _, choice in run]), numbers)
    menu: list[Entry[A]] = []
    for choice in choices:
        stem, number = _stem(choice)
        whole = ranges.get(stem) if number is not None else None
        if whole is None:
            menu.append(Entry(choice.text, (choice,)))
        elif whole not in menu[-1:]:
            menu.append(whole)
    return menu


def _stem(choice: Choice[A]) -> tuple[str, int | None]:
    """Return the part of the choice that it shares with others of a range, and its number."""
    if choice.amount is not None:
        return choice.group, choice.amount
    *words, last = choice.text.split()
    return (" ".join(words), int(last)) if last.isdecimal() and len(last) < 9 else (choice.text, None)  # noqa: PLR2004  # digits that int reads at once


def _grouped_by_words(choices: Sequence[Choice[A]]) -> list[Entry[A]]:
    """Group by the first word in which the texts differ."""
    depth = len(_common(choices))
    groups: dict[str, list[Choice[A]]] = {}
    for choice in choices:
        groups.setdefault("".join(choice.text.split()[depth : depth + 1]), []).append(choice)
    menu: list[Entry[A]] = []
    for members in groups.values():
        shown = _with_ranges(members)
        several = Entry(f"{' '.join(_common(members))} ... ({len(members)})", tuple(members))
        menu += shown if len(shown) == 1 else [several]
    return menu


def _common(choices: Sequence[Choice[A]]) -> list[str]:
    """Return the common first words of all of these."""
    texts = [choice.text.split() for choice in choices]
    return [words[0] for words in takewhile(lambda words: len({*words}) == 1, zip(*texts, strict=False))]


def notes(menu: Sequence[Entry[A]]) -> list[str]:
    """Return each note of these choices once, with what it is about: `2, 3: takes any card`, `bid 7 to 9: a bluff`.

    The notes of a group come when it is open.
    """
    found: dict[str, list[str]] = {}
    for number, entry in enumerate(menu, start=1):
        for note, about in groupby(entry.choices, key=attrgetter("note")):
            if note and entry.numbers is not None:
                (stem, low), *more = map(_stem, about)
                found.setdefault(note, []).append(f"{stem} {low} to {more[-1][1]}" if more else f"{stem} {low}")
            elif note and len(entry.choices) == 1:
                found.setdefault(note, []).append(str(number))
    return [f"{', '.join(about)}: {note}" for note, about in found.items()]


def in_columns(labels: Sequence[str], width: int) -> list[str]:
    """Return numbered labels as lines, in as many columns as fit, reading downwards."""
    items = [f"{number:>3}) {label}" for number, label in enumerate(labels, start=1)]
    if not items:
        return []
    widest = max(map(len, items)) + GAP
    columns = max(1, min(len(items), (width + GAP) // widest))
    rows = -(-len(items) // columns)
    lines = ["".join(item.ljust(widest) for item in items[row::rows]).rstrip() for row in range(rows)]
    return [part for line in lines for part in _cut(line, width)]


def _cut(line: str, width: int) -> list[str]:
    """Return the line, broken between words if it alone is wider than the screen."""
    parts = []
    while len(line) > width:
        at = line.rfind(" ", 8, width + 1)
        at = at if at > 0 else width
        parts.append(line[:at].rstrip())
        line = f"       {line[at:].lstrip()}"
    return [*parts, line]
