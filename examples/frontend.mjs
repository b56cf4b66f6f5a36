// Shows and plays any game from the protocol alone, with Node.js 18 or later; it knows none of them.
//
//     node examples/frontend.mjs                     which games there are
//     node examples/frontend.mjs koryo               you have the first seat, bots the others
//     node examples/frontend.mjs koryo 4 --random    with 4 players, and random actions instead of yours
//     node examples/frontend.mjs koryo --server http://127.0.0.1:8000/    at `boardgames web`
//
// Without --server, it starts a server of its own with $PYTHON; `python` unless that is set.

import { createInterface } from "node:readline";
import { connect } from "./ask.mjs";

const words = process.argv.slice(2);
const at = words.indexOf("--server");
const [, address] = at < 0 ? [] : words.splice(at, 2);
const random = words.includes("--random");
const [game, players] = words.filter((word) => word !== "--random");
const { ask, end } = connect(address);
const keyboard = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

const marked = (text, marks) => (marks.length ? `${text} (${marks.map(({ name }) => name).join(", ")})` : text);

function draw(scene, pieces) {
  const named = ({ piece, count, marks }) => marked(`${count} ${pieces[piece]?.name ?? "face down"}`, marks);
  console.log(`\n== ${scene.title} ${scene.heading}\n${scene.text}`); // either a text or areas
  for (const { name, marks, counters, zones } of scene.areas) {
    const numbers = counters.map((each) => `${each.name} ${each.value}${each.of === null ? "" : ` of ${each.of}`}`);
    console.log(`-- ${marked(name, marks)}: ${numbers.join(", ")}`);
    for (const zone of zones) if (zone.items.length) console.log(`   ${zone.name}: ${zone.items.map(named).join(", ")}`);
  }
  console.log([...scene.notes, scene.prompt].join("\n"));
}

async function choose(legal) {
  legal.forEach(({ label }, index) => console.log(`${index + 1}. ${marked(label.text, label.note ? [{ name: label.note }] : [])}`));
  while (!random) {
    console.log(`Your choice, 1 to ${legal.length}?`);
    const { value, done } = await keyboard.next();
    if (done) throw new Error("nothing was chosen");
    if (legal[value - 1]) return legal[value - 1];
  }
  return legal[Math.floor(Math.random() * legal.length)];
}

async function play(most) {
  const { table, yours } = await ask("new", { game, players: Number(players ?? most) });
  const { pieces } = await ask("pieces", { table });
  for (let since = 0; ; ) {
    const now = await ask("events", { table, seat: yours[0], since });
    for (const { text } of now.events) console.log(text.join("\n"));
    since = now.plies;
    if (!now.over && !now.to_act.includes(yours[0])) await ask("wait", { table, version: now.version });
    else {
      const { scene, legal_actions, turn } = await ask("scene", { table, seat: yours[0] });
      draw(scene, pieces);
      if (now.over) break;
      await ask("apply", { table, seat: yours[0], action: (await choose(legal_actions)).notation, turn });
    }
  }
  for (const { source, points } of (await ask("score_sheet", { table })).score_sheet.lines) console.log(`${source}: ${points}`);
  const { outcome } = await ask("outcome", { table });
  console.log(`${outcome.reason}; points: ${outcome.scores}; won by player ${outcome.winners.map((seat) => seat + 1)}`);
}

const list = (games) => games.forEach((each) => console.log(`${each.game}: ${each.title}, ${each.players} players`));
const start = ({ games }) => (game ? play(games.find((each) => each.game === game)?.players[0] ?? 2) : list(games));
await ask("games").then(start).catch((error) => (console.error(error.message), (process.exitCode = 1)));
process.stdin.destroy();
end();
