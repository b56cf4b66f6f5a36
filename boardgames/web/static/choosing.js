// The choice in progress: keys of what lies on the table, what is picked, and acting.
import { $, alarm, announce, capital } from "./dom.js";
import { ask, askOnce, redraw, Refused, rememberTips, session } from "./session.js";

// ---- keys: each piece, zone and seat of a scene has one

// A place without a seat is the centre of the table; a piece that is not known lies face down.
const pieceKey = (seat, zone, piece) => `${seat ?? "c"}|${zone}|${piece ?? "?"}`;
export const seatKey = (seat) => `seat|${seat}`;
export const zoneKey = (seat, zone) => `zone|${seat ?? "c"}|${zone}`;

// A cell of a board is picked as a whole, with whatever stands in it.
const cellKey = (seat, zone) => `cell|${seat ?? "c"}|${zone}`;

// The keys that a piece has there: one of them, depending on whether it is a cell.
export const keysAt = (seat, zone, piece) => [cellKey(seat, zone), pieceKey(seat, zone, piece)];

const zonesSeen = new Map(); // by key: each as it was when it was on the table last

// The zone of a scene at this place, and what holds nothing outside of it. One that is not on the
// table comes first.
export function zoneAt(scene, place) {
  const area = scene.areas.find(({ seat }) => seat === place?.seat);
  const found = area?.zones.find(({ key }) => key === place.zone);
  if (found || !area) return found ?? { items: [] };
  const seen = zonesSeen.get(zoneKey(place.seat, place.zone));
  area.zones.unshift({ kinds: [], name: place.zone, ...seen, key: place.zone, items: [] });
  return area.zones[0];
}

// Tell the areas, zones and items of a scene their keys, and each zone where it is.
export function keyed(scene) {
  for (const area of scene.areas) {
    area.id = seatKey(area.seat);
    for (const zone of area.zones) {
      const isCell = area.board.flat().includes(zone.key);
      Object.assign(zone, { area, isCell, id: (isCell ? cellKey : zoneKey)(area.seat, zone.key) });
      zonesSeen.set(zone.id, zone);
      const before = new Map(); // how many pieces with this key lie before an item
      for (const item of zone.items) {
        item.id = isCell ? zone.id : pieceKey(area.seat, zone.key, item.piece);
        item.before = before.get(item.id) ?? 0;
        before.set(item.id, item.before + item.count);
      }
    }
  }
  return scene;
}

function countPieces(scene) {
  const counts = new Map();
  for (const zone of scene.areas.flatMap((area) => area.zones)) {
    if (zone.isCell) counts.set(zone.id, 1);
    for (const { id, count } of zone.items) counts.set(id, (counts.get(id) || 0) + count);
  }
  return counts;
}

export const movesIn = (changes) => changes.filter((change) => change.type === "piecemove");

// ---- which choices touch what

// Work out for the latest scene what each choice touches, and what can be picked.
export function findTargets() {
  const { snapshot, selection, replay, playing } = session;
  const there = countPieces(snapshot.scene);
  const keyOf = (touch) => targetOf(touch, there);
  selection.targets = snapshot.choices.map(({ touches }) =>
    touches.map(keyOf).filter((key) => key !== null),
  );
  const several = replay ? null : snapshot.choices.find((choice) => choice.several)?.several;
  selection.several = several && {
    ...several,
    keys: several.pieces.map((touch) => keyOf(touch) ?? ""),
  };
  const isAsked = !replay && !playing?.isWatched;
  const looks = isAsked ? snapshot.scene.look : [];
  selection.looks = new Set(looks.map((touch) => keyOf(touch) ?? zoneKey(touch.seat, touch.zone)));
  selection.marks = isAsked ? findMarks() : new Map();
}

// The key of what is touched; null if there is nothing to point at.
function targetOf({ seat, zone, piece }, there) {
  const { viewer } = session.table;
  if (!zone) return seat === null || seat === viewer ? null : seatKey(seat);
  if (piece === null && zone === "hand" && seat === viewer) return null;
  return keysAt(seat, zone, piece).find((key) => there.has(key)) ?? zoneKey(seat, zone);
}

export const countOf = (keys, key) => keys.filter((each) => each === key).length;
const includesAll = (keys, picked) =>
  picked.every((key) => countOf(keys, key) >= countOf(picked, key));

// The indices of the choices that touch all that is picked, and are in all groups that are open.
export function possibleChoices() {
  const { targets, picked, groups } = session.selection;
  const isPossible = ({ group, text }, index) =>
    includesAll(targets[index], picked) &&
    groups.every((name) => group === name || `${text} `.startsWith(`${name} `));
  return session.snapshot.choices.flatMap((choice, index) =>
    isPossible(choice, index) ? [index] : [],
  );
}

