import { expect, test } from 'vitest';
import { GAMES } from '../games/registry.ts';
import { asked, did, either, happened, type Seen } from './lesson.ts';
import { lessons } from './lessons.ts';

const seen = (more: Partial<Seen> = {}): Seen => ({ seat: 0, view: {}, prompt: null, happened: [], ...more });
const rolled = (seat: number) => ({ seq: 1, at: 0, event: 'roll', words: '', data: { seat } });

test('only what the pupil did counts as done, and anybody’s deed as happened', () => {
  expect(did('roll')(seen({ happened: [rolled(1)] }))).toBe(false);
  expect(did('roll')(seen({ happened: [rolled(0)] }))).toBe(true);
  expect(happened('roll')(seen({ happened: [rolled(1)] }))).toBe(true);
});

test('a stage counts once the pupil is asked', () => {
  const take = asked('take');
  expect(take(seen())).toBe(false);
  expect(take(seen({ prompt: { seat: 0, stage: 'take', ask: '' } }))).toBe(true);
  expect(either(did('roll'), take)(seen({ happened: [rolled(0)] }))).toBe(true);
});

test.each(GAMES)('the lesson of %s begins and ends with words alone, and lets the pupil play between', async (game) => {
  const { steps } = (await lessons[game]()).lesson;
  expect(steps[0]?.until).toBeUndefined();
  expect(steps.at(-1)?.until).toBeUndefined();
  expect(steps.filter((step) => step.until).length).toBeGreaterThanOrEqual(2);
  expect(new Set(steps.map((step) => step.words())).size).toBe(steps.length);
});
