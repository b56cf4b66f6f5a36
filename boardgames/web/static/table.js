// The table: the centre, the numbers that are compared, the seats, and the zones in each with their cards.
import { drawCard, isOwnHand } from "./cards.js";
import { pick, pieceKey, seatKey, zoneKey } from "./choosing.js";
import { $, classes, h, patch, phone } from "./dom.js";
import { drawNews } from "./news.js";
import { seatState } from "./people.js";
import { drawReplayNews, drawResult } from "./replay.js";
import { HUMAN, isGoingOn, redraw, session, showsResult, withNames } from "./session.js";

/**
 * @typedef {import("../../../typings/page.js").Scene} Scene
 * @typedef {import("../../../typings/page.js").Area} Area
 * @typedef {import("../../../typings/page.js").Zone} Zone
 * @typedef {import("../../../typings/page.js").Counter} Counter
 * @typedef {Map<string, "can" | "may">} Marks
 */

/** @param {Scene} scene @param {Marks} marks */
export function drawTable(scene, marks) {
  const isOver = showsResult();
  const seats = seatsInOrder(scene);
  const centre = scene.areas.find((area) => area.seat === null);
  const compared = comparedCounters(scene, centre, seats);
  const numbers = [
    compared.size > 0 && drawCompared(scene, centre, seats, compared),
    scene.notes.length > 0 &&
      h(
        "ul",
        { class: "notes" },
        scene.notes.map((note) => h("li", {}, withNames(note))),
      ),
  ];
  patch(
    $("table"),
    isOver && h("div", { class: "result" }, drawResult(), numbers),
    !isOver && (session.replay ? drawReplayNews() : drawNews()),
    scene.text && h("pre", { class: "text", tabIndex: 0, "aria-label": "Table" }, scene.text),
    centre && drawCentre(centre, otherCounters(centre, compared), marks),
    !isOver && numbers,
    drawSeats(scene, seats, compared, marks),
  );
}

// The reader first, then as they sit.
function seatsInOrder(scene) {
  const seats = scene.areas.filter((area) => area.seat !== null);
  const viewer = scene.viewer ?? session.table.viewer;
  const first = Math.max(
    0,
    seats.findIndex((area) => area.seat === viewer),
  ); // a spectator begins with the first
  return [...seats.slice(first), ...seats.slice(0, first)];
}

// ---- counters: what a seat or the centre has of something, such as coins, in numbers

function drawCounters(counters, isLeader = undefined) {
  if (!counters.length) return null;
  const pair = (each) => h("div", {}, h("dt", {}, withNames(each.name)), h("dd", {}, amountOf(each, isLeader?.(each))));
  return h("dl", { class: "counters" }, counters.map(pair));
}

/** @param {Counter} counter */
function amountOf(counter, isLeader) {
  return [
    h("b", {}, counter.value),
    counter.of !== null && h("span", { class: "soft" }, ` of ${counter.of}`),
    counter.note && h("span", { class: "note" }, ` ${withNames(counter.note)}`),
    isLeader && h("span", { class: "leads" }, " leads"),
  ];
}

const counterOf = (area, key) => area?.counters.find((each) => each.key === key);

// Whether this seat has the most of what a race is about, and another has less.
/** @param {Scene} scene */
function leads(scene, area, key) {
  if (!scene.race.includes(key)) return false;
  const values = scene.areas.flatMap((each) => (each.seat === null ? [] : (counterOf(each, key)?.value ?? [])));
  const most = Math.max(...values);
  return counterOf(area, key)?.value === most && values.some((value) => value < most);
}

// Where the centre has counters of its own for what the seats count, all counters of the seats stand in one table.
// Return their keys.
function comparedCounters(scene, centre, seats) {
  const keys = new Set(seats.flatMap((area) => area.counters.map((each) => each.key)));
  const isCompared = scene.layout === "columns" && centre?.counters.some((each) => keys.has(each.key));
  return isCompared ? keys : new Set();
}

const otherCounters = (area, compared) => area.counters.filter((each) => !compared.has(each.key));

function drawCompared(scene, centre, seats, keys) {
  const amount = (area, key) => {
    const counter = counterOf(area, key);
    return counter && amountOf(counter, leads(scene, area, key));
  };
  const row = (key) => {
    const name = seats.map((area) => counterOf(area, key)?.name).find(Boolean);
    const cells = seats.map((area) => h("td", {}, amount(area, key)));
    return h(
      "tr",
      { class: scene.race.includes(key) ? "race" : "" },
      h("th", { scope: "row" }, withNames(name)),
      h("td", { class: "of-all" }, amount(centre, key)),
      cells,
    );
  };
  const head = (area) => {
    const marks = area.marks.map((mark) => h("small", {}, withNames(mark)));
    const acts = scene.to_act.includes(area.seat);
    return h("th", { scope: "col", class: acts ? "acts" : null }, withNames(area.name), marks);
  };
  return h(
    "table",
    { class: "compared-counters" },
    h("thead", {}, h("tr", {}, h("td", { colspan: 2 }), seats.map(head))),
    h("tbody", {}, [...keys].map(row)),
  );
}

