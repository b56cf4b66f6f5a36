// Two steps that many listeners need, connected by page.js so that the modules do not import each other in circles.

const steps = {};

export function connectHooks(given) {
  Object.assign(steps, given);
}

export const redraw = () => steps.redraw(); // draw the whole table anew
export const openStartPage = () => steps.openStartPage(); // leave the table, if we are at one, and show the start page
