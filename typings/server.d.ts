// boardgames serve: made by `boardgames schema --typescript`.

/** A request; without an id, it is not answered. */
export type Request = {
  jsonrpc: "2.0";
  id?: string | number;
  method: "hello";
  params?: HelloParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "games";
  params?: GamesParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "rules";
  params: RulesParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "new";
  params: NewParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "learn";
  params: LearnParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "load";
  params?: LoadParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "save";
  params: SaveParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "close";
  params: CloseParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "pieces";
  params: PiecesParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "view";
  params: ViewParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "scene";
  params: SceneParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "legal_actions";
  params: LegalActionsParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "hint";
  params: HintParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "apply";
  params: ApplyParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "bot_move";
  params: BotMoveParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "undo";
  params: UndoParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "grant_undo";
  params: GrantUndoParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "resign";
  params: ResignParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "events";
  params: EventsParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "outcome";
  params: OutcomeParams;
} | {
  jsonrpc: "2.0";
  id?: string | number;
  method: "score_sheet";
  params: ScoreSheetParams;
};

/** The answer to the request with the same id. */
export type Answer = {
  jsonrpc: "2.0";
  id: string | number | null;
  result: unknown;
} | {
  jsonrpc: "2.0";
  id: string | number | null;
  error: RequestError;
};

/** Why a request has failed. It has changed no table. */
export interface RequestError {
  code: -32700 | -32600 | -32601 | -32602 | -32603 | -32001 | -32002 | -32003 | -32004 | -32005;
  /** The reason, in a line for people. */
  message: string;
}

/** Return the version of the protocol and its methods. */
export type HelloParams = { [key: string]: never };

/** List the games and the bots. */
export type GamesParams = { [key: string]: never };

/** Return the rules of a game. */
export interface RulesParams {
  game: string;
}

/**
 * Start a game; the client plays the `human` seats. `players`: null is the number of `seats`.
 * `options`: those for `boardgames.make`. `seed`: null is a random one, which is revealed only
 * after the game. `seats`: `human` for each seat that the client plays, specs of bots for the
 * others; null is the client and greedy bots.
 */
export interface NewParams {
  game: string;
  players?: number | null;
  options?: {
    [key: string]: unknown;
  } | null;
  seed?: number | null;
  seats?: string[] | null;
}

/** Open a table with the lesson of a game, which is not kept; the client has the first seat. */
export interface LearnParams {
  game: string;
}

/** Continue a kept game, by its key, or open the record of a finished one. */
export interface LoadParams {
  key?: string | null;
  record?: Record | null;
}

/** Return the key under which the game is kept, and after the game the record. */
export interface SaveParams {
  table: number;
}

/** Close a table; a kept game can be loaded again, unless it is deleted with `forget`. */
export interface CloseParams {
  table: number;
  forget?: boolean;
}

/** Return the cards, tokens and tiles of the game at this table. */
export interface PiecesParams {
  table: number;
}

/** Return what one of the client's seats, or a spectator (null), knows. */
export interface ViewParams {
  table: number;
  seat: number | null;
}

/**
 * Return the table as a seat, or a spectator (null), sees it, with its legal actions in the
 * reader's words.
 */
export interface SceneParams {
  table: number;
  seat: number | null;
}

/** Return the legal actions of one of the client's seats. */
export interface LegalActionsParams {
  table: number;
  seat: number | null;
}

/**
 * Return the recommendations of a search from the View of a seat. `seconds`: approximate duration
 * of the search: more than 0, at most 2, since no other requests are answered meanwhile. `action`:
 * a legal action to rate as well: its notation, or its JSON form.
 */
export interface HintParams {
  table: number;
  seat: number;
  seconds?: number;
  action?: string | Action | null;
}

/**
 * Take an action of one of the client's seats, given as its notation or its JSON form. `turn`: the
 * `turn` of the scene or legal actions from which the action was chosen, so that a request that is
 * sent twice acts once; null: not checked.
 */
