// The log: what has happened, in words, beside the table; on phones it is a sheet.
import { $, button, capital, h, listed, patch, sentences } from "./dom.js";
import { seatSign } from "./cards.js";
import { ask, lastPly, seatName, session } from "./session.js";
import { openSheet } from "./sheet.js";

const NEAR_END = 24; // pixels

// The lines of what has happened in an action.
export const eventLines = ({ happened }) => happened.flatMap(({ lines }) => lines);

// What an action has led to, by the player of whom it tells: "Ann offered 2 corn" stands under no
// choice of Ben that only let it happen.
function partsOf(event) {
  const seats = [...session.snapshot.names.keys()];
  const parts = [];
  for (const line of eventLines(event)) {
    const named = seats.find((seat) => line.startsWith(`${seatName(seat)} `));
    const seat = named ?? (parts.length ? null : event.seat);
    if (seat !== null && parts.at(-1)?.seat === seat) parts.at(-1).lines.push(line);
    else parts.push({ seat, lines: [line] });
  }
  return parts;
}

// The lines of each action; those of one stage of the game that differ only in who did them are told
// together: "Ann, Ben and You passed", "Ann and Ben each took a token".
function folded(events) {
  const told = [];
  for (const event of events)
    for (const { seat, lines } of partsOf(event)) {
      const who = seat === null ? "" : seatName(seat);
      const [line, ...more] = lines;
      const deed = who && line.startsWith(who) && line.slice(who.length);
      const { ply, stage } = event;
      const before = told.at(-1);
      if (deed && goesWith(before, { stage, deed, who, more })) {
        before.names.push(who);
        Object.assign(before, { more, last: ply });
      } else told.push({ stage, line, more, deed, names: [who], seats: [], last: ply });
      const { seats } = told.at(-1);
      if (seat !== null && !seats.includes(seat)) seats.push(seat);
    }
  return told.map(({ line, more, deed, names, last, seats }) => {
    const whose = [...new Set(names)];
    const first = names.length > 1 ? listed(whose) + repeated(deed, names, whose) : line;
    return { lines: [first, ...more], last, seats };
  });
}

// What the last deed has led to stands below, if it is clear whose it was.
const goesWith = (before, { stage, deed, who, more }) =>
  before?.deed === deed &&
  before.stage === stage &&
  !before.more.length &&
  (!more.length || before.names.every((name) => name === who));

// What each of several did, or one of them several times.
function repeated(deed, names, whose) {
  const times = names.length / whose.length;
  const isEqual = whose.every((who) => names.filter((name) => name === who).length === times);
  // What has an object, as in "took a token", would else seem to have been done together.
  const each = whose.length > 1 && deed.trim().includes(" ") ? " each" : "";
  if (times === 1) return each + deed;
  // Things are counted: "Ann and Ben each chose 3 cards to offer".
  const one = /^( \w+) (?:an?|1) ((?:\w+ ){0,2}?card|\w+)\b/;
  if (isEqual && one.test(deed)) {
    const several = (thing) => thing.replace(/(?<=[^aeiou])y$/, "ie");
    return each + deed.replace(one, (_, did, thing) => `${did} ${times} ${several(thing)}s`);
  }
  if (/^ \w+ what /.test(deed)) return each + deed;
  return `${deed} (${names.length} times${whose.length > 1 ? " in all" : ""})`;
}

// A sentence for each thing that happened.
export const newsLines = (events) =>
  folded(events).flatMap(({ lines }) => lines.map((line) => sentences([line])));

// It runs downwards, and follows its end unless somebody has scrolled up to read.
let follows = true;
$("log").addEventListener("scroll", () => {
  const { scrollTop, clientHeight, scrollHeight } = $("log");
  if (clientHeight) follows = scrollTop + clientHeight > scrollHeight - NEAR_END;
});

export function drawLog() {
  patch($("log"), h("h2", "What happened"), logParts());
  $("log").dataset.plies = String(lastPly(shownLog())); // for the tests
  if (follows || session.replay) $("log").scrollTop = $("log").scrollHeight;
}

export const openLog = () => openAtEnd("What happened", logParts());

// A sheet with the log, or with some actions of it alone, that is read from its end.
export function openAtEnd(title, parts) {
  openSheet(title, parts);
  const body = document.querySelector(".sheet-body");
  body.scrollTop = body.scrollHeight;
}

// The actions that are shown: of a replay, or as far as they have been played.
function shownLog() {
  const { replay, playing, log } = session;
  if (!playing) return replay?.log ?? log;
  const { ply, done } = playing;
  return log
    .filter((event) => event.ply <= ply)
    .map((event) =>
      event.ply < ply ? event : { ...event, happened: event.happened.slice(0, done) },
    );
}

// Under the stages of the game.
function logParts() {
  const { replay, snapshot, log } = session;
  const shown = shownLog();
  const [first] = shown;
  if (!first) return h("ol.log", h("li.soft", "Nothing yet."));
  const parts = [];
  for (const event of shown) {
    const name = capital(event.stage);
    if (parts.at(-1)?.name !== name) parts.push({ name, events: [] });
    parts.at(-1).events.push(event);
  }
  const recent = (!replay && snapshot.chosen) || lastPly(replay?.log ?? log);
  return [
    first.ply > 1 && button("earlier", "Earlier", fetchEarlier, ".small"),
    parts.map(({ name, events }) => [name && h("h3", name), entries(events, recent)]),
  ];
}

// All that came before; half of what is in view stays there, below it.
async function fetchEarlier({ target }) {
  const box = target.closest("#log, .sheet-body");
  const [first] = session.log;
  const { log } = await ask("look", { since: 0 });
  if (session.log[0] !== first) return; // it is told anew
  session.log = [...log.filter(({ ply }) => ply < first.ply), ...session.log];
  const below = box.scrollHeight - box.scrollTop;
  drawLog();
  if (!box.id) openLog();
  box.scrollTop = box.scrollHeight - below - box.clientHeight / 2;
}

// The actions, each with what it has led to; marked from the `recent` one on.
export function entries(events, recent = 0) {
  const told = folded(events).map(({ lines, last, seats }) => {
    const items = lines.map((line, place) => h("li", !place && seats.map(seatSign), line));
    return h("li", { class: last < recent ? "soft" : "recent" }, h("ul", items));
  });
  return h("ol.log", told);
}
