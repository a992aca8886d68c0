import type { Happened } from '../wire/types.ts';
import type { View } from './merge.ts';

/** A step in what one pair of eyes sees. */
export interface Moment {
  seq: number;
  /** What led from the one view to the other; may be empty. */
  happened: Happened[];
  /** The view before; null at the first sight of the table. */
  from: View | null;
  to: View;
  /** Not a step but a leap (first sight, reconnected, scrubbed): show `to`, animate nothing. */
  leap: boolean;
}

type Listener = (moment: Moment) => void;

/** What happens, as it happens. Listeners are called before the page shows the new view. */
export class HappenedStream {
  #listeners = new Set<Listener>();

  /** Calls back for every moment to come; returns how to stop (hand it back from an `$effect`). */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(moment: Moment): void {
    for (const listener of this.#listeners) listener(moment);
  }
}
