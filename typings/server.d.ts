// The messages for frontends: made by `boardgames schema --typescript`.

/** A request; without an id, it is not answered. */
export type Request = HelloRequest | GamesRequest | RulesRequest | NewRequest | LearnRequest | OpenRecordRequest | LoadRequest | InvitedRequest | JoinRequest | AboutRequest | PiecesRequest | WaitRequest | LookRequest | SceneRequest | ViewRequest | EventsRequest | LegalActionsRequest | HintRequest | ApplyRequest | UndoRequest | GrantUndoRequest | ResignRequest | AgreeToEndRequest | RenameRequest | InviteRequest | WithdrawRequest | LetBotPlayRequest | GiveBackRequest | OutcomeRequest | ScoreSheetRequest | RecordRequest | ReplayRequest | JudgeRequest | RematchRequest | CloseRequest;

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

export interface HelloRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "hello";
  params?: HelloParams;
}

export interface GamesRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "games";
  params?: GamesParams;
}

export interface RulesRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "rules";
  params: RulesParams;
}

export interface NewRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "new";
  params: NewParams;
}

export interface LearnRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "learn";
  params: LearnParams;
}

export interface OpenRecordRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "open_record";
  params: OpenRecordParams;
}

export interface LoadRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "load";
  params: LoadParams;
}

export interface InvitedRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "invited";
  params: InvitedParams;
}

export interface JoinRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "join";
  params: JoinParams;
}

export interface AboutRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "about";
  params?: AboutParams;
}

export interface PiecesRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "pieces";
  params?: PiecesParams;
}

export interface WaitRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "wait";
  params?: WaitParams;
}

export interface LookRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "look";
  params?: LookParams;
}

export interface SceneRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "scene";
  params?: SceneParams;
}

export interface ViewRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "view";
  params?: ViewParams;
}

export interface EventsRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "events";
  params?: EventsParams;
}

export interface LegalActionsRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "legal_actions";
  params?: LegalActionsParams;
}

export interface HintRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "hint";
  params?: HintParams;
}

export interface ApplyRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "apply";
  params: ApplyParams;
}

export interface UndoRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "undo";
  params?: UndoParams;
}

export interface GrantUndoRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "grant_undo";
  params?: GrantUndoParams;
}

export interface ResignRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "resign";
  params?: ResignParams;
}

export interface AgreeToEndRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "agree_to_end";
  params?: AgreeToEndParams;
}

export interface RenameRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "rename";
  params: RenameParams;
}

export interface InviteRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "invite";
  params: InviteParams;
}

export interface WithdrawRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "withdraw";
  params: WithdrawParams;
}

export interface LetBotPlayRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "let_bot_play";
  params: LetBotPlayParams;
}

export interface GiveBackRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "give_back";
  params: GiveBackParams;
}

export interface OutcomeRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "outcome";
  params?: OutcomeParams;
}

export interface ScoreSheetRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "score_sheet";
  params?: ScoreSheetParams;
}

export interface RecordRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "record";
  params?: RecordParams;
}

export interface ReplayRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "replay";
  params: ReplayParams;
}

export interface JudgeRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "judge";
  params: JudgeParams;
}

export interface RematchRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "rematch";
  params?: RematchParams;
}

export interface CloseRequest {
  jsonrpc: "2.0";
  id?: string | number;
  method: "close";
  params?: CloseParams;
}

/**
 * Return the version of the protocol and the methods that this server has. `protocol`: the version
 * that the client speaks; another one than the server's is refused.
 */
export interface HelloParams {
  protocol?: number | null;
}

/** List the games and the bots. */
export type GamesParams = { [key: string]: never };

/** Return the rules of a game. */
export interface RulesParams {
  game: string;
}

/**
 * Start a game. `players`: null is the number of `seats`. `seats`: `human` for each person, specs
 * of bots for the others; null is one person and greedy bots. `names`: of the players, in the
 * order of the seats; an empty one is no name. `host`: the seat of whoever asks; null is the first
 * person's, or none if only bots play. `seed`: null is a random one, which is revealed only after
 * the game. `pace`: seconds between the actions of bots. `watch`: whether spectators can be
 * invited. `quick`: whether forced actions of the only person are taken automatically.
 * `person_seconds`: the time for each decision of a person, after which a bot plays for them until
 * `give_back`; null is what the server sets for its tables. `options`: those for
 * `boardgames.make`.
 */
