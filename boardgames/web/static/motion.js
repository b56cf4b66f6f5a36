// Cards that travel to their new places; and a quiet call when it is our turn in a window that nobody looks at.
import { countPieces } from "./choosing.js";
import { $, byKey, h, patch } from "./dom.js";
import { session } from "./session.js";
import { store } from "./store.js";

// ---- travelling cards

const DURATION = 260; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let drawn = null; // of the scene that is shown: {token, counts}

// Draw this scene; what lies elsewhere than before travels there. Cards can be used in their new places at once: what
// travels is a picture of them.
export function drawWithMoves(scene, draw) {
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

// ---- calling

const isCalling = () => store.get(localStorage, "call") !== false;

// Only where the page is hidden; by a notification, too, if that is permitted.
export function call() {
  if (!document.hidden || !isCalling()) return;
  const sound = new AudioContext();
  const volume = new GainNode(sound, { gain: 0.05 });
  volume.connect(sound.destination);
  [523, 659].forEach((frequency, place) => {
    const tone = new OscillatorNode(sound, { frequency });
    tone.connect(volume);
    tone.start(sound.currentTime + place * 0.15);
    tone.stop(sound.currentTime + place * 0.15 + 0.14);
  });
  if (globalThis.Notification?.permission !== "granted") return;
  const notice = new Notification(session.table.title, { body: $("live").textContent, tag: session.token });
  notice.onclick = () => focus();
}

export function callButton() {
  const text = () => `Call me at my turn: ${isCalling() ? "on" : "off"}`;
  const onclick = ({ currentTarget }) => {
    store.set(localStorage, "call", isCalling() ? false : null);
    if (isCalling()) globalThis.Notification?.requestPermission();
    patch(currentTarget, text());
  };
  return h("button", { class: "small", onclick }, text());
}
