import type { Describe } from '../games/contract.ts';
import type { Happened } from '../wire/types.ts';
import { m } from '../words/words.ts';
import type { Player } from './players.ts';

/** What people do at the table, as against what happens in the game; said with the name of then. */
const OF_THE_TABLE: Record<string, (told: Told) => string> = {
  opened: m['told.opened'],
  sat: m['told.sat'],
  filled: m['told.filled'],
  rose: m['told.rose'],
  reseated: m['told.reseated'],
  hosted: m['told.hosted'],
  rearranged: m['told.rearranged'],
  begun: m['told.begun'],
  late: m['told.late'],
  tookback: m['told.tookback'],
  away: m['told.away'],
  back: m['told.back'],
  handed: (told) => (HANDED[told.why] ?? m['told.handed_asked'])(told),
  left: m['told.left'],
  clocked: m['told.clocked'],
  rematched: m['told.rematched'],
};
const HANDED: Record<string, (told: Told) => string> = {
  away: m['told.handed_away'],
  clock: m['told.handed_clock'],
  left: m['told.handed_left'],
  asked: m['told.handed_asked'],
  stumbled: m['told.handed_stumbled'],
};
const IN_THE_SERVERS_WORDS = new Set(['closed', 'over']);
interface Told {
  name: string;
  why: string;
  players: number;
}

/** What people say to each other. In some games players say things too; those have no person. */
export const isTalk = (one: Happened): boolean =>
  (one.event === 'said' || one.event === 'emoted') && one.person != null;

/** The server's words for a game know seats by number; people know them by name. */
export function withNames(words: string, players: readonly Player[]): string {
  return words.replace(/\b[Ss]eat (\d)\b/g, (whole, seat) => players[Number(seat)]?.name ?? whole);
}

/** What happened, in words. */
export function tell(one: Happened, players: readonly Player[], describe: Describe): string {
  if (isTalk(one) || IN_THE_SERVERS_WORDS.has(one.event)) return one.words;
  const said = OF_THE_TABLE[one.event];
  if (said !== undefined) return said((one.data ?? {}) as unknown as Told);
  return describe.event?.(one, players) ?? withNames(one.words, players);
}

/** A deal is one thing to people, however many cards it takes: of each, the first card is kept. */
export function dealsAsOne(all: readonly Happened[]): Happened[] {
  const dealt = new Set<number>();
  return all.filter((one) => {
    if (one.event !== 'dealt') return true;
    const first = !dealt.has(one.seq);
    dealt.add(one.seq);
    return first;
  });
}

/** As `tell`, of what `dealsAsOne` left. */
export function tellDeals(one: Happened, players: readonly Player[], describe: Describe): string {
  return one.event === 'dealt' ? m['table.dealt']() : tell(one, players, describe);
}
