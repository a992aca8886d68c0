import type { Player } from '../../table/players.ts';
import { getLocale, m } from '../../words/words.ts';
import type { Chosen, Kind, Lies, MontyView, Offer, Side, Tile } from './view.ts';

const KINDS: Record<Kind, () => string> = {
  path: m['monty.kind_path'],
  gate: m['monty.kind_gate'],
  tree: m['monty.kind_tree'],
  'broken fence': m['monty.kind_broken_fence'],
  trampoline: m['monty.kind_trampoline'],
  'Bark Bark': m['monty.kind_bark_bark'],
  'Home Stage': m['monty.kind_home_stage'],
  'Keep Going': m['monty.kind_keep_going'],
  Home: m['monty.kind_home'],
  Start: m['monty.kind_start'],
  'gated corner': m['monty.kind_gated_corner'],
  'plain corner': m['monty.kind_plain_corner'],
};
const SIDES: Record<Side, () => string> = {
  north: m['monty.north'],
  east: m['monty.east'],
  south: m['monty.south'],
  west: m['monty.west'],
};
const LETTERS: Record<string, Side> = { N: 'north', E: 'east', S: 'south', W: 'west' };

export const kindWords = (kind: string): string => KINDS[kind as Kind]?.() ?? kind;
export const sideWords = (side: string): string => SIDES[LETTERS[side] ?? (side as Side)]?.() ?? side;
export const liesWords = (lies: Lies | 'H' | 'V'): string =>
  lies === 'H' || lies === 'east-west' ? m['monty.lies_h']() : m['monty.lies_v']();
export const speciesWords = (species: string): string =>
  species === 'cat' ? m['monty.cat']() : m['monty.squirrel']();
export const spacesWords = (count: number): string =>
  count === 1 ? m['monty.space']() : m['monty.spaces']({ count });
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const nameOf = (players: readonly Player[], seat: number): string => players[seat]?.name ?? String(seat + 1);
export function namesOf(players: readonly Player[], seats: readonly number[]): string {
  return listed(seats.map((seat) => nameOf(players, seat)));
}
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words);
}

export function distanceWords(distance: number | null): string {
  if (distance === null) return m['monty.no_way']();
  return distance === 0 ? m['monty.crown_here']() : m['monty.to_crown']({ count: distance });
}

export function placeWords(cell: string, kind: string | null): string {
  return kind ? m['monty.place']({ cell, card: kindWords(kind) }) : cell;
}

/** A card on the table for those who hear it. */
export function tileWords(tile: Tile, players: readonly Player[]): string {
  const words = [capital(placeWords(`${tile.x},${tile.y}`, tile.kind))];
  if (tile.kind !== 'Bark Bark') words.push(distanceWords(tile.distance));
  if (tile.pawns.length) words.push(m['monty.standing_here']({ names: namesOf(players, tile.pawns) }));
  return words.join('. ');
}

/** A split or an order, as people say it. */
export function dealWords(offer: Pick<Offer, 'split' | 'order'>, players: readonly Player[]): string {
  if (offer.order) return offer.order.map((seat) => nameOf(players, seat)).join(' → ');
  return (offer.split ?? [])
    .map(({ seat, spaces }) => m['monty.takes']({ name: nameOf(players, seat), count: spaces }))
    .join(', ');
}

/** What somebody chose, as people say it. */
export function choiceWords(chosen: Chosen, players: readonly Player[]): string {
  if (chosen.species !== undefined) return speciesWords(chosen.species);
  if (chosen.yes !== undefined) return chosen.yes ? m['monty.says_yes']() : m['monty.says_no']();
  if (chosen.order) return dealWords({ order: chosen.order }, players);
  if (chosen.spaces !== undefined) return spacesWords(chosen.spaces);
  return chosen.number == null ? m['monty.said_nothing']() : String(chosen.number);
}

/** A pile of corners and how many are left of it. */
export function pileWords({ left: count, turns, top }: MontyView['corners'][number]): string {
  const card = turns === null ? kindWords(top ?? '') : turns === 'left' ? m['monty.turning_left']() : m['monty.turning_right']();
  return turns !== null && top !== null
    ? m['monty.corners_top']({ card: capital(card), top: kindWords(top), count })
    : m['monty.corners_left']({ card: capital(card), count });
}
