"""What clients are sent about a table: what one viewer sees, and nothing else.

That is the scene, labels and told lines. Everything here takes the viewer (a seat, or None for a
spectator) and goes through that viewer's View. Only `end` and the functions that look back show
more, and only after the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from boardgames.contract.game import Game
from boardgames.contract.transition import Reader, Transition
from boardgames.contract.words import Words
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import DecodeError, NotationError, RefusedError
from boardgames.core.values import evolve
from boardgames.play import analysis, reasons
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.ending import entry_of, in_words, scene_after
from boardgames.play.forms import GivenAction
from boardgames.play.limits import JUDGEMENT_SECONDS, LATEST_ENTRIES
from boardgames.play.match import Match
from boardgames.remote import results
from boardgames.scene.log import Entry
from boardgames.scene.parts import Area, Zone
from boardgames.scene.phrases import Phrases
from boardgames.scene.scene import Scene
from boardgames.table.sight import Told
from boardgames.table.table import Table

# Choices.


def legal_actions(table: Table, viewer: int | None) -> tuple[results.LabelledAction, ...]:
    """Return the legal actions of the viewer, in their words."""
    game, words, view = table.match.game, table.words(viewer), table.match.view(viewer)
    labelled = [
        results.LabelledAction(game.to_json(action), str(action), words.label(view, action))
        for action in table.sight.legal(viewer)
    ]
    return tuple(labelled)


def action_of(table: Table, seat: int, data: GivenAction) -> Any:
    """Return the action with this notation or JSON form; the error for any other names three legal
    actions.
    """
    game = table.match.game
    read = game.parse if isinstance(data, str) else game.action_from_json
    try:
        return read(data)
    except NotationError as error:
        fault = str(error)
    except DecodeError as error:
        fault = f"not an action of this game: {error}"
    legal = ", ".join(map(str, table.sight.legal(seat)[:3]))
    raise RefusedError(f"{fault}; legal: {legal}" if legal else fault, "not now")


# What happened, in words and as events.


def told_events(table: Table, viewer: int | None, since: int) -> list[JSON]:
    """Return the events after `since` actions, and the ending if there is one."""
    match, events = table.match, table.sight.log(viewer, _told_action, since)
    for told in table.sight.told_at_end(viewer):
        if since < told.ply and match.ending is not None:
            entry = entry_of(match.ending, match.state, table.sight.reader(viewer))
            events.append(_told_as_json(match.game, told, entry))
    return events


def beginning_told(table: Table, viewer: int | None) -> JSON:
    """Return the beginning of the game."""
    match = table.match
    game = match.game
    first = next((action.before for action in match.history()), match.state)
    reader = Reader(game, viewer, table.words(viewer))
    entry = reader.beginning(first)
    lines = chain.from_iterable([reader.words.describe(event, viewer) for event in entry.events])
    return to_json(results.told_event(game, 0, None, tuple(lines), entry))


def _told_action(event: Transition[Any, Any, Any], told: Told, reader: Reader) -> JSON:
    return _told_as_json(event.game, told, reader.entry(event, told.happened))


def _told_as_json(game: Game[Any, Any, Any], told: Told, entry: Entry) -> JSON:
    return to_json(results.told_event(game, told.ply, told.seat, told.lines, entry))


# All at once.


def look(table: Table, viewer: int | None, since: int | None = None) -> results.Look:
    """Return the table as this viewer sees it now, their choices, and the log.

    The log begins after `since` actions; if that is None, it has the latest entries. The scene
    before the viewer's last choice comes unless the log goes on from what they have.
    """
    with table.lock:
        match, seating = table.match, table.seating
        last = None if viewer is None else match.last_choice(viewer)
        chosen = 0 if last is None else last.ply
        log_from = _beginning_of_log(table, viewer, since, chosen)
        goes_on = since == log_from > 0
        # In the order of the game: what a seat knows of a position follows from earlier ones.
        before = None
        if last is not None and not goes_on:
            before = table.words(viewer).scene(match.game.view(last.before, viewer))
        entries = tuple(_log(table, viewer, log_from))
        return results.Look(
            version=table.version,
            plies=match.plies,
            to_act=match.to_act,
            over=table.over,
            scene=table.scene(viewer),
            legal_actions=_offered(table, viewer),
            turn=None if viewer is None else match.moves(viewer),
            log=entries,
            log_from=log_from,
            chosen=chosen,
            before=before,
            end=end(table, viewer) if table.over else None,
            hint=table.can_hint(viewer),
            undo=table.can_undo(viewer),
            asked=asked(table),
            reply=_reply(table, viewer),
            undone=seating.undone,
            names=seating.names,
            presence=table.presence(),
            gone=table.gone,
            stand_ins=tuple([seat.stand_in for seat in seating.seats]),
            left=tuple([table.left(seat) for seat in range(len(seating.seats))]),
            absent=absent(table, viewer),
            watch=seating.watch if viewer is not None else None,
            next=seating.followed,
        )


def _beginning_of_log(table: Table, viewer: int | None, since: int | None, chosen: int) -> int:
    """Return `since`. If it is None, or there is less to tell because something has been taken
    back, return where the latest entries begin: those since the choice with the number `chosen`,
    and at least `LATEST_ENTRIES`.
    """
    plies = table.match.plies
    if since is not None and since <= plies + len([*table.sight.told_at_end(viewer)]):
        return since
    latest = max(0, plies - LATEST_ENTRIES)
    return latest if viewer is None else min(latest, max(0, chosen - 1))


def _offered(table: Table, viewer: int | None) -> tuple[results.LabelledAction, ...]:
    """Return the legal actions of the viewer, but not one that is taken automatically."""
    legal = legal_actions(table, viewer)
    return () if len(legal) == 1 and table.sight.is_spared(viewer) else legal


def _reply(table: Table, viewer: int | None) -> results.RequestReply | None:
    """Return what came of the last request of the viewer."""
    reply = table.reply(viewer)
    if reply is None:
        return None
    text = reply.text(table.words(viewer).phrases)
    return results.RequestReply(reply.what, reply.how, reply.by, text)


def asked(table: Table) -> tuple[results.Asked, ...]:
    """Return the requests that wait for other people."""
    return tuple([results.Asked(each.what, each.seat, each.agreed) for each in table.asked])


def absent(table: Table, viewer: int | None) -> tuple[results.Absent, ...]:
    """Return the seats to which somebody is invited; only the host sees the invitations."""
    is_host = viewer is not None and viewer == table.seating.host
    invited = []
    for seat in table.seating.open:
        invitation = table.seating.seats[seat].invitation
        invited.append(results.Absent(seat, invitation if is_host else None))
    return tuple(invited)


def _log(table: Table, viewer: int | None, since: int, until: int | None = None) -> list[JSON]:
    """Return the first `until` entries of this viewer's log (None: all), which ends with the ending
    if there is one, without the first `since`.
    """
    match, log = table.match, table.sight.log(viewer, _entry_of_action, since, until)
    for told in table.sight.told_at_end(viewer):
        if since < told.ply and (until is None or told.ply <= until):
            log.append(_entry(match.state, told, table.sight.reader(viewer)))
    return log


def _entry_of_action(event: Transition[Any, Any, Any], told: Told, reader: Reader) -> JSON:
    return _entry(event.before, told, reader)


def _entry(before: object, told: Told, reader: Reader) -> JSON:
    """Return what was told about an action or an ending, with what the table before it says of how
    far the game has come.
    """
    heading, stage = reader.headings(before)
    parts = told.parts(reader.words, reader.viewer)
    happened = [results.Shown(tuple(lines), changes) for lines, changes in parts]
    entry = results.LogEntry(told.ply, told.seat, heading, stage or heading, tuple(happened))
    return to_json(entry)


# The end, and looking back.


def end(table: Table, viewer: int | None) -> results.End:
    """Return how the game ended, the score sheet, and the viewer's table with all hands open."""
    match, outcome = table.match, table.match.outcome
    assert outcome is not None  # the game is over
    words = table.words(viewer)
    scene = open_scene(match.game, match.state, viewer, words)
    if match.ending is not None:
        scene = scene_after(scene, match.ending, words)
    faults = [results.BotFault(each.ply, each.player, each.reason) for each in match.faults]
    return results.End(
        outcome=in_words(outcome, match.ending, words),
        verdict=words.phrases.verdict(outcome, viewer),
        sheet=words.score_sheet(match.state),
        remarks=tuple(words.remarks(match.state, viewer)),
        seed=str(match.seed),
        faults=tuple(faults),
        open=scene,
    )


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


