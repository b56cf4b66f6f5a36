// What is shown of the card that is looked at: beside the table, and in the dock where there is no room beside it.
import { quietly } from "./ask.js";
import { $, h, phone } from "./dom.js";
import { followLog } from "./log.js";
import { openRules } from "./rules.js";
import { session, withNames } from "./session.js";
import { plural } from "./words.js";
import { isOpen } from "./zone-facts.js";

// Look at a card in passing. On a phone, this does not replace a card that was tapped.
export function inspect(what) {
  const { inspected, snapshot } = session;
  if (!snapshot) return; // the table has been left, and its cards are hidden
  if (inspected && inspected.piece === what.piece && inspected.item === what.item) return;
  if (inspected?.pinned && phone.matches) return;
  session.inspected = what;
  drawCardInfo();
}

export function closeCardInfo() {
  session.inspected = null;
  drawCardInfo();
}

export function drawCardInfo() {
  const { inspected } = session;
  const nothing = () => [h("p", { class: "soft" }, "Point at a card to read what it does.")];
  $("about").replaceChildren(...(inspected ? cardInfo(inspected) : nothing()));
  followLog(); // it has more room now, or less
  const inDock = $("dock").querySelector(".about-dock");
  if (!inDock) return;
  const isPinned = Boolean(inspected?.pinned);
  inDock.replaceChildren(...(isPinned ? [...cardInfo(inspected), closeButton()] : []));
  inDock.hidden = !isPinned;
}

function closeButton() {
  return h("button", { class: "plain small close", "aria-label": "Close", onclick: closeCardInfo }, "×");
}

function cardInfo({ piece, item, zone, area }) {
  const lines = piece ? faceUpInfo(piece, item, zone, area) : faceDownInfo(item, zone, area);
  if (item.marks.length) lines.push(h("p", {}, h("b", {}, item.marks.map(withNames).join(", "))));
  if (piece?.rule) {
    const onclick = () => quietly(openRules(piece.rule));
    lines.push(h("button", { class: "plain small", onclick }, `Rule ${piece.rule}`));
  }
  return lines.filter(Boolean);
}

function faceUpInfo(piece, item, zone, area) {
  const isNamedAfterGroup = [piece.name, piece.key].includes(piece.group);
  const facts = [
    !isNamedAfterGroup && piece.group,
    piece.worth !== null && `value ${piece.worth}`,
    item.count > 1 && `${item.count} here`,
  ];
  const title = h("h2", {}, piece.name);
  title.style.setProperty("--c", piece.colour);
  const isSecret = item.hidden && !isOpen(zone, area);
  return [
    h("div", { class: "about-title" }, title, h("span", { class: "soft" }, facts.filter(Boolean).join(" · "))),
    piece.text && h("p", {}, piece.text),
    isSecret && h("p", { class: "soft" }, "Not shown to everybody; you know that it is here."),
  ];
}

function faceDownInfo(item, zone, area) {
  const lines = [
    h("h2", {}, `${plural(item.count, "card")} face down`),
    h("p", { class: "soft" }, `${withNames(area.name)}: ${withNames(zone.name)}`),
  ];
  const { unseen } = (session.replay || session.snapshot).scene;
  const items = unseen.find((each) => each.zones.includes(zone.key))?.items || [];
  if (!items.length) return lines;
  const all = items.reduce((sum, each) => sum + each.count, 0);
  return [
    ...lines,
    h("p", {}, `Each is one of these ${all} cards, whose places you do not know:`),
    h("ul", { class: "unseen" }, items.map(unseenChip)),
  ];
}

function unseenChip(each) {
  const piece = session.pieces[each.piece];
  const chip = h("li", {}, h("b", {}, each.count), ` ${piece?.name || each.piece}`);
  chip.style.setProperty("--c", piece?.colour || "#666");
  return chip;
}
