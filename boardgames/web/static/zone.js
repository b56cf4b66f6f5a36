// A zone: a place with its cards, its empty places, or only the number of what lies there.
import { drawCard, leastWidth, zoneTitle } from "./cards.js";
import { isMarked, pick, zoneKey } from "./choosing.js";
import { h, phone } from "./dom.js";
import { itemsInPlaces } from "./plan.js";
import { redrawing, session } from "./session.js";
import { openSheet } from "./sheet.js";

/** @import { Area, Drawn, Zone } from "../../../typings/page.js" */

/** @type {(given: any) => number | undefined} */
const NO_ROW = () => undefined;
const isFaceDown = (item) => item.piece === null;
const canBeUsed = (zone) => isMarked(zone) || zone.items.some(isMarked);
const sizeOf = (zone) => zone.items.reduce((sum, item) => sum + item.count, 0);

// What a lesson tells us to look at, and where pieces that travel find it.
export function lookedAt(area, key) {
  const id = zoneKey(area.seat, key);
  return { class: { look: session.selection.looks.has(id) }, "data-z": id };
}

// A name, which is a button where it can be picked.
export function pickableName(name, place, className) {
  const { marks, picked } = session.selection;
  const mark = marks.get(place.id);
  if (!mark) return name;
  const props = {
    class: `${className} ${mark}`,
    "data-k": place.id,
    "aria-pressed": String(picked.includes(place.id)),
    onclick: redrawing(() => pick(place.id)),
  };
  return h("button.small", props, name);
}

// ---- a space of the table

// `rowOf` says in which row it stands where seats stand side by side.
/** @param {Drawn} space */
export function drawSpace(space, rowOf = NO_ROW) {
  const { zone, zones, form, isInDock } = space;
  const row = rowOf(zone.kinds.length ? `${zones[0]} ${zone.kinds[0]}` : zones[0]);
  if (isInDock) return drawInDock(zone, row);
  if (zone.kinds.length && row) return drawKinds(zone, row);
  const isLine = row !== undefined && phone.matches; // in which cards have no room
  const isHeap = (form === "count" || isLine) && !canBeUsed(zone);
  return isHeap ? drawHeap(zone, row) : drawZone(zone, { ...space, row });
}

// Where a row or the dock says what lies there, it is for screen readers alone. What can be picked is
// the whole place.
/** @param {Zone} zone */
function zoneName(zone, isNameless) {
  const isPickable = isMarked(zone);
  const look = { "hidden-text": isNameless && !isPickable, over: isNameless && isPickable };
  const name = h("span", { class: { "hidden-text": isNameless } }, zone.name);
  return h("span.zone-name.soft", { class: look }, pickableName(name, zone, "zone-pick"));
}

// Our hand lies below the table; here stands how large it is.
function drawInDock(zone, row) {
  const name = zoneName(zone, row);
  const props = { key: `own ${zone.key}`, style: { "--row": row } };
  return h("div.zone.heap.own", props, name, h("b", sizeOf(zone)), h("small.soft.below", " below"));
}

const mostNames = () => (phone.matches ? 2 : 3); // in place of cards

/** @param {Zone} zone */
export function drawZone(
  zone,
  { places = 0, form = "cards", captions = [], row = undefined, isNameless = Boolean(row) } = {},
) {
  const isNamed = form === "names";
  const lying = zone.isCell ? cellItems(zone) : itemsInPlaces(zone, isNamed ? 0 : places);
  const count = Math.max(1, places, lying.length);
  const [two, three, four] = [2, 3, 4].map((rows) => Math.ceil(count / rows));
  const least = leastWidth(lying.filter(Boolean));
  const across = { "--n": count, "--n2": two, "--n3": three, "--n4": four, "--least-card": least };
  const look = {
    names: isNamed && lying.length <= mostNames(),
    crowded: places > 0 && lying.length > places,
    cell: zone.isCell,
  };
  const cards = drawCards(zone, lying);
  const placed = (card, place) =>
    h("div.placed", { key: place }, card, h("small.caption.soft", captions[place]));
  return drawBox(zone, look, { ...across, "--row": row }, [
    zone.isCell ? h("span.zone-name.soft", zone.name) : zoneName(zone, isNameless),
    h("div.cards", captions.length > 0 ? cards.map(placed) : cards),
  ]);
}

