// Sitting down at a table, and getting up again.
import { clearSelection } from "./choosing.js";
import { $, showPage } from "./dom.js";
import { dressed } from "./emblems.js";
import { enterTable } from "./history.js";
import { forgetChanges, giveUp, listen, stopListening } from "./listen.js";
import { startReplay } from "./replay.js";
import { session } from "./session.js";
import { keepSeat, store } from "./store.js";

export async function sit(token) {
  let table;
  try {
    table = await session.server.call("table", {}, token);
  } catch (error) {
    if (!error.gone) throw error;
    await giveUp(token, error);
    return;
  }
  stopListening(); // to the table before
  Object.assign(session, { token, table, pieces: dressed(table.pieces) });
  forgetGame();
  clearSelection();
  keepSeat();
  enterTable();
  showPage("play");
  $("title").textContent = table.title;
  if (table.reading) await startReplay();
  else listen();
}

function forgetGame() {
  Object.assign(session, { snapshot: null, log: [], replay: null, inspected: null, showsAllNews: false });
  forgetChanges();
}

export function leaveTable() {
  stopListening();
  Object.assign(session, { token: "", table: null, snapshot: null, replay: null });
  store.set(sessionStorage, "seat", null);
}
