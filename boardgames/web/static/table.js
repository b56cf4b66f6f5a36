// Draws the table: news or result, the centre, the numbers that are compared, and the seats.
import { amountOf, drawCounters } from "./counters.js";
import { $, classes, h, phone } from "./dom.js";
import { centreWidth, COUNTER_WIDTH, hasRoom, seatWidth } from "./layout.js";
import { drawNews } from "./news.js";
import { seatKey, zoneKey } from "./piece-keys.js";
import { drawReplayNews } from "./replay-controls.js";
import { drawResult } from "./result.js";
import { drawSeat } from "./seats.js";
import { session, showsResult, withNames } from "./session.js";
import { zoneRank, zonesOnTable } from "./zone-facts.js";
import { drawZone } from "./zones.js";

export function drawTable(scene, marks) {
  const isOver = showsResult();
  const seats = seatsInOrder(scene);
  const centre = scene.areas.find((area) => area.seat === null);
  const compared = comparedCounters(scene, centre, seats);
  const numbers = [
    compared.size && drawCompared(scene, centre, seats, compared),
    scene.notes.length && drawNotes(scene),
  ];
  const parts = [
    isOver ? h("div", { class: "result" }, drawResult(), numbers.filter(Boolean)) : drawWhatHappened(),
    scene.text && h("pre", { class: "text", tabindex: "0", "aria-label": "Table" }, scene.text),
    centre && drawCentre(centre, otherCounters(centre, compared), marks),
    ...(isOver ? [] : numbers),
    drawSeats(scene, seats, compared, marks),
  ];
  $("table").replaceChildren(...parts.filter(Boolean));
}

const drawWhatHappened = () => (session.replay ? drawReplayNews() : drawNews());

function drawNotes(scene) {
  const notes = scene.notes.map((note) => h("li", {}, withNames(note)));
  return h("ul", { class: "notes" }, notes);
}

// The reader first, then as they sit.
function seatsInOrder(scene) {
  const seats = scene.areas.filter((area) => area.seat !== null);
  const viewer = scene.viewer ?? session.table.viewer;
  const found = seats.findIndex((area) => area.seat === viewer);
  const first = Math.max(0, found); // a spectator begins with the first
  return [...seats.slice(first), ...seats.slice(0, first)];
}

// ---- the centre

function drawCentre(area, counters, marks) {
  const zones = area.zones.filter((zone) => zone.items.length || marks.has(zoneKey(null, zone.key)));
  if (!zones.length && !counters.length) return null;
  const isRoomy = hasRoom(zones, area, marks, centreWidth()) && (phone.matches || !showsResult());
  zones.sort((one, other) => zoneRank(one, area, marks) - zoneRank(other, area, marks));
  const drawn = zones.map((zone) => drawZone(zone, area, marks));
  return h(
    "section",
    { class: classes("centre", isRoomy && "roomy"), "aria-label": withNames(area.name) },
    h("h2", { class: "hidden-text" }, withNames(area.name)),
    drawCounters(counters),
    drawn.length > 0 && h("div", { class: "zones" }, drawn),
  );
}

// ---- the numbers that are compared

// Where the centre has counters of its own for what the seats count, all counters of the seats stand in one table.
// Return their keys.
function comparedCounters(scene, centre, seats) {
  const keys = new Set(seats.flatMap((area) => area.counters.map((each) => each.key)));
  const isCompared = scene.layout === "columns" && centre?.counters.some((each) => keys.has(each.key));
  return isCompared ? keys : new Set();
}

const otherCounters = (area, compared) => area.counters.filter((each) => !compared.has(each.key));

function drawCompared(scene, centre, seats, keys) {
  const row = (key) => {
    const { name } = seats.flatMap((area) => area.counters).find((each) => each.key === key);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, withNames(name)),
      h("td", { class: "of-all" }, comparedAmount(centre, key)),
      seats.map((area) => h("td", {}, comparedAmount(area, key))),
    );
  };
  const heads = seats.map((area) => comparedHead(area, scene));
  return h(
    "table",
    { class: "compared-counters" },
    h("thead", {}, h("tr", {}, h("td", { colspan: 2 }), heads)),
    h("tbody", {}, [...keys].map(row)),
  );
}

function comparedHead(area, scene) {
  const marks = area.marks.map((mark) => h("small", {}, withNames(mark)));
  const acts = scene.to_act.includes(area.seat);
  return h("th", { scope: "col", class: acts ? "acts" : null }, withNames(area.name), marks);
}

function comparedAmount(area, key) {
  const counter = area.counters.find((each) => each.key === key);
  return counter ? amountOf(counter) : "";
}

// ---- the seats

function drawSeats(scene, seats, compared, marks) {
  const countersOf = (area) => otherCounters(area, compared);
  // One's own place with nothing in it is a line, and none at all if its numbers stand in the table of numbers.
  const isBare = (area) =>
    area.seat === scene.viewer && !marks.has(seatKey(area.seat)) && !zonesOnTable(area, scene, marks).length;
  const shown = seats.filter((area) => !compared.size || !isBare(area));
  if (!shown.length) return null;
  const full = shown.filter((area) => !isBare(area)).length;
  const fits = (area) => {
    const used = countersOf(area).length === 1 ? COUNTER_WIDTH : 0;
    return hasRoom(zonesOnTable(area, scene, marks), area, marks, seatWidth(full), used);
  };
  const isRoomy = (phone.matches || !showsResult()) && shown.every(fits);
  return h(
    "div",
    { class: classes("seats", `of-${full}`, isRoomy && "roomy") },
    shown.map((area) => drawSeat(area, scene, countersOf(area), marks, isBare(area))),
  );
}
