// The news: what has happened since our last choice, in one line of fixed height above the table.
import { h } from "./dom.js";
import { entries, newsLines, openAtEnd } from "./log.js";
import { drawPeople, drawRequests, drawReply } from "./people.js";
import { pace } from "./pace.js";
import { lastPly, logAfter, play, session } from "./session.js";

export const newsBox = (...content) => h("section.news", { "aria-label": "News" }, content);

// All of it is in the log, too.
export function newsList(lines, isPlayed = false) {
  const items = lines.flatMap((line) => [h("li", line), " "]);
  // Another list, so that no line seems to have moved
  const list = h("ul", { key: lines.join(), class: { now: isPlayed } }, items);
  return h("div.latest", { role: "group", "aria-label": "Latest" }, list);
}

// Of the news for which there is no room, the oldest are left out, each as a whole.
export function leaveOutOldNews() {
  const list = document.querySelector(".latest ul");
  if (!list) return;
  const lines = [...list.querySelectorAll("li")];
  for (const line of lines) line.hidden = false;
  const isTooMuch = () => list.scrollHeight > list.parentElement.clientHeight + 1;
  while (lines.length > 1 && isTooMuch()) lines.shift().hidden = true;
}

// The actions since our last choice; for spectators, the latest.
function latest() {
  const { table, log, base, snapshot } = session;
  const ours = snapshot.chosen - 1;
  return logAfter(log, table.viewer === null ? (base?.ply ?? lastPly(log) - 1) : ours);
}

export function drawNews() {
  const { log, playing } = session;
  const lines = playing ? playing.told : newsLines(latest());
  const nothing = log.length ? "Nothing has happened since." : "The cards are dealt.";
  const calls = [drawPeople(), ...drawRequests(), drawReply()].filter(Boolean);
  return newsBox(
    newsList(lines.length ? lines : [nothing], Boolean(playing)),
    h("div.news-buttons", [allButton(), againButton()]),
    calls.length > 0 && h("div.calls.stack", { key: "calls" }, calls),
  );
}

// What has no room here, too, is read in one press.
function allButton() {
  const { table } = session;
  const title = table.viewer === null ? "The latest" : "Since your last choice";
  const onclick = () => openAtEnd(title, entries(latest()));
  const props = { "data-k": "all news", disabled: !latest().length, title, onclick };
  return h("button.small", props, "Read all");
}

function againButton() {
  const { base, log, playing } = session;
  const disabled = Boolean(playing) || !base || !pace();
  const onclick = () => {
    session.actedAt = performance.now(); // as if we had just made our choice
    play(logAfter(log, base.ply), base.scene);
  };
  return h("button.small", { "data-k": "again", disabled, onclick }, "Show again");
}
