// The start page: a new game, your tables, a recorded game; and the page for who is invited.
import { colourOf } from "./cards.js";
import { $, alarm, button, h, listed, options, patch, phone, showPage } from "./dom.js";
import { onlyHereNote } from "./people.js";
import { ask, askOnce, HUMAN, keptSeats, session, store, submitting } from "./session.js";
import { leaveEntries } from "./sheet.js";
import { leaveTable, sitDown } from "./sit.js";

const MOST_TABLES = 3; // that are shown at once, so that the form for a new game stays in view

export function drawStartPage() {
  leaveEntries();
  leaveTable();
  store.set("sessionStorage", "seat", null);
  alarm();
  document.title = "boardgames";
  for (const id of ["title", "where", "tools"]) patch($(id));
  beginSetup();
  showPage("start");
  drawStart();
}

function drawStart() {
  const place = session.server.local ? "browser" : "server";
  const games = "Card games with hidden information, against friends or bots.";
  const text = `${games} Nothing leaves this ${place}.`;
  const introduction = h("section", h("h1", "What shall we play?"), h("p.soft", text));
  patch($("start"), introduction, yourTables(), setupForm(), recordPanel());
}

function recordPanel() {
  const onchange = async ({ target: { files } }) =>
    files[0] && sitBy("open_record", { record: await files[0].text() });
  const file = h("input", { type: "file", accept: ".json,application/json", onchange });
  const command = h("code", "boardgames play --record");
  return h("section.panel", [
    h("h2", "Look at a recorded game"),
    h("label", "A record that was downloaded here, or written by ", command, " ", file),
  ]);
}

// Sit down at the table that this method opens.
async function sitBy(method, params) {
  const { secret } = await askOnce(method, params);
  await sitDown(secret);
}

// ---- your tables

function yourTables() {
  const kept = keptSeats();
  if (!kept.length) return null;
  const lines = kept.toSorted((one, other) => one.over - other.over).map(tableLine);
  const list = (some) => h("ul.tables.stack", some);
  const others = lines.slice(MOST_TABLES);
  return h("section.panel", { key: "tables" }, [
    h("h2", "Your tables"),
    list(lines.slice(0, MOST_TABLES)),
    others.length > 0 && h("details", h("summary", `${others.length} more`), list(others)),
  ]);
}

function tableLine(kept) {
  /** @type {Intl.DateTimeFormatOptions} */
  const when = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
  return h("li.row", { key: kept.token }, [
    button(`sit ${kept.token}`, tableName(kept), () => sitDown(kept.token)),
    h("small.soft", `${kept.who}, ${new Date(kept.when).toLocaleString([], when)}`),
  ]);
}

// What a table is: "Go on: Koryŏ, with one person and a fair bot".
function tableName({ title, who, players, over, lesson }) {
  if (lesson && !over) return `Lesson: ${title}`;
  const isWatched = who === "watching";
  const verb = isWatched ? "Watch" : "Go on";
  const others = players?.length ? `, ${isWatched ? "" : "with "}${listed(players)}` : "";
  return `${over ? "Look back" : verb}: ${title}${others}`;
}

// ---- a new game: which, how many players, who plays, and what else can be set

const USUAL_PLAYERS = 3;
// Each with its text, and a shorter one for narrow screens.
const BOTS = [
  ["easy", "Easy bot: makes mistakes", "Easy bot"],
  ["fair", "Fair bot: plays sensibly", "Fair bot"],
  ["strong", "Strong bot: thinks longer", "Strong bot"],
  ["random", "Bot: plays at random", "Random bot"],
];
const BOTS_PACE = 1; // seconds before each move where only bots play

// What has been chosen: {game, count, seats: [{kind, name}], seed, clock, watch, quick}
let setup;

const isOurs = ({ kind }) => kind === "me";
const isPerson = ({ kind }) => kind === "me" || kind === HUMAN;
const gameOf = (name) =>
  session.offer.games.find((each) => each.game === name) || session.offer.games[0];

