// The table: the news, and below them the centre and the seats, each in its place.
import { emblemSign, fitNames } from "./cards.js";
import { $, h, hSome, isOverfull, narrow, patch } from "./dom.js";
import { drawNews, leaveOutOldNews } from "./news.js";
import { rowsOf, spacesOf } from "./plan.js";
import { drawReplayNews, drawResult } from "./replay.js";
import { amountOf, counterOf, drawCounter, drawSeat, explained } from "./seat.js";
import { session } from "./session.js";
import { openSheet } from "./sheet.js";
import { drawCells, drawSpace } from "./zone.js";

/** @import { Area, Scene } from "../../../typings/page.js" */

/** @param {Scene} scene */
export function drawTable(scene) {
  drawParts(scene);
  leaveOutOldNews();
  if (noteLength()) drawParts(scene);
  fitNames($("table"));
}

// The windows, by table, in which not everything has room: there all has the size that it needs, and
// the table is scrolled. So it stays, whatever comes, and nothing moves to and fro.
const long = new WeakMap();
const shape = () => [innerWidth, innerHeight, session.showsResult].join();
const isLong = () => Boolean(long.get(session.table)?.has(shape()));

const MEASURED = ".cards, .cells, .centre, .seat, .face, .heap > .zone-name";

// Whether the value of a card lies over its short name.
function isSquashed(card) {
  const [name, worth] = [".face > .short", ".worth"].map((part) =>
    card.querySelector(part)?.getBoundingClientRect(),
  );
  if (!name) return false;
  const low = Math.min(name.bottom, worth.bottom) - Math.max(name.top, worth.top);
  const wide = Math.min(name.right, worth.right) - Math.max(name.left, worth.left);
  return low > 0.3 * name.height && wide > 0;
}

// Whether it has turned out only now that there is too little room.
function noteLength() {
  const { table } = session;
  if (isLong() || $("table").querySelector(".columns")) return false;
  const all = (selector) => [...$("table").querySelectorAll(selector)];
  if (!all(MEASURED).some(isOverfull) && !all(".card:has(> .worth)").some(isSquashed)) return false;
  if (!long.has(table)) long.set(table, new Set());
  long.get(table).add(shape());
  return true;
}

/** @param {Scene} scene */
function drawParts(scene) {
  const isOver = session.showsResult;
  const seats = seatsInOrder(scene);
  const centre = scene.areas.find((area) => area.seat === null);
  const isCompared = scene.layout === "columns" && seats.length > 0;
  const parts = [
    scene.text && h("pre.text", { tabIndex: 0, "aria-label": "Table" }, scene.text),
    centre &&
      isInUse(centre, isOver) &&
      drawCentre(centre, scene, isCompared ? countersOf(seats) : new Set()),
    isCompared ? drawColumns(scene, centre, seats) : drawPanels(scene, seats),
  ];
  const plan = scene.plan ?? usualPlan(centre);
  const style = { "--share": plan.share, "--seats": seats.length };
  const look = {
    over: isOver,
    long: isLong(),
    beside: plan.beside,
    strip: plan.share === 0,
    plain: Boolean(scene.text),
  };
  patch(
    $("table"),
    isOver
      ? h("div.result.stack", { key: "result" }, drawResult())
      : (session.replay ? drawReplayNews : drawNews)(),
    h("div.tabletop", { key: isOver ? "open hands" : "tabletop", class: look, style }, parts),
  );
}

// At the end, all that lies in the centre has been counted; a board shows how it stands.
/** @param {Area} centre */
const isInUse = (centre, isOver) => !isOver || centre.board.length > 0;

// A board needs room, and is square.
/** @param {Area | undefined} centre */
const usualPlan = (centre) =>
  centre?.board.length ? { share: 6, beside: true } : { share: 3, beside: false };

// The reader first, then as they sit; a spectator begins with the first.
function seatsInOrder(scene) {
  const seats = scene.areas.filter((area) => area.seat !== null);
  const viewer = scene.viewer ?? session.table.viewer;
  const place = seats.findIndex((area) => area.seat === viewer);
  return place < 0 ? seats : [...seats.slice(place), ...seats.slice(0, place)];
}

