// Draws what can be chosen now: a hint, what is picked, and a button for each choice, range or group of choices.
import { quietly } from "./ask.js";
import { act, possibleChoices } from "./choosing.js";
import { $, byKeyAll, h, phone } from "./dom.js";
import { redraw } from "./hooks.js";
import { drawPicked } from "./picked.js";
import { isZoneKey } from "./piece-keys.js";
import { drawRange } from "./range-control.js";
import { session, withNames } from "./session.js";
import { openSheet } from "./sheet.js";
import { capital, percent, plural } from "./words.js";

const MOST_BUTTONS = 30;
const MOST_IN_RANGE = 3; // more choices than this that differ in an amount become a range

// How many buttons are easy to overlook at once.
const manyButtons = () => (phone.matches ? 6 : 8);

export function drawChoices(marks) {
  const { picked, group, hint } = session.selection;
  const { choices } = session.snapshot;
  const possible = possibleChoices();
  const entries = menuEntries(possible);
  const isBegun = picked.length || group !== null;
  const isCrowded = entries.length > manyButtons() && !isBegun && canNarrow(possible);
  const shown = isCrowded ? entries.filter(isBesideCards) : entries.slice(0, MOST_BUTTONS);
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": "Choices" },
    hint && drawHint(),
    isBegun && drawPicked(),
    isCrowded && marks.size > 0 && h("p", { class: "soft" }, "Pick an outlined card, or choose from the list."),
    h(
      "div",
      { class: "buttons" },
      shown.map((entry) => drawEntry(entry, possible.length)),
      choices.length > 1 && listButton(choices.length),
    ),
  );
}

// Whether picking cards would leave fewer choices.
function canNarrow(possible) {
  return new Set(possible.map((index) => session.selection.targets[index].join())).size > 1;
}

// Whether this is offered beside the cards that can be picked: what no card stands for.
function isBesideCards({ index }) {
  return index === undefined || session.selection.targets[index].every(isZoneKey);
}

// ---- the entries of the menu

// An entry is {index, isExact} for a choice, {range, name} for choices that differ in an amount, or {members, name} for a group.
// What touches exactly the picked pieces comes first.
function menuEntries(possible) {
  const { picked, targets } = session.selection;
  const isExact = (index) => picked.length > 0 && targets[index].length === picked.length;
  const exact = possible.filter(isExact);
  const others = possible.filter((index) => !isExact(index));
  return [...exact.map((index) => ({ index, isExact: true })), ...fewEntries(others, manyButtons() - exact.length)];
}

// Turn choices into few entries: ranges of amounts, groups if there are more than `most`, and single choices.
function fewEntries(indices, most) {
  const groups = groupsOf(indices);
  const isTooMany = groups.filter((each) => !isRange(each)).flat().length > most;
  const isGrouped = (members) =>
    isTooMany && members.length > 2 && session.selection.group === null && groups.length > 1;
  return groups.flatMap((members) => {
    const name = session.snapshot.choices[members[0]].group;
    if (isRange(members)) return { range: members, name };
    if (isGrouped(members)) return { members, name };
    return members.map((index) => ({ index }));
  });
}

// Choices with the same name of a group together; each without one by itself.
function groupsOf(indices) {
  const groups = new Map();
  for (const index of indices) {
    const name = session.snapshot.choices[index].group;
    const key = name ? `g${name}` : `i${index}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(index);
  }
  return [...groups.values()];
}

function isRange(indices) {
  const amounts = indices.map((index) => session.snapshot.choices[index].amount);
  const isDifferent = new Set(amounts).size === amounts.length;
  return indices.length > MOST_IN_RANGE && !amounts.includes(null) && isDifferent;
}

function drawEntry(entry, total) {
  if (entry.range) return drawRange(entry.range, entry.name);
  if (entry.members) return groupButton(entry);
  return choiceButton(entry.index, entry.isExact || total === 1);
}

function groupButton({ members, name }) {
  const onclick = () => {
    session.selection.group = name;
    redraw();
  };
  const count = h("small", {}, `: ${plural(members.length, "choice")}`);
  return h("button", { class: "group", "data-k": `g|${name}`, onclick }, capital(withNames(name)), count);
}

function choiceButton(index, isMain) {
  const choice = session.snapshot.choices[index];
  const aim = () => markTargets(index, true);
  const unaim = () => markTargets(index, false);
  return h(
    "button",
    {
      class: isMain ? "choice main" : "choice",
      "data-k": `a|${choice.action}`,
      onclick: () => quietly(act(choice)),
      onmouseenter: aim,
      onmouseleave: unaim,
      onfocus: aim,
      onblur: unaim,
    },
    h("span", {}, capital(withNames(choice.text))),
    choice.note && h("small", {}, withNames(choice.note)),
  );
}

// Show on the table what a choice touches.
function markTargets(index, isOn) {
  for (const key of session.selection.targets[index] || []) {
    for (const each of byKeyAll(key)) each.classList.toggle("aim", isOn);
  }
}

// ---- all choices, and the hint

function listButton(count) {
  return h("button", { class: "plain all", "data-k": "all", onclick: openList }, `List of all ${count}`);
}

function openList() {
  const line = (choice) => {
    const onclick = () => {
      $("sheet").close();
      quietly(act(choice));
    };
    const note = choice.note && h("small", {}, ` ${withNames(choice.note)}`);
    return h("li", {}, h("button", { "data-k": `l|${choice.action}`, onclick }, capital(withNames(choice.text)), note));
  };
  openSheet("All choices", [h("ol", { class: "plain-list" }, session.snapshot.choices.map(line))]);
}

function drawHint() {
  const { hint } = session.selection;
  const line = (idea) =>
    h(
      "li",
      {},
      h("b", {}, `${percent(idea.chance)} `),
      withNames(idea.text),
      idea.isAsked && h("small", {}, " (your choice)"),
      idea.why && h("small", {}, ` ${idea.why}`),
    );
  const hasReasons = hint.some((idea) => idea.why);
  const isUneven = hint.some((idea, place) => place && hint[place - 1].chance < idea.chance);
  const legend = [
    hasReasons
      ? "Chances to win; after each reason, about how many percentage points it adds or takes."
      : "Chances to win.",
    isUneven && "Best first; the figures of choices given up early are rough.",
  ];
  return h(
    "div",
    { class: "hint" },
    h("b", {}, "A bot would:"),
    h("ol", {}, hint.map(line)),
    h("small", {}, legend.filter(Boolean).join(" ")),
  );
}
