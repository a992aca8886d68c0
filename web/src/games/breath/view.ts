import type { CardName, Counts } from './cards.ts';

/** What the server shows of Dog's Breath to one pair of eyes. */
export interface BreathView {
  phase: string;
  round: number;
  rounds: number;
  turn: number | null;
  asked: number | null;
  starter: number | null;
  out: number | null;
  grid: { columns: number; cards: GridCard[] } | null;
  discards: { face_up: Counts; face_down: Counts };
  scavenge: Scavenge | null;
  last_round: LastRound | null;
  result: { places: number[]; points: number[] } | null;
  you: number | null;
  players: Rivalry[];
  deck: { cards: number; bottom: number; known: Counts };
  hand?: Counts;
  score?: Score;
  /** The card this seat has laid down for a scavenger. */
  offer?: CardName | null;
  /** The card that just came to, or went from, this seat. */
  came?: CardName | null;
  went?: CardName | null;
}

export interface GridCard {
  place: number;
  lies: 'down' | 'up' | 'gone';
  card: CardName | null;
}

export interface Scavenge {
  by: number;
  target: number;
  wish: CardName | null;
  naming: boolean;
  guard: number | null;
}

/** One player, as far as these eyes can tell; for their own seat, as far as the others can. */
export interface Rivalry {
  seat: number;
  cards: number;
  total: number;
  out: boolean;
  proven: boolean;
  last_discard: CardName | null;
  known: Counts;
  lacks: CardName[];
}

/** One line of a score: what it is for, and of how many cards or pairs. */
export interface Part {
  key: string;
  count: number;
  points: number;
  words: string;
}

export interface Score {
  points: number;
  parts: Part[];
  after_discarding: CardName | null;
}

export interface LastRound {
  round: number;
  out: number | null;
  players: { seat: number; hand: Counts; points: number; parts: Part[]; gained: number }[];
}
