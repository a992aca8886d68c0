import { KENNEL, PEGS, type DogView, type PathSeen } from './view.ts';

/**
 * Where everything lies on the drawn board, in steps of the track: the distance from one field to
 * the next is 1. The seat that looks sits at the bottom, the others follow anticlockwise, as they
 * play. Four sit around a rounded square; six around a ring that waves in and out, with the central
 * paths leaving where it dips.
 */
export interface Point {
  x: number;
  y: number;
}

export interface Place {
  /** The angle at which a seat sits; 90 degrees is the bottom. */
  angle: number;
  star: Point;
  finish: Point[];
  kennel: Point[];
  kennelCentre: Point;
  plate: Point;
}

export interface Layout {
  players: number;
  wide: number;
  high: number;
  /** Every field but the kennels, by number. */
  fields: Map<number, Point>;
  places: Place[];
  /** The edge of the wooden board, and the groove in which the track runs. */
  slab: string;
  groove: string;
  paths: { name: string; d: string }[];
  /** Where the cards lie: the discards and the draw pile. */
  discard: Point;
  draw: Point;
  pileScale: number;
}

type Radius = (angle: number) => number;

const STEPS_A_SEAT = 16;
const FINE = 2880;
const squareRadius =
  (power: number): Radius =>
  (angle) =>
    (Math.abs(Math.cos(angle)) ** power + Math.abs(Math.sin(angle)) ** power) ** (-1 / power);
const waveRadius =
  (depth: number): Radius =>
  (angle) =>
    1 + depth * Math.cos(6 * (angle - Math.PI / 2));

const at = (angle: number, radius: number): Point => ({
  x: Math.cos(angle) * radius,
  y: Math.sin(angle) * radius,
});
const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});
export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function closed(radius: Radius, size: number, points = 180): string {
  const list = Array.from({ length: points }, (_, k) => {
    const angle = (2 * Math.PI * k) / points;
    const p = at(angle, radius(angle) * size);
    return `${p.x.toFixed(2)} ${p.y.toFixed(2)}`;
  });
  return `M${list.join('L')}Z`;
}

/** So many points at equal distances along a line, the first at its beginning. */
function evenly(line: Point[], count: number): Point[] {
  const run = [0];
  for (let k = 1; k < line.length; k++) run.push(run[k - 1]! + distance(line[k - 1]!, line[k]!));
  const whole = run[run.length - 1]!;
  let k = 0;
  return Array.from({ length: count }, (_, n) => {
    const want = (whole * n) / count;
    while (run[k + 1]! < want) k++;
    return between(line[k]!, line[k + 1]!, (want - run[k]!) / (run[k + 1]! - run[k]!));
  });
}

/** The ring from the looking seat's star, anticlockwise, drawn so that a step is 1 long. */
function ring(radius: Radius, count: number): { points: Point[]; size: number } {
  const line = Array.from({ length: FINE + 1 }, (_, k) => {
    const angle = Math.PI / 2 - (2 * Math.PI * k) / FINE;
    return at(angle, radius(angle));
  });
  const whole = line.slice(1).reduce((sum, p, k) => sum + distance(p, line[k]!), 0);
  const size = count / whole;
  return { points: evenly(line, count).map((p) => ({ x: p.x * size, y: p.y * size })), size };
}

/**
 * The fields of a path and its far end. Two that cross are swung (1, -1) so that they meet at a right
 * angle and halfway between fields; others bow towards the middle (0).
 */
function pathPoints(from: Point, to: Point, swing: number, count: number): Point[] {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const long = Math.hypot(along.x, along.y);
  const side = { x: -along.y / long, y: along.x / long };
  const middle = between(from, to, 0.5);
  const shift = (swing * 0.5 * long) / (count + 1);
  const twist = swing * 0.18 * long;
  const control = (share: number, out: number): Point => ({
    x: from.x + along.x * share + side.x * out - (swing ? 0 : middle.x * 0.8),
    y: from.y + along.y * share + side.y * out - (swing ? 0 : middle.y * 0.8),
  });
  const [one, two] = [control(1 / 3, shift - twist), control(2 / 3, shift + twist)];
  const line = Array.from({ length: 201 }, (_, k) => {
    const t = k / 200;
    const mid = between(one, two, t);
    return between(
      between(between(from, one, t), mid, t),
      between(mid, between(two, to, t), t),
      t,
    );
  });
  return [...evenly(line, count + 1).slice(1), to];
}

