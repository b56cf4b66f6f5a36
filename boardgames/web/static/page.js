// Starts the page, which knows no game: it draws scenes, hangs choices on pieces, and sends actions back.
import { closeCardInfo, drawCardInfo } from "./cards.js";
import { clearSelection, countPieces, findTargets, takeHint } from "./choosing.js";
import { drawDock } from "./dock.js";
import { $, alarm, byKey, capital, h, patch, phone } from "./dom.js";
import { drawLog, openLog } from "./news.js";
import { applyTheme, openMenu } from "./people.js";
import { endReplay } from "./replay.js";
import { ask, connectHooks, openStartPage, redraw, Refused, session, store, withNames } from "./session.js";
import { listenForBack, openRules } from "./sheet.js";
import { sitDown } from "./sit.js";
import { drawStartPage, openJoinPage } from "./start.js";
import { drawTable, stopAt } from "./table.js";
import { connect } from "./transport.js";

// ---- drawing a table

function drawAll() {
  const focusedKey = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.k;
  const wasInDock = $("dock").contains(document.activeElement);
  findTargets();
  const { snapshot, replay } = session;
  const scene = replay ? replay.scene : (snapshot.end?.open ?? snapshot.scene); // after the end, with all hands open
  $("where").textContent = capital(withNames(scene.heading || ""));
  drawWithMoves(scene, () => {
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
  else if (wasInDock) $("dock").focus({ preventScroll: true }); // from here the next Tab leads to the new choices
}

let shownFor = ""; // the question, what is picked, and whether a card is explained, for which the table was scrolled last

// What the question is about is in view when it is asked, and when the text of a card takes room from the table.
function showMarked() {
  const { snapshot, inspected, selection } = session;
  const wanted = `${snapshot.version} ${Boolean(inspected?.pinned)} ${selection.picked}`;
  if (wanted === shownFor) return;
  const isNews = shownFor.split(" ")[0] !== String(snapshot.version);
  shownFor = wanted;
  if (isNews && snapshot.end) $("table").scrollTop = 0; // where the result is
  const marked = $("table").querySelector(".can") || $("table").querySelector(".may");
  marked?.scrollIntoView({ block: "nearest" });
}

function drawTools() {
  const { table, snapshot, replay } = session;
  const isPlayed = !replay && !snapshot.end;
  const undo = { "data-k": "undo", disabled: !snapshot.undo, onclick: () => ask("undo") };
  const hint = { "data-k": "hint", disabled: !session.isOurTurn, onclick: takeHint };
  patch(
    $("tools"),
    isPlayed && table.alone && h("button", undo, "Undo"),
    isPlayed && table.alone && h("button", hint, "Hint"),
    h("button.phone-only", { "data-k": "log", onclick: openLog }, "Log"),
    h("button", { "data-k": "rules", onclick: () => openRules() }, "Rules"),
    h("button", { "data-k": "menu", "aria-label": "Menu", onclick: openMenu }, "⋯"),
  );
}

// ---- travelling cards

const DURATION = 260; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let drawn = null; // of the scene that is shown: {token, counts}

// Draw this scene; what lies elsewhere than before travels there. Cards can be used in their new places at once: what
// travels is a picture of them.
function drawWithMoves(scene, draw) {
  const { token } = session;
  const before = drawn?.token === token ? drawn.counts : new Map();
  drawn = { token, counts: countPieces(scene) };
  const moves = calm.matches || document.hidden ? [] : findMoves(before, drawn.counts);
  const boxes = moves.map(([from]) => byKey(from)?.getBoundingClientRect());
  const there = moves.map(([, to]) => Boolean(byKey(to)));
  draw();
  moves.forEach(([, to], index) => boxes[index] && travel(boxes[index], byKey(to), there[index]));
}

// Pairs of keys, from where there are fewer pieces to where there are more: first of the same piece, then of what was or
// is face down, at the same seat if possible.
function findMoves(before, now) {
  const keys = [...new Set([...before.keys(), ...now.keys()])];
  const change = (key) => (now.get(key) || 0) - (before.get(key) || 0);
  const grown = keys.filter((key) => change(key) > 0);
  const left = new Map(keys.filter((key) => change(key) < 0).map((key) => [key, -change(key)]));
  if (!before.size) return [];
  const part = (key, place) => key.split("|")[place];
  const isSamePiece = (from, to) => part(from, 2) === part(to, 2);
  const isTurned = (from, to) => part(from, 2) === "?" || part(to, 2) === "?";
  const isSameSeat = (from, to) => isTurned(from, to) && part(from, 0) === part(to, 0);
  return grown.flatMap((to) => {
    for (const fits of [isSamePiece, isSameSeat, isTurned]) {
      const from = [...left.keys()].find((key) => fits(key, to));
      if (!from) continue;
      left.set(from, left.get(from) - change(to));
      if (left.get(from) <= 0) left.delete(from);
      return [[from, to]];
    }
    return [];
  });
}

/** @param {HTMLElement | undefined} card */
function travel(from, card, wasThere) {
  if (!card) return;
  const to = card.getBoundingClientRect();
  const picture = /** @type {HTMLElement} */ (card.cloneNode(true));
  picture.removeAttribute("data-k");
  picture.inert = true;
  picture.classList.add("travelling");
  for (const side of ["left", "top", "width", "height"]) picture.style.setProperty(side, `${to[side]}px`);
  picture.style.setProperty("--w", `${to.width}px`);
  document.body.append(picture);
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const travels = picture.animate([{ transform: start }, { transform: "none" }], {
    duration: DURATION,
    easing: "ease-out",
  });
  travels.onfinish = () => picture.remove();
  if (!wasThere) card.animate([{ opacity: 0 }, { opacity: 0 }], DURATION);
}

// ---- the keyboard at a table: Escape puts back or closes, arrows go from card to card within a zone

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

function takeKey(event) {
  if ($("sheet").hasAttribute("open")) return;
  if (event.key === "Escape") escape();
  else if (event.key in STEPS) moveFocus(event);
}

function escape() {
  const { snapshot, replay, inspected } = session;
  const { picked, group, hint } = session.selection;
  if (snapshot && !replay && (picked.length || group !== null || hint)) {
    const last = picked.at(-1);
    clearSelection();
    redraw();
    if (last) byKey(last)?.focus();
  } else if (inspected) closeCardInfo();
}

function moveFocus(event) {
  const zone = document.activeElement?.closest(".cards");
  if (!zone) return;
  const cards = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("button.card")]);
  const at = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (at < 0) return;
  event.preventDefault();
  const next = cards[Math.max(0, Math.min(cards.length - 1, at + STEPS[event.key]))];
  stopAt(next.dataset.k);
  redraw();
  next.focus();
}

// ---- the beginning

async function begin() {
  applyTheme();
  session.server = await connect(showProgress);
  session.offer = await session.server.call("about", {}, "");
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("key")) {
    store.set(localStorage, "key", hash.get("key"));
    history.replaceState(null, "", location.pathname);
  }
  const kept = store.get(sessionStorage, "seat");
  if (hash.has("join")) openJoinPage(hash.get("join"));
  else if (kept) await sitDown(kept);
  else openStartPage();
}

function showProgress(text) {
  $("start").hidden = false;
  patch($("start"), h("p.loading", { role: "status" }, text));
}

function addListeners() {
  document.addEventListener("keydown", takeKey);
  listenForBack(endReplay);
  $("home").addEventListener("click", openStartPage);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // no entry in the history
    $("dock").focus();
  });
  phone.addEventListener("change", () => {
    if (session.snapshot && session.table) redraw();
  });
  addEventListener("hashchange", () => {
    if (/^#(join|key)=/.test(location.hash)) location.reload();
  });
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof Refused) event.preventDefault(); // `ask` has shown it
  });
}

connectHooks({ redraw: drawAll, openStartPage: drawStartPage, sit: sitDown });
addListeners();
begin().catch((error) => alarm(error.message));
