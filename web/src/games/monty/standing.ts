import type { Frame } from './frames.ts';
import { middleOf, standOf, type Spot } from './ground.ts';

/** A pawn where it stands; where many share a card each is a little smaller. */
export interface Standing extends Spot {
  who: number;
  size: number;
}

const SIZES = [1.12, 1.12, 1, 0.92, 0.86, 0.78];

/** All pawns, always in the same order, so that each keeps its element. */
export function standings(frame: Frame): Standing[] {
  return frame.tiles
    .flatMap((tile) => {
      const middle = middleOf(tile);
      return tile.pawns.map((who, place) => {
        const from = standOf(place, tile.pawns.length);
        return { who, size: SIZES[tile.pawns.length] ?? 0.78, x: middle.x + from.x, y: middle.y + from.y };
      });
    })
    .sort((a, b) => a.who - b.who);
}

/** Where the crown is: over whoever holds it, else on its card. */
export function crownSpot(frame: Frame): Spot | null {
  const { crown } = frame;
  const tile = crown ? frame.tiles[crown.tile] : undefined;
  if (!crown || !tile) return null;
  const held = standings(frame).find((pawn) => pawn.who === crown.holder);
  if (held) return { x: held.x, y: held.y - 36 };
  const middle = middleOf(tile);
  return { x: middle.x, y: middle.y - (tile.pawns.length ? 38 : 4) };
}
