import type { Moment } from '../../park/happened.ts';
import type { Happened } from '../../wire/types.ts';
import { after, flights, type Flight } from './staged.ts';
import type { BonfireView } from './view.ts';

export const TUMBLE = 850; // milliseconds that the dice roll
export const FLIGHT = 480; // that a stick is on its way
const BANNER = 900;
const RAID = 750;
const BREATH = 160; // between the end of one thing and the next
/** More than this behind, the rest is shown as it is. */
const PATIENCE = 24;
const HURRY = 0.45;

export type Banner = 'feed' | 'assault' | 'fire_fest' | 'theft' | 'quiet';
const BANNERS = new Set(['feed', 'assault', 'fire_fest', 'theft']);

export interface Flying extends Flight {
  id: number;
  late: number;
}

/** Shows what happened one after the other, and gets out of the way: at rest the view is all. */
export class Director {
  /** What is shown while something is played; null: the view itself. */
  held = $state.raw<BonfireView | null>(null);
  /** Counts the rolls that were seen to tumble. */
  rolled = $state.raw(0);
  banner = $state.raw<Banner | null>(null);
  flying = $state.raw<readonly Flying[]>([]);
  /** Dogs that fall upon a seat just now. */
  raids = $state.raw<ReadonlyMap<number, number>>(new Map());

  #waiting: { happened: Happened; to: BonfireView | null }[] = [];
  #running = false;
  #stopped = false;
  #ids = 0;

  constructor(private readonly still: () => boolean) {}

  /** Called before the page shows the new view. */
  see = (moment: Moment): void => {
    const to = moment.to as unknown as BonfireView;
    const from = moment.from as unknown as BonfireView | null;
    const news = moment.happened.filter((one) => one.data);
    if (moment.leap || !from?.players || this.still() || document.hidden) return this.#settle();
    if (!news.length && !this.#running) return;
    news.forEach((happened, at) =>
      this.#waiting.push({ happened, to: at === news.length - 1 ? to : null }),
    );
    if (this.#waiting.length > PATIENCE) return this.#settle();
    if (this.#running) return;
    this.held = from;
    void this.#play();
  };

  stop(): void {
    this.#stopped = true;
    this.#settle();
  }

  #settle(): void {
    this.#waiting = [];
    this.held = null;
    this.banner = null;
    this.flying = [];
    this.raids = new Map();
  }

  async #play(): Promise<void> {
    this.#running = true;
    for (let next = this.#waiting.shift(); next && !this.#stopped; next = this.#waiting.shift()) {
      await this.#show(next.happened);
      if (!this.held) break; // settled meanwhile
      if (next.to) this.held = next.to;
    }
    this.#running = false;
    this.#settle();
  }

  async #show(happened: Happened): Promise<void> {
    const view = this.held;
    if (!view) return;
    const data = happened.data as Record<string, any>;
    const sent = flights(view, happened);
    const next = after(view, happened);
    if (happened.event === 'dice') {
      this.held = next;
      this.rolled++;
      await this.#wait(TUMBLE + 200 + 2 * BREATH);
    } else if (BANNERS.has(happened.event) || happened.event === 'round_end') {
      this.banner = happened.event === 'round_end' ? data['end'] : (happened.event as Banner);
      await this.#wait(BANNER);
      this.banner = null;
    } else if (happened.event === 'assaulted') {
      this.raids = new Map([[data['seat'], data['dogs']]]);
      await this.#wait(RAID);
      if (this.held) this.held = next;
      await this.#wait(BREATH);
      this.raids = new Map();
    } else if (sent.length) {
      await this.#fly(sent, next);
    } else if (next !== view) {
      this.held = next;
      await this.#wait(BREATH);
    }
  }

  /** Sticks are on their way one after the other; they count where they are when all have come. */
  async #fly(sent: Flight[], next: BonfireView): Promise<void> {
    const apart = Math.min(90, 500 / sent.length);
    this.flying = sent.map((one, at) => ({ ...one, id: ++this.#ids, late: at * apart }));
    await this.#wait(FLIGHT + apart * (sent.length - 1));
    this.flying = [];
    if (this.held) this.held = next;
    await this.#wait(BREATH);
  }

  #wait(long: number): Promise<void> {
    const hurry = this.#waiting.length > PATIENCE / 2 ? HURRY : 1;
    return new Promise((done) => setTimeout(done, long * hurry));
  }
}
