// How the page sends requests: over HTTP.
//
// In an exported folder, local.js is this file. Each has a function `connect(progress)`, which
// tells `progress` what it waits for, if that takes long, and resolves to a transport:
//   local: whether the tables are in this browser, without a server;
//   send(requests, secret): sends requests of JSON-RPC, and resolves to their answers; throws an
//     error if the library is not reached;
//   changed(): resolves as soon as something has happened since the last look. Only local.js has
//     it, where nothing waits for news; over HTTP, the method `wait` does.
import { Refused } from "./session.js";

const LONGEST_WAIT = 10_000; // milliseconds for an answer; `wait` itself takes half of it

export async function connect(progress) {
  progress("Asking the server …");
  return {
    local: false,
    async send(requests, secret) {
      const headers = { "Content-Type": "application/json" };
      if (secret) headers.Authorization = `Bearer ${secret}`;
      const answer = await fetch("rpc", {
        method: "POST",
        headers,
        body: JSON.stringify(requests),
        cache: "no-store",
        signal: AbortSignal.timeout(LONGEST_WAIT),
      });
      const content = await answer.json();
      if (!answer.ok) throw new Refused(content.error);
      return content;
    },
  };
}
