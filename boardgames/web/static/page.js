// Starts the page, which knows no game: it draws scenes, and lets what happens be seen.
import { closeCardInfo, drawCardInfo } from "./cards.js";
import { clearSelection, couldBeRead, findTargets, noteAsked, takeHint } from "./choosing.js";
import { drawTable } from "./board.js";
import { drawDock } from "./dock.js";
import { $, alarm, button, byKey, capital, h, interrupted, patch, phone } from "./dom.js";
import { drawWithMoves, elementAt, playEvents, toPresent } from "./motion.js";
import { drawLog, openLog } from "./log.js";
import { openMenu, tick } from "./people.js";
import { endReplay } from "./replay.js";
import {
  askOnce,
  openStartPage,
  redraw,
  RequestFailed,
  request,
  session,
  steps,
  store,
} from "./session.js";
import { listenForBack, openRules } from "./sheet.js";
import { listenForReturn, sitDown } from "./sit.js";
import { drawStartPage, openJoinPage } from "./start.js";
import { connect } from "./transport.js";
import { stopAt } from "./zone.js";

// ---- drawing a table

// After the end, with all hands open.
function sceneShown() {
  const { snapshot, replay, playing } = session;
  return replay ? replay.scene : (playing?.scene ?? snapshot.end?.open ?? snapshot.scene);
}

const STEP_TIME = 300; // milliseconds in which pieces travel in a replay

function drawAll(moves = [], time = STEP_TIME) {
  isLate = isPressed;
  if (isPressed) return;
  const focusedKey = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.k;
  const wasInDock = $("dock").contains(document.activeElement);
  findTargets();
  noteAsked();
  const scene = sceneShown();
  $("where").textContent = capital(scene.heading || "");
  drawWithMoves(moves, time, () => {
    drawTools();
    drawTable(scene);
    drawDock(scene);
    drawCardInfo();
    drawLog();
  });
  showMarked();
  if (document.activeElement !== document.body) return;
  const again = focusedKey && byKey(focusedKey);
  if (again) again.focus({ preventScroll: true });
  // From here the next Tab leads to the new choices
  else if (wasInDock) $("dock").focus({ preventScroll: true });
}

// The question and what is picked, for which the table was scrolled last
let shownFor = "";

// What the question is about is in view when it is asked.
function showMarked() {
  const { snapshot, selection } = session;
  const wanted = `${snapshot.version} ${selection.picked} ${selection.said}`;
  if (wanted === shownFor || session.playing) return;
  const isNews = shownFor.split(" ")[0] !== String(snapshot.version);
  shownFor = wanted;
  if (isNews && snapshot.end) $("table").scrollTop = 0; // where the result is
  if (!phone.matches) return; // all of the table is in view
  const marked = [...$("table").querySelectorAll(".can")];
  const first = marked.some(isInView) ? undefined : marked[0]; // nothing moves without need
  // The first comes last
  const looks = snapshot.scene.look.map((touch) => elementAt(touch, touch.piece)).reverse();
  for (const each of [first, ...looks, document.querySelector(".said")])
    each?.scrollIntoView({ block: "nearest" });
}

function isInView(element) {
  const box = element.getBoundingClientRect();
  const around = $("table").getBoundingClientRect();
  return box.top >= around.top && box.bottom <= around.bottom;
}

function drawTools() {
  const { table, snapshot, replay } = session;
  const isPlayed = !replay && !snapshot.end;
  const undo = {
    "data-k": "undo",
    disabled: !snapshot.undo || snapshot.asked.some(({ what }) => what === "undo"),
    onclick: () => askOnce("undo"),
  };
  const hint = { "data-k": "hint", disabled: !snapshot.hint, onclick: takeHint };
  patch(
    $("tools"),
    isPlayed && table.viewer !== null && h("button", undo, "Undo"),
    isPlayed && table.alone && h("button", hint, "Hint"),
    button("log", "Log", openLog, ".phone-only"),
    button("rules", "Rules", () => openRules()),
    button("menu", "⋯", openMenu, "", "Menu"),
  );
}

// ---- which presses count: those that began when what they answer could have been read

// What can be an answer. All else, such as the menu, can be pressed at any time.
const ANSWERS = "#table button, #dock button, #dock input, .choice, [data-k='undo']";

let begun = null; // when the press whose click is to come began, on the clock of the page
let first = { time: 0, pressed: null }; // the latest press that was not the second of a double click

const pressedBy = ({ target }) => target.closest("button, abbr, input:not([type='text'])");

