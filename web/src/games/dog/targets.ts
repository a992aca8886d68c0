import type { Player } from '../../table/players.ts';
import { m } from '../../words/words.ts';
import { goWords, placeName } from './describe.ts';
import { pointOf, type Layout, type Point } from './geometry.ts';
import { fitting, pegKey, type Offers, type PegKey, type Pick, type Way } from './offers.ts';
import type { DogView } from './view.ts';

/** Something lit on the board: a peg that can go, or a field that can be reached. */
export interface Target {
  key: string;
  peg: PegKey | null;
  field: number | null;
  at: Point;
  words: string;
  count: string | null;
  /** Whether somebody is sent home by it. */
  hits: boolean;
  chosen: boolean;
  ways: Way[];
}

export function targetsOf(
  offers: Offers,
  pick: Pick,
  view: DogView,
  layout: Layout,
  players: readonly Player[],
): Target[] {
  const pegs = new Map<PegKey, Target>();
  const light = (seat: number, peg: number, ways: Way[], words: string) => {
    const key = pegKey(seat, peg);
    const at = pointOf(layout, seat, peg, view.players[seat]!.pegs[peg]!.id);
    const chosen = pick.peg === key;
    const of = m['dog.peg_of']({
      name: players[seat]?.name ?? '',
      at: placeName(view.players[seat]!.pegs[peg]!.at),
    });
    pegs.set(key, {
      key: `peg-${key}`,
      peg: key,
      field: null,
      at,
      words: words ? `${of}: ${words}` : of,
      count: null,
      hits: false,
      chosen,
      ways,
    });
  };
  for (const key of offers.plain.keys()) {
    const [seat, peg] = key.split('.').map(Number) as [number, number];
    light(seat, peg, [], '');
  }
  for (const { moved } of fitting(offers, { ...pick, peg: null })) {
    const key = pegKey(moved.seat, moved.peg);
    if (pegs.has(key)) continue;
    const ways = fitting(offers, { ...pick, peg: key });
    const words = ways.map((way) => goWords(way.moved, way.hits, players)).join('; ');
    light(moved.seat, moved.peg, ways, words);
  }
  const fields = new Map<number, Target>();
  for (const way of fitting(offers, { ...pick, field: null })) {
    const field = way.moved.to_id;
    const known = fields.get(field);
    if (known) {
      known.ways.push(way);
      known.hits ||= way.hits.length > 0;
      known.words += `; ${goWords(way.moved, way.hits, players)}`;
      continue;
    }
    fields.set(field, {
      key: `field-${field}`,
      peg: null,
      field,
      at: pointOf(layout, way.moved.seat, way.moved.peg, field),
      words: goWords(way.moved, way.hits, players),
      count: way.count,
      hits: way.hits.length > 0,
      chosen: pick.field === field || (pick.held !== null && pick.held === way.first),
      ways: [way],
    });
  }
  return [...pegs.values(), ...fields.values()];
}
