import { expect, test, vi } from 'vitest';
import type { Moment } from '../park/happened.ts';
import type { Replay, TableInfo } from '../wire/types.ts';

vi.mock('../park/park.svelte.ts', () => ({ park: { connection: { clock: { now: () => 10_000 } } } }));
const { frameAt, framesOf, PlayedTable, stays } = await import('./played.svelte.ts');

const happened = (seq: number) => [{ seq, at: 0, event: 'rolled', words: 'x' }];
const replay = (epoch: number | null = null): Replay => ({
  table: 'k3m9x2p7qa',
  seat: 0,
  info: { status: 'over', result: { places: [1, 2] }, epoch } as unknown as TableInfo,
  steps: [
    { seq: 4, at: 1000, set: { turn: 0, hand: ['A'] }, happened: happened(4) },
    { seq: 5, at: 1500, set: { turn: 1 }, happened: happened(5) },
    { seq: 8, at: 9000, gone: ['hand'], happened: happened(8) },
  ],
});

test('views are put together from what changed at each step', () => {
  expect(framesOf(replay()).map((frame) => frame.view)).toEqual([
    { turn: 0, hand: ['A'] },
    { turn: 1, hand: ['A'] },
    { turn: 1 },
  ]);
});

test('a line of the log belongs to the last moment at or before it', () => {
  const frames = framesOf(replay());
  expect([3, 4, 7, 8, 9].map((seq) => frameAt(frames, seq))).toEqual([0, 0, 1, 2, 2]);
});

test('one step on is told as it happened, anything else as a leap', () => {
  const played = new PlayedTable(0, replay());
  const moments: Moment[] = [];
  played.table.stream(0).listen((moment) => moments.push(moment));
  played.go(1);
  played.go(0);
  played.go(2);
  expect(moments.map((one) => [one.seq, one.leap, one.happened.length])).toEqual([
    [5, false, 1],
    [4, true, 0],
    [8, true, 0],
  ]);
});

test('the game is over, with its result, at the last moment only', () => {
  const played = new PlayedTable(0, replay());
  expect(played.table.info).toMatchObject({ status: 'playing', result: null });
  played.go(99);
  expect(played.step).toBe(2);
  expect(played.table.info).toMatchObject({ status: 'over', result: { places: [1, 2] } });
});

test('a live game keeps its own pace, without long pauses, and its clock stands at the moment', () => {
  const played = new PlayedTable(0, replay(500));
  expect(played.table.info?.epoch).toBe(9500);
  expect([0, 1, 2].map((step) => stays(played.frames, step, true))).toEqual([500, 1200, 0]);
});