// ---- the centre and the seats

/** @param {Area} area @param {Marks} marks */
function drawCentre(area, counters, marks) {
  const zones = area.zones.filter((zone) => zone.items.length || marks.has(zoneKey(null, zone.key)));
  if (!zones.length && !counters.length) return null;
  zones.sort((one, other) => zoneRank(one, area, marks) - zoneRank(other, area, marks));
  const drawn = zones.map((zone) => drawZone(zone, area, marks));
  return h(
    "section",
    { class: "centre", "aria-label": withNames(area.name), style: { "--n": widthOf(zones, area, marks) } },
    h("h2", { class: "hidden-text" }, withNames(area.name)),
    drawCounters(counters),
    drawn.length > 0 && h("div", { class: "zones" }, drawn),
  );
}

function drawSeats(scene, seats, compared, marks) {
  // One's own place with nothing in it is a line, and none at all if its numbers stand in the table of numbers.
  const isBare = (area) =>
    area.seat === scene.viewer && !marks.has(seatKey(area.seat)) && !zonesOnTable(area, scene, marks).length;
  const shown = seats.filter((area) => !compared.size || !isBare(area));
  const full = shown.filter((area) => !isBare(area));
  const width = (area) => widthOf(zonesOnTable(area, scene, marks), area, marks);
  return (
    shown.length > 0 &&
    h(
      "div",
      { class: `seats of-${full.length}`, style: { "--n": Math.max(1, ...full.map(width)) } },
      shown.map((area) => drawSeat(area, scene, otherCounters(area, compared), marks, isBare(area))),
    )
  );
}

// A bare seat has nothing but its name and counters.
/** @param {Area} area @param {Scene} scene @param {Marks} marks */
function drawSeat(area, scene, counters, marks, isBare) {
  const isOwn = area.seat === scene.viewer;
  const acts = scene.to_act.includes(area.seat) && !showsResult();
  const zones = isBare ? [] : zonesOnTable(area, scene, marks).map((zone) => drawZone(zone, area, marks));
  const tag = (text, ...more) => h("span", { class: classes("tag", ...more) }, text);
  const heading = h(
    "h2",
    {},
    h("span", { class: "who" }, pickableName(withNames(area.name), seatKey(area.seat), marks, "seat-pick")),
    acts && tag(isOwn ? "your turn" : "to act", "turn"),
    area.marks.map((mark) => tag(withNames(mark))),
    seatState(area.seat),
    !isOwn && botNote(session.table.seats[area.seat]),
  );
  return h(
    "article",
    {
      class: classes("seat", acts && "acts", isOwn && "mine", isBare && "slim"),
      "aria-label": withNames(area.name),
      key: seatKey(area.seat),
    },
    heading,
    drawCounters(counters, (counter) => leads(scene, area, counter.key)),
    !isBare && h("div", { class: "zones" }, zones),
  );
}

function botNote(spec) {
  if (spec === HUMAN || session.table.reading || !spec) return null;
  return h("small", {}, `bot: ${spec.split(":")[0]}`);
}

// ---- zones: what is known of one before it is drawn

const MOST_LARGE = 3; // with more kinds of cards than this, a zone that is of no use now is drawn small
const LOW_WINDOW = 900; // pixels; in a lower one, more than so many players do not fit with all their zones
const MOST_PLAYERS = 3;

const unfolded = new Set(); // the keys of zones whose number would be enough, but whose cards somebody wants to see

const isFaceDown = (item) => item.piece === null;
const isAnyMarked = (zone, area, marks) =>
  zone.items.some((item) => marks.has(pieceKey(area.seat, zone.key, item.piece)));
const canBeUsed = (zone, area, marks) => marks.has(zoneKey(area.seat, zone.key)) || isAnyMarked(zone, area, marks);

// Of cards that lie face down and are of no use now, the number is enough.
function isHeap(zone, area, marks) {
  const isMinor = zone.minor || (phone.matches && area.seat === null);
  return isMinor && !canBeUsed(zone, area, marks) && zone.items.every(isFaceDown);
}

// A place with much in it that nobody can use now is drawn small: number and emblem.
function isDrawnSmall(zone, area, marks) {
  if (zone.ordered || zone.kinds.length || isAnyMarked(zone, area, marks)) return false;
  const isLarge = zone.items.filter((item) => !isFaceDown(item)).length > MOST_LARGE;
  return isLarge && (area.seat === null || zone.items.some((item) => item.hidden));
}