def replay(table: Table, ply: int, seat: int | None, *, hands: bool, log: int) -> results.Replayed:
    """Return the table after this many actions of a finished game, and the log from `log` on.

    With open `hands`, each entry has what the seat that acted was told, in the words of a
    spectator.
    """
    table.check_over("a game can be replayed")
    match = table.match
    if ply > match.plies:
        raise RefusedError(f"there are {match.plies} actions")
    if seat is not None and seat >= match.game.players:
        raise RefusedError(f"there are {match.game.players} seats")
    # After the last action, its ending is told, too.
    until = ply + 1 if ply == match.plies else ply
    game, state, words = match.game, _state_after(match, ply), table.words(seat)
    if hands:
        scene = open_scene(game, state, None, words)
        reader = table.sight.reader(None)
        lines = [
            _entry(_state_after(match, told.ply - 1), told, reader)
            for told in table.sight.told_openly(log)
            if told.ply <= until
        ]
    else:
        scene = words.scene(game.view(state, seat))
        lines = _log(table, seat, log, until)
    if ply == match.plies and match.ending is not None:
        scene = scene_after(scene, match.ending, words)
    return results.Replayed(scene, match.plies, tuple(lines))


def _state_after(match: Match[Any, Any, Any], plies: int) -> Any:
    following = next(match.history(plies), None)
    return match.state if following is None else following.before


def judgement(table: Table, seat: int, after: int, viewer: int | None) -> results.Judgement:
    """Return the next decision of this seat in a finished game, judged by a search and told to this
    viewer; None if there is none.
    """
    table.check_over("decisions are judged")
    match, words = table.match, table.words(viewer)
    for event in match.history(after):
        if event.player == seat:
            with table.searching:
                bot = MctsBot(seconds=JUDGEMENT_SECONDS)
                found = analysis.judge(
                    match.game, event.before, seat, event.action, event.ply, bot, words
                )
            if found is not None:
                return results.Judgement(_judged(found, words.phrases), match.plies)
    return results.Judgement(None, match.plies)


def _judged(found: analysis.JudgedDecision[Any], phrases: Phrases) -> results.Judged:
    return results.Judged(
        ply=found.ply,
        round=found.round,
        when=found.when,
        seat=found.player,
        done=str(found.done.action),
        done_text=found.done_text,
        chance=round(found.done.chance, 4),
        best=str(found.best.action),
        best_text=found.best_text,
        best_chance=round(found.best.chance, 4),
        verdict=found.verdict,
        cost=round(found.cost, 4),
        alternatives=found.alternatives,
        why=found.why,
        because=reasons.in_words(found.why, phrases),
    )
