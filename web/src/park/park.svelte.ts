import type { Me } from '../wire/types.ts';
import { api } from './api.ts';
import { Connection } from './connection.svelte.ts';
import type { Facts, Games } from './facts.ts';

/** What the whole page shares: who we are, the games there are, and the one socket. */
class Park {
  me = $state.raw<Me | null>(null);
  games = $state.raw<readonly Facts[]>([]);
  bots = $state.raw<readonly string[]>([]);
  /** Set when the server cannot be reached at the start. */
  unreachable = $state.raw(false);
  readonly connection = new Connection(() => this.#come());

  start(): void {
    this.connection.start();
    void this.#read();
  }

  facts(game: string): Facts | null {
    return this.games.find((facts) => facts.name === game) ?? null;
  }

  async #come(): Promise<void> {
    try {
      this.me = await api.me();
      this.unreachable = false;
    } catch (error) {
      this.unreachable = true;
      throw error;
    }
  }

  async #read(): Promise<void> {
    try {
      const told: Games = await api.games();
      this.games = told.games;
      this.bots = told.bots;
    } catch {
      setTimeout(() => void this.#read(), 1000);
    }
  }
}

export const park = new Park();
