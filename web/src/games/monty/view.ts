/** The server's view of Monty, as far as the scene reads it (`games/monty/view.py`). */
export type Side = 'north' | 'east' | 'south' | 'west';
export type Lies = 'east-west' | 'north-south';
export type Kind =
  | 'path'
  | 'gate'
  | 'tree'
  | 'broken fence'
  | 'trampoline'
  | 'Bark Bark'
  | 'Home Stage'
  | 'Keep Going'
  | 'Home'
  | 'Start'
  | 'gated corner'
  | 'plain corner';

/** What a card needs to be drawn. */
export interface Card {
  kind: Kind;
  lies: Lies | null;
  open: readonly Side[];
  bounce: readonly Side[];
}

export interface Tile extends Card {
  number: number;
  x: number;
  y: number;
  gate: boolean;
  single: boolean;
  links: readonly Side[];
  hops: readonly Side[];
  free: readonly Side[];
  distance: number | null;
  crown: boolean;
  /** In the order in which they came. */
  pawns: readonly number[];
}

export interface Racer {
  seat: number;
  species: 'cat' | 'squirrel' | null;
  tile: number | null;
  distance: number | null;
  said: readonly (number | 'silent')[];
  answered: boolean;
  number: number | null;
  bluffed: boolean;
  hand: readonly number[];
  share: number | null;
  points: number;
  gold: number;
  silver: number;
  bronze: number;
}

export interface Offer {
  by: number;
  split?: readonly { seat: number; spaces: number }[];
  order?: readonly number[];
}

/** What a player chose: under seal for its own eyes, then shown to everybody. */
export interface Chosen {
  species?: string;
  /** Said or played; null for nothing said. */
  number?: number | null;
  yes?: boolean;
  spaces?: number;
  order?: readonly number[];
}

export interface Talks {
  matter: 'split' | 'order';
  number: number;
  members: readonly number[];
  turn: number;
  turns: number;
  proposer: number | null;
  offer: Offer | null;
  offers: readonly Offer[];
}

export interface Run {
  seat: number;
  left: number;
  explorer: number | null;
  edge: Side | null;
  card: Kind | null;
  pushed: number | null;
}

export interface Race {
  ending: string;
  finisher: number | null;
  places: readonly number[];
  points: readonly number[];
}

export interface MontyView {
  phase: string;
  race: number;
  round: number;
  max_rounds: number;
  one_off: boolean;
  asked: readonly number[];
  table: {
    geometry: 'grid' | 'track' | 'grid_free';
    wide: number | null;
    high: number | null;
    obstacles: readonly (readonly [number, number])[];
  };
  tiles: readonly Tile[];
  crown: { tile: number; x: number; y: number; holder: number | null } | null;
  players: readonly Racer[];
  deck: { left: number; garden: number; holds: Record<string, number> };
  /** The corner piles: how many are left, which way they turn (null: either), and what lies on top. */
  corners: readonly { left: number; turns: 'left' | 'right' | null; top: Kind | null }[];
  home_stages: number;
  number: number | null;
  queue: readonly number[];
  sent: readonly number[];
  talks: Talks | null;
  answers: readonly ({ seat: number } & Chosen)[];
  run: Run | null;
  last_race: Race | null;
  sealed_choice?: Chosen | null;
  result: { places: number[]; points: number[]; winners: number[] } | null;
}
