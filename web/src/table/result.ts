import type { Happened, PastGame } from '../wire/types.ts';
import type { Player } from './players.ts';

/** A finished game, as the server tells it: one entry a seat. */
export interface Outcome {
  places: number[];
  points: number[] | null;
  winners: number[];
}

export interface Row {
  player: Player;
  place: number;
  points: number | null;
  won: boolean;
}

/** Everybody with their place, the best first. */
export function listed(outcome: Outcome, players: readonly Player[]): Row[] {
  return players
    .map((player) => ({
      player,
      place: outcome.places[player.seat] ?? players.length,
      points: outcome.points?.[player.seat] ?? null,
      won: outcome.winners.includes(player.seat),
    }))
    .sort((one, other) => one.place - other.place);
}

/** The events by which a seat comes to its points or loses them, in each game. */
const COUNTING: Record<string, readonly string[]> = {
  monty: ['place'],
  dog: ['entered', 'team_done'],
  dogpile: ['loot'],
  bonfire: ['tamed', 'revived', 'knocked_out'],
  breath: ['scored', 'bonus'],
};

/** How a seat came to its points: what happened, in order. */
export function counted(game: string, log: readonly Happened[], seat: number): Happened[] {
  const kinds = COUNTING[game] ?? [];
  return log.filter(
    (one) => kinds.includes(one.event) && (one.data?.['seat'] === seat || one.data?.['seats']?.includes(seat)),
  );
}

/** How a rating has changed, by seat; empty where the game did not count. */
export function ratingChanges(past: PastGame | undefined): Map<number, { before: number; after: number }> {
  const found = new Map<number, { before: number; after: number }>();
  for (const one of past?.seats ?? [])
    if (one.before !== null && one.after !== null)
      found.set(one.seat, { before: one.before, after: one.after });
  return found;
}
