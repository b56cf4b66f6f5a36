"""Who is charged for the time of bots: whoever opened their table, by their address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardgames.remote.calls import drive
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.remote.site import PATH, TOOLS, Request, Site

HOST, GUEST, WATCHER = "192.0.2.1", "192.0.2.2", "192.0.2.3"


class Club:
    """A server whose bots act only when a test lets them."""

    def __init__(self, records: Path | None = None) -> None:
        self.lobby = Lobby(key="", records=records, play_on=lambda _: None)
        self.site = Site(self.lobby, (), {})

    def ask(self, method: str, address: str, secret: str = "", **params: object) -> Any:
        """Return the result of a method that is called from this address."""
        return self._answer(PATH, method, params, address, secret)

    def use(self, tool: str, address: str, **params: object) -> Any:
        """Return the result of a tool that is called from this address, as data."""
        named = {"name": tool, "arguments": params}
        return self._answer(TOOLS, "tools/call", named, address, "")["structuredContent"]

    def _answer(
        self, path: str, method: str, params: Mapping[str, object], address: str, secret: str
    ) -> Any:
        request = Request("POST", path, [("authorization", f"Bearer {secret}")])
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        calling = self.site.answering(request, body.encode(), address)
        return json.loads(drive(calling, lambda _: None))["result"]

    def payer(self, secret: str) -> str | None:
        """Return who of these is charged for the bots of whoever has this secret."""
        steps = self.lobby.seat(secret).table.steps
        people = (HOST, GUEST, WATCHER)
        accounts = {steps.scheduler.account_of(each): each for each in people}
        return None if steps.payer is None else accounts[steps.payer]

    def watch(self, secret: str) -> str:
        """Let somebody watch the table that the host has opened, and look; return their secret."""
        invitation = self.ask("invite", HOST, secret, for_seat=None)["invitation"]
        watcher: str = self.ask("join", WATCHER, invitation=invitation)["secret"]
        self.ask("look", WATCHER, watcher)
        return watcher


def test_who_opens_tables_pays_for_them_though_they_never_ask_again() -> None:
    """A table once had a share of its own until they asked: one of bots alone could for ever."""
    club = Club()
    for address in (HOST, GUEST):
        for seats in (["random", "random"], ["human", "random"]):
            opened = club.ask("new", address, game="koryo", seats=seats)
            assert club.payer(opened["secret"]) == address
        assert club.payer(club.ask("learn", address, game="koryo")["secret"]) == address
        assert club.payer(club.use("new_game", address, game="koryo", players=2)["secret"]) == (
            address
        )


def test_guests_and_spectators_pay_nothing() -> None:
    club = Club()
    for seats in (["human", "human"], ["random", "random"]):
        secret = club.ask("new", HOST, game="koryo", seats=seats, watch=True)["secret"]
        assert club.payer(club.watch(secret)) == HOST
        for absent in club.ask("look", HOST, secret)["absent"]:
            guest = club.ask("join", GUEST, invitation=absent["invitation"])["secret"]
            club.ask("look", GUEST, guest)
            assert club.payer(guest) == HOST


def test_at_a_table_from_the_command_line_the_first_who_comes_to_play_pays() -> None:
    club = Club()
    _, invitations = club.lobby.open(Start("koryo", ("human", "human"), watch=True))
    paid: list[str | None] = []
    for seat, address in ((None, WATCHER), (1, GUEST), (0, HOST)):
        secret = club.ask("join", address, invitation=invitations[seat])["secret"]
        club.ask("look", address, secret)
        paid.append(club.payer(secret))
    assert paid == [None, GUEST, GUEST]


def test_so_does_the_first_who_comes_back_after_a_restart(tmp_path: Path) -> None:
    club = Club(tmp_path)
    opened = [
        club.ask("new", HOST, game="koryo", seats=seats, watch=True)["secret"]
        for seats in (["human", "random"], ["random", "random"])
    ]
    watching = [club.watch(secret) for secret in opened]
    club.lobby.close()
    club = Club(tmp_path)
    for secret in watching:
        club.ask("look", WATCHER, secret)
        assert club.payer(secret) is None
    for secret in opened:
        club.ask("look", HOST, secret)
        assert club.payer(secret) == HOST


def test_who_opens_the_next_table_by_a_rematch_pays_for_it() -> None:
    club = Club()
    host = club.ask("new", HOST, game="koryo", seats=["human", "human"])["secret"]
    (absent,) = club.ask("look", HOST, host)["absent"]
    guest = club.ask("join", GUEST, invitation=absent["invitation"])["secret"]
    club.ask("resign", HOST, host)
    assert club.ask("rematch", HOST, host) is None
    following = club.ask("rematch", GUEST, guest)["secret"]
    assert club.payer(following) == GUEST
    assert club.payer(club.ask("rematch", HOST, host)["secret"]) == GUEST
