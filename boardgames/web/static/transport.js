// How the page talks to the tables: over HTTP.
//
// In an exported folder, local.js is this file. Each has a function `connect(progress)`, which
// tells `progress` what it waits for, if that takes long, and resolves to a transport:   local:
// whether the tables are in this browser, without a server;   call(method, params, token): resolves
// to the answer, which is null for a `look` without news; throws Refused if the     library
// refuses, and any other error if it is not reached;   changed(): resolves as soon as something has
// happened since the last look. Only local.js has it, whose `look`     answers at once; over HTTP,
// a `look` itself waits for news.
import { Refused, store } from "./session.js";

const LONGEST_WAIT = 10_000; // milliseconds for an answer; a `look` itself waits for half of it

export async function connect(progress) {
  progress("Asking the server …");
  return {
    local: false,
    async call(method, params, token) {
      // Of a lobby that only its host may open tables in
      const key = store.get(localStorage, "key");
      const headers = { "Content-Type": "application/json" };
      if (token) headers.Authorization = `Bearer ${token}`;
      if (key) headers["X-Key"] = key;
      const body = JSON.stringify(params);
      const signal = AbortSignal.timeout(LONGEST_WAIT);
      const answer = await fetch(`api/${method}`, {
        method: "POST",
        headers,
        body,
        cache: "no-store",
        signal,
      });
      if (answer.status === 204) return null;
      const content = await answer.json();
      if (!answer.ok) throw new Refused(content.error, answer.status);
      return content;
    },
  };
}