export interface NewParams {
  game: string;
  players?: number | null;
  seats?: string[] | null;
  names?: string[];
  host?: number | null;
  seed?: number | null;
  pace?: number;
  watch?: boolean;
  quick?: boolean;
  person_seconds?: number | null;
  options?: {
    [key: string]: unknown;
  } | null;
  once?: string | null;
}

/** Open a table with the lesson of a game; whoever asks has the first seat. */
export interface LearnParams {
  game: string;
  once?: string | null;
}

/** Open a table that shows the record of a finished game: the content of its file, as text. */
export interface OpenRecordParams {
  record: string;
  once?: string | null;
}

/** Continue a kept game, by its key. */
export interface LoadParams {
  key: string;
  once?: string | null;
}

/** Return the game, the number of players, the host and the seat of an invitation. */
export interface InvitedParams {
  invitation: string;
}

/** Take the seat of an invitation, under this name. */
export interface JoinParams {
  invitation: string;
  name?: string;
  once?: string | null;
}

/** Return what does not change at a table. */
export interface AboutParams {
  table?: number | null;
  seat?: number | null;
}

/** Return the cards, tokens and tiles of the game, and what else its table shows. */
export interface PiecesParams {
  table?: number | null;
  seat?: number | null;
}

/**
 * Return as soon as the table has another version than this one, or after a few seconds.
 * `version`: null is the present one. Over lines, where nobody else acts, the next bot acts.
 */
export interface WaitParams {
  version?: number | null;
  table?: number | null;
  seat?: number | null;
}

/**
 * Return all of a table at once, as a page needs it; null if it still has this version. `since`:
 * the log begins after so many actions; null: it has the latest entries.
 */
export interface LookParams {
  version?: number | null;
  since?: number | null;
  table?: number | null;
  seat?: number | null;
}

/**
 * Return the table as a seat, or a spectator, sees it, with the legal actions of the seat in the
 * reader's words.
 */
export interface SceneParams {
  table?: number | null;
  seat?: number | null;
}

/** Return what a seat, or a spectator, knows. */
export interface ViewParams {
  table?: number | null;
  seat?: number | null;
}

/**
 * Return the events after `since` actions, as told to a seat or a spectator; what has ended the
 * game outside its rules is the last of them.
 */
export interface EventsParams {
  since?: number;
  table?: number | null;
  seat?: number | null;
}

/** Return the legal actions of a seat. */
export interface LegalActionsParams {
  table?: number | null;
  seat?: number | null;
}

/**
 * Return the recommendations of a search from the View of a seat. `seconds`: approximate duration
 * of the search. `action`: a legal action to rate as well: its notation, or its JSON form.
 */
export interface HintParams {
  seconds?: number;
  action?: string | Action | null;
  table?: number | null;
  seat?: number | null;
}

/**
 * Take an action of a seat, given as its notation or its JSON form. `turn`: the `turn` of the
 * scene or legal actions from which the action was chosen, so that a request that is sent twice
 * acts once; null: not checked. `told`: whether to return what has happened; a page that waits for
 * news is told anyway.
 */
