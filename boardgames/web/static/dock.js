// Draws the dock: whose turn it is, our hand, the card looked at and the choices; or the controls of a replay.
import { drawChoices } from "./choices.js";
import { $, classes, h } from "./dom.js";
import { drawReplayControls } from "./replay-controls.js";
import { resultButtons } from "./result.js";
import { isOurTurn, seatName, session, withNames } from "./session.js";
import { capital, listed } from "./words.js";
import { drawZone } from "./zones.js";

// With more kinds of cards in hand than this, they are drawn smaller.
const MANY = 7;
const FULL = 12;

export function drawDock(scene, marks) {
  if (session.replay) drawReplayDock();
  else drawPlayDock(scene, marks);
}

function drawReplayDock() {
  const dock = $("dock");
  const top = dock.querySelector(".judged")?.scrollTop;
  dock.replaceChildren(drawReplayControls());
  if (top) dock.querySelector(".judged")?.scrollTo(0, top);
}

function drawPlayDock(scene, marks) {
  const isOver = session.snapshot.end;
  const prompt = h("h2", { class: classes("prompt", isOurTurn() && "mine") }, promptText(scene));
  const row = h(
    "div",
    { class: "dock-row" },
    !isOver && drawHands(scene, marks),
    h("div", { class: "about-dock", hidden: true }), // card-info.js fills it
    isOurTurn() && drawChoices(marks),
  );
  $("dock").replaceChildren(prompt, row, ...(isOver ? [resultButtons()] : []));
}

function promptText(scene) {
  if (session.snapshot.end) return "The game is over";
  const text = withNames(scene.prompt || (isOurTurn() ? "Your turn" : waitingFor(scene)));
  return capital(text.replace(/:$/, ""));
}

function waitingFor(scene) {
  const names = scene.to_act.map(seatName);
  return names.length ? `Waiting for ${listed(names)}` : "";
}

function drawHands(scene, marks) {
  if (scene.viewer === null) return [];
  const own = scene.areas.find((area) => area.seat === scene.viewer);
  const hands = own ? own.zones.filter((zone) => zone.key === "hand" && zone.items.length) : [];
  return hands.map((zone) => h("div", { class: handClass(zone.items.length) }, drawZone(zone, own, marks)));
}

function handClass(kinds) {
  if (kinds > FULL) return "hand full";
  return kinds > MANY ? "hand many" : "hand";
}
