// The end of a game: its result, what comes next, the replay, and what a search thinks of it.
import { keyed, movesIn } from "./choosing.js";
import {
  announce,
  button,
  capital,
  h,
  hSome,
  listed,
  options,
  percent,
  plural,
  sentences,
  withMinus,
} from "./dom.js";
import { eventLines } from "./log.js";
import { newsBox, newsList } from "./news.js";
import { ask, askOnce, HUMAN, openStartPage, redraw, seatName, session, sit } from "./session.js";
import { enterOpened, openRules } from "./sheet.js";

// ---- the result

export function drawResult() {
  const { outcome, verdict, remarks, seed, faults } = session.snapshot.end;
  const tieBreak = outcome.tie_break && `the tie was broken by ${outcome.tie_break}`;
  const reasons = [outcome.reason, tieBreak].filter(Boolean);
  return h("section.ending.stack", { "aria-label": "Result" }, [
    h("div.row", h("h2", verdict), h("p.soft", capital(reasons.join("; ")), ".")),
    h("div.scroll", { tabIndex: 0, role: "region", "aria-label": "Score sheet" }, scoreSheet()),
    remarks.map((each) => h("p", each)),
    h("p.soft", [
      faults.length > 0 && `${plural(faults.length, "bot fault")}. `,
      `Seed ${seed}`,
      session.table.chosen ? ", chosen beforehand." : ".",
    ]),
  ]);
}

function scoreSheet() {
  const { outcome, sheet } = session.snapshot.end;
  const columns = rankedSeats(outcome.ranking);
  const won = (seat) => ({ class: { won: outcome.winners.includes(seat) } });
  const heads = columns.map(({ place, seat }) =>
    h("th", { scope: "col", ...won(seat) }, h("small", `${place}.`), " ", seatName(seat)),
  );
  const totals = columns.map(({ seat }) => h("td", won(seat), withMinus(outcome.scores[seat])));
  const lines = sheet.lines.map((line) => scoreLine(line, columns));
  return h("table.sheet", [
    h("thead", h("tr", h("th", { scope: "col" }, "Points from"), heads)),
    h("tbody", lines),
    h("tfoot", h("tr", h("th", { scope: "row" }, "Total"), totals)),
  ]);
}

// The seats from the best on, each with its place, which those of equal rank share.
function rankedSeats(ranking) {
  return ranking.flatMap((seats, rank) => {
    const better = ranking.slice(0, rank).flat();
    return seats.map((seat) => ({ place: better.length + 1, seat }));
  });
}

function scoreLine({ source, rule, points }, columns) {
  const open = () => openRules(rule);
  const link = rule && button(`rule ${source}`, rule, open, ".plain.small.soft.link");
  const cells = columns.map(({ seat }) => h("td", withMinus(points[seat])));
  return h("tr", h("th", { scope: "row" }, capital(source), link), cells);
}

export function resultButtons() {
  return h("div.buttons.row", [
    rematchText(),
    nextGameButton(),
    session.table.viewer !== null && button("judge", "How did I play?", startJudging),
    button("replay", "Replay with open hands", startReplay),
    button("record", "Download the record", downloadRecord),
    button("new", "New game", openStartPage),
  ]);
}

// Who wants to play again, until the next game begins.
function rematchText() {
  const { table, snapshot } = session;
  const asked = snapshot.asked.find(({ what }) => what === "rematch");
  if (!asked || snapshot.next) return null;
  const wanting = [asked.seat, ...asked.agreed];
  const isOurs = wanting.includes(table.viewer);
  const text = isOurs
    ? "You want to play again. Waiting for the others."
    : `${listed(wanting.map(seatName))} ${wanting.length > 1 ? "want" : "wants"} to play again.`;
  return h("p", { key: "wanting", role: "status" }, text);
}

// All have to want it; once it has begun, spectators can follow.
function nextGameButton() {
  const { table, snapshot } = session;
  if (!snapshot.next && table.viewer === null && table.seats.includes(HUMAN)) return null;
  const again = `Play again, ${snapshot.asked.length ? "once all agree" : "seats rotated"}`;
  return button("rematch", snapshot.next ? "Next game" : again, rematch, ".main");
}

