import { expect, test } from 'vitest';
import { isCombo, lineOf, markOf, partWords } from './parts.ts';

const told = (...words: string[]) => words.map((one) => ({ points: 1, words: one }));

test.each([
  ['3 meat with a bone', { is: 'kind', kind: 'meat', count: 3 }],
  ['4 poop', { is: 'kind', kind: 'poop', count: 4 }],
  ['all food of one kind', { is: 'one_kind' }],
  ['all butts', { is: 'butts' }],
  ['all night', { is: 'night' }],
  ['1 pair', { is: 'pairs', count: 1 }],
  ['2 pairs', { is: 'pairs', count: 2 }],
  ['2 specials', { is: 'specials', count: 2 }],
  ['six bones and one meat', { is: 'combo', which: 'bone' }],
  ['something new', { is: 'other' }],
])('the line "%s" is understood', (words, line) => {
  expect(lineOf(words)).toEqual(line);
});

test('a line that is not understood is shown as told, and marks no card', () => {
  const parts = told('something new');
  expect(partWords(parts[0]!)).toBe('something new');
  expect(markOf('bone', parts)).toBeNull();
});

test('cards are marked by the sets that were told, the bone with the meat', () => {
  const parts = told('3 meat with a bone', '1 pair', '1 special');
  expect(markOf('meat-butt-day', parts)).toBe('meat');
  expect(markOf('bone', parts)).toBe('meat');
  expect(markOf('guard-dog', parts)).toBe('special');
  expect(markOf('poop-snout-night', parts)).toBeNull();
});

test('a bone without scoring meat is not marked', () => {
  expect(markOf('bone', told('3 poop'))).toBeNull();
});

test('in a super combo every card counts', () => {
  const parts = told('a bone and a snout and a butt of each kind, all night');
  expect(isCombo(parts)).toBe(true);
  expect(markOf('vege-butt-night', parts)).toBe('combo');
});

test('where all food counts together, every food card is marked and no other', () => {
  const parts = told('all butts', '1 special');
  expect(markOf('poop-butt-day', parts)).toBe('food');
  expect(markOf('bone', parts)).toBeNull();
});
