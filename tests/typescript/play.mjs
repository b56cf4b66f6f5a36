// Plays a whole game with the compiled client, over stdin and stdout or over HTTP:
// node play.mjs PYTHON GAME [ADDRESS]

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Client, play } from "./client.js";

const [python, game, address] = process.argv.slice(2);

function overStdin() {
  const server = spawn(python, ["-m", "boardgames", "serve"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  async function send(request) {
    server.stdin.write(`${request}\n`);
    return (await lines.next()).value;
  }
  return { send, end: () => server.stdin.end() };
}

function overHttp() {
  let secret = "";
  async function send(body) {
    const { origin } = new URL(address);
    const headers = { "Content-Type": "application/json", Origin: origin, Authorization: `Bearer ${secret}` };
    const answer = await (await fetch(new URL("rpc", address), { method: "POST", headers, body })).text();
    secret = JSON.parse(answer).result?.secret ?? secret;
    return answer;
  }
  return { send, end: () => {} };
}

const { send, end } = address ? overHttp() : overStdin();
console.log(JSON.stringify(await play(new Client(send), game, 5)));
end();
