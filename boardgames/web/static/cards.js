// Cards: their look, a button for each pile of equal ones, and what is said of one looked at.
import { countOf, pick } from "./choosing.js";
import { $, h, patch, phone, plural, withMinus } from "./dom.js";
import { meaningOf, redrawing, seatName, session, withNames } from "./session.js";
import { openRules } from "./sheet.js";

/** @import { Item, What } from "../../../typings/page.js" */

// ---- the look of pieces: a colour for each group, an emblem by the words in names, or an initial

const { colours, palette, emblems } = await fetch(new URL("emblems.json", import.meta.url)).then(
  (answer) => answer.json(),
);

// The colour of the group, or of the game, with this number.
export const colourOf = (number) => colours[number % colours.length];

function emblemOf(text) {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const isMeant = (emblem) =>
    emblem.words.split(" ").some((start) => words.some((word) => word.startsWith(start)));
  return emblems.find(isMeant)?.path;
}

// Return {key: {…piece, colour, path}}.
export function dressed(pieces) {
  const groupOf = (piece) => piece.group || piece.key;
  const groups = [...new Set(pieces.map(groupOf))];
  const dress = (piece) => {
    const group = groupOf(piece);
    const path = [piece.key, piece.name, group].map(emblemOf).find(Boolean);
    return { ...piece, colour: palette[piece.colour] ?? colourOf(groups.indexOf(group)), path };
  };
  return Object.fromEntries(pieces.map((piece) => [piece.key, dress(piece)]));
}

// ---- a card, or a pile of equal ones: a button with a name for screen readers, a look for the eye

const NO_PIECE = { text: "", group: "", rule: "", colour: "#4b5a68", path: "", worth: null };
const pieceOf = (key) =>
  key === null ? null : session.pieces[key] || { ...NO_PIECE, key, name: key };

export const zoneTitle = (zone) => `${withNames(zone.area.name)}: ${withNames(zone.name)}`;

// Whether it is our hand.
export const isOwnHand = (zone) => zone.key === "hand" && zone.area.seat === session.table.viewer;

// Whether everybody sees this zone, or it is our hand.
function isOpen(zone) {
  if (isOwnHand(zone)) return true;
  return session.replay ? session.replay.view === "open" : Boolean(session.snapshot.end);
}

/** @param {Item} item */
export function drawCard(item, zone, tabIndex) {
  const key = item.id;
  const piece = pieceOf(item.piece);
  const mark = session.selection.marks.get(key); // "can" or "may", if it can be picked
  const picked = Math.max(
    0,
    Math.min(item.count || 1, countOf(session.selection.picked, key) - item.before),
  );
  const isGuess = item.hidden && piece && !isOpen(zone); // known to us, face down to others
  const what = { item, zone };
  const use = {
    can: mark === "can",
    may: mark === "may",
    picked: picked > 0,
    look: session.selection.looks.has(key),
  };
  const pile = {
    back: !piece,
    guess: isGuess,
    pile: item.count > 1,
    owned: item.seat !== null,
    vacant: !item.count,
  };
  const owner = { "--owner": item.seat !== null && colourOf(item.seat) };
  const props = {
    class: { ...use, ...pile },
    "data-k": key,
    "aria-pressed": mark || picked ? String(picked > 0) : null,
    style: piece ? { "--c": piece.colour, "--letters": longestPart(piece.name), ...owner } : owner,
    tabIndex,
    onclick: redrawing(() => {
      session.inspected = item.count ? { ...what, pinned: true } : null;
      if (!session.replay && session.isOurTurn) pick(key);
    }),
    onmouseenter: () => inspect(what),
    onfocus: () => inspect(what),
  };
  return h("button.card", props, [
    h("span.hidden-text", spoken(piece, item, mark && !picked, isGuess)),
    piece ? faceUpParts(piece, item) : faceDownParts(item, zone),
    item.marks.length > 0 && part("marks", item.marks.map(({ name }) => withNames(name)).join(", ")),
    picked > 0 && part("tick", picked > 1 ? picked : "✓"),
  ]);
}

// All else is for the eye.
function spoken(piece, item, mark, isGuess) {
  const number = item.count > 1 && `×${item.count}`;
  const name = piece
    ? [piece.name, piece.worth !== null && `value ${withMinus(piece.worth)}`, number]
    : [item.count ? `${plural(item.count, "card")} face down` : "empty"];
  const guess = isGuess && "known to be here, face down";
  const owner =
    item.seat !== null &&
    (item.seat === session.table.viewer ? "yours" : `of ${seatName(item.seat)}`);
  const facts = [...name, owner, ...item.marks.map(({ name }) => withNames(name)), guess, mark && "can be used"];
  return facts.filter(Boolean).join(", ");
}

