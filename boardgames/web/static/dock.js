// The dock: whose turn it is, our hand, and what can be chosen; or the controls of a replay.
import {
  act,
  actSeveral,
  clearSelection,
  countOf,
  isExact,
  possibleChoices,
  putBack,
} from "./choosing.js";
import { drawPicture, fitNames } from "./cards.js";
import { $, button, capital, h, listed, patch, percent, phone, plural } from "./dom.js";
import { drawReplayControls, resultButtons } from "./replay.js";
import {
  redraw,
  redrawing,
  rememberTips,
  seatName,
  session,
  toPresent,
  unreadTips,
} from "./session.js";
import { closeSheet, openSheet } from "./sheet.js";
import { drawZone } from "./zone.js";

/** @import { Choice, Scene } from "../../../typings/page.js" */

/** @param {Scene} scene */
export function drawDock(scene) {
  $("dock").classList.toggle("in-lesson", session.table.lesson);
  if (session.replay) patch($("dock"), drawReplayControls());
  else SHOWN.find((shown) => fits(turnParts(scene, shown)));
  fitNames($("dock"));
}

// How the choices can be shown, each if there is no room for the one before: with small buttons,
// without a picture, or only with those of which no card can be picked.
const SHOWN = ["large", "small", "bare", "few"];

function fits(parts) {
  patch($("dock"), parts);
  const choices = $("dock").querySelector(".choices");
  return !choices || choices.scrollHeight <= choices.clientHeight + 1;
}

const MOST_IN_PROMPT = 80; // characters; a longer one takes more lines of a phone

// What is asked stands here at once, while what has led to it may still be shown above.
function turnParts(scene, shown) {
  const { showsResult, snapshot, playing } = session;
  const isWatching = playing?.isWatched; // in a lesson, it is asked when all has been seen
  const isOurTurn = session.isOurTurn && !isWatching;
  const prompt = isWatching ? "See what happens" : promptText(snapshot.scene);
  const skip = playing && button("skip", "Skip", toPresent, ".plain.small.link");
  return [
    h("div.question", [
      h(
        "h2.prompt",
        { class: { mine: isOurTurn, lengthy: prompt.length > MOST_IN_PROMPT } },
        prompt,
      ),
      skip,
    ]),
    isOurTurn && drawTips(),
    isOurTurn && session.selection.hint && drawHint(),
    !showsResult &&
      h("div.dock-row", [
        drawHands(playing ? snapshot.scene : scene),
        isOurTurn && drawAsked(snapshot.scene, shown),
      ]),
    showsResult && resultButtons(),
  ];
}

function drawAsked(scene, shown) {
  const subject = ["large", "small"].includes(shown) ? subjectOf(scene) : null;
  return h("div.asked", { class: { about: Boolean(subject) } }, [
    subject && drawPicture(subject),
    h("div.choices", { role: "group", "aria-label": "Choices" }, drawChoices(shown)),
  ]);
}

// The card that all choices are about, such as one that has just been drawn. Those of our hand are
// large already.
/** @param {Scene} scene */
function subjectOf({ areas, viewer }) {
  const { targets } = session.selection;
  if (targets.length < 2) return null;
  const isAlways = ({ id }) => targets.every((keys) => keys.includes(id));
  const isHand = (area, zone) => area.seat === viewer && zone.key === "hand";
  const zones = areas.flatMap((area) => area.zones.filter((zone) => !isHand(area, zone)));
  return zones.flatMap(({ items }) => items).find((item) => item.piece && isAlways(item));
}

// At a first game: the goal, and what a phase is about when it is met; in a lesson, what it says.
function drawTips() {
  const tips = unreadTips().map((tip) => h("p", tip));
  const props = {
    key: session.snapshot.scene.tip,
    class: { lesson: session.selection.looks.size },
    tabIndex: 0,
    role: "region",
    "aria-label": "Explanation",
  };
  const label = "Close this explanation";
  const close =
    !session.table.lesson && button("tip", "×", redrawing(rememberTips), ".plain.small", label);
  const said =
    session.selection.said && h("p.said", { role: "status" }, h("b", session.selection.said));
  return tips.length > 0 && h("div.tip", props, h("div", said, tips), close);
}

function promptText(scene) {
  const { end, next } = session.snapshot;
  if (end && next)
    return session.table.viewer === null
      ? "The next game has begun"
      : "The others wait for you at the next game";
  if (end) return "The game is over";
  const names = scene.to_act.map(seatName);
  const waiting = names.length ? `Waiting for ${listed(names)}` : "";
  const text = scene.prompt || (session.isOurTurn ? "Your turn" : waiting);
  return capital(text.replace(/:$/, ""));
}

function drawHands(scene) {
  const own = scene.areas.find((area) => area.seat !== null && area.seat === scene.viewer);
  const hands = own ? own.zones.filter((zone) => zone.key === "hand") : [];
  return hands.map((zone) => h("div.hand", { key: zone.id }, drawZone(zone, { isNameless: true })));
}

// ---- the choices: a hint, what is picked, and a button for each choice, range or group of choices

