import { describe, expect, test } from 'vitest';
import type { Happened } from '../wire/types.ts';
import { dealsAsOne, tell, tellDeals } from './telling.ts';

const happened = (event: string, data?: Record<string, unknown>): Happened =>
  ({ seq: 1, at: 0, event, words: 'as the server says it', data }) as Happened;

describe('what happens at the table', () => {
  test('is said with the name of then, whoever sits there now', () => {
    expect(tell(happened('rose', { name: 'Anna' }), [], {})).toBe('Anna got up');
    expect(tell(happened('handed', { name: 'Anna', why: 'clock', bot: 'family' }), [], {})).toContain('Anna');
  });

  test('needs no name where nobody in particular did it', () => {
    expect(tell(happened('begun'), [], {})).toBe('The game begins');
  });

  test('is not mixed up with what happens in a game', () => {
    const game = { event: () => 'as the game says it' };
    expect(tell(happened('swapped', { seat: 0, target: 2 }), [], game)).toBe('as the game says it');
  });

  test('is left to the server where the page has no words of its own', () => {
    expect(tell(happened('closed'), [], {})).toBe('as the server says it');
    expect(tell(happened('something new'), [], {})).toBe('as the server says it');
  });
});

test('a deal is told once, however many cards it takes', () => {
  const card = (seq: number, seat: number) => ({ ...happened('dealt', { seat }), seq }) as Happened;
  const left = dealsAsOne([card(1, 0), card(1, 1), happened('begun'), card(1, 0), card(2, 1)]);
  expect(left.map((one) => one.event)).toEqual(['dealt', 'begun', 'dealt']);
  expect(tellDeals(left[0]!, [], {})).toBe('Cards are dealt');
});
