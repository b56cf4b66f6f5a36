"""How still the page stands: what moves from one question to the next, over whole games.

    python -m tests.web.movement [--games NAME ...] [--players COUNT ...] [--sizes WIDTHxHEIGHT ...]
        [--questions MOST] [--seed SEED]

For each game, number of players and size of the window, somebody plays at random against random
bots, and the pace is made eight times as fast. A line says how far what exists at one question and
the next has moved, whether seats and zones have kept their sizes, how much the layout has shifted
(the largest sum within five seconds, as browsers report it, and the sum of the game), what has to
be scrolled, how much of the table's room is used, and the size of the smallest text.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import mean, median, quantiles
from threading import Thread
from typing import Any

import boardgames
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.web.asgi import application
from tests.web.browser import Browser, Player

SIZES = ((1280, 720), (1920, 1080), (390, 844), (768, 1024))
LEAST_MOVE = 1.0
"""Pixels; by less, nobody sees that something has moved."""
QUICKLY = """
try { localStorage.pace = '"quick"'; } catch {}
const wait = setTimeout;
window.setTimeout = (step, time) => wait(step, time / 8);
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, startTime, hadRecentInput } of list.getEntries())
    window.shifts.push([startTime, value, hadRecentInput]);
}).observe({ type: "layout-shift", buffered: true });
"""
LOOK = """
(() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
  };
  const kindOf = (element) => {
    if (element.closest(".hand") || element.matches(".zone-hand .card")) return "hand";
    return element.closest(".choices") ? "choice" : "table";
  };
  const places = {};
  const kept = "#bar button, #play [data-k], #play [data-z]";
  for (const element of document.querySelectorAll(kept)) {
    if (!shown(element) || element.closest("#log, #about, .tip")) continue;
    const base = `${kindOf(element)} ${element.dataset.k ?? element.dataset.z ?? element.id}`;
    let key = base;
    for (let copy = 2; key in places; copy += 1) key = `${base} ${copy}`;
    places[key] = box(element);
  }
  for (const id of ["table", "dock", "log"])
    places[`table #${id}`] = box(document.getElementById(id));
  const isLonger = (each) =>
    each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;
  const canScroll = (each) => /auto|scroll/.test(getComputedStyle(each).overflow);
  const scrolled = [...document.querySelectorAll("#play, #play *, body")]
    .filter((each) => !each.closest("#log, .tip, .invitations") && shown(each))
    .filter((each) => (canScroll(each) || each.id === "table") && isLonger(each))
    .map((each) => each.id || each.className);
  const play = document.getElementById("play");
  const texts = document.createTreeWalker(play, NodeFilter.SHOW_TEXT);
  let smallest = Infinity, where = "";
  while (texts.nextNode()) {
    const { parentElement: parent, data } = texts.currentNode;
    if (!data.trim() || parent.closest(".hidden-text") || !shown(parent)) continue;
    const { width, height } = parent.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (width <= 1 || height <= 1 || size >= smallest) continue;
    [smallest, where] = [size, `${parent.className || parent.tagName}: ${data}`];
  }
  const table = document.getElementById("table");
  const [left, top, width, height] = box(table);
  const step = 6, across = Math.ceil(width / step), down = Math.ceil(height / step);
  const used = (selector) => {
    const grid = new Uint8Array(across * down);
    for (const each of [...table.querySelectorAll(selector)].filter(shown)) {
      const [x, y, w, h] = box(each);
      const cell = (length, most) => Math.max(0, Math.min(most, Math.round(length / step)));
      for (let row = cell(y - top, down); row < cell(y + h - top, down); row += 1) {
        const [from, to] = [cell(x - left, across), cell(x + w - left, across)];
        grid.fill(1, row * across + from, row * across + to);
      }
    }
    return grid.reduce((sum, each) => sum + each, 0) / grid.length;
  };
  const texted = ".counter, h2, td, th, .zone-name, .head, .tag";
  return {
    places, scrolled, smallest, where,
    room: used(`.zone, .slot, .seat-head, .news, ${texted}`),
    ink: used(`.card, .slot, .news li, ${texted}`),
  };
})()
"""


@dataclass
class Measured:
    """What was measured at the questions of one game."""

    moves: list[float] = field(default_factory=list)
    """How far what exists at two questions has moved, in pixels; but for cards in hands, which
    close up, and choices.
    """
    choice_moves: list[float] = field(default_factory=list)
    """The same for the buttons of choices."""
    sizes_changed: dict[str, float] = field(default_factory=dict)
    """By how many pixels seats and zones have changed their size, by key."""
    farthest: tuple[float, str] = (0.0, "")
    scrolled: dict[str, int] = field(default_factory=dict)
    """At how many questions something had to be scrolled, by its name."""
    room: list[float] = field(default_factory=list)
    ink: list[float] = field(default_factory=list)
    smallest: tuple[float, str] = (99.0, "")
    shift: float = 0.0
    """The largest sum of layout shifts within a session of five seconds."""
    shift_in_all: float = 0.0
    questions: int = 0

    @property
    def share_moved(self) -> float:
        """Which part of what exists at two questions has moved."""
        return mean([move > LEAST_MOVE for move in self.moves] or [False])

    def compare(self, before: dict[str, list[float]], after: dict[str, list[float]]) -> None:
        """Note what has moved, and what has another size."""
        for key in before.keys() & after.keys():
            (left, top, width, height), (x, y, w, h) = before[key], after[key]
            move = max(abs(left - x), abs(top - y))
            kind, _, name = key.partition(" ")
            if kind == "choice":
                self.choice_moves.append(move)
            elif kind == "table":
                self.moves.append(move)
                self.farthest = max(self.farthest, (move, name))
            change = max(abs(width - w), abs(height - h))
            if name.startswith(("zone|", "seat|", "cell|", "#")) and change > LEAST_MOVE:
                self.sizes_changed[name] = max(change, self.sizes_changed.get(name, 0.0))

    def note(self, look: dict[str, Any]) -> None:
        """Note what is seen at a question."""
        self.questions += 1
        self.room.append(look["room"])
        self.ink.append(look["ink"])
        self.smallest = min(self.smallest, (look["smallest"], look["where"]))
        for name in set(look["scrolled"]):
            self.scrolled[name] = self.scrolled.get(name, 0) + 1

    def note_shifts(self, shifts: Sequence[tuple[float, float, bool]]) -> None:
        """Note how much the layout has shifted, except right after somebody has pressed."""
        begun = last = -1e9
        session = 0.0
        for time, value, after_input in shifts:
            self.shift_in_all += value
            if after_input:
                continue
            if time - last > 1000 or time - begun > 5000:
                begun, session = time, 0.0
            last = time
            session += value
            self.shift = max(self.shift, session)

    def line(self) -> str:
        """Return all of it in one line."""
        many = quantiles(self.moves, n=20)[-1] if len(self.moves) > 1 else 0.0
        changed = ", ".join(f"{name} {by:.0f}" for name, by in sorted(self.sizes_changed.items()))
        scrolled = ", ".join(f"{name} {count}" for name, count in self.scrolled.items())
        return (
            f"{self.questions} questions; moved {median(self.moves or [0]):.0f} / {many:.0f} /"
            f" {self.farthest[0]:.0f} px ({self.farthest[1]}), {self.share_moved:.1%}; choices"
            f" {mean([move > LEAST_MOVE for move in self.choice_moves] or [False]):.0%};"
            f" sizes changed: {changed or 'none'}; shift {self.shift:.3f}"
            f" ({self.shift_in_all:.2f} in all); scrolled: {scrolled or 'nothing'};"
            f" room {median(self.room):.0%}, ink {median(self.ink):.0%};"
            f" smallest {self.smallest[0]:.1f} px ({self.smallest[1][:40]})"
        )


def opened(size: tuple[int, int]) -> Browser:
    """Return a window in which all goes quickly, and that notes how the layout shifts."""
    page = Browser(size)
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": QUICKLY})
    return page


def measured(
    page: Browser, server: HttpServer, start: Start, most: int | None = None, seed: int = 3
) -> Measured:
    """Play a game, or as many questions of it, and measure it."""
    _, tokens = server.lobby.open(start)
    page.join(server, str(tokens[0]))
    page.run("window.shifts.length = 0")
    player = Player(page, seed)
    found = Measured()
    before: dict[str, list[float]] | None = None
    while most is None or found.questions < most:
        rest(page)
        if page.is_over():
            break
        for tip in page.all("[data-k='tip']"):
            tip.click()
        look = page.run(LOOK.strip())
        found.note(look)
        if before is not None:
            found.compare(before, look["places"])
        before = look["places"]
        player.act()
    found.note_shifts(page.run("window.shifts"))
    return found


def rest(page: Browser) -> None:
    """Wait until nothing is shown event by event any more, and it is our turn."""
    page.settle()
    page.until(lambda: not page.all(".now, .travelling"))
    page.settle()


def tables(names: Sequence[str], counts: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yield the tables to measure: each game with each number of players that it allows."""
    for name in names:
        for players in counts:
            if players in boardgames.game_class(name).player_counts:
                yield name, players


