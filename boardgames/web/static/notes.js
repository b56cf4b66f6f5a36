// Remarks on the table: beside it where there is room, else below it.
import { h, listed } from "./dom.js";
import { seatName, withNames } from "./session.js";

/** @import { Scene } from "../../../typings/page.js" */

// Remarks, and who plays with whom if there are teams, one line each.
/** @param {Scene} scene */
export function notesOf(scene) {
  const sides = scene.teams.map((team) => listed(team.map(seatName)));
  const teams = sides.length > 0 ? [`Teams: ${sides.join("; ")}`] : [];
  return [...teams, ...scene.notes.map(withNames)].map((note) => h("li", note));
}
