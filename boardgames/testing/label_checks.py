"""The checks of labels."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from boardgames.contract.game import Game
from boardgames.core.chance import draw, generator
from boardgames.scene.events import PieceMove, Place
from boardgames.scene.scene import Label, Scene, Touch
from boardgames.testing.compare import demand
from boardgames.testing.probe import Probe

PLIES = 150
"""Number of plies, from anywhere in the games, of which labels are compared with each other."""
ACTIONS_TAKEN = 60
"""Number of legal actions of a position of which it is compared what they take and what their
labels touch.
"""
NUMBER = re.compile("[0-9]+")


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
    game = probe.game
    aims = defaultdict[tuple[type, str], list[_Aim]](list)
    touching = _Touching(game)
    for ply in probe.visit(probe.chosen):
        for seat in game.to_act(ply.before):
            view = game.view(ply.before, seat)
            there = touchable(game.words.scene(view))
            _several(probe, ply.before, seat)
            touching.examine(ply.before, seat)
            for action in game.legal_actions(ply.before, seat):
                label = game.words.label(view, action)
                _well_formed(label, action, there)
                for name, aim in _aims(label, action, seat):
                    aims[type(action), name].append(aim)
    for aims_of_field in aims.values():
        _counts_from_1(aims_of_field)
    for ply in probe.visit((*probe.chosen, *probe.spread(PLIES))):
        view, texts = game.view(ply.before, ply.player), dict[str, object]()
        for action in game.legal_actions(ply.before, ply.player):
            text = game.words.label(view, action).text
            other = texts.setdefault(text, action)
            demand(other == action, f"{other} and {action} are both labelled {text!r}")


def _well_formed(label: Label, action: object, there: set[Touch]) -> None:
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
    others = [each.seat for each in label.touches if each.seat not in (None, seat)]
    if len({*others}) == 1 and others[0] is not None:
        for name in getattr(action, "__dataclass_fields__", ()):
            yield name, _Aim(getattr(action, name), others[0], str(action))


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


class _Touching:
    """What the labels of each type of action touch, in all positions that are examined."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game
        self._before = dict[tuple[type, str], tuple[object, bool]]()
        """By type of action and what a label may touch: the first action, and whether its label
        does.
        """

    def examine(self, state: object, seat: int) -> None:
        """Demand that labels of a type of action all touch something, or none, and so with where
        own pieces that move lie.

        Those of a type with the same touches must move the same own pieces from there, and to the
        same cells of a board.
        """
        view = self.game.view(state, seat)
        scene = self.game.words.scene(view)
        own, cells = _own_pieces(scene, seat), _cells(scene)
        same_touches = dict[object, tuple[object, list[str]]]()
        for action in self.game.legal_actions(state, seat)[:ACTIONS_TAKEN]:
            touches = self.game.words.label(view, action).touches
            self._agree(action, "something", does=bool(touches))
            places = {(touch.seat, touch.zone) for touch in touches}
            moves = [*self._moves(state, seat, action)]
            left = [move for move in moves if _from(move) in own]
            pieces = {str(move.piece) for move in left if _place(move.source) in places}
            if left:
                where = "where an own piece that moves lies"
                self._agree(action, where, does=bool(pieces))
            reached = {_place(move.target) for move in moves if move.target is not None} & cells
            moved = sorted([*pieces, *[str(key) for _, key in reached]])
            other, had = same_touches.setdefault((type(action), touches), (action, moved))
            fault = f"{other} and {action} touch the same, and move {had} and {moved}"
            demand(had == moved or not touches, fault)

    def _agree(self, action: object, what: str, *, does: bool) -> None:
        other, did = self._before.setdefault((type(action), what), (action, does))
        demand(does == did, f"only one of the labels of {other} and {action} touches {what}")

    def _moves(self, state: object, seat: int, action: Any) -> Iterator[PieceMove]:
        """Yield how known pieces move, as this seat sees it."""
        if self.game.event_types is None:
            return
        for event in self.game.events_seen_by(seat, state, action, seat):
            for change in event.changes():
                if isinstance(change, PieceMove) and change.piece:
                    yield change


def _place(place: Place | None) -> tuple[int | None, str]:
    return (None, "") if place is None else (place.seat, place.zone)


def _from(move: PieceMove) -> Touch | None:
    """Return the piece that moves, where it lay; None if it lay nowhere."""
    return None if move.source is None else Touch(*_place(move.source), move.piece)


def _own_pieces(scene: Scene, seat: int) -> set[Touch | None]:
    """Return the pieces that belong to this seat, where they lie."""
    own = set[Touch | None]()
    for area in scene.areas:
        for zone in area.zones:
            for item in zone.items:
                if seat in (area.seat, item.seat):
                    own.add(Touch(area.seat, zone.key, item.piece))
    return own


def _cells(scene: Scene) -> set[tuple[int | None, str]]:
    """Return the cells of all boards, as seat and key."""
    cells = set[tuple[int | None, str]]()
    for area in scene.areas:
        for row in area.board:
            cells |= {(area.seat, key) for key in row}
    return cells


def _several(probe: Probe, state: object, seat: int) -> None:
    """Demand that pieces which a label says can be chosen are legal one after the other, in the
    order that it gives.
    """
    game, left, most = probe.game, list[Touch](), -1
    while seat in game.to_act(state) and (left or most < 0):
        view, found = game.view(state, seat), dict[Touch | None, object]()
        for action in game.legal_actions(state, seat):
            label = game.words.label(view, action)
            if label.several is not None:
                found[None if label.declines else label.touches[0]] = action
                if most < 0:
                    most, size = label.several.most, len(label.several.pieces)
                    is_possible = most > 0 and label.several.least <= most <= size
                    demand(is_possible, f"{action}: choose {most} of {size} pieces")
                    numbers = draw([*range(size)], most, generator(probe.seed, seat))
                    left = [label.several.pieces[number] for number in sorted(numbers)]
                demand(
                    label.several.most == most,
                    f"{action}: {label.several.most} are left, not {most}",
                )
        if most < 0:
            return
        demand(left[0] in found, f"seat {seat} is to choose {left[0].piece!r}, and no action does")
        state, most = game.apply(state, found[left.pop(0)], seat), most - 1
    demand(not left, f"seat {seat} cannot choose as many pieces as the label says")


def touchable(scene: Scene) -> set[Touch]:
    """Return what a label may touch: seats, zones and counters, and the pieces that are shown
    there.
    """
    there = set[Touch]()
    for area in scene.areas:
        there.add(Touch(area.seat))
        for zone in area.zones:
            there.add(Touch(area.seat, zone.key))
            there |= {Touch(area.seat, zone.key, item.piece) for item in zone.items}
        for counter in area.counters:
            there.add(Touch(area.seat, counter.key))
            there.add(Touch(area.seat, counter.key, counter.piece))
    return there