export interface ApplyParams {
  table: number;
  seat: number;
  action: string | Action;
  turn?: number | null;
}

/** Let the next bot act; one that fails forfeits the game. */
export interface BotMoveParams {
  table: number;
}

/**
 * Take back the last decision of a seat and all that followed; the client's other seats have to
 * grant it. `seat`: null is the client's only seat.
 */
export interface UndoParams {
  table: number;
  seat?: number | null;
}

/**
 * Grant or refuse an undo that another of the client's seats asks for. `grant`: false refuses it;
 * by the seat that has asked, it withdraws the request.
 */
export interface GrantUndoParams {
  table: number;
  seat: number;
  grant?: boolean;
}

/** Resign: the game ends, and all other seats win. */
export interface ResignParams {
  table: number;
  seat: number;
}

/**
 * Return the events after `since` actions, as told to one of the client's seats or to a spectator
 * (null); a resignation or a forfeit is the last of them.
 */
export interface EventsParams {
  table: number;
  seat: number | null;
  since?: number;
}

/** Return how the game ended, and its seed; null before the end. */
export interface OutcomeParams {
  table: number;
}

/** Return where the points came from; null before the end. */
export interface ScoreSheetParams {
  table: number;
}

/** The version and methods of the server. */
export interface Hello {
  /** The version of the protocol; clients written for a lower version may not work. */
  protocol: number;
  name: string;
  methods: string[];
}

/** The games, and the bots to play against. */
export interface Catalogue {
  games: KnownGame[];
  bots: string[];
}

/** A game that can be played here. */
export interface KnownGame {
  /** Its name in requests. */
  game: string;
  /** Its printed name. */
  title: string;
  /** The possible numbers of players. */
  players: number[];
  /** Raised when the same seed and actions lead to a different game than before. */
  rules_version: number;
}

/** The rules of a game. */
export interface Rules {
  game: string;
  /** Markdown. */
  rules: string;
}

/** A table that has just been opened. */
export interface Opened {
  table: number;
  /** The key to load the game again; null if no games are kept. */
  key: string | null;
  game: string;
  players: number;
  /** `human`, or the spec of a bot, for each seat. */
  seats: string[];
  /** The client's own seats. */
  yours: number[];
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
}

/** One game as a document: enough to replay it anywhere, and to detect any change to it. */
export interface Record {
  format: 2;
  game: string;
  rules_version: number;
  players: number;
  /** The arguments of `make` besides the number of players. */
  options: {
    [key: string]: unknown;
  };
  /** For each seat: the spec of a bot, `human`, or a name. */
  seats: string[];
  seed: number;
  /** Each with the seat, counted from 1, and the notation: `2: order 3 Banker`. */
  actions: string[];
  /**
   * For each action, 8 hexadecimal digits of a digest of the game, its options, the seed and all
   * actions so far.
   */
  checks: string[];
  /** null while the game is unfinished. */
  outcome: Outcome | null;
  /** SHA-256 of the last State. */
  digest: string;
  /**
   * How the game ended outside its rules; if it did not, the document does not have this field. A
   * resumed game ignores it.
   */
  ending?: Ending | null;
}

/** The end of a game as a value. */
export interface Outcome {
  /** The seats that won, in ascending order: the first group of the ranking, or nobody. */
  winners: number[];
  /** All seats, best first; tied seats form one group, and so do those of a team. */
  ranking: number[][];
  /** Points per seat. */
  scores: number[];
  /** Why the game ended. */
  reason: string;
  /** The tie-break that decided who won; null if none was needed or none helped. */
  tie_break: string | null;
  /** The seats that won or lost together, as in `Game.teams`; empty if each played for itself. */
  teams: number[][];
  /** What the points are measured by, if not by those of other seats: "18 of 25". */
  maximum: number | null;
  /**
   * What the end is worth to each seat, from 0 to 1. By default its points divided by `maximum`
   * or, without one, its share of the victory: 1 for the only winner, or everybody in the only
   * team that won; 1/2 if two share the victory; 0 for losers.
   */
  utility: number[];
}

