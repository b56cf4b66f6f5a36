// The page. It knows no game: it draws scenes, hangs choices on the pieces they touch, and sends actions back.
import { dressed, gameColour, svg } from "./cards.js";
import { connect, Refused } from "./transport.js";

const $ = (id) => document.getElementById(id);
const HUMAN = "human";
const phone = matchMedia("(max-width: 56rem)");

function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const listed = (parts) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0] || "");
const sentences = (parts) => parts.filter(Boolean).map((part) => (/[.!?:…]$/.test(part) ? part : `${part}.`)).join(" ");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const store = {
  get(area, name) { try { return JSON.parse(area.getItem(name)); } catch { return null; } },
  set(area, name, value) { try { value === null ? area.removeItem(name) : area.setItem(name, JSON.stringify(value)); } catch { /* private window */ } },
};

let server = null;      // the transport
let token = "";         // the secret of this seat
let about = null;       // what does not change at this table
let pieces = {};        // by key, with colour and emblem
let seen = null;        // what is shown now
let log = [];           // every action as it was told
let targets = [];       // for each choice, the keys of what it touches
let tray = [];          // keys that the player has picked
let group = null;       // the group of choices that is open
let hint = null;
let inspected = null;   // the card looked at: {piece, item, zone, area}
let fresh = new Set();  // keys that have changed since my last move
let justNow = new Set();
let before = null;      // counts by key in the last scene
let replay = null;      // {ply, plies, view, log, judged}; judged: what a search thinks of the decisions of one seat
let busy = false;
let listening = 0;      // which loop for news is the current one
let wasMine = false;
let wasOver = false;
const unfolded = new Set(); // the keys of zones whose number would be enough, but whose cards somebody wants to see
let allNews = false;    // whether all news since my last turn are shown, not only the latest
let playing = 0;

// ---------------------------------------------------------------- words

function say(text) {
  const names = seen?.names || [];
  return text.replace(/\bPlayer (\d+)\b/g, (whole, number) => names[number - 1] || whole);
}
function alarm(text = "") { $("alarm").textContent = text && capital(text.replace(/\.*$/, ".")); }
function announce(text) { $("live").textContent = text; }
const seatName = (seat) => (seat === about.viewer && !(replay && replay.view !== String(seat)) ? "You" : say(`Player ${seat + 1}`));

async function ask(method, params = {}) {
  try {
    const answer = await server.call(method, params, token);
    alarm();
    return answer;
  } catch (error) {
    if (error instanceof Refused) alarm(error.message);
    else alarm("the server does not answer");
    throw error;
  }
}
const quietly = (promise) => promise.catch((error) => { if (!(error instanceof Refused)) console.debug(error.message); });

// ---------------------------------------------------------------- the start page

const seatsKept = () => store.get(localStorage, "seats") || [];
function keepSeat() {
  store.set(sessionStorage, "seat", token);
  const others = seatsKept().filter((each) => each.token !== token);
  const who = about.viewer === null ? "watching" : `player ${about.viewer + 1}`, over = Boolean(seen?.end || about.reading);
  const players = about.reading ? [] : about.seats.flatMap((spec, seat) => (seat === about.viewer ? [] : seen?.names[seat] || (spec === HUMAN ? "a person" : spec.split(":")[0])));
  store.set(localStorage, "seats", [{ token, title: about.title, who, players, over, when: Date.now() }, ...others].slice(0, 12));
}
// What a table is: `Go on: Koryŏ, against fair, fair`.
function tableName({ title, who, players, over }) {
  const watching = who === "watching", verb = over ? "Look back" : watching ? "Watch" : "Go on";
  return `${verb}: ${title}${players?.length ? `, ${watching ? "" : "against "}${players.join(", ")}` : ""}`;
}
function dropSeat(dropped) { store.set(localStorage, "seats", seatsKept().filter((each) => each.token !== dropped)); }

function show(where) {
  for (const id of ["start", "play"]) $(id).hidden = id !== where;
  document.body.dataset.page = where;
}

async function startPage() {
  listening++;
  if ($("sheet").open) $("sheet").close();
  if (history.state?.depth) history.go(-history.state.depth);
  token = ""; about = seen = null; replay = null;
  store.set(sessionStorage, "seat", null);
  document.title = "boardgames";
  $("title").textContent = $("where").textContent = "";
  $("tools").replaceChildren(themeButton());
  const offer = await ask("about");
  show("start");
  const form = setupForm(offer);
  $("start").replaceChildren(...[
    h("section", { class: "intro" }, h("h1", {}, "What shall we play?"),
      h("p", {}, "Card games with hidden information, against friends or bots. Nothing leaves this ", server.local ? "browser." : "server.")),
    yourTables(),
    form,
    h("section", { class: "panel" }, h("h2", {}, "Look at a recorded game"),
      h("label", {}, "A record that was downloaded here, or written by ", h("code", {}, "boardgames play --record"), " ",
        h("input", { type: "file", accept: ".json,application/json", onchange: (event) => quietly(openRecord(event.target.files[0])) }))),
  ].filter(Boolean));
}

function yourTables() {
  const kept = seatsKept();
  if (!kept.length) return null;
  const rows = [...kept.filter((each) => !each.over), ...kept.filter((each) => each.over)].map((each) =>
    h("li", {}, h("button", { onclick: () => quietly(sit(each.token)) }, tableName(each)),
      h("small", { class: "soft" }, `${each.who}, ${new Date(each.when).toLocaleString([], { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" })}`),
      h("button", { class: "plain small", "aria-label": `Forget ${each.title}`, onclick: (event) => { dropSeat(each.token); event.target.closest("li").remove(); } }, "Forget")));
  const most = 2; // so that the form for a new game stays in view
  return h("section", { class: "panel" }, h("h2", {}, "Your tables"), h("ul", { class: "tables" }, rows.slice(0, most)),
    rows.length > most && h("details", {}, h("summary", {}, `${rows.length - most} more`), h("ul", { class: "tables" }, rows.slice(most))));
}

async function openRecord(file) {
  if (!file) return;
  await sit((await ask("open_record", { record: await file.text() })).token);
}

// Each with its text, and a shorter one for narrow screens.
const BOTS = [
  ["easy", "Easy bot: looks one move ahead, and makes mistakes", "Easy bot"],
  ["fair", "Fair bot: looks one move ahead", "Fair bot"],
  ["strong", "Strong bot: searches for 1 second a move", "Strong bot (1 s)"],
  ["mcts:seconds=4", "Bot: searches for 4 seconds a move", "Search bot (4 s)"],
  ["mcts:iterations=60", "Bot: searches only a little", "Hasty search bot"],
  ["random", "Bot: plays at random", "Random bot"],
];
// The fair bot is greedy; and cfr learns smaller games than a person would want to play. Their specs can be given.
const BY_SPEC = ["mcts", "greedy", "cfr"];
function botOptions(offer) {
  const others = offer.bots.filter((bot) => !BY_SPEC.includes(bot) && !BOTS.some(([spec]) => spec === bot));
  const options = [...BOTS, ...others.map((bot) => [bot, `Bot: ${bot}`]), ["other", "Another bot, by its spec …", "Another bot …"]];
  return options.map(([spec, text, short]) => [spec, (phone.matches && short) || text]);
}

