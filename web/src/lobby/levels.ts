import { m } from '../words/words.ts';

const WORDS: Record<string, () => string> = {
  random: m['level.random'],
  greedy: m['level.greedy'],
};

/** A bot's level in words; one that this page does not know yet is named as the server does. */
export function levelWords(level: string): string {
  return WORDS[level]?.() ?? level;
}
