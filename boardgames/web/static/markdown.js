// The Markdown of our rules: headings, paragraphs, lists, tables, emphasis; nothing else, and never HTML.
import { h } from "./dom.js";

const HEADING = /^(#+) (.*)/;
const ITEM = /^[-*] /;
const RULE_OF_HEADING = /\(([A-Z]+\d+)\)/; // "Scoring (K7)"
const RULE_OF_TEXT = /^([A-Z]+\d+(?:\.\d+)*)\b/; // "K7.6 The Guardian …"

const isRuler = (cell) => /^:?-+:?$/.test(cell); // a cell of the line below the head
const bodyCell = (cell) => h("td", {}, emphasized(cell));
const headCell = (cell) => (cell ? h("th", { scope: "col" }, emphasized(cell)) : h("td"));

// Paragraphs, items and headings that begin a rule have its number in `data-rule`.
export function markdown(text) {
  const reader = new Reader();
  for (const line of text.split("\n")) reader.read(line);
  reader.finishBlock();
  return reader.root;
}

class Reader {
  root = h("div", { class: "rules" });
  block = null; // the paragraph or item that is being read: {element, lines}
  list = null; // the list that an item would continue
  body = null; // the body of the table that a row would continue
  tables = 0;

  read(whole) {
    const line = whole.trim();
    const heading = HEADING.exec(line);
    if (!line) this.addEmptyLine(whole);
    else if (heading) this.addHeading(heading[1], heading[2]);
    else if (line.startsWith("|")) this.addRow(line);
    else if (ITEM.test(line)) this.addItem(line.slice(2));
    else if (this.block) this.block.lines.push(line);
    else this.addParagraph(line);
  }

  finishBlock() {
    if (!this.block) return;
    const { element, lines } = this.block;
    const content = lines.join(" ");
    const rule = RULE_OF_TEXT.exec(content)?.[1];
    element.append(...emphasized(content));
    if (rule) element.dataset.rule = rule;
    this.block = null;
  }

  addEmptyLine(line) {
    this.finishBlock();
    this.body = null;
    if (!line.startsWith(" ")) this.list = null;
  }

  addHeading(marks, content) {
    this.finishBlock();
    this.list = null;
    this.body = null;
    const rule = RULE_OF_HEADING.exec(content)?.[1];
    this.root.append(h(`h${Math.min(6, marks.length + 2)}`, { "data-rule": rule }, emphasized(content)));
  }

  addRow(line) {
    this.finishBlock();
    this.list = null;
    const inner = line.replace(/^\||\|$/g, "");
    const cells = inner.split("|").map((cell) => cell.trim());
    if (!this.body) this.addTable(cells);
    else if (!cells.every(isRuler)) this.body.append(h("tr", {}, cells.map(bodyCell)));
  }

  addTable(heads) {
    this.tables += 1;
    this.body = h("tbody");
    const table = h("table", {}, h("thead", {}, h("tr", {}, heads.map(headCell))), this.body);
    const label = `Table ${this.tables}`;
    this.root.append(h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table));
  }

  addItem(content) {
    this.finishBlock();
    this.body = null;
    if (!this.list) {
      this.list = h("ul");
      this.root.append(this.list);
    }
    this.block = { element: h("li"), lines: [content] };
    this.list.append(this.block.element);
  }

  addParagraph(line) {
    this.list = null;
    this.body = null;
    this.block = { element: h("p"), lines: [line] };
    this.root.append(this.block.element);
  }
}

// Text with **bold**, *italic* and `code`.
function emphasized(line) {
  return line.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**") && part.length > 4) return h("b", {}, part.slice(2, -2));
    if (part.startsWith("`") && part.length > 2) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("*") && part.length > 2) return h("i", {}, part.slice(1, -1));
    return part;
  });
}
