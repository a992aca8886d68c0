import { describe, expect, it } from 'vitest';
import type { Listed, Tables } from '../wire/types.ts';
import { Pages, yoursFirst } from './pages.svelte.ts';

function listed(table: string, waits: Partial<Listed> = {}): Listed {
  const known = { game: 'dog', players: 4, status: 'playing', clock: 'none', free: 0, seats: [] };
  return { table, ...known, changed_at: 0, ...waits };
}
const names = (tables: readonly Listed[]) => tables.map((one) => one.table);

/** A list of these tables, two a page. */
function server(tables: string[]): (before?: string) => Promise<Tables> {
  return async (before) => {
    const start = before ? tables.indexOf(before) + 1 : 0;
    const page = tables.slice(start, start + 2);
    const rest = tables.length > start + 2;
    return { tables: page.map((one) => listed(one)), ...(rest ? { next: page.at(-1)! } : {}) };
  };
}

describe('a list that is told page by page', () => {
  it('shows one page, and more when asked', async () => {
    const pages = new Pages(server(['e', 'd', 'c', 'b', 'a']));
    await pages.look();
    expect([names(pages.tables), pages.more]).toEqual([['e', 'd'], true]);
    await pages.showMore();
    expect([names(pages.tables), pages.more]).toEqual([['e', 'd', 'c', 'b'], true]);
    await pages.showMore();
    expect([names(pages.tables), pages.more]).toEqual([['e', 'd', 'c', 'b', 'a'], false]);
  });

  it('looks at all shown pages again, and at no table twice', async () => {
    const there = ['d', 'c', 'b', 'a'];
    const pages = new Pages(async (before) => {
      const told = await server(there)(before);
      if (!before && there.length === 4) there.unshift('e'); // between the first page and the next
      return told;
    });
    await pages.showMore();
    expect(names(pages.tables)).toEqual(['d', 'c', 'b', 'a']);
    await pages.look();
    expect([names(pages.tables), pages.more]).toEqual([['e', 'd', 'c', 'b'], true]);
  });

  it('stays as it was when the server is away', async () => {
    let away = false;
    const ask = server(['c', 'b', 'a']);
    const pages = new Pages((before) => (away ? Promise.reject(new Error()) : ask(before)));
    await pages.look();
    away = true;
    await expect(pages.showMore()).rejects.toThrow();
    away = false;
    await pages.look();
    expect(names(pages.tables)).toEqual(['c', 'b']);
  });

  it('believes the last look, whichever is answered first', async () => {
    const answers: ((told: Tables) => void)[] = [];
    const pages = new Pages(() => new Promise((answer) => answers.push(answer)));
    const looks = [pages.look(), pages.look()];
    answers[1]!({ tables: [listed('new')] });
    answers[0]!({ tables: [listed('old')] });
    await Promise.all(looks);
    expect(names(pages.tables)).toEqual(['new']);
  });
});

describe('one’s own tables', () => {
  it('come first where one is awaited, and there first what is due first', () => {
    const tables = [
      listed('b'),
      listed('soon', { waits_for_you: true, deadline: 5 }),
      listed('a'),
      listed('whenever', { waits_for_you: true }),
      listed('sooner', { waits_for_you: true, deadline: 2 }),
    ];
    expect(names(yoursFirst(tables))).toEqual(['sooner', 'soon', 'whenever', 'b', 'a']);
  });
});
