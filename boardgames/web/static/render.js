// Draws everything at a table anew: heading, buttons, table, dock, card and log; focus and scrolling stay.
import { ask, quietly } from "./ask.js";
import { drawCardInfo } from "./card-info.js";
import { findMarks, findTargets, takeHint } from "./choosing.js";
import { drawDock } from "./dock.js";
import { $, byKey, h } from "./dom.js";
import { drawLog, openLog } from "./log.js";
import { openMenu } from "./menu.js";
import { openRules } from "./rules.js";
import { isOurTurn, session, withNames } from "./session.js";
import { drawTable } from "./table.js";
import { capital } from "./words.js";

export function render() {
  const focusedKey = document.activeElement?.dataset?.k;
  const wasInDock = $("dock").contains(document.activeElement);
  const scroll = $("table").scrollTop;
  findTargets();
  const scene = shownScene();
  const marks = session.replay ? new Map() : findMarks();
  $("where").textContent = capital(withNames(scene.heading || ""));
  drawTools();
  drawTable(scene, marks);
  drawDock(scene, marks);
  drawCardInfo();
  drawLog();
  $("table").scrollTop = scroll;
  const again = focusedKey && byKey(focusedKey);
  if (again) again.focus({ preventScroll: true });
  else if (wasInDock) $("dock").focus({ preventScroll: true }); // from here the next Tab leads to the new choices
}

function shownScene() {
  if (session.replay) return session.replay.scene;
  return session.snapshot.end ? openedScene() : session.snapshot.scene;
}

// After the end: the table with all hands open.
function openedScene() {
  const { viewer } = session.table;
  const { open } = session.snapshot.end;
  const isOurs = (area) => area.seat !== null && area.seat === viewer;
  const areas = open.areas.map((area) => (isOurs(area) ? { ...area, name: "You" } : area));
  return { ...open, viewer, heading: session.snapshot.scene.heading, areas };
}

function drawTools() {
  const { table, snapshot, replay } = session;
  const isPlayed = !replay && !snapshot.end;
  const undo = { "data-k": "undo", disabled: !snapshot.undo, onclick: () => quietly(ask("undo")) };
  const hint = { "data-k": "hint", disabled: !isOurTurn(), onclick: () => quietly(takeHint()) };
  const tools = [
    isPlayed && table.undo && h("button", undo, "Undo"),
    isPlayed && table.hint && h("button", hint, "Hint"),
    h("button", { "data-k": "log", class: "phone-only", onclick: openLog }, "Log"),
    h("button", { "data-k": "rules", onclick: () => quietly(openRules()) }, "Rules"),
    h("button", { "data-k": "menu", "aria-label": "Menu", onclick: openMenu }, "⋯"),
  ];
  $("tools").replaceChildren(...tools.filter(Boolean));
}
