/** The server's view of Here Comes the Dog. Nothing is hidden: all eyes see the same. */
export const COLOURS = ['meat', 'charcoal', 'fire'] as const;
export type Colour = (typeof COLOURS)[number];
export type Sticks = Record<Colour, number>;
export type Phase = 'draw' | 'turn' | 'rolling' | 'take' | 'steal' | 'defend' | 'over';

export interface Villagers {
  readonly seat: number;
  readonly sticks: Sticks;
  readonly dogs: number;
  readonly villagers: number;
  /** How often all may faint until the knock-out. */
  readonly lives: number;
  readonly stand_up_next: number;
  readonly knocked_out: boolean;
  readonly knocked_out_order: number | null;
}

export interface BonfireView {
  readonly phase: Phase;
  readonly round: number;
  readonly rounds: number;
  readonly turn: number | null;
  readonly asked: number | null;
  readonly dice: { readonly seat: number; readonly faces: readonly Colour[] } | null;
  readonly die_faces: Sticks;
  readonly bonfire: Sticks;
  readonly pack: number;
  readonly players: readonly Villagers[];
  readonly result: { readonly places: number[]; readonly points: number[] } | null;
}

/** What a choice would change for one seat. */
export interface Change {
  seat: number;
  dogs: number;
  villagers: number;
  falls: number;
  knocked_out: boolean;
  sticks: Partial<Sticks>;
}

export type RoundEnd = 'feed' | 'assault' | 'quiet';

/** What a choice would do; a roll has its odds instead. */
export interface Effect {
  round_ends?: RoundEnd | null;
  game_ends?: boolean;
  players?: Change[];
  odds?: Record<'sticks' | 'theft' | 'feed' | 'assault' | 'fire_fest', number>;
  of?: number;
}

/** How many villagers a seat has at its best since it last fell. */
export const bench = (player: Villagers): number => (player.knocked_out ? 0 : player.stand_up_next + 1);
