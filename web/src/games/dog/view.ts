/** The server's view of DOG, as far as the scene reads it. */
export type CardName = string;

export interface PegSeen {
  /** Where it stands, by name and by number; the kennel is -1. */
  at: string;
  id: number;
  fresh: boolean;
  heading: number;
}

export interface PlayerSeen {
  seat: number;
  partner: number;
  star: number;
  finish: number[];
  /** Whose pegs its cards move. */
  moves: number;
  pegs: PegSeen[];
  safe: number;
  cards: number;
  folded: boolean;
}

export interface PathSeen {
  name: string;
  ends: [number, number];
  fields: number[];
}

export interface DogView {
  phase: string;
  round: number;
  size: number;
  dealer: number | null;
  turn: number | null;
  board: { track: number; paths: PathSeen[] };
  players: PlayerSeen[];
  teams: { seats: number[]; safe: number; place: number | null }[];
  card: { card: CardName; use: string; moves: number; peg: number | null; left: number | null } | null;
  draw: number;
  discard: Record<CardName, number>;
  face_down: number;
  result: { winners: number[] } | null;
  hand?: CardName[];
  gave?: CardName | null;
  got?: CardName | null;
}

/** One peg that would stand, or stands, elsewhere. */
export interface Moved {
  seat: number;
  peg: number;
  from: string;
  from_id: number;
  to: string;
  to_id: number;
}

export const KENNEL = -1;
export const PEGS = 4;
