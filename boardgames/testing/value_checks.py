"""The checks of notation, JSON, pickles, and lines of text."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.chance import generator
from boardgames.core.codec import JSON
from boardgames.core.errors import BoardGamesError, DecodeError, NotationError, describe_exception
from boardgames.core.text import COLUMNS, width
from boardgames.testing.compare import Fault, demand
from boardgames.testing.probe import ACTIONS_TRIED, Probe, play_on

DOCUMENTS_SPOILT = 420
"""Number of JSON documents of each kind that are given a fault, over all positions."""
OTHERS: tuple[JSON, ...] = (None, 7, "x", [], {})
"""JSON that is no State, nor a View."""
LONGER = 20
"""How many times as long as the longest random game it may take to come to an end from a faulty
State.
"""
NONSENSE = ("no such action \u2603", "", "\x00", "9" * 5000, "\U0001d7d8")
"""Texts that are not notation in any game."""


def round_trips(probe: Probe) -> None:
    """Demand that notation, JSON and pickles give back what was written; notation is ASCII, one
    line, and unique.
    """
    game = probe.game
    try:
        again = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own pickle
    except Exception as error:
        raise Fault(f"the game cannot be pickled: {type(error).__name__}: {error}") from error
    _same("pickled game: its first State", game.new_game(probe.seed), again.new_game(probe.seed))
    for ply in probe.visit(probe.chosen):
        texts = [str(action) for action in game.legal_actions(ply.before, ply.player)]
        alike = [text for text in texts if texts.count(text) > 1]
        demand(not alike, f"{len(alike)} legal actions are written alike: {alike[:1]}")
        for state in (ply.before, ply.after):
            _same("State", state, game.state_from_json(_through_text(game.to_json(state))))
            _same("pickled State", state, pickle.loads(pickle.dumps(state)))  # noqa: S301  # our own pickle
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            _same("View", view, game.view_from_json(_through_text(game.to_json(view))))
    for action in probe.listed:
        text = str(action)
        demand(text.isascii() and text.isprintable() and text, f"not plain text: {text!r}")
        for written in (text, f"  {text.upper()} ", text.replace(" ", "  ")):
            demand(game.parse(written) == action, f"{written!r} is read as another action")
        _same("action", action, game.action_from_json(_through_text(game.to_json(action))))


def _same(what: str, value: object, read: object) -> None:
    demand(read == value, f"{what}: written {value!r}, read {read!r}"[:400])


def _through_text(data: JSON) -> JSON:
    back: JSON = json.loads(json.dumps(data, allow_nan=False))
    return back


def reading(probe: Probe) -> None:
    """Demand that faulty text and JSON raise `NotationError` and `DecodeError`, or are read as
    values that work.
    """
    game, rng = probe.game, probe.generator(10)
    for text in NONSENSE:
        try:
            raised = f"accepted nonsense, as {game.parse(text)!r}"
        except NotationError:
            continue
        except Exception as error:  # noqa: BLE001  # the game may raise anything
            raised = f"raised {type(error).__name__}: {error}"
        raise Fault(f"parse({text[:30]!r}) {raised}")
    for ply in probe.visit(probe.chosen):
        _misread(game, str(ply.action))
        _use(game, ply.before)  # a failure here is not due to a document
        for read, value in (
            (game.state_from_json, ply.before),
            (game.action_from_json, ply.action),
            (game.view_from_json, game.view(ply.before, ply.player)),
        ):
            for other in OTHERS:
                _read_or_refused(probe, read, other, f"given {other!r}")
            text = json.dumps(game.to_json(value))
            for _ in range(1 + DOCUMENTS_SPOILT * probe.factor // len(probe.chosen)):
                document = json.loads(text)
                _read_or_refused(probe, read, document, _spoil(document, rng))


def _misread(game: Game[Any, Any, Any], text: str) -> None:
    """Demand that `parse` reads no other notation than this in what is nearly the same."""
    for spoilt in (
        f"{text} or so",
        f"{text}0",
        re.sub(r"\d+", r"-\g<0>", text),
        re.sub(r"\d+", "0", text),
    ):
        with suppress(NotationError):
            read = str(game.parse(spoilt))
            demand(read.casefold() == spoilt.casefold(), f"{spoilt!r} is read as {read!r}")


def _read_or_refused(
    probe: Probe, read: Callable[[JSON], object], document: JSON, fault: str
) -> None:
    game, name = probe.game, getattr(read, "__name__", "reading")
    try:
        value = read(document)
    except DecodeError:
        return
    except Exception as error:
        raise Fault(f"{name}, {fault}: {type(error).__name__}: {error}") from error
    if name == "state_from_json":
        accepted = (
            f"state_from_json accepted a State ({fault}), which check_state should refuse; with it,"
            " the game"
        )
        try:
            _use(game, value)
            ends = play_on(game, value, generator(0, 0), LONGER * max(map(len, probe.walks)))
        except BoardGamesError:
            return
        except Exception as error:
            raise Fault(f"{accepted} {describe_exception(error, type(game))}") from error
        demand(ends, f"{accepted} does not come to an end")


def _use(game: Game[Any, Any, Any], state: object) -> None:
    rng = generator(0, 0)
    for viewer in (*game.to_act(state)[:1], None):
        view = game.view(state, viewer)
        game.words.render(view)
        game.determinize(view, rng)
    for seat in game.to_act(state):
        game.evaluate(state, seat)
        for action in game.legal_actions(state, seat)[:ACTIONS_TRIED]:
            after = game.apply(state, action, seat)
            game.words.tell(state, seat, action, after, seat)
    game.outcome(state)


def _spoil(document: JSON, rng: Random) -> str:
    """Change one thing in a JSON document; return a description."""
    places: list[tuple[str, Any, Any]] = []
    holders = [("", document)]
    for path, data in holders:  # which grows
        entries = (
            data.items()
            if isinstance(data, dict)
            else enumerate(data)
            if isinstance(data, list)
            else ()
        )
        for key, item in entries:
            places.append((f"{path}.{key}", data, key))
            holders.append((f"{path}.{key}", item))
    if not places:
        return "nothing"
    path, holder, key = places[int(rng.random() * len(places))]
    held = holder[key]
    part: Any = held if isinstance(held, (list, str)) else ""
    spoilt: list[object] = [None, -1, 10**30, 1.5, "x", "", [], {}, True]
    if isinstance(held, int):
        spoilt += [held + 1, held - 1, held + 10]
    if part:
        spoilt += [part[1:], part + part[:1], part * 3, part[::-1]]
    choice = int(rng.random() * (len(spoilt) + 1))
    if choice == len(spoilt):
        del holder[key]
        return f"{path[1:]} removed"
    holder[key] = spoilt[choice]
    return f"{path[1:]} replaced by {spoilt[choice]!r:.40}"


def text(probe: Probe) -> None:
    """Demand that what `render`, `tell`, `remarks` and `position` say is printable, in lines of at
    most 80 columns.
    """
    game = probe.game
    for ply in probe.visit(probe.chosen):
        for viewer in probe.viewers():
            told = game.words.tell(ply.before, ply.player, ply.action, ply.after, viewer)
            demand_plain(
                [
                    *game.words.render(game.view(ply.after, viewer)).split("\n"),
                    *told,
                    game.words.position(ply.before),
                ]
            )
    for walked in probe.walks:
        for viewer in probe.viewers():
            demand_plain(game.words.remarks(walked[-1].after, viewer))


def demand_plain(lines: list[str] | tuple[str, ...]) -> None:
    """Demand that these lines are printable, of at most 80 columns."""
    for line in lines:
        demand(line.isprintable(), f"a line with a control character: {line!r}")
        demand(width(line) <= COLUMNS, f"a line of more than {COLUMNS} columns: {line!r}")
