// The same bot in JavaScript, for Node.js 18 or later: the last of the actions with the fewest words.
//
//     boardgames play koryo --seats human,'cmd:node examples/bots/cautious.mjs'

import { createInterface } from "node:readline";

function answer(method, params) {
  if (method === "hello") return { protocol: 1, name: "cautious" };
  if (method === "choose") {
    // params.view is all that this seat knows; here the actions are enough.
    const words = (notation) => notation.split(" ").length;
    const notations = params.legal_actions.map((each) => each.notation);
    return { action: notations.reduce((best, next) => (words(next) <= words(best) ? next : best)) };
  }
  return null; // new_game, game_over
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = answer(method, params);
  // A notification has no id and gets no answer.
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\n");
}