function setupForm(offer) {
  const kept = store.get(localStorage, "setup") || {};
  const bots = botOptions(offer);
  let game = offer.games.find((each) => each.game === kept.game) || offer.games[0];
  const chosen = h("div", { class: "games", role: "radiogroup", "aria-label": "Game" });
  const counts = h("div", { class: "counts", role: "radiogroup", "aria-label": "Number of players" });
  const rows = h("div", { class: "seats-form" });
  const seed = h("input", { id: "seed", type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: "15", autocomplete: "off", placeholder: "random" });
  const pace = h("select", { id: "pace" }, [["auto", "none; 1 second if only bots play"], ["0.7", "0.7 seconds"], ["1.5", "1.5 seconds"], ["3", "3 seconds"]].map(([value, text]) => h("option", { value }, text)));
  const watch = h("input", { id: "watch", type: "checkbox" });
  const quick = h("input", { id: "quick", type: "checkbox", checked: true });
  const friendsNote = h("div", {}, onlyHere());
  const seedNote = h("p", { class: "soft", id: "seed-note" });

  function drawGames() {
    chosen.replaceChildren(...offer.games.map((each) => {
      const emblem = h("span", { class: "box", "aria-hidden": "true" }, each.title.charAt(0));
      emblem.style.setProperty("--c", gameColour(each.game));
      return h("label", { class: "game" }, h("input", { type: "radio", name: "game", value: each.game, checked: each === game, onchange: () => { game = each; drawCounts(); } }),
        emblem, h("span", {}, h("b", {}, each.title), h("small", {}, `${each.players.length > 1 ? `${each.players[0]} to ${each.players.at(-1)}` : each.players[0]} players`)));
    }));
  }
  function drawCounts() {
    const current = Number(counts.querySelector("input:checked")?.value) || kept.seats?.length || 3;
    const nearest = game.players.reduce((best, each) => (Math.abs(each - current) < Math.abs(best - current) ? each : best));
    counts.replaceChildren(...game.players.map((count) => h("label", {}, h("input", { type: "radio", name: "count", value: count, checked: count === nearest, onchange: drawRows }), h("span", {}, count))));
    drawRows();
  }
  const count = () => Number(counts.querySelector("input:checked").value);
  function drawRows() {
    const old = [...rows.querySelectorAll(".seat-row")].map((row) => [row.querySelector("select").value, row.querySelector("input.name").value, row.querySelector("input.spec").value]);
    rows.replaceChildren(...Array.from({ length: count() }, (_, seat) => {
      const [kind, name, spec] = old[seat] || [kept.seats?.[seat] || (seat ? "fair" : "me"), kept.names?.[seat] || "", ""];
      const known = ["me", ...(server.local ? [] : [HUMAN]), "other", ...bots.map(([value]) => value)].includes(kind);
      const field = h("input", { class: "spec", type: "text", value: known ? spec : kind, hidden: true, maxlength: "80", placeholder: "mcts:seconds=2", "aria-label": `Spec of the bot of player ${seat + 1}` });
      const select = h("select", { "aria-label": `Player ${seat + 1}`, onchange: changed },
        [["me", "Me"], ...(server.local ? [] : [[HUMAN, phone.matches ? "A friend" : "A friend, by invitation"]]), ...bots].map(([value, text]) => h("option", { value, selected: value === (known ? kind : "other") }, text)));
      const row = h("div", { class: "seat-row" }, h("span", { class: "number" }, seat + 1), select, field,
        h("input", { class: "name", type: "text", maxlength: "20", autocomplete: "off", placeholder: "name", "aria-label": `Name of player ${seat + 1}`, value: name }));
      function changed() {
        if (select.value === "me") for (const other of rows.querySelectorAll("select")) if (other !== select && other.value === "me") other.value = server.local ? "fair" : HUMAN;
        update();
      }
      return row;
    }));
    update();
  }
  function update() {
    for (const row of rows.children) {
      const field = row.querySelector(".spec");
      field.required = row.querySelector("select").value === "other";
      field.hidden = !field.required;
    }
    const people = [...rows.querySelectorAll("select")].filter((each) => ["me", HUMAN].includes(each.value)).length;
    seed.disabled = people > 1;
    seedNote.textContent = people > 1 ? "You can choose the seed only against bots: whoever knows the seed knows all hands." : "The same seed deals the same game.";
    quick.disabled = people !== 1;
    friendsNote.hidden = people < 2;
    watch.disabled = Boolean(server.local);
  }
  drawGames(); drawCounts();

  async function deal(event) {
    event.preventDefault();
    const kinds = [...rows.querySelectorAll("select")].map((each) => each.value);
    const specs = [...rows.querySelectorAll("input.spec")].map((each) => each.value.trim());
    const names = [...rows.querySelectorAll("input.name")].map((each) => each.value.trim());
    const seats = kinds.map((kind, seat) => (kind === "me" ? HUMAN : kind === "other" ? specs[seat] : kind));
    const me = kinds.indexOf("me");
    const people = seats.filter((each) => each === HUMAN).length;
    store.set(localStorage, "setup", { game: game.game, seats: kinds.map((kind, seat) => (kind === "other" ? specs[seat] : kind)), names });
    const speed = pace.value === "auto" ? (people ? 0 : 1) : Number(pace.value);
    const asked = { game: game.game, seats, names, pace: speed, watch: watch.checked && !watch.disabled, quick: quick.checked };
    if (me >= 0) asked.seat = me;
    if (seed.value.trim() && !seed.disabled) asked.seed = Number(seed.value);
    await sit((await ask("start", asked)).token);
  }
  return h("form", { class: "panel setup", oninput: () => alarm(), onsubmit: (event) => quietly(deal(event)) },
    h("h2", { class: "hidden-text" }, "A new game"),
    chosen,
    h("div", { class: "line" }, h("span", { class: "label" }, "Players"), counts),
    rows, friendsNote,
    h("details", {}, h("summary", {}, "More"),
      h("div", { class: "more" },
        h("label", { for: "pace" }, "Pause before each bot move"), pace,
        h("label", { for: "seed" }, "Seed"), h("div", {}, seed, seedNote),
        h("label", { for: "watch" }, "Let spectators watch, by link"), h("div", {}, watch),
        h("label", { for: "quick" }, "Play forced moves for me"), h("div", {}, quick))),
    h("button", { class: "main", type: "submit" }, "Deal"));
}

async function joinPage(invitation) {
  show("start");
  const name = h("input", { id: "guest", type: "text", maxlength: "20", autocomplete: "nickname" });
  $("start").replaceChildren(h("form", { class: "panel join", onsubmit: (event) => {
    event.preventDefault();
    quietly(ask("join", { invitation, name: name.value }).then((answer) => { history.replaceState(null, "", location.pathname); return sit(answer.token); }));
  } }, h("h1", {}, "You are invited"), h("p", {}, "With this link you take a seat at the table. It works only once; the seat then belongs to this browser."),
  h("label", { for: "guest" }, "Your name, if you like"), name, h("button", { class: "main", type: "submit" }, "Sit down")));
  name.focus();
}

// ---------------------------------------------------------------- sitting down, and news

async function sit(secret) {
  token = secret;
  try { about = await server.call("table", {}, token); } catch (error) {
    if (error.gone) { dropSeat(secret); await startPage(); alarm(error.message); return; }
    throw error;
  }
  pieces = dressed(about.pieces);
  seen = null; log = []; replay = null; fresh = new Set(); before = null; inspected = null; wasMine = allNews = false;
  clear();
  keepSeat();
  if (!standsFor()) enter("table");
  show("play");
  $("title").textContent = about.title;
  if (about.reading) { await startReplay(); return; }
  listen();
}

async function listen() {
  const mine = ++listening;
  let wait = 500;
  while (mine === listening) {
    try {
      const news = await server.call("look", { version: seen?.version || 0, log: log.length }, token);
      if (mine !== listening) return;
      if ($("alarm").dataset.lost) { delete $("alarm").dataset.lost; alarm(); }
      wait = 500;
      if (news) receive(news);
      else if (server.local) await server.changed();
    } catch (error) {
      if (mine !== listening) return;
      if (error.gone) { dropSeat(token); await quietly(startPage()); alarm(error.message); return; }
      $("alarm").dataset.lost = "1";
      alarm("the connection is lost; trying again");
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, 8000);
    }
  }
}

function receive(news) {
  const first = seen === null;
  if (seen && news.undone !== seen.undone) { log = []; fresh = new Set(); before = null; }
  const added = news.log.slice(Math.max(0, log.length - news.log_from));
  log = [...log.slice(0, news.log_from), ...news.log];
  seen = news;
  const now = counted(news.scene);
  justNow = new Set();
  if (before) for (const [key, count] of now) if (count > (before.get(key) || 0)) {
    justNow.add(key);
    if (!key.startsWith(`${about.viewer}|`)) fresh.add(key); // one's own cards one knows
  }
  before = now;
  clear();
  if (replay) return;
  render();
  justNow = new Set();
  const mine = myTurn();
  const lines = added.flatMap((event) => event.lines).map(say);
  if (!first || lines.length) announce(sentences([...lines.slice(-4), seen.end ? "The game is over" : mine ? say(seen.scene.prompt) || "Your turn" : ""]));
  if (first || (seen.end && !wasOver)) keepSeat(); // with names, and whether it is over
  wasOver = Boolean(seen.end);
  if (mine && !wasMine && !first) $("dock").classList.add("called");
  wasMine = mine;
  document.title = `${seen.end ? "" : mine ? "● Your turn – " : ""}${about.title}`;
}

const myTurn = () => Boolean(seen && !seen.end && seen.choices.length);
const itemKey = (seat, zone, piece) => `${seat ?? "c"}|${zone}|${piece ?? "?"}`;
const seatKey = (seat) => `seat|${seat}`;
const zoneKey = (seat, zone) => `zone|${seat ?? "c"}|${zone}`;

function counted(scene) {
  const found = new Map();
  for (const area of scene.areas) for (const zone of area.zones) for (const item of zone.items) {
    const key = itemKey(area.seat, zone.key, item.piece);
    found.set(key, (found.get(key) || 0) + item.count);
  }
  return found;
}

// ---------------------------------------------------------------- choices

