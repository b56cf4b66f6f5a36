// Python with the tables, in a worker: the page stays alive while a bot thinks.
import { loadPyodide } from "./pyodide/pyodide.mjs";

// The methods that change nothing
const READING = new Set([
  "games",
  "rules",
  "about",
  "pieces",
  "invited",
  "wait",
  "look",
  "hint",
  "record",
  "replay",
  "judge",
]);
let local = null;
let stepping = false;

async function start(kept) {
  const [python, library] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetch("boardgames.zip").then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(library, "zip", { extractDir: "/library" });
  python.globals.set("kept", kept);
  local = python.runPython(`
import sys
sys.path.insert(0, "/library")
from boardgames.web.local import Local
Local("/tables", kept)
`);
  postMessage({ ready: true });
  play();
}

// Bots act one at a time, and messages come through between them.
async function play() {
  if (stepping) return;
  stepping = true;
  for (;;) {
    const pause = local.step();
    if (pause < 0) break;
    postMessage({ news: true });
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
  stepping = false;
  postMessage({ files: local.files() });
}

onmessage = async ({ data }) => {
  if (data.start !== undefined) {
    try {
      await start(data.start);
    } catch (error) {
      const lines = String(error.message || error).trim();
      postMessage({ failed: lines.split("\n").at(-1) }); // of a traceback, what went wrong
    }
    return;
  }
  const content = local.call(data.message, data.secret);
  postMessage({ number: data.number, content });
  if (!data.methods.every((method) => READING.has(method))) {
    postMessage({ news: true });
    play();
  }
};
