// The state that the modules share, the names of the players in it, and asking the server.
import { $, capital } from "./dom.js";

export const HUMAN = "human"; // the spec of a seat for a person

/** @type {import("../../../typings/page.js").Session} */
export const session = {
  // How to reach the tables: see transport.js. Set once, by page.js.
  server: null,

  // Who we are, and at which table. Changed by sit.js alone; all but `pieces` are empty on the start page.
  token: "", // the secret of our seat
  table: null, // what does not change at this table: the answer to `table`
  pieces: {}, // the pieces of the game by key, each with colour and emblem

  // How the game stands. Changed by sit.js; for a record, which has no news, filled by replay.js.
  snapshot: null, // the latest answer to `look`: the scene, our choices, names, the end
  log: [], // every action so far, as we were told it

  // The choice in progress. Changed by choosing.js, and by the buttons of dock.js.
  selection: {
    targets: [], // for each choice of the snapshot, the keys of what it touches
    picked: [], // the keys picked so far; a key stands here as often as it was picked
    group: null, // the name of the group of choices that is open
    hint: null, // what a bot would do, best first
  },

  // What is marked as new. Changed by sit.js, choosing.js and replay.js.
  changes: {
    counts: null, // how many pieces lay under each key in the latest scene
    fresh: new Set(), // keys that grew since our last move, or with the latest step of a replay
  },

  // The replay of a finished game, or null: see replay.js. Reset by sit.js.
  replay: null,

  // What is being read. Reset by sit.js, and by choosing.js with each move.
  inspected: null, // the card whose description is shown: {piece, item, zone, area, pinned}; set by cards.js
  showsAllNews: false, // not only the latest; set by news.js
};

export const isOurTurn = () => Boolean(session.snapshot && !session.snapshot.end && session.snapshot.choices.length);
export const isGoingOn = () => !session.replay && !session.snapshot.end;
export const showsResult = () => Boolean(!session.replay && session.snapshot.end);

// ---- steps that many listeners need, given by page.js, so that the modules do not import each other in circles

const steps = {};

export function connectHooks(given) {
  Object.assign(steps, given);
}

export const redraw = () => steps.redraw(); // let the whole table show how things stand
export const sit = (token) => steps.sit(token); // sit down at a table
export const openStartPage = () => steps.openStartPage(); // leave the table, if we are at one, and show the start page

// A listener that changes something and lets the table show it.
export const redrawing = (change) => () => {
  change();
  redraw();
};

// What a form does when it is sent, given its fields by their names.
export const submitting = (step) => (event) => {
  event.preventDefault();
  step(event.target.elements);
};

// ---- names

// Texts from the server name seats; put the names of the players in their place.
export function withNames(text) {
  const names = session.snapshot?.names || [];
  return text.replace(/\bPlayer (\d+)\b/g, (whole, number) => names[number - 1] || whole);
}

export function seatName(seat) {
  const { table, replay } = session;
  const isElsewhere = replay && replay.view !== String(seat); // a replay as somebody else saw it
  return seat === table.viewer && !isElsewhere ? "You" : withNames(`Player ${seat + 1}`);
}

// ---- asking the server, and telling the reader what went wrong or what has happened

// What is thrown when the library refuses a request.
export class Refused extends Error {
  constructor(message, status) {
    super(message);
    // For `table` and `look`: our seat is not there any more (403), or the table has been closed (410), so that asking
    // again is of no use. Elsewhere, 403 only means that we may not.
    this.gone = status === 403 || status === 410;
  }
}

export function alarm(text = "") {
  $("alarm").textContent = text && capital(text.replace(/\.*$/, "."));
}

// For screen readers.
export function announce(text) {
  $("live").textContent = text;
}

// Whatever goes wrong is shown, and thrown.
export async function ask(method, params = {}) {
  try {
    const answer = await session.server.call(method, params, session.token);
    alarm();
    return answer;
  } catch (error) {
    alarm(error instanceof Refused ? error.message : "the server does not answer");
    throw error;
  }
}
