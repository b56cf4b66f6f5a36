// The state that the modules share, what follows from it, and the names of the players in it.

export const HUMAN = "human"; // the spec of a seat for a person

export const session = {
  // How to reach the tables: see transport.js. Set once, by page.js.
  server: null,

  // Who we are, and at which table. Changed by sit.js alone; all but `pieces` are empty on the start page.
  token: "", // the secret of our seat
  table: null, // what does not change at this table: the answer to `table`
  pieces: {}, // the pieces of the game by key, each with colour and emblem

  // How the game stands. Changed by listen.js, emptied by sit.js; for a record, which has no news, filled by replay.js.
  snapshot: null, // the latest answer to `look`: the scene, our choices, names, the end
  log: [], // every action so far, as we were told it

  // The choice in progress. Changed by choosing.js, and by the buttons of picked.js and choices.js.
  selection: {
    targets: [], // for each choice of the snapshot, the keys of what it touches
    picked: [], // the keys picked so far; a key stands here as often as it was picked
    group: null, // the name of the group of choices that is open
    hint: null, // what a bot would do, best first
  },

  // What is marked as new. Changed by listen.js, choosing.js and replay.js.
  changes: {
    counts: null, // how many pieces lay under each key in the latest scene
    justNow: new Set(), // keys that grew with the scene that is being drawn
    sinceMove: new Set(), // keys that grew since our last move
  },

  // The replay of a finished game, or null: see replay.js, which changes it together with judging.js. Reset by sit.js.
  replay: null,

  // What is being read. Reset by sit.js, and by choosing.js with each move.
  // The card whose description is shown: {piece, item, zone, area, pinned}. Set by card-info.js and card-button.js.
  inspected: null,
  showsAllNews: false, // not only the latest; set by news.js
};

export const isOurTurn = () => Boolean(session.snapshot && !session.snapshot.end && session.snapshot.choices.length);
export const isGoingOn = () => !session.replay && !session.snapshot.end;
export const showsResult = () => Boolean(!session.replay && session.snapshot.end);

// ---- names

// Texts from the server name seats; put the names of the players in their place.
export function withNames(text) {
  const names = session.snapshot?.names || [];
  return text.replace(/\bPlayer (\d+)\b/g, (whole, number) => names[number - 1] || whole);
}

export function seatName(seat) {
  const { table, replay } = session;
  const isElsewhere = replay && replay.view !== String(seat); // a replay as somebody else saw it
  return seat === table.viewer && !isElsewhere ? "You" : withNames(`Player ${seat + 1}`);
}
