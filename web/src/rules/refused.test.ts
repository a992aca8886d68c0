import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overwriteGetLocale } from '../words/compiled/runtime.js';
import { particularsOf, sentenceOf } from './refused.ts';

const no = { kind: 'illegal now', words: 'The peg is fresh.', rule: 'DOG-9.1' };
const page = {
  game: 'dog',
  language: 'de',
  title: 'DOG',
  parts: [
    {
      title: '9',
      texts: [{ rule: 'DOG-9.1', html: 'Ein Bube\ntauscht &amp; wie in <a href="#DOG-9.2">DOG-9.2</a>.' }],
    },
  ],
};
const asked = vi.fn(async () => Response.json(page));

beforeEach(() => {
  vi.stubGlobal('fetch', asked);
  overwriteGetLocale(() => 'de');
});
afterEach(() => {
  vi.unstubAllGlobals();
  overwriteGetLocale(() => 'en');
});

test('in English a refusal stays as the server said it', async () => {
  overwriteGetLocale(() => 'en');
  expect(sentenceOf(no)).toBe('The peg is fresh.');
  expect(await particularsOf(no)).toBeNull();
});

test('in German it is our own sentence, and the rule in German, which is fetched once', async () => {
  expect(sentenceOf(no)).toBe('Das geht jetzt nicht.');
  const told = { words: 'Ein Bube tauscht & wie in DOG-9.2.', language: 'de' };
  expect(await particularsOf(no)).toEqual(told);
  expect(await particularsOf(no)).toEqual(told);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('without a rule the particulars stay, in English', async () => {
  const taken = { kind: 'taken', words: 'That name is taken; choose another.', rule: null };
  expect(await particularsOf(taken)).toEqual({ words: taken.words, language: 'en' });
  expect(await particularsOf({ kind: 'not your turn', words: 'Not yet.' })).toBeNull();
});

test('a kind that the page does not know is told in the server’s words', () => {
  expect(sentenceOf({ kind: 'brand new', words: 'No.' })).toBe('No.');
});
