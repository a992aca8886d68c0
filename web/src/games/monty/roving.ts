import type { Spot } from './ground.ts';

const AHEAD: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where an arrow key leads among scattered spots: the nearest that way, what lies aside counting double. */
export function nextSpot(spots: readonly Spot[], from: Spot, key: string): Spot | null {
  const [right, down] = AHEAD[key] ?? [0, 0];
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const x = spot.x - from.x;
    const y = spot.y - from.y;
    const ahead = x * right + y * down;
    if (ahead <= 0) continue;
    const far = ahead + 2 * Math.abs(x * down + y * right);
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}