const MOST_BUTTONS = 30;
const MOST_WORDS = 40; // of a choice that are compared
const MOST_IN_RANGE = 3; // more choices than this that differ in an amount become a range

// How many buttons are easy to overlook at once.
const manyButtons = () => (phone.matches ? 6 : 8);

function drawChoices(shown) {
  const { picked, groups, marks } = session.selection;
  const { choices } = session.snapshot;
  if (session.selection.several && picked.length) return drawSeveral();
  const possible = possibleChoices();
  const entries = menuEntries(possible);
  const isBegun = picked.length > 0 || groups.length > 0;
  const isTooMuch = shown === "few" && !session.table.lesson; // which says what to press
  const isMuch = entries.length > manyButtons() || isTooMuch;
  const isCrowded = isMuch && marks.size > 0 && canNarrow(possible);
  const offered = isCrowded
    ? entries.filter(isBesideCards)
    : byWords(entries).slice(0, MOST_BUTTONS);
  const buttons = offered.map((entry) => drawEntry(entry, possible.length));
  const all = h(
    "button.plain.soft.all",
    { "data-k": "all", onclick: openList },
    `All ${choices.length} choices`,
  );
  const needsList = choices.length > offered.length;
  return [
    isBegun && drawPicked(),
    isCrowded && h("p.soft", whatToPick()),
    h("div.buttons.row", { class: { dense: shown !== "large" } }, buttons, needsList && all),
  ];
}

// What a person would begin with, by the places where it lies.
function whatToPick() {
  const { marks } = session.selection;
  const first = [...marks.keys()].filter((key) => marks.get(key) === "can");
  const kinds = [...new Set(first.map(kindOfPick))];
  return `Pick ${kinds.join(" or ")}, or choose from the list.`;
}

function kindOfPick(key) {
  const [kind, place] = key.split("|");
  if (kind === "seat") return "a player";
  if (kind === "cell") return "a space of the board";
  if (kind === "zone") return `“${keyName(key)}”`;
  const isOwnHand = kind === String(session.table.viewer) && place === "hand";
  if (isOwnHand) return "a card of your hand";
  const name = keyName(`zone|${kind}|${place}`);
  return /^on /.test(name) ? `a card ${name}` : `a card from “${name}”`;
}

// What has been picked of several pieces, and how many are missing or the button that takes them
// all.
function drawSeveral() {
  const { picked, several } = session.selection;
  const { group } = session.snapshot.choices.find((choice) => choice.several);
  const missing = several.least - picked.length;
  const text = `${capital(group)} ${plural(picked.length, "card")}`;
  const take = h("button.choice.main", { "data-k": "several", onclick: actSeveral }, text);
  const more = missing > 0 && h("p", { role: "status" }, `Pick ${missing} more`);
  return [drawPicked(), h("div.row", { key: "take" }, more || take)];
}

// Whether picking cards would leave fewer choices.
function canNarrow(possible) {
  return new Set(possible.map((index) => session.selection.targets[index].join())).size > 1;
}

// Whether this is offered beside the cards that can be picked: what is picked already, and what no
// card stands for.
function isBesideCards({ members, isExact: isPicked }) {
  const isZone = (key) => key.startsWith("zone|");
  return isPicked || members.some((index) => session.selection.targets[index].every(isZone));
}

// An entry has as `members` one choice, or several: a group with a `name`, or those that differ in
// an amount.
const single = (index) => ({ members: [index] });
const grouped = ([name, members]) => (members.length > 2 ? { members, name } : members.map(single));

// What touches exactly the picked pieces comes first.
/** @returns {any[]} */
function menuEntries(possible) {
  const { choices } = session.snapshot;
  const exact = possible.filter(isExact);
  const others = possible.filter((index) => !isExact(index));
  // Choices with the same name of a group together; each without one by itself.
  const groups = [...Map.groupBy(others, (index) => choices[index].group || index)];
  const plain = groups.flatMap(([, members]) => (isRange(members) ? [] : members));
  const canGroup = exact.length + plain.length > manyButtons() && groups.length > 1;
  const entriesOf = ([name, members]) =>
    canGroup || isRange(members) ? grouped([name, members]) : members.map(single);
  return [
    ...exact.map((index) => ({ ...single(index), isExact: true })),
    ...groups.flatMap(entriesOf),
  ];
}

// Many single choices in groups that begin with the same words: as many words as leave few groups.
function byWords(entries) {
  const most = manyButtons();
  const isList = entries.every(({ name, isExact: isPicked }) => !name && !isPicked);
  if (entries.length <= most || !isList) return entries;
  const indices = entries.flatMap(({ members }) => members);
  const { choices } = session.snapshot;
  const groupings = Array.from({ length: MOST_WORDS }, (_, count) =>
    Map.groupBy(indices, (index) => choices[index].text.split(" ", count).join(" ")),
  ).filter(({ size }) => size > 1);
  const groups = groupings.findLast(({ size }) => size <= most) ?? groupings[0] ?? [];
  return [...groups].flatMap(grouped);
}

function isRange(indices) {
  const all = indices.map((index) => session.snapshot.choices[index].amount);
  return all.length > MOST_IN_RANGE && !all.includes(null) && new Set(all).size === all.length;
}

