// The sheet that lies over the table, the rules in it, and Back, which closes what is open first.
import { $, button, h, patch } from "./dom.js";
import { ask, openStartPage, session } from "./session.js";

const sheet = /** @type {HTMLDialogElement} */ ($("sheet"));

export function openSheet(title, ...content) {
  const close = button("close", "×", closeSheet, ".close", "Close");
  const body = {
    class: "sheet-body stack",
    tabIndex: 0,
    role: "region",
    "aria-label": title,
    key: title,
  };
  patch(sheet, h("header", h("h2", { id: "sheet-title" }, title), close), h("div", body, content));
  if (!sheet.open) sheet.showModal();
  enterOpened();
  document.querySelector(".sheet-body").scrollTop = 0;
}

export const closeSheet = () => sheet.close();

// A click beside it closes it.
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) sheet.close();
});

// ---- Back: it goes from what is open to the table, from there to the start page, and then away

// For this the history has an entry for the table, and one above it that stands for whatever is
// open; `depth` counts them. An entry of something that has been closed otherwise is passed over.
const place = () => history.state?.place;

function enter(next) {
  if (place() !== next)
    history.pushState({ place: next, depth: (history.state?.depth || 0) + 1 }, "");
}

export function enterTable() {
  if (!place()) enter("table");
}

// Called whenever a sheet or the replay opens.
export const enterOpened = () => enter("open");

export function leaveEntries() {
  if (sheet.open) sheet.close();
  if (history.state?.depth) history.go(-history.state.depth);
}

export function listenForBack(endReplay) {
  addEventListener("popstate", () => {
    // The start page, where Forward has nothing to open again
    if (!session.token || location.hash) return;
    if (!place()) openStartPage();
    else if (place() === "open") return;
    else if (sheet.open) {
      sheet.close();
      if (session.replay) enterOpened();
    } else if (session.replay) endReplay();
    else history.back();
  });
}

// ---- the rules, opened at a rule if one is wanted

const fetched = {}; // by the secret of the seat: the rules of its game

export async function openRules(rule = "") {
  const { token, table } = session;
  fetched[token] ??= (await ask("rules", { game: table.game })).rules;
  openSheet(`Rules of ${table.title}`, h("div.rules", markdown(fetched[token])));
  const rules = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".rules [data-rule]")]);
  const isPart = (each) => rule.startsWith(`${each.dataset.rule}.`);
  // Or what it is part of
  const found = rules.find((each) => each.dataset.rule === rule) || rules.find(isPart);
  for (const each of rules) each.classList.toggle("wanted", each === found);
  found?.scrollIntoView({ block: "center" });
}

// ---- the Markdown of our rules: headings, paragraphs, lists, tables, emphasis; never HTML

const HEADING = /^(#+) (.*)/;
const ITEM = /^[-*] /;
const RULER = /^[|:\s-]+$/; // the line below the head of a table
const RULE_OF_HEADING = /\(([A-Z]+\d+)\)/; // "Scoring (K7)"
const RULE_OF_TEXT = /^([A-Z]+\d+(?:\.\d+)*)\b/; // "K7.6 The Guardian …"

const DRAWN = {
  list: (lines) => h("ul", lines.map(listItem)),
  table: drawTable,
  text: (lines) => lines.map(headingOrText),
  "": () => null,
};

function kindOf(line) {
  if (line.startsWith("|")) return "table";
  return ITEM.test(line) ? "list" : line && "text";
}

// Paragraphs, items and headings that begin a rule have its number in `data-rule`. Blocks of one
// kind stand together.
function markdown(text) {
  const runs = [];
  for (const line of joined(text.split("\n"))) {
    const kind = kindOf(line);
    if (runs.at(-1)?.kind === kind) runs.at(-1).lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.map(({ kind, lines }, number) => DRAWN[kind](lines, number));
}

// Lines that go on with a paragraph or an item are joined to it, so that each block is one line.
function joined(lines) {
  const blocks = [];
  let isOpen = false; // whether a line that begins nothing goes on with the last block
  for (const line of lines.map((each) => each.trim())) {
    const begins = HEADING.test(line) || kindOf(line) !== "text";
    if (isOpen && !begins) blocks.push(`${blocks.pop()} ${line}`);
    else blocks.push(line);
    isOpen = !HEADING.test(line) && ["text", "list"].includes(kindOf(line));
  }
  return blocks;
}

const listItem = (line) => ruleBlock("li", line.slice(2));

function headingOrText(line) {
  const [, marks, content] = HEADING.exec(line) ?? [];
  if (!marks) return ruleBlock("p", line);
  const rule = RULE_OF_HEADING.exec(content)?.[1];
  return h(`h${Math.min(6, marks.length + 2)}`, { "data-rule": rule }, emphasized(content));
}

const ruleBlock = (tag, content) =>
  h(tag, { "data-rule": RULE_OF_TEXT.exec(content)?.[1] }, emphasized(content));

function drawTable(lines, number) {
  const textsOf = (line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((text) => text.trim());
  const [heads, ...others] = lines.filter((line) => !RULER.test(line)).map(textsOf);
  const headCell = (text) => (text ? h("th", { scope: "col" }, emphasized(text)) : h("td"));
  const cell = (text) => h("td", emphasized(text));
  const row = (texts) => h("tr", texts.map(cell));
  return h("div.scroll", { tabIndex: 0, role: "region", "aria-label": `Table ${number}` }, [
    h("table", h("thead", h("tr", heads.map(headCell))), h("tbody", others.map(row))),
  ]);
}

// Text with **bold**, *italic* and `code`.
function emphasized(line) {
  return line.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**") && part.length > 4) return h("b", part.slice(2, -2));
    if (part.startsWith("`") && part.length > 2) return h("code", part.slice(1, -1));
    if (part.startsWith("*") && part.length > 2) return h("i", part.slice(1, -1));
    return part;
  });
}
