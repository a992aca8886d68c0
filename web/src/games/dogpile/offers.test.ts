import { describe, expect, test } from 'vitest';
import { isOffered, offersOf } from './offers.ts';

const prompt = (forms: { do: string; fields: string[]; moves: unknown[][] }[]) => ({ seat: 0, stage: 'dig', ask: '', forms });

describe('what is offered', () => {
  test('is nothing where nothing is asked', () => {
    const offers = offersOf(null);
    expect(offers.dig.size + offers.put.size + offers.bury.size).toBe(0);
    expect(isOffered(offers, { do: 'keep' })).toBe(false);
  });

  test('is read from choices', () => {
    const offers = offersOf({
      seat: 0, stage: 'ready', ask: '', choices: [{ action: { do: 'ready' }, text: 'ready', words: 'paws up' }],
    });
    expect(offers.ready).toBe(true);
  });

  test('is sorted by where it is done', () => {
    const offers = offersOf(
      prompt([
        { do: 'keep', fields: [], moves: [[]] },
        { do: 'put', fields: ['spot', 'side'], moves: [[4, 'down'], [4, 'up'], [9, 'down'], [9, 'up']] },
        { do: 'bury', fields: ['paw', 'spot', 'side'], moves: [[1, 4, 'up'], [2, 9, 'down']] },
      ]),
    );
    expect(offers.keep).toBe(true);
    expect([...offers.put]).toEqual([4, 9]);
    expect(isOffered(offers, { do: 'bury', paw: 2, spot: 9, side: 'up' })).toBe(true);
    expect(isOffered(offers, { do: 'bury', paw: 2, spot: 4, side: 'up' })).toBe(false);
    expect(isOffered(offers, { do: 'dig', spot: 4 })).toBe(false);
    expect(isOffered(offers, { do: 'howl' })).toBe(false);
  });
});
