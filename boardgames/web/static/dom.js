// Short names for what the page does with the DOM: find an element, make one, show one of the two pages.

export const $ = (id) => document.getElementById(id);

// What can be focused has a key in `data-k`, by which it is found again after it was drawn anew.
export const byKeyAll = (key) => [...document.querySelectorAll(`[data-k="${CSS.escape(key)}"]`)];
export const byKey = (key) => byKeyAll(key)[0];

// The width at which style.css, too, changes to the layout for phones.
export const phone = matchMedia("(max-width: 56rem)");

const isEmpty = (value) => value === undefined || value === null || value === false;

// Make an element. Properties that begin with `on` are listeners; empty properties and children are left out.
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (isEmpty(value)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => !isEmpty(child) && child !== ""));
  return element;
}

export const classes = (...names) => names.filter(Boolean).join(" ");

// `where` is "start" or "play".
export function showPage(where) {
  for (const id of ["start", "play"]) $(id).hidden = id !== where;
  document.body.dataset.page = where;
}
