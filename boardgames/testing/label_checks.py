"""The checks of labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from boardgames.core.chance import draw, generator
from boardgames.scene.events import PieceMove, Place
from boardgames.scene.scene import Label, Several, Touch
from boardgames.testing.compare import NUMBER, Agreement
from boardgames.testing.law import AnyGame, Violation, demand, law
from boardgames.testing.probe import Ply, Probe
from boardgames.testing.reading import Reading

PLIES = 150
"""Number of plies, from anywhere in the games, of which labels are compared with each other."""
ACTIONS_TAKEN = 60
"""Number of legal actions of a position of which it is compared what they take and what their
labels touch.
"""
FEWEST = 3
"""Number of own pieces from which on it is clear that a label touches another one than moves: with
two, it may name the one that is kept.
"""
OWN_PIECE = "where an own piece that moves lies"


class _Aim(NamedTuple):
    """A field of an action whose label touches one other seat."""

    value: object
    """What the field holds."""
    seat: int
    """The seat that is touched."""
    notation: str


def labels(probe: Probe) -> None:
    """Demand that different legal actions have different labels, which touch only what is in the
    scene.
    """
    touching = _Touching(probe.game)
    aims = defaultdict[tuple[type, str], list[_Aim]](list)
    for ply in probe.visit(probe.chosen):
        for seat in probe.game.to_act(ply.before):
            view = probe.game.view(ply.before, seat)
            reading = Reading(probe.game.words.scene(view))
            _can_be_chosen_one_after_the_other(probe, ply.before, seat)
            touching.examine(ply.before, seat, reading)
            for action in probe.game.legal_actions(ply.before, seat):
                label = probe.game.words.label(view, action)
                _is_well_formed(label, action, reading.touchable)
                for name, aim in _aims(label, action, seat):
                    aims[type(action), name].append(aim)
    for aims_of_field in aims.values():
        _counts_from_1(aims_of_field)
    for ply in probe.visit((*probe.chosen, *probe.spread(PLIES))):
        _have_different_words(probe.game, ply)


@law("A label leaves out a field of its action.")
def _have_different_words(game: AnyGame, ply: Ply) -> None:
    """Demand that labels of different legal actions differ."""
    view = game.view(ply.before, ply.player)
    texts = Agreement[object]()
    for action in game.legal_actions(ply.before, ply.player):
        text = game.words.label(view, action).text
        other = texts.conflict(text, action)
        if other is not None:
            ask = "[game.words.label(game.view(ply.before, ply.player), action).text"
            ask += " for action in game.legal_actions(ply.before, ply.player)]"
            raise Violation(f"{other.found} and {action} are both labelled {text!r}", ask=ask)


@law("The label touches where the piece goes, or lies in another phase.")
def _is_well_formed(label: Label, action: object, there: set[Touch]) -> None:
    """Demand that a label has words, and touches what is there, each thing once."""
    demand(bool(label.text.strip()), f"the label of {action} is empty")
    is_once = len({*label.touches}) == len(label.touches)
    demand(is_once, f"the label of {action} touches something twice")
    strange = []
    for touch in label.touches:
        place = touch if touch.zone else Touch(touch.seat)
        if place not in there:
            strange.append(str(touch))
    demand(not strange, f"the label of {action} touches {', '.join(strange)}, which is not there")


def _aims(label: Label, action: object, seat: int) -> Iterator[tuple[str, _Aim]]:
    """Yield the fields of an action whose label touches one other seat, each with its name."""
    touched = {touch.seat for touch in label.touches}
    others = [other for other in touched if other is not None and other != seat]
    if len(others) != 1:
        return
    notation = str(action)
    for name in getattr(action, "__dataclass_fields__", ()):
        value = getattr(action, name)
        yield name, _Aim(value, others[0], notation)


@law("Notation writes the seat as it is in the field: count it from 1 there.")
def _counts_from_1(aims: list[_Aim]) -> None:
    """Demand that notation counts seats from 1, where a field of actions is the seat that their
    labels touch.
    """
    values = {aim.value for aim in aims}
    is_the_seat = all(aim.value == aim.seat for aim in aims)
    if len(values) <= 1 or not is_the_seat:
        return
    from_0 = all(str(aim.seat) in NUMBER.findall(aim.notation) for aim in aims)
    from_1 = all(str(aim.seat + 1) in NUMBER.findall(aim.notation) for aim in aims)
    first = aims[0]
    fault = (
        f"notation counts seats from 1, and {first.notation!r} is about seat {first.seat},"
        " counted from 0"
    )
    demand(from_1 or not from_0, fault)


class _Move(NamedTuple):
    """A known piece that moves."""

    source: Touch | None
    """The piece, where it lay; None if it lay nowhere."""
    target: Place | None


class _Touching:
    """What the labels of each type of action touch, in all positions that are examined."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._something = Agreement[bool]()
        """By type of action: whether the labels touch something."""
        self._own_pieces = Agreement[bool]()
        """By type of action: whether they touch where an own piece that moves lies."""

    def examine(self, state: object, seat: int, reading: Reading) -> None:
        """Examine what the labels of a seat touch in this State."""
        view = self.game.view(state, seat)
        own = reading.pieces_of(seat)
        moved_by_touches = Agreement[list[str]]()
        effects = defaultdict[type, list[_Effect]](list)
        for action in self.game.legal_actions(state, seat)[:ACTIONS_TAKEN]:
            touches = self.game.words.label(view, action).touches
            _agree(self._something, action, "something", does=bool(touches))
            moves = [*self._moves(state, seat, action)]
            taken = own.intersection([move.source for move in moves])
            places = {(touch.seat, touch.zone) for touch in touches}
            touched = [piece for piece in taken if (piece.seat, piece.zone) in places]
            if taken:
                _agree(self._own_pieces, action, OWN_PIECE, does=bool(touched))
            if touches:
                pieces = {str(piece.piece) for piece in touched}
                reached = reading.cells.intersection([move.target for move in moves])
                moved = sorted([*pieces, *[cell.zone for cell in reached]])
                wherever = type(action), touches
                _move_the_same(moved_by_touches, wherever, action, moved)
                effects[type(action)].append(_Effect(action, {*touches}, {*_changed(moves)}))
        for alike in effects.values():
            anything = {*chain.from_iterable([each.touched for each in alike])} - {Touch()}
            _touch_what_they_change(alike, anything)

    def _moves(self, state: object, seat: int, action: Any) -> Iterator[_Move]:
        """Yield how known pieces move, as this seat sees it."""
        if self.game.event_types is None:
            return
        for event in self.game.events_seen_by(seat, state, action, seat):
            for change in event.changes():
                if isinstance(change, PieceMove) and change.piece:
                    lay = change.source
                    source = None if lay is None else Touch(lay.seat, lay.zone, change.piece)
                    yield _Move(source, change.target)


