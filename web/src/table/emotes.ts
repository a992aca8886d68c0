import { m } from '../words/words.ts';

const WORDS: Record<string, () => string> = {
  wag: m['emote.wag'],
  bark: m['emote.bark'],
  howl: m['emote.howl'],
  paw: m['emote.paw'],
  sleep: m['emote.sleep'],
  oops: m['emote.oops'],
  thanks: m['emote.thanks'],
  well_played: m['emote.well_played'],
};

/** An emote in words; one that this page does not know yet is named as the server does. */
export function emoteWords(name: string): string {
  return WORDS[name]?.() ?? name.replaceAll('_', ' ');
}
