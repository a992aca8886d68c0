/**
 * Where everything stands. The scene is drawn in its own units: about a pixel on a phone, scaled up
 * on larger screens, so that it fills whatever box it is given.
 */
export interface Spot {
  x: number;
  y: number;
}
export interface PlaceSpot extends Spot {
  seat: number;
  wide: number;
  /** A slim place shows counts where a wide one shows every stick. */
  slim: boolean;
}
export interface Ring extends Spot {
  rx: number;
  ry: number;
}
export interface Layout {
  scale: number;
  wide: number;
  high: number;
  broad: boolean;
  /** Where the sky ends. */
  horizon: number;
  fire: Spot;
  dice: Spot;
  tray: Spot;
  ring: Ring;
  places: PlaceSpot[];
}

const TALL = { wide: 380, high: 600 };
const BROAD = { wide: 940, high: 600 };
const PLACE_WIDE = 264;
export const PLACE_HIGH = 134;
/** How far the plate with name and sticks reaches down from the villagers' feet. */
export const PLATE_HIGH = 78;
const GAP = 6;
const FLAMES = 118; // how high they reach above the fire's foot
const HEARTH = 80; // and its stones and counts below
const DICE = 66;
const TRAY = 54;

/** Others sit clockwise from the left, the one who looks sits in front; a spectator sees seat 0 there. */
export function layout(width: number, height: number, count: number, me: number): Layout {
  const broad = width > height * 1.2;
  const least = broad ? BROAD : TALL;
  const scale = Math.max(0.3, Math.min(width / least.wide, height / least.high));
  const wide = width / scale;
  const high = height / scale;
  const middle = wide / 2;
  const others = Array.from({ length: count - 1 }, (_, step) => (me + step + 1) % count);
  const front: PlaceSpot = {
    seat: me,
    x: middle,
    y: high - PLACE_HIGH / 2 - GAP,
    wide: Math.min(broad ? 340 : 400, wide - 2 * GAP),
    slim: false,
  };
  const behind = broad && others.length === 2 ? 100 : PLACE_HIGH + GAP; // what stands behind the fire
  const ahead = PLACE_HIGH + GAP + TRAY + DICE; // and before it
  const spare = high - behind - ahead - FLAMES - HEARTH;
  const horizon = Math.min(high * 0.26, 150);
  const ground = (high - horizon) / 2;
  return {
    scale,
    wide,
    high,
    broad,
    horizon,
    fire: { x: middle, y: behind + FLAMES + spare * 0.55 },
    dice: { x: middle, y: high - PLACE_HIGH - GAP - TRAY - DICE / 2 - spare * 0.15 },
    tray: { x: middle, y: high - PLACE_HIGH - GAP - TRAY / 2 - spare * 0.08 },
    ring: { x: middle, y: horizon + ground, rx: middle - 28, ry: ground - 26 },
    places: [front, ...(broad ? around(others, wide, high) : abreast(others, wide))],
  };
}

/** Left, behind the fire, right. */
function around(others: number[], wide: number, high: number): PlaceSpot[] {
  const side = Math.min(PLACE_WIDE / 2 + 40 + wide * 0.04, wide / 2 - PLACE_WIDE);
  const level = high * 0.49;
  const left = { x: side, y: level };
  const right = { x: wide - side, y: level };
  const behind = { x: wide / 2, y: PLACE_HIGH / 2 + GAP };
  const spots = { 1: [behind], 2: [left, right], 3: [left, behind, right] }[others.length] ?? [];
  return others.map((seat, at) => ({ seat, ...spots[at]!, wide: PLACE_WIDE, slim: false }));
}

/** Side by side above the fire. */
function abreast(others: number[], wide: number): PlaceSpot[] {
  const each = (wide - GAP) / others.length;
  const across = Math.min(PLACE_WIDE, each - GAP);
  return others.map((seat, at) => ({
    seat,
    x: GAP / 2 + each * (at + 0.5),
    y: PLACE_HIGH / 2 + GAP,
    wide: across,
    slim: across < 220,
  }));
}

/** Where the dog walks that stands at this share of the ring (0 to 1, clockwise from the right). */
export function onRing(ring: Ring, share: number): Spot & { facing: 1 | -1; near: number } {
  const angle = share * 2 * Math.PI;
  return {
    x: ring.x + ring.rx * Math.cos(angle),
    y: ring.y + ring.ry * Math.sin(angle),
    facing: Math.sin(angle) < 0 ? 1 : -1,
    near: (Math.sin(angle) + 1) / 2,
  };
}

/** Where the nth of so many tamed dogs lies at a place: beside the villagers, closer the more there are. */
export function atPlace(place: PlaceSpot, nth: number, of: number): Spot {
  const room = place.slim ? place.wide - 30 : place.wide / 2 - 36;
  const step = Math.min(place.slim ? 20 : 30, room / Math.max(1, of - 1));
  const first = place.slim ? place.x - ((of - 1) * step) / 2 : place.x + 40;
  const feet = place.y + PLACE_HIGH / 2 - PLATE_HIGH;
  return { x: first + nth * step, y: feet - (place.slim ? 24 : 13) };
}
