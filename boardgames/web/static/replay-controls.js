// Draws the replay: the news of its latest action, and the dock with its slider and buttons.
import { quietly } from "./ask.js";
import { h } from "./dom.js";
import { drawJudged, startJudging } from "./judging.js";
import { replayPrompt } from "./replay-prompt.js";
import { changeView, endReplay, isPlaying, replayedLines, stepTo, togglePlaying } from "./replay.js";
import { seatName, session } from "./session.js";
import { capital } from "./words.js";

export function drawReplayNews() {
  const { replay, table } = session;
  const lines = replayedLines().map((line) => h("li", {}, line));
  const isForfeited = table.forfeit && replay.ply === replay.plies;
  return h(
    "section",
    { class: "news", "aria-label": "News" },
    replay.log.length ? h("ul", {}, lines) : h("p", {}, "The cards are dealt."),
    isForfeited && h("p", {}, forfeitText(table.forfeit)),
  );
}

const forfeitText = ({ player, reason }) => `${seatName(player)} has forfeited the game: ${reason}.`;

function goTo(ply) {
  quietly(stepTo(Math.max(0, Math.min(session.replay.plies, ply))));
}

export function drawReplayControls() {
  const { replay } = session;
  return h(
    "div",
    { class: "replay" },
    replayPrompt(),
    replay.judged && drawJudged(),
    actionSlider(),
    h("div", { class: "buttons" }, stepButtons(), viewSelect(), judgeButton(), closeButton()),
  );
}

function actionSlider() {
  const { ply, plies } = session.replay;
  return h("input", {
    type: "range",
    min: 0,
    max: plies,
    value: ply,
    "aria-label": "Action",
    "aria-valuetext": `${ply} of ${plies}`,
    "data-k": "replay-slider",
    oninput: (event) => goTo(Number(event.target.value)),
  });
}

function stepButtons() {
  const { ply, plies } = session.replay;
  const next = { "data-k": "r2", class: "main", disabled: ply === plies, onclick: () => goTo(ply + 1) };
  return [
    h("button", { "aria-label": "To the start", "data-k": "r0", onclick: () => goTo(0) }, "«"),
    h("button", { "data-k": "r1", disabled: !ply, onclick: () => goTo(ply - 1) }, "Back"),
    h("button", next, "Next"),
    h("button", { "data-k": "r3", onclick: togglePlaying }, isPlaying() ? "Pause" : "Play"),
    h("button", { "aria-label": "To the end", "data-k": "r4", onclick: () => goTo(plies) }, "»"),
  ];
}

// As whom the replay is seen.
function viewSelect() {
  const { replay, table } = session;
  const asSeat = (seat) => `as ${seatName(seat) === "You" ? "you" : seatName(seat)} saw it`;
  const views = [
    ["open", "all hands open"],
    ...Array.from({ length: table.players }, (_, seat) => [String(seat), asSeat(seat)]),
    ["watch", "as a spectator saw it"],
  ];
  const options = views.map(([value, text]) => h("option", { value, selected: value === replay.view }, capital(text)));
  const onchange = (event) => {
    changeView(event.target.value);
    goTo(session.replay.ply);
  };
  const select = h("select", { "data-k": "r5", onchange }, options);
  return h("label", { class: "view" }, h("span", { class: "hidden-text" }, "Seen"), select);
}

function judgeButton() {
  const { view, judged } = session.replay;
  if (view === "open" || view === "watch" || judged) return null;
  return h("button", { "data-k": "r7", onclick: () => quietly(startJudging()) }, "Judge the decisions");
}

function closeButton() {
  return h("button", { "data-k": "r6", onclick: endReplay }, session.table.reading ? "Close" : "Back to the result");
}
