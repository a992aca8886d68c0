import { describe, expect, test } from 'vitest';
import type { Choice, Prompt } from '../../park/prompts.ts';
import { position } from './made_up.ts';
import { fitting, nextOf, NOTHING, offersOf } from './offers.ts';

const moved = (peg: number, from: number, to: number) => ({
  seat: 0,
  peg,
  from: String(from),
  from_id: from,
  to: String(to),
  to_id: to,
});
const goes = (peg: number, from: number, to: number) => ({ moves: [moved(peg, from, to)], hits: [] });
const asks = (...choices: [Record<string, unknown>, Record<string, unknown>][]): Prompt => ({
  seat: 0,
  stage: 'turn',
  ask: '',
  choices: choices.map(([action, effect]) => ({ action, text: '', words: '', effect }) as unknown as Choice),
});

const view = position(4, { 0: [10, 20] });
const ace = asks(
  [{ do: 'play', card: 'A', use: 'start' }, { options: [goes(2, -1, 0)] }],
  [{ do: 'play', card: 'A', use: '1' }, { options: [goes(0, 10, 11), goes(1, 20, 21)] }],
  [{ do: 'play', card: 'A', use: '11' }, { options: [goes(0, 10, 21), goes(1, 20, 31)] }],
  [{ do: 'play', card: '7', use: 'split' }, { options: [], steps: 7 }],
  [{ do: 'play', card: 'J', use: 'swap' }, { options: [], seat: 0, pegs: [0, 1] }],
);

describe('what is lit', () => {
  test('is nothing on the board until a card is picked up', () => {
    const offers = offersOf(ace, view, NOTHING);
    expect([...offers.cards]).toEqual(['A', '7', 'J']);
    expect(offers.ways).toEqual([]);
    expect(offers.chips).toEqual([]);
  });

  test('is everything that a card can reach, in all its uses', () => {
    const pick = { ...NOTHING, card: 'A' };
    const offers = offersOf(ace, view, pick);
    expect(offers.ways.map((way) => way.moved.to_id)).toEqual([0, 11, 21, 21, 31]);
    expect(offers.ways.map((way) => way.count)).toEqual([null, '1', '1', '11', '11']);
    expect(fitting(offers, { ...pick, field: 21 })).toHaveLength(2);
    expect(fitting(offers, { ...pick, field: 21, peg: '0.0' })[0]!.first).toEqual(ace.choices![2]!.action);
  });

  test('is a button for a seven, and pegs for a jack', () => {
    expect(offersOf(ace, view, { ...NOTHING, card: '7' }).chips.map((chip) => chip.key)).toEqual(['seven']);
    expect([...offersOf(ace, view, { ...NOTHING, card: 'J' }).plain.keys()]).toEqual(['0.0', '0.1']);
  });

  test('is the stepping peg itself, also if another one goes home by it', () => {
    const seven = {
      ...view,
      card: { card: '7', use: 'split', moves: 0, peg: null, left: 3 },
    };
    const prompt = asks([
      { do: 'step', peg: 1, way: 'on' },
      { moves: [moved(1, 20, 21)], hits: [moved(0, 21, -1)] },
    ]);
    const [way] = offersOf(prompt, seven, NOTHING).ways;
    expect(way!.moved.to_id).toBe(21);
    expect(way!.hits).toHaveLength(1);
  });
});

describe('a move of several answers', () => {
  const laid = { ...view, card: { card: 'A', use: '11', moves: 0, peg: null, left: null } };

  test('goes on with the peg and then the field that were meant', () => {
    const pegs = asks([{ do: 'peg', peg: 0 }, {}], [{ do: 'peg', peg: 1 }, {}]);
    expect(nextOf(pegs, '0.1', 31, laid)!.action['peg']).toBe(1);
    const fields = asks([{ do: 'dest', dest: 0 }, goes(1, 20, 31)]);
    expect(nextOf(fields, '0.1', 31, laid)!.action).toEqual({ do: 'dest', dest: 0 });
  });

  test('stops where something else is asked', () => {
    expect(nextOf(ace, '0.1', 31, view)).toBeNull();
    expect(nextOf(asks([{ do: 'dest', dest: 0 }, goes(1, 20, 31)]), '0.1', 5, laid)).toBeNull();
  });
});
