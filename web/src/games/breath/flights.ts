import type { Happened } from '../../wire/types.ts';
import type { CardName } from './cards.ts';

/** A card on its way from one place of the table to another, by what happened. */
export interface Way {
  card: CardName | null;
  from: string;
  to: string;
  /** In steps: which flies after which. */
  turn: number;
}

/** The places are `data-at` names on the table: deck, discards, seat-1, grid-3 … */
export function waysOf(happened: readonly Happened[]): Way[] {
  const ways: Way[] = [];
  const fly = (card: CardName | null, from: string, to: string) =>
    ways.push({ card, from, to, turn: ways.length });
  for (const { event, data } of happened) {
    const told = (data ?? {}) as Record<string, any>;
    const seat = `seat-${told['seat']}`;
    const target = `seat-${told['target']}`;
    if (event === 'dealt' || event === 'draw' || event === 'made_up') fly(null, 'deck', seat);
    else if (event === 'took') fly(told['card'], `grid-${told['place']}`, seat);
    else if (event === 'picked') fly(told['card'], `discard-${told['card']}`, seat);
    else if (event === 'discarded') fly(told['card'], seat, 'discards');
    else if (event === 'scavenger') fly('scavenger', seat, target);
    else if (event === 'guarded') fly('guard-dog', seat, target);
    else if (event === 'shuffled') fly(null, 'discards', 'deck');
    else if (event === 'swapped') {
      fly(told['card'] ?? null, target, seat);
      ways.push({ card: null, from: seat, to: target, turn: ways.length - 1 });
    }
  }
  return ways;
}

/** What is called out loud: for a moment it stands over the table. */
export function shoutOf(happened: readonly Happened[]): { seat: number; what: Shout } | null {
  for (const { event, data } of happened) {
    const what = SHOUTS[event];
    if (what) return { seat: Number(data?.['seat']), what };
  }
  return null;
}
export type Shout = 'out' | 'guard' | 'alarm';
const SHOUTS: Record<string, Shout | undefined> = {
  out: 'out',
  guarded: 'guard',
  false_alarm: 'alarm',
};
