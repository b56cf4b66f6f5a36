// The Back button: it goes from what is open to the table, from there to the start page, and then away.
//
// For this the history has an entry for the table, and one above it that stands for whatever is open; `depth` counts
// them. An entry of something that has been closed otherwise is passed over.
import { quietly } from "./ask.js";
import { $ } from "./dom.js";
import { openStartPage } from "./hooks.js";
import { session } from "./session.js";

const place = () => history.state?.place;

function enter(next) {
  if (place() !== next) history.pushState({ place: next, depth: (history.state?.depth || 0) + 1 }, "");
}

export function enterTable() {
  if (!place()) enter("table");
}

// Called whenever a sheet or the replay opens.
export function enterOpened() {
  enter("open");
}

export function leaveEntries() {
  if (history.state?.depth) history.go(-history.state.depth);
}

export function listenForBack(endReplay) {
  addEventListener("popstate", () => {
    if (!session.token || location.hash) return; // the start page, where Forward has nothing to open again
    if (!place()) quietly(openStartPage());
    else if (place() === "open") return;
    else if ($("sheet").open) {
      $("sheet").close();
      if (session.replay) enterOpened();
    } else if (session.replay) endReplay();
    else history.back();
  });
}
