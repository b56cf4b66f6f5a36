// Starts the page, which knows no game: it draws scenes, and lets what happens be seen.
import { closeCardInfo, drawCardInfo } from "./cards.js";
import {
  clearSelection,
  findTargets,
  keyed,
  keysAt,
  movesIn,
  seatKey,
  takeHint,
  zoneAt,
  zoneKey,
} from "./choosing.js";
import { drawDock } from "./dock.js";
import { $, alarm, byKey, calm, capital, h, patch, phone, sentences } from "./dom.js";
import { drawLog, openLog, pace } from "./news.js";
import { openMenu } from "./people.js";
import { endReplay } from "./replay.js";
import {
  ask,
  openStartPage,
  redraw,
  Refused,
  session,
  steps,
  store,
  withNames,
} from "./session.js";
import { listenForBack, openRules } from "./sheet.js";
import { sitDown } from "./sit.js";
import { drawStartPage, openJoinPage } from "./start.js";
import { drawTable, stopAt } from "./table.js";
import { connect } from "./transport.js";

// ---- drawing a table

// After the end, with all hands open.
function sceneShown() {
  const { snapshot, replay, playing } = session;
  return replay ? replay.scene : (playing?.scene ?? snapshot.end?.open ?? snapshot.scene);
}

const STEP_TIME = 300; // milliseconds in which pieces travel in a replay

function drawAll(moves = [], time = STEP_TIME) {
  const focusedKey = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.k;
  const wasInDock = $("dock").contains(document.activeElement);
  findTargets();
  const scene = sceneShown();
  $("where").textContent = capital(withNames(scene.heading || ""));
  drawWithMoves(moves, time, () => {
    drawTools();
    drawTable(scene);
    drawDock(scene);
    drawCardInfo();
    drawLog();
    fitCards();
  });
  showMarked();
  if (document.activeElement !== document.body) return;
  const again = focusedKey && byKey(focusedKey);
  if (again) again.focus({ preventScroll: true });
  // From here the next Tab leads to the new choices
  else if (wasInDock) $("dock").focus({ preventScroll: true });
}

// The question, what is picked, and whether a card is explained, for which the table was scrolled
// last
let shownFor = "";

// What the question is about is in view when it is asked, and when the text of a card takes room
// from the table.
function showMarked() {
  const { snapshot, inspected, selection } = session;
  const isExplained = Boolean(inspected?.pinned);
  const wanted = `${snapshot.version} ${isExplained} ${selection.picked} ${selection.said}`;
  if (wanted === shownFor || session.playing) return;
  const isNews = shownFor.split(" ")[0] !== String(snapshot.version);
  shownFor = wanted;
  if (isNews && snapshot.end) $("table").scrollTop = 0; // where the result is
  const marked = $("table").querySelector(".can") ?? $("table").querySelector(".may");
  // The first comes last
  const looks = snapshot.scene.look.map((touch) => elementAt(touch, touch.piece)).reverse();
  for (const each of [marked, ...looks, document.querySelector(".said")])
    each?.scrollIntoView({ block: "nearest" });
}

function drawTools() {
  const { table, snapshot, replay } = session;
  const isPlayed = !replay && !snapshot.end;
  const undo = {
    "data-k": "undo",
    disabled: !snapshot.undo || snapshot.undo_asked,
    onclick: () => ask("undo"),
  };
  const hint = { "data-k": "hint", disabled: !session.isOurTurn, onclick: takeHint };
  patch(
    $("tools"),
    isPlayed && table.viewer !== null && h("button", undo, "Undo"),
    isPlayed && table.alone && h("button", hint, "Hint"),
    h("button.phone-only", { "data-k": "log", onclick: openLog }, "Log"),
    h("button", { "data-k": "rules", onclick: () => openRules() }, "Rules"),
    h("button", { "data-k": "menu", "aria-label": "Menu", onclick: openMenu }, "⋯"),
  );
}

// ---- room: cards grow until the table is full

// Times their usual size; style.css arranges the seats for it
const GROWTH = [1.8, 1.6, 1.45, 1.3, 1.2, 1.1, 1];
// Pixels that stay empty, so that the table does not scroll as soon as there are more buttons
const SPARE = 40;

let fittedFor = ""; // the position and the window for which cards were made to fit last
let grown = 1;

// While something is picked, cards keep their size; while something is shown, they only get
// smaller.
function fitCards() {
  const { token, snapshot, replay, playing } = session;
  const wanted = [token, snapshot.version, replay?.ply, innerWidth, innerHeight].join();
  if (playing ? grown === 1 || hasRoom() : wanted === fittedFor) return;
  fittedFor = playing ? "" : wanted;
  const sizes = playing ? GROWTH.filter((growth) => growth < grown) : GROWTH;
  grown = sizes.find((growth) => {
    document.documentElement.style.setProperty("--grow", String(growth));
    return hasRoom();
  });
  grown ??= 1;
}

