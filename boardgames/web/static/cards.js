// Cards: their look, a button for each pile of equal ones, and what is said of one looked at.
import { countOf, pick } from "./choosing.js";
import { $, button, h, hSome, isOverfull, listed, patch, plural, withMinus } from "./dom.js";
import { meaningOf, redrawing, seatName, session } from "./session.js";
import { openRules } from "./sheet.js";

/** @import { Item, Scene, What } from "../../../typings/page.js" */

// ---- the look of pieces: a colour for each group, an emblem by the words in names, or an initial

const { colours, palette, emblems } = await fetch(new URL("emblems.json", import.meta.url)).then(
  (answer) => answer.json(),
);

// A seat's colour, and its sign, so that nobody needs the colour.
const SIGNS = "●■▲◆★✚";
const seatColour = (seat) => `var(--seat-${seat % SIGNS.length})`;
export const seatSign = (seat) =>
  h("span.seat-sign", {
    key: seat,
    style: { "--owner": seatColour(seat) },
    "data-sign": SIGNS[seat % SIGNS.length],
  });

// The colour of the group, or of the game, with this number.
export const colourOf = (number) => colours[number % colours.length];

// An emblem has the beginnings of the words that it stands for.
function emblemOf(text) {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const isMeant = (starts) =>
    starts.split(" ").some((start) => words.some((word) => word.startsWith(start)));
  return emblems[Object.keys(emblems).find(isMeant)];
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
  const all = pieces.map(dress);
  const lookOf = (piece) => [piece.path, piece.colour, cornerOf(piece)].join();
  const looks = Map.groupBy(all, lookOf);
  const short = shortNames(all);
  return Object.fromEntries(
    all.map((piece) => {
      const isAlone = piece.path && looks.get(lookOf(piece)).length === 1;
      return [piece.key, { ...piece, short: short.get(piece), isAlone }];
    }),
  );
}

// Short names: up to three characters in full; where they would be the same, the initials of several
// words or more characters, but no more than fit onto a small card.
const SHORT = 3;
const MOST_LETTERS = 7;
function shortNames(pieces) {
  const short = new Map();
  const taken = new Set();
  const give = (same, text) => {
    taken.add(text);
    for (const piece of same) short.set(piece, text);
  };
  const ways = [
    (name) => shortened(name, SHORT),
    (name) => (/ \d[\d-]*$/.test(name) ? shortened(name, SHORT) : initials(name)),
    ...[4, 5, 6, MOST_LETTERS].map((length) => (name) => shortened(name, length)),
  ];
  let open = pieces;
  for (const way of ways) {
    const alike = Map.groupBy(open, ({ name }) => way(name));
    open = [];
    for (const [text, same] of alike) {
      const isDone = new Set(same.map(({ name }) => name)).size === 1;
      if (text && isDone && !taken.has(text)) give(same, text);
      else open.push(...same);
    }
  }
  const others = [...Map.groupBy(open, ({ name }) => name).values()];
  others.forEach((same, place) => give(same, `${same[0].name.slice(0, SHORT)}${place + 1}`));
  return short;
}

// Of names of several words: "VE" of "Village Elder"; nothing of one word.
function initials(name) {
  const words = name.split(/[ -]+/);
  const letters = words.slice(0, MOST_LETTERS).map((word) => word[0]);
  return words.length > 1 ? letters.join("") : "";
}

// The number at the end of a name tells most: "Number 104", "Tower 12".
function shortened(name, length) {
  const number = / (\d[\d-]{0,2})$/.exec(name)?.[1];
  if (name.length <= length) return name;
  if (length === SHORT) return number ?? name.slice(0, length).trim();
  return number ? `${name.slice(0, length - SHORT)}${number}` : name.slice(0, length).trim();
}

// ---- a card, or a pile of equal ones: a button with a name for screen readers, a look for the eye

const NO_PIECE = { text: "", group: "", rule: "", colour: "#4b5a68", path: "", worth: null };
const pieceOf = (key) =>
  key === null ? null : session.pieces[key] || { ...NO_PIECE, key, name: key };

export const zoneTitle = (zone) => `${zone.area.name}: ${zone.name}`;

const isOwnHand = (zone) => zone.key === "hand" && zone.area.seat === session.table.viewer;

// Whether everybody sees this zone, or it is our hand.
function isOpen(zone) {
  if (isOwnHand(zone)) return true;
  return session.replay ? session.replay.view === "open" : Boolean(session.snapshot.end);
}

