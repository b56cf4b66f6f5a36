"""Menus of actions: short lists in full, long ones in groups, runs of numbers as a range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from boardgames.core.action import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

A = TypeVar("A", bound=Action)

MOST = 24
"""Entries that are listed one by one; longer menus are grouped by the words of the notation."""
FEWEST_NUMBERS = 5
"""Length at which a run of actions that differ only in their last number is shown as a range."""
GAP = 3


@dataclass(frozen=True)
class Entry(Generic[A]):
    """One line of a menu."""

    label: str
    actions: tuple[A, ...]
    """One action to do, or several to choose from."""
    numbers: range | None = None
    """The numbers at the end of the actions, without gaps, if that is all they differ in."""


def entries(actions: Sequence[A]) -> list[Entry[A]]:
    """Return a menu that leads to each of these actions, in their order.

    >>> from boardgames import make
    >>> game = make("koryo", players=2)
    >>> menu = entries([game.parse(text) for text in ("bank", "steal 2", "end")])
    >>> [entry.label for entry in menu]
    ['bank', 'steal 2', 'end']
    """
    worded = [(tuple(str(action).split()), action) for action in actions]
    folded = _with_ranges(worded)
    return folded if len(folded) <= MOST else _grouped(worded)


def _with_ranges(worded: list[tuple[tuple[str, ...], A]]) -> list[Entry[A]]:
    runs: dict[tuple[str, ...], list[tuple[int, A]]] = {}
    for words, action in worded:
        if words[-1].isdecimal():
            runs.setdefault(words[:-1], []).append((int(words[-1]), action))
    ranges = {}
    for stem, run in runs.items():
        numbers = range(run[0][0], run[0][0] + len(run))
        if len(run) >= FEWEST_NUMBERS and [number for number, _ in run] == list(numbers):
            label = f"{' '.join(stem)} {numbers[0]} to {numbers[-1]}".strip()
            ranges[stem] = Entry(label, tuple(action for _, action in run), numbers)
    menu: list[Entry[A]] = []
    for words, action in worded:
        whole = ranges.get(words[:-1]) if words[-1].isdecimal() else None
        if whole is None:
            menu.append(Entry(" ".join(words), (action,)))
        elif not menu or menu[-1] is not whole:
            menu.append(whole)
    return menu


def _grouped(worded: list[tuple[tuple[str, ...], A]]) -> list[Entry[A]]:
    """Group by the first word in which the notations differ."""
    depth = _common([words for words, _ in worded])
    groups: dict[str, list[tuple[tuple[str, ...], A]]] = {}
    for words, action in worded:
        groups.setdefault(words[depth] if depth < len(words) else "", []).append((words, action))
    menu = []
    for group in groups.values():
        folded = _with_ranges(group)
        if len(folded) == 1:
            menu += folded
        else:
            stem = " ".join(group[0][0][: _common([words for words, _ in group])])
            menu.append(Entry(f"{stem} ... ({len(group)})", tuple(action for _, action in group)))
    return menu


def _common(texts: list[tuple[str, ...]]) -> int:
    """Return how many words all of these begin with."""
    first, last = min(texts), max(texts)
    for depth, (one, other) in enumerate(zip(first, last, strict=False)):
        if one != other:
            return depth
    return min(len(first), len(last))


def in_columns(labels: Sequence[str], width: int) -> list[str]:
    """Return numbered labels as lines, in as many columns as fit, reading downwards."""
    items = [f"{number:>3}) {label}" for number, label in enumerate(labels, start=1)]
    if not items:
        return []
    widest = max(map(len, items)) + GAP
    columns = max(1, min(len(items), (width + GAP) // widest))
    rows = -(-len(items) // columns)
    return ["".join(item.ljust(widest) for item in items[row::rows]).rstrip() for row in range(rows)]
