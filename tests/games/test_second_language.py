"""A language is a subclass of the words.

A pseudo-language shows that nothing that people read comes from elsewhere, and Korean that another
grammar and wide characters fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import cache
from typing import Any

import pytest

from boardgames.cli.screen import by_turn
from boardgames.contract.transition import Transition
from boardgames.core.chance import generator
from boardgames.core.codec import JSON, to_json
from boardgames.core.text import COLUMNS, width
from boardgames.games.koryo import Koryo
from boardgames.games.koryo.words.structure import KoryoWords
from boardgames.remote import shown
from boardgames.scene.as_text import draw, plain
from boardgames.table import Table
from boardgames.testing.conformance import run_check
from boardgames.testing.probe import Probe
from tests.boxes import box
from tests.games.accents import Accented, unaccented
from tests.games.korean import Korean

SPOKEN = frozenset(
    {
        "goal",
        "group",
        "heading",
        "lines",
        "name",
        "note",
        "notes",
        "prompt",
        "reason",
        "remarks",
        "source",
        "stage",
        "terms",
        "text",
        "tip",
        "title",
        "verdict",
    }
)
"""The fields with words; others have keys and numbers."""
VIEWERS = (0, 1, None)
BOX = box("koryo")


class InAccents(Koryo):
    """Koryŏ that speaks the pseudo-language to everybody."""

    __module__ = Koryo.__module__  # beside which lie its rules and terms

    @property
    def words(self) -> Any:
        return Accented(self)


class InKorean(Koryo):
    """Koryŏ that speaks Korean to everybody."""

    __module__ = Koryo.__module__

    @property
    def words(self) -> Any:
        return Korean(self)


def spoken(data: JSON, field: str = "") -> Iterator[str]:
    """Yield all words in this JSON."""
    match data:
        case str() if field in SPOKEN:
            yield data
        case list():
            for each in data:
                yield from spoken(each, field)
        case dict():
            is_piece = "worth" in data  # whose group is a key
            for key, each in data.items():
                if not (is_piece and key == "group"):
                    yield from spoken(each, field if field == "terms" else key)


def played(game: Koryo, seed: int) -> Iterator[Transition[Any, Any, Any]]:
    """Yield the transitions of a random game."""
    state, rng, ply = game.new_game(seed), generator(seed, 1), 0
    while seats := game.to_act(state):
        action, before, ply = game.random_action(state, rng), state, ply + 1
        state = game.apply(state, action)
        yield Transition(game, ply, seats[0], action, before, state)


def texts(words: KoryoWords, move: Transition[Any, Any, Any], viewer: int | None) -> Iterator[str]:
    """Yield what this viewer reads of the table, of the choices, and of the move."""
    game = move.game
    yield from spoken(to_json(words.scene(game.view(move.after, viewer))))
    if viewer == move.player:
        view = game.view(move.before, viewer)
        for action in move.game.legal_actions(move.before, viewer):
            yield from spoken(to_json(words.label(view, action)))
    yield from move.told(viewer, words)
    yield from words.remarks(move.after, viewer)
    yield from spoken(to_json(words.score_sheet(move.after)))


def _labels(sent: Any) -> list[str]:
    """Return the texts of the choices that the page is sent."""
    return [choice["label"]["text"] for choice in sent["legal_actions"]]


def table(game: Koryo, plies: int) -> Table:
    """Return a table of three people after so many actions, each the last choice."""
    at = Table.open(game, ["human"] * game.players, 7)
    for _ in range(plies):
        seat = at.waiting[0]
        at.act(seat, at.choices(seat)[-1].action)
    return at


def test_nothing_is_said_in_another_language() -> None:
    game = Koryo(3, components=BOX)
    read = {
        text
        for seed in range(4)
        for move in played(game, seed)
        for viewer in VIEWERS
        for text in texts(Accented(game), move, viewer)
    }
    assert not {text for text in read if unaccented(text)}
    assert len(read) > 400


def test_a_terminal_draws_the_table_in_the_language_of_the_game() -> None:
    at = table(InAccents(2, components=BOX), 7)
    words = at.words(0)
    lines = plain(draw(at.scene(0), words.pieces(), phrases=words.phrases)).splitlines()
    lines += by_turn(at.news(0), 0, words.phrases)
    lines += [choice.text for choice in at.choices(0)]
    assert not {line for line in lines if unaccented(line)}


def test_the_page_is_sent_the_language_of_the_game() -> None:
    at = table(InAccents(2, components=BOX), 7)
    sent = to_json(shown.look(at, 0, 0))
    assert not {text for text in spoken(sent) if unaccented(text)}
    while at.waiting:
        at.act(at.waiting[0], at.choices(at.waiting[0])[0].action)
    ended = to_json(shown.end(at, 0))
    assert not {text for text in spoken(ended) if unaccented(text)}


def test_two_readers_at_a_table_can_have_two_languages() -> None:
    at = table(Koryo(2, components=BOX), 0)
    at.sight.languages[1] = Korean(at.match.game)
    for _ in range(6):
        seat = at.waiting[0]
        at.act(seat, at.choices(seat)[-1].action)
    for viewer, language in ((0, "[A-Za-z]"), (1, "[가-힣]")):
        sent: Any = to_json(shown.look(at, viewer, 0))
        told = [line for entry in at.told(viewer) for line in entry.lines]
        headings = [entry["heading"] for entry in sent["log"]]
        for text in (at.scene(viewer).heading, *told, *headings, *_labels(sent)):
            assert re.search(language, text), text
    assert "[A-Za-z]" not in at.scene(1).prompt


@pytest.mark.parametrize("check", ["text", "told lines", "scenes", "labels", "events"])
def test_the_conformance_suite_accepts_another_language(check: str) -> None:
    for game in (InAccents, InKorean):
        run_check(check, copy(probed(game)))


@cache
def probed(game: type[Koryo]) -> Probe:
    """Return a probe that has chosen its plies, which do not depend on the language."""
    probe = Probe(game(2, components=BOX), 1, 2)
    assert probe.chosen
    return probe


@pytest.mark.parametrize("players", [2, 4])
def test_korean_fits_a_terminal_of_80_columns(players: int) -> None:
    game = InKorean(players, components=BOX)
    words = game.words
    said: set[str] = set()
    for move in played(game, 3):
        for viewer in VIEWERS:
            scene = words.scene(game.view(move.after, viewer))
            told = move.told(viewer)
            said.update(told)
            for line in (
                *plain(draw(scene, words.pieces(), phrases=words.phrases)).splitlines(),
                *told,
            ):
                assert width(line) <= COLUMNS, line
                assert not re.search("[A-Za-z]", line), line
    assert any("당신이" in line for line in said)
    assert any("첩자를" in line or "첩자 " in line for line in said)
