"""Both servers over HTTP: whom they answer, what they tell, and what they keep."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import fields
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Any
from unittest.mock import Mock

import pytest

import boardgames
from boardgames import BotError, ConfigurationError, RecordError, RefusedError
from boardgames.core.chance import generator, pick
from boardgames.core.codec import to_json
from boardgames.jsonrpc import NOT_YOUR_SEAT, TOO_MANY_TABLES, WireError
from boardgames.play.bots import GreedyBot
from boardgames.play.bots.base import RandomBot
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.limits import IDLE_UNFINISHED_SECONDS, LONGEST_REQUEST_BYTES, MOST_TABLES
from boardgames.play.machine import Machine
from boardgames.play.match import Match
from boardgames.play.record import Record
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.remote.method import wire_errors
from boardgames.remote.methods import METHODS
from boardgames.remote.rooms import Start
from boardgames.remote.site import Request, Site, own_addresses
from boardgames.scene.events import Change
from boardgames.table.names import checked_name
from boardgames.table.seating import Seat
from boardgames.table.table import Table
from boardgames.table.table_file import TableFile
from boardgames.web.pages import FOLDER, ONLY_EXPORTED, PAGES, PARTS, page_html, static
from tests.clock import TickingClock
from tests.conftest import wait_until
from tests.play.searches import walk
from tests.remote.servers import (
    OVER_HTTP,
    Window,
    arriving,
    call_lobby,
    limit,
    look,
    seated,
    serving_http,
    stop,
)
from tests.web.bazaar import BazaarWords

TOKEN = re.compile(r"[\w-]{43}")
CLOSELY, OFTEN = 40, 7
"""How many actions are compared one by one, and which of the later ones."""
GAMES = [*boardgames.game_names(), "bazaar"]


CHANGES = tuple[Change, ...]


def place(lobby: Lobby, secret: str) -> tuple[Table, int | None]:
    """Return the table and the seat of this secret; raise an error as a client gets it."""
    with wire_errors():
        at = lobby.seat(secret)
    return at.table, at.seat


def unfolded(lines: Sequence[str]) -> list[str]:
    """Return these lines without the breaks for narrow screens."""
    return re.sub(r"\n +", " ", "\n".join(lines)).split("\n") if lines else []


class Beside:
    """The same game, played here with the same seed: what each seat may be shown of it."""

    def __init__(self, name: str, players: int, seed: int) -> None:
        self.game = boardgames.make(name, players=players)
        self.state = self.game.new_game(seed)
        self.told: dict[int | None, list[Any]] = {viewer: [] for viewer in (*range(players), None)}
        self.plies = 0

    def act(self, seat: int, notation: str) -> None:
        """Do this, and note what everybody is told of it."""
        before, action = self.state, self.game.parse(notation)
        self.state = self.game.apply(before, action, seat)
        self.plies += 1
        for viewer, told in self.told.items():
            seen = self.game.events_seen_by(viewer, before, action, seat)
            happened = [
                {
                    "lines": unfolded(self.game.words.describe(each, viewer)),
                    "changes": to_json(each.changes(), CHANGES),
                }
                for each in seen
            ] or [
                {
                    "lines": [*self.game.words.tell(before, seat, action, self.state, viewer)],
                    "changes": [],
                }
            ]
            scene = self.game.words.scene(self.game.view(before, viewer))
            told.append(
                {
                    "ply": self.plies,
                    "seat": seat,
                    "heading": scene.heading,
                    "stage": scene.stage or scene.heading,
                    "happened": happened,
                }
            )

    def shown_to(self, viewer: int | None) -> dict[str, Any]:
        """Return the expected position, made from a world that agrees with the truth only in what
        the viewer knows.
        """
        view = self.game.view(self.state, viewer)
        world = self.game.determinize(view, generator(self.plies, 3))
        seen = self.game.view(world, viewer)
        legal = () if viewer is None else self.game.legal_actions(world, viewer)
        labels: list[Any] = [to_json(self.game.words.label(seen, action)) for action in legal]
        choices = [
            label | {"action": str(action)} for label, action in zip(labels, legal, strict=True)
        ]
        return {
            "scene": to_json(self.game.words.scene(seen)),
            "choices": choices,
            "log": self.told[viewer],
        }


def play(windows: dict[int, Window], beside: Beside, seed: int) -> None:
    """Play to the end, comparing what every window sees with what it may see."""
    rng = generator(seed, 0)
    while seats := beside.game.to_act(beside.state):
        seat = pick(seats, rng)
        action = str(beside.game.random_action(beside.state, rng, seat))
        windows[seat].act(action)
        beside.act(seat, action)
        if beside.plies > CLOSELY and beside.plies % OFTEN and beside.game.to_act(beside.state):
            continue
        for viewer, window in windows.items():
            seen = window.see(beside.plies)
            assert {key: seen[key] for key in ("scene", "choices", "log")} == beside.shown_to(
                viewer
            )
            assert (seen["end"] is None) == bool(beside.game.to_act(beside.state))


# What a seat is told.


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_people_and_spectators_are_told_what_they_may_know_and_nothing_else(
    name: str, server: Any
) -> None:
    players = boardgames.game_class(name).player_counts[0]
    table, tokens = server.lobby.open(Start(name, ("human",) * players, watch=True))
    windows: dict[Any, Window] = {}
    for seat, token in tokens.items():
        windows[seat] = Window(server).join(token)
    watch = windows[0].look()["watch"]
    windows[None] = Window(server).join(watch)
    play(windows, Beside(name, players, table.match.seed), 1)
    seed = str(table.match.seed)
    for window in windows.values():
        assert not any(seed in body for body in window.received if '"end":null' in body)
        assert window.see(0)["end"]["seed"] == seed


def test_nobody_invites_themselves(server: Any) -> None:
    _, invitations = server.lobby.open(Start("bazaar", ("human",) * 3))
    hosts = {}
    for seat, invitation in invitations.items():
        hosts[seat] = Window(server).get("invited", invitation=invitation)["host"]
    assert hosts == {0: None, 1: "Player 1", 2: "Player 1"}


def test_only_the_host_is_shown_invitations_and_each_can_be_used_once(server: Any) -> None:
    host = Window(server).start(*["human"] * 3)
    first, second = host.look()["absent"]
    guest = Window(server)
    assert guest.get("invited", invitation=first["invitation"]) == {
        "title": "Bazaar",
        "players": 3,
        "host": "Player 1",
        "seat": 1,
    }
    guest.join(first["invitation"], name="Ann")
    assert TOKEN.fullmatch(guest.token)
    seen = guest.look()
    assert seen["absent"] == [{"seat": 2, "invitation": None}]
    assert (seen["names"], seen["presence"]) == (["", "Ann", ""], ["here", "here", "expected"])
    assert second["invitation"] not in "".join(guest.received)
    for method in ("invited", "join"):
        assert Window(server).ask(method, {"invitation": first["invitation"]})[0] == -32003
        assert Window(server).ask(method, {"invitation": "x" * 43})[0] == -32003


@pytest.mark.parametrize("method", ["invite", "withdraw"])
def test_who_is_not_the_host_invites_nobody_to_any_seat(server: Any, method: str) -> None:
    _, guest = seated(server, "human", "human", "random")
    for seat in range(3):
        refused = guest.ask(method, {"for_seat": seat})
        assert refused == (-32003, "only the host of the table can do this")


def test_nobody_does_anything_at_a_table_without_a_secret(server: Any) -> None:
    (window,) = seated(server, "human", "random")
    known = {"action": "play ship", "name": "x", "ply": 0, "for_seat": 0, "of_seat": 0}
    for name, method in METHODS.items():
        params = {
            each.name: known[each.name] for each in fields(method.params) if each.name in known
        }
        expected = -32003 if method.is_over("http") else -32601
        for token in ("", "x" * 43, window.token[:-1]) if method.is_at_table else ():
            assert Window(server, token).ask(name, params)[0] == expected, name


def test_a_spectator_does_nothing(server: Any) -> None:
    watcher = Window(server).start("random", "random", pace=5)
    assert watcher.see(0)["choices"] == []
    for method, params in (
        ("apply", {"action": "play ship"}),
        ("undo", {}),
        ("hint", {}),
        ("rename", {"name": "x"}),
    ):
        assert watcher.ask(method, params)[0] == -32003


def test_there_is_a_bound_on_spectators(serving: Callable[..., Any]) -> None:
    server = serving(Lobby(max_watchers=1))
    _, tokens = server.lobby.open(Start("bazaar", ("random", "random")))
    assert [Window(server).ask("join", {"invitation": tokens[None]})[0] for _ in range(2)] == [
        0,
        -32004,
    ]


def test_several_people_choose_no_seed(server: Any) -> None:
    status, answer = Window(server).ask(
        "new", {"game": "bazaar", "seats": ["human", "human"], "seed": 7}
    )
    assert (status, answer[:26]) == (-32602, "a seed can be chosen only ")
    assert Window(server).start("human", "random", seed=7).get("about")["chosen"] is True


@pytest.mark.parametrize("host", [1, 9])
def test_whoever_starts_is_a_person(server: Any, host: int) -> None:
    asked = {"game": "bazaar", "seats": ["human", "random"], "host": host}
    code, message = Window(server).ask("new", asked)
    assert (code, message) == (-32602, "host: that is not the seat of a person")


@pytest.mark.parametrize("pace", [-1.0, 21.0])
def test_bots_pause_for_a_short_time(server: Any, pace: float) -> None:
    asked = {"game": "bazaar", "seats": ["human", "random"], "pace": pace}
    assert Window(server).ask("new", asked)[0] == -32602


def test_forced_moves_of_people_are_never_made_for_them_while_others_watch(server: Any) -> None:
    """Who has no coins left must bid 0: that it was done at once would tell the others."""
    windows = seated(server, "human", "human", quick=True)
    for _ in range(2):
        for seat, window in enumerate(windows):
            window.act(
                next(each["action"] for each in window.see(0)["choices"] if each["group"] == "play")
            )
            assert seat < 2
        windows[0].act("bid 9" if _ == 0 else "bid 0")
        windows[1].act("bid 0")
    seen = windows[0].see(6)
    assert seen["scene"]["areas"][1]["counters"][0]["value"] == 0
    for window in windows:
        window.act(
            next(each["action"] for each in window.see(6)["choices"] if each["group"] == "play")
        )
    seen = windows[0].see(8)
    assert [each["action"] for each in seen["choices"]] == ["bid 0"]
    assert windows[1].see(8)["scene"]["to_act"] == [0, 1]


@OVER_HTTP
def test_the_only_person_is_spared_forced_moves_unless_they_want_them(server: Any) -> None:
    rng = generator(3, 0)
    for quick in (True, False):
        window = Window(server).start("human", "random", seed=3, quick=quick)
        counts = set()
        while 1 not in counts and (seen := window.see(0))["end"] is None:
            if seen["choices"]:
                counts.add(len(seen["choices"]))
                bids = [each["action"] for each in seen["choices"] if each["group"] == "bid"]
                window.act(bids[-1] if bids else pick(seen["choices"], rng)["action"])
        assert (1 in counts) is (not quick)


def test_nobody_is_spared_forced_moves_while_spectators_may_time_them(server: Any) -> None:
    token = Window(server).start("human", "random", watch=True, quick=True).token
    assert server.lobby.seat(token).table.seating.quick is False


# Playing.


def test_an_illegal_or_late_action_changes_nothing(server: Any) -> None:
    windows = seated(server, "human", "human")
    before = windows[0].see(0)
    assert windows[0].ask("apply", {"action": "bid 3"})[0] == -32001
    assert windows[0].ask("apply", {"action": "nonsense"})[0] == -32001
    assert windows[1].ask("apply", {"action": "bid 3"})[0] == -32001
    action = before["choices"][0]["action"]
    assert windows[0].ask("apply", {"action": action, "turn": 1})[0] == -32001
    assert windows[0].see(0)["scene"] == before["scene"]
    windows[0].get("apply", action=action, turn=0)
    assert windows[0].ask("apply", {"action": action, "turn": 0})[0] == -32001
    assert windows[1].see(1)["plies"] == 1


def test_the_only_person_takes_choices_back_as_far_as_there_are_any(server: Any) -> None:
    window = Window(server).start("human", "random")
    start = window.see(0)
    assert start["undo"] is False
    window.act(start["choices"][0]["action"])
    seen = window.see(3)  # the bot has bid, too
    assert seen["undo"] is True
    window.act(seen["choices"][0]["action"])
    window.get("undo")
    again = window.see(3)
    assert (again["scene"], again["undone"], again["undo"]) == (seen["scene"], 1, True)
    window.get("undo")
    assert (window.see(0)["scene"], window.see(0)["undo"]) == (start["scene"], False)
    assert window.ask("undo")[0] == -32001


def test_only_who_has_asked_for_something_is_shown_what_came_of_it(server: Any) -> None:
    windows = seated(server, "human", "human")
    windows[0].act(windows[0].see(0)["choices"][0]["action"])
    windows[0].get("undo")
    windows[1].get("grant_undo", grant=False)
    text = "Player 2 did not agree to take your last action back."
    refused = {"what": "undo", "how": "refused", "by": 1, "text": text}
    assert [window.see(1)["reply"] for window in windows] == [refused, None]
    windows[0].get("undo")
    assert windows[0].see(1)["reply"] is None
    windows[1].get("grant_undo")
    assert [window.see(0)["reply"] and window.see(0)["reply"]["how"] for window in windows] == [
        "granted",
        None,
    ]
    windows[1].get("agree_to_end")
    windows[0].get("agree_to_end", agree=False)
    refused = {"what": "end", "how": "refused", "by": 0}
    refused["text"] = "Player 1 did not agree to end the game."
    assert windows[1].see(0)["reply"] == refused


def test_everybody_is_told_once_that_a_bot_has_failed_and_nobody_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GreedyBot, "choose_by", Mock(side_effect=BotError("I hold a crown")))
    table, _ = Lobby(play_on=lambda _: None).open(Start("bazaar", ("greedy", "human")))
    for viewer in (1, None):
        table.step()
        (first,) = shown_to(table, viewer)["log"]
        assert (
            first["happened"][-1]["lines"][-1]
            == "Player 1's bot has failed; when it does, a random action replaces its choice"
        )
    table.act(1, 1)
    table.step()
    shown = shown_to(table, 1)
    assert len(shown["log"]) == 3
    assert json.dumps(shown).count("has failed") == 1
    assert "crown" not in json.dumps(shown["log"])
    table.undo(1)
    assert json.dumps(shown_to(table, 1)).count("has failed") == 1


def shown_to(table: Table, viewer: int | None) -> Any:
    return look(table, viewer)


@pytest.mark.usefixtures("steady_hints")
@OVER_HTTP
def test_a_hint_is_among_the_choices(server: Any) -> None:
    window = Window(server).start("human", "random")
    choices = window.see(0)["choices"]
    ideas = window.get("hint")["hints"]
    assert {(idea["notation"], idea["label"]["text"]) for idea in ideas} <= {
        (each["action"], each["text"]) for each in choices
    }
    assert ideas


def test_a_hint_that_had_no_time_is_refused(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(server).start("human", "random")
    monkeypatch.setattr(Machine, "stopwatch", lambda _: TickingClock(1e6))
    assert window.ask("hint")[0] == -32001


def test_one_search_for_a_hint_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most = 0, 0
    lock = Lock()

    def search(*_: object, **__: object) -> tuple[()]:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        sleep(0.05)
        with lock:
            at_once -= 1
        return ()

    monkeypatch.setattr(MctsBot, "consider", search)
    table, _ = Lobby().open(Start("bazaar", ("human", "random")))
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(table.hint, [0] * 4)) == [()] * 4
    assert most == 1


def test_an_action_costs_no_more_at_the_end_of_a_game_than_at_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lobby = Lobby(play_on=lambda _: None)
    table, _ = lobby.open(Start("bazaar", ("random", "random")))
    made: list[int] = []
    history = Match.history

    def counted(match: Any, since: int = 0) -> Any:
        for event in history(match, since):
            made.append(event.ply)
            yield event

    monkeypatch.setattr(Match, "history", counted)
    while table.step():
        assert set(made) <= {table.match.plies}
        made.clear()
    assert table.over


def test_without_news_there_is_no_content(serving: Callable[..., Any]) -> None:
    window = Window(serving(patience=0.0)).start("human", "random")
    window.see(0)
    assert window.look() is None


def test_bots_have_limits_and_programs_need_permission(server: Any) -> None:
    for spec in (
        "cmd:true",
        "mcts:seconds=1e9",
        "mcts:iterations=1000000000",
        "nobody",
        "greedy:worlds=x",
        "",
    ):
        assert (
            Window(server).ask("new", {"game": "bazaar", "seats": ["human", spec]})[0] == -32602
        ), spec
    assert (
        Window(server).ask("new", {"game": "bazaar", "seats": ["human", "mcts:seconds=0.1"]})[0]
        == 0
    )


# Names.


LIKE_SEATS = (
    "y\u043eu",
    "Y\u03bfU",
    "\uff30layer 1",
    "Player l",
    "P1ayer 2",
    "human",
    "Spectators",
)
LIKE_BOTS = ("Greedy", "gr\u0435edy", "fair:x=1", "\u3164", "C\u041cD:ls")


@pytest.mark.parametrize("name", [*LIKE_SEATS, *LIKE_BOTS])
def test_nobody_is_called_like_the_table_or_a_bot_or_looks_so(name: str) -> None:
    with pytest.raises(RefusedError):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["", "Ann", "Youssef", "Playerina", "\u0410\u043d\u043d\u0430", "\u738b", "J\u00fcrgen"]
)
def test_other_names_stay_as_they_are(name: str) -> None:
    assert checked_name(name) == name


PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0645"
SINHALA = "\u0dc1\u0dca\u200d\u0dbb\u0dd3"
MALAYALAM = "\u0d05\u0d28\u0d4d\u200d"
MARKED = "\u0645\u06cc\u0650\u200c\u0650\u062e"


@pytest.mark.parametrize("name", [PERSIAN, SINHALA, MALAYALAM, MARKED])
def test_a_name_has_joiners_where_its_script_needs_them(name: str) -> None:
    assert checked_name(name) == name
    with pytest.raises(RefusedError, match="already taken"):
        checked_name(re.sub("[\u200c\u200d]", "", name), (name,))


@pytest.mark.parametrize(
    "name",
    [
        "A\u200cnn",
        "Ann\u200d",
        "\u200cAnn",
        "\u200c",
        PERSIAN.replace("\u200c", "\u200d"),
        PERSIAN.replace("\u200c", "\u200c\u200c"),
        "\u0627\u200c\u0645",  # an alef is not joined to what follows
        "\u0645\u06cc\u200c",
        "\u0645\u200bm",
    ],
)
def test_a_joiner_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="printable"):
        checked_name(name)


# The end.


def finish(window: Window) -> Any:
    """Play to the end at the table itself; return what the window sees then."""
    rng = generator(9, 0)
    at = window.server.lobby.seat(window.token)
    table = at.table
    with table.lock:
        while not table.over:
            if at.seat in table.waiting:
                table.act(at.seat, pick(table.choices(at.seat), rng).action)
                table.start()
            else:
                assert table.change.wait(20), "the bot does nothing"
    return window.see(0)


@pytest.fixture
def playing(server: Any, monkeypatch: pytest.MonkeyPatch) -> Window:
    """Return the window of Ann, who plays the small game with a full scene against a bot."""
    monkeypatch.setattr(BazaarWords, "remarks", lambda _game, _state, viewer: (str(viewer),))
    window = Window(server).start("human", "greedy", names=["Ann", ""], seed=4)
    window.see(0)
    return window


@pytest.mark.parametrize(
    ("method", "asked"), [("record", {}), ("replay", {"ply": 0}), ("rematch", {})]
)
def test_before_the_end_there_is_neither_record_nor_replay_nor_rematch(
    playing: Window, method: str, asked: dict[str, int]
) -> None:
    assert playing.ask(method, asked)[0] == -32003


@OVER_HTTP
def test_at_the_end_there_are_remarks_and_a_score_sheet_that_adds_up(playing: Window) -> None:
    end = finish(playing)["end"]
    assert end["remarks"] == ["0"], "in the words of this viewer, as the columns are"
    lines = end["sheet"]["lines"]
    totals = [sum(line["points"][seat] for line in lines) for seat in (0, 1)]
    assert totals == end["outcome"]["scores"]


@OVER_HTTP
def test_at_the_end_all_hands_are_open(playing: Window) -> None:
    shown = finish(playing)["end"]["open"]
    _, own, other = shown["areas"]
    assert (shown["viewer"], own["name"]) == (0, "You")
    zones = [*own["zones"], *other["zones"]]
    assert all(item["piece"] for zone in zones for item in zone["items"])


@OVER_HTTP
def test_at_the_end_the_record_can_be_had(playing: Window) -> None:
    seen = finish(playing)
    record = Record.from_bytes(playing.get("record")["record"].encode())
    assert record.seats == ("Ann", "greedy")
    assert record.seed == 4
    assert len(record.actions) == seen["plies"]


@OVER_HTTP
def test_the_replay_goes_to_any_action_and_has_the_log_up_to_it(playing: Window) -> None:
    seen = finish(playing)
    plies = seen["plies"]
    start = playing.get("replay", ply=0, as_seat=0, hands=False)
    assert (start["plies"], start["log"]) == (plies, [])
    last = playing.get("replay", ply=plies)
    assert len(last["log"]) == plies
    _, own, *others = seen["end"]["open"]["areas"]
    assert last["scene"]["areas"][1:] == [own | {"name": "Ann"}, *others]
    for ply, log in ((0, 0), (3, 0), (3, 2), (2, 3), (plies, 0)):
        shown = playing.get("replay", ply=ply, as_seat=0, hands=False, since=log)
        assert shown["log"] == seen["log"][log:ply]


@OVER_HTTP
def test_the_replay_has_no_action_before_the_first_or_after_the_last(playing: Window) -> None:
    plies = finish(playing)["plies"]
    assert playing.ask("replay", {"ply": 0, "since": -1})[0] == -32602
    assert playing.ask("replay", {"ply": -1})[0] == -32602
    assert playing.ask("replay", {"ply": plies + 1}) == (-32602, f"there are {plies} actions")
    assert playing.ask("replay", {"ply": 0, "as_seat": 2}) == (-32602, "there are 2 seats")


@OVER_HTTP
def test_after_the_end_nothing_is_taken_back(playing: Window) -> None:
    plies = finish(playing)["plies"]
    assert playing.ask("undo")[0] == -32001
    assert playing.see(0)["plies"] == plies


@OVER_HTTP
def test_decisions_are_judged_after_the_end_one_by_one(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk(monkeypatch, 1)
    window = Window(server).start("human", "random", game="koryo", seed=4)
    window.see(0)
    assert (
        window.ask("judge", {"of_seat": 0})[0] == window.ask("judge", {"of_seat": 1})[0] == -32003
    )
    finish(window)
    record = Record.from_bytes(window.get("record")["record"].encode())
    game = record.make_game()
    replay = record.replay(game)
    for seat in (0, 1):
        found, after = [], 0
        while (judged := window.get("judge", of_seat=seat, after=after)["judgement"]) is not None:
            found.append((judged["ply"], judged["done"]))
            after = judged["ply"]
            assert 0 <= judged["chance"] <= 1
            assert judged["cost"] == 0 or judged["best"] != judged["done"]
        assert found == [
            (ply, str(action))
            for ply, (player, action) in enumerate(replay.plies, start=1)
            if player == seat and len(game.legal_actions(replay.states[ply - 1], seat)) > 1
        ]
    assert window.get("judge", of_seat=0, after=10**9)["judgement"] is None


def test_a_record_can_be_put_on_a_table_and_read(server: Any) -> None:
    window = Window(server).start("human", "greedy")
    finish(window)
    text = window.get("record")["record"]
    record = json.loads(text)
    reader = Window(server)
    reader.token = reader.get("open_record", record=text)["secret"]
    assert reader.get("about")["reading"] is True
    assert reader.get("replay", ply=3, as_seat=1, hands=False)["plies"] == len(record["actions"])
    for wrong in (
        record | {"digest": "0" * 64},
        record | {"options": {"components": "/etc/passwd"}},
        5,
    ):
        assert Window(server).ask("open_record", {"record": json.dumps(wrong)})[0] == -32602
    for wrong in (record, 5, "", "\ud800", text[:-9]):
        assert Window(server).ask("open_record", {"record": wrong})[0] == -32602
    assert reader.ask("rematch")[0] == -32003


def test_a_record_with_a_seed_that_javascript_would_round_goes_to_a_table_and_back(
    server: Any,
) -> None:
    record = Match(
        boardgames.make("bazaar", players=2), [RandomBot(), RandomBot()], 2**64 - 1
    ).record()
    reader = Window(server)
    reader.token = reader.get("open_record", record=record.to_bytes().decode())["secret"]
    given = reader.get("record")
    assert given["record"].encode() == record.to_bytes()
    assert given["seed"] == str(2**64 - 1)


def test_the_record_of_people_who_still_play_is_not_opened(server: Any) -> None:
    game = boardgames.make("bazaar", players=2)
    record = Match(game, [None, None], 4, ("human", "human")).record()
    status, answer = Window(server).ask("open_record", {"record": record.to_bytes().decode()})
    assert (status, answer) == (
        -32602,
        "this game is not over: its record would show all hands",
    )


def test_a_key_of_any_letters_is_refused(serving: Callable[..., Any]) -> None:
    server = serving(Lobby(key="secret"))
    asked = {"game": "bazaar", "seats": ["human", "greedy"]}
    assert Window(server).ask("new", asked, Authorization="Bearer \xe9")[0] == -32003
    assert Window(server).ask("new", asked, Authorization="Bearer secret")[0] == 0


@pytest.mark.parametrize("fault", ["no folder", "only the record can be kept"])
def test_a_table_that_cannot_be_kept_takes_no_place_and_leaves_no_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    left: list[object] = []
    monkeypatch.setattr(GreedyBot, "leave", lambda *_: left.append(1))
    folder = tmp_path / "tables"
    folder.mkdir()
    lobby = Lobby(records=folder, seconds=None)  # without a limit, the bot itself is seated
    if fault == "no folder":
        folder.rmdir()
    else:
        unkept = Mock(side_effect=RecordError("cannot write it"))
        monkeypatch.setattr(TableFile, "write_people", unkept)
    for _ in range(MOST_TABLES + 1):
        with pytest.raises(WireError, match="cannot"):
            call_lobby(lobby, "new", {"game": "bazaar", "seats": ["human", "greedy"]}, "")
    assert len(left) == (0 if fault == "no folder" else MOST_TABLES + 1)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_browser_is_not_told_where_tables_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(records=tmp_path)
    asked = {"game": "bazaar", "seats": ["human", "greedy"]}
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(WireError, match=r"^cannot keep this table: No space left on device$"):
            call_lobby(lobby, "new", asked)
    assert [*tmp_path.iterdir()] == []
    tmp_path.rmdir()
    with pytest.raises(WireError, match=r"^cannot keep this table: No such file or directory$"):
        call_lobby(lobby, "new", asked)


def test_on_a_full_disk_nothing_is_done_and_no_seat_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(records=tmp_path)
    table, tokens = lobby.open(Start("bazaar", ("human", "human")))
    before = table.seating
    asked = {"invitation": tokens[1], "name": "Ann"}
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(WireError, match=r"^cannot keep this table: No space left on device$"):
            call_lobby(lobby, "join", asked)
    assert table.seating == before
    joined: Any = call_lobby(lobby, "join", asked)
    assert place(lobby, joined["secret"]) == (table, 1)


def test_a_rematch_rotates_the_seats_and_takes_everybody_along(server: Any) -> None:
    windows = seated(server, "human", "human", names=["Ann", "Bo"])
    rng = generator(5, 0)
    while (seen := windows[0].see(0))["end"] is None:
        seat = seen["scene"]["to_act"][0]
        windows[seat].act(pick(windows[seat].see(seen["plies"])["choices"], rng)["action"])
    assert windows[1].get("rematch") is None
    tokens = [window.get("rematch")["secret"] for window in windows]
    following = [Window(server, token) for token in tokens]
    assert [window.get("about")["viewer"] for window in following] == [1, 0]
    assert following[0].see(0)["names"] == ["Bo", "Ann"]


def test_a_table_of_bots_is_watched(server: Any) -> None:
    watcher = Window(server).start("random", "greedy")
    while (seen := watcher.see(0))["end"] is None:
        assert seen["choices"] == []
    assert watcher.get("rematch")["secret"]


# Seats survive people.


def test_a_choice_of_another_table_is_refused(server: Any) -> None:
    windows = [Window(server).start("human", "random", seed=seed) for seed in (1, 1)]
    tables = [window.get("about")["table"] for window in windows]
    assert len({*tables}) == 2
    old, new = [window.see(0)["choices"][0]["action"] for window in windows]
    assert old == new
    assert windows[1].ask("apply", {"action": old, "table": tables[0]})[0] == -32001
    assert windows[1].see(0)["plies"] == 0
    windows[1].get("apply", action=new, table=tables[1])


def test_a_seat_is_named_only_by_who_sits_there(server: Any) -> None:
    windows = seated(server, "human", "human")
    for method in ("look", "view", "scene", "events", "legal_actions"):
        assert windows[0].ask(method, {"seat": 1})[0] == -32003
        assert windows[0].ask(method, {"seat": 0})[0] == 0
    assert windows[0].ask("look", {"seat": None})[0] == -32003


def test_the_host_gives_a_seat_to_somebody_else_and_the_old_link_says_so(server: Any) -> None:
    host, guest = seated(server, "human", "human")
    assert (guest.ask("invite", {"for_seat": 0})[0], host.ask("invite", {"for_seat": 0})[0]) == (
        -32003,
        -32602,
    )
    fresh = host.get("invite", for_seat=1)["invitation"]
    code, answer = guest.ask("look")
    assert (code, "a new invitation" in answer) == (-32003, True)
    host.get("withdraw", for_seat=1)
    assert host.see(0)["absent"] == []
    assert "withdrawn" in Window(server).ask("join", {"invitation": fresh})[1]


def test_a_bot_plays_on_for_who_is_away_until_they_take_their_seat_back(server: Any) -> None:
    host, guest = seated(server, "human", "human")
    assert guest.ask("let_bot_play", {"for_seat": 0})[0] == -32003
    assert host.ask("let_bot_play", {"for_seat": 1, "bot": "cmd:true"})[0] == -32602
    host.get("let_bot_play", for_seat=1, bot="random")
    host.act(host.see(0)["choices"][0]["action"])
    seen = guest.see(2)
    assert (seen["stand_ins"], seen["choices"]) == ([None, "random"], [])
    guest.get("give_back", for_seat=1)
    assert guest.see(2)["stand_ins"] == [None, None]


# Restarts.


def test_a_restart_keeps_tables_seats_invitations_and_names(
    tmp_path: Path, serving: Callable[..., Any]
) -> None:
    first = serving(Lobby(records=tmp_path))
    host = Window(first).start("human", "human", names=["Ann", ""])
    host.act(host.see(0)["choices"][0]["action"])
    before = host.see(1)
    written = "".join(path.read_text() for path in tmp_path.iterdir())
    assert host.token not in written
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())
    assert len(Lobby(records=tmp_path).complaints) == 1, "another server has the table"
    stop(first)
    second = serving(Lobby(records=tmp_path))
    again = Window(second, host.token)
    after = again.see(1)
    for key in ("scene", "choices", "log", "names", "absent"):
        assert after[key] == before[key], key
    guest = Window(second).join(after["absent"][0]["invitation"])
    guest.act(guest.see(1)["choices"][0]["action"])
    assert again.see(2)["plies"] == 2
    (record,) = [path for path in tmp_path.glob("*.json") if not path.name.endswith(".table.json")]
    assert len(Record.load(record).actions) == 2


def kept(folder: Path, game: str = "bazaar") -> Path:
    """Keep a table in this folder; return its file."""
    lobby = Lobby(records=folder)
    call_lobby(lobby, "new", {"game": game, "seats": ["human", "random"]})
    lobby.close()
    (file,) = folder.glob("*.table.json")
    return file


def test_what_cannot_be_opened_again_is_named_and_left(tmp_path: Path) -> None:
    file = kept(tmp_path)
    file.write_text("{")
    lobby = Lobby(records=tmp_path)
    assert len(lobby.complaints) == 1
    assert str(file) in lobby.complaints[0]
    assert file.exists()
    with pytest.raises(ConfigurationError, match="no folder to keep records in"):
        Lobby(records=tmp_path / "nowhere")


def sitting(spec: str, **others: str) -> Any:
    """Return a seat as it is kept."""
    return to_json(Seat(spec, **others))  # type: ignore[arg-type]  # texts alone


def test_programs_are_not_started_again_without_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = kept(tmp_path, "koryo")
    file.write_text(file.read_text().replace('"random"', '"cmd:touch started"'))
    careful = Lobby(records=tmp_path)
    (complaint,) = careful.complaints
    assert complaint.endswith(": bots that are programs (cmd:COMMAND) are not allowed here")
    assert not careful._tables
    careful.close()
    assert file.exists(), "it can still be opened with permission"
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"host": 99}, "host: not the seat of a person"),
        ({"seats": [sitting("human")] * 3}, "seats: the record has 2 players"),
        ({"seats": [sitting("human")] * 2}, "seats: not those of the record"),
        (
            {"seats": [sitting("human", stand_in="mcts:seconds=1000"), sitting("random")]},
            "mcts:seconds=1000: seconds can be 20 at most here",
        ),
    ],
)
def test_a_table_at_which_nobody_can_have_sat_is_named_and_left(
    tmp_path: Path, change: dict[str, Any], fault: str
) -> None:
    file = kept(tmp_path)
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    (complaint,) = Lobby(records=tmp_path).complaints
    assert complaint.endswith(f": {fault}")


def test_tables_that_everybody_has_left_make_room() -> None:
    lobby = Lobby(max_tables=2)
    asked = {"game": "bazaar", "seats": ["human", "random"]}
    answers: list[Any] = [call_lobby(lobby, "new", asked) for _ in range(2)]
    with pytest.raises(WireError, match="all tables are taken"):
        call_lobby(lobby, "new", asked)
    lobby.seat(answers[0]["secret"]).table.heard -= 2 * IDLE_UNFINISHED_SECONDS
    call_lobby(lobby, "new", asked)
    with pytest.raises(
        WireError, match="this seat no longer exists: the server was restarted, or the table"
    ):
        call_lobby(lobby, "look", {}, answers[0]["secret"])
    lobby.close()
    with pytest.raises(WireError, match="the server is stopping"):
        call_lobby(lobby, "look", {}, answers[1]["secret"])


def test_only_the_table_of_a_secret_is_asked_for_itsseat(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = Lobby()
    asked = {"game": "bazaar", "seats": ["human", "human"]}
    answers: list[Any] = [call_lobby(lobby, "new", asked) for _ in range(4)]
    tables, find = list[Table](), Table.find

    def noted(table: Table, secret: str) -> Any:
        tables.append(table)
        return find(table, secret)

    monkeypatch.setattr(Table, "find", noted)
    for answer, table in zip(answers, [*lobby._tables], strict=True):
        tables.clear()
        call_lobby(lobby, "about", {}, answer["secret"])
        assert tables == [table]
    tables.clear()
    with pytest.raises(WireError, match="this seat no longer exists"):
        call_lobby(lobby, "about", {}, "x" * 43)
    assert tables == []


def test_a_seat_is_found_by_what_is_valid_now_whoever_has_changed_it() -> None:
    """A program that holds the table invites as the page does."""
    lobby = Lobby()
    table, tokens = lobby.open(Start("bazaar", ("human", "human"), watch=True))
    lobby.open(Start("bazaar", ("human", "human")))
    first: Any = call_lobby(lobby, "join", {"invitation": tokens[1]})
    assert place(lobby, first["secret"]) == (table, 1)
    renewed = table.invite(1)
    with pytest.raises(WireError, match="a new invitation"):
        place(lobby, first["secret"])
    _, second = table.join(renewed)
    assert place(lobby, second) == (table, 1)
    watcher: Any = call_lobby(lobby, "join", {"invitation": tokens[None]})
    assert place(lobby, watcher["secret"]) == (table, None)
    for invitation in (tokens[1], renewed, second):
        with pytest.raises(WireError) as refused:
            call_lobby(lobby, "join", {"invitation": invitation})
        assert refused.value.code == NOT_YOUR_SEAT


def test_people_who_join_many_tables_at_once_all_find_their_seats() -> None:
    lobby = Lobby()
    opened = [lobby.open(Start("bazaar", ("human",) * 4)) for _ in range(5)]
    invitations = [each for _, given in opened for each in given.values()]

    def seat(invitation: str) -> tuple[Any, ...]:
        joined: Any = call_lobby(lobby, "join", {"invitation": invitation})
        return place(lobby, joined["secret"])

    with ThreadPoolExecutor(8) as pool:
        seats = [*pool.map(seat, invitations)]
    assert seats == [(table, number) for table, given in opened for number in given]


# Whom it answers.

REFUSED = {403, 400}
"""The status for a wrong Host header: uvicorn itself refuses a request without any."""


def test_only_requests_that_name_the_server_or_an_address_are_answered(
    server: Any, serving: Callable[..., Any]
) -> None:
    """Whatever the port: a tunnel or a container may have another one in front."""
    port = server.server_port
    here = socket.gethostname().partition(".")[0]
    for host in (f"127.0.0.1:{port}", "127.0.0.1", "[::1]:9", "LocalHost:80", f"{here}.local:8000"):
        assert Window(server).send("GET", "/", headers={"Host": host})[0] == 200, host
    for foreign in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "[::1",
        "",
        None,
    ):
        assert Window(server).send("GET", "/", headers={"Host": foreign})[0] in REFUSED, foreign
        if foreign:
            assert Window(server).send("GET", "/health", headers={"Host": foreign})[0] == 200
    named = serving(names=("play.example",))
    assert Window(named).send("GET", "/", headers={"Host": "play.example"})[0] == 200
    assert (
        Window(named).ask("games", {}, Host="play.example", Origin="https://play.example")[0] == 0
    )


def test_only_the_servers_own_page_may_ask(server: Any) -> None:
    port = server.server_port
    assert Window(server).ask("games", {}, Origin=None)[0] == 0, "a program is no page"
    for origin in (
        "null",
        "http://evil.example",
        f"http://localhost:{port}",
        f"http://127.0.0.1:{port + 1}",
    ):
        assert Window(server).ask("games", {}, Origin=origin)[0] == 403, origin
    for method in ("steal", "call", "close", "open", "__class__"):
        assert Window(server).ask(method)[0] == -32601
    assert Window(server).ask("games", {}, **{"Content-Type": "text/plain"})[0] == 415
    for length, statuses in (
        (None, {411}),
        (str(LONGEST_REQUEST_BYTES + 1), {413}),
        ("9" * 30, {400, 413}),  # h11 refuses it itself
        ("-1", {400}),
    ):
        # Without a body: one that is left unread resets the connection, and the answer may be lost.
        status, _, _ = Window(server).send("POST", "/rpc", b"", {"Content-Length": length})
        assert status in statuses, length
    assert json.loads(Window(server).send("POST", "/rpc", b"{")[2])["error"]["code"] == -32700
    assert Window(server).send("POST", "/api", b"{}")[0] == 404
    status, headers, _ = Window(server).send("PUT", "/rpc", b"{}")
    assert (status, headers["Allow"]) == (405, "GET, HEAD, OPTIONS, POST")


def test_a_page_of_others_is_told_that_it_may_not_ask(server: Any) -> None:
    asked: dict[str, str | None] = {
        "Origin": "http://evil.example",
        "Access-Control-Request-Method": "POST",
    }
    status, headers, body = Window(server).send("OPTIONS", "/rpc", headers=asked)
    assert (status, headers["Allow"], body) == (204, "GET, HEAD, OPTIONS, POST", b"")
    assert not [name for name in headers if name.startswith("Access-Control")]


def test_whoever_comes_under_a_name_unknown_here_reads_what_to_do(server: Any) -> None:
    """Behind a proxy that passes the name on, and behind one that keeps it, as nginx does."""
    browser: dict[str, str | None] = {"Host": "play.example", "Accept": "text/html,*/*"}
    status, headers, page = Window(server).send("GET", "/", headers=browser)
    assert (status, headers["Content-Type"]) == (403, "text/html; charset=utf-8")
    assert b"boardgames web --name" in page
    code, message = Window(server).ask("games", {}, Origin="https://play.example:8443")
    assert (code, message.rpartition(": ")[2]) == (403, "boardgames web --name play.example")


def test_behind_a_proxy_that_keeps_the_name_its_page_may_ask(serving: Callable[..., Any]) -> None:
    named = serving(names=("Play.example",))
    assert Window(named).ask("games", {}, Origin="https://play.example")[0] == 0
    assert Window(named).ask("games", {}, Origin="https://display.example")[0] == 403


def raw(server: Any, *sent: str) -> bytes:
    """Return all that is answered to what is sent, of which the connection does not go on."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall("".join(sent).encode("latin-1"))
        answer = b""
        with suppress(ConnectionResetError):  # where something is left unread
            if b"\r\n0\r\n\r\n" not in "".join(sent).encode("latin-1"):  # else it is complete
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                answer += part
    return answer


