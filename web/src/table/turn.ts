import type { WatchedTable } from '../park/watched.svelte.ts';
import type { TableInfo } from '../wire/types.ts';
import { m } from '../words/words.ts';
import type { Player } from './players.ts';

/** Whose turn it is, in words, as far as everybody may know. */
export function turnWords(
  table: WatchedTable,
  info: TableInfo,
  players: readonly Player[],
  seat: number | null,
): string {
  if (info.status === 'closed') return m['table.closed']();
  if (info.status === 'over') return m['table.over']();
  const asked = askedSeats(table);
  if (seat !== null && asked.includes(seat))
    return table.seats.length > 1
      ? m['table.turn_of']({ name: players[seat]!.name })
      : m['table.your_turn']();
  if (asked.length > 1) return m['table.turn_several']();
  const one = asked[0];
  return one === undefined ? m['table.waiting']() : m['table.turn_of']({ name: players[one]!.name });
}

/** The seats that are asked something, as far as our eyes can tell. */
export function askedSeats(table: WatchedTable): number[] {
  const ours = table.eyes.flatMap((eyes) => (eyes.prompt ? [eyes.prompt.seat] : []));
  const told = table.eyes[0]?.view['asked'] ?? table.eyes[0]?.view['turn'];
  const others = Array.isArray(told) ? (told as number[]) : typeof told === 'number' ? [told] : [];
  const mine = table.seats;
  return [...ours, ...others.filter((seat) => seat >= 0 && !mine.includes(seat))];
}