function resolve() {
  const there = counted(seen.scene);
  targets = seen.choices.map((choice) => choice.touches.map((touch) => {
    if (!touch.zone) return touch.seat === null || touch.seat === about.viewer ? null : seatKey(touch.seat);
    const key = itemKey(touch.seat, touch.zone, touch.piece);
    if (touch.piece === null && touch.zone === "hand" && touch.seat === about.viewer) return null; // nothing to point at
    return there.has(key) ? key : zoneKey(touch.seat, touch.zone);
  }).filter(Boolean));
}
const times = (list, key) => list.reduce((sum, each) => sum + (each === key), 0);
const holds = (list, picked) => picked.every((key) => times(list, key) >= times(picked, key));

function possible() {
  const all = seen.choices.map((_, index) => index);
  return all.filter((index) => holds(targets[index], tray) && (group === null || seen.choices[index].group === group));
}
// What can be picked next: 2 where a person would begin, 1 for all else that some choice touches.
function usable() {
  const marks = new Map();
  for (const index of possible()) targets[index].forEach((key, place) => {
    if (times(targets[index], key) > times(tray, key)) marks.set(key, Math.max(marks.get(key) || 0, tray.length || place === 0 ? 2 : 1));
  });
  return marks;
}
function clear() { tray = []; group = null; hint = null; }

function pick(key) {
  const marks = usable();
  if (marks.has(key)) tray.push(key);
  else if (tray.includes(key)) tray.splice(tray.lastIndexOf(key), 1);
  else {
    const kept = [tray, group];
    clear();
    if (usable().has(key)) tray.push(key); else [tray, group] = kept;
  }
}

async function act(choice) {
  if (busy) return;
  busy = true;
  allNews = false;
  fresh = new Set();
  $("dock").classList.add("busy");
  try {
    const turn = log.filter((event) => event.seat === about.viewer).length;
    inspected = null;
    const { version } = await ask("act", { action: choice.action, turn });
    document.body.dataset.acts = Number(document.body.dataset.acts || 0) + 1;
    // Until the news of it is here, the choices on the page are those of before.
    const mine = token;
    for (let wait = 0; wait < 100 && token === mine && seen && seen.version < version; wait += 1) await new Promise((done) => setTimeout(done, 30));
  } catch (error) {
    if (!(error instanceof Refused)) console.debug(error.message);
  }
  busy = false;
  $("dock").classList.remove("busy");
}

// ---------------------------------------------------------------- drawing

function render() {
  const focused = document.activeElement?.dataset?.k, inDock = $("dock").contains(document.activeElement);
  const scroll = $("table").scrollTop;
  resolve();
  const scene = replay ? replay.scene : seen.end ? opened() : seen.scene;
  const marks = replay ? new Map() : usable();
  $("where").textContent = capital(say(scene.heading || ""));
  drawTools();
  drawTable(scene, marks);
  drawDock(scene, marks);
  drawAbout();
  drawLog();
  $("table").scrollTop = scroll;
  const again = focused && document.querySelector(`[data-k="${CSS.escape(focused)}"]`);
  if (again) again.focus({ preventScroll: true });
  else if (inDock) $("dock").focus({ preventScroll: true }); // from here the next Tab leads to the new choices
}

// After the end: the table with all hands open.
function opened() {
  const open = seen.end.open;
  return { ...open, viewer: about.viewer, heading: seen.scene.heading, areas: open.areas.map((area) => (area.seat !== null && area.seat === about.viewer ? { ...area, name: "You" } : area)) };
}

function drawTools() {
  const tools = [];
  if (!replay && about.undo && !seen.end) tools.push(h("button", { "data-k": "undo", disabled: !seen.undo, onclick: () => quietly(ask("undo")) }, "Undo"));
  if (!replay && about.hint && !seen.end) tools.push(h("button", { "data-k": "hint", disabled: !myTurn(), onclick: () => quietly(takeHint()) }, "Hint"));
  tools.push(h("button", { "data-k": "log", class: "phone-only", onclick: openLog }, "Log"));
  tools.push(h("button", { "data-k": "rules", onclick: () => quietly(openRules()) }, "Rules"));
  tools.push(h("button", { "data-k": "menu", "aria-label": "Menu", onclick: openMenu }, "⋯"));
  $("tools").replaceChildren(...tools);
}

async function takeHint() {
  const { ideas } = await ask("hint");
  clear();
  hint = ideas;
  const index = seen.choices.findIndex((choice) => choice.action === ideas[0].action);
  if (index >= 0) tray = [...targets[index]];
  render();
  announce(`Hint: ${say(ideas[0].text)}`);
}

function drawTable(scene, marks) {
  const parts = [];
  const over = seen.end && !replay;
  if (!over) parts.push(replay ? replayNews() : news());
  if (scene.text) parts.push(h("pre", { class: "text", tabindex: "0", "aria-label": "Table" }, scene.text));
  const seats = scene.areas.filter((area) => area.seat !== null);
  const mine = Math.max(0, seats.findIndex((area) => area.seat === (scene.viewer ?? about.viewer)));
  const ordered = [...seats.slice(mine), ...seats.slice(0, mine)]; // the reader first, then as they sit
  const centre = scene.areas.find((area) => area.seat === null);
  const compared = comparedCounters(scene, centre, seats);
  const others = (area) => area.counters.filter((each) => !compared.has(each.key));
  if (centre) parts.push(drawCentre(centre, others(centre), marks));
  const numbers = [compared.size && drawCompared(centre, ordered, compared, scene),
    scene.notes.length && h("ul", { class: "notes" }, scene.notes.map((note) => h("li", {}, say(note))))].filter(Boolean);
  if (over) parts.unshift(h("div", { class: "result" }, ending(), numbers)); else parts.push(...numbers);
  const isMine = (area) => area.seat === scene.viewer && !marks.has(seatKey(area.seat)) && !zonesOf(area, scene, marks).length;
  const panels = ordered.filter((area) => !compared.size || !isMine(area)), slim = panels.filter(isMine); // with nothing in it, one's own is a line
  const columns = phone.matches ? 1 : { 2: 2, 4: 2 }[panels.length - slim.length] || 3;
  const room = (tableWidth() - 0.6 * (columns - 1)) / columns - 1.5;
  const roomy = (phone.matches || !over) && panels.every((area) => hasRoom(zonesOf(area, scene, marks), area, marks, room, others(area).length === 1 ? 6.5 : 0));
  if (panels.length) parts.push(h("div", { class: `seats of-${panels.length - slim.length}${roomy ? " roomy" : ""}` }, panels.map((area) => drawSeat(area, scene, others(area), marks, slim.includes(area)))));
  $("table").replaceChildren(...parts.filter(Boolean));
}

// Where the centre has counters of its own for what the seats count, all counters of the seats stand in one table.
function comparedCounters(scene, centre, seats) {
  const keys = new Set(seats.flatMap((area) => area.counters.map((each) => each.key)));
  return scene.layout === "columns" && centre?.counters.some((each) => keys.has(each.key)) ? keys : new Set();
}

function drawCompared(centre, seats, keys, scene) {
  const value = (area, key) => { const found = area.counters.find((each) => each.key === key); return found ? amountOf(found) : ""; };
  const name = (key) => seats.flatMap((area) => area.counters).find((each) => each.key === key).name;
  return h("table", { class: "compared-counters" },
    h("thead", {}, h("tr", {}, h("td", { colspan: 2 }), seats.map((area) => h("th", { scope: "col", class: scene.to_act.includes(area.seat) ? "acts" : null }, say(area.name), area.marks.map((mark) => h("small", {}, say(mark))))))),
    h("tbody", {}, [...keys].map((key) => h("tr", {}, h("th", { scope: "row" }, say(name(key))), h("td", { class: "of-all" }, value(centre, key)),
      seats.map((area) => h("td", {}, value(area, key)))))));
}

function drawCentre(area, counters, marks) {
  const zones = area.zones.filter((zone) => zone.items.length || marks.has(zoneKey(null, zone.key)));
  if (!zones.length && !counters.length) return "";
  const roomy = hasRoom(zones, area, marks, tableWidth() - 1.9, 0) && (phone.matches || !seen?.end || replay);
  return h("section", { class: `centre${roomy ? " roomy" : ""}`, "aria-label": say(area.name) }, h("h2", { class: "hidden-text" }, say(area.name)),
    drawCounters(counters), zones.length > 0 && h("div", { class: "zones" }, zones.sort((one, other) => rank(one, area, marks) - rank(other, area, marks)).map((zone) => drawZone(zone, area, marks))));
}

// Cards are drawn larger, with names that are easy to read, where they take no more lines than small ones. In rem.
const tableWidth = () => innerWidth / 16 - (phone.matches ? 1 : 20.8);
function hasRoom(zones, area, marks, room, used) {
  const shown = zones.filter((zone) => !isHeap(zone, area, marks)), [large, small, back, gap] = phone.matches ? [4.25, 3.5, 2.2, 0.8] : [4.75, 3.9, 2.9, 1.3];
  const lines = (card) => {
    let count = 1, at = used;
    for (const zone of shown) {
      const width = zone.items.reduce((sum, item) => sum + (item.piece === null ? back : isDrawnSmall(zone, area, marks) ? 2.6 : card), 0);
      if (at && at + width > room) { count += 1; at = 0; }
      count += Math.floor(width / room);
      at += (width % room) + gap;
    }
    return count;
  };
  return lines(large) <= lines(small);
}