function hasRoom() {
  const [table, dock] = [$("table"), $("dock")];
  const ends = [...table.children].map((each) => /** @type {HTMLElement} */ (each)).map(bottomOf);
  const isWhole = table.scrollWidth <= table.clientWidth && dock.scrollHeight <= dock.clientHeight;
  return isWhole && Math.max(...ends) + SPARE <= bottomOf(table);
}

const bottomOf = ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight;

// ---- what happens, event by event: a queue, in which pieces travel from where they lay

const OWN_TIME = 400; // milliseconds for an event of our own action
const MOST_TIME = 30_000; // milliseconds for all that waits: then it goes faster
const TRAVEL = 0.6; // of the time of an event

// Show these actions one event after the other, from this scene on; what is shown already comes
// first.
function playEvents(events, scene) {
  const { table, snapshot, playing } = session;
  const added = events
    .flatMap(({ ply, seat, happened }) =>
      happened.map((each, place) => ({ ply, seat, done: place + 1, ...each })),
    )
    .filter(({ lines, changes }) => lines.length || changes.length);
  const isMoving = added.some((step) => step.changes.length);
  const isPlayedForUs =
    table.lesson && events.filter(({ seat }) => seat === table.viewer).length > 1;
  const isWatched = Boolean(
    table.lesson || playing?.isWatched || events.some(({ seat }) => seat !== table.viewer),
  );
  if (playing) Object.assign(playing, { steps: [...playing.steps, ...added], isWatched });
  if (
    playing ||
    !isMoving ||
    isPlayedForUs ||
    !scene ||
    !pace() ||
    document.hidden ||
    session.replay
  ) {
    redraw();
    return;
  }
  const { prompt, tip, unseen } = snapshot.scene;
  const shown = { ...structuredClone(scene), prompt, tip, unseen };
  const top = $("table").scrollTop;
  session.playing = {
    scene: shown,
    steps: added,
    told: [],
    ply: 0,
    done: 0,
    timer: 0,
    top,
    isWatched,
  };
  playStep();
}

function playStep() {
  const { playing, table, log } = session;
  const step = playing.steps.shift();
  if (!step) {
    toPresent();
    return;
  }
  const { ply, seat, done, changes } = step;
  const line = sentences(step.lines.map(withNames));
  removePictures(!line && ply === playing.ply);
  for (const change of changes) FOLD[change.type]?.(playing.scene, change);
  keyed(Object.assign(playing.scene, { to_act: [seat], heading: log[ply - 1].heading }));
  Object.assign(playing, { ply, done });
  if (line) playing.told.push(line);
  const moves = movesIn(changes);
  const isOwn = seat === table.viewer && done === 1; // what follows from it is news
  const most = Math.min(MOST_TIME / (playing.steps.length + 1), isOwn ? OWN_TIME : Infinity);
  const time = Math.min(pace(), most) * (line ? 1 : TRAVEL);
  redraw(moves, time * TRAVEL);
  if (line && moves.length && !isOwn) drawCaption(line, moves[0]);
  playing.timer = setTimeout(playStep, time);
}

// Any click and any key goes to the present at once, and then does what it does.
function toPresent() {
  if (!session.playing) return;
  const { timer, top } = session.playing;
  clearTimeout(timer);
  session.playing = null;
  removePictures();
  $("table").scrollTop = top; // as pieces have been scrolled to
  if (session.snapshot) redraw();
}

// A caption stays while what follows from it is shown.
function removePictures(isSaid = false) {
  for (const each of document.querySelectorAll(isSaid ? ".travelling" : ".travelling, .caption"))
    each.remove();
  for (const each of document.getAnimations()) each.cancel();
}

// Change the scene as an event does; what follows from it, such as a total, is seen when the
// present is drawn.
const FOLD = /** @type {Record<string, Function>} */ ({
  piecemove: movePieces,
  counterchange(scene, { seat, counter, by }) {
    const counted = scene.areas
      .find((area) => area.seat === seat)
      ?.counters.find(({ key }) => key === counter);
    if (counted) counted.value += by;
  },
  markchange(scene, { seat, mark, on }) {
    for (const area of scene.areas.filter((each) => seat === null || each.seat === seat)) {
      area.marks = on ? [...area.marks, mark] : area.marks.filter((each) => each !== mark);
    }
  },
});

// If as many go as there are, those go too that we know and the event does not tell apart.
function movePieces(scene, { piece, count, source, target, face_down: hidden }) {
  const [from, to] = [zoneAt(scene, source), zoneAt(scene, target)];
  const taken =
    from.items.find((item) => item.piece === piece) ??
    from.items.find((item) => item.piece === null);
  const all = from.items.reduce((sum, item) => sum + item.count, 0);
  if (taken) taken.count -= count;
  from.items = from.items.filter((item) => item.count > 0 && all > count);
  const there = to.items.find((item) => item.piece === piece && item.hidden === hidden);
  const owner = taken?.seat ?? (to.isCell ? (source?.seat ?? null) : null);
  if (there) there.count += count;
  else to.items.push({ piece, count, hidden, marks: [], id: "", seat: owner });
}

// ---- travelling pieces

