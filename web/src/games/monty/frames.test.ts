import { describe, expect, test } from 'vitest';
import type { Happened } from '../../wire/types.ts';
import { framesOf } from './frames.ts';
import { straight } from './ground.ts';
import type { MontyView, Tile } from './view.ts';

const tile = (number: number, pawns: number[]): Tile => ({
  ...straight('path', 'east-west'),
  number,
  x: number,
  y: 0,
  gate: false,
  single: false,
  links: [],
  hops: [],
  free: [],
  distance: 0,
  crown: false,
  pawns,
});
const view = (race: number, tiles: Tile[]) =>
  ({ race, tiles, crown: { tile: 0, x: 0, y: 0, holder: null } }) as unknown as MontyView;
const told = (event: string, data: object) => ({ event, data }) as unknown as Happened;
const pawns = (tiles: readonly Tile[]) => tiles.map((one) => one.pawns);

describe('the frames of what happened', () => {
  const from = view(1, [tile(0, [0, 1]), tile(1, [])]);

  test('walk a pawn from card to card', () => {
    const frames = framesOf(from, from, [told('run', { seat: 0 }), told('step', { seat: 0, tile: 1 })]);
    expect(frames.map((frame) => pawns(frame.tiles))).toEqual([[[1], [0]]]);
  });

  test('lay a card and take pawn and crown along', () => {
    const to = view(1, [tile(0, [1]), tile(1, []), tile(2, [0])]);
    const [frame] = framesOf(from, to, [told('laid', { seat: 0, tile: 2, crown: true })]);
    expect(pawns(frame!.tiles)).toEqual([[1], [], [0]]);
    expect(frame!.crown).toEqual({ tile: 2, holder: 0 });
    expect(frame!.fresh).toBe(2);
  });

  test('show Home although the view is in the next race already', () => {
    const home = told('home', { seat: 1, tile: 2, x: 2, y: 0, card: 'Home', lies: null, crown: true });
    const [frame] = framesOf(from, view(2, []), [home, told('race_over', {})]);
    expect(frame!.tiles[2]!.kind).toBe('Home');
    expect(frame!.tiles[2]!.pawns).toEqual([1]);
  });

  test('say nothing of what does not move', () => {
    expect(framesOf(from, from, [told('said', { seat: 0, number: 2 })])).toEqual([]);
  });
});
