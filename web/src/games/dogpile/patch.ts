/** Where the 54 spots lie in the garden, and how each bone looks: always the same for a spot. */
export const SPOTS = 54;
const WIDER = 1.1; // a bone is that much wider than the room it needs in height
const RIM = 0.02; // of soil around the bones
const FEWEST = 5;
const MOST = 14;

export interface Place {
  x: number;
  y: number;
}

export interface Patch {
  places: Place[];
  /** The room of a spot, which is what a finger hits. */
  wide: number;
  high: number;
  /** How many spots are in each row, for the arrow keys. */
  rows: number[];
}

/** A number from 0 to 1 that is always the same for a thing and a question about it. */
export function chance(thing: number, question: number): number {
  const mixed = Math.sin(thing * 127.1 + question * 311.7 + 74.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

/** Rows of nearly equal length, so that the bones are as large as the box allows. */
export function spread(outerWidth: number, outerHeight: number): Patch {
  const rim = Math.min(outerWidth, outerHeight) * RIM;
  const width = outerWidth - 2 * rim;
  const height = outerHeight - 2 * rim;
  let rows = 1;
  let best = 0;
  for (let wide = FEWEST; wide <= MOST; wide++) {
    const high = Math.ceil(SPOTS / wide);
    const size = Math.min(width / wide, (height / high) * WIDER);
    if (size > best) [best, rows] = [size, high];
  }
  const counts = Array.from(
    { length: rows },
    (_, row) => Math.floor(((row + 1) * SPOTS) / rows) - Math.floor((row * SPOTS) / rows),
  );
  const wide = width / Math.max(...counts);
  const high = height / rows;
  const places: Place[] = [];
  counts.forEach((count, row) => {
    const start = rim + (width - count * wide) / 2;
    for (let at = 0; at < count; at++)
      places.push({ x: start + (at + 0.5) * wide, y: rim + (row + 0.5) * high });
  });
  return { places, wide, high, rows: counts };
}

/** How wide a bone is drawn: a heap's bones lie a little over one another. */
export const boneSize = (patch: Patch): number => Math.min(patch.wide * 1.06, patch.high * 1.5);

/** The spot that an arrow key leads to. */
export function step(patch: Patch, from: number, key: string): number {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return from;
  let row = 0;
  let first = 0;
  while (from >= first + patch.rows[row]!) first += patch.rows[row++]!;
  if (way[0]) return Math.min(Math.max(from + way[0], first), first + patch.rows[row]! - 1);
  const next = row + way[1]!;
  if (next < 0 || next >= patch.rows.length) return from;
  const start = patch.rows.slice(0, next).reduce((sum, count) => sum + count, 0);
  const spots = Array.from({ length: patch.rows[next]! }, (_, at) => start + at);
  const away = (spot: number) => Math.abs(patch.places[spot]!.x - patch.places[from]!.x);
  return spots.reduce((near, spot) => (away(spot) < away(near) ? spot : near));
}

/** Of these spots, the one nearest to another. */
export function nearest(patch: Patch, spots: Iterable<number>, to: number): number | null {
  let near: number | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [a, b] = [patch.places[spot - 1]!, patch.places[to - 1]!];
    const away = (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
    if (away < least) [near, least] = [spot, away];
  }
  return near;
}

/** The edge of the dug-over soil: a soft, uneven shape that fills the box. */
export function edge(width: number, height: number): string {
  const round = Math.min(width, height) * 0.1;
  const corners = [
    [round, 0], [width - round, 0], [width, round], [width, height - round],
    [width - round, height], [round, height], [0, height - round], [0, round],
  ] as const;
  const waver = (at: number) => (chance(at, 9) - 0.5) * round * 0.3;
  let path = `M${corners[0][0]} ${corners[0][1]}`;
  for (let at = 0; at < corners.length; at += 2) {
    const [x, y] = corners[at + 1]!;
    const [px, py] = corners[at]!;
    const along = Math.abs(x - px) > Math.abs(y - py);
    const bend = along ? `${(px + x) / 2} ${py + waver(at)}` : `${px + waver(at)} ${(py + y) / 2}`;
    const [nx, ny] = corners[(at + 2) % corners.length]!;
    const corner = [[width, 0], [width, height], [0, height], [0, 0]][at / 2]!;
    path += `Q${bend} ${x} ${y}Q${corner[0]} ${corner[1]} ${nx} ${ny}`;
  }
  return `${path}z`;
}
