"""What the server sends a browser about a table: what one viewer sees, and nothing else.

That is the scene, labels and told lines. Everything here takes the viewer (a seat, or None for a
spectator) and goes through that viewer's View. Only `end` and the functions that look back show
more, and only after the game. docs/guides/frontend.md describes the JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeAlias

from boardgames.contract.game import Game
from boardgames.contract.transition import Transition
from boardgames.contract.words import Words
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import RefusedError
from boardgames.core.values import evolve
from boardgames.play.analysis import judge
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.ending import scene_after
from boardgames.play.limits import JUDGEMENT_SECONDS
from boardgames.play.match import Match
from boardgames.play.reasons import estimated, in_words
from boardgames.scene.events import Change, MarkChange
from boardgames.scene.parts import Area, Zone
from boardgames.scene.scene import Scene
from boardgames.table.sight import Told
from boardgames.table.table import Table

Answer: TypeAlias = "dict[str, JSON]"


def about(table: Table, viewer: int | None) -> Answer:
    """Return what does not change: the game, its pieces, the players, this viewer's rights."""
    game = table.match.game
    words = table.words(viewer)
    return {
        "id": table.seating.id,
        "game": game.name,
        "title": words.title,
        "goal": words.goal,
        "terms": {**words.terms()},
        "estimated": estimated(game),
        "players": game.players,
        "seats": [*table.seating.specs],
        "viewer": viewer,
        "host": table.seating.host,
        "pieces": [to_json(piece) for piece in words.pieces().values()],
        "alone": table.people == (viewer,),
        "chosen": table.seating.chosen,
        "lesson": table.seating.lesson,
        "reading": table.reading,
    }


def look(table: Table, viewer: int | None, log: int) -> Answer:
    """Return the table as this viewer sees it now, their choices, and the log.

    The log begins after `log` actions.
    """
    with table.lock:
        match = table.match
        ending = [*table.sight.told_at_end(viewer)]
        log = log if 0 <= log <= match.plies + len(ending) else 0
        choices = _choices(table, viewer)
        if len(choices) == 1 and table.sight.is_spared(viewer):
            choices = []  # it is made automatically
        last = None if viewer is None else match.last_choice(viewer)
        return {
            "version": table.version,
            "scene": to_json(table.scene(viewer)),
            "choices": choices,
            "plies": match.plies,
            "log": _log(table, viewer, log),
            "log_from": log,
            "chosen": 0 if last is None else last.ply,
            "before": None if last is None or log else _scene_before(table, last, viewer),
            "end": end(table, viewer) if table.over else None,
            "hint": table.can_hint(viewer),
            **_undo(table, viewer),
            **_people(table, viewer),
        }


def _scene_before(table: Table, event: Transition[Any, Any, Any], viewer: int | None) -> JSON:
    return to_json(table.words(viewer).scene(event.game.view(event.before, viewer)))


def _undo(table: Table, viewer: int | None) -> Answer:
    """Return what this viewer may know of taking back."""
    asked = table.undo_asked
    refused = table.undo_refused
    return {
        "undo": table.can_undo(viewer),
        "undo_asked": None if asked is None else {"seat": asked.seat, "granted": [*asked.granted]},
        "undo_refused": refused.by if refused is not None and refused.seat == viewer else None,
        "undone": table.seating.undone,
    }


def _people(table: Table, viewer: int | None) -> Answer:
    """Return who is at the table; only the host sees the invitations to seats."""
    seating = table.seating
    is_host = viewer is not None and viewer == seating.host
    absent: list[JSON] = []
    for seat in seating.open:
        invitation = seating.seats[seat].invitation
        absent.append({"seat": seat, "invitation": invitation} if is_host else {"seat": seat})
    return {
        "names": [*seating.names],
        "presence": [*table.presence()],
        "gone": [*table.gone],
        "stand_ins": [seat.stand_in for seat in seating.seats],
        "absent": absent,
        "watch": seating.watch if viewer is not None else None,
    }


def _choices(table: Table, viewer: int | None) -> list[JSON]:
    """Return the legal actions of the viewer; each names its table, and is valid only there."""
    words, view = table.words(viewer), table.match.view(viewer)
    choices: list[JSON] = []
    for action in table.sight.legal(viewer):
        label: Any = to_json(words.label(view, action))
        choices.append(label | {"action": str(action), "table": table.seating.id})
    return choices


def _log(table: Table, viewer: int | None, since: int, until: int | None = None) -> list[JSON]:
    """Return the first `until` entries of this viewer's log (None: all), which ends with the ending
    if there is one, without the first `since`.
    """
    match, log = table.match, table.sight.log(viewer, _log_entry, since, until)
    for told in table.sight.told_at_end(viewer):
        if since < told.ply and (until is None or told.ply <= until):
            log.append(_entry(match.game, match.state, told, viewer, table.words(viewer)))
    return log


def _log_entry(
    event: Transition[Any, Any, Any],
    told: Told,
    viewer: int | None,
    words: Words[Any, Any, Any],
) -> JSON:
    return _entry(event.game, event.before, told, viewer, words)


