import { expect, test } from 'vitest';
import { movesOf } from './prompts.ts';

const asked = { seat: 0, stage: 'turn', ask: 'What now?' };

test('moves are read from choices', () => {
  const action = { do: 'roll' };
  expect(movesOf({ ...asked, choices: [{ action, text: 'roll', words: 'roll the dice' }] })).toEqual([
    action,
  ]);
});

test('moves are read from forms, one for each row', () => {
  const forms = [{ do: 'steal', fields: ['seat', 'colour'], moves: [[1, 'meat'], [2, 'fire']] }];
  expect(movesOf({ ...asked, count: 2, forms })).toEqual([
    { do: 'steal', seat: 1, colour: 'meat' },
    { do: 'steal', seat: 2, colour: 'fire' },
  ]);
});