/** The bot of a player fails, and the game is over. */
export interface Forfeit {
  type: "forfeit";
  seat: number;
  /** What the bot did wrong. */
  reason: string;
}

/** A player resigns, and the game is over. */
export interface Resigned {
  type: "resigned";
  seat: number;
}

export type Ending = Forfeit | Resigned;

/** The record or key from which a game can be loaded. */
export interface Saved {
  /** The record of a game that is over; null before that. */
  record: Record | null;
  /**
   * The key to load the game again; null if no games are kept, or if this one has ended by a
   * resignation or a forfeit.
   */
  key: string | null;
}

/** A table is closed. */
export interface Closed {
  /** Its number. */
  closed: number;
}

/** The cards, tokens and tiles of a game, and what else its table shows. */
export interface Pieces {
  /** By key. */
  pieces: {
    [key: string]: Piece;
  };
  /**
   * What the other words and numbers of a scene mean, by the key of a counter or zone, or by a
   * mark with # for its numbers.
   */
  terms: {
    [key: string]: string;
  };
}

/** A card, token or tile as printed. */
export interface Piece {
  /**
   * ASCII, stable: the name used in the game's JSON and scenes, such as `ship_owner` or `Military
   * C4`.
   */
  key: string;
  /** The printed name. */
  name: string;
  /** One sentence: what it does, and for whom. */
  text: string;
  /** Its family, office or resource; pieces of a group have the same colour. */
  group: string;
  /** The number printed on it, if any: points, value or rank. */
  worth: number | null;
  /** The rule about it, such as `K7.6`. */
  rule: string;
  /** Its colour, such as that of its suit; if null, the frontend chooses one for its group. */
  colour: "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink" | "brown" | "black" | "grey" | "white" | null;
  /**
   * What the other side is called, if something is printed there as well, as on a token that is
   * turned over.
   */
  back: string;
}

/** What a seat, or a spectator, knows. */
export interface SeatView {
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  /** The View. */
  view: View;
  /** The View as text: ASCII, at most 80 columns. */
  text: string;
}

/** Each game has its own: `boardgames schema GAME.view`. */
export type View = {
  [key: string]: unknown;
};

/** The table as a seat, or a spectator, sees it, with the legal actions of the seat. */
export interface SeatScene {
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  scene: Scene;
  /** Empty for a spectator, and for a seat that may not act now. */
  legal_actions: LabelledAction[];
  /** The number of actions of this seat so far, for `apply`; null for a spectator. */
  turn: number | null;
}

/** The table as one reader sees it. */
export interface Scene {
  /** The seat that reads it; null for a spectator. */
  viewer: number | null;
  /** The game. */
  title: string;
  /** The progress of the game: `season 5 of 8, orders`. */
  heading: string;
  /** The centre first, if there is one; then the seats in order. */
  areas: Area[];
  /** The seats that may act now; none after the end. */
  to_act: number[];
  /** One sentence: what the reader is asked to do, or whom they are waiting for. */
  prompt: string;
  /** Further remarks, one line each. */
  notes: string[];
  /** What face-down pieces can be; each piece and zone occurs in at most one of these. */
  unseen: Unseen[];
  /** Whether seats are best set side by side, as columns to compare, or one below the other. */
  layout: "columns" | "rows";
  /** One sentence for a newcomer: what this phase is about; the same throughout the phase. */
  tip: string;
  /** The keys of the seats' counters that show who is ahead now: the seat with the most leads. */
  race: string[];
  /** What a lesson tells the reader to look at. */
  look: Touch[];
  /** The table as text, if the game does not define a scene; there are no areas then. */
  text: string;
  /** The seats that win and lose together, as far as the reader knows. */
  teams: number[][];
}