// What is in play stands first, then decks, large heaps and empty places.
function rank(zone, area, marks) {
  if (!zone.items.length) return 3;
  if (isDrawnSmall(zone, area, marks)) return 2;
  return zone.items.every((item) => item.piece === null) ? 1 : 0;
}

function drawSeat(area, scene, counters, marks, slim) {
  const acts = scene.to_act.includes(area.seat) && !(seen?.end && !replay);
  const mine = area.seat === scene.viewer;
  const spec = about.seats[area.seat];
  const bot = !mine && spec !== HUMAN && !about.reading ? spec : "";
  const away = seen?.absent?.some((each) => each.seat === area.seat);
  const name = say(area.name);
  const key = seatKey(area.seat);
  const title = marks.has(key)
    ? h("button", { class: "seat-pick can", "data-k": key, "aria-pressed": tray.includes(key), onclick: () => { pick(key); render(); } }, name) : name;
  return h("article", { class: `seat${acts ? " acts" : ""}${mine ? " mine" : ""}${slim ? " slim" : ""}`, "aria-label": name },
    h("h2", {}, h("span", { class: "who" }, title), acts && h("span", { class: "tag turn" }, mine ? "your turn" : "to act"),
      area.marks.map((mark) => h("span", { class: "tag" }, say(mark))), away && h("span", { class: "tag" }, "not here yet"),
      bot && h("small", {}, `bot: ${bot.split(":")[0]}`)),
    drawCounters(counters),
    !slim && h("div", { class: "zones" }, zonesOf(area, scene, marks).map((zone) => drawZone(zone, area, marks))));
}

// One's own hand lies in the dock as long as the game goes on.
function zonesOf(area, scene, marks) {
  const inDock = (zone) => area.seat === scene.viewer && zone.key === "hand" && !replay && !seen?.end;
  return area.zones.filter((zone) => zone.items.length && !inDock(zone) || marks.has(zoneKey(area.seat, zone.key)));
}

function drawCounters(counters) {
  if (!counters.length) return null;
  return h("dl", { class: "counters" }, counters.map((each) => h("div", {}, h("dt", {}, say(each.name)), h("dd", {}, amountOf(each)))));
}

function amountOf(counter) {
  return [h("b", {}, counter.value), counter.of !== null && h("span", { class: "soft" }, ` of ${counter.of}`), counter.note && h("span", { class: "note" }, ` ${say(counter.note)}`)];
}

function drawZone(zone, area, marks) {
  const key = zoneKey(area.seat, zone.key);
  let name = marks.has(key)
    ? h("button", { class: "zone-pick can", "data-k": key, "aria-pressed": tray.includes(key), onclick: () => { pick(key); render(); } }, say(zone.name)) : say(zone.name);
  const isOfUse = canBeUsed(zone, area, marks);
  const isBrief = zone.brief && (phone.matches || (innerHeight < 900 && about.players > 3)) && !isOfUse && !replay && !seen.end;
  if (isBrief) name = h("button", { class: "plain small unfold", "data-k": `u|${key}`, "aria-expanded": String(unfolded.has(key)), onclick: () => { if (!unfolded.delete(key)) unfolded.add(key); render(); } }, name, " ", h("b", {}, zone.items.reduce((sum, item) => sum + item.count, 0)));
  if (isBrief && !unfolded.has(key)) return h("div", { class: `zone zone-${zone.key} heap` }, h("span", { class: "zone-name" }, name));
  let place = 1;
  const cards = zone.items.map((item) => {
    const card = drawCard(item, zone, area, marks, zone.ordered ? place : 0);
    place += item.count;
    return card;
  });
  rove(cards);
  const heap = isHeap(zone, area, marks);
  return h("div", { class: `zone zone-${zone.key}${heap ? " heap" : ""}${zone.kinds.length ? " compared" : ""}${!(zone.key === "hand" && area.seat === about.viewer && !seen.end) && isDrawnSmall(zone, area, marks) ? " minor" : ""}${cards.length ? "" : " bare"}`, role: "group", "aria-label": `${say(area.name)}: ${say(zone.name)}` },
    h("span", { class: "zone-name" }, name, !cards.length && h("span", { class: "empty" }, " (empty)")), cards.length > 0 && h("div", { class: "cards" }, cards));
}

const canBeUsed = (zone, area, marks) => marks.has(zoneKey(area.seat, zone.key)) || zone.items.some((item) => marks.has(itemKey(area.seat, zone.key, item.piece)));

// Of cards that lie face down and are of no use now, the number is enough.
function isHeap(zone, area, marks) {
  return (zone.minor || (phone.matches && area.seat === null)) && !canBeUsed(zone, area, marks) && zone.items.every((item) => item.piece === null);
}

// One stop for the Tab key in each zone; arrows go from card to card.
function rove(cards) {
  cards.forEach((card, index) => { (card.matches("button") ? card : card.querySelector("button")).tabIndex = index ? -1 : 0; });
}

// One's own hand, and every hand after the end, is no guess.
function isOpen(zone, area) {
  return (zone.key === "hand" && area.seat === about.viewer) || (replay ? replay.view === "open" : Boolean(seen.end));
}

// A place with much in it that nobody can use now is drawn small: number and emblem.
function isDrawnSmall(zone, area, marks) {
  if (zone.ordered || zone.kinds.length || zone.items.some((item) => marks.has(itemKey(area.seat, zone.key, item.piece)))) return false;
  const shown = zone.items.filter((item) => item.piece !== null).length;
  return area.seat === null ? shown > 3 : shown > 3 && zone.items.some((item) => item.hidden);
}

function drawCard(item, zone, area, marks, place = 0) {
  const key = itemKey(area.seat, zone.key, item.piece);
  const piece = item.piece === null ? null : pieces[item.piece] || { key: item.piece, name: item.piece, text: "", colour: "#4b5a68", path: "", worth: null };
  const can = marks.get(key), picked = times(tray, key), faint = item.hidden && piece && !isOpen(zone, area);
  const classes = ["card", piece ? "" : "back", can === 2 ? "can" : can ? "may" : "", picked ? "picked" : "",
    faint ? "guess" : "", item.count > 2 ? "pile pile3" : item.count > 1 ? "pile" : "",
    justNow.has(key) ? "new" : fresh.has(key) ? "fresh" : "", piece && piece.name.length > 11 ? "long" : ""];
  const facts = piece
    ? [piece.name, piece.worth !== null && `value ${String(piece.worth).replace("-", "−")}`, item.count > 1 && `×${item.count}`]
    : [`${plural(item.count, "card")} face down`];
  facts.push(...item.marks.map(say), faint && "known to be here, face down", (justNow.has(key) || fresh.has(key)) && "new", can && !picked && "can be used");
  const card = h("button", { class: classes.filter(Boolean).join(" "), "data-k": key, "aria-pressed": can || picked ? Boolean(picked) : null,
    onclick: () => { inspected = { piece, item, zone, area, pinned: true }; if (!replay && myTurn()) pick(key); render(); },
    onmouseenter: () => inspect({ piece, item, zone, area }), onfocus: () => inspect({ piece, item, zone, area }) },
    h("span", { class: "hidden-text" }, facts.filter(Boolean).join(", "))); // its name; all else is for the eye
  const look = (name, ...content) => card.append(h("span", { class: name, "aria-hidden": "true" }, ...content));
  if (piece) {
    card.style.setProperty("--c", piece.colour);
    card.style.setProperty("--letters", Math.max(...piece.name.split(/\s/).map((word) => word.length))); // of the longest word
    look("face", piece.path ? svg(piece.path) : null);
    look("name", piece.name.replace(/(\d)-(\d)/g, "$1\u2011$2"));
    // Cards without a value may still have numbers in their names, which tell small ones apart: "King +1 −1".
    const corner = piece.worth ?? /(?<= )[+-]\d.*$/.exec(piece.name)?.[0] ?? null;
    if (corner !== null) look("worth", String(corner).replaceAll("-", "−").replaceAll(" ", ""));
    if (item.count > 1) look("count", `×${item.count}`);
  } else { look("weave"); look("count", item.count); }
  if (item.marks.length) look("marks", item.marks.map(say).join(", "));
  if (picked) look("tick", picked > 1 ? picked : "✓");
  return place ? h("span", { class: "placed" }, h("span", { class: "place", "aria-hidden": "true" }, place), card) : card;
}

// ---------------------------------------------------------------- the card looked at

