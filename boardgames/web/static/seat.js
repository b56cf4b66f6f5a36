// A seat: its name, its counters, and its places; and the counters of the centre.
import { drawCells, drawSpace, lookedAt, pickableName } from "./zone.js";
import { seatSign } from "./cards.js";
import { h, hSome, withMinus } from "./dom.js";
import { drawClock, seatState } from "./people.js";
import { spacesOf } from "./plan.js";
import { botName, HUMAN, meaningOf, session } from "./session.js";
import { openSheet } from "./sheet.js";

/** @import { Area, Counter, Scene } from "../../../typings/page.js" */

// A name whose meaning is told where it is pointed at or tapped.
export function explained(name, key) {
  const meaning = meaningOf(key);
  const onclick = () => openSheet(name, h("p", meaning));
  return meaning ? h("abbr", { title: meaning, onclick }, name) : name;
}

/** @param {Area | undefined} area @returns {Counter | undefined} */
export const counterOf = (area, key) => area?.counters.find((each) => each.key === key);

/** @param {Scene} scene @param {Area} area @param {string} key */
export function drawCounter(scene, area, key, name, row = 0) {
  const counter = counterOf(area, key);
  const { class: looked, "data-z": place } = lookedAt(area, key);
  const props = {
    key,
    "data-z": place,
    style: row ? { "--row": row } : {},
    class: {
      ...looked,
      first: counter?.rank === 1,
      second: counter?.rank === 2,
      race: scene.race.includes(key),
    },
  };
  return h("div.counter", props, [
    h(row ? "dt.hidden-text" : "dt.soft", explained(counter?.name ?? name, key)),
    h("dd", amountOf(scene, area, key)),
  ]);
}

/** @param {Scene} scene @param {Area | undefined} area */
export function amountOf(scene, area, key) {
  const counter = counterOf(area, key);
  if (!counter) return h("b.soft", "–");
  const isTop = leads(scene, area, key);
  return [
    h("b", withMinus(counter.value)),
    counter.of !== null && h("span.soft", ` of ${counter.of}`),
    counter.note && h("span.note", ` ${counter.note}`),
    isTop && h("span.leads", ` ${isTop}`),
  ];
}

// "leads" if this seat alone has the most in a race, "tied" if others have as much; nothing while
// nobody has anything, and after the end.
/** @param {Scene} scene */
function leads(scene, area, key) {
  const isOver = session.showsResult || !scene.to_act.length;
  if (isOver || !scene.race.includes(key) || area.seat === null) return "";
  const values = scene.areas.flatMap((each) =>
    each.seat === null ? [] : (counterOf(each, key)?.value ?? []),
  );
  const most = Math.max(...values);
  const isRace = values.length > 1 && values.some((value) => value !== 0);
  if (!isRace || counterOf(area, key)?.value !== most) return "";
  return values.filter((value) => value === most).length > 1 ? "tied" : "leads";
}

// Whose place it is, whose turn, and what is special about the seat.
/** @param {Area} area @param {Scene} scene */
function drawHead(area, scene, acts) {
  const isOwn = area.seat === scene.viewer;
  const marks = area.marks.map(({ key, name }) => h("span.tag", { key }, explained(name, key)));
  return h("header.seat-head", [
    h("h2", seatSign(area.seat), h("span.who", pickableName(area.name, area, "seat-pick"))),
    h("span.tag.turn", { class: { idle: !acts } }, acts && (isOwn ? "your turn" : "to act")),
    h("div.tags", [
      drawClock(area.seat),
      seatState(area.seat),
      marks,
      !isOwn && botNote(session.table.seats[area.seat]),
    ]),
  ]);
}

function botNote(spec) {
  if (spec === HUMAN || session.table.reading || !spec) return null;
  return h("small.soft.bot", botName(spec));
}

// `rows` are those of seats that stand side by side; without them, a seat is a panel.
/** @param {Area} area @param {Scene} scene */
export function drawSeat(area, scene, rows) {
  const isOwn = area.seat !== null && area.seat === scene.viewer;
  const acts = scene.to_act.includes(area.seat) && !session.showsResult;
  const spaces = spacesOf(area, scene);
  const rowOf = (key) => (rows ? rows.findIndex(({ keys }) => keys.includes(key)) + 2 : undefined);
  const counters = rows ? rows.filter((row) => row.counter) : area.counters;
  const props = {
    class: { acts, mine: isOwn },
    "aria-label": area.name,
    "data-z": area.id,
    style: { "--weights": weightsOf(spaces) },
  };
  return h("article.seat", props, [
    drawHead(area, scene, acts),
    hSome(
      "dl.counters",
      counters.map(({ key, name }) => drawCounter(scene, area, key, name, rowOf(key))),
    ),
    drawCells(area),
    hSome("div.spaces", heapsTogether(spaces, rowOf)),
  ]);
}

// Heaps, which come last, are a line.
const weightsOf = (spaces) =>
  spaces
    .filter((space) => !isHeap(space))
    .map(({ weight }) => `minmax(0, ${weight}fr)`)
    .join(" ");

const isHeap = ({ form, zone }) => form === "count" && !zone.kinds.length;

// Heaps that share a row share a cell.
function heapsTogether(spaces, rowOf) {
  const drawn = (some) => some.map((space) => drawSpace(space, rowOf));
  const heaps = spaces.filter(isHeap);
  const rows = new Set(heaps.map(({ zones }) => rowOf(zones[0])));
  if (rows.size !== 1) return drawn(spaces);
  const style = { "--row": [...rows][0] };
  return [drawn(spaces.filter((space) => !isHeap(space))), h("div.heaps", { style }, drawn(heaps))];
}
