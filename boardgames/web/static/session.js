// What the modules share: the state, names, asking the server, what this browser remembers.
import { alarm } from "./dom.js";

export const HUMAN = "human"; // the spec of a seat for a person

/** @type {import("../../../typings/page.js").Session} */
export const session = {
  // How to reach the tables: see transport.js. Set once, by page.js.
  server: null,
  // The answer to `games`: the games and bots that there are, and how others reach the server
  offer: null,

  // Who we are, and at which table. Changed by sit.js alone; all but `pieces` are empty on the
  // start page.
  token: "", // the secret of our seat
  table: null, // what does not change at this table: the answers to `about` and `pieces`
  pieces: {}, // the pieces of the game by key, each with colour and emblem

  // How the game stands. Changed by sit.js; for a record, which has no news, filled by replay.js.
  // The latest answer to `look`: the scene, names, the end; and our legal actions as `choices`
  snapshot: null,
  // The latest actions as we were told them, without those before the first; see log.js
  log: [],

  // The choice in progress. Changed by choosing.js, and by the buttons of dock.js.
  selection: {
    targets: [], // for each choice of the snapshot, the keys of what it touches
    several: null, // the choice of several pieces at once, with the keys of the pieces
    looks: new Set(), // the keys of what a lesson tells us to look at
    marks: new Map(), // by key, what can be picked next: see `findMarks`
    picked: [], // the keys picked so far; a key stands here as often as it was picked
    groups: [], // the names of the groups of choices that are open, or the words of all within
    hint: null, // what a bot would do, best first
    said: "", // what a lesson says of a wrong answer
    turn: 0, // grows whenever there are other choices; until then, what was picked and set stays
  },

  actedAt: -Infinity, // when we made our last choice, on the clock of the page; set by choosing.js

  // What has happened since our last choice. Changed by sit.js.
  base: null, // the table before it: {scene, ply}; null if it is not known

  // What is being shown event by event, or null; see motion.js. While it is `isWatched`, nothing is
  // asked.
  playing: null,

  // The replay of a finished game, or null: see replay.js. Reset by sit.js.
  replay: null,

  // What is being read. Reset by sit.js, and by choosing.js with each move.
  inspected: null, // the card whose description is shown: {item, zone}; set by cards.js

  // What follows from it.
  get isOurTurn() {
    return Boolean(this.snapshot?.choices.length);
  },
  get isGoingOn() {
    return !this.replay && !this.showsResult;
  },
  get showsResult() {
    return Boolean(!this.replay && !this.playing && this.snapshot.end);
  },
};

// Of a log, which may begin later than the game: what came after an action, the number of the last.
export const logAfter = (log, ply) => log.filter((event) => event.ply > ply);
export const lastPly = (log) => log.at(-1)?.ply ?? 0;

// ---- steps that many listeners need, given by page.js, so that nothing imports in circles

export const steps = {};
// Let the whole table show how things stand, and these moves of pieces.
export const redraw = (moves = [], time = undefined) => steps.redraw(moves, time);
// Show these actions event by event, from this scene on
export const play = (events, base) => steps.play(events, base);
export const toPresent = () => steps.toPresent(); // show at once how things stand
export const sit = (token) => steps.sit(token); // sit down at a table
// Leave the table, if we are at one, and show the start page
export const openStartPage = () => steps.openStartPage();

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

export function seatName(seat) {
  const { table, replay, snapshot } = session;
  const isElsewhere = replay && replay.view !== String(seat); // a replay as somebody else saw it
  if (seat === table.viewer && !isElsewhere) return "You";
  return snapshot?.names[seat] || `Player ${seat + 1}`;
}

// What a bot is to whoever plays against it, from its spec.
export function botName(spec) {
  const kind = spec.split(/[:,]/)[0];
  const levels = ["easy", "fair", "strong", "random"];
  return levels.includes(kind) ? `${kind} bot` : "bot";
}

// ---- asking the server

const PAUSE = 500; // milliseconds before it is tried again
const TRIES = 3;
// Codes of errors: of no table, and not our seat
const GONE = [-32002, -32003];

// Thrown when a request has failed; `ask` shows it.
export class RequestFailed extends Error {}

// Thrown when the library refuses a request.
export class Refused extends RequestFailed {
  constructor({ code, message }) {
    super(message);
    // For `about` and `look`: our seat is not there any more, or the table has been closed, so that
    // asking again is of no use. Elsewhere it may only mean that we may not.
    this.gone = GONE.includes(code);
  }
}

/**
 * The result of one method.
 * @type {import("../../../typings/page.js").Ask<string>}
 */
export async function request(method, params = {}, secret = session.token) {
  const call = /** @type {any} */ ([method, params]);
  const [result] = await requestAll([call], secret);
  return result;
}

/**
 * The results of several methods, called one after the other; the first refusal is thrown. Without
 * a seat, whoever may open tables here proves it by the key.
 * @type {import("../../../typings/page.js").AskAll}
 */
