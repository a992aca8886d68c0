import type { Moment } from '../../park/happened.ts';
import { framesOf, type Frame } from './frames.ts';
import type { MontyView } from './view.ts';

const LONGEST = 3200; // milliseconds that anybody is made to wait for what has happened already

/** Plays what happened, frame by frame. Between two of them `now` is null: the view is shown. */
export class Film {
  now = $state.raw<Frame | null>(null);
  /** Counts frames, so that the same movement can begin anew. */
  count = $state.raw(0);

  #queue: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  take(moment: Moment, moving: boolean): void {
    if (moment.leap || !moment.from || !moving || document.hidden) return this.cut();
    const from = moment.from as unknown as MontyView;
    const frames = framesOf(from, moment.to as unknown as MontyView, moment.happened);
    this.#queue.push(...frames);
    if (this.#timer === null) this.#next();
  }

  /** To the end at once. */
  cut(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.now = null;
  }

  #next = (): void => {
    this.#timer = null;
    const waiting = this.#queue.reduce((sum, frame) => sum + frame.ms, 0);
    const frame = this.#queue.shift();
    this.now = frame ?? null;
    if (!frame) return;
    this.count++;
    this.#timer = setTimeout(this.#next, frame.ms * Math.min(1, LONGEST / waiting));
  };
}