// What was chosen last is chosen again, where it is still offered.
function beginSetup() {
  const { game, seats = [], names = [] } = store.get("localStorage", "setup") || {};
  const offered = seatKinds().map(([value]) => value);
  const most = Math.max(...session.offer.games.flatMap((each) => each.players));
  setup = { game: gameOf(game).game, seats: [], seed: "", clock: "", watch: false, quick: true };
  for (let seat = 0; seat < most; seat += 1) {
    const kind = offered.includes(seats[seat]) ? seats[seat] : seat && "fair";
    setup.seats.push({ kind: kind || "me", name: names[seat] || "" });
  }
  chooseCount(seats.length || USUAL_PLAYERS);
}

// A game that cannot be played by as many as before is offered for the nearest number.
function chooseCount(wanted) {
  const distance = (count) => Math.abs(count - wanted);
  const { players } = gameOf(setup.game);
  [setup.count] = players.toSorted((one, other) => distance(one) - distance(other));
}

// A field is named after what it changes: of a seat, `kind 0` for example.
function takeInput({ currentTarget: form }) {
  const ours = setup.seats.find(isOurs);
  for (const { name, type, value, checked } of form.querySelectorAll("input, select")) {
    const [key, seat] = name.split(" ");
    const changed = seat ? setup.seats[seat] : setup;
    if (type === "checkbox") changed[key] = checked;
    else if (type !== "radio" || checked) changed[key] = value;
  }
  // Only one seat is ours.
  if (setup.seats.filter(isOurs).length > 1) ours.kind = session.server.local ? "fair" : HUMAN;
  chooseCount(Number(setup.count));
  alarm();
  drawStart();
}

function setupForm() {
  const { goal, players, title, lesson } = gameOf(setup.game);
  const seats = setup.seats.slice(0, setup.count);
  const people = seats.filter(isPerson).length;
  const kinds = seatKinds();
  const rows = seats.map((each, seat) => seatRow(each, seat, kinds));
  const radios = (label) => ({ role: "radiogroup", "aria-label": label });
  const learn = () => sitBy("learn", { game: setup.game });
  const learning = { type: "button", "data-k": "learn", onclick: learn };
  // A WebDriver tells of a choice by `change` alone
  const taking = { oninput: takeInput, onchange: takeInput };
  return h("form.panel.setup.stack", { ...taking, onsubmit: submitting(deal), key: "setup" }, [
    h("h2.hidden-text", "A new game"),
    h("div.games", radios("Game"), session.offer.games.map(gameRadio)),
    h("p.soft.goal", goal),
    lesson && h("button", learning, `Learn ${title} in a few minutes`),
    h(
      "div.row",
      h("b", "Players"),
      h("div.row", radios("Number of players"), players.map(countRadio)),
    ),
    h("div.seats-form.stack", rows),
    h("div", people > 1 && onlyHereNote()),
    h("details", h("summary", "More"), h("div.more", optionFields(people))),
    h("button.main", { type: "submit", "data-k": "deal" }, "Deal"),
  ]);
}

function optionFields(people) {
  const field = (id, text, ...content) => [h("label", { for: id }, text), h("div", content)];
  const box = (id, text, disabled) => {
    const props = { id, name: id, type: "checkbox", checked: setup[id], disabled };
    return field(id, text, h("input", props));
  };
  const digits = { inputmode: "numeric", pattern: "[0-9]*", maxlength: "15", autocomplete: "off" };
  const number = (id, text, placeholder, disabled, note) => {
    const props = { id, name: id, type: "text", value: setup[id], placeholder, disabled };
    return field(id, text, h("input", { ...props, ...digits }), h("p.soft", note));
  };
  const seedNote =
    people > 1
      ? "You can choose the seed only against bots: whoever knows the seed knows all hands."
      : "The same seed deals the same game.";
  const usual = String(session.offer.person_seconds ?? "no limit");
  const clockNote =
    people > 1
      ? "A bot plays on for whoever takes longer, until they take their seat back."
      : "For games of several people: a bot plays on for whoever takes longer.";
  return [
    number("seed", "Seed", "random", people > 1, seedNote),
    number("clock", "Seconds for each decision", usual, people < 2, clockNote),
    box("watch", "Let spectators watch, by link", session.server.local),
    box("quick", "Play forced moves for me", people !== 1),
  ];
}

