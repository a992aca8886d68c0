import { expect, test } from 'vitest';
import { shoutOf, waysOf } from './flights.ts';

const news = (event: string, data: Record<string, unknown> = {}) =>
  ({ seq: 1, event, words: '', data }) as never;

test('a card that was drawn unseen flies with its back up', () => {
  expect(waysOf([news('draw', { seat: 1 })])).toEqual([
    { card: null, from: 'deck', to: 'seat-1', turn: 0 },
  ]);
});

test('two cards that are swapped fly at once', () => {
  const ways = waysOf([news('let', { seat: 2 }), news('swapped', { seat: 0, target: 2 })]);
  expect(ways.map((way) => [way.from, way.to, way.turn])).toEqual([
    ['seat-2', 'seat-0', 0],
    ['seat-0', 'seat-2', 0],
  ]);
});

test('what is said to letting it happen moves nothing and is not called out', () => {
  expect(waysOf([news('let', { seat: 1 })])).toEqual([]);
  expect(shoutOf([news('let', { seat: 1 })])).toBeNull();
});

test('a guard dog is called out with its owner', () => {
  expect(shoutOf([news('guarded', { seat: 3, by: 0, target: 1 })])).toEqual({
    seat: 3,
    what: 'guard',
  });
});
