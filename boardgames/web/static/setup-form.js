// The form for a new game: which game, how many players, who plays, and what else can be set.
import { alarm, ask, quietly } from "./ask.js";
import { h } from "./dom.js";
import { gameColour } from "./emblems.js";
import { onlyHereNote } from "./invitations.js";
import { readRow, seatKinds, seatRow, SPEC_KIND } from "./seat-row.js";
import { HUMAN, session } from "./session.js";
import { sit } from "./sit.js";
import { store } from "./store.js";

const USUAL_PLAYERS = 3;
const SEED_NOTES = {
  alone: "The same seed deals the same game.",
  together: "You can choose the seed only against bots: whoever knows the seed knows all hands.",
};

// `offer` is the answer to `about`: the games and bots that there are.
export const setupForm = (offer) => new SetupForm(offer).element;

class SetupForm {
  kept = store.get(localStorage, "setup") || {}; // what was chosen last
  games = h("div", { class: "games", role: "radiogroup", "aria-label": "Game" });
  counts = h("div", { class: "counts", role: "radiogroup", "aria-label": "Number of players" });
  rows = h("div", { class: "seats-form" });
  friendsNote = h("div", {}, onlyHereNote());
  options = optionFields();

  constructor(offer) {
    this.offered = offer.games;
    this.kinds = seatKinds(offer.bots);
    this.game = this.offered.find((each) => each.game === this.kept.game) || this.offered[0];
    this.drawGames();
    this.drawCounts();
    const onsubmit = (event) => {
      event.preventDefault();
      quietly(this.deal());
    };
    this.element = h(
      "form",
      { class: "panel setup", oninput: () => alarm(), onsubmit },
      h("h2", { class: "hidden-text" }, "A new game"),
      this.games,
      h("div", { class: "line" }, h("span", { class: "label" }, "Players"), this.counts),
      this.rows,
      this.friendsNote,
      h("details", {}, h("summary", {}, "More"), optionLines(this.options)),
      h("button", { class: "main", type: "submit" }, "Deal"),
    );
  }

  get chosenCount() {
    return Number(this.counts.querySelector("input:checked")?.value);
  }

  get selects() {
    return [...this.rows.querySelectorAll("select")];
  }

  get chosenSeats() {
    return [...this.rows.children].map(readRow);
  }

  drawGames() {
    const choose = (game) => {
      this.game = game;
      this.drawCounts();
    };
    const radios = this.offered.map((game) => gameRadio(game, game === this.game, () => choose(game)));
    this.games.replaceChildren(...radios);
  }

  // A game that cannot be played by as many as before is offered for the nearest number.
  drawCounts() {
    const wanted = this.chosenCount || this.kept.seats?.length || USUAL_PLAYERS;
    const distance = (count) => Math.abs(count - wanted);
    const { players } = this.game;
    const nearest = players.reduce((best, each) => (distance(each) < distance(best) ? each : best));
    const drawRows = () => this.drawRows();
    this.counts.replaceChildren(...players.map((count) => countRadio(count, count === nearest, drawRows)));
    this.drawRows();
  }

  drawRows() {
    const before = this.chosenSeats;
    const drawRow = (_, seat) =>
      seatRow(seat, before[seat] || this.keptSeat(seat), this.kinds, ({ target }) => this.changed(target));
    this.rows.replaceChildren(...Array.from({ length: this.chosenCount }, drawRow));
    this.update();
  }

  keptSeat(seat) {
    const { seats, names } = this.kept;
    return { kind: seats?.[seat] || (seat ? "fair" : "me"), name: names?.[seat] || "", spec: "" };
  }

  changed(select) {
    const others = this.selects.filter((each) => each !== select && each.value === "me");
    // Only one seat is ours.
    if (select.value === "me") for (const other of others) other.value = session.server.local ? "fair" : HUMAN;
    this.update();
  }

  // Show and enable what fits the kinds of players.
  update() {
    const { seed, seedNote, watch, quick } = this.options;
    for (const row of this.rows.children) {
      const field = row.querySelector(".spec");
      field.required = row.querySelector("select").value === SPEC_KIND;
      field.hidden = !field.required;
    }
    const people = this.selects.filter((each) => ["me", HUMAN].includes(each.value)).length;
    seed.disabled = people > 1;
    seedNote.textContent = people > 1 ? SEED_NOTES.together : SEED_NOTES.alone;
    quick.disabled = people !== 1;
    this.friendsNote.hidden = people < 2;
    watch.disabled = Boolean(session.server.local);
  }

  async deal() {
    const { game } = this.game;
    const { pace, seed, watch, quick } = this.options;
    const chosen = this.chosenSeats;
    const names = chosen.map((each) => each.name.trim());
    const specs = chosen.map(({ kind, spec }) => (kind === SPEC_KIND ? spec.trim() : kind));
    store.set(localStorage, "setup", { game, seats: specs, names });
    const seats = chosen.map(({ kind }, seat) => (kind === "me" ? HUMAN : specs[seat]));
    const usualPace = seats.includes(HUMAN) ? 0 : 1;
    const asked = {
      game,
      seats,
      names,
      pace: pace.value === "auto" ? usualPace : Number(pace.value),
      watch: watch.checked && !watch.disabled,
      quick: quick.checked,
    };
    const own = chosen.findIndex(({ kind }) => kind === "me");
    if (own >= 0) asked.seat = own;
    if (seed.value.trim() && !seed.disabled) asked.seed = Number(seed.value);
    const { token } = await ask("start", asked);
    await sit(token);
  }
}

function gameRadio({ game, title, players }, checked, onchange) {
  const emblem = h("span", { class: "box", "aria-hidden": "true" }, title.charAt(0));
  emblem.style.setProperty("--c", gameColour(game));
  const range = players.length > 1 ? `${players[0]} to ${players.at(-1)}` : players[0];
  return h(
    "label",
    { class: "game" },
    h("input", { type: "radio", name: "game", value: game, checked, onchange }),
    emblem,
    h("span", {}, h("b", {}, title), h("small", {}, `${range} players`)),
  );
}

function countRadio(count, checked, onchange) {
  const radio = h("input", { type: "radio", name: "count", value: count, checked, onchange });
  return h("label", {}, radio, h("span", {}, count));
}

// ---- what else can be set

function optionFields() {
  const paces = [
    ["auto", "none; 1 second if only bots play"],
    ["0.7", "0.7 seconds"],
    ["1.5", "1.5 seconds"],
    ["3", "3 seconds"],
  ];
  const options = paces.map(([value, text]) => h("option", { value }, text));
  return {
    pace: h("select", { id: "pace" }, options),
    seed: h("input", {
      id: "seed",
      type: "text",
      inputmode: "numeric",
      pattern: "[0-9]*",
      maxlength: "15",
      autocomplete: "off",
      placeholder: "random",
    }),
    seedNote: h("p", { class: "soft", id: "seed-note" }),
    watch: h("input", { id: "watch", type: "checkbox" }),
    quick: h("input", { id: "quick", type: "checkbox", checked: true }),
  };
}

function optionLines({ pace, seed, seedNote, watch, quick }) {
  const label = (id, text) => h("label", { for: id }, text);
  return h(
    "div",
    { class: "more" },
    ...[label("pace", "Pause before each bot move"), pace],
    ...[label("seed", "Seed"), h("div", {}, seed, seedNote)],
    ...[label("watch", "Let spectators watch, by link"), h("div", {}, watch)],
    ...[label("quick", "Play forced moves for me"), h("div", {}, quick)],
  );
}
