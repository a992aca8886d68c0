import { describe as group, expect, test } from 'vitest';
import type { Player } from '../../table/players.ts';
import type { Happened } from '../../wire/types.ts';
import { describe } from './describe.ts';
import { pileWords } from './naming.ts';

const players = [{ name: 'Ann' }, { name: 'Ben' }] as unknown as Player[];
const told = (event: string, data: object) =>
  describe.event!({ event, data, words: 'not for the page' } as unknown as Happened, players);

group('what happened is told from its data alone', () => {
  test('where a pawn comes to', () => {
    const place = { x: 5, y: 4, tile: 3, kind: 'trampoline' };
    expect(told('step', { seat: 0, hop: false, cause: 'run', ...place })).toBe('Ann goes to 5,4 (trampoline)');
    expect(told('bounce', { seat: 0, hop: false, cause: 'bounce', ...place })).toContain('bounces');
    expect(told('shoved', { seat: 1, by: 0, cause: 'make_room', ...place })).toContain('makes room');
  });

  test('why spaces are lost', () => {
    const lost = (cause: string) => told('lost', { seat: 1, spaces: 2, cause });
    const all = ['turn_back', 'broken_fence', 'dead_end', 'loop', 'something new'].map(lost);
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((words) => words!.includes('Ben') && words!.includes('2'))).toBe(true);
  });

  test('what was agreed, wanted and sealed', () => {
    expect(told('agreed', { matter: 'split', split: [{ seat: 0, spaces: 1 }, { seat: 1, spaces: 2 }] })).toBe(
      'Agreed: Ann: 1, Ben: 2',
    );
    const demands = [{ seat: 0, order: [1, 0] }, { seat: 1, order: [0, 1] }];
    expect(told('demands', { matter: 'order', demands })).toContain('Ann: Ben → Ann');
    expect(told('sealed', { seat: 0, stage: 'talk', choice: 'silent', number: null })).toContain('says nothing');
  });
});

group('a pile of corners', () => {
  test('is named by its kind where corners turn either way', () => {
    expect(pileWords({ left: 4, turns: null, top: 'gated corner' })).toBe('Gated corner: 4 left');
  });
  test('is named by where it turns, and by its top card, where piles differ in that', () => {
    expect(pileWords({ left: 4, turns: 'right', top: 'plain corner' })).toBe(
      'Corners turning right, plain corner on top: 4 left',
    );
    expect(pileWords({ left: 0, turns: 'left', top: null })).toBe('Corners turning left: 0 left');
  });
});
