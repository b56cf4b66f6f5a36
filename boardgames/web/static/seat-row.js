// A line of the form for a new game: who sits at a seat, and under which name.
import { h, phone } from "./dom.js";
import { HUMAN, session } from "./session.js";

export const SPEC_KIND = "other"; // a bot that is given by its spec

// Each with its text, and a shorter one for narrow screens.
const BOTS = [
  ["easy", "Easy bot: looks one move ahead, and makes mistakes", "Easy bot"],
  ["fair", "Fair bot: looks one move ahead", "Fair bot"],
  ["strong", "Strong bot: searches for 1 second a move", "Strong bot (1 s)"],
  ["mcts:seconds=4", "Bot: searches for 4 seconds a move", "Search bot (4 s)"],
  ["mcts:iterations=60", "Bot: searches only a little", "Hasty search bot"],
  ["random", "Bot: plays at random", "Random bot"],
];
// Their specs can be given.
const BY_SPEC = ["mcts", "greedy"];

// Who may sit at a seat, as pairs of a value and a text. `bots` are the specs of all bots that the server has.
export function seatKinds(bots) {
  const others = bots.filter((bot) => !BY_SPEC.includes(bot) && !BOTS.some(([spec]) => spec === bot));
  const kinds = [
    ["me", "Me"],
    ...(session.server.local ? [] : [[HUMAN, "A friend, by invitation", "A friend"]]),
    ...BOTS,
    ...others.map((bot) => [bot, `Bot: ${bot}`]),
    [SPEC_KIND, "Another bot, by its spec …", "Another bot …"],
  ];
  return kinds.map(([value, text, short]) => [value, (phone.matches && short) || text]);
}

// A kind that is not offered, as it may be from an earlier visit, is the spec of a bot.
export function seatRow(seat, { kind, name, spec }, kinds, onchange) {
  const number = seat + 1;
  const isOffered = kinds.some(([value]) => value === kind);
  const selected = isOffered ? kind : SPEC_KIND;
  const options = kinds.map(([value, text]) => h("option", { value, selected: value === selected }, text));
  const specField = h("input", {
    class: "spec",
    type: "text",
    value: isOffered ? spec : kind,
    hidden: true,
    maxlength: "80",
    placeholder: "mcts:seconds=2",
    "aria-label": `Spec of the bot of player ${number}`,
  });
  const nameField = h("input", {
    class: "name",
    type: "text",
    maxlength: "20",
    autocomplete: "off",
    placeholder: "name",
    "aria-label": `Name of player ${number}`,
    value: name,
  });
  return h(
    "div",
    { class: "seat-row" },
    h("span", { class: "number" }, number),
    h("select", { "aria-label": `Player ${number}`, onchange }, options),
    specField,
    nameField,
  );
}

export function readRow(row) {
  return {
    kind: row.querySelector("select").value,
    name: row.querySelector("input.name").value,
    spec: row.querySelector("input.spec").value,
  };
}