/** The centre of the table, or what belongs to one seat. */
export interface Area {
  /** null for the centre. */
  seat: number | null;
  /** What the reader calls it: `You`, `Player 2`, `Table`. */
  name: string;
  zones: Zone[];
  counters: Counter[];
  /** What is special about the seat now, in a word or two: `first player`, `passed`, `bid 5`. */
  marks: string[];
  /**
   * Those zones that are the cells of a board: their keys, row by row from the top. Rows are
   * equally long; an empty key is a gap.
   */
  board: string[][];
  /** What the reader calls the rows of the board, from the top; empty if they have no names. */
  board_rows: string[];
  /** What the reader calls its columns, from the left; empty if they have no names. */
  board_columns: string[];
}

/** A place where pieces lie. */
export interface Zone {
  /**
   * Stable, such as `tableau` or `market`. Frontends treat `hand` specially: they show the
   * reader's own hand apart from the table, and the other hands at the end.
   */
  key: string;
  /** What the reader calls it. */
  name: string;
  items: Item[];
  /**
   * The keys of all pieces that can lie here, if a table should show a row for each, to compare
   * the seats.
   */
  kinds: string[];
  /** Whether the order matters, as in a queue; places are numbered from 1. */
  ordered: boolean;
  /** Whether the zone seldom matters for a decision; a narrow terminal may omit it. */
  minor: boolean;
  /** Whether the number of its pieces is enough if there is little room, as for discards. */
  brief: boolean;
}

/** Equal cards, tokens or tiles that lie together. */
export interface Item {
  /** The key of the piece; null if the reader does not know which it is. */
  piece: string | null;
  /** How many. */
  count: number;
  /** What is special about them, in a word or two: `majority`, `may be gone`. */
  marks: string[];
  /**
   * Whether it lies face down or in another seat's hand; if `piece` is known even so, the reader
   * has deduced it.
   */
  hidden: boolean;
  /** The seat to which it belongs, if its place does not say so, as on a board. */
  seat: number | null;
}

/** A number that belongs to a seat or to the table. */
export interface Counter {
  /**
   * Stable, such as `tokens`; counters with the same key are compared, including one of the
   * centre.
   */
  key: string;
  /** What the reader calls it. */
  name: string;
  value: number;
  /** The limit, if it has one: 5 of 9. */
  of: number | null;
  /** A word or two about it, such as `+2`. */
  note: string;
  /** The key of the piece that it counts, if pieces are shown as a number rather than in a zone. */
  piece: string | null;
  /**
   * Whether it follows from the rest of the scene, as points do from pieces; events do not report
   * its changes.
   */
  derived: boolean;
}

/** What the face-down pieces of some zones can be; all of them have the same back. */
export interface Unseen {
  /** The keys of the zones, for all seats. */
  zones: string[];
  /**
   * Each piece that can lie there, with the number of copies whose place the reader does not know
   * for certain.
   */
  items: Item[];
}

/** Something on the table that an action concerns. */
export interface Touch {
  /** The seat whose area it is in; null for the centre. */
  seat: number | null;
  /** The key of the zone or counter; empty if the action concerns the seat itself. */
  zone: string;
  /**
   * The key of the piece; null if the action concerns the zone, or a piece that the reader does
   * not know.
   */
  piece: string | null;
}

/** A legal action, and what it means. */
export interface LabelledAction {
  /** Its JSON form. */
  action: Action;
  /** Its notation: an answer may have either. */
  notation: string;
  label: Label;
}

/** Each game has its own: `boardgames schema GAME.action`. */
export type Action = {
  [key: string]: unknown;
};

