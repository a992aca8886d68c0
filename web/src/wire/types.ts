// Made from the server's types by `make reference`; not to be changed by hand.

/** Done, and saved. */
export interface Accepted {
  type: "accepted";
  /** The `id` of the message this answers. */
  id: number;
  table?: string | null;
  /** Its number in the table's log, where it has one. */
  seq?: number | null;
  /** The answer to `explain`. */
  words?: string | null;
}

/** Make a move in one's seat. */
export interface Act {
  type: "act";
  /** The table. */
  table: string;
  /** A seat of yours, counted from 0. */
  seat: number;
  /** One of the prompt's choices: its `action`. */
  move: Record<string, any>;
  /**
   * The client's own name for this action. Sent again after a lost connection, the same key is never carried out twice: it is answered as the first time.
   */
  key: string;
  /**
   * When it was made, in the server's milliseconds as the client reckons them; for games against the clock.
   */
  sent?: number | null;
  /** Comes back in the answer. */
  id: number;
}

/** Ratings; on a leaderboard the best first, and provisional ones after the others. */
export interface Board {
  ratings: Rated[];
}

/** How long a decision may take. */
export interface ClockInfo {
  kind: "correspondence" | "live" | "none" | "relaxed";
  seconds: number | null;
}

/** The server is going away; connect again in so many milliseconds, nothing is lost. */
export interface Closing {
  type: "closing";
  words: string;
  /** Milliseconds to wait before connecting again. */
  after: number;
}

/** Show how one feels; allowed even where talking is not. */
export interface Emote {
  type: "emote";
  /** The table. */
  table: string;
  /** An emote's name; `welcome` lists them. */
  emote: string;
  /** Comes back in the answer. */
  id: number;
}

/** What a move would do here, in words; for prompts that list their moves without. */
export interface Explain {
  type: "explain";
  /** The table. */
  table: string;
  /** A seat of yours, counted from 0. */
  seat: number;
  /** One of the prompt's choices: its `action`. */
  move: Record<string, any>;
  /** Comes back in the answer. */
  id: number;
}

/** A bot for a seat. */
export interface Fill {
  /** A seat, counted from 0. */
  seat: number;
  /** A bot's level. */
  bot: string;
}

/** Something that happened: events of the game, and what people say and do at the table. */
export interface Happened {
  /** Its number in the table's log; several may share one. */
  seq: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** What, for programs. */
  event: string;
  /** What, for people. */
  words: string;
  data?: Record<string, any> | null;
  seat?: number | null;
  person?: string | null;
  /** The only seats that are told. */
  to?: number[] | null;
}

/** A table in a list. */
export interface Listed {
  table: string;
  game: string;
  players: number;
  status: string;
  clock: string;
  free: number;
  seats: Record<string, any>[];
  changed_at: number;
  result?: Record<string, any> | null;
  /** Whether a move of yours is awaited; only in a list of your tables. */
  waits_for_you?: boolean;
  /** The server's time by which it must have been made. */
  deadline?: number | null;
}

/** Oneself. */
export interface Me {
  id: string;
  name: string;
  colour: string | null;
  /** Known by a cookie or token alone, without account. */
  guest: boolean;
  /** Whether one can log in with a password. */
  password: boolean;
  /** How many passkeys one can log in with. */
  passkeys: number;
}

/** Hear no more, or again, what somebody says at any table. */
export interface Mute {
  type: "mute";
  /** Whom: a person's id. */
  person: string;
  /** False: hear them again. */
  muted?: boolean;
  /** Comes back in the answer. */
  id: number;
}

/** A table to be opened. */
export interface NewTable {
  /** A game's name. */
  game: string;
  players?: number | null;
  /** House rules; see the game's options. */
  options?: Record<string, any>;
  seats?: string[] | null;
  clock?: "correspondence" | "live" | "none" | "relaxed";
  seconds?: number | null;
  /** Listed in the lobby, open to anybody. */
  public?: boolean;
  /** Whether the result counts for ratings. */
  rated?: boolean;
  /** Milliseconds a bot takes over a choice, more or less; 0: none. */
  bot_pace?: number;
  /** Begin at once; every seat must be taken. */
  start?: boolean;
}

/**
 * The game through one pair of eyes: a seat of yours, or None as a spectator.
 *
 * In a snapshot `set` holds the whole view; in an update only the entries that changed, and
 * `gone` names those that are there no more. Prompt, deadline and window always come along:
 * without them nothing is asked.
 */