export async function requestAll(calls, secret = session.token) {
  const proof = secret || store.get("localStorage", "key") || "";
  const requests = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
  const answers = await session.server.send(requests, proof).catch((error) => {
    throw error instanceof Refused ? error : new RequestFailed(error.message);
  });
  const refused = answers.find(({ error }) => error);
  if (refused) throw new Refused(refused.error);
  return /** @type {any} */ (answers.map(({ result }) => result));
}

/**
 * Whatever goes wrong is shown, and thrown. A request that may have been lost is sent again; what
 * changes something has a key, so that it is done once.
 * @type {import("../../../typings/page.js").Ask<number>}
 */
export async function ask(method, params = {}, tries = TRIES) {
  if (tries === TRIES) alarm(); // it was read before this was asked
  try {
    const answer = await request(method, params);
    if (tries < TRIES) alarm();
    return answer;
  } catch (error) {
    const again = tries > 1 && "once" in params;
    if (error instanceof Refused) alarm(error.message);
    else alarm(`the server does not answer${again ? "; trying again" : ""}`);
    if (error instanceof Refused || !again) throw error;
    await new Promise((done) => setTimeout(done, PAUSE));
    return ask(method, params, tries - 1);
  }
}

/**
 * The same for a method that changes something.
 * @type {import("../../../typings/page.js").Ask<never>}
 */
export const askOnce = (method, params = {}) => ask(method, { ...params, once: newKey() });

function newKey() {
  const digits = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(digits, (each) => each.toString(16).padStart(2, "0")).join("");
}

// ---- what this browser remembers

const unkept = new Map(); // what the browser does not keep, until the page is left

// A browser may refuse even to be asked for its storage.
export const store = {
  /** @param {"localStorage" | "sessionStorage"} area */
  get(area, name) {
    const key = `${area} ${name}`;
    if (unkept.has(key)) return unkept.get(key);
    try {
      return JSON.parse(globalThis[area].getItem(name));
    } catch {
      return null;
    }
  },
  /** @param {"localStorage" | "sessionStorage"} area */
  set(area, name, value) {
    const key = `${area} ${name}`;
    try {
      globalThis[area].setItem(name, JSON.stringify(value));
      unkept.delete(key);
    } catch {
      unkept.set(key, value);
    }
  },
};

const MOST_SEATS = 12;

export const keptSeats = () => store.get("localStorage", "seats") || [];
const seatsBut = (token) => keptSeats().filter((each) => each.token !== token);

// Remember our seat: for this window, and first in the list of "Your tables".
export function keepSeat() {
  const { token, table, snapshot } = session;
  store.set("sessionStorage", "seat", token);
  const entry = {
    token,
    title: table.title,
    who: table.viewer === null ? "watching" : `player ${table.viewer + 1}`,
    players: table.reading ? [] : otherPlayers(),
    lesson: table.lesson,
    over: Boolean(snapshot?.end || table.reading),
    when: Date.now(),
  };
  store.set("localStorage", "seats", [entry, ...seatsBut(token)].slice(0, MOST_SEATS));
}

// The others at our table: those with a name, and how many of each kind the rest are.
function otherPlayers() {
  const { table, snapshot } = session;
  const others = table.seats
    .map((spec, seat) => ({ seat, kind: spec.split(":")[0], name: snapshot?.names[seat] }))
    .filter(({ seat }) => seat !== table.viewer);
  const named = others.flatMap(({ name }) => name || []);
  const nameless = others.filter(({ name }) => !name);
  const kinds = Object.entries(Object.groupBy(nameless, ({ kind }) => kind));
  return [...named, ...kinds.map(([kind, { length }]) => howMany(kind, length))];
}

// "one person", "2 people", "an easy bot", "2 fair bots"
function howMany(kind, count) {
  if (kind === HUMAN) return count === 1 ? "one person" : `${count} people`;
  if (count > 1) return `${count} ${kind} bots`;
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} bot`;
}

export const dropSeat = (token) => store.set("localStorage", "seats", seatsBut(token));

// ---- what somebody at their first game has been told already, by game and sentence

const readTips = () => store.get("localStorage", "tips") || [];
const tipKey = (tip) => `${session.table.game}: ${tip}`;

// What a counter, zone or mark means, by its key; a mark may have numbers in it.
export const meaningOf = (key) => session.table.terms[key.replaceAll(/[0-9]+/g, "#")];

// What is worth telling now: the goal of the game, and what this phase is about.
export function unreadTips() {
  const { table, snapshot } = session;
  if (table.lesson) return [snapshot.scene.tip].filter(Boolean); // what the lesson says stays
  return [table.goal, snapshot.scene.tip].filter((tip) => tip && !readTips().includes(tipKey(tip)));
}

export function rememberTips() {
  store.set("localStorage", "tips", [...unreadTips().map(tipKey), ...readTips()]);
}
