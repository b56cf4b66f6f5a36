// What this browser remembers: settings such as the colours, and the tables where it has a seat.
import { h, patch } from "./dom.js";
import { HUMAN, session } from "./session.js";

const MOST_SEATS = 12;

// `area` is localStorage or sessionStorage; in a private window there may be nothing to read or write.
export const store = {
  get(area, name) {
    try {
      return JSON.parse(area.getItem(name));
    } catch {
      return null;
    }
  },
  set(area, name, value) {
    try {
      if (value === null) area.removeItem(name);
      else area.setItem(name, JSON.stringify(value));
    } catch {
      // It is not remembered, then.
    }
  },
};

export const keptSeats = () => store.get(localStorage, "seats") || [];
const seatsBut = (token) => keptSeats().filter((each) => each.token !== token);

// Remember our seat: for this window, and first in the list of "Your tables".
export function keepSeat() {
  const { token, table, snapshot } = session;
  store.set(sessionStorage, "seat", token);
  const entry = {
    token,
    title: table.title,
    who: table.viewer === null ? "watching" : `player ${table.viewer + 1}`,
    players: table.reading ? [] : otherPlayers(),
    over: Boolean(snapshot?.end || table.reading),
    when: Date.now(),
  };
  store.set(localStorage, "seats", [entry, ...seatsBut(token)].slice(0, MOST_SEATS));
}

function otherPlayers() {
  const { table, snapshot } = session;
  const nameOf = (spec, seat) => snapshot?.names[seat] || (spec === HUMAN ? "a person" : spec.split(":")[0]);
  return table.seats.flatMap((spec, seat) => (seat === table.viewer ? [] : nameOf(spec, seat)));
}

export const dropSeat = (token) => store.set(localStorage, "seats", seatsBut(token));

// A button that changes a setting, and says how it is set.
export function settingButton(text, change) {
  const onclick = ({ currentTarget }) => {
    change();
    patch(currentTarget, text());
  };
  return h("button.small", { onclick }, text());
}

// ---- what somebody at their first game has been told already, by game and sentence

const MOST_TIPS = 100;

const readTips = () => store.get(localStorage, "tips") || [];
const tipKey = (tip) => `${session.table.game}: ${tip}`;

// What is worth telling now: the goal of the game, and what this phase is about.
export function unreadTips() {
  const { table, snapshot } = session;
  return [table.goal, snapshot.scene.tip].filter((tip) => tip && !readTips().includes(tipKey(tip)));
}

export function rememberTips() {
  const told = [...unreadTips().map(tipKey), ...readTips()];
  store.set(localStorage, "tips", told.slice(0, MOST_TIPS));
}

// ---- light or dark colours: as the system has them, unless somebody has chosen

const THEMES = ["auto", "light", "dark"];
const chosenTheme = () => store.get(localStorage, "theme") || "auto";

export function applyTheme() {
  document.documentElement.dataset.theme = chosenTheme();
}

export function themeButton() {
  return settingButton(
    () => `Colours: ${chosenTheme()}`,
    () => {
      store.set(localStorage, "theme", THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length]);
      applyTheme();
    },
  );
}
