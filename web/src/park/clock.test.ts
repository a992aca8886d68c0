import { expect, test } from 'vitest';
import { Clock } from './clock.ts';

test('the server’s time is reckoned from the quickest pings', () => {
  const clock = new Clock();
  const ahead = 1_000_000;
  for (const way of [10, 12, 900, 11, 10, 14])
    clock.add(0, ahead + (way > 100 ? way : way / 2), way); // the slow one was held up on its way there
  const before = Clock.own();
  expect(clock.now() - before).toBeCloseTo(ahead, -1);
  expect(clock.way).toBe(10);
});

test('a time that the server tells is believed until a ping is back', () => {
  const clock = new Clock();
  expect(clock.known).toBe(false);
  clock.hint(5000, Clock.own());
  expect(clock.now()).toBeGreaterThanOrEqual(5000);
  clock.add(0, 8000, 2);
  clock.hint(1, Clock.own());
  expect(clock.now()).toBeGreaterThanOrEqual(7999);
});
