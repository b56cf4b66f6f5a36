// Plays a whole game with the compiled client over stdin and stdout: node play.mjs PYTHON GAME

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Client, play } from "./client.js";

const [python, game] = process.argv.slice(2);
const server = spawn(python, ["-m", "boardgames", "serve"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

async function overStdin(request) {
  server.stdin.write(`${request}\n`);
  return (await lines.next()).value;
}

console.log(JSON.stringify(await play(new Client(overStdin), game, 5)));
server.stdin.end();
