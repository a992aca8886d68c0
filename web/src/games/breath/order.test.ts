import { expect, test } from 'vitest';
import { arranged, copies, moved } from './order.ts';

test('a hand lies in the order its owner gave it', () => {
  const hand = { 'meat-butt-day': 2, bone: 1, scavenger: 1 };
  const kept = ['scavenger', 'meat-butt-day', 'bone', 'meat-butt-day'];
  expect(arranged(kept, hand)).toEqual(kept);
});

test('cards that went leave no gap, and cards that came lie at the right', () => {
  const kept = ['bone', 'meat-butt-day', 'bone', 'vege-snout-day'];
  const hand = { bone: 1, 'vege-snout-day': 1, 'guard-dog': 1, 'meat-butt-day': 2 };
  expect(arranged(kept, hand)).toEqual([
    'bone',
    'meat-butt-day',
    'vege-snout-day',
    'meat-butt-day',
    'guard-dog',
  ]);
});

test('a card can be put elsewhere, to the left and to the right', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

test('each copy has a name of its own', () => {
  const keys = copies(['bone', 'bone', 'scavenger']).map((one) => one.key);
  expect(keys).toEqual(['bone#0', 'bone#1', 'scavenger#0']);
});
