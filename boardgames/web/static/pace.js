// The pace at which what happens is shown, and the field that sets it.
import { byKey, calm, h, options } from "./dom.js";
import { redrawing, store } from "./session.js";

// Milliseconds for each event, by the name of the pace.
const PACES = { slow: 2000, normal: 1100, quick: 500, off: 0 };
export const USUAL_PACE = PACES.normal;

const paceName = () => store.get("localStorage", "pace") ?? (calm.matches ? "off" : "normal");
export const pace = () => PACES[paceName()];

export function paceSelect() {
  const names = options(
    Object.keys(PACES).map((name) => [name, name]),
    paceName(),
  );
  const onchange = redrawing(() => store.set("localStorage", "pace", byKey("pace")["value"]));
  return h("label", h("span", "Pace "), h("select.small", { "data-k": "pace", onchange }, names));
}
