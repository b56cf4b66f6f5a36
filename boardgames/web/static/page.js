// Starts the page, which knows no game: it draws scenes, hangs choices on pieces, and sends actions back.
import { alarm, quietly } from "./ask.js";
import { $, h, phone } from "./dom.js";
import { listenForBack } from "./history.js";
import { connectHooks, redraw } from "./hooks.js";
import { listenForKeys } from "./keyboard.js";
import { render } from "./render.js";
import { endReplay } from "./replay.js";
import { session } from "./session.js";
import { sit } from "./sit.js";
import { openJoinPage, openStartPage } from "./start.js";
import { store } from "./store.js";
import { applyTheme } from "./theme.js";
import { connect } from "./transport.js";

async function begin() {
  applyTheme();
  try {
    session.server = await connect(showProgress);
  } catch (error) {
    alarm(error.message);
    return;
  }
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("key")) {
    store.set(localStorage, "key", hash.get("key"));
    history.replaceState(null, "", location.pathname);
  }
  const kept = store.get(sessionStorage, "seat");
  if (hash.has("join")) openJoinPage(hash.get("join"));
  else if (kept) await sit(kept);
  else await openStartPage();
}

function showProgress(text) {
  $("start").hidden = false;
  $("start").replaceChildren(h("p", { class: "loading", role: "status" }, text));
}

function addListeners() {
  listenForKeys();
  listenForBack(endReplay);
  $("home").addEventListener("click", () => quietly(openStartPage()));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // no entry in the history
    $("dock").focus();
  });
  phone.addEventListener("change", () => {
    if (session.snapshot && session.table) redraw();
  });
  addEventListener("hashchange", () => {
    if (/^#(join|key)=/.test(location.hash)) location.reload();
  });
}

connectHooks({ redraw: render, openStartPage });
addListeners();
begin().catch((error) => {
  console.debug(error.message);
  alarm("the page cannot start");
});
