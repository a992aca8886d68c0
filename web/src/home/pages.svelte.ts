import type { Listed, Tables } from '../wire/types.ts';

/** A list of tables that is told page by page, and looked at again and again. */
export class Pages {
  tables = $state.raw<readonly Listed[]>([]);
  /** Whether there are more than are shown. */
  more = $state.raw(false);
  #shown = 1; // pages
  #looks = 0;

  constructor(private readonly ask: (before?: string) => Promise<Tables>) {}

  /** All pages that are shown, as they are now. */
  async look(): Promise<void> {
    const look = ++this.#looks;
    // A table may move on to another page between two of them.
    const found = new Map<string, Listed>();
    let next: string | undefined;
    for (let page = 0; page < this.#shown; page++) {
      const told = await this.ask(next);
      for (const one of told.tables) found.set(one.table, one);
      next = told.next ?? undefined;
      if (!next) break;
    }
    if (look !== this.#looks) return; // somebody has looked again meanwhile
    this.tables = [...found.values()];
    this.more = next !== undefined;
  }

  async showMore(): Promise<void> {
    this.#shown++;
    try {
      await this.look();
    } catch (error) {
      this.#shown--;
      throw error;
    }
  }
}

/** First where one is awaited, and there first what is due first. */
export function yoursFirst(tables: readonly Listed[]): Listed[] {
  const due = (one: Listed) => (one.waits_for_you ? (one.deadline ?? Number.MAX_VALUE) : Infinity);
  return tables.toSorted((one, other) => (due(one) === due(other) ? 0 : due(one) - due(other)));
}
