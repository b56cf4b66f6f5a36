// What a client of one game knows: the types of `boardgames schema koryo --typescript`.

import { never } from "./client.js";
import type { Action, Event, Methods } from "./koryo.js";

/** Say what an action does; an action without a case does not compile. */
export function named(action: Action): string {
  switch (action.type) {
    case "order":
      return action.cards.length ? action.cards.join(" ") : "nothing";
    case "bank":
    case "end":
      return action.type;
    case "absolve":
      return action.event;
    case "steal":
      return `from ${action.victim}`;
    case "destroy":
      return `${action.character} of ${action.victim}`;
    case "swap":
      return `${action.given} for ${action.returned}`;
    case "discard":
      return action.character;
    default:
      return never(action);
  }
}

/** Return whose event it is. */
export function seatOf(event: Event): number | null {
  return "seat" in event ? event.seat : null;
}

/** A View is one of Koryŏ, and has its fields. */
export function spies({ view }: Methods["view"]["result"]): number {
  return view.hand.spy ?? 0;
}

/** What must not compile. */
export function wrong(action: Action, { view }: Methods["view"]["result"]): void {
  // @ts-expect-error: only some actions have a victim
  action.victim;
  // @ts-expect-error: there is no such card
  view.hand.dragon;
}
