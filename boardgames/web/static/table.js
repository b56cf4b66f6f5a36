// The table: the centre, the numbers that are compared, the seats, and the zones with their cards.
import { drawCard, isOwnHand, zoneTitle } from "./cards.js";
import { isMarked, pick, zoneKey } from "./choosing.js";
import { $, h, listed, patch, phone } from "./dom.js";
import { drawNews } from "./news.js";
import { seatState } from "./people.js";
import { drawReplayNews, drawResult } from "./replay.js";
import { HUMAN, meaningOf, redrawing, seatName, session, withNames } from "./session.js";
import { openSheet } from "./sheet.js";

/** @import { Area, Scene, Zone } from "../../../typings/page.js" */

/** @param {Scene} scene */
export function drawTable(scene) {
  const isOver = session.showsResult;
  const seats = seatsInOrder(scene);
  const centre = scene.areas.find((area) => area.seat === null);
  const compared = comparedCounters(scene, centre, seats);
  const notes = [...teamsOf(scene), ...scene.notes.map(withNames)].map((note) => h("li", note));
  const numbers = [
    compared.size > 0 && drawCompared(scene, centre, seats, compared),
    notes.length > 0 && h("ul.notes.soft.row", notes),
  ];
  patch(
    $("table"),
    isOver && h("div.result.stack", drawResult(), numbers),
    !isOver && (session.replay ? drawReplayNews() : drawNews()),
    scene.text && h("pre.text", { tabIndex: 0, "aria-label": "Table" }, scene.text),
    centre && drawCentre(centre, scene, otherCounters(centre, compared)),
    !isOver && numbers,
    drawSeats(scene, seats, compared),
  );
}

// Who plays with whom, if there are teams, in one line.
function teamsOf(scene) {
  const sides = scene.teams.map((team) => listed(team.map(seatName)));
  return sides.length > 0 ? [`Teams: ${sides.join("; ")}`] : [];
}

// The reader first, then as they sit; a spectator begins with the first.
function seatsInOrder(scene) {
  const seats = scene.areas.filter((area) => area.seat !== null);
  const viewer = scene.viewer ?? session.table.viewer;
  const place = seats.findIndex((area) => area.seat === viewer);
  return place < 0 ? seats : [...seats.slice(place), ...seats.slice(0, place)];
}

// ---- counters: what a seat or the centre has of something, such as coins, in numbers

// A name whose meaning is told where it is pointed at or tapped.
function explained(name, key) {
  const meaning = meaningOf(key);
  const onclick = () => openSheet(name, h("p", meaning));
  return meaning ? h("abbr", { title: meaning, onclick }, name) : name;
}

// A counter that a lesson tells us to look at is found like a zone.
function lookedAt(area, key) {
  const id = zoneKey(area.seat, key);
  return { class: { look: session.selection.looks.has(id) }, "data-z": id };
}

function drawCounters(scene, area, counters) {
  const name = (each) => h("dt.soft", explained(withNames(each.name), each.key));
  const amount = (each) => h("dd", amountOf(scene, area, each.key));
  const pair = (each) => h("div.row", lookedAt(area, each.key), name(each), amount(each));
  return counters.length > 0 && h("dl.counters.row", counters.map(pair));
}

/** @param {Scene} scene @param {Area | undefined} area */
function amountOf(scene, area, key) {
  const counter = counterOf(area, key);
  if (!counter) return null;
  return [
    h("b", counter.value),
    counter.of !== null && h("span.soft", ` of ${counter.of}`),
    counter.note && h("span.note", ` ${withNames(counter.note)}`),
    leads(scene, area, key) && h("span.leads", " leads"),
  ];
}

const counterOf = (area, key) => area?.counters.find((each) => each.key === key);

// Whether this seat has the most of what a race is about, and another has less.
/** @param {Scene} scene */
function leads(scene, area, key) {
  if (!scene.race.includes(key)) return false;
  const values = scene.areas.flatMap((each) =>
    each.seat === null ? [] : (counterOf(each, key)?.value ?? []),
  );
  const most = Math.max(...values);
  return counterOf(area, key)?.value === most && values.some((value) => value < most);
}

// Where the centre has counters of its own for what the seats count, all counters of the seats
// stand in one table. Return their keys.
function comparedCounters(scene, centre, seats) {
  const keys = new Set(seats.flatMap((area) => area.counters.map((each) => each.key)));
  const isCompared =
    scene.layout === "columns" && centre?.counters.some((each) => keys.has(each.key));
  return isCompared ? keys : new Set();
}

const otherCounters = (area, compared) => area.counters.filter((each) => !compared.has(each.key));

