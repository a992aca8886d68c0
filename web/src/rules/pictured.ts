import type { Player } from '../table/players.ts';
import { playersOf } from '../table/players.ts';
import { WatchedTable } from '../park/watched.svelte.ts';
import type { Prompt } from '../park/prompts.ts';
import type { RulePosition, TableInfo } from '../wire/types.ts';
import { m } from '../words/words.ts';

/** A position of the rules as a table that stands still, and who sits at it: named by colour. */
export function pictured(position: RulePosition, game: string): { table: WatchedTable; players: Player[] } {
  const { name, players, seat, view, happened } = position;
  const colours = m['rules.seats']().split(' ');
  const info: TableInfo = {
    id: `position-${name}`,
    game,
    players,
    options: {},
    status: 'playing',
    host: '',
    public: false,
    clock: { kind: 'none', seconds: null },
    seats: Array.from({ length: players }, (_, at) => ({
      seat: at,
      person: { id: String(at), name: colours[at] ?? '' },
    })),
  };
  const table = new WatchedTable(info.id);
  table.info = info;
  table.log = happened;
  const prompt = position.prompt as Prompt | null;
  table.eyes = [{ seat, view, prompt, deadline: null, undo: false }];
  return { table, players: playersOf(info, seat === null ? [] : [seat]) };
}
