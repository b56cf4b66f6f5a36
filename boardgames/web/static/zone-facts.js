// What is known of a zone before it is drawn: whether it is of use now, open, a heap or small, and where it stands.
import { phone } from "./dom.js";
import { pieceKey, zoneKey } from "./piece-keys.js";
import { isGoingOn, session } from "./session.js";

const MOST_LARGE = 3; // with more kinds of cards than this, a zone that is of no use now is drawn small

export const isOwnHand = (zone, area) => zone.key === "hand" && area.seat === session.table.viewer;

const isFaceDown = (item) => item.piece === null;
const isAnyMarked = (zone, area, marks) =>
  zone.items.some((item) => marks.has(pieceKey(area.seat, zone.key, item.piece)));

export function canBeUsed(zone, area, marks) {
  return marks.has(zoneKey(area.seat, zone.key)) || isAnyMarked(zone, area, marks);
}

// Whether everybody sees this zone, or it is our hand.
export function isOpen(zone, area) {
  if (isOwnHand(zone, area)) return true;
  return session.replay ? session.replay.view === "open" : Boolean(session.snapshot.end);
}

// Of cards that lie face down and are of no use now, the number is enough.
export function isHeap(zone, area, marks) {
  const isMinor = zone.minor || (phone.matches && area.seat === null);
  return isMinor && !canBeUsed(zone, area, marks) && zone.items.every(isFaceDown);
}

// A place with much in it that nobody can use now is drawn small: number and emblem.
export function isDrawnSmall(zone, area, marks) {
  if (zone.ordered || zone.kinds.length || isAnyMarked(zone, area, marks)) return false;
  const isLarge = zone.items.filter((item) => !isFaceDown(item)).length > MOST_LARGE;
  return isLarge && (area.seat === null || zone.items.some((item) => item.hidden));
}

// What is in play stands first, then decks, large heaps and empty places.
export function zoneRank(zone, area, marks) {
  if (!zone.items.length) return 3;
  if (isDrawnSmall(zone, area, marks)) return 2;
  return zone.items.every(isFaceDown) ? 1 : 0;
}

// The zones of a seat that are drawn on the table. One's own hand lies in the dock as long as the game goes on.
export function zonesOnTable(area, scene, marks) {
  const isInDock = (zone) => area.seat === scene.viewer && zone.key === "hand" && isGoingOn();
  const isPickable = (zone) => marks.has(zoneKey(area.seat, zone.key));
  return area.zones.filter((zone) => (zone.items.length && !isInDock(zone)) || isPickable(zone));
}
