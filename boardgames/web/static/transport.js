// How the page talks to the tables: over HTTP.
import { store } from "./store.js";

export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.gone = status === 403 || status === 410;
  }
}

export async function connect() {
  const transport = {
    local: false,
    outside: [],
    async call(method, params, token) {
      const key = store.get(localStorage, "key"); // of a lobby that only its host may open tables in
      const headers = { "Content-Type": "application/json" };
      if (token) headers.Authorization = `Bearer ${token}`;
      if (key) headers["X-Key"] = key;
      const answer = await fetch(`api/${method}`, {
        method: "POST",
        headers,
        body: JSON.stringify(params),
        cache: "no-store",
      });
      if (answer.status === 204) return null;
      const content = await answer.json();
      if (!answer.ok) throw new Refused(content.error, answer.status);
      return content;
    },
  };
  transport.outside = (await transport.call("about", {}, "")).outside || [];
  return transport;
}
