"""The checks of what people see: pieces, scenes, labels and score sheets."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import generator
from boardgames.core.codec import from_json, to_json
from boardgames.core.scene import Item, Scene
from boardgames.testing.compare import demand, viewer_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.core.game import Game
    from boardgames.testing.probe import Probe


def scenes(probe: Probe) -> None:
    """Demand that a scene is the same in all worlds of a View, shows known pieces only, and shows all of them."""
    game = probe.game
    pieces = game.pieces()
    for key, piece in pieces.items():
        demand("scenes", piece.key == key, f"the piece {key!r} calls itself {piece.key!r}")
    for number, ply in enumerate(probe.visit(probe.chosen)):
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            scene = game.scene(view)
            demand("scenes", from_json(Scene, to_json(scene)) == scene, "a scene is not what its JSON says")
            world = game.determinize(view, generator(probe.seed, number))
            same = game.scene(game.view(world, viewer)) == scene
            demand("scenes", same, f"the scene shows {viewer_name(viewer)} more than their View")
            for item in _items(scene):
                demand("scenes", item.piece is None or item.piece in pieces, f"there is no piece {item.piece!r}")
                demand("scenes", item.count > 0, f"a zone has {item.count} of {item.piece!r}")
            _complete(game, ply.before, scene)


def _items(scene: Scene) -> Iterator[Item]:
    yield from scene.unseen
    for area in scene.areas:
        for zone in area.zones:
            yield from zone.items


def _complete(game: Game[Any, Any, Any], state: Any, scene: Scene) -> None:  # noqa: ANN401  # any State
    """Demand that every piece lies in one zone, or is counted, if the game has an inventory."""
    inventory = {str(piece): count for piece, count in game.inventory(state).items()}
    there = sum(inventory.values())
    if not there or not scene.areas:
        return
    places: dict[str, int] = defaultdict(int)
    for area in scene.areas:
        for zone in area.zones:
            places[zone.key] += zone.size
        for counter in area.counters:
            if counter.piece in inventory:
                places[counter.key] += counter.value
    shown = sum(places.values())
    where = ", ".join(f"{number} in {key!r}" for key, number in places.items())
    demand("scenes", shown == there, f"the scene has {shown} pieces ({where}), and the game {there}")


def labels(probe: Probe) -> None:
    """Demand that different legal actions have different labels, and that these touch what there is in the scene."""
    game = probe.game
    for ply in probe.visit(probe.chosen):
        for seat in game.to_act(ply.before):
            view = game.view(ply.before, seat)
            there = _touchable(game.scene(view))
            texts: dict[str, object] = {}
            for action in game.legal_actions(ply.before, seat):
                label = game.label(view, action)
                other = texts.setdefault(label.text, action)
                demand("labels", bool(label.text.strip()), f"the label of {action} is empty")
                demand("labels", other == action, f"{other} and {action} are both labelled {label.text!r}")
                for touch in label.touches:
                    demand("labels", touch.seat in there, f"the label of {action} touches seat {touch.seat}")
                    found = touch.zone in there[touch.seat]
                    demand("labels", found, f"the label of {action} touches zone {touch.zone!r}, which is not there")


def _touchable(scene: Scene) -> dict[int | None, set[str]]:
    """Return what a label may touch, by seat: the keys of zones and counters, or the seat itself."""
    return {
        area.seat: {"", *[zone.key for zone in area.zones], *[counter.key for counter in area.counters]}
        for area in scene.areas
    }


def score_sheets(probe: Probe) -> None:
    """Demand that the columns of a score sheet add up to the score."""
    game = probe.game
    for walked in probe.walks:
        for state in (walked[len(walked) // 2].before, walked[-1].after):
            totals, score = game.score_sheet(state).totals, game.score(state)
            demand("score sheets", totals == score, f"the sheet adds up to {totals}, and the score is {score}")
