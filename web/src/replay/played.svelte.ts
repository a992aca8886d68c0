import { park } from '../park/park.svelte.ts';
import { merge, type View } from '../park/merge.ts';
import { WatchedTable } from '../park/watched.svelte.ts';
import type { Happened, Replay, TableInfo } from '../wire/types.ts';

/** One moment of a finished game, through one pair of eyes. */
export interface Frame {
  seq: number;
  at: number;
  view: View;
  happened: Happened[];
}

/** Every moment, from the steps that change each one into the next. */
export function framesOf(replay: Replay): Frame[] {
  let view: View = {};
  return replay.steps.map((step) => {
    view = merge(view, { seat: replay.seat, set: step.set ?? {}, gone: step.gone ?? null });
    return { seq: step.seq, at: step.at, view, happened: step.happened ?? [] };
  });
}

/** The moment at which something in the log had just happened. */
export function frameAt(frames: readonly Frame[], seq: number): number {
  let found = 0;
  frames.forEach((frame, at) => {
    if (frame.seq <= seq) found = at;
  });
  return found;
}

const LONGEST = 1200; // milliseconds that a pause of a live game lasts here
const BREATH = 950; // between two moves of any other game

/** How long a moment stays before the next, at the usual speed. */
export function stays(frames: readonly Frame[], step: number, live: boolean): number {
  const now = frames[step];
  const next = frames[step + 1];
  if (!now || !next) return 0;
  return live ? Math.min(LONGEST, Math.max(30, next.at - now.at)) : BREATH;
}

/**
 * A finished game, shown at any of its moments. To a scene it is a table like any other: stepping on
 * by one tells it what happened, everything else is a leap.
 */
export class PlayedTable {
  readonly table: WatchedTable;
  readonly frames: readonly Frame[];
  readonly info: TableInfo;
  step = $state.raw(0);

  constructor(
    readonly seat: number | null,
    replay: Replay,
  ) {
    this.table = new WatchedTable(replay.table);
    this.frames = framesOf(replay);
    this.info = replay.info;
    this.go(0);
  }

  get last(): number {
    return this.frames.length - 1;
  }

  go(wanted: number): void {
    const step = Math.max(0, Math.min(this.last, wanted));
    const frame = this.frames[step];
    if (!frame) return;
    const from = this.table.eyes[0]?.view ?? null;
    const on = from !== null && step === this.step + 1;
    this.table.stream(this.seat).tell({
      seq: frame.seq,
      happened: on ? frame.happened : [],
      from,
      to: frame.view,
      leap: !on,
    });
    const end = step === this.last;
    this.table.seq = frame.seq;
    this.table.info = {
      ...this.info,
      status: end ? 'over' : 'playing',
      result: end ? (this.info.result ?? null) : null,
      // A live game's clock stands at this moment now.
      epoch: this.info.epoch == null ? null : park.connection.clock.now() - (frame.at - this.info.epoch),
    };
    this.table.eyes = [
      { seat: this.seat, view: frame.view, prompt: null, deadline: null, undo: false },
    ];
    this.table.log = this.frames.slice(0, step + 1).flatMap((one) => one.happened);
    this.step = step;
  }
}