function inspect(what) {
  if (inspected && inspected.piece === what.piece && inspected.item === what.item) return;
  if (inspected?.pinned && phone.matches) return;
  inspected = what;
  drawAbout();
}

function describe() {
  const { piece, item, zone, area } = inspected;
  const lines = [];
  if (piece) {
    const facts = [piece.group && piece.group !== piece.name && piece.group !== piece.key ? piece.group : "", piece.worth !== null ? `value ${piece.worth}` : "", item.count > 1 ? `${item.count} here` : ""];
    const title = h("h2", {}, piece.name);
    title.style.setProperty("--c", piece.colour);
    lines.push(h("div", { class: "about-title" }, title, h("span", { class: "soft" }, facts.filter(Boolean).join(" · "))), piece.text && h("p", {}, piece.text));
    if (item.hidden && !isOpen(zone, area)) lines.push(h("p", { class: "soft" }, "Not shown to everybody; you know that it is here."));
  } else {
    lines.push(h("h2", {}, plural(item.count, "card") + " face down"), h("p", { class: "soft" }, `${say(area.name)}: ${say(zone.name)}`));
    const unseen = (replay ? replay.scene : seen.scene).unseen;
    if (unseen.length) {
      const all = unseen.reduce((sum, each) => sum + each.count, 0);
      lines.push(h("p", {}, `Each is one of these ${all} cards, whose places you do not know:`),
        h("ul", { class: "unseen" }, unseen.map((each) => {
          const known = pieces[each.piece];
          const chip = h("li", {}, h("b", {}, each.count), ` ${known?.name || each.piece}`);
          chip.style.setProperty("--c", known?.colour || "#666");
          return chip;
        })));
    }
  }
  if (item?.marks.length) lines.push(h("p", {}, h("b", {}, item.marks.map(say).join(", "))));
  if (piece?.rule) lines.push(h("button", { class: "plain small", onclick: () => quietly(openRules(piece.rule)) }, `Rule ${piece.rule}`));
  return lines.filter(Boolean);
}

function drawAbout() {
  const place = $("about");
  if (!inspected) { place.replaceChildren(h("p", { class: "soft" }, "Point at a card to read what it does.")); }
  else place.replaceChildren(...describe());
  followLog();
  const small = $("dock").querySelector(".about-dock");
  if (small) { small.replaceChildren(...(inspected?.pinned ? [...describe(), h("button", { class: "plain small close", "aria-label": "Close", onclick: () => { inspected = null; drawAbout(); } }, "×")] : [])); small.hidden = !inspected?.pinned; }
}

// ---------------------------------------------------------------- news and log

function lastOwn() {
  for (let index = log.length - 1; index >= 0; index--) if (log[index].seat === about.viewer) return index;
  return -1;
}
// With open hands, every action is told in the words of whoever did it.
function told(event) {
  const name = replay?.view === "open" ? seatName(event.seat) : "You";
  return event.lines.map((line) => say(line.replace(/^You(?=: )|(?<=: )You$/, name)));
}

function news() {
  const from = about.viewer === null ? Math.max(0, log.length - 3) : Math.max(0, lastOwn());
  const lines = log.slice(from).flatMap((event) => event.lines).map(say).filter((line, index, all) => line !== all[index - 1]);
  const most = 3, isMore = lines.length > most && about.viewer !== null;
  const absent = seen.absent.filter((each) => each.invitation);
  return h("section", { class: "news", "aria-label": "News" },
    absent.length ? invitations(absent) : null,
    isMore && h("button", { class: "plain small", "data-k": "news", "aria-expanded": String(allNews), onclick: () => { allNews = !allNews; render(); } }, `Since ${lastOwn() < 0 ? "the start" : "your last turn"} (${lines.length})`),
    lines.length ? h("ul", isMore && allNews ? { class: "whole", tabindex: "0", "aria-label": "All news" } : {}, lines.slice(allNews ? 0 : -most).map((line) => h("li", {}, line))) : h("p", {}, log.length ? "Nothing has happened since." : "The cards are dealt."));
}

function invitations(absent) {
  return h("div", { class: "invitations" }, h("b", {}, "Invite your friends: one link for each seat"), absent.map((each) => linkLine(`${say(`Player ${each.seat + 1}`)}`, each.invitation)), onlyHere());
}

const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
function onlyHere() {
  return isHere && !server.local && !server.outside[0]
    && h("p", { class: "only-here" }, "Invitations of this server can be opened on this computer only. To let others in, start it with ", h("code", {}, "boardgames web --host 0.0.0.0"), ".");
}

function linkLine(label, invitation) {
  const base = server.outside[0] && isHere ? server.outside[0] : location.origin + location.pathname;
  const field = h("input", { type: "text", readonly: true, value: `${base}#join=${invitation}`, "aria-label": `Link for ${label}`, onfocus: (event) => event.target.select() });
  const copy = h("button", { class: "small", onclick: async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); copy.textContent = "Copied"; } catch { copy.textContent = "Press Ctrl+C"; }
  } }, "Copy");
  return h("div", { class: "link-line" }, h("span", {}, label), field, copy);
}

const recentFrom = () => (replay ? replay.log.length - 1 : about.viewer === null ? log.length : Math.max(0, lastOwn()));

// It runs downwards, and follows its end unless somebody has scrolled up to read.
function drawLog() {
  const place = $("log"), top = place.scrollTop;
  place.replaceChildren(h("h2", {}, "What happened"), ...logParts());
  place.scrollTop = top;
  followLog();
}
let follows = true;
function followLog() { if (follows || replay) $("log").scrollTop = $("log").scrollHeight; }
$("log").addEventListener("scroll", ({ target }) => { if (target.clientHeight) follows = target.scrollTop + target.clientHeight > target.scrollHeight - 24; });

// Under the parts of the game that its headings name first, such as `season 5 of 8`.
function logParts() {
  const from = recentFrom(), parts = [];
  (replay?.log || log).forEach((event, index) => {
    const name = capital(say(event.heading.split(/[,;]/)[0]));
    if (parts.at(-1)?.name !== name) parts.push({ name, items: [] });
    parts.at(-1).items.push(h("li", { class: index >= from ? "recent" : "" }, h("ul", {}, told(event).map((line) => h("li", {}, line)))));
  });
  if (!parts.length) return [h("ol", { class: "log" }, h("li", { class: "soft" }, "Nothing yet."))];
  return parts.flatMap(({ name, items }) => [name && h("h3", {}, name), h("ol", { class: "log" }, items)].filter(Boolean));
}
function openLog() {
  sheet("What happened", logParts());
  const body = document.querySelector(".sheet-body");
  body.scrollTop = body.scrollHeight;
}

// ---------------------------------------------------------------- the dock: hand and choices

function drawDock(scene, marks) {
  const dock = $("dock");
  if (replay) {
    const top = dock.querySelector(".judged")?.scrollTop;
    dock.replaceChildren(replayControls());
    if (top) dock.querySelector(".judged")?.scrollTo(0, top);
    return;
  }
  const parts = [];
  const mine = scene.areas.find((area) => area.seat === scene.viewer && scene.viewer !== null);
  const hands = mine ? mine.zones.filter((zone) => zone.key === "hand") : [];
  const prompt = seen.end ? "The game is over" : say(scene.prompt || (myTurn() ? "Your turn" : waitingFor(scene)));
  parts.push(h("h2", { class: `prompt${myTurn() ? " mine" : ""}` }, capital(prompt.replace(/:$/, ""))));
  const row = [];
  if (!seen.end) for (const zone of hands.filter((each) => each.items.length)) {
    const kinds = zone.items.length;
    row.push(h("div", { class: `hand${kinds > 12 ? " full" : kinds > 7 ? " many" : ""}` }, drawZone(zone, mine, marks)));
  }
  row.push(h("div", { class: "about-dock", hidden: true }), myTurn() && drawChoices(marks));
  parts.push(h("div", { class: "dock-row" }, row));
  if (seen.end) parts.push(endButtons());
  dock.replaceChildren(...parts);
}

function waitingFor(scene) {
  const names = scene.to_act.map(seatName);
  return names.length ? `Waiting for ${listed(names)}` : "";
}

function drawHint() {
  const ideas = hint.map((idea) => h("li", {}, h("b", {}, `${Math.round(idea.chance * 100)} % `), say(idea.text), idea.why && h("small", {}, ` ${idea.why}`)));
  const legend = [hint.some((idea) => idea.why) ? "Chances to win; after each reason, about how many percentage points it adds or takes." : "Chances to win."];
  if (hint.some((idea, i) => i && hint[i - 1].chance < idea.chance)) legend.push("Best first; the figures of choices given up early are rough.");
  return h("div", { class: "hint" }, h("b", {}, "A bot would:"), h("ol", {}, ideas), h("small", {}, legend.join(" ")));
}

