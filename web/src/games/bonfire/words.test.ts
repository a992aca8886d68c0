import { expect, test } from 'vitest';
import { dealt, taken } from './words.ts';

test('deals and sticks are read as the server names them', () => {
  expect(dealt('charcoal_for_meat')).toEqual({ gives: { charcoal: 1 }, gets: { meat: 1 } });
  expect(dealt('fire_for_2_charcoal')).toEqual({ gives: { fire: 1 }, gets: { charcoal: 2 } });
  expect(taken('meat+meat')).toEqual({ meat: 2 });
  expect(taken('charcoal+fire')).toEqual({ charcoal: 1, fire: 1 });
});