// On a board, one piece is the rule.
const faceDownParts = ({ count }, { isCell }) => count > isCell && part("count", count);

const part = (name, ...content) => h("span", { class: name, "aria-hidden": "true" }, content);

function faceUpParts(piece, item) {
  // Cards without a value may still have numbers in their names, which tell small ones apart: "King
  // +1 −1".
  const corner = piece.worth ?? /(?<= )[+-]\d.*$/.exec(piece.name)?.[0] ?? null;
  const path = h("path", { d: piece.path, "fill-rule": "evenodd" });
  const emblem = h("svg", { viewBox: "0 0 24 24" }, path);
  return [
    part("face", piece.path ? emblem : piece.name.charAt(0)),
    part("name", broken(piece.name)),
    corner !== null && part("worth", withMinus(corner).replaceAll(" ", "")),
    item.count > 1 && part("count", `×${item.count}`),
  ];
}

// Where a line may break: in long words between two syllables, but not at the hyphen of a range of
// numbers.
const SYLLABLES = /([aeiouy][b-df-hj-np-tv-z])(?=[b-df-hj-np-tv-z][aeiouy])/g;
const LONG_WORD = /[a-z]{10,}/gi;
const broken = (name) =>
  name
    .replace(LONG_WORD, (word) => word.replace(SYLLABLES, "$1\u00ad"))
    .replace(/(\d)-(\d)/g, "$1\u2011$2");

function longestPart(name) {
  const parts = broken(name).split(/[\s\u00ad]/);
  return Math.max(...parts.map((each) => each.length));
}

// ---- the card looked at

// Look at a card in passing. On a phone, this does not replace a card that was tapped.
/** @param {What} what */
function inspect(what) {
  const { inspected, snapshot } = session;
  if (!snapshot || !what.item.count) return; // the table has been left, or the cell is empty
  if (inspected?.item === what.item) return;
  if (inspected?.pinned && phone.matches) return;
  session.inspected = what;
  drawCardInfo();
}

export function closeCardInfo() {
  session.inspected = null;
  drawCardInfo();
}

// Where there is no room beside the table, it is shown only if it was tapped: see style.css.
export function drawCardInfo() {
  const { inspected, table } = session;
  const nothing = [
    table.goal && [h("h2", "The goal"), h("p", table.goal)],
    h("p.soft", "Point at a card to read what it does."),
  ];
  const closing = { "data-k": "close card", "aria-label": "Close", onclick: closeCardInfo };
  const close = h("button.plain.close", closing, "×");
  $("about").classList.toggle("pinned", Boolean(inspected?.pinned));
  patch($("about"), inspected ? [cardInfo(inspected), inspected.pinned && close] : nothing);
}

/** @param {What} what */
function cardInfo({ item, zone }) {
  const piece = pieceOf(item.piece);
  const openRule = { "data-k": "rule", onclick: () => openRules(piece.rule) };
  return [
    piece ? faceUpInfo(piece, item, zone) : faceDownInfo(item, zone),
    item.marks.map(({ key, name }) =>
      h("p", h("b", withNames(name)), meaningOf(key) && `: ${meaningOf(key)}`),
    ),
    piece?.rule && h("button.plain.small.link", openRule, `Rule ${piece.rule}`),
  ];
}

function faceUpInfo(piece, item, zone) {
  const isNamedAfterGroup = [piece.name, piece.key].includes(piece.group);
  const facts = [
    !isNamedAfterGroup && piece.group,
    piece.worth !== null && `value ${piece.worth}`,
    piece.back && `on the back: ${piece.back}`,
    item.count > 1 && `${item.count} here`,
  ];
  const title = h("h2", { style: { "--c": piece.colour } }, piece.name);
  const isSecret = item.hidden && !isOpen(zone);
  return [
    h("div.about-title.row", title, h("span.soft", facts.filter(Boolean).join(" · "))),
    piece.text && h("p", piece.text),
    isSecret && h("p.soft", "Not shown to everybody; you know that it is here."),
  ];
}

function faceDownInfo(item, zone) {
  const { unseen } = (session.replay || session.snapshot).scene;
  const items = unseen.find((each) => each.zones.includes(zone.key))?.items || [];
  const all = items.reduce((sum, each) => sum + each.count, 0);
  return [
    h("h2", `${plural(item.count, "card")} face down`),
    h("p.soft", zoneTitle(zone)),
    all > 0 && h("p", `Each is one of these ${all} cards, whose places you do not know:`),
    all > 0 && h("ul.unseen.row", items.map(unseenChip)),
  ];
}

function unseenChip(each) {
  const { name, colour } = pieceOf(each.piece);
  return h("li", { style: { "--c": colour } }, h("b", each.count), ` ${name}`);
}
