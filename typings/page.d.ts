// What the scripts of the page are sent and share, for their type check (.ci/page): docs/guides/frontend.md has the JSON.

export interface Piece {
  key: string;
  name: string;
  text: string;
  group: string;
  worth: number | null;
  rule: string;
  colour: string | null;
  back: string;
}
export interface DressedPiece extends Piece {
  colour: string;
  path: string;
}
export interface Mark {
  key: string;
  name: string;
}
export interface Item {
  piece: string | null;
  count: number;
  marks: Mark[];
  hidden: boolean;
  seat: number | null;
  id: string;
  before: number;
}
export interface Zone {
  key: string;
  name: string;
  items: Item[];
  kinds: string[];
  ordered: boolean;
  minor: boolean;
  brief: boolean;
  id: string;
  area: Area;
  isCell: boolean;
}
export interface Counter {
  key: string;
  name: string;
  value: number;
  of: number | null;
  note: string;
  piece: string | null;
}
export interface Area {
  seat: number | null;
  name: string;
  zones: Zone[];
  counters: Counter[];
  marks: Mark[];
  board: string[][];
  board_rows: string[];
  board_columns: string[];
  id: string;
}
export interface Scene {
  viewer: number | null;
  title: string;
  heading: string;
  areas: Area[];
  to_act: number[];
  prompt: string;
  notes: string[];
  unseen: { zones: string[]; items: Item[] }[];
  layout: "columns" | "rows";
  tip: string;
  race: string[];
  teams: number[][];
  look: { seat: number | null; zone: string; piece: string | null }[];
  text: string;
}
export interface Choice {
  action: string;
  table: string;
  text: string;
  note: string;
  group: string;
  amount: number | null;
  touches: Touch[];
  declines: boolean;
  several: Several | null;
}
export interface Touch {
  seat: number | null;
  zone: string;
  piece: string | null;
}
export interface Several {
  least: number;
  most: number;
  pieces: Touch[];
}
export interface LogEvent {
  ply: number;
  seat: number;
  heading: string;
  happened: { lines: string[]; changes: Change[] }[];
}
export interface Place {
  seat: number | null;
  zone: string;
}
export interface PieceMove {
  type: "piecemove";
  piece: string | null;
  count: number;
  source: Place | null;
  target: Place | null;
  face_down: boolean;
}
export interface CounterChange {
  type: "counterchange";
  seat: number | null;
  counter: string;
  by: number;
}
export interface MarkChange {
  type: "markchange";
  seat: number | null;
  mark: string;
  on: boolean;
}
export type Change = PieceMove | CounterChange | MarkChange;
export interface End {
  outcome: { winners: number[]; ranking: number[][]; scores: number[]; reason: string; tie_break: string | null };
  verdict: string;
  sheet: { lines: { source: string; rule: string; points: number[] }[] };
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
  undo_asked: { seat: number; granted: number[] } | null;
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
  pieces: Piece[];
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
    several: (Several & { keys: string[] }) | null;
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
    steps: { ply: number; seat: number; done: number; lines: string[]; changes: Change[] }[];
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
