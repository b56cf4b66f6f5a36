// What the scripts of the page share, for their type check (.ci/page). All that is asked and sent has its types from the
// schemas, in typings/server.d.ts, which `python -m tests.renew` writes; here is only what the page makes of it.
import type * as sent from "./server";
export type { Change, Counter, CounterChange, MarkChange, Piece, PieceMove, Place, Several, Space, TablePlan, Touch } from "./server";

// The page adds to it how a piece looks, and where everything lies.
export interface DressedPiece extends Omit<sent.Piece, "colour"> {
  colour: string;
  path: string;
  short: string; // its name where there is little room, other than that of all other pieces
  isAlone: boolean; // whether its emblem, colour and value tell it from all other pieces
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
/** A space with the zone that lies there now, how many places that has, and whether its number is enough on any screen. */
export interface Drawn extends Omit<sent.Space, "places"> {
  zone: Zone;
  places: number;
  isInDock: boolean;
  isMinor: boolean;
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
  turn: number;
}
export interface End extends Omit<sent.End, "open"> {
  open: Scene;
}
// What `look` returns, with our choices.
export interface Snapshot extends Omit<sent.Look, "scene" | "before" | "end"> {
  scene: Scene;
  before: Scene | null;
  end: End | null;
  choices: Choice[];
  receivedAt: number; // on the clock of the page
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
}
export interface Transport {
  local: boolean;
  send(requests: object[], secret: string): Promise<{ result?: any; error?: sent.RequestError }[]>;
  changed?(): Promise<void>;
}
// How a method is asked, by its name and with its parameters.
type Name = keyof sent.Methods;
type Result<M extends Name> = Promise<sent.Methods[M]["result"]>;
export type Ask<More> = <M extends Name>(method: M, params?: sent.Methods[M]["params"], more?: More) => Result<M>;
type Call = { [M in Name]: [method: M, params?: sent.Methods[M]["params"]] }[Name];
export type AskAll = <C extends Call[]>(
  calls: [...C],
  secret?: string,
) => Promise<{ [I in keyof C]: sent.Methods[C[I][0]]["result"] }>;
// At a table, `server`, `table` and `snapshot` are there; code that runs elsewhere asks first.
export interface Session {
  server: Transport;
  offer: sent.Catalogue;
  token: string;
  table: Table;
  pieces: Record<string, DressedPiece>;
  snapshot: Snapshot;
  log: sent.LogEntry[];
  selection: {
    targets: string[][];
    several: (sent.Several & { keys: string[] }) | null;
    looks: Set<string | null>;
    marks: Map<string, "can" | "may">;
    picked: string[];
    groups: string[];
    hint: (Pick<sent.Hint, "chance"> & { action: string; text: string; why: string })[] | null;
    said: string;
    turn: number;
  };
  actedAt: number;
  base: { scene: Scene; ply: number } | null;
  playing: {
    scene: Scene;
    steps: (Pick<sent.LogEntry, "ply" | "seat" | "heading"> & sent.Shown & { done: number })[];
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