// What can be picked next, by key: "can" where a person would begin, "may" for all else that some
// choice touches.
function findMarks() {
  const { targets, picked, several } = session.selection;
  const marks = new Map();
  if (several) {
    const isLeft = (key) =>
      picked.length < several.most && countOf(several.keys, key) > countOf(picked, key);
    return new Map(several.keys.filter(isLeft).map((key) => [key, "can"]));
  }
  for (const keys of possibleChoices().map((index) => targets[index])) {
    keys.forEach((key, place) => {
      if (countOf(keys, key) <= countOf(picked, key)) return;
      const isFirst = picked.length > 0 || place === 0;
      if (isFirst || !marks.has(key)) marks.set(key, isFirst ? "can" : "may");
    });
  }
  return marks;
}

// Whether this area, zone or item can be picked.
export const isMarked = ({ id }) => session.selection.marks.has(id);

// ---- picking

export function clearSelection(said = "") {
  Object.assign(session.selection, { picked: [], groups: [], hint: null, said });
}

// Pick this, or put it back, or begin anew with it.
export function pick(key) {
  const { selection } = session;
  selection.said = "";
  if (selection.marks.has(key)) selection.picked.push(key);
  else if (selection.picked.includes(key)) putBack(key);
  else if (selection.targets.some((keys) => keys.includes(key))) {
    clearSelection();
    selection.picked.push(key);
  }
}

export function putBack(key) {
  const { picked } = session.selection;
  picked.splice(picked.lastIndexOf(key), 1);
}

// Whether a choice touches exactly what is picked.
export function isExact(index) {
  const { targets, picked } = session.selection;
  return picked.length > 0 && targets[index].length === picked.length;
}

// Ask what a bot would do.
export async function takeHint() {
  const { snapshot, selection } = session;
  const { hints } = await ask("hint");
  if (session.snapshot !== snapshot) return; // something has happened, or the table has been left
  clearSelection();
  const ideas = hints.map(({ notation, label, chance, because }) => {
    return { action: notation, text: label.text, chance, why: because };
  });
  selection.hint = ideas;
  const best = snapshot.choices.findIndex(({ action }) => action === ideas[0].action);
  if (best >= 0) selection.picked = [...selection.targets[best]];
  redraw();
  announce(`Hint: ${ideas[0].text}`);
}

// ---- which presses count

// Milliseconds that it takes to read what has just been asked
const READING_TIME = 400;

// What is asked on the screen, and since when, on the clock of the page
let asked = { what: "", since: 0 };

// Called with each drawing: another question, group of choices, request or result is to be read
// first.
export function noteAsked() {
  const { selection, snapshot, playing, replay, showsResult } = session;
  const { turn, groups } = selection;
  const isWatched = Boolean(playing?.isWatched);
  const others = [snapshot.asked, snapshot.next];
  const what = JSON.stringify([turn, groups, isWatched, Boolean(replay), showsResult, others]);
  if (what === asked.what) return;
  asked = { what, since: performance.now() };
  document.body.dataset.readAt = String(asked.since + READING_TIME); // for the tests
}

// Whether what is asked could be read before this time.
export const couldBeRead = (time) => time >= asked.since + READING_TIME;

// ---- acting

// Milliseconds before it is looked again whether the news of an action are here
const LOOKING_PAUSE = 30;

let busy = false; // whether an action has been sent whose news is not here yet

// A choice belongs to the question with which it was offered, also if it is the same at the next.
export async function act({ action, table, text, turn: offered }) {
  if (busy || !session.snapshot || offered !== session.selection.turn) return;
  const { token } = session;
  busy = true;
  rememberTips();
  Object.assign(session, { inspected: null, actedAt: performance.now() });
  $("dock").classList.add("busy");
  try {
    const { turn } = session.snapshot;
    const { version } = await askOnce("apply", { action, turn, table, told: false });
    // For the tests
    document.body.dataset.acts = String(Number(document.body.dataset.acts || 0) + 1);
    while (session.token === token && session.snapshot?.version < version) {
      // Until then, the choices are those of before
      await new Promise((done) => setTimeout(done, LOOKING_PAUSE));
    }
  } catch (error) {
    if (!session.table?.lesson || !(error instanceof Refused)) throw error;
    alarm(); // what is said of a wrong answer stands with the question
    clearSelection(`${capital(text)}: ${error.message}`);
    redraw();
  } finally {
    busy = false;
    $("dock").classList.remove("busy");
  }
}

// Take all that is picked of several pieces, in the order in which the actions have to come, and
// then no more.
export async function actSeveral() {
  const { several, picked } = session.selection;
  const left = [...picked];
  const wanted = several.pieces.filter((_, place) => {
    const at = left.indexOf(several.keys[place]);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  for (const touch of wanted.length < several.most ? [...wanted, null] : wanted) {
    const takes = (choice) =>
      !choice.declines && JSON.stringify(choice.touches[0]) === JSON.stringify(touch);
    const isNext = (choice) => choice.several && (touch ? takes(choice) : choice.declines);
    const next = session.snapshot?.choices.find(isNext);
    if (!next) return; // what is left was chosen automatically, or the table has been left
    await act(next);
  }
}
