"""Logs that are kept as a game grows: each viewer's own, and always as if made anew."""

from __future__ import annotations

import re
from json import dumps
from random import Random
from typing import Any

import pytest

import boardgames
from boardgames.contract.transition import Transition
from boardgames.core.codec import to_json
from boardgames.play.limits import LATEST_ENTRIES
from boardgames.remote import Tables, shown
from boardgames.table import Table
from boardgames.table.seating import Seat, Seating
from tests.conftest import KORYO_AND_OTHERS
from tests.testing.small_games import Reported

pytestmark = pytest.mark.usefixtures("unpaced")

VIEWERS = (None, 0, 1, 2)


@pytest.fixture(params=["koryo", "reported"])
def at(request: pytest.FixtureRequest) -> Table:
    """Return a table of a person and two bots."""
    game = Reported(3) if request.param == "reported" else boardgames.make("koryo", players=3)
    return Table.open(game, ["human", "random", "random"], 7)


@pytest.fixture
def long_game() -> Table:
    """Return a table of a person and two bots, with more actions than a page gets at first."""
    table = Table.open(boardgames.make("for_the_king", players=3), ["human", "random", "random"], 7)
    play(table, 30)
    table.play_on()
    assert table.match.plies > 2 * LATEST_ENTRIES
    return table


def play(table: Table, actions: int, number: int = 1) -> None:
    """Let the person take a choice so many times, and the bots act between them."""
    for _ in range(actions):
        table.play_on()
        table.act(0, number)


def page_log(table: Table, viewer: int | None, since: int | None = 0) -> list[Any]:
    """Return the log that the page gets; it begins with the game unless something else is said."""
    log: Any = [*shown.look(table, viewer, since).log]
    assert isinstance(log, list)
    return log


def logs(table: Table) -> list[Any]:
    """Return what the page, the protocol and a program get of each viewer's log."""
    client = Tables()
    client._tables[1] = table
    asked = [{"table": 1, "seat": seat, "since": 0} for seat in (None, 0)]
    return [
        [page_log(table, viewer) for viewer in VIEWERS],
        [_without_version(client.call("events", each)) for each in asked],
        [table.told(viewer) for viewer in VIEWERS],
    ]


def _without_version(answer: Any) -> Any:
    """Return an answer without what tells one table from another."""
    del answer["version"]
    return answer


def made_anew(table: Table) -> list[Any]:
    """Return the logs of a table that has just been opened with the same game."""
    return logs(Table.resume(table.record(), table.seating, game=table.match.game, ended=True))


def test_a_log_that_grows_is_as_if_made_anew(at: Table) -> None:
    for _ in range(3):
        play(at, 1)
        assert logs(at) == made_anew(at)


def test_a_log_draws_each_table_once_for_a_reader(at: Table) -> None:
    drawn = note_what_is_drawn(at)
    client = Tables()
    client._tables[1] = at
    for _ in range(3):
        play(at, 1)
        client.call("events", {"table": 1, "seat": 0, "since": 1})
        assert at.scene(0) == at.match.scene(0)
    assert len(drawn) == at.match.plies  # all but the first, which nobody has asked for


def test_news_of_an_action_draw_nothing_of_the_actions_before_it(at: Table) -> None:
    play(at, 2)
    at.play_on()
    drawn, client = note_what_is_drawn(at), Tables()
    client._tables[1] = at
    action = str(at.match.game.legal_actions(at.match.state, 0)[0])
    since = at.match.plies
    answer: Any = client.call("apply", {"table": 1, "seat": 0, "action": action})
    assert [event["ply"] for event in answer["events"]] == [since + 1]
    assert len(drawn) == 2


@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_first_look_draws_no_table_for_the_headings_of_its_log(name: str) -> None:
    game = boardgames.make(name, players=3)
    table = Table.open(game, ["human", "random", "random"], 7)
    play(table, 3)
    again = Table.resume(table.record(), table.seating, game=game)
    drawn = note_what_is_drawn(again)
    log = page_log(again, 0)
    assert len(log) == table.match.plies >= 3
    assert len(drawn) == 2, "now, and before the last choice"
    assert [(entry["heading"], entry["stage"]) for entry in log] == [
        (scene.heading, scene.stage or scene.heading)
        for event in table.match.history()
        for scene in [game.words.scene(game.view(event.before, 0))]
    ]


def note_what_is_drawn(table: Table) -> list[object]:
    """Return the Views of which a table is drawn for the person from now on."""
    drawn: list[object] = []
    own = type(table.match.game.words)

    class Noted(own):  # type: ignore[misc, valid-type]
        def scene(self, view: Any) -> Any:
            drawn.append(view)
            return super().scene(view)

    table.sight.languages[0] = Noted(table.match.game)
    return drawn


def test_after_an_undo_a_log_has_what_was_done_instead(at: Table) -> None:
    play(at, 2)
    before = logs(at)
    at.undo(0)
    shorter = logs(at)
    assert shorter == made_anew(at)
    play(at, 1, number=2)
    assert logs(at) == made_anew(at)
    assert logs(at) != before


def test_an_ending_stands_in_a_log_once_after_the_actions(at: Table) -> None:
    play(at, 2)
    logs(at)
    at.resign(0)
    assert logs(at) == made_anew(at)
    for log in logs(at)[0]:
        assert [entry["ply"] for entry in log] == [*range(1, at.match.plies + 2)]


