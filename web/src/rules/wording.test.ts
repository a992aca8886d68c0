import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { GAMES } from '../games/registry.ts';
import type { Option } from '../park/facts.ts';
import { overwriteGetLocale } from '../words/compiled/runtime.js';
import { wordingOf } from './wording.ts';

const messages = Object.keys(
  JSON.parse(readFileSync(new URL('../../messages/en.json', import.meta.url), 'utf8')),
);
const said = { words: 'as the server says', rule: 'DOG-13.14', bounds: '' };
const jack: Option = {
  ...said,
  name: 'jack_targets',
  kind: 'choice',
  values: ['opponent_first', 'any_other'],
  default: 'opponent_first',
};
const dealer: Option = { ...said, name: 'first_dealer', kind: 'seat', default: 'random' };
const exchange: Option = {
  ...said,
  name: 'exchange',
  kind: 'choice',
  values: ['on', 'off'],
  default: 'on',
};

afterEach(() => overwriteGetLocale(() => 'en'));

test.each(GAMES)('every message about a house rule of %s is in its list', async (game) => {
  const { listed } = (await import(`./options/${game}.ts`)) as { listed: Record<string, unknown> };
  const own = messages.filter((key) => key.startsWith(`option.${game}.`));
  expect(own.length).toBeGreaterThan(0);
  expect(Object.keys(listed).map((name) => `option.${game}.${name}`)).toEqual(own);
});

describe('a house rule in German', () => {
  test('has a label and named values', async () => {
    overwriteGetLocale(() => 'de');
    const wording = await wordingOf('dog');
    expect(wording.label(jack)).toBe('mit welchen Figuren ein Bube tauschen darf');
    expect(wording.value(jack, 'any_other')).toBe('mit gegnerischen und denen des Partners');
    expect(wording.value(exchange, 'off')).toBe('nein');
    expect(wording.value(dealer, 'random')).toBe('zufällig');
    expect(wording.value(dealer, 0)).toBe('Platz 1');
  });

  test('tells what is usual and what may be', async () => {
    overwriteGetLocale(() => 'de');
    const wording = await wordingOf('bonfire');
    const faces: Option = { ...said, name: 'die_faces', kind: 'split', low: 1, total: 6, default: [2, 2, 2] };
    expect(wording.bounds(faces)).toBe('üblich: 2, 2, 2 · je mindestens 1, zusammen 6');
  });
});

test('an option that the page does not know is told in the server’s words', async () => {
  const wording = await wordingOf('dog');
  const foreign: Option = { ...jack, name: 'brand_new' };
  expect(wording.label(foreign)).toBe('as the server says');
  expect(wording.value(foreign, 'any_other')).toBe('any other');
  expect((await wordingOf('chess')).label(jack)).toBe('as the server says');
});
