import type { Card, Kind, Lies, Side, Tile } from './view.ts';

/** A cell of the table is so many units of the drawing. */
export const CELL = 100;
export const SIDES: readonly Side[] = ['north', 'east', 'south', 'west'];

const STEP: Record<Side, readonly [number, number]> = {
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
};

export interface Spot {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const cellKey = (x: number, y: number): string => `${x},${y}`;
export const beside = (from: Spot, side: Side): Spot => ({
  x: from.x + STEP[side][0],
  y: from.y + STEP[side][1],
});

/** Where a cell's middle lies in the drawing. */
export const middleOf = ({ x, y }: Spot): Spot => ({ x: x * CELL, y: y * CELL });

/** How pawns stand on one card so that all are seen: from its middle, by how many there are. */
const STANDS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 6]],
  [[-19, 8], [19, 8]],
  [[-22, 14], [22, 14], [0, -14]],
  [[-22, 18], [22, 18], [-22, -14], [22, -14]],
  [[-27, 20], [27, 20], [0, 2], [-27, -18], [27, -18]],
];

export function standOf(place: number, of: number): Spot {
  const [x, y] = STANDS[Math.min(of, 5)]?.[place] ?? [0, 0];
  return { x, y };
}

/** What lies on the table with a margin around it; half a table if nothing does yet. */
export function boundsOf(spots: readonly Spot[], margin: number): Box | null {
  if (!spots.length) return null;
  const xs = spots.map((spot) => spot.x * CELL);
  const ys = spots.map((spot) => spot.y * CELL);
  const around = CELL / 2 + margin;
  return {
    left: Math.min(...xs) - around,
    top: Math.min(...ys) - around,
    right: Math.max(...xs) + around,
    bottom: Math.max(...ys) + around,
  };
}

const ACROSS: Record<Lies, readonly Side[]> = {
  'east-west': ['east', 'west'],
  'north-south': ['north', 'south'],
};

/** A card as it would lie, for showing what a choice means. */
export function straight(kind: Kind, lies: Lies): Card {
  const other: Lies = lies === 'east-west' ? 'north-south' : 'east-west';
  const bounce = kind === 'trampoline' ? ACROSS[other] : [];
  return { kind, lies, open: [...ACROSS[lies], ...bounce], bounce };
}

/** Turn 0 of a corner opens north and east, and so on clockwise. */
export function corner(kind: Kind, turn: number): Card {
  return { kind, lies: null, open: [SIDES[turn % 4]!, SIDES[(turn + 1) % 4]!], bounce: [] };
}

/** A way of links from a tile to the crown, each one nearer than the last, as the view tells it. */
export function wayToCrown(tiles: readonly Tile[], from: Tile): Tile[] {
  const at = new Map(tiles.map((tile) => [cellKey(tile.x, tile.y), tile]));
  const way = [from];
  for (let here: Tile | undefined = from; here && here.distance; ) {
    const wanted: number = here.distance - 1;
    const next: Tile | undefined = here.links
      .map((side) => beside(here!, side))
      .map((spot) => at.get(cellKey(spot.x, spot.y)))
      .find((tile) => tile?.distance === wanted);
    if (next) way.push(next);
    here = next;
  }
  return way;
}
