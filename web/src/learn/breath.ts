import { m } from '../words/words.ts';
import { asked, did, either, happened, type Lesson } from './lesson.ts';

export const lesson: Lesson = {
  table: { players: 2, options: {} }, // several rounds: a bot that goes out early ends only one
  steps: [
    { words: m['learn.breath.hand'] },
    { words: m['learn.breath.flip'], until: either(did('took'), asked('draw')) },
    { words: m['learn.breath.grid'], until: either(asked('draw'), happened('out')) },
    { words: m['learn.breath.draw'], until: either(did('draw', 'picked'), happened('out')) },
    { words: m['learn.breath.discard'], until: either(did('discarded'), happened('out')) },
    { words: m['learn.breath.end'], until: either(did('ended', 'out'), happened('out')) },
    { words: m['learn.breath.specials'] },
    { words: m['learn.breath.done'] },
  ],
};
