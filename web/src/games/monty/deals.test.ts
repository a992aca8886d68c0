import { describe, expect, test } from 'vitest';
import { dealKey, dealsIn, evenSplit, give, giver, ordersOf, placed, splitsOf, taker } from './deals.ts';

const prompt = (choices: { do: string; [more: string]: unknown }[], effects: object[] = []) => ({
  seat: 0,
  stage: 'offer',
  ask: '',
  choices: choices.map((action, at) => ({ action, text: '', words: '', effect: effects[at] ?? {} })),
});

describe('deals', () => {
  test('list splits as the server counts them', () => {
    expect(splitsOf(2, 2)).toEqual([[0, 2], [1, 1], [2, 0]]);
    expect(splitsOf(5, 5)).toHaveLength(126);
  });

  test('list orders as the server counts them', () => {
    expect(ordersOf([1, 3, 4]).map(dealKey)).toEqual(['1-3-4', '1-4-3', '3-1-4', '3-4-1', '4-1-3', '4-3-1']);
  });

  test('find the move of a split, and only those that are offered', () => {
    const deals = dealsIn(prompt([{ do: 'offer', split: 1 }, { do: 'pass' }]), 'split', [2, 0], 2);
    expect([...deals]).toEqual([['1-1', { do: 'offer', split: 1 }]]);
  });

  test('find the move of an order', () => {
    const deals = dealsIn(prompt([{ do: 'order', order: 1 }]), 'order', [0, 2], 3);
    expect(deals.get('2-0')).toEqual({ do: 'order', order: 1 });
  });

  test('move a space from one to another and never lose one', () => {
    expect(evenSplit(5, 3)).toEqual([2, 2, 1]);
    expect(give([2, 2, 1], 2, 0)).toEqual([3, 2, 0]);
    expect(give([3, 2, 0], 2, 0)).toEqual([3, 2, 0]);
    expect(giver([0, 1, 4], 0)).toBe(2);
    expect(giver([5, 0, 0], 0)).toBe(-1);
    expect(taker([5, 1, 0], 0)).toBe(2);
  });

  test('put the choices where they are made', () => {
    const moves = [{ do: 'step', side: 'N' }, { do: 'shortcut' }];
    const { cells, rest } = placed(prompt(moves, [{ cell: [3, 4] }]));
    expect([...cells.keys()]).toEqual(['3,4']);
    expect(rest).toEqual([{ do: 'shortcut' }]);
  });

  test('read the cells of a form too', () => {
    const forms = [{ do: 'start', fields: ['x', 'y', 'axis'], moves: [[1, 2, 'H'], [1, 2, 'V']] }];
    const { cells } = placed({ seat: 0, stage: 'start', ask: '', forms });
    expect(cells.get('1,2')).toHaveLength(2);
  });
});
