// What has happened: the news above the table, and the log beside it, which is a sheet on phones.
import { $, capital, h, listed, patch } from "./dom.js";
import { drawPeople } from "./people.js";
import { redrawing, seatName, session, withNames } from "./session.js";
import { openSheet } from "./sheet.js";

const MOST_LINES = 3;
const NEAR_END = 24; // pixels

// The place of our last action in the log; -1 if there is none.
const lastOwnEvent = () => session.log.findLastIndex((event) => event.seat === session.table.viewer);

// With open hands, every action is told in the words of whoever did it.
export function eventLines(event) {
  const name = session.replay?.view === "open" ? seatName(event.seat) : "You";
  const named = (line) => line.replace(/\b[Yy]ou\b/g, name).replace(/\byour\b/g, `${name}'s`);
  return event.lines.map((line) => withNames(name === "You" ? line : named(line)));
}

// Events that differ only in who did it are told in one line: "Ann, Ben and You passed".
/** @param {import("../../../typings/page.js").LogEvent[]} events @returns {{ lines: string[], last: number }[]} */
export function folded(events) {
  const told = [];
  events.forEach((event, place) => {
    const lines = eventLines(event);
    const who = seatName(event.seat);
    const deed = lines.length === 1 && lines[0].startsWith(who) && lines[0].slice(who.length);
    const before = told.at(-1);
    if (deed && before?.deed === deed) {
      before.names.push(who);
      before.last = place;
    } else told.push({ lines, deed, names: [who], last: place });
  });
  return told.map(({ lines, deed, names, last }) => {
    const whose = [...new Set(names)];
    const times = names.length > whose.length ? ` (${names.length} times)` : "";
    return { lines: names.length > 1 ? [`${listed(whose)}${deed}${times}`] : lines, last };
  });
}

const items = (lines) => lines.map((line) => h("li", line));

// ---- the news

export const newsBox = (...content) => h("section.news", { "aria-label": "News" }, content);
export const newsList = (lines, props = {}) => h("ul", props, items(lines));

export function drawNews() {
  const { table, log, showsAllNews } = session;
  // Since our last turn; spectators read the latest.
  const from = table.viewer === null ? Math.max(0, log.length - MOST_LINES) : Math.max(0, lastOwnEvent());
  const lines = folded(log.slice(from)).flatMap((each) => each.lines);
  const isFolding = lines.length > MOST_LINES && table.viewer !== null;
  const whole = isFolding && showsAllNews ? { class: "whole", tabIndex: 0, "aria-label": "All news" } : {};
  const shown = lines.slice(showsAllNews ? 0 : -MOST_LINES);
  const nothing = log.length ? "Nothing has happened since." : "The cards are dealt.";
  return newsBox(
    drawPeople(),
    isFolding && unfoldButton(lines.length),
    shown.length ? newsList(shown, whole) : h("p", nothing),
  );
}

function unfoldButton(count) {
  const { showsAllNews } = session;
  const onclick = redrawing(() => Object.assign(session, { showsAllNews: !showsAllNews }));
  const since = lastOwnEvent() < 0 ? "the start" : "your last turn";
  const props = { "data-k": "news", "aria-expanded": String(showsAllNews), onclick };
  return h("button.plain.small.soft", props, `Since ${since} (${count})`);
}

// ---- the log

// It runs downwards, and follows its end unless somebody has scrolled up to read.
let follows = true;
$("log").addEventListener("scroll", () => {
  const { scrollTop, clientHeight, scrollHeight } = $("log");
  if (clientHeight) follows = scrollTop + clientHeight > scrollHeight - NEAR_END;
});

export function drawLog() {
  patch($("log"), h("h2", "What happened"), logParts());
  $("log").dataset.events = String((session.replay?.log || session.log).length); // for the tests
  if (follows || session.replay) $("log").scrollTop = $("log").scrollHeight;
}

export function openLog() {
  openSheet("What happened", logParts());
  const body = document.querySelector(".sheet-body");
  body.scrollTop = body.scrollHeight;
}

// From where on the log is marked as recent.
function recentFrom() {
  const { replay, table, log } = session;
  if (replay) return replay.log.length - 1;
  return table.viewer === null ? log.length : Math.max(0, lastOwnEvent());
}

// Under the parts of the game that its headings name first, such as `season 5 of 8`.
function logParts() {
  const parts = [];
  (session.replay?.log || session.log).forEach((event, place) => {
    const name = capital(withNames(event.heading.split(/[,;]/)[0]));
    if (parts.at(-1)?.name !== name) parts.push({ name, from: place, events: [] });
    parts.at(-1).events.push(event);
  });
  if (!parts.length) return h("ol.log", h("li.soft", "Nothing yet."));
  const recent = recentFrom();
  return parts.map(({ name, from, events }) => {
    const told = folded(events).map(({ lines, last }) =>
      h("li", { class: from + last >= recent ? "recent" : "soft" }, h("ul", items(lines))),
    );
    return [name && h("h3", name), h("ol.log", told)];
  });
}
