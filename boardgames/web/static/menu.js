// The menu of a table: our name, invitations, colours, and the way out.
import { ask, quietly } from "./ask.js";
import { $, h } from "./dom.js";
import { openStartPage } from "./hooks.js";
import { drawInvitations, linkLine, onlyHereNote, openInvitations } from "./invitations.js";
import { session } from "./session.js";
import { openSheet } from "./sheet.js";
import { themeButton } from "./theme.js";

export function openMenu() {
  const { table } = session;
  const soft = (text) => h("p", { class: "soft" }, text);
  openSheet("Menu", [
    table.viewer !== null && !table.reading && nameForm(),
    links(),
    h("div", { class: "menu-line" }, themeButton(), h("button", { onclick: leave }, "Leave the table")),
    soft("You can come back later from the start page in this browser."),
    table.chosen && soft("The seed of this game was chosen, so somebody may know the cards."),
    soft("Keys: Tab goes from zone to zone, arrows from card to card, Enter picks, Escape starts over."),
  ]);
}

function leave() {
  $("sheet").close();
  quietly(openStartPage());
}

function nameForm() {
  const { snapshot, table } = session;
  const field = h("input", {
    id: "my-name",
    type: "text",
    maxlength: "20",
    value: snapshot.names[table.viewer] || "",
    autocomplete: "nickname",
  });
  const onsubmit = (event) => {
    event.preventDefault();
    quietly(ask("name", { name: field.value }).then(() => $("sheet").close()));
  };
  return h(
    "form",
    { class: "menu-line", onsubmit },
    h("label", { for: "my-name" }, "Your name"),
    field,
    h("button", { type: "submit" }, "Save"),
  );
}

// Invitations for the seats that are free, and for spectators.
function links() {
  const { watch } = session.snapshot;
  const hasInvitations = openInvitations().length > 0;
  return [
    hasInvitations && drawInvitations(),
    watch && linkLine("Spectators", watch),
    watch && !hasInvitations && onlyHereNote(),
  ];
}
