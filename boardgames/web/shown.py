"""What the server sends a browser about a table: the scene, labels and told lines of one viewer,
and nothing else.

Everything here takes the viewer (a seat, or None for a spectator) and goes through that viewer's
View. Only `end` and the functions that look back show more, and only after the game.
docs/guides/frontend.md describes the JSON.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from boardgames.contract.game import Game
from boardgames.contract.transition import Transition
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import RefusedError
from boardgames.core.files import terms_of
from boardgames.core.values import evolve
from boardgames.play.analysis import judge
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.ending import scene_after
from boardgames.play.limits import JUDGEMENT_SECONDS
from boardgames.play.match import Match
from boardgames.play.reasons import estimated, in_words
from boardgames.scene.events import Change
from boardgames.scene.parts import Zone
from boardgames.scene.scene import Scene
from boardgames.table.sight import Told
from boardgames.table.table import Table

Answer: TypeAlias = "dict[str, JSON]"


def about(table: Table, viewer: int | None) -> Answer:
    """Return the data that does not change: the game, its pieces, the players, and the rights of
    this viewer.
    """
    game = table.match.game
    return {
        "id": table.seating.id,
        "game": game.name,
        "title": game.title,
        "goal": game.goal,
        "terms": {**terms_of(game)},
        "estimated": estimated(game),
        "players": game.players,
        "seats": [*table.seating.specs],
        "viewer": viewer,
        "host": table.seating.host,
        "pieces": [to_json(piece) for piece in game.pieces().values()],
        "alone": table.people == (viewer,),
        "chosen": table.seating.chosen,
        "lesson": table.seating.lesson,
        "reading": table.reading,
    }


def look(table: Table, viewer: int | None, log: int) -> Answer:
    """Return the table as this viewer sees it now, their choices, and the log after `log`
    actions.
    """
    with table.lock:
        match, seating = table.match, table.seating
        ending = [*table.sight.told_at_end(viewer)]
        log = log if 0 <= log <= match.plies + len(ending) else 0
        choices = _choices(table, viewer)
        if len(choices) == 1 and table.sight.is_spared(viewer):
            choices = []  # it is made automatically
        asked, refused = table.undo_asked, table.undo_refused
        last = None if viewer is None else match.last_choice(viewer)
        is_host = viewer is not None and viewer == seating.host
        absent: list[JSON] = [
            {"seat": seat} | ({"invitation": seating.seats[seat].invitation} if is_host else {})
            for seat in seating.open
        ]
        return {
            "version": table.version,
            "scene": to_json(table.scene(viewer)),
            "choices": choices,
            "plies": match.plies,
            "log": _log(table, viewer, log),
            "log_from": log,
            "chosen": 0 if last is None else last.ply,
            "before": None
            if last is None or log
            else to_json(match.game.scene(match.game.view(last.before, viewer))),
            "end": end(table, viewer) if table.over else None,
            "hint": table.can_hint(viewer),
            "undo": table.can_undo(viewer),
            "undo_asked": None
            if asked is None
            else {"seat": asked.seat, "granted": [*asked.granted]},
            "undo_refused": refused.by if refused is not None and refused.seat == viewer else None,
            "undone": seating.undone,
            "names": [*seating.names],
            "presence": [*table.presence()],
            "gone": [*table.gone],
            "stand_ins": [seat.stand_in for seat in seating.seats],
            "absent": absent,
            "watch": seating.watch if viewer is not None else None,
        }


def _choices(table: Table, viewer: int | None) -> list[JSON]:
    """Return the legal actions of the viewer; each names its table, and is valid only there."""
    game, view = table.match.game, table.match.view(viewer)
    choices: list[JSON] = []
    for action in table.sight.legal(viewer):
        label: Any = to_json(game.label(view, action))
        choices.append(label | {"action": str(action), "table": table.seating.id})
    return choices


def _log(table: Table, viewer: int | None, since: int, until: int | None = None) -> list[JSON]:
    """Return the first `until` entries of this viewer's log (None: all), which ends with the ending
    if there is one, without the first `since`.
    """
    match, log = table.match, table.sight.log(viewer, _log_entry, since, until)
    for told in table.sight.told_at_end(viewer):
        if since < told.ply and (until is None or told.ply <= until):
            log.append(_entry(match.game, match.state, told, viewer))
    return log


def _log_entry(event: Transition[Any, Any, Any], told: Told, viewer: int | None) -> JSON:
    return _entry(event.game, event.before, told, viewer)


def _entry(game: Game[Any, Any, Any], before: object, told: Told, viewer: int | None) -> JSON:
    """Return what was told about an action or an ending, with the heading of the table before
    it.
    """
    heading = game.scene(game.view(before, viewer)).heading
    happened: list[JSON] = [
        {"lines": [*lines], "changes": [to_json(change, Change) for change in changes]}
        for lines, changes in told.parts(game, viewer)
    ]
    return {"ply": told.ply, "seat": told.seat, "heading": heading, "happened": happened}


def _state_after(match: Match[Any, Any, Any], plies: int) -> Any:
    following = next(match.history(plies), None)
    return match.state if following is None else following.before


def end(table: Table, viewer: int | None) -> Answer:
    """Return how the game ended, with the score sheet and the table of this viewer with all hands
    open.
    """
    match, outcome = table.match, table.match.outcome
    assert outcome is not None  # the game is over
    scene = open_scene(match.game, match.state, viewer)
    if match.ending is not None:
        scene = scene_after(scene, match.ending)
    remarks: list[JSON] = [*match.game.remarks(match.state, viewer)]
    faults: list[JSON] = [
        {"ply": fault.ply, "seat": fault.player, "reason": fault.reason} for fault in match.faults
    ]
    return {
        "outcome": to_json(outcome),
        "verdict": outcome.verdict(viewer),
        "sheet": to_json(match.game.score_sheet(match.state)),
        "remarks": remarks,
        "seed": str(match.seed),  # JavaScript would round a long seed
        "faults": faults,
        "open": to_json(scene),
    }


def open_scene(game: Game[Any, Any, Any], state: Any, viewer: int | None) -> Scene:
    """Return the table of a finished game with all cards face up.

    Each seat's area is as its owner sees it, but for zones of which another seat sees more; so is
    the centre.
    """
    scene = game.scene(game.view(state, viewer))
    if scene.text or not scene.areas:
        return scene
    seen = [game.scene(game.view(state, seat)) for seat in range(game.players)]
    areas = []
    for area in scene.areas:
        first = scene if area.seat is None else seen[area.seat]
        versions = [
            each for version in (first, *seen) for each in version.areas if each.seat == area.seat
        ]
        zones = [
            min(
                [zone for version in versions for zone in version.zones if zone.key == mine.key],
                key=_face_down,
            )
            for mine in versions[0].zones
        ]
        areas.append(evolve(versions[0], name=area.name, zones=tuple(zones)))
    return evolve(scene, areas=tuple(areas), unseen=())


def _face_down(zone: Zone) -> int:
    return sum([item.count for item in zone.items if item.piece is None])


def hints(table: Table, seat: int) -> Answer:
    """Return the best actions for this seat by a search."""
    game, view = table.match.game, table.match.view(seat)
    ideas: list[JSON] = [
        {
            "action": str(idea.action),
            "text": game.label(view, idea.action).text,
            "chance": round(idea.chance, 2),
            "why": in_words(idea.why),
        }
        for idea in table.hint(seat)
    ]
    if not ideas:
        raise RefusedError("there was not even time to look at one choice", "not now")
    return {"ideas": ideas}


def replay(table: Table, ply: int, seat: int | None, *, hands: bool, log: int) -> Answer:
    """Return the table after this many actions of a finished game, and the log from entry `log`
    on.

    With open `hands`, each action is told as to the seat that took it.
    """
    table.check_over("a game can be replayed")
    match, game = table.match, table.match.game
    if not 0 <= ply <= match.plies or log < 0 or seat not in (None, *range(game.players)):
        raise RefusedError(f"there are {match.plies} actions and {game.players} seats")
    state = _state_after(match, ply)
    scene = open_scene(game, state, None) if hands else game.scene(game.view(state, seat))
    if ply == match.plies and match.ending is not None:
        scene = scene_after(scene, match.ending)
    # After the last action, its ending is told, too.
    until = ply + 1 if ply == match.plies else ply
    if not hands:
        return {"scene": to_json(scene), "plies": match.plies, "log": _log(table, seat, log, until)}
    entries: list[JSON] = []
    for each in table.told(None, log):
        if each.ply <= until:
            entries += _log(table, each.seat, each.ply - 1, each.ply)
    return {"scene": to_json(scene), "plies": match.plies, "log": entries}


def judgement(table: Table, seat: int, after: int) -> Answer:
    """Return the next decision of this seat in a finished game, judged by a search; None if there
    is none.
    """
    table.check_over("decisions are judged")
    match = table.match
    for event in match.history(max(after, 0)):
        if event.player == seat:
            with table.searching:
                bot = MctsBot(seconds=JUDGEMENT_SECONDS)
                found = judge(match.game, event.before, seat, event.action, event.ply, bot)
            if found is not None:
                return {
                    "judgement": found.to_json() | {"why": in_words(found.why)},
                    "plies": match.plies,
                }
    return {"judgement": None, "plies": match.plies}
