// What happens, seen: event after event, with pieces that travel from where they lay.
import { keyed, keysAt, movesIn, seatKey, zoneAt, zoneKey } from "./choosing.js";
import { $, byKey, calm, sentences } from "./dom.js";
import { pace, USUAL_PACE } from "./pace.js";
import { redraw, session } from "./session.js";

// ---- event by event: a queue

const OWN_TIME = 400; // milliseconds for an event of our own action
// Milliseconds from our choice until all that followed has been shown, at the usual pace: what is
// much goes faster. What comes too late for that has a time of its own, and less if it lets us act
// after bots alone.
const TURN_TIME = 3600;
const LATE_TIME = 1500;
const LATE_TIME_OF_BOTS = 500;
const SHORTEST_TIME = 90; // what would be shown for less is shown together with what follows
const TRAVEL = 0.6; // of the time of an event

// Show these actions one event after the other, from this scene on; what is shown already comes
// first.
export function playEvents(events, scene) {
  const { table, snapshot, playing } = session;
  const added = events
    .flatMap(({ ply, seat, heading, happened }) =>
      happened.map((each, place) => ({ ply, seat, heading, done: place + 1, ...each })),
    )
    .filter(({ lines, changes }) => lines.length || changes.length);
  const isMoving = added.some((step) => step.changes.length);
  const isPlayedForUs =
    table.lesson && events.filter(({ seat }) => seat === table.viewer).length > 1;
  if (playing) {
    playing.steps.push(...added);
    playing.ends = endOfShowing();
  }
  const isShown = isMoving && !isPlayedForUs && scene && pace();
  if (playing || !isShown || document.hidden || session.replay) {
    redraw();
    return;
  }
  const { prompt, tip, unseen } = snapshot.scene;
  session.playing = {
    scene: { ...structuredClone(scene), prompt, tip, unseen },
    steps: added,
    told: [],
    ply: 0,
    done: 0,
    timer: 0,
    ends: endOfShowing(),
    isWatched: table.lesson,
  };
  playStep();
}

function endOfShowing() {
  const { actedAt, isOurTurn, table } = session;
  const late = table.alone && isOurTurn ? LATE_TIME_OF_BOTS : LATE_TIME;
  const isSlower = pace() / USUAL_PACE;
  return Math.max(actedAt + TURN_TIME * isSlower, performance.now() + late * isSlower);
}

function playStep() {
  const { playing, table } = session;
  if (!playing.steps.length) {
    toPresent();
    return;
  }
  const left = Math.max(SHORTEST_TIME, playing.ends - performance.now());
  const together = Math.ceil((playing.steps.length * SHORTEST_TIME) / left);
  const steps = playing.steps.splice(0, together);
  const { ply, seat, heading, done } = steps.at(-1);
  const changes = steps.flatMap((step) => step.changes);
  const lines = steps.flatMap((step) => step.lines.map((line) => sentences([line])));
  removePictures();
  for (const change of changes) FOLD[change.type]?.(playing.scene, change);
  keyed(Object.assign(playing.scene, { to_act: [seat], heading }));
  Object.assign(playing, { ply, done });
  playing.told.push(...lines);
  const isOwn = seat === table.viewer && done === 1; // what follows from it is news
  const most = Math.min(left / (playing.steps.length + 1), isOwn ? OWN_TIME : Infinity);
  const time = Math.min(pace(), most) * (lines.length ? 1 : TRAVEL);
  playing.timer = setTimeout(playStep, time); // first, so that a fault in drawing stops nothing
  redraw(movesIn(changes), time * TRAVEL);
}

// Show how things stand, without showing what has led there.
export function toPresent() {
  if (!session.playing) return;
  clearTimeout(session.playing.timer);
  session.playing = null;
  removePictures();
  if (session.snapshot) redraw();
}

function removePictures() {
  for (const each of document.querySelectorAll(".travelling")) each.remove();
  for (const each of document.getAnimations()) each.cancel();
}

// Change the scene as an event does; what follows from it, such as a total, is seen when the
// present is drawn.
const FOLD = /** @type {Record<string, Function>} */ ({
  piecemove: movePieces,
  counterchange(scene, { seat, counter, by }) {
    const area = scene.areas.find((each) => each.seat === seat);
    const counted = area?.counters.find(({ key }) => key === counter);
    if (counted) counted.value += by;
  },
  markchange(scene, { seat, mark, on }) {
    for (const area of scene.areas.filter((each) => seat === null || each.seat === seat)) {
      const others = area.marks.filter(({ key }) => key !== mark);
      area.marks = on ? [...others, { key: mark, name: nameOfMark(mark) }] : others;
    }
  },
});

// What a mark is called where it stands on the table now, or else its key in words.
const nameOfMark = (mark) =>
  session.snapshot.scene.areas.flatMap(({ marks }) => marks).find(({ key }) => key === mark)
    ?.name ?? mark.replaceAll("_", " ");

// If more go than we do not know, some of those go too that we know and the event does not tell
// apart.
function movePieces(scene, { piece, count, source, target, face_down: hidden }) {
  const [from, to] = [zoneAt(scene, source), zoneAt(scene, target)];
  const taken =
    from.items.find((item) => item.piece === piece) ??
    from.items.find((item) => item.piece === null);
  let left = count;
  for (const item of new Set([taken, ...from.items.filter((each) => each.hidden)])) {
    const gone = Math.min(left, item?.count ?? 0);
    if (gone) item.count -= gone;
    left -= gone;
  }
  from.items = from.items.filter((item) => item.count > 0);
  const there = to.items.find((item) => item.piece === piece && item.hidden === hidden);
  const owner = taken?.seat ?? (to.isCell ? (source?.seat ?? null) : null);
  if (there) there.count += count;
  else to.items.push({ piece, count, hidden, marks: [], id: "", seat: owner });
}

// ---- travelling pieces

// The element of a piece at this place, or else of its zone or seat; undefined if it lies outside
// the table.
export function elementAt(place, piece) {
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
export function drawWithMoves(given, time, draw) {
  const moves = calm.matches || document.hidden ? [] : given;
  const lying = new Set(document.querySelectorAll(".card"));
  const starts = moves.map(({ source, piece }) => {
    const element = elementAt(source, piece);
    const box = element?.getBoundingClientRect();
    return element && { box, picture: pictureOf(element), place: nameOf(element) };
  });
  draw();
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
function inMiddle(box, { width, height }) {
  const [left, top] = [box.left + (box.width - width) / 2, box.top + (box.height - height) / 2];
  return new DOMRect(left, top, width, height);
}

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