// Where there is little room, the number of cards is enough for zones that the game calls brief.
function canBeFolded(zone, area, marks) {
  const isTight = phone.matches || (innerHeight < LOW_WINDOW && session.table.players > MOST_PLAYERS);
  return zone.brief && isTight && !canBeUsed(zone, area, marks) && isGoingOn();
}

// What is in play stands first, then decks, large heaps and empty places.
function zoneRank(zone, area, marks) {
  if (!zone.items.length) return 3;
  if (isDrawnSmall(zone, area, marks)) return 2;
  return zone.items.every(isFaceDown) ? 1 : 0;
}

// The zones of a seat that are drawn on the table. One's own hand lies in the dock as long as the game goes on.
function zonesOnTable(area, scene, marks) {
  const isInDock = (zone) => area.seat === scene.viewer && zone.key === "hand" && isGoingOn();
  const isPickable = (zone) => marks.has(zoneKey(area.seat, zone.key));
  return area.zones.filter((zone) => (zone.items.length && !isInDock(zone)) || isPickable(zone));
}

// How many cards of full size stand beside each other in these zones; style.css makes cards as large as there is room.
// What is drawn small can stand below.
function widthOf(zones, area, marks) {
  const isFull = (zone) =>
    !isHeap(zone, area, marks) && !canBeFolded(zone, area, marks) && !isDrawnSmall(zone, area, marks);
  const items = zones.filter(isFull).flatMap((zone) => zone.items);
  return Math.max(
    1,
    items.reduce((sum, item) => sum + (isFaceDown(item) ? 0.7 : 1), 0),
  );
}

// ---- zones: drawing one

/** @param {Zone} zone @param {Area} area @param {Marks} marks */
export function drawZone(zone, area, marks) {
  const key = zoneKey(area.seat, zone.key);
  const name = pickableName(withNames(zone.name), key, marks, "zone-pick");
  const isFolding = canBeFolded(zone, area, marks);
  const shownName = isFolding ? unfoldButton(name, zone, key) : name;
  if (isFolding && !unfolded.has(key)) {
    return h("div", { class: `zone zone-${zone.key} heap`, key }, h("span", { class: "zone-name" }, shownName));
  }
  const cards = drawCards(zone, area, marks);
  const isSmall = isDrawnSmall(zone, area, marks) && !(isOwnHand(zone, area) && !session.snapshot.end);
  const className = classes(
    `zone zone-${zone.key}`,
    isHeap(zone, area, marks) && "heap",
    zone.kinds.length > 0 && "with-kinds",
    isSmall && "drawn-small",
    !cards.length && "bare",
  );
  return h(
    "div",
    { class: className, key, role: "group", "aria-label": `${withNames(area.name)}: ${withNames(zone.name)}` },
    h("span", { class: "zone-name" }, shownName, !cards.length && h("span", { class: "empty" }, " (empty)")),
    cards.length > 0 && h("div", { class: "cards" }, cards),
  );
}

// A name, which is a button where it can be picked.
function pickableName(name, key, marks, className) {
  if (!marks.has(key)) return name;
  const onclick = () => {
    pick(key);
    redraw();
  };
  const isPicked = session.selection.picked.includes(key);
  return h("button", { class: `${className} can`, "data-k": key, "aria-pressed": String(isPicked), onclick }, name);
}

function unfoldButton(name, zone, key) {
  const count = zone.items.reduce((sum, item) => sum + item.count, 0);
  const onclick = () => {
    if (!unfolded.delete(key)) unfolded.add(key);
    redraw();
  };
  return h(
    "button",
    { class: "plain small unfold", "data-k": `u|${key}`, "aria-expanded": String(unfolded.has(key)), onclick },
    name,
    " ",
    h("b", {}, count),
  );
}

// Each zone is one stop for the Tab key: its first card, or the one to which arrows have led.
const stops = new Map(); // by zone: the key of that card

export const stopAt = (key) => stops.set(key.slice(0, key.lastIndexOf("|")), key);

function drawCards(zone, area, marks) {
  const keys = zone.items.map((item) => pieceKey(area.seat, zone.key, item.piece));
  const stop = Math.max(0, keys.indexOf(stops.get(`${area.seat ?? "c"}|${zone.key}`)));
  let place = 1;
  return zone.items.map((item, index) => {
    const card = drawCard(item, zone, area, marks, index === stop ? 0 : -1);
    const number = h("span", { class: "place", "aria-hidden": "true" }, place);
    place += item.count;
    return zone.ordered ? h("span", { class: "placed", key: keys[index] }, number, card) : card;
  });
}