/** What a legal action means to the reader. */
export interface Label {
  /** In the reader's words: `swap your Broadcaster for Player 2's Ship Owner`. */
  text: string;
  /**
   * The pieces and seats it concerns; the first one is where a person would begin: the card they
   * play.
   */
  touches: Touch[];
  /**
   * Actions with the same group belong together in a menu: `order`, `bid`. In the reader's words,
   * too.
   */
  group: string;
  /** If the actions of a group differ in a single number only, that number. */
  amount: number | null;
  /** A consequence the reader should know of: `more than you can pay: a bluff`. */
  note: string;
  /**
   * Whether it takes nothing of what is offered, as passing does. Menus list it last, to prevent
   * mistakes.
   */
  declines: boolean;
  /** The choice of several pieces that it is a part of: its first touch is the piece that it takes. */
  several: Several | null;
}

/** A choice of several pieces, "choose 3 of these", of which each action takes one. */
export interface Several {
  /**
   * How many more must be chosen; if fewer than `most` are, an action that `declines` ends the
   * choice.
   */
  least: number;
  /** How many more can be chosen. */
  most: number;
  /**
   * All that can be chosen, each as often as it is there, in the order in which the actions have
   * to come.
   */
  pieces: Touch[];
}

/** The legal actions of a seat. */
export interface LegalActions {
  legal_actions: LegalAction[];
  /** The number of actions of this seat so far, for `apply`. */
  turn: number;
}

/** A legal action. */
export interface LegalAction {
  /** Its JSON form. */
  action: Action;
  /** Its notation: an answer may have either. */
  notation: string;
}

/** The recommendations of a search. */
export interface Hints {
  /** Best first. */
  hints: Hint[];
}

/** A legal action that a search recommends. */
export interface Hint {
  /** Its JSON form. */
  action: Action;
  /** Its notation: an answer may have either. */
  notation: string;
  label: Label;
  /** The estimated chance to win after it, from 0 to 1. */
  chance: number;
  /** How it differs from the other actions; empty if the game gives no reasons. */
  why: Reason[];
  /** Whether the search cannot distinguish its chance from that of the first hint. */
  is_about_equal: boolean;
}

/** A reason for or against an action. */
export interface Reason {
  /** Its name in `Game.reasons`. */
  words: string;
  /**
   * Approximately what it adds to the chance to win, compared with the other actions; negative if
   * it is against the action; 0 for a remark, as where the search has found no difference.
   */
  chance: number;
}

/** The events of a game. */
export interface Events {
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  events: ToldEvent[];
}

/** An action, or the ending of the game, as told to one reader. */
export interface ToldEvent {
  /**
   * Counted from 1; 0 for the beginning of the game, and one more than the last action for its
   * ending.
   */
  ply: number;
  /** The seat that acts or ends the game; null at the beginning. */
  seat: number | null;
  text: string[];
  /** The same as data, in order; empty for an action of a game without Events. */
  happened: Happened[];
  /** What else changes in the reader's scene: whose turn it is, heading, notes, derived counters. */
  rest: Change[];
}

/** An Event in the form in which one reader sees it. */
export interface Happened {
  /** The Event, or how the game ended outside its rules. */
  event: Event;
  /** Its changes to the reader's scene. */
  changes: Change[];
}

/** Each game has its own: `boardgames schema GAME.event`. */
export type Event = {
  [key: string]: unknown;
};

/**
 * Equal pieces that go from one zone (`source`; null: outside) to another (`target`); `piece`
 * null: unknown.
 */
export interface PieceMove {
  type: "piecemove";
  /** The key of the piece; null if the viewer does not know which it is. */
  piece: string | null;
  /** How many. */
  count: number;
  /** Where they lay; null if they come from outside the table. */
  source: Place | null;
  /** Where they lie now; null if they leave the table. */
  target: Place | null;
  /**
   * Whether they lie face down at the target, or in another seat's hand, even if the viewer knows
   * the piece. False for a piece that a declaration shows to the viewer where it lies.
   */
  face_down: boolean;
}

