import { m } from '../../words/words.ts';
import type { Listed } from '../wording.ts';

export const listed: Listed = {
  die_faces: m['option.bonfire.die_faces'],
  rounds: m['option.bonfire.rounds'],
  first_player: m['option.bonfire.first_player'],
  max_turns: m['option.bonfire.max_turns'],
};