function ignore(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The second press of a double click belongs to the first: it does nothing where that has changed
// what lies there, or what is asked.
function sortClick(event) {
  const pressed = pressedBy(event);
  const isAnswer = pressed?.matches(ANSWERS); // before it may be gone
  const isSecond = event.detail > 1;
  if (!isSecond) first = { time: begun ?? event.timeStamp, pressed };
  const isElsewhere = isSecond && pressed !== first.pressed;
  endPress();
  if (isElsewhere || (isAnswer && !couldBeRead(first.time))) ignore(event);
}

// A key that is held does what it does once.
function sortKey(event) {
  const pressed = pressedBy(event);
  if (!pressed || (event.key !== "Enter" && event.key !== " ")) return;
  if (!event.repeat) begun = event.timeStamp;
  if (event.repeat || (pressed.matches(ANSWERS) && !couldBeRead(begun))) ignore(event);
}

// ---- a press: until its click has come, what is pressed stays where it is

const CLICK_TIME = 500; // milliseconds after letting go in which a click may still come

let isPressed = false;
let isLate = false; // whether the table has not been drawn because of a press
let pressEnds = 0;

// Pressing anything goes to the present: buttons when they are clicked, all else at once.
function press({ target, button: which, timeStamp }) {
  clearTimeout(pressEnds);
  begun = timeStamp;
  isPressed = which === 0 && Boolean(target.closest("button:enabled, abbr"));
  if (isPressed) clearTimeout(session.playing?.timer);
  else showPresent();
}

// Before the click does what it does. A button that is gone by then still does it.
function endPress() {
  begun = null;
  if (!isPressed) return;
  isPressed = false;
  showPresent();
}

// There is no click if it was let go outside of the window.
function letGo() {
  clearTimeout(pressEnds);
  pressEnds = setTimeout(endPress, CLICK_TIME);
}

function showPresent() {
  if (session.playing) toPresent();
  else if (isLate && session.snapshot) redraw();
}

// ---- the keyboard: Escape puts back or closes, arrows go from card to card within a zone

const FORWARDS = { ArrowRight: 1, ArrowDown: 1, End: Infinity };
const STEPS = { ...FORWARDS, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity };

function takeKey(event) {
  if ($("sheet").hasAttribute("open")) return;
  if (event.key === "Escape") escape();
  else if (event.key in STEPS) moveFocus(event);
}

function escape() {
  const { snapshot, replay, inspected } = session;
  const { picked, groups, hint } = session.selection;
  if (snapshot && !replay && (picked.length || groups.length || hint)) {
    const last = picked.at(-1);
    clearSelection();
    redraw();
    if (last) byKey(last)?.focus();
  } else if (inspected) closeCardInfo();
}

function moveFocus(event) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const zone = /** @type {HTMLElement} */ (
    focused?.closest(".board") ?? focused?.closest(".cards")
  );
  if (!zone) return;
  const cards = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("button.card")]);
  const at = cards.indexOf(focused);
  if (at < 0) return;
  event.preventDefault();
  const columns = Number(zone.style.getPropertyValue("--columns")) || 1;
  const to = at + STEPS[event.key] * (/Up|Down/.test(event.key) ? columns : 1);
  const next = Number.isFinite(to) ? cards[to] : cards.at(to > 0 ? -1 : 0);
  if (!next) return; // there is none beyond the edge
  stopAt(next.dataset.k);
  redraw();
  next.focus();
}

// ---- the beginning

async function begin() {
  session.server = await connect((text) =>
    patch($("start"), h("p.loading", { role: "status" }, text)),
  );
  session.offer = await request("games", {}, "");
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("key")) {
    store.set("localStorage", "key", hash.get("key"));
    history.replaceState(null, "", location.pathname);
  }
  const kept = store.get("sessionStorage", "seat");
  if (hash.has("join")) openJoinPage(hash.get("join"));
  else if (kept) await sitDown(kept);
  else openStartPage();
}

// A fault of the page itself, such as one in drawing.
const tellOfFault = ({ message }) =>
  interrupted(`the page has failed (${message}): please reload it`);

function addListeners() {
  const before = (kind, listener) => document.addEventListener(kind, listener, true);
  before("pointerdown", press);
  before("pointerup", letGo);
  before("pointercancel", endPress);
  before("contextmenu", endPress);
  before("click", sortClick);
  before("keydown", sortKey);
  before("keydown", toPresent);
  document.addEventListener("keydown", takeKey);
  listenForBack(endReplay);
  listenForReturn();
  $("home").addEventListener("click", openStartPage);
  setInterval(tick, 1000);
  addEventListener("resize", () => session.snapshot && redraw());
  addEventListener("hashchange", () => {
    if (/^#(join|key)=/.test(location.hash)) location.reload();
  });
  addEventListener("error", ({ error, message }) => tellOfFault(error ?? { message }));
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof RequestFailed)
      event.preventDefault(); // `ask` has shown it
    else tellOfFault(event.reason);
  });
}

Object.assign(steps, {
  redraw: drawAll,
  play: playEvents,
  toPresent,
  openStartPage: drawStartPage,
  sit: sitDown,
});
// Features of 2024 that this page uses; what it needs besides is older
const NEWEST = "light-dark(white, black)";
if (Map.groupBy && "popover" in document.body && CSS.supports("color", NEWEST)) {
  addListeners();
  begin().catch((error) => alarm(error.message));
} else
  $("start").textContent =
    "This browser is too old for this page, which needs Chrome or Edge 123, Firefox 125 or Safari 17.5.";
