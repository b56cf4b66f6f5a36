// Draws counters: what a seat or the centre has of something, such as coins, in numbers.
import { h } from "./dom.js";
import { withNames } from "./session.js";

export function drawCounters(counters) {
  if (!counters.length) return null;
  const pair = (each) => h("div", {}, h("dt", {}, withNames(each.name)), h("dd", {}, amountOf(each)));
  return h("dl", { class: "counters" }, counters.map(pair));
}

export function amountOf(counter) {
  return [
    h("b", {}, counter.value),
    counter.of !== null && h("span", { class: "soft" }, ` of ${counter.of}`),
    counter.note && h("span", { class: "note" }, ` ${withNames(counter.note)}`),
  ];
}