const lineThrough = (points: Point[]): string =>
  `M${points.map((p) => `${p.x.toFixed(2)} ${p.y.toFixed(2)}`).join('L')}`;

export function layoutOf(view: Pick<DogView, 'board' | 'players'>, bottom: number): Layout {
  const players = view.players.length;
  const four = players === 4;
  const track = view.board.track;
  const radius = four ? squareRadius(4.6) : waveRadius(0.17);
  const { points, size } = ring(radius, track);
  const shift = bottom * STEPS_A_SEAT;
  const fields = new Map<number, Point>();
  points.forEach((point, k) => fields.set((k + shift) % track, point));

  const places = view.players.map((player): Place => {
    const angle = Math.PI / 2 - (2 * Math.PI * (player.seat - bottom)) / players;
    const star = fields.get(player.star)!;
    const out = Math.hypot(star.x, star.y);
    const outward = at(angle, 1);
    const right = { x: outward.y, y: -outward.x };
    const local = (u: number, v: number): Point => ({
      x: right.x * u + outward.x * v,
      y: right.y * u + outward.y * v,
    });
    const finish = Array.from({ length: PEGS }, (_, k) => local(0, out - 1.18 - k * 1.06));
    player.finish.forEach((field, k) => fields.set(field, finish[k]!));
    const dip = angle + Math.PI / players;
    const kennelCentre = four ? local(-3, out - 2.75) : at(dip, size * 0.83 + 2.15);
    const [alongOut, alongRight] = four ? [outward, right] : [at(dip, 1), at(dip - Math.PI / 2, 1)];
    const kennel = Array.from({ length: PEGS }, (_, k) => {
      const [v, u] = [k < 2 ? -0.6 : 0.6, k % 2 ? 0.6 : -0.6];
      return {
        x: kennelCentre.x + alongOut.x * v + alongRight.x * u,
        y: kennelCentre.y + alongOut.y * v + alongRight.y * u,
      };
    });
    const side = Math.abs(outward.x) > 0.9; // words stay upright, so plates at the sides come inwards
    const plate = four ? local(side ? 3 : 3.8, out - (side ? 3.65 : 2.5)) : local(0, out - (Math.abs(outward.x) > 0.1 ? 7.45 : 6));
    return { angle, star, finish, kennel, kennelCentre, plate };
  });

  const paths = view.board.paths.map((path, k) => {
    const [from, to] = path.ends.map((end) => fields.get(end)!) as [Point, Point];
    const swing = crossing(view.board.paths) ? (k ? -1 : 1) : 0;
    const inner = pathPoints(from, to, swing, path.fields.length);
    path.fields.forEach((field, n) => fields.set(field, inner[n]!));
    return { name: path.name, d: lineThrough([from, ...inner]) };
  });

  // With six the cards lie where no path runs: towards the middle of the sides 40 and 88.
  const free = four ? null : Math.PI / 2 - (2 * Math.PI * (2.5 - bottom)) / players;
  const edge = four ? 1.32 : 1.55;
  return {
    players,
    wide: four ? 2 * (size + edge) + 0.5 : 28.6,
    high: four ? 2 * (size + edge) + 0.5 : 2 * (size * 1.17 + edge) + 0.5,
    fields,
    places,
    slab: four ? closed(squareRadius(5.6), size + edge) : closed(waveRadius(0.055), size * 1.1 + edge * 1.05),
    groove: closed(radius, size),
    paths,
    discard: free === null ? { x: 0, y: 0 } : at(free, 3.75),
    draw: free === null ? { x: 0, y: 0 } : at(free + Math.PI, 3.75),
    pileScale: four ? 1.08 : 0.8,
  };
}

/** Whether the two paths cross: each joins fields on both sides of the other. */
function crossing(paths: PathSeen[]): boolean {
  const [u, v] = paths;
  if (!u || !v) return false;
  const [low, high] = [...u.ends].sort((a, b) => a - b) as [number, number];
  return v.ends.filter((end) => end > low && end < high).length === 1;
}

/** Where a peg stands; in its kennel every peg has a hole of its own. */
export function pointOf(layout: Layout, seat: number, peg: number, field: number): Point {
  const place = layout.places[seat]!;
  return (field === KENNEL ? undefined : layout.fields.get(field)) ?? place.kennel[peg]!;
}
