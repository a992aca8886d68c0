import { park } from './park.svelte.ts';

/** Which bots one plays against: the level last chosen on this device, a family dog at first. */
const KEY = 'dogpark.level';
const FIRST = 'family';

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? FIRST;
  } catch {
    return FIRST; // a browser that keeps nothing
  }
}

class Level {
  #last = $state.raw(kept());

  get last(): string {
    return !park.bots.length || park.bots.includes(this.#last) ? this.#last : FIRST;
  }

  choose(level: string): void {
    this.#last = level;
    try {
      localStorage.setItem(KEY, level);
    } catch {
      // It holds until the page is closed.
    }
  }
}

export const level = new Level();