def size_of(text: str) -> tuple[int, int]:
    """Return `1280x720` as two numbers."""
    width, height = text.split("x")
    return int(width), int(height)


def main(arguments: Sequence[str]) -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description="How still the page stands.")
    parser.add_argument("--games", nargs="+", default=boardgames.game_names())
    parser.add_argument("--players", nargs="+", type=int, default=[2, 3, 4, 5, 6])
    parser.add_argument("--sizes", nargs="+", type=size_of, default=SIZES)
    parser.add_argument("--questions", type=int)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--shots", help="a folder for a picture of the last question")
    asked = parser.parse_args(arguments)
    server = HttpServer(application(Lobby()))
    Thread(target=server.serve_forever, daemon=True).start()
    for size in asked.sizes:
        page = opened(size)
        try:
            for name, players in tables(asked.games, asked.players):
                start = Start(name, ("human", *["random"] * (players - 1)), seed=asked.seed)
                found = measured(page, server, start, asked.questions)
                where = f"{size[0]}x{size[1]} {name} {players}"
                sys.stdout.write(f"{where}: {found.line()}\n")
                sys.stdout.flush()
                if asked.shots:
                    page.driver.save_screenshot(f"{asked.shots}/{name}-{players}-{size[0]}.png")
        finally:
            page.driver.quit()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main(sys.argv[1:])
