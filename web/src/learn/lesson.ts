import type { Prompt } from '../park/prompts.ts';
import type { Happened, NewTable } from '../wire/types.ts';

/** What a pupil sees while a step lasts. */
export interface Seen {
  seat: number;
  view: Record<string, any>;
  prompt: Prompt | null;
  /** What has happened since the step began. */
  happened: readonly Happened[];
}

/** One thing to understand, in the coach's words. */
export interface Step {
  words: () => string;
  /** When it is understood; left out: when the pupil says so. */
  until?: (seen: Seen) => boolean;
}

/** The first few turns of a game, guided, at a private table against bots. */
export interface Lesson {
  table: Pick<NewTable, 'players' | 'options'>;
  /** Whether this deal is one to learn with; where it is not, another table is laid. */
  suits?: (view: Record<string, any>) => boolean;
  steps: readonly Step[];
}

/** Whether the pupil has done one of these. */
export const did =
  (...events: string[]) =>
  (seen: Seen): boolean =>
    seen.happened.some((one) => events.includes(one.event) && one.data?.['seat'] === seen.seat);

/** Whether one of these has happened, whoever did it. */
export const happened =
  (...events: string[]) =>
  (seen: Seen): boolean =>
    seen.happened.some((one) => events.includes(one.event));

/** Whether the pupil is asked at one of these stages. */
export const asked =
  (...stages: string[]) =>
  (seen: Seen): boolean =>
    seen.prompt !== null && stages.includes(seen.prompt.stage);

export const either =
  (...conditions: ((seen: Seen) => boolean)[]) =>
  (seen: Seen): boolean =>
    conditions.some((condition) => condition(seen));
