// The people at a table: who is missing, links by which they come, and the menu with our name and the way out.
import { $, h, patch } from "./dom.js";
import { callButton } from "./motion.js";
import { ask, openStartPage, quietly, session, withNames } from "./session.js";
import { openSheet } from "./sheet.js";
import { themeButton } from "./store.js";

const isThisComputer = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

// What is said at a seat of whoever should sit there.
export function seatState(seat) {
  const isAbsent = session.snapshot.absent.some((each) => each.seat === seat);
  return isAbsent && h("span", { class: "tag" }, "not here yet");
}

// ---- invitations

// The seats that nobody has taken yet; only the host of a table is told their invitations.
export const openInvitations = () => session.snapshot.absent.filter((each) => each.invitation);

export function drawInvitations() {
  return h(
    "div",
    { class: "invitations" },
    h("b", {}, "Invite your friends: one link for each seat"),
    openInvitations().map((each) => linkLine(withNames(`Player ${each.seat + 1}`), each.invitation)),
    onlyHereNote(),
  );
}

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
    $("sheet").close();
    quietly(openStartPage());
  };
  const isInviting = openInvitations().length > 0;
  openSheet("Menu", [
    table.viewer !== null && !table.reading && nameForm(),
    isInviting && drawInvitations(),
    snapshot.watch && linkLine("Spectators", snapshot.watch),
    snapshot.watch && !isInviting && onlyHereNote(),
    h("div", { class: "menu-line" }, themeButton(), callButton(), h("button", { onclick: leave }, "Leave the table")),
    soft("You can come back later from the start page in this browser."),
    table.chosen && soft("The seed of this game was chosen, so somebody may know the cards."),
    soft("Keys: Tab goes from zone to zone, arrows from card to card, Enter picks, Escape starts over."),
  ]);
}

function nameForm() {
  const { snapshot, table } = session;
  const value = snapshot.names[table.viewer] || "";
  const onsubmit = (event) => {
    event.preventDefault();
    const { value: name } = event.target.elements["my-name"];
    quietly(ask("name", { name }).then(() => $("sheet").close()));
  };
  return h(
    "form",
    { class: "menu-line", onsubmit },
    h("label", { for: "my-name" }, "Your name"),
    h("input", { id: "my-name", type: "text", maxlength: "20", value, autocomplete: "nickname" }),
    h("button", { type: "submit" }, "Save"),
  );
}