// The element of a piece at this place, or else of its zone or seat; undefined if it lies outside
// the table.
function elementAt(place, piece) {
  if (!place) return undefined;
  const { seat, zone } = place;
  const around = (key) => document.querySelector(`[data-z="${CSS.escape(key)}"]`);
  const cards = [...keysAt(seat, zone, piece), ...keysAt(seat, zone, null)]
    .map(byKey)
    .find(Boolean);
  const whole = $(seat !== null && seat === session.table.viewer ? "dock" : "table");
  return /** @type {HTMLElement} */ (
    cards ?? around(zoneKey(seat, zone)) ?? around(seatKey(seat)) ?? whole
  );
}

// Pieces can be used in their new places at once: what travels is a picture of them.
function drawWithMoves(given, time, draw) {
  const moves = calm.matches || document.hidden ? [] : given;
  const showTargets = () =>
    moves.forEach(({ target, piece }) =>
      elementAt(target, piece)?.scrollIntoView({ block: "nearest" }),
    );
  showTargets();
  const lying = new Set(document.querySelectorAll(".card"));
  const starts = moves.map(({ source, piece }) => {
    const element = elementAt(source, piece);
    return (
      element && {
        box: element.getBoundingClientRect(),
        picture: pictureOf(element),
        place: nameOf(element),
      }
    );
  });
  draw();
  showTargets(); // which may have grown
  moves.forEach((move, place) => travel(move, starts[place], time, lying));
}

const nameOf = (element) => element && (element.closest("[data-z]")?.dataset.z ?? element.id);
const pictureOf = (element) =>
  element?.classList.contains("card") ? element.cloneNode(true) : null;

// A card that was not there before is seen when its picture has arrived.
function travel(move, start, time, lying) {
  const end = elementAt(move.target, move.piece);
  const to = end?.getBoundingClientRect();
  const detail = { move, from: start?.place, to: nameOf(end) };
  document.dispatchEvent(new CustomEvent("journey", { detail })); // for the tests
  const arriving = pictureOf(end);
  if (arriving)
    send(arriving, to, start?.picture ? start.box : inMiddle(start?.box ?? to, to), move, time);
  else if (start?.picture)
    send(start.picture, inMiddle(to ?? start.box, start.box), start.box, move, time);
  if (arriving && !lying.has(end)) end.animate({ opacity: [0, 0] }, time);
}

// Where a card of this size lies in the middle of a box.
const inMiddle = (box, { width, height }) =>
  new DOMRect(
    box.left + (box.width - width) / 2,
    box.top + (box.height - height) / 2,
    width,
    height,
  );

// Send a picture to this box, from another one; it appears if it comes from outside, and vanishes
// if it goes there.
function send(picture, box, from, { source, target }, time) {
  picture.removeAttribute("data-k");
  picture.querySelector(".count")?.remove(); // that of the whole pile
  picture.inert = true;
  picture.classList.add("travelling");
  for (const side of ["left", "top", "width", "height"]) picture.style[side] = `${box[side]}px`;
  picture.style.setProperty("--w", `${box.width}px`);
  document.body.append(picture);
  const shift = `translate(${from.left - box.left}px, ${from.top - box.top}px)`;
  const scale = `scale(${from.width / box.width})`;
  const frames = [
    { transform: `${shift} ${scale}`, opacity: Number(source !== null) },
    { transform: "none", opacity: Number(target !== null) },
  ];
  picture.animate(frames, { duration: time, easing: "ease-out" }).onfinish = () => picture.remove();
}

// What happens, in words, beside the piece to which it happens.
function drawCaption(line, { source, target, piece }) {
  const box = (elementAt(target, piece) ?? elementAt(source, piece))?.getBoundingClientRect();
  if (!box) return;
  const props = { className: "caption", ariaHidden: "true", textContent: line };
  const caption = Object.assign(document.createElement("div"), props);
  document.body.append(caption);
  const most = innerWidth - caption.offsetWidth - 8;
  const isBeside = phone.matches && box.right + 8 <= most;
  const above =
    box.top > caption.offsetHeight + 8 ? box.top - caption.offsetHeight - 6 : box.bottom + 6;
  const [left, top] = isBeside
    ? [box.right + 8, box.top]
    : [Math.min(Math.max(8, box.left), most), above];
  Object.assign(caption.style, { left: `${left}px`, top: `${top}px` });
}

// ---- the keyboard: Escape puts back or closes, arrows go from card to card within a zone

const STEPS = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

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

function addListeners() {
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, toPresent, true);
  document.addEventListener("keydown", takeKey);
  listenForBack(endReplay);
  $("home").addEventListener("click", openStartPage);
  addEventListener("resize", () => session.snapshot && redraw());
  addEventListener("hashchange", () => {
    if (/^#(join|key)=/.test(location.hash)) location.reload();
  });
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof Refused) event.preventDefault(); // `ask` has shown it
  });
}

Object.assign(steps, {
  redraw: drawAll,
  play: playEvents,
  toPresent,
  openStartPage: drawStartPage,
  sit: sitDown,
});
addListeners();
begin().catch((error) => alarm(error.message));
