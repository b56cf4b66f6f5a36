"""The checks of notation, JSON, pickles, and lines of text."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from boardgames.core.chance import generator, pick
from boardgames.core.codec import JSON
from boardgames.core.errors import BoardGamesError, DecodeError, NotationError, describe_exception
from boardgames.core.text import COLUMNS, width
from boardgames.testing.compare import INDEX, containers, demand_same_pieces
from boardgames.testing.law import AnyGame, Violation, demand, law
from boardgames.testing.probe import ACTIONS_TRIED, Ply, Probe, play_on

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
    _can_be_pickled(probe)
    for ply in probe.visit(probe.chosen):
        _is_written_unlike_others(game, ply)
        for state in (ply.before, ply.after):
            document = _through_text(game.to_json(state))
            _is_read_back("State", state, game.state_from_json(document))
            _is_read_back("pickled State", state, _pickled(state))
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            document = _through_text(game.to_json(view))
            _is_read_back("View", view, game.view_from_json(document))
    for action in probe.listed:
        _is_plain_notation(game, action)
        document = _through_text(game.to_json(action))
        _is_read_back("action", action, game.action_from_json(document))


@law("The game keeps a function, a lock or an open file.")
def _can_be_pickled(probe: Probe) -> None:
    """Demand that a game can be pickled, and deals the same then."""
    game = probe.game
    try:
        again: Any = _pickled(game)
    except Exception as error:
        raise Violation(f"the game cannot be pickled: {type(error).__name__}: {error}") from error
    first, first_again = game.new_game(probe.seed), again.new_game(probe.seed)
    _is_read_back("pickled game: its first State", first, first_again)


def _pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))  # noqa: S301  # our own pickle


@law(
    "`__str__` of an action leaves out a field.",
    "[str(action) for action in game.legal_actions(ply.before, ply.player)]",
)
def _is_written_unlike_others(game: AnyGame, ply: Ply) -> None:
    """Demand that different legal actions have different notation."""
    texts = [str(action) for action in game.legal_actions(ply.before, ply.player)]
    alike = [text for text in texts if texts.count(text) > 1]
    demand(not alike, f"{len(alike)} legal actions are written alike: {alike[:1]}")


@law("`parse` reads numbers otherwise than `__str__` writes them, such as from 0.")
def _is_plain_notation(game: AnyGame, action: object) -> None:
    """Demand that notation is one line of ASCII, and read in any case and spacing."""
    text = str(action)
    demand(text.isascii() and text.isprintable() and text, f"not plain text: {text!r}")
    for written in (text, f"  {text.upper()} ", text.replace(" ", "  ")):
        read = game.parse(written)
        fault = f"{written!r} is read as another action"
        ask = f"game.parse({written!r})"
        demand(read == action, fault, expected=repr(action), came=repr(read), ask=ask)


@law("`to_json` or the notation leaves something out, or a field is not compared.")
def _is_read_back(what: str, value: object, read: object) -> None:
    """Demand that what is read is what was written."""
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
        _refuses_nonsense(game, text)
    spoilt = 1 + DOCUMENTS_SPOILT * probe.factor // len(probe.chosen)
    for ply in probe.visit(probe.chosen):
        _reads_nothing_else(game, str(ply.action))
        _use(game, ply.before)  # a failure here is not due to a document
        for read, value in (
            (game.state_from_json, ply.before),
            (game.action_from_json, ply.action),
            (game.view_from_json, game.view(ply.before, ply.player)),
        ):
            for other in OTHERS:
                _is_read_or_refused(probe, read, other, f"given {other!r}")
            text = json.dumps(game.to_json(value))
            for _ in range(spoilt):
                document = json.loads(text)
                _is_read_or_refused(probe, read, document, _spoil(document, rng))
        for document, fault in _with_another_piece(probe, ply.before, rng):
            _is_read_or_refused(probe, game.state_from_json, document, fault)


@law("`parse` splits and converts without asking whether it can.")
def _refuses_nonsense(game: AnyGame, text: str) -> None:
    """Demand that `parse` raises `NotationError` for what is no action."""
    try:
        raised = f"accepted nonsense, as {game.parse(text)!r}"
    except NotationError:
        return
    except Exception as error:  # noqa: BLE001  # the game may raise anything
        raised = f"raised {type(error).__name__}: {error}"
    raise Violation(f"parse({text[:30]!r}) {raised}", ask=f"game.parse({text!r})")


@law("`parse` does not read to the end, or takes numbers that no action has.")
def _reads_nothing_else(game: AnyGame, text: str) -> None:
    """Demand that `parse` reads no other notation than this in what is nearly the same."""
    for spoilt in (
        f"{text} or so",
        f"{text}0",
        re.sub(r"\d+", r"-\g<0>", text),
        re.sub(r"\d+", "0", text),
    ):
        with suppress(NotationError):
            read = str(game.parse(spoilt))
            fault = f"{spoilt!r} is read as {read!r}"
            demand(read.casefold() == spoilt.casefold(), fault, ask=f"game.parse({spoilt!r})")


@law("`check_state` does not ask for something that a method relies on.")
def _is_read_or_refused(
    probe: Probe, read: Callable[[JSON], object], document: JSON, fault: str
) -> None:
    """Demand that a document is refused with `DecodeError`, or works."""
    name = getattr(read, "__name__", "reading")
    try:
        value = read(document)
    except DecodeError:
        return
    except Exception as error:
        raise Violation(f"{name}, {fault}: {type(error).__name__}: {error}") from error
    if name == "state_from_json":
        _has_the_same_pieces(probe, value, fault)
        _works(probe, value, fault)


@law("`check_state` leaves out a field with pieces that not everybody sees.")
def _has_the_same_pieces(probe: Probe, state: object, fault: str) -> None:
    """Demand that a State with this fault, which was accepted, has the pieces of real ones."""
    game = probe.game
    last = probe.scouted.last
    stock = dict(game.inventory(last[0].after))
    if any(game.inventory(ply.after) != stock for ply in last):
        return  # what is in the box differs from game to game
    try:
        now = dict(game.inventory(state))
    except Exception as error:
        raise Violation(f"inventory, {fault}: {type(error).__name__}: {error}") from error
    said = f"state_from_json accepted a State ({fault}) with other pieces than a real one"
    demand_same_pieces(stock, now, said)


def _works(probe: Probe, state: object, fault: str) -> None:
    """Demand that a State with this fault, which was accepted, can be used and played to an end."""
    game = probe.game
    accepted = (
        f"state_from_json accepted a State ({fault}), which check_state should refuse; with it,"
        " the game"
    )
    most = LONGER * max(map(len, probe.walks))
    try:
        _use(game, state)
        ends = play_on(game, state, generator(0, 0), most)
    except BoardGamesError:
        return
    except Exception as error:
        raise Violation(f"{accepted} {describe_exception(error, type(game))}") from error
    demand(ends, f"{accepted} does not come to an end")


def _use(game: AnyGame, state: object) -> None:
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


class _Place(NamedTuple):
    """A place in a JSON document."""

    path: str
    holder: Any
    """The object or list that holds it."""
    key: Any
    """Its key or index there."""


def _places(document: JSON) -> list[_Place]:
    """Return every place in a JSON document."""
    places = list[_Place]()
    for path, holder in containers(document):
        if isinstance(holder, dict):
            before = f"{path}." if path else ""
            places += [_Place(f"{before}{key}", holder, key) for key in holder]
        else:
            indices = range(len(holder))
            places += [_Place(f"{path}[{index}]", holder, index) for index in indices]
    return places


def _spoil(document: JSON, rng: Random) -> str:
    """Change one thing in a JSON document; return a description."""
    places = _places(document)
    if not places:
        return "nothing"
    path, holder, key = places[int(rng.random() * len(places))]
    others = _others(holder[key])
    choice = int(rng.random() * (len(others) + 1))
    if choice == len(others):
        del holder[key]
        return f"{path} removed"
    holder[key] = others[choice]
    return f"{path} replaced by {others[choice]!r:.40}"


def _with_another_piece(probe: Probe, state: object, rng: Random) -> Iterator[tuple[JSON, str]]:
    """Yield the document of a State with one piece replaced by another, once for each field."""
    text = json.dumps(probe.game.to_json(state))
    keys = [*probe.game.inventory(state)]
    fields = set[str]()
    for number, place in enumerate(_places(json.loads(text))):
        held = place.holder[place.key]
        field = INDEX.sub("", place.path)
        others = [key for key in keys if key != held and type(key) is type(held)]
        if held in keys and others and field not in fields:
            fields.add(field)
            document = json.loads(text)
            path, holder, key = _places(document)[number]
            holder[key] = pick(others, rng)
            yield document, f"{path} replaced by {holder[key]!r:.40}"


def _others(held: JSON) -> list[Any]:
    """Return what may stand in the place of this, rightly or wrongly."""
    others: list[Any] = [None, -1, 10**30, 1.5, "x", "", [], {}, True]
    if isinstance(held, int):
        others += [held + 1, held - 1, held + 10]
    if held and isinstance(held, (list, str)):
        part: Any = held
        shorter = part[1:]
        longer = part + part[:1]
        others += [shorter, longer, part * 3, part[::-1]]
    return others


def text(probe: Probe) -> None:
    """Demand that what `render`, `tell`, `remarks` and `position` say is printable, in lines of at
    most 80 columns.
    """
    game = probe.game
    for ply in probe.visit(probe.chosen):
        demand_plain([game.words.position(ply.before)])
        for viewer in probe.viewers():
            demand_plain(game.words.render(game.view(ply.after, viewer)).split("\n"))
            demand_plain(ply.told(game, viewer))
    for walked in probe.walks:
        for viewer in probe.viewers():
            demand_plain(game.words.remarks(walked[-1].after, viewer))


@law(
    "A name has a control character, or a line is not folded.",
    "game.words.render(game.view(ply.after, ply.player))",
)
def demand_plain(lines: Sequence[str]) -> None:
    """Demand that what people read is printable, at most 80 columns wide."""
    for line in lines:
        demand(line.isprintable(), f"a line with a control character: {line!r}")
        demand(width(line) <= COLUMNS, f"a line of more than {COLUMNS} columns: {line!r}")
