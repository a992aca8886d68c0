import type { Moment } from '../../park/happened.ts';
import { distance, pointOf, type Layout, type Point } from './geometry.ts';
import { pegKey, type PegKey } from './offers.ts';
import { routeOf } from './routes.ts';
import { PEGS, type DogView } from './view.ts';

/** How one peg goes: hop by hop along its way, or in one arc through the air. */
export interface Going {
  key: PegKey;
  line: Point[];
  arc: boolean;
  /** Milliseconds. */
  delay: number;
  time: number;
}

const HOP = 85;
const LONGEST_WALK = 800;
const FLIGHT = 420;
const LIFT = 0.32; // of a hop, in fields

/** What moves on the board at this moment, in order: the walker first, then those sent home. */
export function goingsOf(moment: Moment, layout: Layout): Going[] {
  const from = moment.from as DogView | null;
  const to = moment.to as DogView;
  if (!from?.players) return [];
  const walkers = new Set<PegKey>();
  for (const { event, data } of moment.happened)
    if (event === 'moved' || event === 'step') walkers.add(pegKey(data!['seat'], data!['peg']));
  const goings: Going[] = [];
  const late: Going[] = [];
  let walked = 0;
  from.players.forEach((player, seat) => {
    for (let peg = 0; peg < PEGS; peg++) {
      const [start, end] = [player.pegs[peg]!.id, to.players[seat]!.pegs[peg]!.id];
      if (start === end) continue;
      const key = pegKey(seat, peg);
      const point = (field: number) => pointOf(layout, seat, peg, field);
      if (walkers.has(key)) {
        const line = routeOf(from, seat, peg, start, end).map(point);
        const time = Math.min(LONGEST_WALK, HOP * (line.length - 1) + 60);
        walked = Math.max(walked, time);
        goings.push({ key, line, arc: false, delay: 0, time });
      } else {
        const flight = { key, line: [point(start), point(end)], arc: true, delay: 0, time: FLIGHT };
        (end < 0 ? late : goings).push(flight);
      }
    }
  });
  for (const going of late) going.delay = walked * 0.85;
  return [...goings, ...late];
}

const shift = (p: Point, up = 0): string =>
  `translate(${p.x.toFixed(3)}px, ${(p.y - up).toFixed(3)}px)`;

export const restAt = (p: Point): string => shift(p);

export function keyframesOf({ line, arc }: Going): Keyframe[] {
  if (arc) {
    const [a, b] = [line[0]!, line[line.length - 1]!];
    const high = Math.min(3.2, 0.8 + distance(a, b) * 0.22);
    return Array.from({ length: 13 }, (_, k) => {
      const t = k / 12;
      const p = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
      const lift = Math.sin(Math.PI * t);
      return { transform: `${shift(p, lift * high)} scale(${(1 + 0.28 * lift).toFixed(3)})` };
    });
  }
  return line.flatMap((p, k) => {
    const next = line[k + 1];
    if (!next) return [{ transform: shift(p) }];
    const middle = { x: (p.x + next.x) / 2, y: (p.y + next.y) / 2 };
    return [{ transform: shift(p) }, { transform: shift(middle, LIFT) }];
  });
}