function drawChoices(marks) {
  const list = possible();
  const most = phone.matches ? 6 : 8;
  const parts = [];
  if (hint) parts.push(drawHint());
  if (tray.length || group !== null) parts.push(drawTray());
  const exact = list.filter((index) => tray.length && targets[index].length === tray.length);
  const rest = list.filter((index) => !exact.includes(index));
  const menu = [...exact.map((index) => ({ index, exact: true })), ...entries(rest, most - exact.length)];
  const differ = new Set(list.map((index) => targets[index].join())).size > 1; // else cards would not narrow them down
  const crowded = menu.length > most && differ && !tray.length && group === null;
  const shown = crowded ? menu.filter((each) => each.index === undefined || targets[each.index].every((key) => key.startsWith("zone|"))) : menu.slice(0, 30);
  if (crowded && marks.size) parts.push(h("p", { class: "soft" }, "Pick an outlined card, or choose from the list."));
  parts.push(h("div", { class: "buttons" }, shown.map((each) => entryButton(each, list.length)),
    seen.choices.length > 1 && h("button", { class: "plain all", "data-k": "all", onclick: openList }, `List of all ${seen.choices.length}`)));
  return h("div", { class: "choices", role: "group", "aria-label": "Choices" }, parts);
}

function drawTray() {
  const kinds = [...new Set(tray)];
  return h("div", { class: "tray" }, group !== null && h("button", { class: "chip", "data-k": "t|group", onclick: () => { group = null; render(); } }, say(group), " ×"),
    kinds.map((key) => {
      const count = times(tray, key);
      return h("button", { class: "chip", "data-k": `t|${key}`, "aria-label": `Put back ${keyName(key)}`, onclick: () => { tray.splice(tray.lastIndexOf(key), 1); hint = null; render(); } },
        count > 1 ? `${count} ` : "", keyName(key), " ×");
    }),
    h("button", { class: "plain small", "data-k": "t|clear", onclick: () => { clear(); render(); } }, "Start over"));
}

function keyName(key) {
  const [kind, zone, piece] = key.split("|");
  if (kind === "seat") return seatName(Number(zone));
  if (kind === "zone") {
    const area = seen.scene.areas.find((each) => (each.seat ?? "c") === (zone === "c" ? "c" : Number(zone)));
    return say(area?.zones.find((each) => each.key === piece)?.name || piece);
  }
  const whose = kind === "c" || Number(kind) === about.viewer ? "" : `${seatName(Number(kind))}: `;
  return whose + (piece === "?" ? zone : pieces[piece]?.name || piece);
}

