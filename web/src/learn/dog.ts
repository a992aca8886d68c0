import { m } from '../words/words.ts';
import { asked, did, either, happened, type Lesson } from './lesson.ts';

export const lesson: Lesson = {
  table: { players: 4, options: {} },
  steps: [
    { words: m['learn.dog.home'] },
    { words: m['learn.dog.exchange'], until: either(did('picked'), happened('exchanged')) },
    { words: m['learn.dog.start'], until: either(asked('turn'), did('folded')) },
    { words: m['learn.dog.play'], until: did('started', 'moved', 'swapped', 'step', 'folded') },
    { words: m['learn.dog.hit'] },
    { words: m['learn.dog.special'], until: either(did('started', 'moved', 'swapped', 'step', 'folded'), happened('round_end')) },
    { words: m['learn.dog.partner'] },
    { words: m['learn.dog.done'] },
  ],
};