/** A zone of the table. */
export interface Place {
  /** The seat whose area it is in; null for the centre. */
  seat: number | null;
  /** The key of the zone. */
  zone: string;
}

/** A counter that goes up or down. */
export interface CounterChange {
  type: "counterchange";
  /** The seat whose area it is in; null for the centre. */
  seat: number | null;
  /** The key of the counter. */
  counter: string;
  /** The change; negative if the counter goes down. */
  by: number;
}

/** A mark in an area that a seat gets or loses. */
export interface MarkChange {
  type: "markchange";
  /** The seat; null for every seat that has the mark, if they lose it. */
  seat: number | null;
  mark: string;
  /** Whether the seat gets it. */
  on: boolean;
}

/** Who may act now: a turn begins. */
export interface TurnChange {
  type: "turnchange";
  /** All of them, in order; none when the game is over. */
  seats: number[];
}

/** A round, season or turn begins, by which the game is divided (`Game.round`). */
export interface RoundChange {
  type: "roundchange";
  /** Counted from 1. */
  number: number;
}

/** The heading of the Scene: it says how far the game has come, and changes when a phase begins. */
export interface HeadingChange {
  type: "headingchange";
  heading: string;
}

/** The notes of the Scene. */
export interface NotesChange {
  type: "noteschange";
  /** All of them. */
  notes: string[];
}

export type Change = PieceMove | CounterChange | MarkChange | TurnChange | RoundChange | HeadingChange | NotesChange;

/** The public status of a game. */
export interface GameStatus {
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
}

/** The game after an undo, or after a request for one. */
export interface Undone {
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  /**
   * The number of actions taken back: the client's, and all that followed; 0 while other seats
   * have to grant it.
   */
  undone: number;
  /** The request that other seats of people have to grant or refuse. */
  undo_asked: UndoAsked | null;
}

/** A request of a seat to take back its last action, and the seats that have granted it. */
export interface UndoAsked {
  seat: number;
  granted: number[];
}

/** How the game ended; null and empty before that. */
export interface OutcomeResult {
  outcome: Outcome | null;
  remarks: string[];
  seed: number | null;
}

/** Where the points came from; null before the end. */
export interface ScoreSheetResult {
  score_sheet: ScoreSheet | null;
}

/** Where the points came from; each column adds up to the score of the seat. */
export interface ScoreSheet {
  /** Every source that gave points to a seat or cost it points. */
  lines: ScoreLine[];
}

/** The points from one source. */
export interface ScoreLine {
  /** What they are for: `Merchant`, `Events`, `tokens`. */
  source: string;
  /** Per seat. */
  points: number[];
  /** The rule that gives them, such as `K9.1`. */
  rule: string;
}

/** By method: what is sent with it, and what it answers. */
export interface Methods {
  hello: { params: HelloParams; result: Hello };
  games: { params: GamesParams; result: Catalogue };
  rules: { params: RulesParams; result: Rules };
  new: { params: NewParams; result: Opened };
  learn: { params: LearnParams; result: Opened };
  load: { params: LoadParams; result: Opened };
  save: { params: SaveParams; result: Saved };
  close: { params: CloseParams; result: Closed };
  pieces: { params: PiecesParams; result: Pieces };
  view: { params: ViewParams; result: SeatView };
  scene: { params: SceneParams; result: SeatScene };
  legal_actions: { params: LegalActionsParams; result: LegalActions };
  hint: { params: HintParams; result: Hints };
  apply: { params: ApplyParams; result: Events };
  bot_move: { params: BotMoveParams; result: GameStatus };
  undo: { params: UndoParams; result: Undone };
  grant_undo: { params: GrantUndoParams; result: Undone };
  resign: { params: ResignParams; result: GameStatus };
  events: { params: EventsParams; result: Events };
  outcome: { params: OutcomeParams; result: OutcomeResult };
  score_sheet: { params: ScoreSheetParams; result: ScoreSheetResult };
}