const radio = (name, value) =>
  h("input", { type: "radio", name, value, checked: value === setup[name] });

function gameRadio({ game, title, players }, place) {
  const range = players.length > 1 ? `${players[0]} to ${players.at(-1)}` : players[0];
  return h("label.game", [
    radio("game", game),
    h("span.box", { "aria-hidden": "true", style: { "--c": colourOf(place) } }, title.charAt(0)),
    h("span", h("b", title), h("small.soft", `${range} players`)),
  ]);
}

function countRadio(count) {
  return h("label.players", { key: count }, radio("count", count), count);
}

// Who may sit at a seat, as pairs of a value and a text.
function seatKinds() {
  const others = session.offer.bots.filter((bot) => !BOTS.some(([spec]) => spec === bot));
  const kinds = [
    ["me", "Me"],
    ...(session.server.local ? [] : [[HUMAN, "A friend, by invitation", "A friend"]]),
    ...BOTS,
    ...others.map((bot) => [bot, `Bot: ${bot}`]),
  ];
  return kinds.map(([value, text, short]) => [value, (phone.matches && short) || text]);
}

function seatRow(row, seat, kinds) {
  const number = seat + 1;
  const label = `Name of player ${number}`;
  const more = { maxlength: "20", autocomplete: "off", placeholder: "name", "aria-label": label };
  return h("div.seat-row", { key: seat }, [
    h("span.number.soft", number),
    h(
      "select",
      { name: `kind ${seat}`, "aria-label": `Player ${number}` },
      options(kinds, row.kind),
    ),
    h("input.name", { type: "text", name: `name ${seat}`, value: row.name, ...more }),
  ]);
}

async function deal() {
  const { game, count, seed, clock, watch, quick } = setup;
  const rows = setup.seats.slice(0, count);
  const names = rows.map((each) => each.name.trim());
  const kinds = rows.map((each) => each.kind);
  store.set("localStorage", "setup", { game, seats: kinds, names });
  const seats = kinds.map((kind) => (kind === "me" ? HUMAN : kind));
  const people = seats.filter((each) => each === HUMAN).length;
  const own = kinds.indexOf("me");
  await sitBy("new", {
    game,
    seats,
    names,
    pace: people ? 0 : BOTS_PACE,
    watch: watch && !session.server.local,
    quick,
    ...(own >= 0 && { host: own }),
    ...(seed.trim() && people < 2 && { seed: Number(seed) }),
    ...(clock.trim() && people > 1 && { person_seconds: Number(clock) }),
  });
}

// ---- invited

export async function openJoinPage(invitation) {
  showPage("start");
  const { title, players, host, seat } = await ask("invited", { invitation }).catch((error) => {
    history.replaceState(null, "", location.pathname);
    drawStartPage();
    alarm(error.message);
    throw error;
  });
  const join = async ({ guest }) => {
    const { secret } = await askOnce("join", { invitation, name: guest?.value ?? "" });
    history.replaceState(null, "", location.pathname);
    await sitDown(secret);
  };
  const table = `${title}, for ${players} players${host ? `. ${host} invites you` : ""}.`;
  const name = { id: "guest", type: "text", maxlength: "20", autocomplete: "nickname" };
  const seated = [
    "You are invited",
    "With this link you take a seat at the table. It works only once; the seat then belongs to this browser.",
    "Sit down",
    [h("label", { for: "guest" }, "Your name, if you like"), h("input", name)],
  ];
  const watching = [
    "You are invited to watch",
    "With this link you watch the game and see no hands. Others can use it, too.",
    "Watch the game",
  ];
  const [heading, meaning, done, fields] = seat === null ? watching : seated;
  const form = h("form.panel.join.stack", { onsubmit: submitting(join), key: "join" }, [
    h("h1", heading),
    h("p.to", h("b", table)),
    h("p", meaning),
    fields,
    h("button.main", { type: "submit", "data-k": "sit down" }, done),
  ]);
  patch($("start"), form);
  $("guest")?.focus();
}
