// The people at a table: who is missing, their links, the menu, and the call at our turn.
import { button, h, patch } from "./dom.js";
import { paceSelect } from "./pace.js";
import { askOnce, HUMAN, openStartPage, seatName, session, submitting } from "./session.js";
import { closeSheet, openSheet } from "./sheet.js";

const isThisComputer = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

// ---- who is here

// What is said of whoever should sit at this seat; nothing if they do.
/** @param {import("../../../typings/page.js").Snapshot} snapshot */
function stateOf(seat, snapshot) {
  if (snapshot.stand_ins?.[seat]) return "a bot plays on";
  return { away: "away", expected: "not here yet" }[snapshot.presence?.[seat]] ?? "";
}

export function seatState(seat) {
  const state = stateOf(seat, session.snapshot);
  return state && h("span.tag", state);
}

// The time that whoever is asked to decide at this seat has left, if there is a limit.
export function drawClock(seat) {
  const time = timeLeft(seat);
  return time && h("span.tag.clock", { "data-seat": seat }, time);
}

function timeLeft(seat) {
  const { left, receivedAt } = session.snapshot;
  const seconds = left?.[seat] ?? null;
  if (seconds === null) return "";
  return `${Math.max(0, Math.round(seconds - (performance.now() - receivedAt) / 1000))} s`;
}

// All clocks go on: called every second.
export function tick() {
  for (const clock of document.querySelectorAll(".clock")) {
    const { seat } = /** @type {HTMLElement} */ (clock).dataset;
    if (session.snapshot) patch(clock, timeLeft(seat));
  }
}

// Who has come or gone since this snapshot, in words, and whether they have gone on to another
// game.
export function peopleNews(before) {
  const { snapshot, table } = session;
  const moved = table.seats.flatMap((_, seat) => {
    const state = stateOf(seat, snapshot);
    if (!before || state === stateOf(seat, before) || seat === table.viewer) return [];
    return `${seatName(seat)}: ${state || "here"}`;
  });
  const isReplied = before && replyText(snapshot) !== replyText(before);
  return [
    ...moved,
    isReplied && replyText(snapshot),
    snapshot.next && !before?.next && "The next game has begun",
  ].filter(Boolean);
}

const isHost = () => session.table.viewer !== null && session.table.viewer === session.table.host;

// The people who are missing, and what can be done: by the host for everybody, by others for
// themselves and for those who have been gone for long.
export function drawPeople() {
  const { table, snapshot } = session;
  const isGone = (seat) => table.viewer !== null && snapshot.gone.includes(seat);
  const isMissing = (seat) => table.seats[seat] === HUMAN && stateOf(seat, snapshot);
  const missing = [...table.seats.keys()]
    .filter((seat) => isHost() || seat === table.viewer || isGone(seat))
    .filter(isMissing);
  if (snapshot.end || !missing.length) return null;
  const isInviting = snapshot.absent.some((each) => each.invitation);
  return h("div.invitations.stack", [
    isInviting && h("b", "Invite your friends: one link for each seat"),
    missing.map(missingLine),
    isInviting && onlyHereNote(),
  ]);
}

function missingLine(seat) {
  const { table, snapshot } = session;
  const who = seatName(seat);
  const link = snapshot.absent.find((each) => each.seat === seat)?.invitation;
  const asking = (text, method) => {
    const onclick = () => askOnce(method, { for_seat: seat });
    return button(`p|${method}|${seat}`, text, onclick, ".small", `${text}: ${who}`);
  };
  return h("div.missing.row", { key: seat }, [
    link ? linkLine(who, link) : h("span", `${who}: ${stateOf(seat, snapshot)}`),
    snapshot.stand_ins[seat]
      ? asking(seat === table.viewer ? "Take the seat back" : "Give the seat back", "give_back")
      : asking("Let a bot play on", "let_bot_play"),
    !link && seat !== table.viewer && isHost() && asking("New link", "invite"),
  ]);
}

// What came of our last request; nothing if there is no reply.
const replyText = ({ reply }) => (reply ? reply.text : "");

export function drawReply() {
  const text = replyText(session.snapshot);
  return text && h("p", { key: "reply" }, text);
}

// What somebody has asked the others, who answer with one click.
export const drawRequests = () => [
  drawRequest(
    "undo",
    "You ask to take your last action back.",
    "asks to take back an action.",
    (grant) => askOnce("grant_undo", { grant }),
  ),
  drawRequest(
    "end",
    "You ask to end the game without a winner.",
    "asks to end the game without a winner.",
    (agree) => askOnce("agree_to_end", { agree }),
  ),
];

function drawRequest(key, ours, theirs, answer) {
  const { table, snapshot } = session;
  const asked = snapshot.asked.find(({ what }) => what === key);
  if (!asked || table.viewer === null) return null;
  const answering = (text, granted) =>
    button(`${key} ${granted}`, text, () => answer(granted), ".small");
  const isOurs = asked.seat === table.viewer;
  const isAnswered = asked.agreed.includes(table.viewer);
  const text = isOurs ? ours : `${seatName(asked.seat)} ${theirs}`;
  return h("div.missing.row", { key }, [
    h("span", text, (isOurs || isAnswered) && " Waiting for the others."),
    !isOurs && !isAnswered && answering("Agree", true),
    answering(isOurs ? "Withdraw" : "Refuse", false),
  ]);
}

