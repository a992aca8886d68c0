import type { Happened } from '../../wire/types.ts';

/** What the server shows of a game of DOGPILE. Faces are told as `A♥`, `10♣`, `joker★`. */
export interface PileView {
  phase: 'ready' | 'countdown' | 'dig' | 'sniff' | 'lay' | 'over';
  round: number;
  rounds: number;
  clock: { now: number; ends: number | null; round_seconds: number[]; countdown_ms: number };
  you: number | null;
  /** By spot, from spot 1 on; null is an empty one. */
  pile: (Lying | null)[];
  /** Bones that lie on these spots in an order nobody knows; `away` are no longer there. */
  shuffled: { spots: number[]; away: number; bones: string[] }[];
  players: Dog[];
  sniff: Sniff | null;
}

export interface Lying {
  up: boolean;
  bone: string | null;
}

export interface Dog {
  seat: number;
  paws_up: boolean;
  paws: (string | null)[];
  dug: { bone: string | null } | null;
  ready_at: number;
  loot: string[][];
  points: number[];
  boneathons: string[];
  total: number;
}

export interface Sniff {
  sniffer: number;
  layer: number;
  lifted: (string | null)[];
  laid: number;
  next: number[];
}

/** A spot in one short word, so that a spot that did not change compares equal: '' is a hole. */
export function codeOf(lying: Lying | null): string {
  return lying ? (lying.up ? 'u' : 'd') + (lying.bone ?? '') : '';
}

export const faceOf = (code: string): string | null => code.slice(1) || null;

/** The mark of a group of sniffed bones: which of them is where, nobody knows. */
export const markOf = (group: number, groups: number): string => (groups > 1 ? `?${group + 1}` : '?');

/** The marks of spots with sniffed bones. */
export function marksOf(shuffled: PileView['shuffled']): Map<number, string> {
  return new Map(
    shuffled.flatMap(({ spots }, at) => spots.map((spot) => [spot, markOf(at, shuffled.length)] as const)),
  );
}

/** How many rounds are over, as far as points tell. */
export const roundsOver = (view: PileView): number => view.players[0]?.points.length ?? 0;

/** What the feats of a round brought each dog, as it was told when the paws were shown. */
export function featsOf(log: readonly Happened[], round: number): Map<number, string> {
  const found = new Map<number, string>();
  let shown = 0;
  for (const one of log) {
    if (one.event === 'time_up') shown = Number(one.data?.['round']);
    if (one.event === 'loot' && shown === round && one.data?.['feat'])
      found.set(Number(one.data['seat']), String(one.data['feat']));
  }
  return found;
}
