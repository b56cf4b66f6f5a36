"""A resignation or a forfeit: it is told like everything else that happens, and all agree that the
game is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames import Game, RefusedError
from boardgames.contract.transition import Reader
from boardgames.core.codec import from_json, to_json
from boardgames.play import Bot, Match, Record
from boardgames.play.ending import Agreed, Ending, Forfeit, Resigned, in_words, sentence_for
from boardgames.remote import Tables, shown
from boardgames.scene.events import Change, NotesChange, TurnChange
from boardgames.scene.log import Snapshot, fold, snapshot_of
from boardgames.scene.phrases import ENGLISH
from boardgames.table import Table
from boardgames.table.async_table import AsyncTable
from boardgames.table.seating import Seat, Seating
from examples.briscola import Briscola
from examples.nines import Nines
from tests.remote.client import Client

GAMES: list[Game[Any, Any, Any]] = [
    *[boardgames.make(name, players=3) for name in boardgames.game_names()],
    Briscola(2),
    Nines(3),
]
"""The last of them has no Events."""
ENDINGS: list[Ending] = [Forfeit(1, "no idea"), Resigned(1), Agreed(1)]


@dataclass(frozen=True)
class Mute(Bot[Any, Any]):
    """Chooses nothing."""

    def choose(self, *_: object) -> Any:
        return None


def people(*names: str, **options: Any) -> Table:
    """Return a table of Koryŏ with people of these names."""
    seating = Seating(tuple([Seat("human", name) for name in names]), host=0, hints=False)
    return Table.open(boardgames.make("koryo", players=len(names)), seating, 7, **options)


@pytest.mark.parametrize("ending", ENDINGS, ids=repr)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_log_with_an_ending_folds_into_the_table_of_every_viewer(
    game: Game[Any, Any, Any], ending: Ending
) -> None:
    match: Match[Any, Any, Any] = Match(game, [None] * game.players, 7)
    first = match.state
    for _ in range(9):
        match.play(game.legal_actions(match.state)[0])
    match.ending = ending
    for viewer in (*range(game.players), None):
        snapshot = Snapshot(viewer)
        entries = [Reader(game, viewer).beginning(first), *match.entries(viewer)]
        for entry in entries:
            for event in entry.events:
                snapshot = fold(snapshot, event.changes())
            snapshot = fold(snapshot, entry.rest)
        assert entries[-1].events == (ending,)
        assert snapshot == snapshot_of(match.scene(viewer), game.round(match.state))
        assert snapshot.to_act == ()


def test_a_resignation_is_told_with_the_name_that_somebody_has_given_themselves() -> None:
    at = people("Ann", "", "Zoë")
    at.resign(0)
    told = {seat: at.told(seat)[-1] for seat in (0, 1, None)}
    assert [each.lines for each in told.values()] == [
        ("You resigned",),
        ("Ann resigned",),
        ("Ann resigned",),
    ]
    assert {(each.ply, each.seat, each.happened) for each in told.values()} == {
        (1, 0, (Resigned(0),))
    }
    other = people("Ann", "", "Zoë")
    other.resign(1)
    assert other.told(0)[-1].lines == ("Player 2 resigned",)


def test_a_resignation_is_news_once_also_after_a_restart(tmp_path: Path) -> None:
    at = people("Ann", "Bo", file=tmp_path / "game.json")
    at.act(at.waiting[0], 1)
    at.news(0)
    at.resign(1)
    assert [each.lines for each in at.news(0)] == [("Bo resigned",)]
    assert at.news(0) == ()
    at.close()
    again = Table.restore(tmp_path / "game.json")
    assert again.news(0) == ()
    assert [each.lines[-1] for each in again.news(1)][-1] == "You resigned"
    assert (again.match.ending, again.match.to_act) == (Resigned(1), ())
    again.close()


async def test_who_follows_a_game_is_told_its_ending_last() -> None:
    async with AsyncTable(people("Ann", "Bo")) as at:
        at.table.act(at.table.waiting[0], 1)
        at.table.resign(1)
        lines = [told.lines[-1] async for told in at.follow(0)]
    assert (len(lines), lines[-1]) == (2, "Bo resigned")


def test_the_next_action_of_a_game_that_goes_on_after_all_is_news(tmp_path: Path) -> None:
    """The ending of the record that is played on with was read, and counts no more."""
    at = people("Ann", "Bo", file=tmp_path / "game.json")
    at.resign(1)
    at.news(0)
    seating, record = at.seating, Record.load(tmp_path / "game.json")
    at.close()
    again = Table.resume(record, seating)
    assert again.match.ending is None
    again.act(again.waiting[0], 1)
    assert [each.ply for each in again.news(0)][-1] == 1


def test_a_forfeit_is_told_with_its_reason() -> None:
    game = boardgames.make("koryo", players=2)
    match = Match(game, [None, Mute()], 7, ["human", "mute"], on_fault="forfeit")
    at = Table(match)
    while not at.over:
        at.act(0, 1) if at.waiting else at.step()
    assert at.news(0)[-1].lines == (
        "Player 2 forfeited the game: chose None, which is not an action",
    )
    outcome, words = at.match.outcome, at.words(None)
    assert outcome is not None
    assert outcome.reason == "forfeit"
    assert in_words(outcome, at.match.ending, words).reason == at.told(None)[-1].lines[0]


def test_clients_of_the_protocol_are_told_a_resignation_as_an_event() -> None:
    client = Client(Tables())
    table = client.ask("new", game="koryo", seats=["human", "human"], seed=7)["table"]
    (first,) = client.ask("events", table=table, seat=0)["to_act"]
    client.ask("apply", table=table, seat=first, action="order none")
    client.ask("resign", table=table, seat=1)
    for seat, text in ((0, "Player 2 resigned"), (1, "You resigned"), (None, "Player 2 resigned")):
        answer = client.ask("events", table=table, seat=seat)
        scene = client.ask("scene", table=table, seat=seat)["scene"]
        *_, last = answer["events"]
        assert (answer["plies"], answer["to_act"], answer["over"]) == (1, [], True)
        assert (last["ply"], last["seat"], last["text"]) == (2, 1, [text])
        assert [each["event"] for each in last["happened"]] == [{"type": "resigned", "seat": 1}]
        to_act: tuple[int, ...] | None = None
        notes: tuple[str, ...] = ()
        for event in answer["events"]:
            changes = [change for each in event["happened"] for change in each["changes"]]
            for change in [*changes, *event["rest"]]:
                match from_json(Change, change):  # type: ignore[arg-type]  # a union
                    case TurnChange(seats):
                        to_act = seats
                    case NotesChange(written):
                        notes = written
                    case _:
                        pass
        assert (list(to_act or ()), list(notes)) == (scene["to_act"], scene["notes"])
    since = client.ask("events", table=table, seat=0, since=1)["events"]
    assert [event["ply"] for event in since] == [2]
    assert client.ask("events", table=table, seat=0, since=2)["events"] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_page_is_told_an_ending_once_and_last(game: Game[Any, Any, Any]) -> None:
    at = Table.open(game, ["human"] * game.players, 7)
    at.act(at.waiting[0], 1)
    at.resign(1)
    answer: Any = to_json(shown.look(at, None, 0))
    (_, last) = answer["log"]
    assert (last["ply"], last["seat"]) == (2, 1)
    assert last["happened"][0]["lines"] == ["Player 2 resigned"]
    assert last["happened"][0]["changes"][0]["type"] == "turnchange"
    later: Any = to_json(shown.look(at, None, 2))
    assert (later["log"], later["log_from"]) == ([], 2)
    assert answer["end"]["outcome"]["reason"] == "Player 2 resigned"
    assert (answer["scene"]["to_act"], answer["end"]["open"]["to_act"]) == ([], [])


@pytest.mark.parametrize("hands", [True, False])
def test_a_replay_tells_the_ending_at_its_last_position_only(hands: bool) -> None:  # noqa: FBT001
    at = people("Ann", "Bo")
    at.act(at.waiting[0], 1)
    at.resign(1)

    def replayed(ply: int, log: int) -> Any:
        return to_json(shown.replay(at, ply, None, hands=hands, log=log))

    assert replayed(0, 0)["log"] == []
    assert [entry["ply"] for entry in replayed(1, 0)["log"]] == [1, 2]
    assert [entry["ply"] for entry in replayed(1, 1)["log"]] == [2]
    assert replayed(1, 2)["log"] == []
    assert replayed(1, 0)["scene"]["to_act"] == []
    assert replayed(0, 0)["scene"]["to_act"] != []


@pytest.mark.parametrize("ending", ENDINGS, ids=repr)
def test_a_match_that_has_ended_says_so_in_its_repr_and_in_a_notebook(ending: Ending) -> None:
    match: Match[Any, Any, Any] = Match(boardgames.make("koryo", players=2), [None, None], 7)
    match.ending = ending
    assert repr(match).endswith("0 actions, over>")
    assert sentence_for(None, ending, match.game.words).split(":")[0] in match._repr_html_()


# By agreement.


def test_a_game_ends_without_a_winner_once_all_people_have_agreed() -> None:
    at = people("Ann", "Bo", "Cy")
    at.act(at.waiting[0], 1)
    assert at.agree_to_end(1) is False
    assert (at.end_asked and at.end_asked.seat, at.end_asked and at.end_asked.agreed) == (1, ())
    assert at.agree_to_end(0) is False
    assert not at.over
    assert at.agree_to_end(2) is True
    outcome = at.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((), ((0, 1, 2),))
    assert outcome.scores == at.match.game.score(at.match.state)
    assert ENGLISH.verdict(outcome, 0) == "Nobody wins"
    assert at.told(1)[-1].lines == ("You asked to end the game, and all agreed",)
    assert at.told(None)[-1].lines == ("Bo asked to end the game, and all agreed",)
    assert (at.end_asked, at.waiting) == (None, ())


def test_who_refuses_or_withdraws_ends_the_request_and_so_does_an_action() -> None:
    at = people("Ann", "Bo")
    for asking, answering in ((0, 1), (1, 1)):
        at.agree_to_end(asking)
        at.agree_to_end(answering, False)
        assert at.end_asked is None
    with pytest.raises(RefusedError, match="nobody has asked to end the game"):
        at.agree_to_end(0, False)
    at.agree_to_end(0)
    at.act(at.waiting[0], 1)
    assert at.end_asked is None
    assert at.agree_to_end(1) is False
    assert not at.over


def test_an_undo_ends_a_request_to_end_the_game_for_good() -> None:
    at = people("Ann", "Bo")
    first = at.waiting[0]
    at.act(first, 1)
    at.agree_to_end(0)
    assert [each.what for each in at.asked] == ["end"]
    at.undo(first)
    assert [each.what for each in at.asked] == ["undo", "end"]
    at.grant_undo(1 - first)
    at.act(first, 1)  # as many actions as at the time of the request
    assert at.asked == ()


def test_the_only_person_ends_a_game_at_once_and_a_spectator_never() -> None:
    at = Table.open(boardgames.make("koryo", players=2), ["human", "random"], 7)
    with pytest.raises(RefusedError, match="a spectator cannot do this"):
        at.agree_to_end(None)
    assert at.agree_to_end(0) is True
    with pytest.raises(RefusedError, match="the game is over"):
        at.agree_to_end(0)


def test_a_game_that_was_ended_by_agreement_is_kept_so(tmp_path: Path) -> None:
    at = people("Ann", "Bo", file=tmp_path / "game.json")
    at.act(at.waiting[0], 1)
    at.agree_to_end(0)
    at.agree_to_end(1)
    at.close()
    again = Table.restore(tmp_path / "game.json")
    assert again.match.ending == Agreed(0)
    assert again.told(1)[-1].lines == ("Ann asked to end the game, and all agreed",)
    again.close()


def test_clients_end_a_game_by_agreement() -> None:
    client = Client(Tables())
    table = client.ask("new", game="koryo", seats=["human", "human"], seed=7)["table"]
    asked = client.ask("agree_to_end", table=table, seat=1)
    assert (asked["over"], asked["asked"]) == (False, [{"what": "end", "seat": 1, "agreed": []}])
    assert client.ask("look", table=table, seat=0)["asked"] == asked["asked"]
    assert client.ask("agree_to_end", table=table, seat=0)["over"] is True
    outcome = client.ask("outcome", table=table)["outcome"]
    assert (outcome["winners"], outcome["utility"]) == ([], [0.0, 0.0])
    *_, last = client.ask("events", table=table, seat=0)["events"]
    assert [each["event"] for each in last["happened"]] == [{"type": "agreed", "seat": 1}]
