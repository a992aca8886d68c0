import { expect, test } from 'vitest';
import type { Facts } from '../park/facts.ts';
import { changedRules, marksOf } from './marks.ts';

const option = (name: string, rule: string) => ({
  name,
  rule,
  words: name,
  bounds: '',
  kind: 'choice' as const,
  values: ['on', 'off'],
  default: 'on',
});
const facts = { options: [option('exchange', 'DOG-13.4'), option('reshuffle', 'DOG-13.3')] } as Facts;

test('only house rules that differ from the usual count as changed', () => {
  expect(changedRules(facts, { exchange: 'on' })).toEqual([]);
  expect(changedRules(facts, { exchange: 'off' }).map((one) => one.option.name)).toEqual(['exchange']);
});

test('a house rule is marked at its own rule and at those it names', () => {
  const page = {
    game: 'dog',
    language: 'en',
    title: 'DOG',
    parts: [
      {
        title: '13',
        texts: [{ rule: 'DOG-13.3', html: 'as in <a href="#DOG-2.2">DOG-2.2</a>' }],
      },
    ],
  };
  const marks = marksOf(page, changedRules(facts, { reshuffle: 'off' }));
  expect([...marks.keys()]).toEqual(['DOG-13.3', 'DOG-2.2']);
});