function drawEntry(entry, total) {
  const { members, name } = entry;
  if (!name) return choiceButton(members[0], entry.isExact || total === 1);
  return isRange(members) ? drawRange(members, name) : groupButton(entry);
}

function groupButton({ members, name }) {
  const onclick = redrawing(() => session.selection.groups.push(name));
  const count = [
    h("span", { "aria-hidden": "true" }, " …"),
    h("span.hidden-text", `: ${plural(members.length, "choice")}`),
  ];
  return h("button.group", { "data-k": `g|${name}`, onclick }, capital(name), count);
}

function choiceButton(index, isMain) {
  const choice = session.snapshot.choices[index];
  const onclick = () => {
    closeSheet(); // the list, if it is there
    act(choice);
  };
  const props = { class: { main: isMain }, "data-k": `a|${choice.action}`, onclick };
  const note = choice.note && h("small", choice.note);
  return h("button.choice", props, h("span", capital(choice.text)), note);
}

function openList() {
  const lines = session.snapshot.choices.map((_, index) => h("li", choiceButton(index, false)));
  openSheet("All choices", h("ol.plain-list.stack", lines));
}

function drawHint() {
  const { hint } = session.selection;
  const line = ({ chance, text, why }) =>
    h("li", h("b", `${percent(chance)} `), text, why && h("small", ` ${why}`));
  const hasReasons = hint.some((idea) => idea.why);
  const points = hasReasons
    ? "; after each reason, about how many percentage points it adds or takes"
    : "";
  const order =
    "Best first. Where chances are equal, the choice that leaves the better table comes first.";
  const legend = `${capital(session.table.estimated)}${points}. ${order}`;
  const props = { tabIndex: 0, role: "region", "aria-label": "Hint" };
  return h("div.hint", props, [
    h("b", "A bot would:"),
    h("ol", hint.map(line)),
    h("small", legend),
  ]);
}

// ---- what has been picked for the choice in progress, each to be put back

function drawPicked() {
  const { picked, groups } = session.selection;
  const startOver = { "data-k": "t|clear", onclick: redrawing(clearSelection) };
  const closeGroup = redrawing(() => groups.pop());
  return h("div.row", { key: "picked" }, [
    groups.length > 0 &&
      h("button.chip", { "data-k": "t|group", onclick: closeGroup }, groups.at(-1), " ×"),
    [...new Set(picked)].map(pickedChip),
    h("button.plain.small", startOver, "Start over"),
  ]);
}

function pickedChip(key) {
  const count = countOf(session.selection.picked, key);
  const name = keyName(key);
  const onclick = redrawing(() => {
    putBack(key);
    session.selection.hint = null;
  });
  const props = { "data-k": `t|${key}`, "aria-label": `Put back ${name}`, onclick };
  return h("button.chip", props, count > 1 && `${count} `, name, " ×");
}

// What a key of choosing.js stands for, in words.
function keyName(key) {
  const [kind, second, third] = key.split("|");
  if (kind === "seat") return seatName(Number(second));
  const zones = session.snapshot.scene.areas.flatMap((area) => area.zones);
  const zone = zones.find(({ id, items }) => id === key || items.some((item) => item.id === key));
  return session.pieces[third]?.name ?? zone?.name ?? third;
}

// ---- a slider and a button for choices that differ only in an amount

const setAmounts = new Map(); // by name: {turn, place}, what was set

// What a note says of a choice, such as that a bid is more than one has, is shown as beyond what is
// usual.
function drawRange(indices, name) {
  /** @type {Choice[]} */
  const choices = indices.map((index) => session.snapshot.choices[index]);
  choices.sort((one, other) => one.amount - other.amount);
  const last = choices.length - 1;
  const { turn } = session.selection;
  const kept = setAmounts.get(name);
  const place = kept?.turn === turn ? Math.min(kept.place, last) : 0;
  const choice = choices[place];
  const go = (next) => {
    setAmounts.set(name, { turn, place: Math.max(0, Math.min(last, next)) });
    redraw();
  };
  const take = () => act(choice);
  const onkeydown = ({ key }) => key !== "Enter" || take(); // false would stop Tab and the arrows
  const oninput = ({ target }) => go(Number(target.value));
  const step = (text, sign, by) =>
    h(
      "button.step",
      { "data-k": `${text}|${name}`, "aria-label": text, onclick: () => go(place + by) },
      sign,
    );
  const spoken = choice.note ? `${choice.amount}, ${choice.note}` : choice.amount;
  const slider = {
    type: "range",
    min: 0,
    max: last,
    value: place,
    oninput,
    onkeydown,
    "data-k": `r|${name}`,
  };
  return h("div.range.row", { key: `range ${name}` }, [
    step("Less", "−", -1),
    h("input", { ...slider, "aria-label": capital(name || "amount"), "aria-valuetext": spoken }),
    step("More", "+", 1),
    h("button.main", { "data-k": `do|${name}`, onclick: take }, capital(choice.text)),
    h("p.note", { "aria-live": "polite" }, choice.note),
  ]);
}
