"""Menus: short lists as they are, long ones in groups, so that an action of several parts is chosen
part after part. An amount is its own number, so that 3 bids 3, also in a group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, groupby, takewhile
from operator import attrgetter
from typing import Generic

from boardgames.contract.game import A
from boardgames.core.text import padded, width, wrapped
from boardgames.core.values import value
from boardgames.scene.phrases import ENGLISH, Phrases
from boardgames.table.words import Choice

MOST = 24
"""Default maximum number of entries in a menu; if there are more, they are grouped."""
FEW = 10
"""Maximum number of groups for which further words are looked at, and of entries of one that is
open.
"""
GAP = 3


@value
class MenuEntry(Generic[A]):
    """One line of a menu."""

    label: str
    choices: tuple[Choice[A], ...]
    """One action to take, or several to choose from next."""
    group: str = ""
    """If it is a group: the words that open it."""


def entries(
    choices: Sequence[Choice[A]], most: int = MOST, phrases: Phrases = ENGLISH
) -> list[MenuEntry[A]]:
    """Return a menu that leads to each of these choices; if there are more than `most`, in groups.

    Choices keep their order, except that those that decline come last.

    >>> from boardgames import make
    >>> game = make("koryo", players=2)
    >>> actions = [game.parse(text) for text in ("bank", "steal 2", "end")]
    >>> [entry.label for entry in entries([Choice(action, str(action)) for action in actions])]
    ['bank', 'steal 2', 'end']
    """
    choices = sorted(choices, key=lambda choice: choice.declines)
    groups = _groups(choices, min(most, FEW)) if len(choices) > most else {}
    menu: list[MenuEntry[A]] = []
    for name, members in groups.items():
        amounts = _amounts(members)
        if len(members) == 1:
            menu.append(MenuEntry(members[0].text, (members[0],)))
        elif amounts:
            label = phrases.numbers_of(name, amounts[0], amounts[-1])
            menu.append(MenuEntry(label, tuple(members), name))
        else:
            menu.append(MenuEntry(f"{name} ... ({len(members)})", tuple(members), name))
    if len(menu) == 1 and not _amounts(choices):  # a group of all would open on itself
        menu = []
    return menu or [MenuEntry(choice.text, (choice,)) for choice in choices]


def _groups(choices: Sequence[Choice[A]], few: int) -> dict[str, list[Choice[A]]]:
    """Return the choices in groups, by their names.

    Choices of no group, or all of the same one, are grouped by the first word in which they differ,
    and by further words while there are at most `few` groups; they are named by the words that they
    share. Amounts of one thing stay together.
    """
    are_grouped = len({choice.group for choice in choices}) > 1

    def name(choice: Choice[A]) -> str:
        return choice.group if are_grouped or choice.amount is not None else ""

    def split(members: Sequence[Choice[A]]) -> list[list[Choice[A]]]:
        depth = len(_common(members))
        parts: dict[tuple[str, str], list[Choice[A]]] = {}
        for choice in members:
            word = "" if name(choice) else "".join(choice.text.split()[depth : depth + 1])
            parts.setdefault((name(choice), word), []).append(choice)
        return [*parts.values()]

    groups = split(choices)
    finer = [*chain.from_iterable(map(split, groups))]
    while len(groups) < len(finer) <= few:
        groups, finer = finer, [*chain.from_iterable(map(split, finer))]
    return {name(members[0]) or " ".join(_common(members)): members for members in groups}


def _common(choices: Sequence[Choice[A]]) -> list[str]:
    """Return the common first words of all of these."""
    texts = [choice.text.split() for choice in choices]
    return [
        words[0] for words in takewhile(lambda words: len({*words}) == 1, zip(*texts, strict=False))
    ]


def _amounts(choices: Sequence[Choice[A]]) -> range:
    """Return the amounts of these choices if each is one more than the last; else nothing."""
    amounts = [choice.amount for choice in choices]
    first = amounts[0]
    if first is None or first < 0:
        return range(0)
    run = range(first, first + len(amounts))
    return run if amounts == [*run] else range(0)


def numbered(menu: Sequence[MenuEntry[A]]) -> list[tuple[range, MenuEntry[A]]]:
    """Return each entry with the numbers that stand for it: its amounts, or else one above all
    amounts; 0 for the only entry that declines, as passing does, if no amount is 0.
    """
    own = [_amounts(entry.choices) for entry in menu]
    amounts = [*chain.from_iterable(own)]
    if len({*amounts}) < len(amounts):  # of different things
        own = [range(0)] * len(menu)
    declining = [at for at, entry in enumerate(menu) if entry.choices[0].declines]
    if any(own) and 0 not in amounts and len(declining) == 1:
        own[declining[0]] = own[declining[0]] or range(1)
    other = max(amounts, default=0) + 1
    with_numbers: list[tuple[range, MenuEntry[A]]] = []
    for numbers, entry in zip(own, menu, strict=True):
        if numbers:
            with_numbers.append((numbers, entry))
        else:
            with_numbers.append((range(other, other + 1), entry))
            other += 1
    return with_numbers


def written(numbers: range) -> str:
    """Return these numbers as they stand before an entry: `3`, `3-9`."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def notes(menu: Sequence[tuple[range, MenuEntry[A]]]) -> list[str]:
    """Return each note of these choices once, with their numbers: `2, 7-9: takes any card`.

    The notes of a group come when it is open.
    """
    by_note: dict[str, list[str]] = {}
    for numbers, entry in menu:
        if len(numbers) == len(entry.choices):
            left = numbers
            for note, about in groupby(entry.choices, key=attrgetter("note")):
                size = len([*about])
                if note:
                    by_note.setdefault(note, []).append(written(left[:size]))
                left = left[size:]
    return [f"{', '.join(about)}: {note}" for note, about in by_note.items()]


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
