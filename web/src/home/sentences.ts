import type { GameName } from '../games/registry.ts';
import { m } from '../words/words.ts';

/** What each game is, in one sentence. */
// By name, one by one: a computed key would bring every word of every game to the first screen.
export const sentences: Record<GameName, () => string> = {
  monty: m['home.sentence_monty'],
  dog: m['home.sentence_dog'],
  dogpile: m['home.sentence_dogpile'],
  bonfire: m['home.sentence_bonfire'],
  breath: m['home.sentence_breath'],
};
