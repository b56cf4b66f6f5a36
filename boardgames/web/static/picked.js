// Draws what has been picked for the choice in progress, each to be put back.
import { clearSelection, countOf, putBack } from "./choosing.js";
import { h } from "./dom.js";
import { redraw } from "./hooks.js";
import { seatName, session, withNames } from "./session.js";

export function drawPicked() {
  const { picked, group } = session.selection;
  const startOver = () => {
    clearSelection();
    redraw();
  };
  return h(
    "div",
    { class: "tray" },
    group !== null && groupChip(group),
    [...new Set(picked)].map(pickedChip),
    h("button", { class: "plain small", "data-k": "t|clear", onclick: startOver }, "Start over"),
  );
}

function groupChip(name) {
  const onclick = () => {
    session.selection.group = null;
    redraw();
  };
  return h("button", { class: "chip", "data-k": "t|group", onclick }, withNames(name), " ×");
}

function pickedChip(key) {
  const count = countOf(session.selection.picked, key);
  const name = keyName(key);
  const onclick = () => {
    putBack(key);
    session.selection.hint = null;
    redraw();
  };
  return h(
    "button",
    { class: "chip", "data-k": `t|${key}`, "aria-label": `Put back ${name}`, onclick },
    count > 1 ? `${count} ` : "",
    name,
    " ×",
  );
}

// What a key of piece-keys.js stands for, in words.
function keyName(key) {
  const [first, second, third] = key.split("|");
  if (first === "seat") return seatName(Number(second));
  if (first === "zone") return zoneName(second, third);
  return pieceName(first, second, third);
}

function zoneName(seat, zone) {
  const area = session.snapshot.scene.areas.find((each) => String(each.seat ?? "c") === seat);
  return withNames(area?.zones.find((each) => each.key === zone)?.name || zone);
}

function pieceName(seat, zone, piece) {
  const isOurs = seat === "c" || Number(seat) === session.table.viewer;
  const whose = isOurs ? "" : `${seatName(Number(seat))}: `;
  return whose + (piece === "?" ? zone : session.pieces[piece]?.name || piece);
}
