import type { Choice } from '../../park/prompts.ts';
import { dealt, taken } from './words.ts';
import { COLOURS, type Effect, type Sticks } from './view.ts';

/** What the bonfire would lose by a choice; what would come back counts below zero. */
export function leavingFire(choice: Choice | null): Partial<Sticks> {
  if (!choice) return {};
  const effect = (choice.effect ?? {}) as Effect;
  if (choice.action.do === 'take') return taken(choice.action['sticks']);
  if (choice.action.do === 'exchange') {
    const { gives, gets } = dealt(choice.action['deal']);
    return Object.fromEntries(COLOURS.map((one) => [one, (gets[one] ?? 0) - (gives[one] ?? 0)]));
  }
  if (choice.action.do === 'defend') {
    return effect.players?.[0]?.sticks ?? {};
  }
  return {};
}
