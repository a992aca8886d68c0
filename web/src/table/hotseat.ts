import type { Facts } from '../park/facts.ts';
import type { WatchedTable } from '../park/watched.svelte.ts';

/**
 * Whose eyes the page should look through. With several seats on one device it stays with whoever
 * looks now while they are asked, then turns to the next who is.
 */
export function seatToShow(table: WatchedTable, looking: number | null): number | null {
  const seats = table.seats;
  if (seats.length < 2) return seats[0] ?? null;
  const asked = table.eyes.filter((eyes) => eyes.prompt).map((eyes) => eyes.seat);
  if (looking !== null && seats.includes(looking) && (asked.includes(looking) || !asked.length))
    return looking;
  return asked[0] ?? seats[0] ?? null;
}

/** Whether the others must look away first: only where a game has secrets, and while it is played. */
export function needsCurtain(
  table: WatchedTable,
  facts: Facts | null,
  seat: number | null,
  drawnFor: number | null,
): boolean {
  if (table.seats.length < 2 || !table.playing || seat === null) return false;
  return (facts?.hidden ?? true) && drawnFor !== seat;
}
