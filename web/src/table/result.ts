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