class _Effect(NamedTuple):
    """What the label of an action touches, and where known pieces come from or go to."""

    action: object
    touched: set[Touch]
    changed: set[Touch]


def _changed(moves: Iterable[_Move]) -> Iterator[Touch]:
    """Yield the pieces that move, the places where they lay and lie then, and whose these are."""
    for move in moves:
        if move.source is not None:
            yield move.source
        for place in (move.source, move.target):
            if place is not None:
                yield Touch(place.seat, place.zone)
                yield Touch(place.seat)


@law("The label counts rows or seats otherwise than `apply`, such as from another end.")
def _touch_what_they_change(effects: Sequence[_Effect], anything: Iterable[Touch]) -> None:
    """Demand that a label does not touch what only another action changes, where its own action
    changes something of the kind that it does not touch.
    """
    for effect in effects:
        for touch in sorted(effect.touched - effect.changed - {Touch()}, key=str):
            alike = {each for each in anything if _is_of_a_kind(each, touch)}
            other = next((each for each in effects if touch in each.changed), None)
            if other is None or (touch.piece and len(alike) < FEWEST):
                continue
            instead = alike & effect.changed
            if len(instead) == 1 and not instead & effect.touched:
                raise Violation(
                    f"the label of {effect.action} touches {_said(touch)}, which {other.action}"
                    f" changes, and not {_said(*instead)}, which it changes itself"
                )


