// What the scripts of the page are sent and share, for their type check (.ci/page): docs/guides/frontend.md has the JSON.

// What the server sends as it is; typings/server.d.ts is written by `python -m tests.renew`.
import type * as sent from "./server";
export type { Change, Counter, CounterChange, MarkChange, Piece, PieceMove, Place, Several, Touch } from "./server";

// The page adds to it how a piece looks, and where everything lies.
export interface DressedPiece extends Omit<sent.Piece, "colour"> {
  colour: string;
  path: string;
}
export interface Item extends sent.Item {
  id: string;
  before: number;
}
export interface Zone extends Omit<sent.Zone, "items"> {
  items: Item[];
  id: string;
  area: Area;
  isCell: boolean;
}
export interface Area extends Omit<sent.Area, "zones"> {
  zones: Zone[];
  id: string;
}
export interface Scene extends Omit<sent.Scene, "areas" | "unseen"> {
  areas: Area[];
  unseen: { zones: string[]; items: Item[] }[];
}
export interface Choice extends sent.Label {
  action: string;
  table: string;
}
export interface LogEvent {
  ply: number;
  seat: number;
  heading: string;
  happened: { lines: string[]; changes: sent.Change[] }[];
}
export interface End {
  outcome: sent.Outcome;
  verdict: string;
  sheet: sent.ScoreSheet;
  remarks: string[];
  seed: string;
  faults: { ply: number; seat: number; reason: string }[];
  open: Scene;
}
export interface Snapshot {
  version: number;
  scene: Scene;
  choices: Choice[];
  log: LogEvent[];
  log_from: number;
  plies: number;
  chosen: number;
  before: Scene | null;
  end: End | null;
  hint: boolean;
  undo: boolean;
  undone: number;
  undo_asked: sent.UndoAsked | null;
  undo_refused: number | null;
  gone: number[];
  names: string[];
  presence: ("here" | "away" | "expected")[];
  stand_ins: (string | null)[];
  absent: { seat: number; invitation?: string }[];
  watch: string | null;
  next: string | null;
}
export interface Table {
  id: string;
  game: string;
  title: string;
  goal: string;
  terms: Record<string, string>;
  estimated: string;
  players: number;
  seats: string[];
  viewer: number | null;
  host: number | null;
  pieces: sent.Piece[];
  /** Whether we are the only person, who may take back and have hints. */
  alone: boolean;
  chosen: boolean;
  lesson: boolean;
  reading: boolean;
}
export interface Judgement {
  ply: number;
  when: string;
  done_text: string;
  chance: number;
  best_text: string;
  best_chance: number;
  verdict: "agrees" | "worse" | "too close";
  cost: number;
  why: string;
}
export interface Replay {
  view: string;
  ply: number;
  plies: number;
  scene: Scene;
  log: LogEvent[];
  judged: { found: Judgement[]; done: boolean } | null;
}
export interface What {
  item: Item;
  zone: Zone;
  pinned?: boolean;
}
export interface Transport {
  local: boolean;
  call(method: string, params: object, token: string): Promise<any>;
  changed?(): Promise<void>;
}
// At a table, `server`, `table` and `snapshot` are there; code that runs elsewhere asks first.
export interface Session {
  server: Transport;
  offer: { games: { game: string; title: string; goal: string; players: number[]; lesson: boolean }[]; bots: string[]; outside: string[] };
  token: string;
  table: Table;
  pieces: Record<string, DressedPiece>;
  snapshot: Snapshot;
  log: LogEvent[];
  selection: {
    targets: string[][];
    several: (sent.Several & { keys: string[] }) | null;
    looks: Set<string | null>;
    marks: Map<string, "can" | "may">;
    picked: string[];
    group: string | null;
    hint: { action: string; text: string; chance: number; why: string }[] | null;
    said: string;
    turn: number;
  };
  base: { scene: Scene; ply: number } | null;
  playing: {
    scene: Scene;
    steps: { ply: number; seat: number; done: number; lines: string[]; changes: sent.Change[] }[];
    told: string[];
    ply: number;
    done: number;
    isWatched: boolean;
    timer: number;
    top: number;
  } | null;
  replay: Replay | null;
  inspected: What | null;
  readonly isOurTurn: boolean;
  readonly isGoingOn: boolean;
  readonly showsResult: boolean;
}
