// Plays whole games, follows each from its events alone, and compares with the scene after each action: Node.js 18 or later.
//
//     node examples/follow_log.mjs              every game, with each number of players
//     node examples/follow_log.mjs koryo 3      one game with 3 players
//
//     node examples/follow_log.mjs koryo 3 http://127.0.0.1:8000/    the same at `boardgames web`, for the first seat
//
// The players act at random: first all of them are clients, then all but one are bots. docs/protocol.md says how to fold.
// Without an address, it starts a server of its own with $PYTHON; `python` unless that is set.

import { connect } from "./ask.mjs";

const [name, number, address] = process.argv.slice(2);
const { ask, end } = connect(address);
const differences = [];

const placed = (seat, key) => `${seat ?? "centre"} ${key}`;
const empty = () => ({ zones: {}, counters: {}, marks: {}, to_act: [], heading: "", notes: [], round: null });

const seen = (piece, faceDown, seat, viewer) => (faceDown && (seat === null || seat !== viewer) ? null : piece); // nobody owns the centre

/** Returns the pieces at a place of the table: a Map from key to count, in the order in which the keys have come. */
const piecesAt = (table, { seat, zone }) => (table.zones[placed(seat, zone)] ??= new Map());

function add(pieces, key, count) {
  const sum = (pieces.get(key) ?? 0) + count;
  if (sum < 0) throw new Error(`${-sum} more pieces leave than lie there: ${key}`);
  sum ? pieces.set(key, sum) : pieces.delete(key);
}

function take(pieces, piece, count) {
  const all = [...pieces.values()].reduce((sum, each) => sum + each, 0);
  if (!pieces.has(piece) && count === all) pieces.clear();
  else add(pieces, pieces.has(piece) ? piece : null, -count);
}

const fold = {
  piecemove(table, { piece, count, source, target, face_down }, viewer) {
    if (source) take(piecesAt(table, source), piece, count);
    if (target) add(piecesAt(table, target), seen(piece, face_down, target.seat, viewer), count);
  },
  counterchange: ({ counters }, { seat, counter, by }) =>
    (counters[placed(seat, counter)] = (counters[placed(seat, counter)] ?? 0) + by),
  markchange({ marks }, { seat, mark, on }) {
    for (const key of seat === null ? Object.keys(marks) : [seat])
      marks[key] = (marks[key] ?? []).filter((each) => each !== mark);
    if (on) marks[seat].push(mark);
  },
  turnchange: (table, { seats }) => (table.to_act = seats),
  roundchange: (table, { number }) => (table.round = number),
  headingchange: (table, { heading }) => (table.heading = heading),
  noteschange: (table, { notes }) => (table.notes = notes),
};

/** Returns the same table, made from a scene. */
function drawn(scene) {
  const table = { ...empty(), to_act: scene.to_act, heading: scene.heading, notes: scene.notes };
  for (const { seat, zones, counters, marks } of scene.areas) {
    for (const { key, items } of zones)
      for (const { piece, count, hidden } of items)
        add(piecesAt(table, { seat, zone: key }), seen(piece, hidden, seat, scene.viewer), count);
    for (const { key, value } of counters) table.counters[placed(seat, key)] = value;
    table.marks[seat] = marks.map(({ key }) => key);
  }
  return table;
}

/** Returns a table as text that is equal for equal tables: `ordered` has the places where the order matters. */
function written({ zones, counters, marks, to_act, heading, notes }, ordered) {
  const sorted = (object, value) =>
    Object.keys(object)
      .sort()
      .flatMap((key) => value(key, object[key]) ?? []);
  const listed = (place, pieces) =>
    [...pieces].map(([key, count]) => `${count} ${key}`)[ordered.has(place) ? "slice" : "sort"]();
  return [
    ...sorted(zones, (place, pieces) => (pieces.size ? `${place}: ${listed(place, pieces)}` : null)),
    ...sorted(counters, (key, value) => (value ? `${key}: ${value}` : null)),
    ...sorted(marks, (seat, each) => (each.length ? `${seat} is ${[...each].sort()}` : null)),
    `${to_act} act: ${heading}, ${notes}`,
  ];
}

/** Folds what is new into the table of a follower; returns the answer. */
async function foldNews(table, follower) {
  const told = await ask("events", { table, seat: follower.viewer, since: follower.plies });
  follower.plies = told.plies;
  for (const { ply, happened, rest } of told.events) {
    if (ply === 0) follower.table = empty();
    for (const change of [...happened.flatMap(({ changes }) => changes), ...rest])
      fold[change.type](follower.table, change, follower.viewer);
  }
  return told;
}

/** Brings the table of a follower up to date and compares it with the scene; returns whether the game is over. */
async function follow(table, follower, what) {
  let told, seen;
  do {
    told = await foldNews(table, follower);
    seen = await ask("scene", { table, seat: follower.viewer });
  } while (told.version !== seen.version); // something has happened in between
  const { scene, plies, over } = seen;
  const ordered = scene.areas.flatMap(({ seat, zones }) =>
    zones.filter((zone) => zone.ordered).map(({ key }) => placed(seat, key)),
  );
  const [folded, shown] = [follower.table, drawn(scene)].map((each) => written(each, new Set(ordered)));
  const lines = [...folded.filter((line) => !shown.includes(line)), ...shown.filter((line) => !folded.includes(line))];
  if (lines.length) differences.push([`${what}, ply ${plies}, viewer ${follower.viewer}`, ...lines].join("\n  "));
  return over;
}

async function play(game, seats) {
  const what = `${game}, ${seats}`;
  const { table, yours } = await ask("new", { game, seats });
  const viewers = address ? yours : [null, ...yours];
  const followers = viewers.map((viewer) => ({ viewer, plies: 0, table: empty() }));
  for (let compared = 0; ; compared += followers.length) {
    const over = [];
    for (const follower of followers) over.push(await follow(table, follower, what));
    if (over[0])
      return console.log(`${what}: ${followers[0].plies} actions, ${compared + over.length} tables compared`);
    const { version, to_act } = await ask("view", { table, seat: viewers[0] });
    const seat = to_act.find((each) => yours.includes(each));
    if (seat === undefined) await ask("wait", { table, version });
    else {
      const { legal_actions } = await ask("legal_actions", { table, seat });
      const { action } = legal_actions[Math.floor(Math.random() * legal_actions.length)];
      await ask("apply", { table, seat, action });
    }
  }
}

for (const { game, players } of (await ask("games")).games.filter((each) => [undefined, each.game].includes(name)))
  for (const count of players.filter((each) => [undefined, `${each}`].includes(number)))
    for (const others of address ? ["random"] : ["human", "random"]) await play(game, ["human", ...Array(count - 1).fill(others)]);
console.log([...differences.slice(0, 20), `${differences.length} differences`].join("\n"));
process.exitCode = differences.length ? 1 : 0;
end();
