// What the scripts of the page are sent and share, for their type check (.ci/page): docs/protocol.md has the JSON.

// What the server sends as it is; typings/server.d.ts is written by `python -m tests.renew`.
import type * as sent from "./server";
export type { Change, Counter, CounterChange, MarkChange, Piece, PieceMove, Place, Plan, Several, Space, Touch } from "./server";

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
/** A space with the zone that lies there now, and how many places that has. */
export interface Drawn extends Omit<sent.Space, "places"> {
  zone: Zone;
  places: number;
  isInDock: boolean;
}
export interface Area extends Omit<sent.Area, "zones"> {
  zones: Zone[];
  id: string;
}
export interface Scene extends Omit<sent.Scene, "areas" | "unseen"> {
  areas: Area[];
  unseen: { zones: string[]; items: Item[] }[];
}
// A legal action as something to choose.
export interface Choice extends sent.Label {
  action: string;
  table: number;
}
export type LogEvent = sent.LogEntry;
export interface End extends Omit<sent.End, "open"> {
  open: Scene;
}
// What `look` returns, with our choices.
export interface Snapshot extends Omit<sent.Look, "scene" | "before" | "end"> {
  scene: Scene;
  before: Scene | null;
  end: End | null;
  choices: Choice[];
}
// What `about` and `pieces` return.
export interface Table extends sent.About, sent.Pieces {}
export interface Replay extends Omit<sent.Replayed, "scene"> {
  view: string;
  ply: number;
  scene: Scene;
  judged: { found: sent.Judged[]; done: boolean } | null;
}
export interface What {
  item: Item;
  zone: Zone;
  pinned?: boolean;
}
export interface Transport {
  local: boolean;
  send(requests: object[], secret: string): Promise<any[]>;
  changed?(): Promise<void>;
}
// At a table, `server`, `table` and `snapshot` are there; code that runs elsewhere asks first.
export interface Session {
  server: Transport;
  offer: sent.Catalogue;
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
  actedAt: number;
  base: { scene: Scene; ply: number } | null;
  playing: {
    scene: Scene;
    steps: { ply: number; seat: number; done: number; lines: string[]; changes: sent.Change[] }[];
    told: string[];
    ply: number;
    done: number;
    isWatched: boolean;
    timer: number;
    ends: number;
  } | null;
  replay: Replay | null;
  inspected: What | null;
  readonly isOurTurn: boolean;
  readonly isGoingOn: boolean;
  readonly showsResult: boolean;
}