async function rematch() {
  const next = await askOnce("rematch");
  if (next) await sit(next.secret);
}

async function downloadRecord() {
  const { record, seed } = await ask("record");
  const blob = new Blob([record], { type: "application/json" });
  const link = document.createElement("a");
  Object.assign(link, {
    href: URL.createObjectURL(blob),
    download: `${session.table.game}-${seed}.json`,
  });
  link.click();
}

// ---- the replay: going from action to action

// What there is of a table of which we have only the record, besides the scene.
/** @type {any} */
const OF_A_RECORD = { choices: [], names: [], absent: [], end: null, version: 0 };

// `view` is "open" with all hands open, "watch" for a spectator, or the number of a seat.
function openReplay(view) {
  session.replay = {
    view,
    ply: 0, // how many actions have been made in the position shown
    plies: null, // how many there are
    scene: null,
    log: [], // what was told of the actions so far
    judged: null, // what a search thinks of the decisions of one seat: see `startJudging`
  };
  enterOpened();
}

export async function startReplay() {
  openReplay("open");
  const first = await stepTo(0);
  if (!session.table.reading) await stepTo(first.plies);
}

async function stepTo(ply) {
  const { view, log } = session.replay;
  const seat = view === "open" || view === "watch" ? null : Number(view);
  const kept = log.slice(0, ply);
  const answer = await ask("replay", {
    ply,
    as_seat: seat,
    hands: view === "open",
    since: kept.length,
  });
  if (!session.replay) return answer;
  const { plies } = answer;
  const scene = keyed(answer.scene);
  session.snapshot ??= { ...OF_A_RECORD, scene };
  const latest = answer.log.filter((event) => event.ply >= ply);
  const isNext = ply === session.replay.ply + 1;
  Object.assign(session.replay, { ply, plies, scene, log: [...kept, ...answer.log] });
  const changes = latest.flatMap(({ happened }) => happened).flatMap((each) => each.changes);
  redraw(isNext ? movesIn(changes) : []);
  announce(sentences([`${ply} of ${plies}`, ...replayedLines()]));
  return answer;
}

// What was told of the action that led here; after the last one, also that somebody has resigned.
function replayedLines() {
  const { ply, log } = session.replay;
  return log.filter((event) => event.ply >= ply).flatMap(eventLines);
}

export function endReplay() {
  session.replay = null;
  if (session.table.reading) openStartPage();
  else redraw();
}

// ---- the replay: its news, and the dock with its slider and buttons

export function drawReplayNews() {
  const { replay } = session;
  const told = replay.log.length ? replayedLines() : ["The cards are dealt."];
  return newsBox(newsList(told));
}

const goTo = (ply) => stepTo(Math.max(0, Math.min(session.replay.plies, ply)));

export function drawReplayControls() {
  const { judged, ply, plies } = session.replay;
  const close = session.table.reading ? "Close" : "Back to the result";
  return h("div.replay.stack", [
    h("h2.prompt", `Replay: action ${ply} of ${plies}`),
    judged && drawJudged(judged),
    actionSlider(),
    h(
      "div.buttons.row",
      stepButtons(),
      viewSelect(),
      judgeButton(),
      button("r6", close, endReplay),
    ),
  ]);
}

function actionSlider() {
  const { ply, plies } = session.replay;
  const oninput = ({ target }) => goTo(Number(target.value));
  return h("input", {
    type: "range",
    min: 0,
    max: plies,
    value: ply,
    "data-k": "replay-slider",
    "aria-label": "Action",
    "aria-valuetext": `${ply} of ${plies}`,
    oninput,
  });
}

function stepButtons() {
  const { ply, plies } = session.replay;
  return [
    button("r0", "«", () => goTo(0), "", "To the start"),
    h("button", { "data-k": "r1", disabled: !ply, onclick: () => goTo(ply - 1) }, "Back"),
    h(
      "button.main",
      { "data-k": "r2", disabled: ply === plies, onclick: () => goTo(ply + 1) },
      "Next",
    ),
    button("r4", "»", () => goTo(plies), "", "To the end"),
  ];
}

