// The start page: a new game, your tables, a recorded game; and the page for somebody who is invited.
import { ask, quietly } from "./ask.js";
import { $, h, showPage } from "./dom.js";
import { leaveEntries } from "./history.js";
import { session } from "./session.js";
import { setupForm } from "./setup-form.js";
import { leaveTable, sit } from "./sit.js";
import { dropSeat, keptSeats } from "./store.js";
import { themeButton } from "./theme.js";

const MOST_TABLES = 2; // that are shown at once, so that the form for a new game stays in view

export async function openStartPage() {
  if ($("sheet").open) $("sheet").close();
  leaveEntries();
  leaveTable();
  document.title = "boardgames";
  $("title").textContent = "";
  $("where").textContent = "";
  $("tools").replaceChildren(themeButton());
  const offer = await ask("about");
  showPage("start");
  $("start").replaceChildren(...[introduction(), yourTables(), setupForm(offer), recordPanel()].filter(Boolean));
}

function introduction() {
  const place = session.server.local ? "browser." : "server.";
  const text = "Card games with hidden information, against friends or bots. Nothing leaves this ";
  return h("section", { class: "intro" }, h("h1", {}, "What shall we play?"), h("p", {}, text, place));
}

function recordPanel() {
  const onchange = (event) => quietly(openRecord(event.target.files[0]));
  const file = h("input", { type: "file", accept: ".json,application/json", onchange });
  const command = h("code", {}, "boardgames play --record");
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Look at a recorded game"),
    h("label", {}, "A record that was downloaded here, or written by ", command, " ", file),
  );
}

async function openRecord(file) {
  if (!file) return;
  const { token } = await ask("open_record", { record: await file.text() });
  await sit(token);
}

// ---- your tables

function yourTables() {
  const kept = keptSeats();
  if (!kept.length) return null;
  const inOrder = [...kept.filter((each) => !each.over), ...kept.filter((each) => each.over)];
  const lines = inOrder.map(tableLine);
  const more = () => [
    h("summary", {}, `${lines.length - MOST_TABLES} more`),
    h("ul", { class: "tables" }, lines.slice(MOST_TABLES)),
  ];
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "Your tables"),
    h("ul", { class: "tables" }, lines.slice(0, MOST_TABLES)),
    lines.length > MOST_TABLES && h("details", {}, more()),
  );
}

function tableLine(kept) {
  const when = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
  const forget = (event) => {
    dropSeat(kept.token);
    event.target.closest("li").remove();
  };
  return h(
    "li",
    {},
    h("button", { onclick: () => quietly(sit(kept.token)) }, tableName(kept)),
    h("small", { class: "soft" }, `${kept.who}, ${new Date(kept.when).toLocaleString([], when)}`),
    h("button", { class: "plain small", "aria-label": `Forget ${kept.title}`, onclick: forget }, "Forget"),
  );
}

// What a table is: `Go on: Koryŏ, against fair, fair`.
function tableName({ title, who, players, over }) {
  const isWatched = who === "watching";
  const verb = isWatched ? "Watch" : "Go on";
  const against = players?.length ? `, ${isWatched ? "" : "against "}${players.join(", ")}` : "";
  return `${over ? "Look back" : verb}: ${title}${against}`;
}

// ---- invited

export function openJoinPage(invitation) {
  showPage("start");
  const name = h("input", { id: "guest", type: "text", maxlength: "20", autocomplete: "nickname" });
  const join = async () => {
    const { token } = await ask("join", { invitation, name: name.value });
    history.replaceState(null, "", location.pathname);
    await sit(token);
  };
  const onsubmit = (event) => {
    event.preventDefault();
    quietly(join());
  };
  const explanation =
    "With this link you take a seat at the table. It works only once; the seat then belongs to this browser.";
  const form = h(
    "form",
    { class: "panel join", onsubmit },
    h("h1", {}, "You are invited"),
    h("p", {}, explanation),
    h("label", { for: "guest" }, "Your name, if you like"),
    name,
    h("button", { class: "main", type: "submit" }, "Sit down"),
  );
  $("start").replaceChildren(form);
  name.focus();
}