// What all zones have in common.
/** @param {Zone} zone */
function drawBox(zone, look, style, content) {
  const props = {
    class: { ...look, look: session.selection.looks.has(zone.id) },
    "data-z": zone.id,
    role: "group",
    "aria-label": zoneTitle(zone),
    style,
  };
  return h(`div.zone.zone-${zone.key}`, props, content);
}

// A row for each kind, whether there are cards of it or not.
/** @param {Zone} zone */
function drawKinds(zone, row) {
  const { kinds, items } = zone;
  const rowOfKind = (piece) => kinds.indexOf(piece) + 1;
  const free = kinds.filter((kind) => !items.some((item) => item.piece === kind));
  const slots = free.map((kind) =>
    h("span.slot", { key: kind, "aria-hidden": "true", style: { "--row": rowOfKind(kind) } }),
  );
  const cards = drawCards(zone, items, (item) => rowOfKind(item.piece));
  return drawBox(zone, { "with-kinds": true }, { "--row": row, "--kinds": kinds.length }, [
    zoneName(zone, true),
    h("div.cards", cards, slots),
  ]);
}

// Where the number is enough: open cards are seen in a sheet.
/** @param {Zone} zone */
function drawHeap(zone, row) {
  const name = zone.name;
  const isOpen = zone.items.some((item) => !isFaceDown(item));
  const onclick = () => openSheet(zoneTitle(zone), h("div.shown-zone", drawZone(zone)));
  const button = h(
    "button.plain.small.unfold",
    { "data-k": `u|${zone.id}`, onclick },
    h("span", { class: { "hidden-text": row } }, name),
  );
  const backs = isOpen ? [] : drawCards(zone, zone.items);
  return drawBox(zone, { heap: true }, { "--row": row }, [
    isOpen ? h("span.zone-name.soft", button) : zoneName(zone, row),
    backs.length > 0 ? h("div.cards", backs) : h("b.size", sizeOf(zone)),
  ]);
}

// ---- the cells of a board

/** @param {Area} area */
export function drawCells({ board, zones }) {
  if (!board.length) return null;
  const cells = board.flat().map((key) => zones.find((zone) => zone.key === key));
  const drawn = cells.map((zone) => (zone ? drawZone(zone) : h("span")));
  const style = { "--columns": board[0].length, "--rows": board.length };
  return h("div.cells", h("div.board", { style }, drawn));
}

// ---- the cards of a zone

// Each zone or board is one stop for the Tab key: its first card, or the one to which arrows have
// led.
const stops = new Map(); // by zone: the key of that card

const placeOf = (key) => key.slice(0, key.lastIndexOf("|"));
export const stopAt = (key) => stops.set(placeOf(key), key);

const vacancy = (id) => ({
  ...{ piece: null, count: 0, marks: [], hidden: false, seat: null },
  ...{ id, before: 0 },
});

// An empty cell can be picked, too.
/** @param {Zone} zone */
const cellItems = (zone) => (zone.items.length ? zone.items : [vacancy(zone.id)]);

// `lying` has an item for each place, and null for an empty one.
/** @param {Zone} zone */
function drawCards(zone, lying, rowOf = NO_ROW) {
  const items = lying.filter(Boolean);
  const isFirst = !zone.isCell || zone.key === zone.area.board.flat().find(Boolean);
  const stop =
    items.find((item) => stops.get(placeOf(item.id)) === item.id) ?? (isFirst && items[0]);
  let number = 1;
  return lying.map((item, place) => {
    const shown = zone.ordered ? number : null;
    number += item?.count ?? 1;
    if (!item) return h("span.slot", { "aria-hidden": "true", key: `slot ${place}` }, shown);
    return drawCard(item, zone, {
      tabIndex: item === stop ? 0 : -1,
      row: rowOf(item),
      place: shown,
    });
  });
}
