// Sitting down at a table and getting up again; listening for its news, and telling them.
import { clearSelection, keyed } from "./choosing.js";
import { dressed } from "./cards.js";
import { $, alarm, announce, interrupted, patch, restored, sentences, showPage } from "./dom.js";
import { newsLines } from "./log.js";
import { call, peopleNews } from "./people.js";
import { forgetPlaces } from "./plan.js";
import { startReplay } from "./replay.js";
import {
  dropSeat,
  keepSeat,
  lastPly,
  logAfter,
  openStartPage,
  play,
  request,
  requestAll,
  session,
  toPresent,
  unreadTips,
} from "./session.js";
import { enterTable } from "./sheet.js";

const MOST_IN_LINE = 24; // characters of a title; a longer one takes two lines of a phone
const MOST_LINES = 4; // that are read aloud at once
// Before a lost connection is tried again, in milliseconds
const [SHORTEST_WAIT, LONGEST_WAIT] = [500, 8000];

let listening = 0; // the number of the loop that listens; another number ends it
let saidLast = ""; // what is to do, as it was announced

export async function sitDown(token) {
  const table = await fetchTable(token);
  if (!table) return;
  leaveTable();
  const pieces = dressed(Object.values(table.pieces));
  Object.assign(session, { token, table, pieces, log: [], inspected: null });
  clearSelection();
  // Nothing of another table
  for (const id of ["table", "dock", "about", "log", "tools"]) patch($(id));
  keepSeat();
  enterTable();
  showPage("play");
  $("title").textContent = table.title;
  $("title").classList.toggle("lengthy", table.title.length > MOST_IN_LINE);
  $("where").textContent = "";
  if (table.reading) await startReplay();
  else listen();
}

// What does not change at the table of this secret; nothing if the seat is not there any more.
async function fetchTable(token) {
  try {
    const [about, pieces] = await requestAll([["about"], ["pieces"]], token);
    return { ...about, ...pieces };
  } catch (error) {
    if (!error.gone) throw error;
    giveUp(token, error);
    return null;
  }
}

export function leaveTable() {
  toPresent(); // nothing goes on moving
  listening += 1;
  Object.assign(session, { token: "", table: null, snapshot: null, base: null, replay: null });
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
  while (mine === listening) {
    const news = await fetchNews(mine);
    if (mine !== listening) return;
    try {
      if (news) receive(withChoices(news));
      else if (server.local) await server.changed();
    } catch (error) {
      reportError(error); // what comes next may be shown all the same
      await pause(SHORTEST_WAIT);
    }
  }
}

let wake = () => {}; // ends what is waited for

const woken = () =>
  new Promise((resolve) => {
    wake = () => resolve(null);
  });

const pause = (time) =>
  Promise.race([woken(), new Promise((resolve) => setTimeout(resolve, time))]);

// Called when the browser is online again, or the page is seen again: a request that was lost
// meanwhile is not waited for.
const askAtOnce = () => document.hidden || wake();

export function listenForReturn() {
  addEventListener("online", askAtOnce);
  addEventListener("pageshow", askAtOnce);
  document.addEventListener("visibilitychange", askAtOnce);
}

// What has happened, or nothing after a while. A lost connection is tried again, as long as `mine`
// is the loop that listens.
async function fetchNews(mine) {
  let wait = SHORTEST_WAIT;
  while (mine === listening) {
    const version = session.snapshot?.version || 0;
    const since = lastPly(session.log) || null;
    try {
      const asked = requestAll([
        ["wait", { version }],
        ["look", { version, since }],
      ]);
      const answers = await Promise.race([asked, woken()]);
      if (!answers) continue; // it is asked again
      const [, news] = answers;
      if (wait > SHORTEST_WAIT && mine === listening) restored(); // the connection is there again
      return news && isToldAnew(news) ? await request("look") : news;
    } catch (error) {
      if (mine !== listening) break;
      if (error.gone) {
        giveUp(session.token, error);
        break;
      }
      interrupted("the connection is lost; trying again");
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
  return null;
}

// What the log depends on: when something is taken back or a name changes, it is told anew.
const telling = ({ undone, names }) => `${undone} ${names}`;
const isToldAnew = (news) => session.snapshot && telling(news) !== telling(session.snapshot);

// Our legal actions as what can be chosen; each is valid at this table only.
function withChoices(news) {
  const { table } = session.table;
  const choices = news.legal_actions.map(({ notation, label }) => {
    return { ...label, action: notation, table, turn: 0 };
  });
  return { ...news, choices, receivedAt: performance.now() };
}

function receive(news) {
  const before = session.snapshot;
  const added = takeNews(news);
  if (session.replay) return;
  play(added, before?.scene);
  tellNews(added, before);
}

// Return the events that were not in the log before.
function takeNews(news) {
  const { snapshot: before, log } = session;
  const isUndone = before && news.undone !== before.undone;
  const added = isUndone ? [] : logAfter(news.log, lastPly(log));
  if (isUndone) {
    toPresent();
    forgetPlaces();
    saidLast = ""; // so that it is said again
  }
  session.log = [...log, ...news.log];
  if (isToldAnew(news)) Object.assign(session, { log: news.log, base: null });
  session.snapshot = news;
  for (const scene of [news.scene, news.end?.open]) if (scene) keyed(scene);
  notePast(before, added);
  if (!before || offered(before) !== offered(news)) {
    clearSelection();
    session.selection.turn += 1;
  }
  for (const choice of news.choices) choice.turn = session.selection.turn;
  return added;
}

// What has happened since our last choice; spectators are shown the latest.
function notePast(before, added) {
  const { snapshot } = session;
  const { viewer } = session.table;
  const isNew = viewer === null ? added.length > 0 : before?.plies < snapshot.chosen;
  if (snapshot.before) session.base = { scene: snapshot.before, ply: snapshot.chosen - 1 };
  else if (before && isNew) session.base = { scene: before.scene, ply: before.plies };
}

const offered = ({ choices }) => JSON.stringify(choices.map((each) => ({ ...each, turn: 0 })));

// ---- telling

function tellNews(added, before) {
  const isFirst = before === null;
  const lines = [...newsLines(added), ...peopleNews(before)];
  const now = whatNow();
  if (lines.length || (!isFirst && now !== saidLast))
    announce(sentences([...lines.slice(-MOST_LINES), now]));
  saidLast = now;
  // With names, and whether it is over
  if (isFirst || (session.snapshot.end && !before.end)) keepSeat();
  if (session.isOurTurn && !isFirst && !before.choices.length) call();
  document.title = `${session.isOurTurn ? "● Your turn – " : ""}${session.table.title}`;
}

function whatNow() {
  if (session.snapshot.end) return "The game is over";
  if (!session.isOurTurn) return "";
  return sentences([session.snapshot.scene.prompt || "Your turn", ...unreadTips()]);
}
