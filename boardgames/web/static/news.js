// Draws the news above the table: who is still invited, and what has happened since our last turn.
import { h } from "./dom.js";
import { redraw } from "./hooks.js";
import { drawInvitations, openInvitations } from "./invitations.js";
import { lastOwnEvent } from "./log.js";
import { session, withNames } from "./session.js";

const MOST_LINES = 3;

export function drawNews() {
  const { table, log, showsAllNews } = session;
  const lines = newsLines();
  const isFolding = lines.length > MOST_LINES && table.viewer !== null;
  const list = isFolding && showsAllNews ? { class: "whole", tabindex: "0", "aria-label": "All news" } : {};
  const shown = lines.slice(showsAllNews ? 0 : -MOST_LINES).map((line) => h("li", {}, line));
  const nothing = log.length ? "Nothing has happened since." : "The cards are dealt.";
  return h(
    "section",
    { class: "news", "aria-label": "News" },
    openInvitations().length > 0 && drawInvitations(),
    isFolding && unfoldButton(lines.length),
    shown.length ? h("ul", list, shown) : h("p", {}, nothing),
  );
}

// Since our last turn; spectators read the latest.
function newsLines() {
  const { table, log } = session;
  const from = table.viewer === null ? Math.max(0, log.length - MOST_LINES) : Math.max(0, lastOwnEvent());
  const lines = log.slice(from).flatMap((event) => event.lines);
  return lines.map(withNames).filter((line, index, all) => line !== all[index - 1]);
}

function unfoldButton(count) {
  const onclick = () => {
    session.showsAllNews = !session.showsAllNews;
    redraw();
  };
  const since = lastOwnEvent() < 0 ? "the start" : "your last turn";
  const isExpanded = String(session.showsAllNews);
  return h(
    "button",
    { class: "plain small", "data-k": "news", "aria-expanded": isExpanded, onclick },
    `Since ${since} (${count})`,
  );
}
