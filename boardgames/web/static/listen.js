// Listening for the news of a table, and telling them; or giving up a seat that is not there any more.
import { alarm, announce, quietly } from "./ask.js";
import { clearSelection } from "./choosing.js";
import { $ } from "./dom.js";
import { openStartPage, redraw } from "./hooks.js";
import { countPieces, grownKeys, isAtSeat } from "./piece-keys.js";
import { isOurTurn, session, withNames } from "./session.js";
import { dropSeat, keepSeat } from "./store.js";
import { sentences } from "./words.js";

const MOST_LINES = 4; // that are read aloud at once
const [SHORTEST_WAIT, LONGEST_WAIT] = [500, 8000]; // before a lost connection is tried again, in milliseconds

let listening = 0; // the number of the loop that listens; another number ends it
let wasOurTurn = false;
let wasOver = false;

export function stopListening() {
  listening += 1;
}

export async function listen() {
  listening += 1;
  const mine = listening;
  const { server } = session;
  let wait = SHORTEST_WAIT;
  while (mine === listening) {
    try {
      const known = { version: session.snapshot?.version || 0, log: session.log.length };
      const news = await server.call("look", known, session.token);
      if (mine !== listening) return;
      showConnected();
      wait = SHORTEST_WAIT;
      if (news) receive(news);
      else if (server.local) await server.changed();
    } catch (error) {
      if (mine !== listening) return;
      if (error.gone) {
        await quietly(giveUp(session.token, error)); // nobody waits for the loop
        return;
      }
      showLost();
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}

function showLost() {
  $("alarm").dataset.lost = "1";
  alarm("the connection is lost; trying again");
}

function showConnected() {
  if (!$("alarm").dataset.lost) return;
  delete $("alarm").dataset.lost;
  alarm();
}

function receive(news) {
  const isFirst = session.snapshot === null;
  const added = takeNews(news);
  if (session.replay) return;
  redraw();
  session.changes.justNow = new Set();
  tellNews(added, isFirst);
}

export function forgetChanges() {
  session.changes.sinceMove = new Set();
  session.changes.counts = null;
}

// Return the events that were not in the log before.
function takeNews(news) {
  if (session.snapshot && news.undone !== session.snapshot.undone) {
    session.log = [];
    forgetChanges();
  }
  const added = news.log.slice(Math.max(0, session.log.length - news.log_from));
  session.log = [...session.log.slice(0, news.log_from), ...news.log];
  session.snapshot = news;
  noteChanges(countPieces(news.scene));
  clearSelection();
  return added;
}

function tellNews(added, isFirst) {
  const { end } = session.snapshot;
  const lines = added.flatMap((event) => event.lines).map(withNames);
  if (!isFirst || lines.length) announce(sentences([...lines.slice(-MOST_LINES), whatNow()]));
  if (isFirst || (end && !wasOver)) keepSeat(); // with names, and whether it is over
  wasOver = Boolean(end);
  if (isOurTurn() && !wasOurTurn && !isFirst) $("dock").classList.add("called");
  wasOurTurn = isOurTurn();
  document.title = `${isOurTurn() ? "● Your turn – " : ""}${session.table.title}`;
}

function noteChanges(counts) {
  const { changes } = session;
  changes.justNow = grownKeys(changes.counts, counts);
  // One's own cards one knows.
  for (const key of changes.justNow) if (!isAtSeat(key, session.table.viewer)) changes.sinceMove.add(key);
  changes.counts = counts;
}

function whatNow() {
  if (session.snapshot.end) return "The game is over";
  return isOurTurn() ? withNames(session.snapshot.scene.prompt) || "Your turn" : "";
}

// The server does not know this seat any more.
export async function giveUp(token, error) {
  dropSeat(token);
  await openStartPage();
  alarm(error.message);
}