export interface Part {
  seat: number | null;
  /** Entries of the view, whole each. */
  set: Record<string, any>;
  /** Entries that are there no more. */
  gone?: string[] | null;
  /** What is asked of this seat, with its choices. */
  prompt?: Record<string, any> | null;
  /** The server's time by which this seat must have answered. */
  deadline?: number | null;
  /**
   * The server's time at which answers that wait for each other take effect, at the latest; the same for everybody, asked or not.
   */
  window?: number | null;
  /** Whether a move may be waiting to be taken back. */
  undo?: boolean | null;
}

/** A finished game. */
export interface PastGame {
  table: string;
  game: string;
  players: number;
  options: Record<string, any>;
  ended_at: number;
  rated: boolean;
  seats: PastSeat[];
}

/** Finished games, the latest first. */
export interface PastGames {
  games: PastGame[];
  /** For `after`, where there are more. */
  next: string | null;
}

/** Somebody in a finished game. */
export interface PastSeat {
  seat: number;
  person: string | null;
  name: string;
  /** The level of the bot that played at the end. */
  bot: string | null;
  place: number;
  points: number | null;
  /** The rating before; none if not rated. */
  before: number | null;
  /** The rating after. */
  after: number | null;
}

/** Somebody, as others may know them. */
export interface Person {
  id: string;
  name: string;
  colour?: string | null;
  /** Without an account. */
  guest?: boolean;
}

/**
 * Measure the way and the clock: answered by a pong with the server's time.
 *
 * `echo` is the number of a pong that has just come in; a client that sends one back at once
 * lets the server measure the way too, and what a long way costs in a live game is given back.
 */
export interface Ping {
  type: "ping";
  /** Any time of the client's; it comes back. */
  sent?: number;
  /** The `n` of the pong that has just come in. */
  echo?: number | null;
  /** Comes back in the answer. */
  id: number;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  /** The `id` of the message this answers. */
  id: number;
  /** As it was in the ping. */
  sent: number;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** To be sent back at once, as the next ping's `echo`. */
  n?: number;
}

/** Any game of this kind, now: with people who want the same, and bots after a short wait. */
export interface Quick {
  /** A game's name. */
  game: string;
  players?: number | null;
  /** Seconds until bots fill up. */
  wait?: number;
}

/** Somebody's rating in a game with so many players. */
export interface Rated {
  person: string;
  name: string;
  guest: boolean;
  game: string;
  players: number;
  /** A cautious figure; newcomers begin at 1000. */
  rating: number;
  /** Too few games to tell. */
  provisional: boolean;
  games: number;
}

/** How a table that has not begun shall be; what is not said stays as it is. */
export interface Rearrange {
  players?: number | null;
  options?: Record<string, any> | null;
}

/** Not done; nothing has changed, unless it was a fault of the server's. */
export interface Refused {
  type: "refused";
  /** The `id` of the message this answers; -1 if that could not be read. */
  id: number;
  /** Why, for programs. */
  kind: "fault" | "illegal now" | "not allowed" | "not your turn" | "over" | "stale" | "too many" | "unknown" | "unreadable" | "wait";
  /** Why, for people. */
  words: string;
  /** The rule that forbids it, by its id. */
  rule?: string | null;
  table?: string | null;
}

/** Why something was not done; nothing has changed. */
export interface RefusedBody {
  refused: string;
  words: string;
  rule?: string | null;
}

/** A finished game, step by step. The first step sets the whole view. */
export interface Replay {
  table: string;
  /** Through whose eyes; null: a spectator's. */
  seat: number | null;
  info: TableInfo;
  steps: Step[];
}

/** Leave a seat; all of one's seats if none is named. The host may clear any before the start. */
export interface Rise {
  seat?: number | null;
}

/** A part of the rules, under one heading. */
export interface RulePart {
  /** Its heading; none before the first. */
  title: string;
  texts: RuleText[];
}

/** A position that shows a rule, to be drawn as at a table. */
export interface RulePosition {
  name: string;
  /** What is to be seen in it. */
  words: string;
  players: number;
  /** Through whose eyes; none for a spectator. */
  seat: number | null;
  view: Record<string, any>;
  /** What that seat is asked. */
  prompt: Record<string, any> | null;
  /** What that seat was told before. */
  happened: Happened[];
}

/** A rule, a paragraph between rules, or a position. */
export interface RuleText {
  /** Its id; none for all but rules. */
  rule: string | null;
  /** What it says; empty for a position. */
  html: string;
  position?: RulePosition | null;
}

/** A game's rules, in our own words. */
export interface RulesPage {
  game: string;
  /** The language it is in. */
  language: string;
  title: string;
  parts: RulePart[];
}

