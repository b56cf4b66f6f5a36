// How the page talks to the tables: to Python in a worker beside it, without a server.
import { Refused, store } from "./session.js";

const KEPT = "tables"; // under which localStorage has the files of the tables

export function connect(progress) {
  progress("Starting Python in this browser; the first time takes a little longer …");
  return new Promise((resolve, reject) => {
    const worker = new Worker("worker.js", { type: "module" });
    const fail = (reason) => reject(new Error(`Python cannot start in this browser: ${reason}`));
    const asked = new Map(); // by number, how to settle the promise of the answer
    let asking = 0; // the number of the latest question
    let hasNews = false;
    let wake = null; // resolves the promise of `changed`

    const transport = {
      local: true,
      call(method, params, token) {
        if (method === "look") hasNews = false;
        return new Promise((answer, refuse) => {
          asking += 1;
          asked.set(asking, { answer, refuse });
          worker.postMessage({ number: asking, method, params: JSON.stringify(params), token });
        });
      },
      // Resolve as soon as something has happened since the last look.
      async changed() {
        if (!hasNews)
          await new Promise((resume) => {
            wake = resume;
          });
      },
    };

    function settle({ number, content }) {
      const { answer, refuse } = asked.get(number);
      asked.delete(number);
      const { error, status, answer: answered } = JSON.parse(content);
      if (error) refuse(new Refused(error, status));
      else answer(answered);
    }

    function noteNews() {
      hasNews = true;
      wake?.();
      wake = null;
    }

    worker.onerror = (event) => fail(event.message);
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve(transport);
      else if (data.failed) fail(data.failed);
      else if (data.files) store.set(localStorage, KEPT, data.files);
      else if (data.number) settle(data);
      else noteNews();
    };
    worker.postMessage({ start: store.get(localStorage, KEPT) || "{}" });
  });
}
