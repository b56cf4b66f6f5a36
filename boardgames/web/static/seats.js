// Draws a seat with its name, its counters and its zones.
import { drawCounters } from "./counters.js";
import { classes, h } from "./dom.js";
import { seatKey } from "./piece-keys.js";
import { HUMAN, session, showsResult, withNames } from "./session.js";
import { zonesOnTable } from "./zone-facts.js";
import { drawZone, pickableName } from "./zones.js";

// A bare seat has nothing but its name and counters.
export function drawSeat(area, scene, counters, marks, isBare) {
  const isOwn = area.seat === scene.viewer;
  const acts = scene.to_act.includes(area.seat) && !showsResult();
  const zones = isBare ? [] : zonesOnTable(area, scene, marks).map((zone) => drawZone(zone, area, marks));
  const tag = (text, ...more) => h("span", { class: classes("tag", ...more) }, text);
  const heading = h(
    "h2",
    {},
    h("span", { class: "who" }, pickableName(withNames(area.name), seatKey(area.seat), marks, "seat-pick")),
    acts && tag(isOwn ? "your turn" : "to act", "turn"),
    area.marks.map((mark) => tag(withNames(mark))),
    isAway(area) && tag("not here yet"),
    !isOwn && botNote(session.table.seats[area.seat]),
  );
  return h(
    "article",
    { class: classes("seat", acts && "acts", isOwn && "mine", isBare && "slim"), "aria-label": withNames(area.name) },
    heading,
    drawCounters(counters),
    !isBare && h("div", { class: "zones" }, zones),
  );
}

const isAway = (area) => session.snapshot.absent.some((each) => each.seat === area.seat);

function botNote(spec) {
  if (spec === HUMAN || session.table.reading || !spec) return null;
  return h("small", {}, `bot: ${spec.split(":")[0]}`);
}
