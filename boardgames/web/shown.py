"""What a browser is sent of a match: the scene, labels and told lines of one viewer, and nothing else.

Everything here takes the viewer (a seat, or None for a spectator) and goes through the View of that viewer. Only
`end` shows more, and only when the game is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from boardgames.core.codec import JSON, to_json
from boardgames.core.values import evolve

if TYPE_CHECKING:
    from boardgames.core.scene import Scene
    from boardgames.play.match import Event, Match

AnyMatch: TypeAlias = "Match[Any, Any, Any]"
Answer: TypeAlias = "dict[str, JSON]"


def position(match: AnyMatch, viewer: int | None) -> Answer:
    """Return the table as the viewer sees it now, and what they can do."""
    game, over = match.game, match.outcome is not None
    view = match.view(viewer)
    legal = game.legal_actions(match.state, viewer) if viewer is not None and not over else ()
    choices: list[JSON] = []
    for action in legal:
        label: Any = to_json(game.label(view, action))
        choices.append(label | {"action": str(action)})
    to_act: list[JSON] = [] if over else [*game.to_act(match.state)]
    return {"scene": to_json(game.scene(view)), "choices": choices, "to_act": to_act, "plies": match.plies}


def told(event: Event[Any, Any, Any], viewer: int | None) -> Answer:
    """Return one action as it was told to the viewer, under the heading that stood over the table before it."""
    lines: list[JSON] = [*event.seen_by(viewer)]
    heading = event.game.scene(event.game.view(event.before, viewer)).heading
    return {"ply": event.ply, "seat": event.player, "heading": heading, "lines": lines}


def end(match: AnyMatch) -> Answer | None:
    """Return how the game ended, with the score sheet and all hands open; None while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return None
    remarks: list[JSON] = [*match.game.remarks(match.state, None)]
    faults: list[JSON] = [{"ply": fault.ply, "seat": fault.player, "reason": fault.reason} for fault in match.faults]
    return {
        "outcome": to_json(outcome),
        "sheet": to_json(match.game.score_sheet(match.state)),
        "remarks": remarks,
        "seed": str(match.seed),  # JavaScript would round a long one
        "faults": faults,
        "open": to_json(open_scene(match, match.state)),
    }


def open_scene(match: AnyMatch, state: Any) -> Scene:  # noqa: ANN401  # any State
    """Return the table with everybody's cards face up: each seat's area is what its owner sees. For finished games."""
    game = match.game
    scene = game.scene(game.view(state, None))
    if scene.text or not scene.areas:
        return scene
    areas = []
    for area in scene.areas:
        if area.seat is None:
            areas.append(area)
            continue
        own = game.scene(game.view(state, area.seat))
        mine = next((each for each in own.areas if each.seat == area.seat), area)
        areas.append(evolve(mine, name=area.name))
    return evolve(scene, areas=tuple(areas), unseen=())


def pieces(match: AnyMatch) -> list[JSON]:
    """Return every piece of the game."""
    return [to_json(piece) for piece in match.game.pieces().values()]
