import { expect, test } from 'vitest';
import { isCombo, markOf, partWords } from './parts.ts';

const told = (...keys: string[]) => keys.map((key) => ({ key, count: 3, points: 1, words: `three of ${key}` }));

test.each(
  'vege poop meat one_kind butts night pairs specials day_combo night_combo meat_combo bone_combo'.split(' '),
)('the line "%s" has words of its own', (key) => {
  const words = partWords(told(key)[0]!);
  expect(words).not.toBe('');
  expect(words).not.toBe(`three of ${key}`);
});

test('a line that is not known yet is shown as told, and marks no card', () => {
  const parts = told('something_new');
  expect(partWords(parts[0]!)).toBe('three of something_new');
  expect(markOf('bone', parts)).toBeNull();
});

test('cards are marked by the sets that were told, the bone with the meat', () => {
  const parts = told('meat', 'pairs', 'specials');
  expect(markOf('meat-butt-day', parts)).toBe('meat');
  expect(markOf('bone', parts)).toBe('meat');
  expect(markOf('guard-dog', parts)).toBe('special');
  expect(markOf('poop-snout-night', parts)).toBeNull();
});

test('a bone without scoring meat is not marked', () => {
  expect(markOf('bone', told('poop'))).toBeNull();
});

test('in a super combo every card counts', () => {
  const parts = told('night_combo');
  expect(isCombo(parts)).toBe(true);
  expect(markOf('vege-butt-night', parts)).toBe('combo');
});

test('where all food counts together, every food card is marked and no other', () => {
  const parts = told('butts', 'specials');
  expect(markOf('poop-butt-day', parts)).toBe('food');
  expect(markOf('bone', parts)).toBeNull();
});
