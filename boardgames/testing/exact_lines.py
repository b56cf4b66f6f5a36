"""What viewers of a tiny game are told, and what they remember, in everything that can happen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from boardgames.core.values import value
from boardgames.testing.beliefs import Successor, World
from boardgames.testing.branches import Script, chance_from
from boardgames.testing.event_checks import heard
from boardgames.testing.exact_worlds import Group, Looks, Whole, place_of, where_of
from boardgames.testing.law import Violation, law, viewer_name
from boardgames.testing.secrecy_checks import two_lines

Lines: TypeAlias = tuple[str, ...]


@value
class Look:
    """What a viewer knows of an action: their Views before and after, who acted, and what they did
    themselves.
    """

    viewer: int | None
    before: Group
    seat: int
    own: Any
    after: Group

    @property
    def is_by_another_seat(self) -> bool:
        """Whether a seat looks that did not act."""
        return self.viewer not in (None, self.seat)


@value
class Happening:
    """An action in one State, as it turned out."""

    before: World
    seat: int
    action: Any
    move: Successor

    def looks(self, whole: Whole) -> Iterator[Look]:
        """Yield what it looks like to each viewer."""
        before = whole.groups_of(self.before)
        after = whole.groups_of(self.move.after)
        for viewer in whole.viewers():
            own = self.action if viewer == self.seat else None
            yield Look(viewer, before[viewer], self.seat, own, after[viewer])


HappeningsByLook: TypeAlias = dict[Look, list[Happening]]
"""All that can happen, by what it looks like to somebody."""


def happenings_by_look(whole: Whole) -> HappeningsByLook:
    """Return all that can happen by what it looks like to somebody."""
    alike = defaultdict[Look, list[Happening]](list)
    for move in whole.moves():
        happening = Happening(*move)
        for look in happening.looks(whole):
            alike[look].append(happening)
    return alike


def check_lines(whole: Whole, looks: HappeningsByLook) -> None:
    """Demand that what a viewer is told says no more than their Views do."""
    for look, happenings in looks.items():
        if len(happenings) > 1:
            _says_no_more(whole, look.viewer, happenings)


@law("`tell` or an event says what the View afterwards does not show, such as a hidden card.")
def _says_no_more(whole: Whole, viewer: int | None, happenings: Sequence[Happening]) -> None:
    """Demand that actions which look alike to a viewer are told alike, wherever hidden cards
    differ.
    """
    told = {happening: _heard(whole, viewer, happening) for happening in happenings}
    if whole.game.event_types is not None:
        usual: dict[Any, Lines] = {}
        for happening, lines in told.items():
            first = usual.setdefault(happening.action, lines)
            if first != lines:
                raise _told_apart(viewer, happening, first, lines)
    left_by = defaultdict[Lines, set[Looks]](set)
    for happening, lines in told.items():
        sight = whole.seen_by_others(happening.move.after, viewer)
        left_by[lines].add(sight)
    everything = set[Looks]().union(*left_by.values())
    for happening, lines in told.items():
        if left_by[lines] != everything:
            others = [each for each in left_by if each != lines]
            # The most alike: what they do not share is what says too much.
            other = min(others, key=lambda each: len({*each} ^ {*lines}))
            raise _told_apart(viewer, happening, other, lines)


def _heard(whole: Whole, viewer: int | None, happening: Happening) -> Lines:
    before = happening.before.state
    after = happening.move.after.state
    with chance_from(Script(happening.move.path)):
        return heard(whole.game, before, happening.seat, happening.action, after, viewer)


def _told_apart(viewer: int | None, happening: Happening, one: Lines, other: Lines) -> Violation:
    reader = viewer_name(viewer)
    place = place_of(happening.move.after)
    here, there = two_lines(one, other)
    return Violation(
        f"what {reader} is told says more than their View afterwards, {place}: {here} in one world,"
        f" and {there} in another",
        expected=f"one line in all worlds: {here}",
        came=there,
    )


@law("The View is made of what lies on the table now: it forgets what its seat has seen before.")
def check_memory(whole: Whole, looks: HappeningsByLook) -> None:
    """Demand that a View leaves nothing that the viewer has seen to be impossible."""
    for look, happenings in looks.items():
        known = [happening.move.after for happening in happenings]
        others = [world for world in look.after.worlds if world not in known]
        if not others:
            continue
        kinds = {whole.kind(world.state) for world in known}
        for world in others:
            if whole.kind(world.state) not in kinds:
                raise _forgotten(whole, look.viewer, known, world)


def _forgotten(whole: Whole, viewer: int | None, known: Sequence[World], other: World) -> Violation:
    """Return the fault of a View that is the same in a State which the viewer knows not to be."""
    where = where_of(whole, other, known)
    return Violation(
        f"the View of {viewer_name(viewer)} forgets what they have seen, {place_of(known[0])}: it"
        f" is the same {where}",
        expected=f"another View {where}",
        came="the same View",
    )
