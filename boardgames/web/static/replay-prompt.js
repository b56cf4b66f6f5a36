// What a replay says above its slider: where it stands, and of a decision that was judged, what was thought of it.
import { h } from "./dom.js";
import { session, withNames } from "./session.js";
import { capital, percent } from "./words.js";

// The judgement of the decision that the replay stands before, if it was judged.
export function judgedHere() {
  const { judged, ply } = session.replay;
  return judged?.found.find((each) => each.ply === ply + 1);
}

const doneText = (each) => `${capital(withNames(each.done_text))} (${percent(each.chance)})`;
const betterText = (each) => `Better: ${withNames(each.best_text)} (${percent(each.best_chance)}).`;
export const comparison = (each) => `${doneText(each)}. ${betterText(each)}`;

// A heading; and before a decision that was judged, what was chosen and what the search prefers.
export function promptLines() {
  const { ply, plies } = session.replay;
  const next = judgedHere();
  if (!next) return [`Replay: action ${ply} of ${plies}`];
  const verdict = next.cost ? comparison(next) : `${doneText(next)}: as good as what a search prefers.`;
  return [`Before action ${next.ply} of ${plies}`, verdict];
}

export function replayPrompt() {
  const [heading, ...more] = promptLines();
  return h(
    "div",
    { class: "at" },
    h("h2", { class: "prompt" }, heading),
    more.map((line) => h("p", {}, line)),
  );
}
