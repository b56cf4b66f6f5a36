// The replay of a finished game: opening it, going from action to action, playing it, and closing it.
import { announce, ask, quietly } from "./ask.js";
import { enterOpened } from "./history.js";
import { openStartPage, redraw } from "./hooks.js";
import { eventLines } from "./log.js";
import { countPieces, grownKeys } from "./piece-keys.js";
import { judgedHere, promptLines } from "./replay-prompt.js";
import { session } from "./session.js";
import { sentences } from "./words.js";

// What a record shows before its first position is here: nothing.
const EMPTY_SNAPSHOT = {
  scene: { areas: [], heading: "", notes: [], to_act: [], unseen: [], text: "" },
  choices: [],
  names: [],
  absent: [],
  end: null,
  log: [],
  undone: 0,
  version: 0,
};
const PLAYING_PAUSE = 900; // milliseconds

let playing = 0; // when "Play" was pressed; 0 while it is not played

export const isPlaying = () => playing !== 0;

// `view` is "open" with all hands open, "watch" for a spectator, or the number of a seat.
export function openReplay(view) {
  session.replay = {
    view,
    ply: 0, // how many actions have been made in the position shown
    plies: null, // how many there are
    scene: null,
    log: [], // what was told of the actions so far
    counts: null, // how many pieces lie under each key
    judged: null, // what a search thinks of the decisions of one seat: see judging.js
  };
  enterOpened();
}

export async function startReplay() {
  openReplay("open");
  session.snapshot ??= EMPTY_SNAPSHOT;
  const first = await stepTo(0);
  if (!session.table.reading) await stepTo(first.plies);
}

export async function stepTo(ply) {
  const { view, log } = session.replay;
  const seat = view === "open" || view === "watch" ? null : Number(view);
  const kept = log.slice(0, ply);
  const answer = await ask("replay", { ply, seat, open: view === "open", log: kept.length });
  if (!session.replay) return answer;
  const counts = countPieces(answer.scene);
  session.changes.justNow = grownKeys(session.replay.counts, counts);
  const { plies, scene } = answer;
  session.replay = { ...session.replay, ply, plies, scene, log: [...kept, ...answer.log], counts };
  session.changes.sinceMove = new Set();
  redraw();
  session.changes.justNow = new Set();
  announce(sentences(judgedHere() ? promptLines() : [`${ply} of ${plies}`, ...replayedLines()]));
  return answer;
}

export function changeView(view) {
  session.replay = { ...session.replay, view, counts: null, judged: null, log: [] };
}

export const replayedLines = () => session.replay.log.slice(-1).flatMap(eventLines);

export function togglePlaying() {
  playing = playing ? 0 : Date.now();
  const mine = playing;
  redraw();
  playOn(mine);
}

async function playOn(mine) {
  const { replay } = session;
  if (!mine || playing !== mine || !replay || replay.ply >= replay.plies) {
    if (playing === mine) playing = 0;
    if (replay) redraw();
    return;
  }
  await quietly(stepTo(replay.ply + 1));
  setTimeout(() => playOn(mine), PLAYING_PAUSE);
}

export function endReplay() {
  playing = 0;
  session.replay = null;
  if (session.table.reading) quietly(openStartPage());
  else redraw();
}
