import type { Happened } from '../../wire/types.ts';
import { straight } from './ground.ts';
import type { Kind, Lies, MontyView, Tile } from './view.ts';

/** The neighbourhood at one instant. */
export interface Frame {
  tiles: readonly Tile[];
  crown: { tile: number; holder: number | null } | null;
  /** How long it is shown before the next. */
  ms: number;
  /** A card that is just being laid, a pawn that jumps, a card where Monty barks. */
  fresh?: number;
  jump?: number;
  bark?: number;
}

export const EMPTY: Frame = { tiles: [], crown: null, ms: 0 };

export function still(view: MontyView): Frame {
  return { tiles: view.tiles, crown: view.crown, ms: 0 };
}

/** How long a pawn takes from card to card. */
const MOVED: Record<string, number> = { step: 270, bounce: 430, shoved: 320, sent_back: 480 };
/** What makes it leave the ground. */
const JUMPS = ['bounce', 'hop', 'push', 'make_room'];

/** What happened, from instant to instant; the last one is the new view, or what came just before. */
export function framesOf(from: MontyView, to: MontyView, happened: readonly Happened[]): Frame[] {
  const frames: Frame[] = [];
  let now: Frame = still(from);
  const show = (change: Partial<Frame>) => {
    const { tiles, crown } = now;
    now = { tiles, crown, ms: 250, ...change };
    frames.push(now);
  };
  for (const { event, data: told } of happened) {
    const data: Record<string, unknown> = told ?? {};
    const seat = data['seat'] as number;
    const tile = data['tile'] as number;
    const jumps = data['hop'] || JUMPS.includes(data['cause'] as string);
    const jump = jumps ? { jump: seat } : {};
    const ms = MOVED[event];
    if (ms) {
      show({ tiles: put(now.tiles, seat, tile), ms, ...jump });
    } else if (event === 'laid' || event === 'home') {
      const tiles = put([...now.tiles, laid(data, from, to)], seat, tile);
      const crown = data['crown'] ? { tile, holder: seat } : now.crown;
      show({ tiles, crown, fresh: tile, ms: 480, ...jump });
    } else if (event === 'bark') {
      show({ tiles: [...now.tiles, laid({ ...data, card: 'Bark Bark' }, from, to)], fresh: tile, bark: tile, ms: 1100 });
    } else if (event === 'crown_put') {
      show({ crown: { tile, holder: data['holder'] as number | null }, ms: 480 });
    } else if (event === 'lead' || event.startsWith('crown_')) {
      if (now.crown) show({ crown: { ...now.crown, holder: seat }, ms: 180 });
    } else if (event === 'short_cut' || event === 'no_way_on' || event === 'dusk') {
      const home = { ...now.tiles[tile]!, ...laid({ ...data, card: 'Home' }, from, to) };
      show({ tiles: now.tiles.map((one) => (one.number === tile ? { ...home, pawns: one.pawns } : one)), fresh: tile, ms: 700 });
    } else if (event === 'race_over') show({ ms: 900 });
    else if (event === 'start' && to.tiles[0])
      show({ tiles: [to.tiles[0]], crown: { tile: 0, holder: to.crown?.holder ?? null }, fresh: 0, ms: 400 });
  }
  return frames;
}

function put(tiles: readonly Tile[], seat: number, onto: number): Tile[] {
  return tiles.map((tile) => {
    const here = tile.pawns.includes(seat);
    if (tile.number === onto && !here) return { ...tile, pawns: [...tile.pawns, seat] };
    if (tile.number !== onto && here)
      return { ...tile, pawns: tile.pawns.filter((one) => one !== seat) };
    return tile;
  });
}

/** A card as the new view has it; if that shows another race already, as far as it was told. */
function laid(data: Record<string, unknown>, from: MontyView, to: MontyView): Tile {
  const number = data['tile'] as number;
  const known = to.race === from.race ? to.tiles[number] : undefined;
  if (known) return { ...known, pawns: [] };
  const kind = data['card'] as Kind;
  const lies = data['lies'] as Lies | null;
  const card = lies ? straight(kind, lies) : { kind, lies, open: [], bounce: [] };
  if (kind === 'Home') card.open = ['north', 'east', 'south', 'west'];
  return {
    ...card,
    number,
    x: data['x'] as number,
    y: data['y'] as number,
    gate: false,
    single: false,
    links: [],
    hops: [],
    free: [],
    distance: null,
    crown: data['crown'] === true,
    pawns: [],
  };
}