def _is_of_a_kind(one: Touch, other: Touch) -> bool:
    """Return whether both are seats, places, or pieces of one place."""
    if one.piece and other.piece:
        return (one.seat, one.zone) == (other.seat, other.zone)
    return (bool(one.zone), bool(one.piece)) == (bool(other.zone), bool(other.piece))


def _said(touch: Touch) -> str:
    owner = "" if touch.seat is None else f"seat {touch.seat}"
    return ", ".join([part for part in (owner, touch.zone, touch.piece) if part])


@law("One branch of `label` forgets its touches.")
def _agree(done: Agreement[bool], action: object, what: str, *, does: bool) -> None:
    """Demand that of the actions of one type all labels touch this, or none."""
    other = done.conflict(type(action), does, by=action)
    if other is not None:
        raise Violation(f"only one of the labels of {other.by} and {action} touches {what}")


@law("The label does not touch what tells two actions apart.")
def _move_the_same(
    moved_by_touches: Agreement[list[str]], wherever: object, action: object, moved: list[str]
) -> None:
    """Demand that labels with the same touches move the same own pieces, to the same cells."""
    other = moved_by_touches.conflict(wherever, moved, by=action)
    if other is not None:
        fault = f"{other.by} and {action} touch the same, and move {other.found} and {moved}"
        raise Violation(fault)


@law("`Several.most` is not what is left to choose, or one of its pieces is not legal.")
def _can_be_chosen_one_after_the_other(probe: Probe, state: object, seat: int) -> None:
    """Demand that pieces which a label says can be chosen are legal one after the other, in the
    order that it gives.
    """
    game = probe.game
    found = _choosing(game, state, seat)
    if not found:
        return
    first = found[0]
    most = first.several.most
    size = len(first.several.pieces)
    is_possible = 0 < most <= size and first.several.least <= most
    demand(is_possible, f"{first.action}: choose {most} of {size} pieces")
    numbers = draw([*range(size)], most, generator(probe.seed, seat))
    for done, number in enumerate(sorted(numbers)):
        piece = first.several.pieces[number]
        action = _action_that_chooses(game, state, seat, piece, most - done)
        state = game.apply(state, action, seat)


def _action_that_chooses(
    game: AnyGame, state: object, seat: int, piece: Touch, left: int
) -> object:
    """Demand that one piece of those that are left can be chosen; return the action."""
    is_over = seat not in game.to_act(state)
    demand(not is_over, f"seat {seat} cannot choose as many pieces as the label says")
    by_piece = dict[Touch | None, object]()
    for each in _choosing(game, state, seat):
        most = each.several.most
        demand(most == left, f"{each.action}: {most} are left, not {left}")
        by_piece[each.piece] = each.action
    fault = f"seat {seat} is to choose {piece.piece!r}, and no action does"
    demand(piece in by_piece, fault)
    return by_piece[piece]


class _Choice(NamedTuple):
    """An action that chooses one of several pieces."""

    action: object
    several: Several
    piece: Touch | None
    """The piece that it chooses; None if it declines to choose more."""


def _choosing(game: AnyGame, state: object, seat: int) -> list[_Choice]:
    """Return the legal actions whose labels say that several pieces can be chosen."""
    view = game.view(state, seat)
    found: list[_Choice] = []
    for action in game.legal_actions(state, seat):
        label = game.words.label(view, action)
        if label.several is not None:
            piece = None if label.declines else label.touches[0]
            found.append(_Choice(action, label.several, piece))
    return found