/** Say something to everybody at the table. */
export interface Say {
  type: "say";
  /** The table. */
  table: string;
  /** What is said; plain text. */
  words: string;
  /** Comes back in the answer. */
  id: number;
}

/** Who sits where. */
export interface SeatInfo {
  seat: number;
  person?: Person | null;
  /** A bot, by its level; with a person: it plays until they are back. */
  bot?: string | null;
  /** The person has no connection. */
  away?: boolean;
  team?: number | null;
  /** Of a free seat: who alone may take it, at a rematch. */
  kept_for?: Person | null;
}

/** Take a seat; any free one if none is named. */
export interface Sit {
  seat?: number | null;
  invite?: string | null;
}

/** A table as it is now, in answer to `watch`. */
export interface Snapshot {
  type: "snapshot";
  /** The `id` of the message this answers. */
  id: number;
  /** The table. */
  table: string;
  /** The number that the table's log has reached; give it as `after` later. */
  seq: number;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  info: TableInfo;
  /** One for each seat of yours, else a spectator's. */
  parts: Part[];
  /** What was missed since `after`; else the latest talk. */
  happened: Happened[];
}

/** What one entry of the table's log did, through one pair of eyes. */
export interface Step {
  /** Its number in the table's log. */
  seq: number;
  /** When, in milliseconds since 1970. */
  at: number;
  happened?: Happened[];
  /** Entries of the view that changed, whole each. */
  set?: Record<string, any>;
  /** Entries that are there no more. */
  gone?: string[];
}

/** Two seats change places: teams are chosen so. */
export interface Swap {
  /** The two seats. */
  seats: number[];
}

/** What everybody may know of a table, apart from the game on it. */
export interface TableInfo {
  id: string;
  game: string;
  players: number;
  /** House rules; those not named are usual. */
  options: Record<string, any>;
  status: "closed" | "open" | "over" | "playing";
  /** The id of who may begin: who set it up, or took that over. */
  host: string;
  public: boolean;
  clock: ClockInfo;
  seats: SeatInfo[];
  /** The hash of the game's seed, from its start. */
  commitment?: string | null;
  /** The seed, once the game is over or was ended early. */
  seed?: string | null;
  result?: Record<string, any> | null;
  /** The table where it goes on. */
  rematch?: string | null;
  /** The server's time at which a live game's clock was 0. */
  epoch?: number | null;
}

/** A table, and the secret part of its link for those who may pass it on. */
export interface TableReply {
  table: string;
  seq: number;
  info: TableInfo;
  invite?: string | null;
}

/** A list of tables. */
export interface Tables {
  tables: Listed[];
  /** Ask for the next page with it as `before`; none: that is all. */
  next?: string | null;
}

/**
 * Take back one's last move, while that is fair and its time lasts; asked again, the one before it.
 */
export interface Undo {
  type: "undo";
  /** The table. */
  table: string;
  /** A seat of yours, counted from 0. */
  seat: number;
  /** Comes back in the answer. */
  id: number;
}

/** No longer follow a table. */
export interface Unwatch {
  type: "unwatch";
  /** The table. */
  table: string;
  /** Comes back in the answer. */
  id: number;
}

/** What changed at a table since the last snapshot or update: everything up to `seq`. */
export interface Update {
  type: "update";
  /** The table. */
  table: string;
  /** The number that the table's log has reached; give it as `after` later. */
  seq: number;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  happened?: Happened[];
  /** Whole, when something in it changed. */
  info?: TableInfo | null;
  /** Those in which something changed. */
  parts?: Part[];
}

/**
 * Follow a table: answered by a snapshot, then an update for everything that happens.
 *
 * With `after`, the last sequence number seen, the snapshot also tells everything missed since.
 */
export interface Watch {
  type: "watch";
  /** The table. */
  table: string;
  /** The last sequence number seen: the snapshot then tells what was missed. */
  after?: number | null;
  /** The invitation, for a table that is not public. */
  invite?: string | null;
  /** False for programs: prompts list moves in short, without words. */
  words?: boolean;
  /** Comes back in the answer. */
  id: number;
}

/** The first message: who one is, and the server's clock. */
export interface Welcome {
  type: "welcome";
  you: Person;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** The server's version. */
  version: string;
  /** The emotes there are. */
  emotes: string[];
}

/** What a client sends. */
export type Ask =
  | Watch
  | Unwatch
  | Act
  | Undo
  | Explain
  | Say
  | Emote
  | Mute
  | Ping;

/** What the server sends. */
export type Tell =
  | Welcome
  | Accepted
  | Refused
  | Pong
  | Snapshot
  | Update
  | Closing;