function drawCompared(scene, centre, seats, keys) {
  const row = (key) => {
    const name = seats.map((area) => counterOf(area, key)?.name).find(Boolean);
    const head = h("th.soft", { scope: "row" }, explained(withNames(name), key));
    const ofAll = h("td.of-all.soft", amountOf(scene, centre, key));
    const cells = seats.map((area) => h("td", lookedAt(area, key), amountOf(scene, area, key)));
    const props = { key, class: { race: scene.race.includes(key) } };
    return h("tr", props, head, ofAll, cells);
  };
  const columnHead = (area) => {
    const marks = area.marks.map(({ key, name }) =>
      h("small.soft", { key }, explained(withNames(name), key)),
    );
    const acts = scene.to_act.includes(area.seat);
    return h("th", { scope: "col", class: { acts } }, `${withNames(area.name)} `, marks);
  };
  return h("table.compared-counters", [
    h("thead", h("tr", h("td", { colspan: 2 }), seats.map(columnHead))),
    h("tbody", [...keys].map(row)),
  ]);
}

// ---- the centre and the seats

/** @param {Area} area */
function drawCentre(area, scene, counters) {
  const zones = area.zones.filter((zone) => !zone.isCell && (zone.items.length || isMarked(zone)));
  if (!zones.length && !counters.length && !area.board.length) return null;
  zones.sort((one, other) => zoneRank(one) - zoneRank(other));
  const name = withNames(area.name);
  return h("section.centre", { "aria-label": name, style: { "--n": widthOf(zones) } }, [
    h("h2.hidden-text", name),
    drawCounters(scene, area, counters),
    drawBoard(area),
    zones.length > 0 && drawZones(zones),
  ]);
}

/** @param {Area} area */
function drawBoard({ board, zones }) {
  if (!board.length) return null;
  const cells = board.flat().map((key) => zones.find((zone) => zone.key === key));
  const drawn = cells.map((zone) => (zone ? drawZone(zone) : h("span")));
  return h("div.board", { style: { "--columns": board[0].length, "--rows": board.length } }, drawn);
}

const drawZones = (zones) => h("div.zones.row", zones.map(drawZone));

function drawSeats(scene, seats, compared) {
  // One's own place with nothing in it is a line, and none at all if its numbers stand in the table
  // of numbers.
  const isBare = (area) =>
    area.seat === scene.viewer && !isMarked(area) && !zonesOnTable(area, scene).length;
  const shown = seats.filter((area) => !compared.size || !isBare(area));
  const full = shown.filter((area) => !isBare(area));
  const widths = full.map((area) => widthOf(zonesOnTable(area, scene)));
  const columns = full.length === 4 ? 2 : Math.min(3, full.length);
  const isNarrow = phone.matches || session.showsResult;
  const style = { "--n": Math.max(1, ...widths), "--columns": isNarrow ? 1 : columns };
  const places = shown.map((area) =>
    drawSeat(area, scene, otherCounters(area, compared), isBare(area)),
  );
  return shown.length > 0 && h("div.seats", { class: { many: full.length > 3 }, style }, places);
}

// A bare seat has nothing but its name and counters.
/** @param {Area} area @param {Scene} scene */
function drawSeat(area, scene, counters, isBare) {
  const isOwn = area.seat === scene.viewer;
  const acts = scene.to_act.includes(area.seat) && !session.showsResult;
  const name = withNames(area.name);
  const props = {
    class: { acts, mine: isOwn, slim: isBare, row: isBare },
    "aria-label": name,
    "data-z": area.id,
  };
  return h("article.seat", props, [
    h("h2.row", [
      h("span.who", pickableName(name, area, "seat-pick")),
      acts && h("span.tag.turn", isOwn ? "your turn" : "to act"),
      area.marks.map(({ key, name }) => h("span.tag", { key }, explained(withNames(name), key))),
      seatState(area.seat),
      !isOwn && botNote(session.table.seats[area.seat]),
    ]),
    drawCounters(scene, area, counters),
    drawBoard(area),
    !isBare && drawZones(zonesOnTable(area, scene)),
  ]);
}

function botNote(spec) {
  if (spec === HUMAN || session.table.reading || !spec) return null;
  return h("small.soft", `bot: ${spec.split(":")[0]}`);
}

// ---- zones: what is known of one before it is drawn

// With more kinds of cards than this, a zone that is of no use now is drawn small
const MOST_LARGE = 3;
// Pixels; in a lower one, more than so many players do not fit with all their zones
const LOW_WINDOW = 900;
const MOST_PLAYERS = 3;

// The keys of zones whose number would be enough, but whose cards somebody wants to see
const unfolded = new Set();

const isFaceDown = (item) => item.piece === null;
const canBeUsed = (zone) => isMarked(zone) || zone.items.some(isMarked);

// Of cards that lie face down and are of no use now, the number is enough.
function isHeap(zone) {
  const isMinor = zone.minor || (phone.matches && zone.area.seat === null && !zone.isCell);
  return isMinor && !canBeUsed(zone) && zone.items.every(isFaceDown);
}

