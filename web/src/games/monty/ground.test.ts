import { expect, test } from 'vitest';
import { boundsOf, corner, standOf, straight, wayToCrown } from './ground.ts';
import { nextSpot } from './roving.ts';
import type { Tile } from './view.ts';

const tile = (number: number, x: number, distance: number | null, links: Tile['links']): Tile => ({
  ...straight('path', 'east-west'),
  number,
  x,
  y: 0,
  gate: false,
  single: false,
  links,
  hops: [],
  free: [],
  distance,
  crown: distance === 0,
  pawns: [],
});

test('the way to the crown follows links that lead nearer', () => {
  const tiles = [tile(0, 0, 2, ['east']), tile(1, 1, 1, ['west', 'east']), tile(2, 2, 0, ['west'])];
  expect(wayToCrown(tiles, tiles[0]!).map((one) => one.number)).toEqual([0, 1, 2]);
  expect(wayToCrown(tiles, tile(3, 9, null, [])).map((one) => one.number)).toEqual([3]);
});

test('cards lie as they are turned', () => {
  expect(corner('plain corner', 3).open).toEqual(['west', 'north']);
  expect(straight('trampoline', 'north-south').bounce).toEqual(['east', 'west']);
});

test('pawns on one card stand apart', () => {
  for (let of = 1; of <= 5; of++) {
    const stands = Array.from({ length: of }, (_, place) => JSON.stringify(standOf(place, of)));
    expect(new Set(stands).size).toBe(of);
  }
});

test('what lies on the table is measured with its margin', () => {
  expect(boundsOf([{ x: 1, y: 1 }, { x: 3, y: 1 }], 10)).toEqual({ left: 40, top: 40, right: 360, bottom: 160 });
  expect(boundsOf([], 10)).toBeNull();
});

test('an arrow key leads to the nearest spot that way, and nowhere if there is none', () => {
  const spots = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 3 }, { x: 0, y: 1 }];
  expect(nextSpot(spots, spots[0]!, 'ArrowRight')).toEqual({ x: 2, y: 0 });
  expect(nextSpot(spots, spots[0]!, 'ArrowDown')).toEqual({ x: 0, y: 1 });
  expect(nextSpot(spots, spots[0]!, 'ArrowLeft')).toBeNull();
});
