import { expect, test } from 'vitest';
import type { Facts } from '../park/facts.ts';
import { WatchedTable } from '../park/watched.svelte.ts';
import { needsCurtain, seatToShow } from './hotseat.ts';

function table(asked: number[], seats = [0, 1]): WatchedTable {
  const made = new WatchedTable('k3m9x2p7qa');
  made.info = { status: 'playing' } as WatchedTable['info'];
  made.eyes = seats.map((seat) => ({
    seat,
    view: {},
    prompt: asked.includes(seat) ? { seat, stage: '', ask: '' } : null,
    deadline: null,
    undo: false,
  }));
  return made;
}
const facts = (hidden: boolean) => ({ hidden }) as Facts;

test('whoever looks keeps looking while they are asked, and while nobody here is', () => {
  expect(seatToShow(table([0, 1]), 1)).toBe(1);
  expect(seatToShow(table([]), 1)).toBe(1);
});

test('the page turns to the next who is asked', () => {
  expect(seatToShow(table([1]), 0)).toBe(1);
});

test('a single seat is always the one', () => {
  expect(seatToShow(table([], [3]), null)).toBe(3);
});

test('a curtain falls before another’s eyes, in games with secrets only', () => {
  expect(needsCurtain(table([1]), facts(true), 1, 0)).toBe(true);
  expect(needsCurtain(table([1]), facts(true), 1, 1)).toBe(false);
  expect(needsCurtain(table([1]), facts(false), 1, 0)).toBe(false);
  expect(needsCurtain(table([1], [1]), facts(true), 1, null)).toBe(false);
});

test('until it is known whether a game has secrets, the curtain is down', () => {
  expect(needsCurtain(table([1]), null, 1, 0)).toBe(true);
});