// Turn a list of choices into few entries: ranges of amounts, groups if there are too many, and single actions.
function entries(list, most) {
  const groups = new Map();
  for (const index of list) {
    const name = seen.choices[index].group;
    const key = name ? `g${name}` : `i${index}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(index);
  }
  const isRange = (each) => each.length > 3 && each.every((index) => seen.choices[index].amount !== null)
    && new Set(each.map((index) => seen.choices[index].amount)).size === each.length;
  const single = [...groups.values()].filter((each) => !isRange(each)).reduce((sum, each) => sum + each.length, 0);
  const menu = [];
  for (const members of groups.values()) {
    if (isRange(members)) menu.push({ range: members, name: seen.choices[members[0]].group });
    else if (single > most && members.length > 2 && group === null && groups.size > 1) menu.push({ members, name: seen.choices[members[0]].group });
    else menu.push(...members.map((index) => ({ index })));
  }
  return menu;
}

function entryButton(entry, total) {
  if (entry.range) return rangeControl(entry);
  if (entry.members) return h("button", { class: "group", "data-k": `g|${entry.name}`, onclick: () => { group = entry.name; render(); } }, capital(say(entry.name)), h("small", {}, `: ${plural(entry.members.length, "choice")}`));
  const choice = seen.choices[entry.index];
  return h("button", { class: `choice${entry.exact || total === 1 ? " main" : ""}`, "data-k": `a|${choice.action}`, onclick: () => quietly(act(choice)),
    onmouseenter: () => aim(entry.index, true), onmouseleave: () => aim(entry.index, false), onfocus: () => aim(entry.index, true), onblur: () => aim(entry.index, false) },
    h("span", {}, capital(say(choice.text))), choice.note && h("small", {}, say(choice.note)));
}

// Show on the table what a choice touches.
function aim(index, on) {
  for (const key of targets[index] || []) document.querySelectorAll(`[data-k="${CSS.escape(key)}"]`).forEach((each) => each.classList.toggle("aim", on));
}

const chosenAmount = new Map();
function rangeControl(entry) {
  const list = [...entry.range].sort((one, other) => seen.choices[one].amount - seen.choices[other].amount);
  const of = (place) => seen.choices[list[place]];
  const plain = list.filter((index) => !seen.choices[index].note).length;
  const kept = chosenAmount.get(entry.name);
  let place = kept !== undefined && kept.version === seen.version ? Math.min(kept.place, list.length - 1) : 0;
  const label = entry.name || "amount";
  const slider = h("input", { type: "range", min: 0, max: list.length - 1, step: 1, value: place, "aria-label": capital(label), "data-k": `r|${entry.name}` });
  slider.value = place;
  const field = h("input", { type: "number", class: "amount", min: of(0).amount, max: of(list.length - 1).amount, "aria-label": `${capital(label)}, as a number`, "data-k": `n|${entry.name}` });
  const note = h("p", { class: "note", "aria-live": "polite" });
  const button = h("button", { class: "main", "data-k": `do|${entry.name}`, onclick: () => quietly(act(of(place))) });
  if (plain && plain < list.length) slider.style.setProperty("--means", `${((plain - 0.5) / (list.length - 1)) * 100}%`);
  const [least, most] = [of(0).amount, of(list.length - 1).amount];
  const permitted = most - least < list.length ? `${least} to ${most} only` : `${listed(list.map((index) => seen.choices[index].amount))} only`;
  function set(next, typed = false) {
    place = Math.max(0, Math.min(list.length - 1, next));
    chosenAmount.set(entry.name, { version: seen.version, place });
    slider.value = place;
    slider.setAttribute("aria-valuetext", `${of(place).amount}${of(place).note ? `, ${of(place).note}` : ""}`);
    if (!typed) field.value = of(place).amount;
    field.removeAttribute("aria-invalid");
    button.disabled = false;
    button.textContent = capital(say(of(place).text));
    note.textContent = say(of(place).note);
    note.classList.toggle("beyond", Boolean(of(place).note));
  }
  function refuse() {
    field.setAttribute("aria-invalid", "true");
    button.disabled = true;
    button.textContent = capital(label);
    note.textContent = permitted;
    note.classList.add("beyond");
  }
  slider.addEventListener("input", () => set(Number(slider.value)));
  field.addEventListener("input", () => {
    const wanted = field.value.trim() && list.findIndex((index) => seen.choices[index].amount === Number(field.value));
    if (wanted === "" || wanted < 0) refuse(); else set(wanted, true);
  });
  field.addEventListener("keydown", (event) => { if (event.key === "Enter" && !button.disabled) button.click(); });
  set(place);
  return h("div", { class: "range" }, h("button", { class: "step", "aria-label": "Less", onclick: () => set(place - 1) }, "−"), slider,
    h("button", { class: "step", "aria-label": "More", onclick: () => set(place + 1) }, "+"), field, button, note);
}

function openList() {
  sheet("All choices", [h("ol", { class: "plain-list" }, seen.choices.map((choice) => h("li", {},
    h("button", { "data-k": `l|${choice.action}`, onclick: () => { $("sheet").close(); quietly(act(choice)); } }, capital(say(choice.text)), choice.note && h("small", {}, ` ${say(choice.note)}`)))))]);
}

// ---------------------------------------------------------------- the end, and looking back

function ending() {
  const { outcome, sheet: sheetOf, remarks, seed, faults } = seen.end;
  const won = outcome.winners.map(seatName);
  const verb = won.length === 1 && won[0] !== "You" ? "wins" : "win";
  const places = [];
  let place = 1;
  for (const seats of outcome.ranking) { for (const seat of seats) places.push([place, seat]); place += seats.length; }
  const headline = won.length > 1 ? `${listed(won)} share the victory` : `${won[0]} ${verb}`;
  return h("section", { class: "ending", "aria-label": "Result" }, h("h2", {}, headline),
    h("p", { class: "soft" }, [outcome.reason, outcome.tie_break ? `the tie was broken by ${outcome.tie_break}` : ""].filter(Boolean).map((each) => capital(say(each))).join("; "), "."),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Score sheet" }, h("table", { class: "sheet" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Points from"), places.map(([at, seat]) => h("th", { scope: "col", class: outcome.winners.includes(seat) ? "won" : "" }, h("small", {}, `${at}.`), " ", seatName(seat))))),
      h("tbody", {}, sheetOf.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, capital(say(line.source)), line.rule && h("button", { class: "plain small rule", onclick: () => quietly(openRules(line.rule)) }, line.rule)),
        places.map(([, seat]) => h("td", {}, String(line.points[seat]).replace("-", "−")))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), places.map(([, seat]) => h("td", { class: outcome.winners.includes(seat) ? "won" : "" }, String(outcome.scores[seat]).replace("-", "−"))))))),
    remarks.map((each) => h("p", {}, say(each))),
    faults.length ? h("p", { class: "soft" }, `${plural(faults.length, "bot fault")}: ${faults.map((each) => `${seatName(each.seat)} ${each.reason}`).slice(0, 3).join("; ")}`) : null,
    h("p", { class: "soft" }, `Seed ${seed}`, about.chosen ? ", chosen beforehand." : "."));
}

function endButtons() {
  return h("div", { class: "buttons" },
    seen.next ? h("button", { class: "main", onclick: () => quietly(sit(seen.next)) }, "Next game")
      : (about.viewer !== null || !about.seats.includes(HUMAN)) && h("button", { class: "main", "data-k": "rematch", onclick: () => quietly(ask("rematch").then((answer) => answer.token && sit(answer.token))) }, "Play again, seats rotated"),
    about.viewer !== null && h("button", { "data-k": "judge", onclick: () => quietly(startJudging()) }, "How did I play?"),
    h("button", { "data-k": "replay", onclick: () => quietly(startReplay()) }, "Replay with open hands"),
    h("button", { "data-k": "record", onclick: () => quietly(download()) }, "Download the record"),
    h("button", { "data-k": "new", onclick: () => quietly(startPage()) }, "New game"));
}

async function download() {
  const { record, seed } = await ask("record");
  const link = h("a", { href: URL.createObjectURL(new Blob([record], { type: "application/json" })), download: `${about.game}-${seed}.json` });
  document.body.append(link);
  link.click();
  link.remove();
}

function openReplay(view) {
  replay = { ply: 0, view, log: [] };
  guard();
}

async function startReplay() {
  openReplay("open");
  if (!seen) { seen = { scene: { areas: [], heading: "", notes: [], to_act: [], unseen: [], text: "" }, choices: [], names: [], absent: [], end: null, log: [], undone: 0, version: 0 }; }
  const first = await stepTo(0);
  if (!about.reading) await stepTo(first.plies);
}

// Asks for one decision after the other, so that something can be seen soon, until somebody looks elsewhere.
async function startJudging() {
  if (!replay) openReplay(String(about.viewer));
  const seat = Number(replay.view);
  const judged = { seat, found: [], at: 0, plies: 0, done: false };
  replay.judged = judged;
  try {
    await stepTo(replay.ply);
    while (replay?.judged === judged && !judged.done) {
      const { judgement, plies } = await ask("judge", { seat, after: judged.at });
      judged.plies = plies;
      judged.done = !judgement;
      if (judgement) { judged.found.push(judgement); judged.at = judgement.ply; }
      if (replay?.judged === judged) showJudged();
    }
  } catch (error) {
    if (replay?.judged === judged) {
      if (replay.scene) replay.judged = null; else replay = null; // so that it can be asked for again
      render();
    }
    throw error;
  }
  if (replay?.judged === judged) announce(judgedSummary(judged));
}

// Nothing else is drawn anew: somebody may be using the slider, or the list of views.
function showJudged() {
  const old = document.querySelector(".judged");
  const drawn = drawJudged();
  const focus = old.contains(document.activeElement) && document.activeElement.dataset.k;
  const top = old.scrollTop;
  document.querySelector(".replay .at").replaceWith(replayPrompt());
  old.replaceWith(drawn);
  drawn.scrollTop = top;
  if (focus) drawn.querySelector(`[data-k="${focus}"]`)?.focus();
}

function judgedSummary({ seat, found, at, plies, done }) {
  const good = found.filter((each) => !each.cost).length;
  const whose = seatName(seat) === "You" ? "your" : `${seatName(seat)}'s`;
  const so = found.length ? `${good} of ${whose} ${plural(found.length, "decision")} ${good === 1 ? "is" : "are"} as good as what a search prefers.` : "There was nothing to decide.";
  return done ? so : `Looking at every decision: action ${at} of ${plies || replay.plies} ...`;
}

const percent = (chance) => `${Math.round(chance * 100)} %`;
const comparison = (each) => `${capital(say(each.done_text))} (${percent(each.chance)}). Better: ${say(each.best_text)} (${percent(each.best_chance)}).`;
const judgedHere = () => replay.judged?.found.find((each) => each.ply === replay.ply + 1);

// Before a decision that was judged, the replay says so, and what was chosen and what the search prefers.
function replayPrompt() {
  const next = judgedHere();
  return h("div", { class: "at" },
    h("h2", { class: "prompt" }, next ? `Before action ${next.ply} of ${replay.plies}` : `Replay: action ${replay.ply} of ${replay.plies}`),
    next && h("p", {}, next.cost ? comparison(next) : `${capital(say(next.done_text))} (${percent(next.chance)}): as good as what a search prefers.`));
}

function drawJudged() {
  const { found, done } = replay.judged;
  const costly = found.filter((each) => each.cost).sort((one, other) => other.cost - one.cost);
  return h("section", { class: "judged", tabindex: "0", "aria-label": "Decisions" }, h("p", {}, judgedSummary(replay.judged)),
    costly.length > 0 && h("ol", {}, costly.map((each) => h("li", {},
      h("button", { class: "plain", "data-k": `j${each.ply}`, "aria-current": each === judgedHere() ? "true" : null, onclick: () => quietly(stepTo(each.ply - 1)) }, `Action ${each.ply}${each.when ? `, ${each.when}` : ""}`),
      ` ${comparison(each)}`,
      each.why && h("small", {}, ` ${capital(each.why)}.`)))),
    done && h("p", { class: "soft" }, "Chances to win, from what could be known then; the costliest first; after each reason, about how many percentage points it adds or takes. Choose an action to see the table before it."));
}

async function stepTo(ply) {
  const seat = replay.view === "open" || replay.view === "watch" ? null : Number(replay.view);
  const kept = replay.log.slice(0, ply);
  const answer = await ask("replay", { ply, seat, open: replay.view === "open", log: kept.length });
  if (!replay) return answer;
  const now = counted(answer.scene);
  justNow = new Set();
  if (replay.counts) for (const [key, count] of now) if (count > (replay.counts.get(key) || 0)) justNow.add(key);
  replay = { ...replay, ply, plies: answer.plies, scene: answer.scene, log: [...kept, ...answer.log], counts: now };
  fresh = new Set();
  render();
  justNow = new Set();
  announce(sentences(judgedHere() ? [...document.querySelector(".replay .at").children].map((each) => each.textContent) : [`${ply} of ${answer.plies}`, ...replayed()]));
  return answer;
}

const replayed = () => replay.log.slice(-1).flatMap(told);

function replayNews() {
  const { forfeit } = about, forfeited = forfeit && replay.ply === replay.plies && `${seatName(forfeit.player)} has forfeited the game: ${forfeit.reason}.`;
  return h("section", { class: "news", "aria-label": "News" }, replay.log.length ? h("ul", {}, replayed().map((line) => h("li", {}, line))) : h("p", {}, "The cards are dealt."),
    forfeited && h("p", {}, forfeited));
}

function replayControls() {
  const go = (ply) => quietly(stepTo(Math.max(0, Math.min(replay.plies, ply))));
  const slider = h("input", { type: "range", min: 0, max: replay.plies, value: replay.ply, "aria-label": "Action", "aria-valuetext": `${replay.ply} of ${replay.plies}`, "data-k": "replay-slider", oninput: (event) => go(Number(event.target.value)) });
  slider.value = replay.ply;
  const views = [["open", "all hands open"], ...Array.from({ length: about.players }, (_, seat) => [String(seat), `as ${seatName(seat) === "You" ? "you" : seatName(seat)} saw it`]), ["watch", "as a spectator saw it"]];
  const seated = !["open", "watch"].includes(replay.view);
  return h("div", { class: "replay" }, replayPrompt(),
    replay.judged && drawJudged(), slider, h("div", { class: "buttons" },
      h("button", { "aria-label": "To the start", "data-k": "r0", onclick: () => go(0) }, "«"),
      h("button", { "data-k": "r1", disabled: !replay.ply, onclick: () => go(replay.ply - 1) }, "Back"),
      h("button", { "data-k": "r2", class: "main", disabled: replay.ply === replay.plies, onclick: () => go(replay.ply + 1) }, "Next"),
      h("button", { "data-k": "r3", onclick: togglePlaying }, playing ? "Pause" : "Play"),
      h("button", { "aria-label": "To the end", "data-k": "r4", onclick: () => go(replay.plies) }, "»"),
      h("label", { class: "view" }, h("span", { class: "hidden-text" }, "Seen"), h("select", { "data-k": "r5", onchange: (event) => { replay = { ...replay, view: event.target.value, counts: null, judged: null, log: [] }; go(replay.ply); } },
        views.map(([value, text]) => h("option", { value, selected: value === replay.view }, capital(text))))),
      seated && !replay.judged && h("button", { "data-k": "r7", onclick: () => quietly(startJudging()) }, "Judge the decisions"),
      h("button", { "data-k": "r6", onclick: endReplay }, about.reading ? "Close" : "Back to the result")));
}

function togglePlaying() {
  const mine = playing ? 0 : Date.now();
  playing = mine;
  const next = async () => {
    if (!mine || playing !== mine || !replay || replay.ply >= replay.plies) { if (playing === mine) playing = 0; if (replay) render(); return; }
    await quietly(stepTo(replay.ply + 1));
    setTimeout(next, 900);
  };
  render();
  next();
}

function endReplay() {
  playing = 0;
  replay = null;
  if (about.reading) quietly(startPage()); else render();
}

// ---------------------------------------------------------------- sheets: rules, menu

function sheet(title, content) {
  const box = $("sheet");
  box.replaceChildren(h("header", {}, h("h2", { id: "sheet-title" }, title), h("button", { onclick: () => box.close(), "aria-label": "Close" }, "×")), h("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-label": title }, content));
  if (!box.open) box.showModal();
  guard();
  box.querySelector(".sheet-body").scrollTop = 0;
}
$("sheet").addEventListener("click", (event) => { if (event.target === $("sheet")) $("sheet").close(); });

