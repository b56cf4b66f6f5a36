// Draws a zone: its name, and its cards unless their number is enough.
import { drawCard } from "./card-button.js";
import { pick } from "./choosing.js";
import { classes, h, phone } from "./dom.js";
import { redraw } from "./hooks.js";
import { zoneKey } from "./piece-keys.js";
import { isGoingOn, session, withNames } from "./session.js";
import { canBeUsed, isDrawnSmall, isHeap, isOwnHand } from "./zone-facts.js";

const LOW_WINDOW = 900; // pixels; in a lower one, more than so many players do not fit with all their zones
const MOST_PLAYERS = 3;

const unfolded = new Set(); // the keys of zones whose number would be enough, but whose cards somebody wants to see

export function drawZone(zone, area, marks) {
  const key = zoneKey(area.seat, zone.key);
  const name = pickableName(withNames(zone.name), key, marks, "zone-pick");
  const isFolding = canBeFolded(zone, area, marks);
  if (isFolding && !unfolded.has(key)) {
    return h("div", { class: `zone zone-${zone.key} heap` }, zoneName(unfoldButton(name, zone, key)));
  }
  const cards = drawCards(zone, area, marks);
  const isSmall = isDrawnSmall(zone, area, marks) && !(isOwnHand(zone, area) && !session.snapshot.end);
  const className = classes(
    `zone zone-${zone.key}`,
    isHeap(zone, area, marks) && "heap",
    zone.kinds.length && "with-kinds",
    isSmall && "drawn-small",
    !cards.length && "bare",
  );
  return h(
    "div",
    { class: className, role: "group", "aria-label": `${withNames(area.name)}: ${withNames(zone.name)}` },
    zoneName(
      isFolding ? unfoldButton(name, zone, key) : name,
      !cards.length && h("span", { class: "empty" }, " (empty)"),
    ),
    cards.length > 0 && h("div", { class: "cards" }, cards),
  );
}

const zoneName = (...content) => h("span", { class: "zone-name" }, ...content);

// A name, which is a button where it can be picked.
export function pickableName(name, key, marks, className) {
  if (!marks.has(key)) return name;
  const onclick = () => {
    pick(key);
    redraw();
  };
  const isPicked = session.selection.picked.includes(key);
  return h("button", { class: `${className} can`, "data-k": key, "aria-pressed": isPicked, onclick }, name);
}

// Where there is little room, the number of cards is enough for zones that the game calls brief.
function canBeFolded(zone, area, marks) {
  const isTight = phone.matches || (innerHeight < LOW_WINDOW && session.table.players > MOST_PLAYERS);
  return zone.brief && isTight && !canBeUsed(zone, area, marks) && isGoingOn();
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

function drawCards(zone, area, marks) {
  let place = 1;
  return zone.items.map((item, index) => {
    const card = drawCard(item, zone, area, marks);
    card.tabIndex = index ? -1 : 0; // one stop for the Tab key in each zone; arrows go from card to card
    const drawn = zone.ordered ? withPlace(card, place) : card;
    place += item.count;
    return drawn;
  });
}

function withPlace(card, place) {
  return h("span", { class: "placed" }, h("span", { class: "place", "aria-hidden": "true" }, place), card);
}
