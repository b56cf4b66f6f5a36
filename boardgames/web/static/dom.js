// Elements: describing them, patching the page until it shows them, finding them; and wording.

export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

// What can be focused has a key in `data-k`.
export const byKey = (key) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-k="${CSS.escape(key)}"]`));

// The width at which the styles, too, change to the layout for phones.
export const phone = matchMedia("(max-width: 56rem)");

// On these, upright or not, many seats have no room for all of their cards.
export const narrow = matchMedia("(max-width: 40rem), (max-width: 56rem) and (max-height: 34rem)");

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

// `where` is "start" or "play".
export function showPage(where) {
  for (const id of ["start", "play"]) $(id).hidden = id !== where;
  document.body.dataset.page = where;
}

const alarmBox = $("alarm");

let told = ""; // what was told to a person
let fault = ""; // what does not work now, which comes first

// What went wrong: it stays until the person does something else or closes it.
export function alarm(text = "") {
  told = text;
  showAlarm();
}

// What does not work, until it is restored.
export function interrupted(text) {
  fault = text;
  showAlarm();
}

export const restored = () => interrupted("");

// Above all else that is open, and part of it, as all else is inert.
function showAlarm() {
  const text = fault || told;
  (document.querySelector("dialog[open]") ?? document.body).append(alarmBox); // which hides it
  patch(
    alarmBox,
    text && capital(text.replace(/\.*$/, ".")),
    text && !fault && button("close alarm", "×", () => alarm(), ".plain.small", "Close"),
  );
  if (text) alarmBox.showPopover();
}

// What has happened, for screen readers.
export function announce(text) {
  $("live").textContent = text;
}

// ---- describing and patching

/**
 * @typedef {{
 *   name: string,
 *   tag: string,
 *   props: Record<string, any>,
 *   children: (Described | string)[],
 * }} Described
 */

const PROPERTIES = new Set("checked disabled hidden open selected tabIndex".split(" "));
const isEmpty = (value) => [undefined, null, false, ""].includes(value);

/** @returns {(Described | string)[]} */
function flat(children) {
  const given = children.flat(9).filter((child) => !isEmpty(child));
  return given.map((child) => (typeof child === "object" ? child : String(child)));
}

// Describe an element, `name` being its tag, and its classes after dots. What follows are its
// properties, which may be left out, and its children. `class` may hold further classes by whether
// they are wanted, `style` holds CSS variables, and properties that begin with `on` are listeners;
// empty properties and children are left out. When its parent is patched, an element is found again
// by its name and by its `key`, `data-k` or `data-z`: what comes and goes among others of that name
// has one, and so has every button.
/** @returns {Described} */
export function h(name, ...content) {
  const [tag, ...names] = name.split(".");
  const props = isProps(content[0]) ? content.shift() : {};
  const all = [...names, ...classNames(props.class ?? "")].filter(Boolean).join(" ");
  return { name, tag, props: { ...props, class: all }, children: flat(content) };
}

// The same, or nothing if there is nothing to hold.
export const hSome = (name, children) => children.length > 0 && h(name, children);

// A button with its key; `kind` has its classes, each after a dot, and `label` says what a sign means.
export const button = (key, text, onclick, kind = "", label = "") =>
  h(`button${kind}`, { "data-k": key, "aria-label": label, onclick }, text);

// The options of a select, each a value and its text.
export const options = (choices, chosen) =>
  choices.map(([value, text]) =>
    h("option", { value, selected: value === chosen, key: value }, text),
  );

const isProps = (first) => first?.constructor === Object && !("children" in first);

function classNames(given) {
  return typeof given === "string" ? [given] : Object.keys(given).filter((name) => given[name]);
}

const shown = new WeakMap(); // by node: what it shows

// Let `parent` show these children and nothing else. Nodes stay where they can, with their focus
// and scrolling.
export function patch(parent, ...children) {
  const wanted = flat(children);
  const found = Map.groupBy(parent.childNodes, (node) => nameOf(shown.get(node)));
  const nodes = wanted.map((each) => found.get(nameOf(each))?.shift() ?? create(each));
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  nodes.forEach((node, place) => {
    if (parent.childNodes[place] !== node)
      parent.insertBefore(node, parent.childNodes[place] ?? null);
    update(node, wanted[place]);
  });
}

// What makes a node fit for what is described.
function nameOf(each) {
  if (typeof each !== "object") return typeof each;
  const { key, "data-k": focusKey, "data-z": placeKey } = each.props;
  return `${each.name} ${key ?? focusKey ?? placeKey ?? ""}`;
}

function create(each) {
  if (typeof each === "string") return document.createTextNode("");
  const isDrawing = each.tag === "svg" || each.tag === "path";
  const node = isDrawing
    ? document.createElementNS("http://www.w3.org/2000/svg", each.tag)
    : document.createElement(each.tag);
  shown.set(node, h(each.tag));
  return node;
}

function update(node, each) {
  const before = shown.get(node);
  shown.set(node, each);
  if (typeof each === "string") {
    if (before !== each) node.data = each;
    return;
  }
  for (const name of Object.keys(before.props))
    if (!(name in each.props)) setProperty(node, name, null);
  for (const [name, value] of Object.entries(each.props)) {
    if (value !== before.props[name]) setProperty(node, name, value);
  }
  patch(node, each.children);
}

function setProperty(node, name, value) {
  if (name === "key") return;
  if (name === "style") {
    node.removeAttribute("style");
    for (const [variable, each] of Object.entries(value ?? {}))
      if (!isEmpty(each)) node.style.setProperty(variable, each);
  } else if (name.startsWith("on")) node[name] = value;
  else if (PROPERTIES.has(name)) node[name] = value ?? false;
  else if (name === "value")
    node.value = value ?? node.value; // without a value, it keeps what was typed
  else if (isEmpty(value)) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

// Whether it has more in it than it has room for.
export const isOverfull = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;

// ---- words

export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// "a, b and c"
export const listed = (parts) => new Intl.ListFormat("en-GB").format(parts.map(String));

// Each part ends with a full stop, so that a screen reader pauses after it.
export function sentences(parts) {
  return parts
    .filter(Boolean)
    .map((part) => (/[.!?:…]$/.test(part) ? part : `${part}.`))
    .join(" ");
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const percent = (chance) => `${Math.round(chance * 100)} %`;

// A minus sign in place of the hyphen.
export const withMinus = (number) => String(number).replaceAll("-", "−");