export interface ApplyParams {
  action: string | Action;
  turn?: number | null;
  told?: boolean;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Take back the last decision of a seat and all that followed; others have to grant it. */
export interface UndoParams {
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/**
 * Grant or refuse an undo that another person asks for. `grant`: false refuses it; by the seat
 * that has asked, it withdraws the request.
 */
export interface GrantUndoParams {
  grant?: boolean;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Resign: the game ends, and all other seats win. */
export interface ResignParams {
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/**
 * Ask the other people to end the game without a winner, or agree with who has asked. `agree`:
 * false refuses; by the seat that has asked, it withdraws the request.
 */
export interface AgreeToEndParams {
  agree?: boolean;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Change the name of the player in a seat. */
export interface RenameParams {
  name: string;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/**
 * Return a new invitation to a seat; the old one and the person who sits there lose access. All
 * are told when somebody else takes the seat. For null, the same with all spectators.
 */
export interface InviteParams {
  for_seat: number | null;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Withdraw the invitation to a seat; the person who sits there loses access. */
export interface WithdrawParams {
  for_seat: number;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Let a bot play for a person: for oneself, as the host, or for somebody long gone. */
export interface LetBotPlayParams {
  for_seat: number;
  bot?: string;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Let a person for whom a bot plays act again: oneself, or anybody as the host. */
export interface GiveBackParams {
  for_seat: number;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Return how the game ended, and its seed; null before the end. */
export interface OutcomeParams {
  table?: number | null;
  seat?: number | null;
}

/** Return where the points came from; null before the end. */
export interface ScoreSheetParams {
  table?: number | null;
  seat?: number | null;
}

/** Return the record of a finished game. */
export interface RecordParams {
  table?: number | null;
  seat?: number | null;
}

/**
 * Return an earlier position of a finished game, after `ply` actions. `as_seat`: as this seat saw
 * it; null is a spectator. `hands`: whether all hands are open, instead. `since`: the log begins
 * after so many actions.
 */
export interface ReplayParams {
  ply: number;
  as_seat?: number | null;
  hands?: boolean;
  since?: number;
  table?: number | null;
  seat?: number | null;
}

/**
 * Return a search's judgement of a decision in a finished game, by what its player could know
 * then. It is the first choice of the seat after `after` actions.
 */
export interface JudgeParams {
  of_seat: number;
  after?: number;
  table?: number | null;
  seat?: number | null;
}

/**
 * Play again, with the seats rotated: return the next table once the host and all others who are
 * here want it, and null until then.
 */
export interface RematchParams {
  table?: number | null;
  seat?: number | null;
  once?: string | null;
}

/** Close a table; a kept game can be loaded again, unless it is deleted with `forget`. */
export interface CloseParams {
  forget?: boolean;
  table?: number | null;
  seat?: number | null;
  once?: string | null;
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
  /** Addresses of the page for other machines; empty if they cannot reach it. */
  outside: string[];
  /**
   * The time for each decision where several people play, unless `new` sets another; null: no
   * limit.
   */
  person_seconds: number | null;
}

/** A game that can be played here. */
export interface KnownGame {
  /** Its name in requests. */
  game: string;
  /** Its printed name. */
  title: string;
  /** What ends the game and who wins, in a sentence; empty if it does not say. */
  goal: string;
  /** The possible numbers of players. */
  players: number[];
  /** Whether it can be learned at a table: see `learn`. */
  lesson: boolean;
  /** Raised when the same seed and actions lead to a different game than before. */
  rules_version: number;
}

/** The rules of a game. */
export interface Rules {
  game: string;
  /** Markdown. */
  rules: string;
}

/** A table that has been opened or joined. */
export interface Opened {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  /** Its number on this server. */
  table: number;
  game: string;
  players: number;
  /** `human`, or the spec of a bot, for each seat. */
  seats: string[];
  /** Proves whose request it is, over HTTP; null over lines, where one client owns all tables. */
  secret: string | null;
  /** The key to load the game again; null if no games are kept under keys. */
  key: string | null;
  /** The client's own seats; none for a spectator. */
  yours: number[];
}

/** What somebody is invited to. */
export interface Invitation {
  title: string;
  players: number;
  /** The name of who opened the table; null if only bots play, or if the seat is theirs. */
  host: string | null;
  /** The seat to take; null for a spectator. */
  seat: number | null;
}

/** What does not change at a table. */
export interface About {
  /** Its number on this server. */
  table: number;
  game: string;
  players: number;
  /** `human`, or the spec of a bot, for each seat. */
  seats: string[];
  title: string;
  /** What ends the game and who wins, in a sentence; empty if it does not say. */
  goal: string;
  /** What a search estimates in this game, such as the chance to win. */
  estimated: string;
  /** The seat that asks; null for a spectator. */
  viewer: number | null;
  /** The seat of who opened the table; null if that is no player, or a program. */
  host: number | null;
  /** Whether the seat that asks is the only person. */
  alone: boolean;
  /** Whether the seed was chosen, so that somebody may know all hands. */
  chosen: boolean;
  /** Whether the game begins with its lesson. */
  lesson: boolean;
  /** The time for each decision of a person, after which a bot plays for them; null: no limit. */
  person_seconds: number | null;
  /** Whether nobody plays: the table only shows a record. */
  reading: boolean;
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

/** The public status of a game. */
export interface GameStatus {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
}

/** All of a table, as one seat or a spectator sees it now. */
export interface Look {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  scene: Scene;
  /**
   * Empty for a spectator, for a seat that may not act now, and where the only action is taken
   * automatically.
   */
  legal_actions: LabelledAction[];
  /** The number of actions of this seat so far, for `apply`; null for a spectator. */
  turn: number | null;
  /** What was told of the actions after the first `log_from`, and of the ending. */
  log: LogEntry[];
  log_from: number;
  /** The ply of this seat's last choice; 0 before any. */
  chosen: number;
  /** The scene before that choice, unless the log goes on from what was known. */
  before: Scene | null;
  /** Null until the game is over. */
  end: End | null;
  /** Whether this seat can get a hint now. */
  hint: boolean;
  /** Whether this seat can take something back, or ask the other people for it. */
  undo: boolean;
  /** The requests that wait for other people. */
  asked: Asked[];
  /** What came of this seat's last request, until it acts or asks again. */
  reply: RequestReply | null;
  /** How often something has been taken back. */
  undone: number;
  /** The players' names, by seat; empty for no name. */
  names: string[];
  /** By seat: whether a person is here, has not been heard from for a while, or has never come. */
  presence: ("here" | "away" | "expected")[];
  /** The seats not heard from for so long that everybody who plays can let a bot play for them. */
  gone: number[];
  /** By seat: the spec of the bot that plays for a person. */
  stand_ins: (string | null)[];
  /** By seat: the seconds that whoever is asked now has left; null for others, and without a limit. */
  left: (number | null)[];
  absent: Absent[];
  /** The invitation for spectators, for those who play. */
  watch: string | null;
  /** Whether the next game has begun: `rematch` leads there. */
  next: boolean;
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
  /**
   * The numbers of the heading, and others that say how far the game has come: 5 and 8 of `season
   * 5 of 8`. Events refer to them (`boardgames.scene.facts.progress`).
   */
  progress: number[];
  /** Which places the table has throughout the game; null if they are made as zones come and go. */
  plan: TablePlan | null;
  /**
   * The part of the game that the heading names, such as `season 5 of 8`: what happens in it
   * stands together in a log. Empty if the heading names nothing else.
   */
  stage: string;
}

/** The centre of the table, or what belongs to one seat. */
export interface Area {
  /** null for the centre. */
  seat: number | null;
  /** What the reader calls it: `You`, `Player 2`, `Table`. */
  name: string;
  zones: Zone[];
  counters: Counter[];
  /** What is special about the seat now: `first player`, `passed`, `bid 5`. */
  marks: Mark[];
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
  /** What is special about them: `majority`, `may be gone`. */
  marks: Mark[];
  /**
   * Whether it lies face down or in another seat's hand; if `piece` is known even so, the reader
   * has deduced it.
   */
  hidden: boolean;
  /** The seat to which it belongs, if its place does not say so, as on a board. */
  seat: number | null;
}

/** What is special about pieces, or about a seat, now. */
export interface Mark {
  /** Stable, such as `first_player`; numbers in it are part of it, as in `bid_5`. */
  key: string;
  /** What the reader calls it, in a word or two: `first player`, `bid 5`. */
  name: string;
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
  /**
   * Its rank among those of the other seats where the game rewards it, 1 for the best; 0 if it
   * earns nothing.
   */
  rank: number;
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

/** The places of a table; the counters of an area stand together, beside its spaces. */
export interface TablePlan {
  /** The spaces of the centre. */
  centre: Space[];
  /** The spaces of each seat. */
  seat: Space[];
  /** The keys of those counters of the centre that are not there all the time. */
  counters: string[];
  /** Whether the centre is best set beside the seats, where a screen is wide, and not above them. */
  beside: boolean;
  /** How much room the centre takes, in tenths of the table. */
  share: number;
}

/** A place on the table that is kept free, whether anything lies there or not. */
export interface Space {
  /** The keys of the zones that lie here; of several, one has pieces at a time. */
  zones: string[];
  /** What the reader calls it while it is empty. */
  name: string;
  /**
   * For each of the zones, how many piles of equal pieces usually lie there at most; where fewer
   * do, empty places can be drawn.
   */
  places: number[];
  /** How much room it takes, beside the other spaces of its area. */
  weight: number;
  /**
   * How its pieces are best drawn where there is little room: as cards with their number, by their
   * names, or only by how many there are.
   */
  form: "cards" | "names" | "count";
  /** What is said of each of its places, such as what a card in a queue costs. */
  captions: string[];
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

/** An action, or the ending of the game, as shown to one reader. */
export interface LogEntry {
  /** Counted from 1; one more than the last action for the ending. */
  ply: number;
  seat: number;
  /** The heading of the table before it. */
  heading: string;
  /** The part of the game in which it happens, in the words of the heading. */
  stage: string;
  happened: Shown[];
}

/** An Event in words, with what it changes on the reader's table. */
export interface Shown {
  lines: string[];
  changes: Change[];
}

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
  /** The key of the mark. */
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

/** How the game ended, for one reader. */
export interface End {
  outcome: Outcome;
  /** Who won, in a sentence for this reader. */
  verdict: string;
  sheet: ScoreSheet;
  remarks: string[];
  /** As text, because JavaScript would round it. */
  seed: string;
  faults: BotFault[];
  /** The reader's table with all hands open. */
  open: Scene;
}

/** The end of a game as a value. */
export interface Outcome {
  /** The seats that won, in ascending order: the first group of the ranking, or nobody. */
  winners: number[];
  /** All seats, best first; tied seats form one group, and so do those of a team. */
  ranking: number[][];
  /** Points per seat. */
  scores: number[];
  /** Why the game ended: a key for `Words.name`, or a few words where that has no name for it. */
  reason: string;
  /** The tie-break that decided who won, in the same way; null if none was needed or none helped. */
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

/** An action that a bot failed to choose. */
export interface BotFault {
  ply: number;
  seat: number;
  reason: string;
}

/** A request to which all other people have to agree. */
export interface Asked {
  what: "undo" | "end" | "rematch";
  /** Whose request it is. */
  seat: number;
  /** The seats of the others who have agreed. */
  agreed: number[];
}

/** What came of a request. */
export interface RequestReply {
  what: "undo" | "end" | "rematch";
  /** `lapsed`: the game went on before all had agreed. */
  how: "granted" | "refused" | "lapsed";
  /** The seat that refused. */
  by: number | null;
  /** The same in words, for whoever asked. */
  text: string;
}

/** A seat to which somebody is invited. */
export interface Absent {
  seat: number;
  /** For the host; null for all others. */
  invitation: string | null;
}

/** The table as a seat, or a spectator, sees it, with the legal actions of the seat. */
export interface SeatScene {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
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

/** What a seat, or a spectator, knows. */
export interface SeatView {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
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

/** The events of a game. */
export interface Events {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
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
  /** The same as a line of text, in percentage points. */
  because: string;
  /** Whether the search cannot distinguish its chance from that of the first hint. */
  is_about_equal: boolean;
}

/** A reason for or against an action. */
export interface Reason {
  /** What the reader calls it: see `Words.name`; or a remark. */
  words: string;
  /**
   * Approximately what it adds to the chance to win, compared with the other actions; negative if
   * it is against the action; 0 for a remark, as where the search has found no difference.
   */
  chance: number;
  /** Its key in `Game.reasons`; `all_else` if those do not explain an action; empty for a remark. */
  key: string;
}

/** The game after an undo, or after a request for one. */
export interface Undone {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  /** The requests that wait for other people. */
  asked: Asked[];
  /**
   * The number of actions taken back: the client's, and all that followed; 0 while other seats
   * have to grant it.
   */
  undone: number;
}

/** The game after somebody has asked something of the others, or answered. */
export interface Requested {
  /** Rises with every change of the table, for `wait` and `look`. */
  version: number;
  /** The number of actions so far. */
  plies: number;
  /** The seats that may act now; none after the end. */
  to_act: number[];
  over: boolean;
  /** The requests that wait for other people. */
  asked: Asked[];
}

/** A new invitation. */
export interface Invited {
  invitation: string;
}

/** How the game ended; null and empty before that. */
export interface OutcomeResult {
  outcome: Outcome | null;
  remarks: string[];
  /** As text, because JavaScript would round it. */
  seed: string | null;
}

/** Where the points came from; null before the end. */
export interface ScoreSheetResult {
  score_sheet: ScoreSheet | null;
}

/** The record of a game that is over. */
export interface Recorded {
  /** The content of its file, as text because JavaScript would round the seed. */
  record: string;
  seed: string;
}

/** An earlier position of a finished game. */
export interface Replayed {
  scene: Scene;
  /** The number of actions of the whole game. */
  plies: number;
  /** What was told up to there, without the first entries that were not asked for. */
  log: LogEntry[];
}

/** The next decision of a seat; null if there is none. */
export interface Judgement {
  judgement: Judged | null;
  /** The number of actions of the whole game. */
  plies: number;
}

/** A decision of a finished game, judged by what its player could know. */
export interface Judged {
  ply: number;
  /** 0 if the game does not count rounds. */
  round: number;
  /** The heading of the table at that time. */
  when: string;
  seat: number;
  /** What was done, in notation. */
  done: string;
  done_text: string;
  /** The estimated chance to win after it. */
  chance: number;
  /** What the search prefers, in notation. */
  best: string;
  best_text: string;
  best_chance: number;
  verdict: "agrees" | "worse" | "too_close";
  /** The chance to win that the decision gave away; 0 if the search cannot tell. */
  cost: number;
  /** The number of legal actions. */
  alternatives: number;
  /** How the best action differs from what was done, if that was worse. */
  why: Reason[];
  /** The same as a line of text, in percentage points. */
  because: string;
}

/** A table is closed. */
export interface Closed {
  closed: number;
}

/** For each METHOD, $defs has METHOD_params and METHOD_result. */
export type TheMessagesForFrontends = Request | Answer;

/** By method: what is sent with it, and what it answers. */
export interface Methods {
  hello: { params: HelloParams; result: Hello };
  games: { params: GamesParams; result: Catalogue };
  rules: { params: RulesParams; result: Rules };
  new: { params: NewParams; result: Opened };
  learn: { params: LearnParams; result: Opened };
  open_record: { params: OpenRecordParams; result: Opened };
  load: { params: LoadParams; result: Opened };
  invited: { params: InvitedParams; result: Invitation };
  join: { params: JoinParams; result: Opened };
  about: { params: AboutParams; result: About };
  pieces: { params: PiecesParams; result: Pieces };
  wait: { params: WaitParams; result: GameStatus };
  look: { params: LookParams; result: Look | null };
  scene: { params: SceneParams; result: SeatScene };
  view: { params: ViewParams; result: SeatView };
  events: { params: EventsParams; result: Events };
  legal_actions: { params: LegalActionsParams; result: LegalActions };
  hint: { params: HintParams; result: Hints };
  apply: { params: ApplyParams; result: Events };
  undo: { params: UndoParams; result: Undone };
  grant_undo: { params: GrantUndoParams; result: Undone };
  resign: { params: ResignParams; result: GameStatus };
  agree_to_end: { params: AgreeToEndParams; result: Requested };
  rename: { params: RenameParams; result: GameStatus };
  invite: { params: InviteParams; result: Invited };
  withdraw: { params: WithdrawParams; result: GameStatus };
  let_bot_play: { params: LetBotPlayParams; result: GameStatus };
  give_back: { params: GiveBackParams; result: GameStatus };
  outcome: { params: OutcomeParams; result: OutcomeResult };
  score_sheet: { params: ScoreSheetParams; result: ScoreSheetResult };
  record: { params: RecordParams; result: Recorded };
  replay: { params: ReplayParams; result: Replayed };
  judge: { params: JudgeParams; result: Judgement };
  rematch: { params: RematchParams; result: Opened | null };
  close: { params: CloseParams; result: Closed };
}
