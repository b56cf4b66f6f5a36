// The places of the table: each is there all the time, whether anything lies in it or not.
import { isMarked, zoneKey } from "./choosing.js";
import { narrow, phone } from "./dom.js";
import { session } from "./session.js";

/** @import { Area, Drawn, Scene, Space, Zone } from "../../../typings/page.js" */

// The spaces of an area, each with the zone that lies there now; cells of a board are not among them.
/** @param {Area} area @param {Scene} scene @returns {Drawn[]} */
export function spacesOf(area, scene) {
  const planned = area.seat === null ? scene.plan?.centre : scene.plan?.seat;
  const spaces = planned ?? [];
  const isPlanned = (zone) => spaces.some(({ zones }) => zones.includes(zone.key));
  const others = planned && area.seat === null ? area.zones : likeZones(area, scene);
  const usual = others.filter((zone) => !zone.isCell && !isPlanned(zone)).map(usualSpace);
  const all = [...spaces, ...usual];
  const kept = spacesOfCards(area, scene);
  const formOf = ({ form }, place) => (place < kept ? form : "count");
  return all.map((space, place) => ({
    ...space,
    form: formOf(space, place),
    isMinor: space.form === "count",
    ...lying(space, area, scene),
  }));
}

const manySeats = () => (narrow.matches ? 3 : 5);

// On a phone a line of a table of seats has no room for cards, and each of many seats has room for
// those of its first space: of the other spaces, the number is enough.
function spacesOfCards({ seat }, { areas, layout }) {
  if (seat === null || !phone.matches) return Infinity;
  if (layout === "columns") return narrow.matches ? 0 : Infinity;
  return areas.filter((area) => area.seat !== null).length < manySeats() ? Infinity : 1;
}

// Seats have the same places, also where one of them has a zone less.
function likeZones(area, scene) {
  const areas = scene.areas.filter(({ seat }) => (seat === null) === (area.seat === null));
  return [...new Map(areas.flatMap(({ zones }) => zones).map((zone) => [zone.key, zone])).values()];
}

/** @param {Zone} zone @returns {Space} */
function usualSpace({ key, name, minor, brief }) {
  const form = minor || brief ? "count" : "cards";
  return { zones: [key], name, places: [], weight: 1, form, captions: [] };
}

// Of the zones of a space, the one with something in it.
/** @param {Space} space @param {Area} area @param {Scene} scene */
function lying(space, area, scene) {
  const there = space.zones.map((key) => area.zones.find((zone) => zone.key === key));
  const used = there.findIndex((zone) => zone && (zone.items.length > 0 || isMarked(zone)));
  const place = used < 0 ? Math.max(0, there.findIndex(Boolean)) : used;
  const key = space.zones[place];
  const vacant = {
    ...{ key, name: space.name, items: [], kinds: [], ordered: false, minor: false, brief: false },
    ...{ id: zoneKey(area.seat, key), area, isCell: false },
  };
  const isOwn = area.seat !== null && area.seat === scene.viewer;
  const isInDock = isOwn && key === "hand" && session.isGoingOn;
  return { zone: there[place] ?? vacant, places: space.places[place] ?? 0, isInDock };
}

// ---- the places of a zone: a card stays where it was first seen, and what comes fills what is free

const seen = new WeakMap(); // by table: the names of the items of each zone, by place

/**
 * Return the item at each place, null for an empty one. Our own hand is sorted, and closes up.
 * @param {Zone} zone @param {number} places
 */
export function itemsInPlaces(zone, places) {
  const items = namedItems(zone);
  const isSorted = zone.ordered || (zone.area.seat === session.table.viewer && zone.key === "hand");
  const before = isSorted ? [] : (placesSeen().get(zone.id) ?? []);
  const kept = before.map((name) => (items.has(name) ? name : null));
  for (const name of items.keys()) if (!kept.includes(name)) fill(kept, name);
  const most = Math.max(places, items.size);
  while (kept.length > most) kept.splice(kept.lastIndexOf(null), 1);
  if (!isSorted) placesSeen().set(zone.id, kept);
  return Array.from({ length: most }, (_, place) => items.get(kept[place]) ?? null);
}

// After an action has been taken back, everything lies as if it had not been there.
export const forgetPlaces = () => seen.delete(session.table);

function placesSeen() {
  const { table } = session;
  if (!seen.has(table)) seen.set(table, new Map());
  return seen.get(table);
}

// Several items of a zone can have the same key, such as cards of one kind with different marks.
/** @param {Zone} zone */
function namedItems({ items }) {
  const named = new Map();
  for (const item of items) {
    let name = item.id;
    while (named.has(name)) name += " again";
    named.set(name, item);
  }
  return named;
}

function fill(kept, name) {
  const free = kept.indexOf(null);
  if (free < 0) kept.push(name);
  else kept[free] = name;
}

// The counters of the seats, by key, in the order of the seat that has the most.
/** @param {Area[]} seats */
function countersOf(seats) {
  const byLength = [...seats].sort((one, other) => other.counters.length - one.counters.length);
  const counters = new Map();
  for (const counter of byLength.flatMap((area) => area.counters))
    if (!counters.has(counter.key)) counters.set(counter.key, counter);
  return [...counters.values()];
}

const newRow = (keys, name, more) => ({
  ...{ key: keys[0], keys, name, weight: 1, kind: "", counter: false },
  ...more,
});

/**
 * The rows of seats that stand side by side: for each kind of cards, each space and each counter.
 * Spaces of which the number is enough share a row where columns have room for several numbers.
 * @param {Area[]} seats @param {Scene} scene
 */
export function rowsOf(seats, scene) {
  const spaces = spacesOf(seats[0], scene);
  const kindRows = spaces.flatMap(({ zone, zones }) =>
    zone.kinds.map((kind) => newRow([`${zones[0]} ${kind}`], "", { kind })),
  );
  const others = spaces.filter(({ zone }) => !zone.kinds.length);
  const rowOfSpace = ({ zones, name, weight, isMinor }) =>
    newRow([zones[0]], name, { weight: rowWeight(weight), isMinor });
  const large = others.filter(({ form }) => form !== "count").map(rowOfSpace);
  const heaps = others.filter(({ form }) => form === "count");
  const heapRows = phone.matches ? heaps.map(rowOfSpace) : sharedRow(heaps);
  const spaceRows = [...large, ...heapRows];
  const counterRows = countersOf(seats).map(({ key, name }) =>
    newRow([key], name, { counter: true }),
  );
  if (narrow.matches) {
    // What is in view is who leads, what the centre counts, too, and what can be used
    const centre = scene.areas.find(({ seat }) => seat === null);
    const rankOf = ({ key, counter, kind, isMinor }) => {
      if (scene.race.includes(key)) return 0;
      if (kind || centre?.counters.some((each) => each.key === key)) return 1;
      if (counter) return 3;
      return isMinor ? 4 : 2;
    };
    const all = [...counterRows, ...kindRows, ...spaceRows];
    return all.sort((one, other) => rankOf(one) - rankOf(other));
  }
  return kindRows.length
    ? [...kindRows, ...spaceRows, ...counterRows]
    : [...counterRows, ...spaceRows];
}

/** @param {Drawn[]} heaps */
function sharedRow(heaps) {
  const keys = heaps.map(({ zones }) => zones[0]);
  return heaps.length ? [newRow(keys, heaps.map(({ name }) => name).join(" · "))] : [];
}

// On a phone, a row is a line.
const rowWeight = (weight) => (phone.matches ? 1 : weight);