const countersOf = (seats) =>
  new Set(seats.flatMap((area) => area.counters.map((each) => each.key)));

// What the seats count, too, stands with their numbers; see `drawHeads`.
/** @param {Area} area @param {Scene} scene */
function drawCentre(area, scene, compared) {
  const spaces = spacesOf(area, scene);
  const passing = scene.plan?.counters ?? []; // those that are not there all the time
  const lasting = area.counters.map(({ key }) => key).filter((key) => !passing.includes(key));
  const counters = [...lasting, ...passing].filter((key) => !compared.has(key));
  if (!spaces.length && !counters.length && !area.board.length) return null;
  const name = area.name;
  const large = spaces.filter(({ form }) => form !== "count");
  const heaps = spaces.filter(({ form }) => form === "count");
  const weights = large.map(({ weight }) => `minmax(0, ${weight}fr)`).join(" ");
  const props = { "aria-label": name, style: { "--weights": weights || "minmax(0, 1fr)" } };
  return h("section.centre", props, [
    h("h2.hidden-text", name),
    counters.length > 0 &&
      h(
        "dl.counters",
        { style: { "--counters": counters.length } },
        counters.map((key) => drawCounter(scene, area, key, key)),
      ),
    drawCells(area),
    hSome("div.spaces", drawnOf(large)),
    hSome("div.heaps", drawnOf(heaps)),
  ]);
}

const drawnOf = (spaces) => spaces.map((space) => drawSpace(space));

/** @param {Scene} scene @param {Area[]} seats */
function drawPanels(scene, seats) {
  if (!seats.length) return null;
  return h(
    "div.seats",
    { class: { few: seats.length < 3, odd: seats.length % 2 > 0 } },
    seats.map((area) => drawSeat(area, scene, null)),
  );
}

// ---- seats side by side: a column each, with a row for each kind of cards, zone and counter

/** @param {Scene} scene @param {Area | undefined} centre @param {Area[]} seats */
function drawColumns(scene, centre, seats) {
  const rows = rowsOf(seats, scene);
  const lines = rows.map((row) => linesOf(row, centre));
  const tracks = rows.map(({ weight }, place) => {
    const least = `calc(${lines[place]} * var(--row-least))`;
    return `minmax(${least}, ${weight * lines[place]}fr)`;
  });
  const all = lines.reduce((sum, each) => sum + each, 0);
  const style = {
    "--tracks": ["var(--head)", ...tracks].join(" "),
    "--least-height": `calc(${all} * var(--row-least) + ${rows.length} * var(--row-gap))`,
  };
  return h("div.seats.columns", { style }, [
    drawHeads(scene, centre, rows),
    seats.map((area) => drawSeat(area, scene, rows)),
  ]);
}

const TWO_LINES = 1.3; // how high these are of small text, where a row has one line

// What the centre says of a counter needs a second line where there is little room.
function linesOf({ counter, key }, centre) {
  return narrow.matches && counter && counterOf(centre, key) ? TWO_LINES : 1;
}

// What the rows are, and what the centre says of them.
/** @param {Scene} scene @param {Area | undefined} centre */
function drawHeads(scene, centre, rows) {
  const head = (row, place) =>
    h("div.head", { key: row.key, "data-row": row.key, style: { "--row": place + 2 } }, [
      row.kind || session.pieces[row.key]
        ? kindHead(row.kind || row.key)
        : h("span.head-name.soft", explained(row.name, row.key)),
      row.counter && counterOf(centre, row.key) && ofAll(scene, centre, row.key),
    ]);
  return h("div.heads", rows.map(head));
}

const ofAll = (scene, centre, key) => h("span.of-all", amountOf(scene, centre, key));

function kindHead(key) {
  const piece = session.pieces[key];
  if (!piece) return h("span.head-name", key);
  const onclick = () => openSheet(piece.name, h("p", piece.text));
  return [
    h("b.number", { style: { "--c": piece.colour } }, piece.worth ?? emblemSign(piece)),
    h("span.head-name", h("abbr", { title: piece.text, onclick }, piece.name)),
  ];
}
