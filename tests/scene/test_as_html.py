"""Pictures for notebooks: everything a scene shows, nothing hidden, and no more than a notebook can
keep.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from boardgames import Action, make
from boardgames.contract.game import Game
from boardgames.core.values import evolve, value
from boardgames.games.catalogue import game_names
from boardgames.games.koryo import Koryo
from boardgames.play import Match, make_bot
from boardgames.scene.as_html import scene_html
from boardgames.scene.parts import Area, Counter, Item, Mark, Piece, Zone
from boardgames.scene.scene import Scene

GAMES = [make(name, players=players) for name in game_names() for players in (2, 4)]


class Shown(HTMLParser):
    """The words of a picture; nothing in it is a script or comes from elsewhere, and each tag is
    closed.
    """

    def __init__(self, html: str | None) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""
        assert html is not None
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert tag not in ("script", "img", "link")
        assert {name for name, _ in attrs} <= {"class", "style"}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words += data


@pytest.fixture(params=GAMES, ids=repr)
def match(request: pytest.FixtureRequest) -> Match[Any, Any, Any]:
    game: Game[Any, Any, Any] = request.param
    return Match(game, [make_bot("random") for _ in range(game.players)], seed=5)


def test_a_match_is_drawn_with_the_names_of_all_pieces_and_a_scene_with_their_keys(
    match: Match[Any, Any, Any],
) -> None:
    for _ in zip(match.run(), range(30), strict=False):
        pass
    for seat in (None, *range(match.game.players)):
        scene = match.scene(seat)
        keys = {
            item.piece
            for area in scene.areas
            for zone in area.zones
            for item in zone.items
            if item.piece
        }
        drawn = Shown(scene._repr_html_()).words
        assert all(key in drawn for key in keys)
        if seat is None:
            names = {match.game.words.pieces()[key].name for key in keys}
            assert all(name in Shown(match._repr_html_()).words for name in names)


def test_a_match_a_record_and_a_score_sheet_are_drawn(match: Match[Any, Any, Any]) -> None:
    for _ in match.run():
        pass
    html = match.record()._repr_html_()
    assert 5_000 < len(html) <= 30_000
    assert Shown(html).words.count(match.game.title) >= 5
    assert "total" in Shown(match.game.words.score_sheet(match.state)._repr_html_()).words


def test_the_reprs_are_one_line_and_hide_the_state(match: Match[Any, Any, Any]) -> None:
    game = match.game
    assert repr(game) == f"boardgames.make({game.name!r}, players={game.players})"
    assert repr(match.state) == f"<State of {game.title}>"
    assert (
        repr(match)
        == f"<Match of {game!r}: 0 actions, player {game.to_act(match.state)[0] + 1} to act>"
    )


def test_a_game_derived_from_another_leaves_the_repr_of_the_states_that_they_share() -> None:
    game = make("koryo", players=2)
    before = repr(game.new_game(1))

    class House(Koryo):
        title = "House rules"

    assert repr(game.new_game(1)) == repr(House(2).new_game(1)) == before


@value
class Sheet:
    """A State with a `repr` of its author."""

    seed: int

    def __repr__(self) -> str:
        return "a sheet"


def test_a_repr_of_an_author_stays() -> None:
    class Sheets(Game[Sheet, Action, Sheet]):
        title = "Sheets"

    assert Sheets.title
    assert repr(Sheet(7)) == "a sheet"


def test_words_are_escaped_and_face_down_pieces_have_no_name() -> None:
    marked = Item("a", 2, (Mark("mark", "<mark>"),))
    zone = Zone("hand", "<hand>", (marked, Item(None, 3, hidden=True)))
    first = Mark("first", "<first>")
    scene = Scene(
        0,
        "<title>",
        "<b>",
        (
            Area(
                0,
                "<You>",
                (zone,),
                (Counter("c", "<c>", 1, 2, "<note>"),),
                (first,),
            ),
        ),
    )
    pieces = {"a": Piece("a", "<piece>", "", "<group>")}
    words = Shown(scene_html(scene, pieces)).words
    for shown in (
        "<hand>",
        "<piece> x2",
        "<mark>",
        "? x3",
        "<title> - <b>",
        "<You>",
        "<c> 1 of 2 (<note>)",
        "<first>",
    ):
        assert shown in words
    assert "<c>" in Shown(evolve(scene, text="<c>")._repr_html_()).words
