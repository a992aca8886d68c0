import { going } from '../going.svelte.ts';
import { api } from '../park/api.ts';
import type { Facts } from '../park/facts.ts';
import { level } from '../park/level.svelte.ts';
import { nameSeats } from '../table/names.ts';
import { tablePath } from '../ways.ts';
import type { NewTable } from '../wire/types.ts';

/** How many usually play: neither the fewest nor the most. */
export function usual(facts: Facts): number {
  return facts.players[Math.floor((facts.players.length - 1) / 2)]!;
}

/** Against bots, at once. */
export async function playNow(facts: Facts): Promise<void> {
  const players = usual(facts);
  const seats = ['me', ...Array<string>(players - 1).fill(level.last)];
  const opened = await api.open({ game: facts.name, players, seats, start: true });
  going.to(tablePath(opened.table));
}

/** A table with a link, to wait at for others. */
export async function withFriends(table: NewTable): Promise<void> {
  const opened = await api.open(table);
  going.to(tablePath(opened.table, opened.invite));
}

/** Several people with one device; bots take the seats that have no name. */
export async function onThisDevice(
  facts: Facts,
  names: string[],
  options: NewTable['options'],
): Promise<void> {
  const seats = names.map((name) => (name.trim() ? 'me' : level.last));
  const opened = await api.open({
    game: facts.name,
    players: names.length,
    seats,
    options,
    rated: false,
    start: true,
  });
  nameSeats(
    opened.table,
    names.map((name) => name.trim()),
  );
  going.to(tablePath(opened.table));
}
