// The log of what happened: beside the table, and in a sheet on phones.
import { $, h } from "./dom.js";
import { seatName, session, withNames } from "./session.js";
import { openSheet } from "./sheet.js";
import { capital } from "./words.js";

const NEAR_END = 24; // pixels

// It runs downwards, and follows its end unless somebody has scrolled up to read.
let follows = true;
$("log").addEventListener("scroll", ({ target }) => {
  const { scrollTop, clientHeight, scrollHeight } = target;
  if (clientHeight) follows = scrollTop + clientHeight > scrollHeight - NEAR_END;
});

export function drawLog() {
  const place = $("log");
  const top = place.scrollTop;
  place.replaceChildren(h("h2", {}, "What happened"), ...logParts());
  place.scrollTop = top;
  followLog();
}

export function followLog() {
  if (follows || session.replay) $("log").scrollTop = $("log").scrollHeight;
}

export function openLog() {
  openSheet("What happened", logParts());
  const body = document.querySelector(".sheet-body");
  body.scrollTop = body.scrollHeight;
}

// With open hands, every action is told in the words of whoever did it.
export function eventLines(event) {
  const name = session.replay?.view === "open" ? seatName(event.seat) : "You";
  return event.lines.map((line) => withNames(line.replace(/^You(?=: )|(?<=: )You$/, name)));
}

// The place of our last action in the log; -1 if there is none.
export function lastOwnEvent() {
  return session.log.findLastIndex((event) => event.seat === session.table.viewer);
}

// From where on the log is marked as recent.
function recentFrom() {
  const { replay, table, log } = session;
  if (replay) return replay.log.length - 1;
  return table.viewer === null ? log.length : Math.max(0, lastOwnEvent());
}

// Under the parts of the game that its headings name first, such as `season 5 of 8`.
function logParts() {
  const from = recentFrom();
  const parts = [];
  (session.replay?.log || session.log).forEach((event, index) => {
    const name = capital(withNames(event.heading.split(/[,;]/)[0]));
    if (parts.at(-1)?.name !== name) parts.push({ name, items: [] });
    parts.at(-1).items.push(logItem(event, index >= from));
  });
  if (!parts.length) return [h("ol", { class: "log" }, h("li", { class: "soft" }, "Nothing yet."))];
  return parts.flatMap(({ name, items }) => [...(name ? [h("h3", {}, name)] : []), h("ol", { class: "log" }, items)]);
}

function logItem(event, isRecent) {
  const lines = eventLines(event).map((line) => h("li", {}, line));
  return h("li", { class: isRecent ? "recent" : "" }, h("ul", {}, lines));
}
