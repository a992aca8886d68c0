import { m } from '../words/words.ts';

const NAMES: Record<string, () => string> = {
  puppy: m['level.puppy'],
  family: m['level.family'],
  working: m['level.working'],
  champion: m['level.champion'],
  // At tables of programs, and at those from before there were levels.
  random: m['level.random'],
  greedy: m['level.greedy'],
};
const CHARACTERS: Record<string, () => string> = {
  puppy: m['level.puppy_is'],
  family: m['level.family_is'],
  working: m['level.working_is'],
  champion: m['level.champion_is'],
};

/** A bot's level in a word or two; one that this page does not know yet is named as the server does. */
export function levelName(level: string): string {
  return NAMES[level]?.() ?? level;
}

/** How a bot of this level plays, in one line. */
export function character(level: string): string {
  return CHARACTERS[level]?.() ?? '';
}
