// How the page talks to the tables: to Python in a worker beside it, without a server.
import { store } from "./session.js";

const KEPT = "tables"; // under which localStorage has the files of the tables

export function connect(progress) {
  progress("Starting Python in this browser; the first time takes a little longer …");
  return new Promise((resolve, reject) => {
    const worker = new Worker("worker.js", { type: "module" });
    const fail = (reason) => reject(new Error(`Python cannot start in this browser: ${reason}`));
    const asked = new Map(); // by number, the promise of the answer
    let asking = 0; // the number of the latest question
    // Resolved as soon as something has happened since the last look
    let news = Promise.withResolvers();

    const transport = {
      local: true,
      send(requests, secret) {
        const methods = requests.map(({ method }) => method);
        if (methods.includes("look")) news = Promise.withResolvers();
        asking += 1;
        worker.postMessage({ number: asking, methods, message: JSON.stringify(requests), secret });
        const waiting = Promise.withResolvers();
        asked.set(asking, waiting);
        return waiting.promise;
      },
      changed: () => news.promise,
    };

    function settle({ number, content }) {
      asked.get(number).resolve(JSON.parse(content));
      asked.delete(number);
    }

    worker.onerror = (event) => fail(event.message);
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve(transport);
      else if (data.failed) fail(data.failed);
      else if (data.files) store.set("localStorage", KEPT, data.files);
      else if (data.number) settle(data);
      else news.resolve();
    };
    worker.postMessage({ start: store.get("localStorage", KEPT) || "{}" });
  });
}