// In a zone with kinds, it stands in the `row` of its kind; in a queue it has a number, its `place`.
/** @param {Item} item */
export function drawCard(item, zone, { tabIndex, row = undefined, place = null }) {
  const piece = pieceOf(item.piece);
  const mark = session.selection.marks.get(item.id); // "can" or "may", if it can be picked
  const picked = pickedOf(item);
  const isGuess = item.hidden && piece && !isOpen(zone); // known to us, face down to others
  const props = {
    class: { ...usesOf(item, mark, picked), ...looksOf(item, piece, row), guess: isGuess },
    "data-k": item.id,
    "aria-pressed": mark || picked ? String(picked > 0) : null,
    style: {
      "--c": piece?.colour,
      "--owner": ownerOf(item),
      "--row": row,
      "--own-least": leastWidth([item]),
    },
    tabIndex,
    ...listeners(item, zone),
  };
  return h("button.card", props, [
    h("span.hidden-text", spoken(piece, item, mark && !picked, isGuess)),
    shownParts(piece, item, zone, row),
    place !== null && part("place", place),
    marksOf(item),
    picked === 1 && part("tick", "✓"),
    picked > 1 && part("tick many", picked),
  ]);
}

// A card that lies elsewhere, for the eye alone.
/** @param {Item} item */
export function drawPicture(item) {
  const piece = pieceOf(item.piece);
  const props = { "aria-hidden": "true", style: { "--c": piece.colour } };
  return h("div.card.picture", props, faceUpParts(piece, { ...item, count: 1 }));
}

const marksOf = ({ marks }) =>
  marks.length > 0 &&
  h(
    "span.marks",
    { "aria-hidden": "true" },
    marks.map(({ name }, place) => {
      const comma = place < marks.length - 1 && ", ";
      return h("span", { key: place }, name, comma);
    }),
  );

function shownParts(piece, item, zone, row) {
  if (row !== undefined) return tallyParts(piece, item);
  return piece ? faceUpParts(piece, item) : faceDownParts(item, zone);
}

// How many of these have been picked, where equal ones may lie before them.
function pickedOf({ id, count, before }) {
  return Math.max(0, Math.min(count || 1, countOf(session.selection.picked, id) - before));
}

const usesOf = ({ id }, mark, picked) => ({
  can: mark === "can",
  may: mark === "may",
  picked: picked > 0,
  look: session.selection.looks.has(id),
});

const ownerOf = ({ seat }) => (seat === null ? null : seatColour(seat));

const looksOf = (item, piece, row) => ({
  back: !piece,
  pile: item.count > 1,
  owned: item.seat !== null,
  vacant: !item.count,
  marked: item.marks.length > 0,
  tally: row !== undefined,
  told: piece?.worth !== null && !piece?.isAlone && piece?.short.endsWith(String(piece.worth)),
});

function listeners(item, zone) {
  const what = { item, zone };
  return {
    onclick: redrawing(() => {
      session.inspected = item.count ? what : null;
      if (!session.replay && session.isOurTurn) pick(item.id);
    }),
    onmouseenter: () => inspect(what),
    onfocus: () => inspect(what),
  };
}

// All else is for the eye.
function spoken(piece, item, mark, isGuess) {
  const number = item.count > 1 && `×${item.count}`;
  const named = piece
    ? [piece.name, piece.worth !== null && `value ${withMinus(piece.worth)}`, number]
    : [item.count ? `${plural(item.count, "card")} face down` : "empty"];
  const guess = isGuess && "known to be here, face down";
  const owner =
    item.seat !== null &&
    (item.seat === session.table.viewer ? "yours" : `of ${seatName(item.seat)}`);
  const facts = [
    ...named,
    owner,
    ...item.marks.map(({ name }) => name),
    guess,
    mark && "can be used",
  ];
  return facts.filter(Boolean).join(", ");
}

// On a board, one piece is the rule.
const faceDownParts = ({ count }, { isCell }) => count > isCell && part("count", count);

const part = (name, ...content) => h("span", { class: name, "aria-hidden": "true" }, content);

// In the row of its kind, a piece is told by its colour and emblem: one sign for each.
const MOST_SIGNS = 6;

function tallyParts(piece, { count }) {
  const signs = Array.from({ length: Math.min(count, MOST_SIGNS) }, (_, place) =>
    h("span.sign", { key: place }, piece && emblemSign(piece)),
  );
  return [part("signs", signs), count > 1 && part("count", count)];
}

export const emblemSign = ({ path, short, name }) =>
  path
    ? h("svg", { viewBox: "0 0 24 24" }, h("path", { d: path, "fill-rule": "evenodd" }))
    : h("span.short", { style: { "--length": (short ?? name).length } }, short ?? name);

// Where there is no room for a name, an emblem that others have, too, says too little.
const faceOf = (piece) => [
  emblemSign(piece),
  piece.path && !piece.isAlone && emblemSign({ ...piece, path: "" }),
];

// The value with what stands beside it in the name, as in "Military C4", tells small cards apart;
// cards without a value may have numbers in their names, too: "King +1 −1".
function cornerOf({ name, worth }) {
  if (worth === null) return /(?<= )[+-]\d.*$/.exec(name)?.[0] ?? null;
  const last = name.split(" ").at(-1);
  return last !== name && /^[A-Z]\d+$/.test(last) && last.endsWith(String(worth)) ? last : worth;
}

