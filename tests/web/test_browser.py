"""The page in a real browser.

Skipped where Chromium or Selenium is missing, unless BOARDGAMES_BROWSER=1 says that it must not be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path
from time import sleep
from typing import Any
from unittest.mock import Mock

import pytest

import boardgames
from boardgames.core.chance import generator, pick
from boardgames.core.codec import to_json
from boardgames.core.errors import BotError
from boardgames.core.values import evolve
from boardgames.games.koryo.state import Phase
from boardgames.games.koryo.words.english import English as KoryoEnglish
from boardgames.play import Match
from boardgames.play.bots import GreedyBot, RandomBot
from boardgames.play.ending import Forfeit
from boardgames.play.limits import AWAY_SECONDS, LATEST_ENTRIES
from boardgames.remote.http import HttpServer as Server
from boardgames.remote.lobby import Lobby
from boardgames.remote.methods import METHODS
from boardgames.remote.results import (
    About,
    Catalogue,
    Events,
    GameStatus,
    Invitation,
    Judged,
    Judgement,
    Opened,
    Pieces,
)
from boardgames.remote.rooms import CallerSeat, Start
from boardgames.web.pages import PAGES
from tests.clock import LaterMachine
from tests.remote.servers import choices_of, look, stop
from tests.remote.test_web_servers import GAMES, Beside
from tests.web.bazaar import BazaarWords
from tests.web.browser import BUSY, DESKTOP, PHONE, Browser, Player, Typist, violations
from tests.workshop import Build

pytestmark = pytest.mark.long


def against_bots(server: Server, name: str, *, seed: int = 5, bot: str = "random") -> str:
    """Open a table for one person; return the invitation."""
    players = boardgames.game_class(name).player_counts[0]
    _, tokens = server.lobby.open(Start(name, ("human", *[bot] * (players - 1)), seed=seed))
    return str(tokens[0])


@pytest.fixture
def page(server: Server, window: Callable[..., Browser]) -> Browser:
    """Return a browser in which somebody plays against a bot, and is to act."""
    page = window()
    page.join(server, against_bots(server, "bazaar"))
    page.settle()
    return page


@pytest.mark.parametrize(
    ("name", "how"),
    [
        pytest.param(
            name,
            how,
            marks=() if name in ("koryo", "bazaar") and how != "keyboard" else pytest.mark.slow,
        )
        for name in GAMES
        for how in ("mouse", "keyboard", "phone")
    ],
)
def test_a_whole_game(name: str, how: str, server: Server, window: Callable[..., Browser]) -> None:
    page = window(PHONE if how == "phone" else DESKTOP)
    page.join(server, against_bots(server, name))
    player = (Typist if how == "keyboard" else Player)(page, 3)
    page.settle()
    while not page.is_over():
        assert page.fits()
        if how == "phone":
            assert page.in_reach()
        player.act()
        page.settle()
    assert player.decisions > 3
    assert re.search("win|victory", page.text("#table .ending h2"))
    assert page.text("#alarm") == ""
    assert page.complaints() == []
    assert page.fits()


def test_a_game_is_set_up_on_the_start_page_and_played_again_with_seats_rotated(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.open(server.url)
    page.click("input[name='game'][value='bazaar']")
    page.click("input[name='count'][value='2']")
    page.one(".seat-row:nth-child(1) input.name").send_keys("Ann")
    page.click(".seat-row:nth-child(2) select option[value='random']")
    page.click("details summary")
    page.one("#seed").send_keys("8")
    page.click(".setup button.main")
    player = Player(page, 1)
    page.settle()
    page.click("[data-k='menu']")
    assert "The seed of this game was chosen" in page.text("#sheet")
    page.click("#sheet header button")
    while not page.is_over():
        player.act()
        page.settle()
    assert "Seed 8" in page.text("#table .ending")
    page.click("[data-k='replay']")
    page.one(".replay")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 12 of 12")
    page.click("[data-k='r0']")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 0 of 12")
    assert page.text("#log .log") == "Nothing yet."
    page.click("[data-k='r2']")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 1 of 12")
    assert len(page.all("#log .log > li")) == 1
    assert page.text("#log .log > li").startswith("Ann ")
    page.click("[data-k='r5'] option[value='1']")
    page.until(lambda: bool(page.all(".zone-hand .back")))
    page.click("[data-k='r6']")
    page.click("[data-k='judge']")
    page.until(lambda: "a search agrees with" in page.text(".judged"))
    page.click("[data-k='r6']")
    page.click("[data-k='rematch']")
    page.until(lambda: not page.is_over())
    page.settle()
    assert page.text(".seat.mine h2 .who") == "You"
    page.click("#home")
    assert len(page.one(".tables").find_elements("css selector", "li")) == 2
    page.click(".tables li:nth-child(2) button")
    page.until(page.is_over)
    assert page.complaints() == []


def played_to_the_end(page: Browser) -> None:
    player = Player(page, 6)
    page.settle()
    while not page.is_over():
        player.act()
        page.settle()


def test_back_closes_what_is_open_before_it_leaves_the_table(server: Server, page: Browser) -> None:
    for key, opened in (("rules", ".rules"), ("menu", "#my-name")):
        page.click(f"[data-k='{key}']")
        page.one(f"#sheet[open] {opened}")
        page.run("history.back()")
        page.until(lambda: not page.all("#sheet[open]"))
    played_to_the_end(page)
    page.click("[data-k='replay']")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 12 of 12")
    page.click("[data-k='rules']")
    page.click("#sheet header button")
    page.click("[data-k='rules']")
    page.run("history.back()")
    page.until(lambda: not page.all("#sheet[open]"))
    assert page.all(".replay")
    page.run("history.back()")
    page.until(lambda: not page.all(".replay"))
    assert page.is_over()
    page.click("[data-k='rules']")
    page.click("#sheet header button")
    page.run("history.back()")
    page.one("#start:not([hidden]) .setup")
    page.run("history.back()")
    page.until(lambda: not page.driver.current_url.startswith(server.url))


def test_back_leads_from_a_table_to_the_start_page(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.open(server.url)
    before = page.run("history.length")
    for leave in ("history.back()", "document.querySelector('#home').click()"):
        page.click("input[name='game'][value='bazaar']")
        page.click(".setup button.main")
        page.until(lambda: page.text("#title") == "Bazaar")
        page.driver.refresh()
        page.settle()
        page.run(leave)
        page.one("#start:not([hidden]) .setup")
        page.until(lambda: page.run("history.state") is None)
        assert page.run("history.length") == before + 1
        assert page.text("#title") == ""
    page.run("history.forward()")
    page.until(lambda: page.run("history.state") is not None)
    assert page.all("#start:not([hidden]) .setup"), "there is no table to go forward to"
    page.click(".tables li button")
    page.until(lambda: page.text("#title") == "Bazaar")
    page.settle()
    page.click("[data-k='rules']")
    page.one("#sheet[open] .rules")
    page.run("history.back()")
    page.until(lambda: not page.all("#sheet[open]"))
    assert page.can_choose()
    page.run("history.back()")
    page.one("#start:not([hidden]) .setup")
    page.run("history.back()")
    page.until(lambda: not page.driver.current_url.startswith(server.url))


def test_whom_an_invitation_can_reach_is_said(
    serving: Callable[..., Server], window: Callable[..., Browser]
) -> None:
    page = window()
    for host, is_said in (
        ("127.0.0.1", True),
        ("0.0.0.0", False),  # noqa: S104  # that is the point
    ):
        where = serving(host=host)
        page.open(f"{where.url}#key={where.lobby.key}")
        page.click("input[name='game'][value='bazaar']")
        page.click("input[name='count'][value='2']")
        assert page.one(".seats-form + div").text == ""
        page.click(".seat-row:nth-child(2) option[value='human']")
        assert ("boardgames web --host 0.0.0.0" in page.one(".seats-form + div").text) is is_said
        page.click(".setup button.main")
        assert ("boardgames web --host 0.0.0.0" in page.one(".invitations").text) is is_said


def test_a_seat_that_the_server_does_not_know_is_explained(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.join(server, against_bots(server, "bazaar"))
    (table,) = server.lobby._tables
    server.lobby._tables.remove(table)
    page.driver.refresh()
    page.one(".setup")
    page.until(lambda: "the server was restarted" in page.text("#alarm"))


def test_a_bot_that_fails_is_news_and_its_faults_leave_room_for_the_table(
    server: Server, window: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GreedyBot, "choose_by", Mock(side_effect=BotError("I cannot go on. " * 12)))
    page = window()
    page.join(server, against_bots(server, "bazaar", bot="greedy"))
    page.settle()
    Player(page, 1).act()
    page.until(lambda: "Player 2's bot has failed; when it does," in page.text("#log"))
    played_to_the_end(page)
    assert "bot faults" in page.text(".ending")
    assert page.has_room("#table")


def test_on_a_phone_names_scores_and_news_are_shown_whole(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    _, tokens = server.lobby.open(Start("for_the_king", ("human", *["random"] * 4), seed=5))
    page.join(server, str(tokens[0]))
    player = Player(page, 3)
    page.settle()
    names = 0
    while not page.is_over():
        cut = page.run(
            "[...document.querySelectorAll('.card .name')]"
            ".filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
        )
        assert cut == []
        assert page.has_room("#table")
        names = max(names, page.run("document.querySelectorAll('#dock .card .name').length"))
        assert page.run("document.querySelector('.latest').scrollTop") == 0, "its end is in view"
        player.act()
        page.settle()
    assert names > 0
    assert page.has_room(".ending .scroll")
    heads = (
        "[...document.querySelectorAll('.sheet thead th')].map((each) =>"
        " each.getClientRects()[0].height)"
    )
    assert max(page.run(heads)) < 60


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (768, 1024), (844, 390)], ids=str)
def test_an_explanation_and_the_text_of_a_card_cover_neither_table_nor_question(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    page = window(size)
    page.join(server, against_bots(server, "koryo"))
    page.settle()
    covered = (
        "((box) => [...document.querySelectorAll('#table .news, .tabletop, #dock .question,"
        " #dock .dock-row')].map((each) => each.getBoundingClientRect()).some((each) =>"
        " each.left < box.right && each.right > box.left && each.top < box.bottom &&"
        " each.bottom > box.top))(document.querySelector(arguments[0]).getBoundingClientRect())"
    )
    assert not page.run(covered, ".tip")
    page.click("#dock .hand .card")
    page.one("#about .about-title")
    assert not page.run(covered, "#about")
    assert page.run(
        "document.querySelector('#about').contains(document.elementFromPoint(...((box) =>"
        " [box.left + 9, box.top + 9])(document.querySelector('.about-title h2')"
        ".getBoundingClientRect())))"
    ), "it lies above the explanation"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_place_that_can_be_picked_is_a_button_as_a_whole_and_covers_no_card(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    page = window(size)
    seats = ("human", *["random"] * 4)
    page.join(server, str(server.lobby.open(Start("for_the_king", seats, seed=12))[1][0]))
    page.settle()
    top = (
        "[...document.querySelectorAll('.centre, .zone-centre :is(.card, .slot)')].map((each) =>"
        " each.getBoundingClientRect().top).map((each, _, [first]) => each - first)"
    )
    places = page.run(top)
    page.click("#dock [data-k*='centre']")
    page.until(lambda: bool(page.all(".centre .zone-centre .card")))
    page.settle()
    assert page.all(".zone-centre .zone-pick")
    assert page.run(top) == places
    above = (
        "[...document.querySelectorAll(arguments[0])].every((each) => { const box ="
        " each.getBoundingClientRect(); return document.elementFromPoint(box.left + box.width / 2,"
        " box.top + box.height / 2).closest(arguments[1]); })"
    )
    page.driver.execute_script("document.querySelector('.zone-centre').scrollIntoView()")
    assert page.run(above, ".zone-centre .card", ".card")
    assert page.run(above, ".zone-centre .slot", ".zone-pick")
    page.driver.execute_script(
        "const box = document.querySelector('.zone-centre .slot').getBoundingClientRect();"
        "document.elementFromPoint(box.left + 5, box.top + 5).click()"
    )
    page.until(lambda: page.text("#dock .chip").startswith("Centre"))


def test_choices_have_buttons_as_large_as_there_is_room_for(
    server: Server, window: Callable[..., Browser]
) -> None:
    """And no list where each has a button."""
    seats = ("human", *["random"] * 4)
    for size, is_dense in (((320, 640), True), ((1920, 1080), False)):
        page = window(size)
        page.join(server, str(server.lobby.open(Start("for_the_king", seats, seed=12))[1][0]))
        page.settle()
        assert len(page.all("#dock .choices button")) == 3
        assert bool(page.all("#dock .buttons.dense")) == is_dense
        assert page.run(
            "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight + 1)"
            "(document.querySelector('#dock .choices'))"
        )


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (768, 1024)], ids=str)
def test_twelve_cards_of_a_place_for_six_stay_within_their_seat(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    """Where six seats are too small for them, as on a tablet, their number stands there."""
    page = window(size)
    seats = ("human", *["random"] * 5)
    page.join(server, str(server.lobby.open(Start("mundus_novus", seats, seed=5))[1][0]))
    page.settle()
    page.driver.execute_async_script(SESSION)
    page.driver.execute_script(
        "for (const area of session.snapshot.scene.areas.filter(({ seat }) => seat !== null))"
        " area.zones.find(({ key }) => key === 'estate').items ="
        " Object.keys(session.pieces).slice(0, 12).map((piece) => ({ piece, count: 1, marks: [],"
        " hidden: false, seat: null, before: 0, id: `${area.seat}|estate|${piece}` }));"
        "dispatchEvent(new Event('resize'))"
    )
    if size == (768, 1024):
        assert [each.text for each in page.all(".zone-estate .size")] == ["12"] * 6
    else:
        assert len(page.all(".zone-estate .card")) == 72
    assert page.run(
        "[...document.querySelectorAll('.zone-estate .card')].every((each) =>"
        " each.getBoundingClientRect().bottom <="
        " each.closest('.seat').getBoundingClientRect().bottom)"
    )


def test_what_can_be_picked_is_named_by_where_it_lies(
    server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("mundus_novus", ("human", *["random"] * 5), seed=5))
    page = window(PHONE)
    page.join(server, str(tokens[0]))
    player = Player(page, 3)
    page.settle()
    while not page.text("#dock .choices").startswith("Pick a card on"):
        player.act()
        page.settle()
        assert not table.over
    said = page.text("#dock .choices > p")
    assert said == "Pick a card on offer, or choose from the list."
    keys = page.run("[...document.querySelectorAll('.card.can')].map((each) => each.dataset.k)")
    assert {key.split("|")[1] for key in keys} == {"offer"}


def test_a_pick_stays_while_others_come_and_go(
    server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("koryo", ("human", "human"), host=0))
    seat = table.waiting[0]
    page = window()
    page.join(server, str(tokens[seat]))
    page.click("#dock .card.can")
    assert page.all("#dock .card.picked")
    table.join(str(tokens[1 - seat]))
    table.rename(1 - seat, "Ben")
    page.until(lambda: "Ben" in page.text("#table"))
    assert page.all("#dock .card.picked")


SLOWLY = (
    "try { localStorage.pace = '\"slow\"' } catch {}"
    " const wait = setTimeout;"
    " window.setTimeout = (step, time) => wait(step, time > 100 ? time * 20 : time);"
)
"""Lets what happens be shown for so long that a test can press in the middle of it."""

TOP = "document.querySelector(arguments[0]).getBoundingClientRect().top"

SESSION = """
const done = arguments[0], link = document.querySelector("link[href$='session.js']");
import(link.href).then(({ session }) => { window.session = session; done(); });
"""
"""Lets a test see what has arrived, though it may not have been drawn yet."""


LATE_NEWS = """
const [late, done] = arguments, link = document.querySelector("link[href$='session.js']");
Promise.all(["session", "motion"].map((name) => import(link.href.replace("session", name))))
  .then(([{ session }, { playEvents, toPresent }]) => {
    const events = session.log, { scene } = session.base;
    const now = performance.now();
    performance.now = () => now;
    session.actedAt = now - late;
    playEvents(events, scene);
    const times = [session.playing.ends - session.actedAt];
    for (let again = 0; again < 9; again += 1) playEvents(events, scene);
    times.push(session.playing.ends - session.actedAt);
    toPresent();
    delete performance.now;
    done(times);
  });
