// Links by which others come to the table, and whom they can reach.
import { h } from "./dom.js";
import { session, withNames } from "./session.js";

const isThisComputer = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

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

export function linkLine(label, invitation) {
  const { outside } = session.server;
  const base = outside[0] && isThisComputer ? outside[0] : location.origin + location.pathname;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: `${base}#join=${invitation}`,
    "aria-label": `Link for ${label}`,
    onfocus: (event) => event.target.select(),
  });
  const copy = h("button", { class: "small", onclick: () => copyFrom(field, copy) }, "Copy");
  return h("div", { class: "link-line" }, h("span", {}, label), field, copy);
}

async function copyFrom(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Press Ctrl+C";
  }
}
