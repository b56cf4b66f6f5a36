// The sheet that lies over the table: rules, menu, log and list of choices open in it.
import { $, h } from "./dom.js";
import { enterOpened } from "./history.js";

export function openSheet(title, content) {
  const sheet = $("sheet");
  const close = h("button", { onclick: () => sheet.close(), "aria-label": "Close" }, "×");
  const body = h("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-label": title }, content);
  sheet.replaceChildren(h("header", {}, h("h2", { id: "sheet-title" }, title), close), body);
  if (!sheet.open) sheet.showModal();
  enterOpened();
  body.scrollTop = 0;
}

// A click beside it closes it.
$("sheet").addEventListener("click", (event) => {
  if (event.target === $("sheet")) $("sheet").close();
});