"""
"""Lets news arrive, and then nine times as many, so many milliseconds after our choice."""


def test_what_comes_late_is_shown_quickly_so_that_a_turn_takes_at_most_five_seconds(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    media = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    page.join(server, against_bots(server, "koryo"))
    page.settle()
    player = Player(page, 3)
    for _ in range(2):
        player.act()
        page.settle()
    for late in (3000, 4400):
        few, many = page.driver.execute_async_script(LATE_NEWS, late)
        assert late < round(few) <= 5000
        assert late < round(many) <= 5000


def test_a_button_that_is_pressed_while_pieces_travel_does_what_it_says(
    server: Server, window: Callable[..., Browser]
) -> None:
    """A season of Koryŏ ends with our own action, and the next one is asked about at once."""
    page = window()
    media = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SLOWLY})
    table, tokens = server.lobby.open(Start("koryo", ("human", "random"), seed=1))
    page.join(server, str(tokens[0]))
    page.settle()
    page.driver.execute_async_script(SESSION)
    page.click("[data-k='a|order none']")
    page.until(lambda: table.scene(0).heading.startswith("season 2") and table.waiting == (0,))
    version = table.version
    page.until(lambda: page.run("session.snapshot.version") == version)
    page.until(lambda: bool(page.all(".now")) and not page.all(BUSY))
    plies = table.match.plies
    let_go = page.hold("[data-k='a|order none']")
    let_go()
    page.until(lambda: table.match.plies > plies)
    assert page.complaints() == []


@pytest.mark.parametrize(
    ("name", "pressed"),
    [
        ("koryo", "#dock .card.can"),
        ("mundus_novus", "#table .card.can"),
        ("bazaar", "#table .card.may"),
    ],
)
def test_a_card_that_is_pressed_while_the_table_moves_is_picked(
    name: str, pressed: str, server: Server, window: Callable[..., Browser]
) -> None:
    """The others come while it is pressed, and the invitations above the table are gone."""
    players = boardgames.game_class(name).player_counts[0]
    table, tokens = server.lobby.open(Start(name, ("human",) * players, host=0))

    def can_be_pressed() -> bool:
        choices: Any = look(table, 0, 0)["choices"]
        zones = [touch["zone"] for choice in choices for touch in choice["touches"]]
        return any((zone == "hand") is pressed.startswith("#dock") for zone in zones if zone)

    while not can_be_pressed():
        table.act(table.waiting[0], 1)
    page = window()
    page.join(server, str(tokens[0]))
    page.driver.execute_async_script(SESSION)
    key = page.one(pressed).get_attribute("data-k")
    top = page.run(TOP, pressed)
    let_go = page.hold(pressed)
    for seat in range(1, players):
        table.join(str(tokens[seat]))
    page.until(lambda: page.run("session.snapshot.absent.length") == 0)
    let_go()
    page.until(lambda: not page.all(".invitations"))
    picked = f"#play .picked[data-k='{key}']"
    page.one(picked)
    assert pressed.startswith("#dock") or page.run(TOP, picked) != top, "nothing has moved"
    assert page.complaints() == []


PUT = "#dock .choice"
"""The first of the choices, most of which put a card somewhere."""


PRESSED_AT = """
window.pressed = [];
addEventListener("pointerdown", ({ timeStamp }) => pressed.push(timeStamp), true);
"""
READING_TIME = 400
"""Milliseconds that a question has to stand on the screen before a press answers it."""


@pytest.mark.parametrize("gap", [0.06, 0.12, 0.2, 0.3, 0.35])
@pytest.mark.parametrize("clicks", [1, 2])
def test_two_quick_presses_make_one_decision(
    gap: float, clicks: int, server: Server, window: Callable[..., Browser]
) -> None:
    """`clicks`: whether the browser takes the second for that of a double click."""
    seats = ("human", "random", "random")
    table, tokens = server.lobby.open(Start("for_the_king", seats, seed=7))
    page = window()
    page.join(server, str(tokens[0]))
    page.driver.execute_script(PRESSED_AT)
    for _ in range(2):
        page.settle()
        moves = table.match.moves(0)
        page.hold(PUT)()
        sleep(gap)
        page.press_at_the_same_place(clicks)
        page.settle()
        sleep(gap)
        first, second = page.run("pressed.slice(-2)")
        made = table.match.moves(0) - moves
        # On a machine that is busy, the presses may be so far apart that there was time to read.
        assert made == 1 or (made == 2 and second - first >= READING_TIME)
    moves = table.match.moves(0)
    page.hold(PUT)()
    page.until(lambda: table.match.moves(0) == moves + 1)
    assert page.complaints() == []


def test_a_held_key_makes_one_decision(server: Server, window: Callable[..., Browser]) -> None:
    seats = ("human", "random", "random")
    table, tokens = server.lobby.open(Start("for_the_king", seats, seed=7))
    page = window()
    page.join(server, str(tokens[0]))
    page.settle()
    moves = table.match.moves(0)
    page.run("document.querySelector(arguments[0]).focus()", PUT)
    key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    for times in range(40):
        down = {"type": "keyDown", "autoRepeat": times > 0, **key}
        page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", down)
        page.run("document.querySelector(arguments[0])?.focus()", PUT)  # where the next one is
        sleep(0.03)
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    assert table.match.moves(0) == moves + 1


def test_a_press_that_began_before_the_question_does_not_answer_it(
    server: Server, page: Browser
) -> None:
    """What is asked changes while the pointer is down, in two windows of one person."""
    page.driver.execute_async_script(SESSION)
    (table,) = server.lobby._tables
    let_go = page.hold("#dock .choice")
    turn = page.run("session.selection.turn")
    table.act(0, 1)
    table.play_on()
    page.until(lambda: page.run("session.selection.turn") > turn and table.waiting == (0,))
    moves = table.match.moves(0)
    sleep(1)  # for as long as it takes to read it
    let_go()
    page.settle()
    assert table.match.moves(0) == moves


def test_a_press_beside_which_the_pointer_is_let_go_holds_nothing_up(
    server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("koryo", ("human", "human"), host=0))
    page = window()
    page.join(server, str(tokens[0]))
    page.hold("[data-k='rules']")
    table.join(str(tokens[1]))
    away = {"type": "mouseReleased", "x": 640, "y": 400, "button": "left", "clickCount": 1}
    page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", away)
    page.until(lambda: not page.all(".invitations"))
    assert not page.all("#sheet[open]")


def test_what_stays_on_the_page_stays_the_same_element_when_others_come_and_go(
    page: Browser,
) -> None:
    page.driver.execute_async_script(
        "const done = arguments[0], link = document.querySelector(\"link[href$='dom.js']\");"
        "import(link.href).then(({ h, patch }) => {"
        " const box = document.createElement('div');"
        " const choices = h('div.choices', h('button', { 'data-k': 'pass' }, 'Pass'));"
        " patch(box, choices); const button = box.querySelector('button');"
        " patch(box, h('div.hand', 'a card'), choices); window.same = [box.contains(button)];"
        " patch(box, choices); window.same.push(box.contains(button), box.children.length === 1);"
        " done(); });"
    )
    assert page.run("window.same") == [True, True, True]


def test_every_button_has_a_key(server: Server, page: Browser) -> None:
    """So that none becomes another one under the pointer."""
    without = (
        "[...document.querySelectorAll('button:not([data-k], #home)')]"
        ".map((each) => each.outerHTML)"
    )
    player = Player(page, 3)
    page.click("[data-k='menu']")
    assert page.run(without) == []
    page.click("#sheet .close")
    while not page.is_over():
        assert page.run(without) == []
        player.act()
        page.settle()
    assert page.run(without) == []
    page.click("[data-k='judge']")
    page.until(lambda: "Looking" not in page.text(".judged"))
    assert page.run(without) == []
    page.click("#home")
    page.one(".tables button")
    assert page.run(without) == []
    page.open(server.url)
    page.one(".tables button")
    assert page.run(without) == []


@pytest.mark.usefixtures("frozen_lessons")
def test_a_wrong_answer_in_a_lesson_is_explained_with_the_question_and_may_be_tried_again(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    page.open(server.url)
    page.click("input[name='game'][value='koryo']")
    page.click("[data-k='learn']")
    page.until(lambda: "nine families" in page.text("#dock .tip"))
    assert page.all("#dock .card.look")
    assert page.all("[data-k='hint']:disabled")
    page.click("[data-k='a|order none']")
    page.until(lambda: "lose the hand" in page.text("#dock .tip .said"))
    assert page.text(".said").startswith("Order nothing: ")
    assert page.text("#alarm") == ""
    page.run("localStorage.setItem('pace', '\"slow\"')")
    page.click("#dock .card.look")
    assert not page.all(".said")
    page.click("[data-k='a|order 4 Merchant']")
    page.until(
        lambda: page.text("#dock .prompt") == "See what happens" and not page.all("#dock .tip")
    )
    page.click("#dock .prompt")
    page.until(lambda: "Barbarian" in page.text("#dock .tip"))
    assert not page.all(".said")


@pytest.mark.usefixtures("frozen_lessons")
def test_on_a_phone_the_answers_of_a_lesson_and_what_it_is_about_are_in_view(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    page.open(server.url)
    page.click("input[name='game'][value='for_the_king']")
    for button in ("learn", "a|keep", "a|favor", "a|take Gold 1", "a|pass"):
        page.click(f"[data-k='{button}']")
    page.until(lambda: page.text(".said").startswith("Pass: "))
    edges = (
        "[...document.querySelectorAll(arguments[0])].map((each) =>"
        " each.getBoundingClientRect()[arguments[1]])"
    )
    assert max(page.run(edges, "#dock .choices :is(button, input)", "bottom")) <= PHONE[1]
    assert max(page.run(edges, "#table .look", "bottom")) <= page.run(edges, "#dock", "top")[0]


@pytest.mark.usefixtures("frozen_lessons")
@pytest.mark.parametrize("size", [(1280, 720), PHONE, (844, 390)], ids=str)
def test_hints_and_wrong_answers_with_their_clues_are_read_without_scrolling(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    page = window(size)
    fits = (
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight + 1)"
        "(document.querySelector(arguments[0]))"
    )
    page.open(server.url)
    page.click("input[name='game'][value='for_the_king']")
    for button in ("learn", "a|keep", "a|favor", "a|take Gold 1", "a|pass"):
        page.click(f"[data-k='{button}']")
    page.until(lambda: page.text(".said").startswith("Pass: "))
    assert page.run(fits, ".tip")
    for name in ("koryo", "for_the_king", "mundus_novus"):
        page.join(server, against_bots(server, name))
        page.settle()
        page.click("[data-k='hint']")
        page.one(".hint")
        assert page.run(fits, ".hint"), name


def test_a_swallowed_action_is_said_and_sent_again(page: Browser) -> None:
    page.run(
        "(window.sent = [], window.real = fetch, window.fetch = (url, options) => { if"
        " (!options?.body?.includes('\"apply\"')) return real(url, options);"
        " sent.push([Boolean(options.signal),"
        " options.body]); return sent.length > 1 ? real(url, options) : Promise.reject(new"
        " DOMException('', 'TimeoutError')); })"
    )
    Player(page, 3).act()
    page.until(lambda: not page.all(BUSY))
    sent = page.run("sent")
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert all(limited for limited, _ in sent)


def test_a_fault_in_drawing_is_one_of_the_page_and_not_of_the_connection(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    table, tokens = server.lobby.open(Start("koryo", ("human", "human"), host=0))
    page.join(server, str(tokens[0]))
    page.driver.execute_async_script(SESSION)
    page.driver.execute_script("[window.whole, session.pieces] = [session.pieces, null]")
    table.join(str(tokens[1]))
    page.until(lambda: page.text("#alarm") != "")
    assert "Cannot read properties of null" in page.text("#alarm")
    assert any("Cannot read properties of null" in each for each in page.complaints())
    page.driver.execute_script("session.pieces = whole")
    table.act(table.waiting[0], 1)
    page.until(lambda: page.shown()[0] == table.match.plies)
    assert "connection" not in page.text("#alarm")


def test_a_fault_after_an_answer_of_the_server_is_told_too(page: Browser) -> None:
    page.driver.execute_async_script(SESSION)
    page.driver.execute_script(
        "const { fetch } = window;"
        "window.fetch = async (...request) => {"
        "  const answer = await fetch(...request);"
        "  session.pieces = null;"
        "  return answer;"
        "};"
    )
    page.click("[data-k='hint']")
    page.until(lambda: "Cannot read properties of null" in page.text("#alarm"))
    assert any("Cannot read properties of null" in each for each in page.complaints())


def test_a_server_that_is_not_reached_is_no_fault_of_the_page(page: Browser) -> None:
    page.driver.execute_script(
        "const alarm = document.getElementById('alarm');"
        "window.alarms = [];"
        "const note = () => alarms.push(alarm.textContent);"
        "new MutationObserver(note).observe(alarm, { childList: true });"
    )
    page.driver.execute_cdp_cmd("Network.enable", {})
    nothing = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **nothing})
    page.click("[data-k='hint']")
    # The latter if what waits for news has met it first, which is shown in place of the former.
    lost = re.compile("server does not answer|connection is lost")
    page.until(lambda: bool(lost.search(str(page.run("alarms")))))
    page.driver.execute_async_script("setTimeout(arguments[0], 200)")
    assert "failed" not in str(page.run("alarms"))


def test_that_all_are_level_is_said_once_somebody_has_something(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    _, tokens = server.lobby.open(Start("koryo", ("human", "random"), seed=2))
    page.join(server, str(tokens[0]))
    page.settle()
    assert not page.all(".leads")
    page.driver.execute_async_script(SESSION)
    page.driver.execute_script(
        "for (const { counters } of session.snapshot.scene.areas)"
        " for (const each of counters) if (each.key === 'influence') each.value = 5;"
        " dispatchEvent(new Event('resize'));"
    )
    assert [each.text for each in page.all(".leads")] == ["tied", "tied"]


def test_remarks_on_the_table_stand_beside_the_goal_where_there_is_room(
    server: Server, window: Callable[..., Browser]
) -> None:
    for size, has_goal in (((1280, 720), True), (PHONE, False)):
        page = window(size)
        _, tokens = server.lobby.open(Start("for_the_king", ("human", "random"), seed=2))
        page.join(server, str(tokens[0]))
        page.one("#about .notes li")
        assert ("The goal:" in page.text("#about")) is has_goal


def test_a_refusal_lies_above_the_menu_and_stays_until_it_is_closed_or_something_else_is_done(
    server: Server, page: Browser
) -> None:
    (table,) = server.lobby._tables

    def refuse() -> None:
        page.run("document.querySelector('#my-name').value = 'You'")
        page.click("#sheet form button")
        page.until(lambda: "reserved" in page.text("#alarm"))

    page.click("[data-k='menu']")
    refuse()
    assert page.all("#sheet:modal")
    assert page.all("#alarm:popover-open"), "what opens later lies above the menu and its backdrop"
    table.rename(1, "Ann")
    page.until(lambda: "Ann" in page.text("#table"))  # the next answer that comes
    sleep(1)
    assert "reserved" in page.text("#alarm")
    page.click("[data-k='close alarm']")
    page.until(lambda: page.text("#alarm") == "")
    assert page.all("#sheet[open]")
    refuse()
    page.run("document.querySelector('#my-name').value = 'Bea'")
    page.click("#sheet form button")
    page.until(lambda: "Bea" in table.seating.names)
    assert page.text("#alarm") == ""


def seconds_left(page: Browser) -> int:
    """Return what the clock of our seat shows."""
    return int(page.text(".mine .clock").removesuffix(" s"))


def test_people_see_their_clock_and_that_a_bot_plays_on_when_it_has_run_out(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.open(server.url)
    page.click("input[name='game'][value='bazaar']")
    page.click("input[name='count'][value='2']")
    page.click("details summary")
    assert not page.one("#clock").is_enabled()
    page.click(".seat-row:nth-child(2) select option[value='human']")
    page.one("#clock").send_keys("0")
    page.click(".setup button.main")
    page.until(lambda: "person_seconds: expected more than 0" in page.text("#alarm"))
    page.one("#clock").send_keys("7")  # after the 0
    page.click(".setup button.main")
    page.settle()
    assert "Each decision may take 7 s" in page.text("#about")
    first = seconds_left(page)
    page.until(lambda: seconds_left(page) < first)
    page.until(lambda: "a bot plays on" in page.text(".seat.mine"))
    assert not page.all(".mine .clock")
    page.click("[data-k='p|give_back|0']")
    page.until(lambda: "a bot plays on" not in page.text(".seat.mine"))
    assert page.complaints() == []


def test_texts_are_for_whoever_reads_them(server: Server, window: Callable[..., Browser]) -> None:
    table, tokens = server.lobby.open(Start("bazaar", ("human", "human"), watch=True, host=0))
    ann, ben, watcher = window(), window(), window()
    watcher.open(f"{server.url}#join={tokens[None]}")
    watcher.one("form.join")
    assert "you watch the game" in watcher.text("form.join")
    assert "seat" not in watcher.text("form.join")
    assert not watcher.all("#guest")
    watcher.click("form.join button")
    ann.open(f"{server.url}#join={tokens[0]}")
    ann.one("#guest")
    assert "you take a seat" in ann.text("form.join")
    ann.join(server, tokens[0], "Ann")
    ben.join(server, tokens[1], "Ben")
    ann.click("[data-k='menu']")
    assert ann.text("[data-k='agree']") == "Ask to end the game"
    table.resign(1)
    for page in (ann, ben, watcher):
        page.until(page.is_over)
        assert page.text("#dock .prompt") == "The game is over"
    assert not watcher.all("[data-k='rematch']")
    ann.run("document.querySelector('#sheet').close()")
    ann.click("[data-k='rematch']")
    ann.until(lambda: "You want to play again" in ann.text("#dock"))
    for page in (ben, watcher):
        page.until(lambda page=page: "Ann wants to play again" in page.text("#dock"))  # type: ignore[misc]
    ben.click("[data-k='rematch']")
    watcher.until(lambda: "The next game has begun" in watcher.text("#dock .prompt"))
    ann.until(lambda: "The others wait for you" in ann.text("#dock .prompt"))


def test_the_host_makes_a_new_link_for_spectators_and_sends_away_those_of_the_old_one(
    server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("bazaar", ("human", "human"), watch=True, host=0))
    ann, ben, watcher = window(), window(), window()
    ann.join(server, tokens[0], "Ann")
    ben.join(server, tokens[1], "Ben")
    watcher.join(server, tokens[None])
    ben.click("[data-k='menu']")
    assert tokens[None] in ben.run("document.querySelector('.link-line input').value")
    assert not ben.all("[data-k='new watch']")
    ann.click("[data-k='menu']")
    assert "sends away everyone who watches" in ann.text("#sheet")
    ann.click("[data-k='new watch']")
    ann.until(lambda: ann.text("[data-k='new watch']") == "This is the new link")
    link = ann.run("document.querySelector('.link-line input').value")
    assert link.endswith(f"#join={table.seating.watch}")
    watcher.until(lambda: bool(watcher.all("#start:not([hidden])")))
    assert watcher.text("#alarm")
    watcher.join(server, link.partition("#join=")[2])
    assert watcher.text("#dock .prompt")


@pytest.mark.parametrize("end", ["resigned", "played out"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=str)
def test_nobody_leads_once_the_game_is_over(
    size: tuple[int, int], end: str, server: Server, window: Callable[..., Browser]
) -> None:
    page = window(size)
    start = Start("koryo", ("human", "random"), seed=2, quick=True)
    table, tokens = server.lobby.open(start)
    page.join(server, str(tokens[0]))
    page.settle()
    player = Player(page, 3)
    while not page.all(".leads"):
        player.act()
        page.settle()
    if end == "resigned":
        table.resign(0)
    else:
        table.let_bot_play(0, "random")
        table.play_on()
    page.until(page.is_over)
    assert page.all("#table .counter.race"), "what was raced for is shown"
    assert not page.all(".leads")


@pytest.mark.parametrize("sign", ["online", "pageshow", "visibilitychange"])
def test_whoever_comes_back_is_told_at_once(sign: str, server: Server, page: Browser) -> None:
    """The pause before a lost connection is tried again is 8 seconds by then."""
    (table,) = server.lobby._tables
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **network})
    page.until(lambda: "connection is lost" in page.text("#alarm"))
    table.rename(0, "Ann")
    sleep(8.5)
    target = "document" if sign == "visibilitychange" else "window"
    page.driver.execute_script(  # Chromium itself says `online` below
        "for (const kind of ['online', 'pageshow', 'visibilitychange']) if (kind !== arguments[0])"
        " for (const at of [window, document])"
        " at.addEventListener(kind, (event) => event.stopImmediatePropagation(), true);",
        sign,
    )
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **network})
    page.driver.execute_script(f"{target}.dispatchEvent(new Event('{sign}'))")
    page.until(lambda: page.text("#alarm") == "" and page.run("document.title") != "", 2)


def test_a_browser_that_is_too_old_is_told_so(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    source = {"source": "delete Map.groupBy"}
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
    page.open(server.url)
    page.until(lambda: "This browser is too old" in page.text("#start"))
    assert page.complaints() == []


def test_people_resign_undo_by_consent_and_let_a_bot_play_for_whoever_is_gone(
    server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("bazaar", ("human", "human", "human"), host=2))
    pages = [window(), window()]
    for seat, page in enumerate(pages):
        page.join(server, str(tokens[seat]))
    first, second = (pages[table.waiting[0]], pages[1 - table.waiting[0]])
    first.settle()
    Player(first, 3).act()
    plies = table.match.plies
    first.click("[data-k='undo']")
    second.click("[data-k='undo false']")
    first.until(lambda: "Player 2 did not agree" in first.text("#table .news"))
    assert not first.all("[data-k='undo false']")
    assert "did not agree" not in second.text("#table .news")
    assert table.match.plies == plies
    table.let_bot_play(2, "random")
    first.click("[data-k='undo']")
    second.click("[data-k='undo true']")
    first.until(lambda: table.match.plies < plies)
    first.until(lambda: "All agreed to take your last action back" in first.text("#table .news"))
    first.until(lambda: "did not agree" not in first.text("#table .news"))
    table.give_back(2)
    table.machine = LaterMachine(AWAY_SECONDS)
    table.changed()
    second.click("[data-k='p|let_bot_play|2']")
    second.until(lambda: table.seating.seats[2].stand_in is not None)
    second.click("[data-k='menu']")
    second.click("[data-k='resign']")
    second.click("[data-k='resign now']")
    first.until(first.is_over)
    (quitter,) = {0, 1} - {pages.index(first)}
    first.until(lambda: f"Player {quitter + 1} resigned" in first.text("#log"))
    second.until(lambda: "You resigned" in second.text("#log"))
    assert first.complaints() == second.complaints() == []


PLAYED = [
    ("ambush", 2),
    *[(name, players) for name in ("koryo", "for_the_king", "mundus_novus") for players in (2, 4)],
]
WATCHED = (
    "try { localStorage.pace = '\"quick\"' } catch {} window.journeys = [];"
    " const wait = setTimeout; window.setTimeout = (step, time) => wait(step, time / 8);"
    " document.addEventListener('journey', ({ detail: { move, from, to } }) => {"
    " const at = `${move.target?.seat ?? 'c'}|${move.target?.zone}`;"
    " const drawn = document.querySelector(`[data-z='zone|${at}'], [data-z='cell|${at}']`);"
    " window.journeys.push([move, from ?? null, to ?? null, !drawn || drawn.dataset.z === to]); })"
)

FOLDED = """
const done = arguments[0], link = document.querySelector("link[href$='session.js']");
import(link.href).then(({ session }) => {
  const contents = ({ key, items }) => {
    const seen = items.filter((item) => item.piece && !item.hidden);
    const open = seen.map(({ piece, count }) => `${count} ${piece}`);
    const size = items.reduce((sum, item) => sum + item.count, 0);
    return size ? [key, size, ...open.sort()].join() : [];
  };
  const marked = ({ marks }) => marks.map(({ key }) => key).sort();
  const lying = ({ areas }) =>
    areas.map((area) => [marked(area), ...area.zones.flatMap(contents).sort()]);
  let playing = null;
  window.wrong = [];
  Object.defineProperty(session, "playing", { get: () => playing, set(next) {
    const scenes = [playing?.scene, session.snapshot?.scene];
    const [shown, table] = scenes.map((scene) => JSON.stringify(scene && lying(scene)));
    const ended = !next && playing && !playing.steps.length;
    if (ended && shown !== table) window.wrong.push([shown, table]);
    playing = next;
  } });
  done();
});
"""
"""Notes wherever the table as the events leave it is not the one that is shown at the end."""


def moves_in(log: list[Any]) -> list[Any]:
    """Return how pieces move in these actions."""
    changes = [change for event in log for each in event["happened"] for change in each["changes"]]
    return [change for change in changes if change["type"] == "piecemove"]


def drawn_at(place: Any) -> tuple[object, ...]:
    """Return where a piece at this place may be drawn: in its zone, or where that lies if it is not
    drawn.
    """
    if place is None:
        return (None,)
    seat, zone = place["seat"], place["zone"]
    key = f"{'c' if seat is None else seat}|{zone}"
    return (f"zone|{key}", f"cell|{key}", f"seat|{seat}", "table" if seat is None else "dock")


@pytest.mark.parametrize(
    ("name", "players", "decisions"),
    [
        pytest.param(name, players, decisions, marks=() if decisions == 4 else pytest.mark.slow)
        for name, players in PLAYED
        for decisions in (4, 500)
    ],
)
def test_pieces_travel_as_the_events_say_none_wrong_and_none_missing(
    name: str, players: int, decisions: int, server: Server, window: Callable[..., Browser]
) -> None:
    """From the place where each is drawn to the place where it is drawn; a number of decisions, or
    a whole game.
    """
    page = window()
    media = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCHED})
    table, tokens = server.lobby.open(Start(name, ("human", *["random"] * (players - 1)), seed=5))
    page.join(server, str(tokens[0]))
    page.settle()
    page.driver.execute_async_script(FOLDED)
    page.driver.execute_async_script(SESSION)
    player = Player(page, 3)

    def rested() -> bool:
        is_told = page.run("session.snapshot.version") == table.version
        can_go_on = table.over or look(table, 0, 0)["choices"] != []
        return is_told and can_go_on and not page.run("document.querySelector('.now')")

    def check(moves: list[Any]) -> None:
        journeys = page.run("window.journeys")
        assert [move for move, _, _, _ in journeys] == moves
        for move, begins, ends, is_exact in journeys:
            assert begins in drawn_at(move["source"]), move
            assert ends in drawn_at(move["target"]), move
            assert is_exact, (move, ends)

    seen: Any = look(table, 0, 0)
    for _ in range(decisions):
        if table.over:
            break
        page.driver.execute_script("window.journeys = []")
        player.act()
        page.until(rested)
        plies, seen = seen["plies"], look(table, 0, 0)
        check(moves_in(seen["log"][plies:]))
        assert page.run("window.wrong") == []
    if table.over:
        page.until(page.is_over)
        return
    page.driver.refresh()
    page.settle()
    page.driver.execute_async_script(SESSION)
    click = (  # without a pointer, which would end what is shown
        "document.querySelector(arguments[0]).click()"
    )
    page.driver.execute_script(click, "[data-k='again']")
    page.until(rested)
    check(moves_in(seen["log"][seen["chosen"] - 1 :]))
    page.driver.execute_script(click, "[data-k='again']")
    page.driver.execute_script(click, "#home")
    page.one(".setup")
    sleep(0.2)  # longer than an event is shown
    assert page.complaints() == []


@pytest.mark.parametrize("size", [(1920, 1080), DESKTOP, (768, 1024), PHONE])
def test_a_board_is_played_by_its_cells(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    """Pieces are put on cells and moved to cells, by pointer and by keyboard, with few buttons."""
    page = window(size)
    page.join(server, against_bots(server, "ambush"))
    page.settle()
    assert page.all("#dock button.choice") == []
    assert len(page.all(".board button")) == 36
    page.click("#dock .card.can")
    assert page.all("#dock button.choice") == []
    assert len(page.all(".board .can")) == 12
    page.click(".board [data-k='cell|c|c5']")
    page.click("#dock button.choice.main")
    page.one(".board .card.owned[data-k='cell|c|c5']")
    page.settle()
    page.click("#dock .card.can")
    page.click(".board [data-k='cell|c|b6']")
    page.driver.switch_to.active_element.send_keys(page.keys.ARROW_UP)
    page.until(lambda: page.run("document.activeElement.dataset.k") == "cell|c|b5")
    assert len(page.all(".board [tabindex='0']")) <= 2
    assert (page.fits(), page.in_reach(), page.complaints()) == (True, True, [])


def test_several_cards_are_marked_in_any_order_and_taken_at_once(
    server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("mundus_novus", ("human", "random"), seed=3))
    page = window()
    page.join(server, str(tokens[0]))
    page.settle()
    if page.all("#dock .range"):
        page.click("#dock .range .step[aria-label='More']")
        page.click("#dock .range button.main")
        page.settle()
    picked: list[str] = []
    while cards := page.all("#dock .card.can"):
        picked.append(str(cards[-1].get_attribute("data-k")).rpartition("|")[2].replace("_", " "))
        cards[-1].click()  # the highest first: the actions come in the other order
    assert len(picked) > 1
    assert page.text("[data-k=several]") == f"Offer {len(picked)} cards"
    page.click("[data-k=several]")

    def offered() -> list[str]:
        mine = [str(event.action) for event in table.match.history() if event.player == 0]
        return [action.removeprefix("offer ") for action in mine if action.startswith("offer ")]

    page.until(lambda: len(offered()) == len(picked))
    assert offered() == picked[::-1]
    assert page.complaints() == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_an_action_of_several_parts_is_chosen_part_after_part_with_a_way_back(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    """Its game says nothing but which fields the action has."""
    table, tokens = server.lobby.open(Start("workshop", ("human", "random"), seed=3))
    page = window(size)
    page.join(server, str(tokens[0]))
    page.settle()

    def offered() -> list[str]:
        buttons = page.all("#dock .buttons button:not(.all)")
        return [button.text.partition(" …")[0] for button in buttons]

    materials = [f"Build {material}" for material in ("brick", "clay", "slate", "wood")]
    sides = [f"Build clay {side}" for side in ("east", "north", "south", "west")]
    assert offered() == [*materials, "Rest"]
    assert page.text("#dock .all") == "All 65 choices"
    page.click("[data-k='g|build clay']")
    assert offered() == sides
    page.click("[data-k='g|build clay north']")
    assert offered() == [f"Build clay north {floors}" for floors in range(1, 5)]
    page.click("[data-k='t|group']")
    assert offered() == sides
    page.click("[data-k='t|group']")
    assert offered() == [*materials, "Rest"]
    for key in ("g|build wood", "g|build wood west", "a|build wood west 3"):
        page.click(f"[data-k='{key}']")
    page.until(lambda: table.match.plies > 0)
    assert next(table.match.history()).action == Build("wood", "west", 3)
    page.settle()
    assert offered() == [*materials, "Rest"]
    assert (page.fits(), page.in_reach(), page.complaints()) == (True, True, [])


def test_an_amount_is_set_with_a_slider_and_its_steps(page: Browser) -> None:
    page.click("#dock .card.can")
    page.click("#dock .choices button.main")
    slider = page.one("#dock .range input")
    page.settle()
    set_to = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
    page.driver.execute_script(set_to, slider, 3)  # a WebDriver does not drag
    assert page.text("#dock .range button.main") == "Bid 3"
    slider.send_keys(page.keys.ARROW_RIGHT)
    assert page.text("#dock .range button.main") == "Bid 4"
    slider.send_keys(page.keys.TAB)
    assert page.run("document.activeElement.getAttribute('aria-label')") == "More"
    page.driver.execute_script(set_to, slider, 3)
    for step, amount in (("Less", 2), ("More", 3)):
        page.click(f"#dock [aria-label='{step}']")
        assert page.text("#dock .range button.main") == f"Bid {amount}"
    page.click("#dock .range button.main")
    page.until(lambda: "You bid 3" in page.text("#log"))


def test_the_replay_says_which_judged_decision_it_stands_before(
    server: Server, window: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(at: CallerSeat, *, of_seat: int, after: int = 0) -> Judgement:
        if after > 4:
            return Judgement(None, 12)
        ply = 1 if not after else after + 4
        judged = Judged(
            ply=ply,
            round=ply,
            when=f"round {ply}",
            seat=of_seat,
            done="play ship",
            done_text="play your Ship",
            chance=0.4,
            best="play crown",
            best_text="play your Crown",
            best_chance=0.6,
            verdict="worse" if after else "too_close",
            cost=0.2 if after else 0,
            alternatives=2,
            why=(),
            because="",
        )
        assert of_seat == at.seat == 0
        return Judgement(judged, 12)

    monkeypatch.setitem(METHODS, "judge", replace(METHODS["judge"], work=judge))
    page = window()
    page.join(server, against_bots(server, "bazaar"))
    played_to_the_end(page)
    page.click("[data-k='judge']")
    page.until(lambda: "a search agrees with 0, finds 1 worse" in page.text(".judged"))
    assert page.text(".replay .prompt") == "Replay: action 0 of 12"
    assert not page.all(".judged [aria-current]")
    page.click("[data-k='j5']")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 4 of 12")
    assert "Play your Ship (40 %). Better: play your Crown (60 %)." in page.text(".judged li")
    assert page.text(".judged [aria-current='true']") == "Action 5, round 5"
    page.click("[data-k='r2']")
    page.until(lambda: page.text(".replay .prompt") == "Replay: action 5 of 12")
    assert not page.all(".judged [aria-current]")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_aloud_is_punctuated_like_a_sentence(
    name: str, server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    page.join(server, against_bots(server, name))
    player = Player(page, 5)
    page.settle()
    said: list[str] = []
    for _ in range(12):
        if page.is_over():
            break
        cards = page.run(
            "[...document.querySelectorAll('button.card')].map((each) => each.firstChild"
            ".textContent)"
        )
        assert all(card.accessible_name in cards for card in page.all("#dock .hand .card"))
        said += cards
        for button in page.all("#dock .group"):
            assert re.fullmatch(r".+: \d+ choices", button.accessible_name)
        player.act()
        page.settle()
        said.append(page.text("#live"))
    assert (
        any(re.fullmatch(r".+, value [\u2212\d]+, \xd7\d+(, .*)?", each) for each in said)
        or name == "for_the_king"
    )
    assert [
        each for each in said if not each or re.search(r" [,.]|[,.:]\.|\.\.|,,|^,|,$", each)
    ] == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_log_runs_downwards_under_headings_and_news_are_what_has_happened_since_the_last_choice(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    page = window(size)
    table, tokens = server.lobby.open(Start("for_the_king", ("human", *["random"] * 3), seed=5))
    page.join(server, str(tokens[0]))
    player = Player(page, 3)
    page.settle()
    while not page.text("#log h3 ~ h3"):
        player.act()
        page.settle()
    seen: Any = look(table, 0, 0)
    told = [[line for each in event["happened"] for line in each["lines"]] for event in seen["log"]]
    shown = page.run(
        "[...document.querySelectorAll('#log .log > li')].map((action) =>"
        " [...action.querySelectorAll('li')].map((each) => each.textContent))"
    )
    assert [*chain(*shown)] == [*chain(*told)], "all that each action has caused"
    for entry in shown:
        assert len({line.startswith("Player 2 ") for line in entry}) == 1, "of one player"
    heads = page.run("[...document.querySelectorAll('#log h3')].map((each) => each.textContent)")
    assert heads == [f"Turn {turn} of 16" for turn in range(1, len(heads) + 1)]
    assert len(heads) > 1
    if size == PHONE:
        page.click("[data-k='log']")
        assert page.run("document.querySelectorAll('#sheet h3').length") == len(heads)
    place = "document.querySelector(arguments[0])"
    scrolled = page.run(
        "(({scrollTop, clientHeight, scrollHeight}) => scrollHeight - scrollTop -"
        f" clientHeight)({place})",
        ".sheet-body" if size == PHONE else "#log",
    )
    assert scrolled < 2, "the end is in view"
    if size == PHONE:
        page.click("#sheet header button")
    latest = page.run("[...document.querySelectorAll('.news li')].map((each) => each.textContent)")
    since = " ".join(f"{line}." for lines in told[seen["chosen"] - 1 :] for line in lines)
    assert since.endswith(" ".join(latest))
    assert latest[-1].endswith(f"{told[-1][-1]}.")
    assert_the_end_of_the_news_is_in_view(page)
    assert page.fits()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_came_before_the_latest_of_the_log_is_one_press_away(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("for_the_king", ("human", "human", "human")))
    while table.match.plies < 3 * LATEST_ENTRIES:
        table.act(table.waiting[0], 1)
    page = window(size)
    page.join(server, str(tokens[0]))
    page.until(lambda: page.shown()[0] == table.match.plies)
    page.driver.execute_async_script(SESSION)
    log = "#sheet" if size == PHONE else "#log"
    box = "#sheet .sheet-body" if size == PHONE else "#log"

    def open_log() -> str:
        if size == PHONE:
            page.click("[data-k='log']")
        return page.text(f"{log} .log > li")

    first, latest = open_log(), look(table, 0, None)
    assert page.run("session.log") == latest["log"]
    page.driver.execute_script("document.querySelector(arguments[0]).scrollTop = 0", box)
    page.click(f"{log} [data-k='earlier']")
    page.until(lambda: not page.all("[data-k='earlier']"))
    assert page.run("session.log") == look(table, 0, 0)["log"]
    assert page.text(f"{log} h3") == "Turn 1 of 18"
    assert page.text(f"{log} .log > li") != first
    above, y, below = page.run(
        "((box, lines) => { const { top, bottom } = box.getBoundingClientRect();"
        " const line = lines.find((each) => each.textContent === arguments[1]);"
        " return [top, line.getBoundingClientRect().top, bottom]; })"
        "(document.querySelector(arguments[0]),"
        " [...document.querySelectorAll(`${arguments[0]} .log > li`)])",
        box,
        first,
    )
    assert above < y < below, "what was read is still in view"
    if size == PHONE:
        page.click("#sheet header button")
    table.act(table.waiting[0], 1)
    page.until(lambda: page.shown()[0] == table.match.plies)
    assert page.run("session.log") == look(table, 0, 0)["log"], "what is new follows"
    table.rename(1, "Benny")
    page.until(lambda: "Benny" in page.text("#table .seats"))
    assert page.run("session.log") == look(table, 0, None)["log"], "with the new name alone"
    table.undo(0)
    for seat in (1, 2):
        table.grant_undo(seat)
    assert table.seating.undone
    page.until(lambda: page.shown()[0] == table.match.plies)
    assert page.run("session.log") == look(table, 0, None)["log"]
    assert page.run("session.base")["ply"] == look(table, 0, None)["chosen"] - 1
    assert page.complaints() == []


LINES_OF_NEWS = """(() => {
  const box = document.querySelector(".latest").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".latest li")].flatMap((line) =>
    [...line.getClientRects()].map(({ top, bottom }) => [top - box.top, box.bottom - bottom]));
  return rows.map((room) => Math.min(...room));
})()"""
"""For each row of each line of the news, the room that it has: less than nothing outside."""


def assert_the_end_of_the_news_is_in_view(page: Browser) -> None:
    """Assert that each row of the news is in view or not, and the last one is."""
    rooms = page.run(LINES_OF_NEWS)
    assert rooms[-1] > -1.5
    assert not [room for room in rooms if -12 < room <= -1.5], "a row is cut"


@pytest.mark.parametrize("size", [(1920, 1080), DESKTOP, (768, 1024), PHONE])
def test_of_more_news_than_there_is_room_for_the_end_is_in_view_in_whole_rows(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    page = window(size)
    _, tokens = server.lobby.open(Start("koryo", ("human", *["random"] * 3), seed=2))
    page.join(server, str(tokens[0]))
    page.settle()
    player = Player(page, 5)
    for _ in range(3):
        player.act()
        page.settle()
    lines = [f"Player {seat} has done something of which there is more to say." for seat in "234"]
    show = "document.querySelector('.latest li:not([hidden])').textContent = arguments[0]"
    page.driver.execute_script(show, " ".join(lines * 4))
    assert page.run(LINES_OF_NEWS)[0] < -12, "there is no room for all"
    assert_the_end_of_the_news_is_in_view(page)


CUT_NEWS = """
(() => {
  const { top, bottom } = document.querySelector(".latest").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".latest li:not([hidden])")]
    .flatMap((line) => [...line.getClientRects()]);
  return rows.filter((row) => row.top < top - 1 || row.bottom > bottom + 1).length;
})()
"""


def test_news_for_which_there_is_no_room_are_left_out_as_a_whole(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    _, tokens = server.lobby.open(Start("koryo", ("human", *["random"] * 3), seed=2))
    page.join(server, str(tokens[0]))
    player = Player(page, 5)
    left_out = 0
    page.settle()
    while not page.is_over():
        assert page.run(CUT_NEWS.strip()) == 0, page.text(".news")
        left_out += len(page.all(".latest li[hidden]"))
        player.act()
        page.settle()
    assert left_out > 0


def test_players_who_have_done_the_same_are_told_in_one_line_that_each_has_done_it(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    _, tokens = server.lobby.open(Start("koryo", ("human", *["random"] * 3), seed=2))
    page.join(server, str(tokens[0]))
    player, lines = Player(page, 5), ""
    page.settle()
    while not page.is_over():
        lines += f"{page.text('.news')}\n"
        player.act()
        page.settle()
    together = r"Player \d(, Player \d)* and (Player \d|You)"
    assert re.search(rf"{together} each ordered \d cards?, face down", lines)
    assert not re.search(rf"{together} ordered", lines)


def test_news_do_not_join_what_one_player_did_in_two_seasons(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    _, tokens = server.lobby.open(Start("koryo", ("human", "random", "random"), seed=2))
    page.join(server, str(tokens[0]))
    told = [
        ("season 3 of 8", "Player 3 ordered nothing"),
        ("season 4 of 8", "Player 3 ordered nothing"),
        ("season 4 of 8", "Player 3 ordered nothing"),
    ]
    events = [{"seat": 2, "stage": stage, "happened": [{"lines": [line]}]} for stage, line in told]
    assert ["2 times" in line for line in news_of(page, events)] == [False, True]


def test_news_count_what_one_did_again_and_say_at_last_what_it_led_to(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    _, tokens = server.lobby.open(Start("koryo", ("human", "random", "random"), seed=2))
    page.join(server, str(tokens[0]))
    did = [
        *[(0, ["You chose a sugar cane card to offer"])] * 2,
        (0, ["You chose a relic card to offer"]),
        *[(1, ["Player 2 chose what to store"])] * 2,
        (1, ["Player 2 discarded a card"]),
        (1, ["Player 2 discarded a card", "Player 2 received Gold 2"]),
        (2, ["Player 3 discarded 1 Spy"]),
        (2, ["Player 3 discarded 1 Spy"]),
    ]
    assert news_of(
        page, [{"seat": seat, "happened": [{"lines": lines}]} for seat, lines in did]
    ) == [
        "You chose 2 sugar cane cards to offer.",
        "You chose a relic card to offer.",
        "Player 2 chose what to store.",
        "Player 2 discarded 2 cards.",
        "Player 2 received Gold 2.",
        "Player 3 discarded 2 Spies.",
    ]


def news_of(page: Browser, events: list[dict[str, Any]]) -> list[str]:
    """Return what the page says of these actions."""
    lines = page.driver.execute_async_script(
        "const [events, done] = arguments;"
        " import(document.scripts[0].src.replace('page.js', 'log.js'))"
        ".then(({ newsLines }) => done(newsLines(events)))",
        events,
    )
    return [str(line) for line in lines]


def test_news_count_the_cards_that_each_player_chose_one_by_one(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    _, tokens = server.lobby.open(Start("mundus_novus", ("human", "random", "random"), seed=2))
    page.join(server, str(tokens[0]))

    def chose(*seats: int) -> list[str]:
        told = [(seat, f"Player {seat + 1} chose a card to offer") for seat in seats]
        return news_of(page, [
            {"seat": seat, "stage": "round 1", "happened": [{"lines": [line]}]}
            for seat, line in told
        ])  # fmt: skip

    assert "Player 2 chose 3 cards to offer" in chose(1, 1, 1)[0]
    assert "Player 2 and Player 3 each chose 2 cards to offer" in chose(1, 1, 2, 2)[0]
    assert "chose a card to offer (3 times in all)" in chose(1, 1, 2)[0]


def test_what_others_do_after_an_action_is_not_told_under_it(
    server: Server, window: Callable[..., Browser]
) -> None:
    """The last offer lets all be revealed: it is told with the others, and they for themselves."""
    page = window()
    _, tokens = server.lobby.open(Start("mundus_novus", ("human", "random", "random"), seed=2))
    page.join(server, str(tokens[0]))
    happened = [
        ["Player 2 chose a card to offer"],
        ["Player 3 chose a card to offer", "You offered 1 corn", "Player 3 became Trade Master"],
        ["Player 3 ended the turn", "Player 3 got 1 doubloon", "Round 2 begins"],
    ]
    events = [
        {"seat": seat, "stage": "round 1", "happened": [{"lines": lines}]}
        for seat, lines in zip((1, 2, 2), happened, strict=True)
    ]
    entries = page.driver.execute_async_script(
        "const [events, done] = arguments;"
        " import(document.scripts[0].src.replace('page.js', 'log.js')).then(({ entries }) =>"
        " done(entries(events).children.map(({ children: [list] }) => list.children.length)))",
        events,
    )
    assert entries == [1, 1, 1, 2, 1]


class PhaseFirst(KoryoEnglish):
    """A language whose headings begin with the phase, and have no comma."""

    def heading(self, season: int, seasons: int, phase: Phase) -> str:
        return f"{self.phases[phase]} of {self.stage(season, seasons)}"


def test_the_log_is_told_season_by_season_in_any_language(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    table, tokens = server.lobby.open(Start("koryo", ("human", "random", "random"), seed=2))
    table.sight.languages[0] = PhaseFirst(table.match.game)
    page.join(server, str(tokens[0]))
    player = Player(page, 5)
    page.settle()
    while not table.scene(0).heading.endswith("season 3 of 8"):
        player.act()
        page.settle()
    heads = page.run("[...document.querySelectorAll('#log h3')].map((each) => each.textContent)")
    assert heads[:2] == ["Season 1 of 8", "Season 2 of 8"]
    assert len(heads) <= 3


def test_every_resource_has_its_own_emblem_and_what_a_card_is_comes_before_its_event(
    server: Server, window: Callable[..., Browser]
) -> None:
    pieces = boardgames.make("mundus_novus", players=6).words.pieces()
    page = window()
    page.open(server.url)
    page.one(".setup")
    known = [{"key": key, "name": "", "group": ""} for key in ("house", "anchor")]
    emblems = page.driver.execute_async_script(
        "const [pieces, done] = arguments;"
        " import(document.scripts[0].src.replace('page.js', 'cards.js')).then(({ dressed }) => {"
        " const all = Object.values(dressed(pieces));"
        " done(Object.fromEntries(all.map((each) => [each.key, each.path]))); })",
        [*[to_json(piece) for piece in pieces.values()], *known],
    )
    resources = [key for key, piece in pieces.items() if re.fullmatch(r"\d-\d", piece.group)]
    assert len({emblems[key] for key in (*resources, "relic")}) == len(resources) + 1 == 10
    for group, emblem in (("warehouse", "house"), ("shipyard", "anchor")):
        assert {emblems[key] for key, piece in pieces.items() if piece.group == group} == {
            emblems[emblem]
        }


def test_the_result_leaves_the_table_of_numbers_whole(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    table, tokens = server.lobby.open(Start("for_the_king", ("random",) * 4, seed=5, watch=True))
    page.until(lambda: table.over)
    page.join(server, str(tokens[None]))
    page.until(page.is_over)
    heads = "[...document.querySelectorAll('.columns .head')]"
    assert page.run(f"{heads}.length") == 10
    assert page.run(
        f"(([first, ...rows], table) => first.height > 15 && table.bottom <= innerHeight &&"
        f" [first, ...rows].every((each) => each.top >= table.top && each.bottom <="
        f" table.bottom + 1))({heads}.map((each) => each.getBoundingClientRect()),"
        f" document.querySelector('#table').getBoundingClientRect())"
    )


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_result_leaves_all_seats_in_view(
    players: int, server: Server, window: Callable[..., Browser]
) -> None:
    page = window((1280, 720))
    seats = ("random",) * players
    table, tokens = server.lobby.open(Start("mundus_novus", seats, seed=5, watch=True))
    page.until(lambda: table.over)
    page.join(server, str(tokens[None]))
    page.until(page.is_over)
    bottoms, dock = page.run(
        "[[...document.querySelectorAll('#table :is(.seat, .seat .zone)')].map((each) =>"
        " each.getBoundingClientRect().bottom),"
        " document.querySelector('#dock').getBoundingClientRect().top]"
    )
    assert len(page.all("#table .seat")) == players
    assert max(bottoms) <= dock


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_four_players_have_room_at_one_table(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    """Every place is there all the time, empty or not, and what is in it has room; of discards the
    number is enough, and a sheet shows them.
    """
    page = window(size)
    table, tokens = server.lobby.open(Start("mundus_novus", ("human", *["greedy"] * 3), seed=5))
    page.join(server, str(tokens[0]))
    page.settle()
    places = (
        "[...document.querySelectorAll('#table .zone, #table .seat')].map((each) =>"
        " each.dataset.z ?? '').filter((each) => !/display|aside/.test(each))"
    )
    there, opened = page.run(places), 0
    assert page.text(".seat.mine .counters").startswith("doubloons")
    player = Player(page, 3)
    for _ in range(25):
        assert page.run(places) == there
        for part in (".marks", ".name"):
            cut = (
                f"[...document.querySelectorAll('.card {part}')].filter((each) => each.scrollWidth"
                " > each.clientWidth)"
            )
            assert page.run(f"{cut}.map((each) => each.textContent)") == []
        if page.all(".zone-discards .unfold"):
            page.click(".zone-discards .unfold")
            assert page.all("#sheet .zone-discards .card")
            page.click("#sheet .close")
            opened += 1
        player.act()
        page.settle()
    assert opened > 0
    assert not table.over


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (844, 390), (1920, 1080)], ids=str)
def test_the_table_has_room_beside_the_dock_and_what_is_asked_about_is_in_view(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    """Also with six players, an explanation and the text of a card open; no name is smaller than 13
    pixels.
    """
    page = window(size)
    _, tokens = server.lobby.open(Start("mundus_novus", ("human", *["random"] * 5), seed=5))
    page.join(server, str(tokens[0]))
    player = Player(page, 3)
    for _ in range(6):
        page.settle()
        if page.all("#dock .hand .card"):
            page.click("#dock .hand .card")
            page.click("#dock .hand .card")
        table, cans, names = page.run(
            "[document.querySelector('#table').getBoundingClientRect(),"
            " [...document.querySelectorAll('#table .can')].map((each) =>"
            " each.getBoundingClientRect()), [...document.querySelectorAll('.card"
            " .name')].map((each) => parseFloat(getComputedStyle(each).fontSize))]"
        )
        assert table["height"] > 0.24 * size[1]
        assert not cans or any(
            each["bottom"] > table["top"] and each["top"] < table["bottom"] for each in cans
        )
        assert min(names) >= 13
        assert page.fits()
        player.act()


def test_a_phase_is_explained_when_it_is_met_and_not_again(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    game = boardgames.make("koryo", players=2)
    tips = [game.words.goal, game.words.scene(game.view(game.new_game(5), 0)).tip]
    page.open(server.url)
    page.click("input[value='koryo']")
    assert page.text(".goal") == game.words.goal
    page.join(server, against_bots(server, "koryo"))
    page.settle()
    assert [each.text for each in page.all(".tip p")] == tips
    page.click("[data-k='tip']")
    page.until(lambda: not page.all(".tip"))
    page.driver.refresh()
    page.settle()
    assert not page.all(".tip")


def test_where_the_browser_stores_nothing_the_page_plays_until_it_is_left(
    serving: Callable[..., Server], window: Callable[..., Browser]
) -> None:
    server = serving(Lobby(key="of-the-opener"))
    page = window(stores=False)
    page.open(f"{server.url}#key=of-the-opener")
    page.click("input[value='koryo']")
    page.click("[data-k='deal']")
    page.settle()
    Player(page, 3).act()
    page.settle()
    goal = boardgames.make("koryo", players=2).words.goal
    assert goal not in page.text(".tip"), "it has been read"
    page.click("#home")
    page.one(".tables button")
    assert page.text("#alarm") == ""
    assert page.run("(() => { try { return !localStorage } catch { return true } })()")
    page.driver.refresh()
    page.one(".setup")
    assert not page.all(".tables button")
    assert page.complaints() == []


def test_cards_travel_where_motion_is_welcome_and_can_be_used_at_once(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    for motion, travels in (("reduce", False), ("no-preference", True)):
        feature = [{"name": "prefers-reduced-motion", "value": motion}]
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": feature})
        page.join(server, against_bots(server, "koryo"))
        page.settle()
        page.driver.execute_script(
            "window.seen = 0; new MutationObserver((all) => { for (const { addedNodes } of all) for"
            " (const each of addedNodes) if (each.classList?.contains('travelling')) window.seen +="
            " 1; }).observe(document.body, { childList: true });"
        )
        Player(page, 3).act()
        page.settle()
        assert (page.run("window.seen") > 0) is travels
        page.until(lambda: not page.all(".travelling"))


def test_ones_tables_stand_first_on_the_start_page_and_say_what_they_are(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window()
    for name, seats in (
        ("bazaar", ("human", "random")),
        ("koryo", ("easy", "human", "fair")),
        ("bazaar", ("random",) * 3),
    ):
        _, tokens = server.lobby.open(
            Start(name, seats, names=("Ann", *[""] * (len(seats) - 1)), seed=5, watch=True)
        )
        page.join(server, str(tokens[seats.index("human") if "human" in seats else None]))
        if name == "koryo":
            page.settle()
    page.until(page.is_over)
    page.click("#home")
    page.one(".setup")
    heads = (
        "[...document.querySelectorAll('#start > *')].map((each) =>"
        " each.querySelector('h2')?.textContent)"
    )
    assert page.run(heads)[1:3] == ["Your tables", "A new game"]
    assert page.run(
        "[...document.querySelectorAll('.tables li > button:first-child')].map((each) =>"
        " each.textContent)"
    ) == [
        "Go on: Koryŏ, with Ann and a fair bot",
        "Go on: Bazaar, with a random bot",
        "Look back: Bazaar, Ann and 2 random bots",
    ]
    page.click(".tables li button")
    page.settle()
    assert page.text("#title") == "Koryŏ"


def test_on_a_phone_the_title_is_whole_a_way_back_stays_and_bots_have_short_names(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    page.open(server.url)
    page.click("input[name='game'][value='koryo']")
    page.click("input[name='count'][value='4']")
    assert page.all(".seat-row:nth-child(2) option")[3].text == "Fair bot"
    for select in page.all(".seat-row select"):
        wide = page.run(
            "[...arguments[0].options].map(({ text }) => { const pen ="
            " document.createElement('canvas').getContext('2d'); pen.font ="
            " getComputedStyle(arguments[0]).font; return [text, pen.measureText(text).width];"
            " }).filter(([, width]) => width > arguments[0].clientWidth - 36)",
            select,
        )
        assert wide == []
    for name in ("for_the_king", "mundus_novus"):
        page.join(server, against_bots(server, name))
        page.settle()
        assert page.has_room("#title")
        assert page.run("document.querySelector('#bar').offsetHeight") < 80
        page.click("#home")
        page.one(".setup")


def test_nothing_of_one_table_can_be_clicked_at_the_next(page: Browser) -> None:
    page.click("#home")
    page.one(".setup")
    page.driver.execute_script(
        "const fetched = window.fetch; window.late = [];"
        "window.fetch = async (path, ...rest) => {"
        " if (window.late && rest[0]?.body.includes('\"look\"'))"
        "   await new Promise((go) => window.late.push(go));"
        " return fetched(path, ...rest); };"
    )
    page.click("input[name='game'][value='koryo']")
    page.click(".setup button.main")
    page.until(lambda: bool(page.run("window.late.length")))
    assert page.text("#title") == "Koryŏ"
    assert not page.all("#play button, #tools button")
    page.driver.execute_script("const [go] = window.late; window.late = null; go();")
    page.until(page.can_choose)


def test_undo_and_hint_against_bots(page: Browser) -> None:
    before = page.text("#table .centre")
    page.click("[data-k='hint']")
    page.one(".hint")
    page.click("#dock .choices button.main")
    page.until(lambda: "auction" in page.text("#where"))
    page.click("[data-k='undo']")
    page.until(lambda: "trade" in page.text("#where"))
    assert page.text("#table .centre") == before


def test_a_hint_that_comes_too_late_is_not_shown(page: Browser) -> None:
    page.driver.execute_script(
        "const fetched = window.fetch; window.late = [];"
        "window.fetch = async (path, ...rest) => {"
        " const answer = await fetched(path, ...rest);"
        " if (rest[0]?.body.includes('\"hint\"')) await new Promise((go) => window.late.push(go));"
        " return answer; };"
    )
    page.click("[data-k='hint']")
    page.until(lambda: bool(page.run("window.late.length")))
    Player(page, 1).act()
    page.settle()
    page.driver.execute_async_script("window.late.pop()(); setTimeout(arguments[0], 300);")
    assert not page.all(".hint")
    assert not page.all("#dock .card.picked")
    page.click("[data-k='hint']")
    page.until(lambda: bool(page.run("window.late.length")))
    page.click("#home")
    page.one(".setup")
    page.driver.execute_async_script("window.late.pop()(); setTimeout(arguments[0], 300);")
    assert not page.text("#live").startswith("Hint")
    assert page.complaints() == []


def test_a_card_says_what_it_does_and_its_rule_is_a_click_away(
    server: Server, window: Callable[..., Browser]
) -> None:
    place = "#about"
    for size in (DESKTOP, PHONE):
        page = window(size)
        page.join(server, against_bots(server, "bazaar"))
        page.settle()
        card = page.one("#dock .hand .card")
        said = card.find_elements("css selector", ".hidden-text")[0]
        name = str(said.get_attribute("textContent")).partition(",")[0]
        card.click()
        page.until(lambda page=page, name=name: page.text(f"{place} h2") == name)  # type: ignore[misc]
        page.click(f"{place} button.small:not(.close)")
        assert "What a card is worth is printed on it." in page.one(".rules .wanted").text
        page.click("#sheet header button")
        page.one(".seat .back").click()
        page.until(lambda page=page: "Each is one of these" in page.text(place))  # type: ignore[misc]


def test_what_a_number_and_a_mark_mean_is_told_where_they_are_tapped(
    server: Server, window: Callable[..., Browser]
) -> None:
    page = window(PHONE)
    page.join(server, against_bots(server, "koryo"))
    page.settle()
    for place, name, meaning in (
        ("[data-row='cards'] abbr", "cards", "the limit of the season"),
        (".tag abbr", "first", "Acts first"),
    ):
        page.one(place).click()
        assert name in page.text("#sheet h2")
        assert meaning in page.text("#sheet .sheet-body")
        page.click("#sheet header button")


def test_a_record_of_a_forfeited_game_says_at_its_end_who_forfeited(
    server: Server, window: Callable[..., Browser], tmp_path: Path
) -> None:
    match: Match[Any, Any, Any] = Match(
        boardgames.make("koryo", players=2), [RandomBot(), RandomBot()], 7
    )
    match.step()
    replace(match.record(), ending=Forfeit(1, "no idea")).save(tmp_path / "lost.json")
    page = window()
    page.open(server.url)
    page.one("input[type='file']").send_keys(str(tmp_path / "lost.json"))
    page.click("[data-k='r4']")
    page.until(lambda: "Player 2 forfeited the game: no idea" in page.text(".news"))
    page.click("[data-k='r0']")
    page.until(lambda: "forfeited" not in page.text(".news"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_ones_own_place_comes_first_and_what_is_compared_stands_in_one_table(
    size: tuple[int, int], server: Server, window: Callable[..., Browser]
) -> None:
    """Koryo compares cards, and For the King numbers beside those of the Duties; a pile is a line
    with its size.
    """
    page = window(size)
    seats = ("greedy", "human", "greedy")
    names = ["You", "Player 3", "Player 1"]
    page.join(server, str(server.lobby.open(Start("koryo", seats))[1][1]))
    page.until(page.can_choose)
    assert [each.text for each in page.all(".seat h2 .who")] == names
    assert page.all(".centre .zone-pile.heap .back")
    page.join(server, str(server.lobby.open(Start("for_the_king", seats))[1][1]))
    page.until(page.can_choose)
    assert [each.text for each in page.all(".columns .seat h2 .who")] == names
    rows = page.run(
        "[...document.querySelectorAll('.columns .head-name')].map((each) => each.textContent)"
    )
    points = rows.index("known points")
    assert points == (0 if size == PHONE else 7), "who leads is in view"
    begin = rows.index("Diplomacy")
    below = ["drawn card", "hand"] if size == PHONE else ["Gold", "unknown cards"]
    assert rows[begin + 5 : begin + 7] == below, "what can be used is in view"
    assert {"drawn card", "hand", "lost cards"} <= set(rows), "each has a line of its own"
    assert page.text(".columns [data-row='diplomacy'] .of-all") == "3 / 1"
    assert "Diplomacy" not in page.text(".centre .counters"), (
        "what is in the table is not shown twice"
    )
    assert page.fits()


@pytest.mark.parametrize("name", GAMES)
def test_two_windows_of_two_people_and_neither_gets_the_hand_of_the_other(
    name: str, server: Server, window: Callable[..., Browser]
) -> None:
    """Whatever came over the network is what the seat may know by the game as played beside it, and
    no more.
    """
    table, tokens = server.lobby.open(
        Start(name, ("human",) * boardgames.game_class(name).player_counts[0])
    )
    pages = [window() for _ in tokens]
    for seat, page in enumerate(pages):
        page.join(server, str(tokens[seat]))
    beside, rng = Beside(name, len(pages), table.match.seed), generator(2, 0)
    positions: list[dict[int, Any]] = [{0: beside.shown_to(seat)} for seat in range(len(pages))]
    for _ in range(11):
        seats = beside.game.to_act(beside.state)
        if not seats:
            break
        seat = pick(seats, rng)
        page = pages[seat]
        # What another player has just done may not be on the page yet.
        page.until(lambda page=page: page.shown()[0] >= beside.plies and page.can_choose())  # type: ignore[misc]
        action = str(beside.game.random_action(beside.state, rng, seat))
        button = page.one("#dock .choices .all, #dock .choices .choice")
        key = str(button.get_attribute("data-k"))
        button.click()
        if page.all("#sheet[open]"):
            choices = [each["action"] for each in positions[seat][beside.plies]["choices"]]
            page.all("#sheet .plain-list button")[choices.index(action)].click()
        else:
            action = key.removeprefix("a|")
        beside.act(seat, action)
        for viewer in range(len(pages)):
            positions[viewer][beside.plies] = beside.shown_to(viewer)
        page.until(lambda: table.match.plies == beside.plies)
    for seat, page in enumerate(pages):
        page.until(lambda page=page: page.shown()[0] >= beside.plies)  # type: ignore[misc]
        looked = 0
        for address, body in page.received():
            path = "/" + address.partition("#")[0].split("/", 3)[3]
            assert str(table.match.seed) not in body
            assert path in (*PAGES, "/rpc"), path
            answers = json.loads(body) if path == "/rpc" else []
            assert all(each.keys() == {"jsonrpc", "id", "result"} for each in answers)
            results = [each["result"] for each in answers if each["result"]]
            looks = [result for result in results if "legal_actions" in result]
            others = [result for result in results if result not in looks]
            assert all(result.keys() in KNOWN for result in others), others
            for told in [event for result in others for event in result.get("events", [])]:
                *_, latest = positions[seat].values()
                said = [each["lines"] for each in latest["log"][told["ply"] - 1]["happened"]]
                assert told["seat"] == seat
                assert " ".join(told["text"]).split() == " ".join(chain(*said)).split()
            if not looks:
                continue
            (news,) = looks
            news["choices"] = choices_of(news)
            expected = positions[seat][news["plies"]]
            assert {key: news[key] for key in ("scene", "choices")} == {
                key: expected[key] for key in ("scene", "choices")
            }
            assert news["log"] == expected["log"][news["log_from"] : news["plies"]]
            assert news["end"] is None
            assert seat == 0 or not any(each["invitation"] for each in news["absent"]), (
                "only the host invites"
            )
            looked += 1
        assert looked > beside.plies / 4


KNOWN = [
    {each.name for each in fields(kind)}
    for kind in (Catalogue, Invitation, Opened, About, Pieces, GameStatus, Events)
]
"""What else the page is told, by the names of the fields; of hands only the events of actions."""


def test_who_is_missing_is_seen_and_the_host_lets_a_bot_play_on_and_gives_the_seat_back(
    server: Server, window: Callable[..., Browser]
) -> None:
    table, tokens = server.lobby.open(Start("bazaar", ("human", "human"), names=("Ann", "")))
    host, guest = window(), window(PHONE)
    host.join(server, str(tokens[0]))
    host.one(".seat .tag")
    assert "not here yet" in host.text(".seats")
    link = host.one(".invitations input").get_attribute("value")
    guest.open(str(link))
    assert "Bazaar, for 2 players. Ann invites you." in guest.one(".join .to").text
    guest.one("#guest").send_keys("Ben")
    guest.click("form.join button.main")
    host.until(lambda: "Ben: here" in host.text("#live"))
    host.until(lambda: "not here yet" not in host.text(".seats") and not host.all(".invitations"))
    table.rename(1, "Benny")  # is not announced, and leaves what was announced alone
    host.until(lambda: "Benny" in host.text(".seats"))
    assert "Ben: here" in host.text("#live")
    guest.click("[data-k='menu']")
    guest.click("[data-k='stand-in']")
    host.until(lambda: "a bot plays on" in host.text(".seats"))
    assert table.seating.seats[1].stand_in
    host.click("[data-k='p|give_back|1']")
    host.until(lambda: "a bot plays on" not in host.text(".seats"))
    guest.until(lambda: not guest.all(".missing"))
    assert not table.seating.seats[1].stand_in
    assert host.complaints() == guest.complaints() == []


def test_people_end_a_game_by_agreement(server: Server, window: Callable[..., Browser]) -> None:
    table, tokens = server.lobby.open(Start("bazaar", ("human", "human"), names=("Ann", "Bo")))
    pages = window(), window(PHONE)
    for page, seat in zip(pages, (0, 1), strict=True):
        page.join(server, str(tokens[seat]))
        page.one("#dock .card")
    pages[0].click("[data-k='menu']")
    pages[0].click("[data-k='agree']")
    pages[0].until(lambda: "You ask to end the game" in pages[0].text("body"))
    pages[1].click("[data-k='end false']")
    refused = "Bo did not agree to end the game."
    pages[0].until(lambda: refused in pages[0].text("#table .news"))
    assert "did not agree" not in pages[1].text("body")
    pages[0].click("[data-k='menu']")
    pages[0].click("[data-k='agree']")
    pages[1].click("[data-k='end true']")
    for page in pages:
        page.until(lambda page=page: "Nobody wins" in page.text(".ending"))  # type: ignore[misc]
    assert table.over
    assert "asked to end the game, and all agreed" in pages[1].text(".ending")


def test_a_page_that_is_loaded_again_keeps_its_seat_and_a_used_link_gives_none(
    server: Server, window: Callable[..., Browser]
) -> None:
    token = against_bots(server, "bazaar")
    page = window()
    page.join(server, token, "Ann")
    page.settle()
    before = page.text("#table")
    assert token not in page.driver.current_url
    page.driver.refresh()
    page.until(lambda: page.text("#table") == before)
    late = window(PHONE)
    late.open(f"{server.url}#join={token}")
    late.one(".setup")
    late.until(lambda: "has been used" in late.text("#alarm"))
    assert not late.all("#dock .card")


def test_a_restart_in_mid_game_is_hardly_noticed(
    tmp_path: Path, serving: Callable[..., Server], window: Callable[..., Browser]
) -> None:
    first = serving(Lobby(records=tmp_path), patience=0.2)
    page = window()
    page.join(first, against_bots(first, "bazaar"))
    page.settle()
    Player(page, 2).act()
    page.settle()
    before = page.text("#dock")
    port = first.server_port
    stop(first)
    page.until(lambda: "connection is lost" in page.text("#alarm"))
    second = serving(Lobby(records=tmp_path), port=port, patience=0.2)
    page.until(lambda: page.text("#alarm") == "")
    assert page.text("#dock") == before
    player = Player(page, 3)
    player.act()
    assert player.acted()
    page.settle()
    assert second.lobby.complaints == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", GAMES)
def test_axe_finds_no_violation(
    name: str,
    size: tuple[int, int],
    *,
    dark: bool,
    server: Server,
    window: Callable[..., Browser],
    axe: str,
) -> None:
    page = window(size, dark=dark)
    page.open(server.url)
    page.one(".setup")
    assert violations(page, axe) == []
    page.join(server, against_bots(server, name))
    page.settle()
    assert violations(page, axe) == []
    player = Player(page, 4)
    for _ in range(6):
        if not page.is_over():
            player.act()
            page.settle()
    if page.all(".card.can"):
        page.all(".card.can")[0].click()
    assert violations(page, axe) == []
    page.click("[data-k='rules']")
    page.one(".rules")
    assert violations(page, axe) == []


def test_teams_are_shown_by_the_names_of_their_players(
    server: Server, window: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = BazaarWords.scene
    monkeypatch.setattr(
        BazaarWords, "scene", lambda *given: evolve(scene(*given), teams=((0, 2), (1, 3)))
    )
    seats = ("human", "human", "human", "random")
    started = Start("bazaar", seats, names=("", "Bob", "Ann", ""))
    _, tokens = server.lobby.open(started)
    page = window()
    page.join(server, str(tokens[0]))
    page.until(lambda: "Teams: You and Ann; Bob and " in page.text("#about .notes"))
