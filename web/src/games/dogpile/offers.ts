import { movesOf, type Move, type Prompt } from '../../park/prompts.ts';

/** What the prompt offers, sorted by where on the scene it is done. */
export interface Offers {
  ready: boolean;
  keep: boolean;
  stop: boolean;
  dig: ReadonlySet<number>;
  put: ReadonlySet<number>;
  /** By paw, from 1 on. */
  bury: ReadonlyMap<number, ReadonlySet<number>>;
  sniff: ReadonlySet<number>;
  lay: ReadonlySet<number>;
}

const KINDS = ['dig', 'put', 'sniff', 'lay'] as const;

export function offersOf(prompt: Prompt | null): Offers {
  const spots = { dig: new Set<number>(), put: new Set<number>(), sniff: new Set<number>(), lay: new Set<number>() };
  const bury = new Map<number, Set<number>>();
  const said = new Set<string>();
  for (const move of prompt ? movesOf(prompt) : []) {
    said.add(move.do);
    const kind = KINDS.find((kind) => kind === move.do);
    if (kind) spots[kind].add(move['spot']);
    if (move.do === 'bury') {
      const holes = bury.get(move['paw']) ?? new Set<number>();
      bury.set(move['paw'], holes.add(move['spot']));
    }
  }
  return { ready: said.has('ready'), keep: said.has('keep'), stop: said.has('stop'), ...spots, bury };
}

/** Whether a move that waited for its moment is still offered. */
export function isOffered(offers: Offers, move: Move): boolean {
  switch (move.do) {
    case 'ready':
    case 'keep':
    case 'stop':
      return offers[move.do];
    case 'dig':
    case 'put':
    case 'sniff':
    case 'lay':
      return offers[move.do].has(move['spot']);
    case 'bury':
      return offers.bury.get(move['paw'])?.has(move['spot']) ?? false;
    default:
      return false;
  }
}