const cornerText = (piece) => withMinus(cornerOf(piece) ?? "").replaceAll(" ", "");

function faceUpParts(piece, item) {
  const corner = cornerText(piece);
  return [
    h("span.face", { "aria-hidden": "true", class: { named: !piece.isAlone } }, faceOf(piece)),
    (piece.path || piece.short !== piece.name) && part("name", broken(piece.name)),
    corner && part("worth", corner),
    item.count > 1 && part("count", `×${item.count}`),
  ];
}

// A name that has no room on its card is left out as a whole: its short name is there.
/** @param {HTMLElement} root */
export function fitNames(root) {
  const names = [...root.querySelectorAll(".card > .name")];
  for (const name of names) name.parentElement.classList.remove("unnamed");
  for (const name of names.filter(isOverfull)) name.parentElement.classList.add("unnamed");
}

// How wide cards have to be for their signs, if that is more than usual: short names with a value
// below, or long ones.
export function leastWidth(items) {
  const pieces = items.map(({ piece }) => pieceOf(piece)).filter(Boolean);
  const named = pieces.filter(({ isAlone }) => !isAlone);
  const longest = (texts) =>
    Math.min(MOST_LETTERS, Math.max(0, ...texts.map((text) => text.length)));
  const letters = longest(named.map((piece) => piece.short ?? piece.name));
  const digits = longest(pieces.map(cornerText));
  const isTwo = named.some((piece) => cornerText(piece));
  if (Math.max(letters, digits) <= SHORT && !isTwo) return null;
  return `max(${isTwo ? 2.3 : 0}rem, ${Math.max(9 * letters, 8.5 * digits)}px)`;
}

// Where a line may break: in long words between two syllables, but not at the hyphen of a range of
// numbers.
const SYLLABLES = /([aeiouy][b-df-hj-np-tv-z])(?=[b-df-hj-np-tv-z][aeiouy])/g;
const LONG_WORD = /[a-z]{9,}/gi;
const broken = (name) =>
  name
    .replace(LONG_WORD, (word) => word.replace(SYLLABLES, "$1\u00ad"))
    .replace(/(\d)-(\d)/g, "$1\u2011$2");

// ---- the card looked at

// Look at a card in passing.
/** @param {What} what */
function inspect(what) {
  const { inspected, snapshot } = session;
  if (!snapshot || !what.item.count) return; // the table has been left, or the cell is empty
  if (inspected?.item === what.item) return;
  session.inspected = what;
  drawCardInfo();
}

export function closeCardInfo() {
  session.inspected = null;
  drawCardInfo();
}

// Remarks on the table, and who plays with whom if there are teams, one line each.
/** @param {Scene} scene */
function notesOf(scene) {
  const sides = scene.teams.map((team) => listed(team.map(seatName)));
  const teams = sides.length > 0 ? [`Teams: ${sides.join("; ")}`] : [];
  return [...teams, ...scene.notes].map((note) => h("li", note));
}

// What stands in the place for it: the card, or else what is worth knowing now.
export function drawCardInfo() {
  const { inspected } = session;
  $("about").classList.toggle("looked-at", Boolean(inspected));
  if (inspected) {
    const close = button("close card", "×", closeCardInfo, ".plain.close", "Close");
    patch($("about"), cardInfo(inspected), close);
    return;
  }
  const notes = notesOf((session.replay?.scene ? session.replay : session.snapshot).scene);
  const remarks = hSome("ul.notes", notes);
  patch($("about"), remarks, aboutGame());
  const { scrollHeight, clientHeight } = $("about");
  if (remarks && scrollHeight > clientHeight + 1) patch($("about"), remarks); // no room for more
}

const aboutGame = () => [
  session.table.goal && h("p", h("b", "The goal: "), session.table.goal),
  h("p.soft", "Point at a card, or tap it, to read what it does."),
];

/** @param {What} what */
function cardInfo({ item, zone }) {
  const piece = pieceOf(item.piece);
  return [
    piece ? faceUpInfo(piece, item, zone) : faceDownInfo(item, zone),
    item.marks.map(({ key, name }) =>
      h("p", h("b", name), meaningOf(key) && `: ${meaningOf(key)}`),
    ),
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
  const open = () => openRules(piece.rule);
  const rule = piece.rule && button("rule", `Rule ${piece.rule}`, open, ".plain.small.link");
  return [
    h("div.about-title.row", title, h("span.soft", facts.filter(Boolean).join(" · ")), rule),
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
    all > 0 && [
      h("p", `Each is one of these ${all} cards, whose places you do not know:`),
      h("ul.unseen.row", items.map(unseenChip)),
    ],
  ];
}

function unseenChip(each) {
  const { name, colour } = pieceOf(each.piece);
  return h("li", { style: { "--c": colour } }, h("b", each.count), ` ${name}`);
}
