// Whether there is room to draw cards larger, with names that are easy to read: where that takes no more lines.
import { phone } from "./dom.js";
import { isDrawnSmall, isHeap } from "./zone-facts.js";

// All widths are in rem, as in style.css: of cards with their gap, and of the gap between two zones.
const WIDE = { large: 4.75, small: 3.9, back: 2.9, gap: 1.3 };
const PHONE = { large: 4.25, small: 3.5, back: 2.2, gap: 0.8 };
const DRAWN_SMALL = 2.6; // a card of a zone that is drawn small
const [WIDE_REST, PHONE_REST] = [20.8, 1]; // what the window has beside the table
const [CENTRE_PADDING, SEAT_PADDING, SEAT_GAP] = [1.9, 1.5, 0.6];
export const COUNTER_WIDTH = 6.5; // of a seat's only counter, which stands beside its cards

const tableWidth = () => innerWidth / 16 - (phone.matches ? PHONE_REST : WIDE_REST);

export const centreWidth = () => tableWidth() - CENTRE_PADDING;

// The width inside each of so many seats.
export function seatWidth(count) {
  const columns = phone.matches ? 1 : { 2: 2, 4: 2 }[count] || 3;
  return (tableWidth() - SEAT_GAP * (columns - 1)) / columns - SEAT_PADDING;
}

// `room` is the width of a line, of which the first has `used` already.
export function hasRoom(zones, area, marks, room, used = 0) {
  const sizes = phone.matches ? PHONE : WIDE;
  const shown = zones.filter((zone) => !isHeap(zone, area, marks));
  const linesWith = (card) => {
    const widths = shown.map((zone) =>
      zoneWidth(zone, isDrawnSmall(zone, area, marks) ? DRAWN_SMALL : card, sizes.back),
    );
    return countLines(widths, room, used, sizes.gap);
  };
  return linesWith(sizes.large) <= linesWith(sizes.small);
}

function zoneWidth(zone, card, back) {
  return zone.items.reduce((sum, item) => sum + (item.piece === null ? back : card), 0);
}

// How many lines zones of these widths take; a zone begins a new line if it does not fit.
function countLines(widths, room, used, gap) {
  let lines = 1;
  let at = used;
  for (const width of widths) {
    if (at && at + width > room) {
      lines += 1;
      at = 0;
    }
    lines += Math.floor(width / room);
    at += (width % room) + gap;
  }
  return lines;
}
