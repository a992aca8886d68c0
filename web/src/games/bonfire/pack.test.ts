import { expect, test } from 'vitest';
import { settled, type Homes } from './pack.ts';

const at = (homes: Homes, whose: number | null) => homes.filter((home) => home === whose).length;

test('dogs go to who tamed them, and those at home stay', () => {
  const wild = settled([], 25, [0, 0]);
  expect(at(wild, null)).toBe(25);
  const some = settled(wild, 22, [2, 1]);
  expect([at(some, 0), at(some, 1), at(some, null)]).toEqual([2, 1, 22]);
  const more = settled(some, 21, [2, 2]);
  some.forEach((home, dog) => home !== null && expect(more[dog]).toBe(home));
  expect(at(more, 1)).toBe(2);
});

test('lost dogs run back to the pack', () => {
  const some = settled([], 20, [3, 2]);
  const lost = settled(some, 23, [0, 2]);
  expect([at(lost, 0), at(lost, 1), at(lost, null)]).toEqual([0, 2, 23]);
});
