// "How did I play?": asks a search about every decision of one seat, and shows what it thinks of them.
import { announce, ask, quietly } from "./ask.js";
import { h } from "./dom.js";
import { redraw } from "./hooks.js";
import { comparison, judgedHere, replayPrompt } from "./replay-prompt.js";
import { openReplay, stepTo } from "./replay.js";
import { seatName, session } from "./session.js";
import { capital, plural } from "./words.js";

const LEGEND =
  "Chances to win, from what could be known then; the costliest first; after each reason, about how many percentage " +
  "points it adds or takes. Choose an action to see the table before it.";

// Asks for one decision after the other, so that something can be seen soon, until somebody looks elsewhere.
export async function startJudging() {
  if (!session.replay) openReplay(String(session.table.viewer));
  const judged = {
    seat: Number(session.replay.view),
    found: [], // one judgement for each decision so far
    at: 0, // the action that was judged last
    plies: 0,
    done: false,
  };
  session.replay.judged = judged;
  const isWanted = () => session.replay?.judged === judged;
  try {
    await stepTo(session.replay.ply);
    while (isWanted() && !judged.done) {
      await judgeNext(judged);
      if (isWanted()) updateJudged();
    }
  } catch (error) {
    if (isWanted()) giveUp();
    throw error;
  }
  if (isWanted()) announce(judgedSummary(judged));
}

async function judgeNext(judged) {
  const { judgement, plies } = await ask("judge", { seat: judged.seat, after: judged.at });
  judged.plies = plies;
  judged.done = !judgement;
  if (!judgement) return;
  judged.found.push(judgement);
  judged.at = judgement.ply;
}

// So that it can be asked for again.
function giveUp() {
  if (session.replay.scene) session.replay.judged = null;
  else session.replay = null;
  redraw();
}

// Nothing else is drawn anew: somebody may be using the slider, or the list of views.
function updateJudged() {
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
  if (!done) return `Looking at every decision: action ${at} of ${plies || session.replay.plies} ...`;
  if (!found.length) return "There was nothing to decide.";
  const good = found.filter((each) => !each.cost).length;
  const whose = seatName(seat) === "You" ? "your" : `${seatName(seat)}'s`;
  const decisions = `${whose} ${plural(found.length, "decision")}`;
  return `${good} of ${decisions} ${good === 1 ? "is" : "are"} as good as what a search prefers.`;
}

export function drawJudged() {
  const { judged } = session.replay;
  const costly = judged.found.filter((each) => each.cost).sort((one, other) => other.cost - one.cost);
  return h(
    "section",
    { class: "judged", tabindex: "0", "aria-label": "Decisions" },
    h("p", {}, judgedSummary(judged)),
    costly.length > 0 && h("ol", {}, costly.map(costlyDecision)),
    judged.done && h("p", { class: "soft" }, LEGEND),
  );
}

function costlyDecision(each) {
  const goThere = {
    class: "plain",
    "data-k": `j${each.ply}`,
    "aria-current": each === judgedHere() ? "true" : null,
    onclick: () => quietly(stepTo(each.ply - 1)),
  };
  return h(
    "li",
    {},
    h("button", goThere, `Action ${each.ply}${each.when ? `, ${each.when}` : ""}`),
    ` ${comparison(each)}`,
    each.why && h("small", {}, ` ${capital(each.why)}.`),
  );
}
