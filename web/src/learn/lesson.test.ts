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

// Loaded before the tests: the first one to want the messages would wait for all of them.
const taught = new Map(
  await Promise.all(GAMES.map(async (game) => [game, (await lessons[game]()).lesson] as const)),
);

test.each(GAMES)('the lesson of %s begins and ends with words alone, and lets the pupil play between', (game) => {
  const { steps } = taught.get(game)!;
  expect(steps[0]?.until).toBeUndefined();
  expect(steps.at(-1)?.until).toBeUndefined();
  expect(steps.filter((step) => step.until).length).toBeGreaterThanOrEqual(2);
  expect(new Set(steps.map((step) => step.words())).size).toBe(steps.length);
});

test('a hand suits the lesson of DOG if one card to start with can be given away and one is left', () => {
  const suits = taught.get('dog')!.suits!;
  expect(suits({ hand: ['A', '2', '5', '7', 'X', '9'] })).toBe(true);
  expect(suits({ hand: ['K', '2', '5', '7', '8', '9'] })).toBe(false);
  expect(suits({})).toBe(false);
});

test('a card of DOG counts as played when its last step is made, and folding counts too', () => {
  const until = taught.get('dog')!.steps[3]!.until!;
  const told = (event: string) => ({ seq: 1, at: 0, event, words: '', data: { seat: 0 } });
  const stage = (name: string) => ({ seat: 0, stage: name, ask: '' });
  expect(until(seen({ happened: [told('played')], prompt: stage('seven') }))).toBe(false);
  expect(until(seen({ happened: [told('played')] }))).toBe(true);
  expect(until(seen({ happened: [told('folded')] }))).toBe(true);
  expect(until(seen({ prompt: stage('turn') }))).toBe(false);
});

test('the paws of the lesson of DOGPILE are full with three bones', () => {
  const until = taught.get('dogpile')!.steps[5]!.until!;
  const holding = (...paws: string[]) => seen({ view: { players: [{ paws }] } });
  expect(until(holding('K♠', '2♥'))).toBe(false);
  expect(until(holding('K♠', '2♥', '9♦'))).toBe(true);
});
