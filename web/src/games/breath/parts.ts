import { SIGN_WORDS, foodOf, type CardName, type FoodKind } from './cards.ts';
import type { Part } from './view.ts';
import { m } from '../../words/words.ts';

/**
 * The lines of a score. The server tells them in English words alone, which are its only sign of
 * what a line is for: they are read here, and nowhere else. What is not understood is shown as told
 * and marks no card.
 */
export type Line =
  | { is: 'kind'; kind: FoodKind; count: number }
  | { is: 'one_kind' | 'butts' | 'night' }
  | { is: 'pairs' | 'specials'; count: number }
  | { is: 'combo'; which: 'day' | 'night' | 'meat' | 'bone' }
  | { is: 'other' };

const COMBOS: Record<string, 'day' | 'night' | 'meat' | 'bone'> = {
  'a bone and a snout and a butt of each kind, all day': 'day',
  'a bone and a snout and a butt of each kind, all night': 'night',
  'seven meat after discarding a bone': 'meat',
  'six bones and one meat': 'bone',
};

export function lineOf(words: string): Line {
  const combo = COMBOS[words];
  if (combo) return { is: 'combo', which: combo };
  if (words === 'all food of one kind') return { is: 'one_kind' };
  if (words === 'all butts') return { is: 'butts' };
  if (words === 'all night') return { is: 'night' };
  const [, number, what] = /^(\d+) (vege|poop|meat|pair|special)s?\b/.exec(words) ?? [];
  const count = Number(number);
  if (what === 'pair') return { is: 'pairs', count };
  if (what === 'special') return { is: 'specials', count };
  return what ? { is: 'kind', kind: what as FoodKind, count } : { is: 'other' };
}

const COMBO_WORDS = {
  day: m['breath.combo_day'],
  night: m['breath.combo_night'],
  meat: m['breath.combo_meat'],
  bone: m['breath.combo_bone'],
};

/** A line in the language shown. */
export function partWords(part: Part): string {
  const line = lineOf(part.words);
  switch (line.is) {
    case 'kind':
      return line.kind === 'meat'
        ? m['breath.part_meat']({ count: line.count })
        : m['breath.part_kind']({ count: line.count, kind: SIGN_WORDS[line.kind]() });
    case 'one_kind':
      return m['breath.part_one_kind']();
    case 'butts':
      return m['breath.part_butts']();
    case 'night':
      return m['breath.part_night']();
    case 'pairs':
      return m['breath.part_pairs']({ count: line.count });
    case 'specials':
      return m['breath.part_specials']({ count: line.count });
    case 'combo':
      return COMBO_WORDS[line.which]();
    default:
      return part.words;
  }
}

export const isCombo = (parts: readonly Part[]): boolean =>
  parts.some((part) => lineOf(part.words).is === 'combo');

export type Mark = FoodKind | 'special' | 'combo' | 'food';

/** Which mark a card of this hand bears: the set it counts in, by the lines that were told. */
export function markOf(card: CardName, parts: readonly Part[]): Mark | null {
  const food = foodOf(card);
  let mark: Mark | null = null;
  for (const part of parts) {
    const line = lineOf(part.words);
    if (line.is === 'combo') return 'combo';
    if (line.is === 'kind' && food?.kind === line.kind) return line.kind;
    if (line.is === 'kind' && line.kind === 'meat' && card === 'bone') return 'meat';
    if (line.is === 'specials' && (card === 'scavenger' || card === 'guard-dog')) return 'special';
    if (food && (line.is === 'butts' || line.is === 'night' || line.is === 'one_kind')) mark = 'food';
  }
  return mark;
}
