"""Whether everything that the table says can be read: no text overlaps another, is cut, covered or
outside of its place.

    python -m tests.web.legible [--games NAME ...] [--players COUNT ...] [--sizes WIDTHxHEIGHT ...]
        [--questions MOST] [--seed SEED] [--shots FOLDER]

Somebody plays at random against random bots; at every question, and at the end, the window takes
each of the sizes. A line says what cannot be read, where, and at how many questions.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from threading import Thread

import boardgames
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.web.asgi import application
from tests.web.browser import Browser, Player
from tests.web.movement import opened, rest, size_of, tables

SIZES = ((1920, 1080), (1280, 720), (768, 1024), (390, 844), (844, 390))

# A text may be outside of what can be scrolled, and tags and marks are left out as a whole.
UNREADABLE = """
(() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const isClipped = (element) => getComputedStyle(element).clipPath !== "none";
  const nameOf = ({ className, id, parentElement }) =>
    (typeof className === "string" && className) || id ||
    (parentElement ? nameOf(parentElement) : "the page");
  const canScroll = (style) => /auto|scroll/.test(style.overflow);
  const boxOf = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const faults = new Set();
  const say = (what, { text, parent }, more = "") =>
    faults.add(`${what}: ${JSON.stringify(text)} in ${nameOf(parent)}${more}`);
  const SLACK = 1.5;
  const beyond = (inner, outer) =>
    Math.max(
      outer.left - inner.left,
      inner.right - outer.right,
      outer.top - inner.top,
      inner.bottom - outer.bottom,
    ) > SLACK;
  const apart = (one, other) =>
    one.right <= other.left + 1 || other.right <= one.left + 1 ||
    one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  // How much of the table can be seen is up to what scrolls it.
  const scrolled = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = each;
      const isLonger = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
      if (canScroll(style) && isLonger) return each;
    }
    return null;
  };
  const found = [];
  for (const root of document.querySelectorAll("#bar, #table, #dock")) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: parent, data } = texts.currentNode;
      const text = data.trim();
      if (!text || !shown(parent)) continue;
      let hidden = false;
      for (let each = parent; each !== root; each = each.parentElement) hidden ||= isClipped(each);
      if (hidden || parent.closest("option, .calls")) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        // A line is higher than its letters.
        const high = bottom - top;
        const rect = { left, right, top: top + 0.2 * high, bottom: bottom - 0.2 * high };
        if (right - left < 1) continue;
        found.push({ text, parent, root, rect });
      }
    }
  }
  const seen = found.filter((each) => {
    const { rect, parent } = each;
    let all = true;
    for (let outer = parent; outer && outer.id !== "play"; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.overflow === "visible") continue;
      const box = boxOf(outer);
      if (canScroll(style)) {
        if (apart(rect, box)) return false;
        continue;
      }
      if (apart(rect, box)) {
        if (!outer.matches(".tags, .marks")) say("lost", each, `, outside of ${nameOf(outer)}`);
        return false;
      }
      const hasDots = style.textOverflow === "ellipsis" && rect.right > box.right + 0.25;
      if (beyond(rect, box) || hasDots) {
        say("cut", each, `, by ${nameOf(outer)}`);
        all = false;
      }
    }
    const places = ".card, .counter, .head, .seat-head, .slot, .zone, button, td, th";
    const place = parent.closest(places);
    if (place && all && beyond(rect, boxOf(place))) say("outside", each, `, of ${nameOf(place)}`);
    return true;
  });
  const scroller = new Map(seen.map((each) => [each, scrolled(each.parent)]));
  seen.forEach((one, place) => {
    for (const other of seen.slice(place + 1)) {
      if (one.root !== other.root || one.parent === other.parent) continue;
      if (scroller.get(one) !== scroller.get(other)) continue;
      if (!apart(one.rect, other.rect))
        say("overlap", one, ` and ${JSON.stringify(other.text)} in ${nameOf(other.parent)}`);
    }
  });
  for (const each of seen) {
    const { left, right, top, bottom } = each.rect;
    for (const x of [left + 1, (left + right) / 2, right - 1]) {
      const [y] = [(top + bottom) / 2];
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
      const above = document.elementFromPoint(x, y);
      if (!above || above.contains(each.parent) || each.parent.contains(above)) continue;
      if (!above.closest("#table, #dock, #bar") || scrolled(each.parent)) continue;
      if (getComputedStyle(above).backgroundColor === "rgba(0, 0, 0, 0)") continue;
      say("covered", each, ` by ${nameOf(above)}`);
    }
  }
  // A place belongs into its seat or the centre, however it is filled.
  for (const each of document.querySelectorAll("#table :is(.slot, .card, .counter, .zone)")) {
    const place = each.closest(".seat, .centre");
    if (!place || !shown(each) || isClipped(each)) continue;
    const owner = nameOf(each.closest(".zone, .counters") ?? each);
    if (beyond(boxOf(each), boxOf(place)))
      faults.add(`outside: a place of ${owner}, of ${nameOf(place)}`);
    const zone = each.closest(".zone");
    if (zone && zone !== each && beyond(boxOf(each), boxOf(zone)))
      faults.add(`outside: a card of ${nameOf(zone)}`);
  }
  return [...faults];
})()
"""


def resize(page: Browser, size: tuple[int, int]) -> None:
    """Let the window take this size."""
    width, height = size
    screen: dict[str, object] = {
        "width": width,
        "height": height,
        "deviceScaleFactor": 1,
        "mobile": False,
    }
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    page.until(lambda: bool(page.run("innerWidth === arguments[0]", width)))
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def unreadable(page: Browser) -> list[str]:
    """Return what cannot be read of the table as it is shown now."""
    found: list[str] = page.run(UNREADABLE.strip())
    return found


def read_through(
    page: Browser,
    server: HttpServer,
    start: Start,
    most: int | None = None,
    sizes: Sequence[tuple[int, int]] = SIZES,
    shots: str | None = None,
) -> Counter[str]:
    """Play a game, or as many questions of it; return what cannot be read at which size, and at how
    many questions.
    """
    resize(page, sizes[0])
    _, tokens = server.lobby.open(start)
    page.join(server, str(tokens[0]))
    player = Player(page, 3)
    found: Counter[str] = Counter()
    question = 0
    while True:
        rest(page)
        for tip in page.all("[data-k='tip']"):
            tip.click()
        for size in sizes:
            resize(page, size)
            found.update(f"{size[0]}x{size[1]} {fault}" for fault in unreadable(page))
            if shots:
                file = f"{start.game}-{len(start.seats)}-{size[0]}-{question:03}.png"
                page.driver.save_screenshot(f"{shots}/{file}")
        question += 1
        resize(page, sizes[0])
        if page.is_over() or question == most:
            return found
        player.act()


def main(arguments: Sequence[str]) -> None:
    """Read games through, and print a line for each fault."""
    parser = argparse.ArgumentParser(description="Whether the table can be read.")
    parser.add_argument("--games", nargs="+", default=boardgames.game_names())
    parser.add_argument("--players", nargs="+", type=int, default=[2, 3, 4, 5, 6])
    parser.add_argument("--sizes", nargs="+", type=size_of, default=SIZES)
    parser.add_argument("--questions", type=int)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--shots", help="a folder for pictures of all questions")
    asked = parser.parse_args(arguments)
    server = HttpServer(application(Lobby()))
    Thread(target=server.serve_forever, daemon=True).start()
    page = opened(asked.sizes[0])
    try:
        for name, players in tables(asked.games, asked.players):
            start = Start(name, ("human", *["random"] * (players - 1)), seed=asked.seed)
            found = read_through(page, server, start, asked.questions, asked.sizes, asked.shots)
            for fault, times in sorted(found.items()):
                sys.stdout.write(f"{name} {players}: {times} x {fault}\n")
            sys.stdout.write(f"{name} {players}: {len(found)} faults\n")
            sys.stdout.flush()
    finally:
        page.driver.quit()
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main(sys.argv[1:])
