import type { Describe } from '../games/contract.ts';
import type { Happened } from '../wire/types.ts';
import type { Player } from './players.ts';

/** What people do at the table, as against what happens in the game: told with names already. */
const OF_THE_TABLE = new Set(
  'opened sat rose filled rearranged begun away back handed left tookback emoted clocked closed rematched late over'.split(
    ' ',
  ),
);

/** What people say to each other. In some games players say things too; those have no person. */
export const isTalk = (one: Happened): boolean =>
  (one.event === 'said' || one.event === 'emoted') && one.person != null;

/** The server's words for a game know seats by number; people know them by name. */
export function withNames(words: string, players: readonly Player[]): string {
  return words.replace(/\b[Ss]eat (\d)\b/g, (whole, seat) => players[Number(seat)]?.name ?? whole);
}

/** What happened, in words. */
export function tell(one: Happened, players: readonly Player[], describe: Describe): string {
  if (OF_THE_TABLE.has(one.event) || isTalk(one)) return one.words;
  return describe.event?.(one, players) ?? withNames(one.words, players);
}
