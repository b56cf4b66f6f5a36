// Light or dark colours: as the system has them, unless somebody has chosen.
import { h } from "./dom.js";
import { store } from "./store.js";

const THEMES = ["auto", "light", "dark"];

const chosenTheme = () => store.get(localStorage, "theme") || "auto";

export function applyTheme() {
  document.documentElement.dataset.theme = chosenTheme();
}

export function themeButton() {
  const label = `Colours: ${chosenTheme()}`;
  const onclick = (event) => {
    store.set(localStorage, "theme", THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length]);
    applyTheme();
    event.currentTarget.replaceWith(themeButton());
  };
  return h("button", { class: "small", "aria-label": label, onclick }, label);
}
