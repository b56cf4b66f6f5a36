// The people at a table: who is missing, links by which they come, and the menu with our name and the way out.
import { h, patch } from "./dom.js";
import { callButton } from "./motion.js";
import { ask, HUMAN, openStartPage, quietly, seatName, session } from "./session.js";
import { closeSheet, openSheet } from "./sheet.js";
import { themeButton } from "./store.js";

const isThisComputer = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

// ---- who is here

const STATES = { here: "", away: "away", expected: "not here yet" };

// What is said of whoever should sit at this seat; nothing if they do.
/** @param {import("../../../typings/page.js").Snapshot} snapshot */
function stateOf(seat, snapshot) {
  if (snapshot.stand_ins?.[seat]) return "a bot plays on";
  return STATES[snapshot.presence?.[seat]] ?? "";
}

export function seatState(seat) {
  const state = stateOf(seat, session.snapshot);
  return state && h("span", { class: "tag" }, state);
}

// Who has come or gone since this snapshot, in words.
export function peopleNews(before) {
  const { snapshot, table } = session;
  return table.seats.flatMap((_, seat) => {
    const state = stateOf(seat, snapshot);
    if (!before || state === stateOf(seat, before) || seat === table.viewer) return [];
    return `${seatName(seat)}: ${state || "here"}`;
  });
}

// The people who are missing, and what can be done: by the host for everybody, by others for themselves.
export function drawPeople() {
  const { table, snapshot } = session;
  const isHost = table.viewer !== null && table.viewer === table.host;
  const mine = table.seats.map((_, seat) => seat).filter((seat) => isHost || seat === table.viewer);
  const missing = snapshot.end ? [] : mine.filter((seat) => table.seats[seat] === HUMAN && stateOf(seat, snapshot));
  const isInviting = snapshot.absent.some((each) => each.invitation);
  return (
    missing.length > 0 &&
    h(
      "div",
      { class: "invitations" },
      isInviting && h("b", {}, "Invite your friends: one link for each seat"),
      missing.map(missingLine),
      isInviting && onlyHereNote(),
    )
  );
}

function missingLine(seat) {
  const { table, snapshot } = session;
  const who = seatName(seat);
  const link = snapshot.absent.find((each) => each.seat === seat)?.invitation;
  const button = (text, method) => {
    const label = `${text}: ${who}`;
    const onclick = () => quietly(ask(method, { seat }));
    return h("button", { class: "small", "data-k": `p|${method}|${seat}`, "aria-label": label, onclick }, text);
  };
  return h(
    "div",
    { class: "missing", key: seat },
    link ? linkLine(who, link) : h("span", {}, `${who}: ${stateOf(seat, snapshot)}`),
    snapshot.stand_ins[seat]
      ? button(seat === table.viewer ? "Take the seat back" : "Give the seat back", "give_back")
      : button("Let a bot play on", "let_bot_play"),
    !link && seat !== table.viewer && button("New link", "invite"),
  );
}

// ---- links

export function onlyHereNote() {
  const { server } = session;
  if (!isThisComputer || server.local || server.outside[0]) return null;
  return h(
    "p",
    { class: "only-here" },
    "Invitations of this server can be opened on this computer only. To let others in, start it with ",
    h("code", {}, "boardgames web --host 0.0.0.0"),
    ".",
  );
}

function linkLine(label, invitation) {
  const { outside } = session.server;
  const base = outside[0] && isThisComputer ? outside[0] : location.origin + location.pathname;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: `${base}#join=${invitation}`,
    "aria-label": `Link for ${label}`,
    onfocus: ({ target }) => target.select(),
  });
  const copy = h("button", { class: "small", "data-k": `copy|${invitation}`, onclick: copyLink }, "Copy");
  return h("div", { class: "link-line" }, h("span", {}, label), field, copy);
}

async function copyLink({ currentTarget }) {
  const field = currentTarget.previousElementSibling;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    patch(currentTarget, "Copied");
  } catch {
    patch(currentTarget, "Press Ctrl+C");
  }
}

// ---- the menu

export function openMenu() {
  const { table, snapshot } = session;
  const soft = (text) => h("p", { class: "soft" }, text);
  const leave = () => {
    closeSheet();
    quietly(openStartPage());
  };
  const missing = drawPeople();
  openSheet("Menu", [
    table.goal && h("p", {}, table.goal),
    table.viewer !== null && !table.reading && nameForm(),
    missing,
    snapshot.watch && linkLine("Spectators", snapshot.watch),
    snapshot.watch && !missing && onlyHereNote(),
    canStandAside() && h("button", { "data-k": "stand-in", onclick: standAside }, "Let a bot play for me"),
    h("div", { class: "menu-line" }, themeButton(), callButton(), h("button", { onclick: leave }, "Leave the table")),
    soft("You can come back later from the start page in this browser."),
    table.chosen && soft("The seed of this game was chosen, so somebody may know the cards."),
    soft("Keys: Tab goes from zone to zone, arrows from card to card, Enter picks, Escape starts over."),
  ]);
}

// Among people, somebody who has to go can leave their seat to a bot, and take it back.
function canStandAside() {
  const { table, snapshot } = session;
  return !snapshot.end && table.seats[table.viewer] === HUMAN && !snapshot.stand_ins[table.viewer] && !table.reading;
}

function standAside() {
  closeSheet();
  quietly(ask("let_bot_play", { seat: session.table.viewer }));
}

function nameForm() {
  const { snapshot, table } = session;
  const value = snapshot.names[table.viewer] || "";
  const onsubmit = (event) => {
    event.preventDefault();
    const { value: name } = event.target.elements["my-name"];
    quietly(ask("name", { name }).then(() => closeSheet()));
  };
  return h(
    "form",
    { class: "menu-line", onsubmit },
    h("label", { for: "my-name" }, "Your name"),
    h("input", { id: "my-name", type: "text", maxlength: "20", value, autocomplete: "nickname" }),
    h("button", { type: "submit" }, "Save"),
  );
}
