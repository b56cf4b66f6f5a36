// Asks the server, and tells the reader what went wrong or what has happened.
import { $ } from "./dom.js";
import { Refused } from "./refused.js";
import { session } from "./session.js";
import { capital } from "./words.js";

export function alarm(text = "") {
  $("alarm").textContent = text && capital(text.replace(/\.*$/, "."));
}

// For screen readers.
export function announce(text) {
  $("live").textContent = text;
}

// Whatever goes wrong is shown, and thrown.
export async function ask(method, params = {}) {
  try {
    const answer = await session.server.call(method, params, session.token);
    alarm();
    return answer;
  } catch (error) {
    alarm(error instanceof Refused ? error.message : "the server does not answer");
    throw error;
  }
}

// For listeners, which have nobody to throw to: `ask` has already shown what went wrong.
export function quietly(promise) {
  return promise.catch(logUnlessRefused);
}

export function logUnlessRefused(error) {
  if (!(error instanceof Refused)) console.debug(error.message);
}
