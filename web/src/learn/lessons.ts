import type { GameName } from '../games/registry.ts';
import type { Lesson } from './lesson.ts';

/** Each game's first lesson, loaded when somebody wants to learn it. */
export const lessons: Record<GameName, () => Promise<{ lesson: Lesson }>> = {
  monty: () => import('./monty.ts'),
  dog: () => import('./dog.ts'),
  dogpile: () => import('./dogpile.ts'),
  bonfire: () => import('./bonfire.ts'),
  breath: () => import('./breath.ts'),
};