def test_each_viewer_gets_their_own_log_whoever_has_asked_before(at: Table) -> None:
    play(at, 3)
    alone = []
    for viewer in VIEWERS:
        table = Table.resume(at.record(), at.seating, game=at.match.game, ended=True)
        alone.append(page_log(table, viewer))
    assert logs(at)[0] == alone
    assert alone[1] != alone[2]


def test_what_the_caller_does_with_a_list_changes_no_later_answer(at: Table) -> None:
    play(at, 2)
    first = logs(at)
    page_log(at, 0).clear()
    assert logs(at) == first


@pytest.mark.parametrize("since", [0, 1, 4])
def test_a_log_can_begin_later(at: Table, since: int) -> None:
    play(at, 2)
    whole = page_log(at, 0)
    assert page_log(at, 0, since) == whole[since:]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_look_begins_with_the_latest_of_the_log_and_what_came_before_is_asked_for(
    viewer: int | None, long_game: Table
) -> None:
    seen = shown.look(long_game, viewer)
    whole = page_log(long_game, viewer)
    assert [*seen.log] == whole[seen.log_from :]
    assert len(seen.log) == LATEST_ENTRIES
    assert whole == made_anew(long_game)[0][VIEWERS.index(viewer)]
    assert (seen.before is None) is (viewer is None)


def test_a_look_has_all_since_the_last_choice_however_much_that_is() -> None:
    game = boardgames.make("for_the_king", players=5)
    table, rng = Table.open(game, ["human"] * 5, 7), Random(7)  # noqa: S311  # any choices do
    longest = 0
    while not table.over:
        seat = table.waiting[0]
        table.act(seat, game.random_action(table.match.state, rng, seat))
        chosen = table.sight.chosen(4)
        if chosen and table.match.plies - chosen > longest:
            longest = table.match.plies - chosen
            seen = shown.look(table, 4)
            assert seen.log_from == min(chosen - 1, max(0, table.match.plies - LATEST_ENTRIES))
            assert seen.log_from + len(seen.log) == table.match.plies
    assert longest > LATEST_ENTRIES


def test_a_look_after_what_has_been_taken_back_begins_anew(long_game: Table) -> None:
    known = long_game.match.plies
    long_game.undo(0)
    assert long_game.match.plies < known
    seen, anew = shown.look(long_game, 0, known), shown.look(long_game, 0)
    assert (seen.log, seen.log_from, seen.before) == (anew.log, anew.log_from, anew.before)
    later = shown.look(long_game, 0, long_game.match.plies)
    assert (later.log, later.log_from, later.before) == ((), long_game.match.plies, None)


def test_a_first_look_tells_no_more_because_the_game_is_long(
    long_game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = Table.resume(long_game.record(), long_game.seating, game=long_game.match.game)
    told: list[int] = []
    tell = Transition.told_and_happened

    def noted(event: Any, *args: Any) -> Any:
        told.append(event.ply)
        return tell(event, *args)

    monkeypatch.setattr(Transition, "told_and_happened", noted)
    for viewer in VIEWERS:
        told.clear()
        shown.look(again, viewer)
        assert len(told) == LATEST_ENTRIES


def test_a_look_draws_no_more_scenes_because_the_game_is_long(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    scene = type(at.match.game.words).scene

    def noted(words: Any, view: Any) -> Any:
        drawn.append(view)
        return scene(words, view)

    def scenes_of_a_reload() -> int:
        logs(at)
        drawn.clear()
        logs(at)
        return len(drawn)

    monkeypatch.setattr(type(at.match.game.words), "scene", noted)
    play(at, 2)
    early = scenes_of_a_reload()
    play(at, 1)
    assert scenes_of_a_reload() == early


NAMES = ("Ann", "Bo", "Chi")
NAMELESS = re.compile(r"\bPlayer \d")


@pytest.mark.parametrize(
    "name",
    KORYO_AND_OTHERS,
)
def test_what_is_told_at_a_table_calls_people_by_their_names(name: str) -> None:
    seats = tuple([Seat("human", called) for called in NAMES])
    table = Table.open(boardgames.make(name, players=3), Seating(seats), 7)
    client, rng = Tables(), Random(7)  # noqa: S311  # any choices do
    client._tables[1] = table
    read: list[str] = []

    def look(viewer: int | None) -> None:
        read.append(str(table.news(viewer)))
        read.append(dumps(to_json(shown.look(table, viewer, 0))))
        read.append(dumps(client.call("view", {"table": 1, "seat": viewer})))

    while not table.over:
        seat = table.waiting[0]
        table.act(seat, rng.choice(table.choices(seat)).action)
        if table.match.plies % 60 == 0:
            look(seat)
    for viewer in VIEWERS:
        look(viewer)
        read += map(str, (table.told(viewer), client.call("events", {"table": 1, "seat": viewer})))
    opened = {"table": 1, "seat": 0, "ply": table.match.plies, "as_seat": None, "hands": True}
    replayed = dumps(client.call("replay", opened))
    assert not NAMELESS.findall(" ".join([*read, replayed]))
    assert not re.findall(r"\b[Yy]ou\b", replayed)
    for called in NAMES:
        assert f"{called}'s" in replayed or f"{called} " in replayed


def test_a_new_name_stands_in_all_that_was_told_before() -> None:
    at = Table.open(boardgames.make("koryo", players=3), ["human", "random", "random"], 7)
    play(at, 2)
    before = logs(at)
    at.rename(0, "Ann")
    assert logs(at) == made_anew(at) != before
    assert "Ann" in str(at.told(1))
    assert "Player 1" not in str(at.told(1))
