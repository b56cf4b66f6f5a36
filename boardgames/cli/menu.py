"""Menus: short lists as they are, long ones in groups, consecutive numbers as a range. An amount is
its own number, so that 3 bids 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby, takewhile
from operator import attrgetter
from typing import Generic, NamedTuple

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
    menu: list[Entry[A]] = []
    for name, members in _groups(choices):
        listed = _with_ranges(members, phrases)
        if len(listed) == 1:
            menu += listed
        else:
            menu.append(Entry(f"{name} ... ({len(members)})", tuple(members), group=name))
    return menu


def _groups(choices: Sequence[Choice[A]]) -> Iterator[tuple[str, list[Choice[A]]]]:
    """Yield the choices in groups, each with its name.

    Choices of no group, or all of the same one, are grouped by the first word in which they differ,
    and named by the words that they share.
    """
    are_grouped = len({choice.group for choice in choices}) > 1
    depth = len(_common(choices))
    groups: dict[str, list[Choice[A]]] = {}
    for choice in choices:
        group = choice.group if are_grouped else ""
        word = "".join(choice.text.split()[depth : depth + 1])
        members = groups.setdefault(group or word, [])
        members.append(choice)
    for members in groups.values():
        group = members[0].group if are_grouped else ""
        yield group or " ".join(_common(members)), members


def _with_ranges(choices: Sequence[Choice[A]], phrases: Phrases) -> list[Entry[A]]:
    """Return an entry for each choice; consecutive numbers with the same note share one entry."""
    menu: list[Entry[A]] = []
    for _, alike in groupby(choices, key=lambda choice: (_stem(choice).text, choice.note)):
        run = tuple(alike)
        numbers = _consecutive(run)
        if numbers is None:
            menu += [Entry(choice.text, (choice,)) for choice in run]
        else:
            label = phrases.numbers_of(_stem(run[0]).text, numbers[0], numbers[-1])
            menu.append(Entry(label, run, numbers))
    return menu


def _consecutive(choices: Sequence[Choice[A]]) -> range | None:
    """Return the numbers in which these choices differ, if they are worth a range; else None."""
    numbers = [_stem(choice).number for choice in choices]
    first = numbers[0]
    if first is None or len(numbers) < FEWEST_NUMBERS:
        return None
    without_gaps = range(first, first + len(numbers))
    return without_gaps if numbers == [*without_gaps] else None


class _Stem(NamedTuple):
    """The part of a choice that it shares with others of a range, and its number."""

    text: str
    number: int | None


def _stem(choice: Choice[A]) -> _Stem:
    if choice.amount is not None:
        return _Stem(choice.group, choice.amount)
    *words, last = choice.text.split()
    if last.isdecimal() and len(last) < 9:  # noqa: PLR2004  # digits that int reads at once
        return _Stem(" ".join(words), int(last))
    return _Stem(choice.text, None)


def _common(choices: Sequence[Choice[A]]) -> list[str]:
    """Return the common first words of all of these."""
    texts = [choice.text.split() for choice in choices]
    return [
        words[0] for words in takewhile(lambda words: len({*words}) == 1, zip(*texts, strict=False))
    ]


def numbered(menu: Sequence[Entry[A]]) -> list[tuple[range, Entry[A]]]:
    """Return each entry with the numbers that stand for it: its amounts, or else one above all
    amounts; 0 for the only entry that declines, as passing does, if no amount is 0.
    """
    own = [_amounts(entry) for entry in menu]
    amounts = [amount for numbers in own for amount in numbers]
    if len({*amounts}) < len(amounts):  # of different things
        own = [range(0)] * len(menu)
    others = count(max(amounts, default=0) + 1)
    declining = [at for at, entry in enumerate(menu) if entry.choices[0].declines]
    if any(own) and 0 not in amounts and len(declining) == 1:
        own[declining[0]] = own[declining[0]] or range(1)
    return [
        (numbers or range(other := next(others), other + 1), entry)
        for numbers, entry in zip(own, menu, strict=True)
    ]


def _amounts(entry: Entry[A]) -> range:
    if entry.numbers is not None:
        return entry.numbers
    amount = entry.choices[0].amount if len(entry.choices) == 1 else None
    return range(0) if amount is None or amount < 0 else range(amount, amount + 1)


def written(numbers: range) -> str:
    """Return these numbers as they stand before an entry: `3`, `3-9`."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def notes(menu: Sequence[tuple[range, Entry[A]]], phrases: Phrases = ENGLISH) -> list[str]:
    """Return each note of these choices once, with what it is about: `2, 3: takes any card`, `bid 7
    to 9: a bluff`.

    The notes of a group come when it is open.
    """
    by_note: dict[str, list[str]] = {}
    for numbers, entry in menu:
        for note, about in groupby(entry.choices, key=attrgetter("note")):
            if not note:
                continue
            if entry.numbers is not None:
                by_note.setdefault(note, []).append(_range_of([*about], phrases))
            elif len(entry.choices) == 1:
                by_note.setdefault(note, []).append(written(numbers))
    return [f"{', '.join(about)}: {note}" for note, about in by_note.items()]


def _range_of(choices: Sequence[Choice[A]], phrases: Phrases) -> str:
    """Return what these choices of a range are: `bid 7 to 9`."""
    first = _stem(choices[0])
    last = _stem(choices[-1])
    if len(choices) == 1:
        return f"{first.text} {first.number}"
    return phrases.numbers_of(first.text, first.number or 0, last.number or 0)


def in_columns(labels: Mapping[str, str], columns: int) -> list[str]:
    """Return labels with their numbers as lines, in as many columns as fit, reading downwards."""
    items = [f"{numbers:>3}) {label}" for numbers, label in labels.items()]
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
