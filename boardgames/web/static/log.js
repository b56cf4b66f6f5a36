// The log: what has happened, in words, beside the table; on phones it is a sheet.
import { $, capital, h, listed, patch, sentences } from "./dom.js";
import { seatName, session } from "./session.js";
import { openSheet } from "./sheet.js";

const NEAR_END = 24; // pixels

// The lines of what has happened in an action.
export const eventLines = ({ happened }) => happened.flatMap(({ lines }) => lines);

// The lines of each action; those of one stage of the game that differ only in who did them are told
// together: "Ann, Ben and You passed", "Ann and Ben each took a token".
/**
 * @param {import("../../../typings/server.js").LogEntry[]} events
 * @returns {{ lines: string[], last: number }[]}
 */
function folded(events) {
  const told = [];
  events.forEach((event, place) => {
    const lines = eventLines(event);
    if (!lines.length) return;
    const who = seatName(event.seat);
    const deed = lines.length === 1 && lines[0].startsWith(who) && lines[0].slice(who.length);
    const { stage } = event;
    const before = told.at(-1)?.stage === stage ? told.at(-1) : null;
    if (deed && before?.deed === deed) before.names.push(who);
    else told.push({ stage, lines, deed, names: [who] });
    told.at(-1).last = place;
  });
  return told.map(({ lines, deed, names, last }) => {
    if (names.length === 1) return { lines, last };
    const whose = [...new Set(names)];
    const isMore = names.length > whose.length;
    const times = isMore ? ` (${names.length} times${whose.length > 1 ? " in all" : ""})` : "";
    // What has an object, as in "took a token", would else seem to have been done together.
    const each = !isMore && deed.trim().includes(" ") ? " each" : "";
    return { lines: [`${listed(whose)}${each}${deed}${times}`], last };
  });
}

// One line for each action.
export const newsLines = (events) => folded(events).map(({ lines }) => sentences(lines));

// It runs downwards, and follows its end unless somebody has scrolled up to read.
let follows = true;
$("log").addEventListener("scroll", () => {
  const { scrollTop, clientHeight, scrollHeight } = $("log");
  if (clientHeight) follows = scrollTop + clientHeight > scrollHeight - NEAR_END;
});

export function drawLog() {
  patch($("log"), h("h2", "What happened"), logParts());
  $("log").dataset.events = String(shownLog().length); // for the tests
  if (follows || session.replay) $("log").scrollTop = $("log").scrollHeight;
}

export function openLog() {
  openSheet("What happened", logParts());
  const body = document.querySelector(".sheet-body");
  body.scrollTop = body.scrollHeight;
}

// The actions that are shown: of a replay, or as far as they have been played.
function shownLog() {
  const { replay, playing, log } = session;
  if (!playing) return replay?.log ?? log;
  const { ply, done } = playing;
  return log
    .slice(0, ply)
    .map((event) =>
      event.ply < ply ? event : { ...event, happened: event.happened.slice(0, done) },
    );
}

// Under the stages of the game.
function logParts() {
  const parts = [];
  shownLog().forEach((event, place) => {
    const name = capital(event.stage);
    if (parts.at(-1)?.name !== name) parts.push({ name, from: place, events: [] });
    parts.at(-1).events.push(event);
  });
  if (!parts.length) return h("ol.log", h("li.soft", "Nothing yet."));
  const { replay, snapshot, log } = session;
  const recent = (replay ? replay.log.length : snapshot.chosen || log.length) - 1;
  return parts.map(({ name, from, events }) => {
    const told = folded(events).map(({ lines, last }) => {
      const items = lines.map((line) => h("li", line));
      return h("li", { class: from + last >= recent ? "recent" : "soft" }, h("ul", items));
    });
    return [name && h("h3", name), h("ol.log", told)];
  });
}
