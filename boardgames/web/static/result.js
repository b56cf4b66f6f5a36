// Draws the result of a game with its score sheet, and the buttons for what comes next.
import { ask, quietly } from "./ask.js";
import { h } from "./dom.js";
import { openStartPage } from "./hooks.js";
import { startJudging } from "./judging.js";
import { startReplay } from "./replay.js";
import { openRules } from "./rules.js";
import { HUMAN, seatName, session, withNames } from "./session.js";
import { sit } from "./sit.js";
import { capital, listed, plural, withMinus } from "./words.js";

const MOST_FAULTS = 3;

export function drawResult() {
  const { outcome, remarks, seed, faults } = session.snapshot.end;
  const tieBreak = outcome.tie_break && `the tie was broken by ${outcome.tie_break}`;
  const reasons = [outcome.reason, tieBreak].filter(Boolean).map((each) => capital(withNames(each)));
  return h(
    "section",
    { class: "ending", "aria-label": "Result" },
    h("h2", {}, headline(outcome.winners)),
    h("p", { class: "soft" }, reasons.join("; "), "."),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Score sheet" }, scoreSheet()),
    remarks.map((each) => h("p", {}, withNames(each))),
    faults.length > 0 && h("p", { class: "soft" }, faultText(faults)),
    h("p", { class: "soft" }, `Seed ${seed}`, session.table.chosen ? ", chosen beforehand." : "."),
  );
}

function headline(winners) {
  const names = winners.map(seatName);
  if (names.length > 1) return `${listed(names)} share the victory`;
  return `${names[0]} ${names[0] === "You" ? "win" : "wins"}`;
}

function faultText(faults) {
  const texts = faults.map((each) => `${seatName(each.seat)} ${each.reason}`);
  return `${plural(faults.length, "bot fault")}: ${texts.slice(0, MOST_FAULTS).join("; ")}`;
}

function scoreSheet() {
  const { outcome, sheet } = session.snapshot.end;
  const columns = rankedSeats(outcome.ranking);
  const wonClass = (seat) => (outcome.winners.includes(seat) ? "won" : "");
  const head = ({ place, seat }) =>
    h("th", { scope: "col", class: wonClass(seat) }, h("small", {}, `${place}.`), " ", seatName(seat));
  const total = ({ seat }) => h("td", { class: wonClass(seat) }, withMinus(outcome.scores[seat]));
  return h(
    "table",
    { class: "sheet" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Points from"), columns.map(head))),
    h(
      "tbody",
      {},
      sheet.lines.map((line) => scoreLine(line, columns)),
    ),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), columns.map(total))),
  );
}

// The seats from the best on, each with its place, which those of equal rank share.
function rankedSeats(ranking) {
  let place = 1;
  return ranking.flatMap((seats) => {
    const ranked = seats.map((seat) => ({ place, seat }));
    place += seats.length;
    return ranked;
  });
}

function scoreLine({ source, rule, points }, columns) {
  const openRule = { class: "plain small rule", onclick: () => quietly(openRules(rule)) };
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, capital(withNames(source)), rule && h("button", openRule, rule)),
    columns.map(({ seat }) => h("td", {}, withMinus(points[seat]))),
  );
}

export function resultButtons() {
  const isPlayer = session.table.viewer !== null;
  const judge = { "data-k": "judge", onclick: () => quietly(startJudging()) };
  return h(
    "div",
    { class: "buttons" },
    nextGameButton(),
    isPlayer && h("button", judge, "How did I play?"),
    h("button", { "data-k": "replay", onclick: () => quietly(startReplay()) }, "Replay with open hands"),
    h("button", { "data-k": "record", onclick: () => quietly(downloadRecord()) }, "Download the record"),
    h("button", { "data-k": "new", onclick: () => quietly(openStartPage()) }, "New game"),
  );
}

// Somebody may have asked for the rematch already. Only players can, or anybody if only bots have played.
function nextGameButton() {
  const { table, snapshot } = session;
  if (snapshot.next) return h("button", { class: "main", onclick: () => quietly(sit(snapshot.next)) }, "Next game");
  if (table.viewer === null && table.seats.includes(HUMAN)) return null;
  const onclick = () => quietly(rematch());
  return h("button", { class: "main", "data-k": "rematch", onclick }, "Play again, seats rotated");
}

async function rematch() {
  const { token } = await ask("rematch");
  if (token) await sit(token);
}

async function downloadRecord() {
  const { record, seed } = await ask("record");
  const blob = new Blob([record], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(blob), download: `${session.table.game}-${seed}.json` });
  document.body.append(link);
  link.click();
  link.remove();
}
