// Draws a card, or a pile of equal ones: a button with its name for screen readers, and its look for the eye.
import { inspect } from "./card-info.js";
import { countOf, pick } from "./choosing.js";
import { classes, h } from "./dom.js";
import { svg } from "./emblems.js";
import { redraw } from "./hooks.js";
import { pieceKey } from "./piece-keys.js";
import { isOurTurn, session, withNames } from "./session.js";
import { plural, withMinus } from "./words.js";
import { isOpen } from "./zone-facts.js";

const LONG_NAME = 11; // a longer one is written smaller

export function drawCard(item, zone, area, marks) {
  const status = cardStatus(item, zone, area, marks);
  const { key, piece, mark, picked } = status;
  const what = { piece, item, zone, area };
  const card = h(
    "button",
    {
      class: cardClasses(status, item),
      "data-k": key,
      "aria-pressed": mark || picked ? Boolean(picked) : null,
      onclick: () => {
        session.inspected = { ...what, pinned: true };
        if (!session.replay && isOurTurn()) pick(key);
        redraw();
      },
      onmouseenter: () => inspect(what),
      onfocus: () => inspect(what),
    },
    h("span", { class: "hidden-text" }, spokenFacts(status, item).filter(Boolean).join(", ")),
  );
  if (piece) {
    card.style.setProperty("--c", piece.colour);
    card.style.setProperty("--letters", longestWord(piece.name));
  }
  card.append(...(piece ? faceUpParts(piece, item) : faceDownParts(item)));
  if (item.marks.length) card.append(part("marks", item.marks.map(withNames).join(", ")));
  if (picked) card.append(part("tick", picked > 1 ? picked : "✓"));
  return card;
}

// What its look depends on, beside the item itself.
function cardStatus(item, zone, area, marks) {
  const key = pieceKey(area.seat, zone.key, item.piece);
  const piece = item.piece === null ? null : session.pieces[item.piece] || unknownPiece(item.piece);
  const { justNow, sinceMove } = session.changes;
  return {
    key,
    piece, // null if it lies face down
    mark: marks.get(key), // "can" or "may", if it can be picked: see choosing.js
    picked: countOf(session.selection.picked, key),
    isGuess: item.hidden && piece && !isOpen(zone, area), // known to us, face down to others
    isNew: justNow.has(key) || sinceMove.has(key),
    isArriving: justNow.has(key),
  };
}

const unknownPiece = (key) => ({ key, name: key, text: "", colour: "#4b5a68", path: "", worth: null });

function cardClasses({ piece, mark, picked, isGuess, isNew, isArriving }, item) {
  return classes(
    "card",
    !piece && "back",
    mark,
    picked && "picked",
    isGuess && "guess",
    item.count > 1 && "pile",
    item.count > 2 && "pile3",
    isArriving && "new",
    isNew && !isArriving && "fresh",
    piece && piece.name.length > LONG_NAME && "long",
  );
}

// Its name; all else is for the eye.
function spokenFacts({ piece, mark, picked, isGuess, isNew }, item) {
  const name = piece
    ? [piece.name, piece.worth !== null && `value ${withMinus(piece.worth)}`, item.count > 1 && `×${item.count}`]
    : [`${plural(item.count, "card")} face down`];
  return [
    ...name,
    ...item.marks.map(withNames),
    isGuess && "known to be here, face down",
    isNew && "new",
    mark && !picked && "can be used",
  ];
}

const part = (name, ...content) => h("span", { class: name, "aria-hidden": "true" }, ...content);

function faceUpParts(piece, item) {
  const corner = cornerOf(piece);
  return [
    part("face", piece.path ? svg(piece.path) : null),
    part("name", piece.name.replace(/(\d)-(\d)/g, "$1\u2011$2")), // a hyphen between numbers does not break the line
    ...(corner === null ? [] : [part("worth", withMinus(corner).replaceAll(" ", ""))]),
    ...(item.count > 1 ? [part("count", `×${item.count}`)] : []),
  ];
}

const faceDownParts = (item) => [part("weave"), part("count", item.count)];

// Cards without a value may still have numbers in their names, which tell small ones apart: "King +1 −1".
function cornerOf(piece) {
  return piece.worth ?? /(?<= )[+-]\d.*$/.exec(piece.name)?.[0] ?? null;
}

const longestWord = (name) => Math.max(...name.split(/\s/).map((word) => word.length));
