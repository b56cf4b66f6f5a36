// How the page talks to the tables: to Python in a worker beside it, without a server.

export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.gone = status === 403 || status === 410;
  }
}

const KEPT = "tables";

export function connect(progress) {
  progress("Starting Python in this browser; the first time takes a little longer …");
  return new Promise((resolve, reject) => {
    const worker = new Worker("worker.js", { type: "module" });
    const asked = new Map();
    let number = 0,
      news = false,
      wake = null;
    const transport = {
      local: true,
      outside: [],
      call(method, params, token) {
        if (method === "look") news = false;
        return new Promise((answer, refuse) => {
          asked.set(++number, { answer, refuse });
          worker.postMessage({ number, method, params: JSON.stringify(params), token });
        });
      },
      // Resolve as soon as something has happened since the last look.
      changed: () =>
        news
          ? Promise.resolve()
          : new Promise((resume) => {
              wake = resume;
            }),
    };
    worker.onerror = (event) => reject(new Error(`Python cannot start in this browser: ${event.message}`));
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve(transport);
      else if (data.failed) reject(new Error(`Python cannot start in this browser: ${data.failed}`));
      else if (data.files) {
        try {
          localStorage.setItem(KEPT, data.files);
        } catch {
          /* full, or private */
        }
      } else if (data.number) {
        const { answer, refuse } = asked.get(data.number);
        asked.delete(data.number);
        const content = JSON.parse(data.content);
        if (content.error) refuse(new Refused(content.error, content.status));
        else answer(content.answer);
      } else {
        news = true;
        wake?.();
        wake = null;
      }
    };
    let kept = "{}";
    try {
      kept = localStorage.getItem(KEPT) || "{}";
    } catch {
      /* private */
    }
    worker.postMessage({ start: kept });
  });
}
