import { expect, test } from 'vitest';
import { read, rulePath, tablePath, type Way } from './ways.ts';

const at = (path: string): Way => read(new URL(path, 'http://here'));

test.each<[string, Way]>([
  ['/', { at: 'home' }],
  ['/t/k3m9x2p7qa', { at: 'table', table: 'k3m9x2p7qa', invite: null }],
  ['/t/k3m9x2p7qa?invite=a-b_c', { at: 'table', table: 'k3m9x2p7qa', invite: 'a-b_c' }],
  ['/rules/dog#DOG-5.2', { at: 'rules', game: 'dog', rule: 'DOG-5.2' }],
  ['/me', { at: 'me' }],
  ['/t/', { at: 'lost' }],
  ['/t/UPPER', { at: 'lost' }],
  ['/t/a/b', { at: 'lost' }],
  ['/nowhere', { at: 'lost' }],
])('%s leads somewhere', (path, way) => {
  expect(at(path)).toEqual(way);
});

test('a table’s path leads back to it', () => {
  expect(at(tablePath('k3m9x2p7qa', 'a+b'))).toMatchObject({ table: 'k3m9x2p7qa', invite: 'a+b' });
});

test('a rule is on the page of its game', () => {
  expect(rulePath('PILE-9.1')).toBe('/rules/dogpile#PILE-9.1');
});
