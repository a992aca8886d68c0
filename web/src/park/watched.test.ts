import { expect, test } from 'vitest';
import type { Happened, Snapshot, TableInfo } from '../wire/types.ts';
import type { Moment } from './happened.ts';
import { WatchedTable } from './watched.svelte.ts';

const info = (status: TableInfo['status'] = 'playing'): TableInfo => ({
  id: 'k3m9x2p7qa',
  game: 'dog',
  players: 4,
  options: {},
  status,
  host: 'p',
  public: false,
  clock: { kind: 'none', seconds: null },
  seats: [],
});
const prompt = { seat: 0, stage: 'turn', ask: 'Play a card', choices: [] };
const news = (seq: number, more: Partial<Happened> = {}): Happened => ({
  seq,
  at: 0,
  event: 'played',
  words: 'x',
  ...more,
});
const snapshot = (more: Partial<Snapshot> = {}): Snapshot => ({
  type: 'snapshot',
  id: 1,
  table: 'k3m9x2p7qa',
  seq: 5,
  now: 0,
  info: info(),
  parts: [{ seat: 0, set: { hand: ['A'], turn: 0 }, prompt }],
  happened: [news(4), news(5)],
  ...more,
});

function watched(): WatchedTable {
  const table = new WatchedTable('k3m9x2p7qa');
  table.show(snapshot());
  return table;
}

test('an update changes what it names, and a part without a prompt asks nothing', () => {
  const table = watched();
  expect(table.eyesOf(0)?.prompt).toEqual(prompt);
  table.update({ type: 'update', table: table.id, seq: 6, now: 0, parts: [{ seat: 0, set: { turn: 1 } }] });
  expect(table.eyesOf(0)).toMatchObject({ view: { hand: ['A'], turn: 1 }, prompt: null });
});

test('an update without a part leaves the prompt', () => {
  const table = watched();
  table.update({ type: 'update', table: table.id, seq: 6, now: 0, happened: [news(6)] });
  expect(table.eyesOf(0)?.prompt).toEqual(prompt);
  expect(table.seq).toBe(6);
});

test('nothing is asked once the game is over', () => {
  const table = watched();
  table.update({ type: 'update', table: table.id, seq: 6, now: 0, info: info('over') });
  expect(table.eyesOf(0)?.prompt).toBeNull();
  expect(table.over).toBe(true);
});

test('a snapshot after a lost connection tells nothing twice in the log', () => {
  const table = watched();
  table.show(snapshot({ seq: 7, happened: [news(5), news(6), news(7)] }));
  expect(table.log.map((one) => one.seq)).toEqual([4, 5, 6, 7]);
});

test('listeners get the view before and after, and are told when it is a leap', () => {
  const table = new WatchedTable('k3m9x2p7qa');
  const moments: Moment[] = [];
  const stop = table.stream(0).listen((moment) => moments.push(moment));
  table.show(snapshot());
  table.update({
    type: 'update',
    table: table.id,
    seq: 6,
    now: 0,
    happened: [news(6)],
    parts: [{ seat: 0, set: { turn: 1 } }],
  });
  stop();
  table.update({ type: 'update', table: table.id, seq: 7, now: 0, happened: [news(7)] });
  expect(moments.map((one) => [one.seq, one.leap])).toEqual([
    [5, true],
    [6, false],
  ]);
  expect(moments[1]?.from?.['turn']).toBe(0);
  expect(moments[1]?.to['turn']).toBe(1);
});

test('what only one seat may know is not told to another on the same device', () => {
  const table = new WatchedTable('k3m9x2p7qa');
  const heard: Record<number, number[]> = { 0: [], 1: [] };
  for (const seat of [0, 1])
    table.stream(seat).listen((moment) => heard[seat]!.push(...moment.happened.map((one) => one.seq)));
  const parts = [
    { seat: 0, set: {} },
    { seat: 1, set: {} },
  ];
  table.show(snapshot({ parts, happened: [] }));
  table.update({ type: 'update', table: table.id, seq: 6, now: 0, happened: [news(6, { to: [1] })], parts });
  expect(heard).toEqual({ 0: [], 1: [6] });
});