HEAD = "POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ASKED = '{"jsonrpc": "2.0", "id": 1, "method": "games"}'


@pytest.mark.parametrize(
    "sent",
    [
        f"Content-Length: 100\r\n\r\n{ASKED}",
        f"Content-Length: {len(ASKED)}\r\nContent-Length: 3\r\n\r\n{ASKED}",
        f"Content-Length: {len(ASKED)}\r\nTransfer-Encoding: chunked\r\n\r\n{ASKED}",
        f"Content-Length : {len(ASKED)}\r\n\r\n{ASKED}",
        f"X: y\rContent-Length: {len(ASKED)}\r\n\r\n{ASKED}",
        f"Content-Length: {len(ASKED)}",
    ],
    ids=["too short", "two", "and chunked", "with a space", "after CR alone", "cut off"],
)
def test_a_body_whose_length_is_not_certain_does_nothing(server: Any, sent: str) -> None:
    """And nothing after it is taken for a request."""
    answer = raw(server, HEAD, sent, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"HTTP/1.1 200" not in answer
    assert len(re.findall(rb"HTTP/1\.1 \d", answer)) <= 1


def test_a_body_in_chunks_is_read_by_uvicorn_and_refused_clearly_otherwise(server: Any) -> None:
    chunks = f"{len(ASKED):x}\r\n{ASKED}\r\n0\r\n\r\n"
    answer = raw(server, HEAD, "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n", chunks)
    if isinstance(server, HttpServer):
        assert answer.startswith(b"HTTP/1.1 411")
        assert b"expected a Content-Length" in answer
    else:
        assert answer.startswith(b"HTTP/1.1 200")


def test_those_who_wait_are_answered_when_the_server_stops(serving: Callable[..., Any]) -> None:
    server = serving(patience=60)
    windows = [Window(server).start("human", "random") for _ in range(20)]
    with ThreadPoolExecutor(20) as pool:
        waiting = [pool.submit(each.ask, "wait") for each in windows]
        wait_until(lambda: server.lobby.shares.taken("waits") == 20)
        stop(server)
        answers = [each.result(10) for each in waiting]
    assert {code for code, _ in answers} == {TOO_MANY_TABLES}, answers


def test_a_call_on_a_kept_connection_takes_no_delayed_acknowledgement(server: Any) -> None:
    """It would add 0.04 s to each call but the first on a connection. Only the difference counts,
    so that the machine may be busy.
    """

    def seconds(connection: HTTPConnection) -> float:
        begin = monotonic()
        connection.request("POST", "/rpc", ASKED, {"Content-Type": "application/json"})
        assert connection.getresponse().read()
        return monotonic() - begin

    def opened() -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
        connection.connect()
        return connection

    first = []
    for _ in range(15):
        with closing(opened()) as connection:
            first.append(seconds(connection))
    with closing(opened()) as connection:
        seconds(connection)
        later = [seconds(connection) for _ in range(15)]
    assert min(later) < min(first) + 0.03


def test_the_body_of_a_get_is_not_taken_for_the_next_request(server: Any) -> None:
    host = f"127.0.0.1:{server.server_port}"
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        smuggled = f"GET /base.css HTTP/1.1\r\nHost: {host}\r\n\r\n"
        head = f"GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(smuggled)}\r\n\r\n"
        connection.sendall(f"{head}{smuggled}".encode())
        received = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    assert received.count(b"HTTP/1.1 200") == 1


def test_where_others_can_reach_the_server_only_the_host_opens_tables(
    serving: Callable[..., Any],
) -> None:
    server = serving(host="0.0.0.0", names=("play.example",))  # noqa: S104  # that is the point
    asked = {"game": "bazaar", "seats": ["human", "human"]}
    for key in (None, "", "x" * 16):
        assert Window(server).ask("new", asked, Authorization=f"Bearer {key}")[0] == -32003
    assert Window(server).ask("new", asked, Authorization=f"Bearer {server.lobby.key}")[0] == 0
    assert server.lobby.key
    assert server.lobby.key not in json.dumps(Window(server).get("games"))


def test_every_answer_forbids_what_the_page_does_not_need(server: Any) -> None:
    for path in PAGES:
        status, headers, body = Window(server).send("GET", path)
        assert status == 200
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert body
    for path in (
        "/page.py",
        "/../server.py",
        "/static/page.js",
        "/%2e%2e/server.py",
        "/rpc",
        "/page.html",
    ):
        assert Window(server).send("GET", path)[0] == 404
    for name in ONLY_EXPORTED:
        assert Window(server).send("GET", f"/{FOLDER}{name}")[0] == 404


def test_scripts_and_style_are_compressed_and_kept_until_they_change(server: Any) -> None:
    """The page itself is asked for each time; it names the folder, which is another one when a part
    has changed.
    """
    page = Window(server).send("GET", "/")[2].decode()
    assert {*re.findall(r'(?:href|src)="([^":]+/)[a-z-]+\.(?:js|css)"', page)} == {FOLDER}
    sizes = {}
    for path in PAGES:
        for accepted in ("", "br, gzip"):
            _, headers, body = Window(server).send(
                "GET", path, headers={"Accept-Encoding": accepted}
            )
            assert ("immutable" in headers["Cache-Control"]) is (path != "/")
            assert headers.get("Content-Encoding") == ("gzip" if accepted else None)
            sizes[path, accepted] = len(body)
            assert (gzip.decompress(body) if accepted else body) == PAGES[path].content
    assert sum(sizes[path, "br, gzip"] for path in PAGES) < 0.4 * sum(
        sizes[path, ""] for path in PAGES
    )


def test_the_page_is_light_and_asks_for_nothing_from_elsewhere() -> None:
    contents = [page_html().decode(), *[static(name).decode() for name in PARTS]]
    assert sum(map(len, contents)) < 225_000
    assert len(contents) < 25, "each is a round trip"
    for content in contents:
        found = set(re.findall(r"https?://[^\s'\"\)]+", content)) - {"http://www.w3.org/2000/svg"}
        assert not found


@pytest.mark.long
def test_fifty_people_at_once_all_finish(server: Any) -> None:
    def whole_game(number: int) -> int:
        window = Window(server).start("human", "random")
        rng = generator(number, 0)
        while (seen := window.see(0))["end"] is None:
            if seen["choices"]:
                window.act(pick(seen["choices"], rng)["action"])
        return len(seen["log"])

    with ThreadPoolExecutor(50) as pool:
        assert all(plies == 12 for plies in pool.map(whole_game, range(50)))


def trickling(server: Any) -> socket.socket:
    """Return a connection with a request whose body does not arrive."""
    host = server.url[7:-1].encode()
    head = b"POST /rpc HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\n" % (host, host)
    head += b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    connection = socket.create_connection(("127.0.0.1", server.server_port), timeout=20)
    connection.sendall(head)
    return connection


def is_ended(connection: socket.socket) -> bool:
    """Wait until the server closes this connection; return whether it has not granted anything."""
    return b" 200 " not in b"".join(iter(lambda: connection.recv(1 << 16), b""))


def test_requests_that_trickle_in_shut_nobody_out(serving: Callable[..., Any]) -> None:
    """A request whose body has not arrived makes way, and is cut off after a while, however it goes
    on.
    """
    server = serving(Lobby())
    limit(server, most_connections=4)
    with ExitStack() as opened:
        slow = [opened.enter_context(trickling(server)) for _ in range(4)]
        wait_until(lambda: arriving(server) == 4)
        assert Window(server).get("games")["games"]
        assert is_ended(slow[0])
        limit(server, arrival_seconds=0.3)
        late = opened.enter_context(trickling(server))
        late.sendall(b" ")
        assert is_ended(late)


@pytest.mark.long
def test_four_hundred_slow_connections_shut_nobody_out(server: Any) -> None:
    with ExitStack() as opened:
        for _ in range(400):
            opened.enter_context(trickling(server))
        wait_until(lambda: arriving(server) == 400)
        window = Window(server).start("human", "random")
        window.act(window.see(0)["choices"][0]["action"])
        assert window.see(1)["plies"] >= 1


@pytest.mark.long
def test_people_who_do_not_read_their_answers_hold_nobody_up(server: Any) -> None:
    """Each asks for far more than fits into the buffers between the two ends."""
    window = Window(server).start("human", "random")
    look = {"jsonrpc": "2.0", "id": 1, "method": "rules", "params": {"game": "koryo"}}
    body = json.dumps([look] * 90).encode()
    host = server.url[7:-1]
    head = (
        f"POST /rpc HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with ExitStack() as opened:
        for _ in range(40):
            each = socket.create_connection(("127.0.0.1", server.server_port), timeout=20)
            opened.enter_context(each)
            each.sendall(head.encode() + body)
        assert finish(window)["over"]


def test_the_longest_idle_connection_makes_room_and_none_that_is_being_answered() -> None:
    with serving_http(Lobby(), "127.0.0.1", (), 0, 0.1) as server:
        check_who_makes_room(server)


def check_who_makes_room(server: Any) -> None:
    server.most_connections = 3
    sockets = [Mock() for _ in range(4)]
    for each in sockets[:3]:
        assert server.verify_request(each, None)
    server.set_busy(sockets[0], busy=True)
    assert server.verify_request(sockets[3], None)
    assert [each.shutdown.called for each in sockets] == [False, True, False, False]
    for each in sockets[2:]:
        server.set_busy(each, busy=True)
    assert not server.verify_request(Mock(), None)
    server.shutdown_request(sockets[3])
    assert server.verify_request(Mock(), None)
    for each in (sockets[0], sockets[2]):
        server.set_busy(each, busy=False)


def test_a_server_for_all_tells_by_which_addresses_others_reach_it() -> None:
    """The page shows them with invitations."""
    for host, is_told in (("127.0.0.1", False), ("0.0.0.0", True)):  # noqa: S104 - the point
        lobby = Lobby()
        with serving_http(lobby, host, (), 0, 1.0) as server:
            assert tuple(lobby.outside) == server.addresses.outside
            assert bool(lobby.outside) is is_told or not own_addresses()


@pytest.mark.parametrize(
    ("peer", "passed", "address"),
    [
        ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["192.0.2.66, 192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["192.0.2.66, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),
        ("127.0.0.1", ["192.0.2.66", "192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["10.1.2.3"], "10.1.2.3"),
        ("192.0.2.9", ["192.0.2.1"], "192.0.2.9"),
        ("192.0.2.9", ["127.0.0.1"], "192.0.2.9"),
    ],
)
def test_the_address_of_a_client_is_what_a_proxy_that_is_believed_passes_on(
    peer: str, passed: list[str], address: str
) -> None:
    site = Site(Lobby(), (), {}, ("127.0.0.1", "10.0.0.0/8"))
    request = Request("POST", "/rpc", [("x-forwarded-for", each) for each in passed])
    assert site.address(request, peer) == address


def test_health_is_told_under_any_name_until_the_server_stops(
    serving: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serving()
    closing, go_on = Event(), Event()
    close = server.lobby.close

    def slowly() -> None:
        close()
        closing.set()
        go_on.wait(20)

    monkeypatch.setattr(server.lobby, "close", slowly)
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)

    def health() -> tuple[int, bytes]:
        connection.request("GET", "/health", headers={"Host": "any.example"})
        response = connection.getresponse()
        return response.status, response.read()

    assert health() == (200, b"ok\n")
    stopping = Thread(target=stop, args=(server,))
    stopping.start()
    try:
        assert closing.wait(20)
        assert health() == (503, b"stopping\n")
    finally:
        go_on.set()
        stopping.join()
        connection.close()


def test_a_proxy_that_has_no_address_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="expected the address of a proxy: "):
        Site(Lobby(), (), {}, ("not an address",))