// As whom the replay is seen.
function viewSelect() {
  const { replay, table } = session;
  const asSeat = (seat) => `As ${seatName(seat) === "You" ? "you" : seatName(seat)} saw it`;
  const views = [
    ["open", "All hands open"],
    ...Array.from({ length: table.players }, (_, seat) => [String(seat), asSeat(seat)]),
    ["watch", "As a spectator saw it"],
  ];
  const onchange = ({ target }) => {
    Object.assign(session.replay, { view: target.value, judged: null, log: [] });
    goTo(session.replay.ply);
  };
  return h(
    "label",
    h("span.hidden-text", "Seen"),
    h("select", { "data-k": "r5", onchange }, options(views, replay.view)),
  );
}

function judgeButton() {
  const { view, judged } = session.replay;
  if (view === "open" || view === "watch" || judged) return null;
  return button("r7", "Judge the decisions", startJudging);
}

// ---- "How did I play?": a search looks at every decision of one seat

const LEGEND = [
  ", from what could be known then; ",
  "the costliest first, with the percentage points of each reason.",
];

// Asks for one decision after the other, so that something can be seen soon, until somebody looks
// elsewhere.
async function startJudging() {
  if (!session.replay) openReplay(String(session.table.viewer));
  const seat = Number(session.replay.view);
  // One judgement for each decision so far, and whether these are all
  const judged = { found: [], done: false };
  session.replay.judged = judged;
  const isWanted = () => session.replay?.judged === judged;
  try {
    await stepTo(session.replay.ply);
    while (isWanted() && !judged.done) {
      const { judgement } = await ask("judge", { of_seat: seat, after: lastJudged(judged) });
      if (judgement) judged.found.push(judgement);
      else judged.done = true;
      if (isWanted()) redraw();
    }
  } catch (error) {
    if (isWanted()) {
      // So that it can be asked for again
      session.replay = session.replay.scene && { ...session.replay, judged: null };
      redraw();
    }
    throw error;
  }
  if (isWanted()) announce(judgedSummary(judged));
}

const lastJudged = ({ found }) => found.at(-1)?.ply ?? 0;

function judgedSummary(judged) {
  const { view, plies } = session.replay;
  const { found, done } = judged;
  if (!done) return `Looking at every decision: action ${lastJudged(judged)} of ${plies} ...`;
  if (!found.length) return "There was nothing to decide.";
  const count = (verdict) => found.filter((each) => each.verdict === verdict).length;
  const gap = found.reduce((sum, each) => sum + each.best_chance - each.chance, 0) / found.length;
  const name = seatName(Number(view));
  const whose = name === "You" ? "your" : `${name}'s`;
  const decisions = `${whose} ${plural(found.length, "decision")}`;
  return [
    `Of ${decisions} a search agrees with ${count("agrees")}, finds ${count("worse")} worse than its own choice,`,
    `and cannot tell ${count("too_close")} from it.`,
    `On average its own choice is ${(100 * gap).toFixed(1)} percentage points better.`,
  ].join(" ");
}

function drawJudged(judged) {
  const costly = judged.found
    .filter((each) => each.cost)
    .sort((one, other) => other.cost - one.cost);
  return h("section.judged", { tabIndex: 0, "aria-label": "Decisions" }, [
    h("p", judgedSummary(judged)),
    hSome("ol", costly.map(costlyDecision)),
    judged.done && h("p.soft", capital(session.table.estimated), LEGEND),
  ]);
}

function costlyDecision(each) {
  const { ply, when } = each;
  const isHere = ply === session.replay.ply + 1;
  const props = {
    "data-k": `j${ply}`,
    "aria-current": isHere ? "true" : null,
    onclick: () => stepTo(ply - 1),
  };
  const done = `${capital(each.done_text)} (${percent(each.chance)})`;
  return h("li", { key: ply }, [
    h("button.plain.small.link", props, `Action ${ply}${when && `, ${when}`}`),
    ` ${done}. Better: ${each.best_text} (${percent(each.best_chance)}).`,
    each.because && h("small", ` ${capital(each.because)}.`),
  ]);
}