// A place with much in it that nobody can use now is drawn small: number and emblem.
function isDrawnSmall(zone) {
  if (zone.ordered || zone.kinds.length || zone.items.some(isMarked)) return false;
  const isLarge = zone.items.filter((item) => !isFaceDown(item)).length > MOST_LARGE;
  return isLarge && (zone.area.seat === null || zone.items.some((item) => item.hidden));
}

// Where there is little room, the number of cards is enough for zones that the game calls brief.
function canBeFolded(zone) {
  const isTight =
    phone.matches || (innerHeight < LOW_WINDOW && session.table.players > MOST_PLAYERS);
  return zone.brief && isTight && !canBeUsed(zone) && session.isGoingOn;
}

// What is in play stands first, then decks, large heaps and empty places.
function zoneRank(zone) {
  if (!zone.items.length) return 3;
  if (isDrawnSmall(zone)) return 2;
  return zone.items.every(isFaceDown) ? 1 : 0;
}

// The zones of a seat that are drawn on the table. One's own hand lies in the dock as long as the
// game goes on.
function zonesOnTable(area, scene) {
  const isInDock = (zone) => area.seat === scene.viewer && zone.key === "hand" && session.isGoingOn;
  return area.zones.filter(
    (zone) => !zone.isCell && ((zone.items.length && !isInDock(zone)) || isMarked(zone)),
  );
}

// How many cards of full size stand beside each other in these zones; style.css makes cards as
// large as there is room. What is drawn small can stand below.
function widthOf(zones) {
  const isFull = (zone) => ![isHeap, canBeFolded, isDrawnSmall].some((isLess) => isLess(zone));
  const widths = zones
    .filter(isFull)
    .flatMap((zone) => zone.items.map((item) => (isFaceDown(item) ? 0.7 : 1)));
  const width = widths.reduce((sum, each) => sum + each, 0);
  return Math.max(1, width);
}

// ---- zones: drawing one

/** @param {Zone} zone */
export function drawZone(zone) {
  const name = zone.isCell ? zone.name : pickableName(withNames(zone.name), zone, "zone-pick");
  const isFolding = canBeFolded(zone);
  const shownName = isFolding ? unfoldButton(name, zone) : name;
  const place = `div.zone.zone-${zone.key}`;
  if (isFolding && !unfolded.has(zone.id))
    return h(
      place,
      { class: { heap: true }, "data-z": zone.id },
      h("span.zone-name.soft", shownName),
    );
  const cards = drawCards(zone);
  const isBare = !cards.length;
  const look = {
    heap: isHeap(zone),
    "with-kinds": zone.kinds.length,
    "drawn-small": isDrawnSmall(zone) && !(isOwnHand(zone) && !session.snapshot.end),
    bare: isBare,
    cell: zone.isCell,
    look: session.selection.looks.has(zone.id),
  };
  return h(
    place,
    { class: look, "data-z": zone.id, role: "group", "aria-label": zoneTitle(zone) },
    [
      h("span.zone-name.soft", shownName, isBare && h("i", " (empty)")),
      !isBare && h("div.cards.row", cards),
    ],
  );
}

// A name, which is a button where it can be picked.
function pickableName(name, place, className) {
  if (!isMarked(place)) return name;
  const isPicked = String(session.selection.picked.includes(place.id));
  const onclick = redrawing(() => pick(place.id));
  return h(
    "button.can.small",
    { class: className, "data-k": place.id, "aria-pressed": isPicked, onclick },
    name,
  );
}

function unfoldButton(name, zone) {
  const count = zone.items.reduce((sum, item) => sum + item.count, 0);
  const onclick = redrawing(() => {
    if (!unfolded.delete(zone.id)) unfolded.add(zone.id);
  });
  const isExpanded = String(unfolded.has(zone.id));
  const props = { "data-k": `u|${zone.id}`, "aria-expanded": isExpanded, onclick };
  return h("button.plain.small.unfold", props, name, " ", h("b", count));
}

// Each zone or board is one stop for the Tab key: its first card, or the one to which arrows have
// led.
const stops = new Map(); // by zone: the key of that card

const placeOf = (key) => key.slice(0, key.lastIndexOf("|"));
export const stopAt = (key) => stops.set(placeOf(key), key);

const vacancy = (id) => ({ piece: null, count: 0, marks: [], hidden: false, seat: null, id });

function drawCards(zone) {
  const items = zone.isCell && !zone.items.length ? [vacancy(zone.id)] : zone.items;
  const isFirst = !zone.isCell || zone.key === zone.area.board.flat().find(Boolean);
  const stop =
    items.find((item) => stops.get(placeOf(item.id)) === item.id) ?? (isFirst && items[0]);
  let place = 1;
  return items.map((item) => {
    const card = drawCard(item, zone, item === stop ? 0 : -1);
    const number = h("span.place", { "aria-hidden": "true" }, place);
    place += item.count;
    return zone.ordered ? h("span.placed", { key: item.id }, number, card) : card;
  });
}