// ---- links

export function onlyHereNote() {
  const { server, offer } = session;
  if (!isThisComputer || server.local || offer.outside[0]) return null;
  const note = [
    "Invitations of this server can be opened on this computer only. ",
    "To let others in, start it with ",
  ];
  return h("p.soft", note, h("code", "boardgames web --host 0.0.0.0"), ".");
}

function linkLine(label, invitation, more = null) {
  const { outside } = session.offer;
  const base = outside[0] && isThisComputer ? outside[0] : location.origin + location.pathname;
  const link = { type: "text", readonly: true, value: `${base}#join=${invitation}` };
  const onfocus = ({ target }) => target.select();
  return h("div.link-line.row", [
    h("span", label),
    h("input", { ...link, "aria-label": `Link for ${label}`, onfocus }),
    button(`copy|${invitation}`, "Copy", copyLink, ".small"),
    more,
  ]);
}

// Whoever plays can pass it on; the host alone can replace it.
function spectatorsLink() {
  const { watch } = session.snapshot;
  if (!isHost()) return linkLine("Spectators", watch);
  return [
    linkLine("Spectators", watch, button("new watch", "New link", renewWatch, ".small")),
    h("p.soft", "A new link sends away everyone who watches now, and this one stops working."),
  ];
}

async function renewWatch({ currentTarget }) {
  const { invitation } = await askOnce("invite", { for_seat: null });
  Object.assign(session.snapshot, { watch: invitation });
  openMenu();
  patch(currentTarget, "This is the new link");
}

function copyLink({ currentTarget }) {
  currentTarget.previousElementSibling.select();
  // Also where there is no clipboard
  patch(currentTarget, document.execCommand("copy") ? "Copied" : "Press Ctrl+C");
}

// ---- the menu

const KEYS =
  "Keys: Tab goes from zone to zone, arrows from card to card, Enter picks, Escape starts over.";

export function openMenu() {
  const { table, snapshot } = session;
  const missing = drawPeople();
  const isPlaying = canStandAside();
  openSheet("Menu", [
    table.goal && h("p", table.goal),
    table.viewer !== null && !table.reading && nameForm(),
    paceSelect(),
    missing,
    snapshot.watch && spectatorsLink(),
    snapshot.watch && !missing && onlyHereNote(),
    isPlaying && button("stand-in", "Let a bot play for me", standAside),
    isPlaying && !table.lesson && button("resign", "Resign", openResigning),
    isPlaying && !table.lesson && button("agree", endingText(), askToEnd),
    h("div.row", button("leave", "Leave the table", openStartPage)),
    h("p.soft", "You can come back later from the start page in this browser."),
    table.chosen &&
      h("p.soft", "The seed of this game was chosen, so somebody may know the cards."),
    h("p.soft", KEYS),
  ]);
}

// Among people, somebody who has to go can leave their seat to a bot, and take it back.
function canStandAside() {
  const { table, snapshot } = session;
  return (
    !snapshot.end &&
    table.seats[table.viewer] === HUMAN &&
    !snapshot.stand_ins[table.viewer] &&
    !table.reading
  );
}

function openResigning() {
  const onclick = () => askOnce("resign").then(closeSheet);
  openSheet("Resign?", [
    h("p", "The game ends at once, for everybody, and all others win."),
    h("div.row", button("resign now", "Resign", onclick, ".main")),
  ]);
}

// Against bots alone, it ends at once; otherwise all have to agree.
const endingText = () => (session.table.alone ? "End the game" : "Ask to end the game");
const askToEnd = () => askOnce("agree_to_end").then(closeSheet);

const standAside = () =>
  askOnce("let_bot_play", { for_seat: session.table.viewer }).then(closeSheet);

function nameForm() {
  const { snapshot, table } = session;
  const value = snapshot.names[table.viewer] || "";
  const onsubmit = submitting((fields) =>
    askOnce("rename", { name: fields["my-name"].value }).then(closeSheet),
  );
  return h("form.row", { onsubmit }, [
    h("label", { for: "my-name" }, "Your name"),
    h("input", { id: "my-name", type: "text", maxlength: "20", value, autocomplete: "nickname" }),
    h("button", { type: "submit", "data-k": "save" }, "Save"),
  ]);
}

// ---- the call when it is our turn in a window that nobody looks at

// Two quiet tones.
export function call() {
  if (!document.hidden) return;
  const sound = new AudioContext();
  const volume = new GainNode(sound, { gain: 0.05 });
  volume.connect(sound.destination);
  [523, 659].forEach((frequency, place) => {
    const tone = new OscillatorNode(sound, { frequency });
    tone.connect(volume);
    tone.start(sound.currentTime + place * 0.15);
    tone.stop(sound.currentTime + place * 0.15 + 0.14);
  });
}
