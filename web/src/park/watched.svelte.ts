import type { Happened, Part, Refused, Snapshot, TableInfo, Update } from '../wire/types.ts';
import { isFor } from './audience.ts';
import { HappenedStream } from './happened.ts';
import { merge, type View } from './merge.ts';
import type { Prompt } from './prompts.ts';

/** The game through one pair of eyes: a seat's, or a spectator's (null). Replaced, never changed. */
export interface Eyes {
  readonly seat: number | null;
  readonly view: View;
  readonly prompt: Prompt | null;
  readonly deadline: number | null;
  /** When answers that wait for each other take effect, whoever is asked; only where it is played. */
  readonly window?: number | null;
  readonly undo: boolean;
}

const LOG_KEPT = 5000;

/** A table, kept up to date from snapshots and updates. */
export class WatchedTable {
  seq = $state.raw(0);
  info = $state.raw<TableInfo | null>(null);
  /** One for each seat of ours, by seat; a spectator's if there is none. */
  eyes = $state.raw<readonly Eyes[]>([]);
  /** Everything that happened, in order; talk among it. */
  log = $state.raw<readonly Happened[]>([]);
  /** Why it can be watched no more. */
  refused = $state.raw<Refused | null>(null);

  readonly #streams = new Map<number | null, HappenedStream>();

  constructor(
    readonly id: string,
    readonly invite: string | null = null,
  ) {}

  get playing(): boolean {
    return this.info?.status === 'playing';
  }

  get over(): boolean {
    return this.info?.status === 'over' || this.info?.status === 'closed';
  }

  /** Whether it matters when exactly somebody acted. */
  get live(): boolean {
    return this.info?.epoch != null;
  }

  /** Our seats; empty for a spectator. */
  get seats(): number[] {
    return this.eyes.flatMap((eyes) => (eyes.seat === null ? [] : [eyes.seat]));
  }

  eyesOf(seat: number | null): Eyes | null {
    return this.eyes.find((eyes) => eyes.seat === seat) ?? null;
  }

  /** What this pair of eyes sees happen. */
  stream(seat: number | null): HappenedStream {
    let stream = this.#streams.get(seat);
    if (!stream) this.#streams.set(seat, (stream = new HappenedStream()));
    return stream;
  }

  /** Everything anew. */
  show(told: Snapshot): void {
    const before = this.eyes;
    const eyes = told.parts.map((part) => look(blank(part.seat), part));
    this.#take(told, told.info, before, eyes, true);
  }

  update(told: Update): void {
    const before = this.eyes;
    const eyes = before.map((one) => {
      const part = told.parts?.find((part) => part.seat === one.seat);
      return part ? look(one, part) : one;
    });
    for (const part of told.parts ?? [])
      if (!before.some((one) => one.seat === part.seat)) eyes.push(look(blank(part.seat), part));
    this.#take(told, told.info ?? this.info, before, eyes, false);
  }

  #take(
    told: Snapshot | Update,
    info: TableInfo | null,
    before: readonly Eyes[],
    eyes: Eyes[],
    leap: boolean,
  ): void {
    const happened = told.happened ?? [];
    const known = leap ? this.seq : -1; // a snapshot may tell again what is in the log already
    const fresh = happened.filter((one) => one.seq > known);
    this.seq = told.seq;
    this.info = info;
    this.eyes = info?.status === 'playing' ? eyes : eyes.map(unasked);
    if (fresh.length) this.log = [...this.log, ...fresh].slice(-LOG_KEPT);
    for (const one of this.eyes) {
      const from = before.find((other) => other.seat === one.seat)?.view ?? null;
      if (!leap && from === one.view && !happened.length) continue;
      this.stream(one.seat).tell({
        seq: told.seq,
        happened: happened.filter((news) => isFor(news, one.seat)),
        from,
        to: one.view,
        leap: leap || from === null,
      });
    }
  }
}

function blank(seat: number | null): Eyes {
  return { seat, view: {}, prompt: null, deadline: null, undo: false };
}

function unasked(eyes: Eyes): Eyes {
  return { ...eyes, prompt: null, deadline: null, window: null, undo: false };
}

/** Prompt and deadline always come along: without a prompt nothing is asked. */
function look(eyes: Eyes, part: Part): Eyes {
  return {
    seat: eyes.seat,
    view: merge(eyes.view, part),
    prompt: (part.prompt as Prompt | null | undefined) ?? null,
    deadline: part.deadline ?? null,
    window: part.window ?? null,
    undo: part.undo ?? false,
  };
}