def _entry(
    game: Game[Any, Any, Any],
    before: object,
    told: Told,
    viewer: int | None,
    words: Words[Any, Any, Any],
) -> JSON:
    """Return what was told about an action or an ending, with the heading of the table before
    it.
    """
    heading = words.scene(game.view(before, viewer)).heading
    happened: list[JSON] = [
        {"lines": [*lines], "changes": [_changed(change, words) for change in changes]}
        for lines, changes in told.parts(words, viewer)
    ]
    return {"ply": told.ply, "seat": told.seat, "heading": heading, "happened": happened}


def _changed(change: Change, words: Words[Any, Any, Any]) -> JSON:
    """Return a change; that of a mark also has its name."""
    data = to_json(change, Change)
    if isinstance(change, MarkChange) and isinstance(data, dict):
        return {**data, "name": words.name(change.mark)}
    return data


def _state_after(match: Match[Any, Any, Any], plies: int) -> Any:
    following = next(match.history(plies), None)
    return match.state if following is None else following.before


def end(table: Table, viewer: int | None) -> Answer:
    """Return how the game ended, the score sheet, and the viewer's table with all hands open."""
    match, outcome = table.match, table.match.outcome
    assert outcome is not None  # the game is over
    scene = open_scene(match.game, match.state, viewer, table.words(viewer))
    if match.ending is not None:
        scene = scene_after(scene, match.ending)
    words = table.words(viewer)
    remarks: list[JSON] = [*words.remarks(match.state, viewer)]
    faults: list[JSON] = [
        {"ply": fault.ply, "seat": fault.player, "reason": fault.reason} for fault in match.faults
    ]
    return {
        "outcome": to_json(words.ended(outcome)),
        "verdict": words.verdict(outcome, viewer),
        "sheet": to_json(words.score_sheet(match.state)),
        "remarks": remarks,
        "seed": str(match.seed),  # JavaScript would round a long seed
        "faults": faults,
        "open": to_json(scene),
    }


def open_scene(
    game: Game[Any, Any, Any], state: Any, viewer: int | None, words: Words[Any, Any, Any]
) -> Scene:
    """Return the table of a finished game with all cards face up.

    Each seat's area is as its owner sees it, but for zones of which another seat sees more; so is
    the centre.
    """
    scene = words.scene(game.view(state, viewer))
    if scene.text or not scene.areas:
        return scene
    seen = [words.scene(game.view(state, seat)) for seat in range(game.players)]
    areas = []
    for area in scene.areas:
        owner = scene if area.seat is None else seen[area.seat]
        every = chain.from_iterable([scene_seen.areas for scene_seen in (owner, *seen)])
        versions = [version for version in every if version.seat == area.seat]
        areas.append(_open_area(versions, area.name))
    return evolve(scene, areas=tuple(areas), unseen=())


def _open_area(versions: Sequence[Area], name: str) -> Area:
    """Return the first of these versions of an area, with the openest version of each zone."""
    zones = [*chain.from_iterable([version.zones for version in versions])]
    openest = [
        min([zone for zone in zones if zone.key == mine.key], key=_face_down)
        for mine in versions[0].zones
    ]
    return evolve(versions[0], name=name, zones=tuple(openest))


def _face_down(zone: Zone) -> int:
    return sum([item.count for item in zone.items if item.piece is None])


def hints(table: Table, seat: int) -> Answer:
    """Return the best actions for this seat by a search."""
    words, view = table.words(seat), table.match.view(seat)
    ideas: list[JSON] = [
        {
            "action": str(idea.action),
            "text": words.label(view, idea.action).text,
            "chance": round(idea.chance, 2),
            "why": in_words(idea.why),
        }
        for idea in table.hint(seat)
    ]
    if not ideas:
        raise RefusedError("there was not even time to look at one choice", "not now")
    return {"ideas": ideas}


def replay(table: Table, ply: int, seat: int | None, *, hands: bool, log: int) -> Answer:
    """Return the table after this many actions of a finished game, and the log from `log` on.

    With open `hands`, each action is told as to the seat that took it.
    """
    table.check_over("a game can be replayed")
    match = table.match
    game = match.game
    is_known_seat = seat in (None, *range(game.players))
    if not (0 <= ply <= match.plies and log >= 0 and is_known_seat):
        raise RefusedError(f"there are {match.plies} actions and {game.players} seats")
    state = _state_after(match, ply)
    words = table.words(seat)
    closed = words.scene(game.view(state, seat))
    scene = open_scene(game, state, None, words) if hands else closed
    if ply == match.plies and match.ending is not None:
        scene = scene_after(scene, match.ending)
    # After the last action, its ending is told, too.
    until = ply + 1 if ply == match.plies else ply
    if not hands:
        lines = _log(table, seat, log, until)
    else:
        lines = []
        for told in table.told(None, log):
            if told.ply <= until:
                lines += _log(table, told.seat, told.ply - 1, told.ply)
    return {"scene": to_json(scene), "plies": match.plies, "log": lines}


def judgement(table: Table, seat: int, after: int) -> Answer:
    """Return the next decision of this seat in a finished game, judged by a search.

    None if there is none.
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
