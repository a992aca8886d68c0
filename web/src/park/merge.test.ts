import { expect, test } from 'vitest';
import { merge } from './merge.ts';

test('entries of an update replace those of the view, and others stay', () => {
  const view = { turn: 0, pack: { meat: 3 }, dice: [1] };
  const merged = merge(view, { seat: 0, set: { turn: 1 }, gone: ['dice'] });
  expect(merged).toEqual({ turn: 1, pack: { meat: 3 } });
  expect(merged['pack']).toBe(view.pack);
});

test('the old view stays as it was, for animations', () => {
  const view = { turn: 0 };
  merge(view, { seat: 0, set: { turn: 1 }, gone: ['turn'] });
  expect(view).toEqual({ turn: 0 });
});
