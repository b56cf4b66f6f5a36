// The keyboard at a table: Escape puts back or closes, arrows go from card to card within a zone.
import { closeCardInfo } from "./card-info.js";
import { clearSelection, hasSelection } from "./choosing.js";
import { $, byKey } from "./dom.js";
import { redraw } from "./hooks.js";
import { session } from "./session.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    if ($("sheet").open) return;
    if (event.key === "Escape") escape();
    else if (event.key in STEPS) moveFocus(event);
  });
}

function escape() {
  const { snapshot, replay, selection, inspected } = session;
  if (snapshot && !replay && hasSelection()) startOver(selection.picked.at(-1));
  else if (inspected) closeCardInfo();
}

function startOver(lastPicked) {
  clearSelection();
  redraw();
  if (lastPicked) byKey(lastPicked)?.focus();
}

function moveFocus(event) {
  const zone = document.activeElement?.closest(".cards");
  if (!zone) return;
  const cards = [...zone.querySelectorAll("button.card")];
  const at = cards.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  const next = cards[Math.max(0, Math.min(cards.length - 1, at + STEPS[event.key]))];
  for (const card of cards) card.tabIndex = card === next ? 0 : -1;
  next.focus();
}
