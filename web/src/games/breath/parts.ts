import { SIGN_WORDS, foodOf, type CardName, type FoodKind } from './cards.ts';
import type { Part } from './view.ts';
import { m } from '../../words/words.ts';

const COMBOS: Record<string, () => string> = {
  day_combo: m['breath.combo_day'],
  night_combo: m['breath.combo_night'],
  meat_combo: m['breath.combo_meat'],
  bone_combo: m['breath.combo_bone'],
};

/** A line of a score in the language shown; one that this page does not know yet as the server tells it. */
export function partWords({ key, count, words }: Part): string {
  switch (key) {
    case 'meat':
      return m['breath.part_meat']({ count });
    case 'poop':
    case 'vege':
      return m['breath.part_kind']({ count, kind: SIGN_WORDS[key]() });
    case 'one_kind':
      return m['breath.part_one_kind']();
    case 'butts':
      return m['breath.part_butts']();
    case 'night':
      return m['breath.part_night']();
    case 'pairs':
      return m['breath.part_pairs']({ count });
    case 'specials':
      return m['breath.part_specials']({ count });
    default:
      return COMBOS[key]?.() ?? words;
  }
}

/** Whether this line is a super combo, which counts instead of everything else. */
export const isSuper = ({ key }: Part): boolean => key in COMBOS;
export const isCombo = (parts: readonly Part[]): boolean => parts.some(isSuper);

export type Mark = FoodKind | 'special' | 'combo' | 'food';

/** Which mark a card of this hand bears: the set it counts in, by the lines that were told. */
export function markOf(card: CardName, parts: readonly Part[]): Mark | null {
  const food = foodOf(card);
  let mark: Mark | null = null;
  for (const part of parts) {
    if (isSuper(part)) return 'combo';
    if (food && part.key === food.kind) return food.kind;
    if (part.key === 'meat' && card === 'bone') return 'meat';
    if (part.key === 'specials' && (card === 'scavenger' || card === 'guard-dog')) return 'special';
    if (food && ['butts', 'night', 'one_kind'].includes(part.key)) mark = 'food';
  }
  return mark;
}
