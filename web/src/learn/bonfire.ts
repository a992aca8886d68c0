import { m } from '../words/words.ts';
import { did, either, happened, type Lesson } from './lesson.ts';

export const lesson: Lesson = {
  table: { players: 2, options: { first_player: 0 } },
  steps: [
    { words: m['learn.bonfire.fire'] },
    { words: m['learn.bonfire.roll'], until: did('roll') },
    { words: m['learn.bonfire.take'], until: either(did('took', 'stole'), happened('turn')) },
    { words: m['learn.bonfire.feed'] },
    { words: m['learn.bonfire.assault'] },
    { words: m['learn.bonfire.again'], until: either(did('took', 'stole', 'exchanged'), happened('round_end')) },
    { words: m['learn.bonfire.done'] },
  ],
};
