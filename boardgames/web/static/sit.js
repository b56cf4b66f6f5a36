// Sitting down at a table and getting up again; listening for its news, and telling them.
import { clearSelection, countPieces, grownKeys, isAtSeat, keyed } from "./choosing.js";
import { dressed } from "./cards.js";
import { $, alarm, announce, patch, sentences, showPage } from "./dom.js";
import { folded } from "./news.js";
import { call, peopleNews } from "./people.js";
import { startReplay } from "./replay.js";
import { dropSeat, keepSeat, openStartPage, redraw, session, store, unreadTips, withNames } from "./session.js";
import { enterTable } from "./sheet.js";

const MOST_LINES = 4; // that are read aloud at once
const [SHORTEST_WAIT, LONGEST_WAIT] = [500, 8000]; // before a lost connection is tried again, in milliseconds

let listening = 0; // the number of the loop that listens; another number ends it
let saidLast = ""; // what is to do, as it was announced

export async function sitDown(token) {
  const table = await session.server.call("table", {}, token).catch((error) => {
    if (!error.gone) throw error;
    giveUp(token, error);
  });
  if (!table) return;
  leaveTable();
  Object.assign(session, { token, table, pieces: dressed(table.pieces), log: [] });
  Object.assign(session, { inspected: null, showsAllNews: false });
  clearSelection();
  forgetChanges();
  for (const id of ["table", "dock", "about", "log", "tools"]) patch($(id)); // nothing of another table
  keepSeat();
  enterTable();
  showPage("play");
  $("title").textContent = table.title;
  $("where").textContent = "";
  if (table.reading) await startReplay();
  else listen();
}

export function leaveTable() {
  listening += 1;
  Object.assign(session, { token: "", table: null, snapshot: null, replay: null });
  store.set(sessionStorage, "seat", null);
}

// The server does not know this seat any more.
function giveUp(token, error) {
  dropSeat(token);
  openStartPage();
  alarm(error.message);
}

// ---- listening

async function listen() {
  const mine = listening;
  const { server } = session;
  let wait = SHORTEST_WAIT;
  while (mine === listening) {
    try {
      const known = { version: session.snapshot?.version || 0, log: session.log.length };
      const news = await server.call("look", known, session.token);
      if (mine !== listening) return;
      if (wait > SHORTEST_WAIT) alarm(); // the connection is there again
      wait = SHORTEST_WAIT;
      if (news) receive(news);
      else if (server.local) await server.changed();
    } catch (error) {
      if (mine !== listening) return;
      if (error.gone) {
        giveUp(session.token, error);
        return;
      }
      alarm("the connection is lost; trying again");
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}

function receive(news) {
  const before = session.snapshot;
  const added = takeNews(news);
  if (session.replay) return;
  redraw();
  tellNews(added, before);
}

function forgetChanges() {
  session.changes = { fresh: new Set(), counts: null };
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
  for (const scene of [news.scene, news.end?.open]) if (scene) keyed(scene);
  const { changes } = session;
  const counts = countPieces(news.scene);
  for (const key of grownKeys(changes.counts, counts)) {
    if (!isAtSeat(key, session.table.viewer)) changes.fresh.add(key); // one's own cards one knows
  }
  changes.counts = counts;
  clearSelection();
  return added;
}

// ---- telling

function tellNews(added, before) {
  const isFirst = before === null;
  const lines = [...folded(added).flatMap((each) => each.lines), ...peopleNews(before)];
  const now = whatNow();
  if (lines.length || (!isFirst && now !== saidLast)) announce(sentences([...lines.slice(-MOST_LINES), now]));
  saidLast = now;
  if (isFirst || (session.snapshot.end && !before.end)) keepSeat(); // with names, and whether it is over
  if (session.isOurTurn && !isFirst && !before.choices.length) call();
  document.title = `${session.isOurTurn ? "● Your turn – " : ""}${session.table.title}`;
}

function whatNow() {
  if (session.snapshot.end) return "The game is over";
  return session.isOurTurn ? sentences([withNames(session.snapshot.scene.prompt) || "Your turn", ...unreadTips()]) : "";
}