// The Back button of the browser goes from what is open to the table, from there to the start page, and then away. For
// this the history has an entry for the table, and one above it that stands for whatever is open; `depth` counts them.
// An entry of something that has been closed otherwise is passed over.
const standsFor = () => history.state?.place;
function enter(next) {
  if (standsFor() !== next) history.pushState({ place: next, depth: (history.state?.depth || 0) + 1 }, "");
}
function guard() { enter("open"); }
addEventListener("popstate", () => {
  if (!token || location.hash) return; // the start page, where Forward has nothing to open again
  if (!standsFor()) quietly(startPage());
  else if (standsFor() === "open") return;
  else if ($("sheet").open) {
    $("sheet").close();
    if (replay) guard();
  } else if (replay) endReplay();
  else history.back();
});

const rulesOf = {};
async function openRules(rule = "") {
  rulesOf[token] ??= (await ask("rules")).rules;
  const content = markdown(rulesOf[token]);
  sheet(`Rules of ${about.title}`, [content]);
  if (!rule) return;
  const wanted = [...content.querySelectorAll("[data-rule]")];
  const found = wanted.find((each) => each.dataset.rule === rule) || wanted.find((each) => rule.startsWith(`${each.dataset.rule}.`));
  if (found) { found.classList.add("wanted"); found.scrollIntoView({ block: "center" }); }
}

// The Markdown of our rules: headings, paragraphs, lists, tables, emphasis; nothing else, and never HTML.
function markdown(text) {
  const root = h("div", { class: "rules" });
  const words = (line) => line.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) =>
    part.startsWith("**") && part.length > 4 ? h("b", {}, part.slice(2, -2)) : part.startsWith("`") && part.length > 2 ? h("code", {}, part.slice(1, -1))
      : part.startsWith("*") && part.length > 2 ? h("i", {}, part.slice(1, -1)) : part);
  let list = null, block = null, table = null, tables = 0;
  const finish = () => {
    if (block) {
      const content = block.lines.join(" ");
      const rule = /^([A-Z]\d+(?:\.\d+)*)\b/.exec(content)?.[1];
      block.element.append(...words(content));
      if (rule) block.element.dataset.rule = rule;
    }
    block = null;
  };
  for (const line of text.split("\n")) {
    const bare = line.trim();
    if (!bare) { finish(); table = null; if (!line.startsWith(" ")) list = null; continue; }
    const heading = /^(#+) (.*)/.exec(bare);
    if (heading) {
      finish(); list = table = null;
      const rule = /\(([A-Z]\d+)\)/.exec(heading[2])?.[1];
      root.append(h(`h${Math.min(6, heading[1].length + 2)}`, { "data-rule": rule }, words(heading[2])));
    } else if (bare.startsWith("|")) {
      finish(); list = null;
      const cells = bare.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
      if (!table) { table = h("tbody"); root.append(h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table ${++tables}` }, h("table", {}, h("thead", {}, h("tr", {}, cells.map((cell) => (cell ? h("th", { scope: "col" }, words(cell)) : h("td"))))), table))); }
      else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) table.append(h("tr", {}, cells.map((cell) => h("td", {}, words(cell)))));
    } else if (/^[-*] /.test(bare)) {
      finish(); table = null;
      if (!list) { list = h("ul"); root.append(list); }
      block = { element: h("li"), lines: [bare.slice(2)] };
      list.append(block.element);
    } else if (block) block.lines.push(bare);
    else {
      list = table = null;
      block = { element: h("p"), lines: [bare] };
      root.append(block.element);
    }
  }
  finish();
  return root;
}

function themeButton() {
  const themes = ["auto", "light", "dark"];
  const current = store.get(localStorage, "theme") || "auto";
  return h("button", { class: "small", "aria-label": `Colours: ${current}`, onclick: (event) => {
    const next = themes[(themes.indexOf(store.get(localStorage, "theme") || "auto") + 1) % 3];
    store.set(localStorage, "theme", next);
    setTheme();
    event.currentTarget.replaceWith(themeButton());
  } }, `Colours: ${current}`);
}
function setTheme() {
  const theme = store.get(localStorage, "theme") || "auto";
  document.documentElement.dataset.theme = theme;
}

function openMenu() {
  const parts = [];
  if (about.viewer !== null && !about.reading) {
    const field = h("input", { id: "my-name", type: "text", maxlength: "20", value: seen.names[about.viewer] || "", autocomplete: "nickname" });
    parts.push(h("form", { class: "menu-line", onsubmit: (event) => { event.preventDefault(); quietly(ask("name", { name: field.value }).then(() => $("sheet").close())); } },
      h("label", { for: "my-name" }, "Your name"), field, h("button", { type: "submit" }, "Save")));
  }
  const absent = seen.absent.filter((each) => each.invitation);
  if (absent.length) parts.push(invitations(absent));
  if (seen.watch) parts.push(linkLine("Spectators", seen.watch));
  if (seen.watch && !absent.length) parts.push(onlyHere());
  parts.push(h("div", { class: "menu-line" }, themeButton(), h("button", { onclick: () => { $("sheet").close(); quietly(startPage()); } }, "Leave the table")),
    h("p", { class: "soft" }, "You can come back later from the start page in this browser."),
    about.chosen ? h("p", { class: "soft" }, "The seed of this game was chosen, so somebody may know the cards.") : null,
    h("p", { class: "soft" }, "Keys: Tab goes from zone to zone, arrows from card to card, Enter picks, Escape starts over."));
  sheet("Menu", parts);
}

// ---------------------------------------------------------------- keys

document.addEventListener("keydown", (event) => {
  if ($("sheet").open) return;
  if (event.key === "Escape" && seen && !replay && (tray.length || group !== null || hint)) {
    const back = tray.at(-1);
    clear();
    render();
    if (back) document.querySelector(`[data-k="${CSS.escape(back)}"]`)?.focus();
  } else if (event.key === "Escape" && inspected) { inspected = null; drawAbout(); }
  const card = document.activeElement?.closest?.(".cards");
  const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -99, End: 99 };
  if (card && event.key in moves) {
    const cards = [...card.querySelectorAll("button.card")];
    const at = cards.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    const next = cards[Math.max(0, Math.min(cards.length - 1, at + moves[event.key]))];
    cards.forEach((each) => { each.tabIndex = each === next ? 0 : -1; });
    next.focus();
  }
});
$("home").addEventListener("click", () => quietly(startPage()));
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); $("dock").focus(); }); // no entry in the history
phone.addEventListener("change", () => { if (seen && about) render(); });

async function begin() {
  setTheme();
  try {
    server = await connect((text) => { $("start").hidden = false; $("start").replaceChildren(h("p", { class: "loading", role: "status" }, text)); });
  } catch (error) { alarm(error.message); return; }
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("key")) { store.set(localStorage, "key", hash.get("key")); history.replaceState(null, "", location.pathname); }
  const kept = store.get(sessionStorage, "seat");
  if (hash.has("join")) await joinPage(hash.get("join"));
  else if (kept) await sit(kept);
  else await startPage();
}
addEventListener("hashchange", () => { if (/^#(join|key)=/.test(location.hash)) location.reload(); });
begin().catch((error) => { console.debug(error.message); alarm("the page cannot start"); });
