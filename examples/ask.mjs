// Two ways to ask the same methods, for the programs beside this file: Node.js 18 or later.
//
//     const { ask, end } = await connect();                          starts `boardgames serve`; $PYTHON names its Python
//     const { ask, end } = await connect("http://127.0.0.1:8000/");  asks a server that is running
//
// Over lines, this client owns all tables. Over HTTP, the secret of the latest table proves whose seat it is.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

function resultOf({ result, error }) {
  if (error) throw new Error(error.message);
  return result;
}

function overLines() {
  const python = process.env.PYTHON ?? "python";
  const server = spawn(python, ["-m", "boardgames", "serve"], { stdio: ["pipe", "pipe", "inherit"] });
  server.on("error", (error) => console.error(`${python} cannot be started: ${error.message}`));
  server.stdin.on("error", () => {}); // it has ended, which the missing answer says
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  async function ask(method, params = {}) {
    server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) + "\n");
    const { value, done } = await answers.next();
    if (done) throw new Error("the server has ended");
    return resultOf(JSON.parse(value));
  }
  return { ask, end: () => server.stdin.end() };
}

function overHttp(address) {
  let secret = "";
  async function ask(method, params = {}) {
    const { origin } = new URL(address);
    const headers = { "Content-Type": "application/json", Origin: origin, Authorization: `Bearer ${secret}` };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(new URL("rpc", address), { method: "POST", headers, body });
    const result = resultOf(await answer.json());
    secret = result?.secret ?? secret;
    return result;
  }
  return { ask, end: () => {} };
}

export const connect = (address) => (address ? overHttp(address) : overLines());
