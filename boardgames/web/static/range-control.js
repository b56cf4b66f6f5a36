// A slider, a number and a button for choices that differ only in an amount.
import { quietly } from "./ask.js";
import { act } from "./choosing.js";
import { h } from "./dom.js";
import { session, withNames } from "./session.js";
import { capital, listed } from "./words.js";

const chosen = new Map(); // by name, {version, place}: what was set, so that it stays when the page is drawn anew

// Choices with a note, such as a bid of more than one has, are marked on the slider and shown as beyond what is usual.
export function drawRange(indices, name) {
  const choices = indices.map((index) => session.snapshot.choices[index]);
  choices.sort((one, other) => one.amount - other.amount);
  const label = name || "amount";
  const last = choices.length - 1;
  let place = chosenPlace(name, last);

  const slider = h("input", {
    type: "range",
    min: 0,
    max: last,
    step: 1,
    value: place,
    "aria-label": capital(label),
    "data-k": `r|${name}`,
  });
  const field = h("input", {
    type: "number",
    class: "amount",
    min: choices[0].amount,
    max: choices[last].amount,
    "aria-label": `${capital(label)}, as a number`,
    "data-k": `n|${name}`,
  });
  const note = h("p", { class: "note", "aria-live": "polite" });
  const button = h("button", { class: "main", "data-k": `do|${name}`, onclick: () => quietly(act(choices[place])) });
  markPlain(slider, choices);

  function set(next, isTyped = false) {
    place = Math.max(0, Math.min(last, next));
    chosen.set(name, { version: session.snapshot.version, place });
    const choice = choices[place];
    slider.value = place;
    slider.setAttribute("aria-valuetext", `${choice.amount}${choice.note ? `, ${choice.note}` : ""}`);
    if (!isTyped) field.value = choice.amount;
    field.removeAttribute("aria-invalid");
    button.disabled = false;
    button.textContent = capital(withNames(choice.text));
    note.textContent = withNames(choice.note);
    note.classList.toggle("beyond", Boolean(choice.note));
  }

  function refuse() {
    field.setAttribute("aria-invalid", "true");
    button.disabled = true;
    button.textContent = capital(label);
    note.textContent = `${permittedAmounts(choices)} only`;
    note.classList.add("beyond");
  }

  slider.addEventListener("input", () => set(Number(slider.value)));
  field.addEventListener("input", () => {
    const wanted = field.value.trim() ? choices.findIndex(({ amount }) => amount === Number(field.value)) : -1;
    if (wanted < 0) refuse();
    else set(wanted, true);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !button.disabled) button.click();
  });
  set(place);
  const less = h("button", { class: "step", "aria-label": "Less", onclick: () => set(place - 1) }, "−");
  const more = h("button", { class: "step", "aria-label": "More", onclick: () => set(place + 1) }, "+");
  return h("div", { class: "range" }, less, slider, more, field, button, note);
}

function chosenPlace(name, last) {
  const kept = chosen.get(name);
  return kept?.version === session.snapshot.version ? Math.min(kept.place, last) : 0;
}

// Colour the end of the slider where the choices have notes.
function markPlain(slider, choices) {
  const plain = choices.filter((choice) => !choice.note).length;
  if (!plain || plain === choices.length) return;
  slider.style.setProperty("--plain-until", `${((plain - 0.5) / (choices.length - 1)) * 100}%`);
}

function permittedAmounts(choices) {
  const amounts = choices.map((choice) => choice.amount);
  const [least, most] = [amounts[0], amounts.at(-1)];
  return most - least < amounts.length ? `${least} to ${most}` : listed(amounts);
}
